//! Files of tables of territory: version 2 of the format.

use koproof_rules::{Ruleset, Scoring};
use koproof_store::{Decode, Encode, Kind, Layout, decode, encode};
use koproof_tables::{Table, TableFileError};

use crate::synthetic::{board, representatives};

const KIND_SCORED: Kind = Kind::new(*b"KPTABL\r\n", "table", 2);

/// The header of version 2: suicide is followed by the scoring.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct ScoredHeader {
    board: String,
    graph6: String,
    points: u16,
    superko: String,
    suicide: String,
    scoring: String,
    representatives: u64,
    bits: u8,
    least: i8,
}

/// A lone stone is captured, and counts as a prisoner and as territory. A table of territory has version 2, a table of
/// area has version 1.
#[test]
fn territory_is_written_as_version_2_and_area_as_version_1() {
    let board = board("path:2");
    let rules = Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    };
    let values = [[0, 0], [2, 2]];
    let table =
        Table::new(&board, rules, representatives(&board), &values).expect("values of both orbits");
    let bytes = table.to_bytes().expect("the header is short");
    let (header, payload) =
        decode::<ScoredHeader>(KIND_SCORED, &bytes, 1 << 20).expect("a container");
    assert_eq!(header.scoring, "territory");
    assert_eq!(payload, [0b1010_0000], "as in version 1");
    assert_eq!(Table::from_bytes(&bytes).expect("a table"), table);
    let area = Table::new(
        &board,
        Ruleset::TROMP_TAYLOR,
        representatives(&board),
        &values,
    );
    assert_ne!(area.expect("values of both orbits"), table);

    for scoring in ["area", "taylor", "stones", ""] {
        let scoring = scoring.to_owned();
        let forged = ScoredHeader {
            scoring: scoring.clone(),
            ..header.clone()
        };
        let file = encode(KIND_SCORED, Layout::plain(), &forged, &payload).expect("a short header");
        let refused = Table::from_bytes(&file).expect_err("a forged table");
        match scoring.as_str() {
            "area" | "taylor" => assert!(matches!(refused, TableFileError::Scored(_)), "{refused}"),
            _ => assert!(matches!(refused, TableFileError::Rules(_)), "{refused}"),
        }
    }
}

/// Each stone can count as a prisoner and each point as territory, but no more.
#[test]
fn more_than_twice_the_points_is_impossible_under_territory() {
    let board = board("path:2");
    let rules = Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    };
    let table = |value| {
        let values = [[0, 0], [value, value]];
        Table::new(&board, rules, representatives(&board), &values)
    };
    assert!(table(4).is_ok());
    let refused = table(5).expect_err("5 is too much").to_string();
    assert!(refused.contains("by more than 4"), "{refused}");
}
