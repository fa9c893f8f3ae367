//! An analysis that continues until the controller sends a request.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use koproof_rules::{Game, Komi};
use koproof_solver::{Analysis, Budget, Detail, Observer, Solver};

use super::analysis::{Dialect, infos};
use super::protocol::Size;
use super::requests::Requests;
use crate::progress::Watcher;

/// The shortest time between lines, so that the reader can keep up.
const SHORTEST: Duration = Duration::from_millis(10);

/// A game under analysis, and the format of its lines.
pub(super) struct Live<'s> {
    pub(super) solver: &'s Solver,
    /// The memory limit, in bytes.
    pub(super) memory: Option<u64>,
    pub(super) game: Game<'s, 1, 2>,
    /// The interval between lines, if there is news.
    pub(super) interval: Duration,
    pub(super) dialect: Dialect,
    pub(super) size: Size,
    pub(super) komi: Komi,
}

impl Live<'_> {
    /// Writes the known values of the moves, line by line, until the next request.
    ///
    /// # Errors
    /// If nothing can be written.
    pub(super) fn follow(&self, requests: &mut Requests, out: &mut dyn Write) -> io::Result<()> {
        let pondering = Pondering {
            watcher: Watcher::new("", true),
            analysis: Mutex::new(self.solver.analysis(&self.game)),
            enough: AtomicBool::new(false),
        };
        let budget = Budget::within(self.memory);
        let ring = requests.bell();
        thread::scope(|scope| {
            scope.spawn(|| {
                (self.solver).analyse(&self.game, Detail::Lines, budget, &pondering);
                ring();
            });
            let result = self.tell(&pondering, requests, out);
            pondering.enough.store(true, Ordering::Relaxed);
            result
        })
    }

    fn tell(
        &self,
        pondering: &Pondering,
        requests: &mut Requests,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let interval = self.interval.max(SHORTEST);
        let mut told = String::new();
        let mut next = Instant::now() + interval;
        loop {
            let is_heard = requests.listen(next.saturating_duration_since(Instant::now()));
            let mover = self.game.to_move();
            let analysis = pondering.lock().clone();
            let line = infos(self.dialect, self.size, self.komi, mover, &analysis);
            if line != told {
                writeln!(out, "{line}")?;
                out.flush()?;
                told = line;
            }
            if is_heard {
                return Ok(());
            }
            next = Instant::now() + interval;
        }
    }
}

/// An analysis that grows while it is read.
struct Pondering {
    watcher: Watcher,
    analysis: Mutex<Analysis>,
    enough: AtomicBool,
}

impl Observer for Pondering {
    fn on_analysis(&self, analysis: &Analysis) {
        self.lock().clone_from(analysis);
    }

    fn should_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || self.watcher.should_stop()
    }

    fn memory(&self) -> Option<u64> {
        self.watcher.memory()
    }
}

impl Pondering {
    fn lock(&self) -> MutexGuard<'_, Analysis> {
        // No thread panics while it copies an analysis.
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
