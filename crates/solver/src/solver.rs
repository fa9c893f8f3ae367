//! The solver: values of positions with their real history, and of all colorings.

mod analyse;
mod certificates;
mod colorings;
mod error;
mod remoteness;
mod searcher;

pub use error::{CertifyError, SolverError};
pub use searcher::{Searcher, Targets};

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use koproof_rules::{Board, Coloring, Game, Graph, IllegalStart, Player, Representatives, Ruleset};

use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::certificates::archive::Archive;
use crate::options::Options;
use crate::pool::Pool;
use crate::search::valuer::Valuer;
use crate::state::Shared;
use crate::stats::{ProofTableSize, Stats};

/// Finds values on one board under one rule set. It keeps its claims for the next question.
///
/// Several calls at a time share its threads. A thread that waits for the others may begin another call, so each of these calls
/// can end after its budget: ask one question at a time where budgets matter, or use a solver for each.
///
/// The documentation of the [crate](crate) has an example.
#[derive(Debug)]
pub struct Solver {
    board: Board,
    shared: Shared,
    /// The finished values of the table, by rank.
    solved: Mutex<BTreeMap<u64, [i8; 2]>>,
    /// The colorings of the table, from a checkpoint until the table goes on.
    listed: Mutex<Option<Representatives>>,
    /// Whether claims of certificates or of a checkpoint were added.
    has_loaded: AtomicBool,
    pool: Pool,
    archive: Option<Arc<Archive>>,
}

impl Solver {
    /// Prepares a solver. Komi is ignored: scores are those of the board.
    ///
    /// # Errors
    /// If the board has more than 64 points, the rules have more than two players or a handicap, or the threads cannot
    /// be started.
    pub fn new(board: &Board, rules: Ruleset, options: Options) -> Result<Self, SolverError> {
        rules.check()?;
        if rules.players != 2 {
            return Err(SolverError::Players(rules.players));
        }
        if rules.handicap > 1 {
            return Err(SolverError::Handicap(rules.handicap));
        }
        Ok(Self {
            board: board.clone(),
            shared: Shared::of_board(board, rules, options)?,
            solved: Mutex::default(),
            listed: Mutex::default(),
            has_loaded: AtomicBool::default(),
            pool: Pool::new(options.threads.map_or(0, std::num::NonZero::get))?,
            archive: None,
        })
    }

    /// Gives the solver a file for derivations. When memory, or internal names of colorings, get short, the solver writes
    /// derivations to this file, from its beginning. Certificates are then made from the file, which has no other use.
    /// Derivations that cannot be written, for example because the disk is full, stay in
    /// memory, compressed.
    ///
    /// Without [`Proofs::Keep`](crate::Proofs::Keep) there are no derivations.
    ///
    /// # Panics
    /// If the solver has begun, or has an archive.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Ruleset};
    /// use koproof_solver::{Options, Proofs, Solver};
    ///
    /// let board: Board = "4x5".parse()?;
    /// let options = Options { proofs: Proofs::Keep, ..Options::default() };
    /// let solver = Solver::new(&board, Ruleset::NSTT, options)?.with_archive(tempfile::tempfile()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_archive(mut self, file: File) -> Self {
        let is_new = self.archive.is_none() && self.shared.orbits.slots.len() == 0;
        assert!(is_new, "claims may name steps that are elsewhere");
        let archive = Arc::new(Archive::new(&self.board, &self.shared, file));
        self.shared.before_sweep = Some(archive.clone());
        self.archive = Some(archive);
        self
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board's graph.
    #[must_use]
    pub fn graph(&self) -> &Graph<1> {
        &self.shared.orbits.graph
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> Ruleset {
        self.shared.orbits.rules
    }

    /// Starts a game on the solver's board, under its rules.
    ///
    /// # Errors
    /// If `to_move` is neither Black nor White, a stone of the coloring is not on the board, or a chain has no liberty.
    pub fn game(
        &self,
        start: Coloring<1, 2>,
        to_move: Player,
    ) -> Result<Game<'_, 1, 2>, IllegalStart<1>> {
        Game::new(self.graph(), self.shared.orbits.rules, start, to_move)
    }

