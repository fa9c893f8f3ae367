//! Analyses: values of moves compared with the oracle's, best moves, lines, and brackets that a budget leaves open.

#[path = "common/solvers.rs"]
mod solvers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Duration;

use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Ruleset, Scoring, Superko};
use koproof_solver::{Analysis, Bracket, Budget, Detail, Nobody, Observer, Solver, Stopped};
use koproof_verify::{Oracle, OracleMove};
use solvers::{empty, solver};

/// Whether one bracket lies in another.
fn is_within(inner: Bracket, outer: Bracket) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}

const SITUATIONAL: Ruleset = Ruleset {
    superko: Superko::Situational,
    ..Ruleset::NSTT
};

/// The moves of short games. Illegal ones are skipped.
const OPENINGS: [&[u16]; 4] = [&[], &[1], &[1, 2, 0], &[0, 1, 2, 0]];

#[test]
fn every_move_has_the_value_that_the_oracle_finds() {
    let mut moves = 0;
    for name in ["path:3", "path:4", "2x2", "star:4"] {
        for rules in [Ruleset::NSTT, SITUATIONAL] {
            let solver = solver(name, rules);
            let oracle = Oracle::new(solver.board(), rules).expect("a tiny board");
            for opening in OPENINGS {
                let mut game = empty(&solver);
                let symbols = Coloring::<1, 2>::EMPTY.to_symbols(solver.board().points());
                let mut naive = oracle.start(&symbols, Player::BLACK).expect("a start");
                for &point in opening {
                    let taken = Move::Play(koproof_rules::Point::new(point));
                    if game.play(taken).is_ok() {
                        naive.play(OracleMove::Play(point)).expect("it is legal");
                    }
                }
                let analysis = solver.analyse(&game, Detail::Lines, Budget::UNLIMITED, &Nobody);
                let value = naive.exact_value(None).expect("there is no limit");
                assert_eq!(
                    analysis.value(),
                    Bracket::exactly(value),
                    "{name} {opening:?}"
                );
                let mut legal = Vec::new();
                for known in analysis.moves() {
                    let taken = match known.taken {
                        Move::Pass => OracleMove::Pass,
                        Move::Play(point) => OracleMove::Play(point.index() as u16),
                    };
                    legal.push(taken);
                    naive.play(taken).expect("the oracle allows it, too");
                    let expected = naive.exact_value(None).expect("there is no limit");
                    naive.undo();
                    assert_eq!(
                        known.value,
                        Bracket::exactly(expected),
                        "{name} {opening:?}"
                    );
                    let keeps = analysis.best_moves().certain.contains(&known.taken);
                    assert_eq!(keeps, expected == value, "{name} {opening:?} {taken:?}");
                    let mut end = game.clone();
                    for &taken in &known.line {
                        end.play(taken).expect("lines are legal");
                    }
                    assert!(end.is_over() && known.line_ends, "{name} {opening:?}");
                    assert_eq!(end.score(), expected, "{name} {opening:?}");
                    moves += 1;
                }
                assert_eq!(legal.len(), naive.legal_moves().len(), "{name} {opening:?}");
                let first = analysis.best_moves().certain.first().copied();
                assert_eq!(analysis.principal_variation().0.first().copied(), first);
                assert!(analysis.is_complete(Detail::Lines));
            }
        }
    }
    assert!(moves > 80, "{moves}");
}

#[test]
fn moves_left_open_when_the_value_is_known_have_brackets_around_it() {
    let solver = solver("3x3", Ruleset::NSTT);
    let game = empty(&solver);
    let mut analysis = solver.analyse(&game, Detail::Value, Budget::UNLIMITED, &Nobody);
    let value = analysis.value().exact().expect("there is no limit");
    let best = analysis.best_moves();
    let all: Vec<Move> = game.legal_moves().collect();
    assert_eq!((best.certain, best.possible), (Vec::new(), all));
    for known in analysis.moves() {
        assert!(
            known.value.lo <= value && known.value.hi == value,
            "{known:?}"
        );
    }
    // The centre is the only opening that keeps the whole board.
    solver.deepen(
        &game,
        &mut analysis,
        Detail::Best,
        Budget::UNLIMITED,
        &Nobody,
    );
    let centre = Move::Play(koproof_rules::Point::new(4));
    let best = analysis.best_moves();
    assert_eq!((best.certain, best.possible), (vec![centre], Vec::new()));
}

