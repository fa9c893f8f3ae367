//! False derivations that some plausible wording of the rules accepts. The checker refuses each of them.
//!
//! A judge with the fault accepts the forged certificate and the judge without it refuses it, so the certificate
//! exploits exactly that fault. The forged certificates are files in `tests/forged`, so that other checkers can be
//! tested with them.

mod scores;

use std::io::Cursor;

use koproof_rules::{Coloring, Move, Player, Ruleset, Suicide, Superko};
use koproof_verify::{
    Bound, CheckError, Child, Form, Header, Item, MAX_RECORDS, Oracle, Position, Reason, Root,
    Spot, State, Statement, check, check_limiting, never_stop,
};

use crate::draft::{Draft, PATH_OF_THREE};
use crate::forger::forge;
use crate::judge::{Fault, Judge, Rec, judge, meets};
use crate::prover::{Certificate, Question, prove_under};

/// Asserts that a forged certificate equals the file with this name; with `KOPROOF_FORGE` set, writes that file.
fn keep(name: &str, text: &str) {
    let path = format!("{}/tests/forged/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("KOPROOF_FORGE").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(
        kept, text,
        "{path} is out of date: set KOPROOF_FORGE to write it"
    );
}

/// Asserts that a certificate is forged, compares it with its file, and returns why the checker refuses it.
fn refusal(name: &str, certificate: &Certificate, fault: Fault) -> CheckError {
    keep(name, &certificate.text());
    let Certificate { header, items } = certificate;
    assert_eq!(judge(header, items, Some(fault)), Ok(()), "{fault:?}");
    assert!(judge(header, items, None).is_err(), "{fault:?}");
    let [text, binary] = [Form::Text, Form::Binary { compressed: true }].map(|form| {
        let file = certificate.bytes(form);
        let limiting = check_limiting(Cursor::new(&file), MAX_RECORDS, &mut never_stop);
        limiting.expect_err("a forged certificate is refused with limits of stones");
        let refused = check(file.as_slice(), &mut never_stop);
        refused.expect_err("a forged certificate is refused")
    });
    assert_eq!(text.to_string(), binary.to_string());
    text
}

fn rules(superko: Superko, suicide: Suicide) -> Ruleset {
    Ruleset {
        superko,
        suicide,
        ..Ruleset::TROMP_TAYLOR
    }
}

fn question(board: &'static str, start: &'static str, rules: Ruleset) -> Question<'static> {
    Question {
        board,
        rules,
        start,
        to_move: Player::BLACK,
        moves: &[],
    }
}

fn exact(question: &Question<'_>) -> i16 {
    let oracle =
        Oracle::new(&question.board.parse().expect("a board"), question.rules).expect("a board");
    let game = oracle
        .start(question.start, question.to_move)
        .expect("a legal start");
    game.exact_value(None).expect("there is no limit") as i16
}

/// Lets a prover with a fault prove a false value, and returns why the checker refuses its proof.
fn forged(name: &str, question: &Question<'_>, fault: Fault) -> CheckError {
    let (value, certificate) = question.prove(Some(fault));
    assert_ne!(value, exact(question), "the fault does no harm here");
    refusal(name, &certificate, fault)
}

#[test]
fn forgetting_the_record_of_a_pass_is_noticed() {
    for suicide in [Suicide::Allow, Suicide::Forbid] {
        for (board, start) in [("path:2", "X."), ("path:4", "X...")] {
            let question = question(board, start, rules(Superko::Situational, suicide));
            let points = start.len();
            let name = format!("pass-record-forgotten-{points}-points-suicide-{suicide}");
            let refusal = forged(&name, &question, Fault::PassRecordForgotten);
            // Black's pass recorded the retaken coloring with White to move.
            assert!(
                matches!(refusal.reason, Reason::AvoidsKnown(_)),
                "{refusal}"
            );
        }
    }
}

/// The shortest forgery, written by hand: Black passes, White captures, Black retakes.
#[test]
fn black_may_not_retake_what_he_passed_at() {
    let draft = Draft {
        board: "path:2",
        superko: "situational",
        suicide: "forbid",
        statement: Ok(["X.", "black", "-", "-1", "-"]),
        items: &[
            "s black 1 X. >= 2 stop",
            "s white 0 X. >= 2 replies 1:blocked pass:0",
            "s black 0 .O >= 2 play 0 1",
            "s white 1 X. >= 2 replies 1:2 pass:end",
            "s black 0 X. >= 2 pass 3",
            "r black X. >= -1 4",
        ],
        ..PATH_OF_THREE
    };
    keep("pass-record-forgotten-by-hand", &draft.text());
    let refusal = draft.refusal();
    assert_eq!(refusal.spot, Spot::Step(3));
    assert!(matches!(&refusal.reason, Reason::AvoidsKnown(record) if record == "X.:white"));
}

#[test]
fn players_in_records_are_exchanged_with_the_colors() {
    use Suicide::{Allow, Forbid};
    use Superko::{NaturalSituational, Situational};
    for (start, superko, suicide) in [
        ("X.", NaturalSituational, Allow),
        ("X.", NaturalSituational, Forbid),
        ("X...", NaturalSituational, Forbid),
        ("X...", Situational, Forbid),
        ("X...", Situational, Allow),
    ] {
        let points = start.len();
        let board = if points == 2 { "path:2" } else { "path:4" };
        let question = question(board, start, rules(superko, suicide));
        let name = format!("players-not-swapped-{points}-points-{superko}-suicide-{suicide}");
        let refusal = forged(&name, &question, Fault::PlayersNotSwapped);
        let named = matches!(
            refusal.reason,
            Reason::AvoidsKnown(_) | Reason::HistoryLacks { .. } | Reason::DoesNotFit { .. }
        );
        assert!(named, "{refusal}");
    }
}

