//! Positions in which one side is tens of thousands of prisoners ahead, at the edge of the scores that a bound can
//! state.

use std::fmt::Write;

use koproof_verify::{CheckError, Checked, Problem, Reason};

use crate::draft::{Draft, PATH_OF_THREE};

/// Pairs of joined points on which Black loses stones.
const PAIRS: usize = 16;
/// The most plays of Black in the moves of a header, while White passes.
const PLAYS: usize = 1 << 15;

/// Returns pairs of points, all joined to one more point. White has a stone there, and Black fills pair after pair by
/// suicide.
fn board() -> String {
    let mut edges = String::from("edges:");
    for pair in 0..PAIRS {
        let (one, other, white) = (2 * pair, 2 * pair + 1, 2 * PAIRS);
        let comma = if pair == 0 { "" } else { "," };
        write!(edges, "{comma}{one}-{other},{one}-{white},{other}-{white}").expect("a string");
    }
    edges
}

/// Returns the word of the reflected Gray code with this number: the pairs that have a black stone.
fn word(number: usize) -> usize {
    number ^ number >> 1
}

fn position(number: usize) -> String {
    let pair = |pair| match word(number) >> pair & 1 {
        0 => "..",
        _ => "X.",
    };
    (0..PAIRS).map(pair).collect::<String>() + "O"
}

/// Checks a certificate whose header plays through these words of the Gray code. Each play sets a stone or fills a
/// pair, so no coloring repeats, and every other play loses two stones.
///
/// The certificate states this score for Black, and its proof does not use unconditional life.
fn check(
    words: impl IntoIterator<Item = usize>,
    plays: usize,
    stated: i32,
) -> Result<Checked, CheckError> {
    let words: Vec<usize> = words.into_iter().take(plays + 1).collect();
    let mut moves = Vec::new();
    for pair in words.windows(2) {
        let (before, after) = (word(pair[0]), word(pair[1]));
        let pair = (before ^ after).trailing_zeros() as usize;
        moves.push(format!("{} pass", 2 * pair + (before >> pair & 1)));
    }
    let (first, last) = (words[0], words[plays]);
    let moves = moves.join(" ");
    let (start, end) = (position(first), position(last));
    // Every point belongs to White, and the stones on the board count now.
    let stones = word(last).count_ones() as i32 - 1;
    let sure = -(2 * PAIRS as i32 + 1) - stones;
    let (board, stated) = (board(), stated.to_string());
    let draft = Draft {
        board: &board,
        scoring: "territory",
        statement: Ok([&start, "black", &moves, &stated, "-"]),
        items: &[
            &format!("s black 1 {end} >= {sure} alive"),
            &format!("r black {end} >= {stated} 0"),
        ],
        ..PATH_OF_THREE
    };
    draft.check()
}

fn refusal(words: impl IntoIterator<Item = usize>, stated: i32) -> Reason {
    let checked = check(words, PLAYS, stated);
    checked.expect_err("it should be refused").reason
}

/// The opposite of -32,768 is no `i16`. If it wrapped to -32,768, Black would get 32,734.
#[test]
fn who_is_32_768_prisoners_behind_is_not_that_many_ahead() {
    let reason = refusal(1 << 14.., 32_768 - 34);
    assert!(
        matches!(reason, Reason::TooManyPrisoners(-32_768)),
        "{reason}"
    );
}

#[test]
fn more_prisoners_than_a_bound_can_speak_of_are_refused() {
    // Two stones lie there at the start, and none at the end.
    let reason = refusal((0..=PLAYS).rev(), 0);
    assert!(
        matches!(reason, Reason::TooManyPrisoners(-32_770)),
        "{reason}"
    );
    assert!(
        reason
            .to_string()
            .contains("one side 32770 prisoners ahead")
    );
}

#[test]
fn a_stated_score_of_32_767_is_proved_and_one_more_is_refused() {
    // Black has lost 32,730 stones minus those on the board. The rest of the game gives -32 points minus those stones.
    let stated = |score| check(1 << 14.., PLAYS - 40, score);
    let checked = stated(-32_767).expect("it is proved");
    assert_eq!(checked.proved[0].bound.score(), -32_767);
    let refused = stated(-32_768)
        .expect_err("it should be refused")
        .to_string();
    assert!(
        refused.ends_with(&Problem::StatedScore(-32_768).to_string()),
        "{refused}"
    );
    let refused = stated(32_768)
        .expect_err("it should be refused")
        .to_string();
    assert!(
        refused.contains("a score from -32767 to 32767"),
        "{refused}"
    );
}
