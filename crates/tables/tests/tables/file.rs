//! Files of tables: round trips, the format byte by byte, and refused files.

use koproof_rules::{Board, Coloring, Player, Ruleset, Suicide, Superko};
use koproof_store::{Decode, Encode, Kind, Layout, decode, encode};
use koproof_tables::{Table, TableFileError};

use crate::synthetic::{BOARDS, board, representatives, table};

/// The header as the documentation of [`Table::save`] describes it.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(crate) struct Header {
    pub(crate) board: String,
    pub(crate) graph6: String,
    pub(crate) points: u16,
    pub(crate) superko: String,
    pub(crate) suicide: String,
    pub(crate) representatives: u64,
    pub(crate) bits: u8,
    pub(crate) least: i8,
}

/// Every superko rule, with suicide allowed and forbidden.
fn every_rule_set() -> impl Iterator<Item = Ruleset> {
    Superko::ALL.into_iter().flat_map(|superko| {
        [Suicide::Allow, Suicide::Forbid].map(|suicide| Ruleset {
            superko,
            suicide,
            ..Ruleset::TROMP_TAYLOR
        })
    })
}

const KIND: Kind = Kind::new(*b"KPTABL\r\n", "table", 1);
/// The values of `path:2`: a lone stone is lost. Two values of `..`, then two of `O.`.
fn path_of_two() -> Table {
    let board = board("path:2");
    let rules = Ruleset::TROMP_TAYLOR;
    let values = [[0, 0], [2, 2]];
    Table::new(&board, rules, representatives(&board), &values).expect("values of both orbits")
}

pub(crate) fn path_of_two_header() -> Header {
    Header {
        board: "path:2".into(),
        graph6: "A_".into(),
        points: 2,
        superko: "positional".into(),
        suicide: "allow".into(),
        representatives: 2,
        bits: 2,
        least: 0,
    }
}

/// Two bits each, lowest first: 00 00 01 01 in this order, 10100000 as a number.
const PATH_OF_TWO_VALUES: [u8; 1] = [0b1010_0000];

fn forged(header: &Header, values: &[u8]) -> Vec<u8> {
    encode(KIND, Layout::plain(), header, values).expect("the header is short")
}

/// Returns the error for a file with bad content in a valid container.
pub(crate) fn refusal(header: &Header, values: &[u8]) -> TableFileError {
    let error = Table::from_bytes(&forged(header, values)).expect_err("a forged table");
    assert!(!matches!(error, TableFileError::Store(_)), "{error}");
    let text = error.to_string();
    assert!(
        text.contains(": make") || text.contains(": use"),
        "no remedy: {text}"
    );
    assert!(
        text.len() < 300 && !text.contains('\n'),
        "no short line: {text}"
    );
    error
}

#[test]
fn a_file_is_what_the_documentation_says() {
    let bytes = path_of_two().to_bytes().unwrap();
    assert_eq!(bytes, forged(&path_of_two_header(), &PATH_OF_TWO_VALUES));
    assert_eq!(bytes[..10], *b"KPTABL\r\n\x01\0");
}

#[test]
fn a_table_comes_back_from_disk_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    for name in BOARDS {
        for rules in every_rule_set() {
            let table = table(&board(name), rules);
            let path = directory.path().join("table.kpt");
            table.save(&path).unwrap();
            let loaded = Table::load(&path).unwrap();
            assert_eq!(loaded, table, "{name}");
            assert_eq!(loaded.rules(), rules);
            assert!(loaded.iter().eq(table.iter()), "{name}");
        }
    }
    let names: Vec<_> = directory.path().read_dir().unwrap().collect();
    assert_eq!(
        names.len(),
        1,
        "nothing is left beside the table: {names:?}"
    );
}