#[test]
fn an_analysis_goes_on_where_a_budget_stopped_it() {
    let (one, other) = (solver("2x3", Ruleset::NSTT), solver("2x3", Ruleset::NSTT));
    let game = empty(&one);
    let whole = other.analyse(&empty(&other), Detail::Lines, Budget::UNLIMITED, &Nobody);
    let mut analysis = one.analysis(&game);
    let mut calls = 0;
    while !analysis.is_complete(Detail::Lines) {
        one.deepen(
            &game,
            &mut analysis,
            Detail::Lines,
            Budget::nodes(50),
            &Nobody,
        );
        calls += 1;
        assert!(calls < 10_000, "{analysis:?}");
    }
    assert!(calls > 1, "the budget is too large for this test");
    let values = |analysis: &Analysis| -> Vec<Bracket> {
        analysis.moves().iter().map(|known| known.value).collect()
    };
    assert_eq!(values(&analysis), values(&whole));
    assert_eq!(analysis.value(), whole.value());
    assert_eq!(analysis.stopped, None);
}

#[test]
fn brackets_of_a_growing_analysis_only_narrow() {
    #[derive(Default)]
    struct Heard(Mutex<Vec<Analysis>>);
    impl Observer for Heard {
        fn on_analysis(&self, analysis: &Analysis) {
            self.0
                .lock()
                .expect("no thread panics")
                .push(analysis.clone());
        }
    }
    let solver = solver("2x3", Ruleset::NSTT);
    let heard = Heard::default();
    solver.analyse(&empty(&solver), Detail::Moves, Budget::UNLIMITED, &heard);
    let heard = heard.0.into_inner().expect("no thread panics");
    assert!(heard.len() > 6, "{}", heard.len());
    for pair in heard.windows(2) {
        for (before, after) in pair[0].moves().iter().zip(pair[1].moves()) {
            assert!(is_within(after.value, before.value));
        }
        assert!(is_within(pair[1].value(), pair[0].value()));
    }
}

#[test]
fn a_game_that_is_over_is_worth_its_score_and_has_no_moves() {
    let solver = solver("path:3", Ruleset::NSTT);
    let mut game = empty(&solver);
    game.play(Move::Play(koproof_rules::Point::new(1)))
        .expect("legal");
    for _ in 0..2 {
        game.play(Move::Pass).expect("legal");
    }
    let analysis = solver.analyse(&game, Detail::Lines, Budget::UNLIMITED, &Nobody);
    assert_eq!(analysis.value(), Bracket::exactly(3));
    assert_eq!(analysis.every_move().count(), 0);
    assert!(analysis.is_complete(Detail::Lines));
}

#[test]
fn a_move_that_ends_the_game_is_a_whole_line_without_a_search() {
    let solver = solver("path:2", Ruleset::NSTT);
    let mut game = empty(&solver);
    for taken in [Move::Play(koproof_rules::Point::new(0)), Move::Pass] {
        game.play(taken).expect("it is legal");
    }
    for known in solver.analysis(&game).moves() {
        assert_eq!(known.line_ends, known.taken == Move::Pass, "{known:?}");
    }
}

