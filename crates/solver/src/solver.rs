//! The solver: values of positions with their real history, and of all colorings.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use koproof_rules::{
    Board, ColorSwap, Coloring, Game, Graph, GraphError, IllegalMove, IllegalStart, Move, Player,
    Ruleset, RulesetError, Superko,
};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use koproof_verify::{Bound, CertificateError, Form, Statement};

use crate::bracket::{Bracket, Score};
use crate::certify::{self, Thesis, Written};
use crate::checkpoint::{self, CheckpointError};
use crate::contest::Duel;
use crate::fresh::Fresh;
use crate::observer::Observer;
use crate::options::{Options, Proofs, Switch};
use crate::orbits::Orbits;
use crate::path::Packing;
use crate::proof_table::ProofTable;
use crate::representatives::{Representatives, RepresentativesError};
use crate::retrograde::RetrogradeError;
use crate::state::{Shared, State};
use crate::table::{Table, TableError};
use crate::toll::Toll;
use crate::value::Valuer;
use crate::watch::{Stopped, Watch, Watched};

/// The stack of a solver's threads, in bytes of address space: lines of play can be long.
const STACK: usize = 1 << 30;

/// Why there is no solver, or no table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The board does not fit one machine word.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The rules are for more than two players.
    #[error(
        "the solver is for two players, these rules are for {0}: koproof solve and koproof paranoid take more"
    )]
    Players(usize),
    /// Turns do not alternate.
    #[error(
        "the solver takes turns that alternate: set the {0} handicap stones up in the position, with White to move"
    )]
    Handicap(usize),
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// No threads.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The board has too many colorings to list.
    #[error(transparent)]
    Representatives(#[from] RepresentativesError),
    /// The board has a name that belongs to another one.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A budget ran out, or the observer said stop.
    #[error("stopped with {solved} of {total} positions solved: {why}")]
    Stopped {
        /// Why.
        why: Stopped,
        /// Positions solved.
        solved: u64,
        /// Positions of the table, up to symmetry.
        total: u64,
    },
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The solver was made without [`Proofs::Keep`].
    #[error("the solver has not kept its proofs: make it with proofs kept")]
    Forgotten,
    /// The game is over: there is nothing to prove.
    #[error("the game is over: its score needs no certificate")]
    Over,
    /// A budget ran out before everything was proved.
    #[error("stopped before everything was proved: {0}")]
    Stopped(Stopped),
    /// The value that was to be proved is another one.
    #[error("the value is not {stated}: {shown} is proved")]
    Refuted {
        /// What was to be proved.
        stated: Bound,
        /// What was found instead.
        shown: Bound,
    },
    /// So many prisoners were taken that no certificate can speak of the score.
    #[error("a certificate cannot speak of a score of {0}")]
    Score(Score),
    /// The certificate could not be written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

/// What a call cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated.
    pub expansions: u64,
    /// Claims proved since the solver was made.
    pub claims: u64,
    /// Orbits of colorings met since the solver was made.
    pub orbits: u64,
}

/// How large a proof table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofTableSize {
    /// Claims that are there: those made less those dropped since.
    pub claims: u64,
    /// About how many bytes they take, with the places that they are found by.
    pub bytes: u64,
}

/// What is known of a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value, or what is proved of it: Black − White, komi not counted.
    pub value: Bracket,
    /// What it cost.
    pub stats: Stats,
    /// Why the value is not exact, if it is not.
    pub stopped: Option<Stopped>,
}

