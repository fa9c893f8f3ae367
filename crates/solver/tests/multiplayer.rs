//! Three players and more, against the oracle's plain enumeration.

#![allow(
    clippy::print_stderr,
    reason = "the share that the oracle finishes is worth seeing"
)]

#[path = "common/at_once.rs"]
mod at_once;
#[path = "common/colorings.rs"]
mod colorings;
#[path = "common/dice.rs"]
mod dice;
#[path = "common/rule_sets.rs"]
mod rule_sets;

use at_once::AtOnce;
use dice::Dice;
use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Point, Ruleset, Scoring};
use koproof_solver::{
    Bracket, Budget, ManyError, Nobody, Observer, Secured, Stopped, max_n, paranoid,
    secured_everywhere,
};
use koproof_verify::{Oracle, OracleMove};
use rule_sets::varied;

/// A game with room for all players.
type Many<'g> = Game<'g, 1, { Player::MAX }>;

const THREE: Ruleset = Ruleset {
    players: 3,
    ..Ruleset::TROMP_TAYLOR
};

fn graph(name: &str) -> Graph<1> {
    let board: Board = name.parse().expect("a board");
    Graph::new(&board).expect("a small board")
}

fn oracle(name: &str, rules: Ruleset) -> Oracle {
    Oracle::new(&name.parse().expect("a board"), rules).expect("a small board")
}

fn players() -> [Player; 3] {
    [0, 1, 2].map(Player::new)
}

fn values(game: &Many<'_>) -> Vec<u32> {
    let answer = max_n(game, Budget::UNLIMITED, &Nobody).expect("nothing is refused");
    let exact = |value: &Bracket| value.exact().expect("no limit").unsigned_abs();
    answer.value.iter().map(exact).collect()
}

fn secured(game: &Many<'_>, player: Player) -> u32 {
    let answer = paranoid(game, player, Budget::UNLIMITED, &Nobody).expect("nothing is refused");
    answer.value.exact().expect("no limit").unsigned_abs()
}

#[test]
fn everyone_for_himself_is_the_oracles_enumeration_of_every_game_from_the_empty_1x3() {
    let graph = graph("1x3");
    let game = Many::new(&graph, THREE, Coloring::EMPTY, Player::BLACK).expect("legal");
    // The middle has two eyes for the player who takes it.
    assert_eq!(values(&game), [3, 0, 0]);
    let oracle = oracle("1x3", THREE);
    let naive = oracle.start("...", Player::BLACK).expect("legal");
    assert_eq!(naive.max_n(None), Some(vec![3, 0, 0]));
}

#[test]
fn values_of_three_players_are_the_oracles_on_every_state_of_two_and_three_points() {
    for rules in varied(THREE) {
        for scoring in [Scoring::Area, Scoring::Taylor] {
            let rules = Ruleset { scoring, ..rules };
            for name in ["1x1", "1x2", "empty:2", "1x3"] {
                let (graph, oracle) = (graph(name), oracle(name, rules));
                for coloring in colorings::legal(&graph, 3) {
                    for to_move in players() {
                        let symbols = coloring.to_symbols(graph.points());
                        let state = format!("{name} {symbols} {to_move} under {rules}");
                        let naive = oracle.start(&symbols, to_move).expect("legal");
                        let game = Game::new(&graph, rules, coloring, to_move).expect("legal");
                        for player in players() {
                            let value = naive.paranoid(player, None).expect("no limit");
                            assert_eq!(secured(&game, player) as usize, value, "{state}, {player}");
                        }
                        // A state of 1x3 has millions of games.
                        if graph.points() < 3 {
                            let expected = naive.max_n(None).expect("no limit");
                            assert_eq!(usizes(values(&game)), expected, "{state}");
                        }
                    }
                }
            }
        }
    }
}

fn usizes(values: Vec<u32>) -> Vec<usize> {
    values.into_iter().map(|value| value as usize).collect()
}

