//! Files whose header announces more values than its board can have.

use koproof_tables::TableFileError;

use crate::file::{Header, path_of_two_header, refusal};
use crate::synthetic::board;

/// Returns the header of a file for a board with so many pairs of equal values, which take no bytes.
fn header(name: &str, representatives: u64) -> Header {
    let board = board(name);
    Header {
        board: name.to_owned(),
        graph6: board.to_graph6(),
        points: board.points() as u16,
        representatives,
        bits: 0,
        ..path_of_two_header()
    }
}

/// Numbering the colorings of complete:17 takes a minute. The file has 134 bytes, and claimed 258 MB of values.
#[test]
fn more_pairs_than_orbits_are_refused_before_colorings_are_numbered() {
    for (name, announced) in [("complete:17", 3_u64.pow(17)), ("path:17", 3_u64.pow(17))] {
        let error = refusal(&header(name, announced), &[]);
        assert!(
            matches!(error, TableFileError::Orbits { representatives, .. } if representatives == announced),
            "{name}: {error}"
        );
    }
}

/// The minute would not be needed to see that these values are too few.
#[test]
fn too_few_pairs_are_refused_while_colorings_are_numbered() {
    let error = refusal(&header("complete:17", 1_000), &[]);
    assert!(matches!(error, TableFileError::TooFew(1_000)), "{error}");
}

/// The nine colorings of two points are `..`, `X.`, `XX` and `XO` up to symmetry and exchange of the colors; the last
/// two are illegal.
#[test]
fn illegal_colorings_count_until_the_legal_ones_are_numbered() {
    for announced in 0..=9 {
        if announced == 2 {
            continue;
        }
        let error = refusal(&header("path:2", announced), &[]);
        match error {
            TableFileError::Orbits { most, .. } => assert!(announced > most && most == 4),
            TableFileError::Table(_) => {
                assert!(announced <= 4);
                let count = format!("but there are values for {announced}");
                assert!(error.to_string().contains(&count), "{error}");
            }
            other => panic!("{announced}: {other}"),
        }
    }
}
