//! How soon players can end games with the value, compared with the oracle and with what must be the same.

#[path = "common/colorings.rs"]
mod colorings;
#[path = "common/dice.rs"]
mod dice;
#[path = "common/rule_sets.rs"]
mod rule_sets;
#[path = "common/solvers.rs"]
mod solvers;

use std::sync::Mutex;

use dice::Dice;
use koproof_rules::{Game, Move, Player, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Observer, Progress, Score, Solver, Stopped};
use koproof_verify::{Oracle, OracleMove};
use rule_sets::varied;
use solvers::{empty, solver};

fn turns(solver: &Solver, game: &Game<'_, 1, 2>, player: Player, score: Score) -> Option<u32> {
    let found = solver.remoteness(game, player, score, Budget::UNLIMITED, &Nobody)?;
    assert!(found.is_exact());
    Some(found.at_least)
}

fn value(solver: &Solver, game: &Game<'_, 1, 2>) -> Score {
    let found = solver.solve(game, Budget::UNLIMITED, &Nobody).value;
    found.exact().expect("there is no limit")
}

/// Plays random games, and compares each of their states; returns the number of states.
fn compare(board: &str, rules: Ruleset, games: usize, dice: &mut Dice) -> usize {
    let solver = solver(board, rules);
    let oracle = Oracle::new(solver.board(), rules).expect("a tiny board");
    let starts = colorings::legal(solver.graph(), 2);
    let mut states = 0;
    for _ in 0..games {
        let start = starts[dice.roll(starts.len())];
        let first = Player::BOTH[dice.roll(2)];
        let symbols = start.to_symbols(solver.board().points());
        let mut slow = oracle.start(&symbols, first).expect("a legal start");
        let mut game = solver.game(start, first).expect("a legal start");
        loop {
            let value = value(&solver, &game);
            for (player, score) in [
                (Player::BLACK, value),
                (Player::WHITE, value),
                (Player::BLACK, value - 1),
                (Player::WHITE, value - 1),
            ] {
                let found = turns(&solver, &game, player, score);
                let cannot = player == Player::WHITE && score < value;
                assert_eq!(found.is_none(), cannot, "{board} under {rules}: {symbols}");
                if let Some(found) = found {
                    let expected = slow.remoteness(player, score, found);
                    assert_eq!(
                        Some(found),
                        expected,
                        "{board} under {rules}: {symbols}, {first} first, {:?}, {player} for {score}",
                        game.moves().collect::<Vec<_>>()
                    );
                }
            }
            states += 1;
            let moves: Vec<Move> = game.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            let taken = moves[dice.roll(moves.len())];
            game.play(taken).expect("a legal move");
            let same = match taken {
                Move::Pass => OracleMove::Pass,
                Move::Play(point) => OracleMove::Play(point.index() as u16),
            };
            slow.play(same).expect("a legal move");
        }
    }
    states
}

#[test]
fn states_of_random_games_have_the_oracles_remoteness_under_every_rule_set() {
    let mut dice = Dice(11);
    let mut states = 0;
    for scoring in [Scoring::Area, Scoring::Territory] {
        let rules = Ruleset {
            scoring,
            ..Ruleset::TROMP_TAYLOR
        };
        for rules in varied(rules) {
            for board in ["1x1", "1x2", "1x3", "cycle:3", "edges:0-1,2"] {
                states += compare(board, rules, 6, &mut dice);
            }
        }
    }
    for board in ["1x4", "star:4"] {
        states += compare(board, Ruleset::NSTT, 6, &mut dice);
    }
    assert!(states > 2_000, "{states}");
}

/// Black has answers of its own in each frame, so the numbers must come from the same turns.
#[test]
fn an_exchange_of_the_colors_exchanges_the_players() {
    let mut states = 0;
    for rules in varied(Ruleset::TROMP_TAYLOR) {
        let solver = solver("1x4", rules);
        for start in colorings::legal(solver.graph(), 2) {
            let exchanged = start.swapped(Player::BLACK, Player::WHITE);
            let game = solver.game(start, Player::BLACK).expect("a legal start");
            let other = solver
                .game(exchanged, Player::WHITE)
                .expect("a legal start");
            let value = value(&solver, &game);
            for (player, opponent) in [
                (Player::BLACK, Player::WHITE),
                (Player::WHITE, Player::BLACK),
            ] {
                assert_eq!(
                    turns(&solver, &game, player, value),
                    turns(&solver, &other, opponent, -value),
                    "{start:?} under {rules}"
                );
            }
            states += 1;
        }
    }
    assert_eq!(states, 8 * 41);
}

