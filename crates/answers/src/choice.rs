//! Perfect play: the choice of a move in a game.

use std::cmp::Reverse;

use koproof_rules::{Game, Move, Player, Score};
use koproof_solver::{Analysis, Bracket, Budget, Detail, Observer, Solver, Stopped};
use web_time::Instant;

/// A chosen move, and the value of the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub taken: Move,
    /// The proved bracket of the value before it: Black − White, komi not counted.
    pub value: Bracket,
    /// Whether the move keeps the value for certain.
    pub is_best: bool,
}

/// The least number of expansions for a move before the next one has its turn.
const FIRST_TURN: u64 = 1 << 10;

/// The factor by which turns grow.
const GROWTH: u64 = 4;

/// Chooses a move of a game; `None` if the game is over.
///
/// The move keeps the value if the budget is enough to find such a move; otherwise it is the move with the best
/// proved bound. A pass that settles the game is tried first, then the plays with the best immediate score. The first
/// move that is proved to keep the value is taken: to find all of them can take much longer than the value.
///
/// # Examples
/// ```
/// use koproof_answers::choose;
/// use koproof_rules::{Board, Coloring, Move, Player, Point, Ruleset};
/// use koproof_solver::{Budget, Nobody, Options, Solver};
///
/// let board: Board = "1x3".parse()?;
/// let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
/// let mut game = solver.game(Coloring::EMPTY, Player::BLACK)?;
/// let choice = choose(&solver, &game, Budget::UNLIMITED, &Nobody).expect("the game is not over");
/// assert_eq!(choice.taken, Move::Play(Point::new(1)));
/// assert!(choice.is_best);
/// for taken in [choice.taken, Move::Pass, Move::Pass] {
///     game.play(taken)?;
/// }
/// assert_eq!(choose(&solver, &game, Budget::UNLIMITED, &Nobody), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(
    solver: &Solver,
    game: &Game<'_, 1, 2>,
    budget: Budget,
    observer: &dyn Observer,
) -> Option<Choice> {
    if game.is_over() {
        return None;
    }
    let started = Instant::now();
    let mut analysis = solver.analyse(game, Detail::Value, budget, observer);
    let mut left = budget.after(analysis.stats.expansions, started.elapsed());
    if let Some(taken) = first_kept(solver, game, &analysis, &mut left, observer) {
        return Some(Choice {
            taken,
            value: analysis.value(),
            is_best: true,
        });
    }
    solver.deepen(game, &mut analysis, Detail::Moves, left, observer);
    Some(Choice::of(game, &analysis))
}

/// Returns the first preferred move that is proved to keep the value within its turn; `None` if the value is not known or
/// the budget ends before. Turns grow.
fn first_kept(
    solver: &Solver,
    game: &Game<'_, 1, 2>,
    analysis: &Analysis,
    left: &mut Budget,
    observer: &dyn Observer,
) -> Option<Move> {
    let value = analysis.value().exact()?;
    let mover = game.to_move();
    // A bound of Black − White: White keeps the value if Black gets no point more.
    let (score, kept) = match mover {
        Player::BLACK => (value, true),
        _ => (value + 1, false),
    };
    let moves: Vec<Move> = game.legal_moves().collect();
    let moves = preferred(game, value, &moves);
    let mut turn = FIRST_TURN.max(analysis.stats.expansions / moves.len() as u64);
    loop {
        let mut is_open = false;
        for &taken in &moves {
            let started = Instant::now();
            let after = game.after(taken).expect("the move is legal");
            let most = left.nodes.map(|most| most.saturating_sub(left.spent));
            let within = Budget {
                nodes: Some(most.map_or(turn, |most| most.min(turn))),
                spent: 0,
                ..*left
            };
            let found = solver.ask(&after, &[score], within, observer);
            *left = left.after(found.stats.expansions, started.elapsed());
            match found.value().is_at_least(score) {
                Some(answer) if answer == kept => return Some(taken),
                Some(_) => {}
                None => {
                    let has_more = within.nodes == Some(turn);
                    is_open |= has_more && found.stopped == Some(Stopped::Nodes);
                }
            }
        }
        if !is_open {
            return None;
        }
        turn *= GROWTH;
    }
}

