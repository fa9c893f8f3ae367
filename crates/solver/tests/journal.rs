//! Journals continue a log of steps that somebody has checked.

use koproof_rules::{Board, Coloring, Game, Player, Ruleset};
use koproof_solver::{Bracket, Budget, CertifyError, Journal, Nobody, Options, Proofs, Solver};
use koproof_verify::{Bound, Form, Ledger, Part, Rule, Setting, never_stop};

fn solver(name: &str) -> Solver {
    let board: Board = name.parse().expect("a board");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    Solver::new(&board, Ruleset::NSTT, options).expect("a small board")
}

fn start(solver: &Solver) -> Game<'_, 1, 2> {
    solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("an empty board")
}

/// Accepts a part, each step of which is derived.
fn accept(ledger: &mut Ledger<'_>, part: &Part) {
    let accepted = ledger.accept(part, &mut never_stop);
    accepted.expect("every step is derived");
}

/// Solves a game and writes what it proves.
fn proved(solver: &Solver, journal: &mut Journal<'_>, game: &Game<'_, 1, 2>) -> Part {
    solver.solve(game, Budget::UNLIMITED, &Nobody);
    let part = journal.part("worker", Some(game));
    let bytes = part.to_bytes(journal.header()).expect("a file");
    let read = Part::from_bytes(&bytes, journal.header()).expect("the same part");
    assert_eq!(read, part);
    read
}

/// Writer and reader solve every opening in turn, each with what the other has proved before.
#[test]
fn solvers_that_share_a_log_build_on_each_others_steps_and_repeat_few() {
    let solvers = [solver("2x3"), solver("2x3")];
    let mut journals = solvers
        .each_ref()
        .map(|solver| solver.journal().expect("it keeps proofs"));
    let setting = Setting::new(journals[0].header()).expect("symmetries");
    let mut ledger = Ledger::new(&setting);
    let mut steps = Vec::new();
    let game = start(&solvers[0]);
    for (turn, taken) in game.legal_moves().enumerate() {
        let own = turn % 2;
        let after = start(&solvers[own]).after(taken).expect("a legal move");
        let part = proved(&solvers[own], &mut journals[own], &after);
        assert!(!journals[own].is_pending() || !part.is_empty());
        accept(&mut ledger, &part);
        let entry = ledger.entry(&part, 1);
        for (reader, journal) in journals.iter_mut().enumerate() {
            journal.take_over(&entry, reader == own);
        }
        steps.extend(part.steps);
        // The other one now knows the value without a search of its own.
        let other = &solvers[1 - own];
        let after = start(other).after(taken).expect("a legal move");
        let value = solvers[own].solve(&after, Budget::UNLIMITED, &Nobody).value;
        let solution = other.solve(&after, Budget::UNLIMITED, &Nobody);
        assert_eq!((solution.value, solution.stats.expansions), (value, 0));
    }
    assert_eq!(ledger.steps(), steps.len() as u64);
    assert!(steps.len() > 100, "only {} steps", steps.len());
    let claims = steps
        .iter()
        .filter(|step| !matches!(step.rule, Rule::Alive | Rule::PassForever | Rule::Stop));
    let mut claims: Vec<String> = claims.map(|step| format!("{step:?}")).collect();
    claims.sort_unstable();
    let all = claims.len();
    claims.dedup();
    // A search may prove a claim twice.
    assert!(10 * claims.len() > 9 * all, "{} of {all}", claims.len());
}