#[test]
fn an_analysis_that_was_stored_says_the_same_of_the_same_game_alone() {
    let solver = solver("path:3", Ruleset::NSTT);
    let mut game = empty(&solver);
    let found = solver.analyse(&game, Detail::Lines, Budget::UNLIMITED, &Nobody);
    let moves = found.moves().to_vec();
    let restored =
        |game: &_| Analysis::restored(game, found.value(), moves.clone(), found.stats, None);
    let again = restored(&game).expect("these are its moves");
    assert_eq!(again.value(), found.value());
    assert!(again.every_move().eq(found.every_move()));
    game.play(Move::Play(koproof_rules::Point::new(1)))
        .expect("legal");
    assert_eq!(restored(&game), None);
}

/// Goes on with an analysis until the value is known.
fn go_on(solver: &Solver, game: &Game<'_, 1, 2>, mut analysis: Analysis) {
    let budget = Budget::UNLIMITED;
    solver.deepen(game, &mut analysis, Detail::Value, budget, &Nobody);
}

#[test]
#[should_panic(expected = "the analysis is of another game")]
fn an_analysis_of_another_game_is_refused() {
    let solver = solver("path:3", Ruleset::NSTT);
    let mut game = empty(&solver);
    let analysis = solver.analysis(&game);
    game.play(Move::Pass).expect("legal");
    go_on(&solver, &game, analysis);
}

#[test]
fn an_analysis_of_another_board_or_other_rules_is_refused() {
    let own = solver("2x2", Ruleset::NSTT);
    let game = empty(&own);
    for other in [
        solver("path:4", Ruleset::NSTT),
        solver("1x3", Ruleset::NSTT),
        solver("2x2", Ruleset::TROMP_TAYLOR),
    ] {
        let theirs = empty(&other);
        let analysis = other.analysis(&theirs);
        let refused = catch_unwind(AssertUnwindSafe(|| go_on(&own, &game, analysis)));
        assert!(refused.is_err(), "{}", other.board().name());
        let refused = catch_unwind(AssertUnwindSafe(|| own.analysis(&theirs)));
        assert!(refused.is_err(), "{}", other.board().name());
    }
}

#[test]
#[should_panic(expected = "the analysis is of another game")]
fn the_analysis_of_a_game_that_is_over_says_nothing_about_one_that_is_disputed() {
    let solver = solver("path:3", Ruleset::NSTT);
    let mut game = empty(&solver);
    for _ in 0..2 {
        game.play(Move::Pass).expect("legal");
    }
    let analysis = solver.analysis(&game);
    assert!(game.dispute());
    go_on(&solver, &game, analysis);
}

#[test]
fn a_budget_that_spans_calls_is_used_up_by_all_of_them() {
    let solver = solver("3x3", Ruleset::NSTT);
    let game = empty(&solver);
    let spent = Budget::nodes(1_000).after(1_000, Duration::ZERO);
    let solution = solver.solve(&game, spent, &Nobody);
    assert_eq!(solution.stopped, Some(Stopped::Nodes));
    let little = solution.stats.expansions;
    assert!(
        little < 500,
        "{little} expansions of a budget that is used up"
    );
}

/// The value takes moments; a whole line of best play takes minutes.
#[test]
fn best_moves_and_their_line_end_in_a_budget_of_their_own() {
    let situational = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::TROMP_TAYLOR
    };
    let solve = || {
        let solver = solver("cycle:11", situational);
        let game = empty(&solver);
        let value = solver.analyse(&game, Detail::Value, Budget::UNLIMITED, &Nobody);
        let mut best = value.clone();
        let unlimited = Budget::UNLIMITED;
        solver.deepen(&game, &mut best, Detail::Best, unlimited, &Nobody);
        (value, best)
    };
    let ((value, best), again) = rayon::join(solve, solve);
    assert!(value.value().exact().is_some());
    assert_eq!(best.value(), value.value());
    let (before, after) = (value.stats.expansions, best.stats.expansions);
    assert!(
        after - before <= 4 * before.max(1 << 15) + 1_000,
        "{before}, {after}"
    );
    assert_eq!(best.stopped, Some(Stopped::Nodes));
    assert!(!best.is_complete(Detail::Best));
    let moves = best.best_moves();
    for known in best.moves() {
        let may_keep =
            moves.certain.contains(&known.taken) || moves.possible.contains(&known.taken);
        let bracket = known.value.lo..=known.value.hi;
        assert_eq!(may_keep, bracket.contains(&value.value().lo), "{known:?}");
    }
    assert_eq!(
        again.1, best,
        "one thread, and expansions alone are limited"
    );
}

