//! Tables and analyses stop at their limits, also if every single position is easy.

#[path = "common/at_once.rs"]
mod at_once;
#[path = "common/solvers.rs"]
mod solvers;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use at_once::AtOnce;
use koproof_rules::{Move, Point, Ruleset, Superko};
use koproof_solver::{Budget, Detail, Nobody, Observer, Progress, SolverError, Stopped};
use koproof_tables::Table;
use solvers::{empty, solver};

/// Stops a call after its first report.
#[derive(Default)]
struct AfterAReport(AtomicBool);

impl Observer for AfterAReport {
    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn on_progress(&self, _: &Progress) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn table(board: &str, budget: Budget, observer: &dyn Observer) -> Result<Table, SolverError> {
    table_under(Ruleset::NSTT, board, budget, observer)
}

fn table_under(
    rules: Ruleset,
    board: &str,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Table, SolverError> {
    let solver = solver(board, rules);
    solver.table(budget, observer).map(|(table, _)| table)
}

fn stopped(result: Result<Table, SolverError>) -> (Stopped, u64, u64) {
    match result {
        Err(SolverError::Stopped {
            why, solved, total, ..
        }) => (why, solved, total),
        other => panic!("not stopped: {other:?}"),
    }
}

#[test]
fn a_table_of_easy_positions_stops_when_the_observer_says_so() {
    let result = table("path:5", Budget::UNLIMITED, &AfterAReport::default());
    let (why, solved, total) = stopped(result);
    assert_eq!(why, Stopped::Observer);
    assert!(solved < total, "{solved} of {total}");
}

#[test]
fn a_table_of_easy_positions_stops_at_its_budget_of_nodes() {
    let budget = Budget::nodes(1000);

    let (why, solved, total) = stopped(table("3x3", budget, &Nobody));
    assert_eq!(why, Stopped::Nodes);
    assert!(solved < total, "{solved} of {total}");
}

/// A board with 2,048 symmetries takes half a minute to list.
#[test]
fn a_table_stops_before_its_colorings_are_listed() {
    let no_time = Budget {
        time: Some(Duration::ZERO),
        ..Budget::UNLIMITED
    };
    let calls: [(_, &dyn Observer, _); 2] = [
        (Budget::UNLIMITED, &AtOnce, Stopped::Observer),
        (no_time, &Nobody, Stopped::Time),
    ];
    for (budget, observer, why) in calls {
        let result = table("bipartite:8,8", budget, observer);
        let error = result.as_ref().expect_err("it is stopped").to_string();
        assert!(
            error.starts_with("stopped before the states were listed: "),
            "{error}"
        );
        assert_eq!(stopped(result), (why, 0, 0));
    }
}

/// A table begins with retrograde analysis.
#[test]
fn a_table_stops_before_its_first_position_is_solved() {
    let rules = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::NSTT
    };
    let observer = AfterAReport::default();
    let result = table_under(rules, "3x3", Budget::UNLIMITED, &observer);
    let (why, solved, total) = stopped(result);
    assert_eq!((why, solved), (Stopped::Observer, 0));
    assert!(total > 0);
}

#[test]
fn a_budget_that_is_never_used_up_stops_nothing() {
    let budget = Budget::nodes(1_000_000);
    assert!(table("2x3", budget, &Nobody).is_ok());
}

/// A tree of best play asks about thousands of positions, also after its limit or a signal.
#[test]
fn an_analysis_without_time_knows_what_is_proved_and_searches_for_nothing() {
    let solver = solver("3x4", Ruleset::NSTT);
    let mut game = empty(&solver);
    let known = solver.analyse(&game, Detail::Value, Budget::UNLIMITED, &Nobody);
    let no_time = Budget {
        time: Some(Duration::ZERO),
        ..Budget::UNLIMITED
    };
    for detail in [Detail::Value, Detail::Best, Detail::Moves, Detail::Lines] {
        let again = solver.analyse(&game, detail, no_time, &Nobody);
        assert_eq!(again.value(), known.value(), "{detail:?}");
        assert_eq!(again.stats.expansions, 0, "{detail:?}");
    }
    for at in [0, 11] {
        game.play(Move::Play(Point::new(at))).expect("a legal move");
    }
    let unknown = solver.analyse(&game, Detail::Moves, no_time, &Nobody);
    assert_eq!(unknown.value().exact(), None);
    assert!(
        unknown.stats.expansions <= 1,
        "{}",
        unknown.stats.expansions
    );
    assert_eq!(unknown.stopped, Some(Stopped::Time));
}
