//! A solver that drops claims when memory is short finds the same values.

#[path = "common/certified.rs"]
mod certified;
#[path = "common/dice.rs"]
mod dice;
#[path = "common/solvers.rs"]
mod solvers;

use std::fs::File;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use certified::certified;
use dice::Dice;
use koproof_rules::{Player, Representatives, Ruleset};
use koproof_solver::{
    Budget, CertifyError, Nobody, Observer, Options, Solution, Solver, SolverError, Stopped,
};
use koproof_verify::{Form, check, never_stop};
use solvers::{empty, keeping, solver};

/// Without a limit the tables of 4x4 take three times as much. Value: van der Werf's table (`cli/data`).
#[test]
fn four_by_four_is_solved_in_less_memory_than_its_tables_would_take() {
    let (solver, solution) = within("4x4", Ruleset::NSTT, 16 << 20, 2_000_000, &Nobody);
    assert_eq!(solution.value.exact(), Some(2), "{solution:?}");
    assert!(solver.proof_table_size().claims < solution.stats.claims);
}

/// Where all 60,936 colorings that the search meets stay in memory, it is open. Value: van der Werf's table (`cli/data`).
#[test]
fn colorings_take_a_small_part_of_scarce_memory() {
    const MEMORY: u64 = 3_000_000;
    let (_, solution) = within("3x5", Ruleset::NSTT, MEMORY, 500_000, &Nobody);
    assert_eq!(solution.value.exact(), Some(15), "{solution:?}");
    assert!(solution.stats.orbits * 40 < MEMORY / 3, "{solution:?}");
}

/// Dropping colorings would only make such a search repeat itself.
#[test]
fn a_search_that_proves_nothing_stops_at_its_limit_of_memory() {
    let (_, solution) = within("5x5", Ruleset::TROMP_TAYLOR, 4 << 20, 200_000, &Nobody);
    assert_eq!(solution.stats.claims, 0, "{solution:?}");
    assert_eq!(solution.stopped, Some(Stopped::Memory), "{solution:?}");
}

/// Its labels of records alone would fill the memory, and the other ways of the search need its findings no more.
#[test]
fn iterative_deepening_that_lacks_memory_leaves_it_to_other_ways() {
    const MEMORY: u64 = 48 << 20;
    let (_, solution) = within("bipartite:6,6", Ruleset::NSTT, MEMORY, 1_000_000, &Nobody);
    assert_eq!(solution.stopped, Some(Stopped::Nodes), "{solution:?}");
}

/// The search for the number of turns keeps the names of orbits, so it cannot sweep.
#[test]
fn a_search_for_the_remoteness_stops_at_its_limit_of_memory() {
    const MEMORY: u64 = 4 << 20;
    let solver = solver("1x9", Ruleset::NSTT);
    let game = empty(&solver);
    let budget = Budget {
        memory: Some(MEMORY),
        ..Budget::nodes(2_000_000)
    };
    // The empty board is worth 0 (Drange 1998, and `results/certificates`).
    let found = solver.remoteness(&game, Player::BLACK, 0, budget, &Nobody);
    let found = found.expect("Black reaches 0");
    assert_eq!(found.stopped, Some(Stopped::Memory), "{found:?}");
}

/// A process whose memory is another one each time it is measured.
struct Process {
    most: usize,
    dice: Mutex<Dice>,
}

impl Observer for Process {
    fn memory(&self) -> Option<u64> {
        let mut dice = self.dice.lock().expect("no panic");
        Some(dice.roll(self.most) as u64)
    }
}

/// A certificate that was made within a limit of memory can be made again.
#[test]
fn the_memory_of_the_process_does_not_change_a_search() {
    let searches = [1, 2].map(|seed| {
        let process = Process {
            most: 10 << 20,
            dice: Mutex::new(Dice(seed)),
        };
        let (solver, solution) = within("4x4", Ruleset::NSTT, 16 << 20, 2_000_000, &process);
        let kept = solver.proof_table_size().claims;
        assert!(kept < solution.stats.claims, "nothing was dropped");
        (solution.value, solution.stats.expansions, kept)
    });
    assert_eq!(searches[0], searches[1]);
}

