//! Perfect play: the choice of a move in a game.

use koproof_rules::{Game, Move, Score};
use koproof_solver::{Analysis, Bracket, Budget, Detail, Observer, Solver};
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

/// Chooses a move of a game; `None` if the game is over.
///
/// The move keeps the value if the budget is enough to find such a move; otherwise it is the move with the best
/// proved bound. Of several best moves it is a pass that settles the game, otherwise the play with the best
/// immediate score.
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
    let mut analysis = solver.analyse(game, Detail::Best, budget, observer);
    if analysis.best_moves().certain.is_empty() {
        let left = budget.after(analysis.stats.expansions, started.elapsed());
        solver.deepen(game, &mut analysis, Detail::Moves, left, observer);
    }
    Some(Choice::of(game, &analysis))
}

impl Choice {
    /// Chooses by an analysis of a game that is not over.
    #[must_use]
    pub fn of(game: &Game<'_, 1, 2>, analysis: &Analysis) -> Self {
        let value = analysis.value();
        let certain = analysis.best_moves().certain;
        let taken = match value.exact() {
            Some(exact) if !certain.is_empty() => preferred(game, exact, &certain),
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

/// Picks one of the moves that keep the value.
fn preferred(game: &Game<'_, 1, 2>, value: Score, best: &[Move]) -> Move {
    let is_empty = game.coloring().occupied().is_empty();
    let settled = game.score() == value && (game.passes() > 0 || !is_empty);
    if settled && best.contains(&Move::Pass) {
        return Move::Pass;
    }
    let plays = best.iter().rev().filter(|&&taken| taken != Move::Pass);
    plays
        .max_by_key(|&&taken| gain_at_once(game, taken))
        .copied()
        .unwrap_or(Move::Pass)
}

/// Returns the score after a move from the point of view of the player who makes it.
fn gain_at_once(game: &Game<'_, 1, 2>, taken: Move) -> Score {
    let score = game
        .after(taken)
        .map_or(game.score(), |after| after.score());
    Bracket::exactly(score).seen_by(game.to_move()).lo
}