/// `X.X.` on the path of four, White to move, positional superko without suicide: exactly −4. If children do not have
/// to fit, Black returns to colorings forever.
#[test]
fn children_have_to_fit() {
    let rules = rules(Superko::Positional, Suicide::Forbid);
    let to_move = Player::WHITE;
    let question = Question {
        to_move,
        ..question("path:4", "X.X.", rules)
    };
    assert_eq!(exact(&question), -4);
    let start = Coloring::from_symbols("X.X.").unwrap();
    let header = Header {
        board: "path:4".parse().unwrap(),
        superko: rules.superko,
        suicide: rules.suicide,
        scoring: rules.scoring,
        statement: Statement::Position(Position {
            start,
            to_move,
            moves: Vec::new(),
            at_least: Some(-3),
            at_most: None,
        }),
        symmetries: Vec::new(),
    };
    let root = State {
        coloring: start,
        to_move,
        passes: 0,
    };
    let bound = Bound::AtLeast(-3);
    let steps = forge(&header, &root, bound).expect("without fitting the bound can be derived");
    let mut items: Vec<Item> = steps.into_iter().map(Item::Step).collect();
    items.push(Item::Root(Root {
        coloring: start,
        to_move,
        bound,
        child: Child {
            step: items.len() as u64 - 1,
            symmetry: 0,
        },
    }));
    let certificate = Certificate { header, items };
    let refusal = refusal("nothing-has-to-fit", &certificate, Fault::NothingHasToFit);
    let named = matches!(
        refusal.reason,
        Reason::AvoidsKnown(_) | Reason::DoesNotFit { .. }
    );
    assert!(named, "{refusal}");
}

/// The decisive turn: Black retakes `.OX.`, which every history of the claim after this turn contains.
#[test]
fn a_claim_may_not_avoid_what_led_to_it() {
    let draft = Draft {
        board: "path:4",
        suicide: "forbid",
        statement: Ok([".OX.", "white", "-", "-4", "-"]),
        items: &[
            "s white 0 .OX. >= -4 alive",
            "s black 0 .O.O >= -4 play 2 0",
            "s white 1 .OX. >= -4 replies 3:1 pass:end",
        ],
        ..PATH_OF_THREE
    };
    let refusal = draft.refusal();
    assert_eq!(refusal.spot, Spot::Step(2));
    assert!(
        matches!(&refusal.reason, Reason::AvoidsKnown(record) if record == ".OX."),
        "{refusal}"
    );
}

/// Proves a bound under a history with a record that not every history of the state contains, states it for a history
/// without the record, and returns why that is refused.
fn stated_without(
    name: &str,
    question: &Question<'_>,
    bound: Bound,
    more: Rec,
    fault: Fault,
) -> CheckError {
    let (exact, Certificate { mut header, .. }) = question.prove(None);
    assert!(!meets(bound, exact), "the bound is false");
    let Statement::Position(position) = &mut header.statement else {
        unreachable!("the question is about a position");
    };
    (position.at_least, position.at_most) = match bound {
        Bound::AtLeast(score) => (Some(score), None),
        Bound::AtMost(score) => (None, Some(score)),
    };
    let state = State {
        coloring: position.start,
        to_move: Player::new((question.to_move.index() + question.moves.len()) % 2),
        passes: question.moves.len() as u8,
    };
    let judge = Judge::new(&header, None).expect("symmetries of the board");
    let known = judge.known(&judge.situation(&state));
    let history: Vec<Rec> = known.into_iter().chain([more]).collect();
    let steps = prove_under(&header, &state, &history, bound);
    let mut items: Vec<Item> = steps.into_iter().map(Item::Step).collect();
    items.push(Item::Root(Root {
        coloring: state.coloring,
        to_move: state.to_move,
        bound,
        child: Child {
            step: items.len() as u64 - 1,
            symmetry: 0,
        },
    }));
    refusal(name, &Certificate { header, items }, fault)
}

/// Natural situational superko: at `O.` with White to move every history contains `O.` made by Black, but not always
/// `O.` made by White. Otherwise Black could not recapture `O.`.
#[test]
fn the_record_that_led_here_names_the_opponent() {
    let question = Question {
        to_move: Player::WHITE,
        ..question(
            "path:2",
            "O.",
            rules(Superko::NaturalSituational, Suicide::Forbid),
        )
    };
    let more = (b"O.".to_vec(), Some(b'O'));
    let fault = Fault::WrongRecordSubtracted;
    let refusal = stated_without(
        "wrong-record-subtracted",
        &question,
        Bound::AtLeast(-1),
        more,
        fault,
    );
    let named =
        matches!(&refusal.reason, Reason::HistoryLacks { record, .. } if record == "O.:white");
    assert!(named, "{refusal}");
}

/// At `.OX.` after White's pass every history contains `.OX.` made by Black, but not always `.OX.` made by White.
#[test]
fn not_every_record_of_a_coloring_is_always_there() {
    let question = Question {
        to_move: Player::WHITE,
        moves: &[Move::Pass],
        ..question(
            "path:4",
            ".OX.",
            rules(Superko::NaturalSituational, Suicide::Forbid),
        )
    };
    let more = (b".OX.".to_vec(), Some(b'O'));
    let fault = Fault::EveryRecordSubtracted;
    let refusal = stated_without(
        "every-record-subtracted",
        &question,
        Bound::AtLeast(1),
        more,
        fault,
    );
    let named =
        matches!(&refusal.reason, Reason::HistoryLacks { record, .. } if record == ".OX.:white");
    assert!(named, "{refusal}");
}
