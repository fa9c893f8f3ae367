//! Messages that repeat texts from outside.

use koproof_rules::text::{self, quoted, shortened};
use koproof_rules::{
    Board, Coloring, Graph, Komi, Margin, Player, Ruleset, Scoring, Suicide, Superko,
};

fn said<T, E: ToString>(result: Result<T, E>) -> Result<(), String> {
    result.map(|_| ()).map_err(|error| error.to_string())
}

/// Every kind of message about a text, for this text.
fn messages(text: &str) -> Vec<String> {
    let board: Board = "path:2".parse().expect("a board");
    let wide: Board = Board::new(text, 65, []).expect("65 points");
    let moves = |turns: &str| said(text::parse_moves(&board, turns));
    let results = [
        said(text.parse::<Ruleset>()),
        said(text.parse::<Superko>()),
        said(text.parse::<Suicide>()),
        said(text.parse::<Scoring>()),
        said(text.parse::<Komi>()),
        said(text.parse::<Margin>()),
        said(text.parse::<Player>()),
        said(text.parse::<Board>()),
        said(format!("g6:{text}").parse::<Board>()),
        said(Board::from_content("@file", text)),
        said(Graph::<1>::new(&wide)),
        said(Coloring::<1, 2>::from_symbols(text)),
        said(text::parse_position::<1, 2>(
            &board,
            &Graph::new(&board).expect("two points"),
            text,
        )),
        moves(text),
        moves(&format!("b {text}")),
        moves(&format!("1.B[0] 3.W[{text}]")),
    ];
    results.map(|result| result.expect_err("bad text")).into()
}

#[test]
fn a_text_from_outside_does_not_break_or_fill_a_message() {
    let long = "x\ny".repeat(1000);
    for text in ["\nx", "\u{1b}[2J", "line\u{2028}two\r\n", &long] {
        for message in messages(text) {
            assert!(message.chars().count() < 300, "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(!message.contains('\u{2028}'), "{message:?}");
        }
    }
}

#[test]
fn only_long_texts_are_cut() {
    let (fits, long) = ("é".repeat(40), "é".repeat(41));
    assert_eq!(shortened(&fits), fits);
    assert_eq!(shortened(&long), format!("{fits}…"));
    assert_eq!(quoted(&fits), format!("{fits:?}"));
    assert_eq!(quoted(&long), format!("{fits:?}…"));
}

#[test]
fn nothing_of_a_move_list_is_dropped() {
    let board: Board = "2x2".parse().expect("a board");
    for (moves, dropped) in [
        ("1.B[a2] w b2, b a1, 4.W[b1]", "w b2, b a1, 4.W[b1]"),
        ("1.B[a2] +2.W[b1]", "+2.W[b1]"),
        ("1.B[a2] oops 2.W[b1]", "oops 2.W[b1]"),
        (
            "1.B[a2] 99999999999999999999.W[b1]",
            "99999999999999999999.W[b1]",
        ),
    ] {
        let refused = text::parse_moves(&board, moves).expect_err("two turns are one");
        assert!(refused.to_string().contains(dropped), "{refused}");
    }
    let turns = text::parse_moves(&board, "1.B[a2] w [b2], 3 . B[a1]").expect("three turns");
    assert_eq!(turns.len(), 3);
}

#[test]
fn a_list_may_end_with_a_comma_and_has_no_empty_moves() {
    let board: Board = "2x2".parse().expect("a board");
    let turns = |moves| text::parse_moves(&board, moves);
    for (moves, count) in [
        ("", 0),
        ("b a2", 1),
        ("b a2, w b2,", 2),
        ("b a2; w b2; ", 2),
    ] {
        assert_eq!(turns(moves).expect("moves").len(), count, "{moves}");
    }
    for (moves, number) in [(",", 1), ("b a2,, w b2", 2), ("b a2, ,", 2)] {
        let refused = turns(moves).expect_err("a move is empty").to_string();
        assert_eq!(
            refused,
            format!("move {number} '' names no player; write b a2, w pass")
        );
    }
}

#[test]
fn moves_without_commas_are_refused_with_the_comma_that_is_missing() {
    let board: Board = "2x2".parse().expect("a board");
    let refused = |moves| {
        let refused = text::parse_moves(&board, moves).expect_err("no point has this name");
        refused.to_string()
    };
    for moves in ["b a2 w b2", "b a2 w b2 b a1 w b1"] {
        let said = refused(moves);
        let cure = "; separate moves by commas: b a2, w b2";
        assert!(said.ends_with(cure), "{said}");
    }
    for moves in ["b a2 b2", "b a2 or b2", "b z9"] {
        let said = refused(moves);
        assert!(!said.contains("comma"), "{said}");
    }
}
