//! Checkpoints of honest runs pass every check, whatever the rules are.

#[path = "common/certified.rs"]
mod certified;
#[path = "common/rule_sets.rs"]
mod rule_sets;
#[path = "common/solvers.rs"]
mod solvers;

use std::error::Error;
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use certified::certified;
use koproof_rules::{Board, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Options, Solver, SolverError, StoneLimits, Widening};
use koproof_verify::{Form, check, never_stop};
use solvers::{empty, keeping, solver};

#[test]
fn what_a_solver_has_proved_is_taken_over_under_every_rule_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    for name in ["2x2", "path:5", "star:5", "complete:4"] {
        let board: Board = name.parse().expect("a board");
        for rules in [Scoring::Area, Scoring::Territory]
            .into_iter()
            .flat_map(|scoring| {
                rule_sets::varied(Ruleset {
                    scoring,
                    ..Ruleset::TROMP_TAYLOR
                })
            })
        {
            let limited = Options {
                widening: Widening::Always,
                stone_limits: StoneLimits::Always,
                ..Options::default()
            };
            for options in [Options::default(), limited] {
                let solver = || Solver::new(&board, rules, options).expect("a small board");
                let first = solver();
                let (table, _) = first.table(Budget::UNLIMITED, &Nobody).expect("no budget");
                first.save_checkpoint(&path).expect("a file");
                let second = solver();
                second
                    .load_checkpoint(&path, None)
                    .unwrap_or_else(|why| panic!("{name} {rules}: {why}"));
                let (again, _) = second.table(Budget::UNLIMITED, &Nobody).expect("no budget");
                assert_eq!(table, again, "{name} {rules}");
            }
        }
    }
}

/// Numbers of orbits that were dropped have none in the file, and the others keep theirs. Value: van der Werf's table
/// (`cli/data`).
#[test]
fn a_search_that_has_dropped_orbits_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let solver = || solver("4x4", Ruleset::NSTT);
    let search = |solver: &Solver, nodes: u64, memory: Option<u64>| {
        let budget = Budget {
            memory,
            ..Budget::nodes(nodes)
        };
        solver.solve(&empty(solver), budget, &Nobody)
    };
    let little = Some(16 << 20);
    let first = solver();
    let begun = search(&first, 100_000, little);
    assert_eq!(begun.value.exact(), None);
    let unlimited = search(&solver(), 100_000, None);
    assert!(begun.stats.orbits < unlimited.stats.orbits / 4 * 3);
    first.save_checkpoint(&path).expect("a file");
    let second = solver();
    second.load_checkpoint(&path, None).expect("an honest file");
    assert_eq!(search(&second, 2_000_000, little).value.exact(), Some(2));
    // What the first solver says after it went on is what the second says.
    assert_eq!(search(&first, 2_000_000, little).value.exact(), Some(2));
}

/// The files of a run that keeps proofs, in a folder of its own.
struct Run(tempfile::TempDir);

impl Run {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn checkpoint(&self) -> PathBuf {
        self.0.path().join("checkpoint")
    }

    fn archive(&self) -> File {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let opened = options.open(self.0.path().join("archive"));
        opened.expect("a file in the folder")
    }

    fn keeping(&self, board: &str) -> Solver {
        keeping(board, Ruleset::NSTT).with_archive(self.archive())
    }
}

/// Values: van der Werf's table (`cli/data`).
#[test]
fn a_search_that_keeps_proofs_goes_on_and_certifies_what_was_proved_before() {
    for (name, value, nodes) in [("3x4", 4, 8_000), ("3x5", 15, 30_000)] {
        let run = Run::new();
        // Three times stopped, the second time without anything new.
        for nodes in [nodes / 2, 1, nodes] {
            let solver = run.keeping(name);
            if run.checkpoint().exists() {
                let loaded = solver.load_checkpoint(run.checkpoint(), None);
                loaded.unwrap_or_else(|why| panic!("{name}: {why}"));
            }
            let game = empty(&solver);
            let found = solver.solve(&game, Budget::nodes(nodes), &Nobody);
            assert!(found.value.exact().is_none(), "{name}: {found:?}");
            solver.save_checkpoint(run.checkpoint()).expect("a file");
        }
        let solver = run.keeping(name);
        solver
            .load_checkpoint(run.checkpoint(), None)
            .expect("honest");
        let before = solver.proof_table_size().claims;
        assert!(before > 100, "{name}: {before} claims");
        let game = empty(&solver);
        let found = solver.solve(&game, Budget::UNLIMITED, &Nobody);
        assert_eq!(found.value.exact(), Some(value), "{name}");
        let certificate = certified(&solver, &game, found.value, Form::Text);
        let checked = check(certificate.as_slice(), &mut never_stop).expect("it is a proof");
        assert_eq!(checked.proved.len(), 2, "{name}");
    }
}