#[test]
fn boards_without_a_name_of_the_grammar_come_back_too() {
    let long = "any\nname ".repeat(100);
    for name in ["@house.g6", "3 points, edges 11", "", &long] {
        let board = Board::new(name, 3, [(0, 1), (0, 2)]).unwrap();
        let table = table(&board, Ruleset::NSTT);
        let loaded = Table::from_bytes(&table.to_bytes().unwrap()).unwrap();
        assert_eq!(loaded, table);
        assert_eq!(loaded.board(), &board);
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let bytes = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let make = || {
            table(&board("3x3"), Ruleset::TROMP_TAYLOR)
                .to_bytes()
                .unwrap()
        };
        pool.build().unwrap().install(make)
    };
    let one = bytes(1);
    assert_eq!(bytes(2), one);
    assert_eq!(bytes(5), one);
}

#[test]
fn every_cut_and_every_flipped_bit_is_refused() {
    let file = table(&board("2x2"), Ruleset::TROMP_TAYLOR)
        .to_bytes()
        .unwrap();
    assert!(Table::from_bytes(&file).is_ok());
    for length in 0..file.len() {
        let error = Table::from_bytes(&file[..length]).expect_err("a cut table");
        assert!(
            matches!(error, TableFileError::Store(_)),
            "{length}: {error}"
        );
    }
    for bit in 0..8 * file.len() {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = Table::from_bytes(&flipped).expect_err("a flipped bit");
        assert!(
            matches!(error, TableFileError::Store(_)),
            "bit {bit}: {error}"
        );
    }
    let mut longer = file;
    longer.push(0);
    assert!(Table::from_bytes(&longer).is_err());
}

#[test]
fn wrong_counts_and_widths_are_refused() {
    let good = path_of_two_header();
    let sizes = [
        (2, 0),
        (2, 1 + 2),
        (2, 9),
        (2, 200),
        (0, 2),
        (1, 3),
        (3, 2),
        (9, 0),
        (10, 0),
        (1 << 40, 2),
        (u64::MAX, 8),
        (u64::MAX / 2 + 1, 1),
    ];
    for (representatives, bits) in sizes {
        let header = Header {
            representatives,
            bits,
            ..good.clone()
        };
        refusal(&header, &PATH_OF_TWO_VALUES);
    }
    // The values are wider than necessary, but the length agrees with the header.
    for (bits, bytes) in [(9, 5), (16, 8), (200, 100)] {
        refusal(
            &Header {
                bits,
                ..good.clone()
            },
            &vec![0; bytes],
        );
    }
    // One pair of four bits fills the byte too, but there are two orbits.
    let header = Header {
        representatives: 1,
        bits: 4,
        ..good.clone()
    };
    let error = refusal(&header, &PATH_OF_TWO_VALUES).to_string();
    assert!(
        error.contains("path:2 has 2 orbits of legal colorings, but there are values for 1"),
        "{error}"
    );
    refusal(&good, &[]);
    refusal(&good, &[0b1010_0000, 0]);
    refusal(&good, &vec![0; 1 << 20]);
}

#[test]
fn impossible_values_are_refused() {
    let good = path_of_two_header();
    // A value of 3 on 2 points; -2 for both players on the empty board; a value far out of the range of an i8.
    refusal(&good, &[0b1011_0000]);
    refusal(
        &Header {
            least: -2,
            ..good.clone()
        },
        &PATH_OF_TWO_VALUES,
    );
    refusal(
        &Header {
            least: 127,
            bits: 8,
            ..good.clone()
        },
        &[255; 4],
    );
    refusal(
        &Header {
            least: -128,
            bits: 8,
            ..good
        },
        &[0; 4],
    );
}