/// The allocator may hold memory that suits no table.
#[test]
fn claims_are_dropped_where_the_process_is_much_larger_than_its_tables() {
    const MEMORY: usize = 128 << 20;
    let process = |most| Process {
        most,
        dice: Mutex::new(Dice(2)),
    };
    let [few, all] = [MEMORY / 16 * 15, MEMORY / 2].map(|most| {
        let process = process(most);
        let (solver, solution) = within("3x5", Ruleset::NSTT, MEMORY as u64, 500_000, &process);
        assert_eq!(solution.value.exact(), Some(15), "{solution:?}");
        solver.proof_table_size().claims
    });
    assert!(few < all / 4 * 3, "{few} of {all}");
}

/// A process of a size that grows with each measurement.
struct Growing {
    bytes: AtomicU64,
    more: u64,
}

impl Observer for Growing {
    fn memory(&self) -> Option<u64> {
        Some(self.bytes.fetch_add(self.more, Ordering::Relaxed))
    }
}

/// The list of colorings alone would exceed the limit.
#[test]
fn a_table_whose_colorings_do_not_fit_stops_before_they_are_listed() {
    let board = "3x4".parse().expect("a board");
    let solver = Solver::new(&board, Ruleset::NSTT, Options::one_thread());
    let solver = solver.expect("a small board");
    let colorings = Representatives::new(solver.graph()).expect("a small board");
    // A coloring takes two words, its rank one.
    let bytes = 24 * colorings.len() as u64;
    const MEMORY: u64 = 64 << 20;
    for (more, why) in [(0, Stopped::Nodes), (1, Stopped::Memory)] {
        let process = Growing {
            bytes: AtomicU64::new(MEMORY - bytes + more),
            more: 0,
        };
        let budget = Budget {
            nodes: Some(1),
            ..Budget::within(Some(MEMORY))
        };
        match solver.table(budget, &process) {
            Err(SolverError::Stopped { why: found, .. }) => assert_eq!(found, why),
            other => panic!("{other:?}"),
        }
    }
}

/// An earlier call has left more than fits.
#[test]
fn a_call_that_begins_above_its_limit_drops_claims_and_goes_on() {
    let growing = |more| Growing {
        bytes: AtomicU64::new(64 << 20),
        more,
    };
    let observers: [(&dyn Observer, _); 3] = [
        (&Nobody, Stopped::Nodes),
        // What an allocator does not give back.
        (&growing(0), Stopped::Nodes),
        (&growing(1 << 18), Stopped::Memory),
    ];
    for (observer, stopped) in observers {
        let (solver, first) = within("4x4", Ruleset::NSTT, u64::MAX, 60_000, &Nobody);
        assert_eq!(first.stopped, Some(Stopped::Nodes), "{first:?}");
        let budget = Budget {
            memory: Some(16 << 20),
            ..Budget::nodes(60_000)
        };
        let again = solver.solve(&empty(&solver), budget, observer);
        assert_eq!(again.stopped, Some(stopped), "{again:?}");
    }
}

/// Solves the empty board on one thread, within so many bytes and expansions.
fn within(
    board: &str,
    rules: Ruleset,
    memory: u64,
    nodes: u64,
    observer: &dyn Observer,
) -> (Solver, Solution) {
    let solver = solver(board, rules);
    let budget = Budget {
        memory: Some(memory),
        ..Budget::nodes(nodes)
    };
    let solution = solver.solve(&empty(&solver), budget, observer);
    (solver, solution)
}

/// The claims that a table was found with are mostly gone at its end. The certificate contains them all the same.
#[test]
fn a_table_whose_claims_were_dropped_is_certified_without_another_search() {
    let solver = keeping("3x3", Ruleset::NSTT);
    let scarce = Budget {
        // Most of it is for the derivations, which stay.
        memory: Some(5 << 18),
        ..Budget::UNLIMITED
    };
    let (table, stats) = solver.table(scarce, &Nobody).expect("it is enough");
    let kept = solver.proof_table_size().claims;
    assert!(kept < stats.claims / 4, "{kept} of {}", stats.claims);

    let (certificate, _) = solver
        .certify_table(&table, Vec::new(), Form::Text, Budget::nodes(1), &Nobody)
        .expect("nothing is searched for");
    let checked = check(certificate.as_slice(), &mut never_stop).expect("it is a proof");
    let states = 2 * table.representatives().len();
    assert_eq!(checked.proved.len(), 2 * states);
}

