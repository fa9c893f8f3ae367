//! False derivations about scores: life, passing forever and prisoners.

use koproof_rules::{Ruleset, Scoring, Suicide, Superko};
use koproof_verify::{Bound, Reason, Spot};

use super::{forged, keep, question, rules};
use crate::draft::{Draft, PATH_OF_THREE};
use crate::judge::Fault;

/// A stand-off on 3x4: each side has two eyes, and the corner region of two points belongs to nobody.
#[test]
fn a_region_that_may_be_filled_is_given_to_the_opponent() {
    let draft = Draft {
        board: "3x4",
        statement: Ok([".XO.XXOO.XO.", "black", "-", "0", "0"]),
        items: &[
            "s black 0 .XO.XXOO.XO. >= 0 alive",
            "s black 0 .XO.XXOO.XO. <= 0 alive",
            "r black .XO.XXOO.XO. >= 0 0",
            "r black .XO.XXOO.XO. <= 0 1",
        ],
        ..PATH_OF_THREE
    };
    draft.check().unwrap();
    for (name, bounds, items) in [
        (
            "careless-life-black",
            ["1", "-"],
            [
                "s black 0 .XO.XXOO.XO. >= 1 alive",
                "r black .XO.XXOO.XO. >= 1 0",
            ],
        ),
        (
            "careless-life-white",
            ["-", "-1"],
            [
                "s black 0 .XO.XXOO.XO. <= -1 alive",
                "r black .XO.XXOO.XO. <= -1 0",
            ],
        ),
    ] {
        let forged = Draft {
            statement: Ok([".XO.XXOO.XO.", "black", "-", bounds[0], bounds[1]]),
            items: &items,
            ..draft
        };
        keep(name, &forged.text());
        let refusal = forged.refusal();
        assert!(
            matches!(refusal.reason, Reason::Life { score: 0, .. }),
            "{refusal}"
        );
    }
}

/// `O.X.` with Black only passing ends as `.O.O` where suicide is legal.
#[test]
fn suicide_gains_what_a_player_who_only_passes_seemed_to_hold() {
    let draft = Draft {
        board: "path:4",
        statement: Ok(["O.X.", "white", "-", "1", "-"]),
        items: &["s white 0 O.X. >= 1 pass-forever", "r white O.X. >= 1 0"],
        ..PATH_OF_THREE
    };
    keep("passing-beside-a-suicide", &draft.text());
    let refusal = draft.refusal();
    assert!(
        matches!(refusal.reason, Reason::PassForever { score: -4, .. }),
        "{refusal}"
    );
    let forbid = Draft {
        suicide: "forbid",
        ..draft
    };
    forbid.check().unwrap();
}

/// Prisoners of a play count, also under an exchange of the colors.
#[test]
fn prisoners_are_not_forgotten() {
    for (board, start) in [("path:2", "X."), ("path:3", "O..")] {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            let rules = Ruleset {
                scoring: Scoring::Territory,
                ..rules(Superko::Positional, suicide)
            };
            let question = question(board, start, rules);
            let points = start.len();
            let name = format!("prisoners-forgotten-{points}-points-suicide-{suicide}");
            let refusal = forged(&name, &question, Fault::PrisonersForgotten);
            assert!(
                matches!(refusal.reason, Reason::NotImplied { .. }),
                "{refusal}"
            );
        }
    }
}

/// White captures a stone and owns its point: −2. It would be −1 without the prisoner, and 0 if the prisoner counted
/// for Black.
#[test]
fn a_prisoner_counts_once_and_for_the_player_who_took_it() {
    let [exact, forgotten, wrong] = [-2, -1, 0].map(|score| {
        let items = [
            "s black 0 .O >= -1 pass-forever".to_owned(),
            "s black 1 X. >= 1 stop".to_owned(),
            format!("s white 0 X. >= {score} replies 1:0 pass:1"),
            format!("r white X. >= {score} 2"),
        ];
        let score = score.to_string();
        let draft = Draft {
            board: "path:2",
            suicide: "forbid",
            scoring: "territory",
            statement: Ok(["X.", "white", "-", &score, "-"]),
            items: &items.each_ref().map(String::as_str),
            ..PATH_OF_THREE
        };
        (draft.text(), draft.check())
    });
    exact.1.unwrap();
    for (name, (text, checked)) in [
        ("prisoner-forgotten-by-hand", forgotten),
        ("prisoner-of-the-wrong-side-by-hand", wrong),
    ] {
        keep(name, &text);
        let refusal = checked.expect_err("it should be refused");
        assert_eq!(refusal.spot, Spot::Step(2));
        assert!(
            matches!(
                refusal.reason,
                Reason::NotImplied {
                    child: 0,
                    found: Bound::AtLeast(-1),
                    ..
                }
            ),
            "{refusal}"
        );
    }
}

/// `O.X.` with Black only passing: White takes the stone after a suicide of two, which is worth 2 − 1 − 2.
#[test]
fn who_only_passes_is_not_spared_the_captures_nor_denied_the_suicides() {
    for (score, is_accepted) in [(-1, true), (0, false), (1, false)] {
        let items = [
            format!("s white 0 O.X. >= {score} pass-forever"),
            format!("r white O.X. >= {score} 0"),
        ];
        let draft = Draft {
            board: "path:4",
            scoring: "territory",
            statement: Ok(["O.X.", "white", "-", &score.to_string(), "-"]),
            items: &items.each_ref().map(String::as_str),
            ..PATH_OF_THREE
        };
        match draft.check() {
            Ok(_) => assert!(is_accepted, "{score}"),
            Err(refusal) => {
                assert!(!is_accepted, "{score}: {refusal}");
                assert!(matches!(
                    refusal.reason,
                    Reason::PassForever { score: -1, .. }
                ));
            }
        }
    }
}

/// A living chain counts its territory but not its stones, which are already on the board.
#[test]
fn living_stones_are_no_points_under_territory() {
    for (score, is_accepted) in [(2, true), (3, false)] {
        let items = [
            format!("s white 0 .X. >= {score} alive"),
            format!("r white .X. >= {score} 0"),
        ];
        let draft = Draft {
            scoring: "territory",
            statement: Ok([".X.", "white", "-", &score.to_string(), "-"]),
            items: &items.each_ref().map(String::as_str),
            ..PATH_OF_THREE
        };
        assert_eq!(draft.check().is_ok(), is_accepted, "{score}");
    }
}

/// Version 2 is only for territory. Area has version 1, so each certificate has exactly one text.
#[test]
fn version_2_says_territory_and_nothing_else() {
    for scoring in ["taylor", "Territory"] {
        let draft = Draft {
            scoring,
            ..PATH_OF_THREE
        };
        let refusal = draft.refusal().to_string();
        assert!(refusal.contains("territory"), "{refusal}");
    }
}