#[test]
fn only_the_one_way_to_pack_values_is_read() {
    let good = path_of_two_header();
    // The same values with one more bit each, and with another least value.
    let wider = Header {
        bits: 4,
        ..good.clone()
    };
    assert!(matches!(
        refusal(&wider, &[0, 0x22]),
        TableFileError::Packing
    ));
    let lower = Header { least: -1, ..good };
    assert!(matches!(
        refusal(&lower, &[0b1111_0101]),
        TableFileError::Packing
    ));

    // The six orbits of path:3 (`...`, `O..`, `.O.`, `OO.`, `O.O`, `O.X`) have values from -3 to 3: twelve values of three
    // bits, which leave four bits over.
    let three = table(&board("path:3"), Ruleset::TROMP_TAYLOR)
        .to_bytes()
        .unwrap();
    let (header, mut values) = decode::<Header>(KIND, &three, 100).unwrap();
    assert_eq!(
        (header.representatives, header.bits, values.len()),
        (6, 3, 5)
    );
    *values.last_mut().unwrap() |= 0x80;
    assert!(matches!(refusal(&header, &values), TableFileError::Packing));
}

#[test]
fn headers_that_contradict_themselves_are_refused() {
    let good = path_of_two_header();
    let boards = [
        ("path:2", "A_", 64),
        ("path:2", "A_", 3),
        ("path:2", "A_", 0),
        ("path:2", "A_", u16::MAX),
        ("path:2", "A?", 2),
        ("path:2", "Bw", 2),
        ("path:2", "", 2),
        ("path:3", "A_", 2),
        ("path:17", "A_", 2),
        ("path:18", "A_", 2),
        ("no such board", "0 1", 2),
        ("no such board", "A_\n", 2),
        ("no such board", " A_", 2),
        ("no such board", ">>graph6<<A_", 2),
        ("no such board", "~??~", 2),
        ("no such board", "~~?????@", 2),
        ("no such board", "two\nlines", 2),
        ("complete:512", "A_", 2),
        ("path:99999999999999999999", "A", 2),
    ];
    for (board, graph6, points) in boards {
        let (board, graph6) = (board.into(), graph6.into());
        refusal(
            &Header {
                board,
                graph6,
                points,
                ..good.clone()
            },
            &PATH_OF_TWO_VALUES,
        );
    }
    let long = Header {
        board: "x\n".repeat(100_000),
        graph6: "B".repeat(100_000),
        ..good.clone()
    };
    refusal(&long, &PATH_OF_TWO_VALUES);
    // A board may have any name, but every message must stay short.
    let board = "x\n".repeat(100_000);
    refusal(
        &Header {
            board,
            representatives: 1,
            bits: 4,
            ..good.clone()
        },
        &PATH_OF_TWO_VALUES,
    );
    for rule in ["Positional", "", "positional ", &"no\nrule".repeat(10_000)] {
        let superko = rule.into();
        refusal(
            &Header {
                superko,
                ..good.clone()
            },
            &PATH_OF_TWO_VALUES,
        );
        let suicide = rule.into();
        refusal(
            &Header {
                suicide,
                ..good.clone()
            },
            &PATH_OF_TWO_VALUES,
        );
    }
}

#[test]
fn a_board_without_a_name_is_made_from_its_graph() {
    let header = Header {
        board: "no such board".into(),
        ..path_of_two_header()
    };
    let table = Table::from_bytes(&forged(&header, &PATH_OF_TWO_VALUES)).unwrap();
    assert_eq!(table.board().edges(), [(0, 1)]);
    let stone = Coloring::from_symbols("X.").unwrap();
    assert_eq!(table.value(&stone, Player::WHITE), Some(-2));
}

#[test]
fn other_files_are_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("none.kpt");
    let error = Table::load(&path).unwrap_err().to_string();
    assert!(error.contains("none.kpt"), "{error}");
    let error = path_of_two()
        .save(directory.path())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(&directory.path().display().to_string()),
        "{error}"
    );
    let later = Kind::new(*b"KPTABL\r\n", "table", 3);
    let file = encode(
        later,
        Layout::plain(),
        &path_of_two_header(),
        &PATH_OF_TWO_VALUES,
    )
    .unwrap();
    let error = Table::from_bytes(&file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "table version 3, this build reads 1 to 2: make it again or use a release that reads 3"
    );
}
