//! Mutations of valid certificates: each is refused with a named reason, or is still valid and recognised as such.

use std::collections::BTreeMap;
use std::io::Cursor;

use koproof_rules::{Coloring, Move, Player, Point, Ruleset, Scoring, Suicide, Superko};
use koproof_verify::{
    CertificateReader, CheckError, Checked, Form, MAX_RECORDS, Oracle, OracleMove, Reason,
    StatedBound, Statement, check, check_limiting, never_stop,
};

use crate::draft::{Draft, PATH_OF_THREE};
use crate::judge::judge;
use crate::mutate::{Mutant, mutants};
use crate::prover::Question;
use crate::read_items;

/// Returns the name of a reason: that of its variant.
fn name(error: &CheckError) -> String {
    let text = match &error.reason {
        Reason::Unreadable(error) => format!("{error:?}").replace("Content { place: ", ""),
        reason => format!("{reason:?}"),
    };
    let name = match text.split_once("problem: ") {
        Some((_, problem)) => problem,
        None => &text,
    };
    name.chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect()
}

/// Returns the verdict of the judge on a readable file.
fn opinion(file: &[u8]) -> Option<Result<(), String>> {
    let mut reader = CertificateReader::open(file).ok()?;
    let items = read_items(&mut reader).ok()?;
    Some(judge(reader.header(), &items, None))
}

/// Tells whether every proved bound agrees with the oracle.
fn is_true(checked: &Checked) -> bool {
    let header = &checked.header;
    let oracle = Oracle::new(&header.board, header.rules()).expect("a small board");
    let start = |coloring: &Coloring<1, 2>, to_move| {
        let position = coloring.to_symbols(header.board.points());
        oracle.start(&position, to_move).expect("a legal start")
    };
    checked.proved.iter().all(|StatedBound { state, bound }| {
        let value = match &header.statement {
            Statement::Table { .. } => start(&state.coloring, state.to_move).exact_value(None),
            Statement::Position(position) => {
                let mut game = start(&position.start, position.to_move);
                for taken in &position.moves {
                    let taken = match taken {
                        Move::Pass => OracleMove::Pass,
                        Move::Play(point) => OracleMove::Play(point.index() as u16),
                    };
                    game.play(taken).expect("a legal move");
                }
                game.exact_value(None)
            }
        };
        bound.met_by(value.expect("there is no limit") as i16)
    })
}

#[derive(Debug, Default)]
struct Tally {
    /// The numbers of refused and of valid mutations, by kind.
    kinds: BTreeMap<&'static str, (usize, usize)>,
    /// The number of refused mutations, by reason.
    reasons: BTreeMap<String, usize>,
    /// The number of valid mutations with fewer records to avoid if stones are limited.
    fewer: usize,
}

impl Tally {
    /// Tries a mutation, in either form if it has both.
    fn try_one(&mut self, mutant: &Mutant) {
        let Mutant { kind, what, file } = mutant;
        let verdict = check(file.as_slice(), &mut never_stop);
        let opinion = opinion(file);
        let form = Form::Binary { compressed: false };
        let reader = CertificateReader::open(file.as_slice());
        if let Ok(binary) = reader.and_then(|reader| reader.convert(Vec::new(), form)) {
            let again = check(binary.as_slice(), &mut never_stop);
            assert_eq!(text_of(&verdict), text_of(&again), "{kind}: {what}");
        }
        // With limits of stones, what is valid is accepted, and what is accepted is true.
        let limiting = check_limiting(Cursor::new(file), MAX_RECORDS, &mut never_stop);
        match (&verdict, &limiting) {
            (Ok(checked), Ok(limiting)) => {
                self.fewer += usize::from(limiting.most_live_records < checked.most_live_records);
                assert_eq!(checked.proved, limiting.proved, "{kind}: {what}");
            }
            (Ok(_), Err(error)) => panic!("{kind}: {what}: {error}"),
            (Err(_), Ok(limiting)) => assert!(is_true(limiting), "{kind}: {what}"),
            (Err(_), Err(_)) => {}
        }
        let counts = self.kinds.entry(kind).or_default();
        match verdict {
            Ok(checked) => {
                // The judge, a second implementation of the documented rules, accepts the proof, and its bounds are
                // true.
                assert_eq!(opinion, Some(Ok(())), "{kind}: {what}");
                assert!(is_true(&checked), "{kind}: {what}");
                assert!(!mutant.is_damage(), "{kind}: {what}");
                counts.1 += 1;
            }
            Err(error) => {
                assert_ne!(opinion, Some(Ok(())), "{kind}: {what}: {error}");
                counts.0 += 1;
                *self.reasons.entry(name(&error)).or_default() += 1;
            }
        }
    }