#[test]
fn a_table_that_keeps_proofs_goes_on_and_is_certified_without_another_search() {
    let run = Run::new();
    let first = run.keeping("2x3");
    let stopped = first.table(Budget::nodes(500), &Nobody);
    let Err(SolverError::Stopped { solved, .. }) = stopped else {
        panic!("it should take more");
    };
    assert!(solved > 10, "{solved}");
    first.save_checkpoint(run.checkpoint()).expect("a file");
    drop(first);
    let second = run.keeping("2x3");
    second
        .load_checkpoint(run.checkpoint(), None)
        .expect("honest");
    let (table, _) = second.table(Budget::UNLIMITED, &Nobody).expect("no budget");
    second.save_checkpoint(run.checkpoint()).expect("a file");
    drop(second);
    let third = run.keeping("2x3");
    third
        .load_checkpoint(run.checkpoint(), None)
        .expect("honest");
    let (certificate, _) = third
        .certify_table(&table, Vec::new(), Form::Text, Budget::nodes(1), &Nobody)
        .expect("nothing is searched for");
    let checked = check(certificate.as_slice(), &mut never_stop).expect("it is a proof");
    assert_eq!(checked.proved.len(), 4 * table.representatives().len());
}

#[test]
fn a_checkpoint_and_its_archive_belong_together() {
    let (run, other) = (Run::new(), Run::new());
    for (run, nodes) in [(&run, 30), (&other, 60)] {
        let solver = run.keeping("2x3");
        let game = empty(&solver);
        solver.solve(&game, Budget::nodes(nodes), &Nobody);
        solver.save_checkpoint(run.checkpoint()).expect("a file");
    }
    let refused = |solver: Solver, checkpoint| {
        let refused = solver
            .load_checkpoint(checkpoint, None)
            .expect_err("refused");
        assert_eq!(solver.proof_table_size().claims, 0);
        refused.to_string()
    };
    let keeping = run.keeping("2x3");
    assert!(refused(keeping, other.checkpoint()).contains("of another run"));
    // A solver that keeps no proofs can go on without them.
    let forgetting = solver("2x3", Ruleset::NSTT);
    forgetting
        .load_checkpoint(run.checkpoint(), None)
        .expect("honest");
    assert!(forgetting.proof_table_size().claims > 0);

    let plain = Run::new();
    let forgetting = solver("2x3", Ruleset::NSTT);
    forgetting
        .save_checkpoint(plain.checkpoint())
        .expect("a file");
    let keeping = run.keeping("2x3");
    assert!(refused(keeping, plain.checkpoint()).contains("no proofs"));

    // A damaged byte, and less than the checkpoint names.
    let mut bytes = Vec::new();
    run.archive().read_to_end(&mut bytes).expect("it is ours");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    run.archive().write_all(&bytes).expect("it is ours");
    let keeping = run.keeping("2x3");
    assert!(refused(keeping, run.checkpoint()).contains("damaged"));
    run.archive().set_len(100).expect("it is ours");
    let keeping = run.keeping("2x3");
    assert!(refused(keeping, run.checkpoint()).contains("damaged"));
}

/// The fewest checkpoints that a run must leave time for.
const ENOUGH: usize = 4;

