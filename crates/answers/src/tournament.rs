//! Games between a proof and a random opponent.

use koproof_rules::{Game, IllegalMove, Move, Player};
use koproof_verify::{Bound, Line, StatedBound, Strategy, StrayError};

use crate::random::Random;

/// The outcome of many games in which one side plays a proof and the other plays at random.
#[derive(Clone, Debug)]
pub struct Tournament<'s> {
    /// The number of games.
    pub games: u64,
    /// The number of games that met the bound of their start.
    pub met: u64,
    /// The least score that a game ended with: Black − White.
    pub least_score: i32,
    /// The greatest one.
    pub greatest_score: i32,
    /// The number of moves of the longest game, those before its start not counted.
    pub longest_game: usize,
    /// The bound, if all games began at the same start.
    pub bound: Option<Bound>,
    /// The first game that did not meet its bound.
    pub failure: Option<Failure<'s>>,
}

/// A game that did not meet its bound.
#[derive(Clone, Debug)]
pub struct Failure<'s> {
    /// The number of the game, from 1.
    pub number: u64,
    /// The game, as far as it was played.
    pub game: Game<'s, 1, 2>,
    /// The proof at its end.
    pub line: Line<'s>,
    /// The reason.
    pub why: Defeat,
}

/// The reason why a game did not meet its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// It ended with this score.
    Score(i32),
    /// The proof plays an illegal move.
    Illegal(Move, IllegalMove<1>),
    /// The proof has no answer.
    Stray(StrayError),
}

impl<'s> Tournament<'s> {
    /// Plays games from a start, or from random roots of the proof if there is none; `None` if the proof says nothing
    /// of this side there. The same state of `random` gives the same games. After each game, `continues` receives the
    /// number of games so far and tells whether to play more.
    #[must_use]
    pub fn play(
        strategy: &'s Strategy,
        start: Option<&Game<'s, 1, 2>>,
        prover: Player,
        games: u64,
        random: &mut Random,
        continues: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Self> {
        let roots = match start {
            Some(game) => {
                strategy.begin(game, prover).ok()?;
                Vec::new()
            }
            None => roots(strategy, prover)?,
        };
        let mut outcome = Self {
            games: 0,
            met: 0,
            least_score: i32::MAX,
            greatest_score: i32::MIN,
            longest_game: 0,
            bound: None,
            failure: None,
        };
        while outcome.games < games && (outcome.games == 0 || continues(outcome.games)) {
            outcome.games += 1;
            let mut game = match start {
                Some(game) => game.clone(),
                None => roots[random.below(roots.len())].clone(),
            };
            let before = game.moves().len();
            let begun = strategy.begin(&game, prover);
            let mut line = begun.expect("every start has a proved bound");
            outcome.bound = start.map(|_| line.bound());
            let ended = to_the_end(&mut game, &mut line, random);
            let score = game.score();
            outcome.least_score = outcome.least_score.min(score);
            outcome.greatest_score = outcome.greatest_score.max(score);
            outcome.longest_game = outcome.longest_game.max(game.moves().len() - before);
            let why = match ended {
                Ok(()) if line.bound().met_by(score) => {
                    outcome.met += 1;
                    continue;
                }
                Ok(()) => Defeat::Score(score),
                Err(why) => why,
            };
            outcome.failure.get_or_insert(Failure {
                number: outcome.games,
                game,
                line,
                why,
            });
        }
        Some(outcome)
    }
}

/// Returns the games that start at the roots of a side; `None` if there are none.
fn roots(strategy: &Strategy, prover: Player) -> Option<Vec<Game<'_, 1, 2>>> {
    let roots = strategy.goals().iter();
    let roots = roots.filter(|goal| goal.bound.prover() == prover);
    let start = |&StatedBound { state, .. }: &StatedBound| {
        let (graph, rules) = (strategy.graph(), strategy.rules());
        Game::new(graph, rules, state.coloring, state.to_move).ok()
    };
    let games: Vec<_> = roots.filter_map(start).collect();
    (!games.is_empty()).then_some(games)
}

/// Plays a game to its end.
fn to_the_end(
    game: &mut Game<'_, 1, 2>,
    line: &mut Line<'_>,
    random: &mut Random,
) -> Result<(), Defeat> {
    while !game.is_over() {
        let answer = line.answer().map_err(Defeat::Stray)?;
        let taken = answer.unwrap_or_else(|| any_move(game, random));
        game.play(taken)
            .map_err(|why| Defeat::Illegal(taken, why))?;
        line.follow(taken).map_err(Defeat::Stray)?;
    }
    Ok(())
}

/// Picks a legal move, which may be the pass.
fn any_move(game: &Game<'_, 1, 2>, random: &mut Random) -> Move {
    // The pass comes first in `legal_moves` and last here, so that a seed gives the same games as in earlier versions.
    let mut moves: Vec<Move> = game.legal_moves().collect();
    moves.rotate_left(1);
    moves[random.below(moves.len())]
}