#[test]
fn a_part_with_a_false_step_is_refused_and_the_ledger_goes_on_without_it() {
    let solver = solver("2x2");
    let mut journal = solver.journal().expect("it keeps proofs");
    let setting = Setting::new(journal.header()).expect("symmetries");
    let mut ledger = Ledger::new(&setting);
    let part = proved(&solver, &mut journal, &start(&solver));
    let mut forged = part.clone();
    let last = forged.steps.last_mut().expect("a step");
    last.bound = match last.bound {
        Bound::AtLeast(score) => Bound::AtLeast(score + 1),
        Bound::AtMost(score) => Bound::AtMost(score - 1),
    };
    let why = ledger
        .accept(&forged, &mut never_stop)
        .expect_err("a false step");
    assert_eq!(why.step(), Some(part.steps.len() as u64 - 1));
    assert_eq!(ledger.steps(), 0);
    accept(&mut ledger, &part);
    // A part that continues more steps than there are.
    let mut early = part.clone();
    early.first = ledger.steps() + 1;
    assert!(early.moved(ledger.steps()).is_err());
    // A part that names a step that is not accepted.
    let mut next = part
        .moved(ledger.steps())
        .expect("it continues fewer steps");
    let step = next.steps.last_mut().expect("a step");
    step.rule.children_mut(|child| child.step = 1_000_000);
    assert!(ledger.accept(&next, &mut never_stop).is_err());
}

/// A certificate that contains its whole proof cannot be made without the steps of the log.
#[test]
fn a_proof_that_rests_on_the_log_continues_the_log() {
    let [writer, reader] = [solver("2x2"), solver("2x2")];
    let mut journals = [&writer, &reader].map(|solver| solver.journal().expect("it keeps proofs"));
    let setting = Setting::new(journals[0].header()).expect("symmetries");
    let mut ledger = Ledger::new(&setting);
    let part = proved(&writer, &mut journals[0], &start(&writer));
    accept(&mut ledger, &part);
    let entry = ledger.entry(&part, 1);
    let [_, journal] = &mut journals;
    journal.take_over(&entry, false);
    let game = start(&reader);
    let value = reader.solve(&game, Budget::UNLIMITED, &Nobody).value;
    let form = Form::Text;
    let whole = reader.certify(&game, value, Vec::new(), form, Budget::UNLIMITED, &Nobody);
    assert!(matches!(whole, Err(CertifyError::Logged)));
    let exact = value.exact().expect("no budget");
    let (part, roots, _) = reader
        .certify_on(journal, "reader", &game, exact, Budget::UNLIMITED, &Nobody)
        .expect("it is proved");
    accept(&mut ledger, &part);
    assert_eq!(roots.len(), 2);
    assert!(roots.iter().all(|root| root.child.step < ledger.steps()));
    let (budget, more) = (Budget::UNLIMITED, exact + 1);
    let false_value = reader.certify_on(journal, "reader", &game, more, budget, &Nobody);
    assert!(matches!(false_value, Err(CertifyError::Refuted { .. })));
    assert_eq!(Bracket::exactly(exact), value);
    reader.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
        let attempt = searcher.attempt(&game, exact, 0);
        assert!(attempt.is_ok_and(|known| known.lo >= exact));
    });
}

/// Claims that name no step of the log could not be part of a proof.
#[test]
fn claims_of_a_log_without_steps_are_left_out() {
    let [writer, reader] = [solver("2x2"), solver("2x2")];
    let mut journals = [&writer, &reader].map(|solver| solver.journal().expect("it keeps proofs"));
    let setting = Setting::new(journals[0].header()).expect("symmetries");
    let mut ledger = Ledger::new(&setting);
    let part = proved(&writer, &mut journals[0], &start(&writer));
    accept(&mut ledger, &part);
    let mut entry = ledger.entry(&part, 1);
    for told in &mut entry.told {
        told.steps = [None; 2];
    }
    let [_, journal] = &mut journals;
    journal.take_over(&entry, false);
    let game = start(&reader);
    let solution = reader.solve(&game, Budget::UNLIMITED, &Nobody);
    assert!(solution.stats.expansions > 0);
    let value = solution.value.exact().expect("no budget");
    let (part, _, _) = reader
        .certify_on(journal, "reader", &game, value, Budget::UNLIMITED, &Nobody)
        .expect("it is proved");
    accept(&mut ledger, &part);
}
