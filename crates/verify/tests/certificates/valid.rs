//! Certificates that are accepted.

use std::io::{Cursor, Read};
use std::ops::ControlFlow;

use koproof_rules::{Coloring, Move, Player, Point, Ruleset, Scoring, Suicide, Superko};
use koproof_verify::{
    Bound, CertificateReader, Derived, Form, MAX_RECORDS, Oracle, OracleMove, Reason, Spot, State,
    StatedBound, check, check_aloud, check_limiting, never_stop,
};

use crate::draft::{Draft, PATH_OF_THREE};
use crate::judge::judge;
use crate::prover::{Certificate, Question};

#[test]
fn path_of_three_is_worth_three_to_black() {
    let checked = PATH_OF_THREE.check().unwrap();
    let state = State {
        coloring: Coloring::EMPTY,
        to_move: Player::BLACK,
        passes: 0,
    };
    let bounds = [Bound::AtLeast(3), Bound::AtMost(3)];
    assert_eq!(
        checked.proved,
        bounds.map(|bound| StatedBound { state, bound })
    );
    assert_eq!(checked.steps, 3);
    assert_eq!(checked.most_live_steps, 2);
    // The record of the play at the middle.
    assert_eq!(checked.most_live_records, 1);
}

/// The checksum in the last line was computed with zlib.
#[test]
fn the_checksum_is_the_usual_one() {
    let text = "koproof certificate 1\ngraph6 @\nsuperko positional\nsuicide allow\nposition\nstart .\nto-move black\n\
                moves -\nat-least 0\nat-most -\nsteps\ns black 0 . >= 0 pass-forever\nr black . >= 0 0\nend 1\n\
                crc32 b09da08c\n";
    check(text.as_bytes(), &mut never_stop).unwrap();
}

/// Black may not recreate `X.` after White's capture, because the game started there: White gets both points.
#[test]
fn one_of_two_stones_is_lost_under_positional_superko() {
    let draft = Draft {
        board: "path:2",
        statement: Ok(["X.", "black", "-", "-2", "-2"]),
        items: &[
            // Black does not play at the point that White takes next.
            "s white 1 .O <= -2 stop",
            "s black 0 .O <= -2 replies 0:blocked pass:0",
            // Black fills the board and loses all stones: White takes the other point.
            "s white 0 .. <= -2 play 1 1",
            "s white 1 X. <= -2 play 1 1",
            "s black 0 X. <= -2 replies 1:2 pass:3",
            "r black X. <= -2 4",
            "s black 0 X. >= -2 alive",
            "r black X. >= -2 5",
        ],
        ..PATH_OF_THREE
    };
    draft.check().unwrap();
    let forbid = Draft {
        suicide: "forbid",
        items: &[
            "s white 1 .O <= -2 stop",
            "s black 0 .O <= -2 replies 0:blocked pass:0",
            "s white 1 X. <= -2 play 1 1",
            "s black 0 X. <= -2 replies pass:2",
            "r black X. <= -2 3",
            "s black 0 X. >= -2 pass-forever",
            "r black X. >= -2 4",
        ],
        ..draft
    };
    forbid.check().unwrap();
}

#[test]
fn a_table_proves_bounds_on_many_positions() {
    let draft = Draft {
        statement: Err(4),
        symmetries: &["0 1 2 swap"],
        items: &[
            "s white 0 .X. >= 3 alive",
            "s black 0 ... >= 3 play 1 0",
            "r black ... >= 3 1",
            "r white ... <= -3 1/1",
            "r white .X. >= 2 0",
            "r white .X. <= 3 2",
        ],
        ..PATH_OF_THREE
    };
    let mut items = draft.items.to_vec();
    items.insert(5, "s white 0 .X. <= 3 pass-forever");
    let draft = Draft {
        items: &items,
        ..draft
    };
    assert_eq!(draft.check().unwrap().proved.len(), 4);
}

#[test]
fn weakened_claims_may_be_used() {
    let draft = Draft {
        items: &[
            "s white 0 .X. >= 3 alive",
            "s white 0 .X. >= 1 weaken 0 avoid X..,XX. need O..",
            "s black 0 ... >= 1 play 1 0",
            "s black 0 ... >= 1 weaken 2 avoid - need ...",
            "r black ... >= 1 3",
        ],
        statement: Ok(["...", "black", "-", "1", "-"]),
        ..PATH_OF_THREE
    };
    draft.check().unwrap();
}

