//! Roots, headers and limits: whether a certificate proves what it states.

use koproof_verify::{Reason, Spot, check_within, never_stop};

use super::{ALIVE, refused};
use crate::draft::{Draft, PATH_OF_THREE};

#[test]
fn roots_prove_what_is_stated() {
    const PLAY: &str = "s black 0 ... >= 3 play 1 0";
    assert_refused!(
        [ALIVE, "r white .X. >= 3 0"],
        Spot::Root(0),
        Reason::AnotherRoot { .. }
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 2 1"],
        Spot::Root(0),
        Reason::NotStated(_)
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... <= 3 1"],
        Spot::Root(0),
        Reason::NotStated(_)
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 3 1", "r black ... >= 3 1"],
        Spot::Root(1),
        Reason::StatedTwice
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 3 0"],
        Spot::Root(0),
        Reason::AnotherState { .. }
    );
    assert_refused!([ALIVE, PLAY], Spot::End, Reason::NotProved(_));
    assert_refused!(
        [
            ALIVE,
            PLAY,
            "s black 0 ... >= 3 weaken 1 avoid - need X..",
            "r black ... >= 3 2"
        ],
        Spot::Root(0),
        Reason::HistoryLacks { .. }
    );
    let history = Draft {
        board: "path:2",
        statement: Ok(["..", "black", "0 1 pass", "-", "-2"]),
        items: &[
            "s white 1 .O <= -2 stop",
            "s white 1 .O <= -2 weaken 0 avoid X. need -",
            "r white .O <= -2 1",
        ],
        ..PATH_OF_THREE
    };
    assert!(matches!(
        history.refusal().reason,
        Reason::HistoryHolds { child: 1, .. }
    ));
}

#[test]
fn tables_have_the_roots_they_state() {
    let table = |roots, items: &[&str]| {
        let draft = Draft {
            statement: Err(roots),
            items,
            ..PATH_OF_THREE
        };
        let refusal = draft.refusal();
        (refusal.spot, refusal.reason)
    };
    const ROOT: &str = "r white .X. >= 3 0";
    let count = table(2, &[ALIVE, ROOT]);
    assert!(matches!(
        count,
        (
            Spot::End,
            Reason::RootCount {
                stated: 2,
                found: 1
            }
        )
    ));
    let count = table(1, &[ALIVE, ROOT, "r white .X. >= 2 0"]);
    assert!(matches!(
        count,
        (
            Spot::Root(1),
            Reason::RootCount {
                stated: 1,
                found: 2
            }
        )
    ));
    let twice = table(2, &[ALIVE, ROOT, "r white .X. >= 2 0"]);
    assert!(matches!(twice, (Spot::Root(1), Reason::StatedTwice)));
    let passes = table(1, &["s white 1 .X. >= 3 alive", ROOT]);
    assert!(matches!(
        passes,
        (Spot::Root(0), Reason::AnotherState { .. })
    ));
    let needs = table(
        1,
        &[
            ALIVE,
            "s white 0 .X. >= 3 weaken 0 avoid - need ...",
            "r white .X. >= 3 1",
        ],
    );
    assert!(matches!(
        needs,
        (Spot::Root(0), Reason::HistoryLacks { .. })
    ));
    let range = table(1, &[ALIVE, "r white .X. >= -65 0"]);
    assert!(matches!(range, (Spot::Root(0), Reason::ScoreRange { .. })));
}

/// The bound in the message is the one in the file, not the one that is left to prove after the moves.
#[test]
fn a_stated_bound_out_of_range_is_named_as_it_is_stated() {
    let draft = |at_least| Draft {
        scoring: "territory",
        // Black takes the stone at 0.
        statement: Ok(["O..", "black", "1", at_least, "-"]),
        ..PATH_OF_THREE
    };
    assert_eq!(
        draft("130").refusal().to_string(),
        "the header is refused: the bound >= 130 is not within -127 and 129, the range after moves with +1 in prisoners"
    );
    for at_least in ["129", "-127"] {
        let refusal = draft(at_least).refusal();
        assert!(!matches!(refusal.spot, Spot::Header), "{refusal}");
    }
    let refusal = draft("-128").refusal();
    assert!(
        matches!(refusal.reason, Reason::ScoreRange { gained: 1, .. }),
        "{refusal}"
    );
}

#[test]
fn headers_make_sense() {
    let header = |statement: [&str; 5], symmetries: &[&str]| {
        let draft = Draft {
            statement: Ok(statement),
            symmetries,
            ..PATH_OF_THREE
        };
        let refusal = draft.refusal();
        assert!(matches!(refusal.spot, Spot::Header), "{refusal}");
        refusal.reason
    };
    let start = ["...", "black", "-", "3", "3"];
    assert!(matches!(
        header(start, &["1 0 2 keep"]),
        Reason::NoAutomorphism(1)
    ));
    assert!(matches!(
        header(start, &["2 1 0 keep", "0 0 0 swap"]),
        Reason::NoAutomorphism(2)
    ));
    assert!(matches!(
        header(["XXX", "black", "-", "3", "3"], &[]),
        Reason::NoLiberty(_)
    ));
    assert_eq!(
        header(["...", "black", "-", "65", "-"], &[]).to_string(),
        "the bound >= 65 is not within -64 and 64"
    );
    let moves = |moves| header(["...", "black", moves, "3", "3"], &[]);
    assert!(matches!(
        moves("1 1"),
        Reason::IllegalMove { number: 2, .. }
    ));
    assert!(matches!(
        moves("1 0"),
        Reason::IllegalMove { number: 2, .. }
    ));
    assert!(matches!(moves("pass pass"), Reason::GameOver));
    assert!(matches!(
        moves("pass pass 1"),
        Reason::IllegalMove { number: 3, .. }
    ));
}

#[test]
fn too_much_at_once_is_refused() {
    let text = PATH_OF_THREE.text();
    let within = |most| check_within(text.as_bytes(), most, &mut never_stop);
    within(1).unwrap();
    let refusal = within(0).unwrap_err();
    assert!(matches!(refusal.reason, Reason::TooManyRecords(0)));
    // White alone can build more than a million colorings of the empty 5x5.
    let empty = ".".repeat(25);
    let draft = Draft {
        board: "5x5",
        statement: Ok([&empty, "black", "-", "-25", "-"]),
        items: &[&format!("s black 0 {empty} >= -25 pass-forever")],
        ..PATH_OF_THREE
    };
    assert!(matches!(
        draft.refusal().reason,
        Reason::TooManyColorings(_)
    ));
}
