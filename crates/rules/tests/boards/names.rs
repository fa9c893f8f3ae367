//! Refused names of boards, and names of points.

use koproof_rules::{Board, BoardError, MAX_POINTS, families};
use proptest::prelude::*;

use crate::board;

fn refused(name: &str) -> String {
    match name.parse::<Board>() {
        Ok(board) => panic!("{name:?} is read as {board:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn unknown_boards_are_answered_with_names_to_try() {
    let try_these = "try 2x3, path:9, cycle:7, g6:EFz_ …";
    for (name, word, byte) in [
        ("", "", 1),
        ("foo", "foo", 1),
        ("x3", "x3", 1),
        ("2x3+", "", 5),
        ("+2x3", "", 1),
        ("2x3+bar:7", "bar", 5),
        ("ĝrafo", "ĝrafo", 1),
    ] {
        assert_eq!(
            refused(name),
            format!(
                "board {name:?}: {word:?} at byte {byte} is not the name of a kind of board: {try_these}"
            )
        );
    }
    // Lines of a list in such a format.
    for (name, byte, format) in [(":An", 1, "sparse6"), ("2x3+&AO", 5, "digraph6")] {
        let expected = format!(
            "board {name:?}: byte {byte} begins {format}, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)"
        );
        assert_eq!(refused(name), expected);
    }
    for (name, example) in [
        ("pth:9", "path:9"),
        ("Path:9", "path:9"),
        ("cycel:4", "cycle:4"),
        ("Cycle:5", "cycle:5"),
        ("Cycle:2", "cycle:7"),
        ("peterson", "petersen"),
        ("icosaedron", "icosahedron"),
        ("wheels:5", "wheel:5"),
        ("graph6:Bw", "path:9"),
        ("G6:Bw", "g6:Bw"),
    ] {
        let message = refused(name);
        let expected = format!("did you mean {example}?");
        // "graph6" is not close to any family's word.
        assert_eq!(
            message.contains(&expected),
            name != "graph6:Bw",
            "{message}"
        );
    }
}

#[test]
fn names_with_a_slip_tell_the_byte_and_what_belongs_there() {
    for (name, problem) in [
        (
            "path",
            "it ends at byte 4, but a colon belongs there, as in path:9",
        ),
        (
            "path:",
            "it ends at byte 5, but a number belongs there, as in path:9",
        ),
        (
            "path:x",
            "byte 6 is 'x', but a number belongs there, as in path:9",
        ),
        (
            "path:-3",
            "byte 6 is '-', but a number belongs there, as in path:9",
        ),
        (
            "path:3 ",
            "byte 7 is ' ', but the end of the name belongs there, as in path:9",
        ),
        (
            "path:3\n",
            "byte 7 is '\\n', but the end of the name belongs there, as in path:9",
        ),
        (
            "cube:3",
            "byte 5 is ':', but the end of the name belongs there, as in cube",
        ),
        ("2", "it ends at byte 1, but an x belongs there, as in 2x3"),
        (
            "2x",
            "it ends at byte 2, but a number belongs there, as in 2x3",
        ),
        (
            "2x3x4",
            "byte 4 is 'x', but the end of the name belongs there, as in 2x3",
        ),
        ("2×3", "byte 2 is '×', but an x belongs there: write 2x3"),
        ("2X2", "byte 2 is 'X', but an x belongs there: write 2x2"),
        (
            "1x3+torus:4*5",
            "byte 12 is '*', but an x belongs there: write 4x5",
        ),
        ("2X", "byte 2 is 'X', but an x belongs there, as in 2x3"),
        ("2X2X2", "byte 2 is 'X', but an x belongs there, as in 2x3"),
        (
            "torus:3",
            "it ends at byte 7, but an x belongs there, as in torus:3x3",
        ),
        (
            "bipartite:3x3",
            "byte 12 is 'x', but a comma belongs there, as in bipartite:3,3",
        ),
        (
            "path:3+path:+2x3",
            "byte 13 is '+', but a number belongs there, as in path:9",
        ),
        (
            "edges:",
            "it ends at byte 6, but a number belongs there, as in edges:0-1,1-2,2-0,3",
        ),
        (
            "edges:0-1,",
            "it ends at byte 10, but a number belongs there, as in edges:0-1,1-2,2-0,3",
        ),
        (
            "edges:0-1-2",
            "byte 10 is '-', but the end of the name belongs there, as in edges:0-1,1-2,2-0,3",
        ),
        (
            "0x3",
            "the number at byte 1 is 0, but must be at least 1, as in 2x3",
        ),
        (
            "path:0",
            "the number at byte 6 is 0, but must be at least 1, as in path:9",
        ),
        (
            "cycle:2",
            "the number at byte 7 is 2, but must be at least 3, as in cycle:7",
        ),
        (
            "wheel:3",
            "the number at byte 7 is 3, but must be at least 4, as in wheel:6",
        ),
        (
            "torus:3x2",
            "the number at byte 9 is 2, but must be at least 3, as in torus:3x3",
        ),
        (
            "prism:2",
            "the number at byte 7 is 2, but must be at least 3, as in prism:3",
        ),
        (
            "edges:0-1,2-2",
            "the edge at byte 11 joins point 2 to itself: write two different points",
        ),
        (
            "hypercube:128",
            "the number at byte 11 is too large for any board: write a smaller one, as in hypercube:4",
        ),
        (
            "path:1234567890123456789",
            "the number at byte 6 is too large for any board: write a smaller one, as in path:9",
        ),
        (
            "@k33.g6",
            "byte 1 begins the name of a file, and a name of a board reads none: write its graph as g6:…",
        ),
        (
            "2x2+@k33.g6",
            "byte 5 begins the name of a file, and a name of a board reads none: write its graph as g6:…",
        ),
        ("g6:", "graph6 is missing after byte 3: a triangle is Bw"),
        (
            "g6:B w",
            "byte 5 is ' ', but graph6 has only the characters from '?' to '~'",
        ),
        ("g6:C", "graph6 of 4 points is 2 bytes long, but here are 1"),
        (
            "2x2+g6:Bx",
            "byte 9 has bits beyond the last pair of points: the text is damaged",
        ),
    ] {
        assert_eq!(refused(name), format!("board {name:?}: {problem}"));
    }
}

#[test]
fn too_many_points_are_counted_and_refused_before_anything_is_allocated() {
    for (name, points) in [
        ("path:513", 513),
        ("path:99999999999999", 99_999_999_999_999),
        ("complete:999999999999999999", 999_999_999_999_999_999),
        ("1x513", 513),
        ("100000000000000000x10", 1_000_000_000_000_000_000),
        ("torus:23x23", 529),
        ("bipartite:300,300", 600),
        ("prism:257", 514),
        ("hex:14", 547),
        (
            "hex:999999999999999999",
            3 * 999_999_999_999_999_999 * 999_999_999_999_999_998 + 1,
        ),
        ("honeycomb:10", 600),
        ("cube-surface:10", 600),
        ("hypercube:10", 1024),
        ("hypercube:127", 1 << 127),
        ("edges:0-512", 513),
        ("edges:77777777777-0", 77_777_777_778),
        ("path:512+1x1", 513),
        ("g6:~~~~~~~~", (1 << 36) - 1),
    ] {
        let limit = MAX_POINTS;
        let expected = Err(BoardError::TooManyPoints { points, limit });
        assert_eq!(name.parse::<Board>(), expected, "{name}");
    }
    for name in [
        "path:512",
        "hex:13",
        "honeycomb:9",
        "complete:512",
        "edges:511",
        "path:511+1x1",
    ] {
        assert!(board(name).points() <= MAX_POINTS);
    }
}

#[test]
fn numbers_may_have_leading_zeros_and_the_name_drops_them() {
    assert_eq!(board("path:0009"), board("path:9"));
    assert_eq!(board("02x0000000000000000000003"), board("2x3"));
    assert_eq!(board("edges:00-01").name(), "edges:0-1");
}

#[test]
fn grids_have_letters_for_columns_and_numbers_from_the_bottom() {
    let board = board("2x3");
    let names: Vec<_> = (0..6).map(|point| board.point_name(point)).collect();
    assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
    // No letter is skipped: column 9 is i.
    let go = crate::board("19x19");
    assert_eq!(go.point_name(8), "i19");
    assert_eq!(go.point_name(360), "s1");
    assert_eq!(go.parse_point("S1"), Ok(360));
    assert_eq!(crate::board("1x26").point_name(25), "z1");
    assert_eq!(crate::board("1x27").point_name(26), "26");
    assert_eq!(crate::board("512x1").point_name(0), "a512");
    assert_eq!(crate::board("cycle:7").point_name(6), "6");
}

#[test]
fn wrong_points_are_answered_with_the_right_names() {
    let grid = "points are a1 to c2 (letter = column, number = row from the bottom)";
    let numbered = "points are the numbers 0 to 6";
    for (name, expected, texts) in [
        (
            "2x3",
            grid,
            &[
                "",
                "a",
                "a0",
                "a3",
                "d1",
                "1a",
                "a01",
                "a+1",
                "a-1",
                "a1 ",
                " a1",
                "é1",
                "aé",
                "3",
                "a99999999999",
                "A 1",
                "`1",
                "{1",
            ][..],
        ),
        (
            "cycle:7",
            numbered,
            &["", "7", "-1", "+1", "01", "a1", " 1", "99999999999999"],
        ),
        ("1x1", "the only point is a1", &["a2", "b1", "0"]),
        ("path:1", "the only point is 0", &["1", "a1"]),
    ] {
        for &text in texts {
            let error = board(name).parse_point(text).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("no point {text:?} here: {expected}")
            );
        }
    }
}

#[test]
fn long_texts_are_cut_in_messages() {
    let long = "é".repeat(100_000);
    let message = refused(&long);
    assert!(message.len() < 400 && !message.contains('\n'), "{message}");
    let message = board("2x2").parse_point(&long).unwrap_err().to_string();
    assert!(message.len() < 400, "{message}");
}

/// Generates texts that resemble names of boards.
fn almost_names() -> impl Strategy<Value = String> {
    let words = families()
        .iter()
        .map(|family| family.example)
        .collect::<Vec<_>>();
    let piece = prop_oneof![
        4 => proptest::sample::select(words).prop_map(str::to_owned),
        2 => "[0-9]{1,22}",
        2 => "[a-z0-9:+x,~?@-]{0,6}",
        1 => ".{0,3}",
    ];
    proptest::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_name_panics_and_every_message_is_one_short_line(name in almost_names()) {
        match name.parse::<Board>() {
            Ok(board) => {
                prop_assert!((1..=MAX_POINTS).contains(&board.points()));
                prop_assert_eq!(board.name().parse::<Board>(), Ok(board.clone()));
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(!message.contains(['\n', '\r']) && message.len() < 1000);
            }
        }
    }

    #[test]
    fn names_of_points_are_read_back(rows in 1u16..20, columns in 1u16..28, at in any::<u16>()) {
        let grid = Board::grid(rows.min(512 / columns), columns).unwrap();
        let point = at % grid.points() as u16;
        let name = grid.point_name(point);
        prop_assert_eq!(grid.parse_point(&name), Ok(point));
        prop_assert_eq!(grid.parse_point(&name.to_uppercase()), Ok(point));
    }

    #[test]
    fn only_names_of_points_are_read(text in "[a-zA-Z0-9+é]{0,4}") {
        for name in ["3x3", "path:12", "1x30"] {
            let board = board(name);
            let named = (0..board.points() as u16)
                .find(|&point| board.point_name(point) == text.to_ascii_lowercase());
            prop_assert_eq!(board.parse_point(&text).ok(), named);
        }
    }
}