#[test]
fn moves_made_before_count() {
    // White may not take the middle again once the board was empty.
    let draft = Draft {
        board: "path:2",
        suicide: "forbid",
        statement: Ok(["..", "black", "0 1 pass", "-", "-2"]),
        items: &["s white 1 .O <= -2 stop", "r white .O <= -2 0"],
        ..PATH_OF_THREE
    };
    draft.check().unwrap();
}

/// On boards whose records fit one word and on larger ones, up to the last point.
#[test]
fn records_are_carried_over_on_boards_of_up_to_64_points() {
    for points in [1, 2, 31, 32, 63, 64] {
        let empty = ".".repeat(points);
        let rest = ".".repeat(points - 1);
        let reversed: Vec<String> = (0..points).rev().map(|image| image.to_string()).collect();
        let reversed = reversed.join(" ") + " swap";
        let least = format!("-{points}");
        let items = [
            format!("s black 0 {rest}O <= {points} alive"),
            format!("s black 0 {rest}O <= {points} weaken 0 avoid - need O{rest}"),
            format!("s black 0 {empty} >= {least} play 0 1/1"),
            format!("r black {empty} >= {least} 2"),
        ];
        let draft = Draft {
            board: &format!("path:{points}"),
            statement: Ok([&empty, "black", "-", &least, "-"]),
            symmetries: &[&reversed],
            items: &items.each_ref().map(String::as_str),
            ..PATH_OF_THREE
        };
        match (points, draft.refusal().reason) {
            // No stone can stand alone on an isolated point.
            (1, Reason::NoLiberty(_)) => {}
            // The need is carried from the first point to the last, and from White to Black.
            (_, Reason::HistoryLacks { record, .. }) => assert_eq!(record, format!("{rest}X")),
            (_, other) => panic!("{points} points: {other}"),
        }
    }
}

fn oracle_value(certificate: &Certificate, question: &Question<'_>) -> i16 {
    let oracle = Oracle::new(&certificate.header.board, question.rules).expect("a small board");
    let mut game = oracle
        .start(question.start, question.to_move)
        .expect("a legal start");
    for taken in question.moves {
        game.play(match taken {
            Move::Pass => OracleMove::Pass,
            Move::Play(point) => OracleMove::Play(point.index() as u16),
        })
        .expect("a legal move");
    }
    game.exact_value(None).expect("there is no limit") as i16
}

#[test]
fn values_with_certificates_are_those_of_the_oracle() {
    let moves = [Move::Play(Point::new(1)), Move::Pass];
    for superko in Superko::ALL {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            for (board, start, made) in [
                ("path:1", ".", 0),
                ("path:2", "..", 0),
                ("path:2", "X.", 0),
                ("path:3", ".O.", 0),
                ("path:4", "....", 1),
                ("path:4", "..O.", 2),
                ("star:4", "...O", 1),
                ("complete:3", "...", 0),
                ("empty:2", "..", 0),
                ("cycle:4", "X...", 2),
            ] {
                let rules = Ruleset {
                    superko,
                    suicide,
                    ..Ruleset::TROMP_TAYLOR
                };
                let question = Question {
                    board,
                    rules,
                    start,
                    to_move: Player::BLACK,
                    moves: &moves[..made],
                };
                proved_as_the_oracle_says(&question);
            }
        }
    }
}

/// The moves take prisoners, which count in the statement of the header but not in the claims.
#[test]
fn territory_is_proved_with_the_prisoners_taken_before() {
    let play = |point| Move::Play(Point::new(point));
    let (mut values, mut captures) = (0, 0);
    for superko in Superko::ALL {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            for (board, start, moves) in [
                ("path:1", ".", vec![]),
                ("path:2", "..", vec![]),
                ("path:2", "..", vec![play(0), play(1)]),
                ("path:3", "...", vec![]),
                ("path:3", "O.X", vec![play(1), play(0), Move::Pass]),
                ("path:4", "X.O.", vec![]),
                ("path:4", ".XO.", vec![play(3)]),
                ("complete:3", "X..", vec![play(1)]),
                ("empty:2", "..", vec![]),
            ] {
                let rules = Ruleset {
                    superko,
                    suicide,
                    scoring: Scoring::Territory,
                    ..Ruleset::TROMP_TAYLOR
                };
                let question = Question {
                    board,
                    rules,
                    start,
                    to_move: Player::BLACK,
                    moves: &moves,
                };
                captures += usize::from(!moves.is_empty());
                proved_as_the_oracle_says(&question);
                values += 1;
            }
        }
    }
    assert_eq!((values, captures), (72, 32));
}

