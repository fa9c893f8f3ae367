//! Counts that are stopped, and counts that cannot start.

use std::num::NonZero;
use std::time::Duration;

use koproof_rules::{Ruleset, Suicide, Superko};
use koproof_solver::{
    Budget, CountError, Games, LegalMethod, Nobody, Observer, Stopped, count_games, count_legal,
    count_reachable,
};

use super::at_once::AtOnce;
use super::board;

fn games(name: &str, budget: Budget, threads: usize) -> Result<Games, CountError> {
    let rules = Ruleset::TROMP_TAYLOR;
    count_games(&board(name), &rules, NonZero::new(threads), budget, &Nobody)
}

fn stopped<T: std::fmt::Debug>(result: Result<T, CountError>) -> Stopped {
    match result.expect_err("it was to be stopped") {
        CountError::Stopped { why, .. } => why,
        other => panic!("{other}"),
    }
}

#[test]
fn number_of_nodes_decides_alone_whether_a_count_is_finished() {
    let states = games("star:4", Budget::UNLIMITED, 1)
        .expect("nothing limits it")
        .states;
    for threads in 1..=3 {
        let within = |nodes| {
            let budget = Budget::nodes(nodes);
            games("star:4", budget, threads)
        };
        assert_eq!(within(states).expect("it fits exactly").states, states);
        assert_eq!(stopped(within(states - 1)), Stopped::Nodes);
        assert_eq!(stopped(within(1)), Stopped::Nodes);
    }
}

#[test]
fn number_of_nodes_limits_each_part_of_a_count_of_states() {
    let rules = Ruleset::TROMP_TAYLOR;
    let within = |budget| count_reachable(&board("2x4"), &rules, NonZero::new(2), budget, &Nobody);
    let all = within(Budget::UNLIMITED).expect("nothing limits it");
    let exactly = within(Budget::nodes(all.examined)).expect("it fits exactly");
    assert_eq!(exactly, all);
    for nodes in [1, all.examined / 2, all.examined - 1] {
        assert_eq!(stopped(within(Budget::nodes(nodes))), Stopped::Nodes);
    }
}

#[test]
fn time_runs_out() {
    let budget = Budget {
        time: Some(Duration::ZERO),
        ..Budget::UNLIMITED
    };
    assert_eq!(stopped(games("2x2", budget, 2)), Stopped::Time);
    let legal = count_legal(
        &board("7x7"),
        2,
        LegalMethod::Enumerate,
        None,
        budget,
        &Nobody,
    );
    assert_eq!(stopped(legal), Stopped::Time);
    let rules = Ruleset::TROMP_TAYLOR;
    let reachable = count_reachable(&board("4x5"), &rules, None, budget, &Nobody);
    assert_eq!(stopped(reachable), Stopped::Time);
}

#[test]
fn memory_runs_out() {
    let budget = Budget::within(Some(1 << 20));
    assert_eq!(stopped(games("2x2", budget, 2)), Stopped::Memory);
    let legal = count_legal(
        &board("9x9"),
        2,
        LegalMethod::Frontier,
        None,
        budget,
        &Nobody,
    );
    assert_eq!(stopped(legal), Stopped::Memory);
    let rules = Ruleset::TROMP_TAYLOR;
    let reachable = count_reachable(&board("8x8"), &rules, None, budget, &Nobody);
    assert_eq!(stopped(reachable), Stopped::Memory);
}

#[test]
fn observer_stops_a_count() {
    let (rules, budget) = (Ruleset::TROMP_TAYLOR, Budget::UNLIMITED);
    let games = count_games(&board("2x2"), &rules, None, budget, &AtOnce);
    assert_eq!(stopped(games), Stopped::Observer);
}

#[test]
fn observer_hears_how_much_is_left_to_do() {
    use std::sync::atomic::{AtomicBool, Ordering};
    /// Whether the expected total was ever within a factor of two of the real one, half-way.
    struct Halfway {
        states: u64,
        close: AtomicBool,
    }
    impl Observer for Halfway {
        fn on_progress(&self, progress: &koproof_solver::Progress) {
            let halfway = progress.done * 2 > self.states;
            let close = progress.total > self.states / 2 && progress.total < self.states * 2;
            if halfway && close {
                self.close.store(true, Ordering::Relaxed);
            }
        }
    }
    let states = games("star:4", Budget::UNLIMITED, 2)
        .expect("nothing limits it")
        .states;
    let observer = Halfway {
        states,
        close: AtomicBool::new(false),
    };
    let (rules, budget) = (Ruleset::TROMP_TAYLOR, Budget::UNLIMITED);
    count_games(&board("star:4"), &rules, None, budget, &observer).expect("nothing limits it");
    assert!(observer.close.into_inner());
}

#[test]
fn what_cannot_be_counted_is_said() {
    let budget = Budget::UNLIMITED;
    let message = |rules, name| {
        let games = count_games(&board(name), &rules, None, budget, &Nobody);
        games.expect_err("it cannot be counted").to_string()
    };
    let players = |players| Ruleset {
        players,
        ..Ruleset::TROMP_TAYLOR
    };
    assert!(message(players(1), "2x2").contains("from 2 to 8"));
    assert!(message(players(9), "2x2").contains("from 2 to 8"));
    let under = |superko| Ruleset {
        superko,
        ..Ruleset::TROMP_TAYLOR
    };
    assert!(message(under(Superko::Taylor), "2x2").contains("taylor is neither"));
    let situations = message(under(Superko::Situational), "1x5");
    assert!(situations.contains("more than 120 colorings with a player to move"));
    let handicap = |handicap| Ruleset {
        handicap,
        ..Ruleset::TROMP_TAYLOR
    };
    assert!(message(handicap(2), "2x2").contains("without handicap"));
    let one = count_games(&board("1x3"), &handicap(1), None, budget, &Nobody);
    assert_eq!(
        one.expect("one free turn is an ordinary turn").count,
        907_u32.into()
    );
    assert!(message(Ruleset::TROMP_TAYLOR, "3x3").contains("more than 121 colorings"));

    let legal = |name, method| {
        let legal = count_legal(&board(name), 2, method, None, budget, &Nobody);
        legal.expect_err("it cannot be counted").to_string()
    };
    assert!(legal("complete:80", LegalMethod::Frontier).contains("too wide: enumerate"));
    assert!(legal("9x9", LegalMethod::Enumerate).contains("81 points"));

    let reachable = |name, suicide| {
        let rules = Ruleset {
            suicide,
            ..Ruleset::TROMP_TAYLOR
        };
        let reachable = count_reachable(&board(name), &rules, None, budget, &Nobody);
        reachable.expect_err("it cannot be counted").to_string()
    };
    assert!(reachable("9x9", Suicide::Allow).contains("81 points"));
    assert!(reachable("complete:80", Suicide::Forbid).contains("too wide: take"));
}
