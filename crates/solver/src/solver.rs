//! The solver: values of positions with their real history, and of all colorings.

mod answer;
mod certificates;
mod colorings;
mod error;
mod moves;

pub use answer::{ProofTableSize, Solution, Stats};
pub use error::{CertifyError, SolverError};

use std::collections::BTreeMap;
use std::sync::Mutex;

use koproof_rules::{
    Board, ColorSwap, Coloring, Game, Graph, IllegalStart, Player, Ruleset, Symmetry,
};
use koproof_verify::Bound;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bracket::{Bracket, Score};
use crate::budget::observer::Observer;
use crate::budget::watch::Watch;
use crate::options::{Options, Switch};
use crate::search::valuer::Valuer;
use crate::state::Shared;
use crate::state::contest::Duel;

/// The stack of a solver's threads, in bytes of address space: lines of play can be long.
const STACK: usize = 1 << 30;

/// Finds values on one board under one rule set. It keeps what it has proved for the next question.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Player, Ruleset};
/// use koproof_solver::{Nobody, Options, Solver};
///
/// let board: Board = "2x2".parse()?;
/// let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
/// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
/// assert_eq!(solver.solve(&game, &Nobody).value.exact(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    board: Board,
    graph: Graph<1>,
    rules: Ruleset,
    options: Options,
    shared: Shared,
    /// The values of the table that are done, by rank.
    solved: Mutex<BTreeMap<u64, [i8; 2]>>,
    pool: ThreadPool,
}

impl Solver {
    /// Prepares a solver. Komi is ignored: scores are those of the board.
    ///
    /// # Errors
    /// If the board has more than 64 points, the rules more than two players or a handicap, or threads cannot be had.
    pub fn new(board: &Board, rules: Ruleset, options: Options) -> Result<Self, SolverError> {
        rules.check()?;
        if rules.players != 2 {
            return Err(SolverError::Players(rules.players));
        }
        if rules.handicap > 1 {
            return Err(SolverError::Handicap(rules.handicap));
        }
        let graph = Graph::new(board)?;
        let symmetry = match options.symmetry {
            Switch::On => Symmetry::new(&graph, ColorSwap::Included),
            Switch::Off => Symmetry::trivial(&graph),
        };
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.threads.map_or(0, std::num::NonZero::get))
            .stack_size(STACK)
            .build()?;
        let shared = Shared::new(&graph, rules, Duel, symmetry, &options);
        Ok(Self {
            board: board.clone(),
            graph,
            rules,
            options,
            shared,
            solved: Mutex::default(),
            pool,
        })
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board's graph.
    #[must_use]
    pub fn graph(&self) -> &Graph<1> {
        &self.graph
    }