/// The winner's best move brings the end nearer, so along the fastest line the number falls by one each turn.
#[test]
fn after_each_move_of_a_fastest_line_one_turn_less_is_left() {
    let solver = solver("2x3", Ruleset::NSTT);
    let mut game = empty(&solver);
    let score = value(&solver, &game);
    let mut left = turns(&solver, &game, Player::BLACK, score).expect("it is the value");
    assert!(left > 10, "{left}");
    while !game.is_over() {
        let after = game.legal_moves().map(|taken| {
            let after = game.after(taken).expect("a legal move");
            (turns(&solver, &after, Player::BLACK, score), after)
        });
        // Black hurries and White delays.
        let own = game.to_move() == Player::BLACK;
        let (turns, next) = after
            .min_by_key(|&(turns, _)| match (turns, own) {
                (Some(turns), true) => i64::from(turns),
                (Some(turns), false) => -i64::from(turns),
                (None, true) => i64::MAX,
                (None, false) => panic!("White cannot prevent the score"),
            })
            .expect("a pass is always legal");
        assert_eq!(turns, Some(left - 1));
        (left, game) = (left - 1, next);
    }
    assert_eq!(left, 0);
}

#[test]
fn a_limit_leaves_a_number_that_is_too_small() {
    let solver = solver("3x3", Ruleset::NSTT);
    let game = empty(&solver);
    let score = value(&solver, &game);
    let whole = solver.remoteness(&game, Player::BLACK, score, Budget::UNLIMITED, &Nobody);
    let whole = whole.expect("it is the value");
    let nodes = Budget::nodes(whole.stats.expansions / 4);
    let short = solver.remoteness(&game, Player::BLACK, score, nodes, &Nobody);
    let short = short.expect("it is the value");
    assert!(!short.is_exact() && (2..=whole.at_least).contains(&short.at_least));
    assert_eq!(short.stopped, Some(Stopped::Nodes));
    let nothing = solver.remoteness(&game, Player::BLACK, score + 1, Budget::UNLIMITED, &Nobody);
    assert_eq!(nothing, None, "Black has all points");
}

/// No score is above 3 or below -3.
#[test]
fn any_scores_can_be_asked_for() {
    let solver = solver("1x3", Ruleset::NSTT);
    let game = empty(&solver);
    for (player, worst, easy, impossible) in [
        (Player::BLACK, -3, Score::MIN, Score::MAX),
        (Player::WHITE, 3, Score::MAX, Score::MIN),
    ] {
        let slowest = turns(&solver, &game, player, worst);
        assert!(slowest.is_some());
        assert_eq!(turns(&solver, &game, player, easy), slowest, "{player}");
        assert_eq!(turns(&solver, &game, player, impossible), None, "{player}");
    }
}

/// The bytes of proof numbers in each report.
#[derive(Default)]
struct Numbers(Mutex<Vec<u64>>);

impl Observer for Numbers {
    fn on_progress(&self, progress: &Progress) {
        let mut seen = self.0.lock().expect("no test panics meanwhile");
        seen.push(progress.memory.numbers);
    }
}

/// The search for the value is over, so its numbers take no memory from the search for the turns.
#[test]
fn the_memory_of_the_value_is_given_back() {
    let solver = solver("1x9", Ruleset::NSTT);
    let game = empty(&solver);
    let seen = Numbers::default();
    let budget = Budget::nodes(20_000);
    solver.remoteness(&game, Player::BLACK, 0, budget, &seen);
    let seen = seen.0.into_inner().expect("no test panics meanwhile");
    let falls = seen.windows(2).any(|pair| pair[1] < pair[0]);
    assert!(falls, "{seen:?}");
}