/// Sweeps drop orbits and claims again and again. What is proved is true all the same, and its certificate is accepted.
#[test]
fn what_is_proved_in_scarce_memory_is_true_and_certified() {
    let (mut solved, mut open) = ([0; 2], 0);
    for name in [
        "2x4", "3x3", "path:9", "cycle:8", "cube", "star:8", "2x5", "g6:EUzo",
    ] {
        for rules in [Ruleset::NSTT, Ruleset::TROMP_TAYLOR] {
            let plenty = solver(name, rules);
            let game = empty(&plenty);
            let value = plenty.solve(&game, Budget::UNLIMITED, &Nobody).value;
            let value = value.exact().expect("no limit");
            for memory in [100_000, 150_000, 250_000, 500_000] {
                let scarce = Budget {
                    memory: Some(memory),
                    ..Budget::nodes(30_000)
                };
                let solvers = [
                    keeping(name, rules),
                    keeping(name, rules).with_archive(scratch()),
                ];
                for (solver, solved) in solvers.iter().zip(&mut solved) {
                    let found = solver.solve(&game, scarce, &Nobody).value;
                    assert!(
                        found.lo <= value && value <= found.hi,
                        "{name} {rules}: {found:?}"
                    );
                    if found.exact().is_none() {
                        open += 1;
                        continue;
                    }
                    *solved += 1;
                    let certificate = certified(solver, &game, found, Form::Text);
                    let checked = check(certificate.as_slice(), &mut never_stop);
                    assert_eq!(
                        checked.expect("it is a proof").proved.len(),
                        2,
                        "{name} {rules}"
                    );
                }
            }
        }
    }
    let are_many = solved.iter().all(|&solved| solved > 40);
    assert!(are_many && open > 5, "{solved:?} exact, {open} open");
}

/// Each call about a certificate, in order.
#[derive(Default)]
struct Heard(Mutex<Vec<(u64, u64)>>);

impl Observer for Heard {
    fn on_certificate(&self, done: u64, total: u64) {
        self.0.lock().expect("no panic").push((done, total));
    }
}

/// Without an archive the steps are listed and written; with one its parts are read twice.
#[test]
fn an_observer_hears_how_far_a_certificate_is() {
    let scarce = Budget::within(Some(2_000_000));
    for archive in [None, Some(scratch())] {
        let mut solver = keeping("3x4", Ruleset::NSTT);
        let passes = if archive.is_some() { 2 } else { 1 };
        if let Some(file) = archive {
            solver = solver.with_archive(file);
        }
        let game = empty(&solver);
        let found = solver.solve(&game, scarce, &Nobody).value;
        let heard = Heard::default();
        let (output, form) = (Vec::new(), Form::Text);
        let (_, written) = solver
            .certify(&game, found, output, form, Budget::UNLIMITED, &heard)
            .expect("memory takes everything");
        let heard = heard.0.into_inner().expect("no panic");
        let (_, total) = *heard.last().expect("it is told");
        assert!(total >= passes * written.steps, "{heard:?}, {written:?}");
        let (listed, written): (Vec<_>, Vec<_>) = heard.iter().partition(|&&(_, total)| total == 0);
        assert_eq!(listed.is_empty(), passes == 2, "{heard:?}");
        assert!(written.is_sorted(), "{heard:?}");
        assert_eq!(written.last(), Some(&(total, total)));
    }
}

/// Returns an empty file.
fn scratch() -> File {
    tempfile::tempfile().expect("a directory for temporary files")
}

/// The steps of an archive and those of a log have numbers of their own.
#[test]
fn a_solver_with_an_archive_keeps_no_journal() {
    let solver = keeping("2x2", Ruleset::NSTT);
    assert!(solver.journal().is_ok());
    let solver = solver.with_archive(scratch());
    assert!(matches!(solver.journal(), Err(CertifyError::Archived)));
}