/// A move that is hard to refute must not consume what the value leaves of a limit.
#[test]
fn a_limit_that_the_value_does_not_use_up_finds_a_best_move() {
    let analyse = |detail, budget| {
        let solver = solver("2x5", Ruleset::NSTT);
        solver.analyse(&empty(&solver), detail, budget, &Nobody)
    };
    let value = analyse(Detail::Value, Budget::UNLIMITED);
    let limit = value.stats.expansions + 100;
    let limited = analyse(Detail::Best, Budget::nodes(limit));
    assert_eq!(limited.stopped, Some(Stopped::Nodes));
    // A look at the limit comes after at most a sixteenth of it, and counts what was there one look before.
    assert!(
        limited.stats.expansions <= limit + limit / 8,
        "{:?}",
        limited.stats
    );
    let best = limited.best_moves();
    assert!(!best.certain.is_empty(), "{best:?}");
    let all = analyse(Detail::Moves, Budget::UNLIMITED)
        .best_moves()
        .certain;
    let are_best = best.certain.iter().all(|one| all.contains(one));
    assert!(are_best, "{best:?} of {all:?}");
}

/// Iterative deepening answers in a second what the other ways of the search leave open after a minute. By the symmetry of
/// the board all plays have the same value.
#[test]
fn best_moves_of_a_dense_board_are_all_found() {
    let solver = solver("complete:7", Ruleset::NSTT);
    let analysis = solver.analyse(&empty(&solver), Detail::Best, Budget::UNLIMITED, &Nobody);
    let best = analysis.best_moves();
    assert!(best.possible.is_empty(), "{best:?}");
    let plays = best.certain.iter().filter(|&&taken| taken != Move::Pass);
    assert!(matches!(plays.count(), 0 | 7), "{best:?}");
    assert!(!best.certain.is_empty());
}

#[test]
fn games_of_another_board_or_other_rules_are_refused() {
    let own = solver("2x3", Ruleset::NSTT);
    let with = |board: &str, rules| {
        let board: Board = board.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let game = Game::<1, 2>::new(&graph, rules, Coloring::EMPTY, Player::BLACK);
        let game = game.expect("the empty board is legal");
        let solve = || own.solve(&game, Budget::UNLIMITED, &Nobody).value;
        catch_unwind(AssertUnwindSafe(solve)).ok()
    };
    let value = own.solve(&empty(&own), Budget::UNLIMITED, &Nobody).value;
    let komi = "2.5".parse().expect("a komi");
    for rules in [
        Ruleset::NSTT,
        Ruleset {
            komi,
            ..Ruleset::NSTT
        },
        Ruleset {
            scoring: Scoring::Taylor,
            ..Ruleset::NSTT
        },
    ] {
        assert_eq!(with("2x3", rules), Some(value), "the same values");
    }
    for (board, rules) in [
        ("path:6", Ruleset::NSTT),
        ("2x2", Ruleset::NSTT),
        ("2x3", SITUATIONAL),
        ("2x3", Ruleset::TROMP_TAYLOR),
        (
            "2x3",
            Ruleset {
                scoring: Scoring::Territory,
                ..Ruleset::NSTT
            },
        ),
        (
            "2x3",
            Ruleset {
                handicap: 2,
                ..Ruleset::NSTT
            },
        ),
    ] {
        assert_eq!(with(board, rules), None, "{board}, {rules:?}");
    }
}