#[test]
fn values_are_the_oracles_in_the_middle_of_games() {
    const LIMIT: u64 = 100_000;
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let mut paranoids = [0, 0];
    let mut everyones = [0, 0];
    for name in ["1x3", "2x2", "star:4", "complete:3"] {
        let graph = graph(name);
        for rules in varied(THREE) {
            let oracle = oracle(name, rules);
            for _ in 0..12 {
                let mut game =
                    Many::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
                let empty = ".".repeat(graph.points());
                let mut naive = oracle.start(&empty, Player::BLACK).expect("legal");
                for _ in 0..dice.roll(60) {
                    let index = dice.roll(graph.points() + 1) as u16;
                    let (taken, same) = match usize::from(index) == graph.points() {
                        true => (Move::Pass, OracleMove::Pass),
                        false => (Move::Play(Point::new(index)), OracleMove::Play(index)),
                    };
                    if taken == Move::Pass && game.passes() == 2 || game.play(taken).is_err() {
                        continue;
                    }
                    naive.play(same).expect("both know the rules");
                }
                for player in players() {
                    paranoids[1] += 1;
                    if let Some(expected) = naive.paranoid(player, Some(LIMIT)) {
                        paranoids[0] += 1;
                        let found = secured(&game, player) as usize;
                        assert_eq!(found, expected, "{name} under {rules}");
                    }
                }
                if name == "1x3" {
                    everyones[1] += 1;
                    if let Some(expected) = naive.max_n(Some(LIMIT)) {
                        everyones[0] += 1;
                        assert_eq!(usizes(values(&game)), expected, "{name} under {rules}");
                    }
                }
            }
        }
    }
    let [[finished, tried], [ended, begun]] = [paranoids, everyones];
    eprintln!(
        "the oracle finished {finished} of {tried} paranoid values, {ended} of {begun} max^n"
    );
    assert!(finished > 400, "{finished} of {tried}");
    assert!(ended > 30, "{ended} of {begun}");
}

#[test]
fn the_first_player_at_the_centre_of_a_star_takes_it_all() {
    let graph = graph("star:4");
    for rules in varied(THREE) {
        for to_move in players() {
            let game = Many::new(&graph, rules, Coloring::EMPTY, to_move).expect("legal");
            let mut expected = vec![0; 3];
            expected[to_move.index()] = 4;
            assert_eq!(values(&game), expected);
            let secured = players().map(|player| secured(&game, player));
            assert_eq!(secured.to_vec(), expected);
        }
    }
}

#[test]
fn the_line_leads_to_the_values() {
    let graph = graph("star:4");
    let colorings = colorings::legal(&graph, 3);
    let (all, mut compared) = (colorings.len(), 0);
    for coloring in colorings {
        let mut game = Game::new(&graph, THREE, coloring, Player::WHITE).expect("legal");
        let budget = Budget::nodes(200_000);
        let answer = max_n(&game, budget, &Nobody).expect("nothing is refused");
        for &taken in &answer.line {
            game.play(taken).expect("a legal line");
        }
        if answer.stopped.is_none() && game.is_over() {
            let points = players().map(|player| Bracket::exactly(game.points(player) as i32));
            assert_eq!(answer.value, points);
            compared += 1;
        }
    }
    assert!(compared > all / 2, "{compared} of {all}");
}

#[test]
fn of_equal_moves_the_first_is_taken() {
    // On three points without edges no stone stays: all moves are equal, so everyone passes.
    let graph = graph("empty:3");
    let game = Many::new(&graph, THREE, Coloring::EMPTY, Player::BLACK).expect("legal");
    let answer = max_n(&game, Budget::UNLIMITED, &Nobody).expect("nothing is refused");
    assert_eq!(
        (answer.value, answer.line),
        (vec![Bracket::exactly(0); 3], vec![Move::Pass; 3])
    );
}

#[test]
fn a_budget_leaves_the_value_open() {
    let graph = graph("2x2");
    let game = Many::new(&graph, THREE, Coloring::EMPTY, Player::BLACK).expect("legal");
    let budget = Budget::nodes(1000);
    let answer = max_n(&game, budget, &Nobody).expect("nothing is refused");
    assert_eq!(answer.value, [Bracket { lo: 0, hi: 4 }; 3]);
    assert_eq!(answer.stopped, Some(Stopped::Nodes));
    assert_eq!(answer.expansions, 1000);
}

/// An expansion of a coalition game can take a tenth of a second.
#[test]
fn the_observer_is_asked_at_every_expansion_of_a_coalition_game() {
    let graph = graph("2x3");
    let game = Many::new(&graph, THREE, Coloring::EMPTY, Player::BLACK).expect("legal");
    let answer = paranoid(&game, Player::BLACK, Budget::UNLIMITED, &AtOnce);
    let answer = answer.expect("nothing is refused");
    assert_eq!(answer.stopped, Some(Stopped::Observer));
    assert!(answer.expansions <= 2, "{} expansions", answer.expansions);
}