    /// Finds the value of a game in progress: the score of its end if both players play best from here. Superko takes
    /// the moves already made into account.
    ///
    /// # Complexity
    /// Exponential in the worst case; measured in `docs/performance.md`.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn solve(
        &self,
        game: &Game<'_, 1, 2>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Solution {
        let watch = self.watch(budget, observer, 1);
        let value = self.run(|| {
            let mut valuer = self.valuer(&watch);
            let known = self.loaded(game, &mut valuer);
            valuer.bracket_of_game(game, known)
        });
        Solution {
            value,
            stats: self.stats(&watch),
            stopped: value.exact().map_or(watch.stopped(), |_| None),
        }
    }

    /// Returns what the claims of certificates and of a checkpoint say about the value of a game. A search would ask for
    /// what it proves itself, in its own order, but a limit may end it before it asks for these.
    fn loaded(&self, game: &Game<'_, 1, 2>, valuer: &mut Valuer<'_>) -> Option<Bracket> {
        let has_loaded = self.has_loaded.load(Ordering::Relaxed);
        has_loaded.then(|| valuer.claimed_of_game(game, self.analysis(game).value()))
    }

    /// Measures the claims that are stored now.
    ///
    /// # Complexity
    /// Linear in the pairs of coloring and player that have claims.
    #[must_use]
    pub fn proof_table_size(&self) -> ProofTableSize {
        ProofTableSize {
            claims: self.shared.table.len(),
            bytes: self.shared.table.bytes(),
        }
    }

    fn watch<'o>(&self, budget: Budget, observer: &'o dyn Observer, total: u64) -> Watch<'o> {
        Watch::start(budget, observer, self.graph().points(), total)
    }

    fn stats(&self, watch: &Watch<'_>) -> Stats {
        Stats {
            expansions: watch.expansions(),
            claims: self.shared.table.made(),
            orbits: self.shared.orbits.slots.len() as u64,
        }
    }

    /// Runs work on a thread with a deep stack.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Prepares for questions that all threads answer together.
    fn valuer<'s>(&'s self, watch: &'s Watch<'s>) -> Valuer<'s> {
        Valuer::racing(&self.shared, watch, &self.pool)
    }
}

/// The result of a search for a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value, or its proved bracket: Black − White, komi not counted.
    pub value: Bracket,
    /// The cost of the search.
    pub stats: Stats,
    /// Why the value is not exact, if it is not.
    pub stopped: Option<Stopped>,
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Move, Point, Scoring};
    use koproof_verify::Form;

    use super::*;
    use crate::bracket::Score;
    use crate::budget::observer::Nobody;
    use crate::options::{Proofs, Switch};

    /// Black fills pairs of points by suicide, in the order of a Gray code, so that no coloring repeats. White has one
    /// stone beside all of them, and passes.
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
        // Stones that were played and are not on the board are prisoners; stones on the board count in the tolled
        // value.
        let (stones, white) = (word(plays).count_ones() as Score, 1);
        let lost = plays as Score - stones;
        assert_eq!(solver.shared.before(&game), -lost - (stones - white));
        // The board has 33 points to come, of either player.
        let proved = game.score() - 100;
        let attempt = solver.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
            searcher.attempt(&game, proved, 0)
        });
        let known = attempt.expect("no search is needed");
        assert!(known.lo >= proved && known.hi >= game.score(), "{known}");
        // These prisoners exceed what a certificate can state, whatever the score is.
        let value = Bracket::exactly(0);
        let refused = solver.certify(
            &game,
            value,
            Vec::new(),
            Form::Text,
            Budget::UNLIMITED,
            &Nobody,
        );
        assert!(matches!(refused, Err(CertifyError::Score(found)) if found == -lost));
    }
}