fn proved_as_the_oracle_says(question: &Question<'_>) {
    let (value, certificate) = question.prove(None);
    let what = format!("{} {} {}", question.board, question.start, question.rules);
    assert_eq!(value, oracle_value(&certificate, question), "{what}");
    for form in [Form::Text, Form::Binary { compressed: false }] {
        let checked = check(certificate.bytes(form).as_slice(), &mut never_stop);
        let checked = checked.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(checked.header.scoring, question.rules.scoring);
    }
    judge(&certificate.header, &certificate.items, None).expect("a second reading agrees");
}

/// A certificate of an upper bound on the path of three.
fn of_quick_steps(items: &[&str]) -> String {
    let draft = Draft {
        statement: Ok(["...", "black", "-", "-", "3"]),
        items,
        ..PATH_OF_THREE
    };
    draft.text()
}

/// A certificate of one step, in which White alone reaches 2<sup>18</sup> colorings.
fn of_one_slow_step() -> String {
    let empty = ".".repeat(18);
    let step = format!("s black 0 {empty} >= -18 pass-forever");
    let root = format!("r black {empty} >= -18 0");
    let draft = Draft {
        board: "path:18",
        statement: Ok([&empty, "black", "-", "-18", "-"]),
        items: &[&step, &root],
        ..PATH_OF_THREE
    };
    draft.text()
}

#[test]
fn progress_is_told_now_and_then() {
    let mut items = vec!["s black 0 ... <= 3 pass-forever"; 10_000];
    items.push("r black ... <= 3 9999");
    let mut told = Vec::new();
    let mut tell = |steps| {
        told.push(steps);
        ControlFlow::Continue(())
    };
    check(of_quick_steps(&items).as_bytes(), &mut tell).unwrap();
    assert!(told.len() >= 2 && told.is_sorted() && told.iter().all(|&steps| steps <= 10_000));
}

#[test]
fn progress_is_told_within_a_slow_step_and_can_stop_it() {
    let text = of_one_slow_step();
    let mut told = 0;
    let mut tell = |steps| {
        told += 1;
        assert!(steps <= 1);
        ControlFlow::Continue(())
    };
    check(text.as_bytes(), &mut tell).unwrap();
    assert!(told > 20, "{told}");

    let mut told = 0;
    let mut stop = |_| {
        told += 1;
        ControlFlow::Break(())
    };
    let stopped = check(text.as_bytes(), &mut stop).expect_err("it is stopped");
    assert!(matches!(stopped.reason, Reason::Stopped));
    assert_eq!(
        (told, stopped.to_string().as_str()),
        (1, "step 0 is not checked: the check was stopped")
    );
}

#[test]
fn both_readings_can_be_stopped() {
    let items = vec!["s black 0 ... <= 3 pass-forever"; 10_000];
    let text = of_quick_steps(&items);
    for before in 0..4 {
        let mut left = before;
        let mut stop = |_| match left {
            0 => ControlFlow::Break(()),
            _ => {
                left -= 1;
                ControlFlow::Continue(())
            }
        };
        let stopped = check_limiting(Cursor::new(&text), MAX_RECORDS, &mut stop);
        let reason = stopped.expect_err("it is stopped").reason;
        assert!(matches!(reason, Reason::Stopped), "{before}: {reason}");
    }
}

/// The first reading takes any number of roots and drops; only the second refuses a root that proves the same again.
#[test]
fn a_first_reading_of_many_roots_or_drops_can_be_stopped() {
    for many in ["r black ... <= 3 0", "d 0"] {
        let mut items = vec!["s black 0 ... <= 3 pass-forever"];
        items.resize(10_000, many);
        let text = of_quick_steps(&items);
        let mut stop = |_| ControlFlow::Break(());
        let stopped = check_limiting(Cursor::new(&text), MAX_RECORDS, &mut stop);
        let reason = stopped.expect_err("it is stopped").reason;
        assert!(matches!(reason, Reason::Stopped), "{many}: {reason}");
    }
}

#[test]
fn a_hearer_of_claims_can_stop_the_check() {
    let text = PATH_OF_THREE.text();
    let mut input = text.as_bytes();
    let reader = CertificateReader::open(&mut input as &mut dyn Read).unwrap();
    let mut heard = 0;
    let mut hear = |_: Derived<'_>| {
        heard += 1;
        match heard {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let stopped = check_aloud(reader, MAX_RECORDS, &mut hear, &mut never_stop);
    let stopped = stopped.expect_err("it is stopped");
    assert!(matches!(stopped.reason, Reason::Stopped));
    assert_eq!((heard, stopped.spot), (2, Spot::Step(1)));
}