#[test]
fn what_many_players_have_no_value_for_is_refused() {
    let graph = graph("2x2");
    let refused = |rules| {
        let game = Many::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
        max_n(&game, Budget::UNLIMITED, &Nobody).expect_err("it is refused")
    };
    let handicap = Ruleset {
        handicap: 2,
        ..THREE
    };
    assert_eq!(refused(handicap), ManyError::Handicap(2));
    let territory = Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    };
    assert_eq!(refused(territory), ManyError::Scoring);
    let game = Many::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("legal");
    let third = paranoid(&game, Player::new(2), Budget::UNLIMITED, &Nobody);
    assert!(matches!(third, Err(ManyError::Player { players: 2, .. })));
}

fn everywhere(graph: &Graph<1>, rules: Ruleset) -> Vec<Secured> {
    let states = secured_everywhere(graph, rules, Budget::UNLIMITED, &Nobody)
        .expect("nothing is refused, and there is no limit");
    assert_eq!(states.len(), 3 * colorings::legal::<8>(graph, 3).len());
    states
}

/// A process that has left a tenth of its memory.
struct AlmostFull;

impl Observer for AlmostFull {
    fn memory(&self) -> Option<u64> {
        Some(90 << 20)
    }
}

/// The list of the colorings alone took more, and the limit was noticed later.
#[test]
fn all_colorings_that_do_not_fit_are_not_begun() {
    let (graph, budget) = (graph("3x3"), Budget::within(Some(100 << 20)));
    let rules = Ruleset {
        players: 4,
        ..THREE
    };
    let found = secured_everywhere(&graph, rules, budget, &AlmostFull);
    assert_eq!(found, Err(ManyError::Stopped(Stopped::Memory)));
}

#[test]
fn all_colorings_are_solved_or_none() {
    let found = secured_everywhere(&graph("1x3"), THREE, Budget::nodes(1), &Nobody);
    assert_eq!(found, Err(ManyError::Stopped(Stopped::Nodes)));
}

#[test]
fn values_of_all_colorings_of_three_points_are_the_oracles() {
    for name in ["1x3", "complete:3"] {
        let graph = graph(name);
        for rules in varied(THREE) {
            let oracle = oracle(name, rules);
            for state in everywhere(&graph, rules) {
                let symbols = state.coloring.to_symbols(3);
                let naive = oracle.start(&symbols, state.to_move).expect("legal");
                let expected = players().map(|player| naive.paranoid(player, None));
                let found: Vec<Option<usize>> =
                    usizes(state.values).into_iter().map(Some).collect();
                assert_eq!(
                    found, expected,
                    "{name} under {rules}: {symbols} {}",
                    state.to_move
                );
            }
        }
    }
}

/// Games that start on four points are too long for the oracle. Each value there must be the best over the moves of the
/// mover, or of the opponents, and must agree with the value of each player solved alone.
#[test]
fn values_of_all_colorings_of_four_points_are_those_after_the_best_move() {
    let mut checked = 0;
    for name in ["2x2", "star:4"] {
        let graph = graph(name);
        for rules in varied(THREE) {
            for state in everywhere(&graph, rules).iter().step_by(23) {
                let game = Game::new(&graph, rules, state.coloring, state.to_move).expect("legal");
                let moves: Vec<Move> = std::iter::once(Move::Pass)
                    .chain(state.coloring.empty(&graph).into_iter().map(Move::Play))
                    .filter(|&taken| game.try_move(taken).is_ok())
                    .collect();
                for (player, &value) in players().into_iter().zip(&state.values) {
                    assert_eq!(
                        secured(&game, player),
                        value,
                        "{name} under {rules}: {state:?}"
                    );
                    let after = moves.iter().map(|&taken| {
                        let mut after = game.clone();
                        after.play(taken).expect("it was tried");
                        secured(&after, player)
                    });
                    let best = match player == state.to_move {
                        true => after.max(),
                        false => after.min(),
                    };
                    assert_eq!(best, Some(value), "{name} under {rules}: {state:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

/// After a rotation of the colors, the next player takes the place of the first.
#[test]
fn values_turn_with_the_players() {
    let graph = graph("2x2");
    let states = everywhere(&graph, THREE);
    let find = |coloring: Coloring<1, { Player::MAX }>, to_move: Player| {
        let mut all = states.iter();
        let found = all.find(|state| state.coloring == coloring && state.to_move == to_move);
        found.expect("every legal coloring is there").values.clone()
    };
    for state in &states {
        let stones = std::array::from_fn(|index| match Player::new(index) {
            player if index < 3 => state.coloring.stones(player.before(1, 3)),
            absent => state.coloring.stones(absent),
        });
        let turned = find(Coloring::from_stones(stones), state.to_move.next(3));
        let [one, two, three] = state.values[..] else {
            panic!("three play");
        };
        assert_eq!(turned, [three, one, two], "{state:?}");
    }
}