    fn totals(&self) -> (usize, usize) {
        let add = |sum: (usize, usize), one: &(usize, usize)| (sum.0 + one.0, sum.1 + one.1);
        self.kinds.values().fold((0, 0), add)
    }
}

fn text_of(verdict: &Result<Checked, CheckError>) -> String {
    match verdict {
        Ok(checked) => format!("{checked:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "the counts are worth reading")]
fn mutations_are_refused_by_name_or_are_proofs_still() {
    let mut tally = Tally::default();
    for certificate in certificates() {
        for mutant in mutants(&certificate) {
            tally.try_one(&mutant);
        }
    }
    let (refused, valid) = tally.totals();
    for (kind, (refused, valid)) in &tally.kinds {
        println!("{kind}: {refused} refused, {valid} are proofs still");
    }
    println!("reasons: {:?}", tally.reasons);
    println!("all: {refused} refused, {valid} are proofs still");
    assert!(refused >= 10_000, "{refused}");
    assert!(tally.fewer > valid / 2, "{} of {valid}", tally.fewer);
    // For example an unused symmetry, or a missing drop; but most changes must not be harmless.
    assert!(valid > 0 && valid < refused / 20, "{valid}");
    // These kinds never leave a valid proof.
    for kind in [
        "coloring",
        "player to move",
        "passes",
        "kind of bound",
        "point",
        "reply omitted",
        "reply added",
        "reply given twice",
        "replies out of order",
        "drop too early",
        "drop",
        "end",
        "bytes flipped",
        "bytes cut off",
        "bytes added",
    ] {
        let (refused, valid) = tally.kinds[kind];
        assert!(
            refused > 0 && valid == 0,
            "{kind}: {refused} refused, {valid} valid"
        );
    }
}

/// Returns certificates of every rule set with every kind of step.
fn certificates() -> Vec<String> {
    let play = |point| Move::Play(Point::new(point));
    let mut certificates = Vec::new();
    for superko in Superko::ALL {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            let rules = Ruleset {
                superko,
                suicide,
                ..Ruleset::TROMP_TAYLOR
            };
            for (board, start, moves, scoring) in [
                ("path:2", "X.", vec![], Scoring::Area),
                ("path:3", ".O.", vec![Move::Pass], Scoring::Area),
                ("path:4", "....", vec![play(1)], Scoring::Area),
                ("cycle:4", "X..O", vec![], Scoring::Area),
                ("path:2", "..", vec![play(0), play(1)], Scoring::Territory),
                ("path:3", "O.X", vec![play(1)], Scoring::Territory),
            ] {
                let rules = Ruleset { scoring, ..rules };
                let question = Question {
                    board,
                    rules,
                    start,
                    to_move: Player::BLACK,
                    moves: &moves,
                };
                certificates.push(question.prove(None).1.text());
            }
        }
    }
    let question = Question {
        board: "path:2",
        rules: Ruleset::TROMP_TAYLOR,
        start: "..",
        to_move: Player::BLACK,
        moves: &[],
    };
    certificates.push(question.prove_table(None).1.text());
    for (superko, avoided, needed) in [
        ("positional", "X..,XX.", "..."),
        ("situational", "X..:black,XX.:white", "...:black"),
        ("natural-situational", "X..:white,XX.:white", "...:white"),
    ] {
        let weakened = Draft {
            superko,
            statement: Ok(["...", "black", "1", "2", "-"]),
            items: &[
                "s white 0 .X. >= 3 alive",
                &format!("s white 0 .X. >= 2 weaken 0 avoid {avoided} need {needed}"),
                "d 0",
                "r white .X. >= 2 1",
            ],
            ..PATH_OF_THREE
        };
        certificates.push(weakened.text());
    }
    certificates
}