/// Finds values on one board under one rule set. What it has proved it keeps for the next question.
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
        let swap = match options.symmetry {
            Switch::On => Some(ColorSwap::Included),
            Switch::Off => None,
        };
        let orbits = Orbits::new(graph.clone(), rules, Duel, swap);
        let packing = Packing::new(rules.superko, 2, orbits.symmetry.len());
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.threads.map_or(0, std::num::NonZero::get))
            .stack_size(STACK)
            .build()?;
        Ok(Self {
            board: board.clone(),
            graph,
            rules,
            options,
            shared: Shared {
                orbits,
                packing,
                table: ProofTable::default(),
                toll: Toll::of(rules.scoring),
                pass_forever: options.pass_forever,
                any_passes: options.any_passes == Switch::On
                    && rules.superko == Superko::Positional,
                proofs: options.proofs,
            },
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

    /// Finds the value of a game in progress: of the score it ends with when both play best from here, the
    /// moves already made counting for superko.
    ///
    /// # Complexity
    /// Nobody knows; see the table of results in the project's README.
    pub fn solve(&self, game: &Game<'_, 1, 2>, observer: &dyn Observer) -> Solution {
        let watch = self.watch(observer, 1);
        let value = self.run(|| self.bracket(game, &mut self.valuer(&watch)));
        self.solution(value, &watch)
    }

    /// Finds the value of every move: of the game after it.
    ///
    /// The list has the pass first and then every point of the board, with the reason where a play is illegal.
    /// It is empty if the game is over.
    pub fn solve_moves(
        &self,
        game: &Game<'_, 1, 2>,
        observer: &dyn Observer,
    ) -> Vec<(Move, Result<Solution, IllegalMove<1>>)> {
        if game.is_over() {
            return Vec::new();
        }
        let moves: Vec<Move> = std::iter::once(Move::Pass)
            .chain(self.graph.all().into_iter().map(Move::Play))
            .collect();
        let watch = self.watch(observer, moves.len() as u64);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut after = game.clone();
            moves
                .into_iter()
                .map(|taken| {
                    let result = after.play(taken).map(|()| {
                        let value = self.bracket(&after, &mut valuer);
                        after.undo();
                        self.solution(value, &watch)
                    });
                    watch.done(&self.shared);
                    (taken, result)
                })
                .collect()
        })
    }

    /// Finds the moves that keep a value that [`Solver::solve`] has found exact, pass first, then in point order;
    /// `None` if a budget runs out first.
    pub fn best_moves(
        &self,
        game: &Game<'_, 1, 2>,
        value: Score,
        observer: &dyn Observer,
    ) -> Option<Vec<Move>> {
        let watch = self.watch(observer, 1);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut best = Vec::new();
            for taken in legal_moves(game) {
                if self.keeps(game, taken, value, &mut valuer)? {
                    best.push(taken);
                }
            }
            Some(best)
        })
    }

    /// Finds a line of best play to the end of the game, from a position whose exact value
    /// [`Solver::solve`] has found.
    ///
    /// Of several best moves it takes the pass if that is one, else that at the first point. The line is cut short where
    /// a budget runs out.
    pub fn principal_variation(
        &self,
        game: &Game<'_, 1, 2>,
        value: Score,
        observer: &dyn Observer,
    ) -> Vec<Move> {
        let watch = self.watch(observer, 1);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut game = game.clone();
            let mut line = Vec::new();
            while !game.is_over() {
                let best = legal_moves(&game)
                    .into_iter()
                    .map(|taken| (taken, self.keeps(&game, taken, value, &mut valuer)))
                    .find(|(_, keeps)| *keeps != Some(false));
                match best {
                    Some((taken, Some(true))) => {
                        game.play(taken).expect("only legal moves are looked at");
                        line.push(taken);
                    }
                    // A budget ran out.
                    _ => break,
                }
            }
            line
        })
    }

    /// Finds the value of every legal coloring, either side to move, each the start of a game of its own.
    ///
    /// # Errors
    /// If the board has too many colorings to list, or a budget runs out before all are solved.
    pub fn table(&self, observer: &dyn Observer) -> Result<(Table, Stats), SolverError> {
        let representatives = self.run(|| Representatives::new(&self.graph))?;
        let colorings: Vec<Coloring<1, 2>> = representatives.iter().collect();
        let mut order: Vec<usize> = {
            let solved = self.solved();
            (0..colorings.len())
                .filter(|&rank| !solved.contains_key(&(rank as u64)))
                .collect()
        };
        let total = 2 * colorings.len() as u64;
        // Full boards first: what is proved there serves the emptier ones.
        order.sort_by_key(|&rank| std::cmp::Reverse(colorings[rank].occupied().len()));
        let watch = self.watch(observer, total);
        watch.resume(total - 2 * order.len() as u64);
        let Ok(fresh) = self.fresh(&representatives, &watch) else {
            return Err(SolverError::Stopped {
                why: watch.stopped().expect("it was the watch that stopped it"),
                solved: watch.solved(),
                total,
            });
        };
        let next = AtomicUsize::new(0);
        self.pool.broadcast(|_| {
            let mut valuer = Valuer::alone(&self.shared, &watch);
            while let Some(&rank) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let values = [Player::BLACK, Player::WHITE].map(|player| {
                    let state = self.shared.state(colorings[rank], player, 0);
                    valuer.start_afresh(state);
                    let known = fresh.bracket(&colorings[rank], player);
                    let value = valuer.bracket_within(state, known);
                    if value.exact().is_some() {
                        watch.done(&self.shared);
                    }
                    (value.lo as i16 - self.shared.toll.stones(&colorings[rank])) as i8
                });
                if watch.stopped().is_some() {
                    break;
                }
                self.solved().insert(rank as u64, values);
            }
        });
        match watch.stopped() {
            Some(why) => Err(SolverError::Stopped {
                why,
                solved: watch.solved(),
                total,
            }),
            None => {
                let values: Vec<[i8; 2]> = self.solved().values().copied().collect();
                let table = Table::new(&self.board, self.rules, representatives, &values)?;
                Ok((table, self.stats(&watch)))
            }
        }
    }

    /// Writes a certificate of a bracket that [`Solver::solve`] has found.
    ///
    /// The proofs are looked up; whatever has been forgotten since is proved again.
    ///
    /// # Errors
    /// If the solver does not keep proofs, the game is over, the value is outside the bracket, a budget runs out, or the output
    /// fails.
    pub fn certify<W: Write + Send>(
        &self,
        game: &Game<'_, 1, 2>,
        value: Bracket,
        output: W,
        form: Form,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let (start, to_move) = game.start();
        let statement = Statement::Position {
            start: *start,
            to_move,
            moves: game.moves().collect(),
            at_least: Some(stated(value.lo)?),
            at_most: Some(stated(value.hi)?),
        };
        let watch = self.watch(observer, 1);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let state = self.enter(game, &mut valuer).ok_or(CertifyError::Over)?;
            let before = self.surplus(game);
            let theses = self.theses(state, value, before, &mut valuer)?;
            Ok(certify::write(
                &self.board,
                &self.shared,
                statement,
                &theses,
                output,
                form,
            )?)
        })
    }

    /// Writes a certificate of every value of a table that [`Solver::table`] has found: for each representative and
    /// each side to move both bounds.
    ///
    /// # Errors
    /// If the solver does not keep proofs, the table is of other rules, a budget runs out, or the output fails.
    pub fn certify_table<W: Write + Send>(
        &self,
        table: &Table,
        output: W,
        form: Form,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let colorings: Vec<Coloring<1, 2>> = table.representatives().iter().collect();
        let watch = self.watch(observer, 2 * colorings.len() as u64);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let mut theses = Vec::with_capacity(4 * colorings.len());
            for coloring in colorings {
                for to_move in [Player::BLACK, Player::WHITE] {
                    let value = table
                        .value(&coloring, to_move)
                        .expect("representatives are legal colorings");
                    let state = self.shared.state(coloring, to_move, 0);
                    valuer.start_afresh(state);
                    let value = Bracket {
                        lo: value,
                        hi: value,
                    };
                    let before = -Score::from(self.shared.toll.stones(&coloring));
                    theses.extend(self.theses(state, value, before, &mut valuer)?);
                    watch.done(&self.shared);
                }
            }
            let roots = theses.len() as u64;
            Ok(certify::write(
                &self.board,
                &self.shared,
                Statement::Table { roots },
                &theses,
                output,
                form,
            )?)
        })
    }

    /// Measures what has been proved and not dropped since.
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

    /// Saves what has been proved so far, also while other threads go on proving.
    ///
    /// # Errors
    /// If the solver keeps proofs, which a checkpoint does not hold, or the file cannot be written.
    pub fn save_checkpoint(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        if self.options.proofs == Proofs::Keep {
            return Err(CheckpointError::Proofs);
        }
        let solved: Vec<(u64, [i8; 2])> = self
            .solved()
            .iter()
            .map(|(&rank, &values)| (rank, values))
            .collect();
        checkpoint::save(&self.board, &self.shared, &solved, path.as_ref())
    }

    /// Goes on from a checkpoint of the same board and rules.
    ///
    /// # Errors
    /// If the solver has begun already or keeps proofs, or the file is damaged or of something else.
    pub fn load_checkpoint(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        if self.options.proofs == Proofs::Keep {
            return Err(CheckpointError::Proofs);
        }
        let solved = checkpoint::load(&self.board, &self.shared, path.as_ref())?;
        self.solved().extend(solved);
        Ok(())
    }

    /// The values of the table that are done, by rank.
    fn solved(&self) -> MutexGuard<'_, BTreeMap<u64, [i8; 2]>> {
        self.solved
            .lock()
            .expect("no thread panics while it holds the lock")
    }

    /// Prepares for questions whose proofs can be written down.
    fn certifier<'s>(&'s self, watch: &'s Watch<'s>) -> Result<Valuer<'s>, CertifyError> {
        match self.options.proofs {
            Proofs::Keep => Ok(self.valuer(watch)),
            Proofs::Forget => Err(CertifyError::Forgotten),
        }
    }

    /// Proves both ends of a bracket at the state where the search stands, `before` being what the value has more than
    /// the tolled one.
    fn theses(
        &self,
        state: State,
        value: Bracket,
        before: Score,
        valuer: &mut Valuer<'_>,
    ) -> Result<[Thesis; 2], CertifyError> {
        let orbits = &self.shared.orbits;
        let coloring = orbits.coloring(state.orbit, state.element);
        let to_move = orbits.symmetry.player(state.element, state.player);
        let mut prove = |bound: fn(i16) -> Bound, score: Score| {
            let to_come = bound(self.to_come(score, before));
            let (shown, proof) = valuer
                .decide(state, threshold(to_come))
                .ok_or_else(|| CertifyError::Stopped(valuer.stopped()))?;
            let bound = bound(stated(score)?);
            if !shown.implies(to_come) {
                return Err(CertifyError::Refuted {
                    stated: bound,
                    shown: shown.shifted(bound.score() - to_come.score()),
                });
            }
            Ok(Thesis {
                state,
                coloring,
                to_move,
                bound,
                proof,
            })
        };
        Ok([
            prove(Bound::AtLeast, value.lo)?,
            prove(Bound::AtMost, value.hi)?,
        ])
    }

    /// Analyses the board for its table, if that is of use.
    fn fresh(
        &self,
        representatives: &Representatives,
        watch: &Watch<'_>,
    ) -> Result<Fresh, RetrogradeError> {
        let Options {
            retrograde, budget, ..
        } = self.options;
        let watched = Watched {
            watch,
            shared: &self.shared,
        };
        self.run(|| Fresh::new(representatives, self.rules, retrograde, budget, &watched))
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
        match self.enter(game, valuer) {
            Some(state) => {
                let (tolled, before) = (valuer.bracket(state), self.surplus(game));
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

    /// Returns what the value of a game has more than the tolled value of its state: the prisoners taken so far, less
    /// the stones on the board.
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

    /// Gives a valuer the history of a game and returns the state it is in; `None` if the game is over.
    fn enter(&self, game: &Game<'_, 1, 2>, valuer: &mut Valuer<'_>) -> Option<State> {
        if game.is_over() {
            return None;
        }
        let history = game.history().iter();
        valuer.start_with(history.map(|record| self.shared.record(record)).collect());
        Some(
            self.shared
                .state(*game.coloring(), game.to_move(), game.passes() as u8),
        )
    }

    /// Tells whether the game has the value still after a move; `None` if a budget ran out.
    fn keeps(
        &self,
        game: &Game<'_, 1, 2>,
        taken: Move,
        value: Score,
        valuer: &mut Valuer<'_>,
    ) -> Option<bool> {
        let mut after = game.clone();
        after.play(taken).expect("only legal moves are looked at");
        let Some(state) = self.enter(&after, valuer) else {
            return Some(final_score(&after) == value);
        };
        let value = self.to_come(value, self.surplus(&after));
        // A move cannot gain: it is enough to see that it does not lose.
        let kept = match game.to_move() {
            Player::BLACK => Bound::AtLeast(value),
            _ => Bound::AtMost(value),
        };
        Some(valuer.decide(state, threshold(kept))?.0.implies(kept))
    }

    /// Prepares for questions that all threads answer together.
    fn valuer<'s>(&'s self, watch: &'s Watch<'s>) -> Valuer<'s> {
        Valuer::with_helpers(&self.shared, watch, &self.pool)
    }
}

/// The threshold that a bound is one side of.
fn threshold(bound: Bound) -> i16 {
    match bound {
        Bound::AtLeast(least) => least,
        Bound::AtMost(most) => most + 1,
    }
}

/// A score as a certificate states it.
fn stated(score: Score) -> Result<i16, CertifyError> {
    i16::try_from(score).map_err(|_| CertifyError::Score(score))
}

fn final_score(game: &Game<'_, 1, 2>) -> Score {
    let points = |player| game.points(player) as Score;
    points(Player::BLACK) - points(Player::WHITE)
}

/// The legal moves, the pass first, then in point order.
fn legal_moves(game: &Game<'_, 1, 2>) -> Vec<Move> {
    std::iter::once(Move::Pass)
        .chain(
            game.coloring()
                .empty(game.graph())
                .into_iter()
                .map(Move::Play),
        )
        .filter(|&taken| game.try_move(taken).is_ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Point, Scoring};

    use super::*;

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
    }
}
