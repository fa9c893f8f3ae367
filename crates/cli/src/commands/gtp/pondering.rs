//! Work on all moves of a game at once, until it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use koproof_rules::{Game, Move};
use koproof_solver::{Bracket, Observer, Progress, Solver, Stopped};

use super::analysis::Judged;
use crate::progress::Watcher;

/// The first turn for each move, and the longest.
const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(10);

/// The analysis of the moves of a game, in turns of growing length, so that a hard move does not delay the others.
pub(super) struct Pondering<'s, 'g> {
    solver: &'s Solver,
    game: &'g Game<'s, 1, 2>,
    moves: Mutex<Vec<Judged>>,
    enough: AtomicBool,
}

/// One turn: it ends at its time limit or when it is stopped.
struct Turn<'a> {
    watcher: Watcher,
    enough: &'a AtomicBool,
}

impl Observer for Turn<'_> {
    fn on_progress(&self, progress: &Progress) {
        self.watcher.on_progress(progress);
    }

    fn should_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || self.watcher.should_stop()
    }

    fn memory(&self) -> Option<u64> {
        self.watcher.memory()
    }
}

impl<'s, 'g> Pondering<'s, 'g> {
    /// Starts with the legal moves and no values.
    pub(super) fn new(solver: &'s Solver, game: &'g Game<'s, 1, 2>) -> Self {
        let most = solver.board().points() as i32;
        let value = Bracket {
            lo: -most,
            hi: most,
        };
        let plays = solver.graph().all().into_iter().map(Move::Play);
        let legal = std::iter::once(Move::Pass)
            .chain(plays)
            .filter(|&taken| game.try_move(taken).is_ok());
        let moves = legal.map(|taken| Judged {
            taken,
            value,
            line: vec![taken],
        });
        Self {
            solver,
            game,
            moves: Mutex::new(moves.collect()),
            enough: AtomicBool::new(false),
        }
    }

    /// Returns the current brackets.
    pub(super) fn moves(&self) -> Vec<Judged> {
        self.lock().clone()
    }

    /// Ends the work soon.
    pub(super) fn stop(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// Works until everything is known that can be, or it is told to stop.
    pub(super) fn work(&self) {
        let mut length = FIRST;
        let mut open: Vec<usize> = (0..self.lock().len()).collect();
        while !open.is_empty() && !self.enough.load(Ordering::Relaxed) {
            open.retain(|&index| self.look(index, length));
            length = (length * 2).min(LONGEST);
        }
    }

    /// Works on a move for one turn, and returns whether its value is still open.
    fn look(&self, index: usize, length: Duration) -> bool {
        let turn = Turn {
            watcher: Watcher::new("", true).until(Some(length)),
            enough: &self.enough,
        };
        let taken = self.lock()[index].taken;
        let mut after = self.game.clone();
        after.play(taken).expect("only legal moves are listed");
        let solution = self.solver.solve(&after, &turn);
        {
            let mut moves = self.lock();
            let known = &mut moves[index].value;
            known.lo = known.lo.max(solution.value.lo);
            known.hi = known.hi.min(solution.value.hi);
        }
        let Some(exact) = solution.value.exact() else {
            // Memory and stack stay as they are, however often one tries.
            return !matches!(solution.stopped, Some(Stopped::Memory | Stopped::Depth));
        };
        let line = self.solver.principal_variation(&after, exact, &turn);
        for &taken in &line {
            after.play(taken).expect("best moves are legal");
        }
        self.lock()[index].line.splice(1.., line);
        !after.is_over()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Judged>> {
        // A thread that panicked has changed one value or none.
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