    /// Starts a game on the solver's board, under its rules.
    ///
    /// # Errors
    /// If the coloring has a chain without liberties.
    pub fn game(
        &self,
        start: Coloring<1, 2>,
        to_move: Player,
    ) -> Result<Game<'_, 1, 2>, IllegalStart<1>> {
        Game::new(&self.graph, self.rules, start, to_move)
    }

    /// Finds the value of a game in progress: the score of its end if both players play best from here. The moves
    /// already made count for superko.
    ///
    /// # Complexity
    /// Exponential in the worst case; measured in `docs/performance.md`.
    pub fn solve(&self, game: &Game<'_, 1, 2>, observer: &dyn Observer) -> Solution {
        let watch = self.watch(observer, 1);
        let value = self.run(|| self.bracket(game, &mut self.valuer(&watch)));
        self.solution(value, &watch)
    }

    /// Measures the claims that are stored now.
    ///
    /// # Complexity
    /// Linear in the coloring and player pairs that something is known of.
    #[must_use]
    pub fn proof_table_size(&self) -> ProofTableSize {
        ProofTableSize {
            claims: self.shared.table.len(),
            bytes: self.shared.table.bytes(),
        }
    }

    fn watch<'o>(&self, observer: &'o dyn Observer, total: u64) -> Watch<'o> {
        Watch::start(self.options.budget, observer, self.graph.points(), total)
    }

    fn stats(&self, watch: &Watch<'_>) -> Stats {
        Stats {
            expansions: watch.expansions(),
            claims: self.shared.table.made(),
            orbits: self.shared.orbits.len() as u64,
        }
    }

    fn solution(&self, value: Bracket, watch: &Watch<'_>) -> Solution {
        Solution {
            value,
            stats: self.stats(watch),
            stopped: value.exact().map_or(watch.stopped(), |_| None),
        }
    }

    /// Runs something on a thread with a deep stack.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    fn bracket(&self, game: &Game<'_, 1, 2>, valuer: &mut Valuer<'_>) -> Bracket {
        match self.shared.root(game) {
            Some(root) => {
                let (tolled, before) = (valuer.bracket(&root), self.surplus(game));
                Bracket {
                    lo: tolled.lo + before,
                    hi: tolled.hi + before,
                }
            }
            None => {
                let score = final_score(game);
                Bracket {
                    lo: score,
                    hi: score,
                }
            }
        }
    }

    /// Returns the value of a game minus the tolled value of its state: the prisoners taken so far minus the stones
    /// on the board.
    fn surplus(&self, game: &Game<'_, 1, 2>) -> Score {
        if self.shared.toll.is_none() {
            return 0;
        }
        // Far more stones than the board has points can have been taken by now.
        let lost = |player| game.lost(player) as Score;
        let stones = self.shared.toll.stones(game.coloring());
        lost(Player::WHITE) - lost(Player::BLACK) - Score::from(stones)
    }

    /// Returns the tolled value that is a score of the whole game, `before` being what that has more; or, of a score that cannot
    /// be, one that cannot be either.
    fn to_come(&self, score: Score, before: Score) -> i16 {
        let most = self.graph.points() as Score + 1;
        score.saturating_sub(before).clamp(-most, most) as i16
    }

    /// Prepares for questions that all threads answer together.
    fn valuer<'s>(&'s self, watch: &'s Watch<'s>) -> Valuer<'s> {
        Valuer::with_helpers(&self.shared, watch, &self.pool)
    }
}

/// The target that decides a bound.
fn target(bound: Bound) -> i16 {
    match bound {
        Bound::AtLeast(least) => least,
        Bound::AtMost(most) => most + 1,
    }
}

fn final_score(game: &Game<'_, 1, 2>) -> Score {
    let points = |player| game.points(player) as Score;
    points(Player::BLACK) - points(Player::WHITE)
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Move, Point, Scoring};
    use koproof_verify::Form;

    use super::*;
    use crate::bracket::Bracket;
    use crate::budget::observer::Nobody;
    use crate::options::Proofs;

    /// Black fills pairs of points by suicide, in the order of a Gray code, so that no coloring comes twice, while White, who
    /// has one stone beside all of them, passes.
    #[test]
    fn tens_of_thousands_of_prisoners_are_counted() {
        const PAIRS: u16 = 16;
        let white = 2 * PAIRS;
        let edges = (0..white).map(|point| (point, white));
        let pairs = (0..PAIRS).map(|pair| (2 * pair, 2 * pair + 1));
        let name = "sixteen triangles with a common point";
        let board = Board::new(name, usize::from(white) + 1, edges.chain(pairs)).expect("a board");
        let rules = Ruleset {
            scoring: Scoring::Territory,
            ..Ruleset::TROMP_TAYLOR
        };
        let options = Options {
            symmetry: Switch::Off,
            proofs: Proofs::Keep,
            ..Options::default()
        };
        let solver = Solver::new(&board, rules, options).expect("a small board");
        let mut start = Coloring::EMPTY;
        start.set(Point::new(white), Some(Player::WHITE));
        let mut game = solver.game(start, Player::BLACK).expect("a legal start");
        let word = |number: u32| number ^ number >> 1;
        let plays = 40_000;
        for number in 0..plays {
            let pair = (word(number) ^ word(number + 1)).trailing_zeros();
            let point = 2 * pair + (word(number) >> pair & 1);
            let play = Move::Play(Point::new(point as u16));
            game.play(play).expect("the coloring is new");
            game.play(Move::Pass).expect("a pass is legal");
        }
        // What was played and is not on the board was lost; the stones on the board count in the tolled value.
        let (stones, white) = (word(plays).count_ones() as Score, 1);
        let lost = plays as Score - stones;
        assert_eq!(solver.surplus(&game), -lost - (stones - white));
        // More than a certificate can state, whatever the score is.
        let value = Bracket { lo: 0, hi: 0 };
        let refused = solver.certify(&game, value, Vec::new(), Form::Text, &Nobody);
        assert!(matches!(refused, Err(CertifyError::Score(found)) if found == -lost));
    }
}
