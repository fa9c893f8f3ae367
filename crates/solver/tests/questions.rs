//! Questions whether a value is at least a score, compared with the oracle's value.

#[path = "common/solvers.rs"]
mod solvers;

use koproof_rules::{Coloring, Move, Player, Point, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Score, Stopped};
use koproof_verify::{Oracle, OracleMove};
use solvers::{empty, solver};

const TERRITORY: Ruleset = Ruleset {
    scoring: Scoring::Territory,
    ..Ruleset::NSTT
};

/// Plays at points, with prisoners in some games; `None` is a pass. Illegal plays are skipped.
const OPENINGS: [&[Option<u16>]; 4] = [
    &[],
    &[Some(1)],
    &[Some(1), Some(0), Some(2), Some(3), Some(0)],
    &[None, None],
];

#[test]
fn every_score_is_answered_as_the_value_says() {
    let (mut yes, mut no, mut over) = (0, 0, 0);
    for name in ["path:3", "path:4", "2x2", "star:4"] {
        for rules in [Ruleset::NSTT, TERRITORY] {
            let solver = solver(name, rules);
            let oracle = Oracle::new(solver.board(), rules).expect("a tiny board");
            for opening in OPENINGS {
                let mut game = empty(&solver);
                let symbols = Coloring::<1, 2>::EMPTY.to_symbols(solver.board().points());
                let mut naive = oracle.start(&symbols, Player::BLACK).expect("a start");
                for &point in opening {
                    let (taken, same) = match point {
                        Some(point) => (Move::Play(Point::new(point)), OracleMove::Play(point)),
                        None => (Move::Pass, OracleMove::Pass),
                    };
                    if game.play(taken).is_ok() {
                        naive.play(same).expect("it is legal");
                    }
                }
                over += usize::from(game.is_over());
                let value = naive.exact_value(None).expect("there is no limit");
                let bracket = solver.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
                    searcher.targets(&game).value()
                });
                assert!(bracket.lo <= value && value <= bracket.hi, "{bracket}");
                assert!(bracket.lo == bracket.hi || !game.is_over(), "{bracket}");
                for score in (-7..=7).chain([Score::MIN, Score::MAX]) {
                    let answer = solver.ask(&game, &[score], Budget::UNLIMITED, &Nobody);
                    let holds = answer.value().is_at_least(score);
                    assert_eq!(
                        holds,
                        Some(value >= score),
                        "{name} {rules} {opening:?}: {score}"
                    );
                    assert_eq!(answer.stopped, None);
                    match value >= score {
                        true => yes += 1,
                        false => no += 1,
                    }
                }
            }
        }
    }
    assert!(yes > 200 && no > 200 && over == 8, "{yes} {no} {over}");
}

#[test]
fn scores_are_asked_in_their_order_until_a_limit_stops_the_search() {
    let one = solver("3x4", Ruleset::NSTT);
    let game = empty(&one);
    // The value is 4, so the answer for 5 leaves nothing to ask about 6.
    let rising = one.ask(&game, &[1, 3, 5, 6], Budget::UNLIMITED, &Nobody);
    assert_eq!(rising.value().is_at_least(3), Some(true));
    assert_eq!(rising.value().is_at_least(5), Some(false));
    assert_eq!(rising.stopped, None);

    let other = solver("3x4", Ruleset::NSTT);
    let game = empty(&other);
    let nodes = Budget::nodes(rising.stats.expansions / 2);
    let short = other.ask(&game, &[1, 3, 5, 6], nodes, &Nobody);
    assert_eq!(short.value().is_at_least(1), Some(true));
    assert_eq!(short.value().is_at_least(5), None);
    assert_eq!(short.stopped, Some(Stopped::Nodes));
}