/// Lets the search end when no more checkpoints come, even after a panic.
struct Ends<'t>(&'t AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Checkpoints are saved all the time, on a thread of their own, and each of them can be read. One is saved while the certificate is
/// written, too.
#[test]
fn every_checkpoint_of_a_run_can_be_read() {
    for name in ["2x4", "3x4"] {
        let run = Run::new();
        let solver = run.keeping(name);
        let are_enough = AtomicBool::new(false);
        let saved = std::thread::scope(|scope| {
            let (solver, are_enough) = (&solver, &are_enough);
            let _ends = Ends(are_enough);
            let search = scope.spawn(move || {
                let game = empty(solver);
                if solver.board().points() < 10 {
                    let (table, _) = solver.table(Budget::UNLIMITED, &Nobody).expect("no budget");
                    let form = Form::Text;
                    let written =
                        solver.certify_table(&table, Vec::new(), form, Budget::UNLIMITED, &Nobody);
                    assert!(
                        check(written.expect("no limit").0.as_slice(), &mut never_stop).is_ok()
                    );
                }
                let found = solver.solve(&game, Budget::UNLIMITED, &Nobody);
                let mut certificates = 0;
                // However slow the disk is, the run does not end before there are enough checkpoints.
                while certificates < 20 || !are_enough.load(Ordering::Relaxed) {
                    let certificate = certified(solver, &game, found.value, Form::Text);
                    assert!(check(certificate.as_slice(), &mut never_stop).is_ok());
                    certificates += 1;
                }
            });
            let mut saved = 0;
            let mut result = Ok(());
            // A search that has panicked is finished, too.
            while !search.is_finished() && result.is_ok() {
                result = save_and_read(&run, name, solver);
                saved += 1;
                are_enough.store(saved >= ENOUGH, Ordering::Relaxed);
            }
            result
                .map(|()| saved)
                .map_err(|why| format!("{name}, checkpoint {saved}: {why}"))
        });
        let saved = saved.unwrap_or_else(|why| panic!("{why}"));
        assert!(saved >= ENOUGH, "{name}: {saved} checkpoints");
    }
}

/// Saves a checkpoint of a solver, and reads a copy of it.
fn save_and_read(run: &Run, board: &str, solver: &Solver) -> Result<(), Box<dyn Error>> {
    solver.save_checkpoint(run.checkpoint())?;
    let copy = Run::new();
    for file in ["checkpoint", "archive"] {
        std::fs::copy(run.0.path().join(file), copy.0.path().join(file))?;
    }
    copy.keeping(board)
        .load_checkpoint(copy.checkpoint(), None)?;
    Ok(())
}

/// Otherwise the search would drop claims, and the next checkpoint would replace the file without them.
#[test]
fn a_checkpoint_that_does_not_fit_into_the_memory_is_refused() {
    let run = Run::new();
    let first = solver("3x4", Ruleset::NSTT);
    first.solve(&empty(&first), Budget::nodes(8_000), &Nobody);
    first.save_checkpoint(run.checkpoint()).expect("a file");
    let size = first.proof_table_size();
    let second = solver("3x4", Ruleset::NSTT);
    let refused = second.load_checkpoint(run.checkpoint(), Some(size.bytes / 2));
    let why = refused.expect_err("more than half").to_string();
    assert!(why.contains("MiB of memory: allow more"), "{why}");
    assert_eq!(second.proof_table_size().claims, 0);
    // The orbits take less than the claims.
    let third = solver("3x4", Ruleset::NSTT);
    let loaded = third.load_checkpoint(run.checkpoint(), Some(2 * size.bytes));
    loaded.expect("it fits");
    assert_eq!(third.proof_table_size().claims, size.claims);
}

/// Claims alone say what was proved, but not where the search was: 3x5 took more expansions after a stop than at once.
#[test]
fn a_search_that_goes_on_takes_the_expansions_that_are_left() {
    // Between two looks at the limit.
    const LOT: u64 = 1_000;
    for (name, nodes) in [("3x5", 30_000), ("2x7", 40_000)] {
        let run = Run::new();
        let whole = solver(name, Ruleset::NSTT);
        let whole = whole.solve(&empty(&whole), Budget::UNLIMITED, &Nobody);
        let first = solver(name, Ruleset::NSTT);
        first.save_checkpoint(run.checkpoint()).expect("a file");
        let stopped = first.solve(&empty(&first), Budget::nodes(nodes), &Nobody);
        first.save_checkpoint(run.checkpoint()).expect("a file");
        let second = solver(name, Ruleset::NSTT);
        let loaded = second.load_checkpoint(run.checkpoint(), None);
        loaded.expect("an honest file");
        let rest = second.solve(&empty(&second), Budget::UNLIMITED, &Nobody);
        assert_eq!(rest.value, whole.value, "{name}");
        let both = stopped.stats.expansions + rest.stats.expansions;
        assert!(
            both <= whole.stats.expansions + LOT,
            "{name}: {both} instead of {}",
            whole.stats.expansions
        );
    }
}