impl Choice {
    /// Chooses by an analysis of a game that is not over.
    #[must_use]
    pub fn of(game: &Game<'_, 1, 2>, analysis: &Analysis) -> Self {
        let value = analysis.value();
        let certain = analysis.best_moves().certain;
        let taken = match value.exact() {
            Some(exact) if !certain.is_empty() => preferred(game, exact, &certain)[0],
            _ => {
                // `max_by_key` returns the last of equal moves, and the pass comes before all plays: a play may still
                // turn out better.
                let hope = analysis.moves().iter().max_by_key(|known| {
                    let Bracket { lo, hi } = known.value.seen_by(game.to_move());
                    (lo, hi, gain_at_once(game, known.taken))
                });
                hope.map_or(Move::Pass, |known| known.taken)
            }
        };
        Self {
            taken,
            value,
            is_best: certain.contains(&taken),
        }
    }
}

/// Sorts moves, the preferred ones first, for a player who wants this value: a pass that settles the game, plays by their
/// immediate score, any other pass.
fn preferred(game: &Game<'_, 1, 2>, value: Score, moves: &[Move]) -> Vec<Move> {
    let is_empty = game.coloring().occupied().is_empty();
    let settled = game.score() == value && (game.passes() > 0 || !is_empty);
    let mut sorted = moves.to_vec();
    sorted.sort_by_cached_key(|&taken| {
        let is_late = (taken == Move::Pass) != settled;
        (is_late, Reverse(gain_at_once(game, taken)))
    });
    sorted
}

/// Returns the score after a move from the point of view of the player who makes it.
fn gain_at_once(game: &Game<'_, 1, 2>, taken: Move) -> Score {
    let score = game
        .after(taken)
        .map_or(game.score(), |after| after.score());
    Bracket::exactly(score).seen_by(game.to_move()).lo
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Coloring, Ruleset};
    use koproof_solver::{Nobody, Options};

    use super::*;

    #[test]
    fn a_move_costs_little_more_than_the_value() {
        let board = "3x5".parse().expect("it is a board");
        let claims = |asks: fn(&Solver, &Game<'_, 1, 2>) -> Option<Choice>| {
            let solver = Solver::new(&board, Ruleset::NSTT, Options::one_thread());
            let solver = solver.expect("the board is small");
            let game = solver.game(Coloring::EMPTY, Player::BLACK);
            let game = game.expect("it is empty");
            let choice = asks(&solver, &game);
            assert!(choice.is_none_or(|choice| choice.is_best));
            let solution = solver.solve(&game, Budget::UNLIMITED, &Nobody);
            solution.stats.claims
        };
        let value = claims(|_, _| None);
        let chosen = claims(|solver, game| choose(solver, game, Budget::UNLIMITED, &Nobody));
        assert!(
            chosen < value * 5 / 4,
            "{chosen} claims for a move, {value} for the value"
        );
    }

    #[test]
    fn a_move_within_a_budget_is_known_to_be_best_or_not() {
        let board = "2x3".parse().expect("it is a board");
        for nodes in [0, 1, 10, 100, 1_000, 10_000] {
            let solver = Solver::new(&board, Ruleset::NSTT, Options::one_thread());
            let solver = solver.expect("the board is small");
            let game = solver.game(Coloring::EMPTY, Player::BLACK);
            let game = game.expect("it is empty");
            let choice = choose(&solver, &game, Budget::nodes(nodes), &Nobody);
            let choice = choice.expect("the game is not over");
            let is_exact = choice.value.exact().is_some();
            assert!(is_exact || !choice.is_best, "{nodes}: {choice:?}");
            assert!(game.try_move(choice.taken).is_ok(), "{nodes}: {choice:?}");
            assert!(nodes < 10_000 || choice.is_best, "{choice:?}");
        }
    }
}
