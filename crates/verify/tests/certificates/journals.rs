//! Parts of journals and entries of logs: steps as certificates write them, and refusals that name the place.

use koproof_rules::{Coloring, Player, Suicide, Superko};
use koproof_store::{Decode, Encode, Kind, Layout, decode, encode};
use koproof_verify::{
    Accepted, Bound, CertificateReader, GameRecord, Header, Part, Rule, State, Step, Told,
};

use crate::draft::PATH_OF_THREE;

const PART: Kind = Kind::new(*b"KPPART\r\n", "journal part", 2);

#[derive(Clone, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct PartHeader {
    worker: String,
    about: String,
    first: u64,
    steps: u64,
    told: u64,
}

fn header() -> Header {
    let text = PATH_OF_THREE.text();
    let reader = CertificateReader::open(text.as_bytes()).expect("a certificate");
    reader.header().clone()
}

/// A part of two steps that rest on nothing, the second of which is told.
fn part() -> Part {
    let step = |passes| Step {
        state: State {
            coloring: Coloring::from_symbols(".X.").expect("a coloring"),
            to_move: Player::WHITE,
            passes,
        },
        bound: Bound::AtLeast(3),
        rule: Rule::Alive,
    };
    Part {
        worker: "one".to_owned(),
        first: 7,
        steps: vec![step(0), step(1)],
        told: vec![[None, Some(8)]],
    }
}

/// The header and the payload of a file with this part.
fn opened(part: &Part) -> (PartHeader, Vec<u8>) {
    let file = part.to_bytes(&header()).expect("a file");
    decode(PART, &file, 1 << 20).expect("a container")
}

fn refusal(head: &PartHeader, payload: &[u8]) -> String {
    let file = encode(PART, Layout::plain(), head, payload).expect("a container");
    let error = Part::from_bytes(&file, &header()).expect_err("it should be refused");
    error.to_string()
}

#[test]
fn a_part_is_read_as_it_was_written() {
    let file = part().to_bytes(&header()).expect("a file");
    assert_eq!(Part::from_bytes(&file, &header()).expect("a part"), part());
}

#[test]
fn a_step_has_the_bytes_that_the_format_of_certificates_gives_it() {
    let step = |passes| {
        let (black, white) = (2_u64.to_le_bytes(), 0_u64.to_le_bytes());
        // White to move, passes, at least 3 points, unconditional life.
        [&black[..], &white, &[1, passes, 0, 3, 0, 1, 0, 0, 0]].concat()
    };
    // No step after no pass; after one, that with the number 8.
    let told = [0, 1, 8, 0, 0, 0, 0, 0, 0, 0];
    let (_, payload) = opened(&part());
    assert_eq!(payload, [step(0), step(1), told.to_vec()].concat());
}

#[test]
fn the_number_of_a_step_may_be_as_large_as_a_liar_likes() {
    let (head, payload) = opened(&part());
    let head = PartHeader {
        first: u64::MAX,
        ..head
    };
    let file = encode(PART, Layout::plain(), &head, &payload).expect("a container");
    let part = Part::from_bytes(&file, &header()).expect("a part of impossible numbers");
    assert_eq!(
        part.moved(8)
            .expect_err("nobody has accepted so many")
            .to_string(),
        "journal part header: it continues 18446744073709551615 accepted steps, there are 8: it belongs to another log"
    );
}

#[test]
fn a_part_of_another_board_is_refused_with_the_beginning_of_what_it_says() {
    let (head, payload) = opened(&part());
    let about = "g".repeat(100_000);
    let refused = refusal(&PartHeader { about, ..head }, &payload);
    assert!(refused.contains("ggg…, this run is of g6:") && refused.len() < 1000);
}

#[test]
fn refusals_of_a_part_name_the_place() {
    let (head, payload) = opened(&part());
    let [stops, goes_on] = [
        "the file stops before its end: copy it again or make it again",
        "the file goes on after its end: cut it there or make it again",
    ];
    let one_step = &payload[..25];
    for (payload, told, expected) in [
        (one_step, 1, format!("journal part item 1: {stops}")),
        (&payload, 2, format!("journal part item 3: {stops}")),
        (&payload, 0, format!("journal part end: {goes_on}")),
    ] {
        let head = PartHeader {
            told,
            ..head.clone()
        };
        assert_eq!(refusal(&head, payload), expected);
    }
}

/// An entry that tells a claim which avoids a coloring.
fn entry(coloring: &str, avoided: GameRecord) -> Accepted {
    Accepted {
        worker: "one".to_owned(),
        part: 3,
        first: 7,
        steps: 2,
        records: vec![avoided],
        told: vec![Told {
            steps: [None, Some(8)],
            state: State {
                coloring: Coloring::from_symbols(coloring).expect("a coloring"),
                to_move: Player::WHITE,
                passes: 1,
            },
            bound: Bound::AtLeast(3),
            avoid: vec![0],
            need: Vec::new(),
        }],
    }
}

fn record(coloring: &str, player: Option<Player>) -> GameRecord {
    GameRecord {
        coloring: Coloring::from_symbols(coloring).expect("a coloring"),
        player,
    }
}

#[test]
fn an_entry_is_read_as_it_was_written() {
    let entry = entry(".X.", record("X..", None));
    let file = entry.to_bytes(&header()).expect("a file");
    let read = Accepted::from_bytes(&file, &header()).expect("an entry");
    assert_eq!(read, entry);
}

/// Otherwise workers would believe its claims.
#[test]
fn an_entry_of_another_board_or_other_rules_is_refused_by_name() {
    let own = header();
    assert_eq!(
        (own.superko, own.suicide),
        (Superko::Positional, Suicide::Allow)
    );
    let board = "path:4".parse().expect("a board");
    for foreign in [
        Header {
            board,
            ..own.clone()
        },
        Header {
            superko: Superko::Situational,
            ..own.clone()
        },
        Header {
            suicide: Suicide::Forbid,
            ..own.clone()
        },
    ] {
        let entry = entry(".X.", record("X..", None));
        let file = entry.to_bytes(&foreign).expect("a file");
        let refused = Accepted::from_bytes(&file, &own).expect_err("it is of another run");
        let (found, expected) = (foreign.about(), own.about());
        assert_eq!(
            refused.to_string(),
            format!(
                "log entry header: it is of {found}, this run is of {expected}: give one of this board and these rules"
            )
        );
    }
}

#[test]
fn an_entry_with_a_record_or_a_state_of_another_board_is_refused() {
    for (coloring, avoided, expected) in [
        (
            ".X.",
            record("...X", None),
            "log entry item 0: a coloring with the black stones 0x8",
        ),
        (
            ".X.",
            record("X..", Some(Player::BLACK)),
            "log entry item 0: a record that does not suit",
        ),
        (
            ".X.X",
            record("X..", None),
            "log entry item 1: a coloring with the black stones 0xa",
        ),
    ] {
        let file = entry(coloring, avoided)
            .to_bytes(&header())
            .expect("a file");
        let refused = Accepted::from_bytes(&file, &header()).expect_err("it does not fit");
        assert!(refused.to_string().starts_with(expected), "{refused}");
    }
}
