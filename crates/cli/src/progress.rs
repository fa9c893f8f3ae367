//! Progress on stderr: an observer that shows the solver's reports and forwards signals.

mod lines;

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use koproof_rules::Board;
use koproof_solver::{Observer, Progress};

use crate::{interrupt, memory, words};
use lines::certified;

/// The time before progress is shown.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// The time between two drawings on a terminal.
pub(crate) const FRAME: Duration = Duration::from_millis(100);
/// The default time between two lines in a log that is not a terminal.
const LOG: Duration = Duration::from_secs(30);

/// Shows a solver's progress and stops the solver after a signal.
///
/// On a terminal it draws a bar, or a spinner for a single position; elsewhere it writes a line every half minute. The
/// drawing is removed with the watcher.
pub(crate) struct Watcher {
    what: String,
    started: Instant,
    deadline: Option<Instant>,
    /// The time of the next drawing or line; `None` without progress.
    next: Option<Mutex<Instant>>,
    /// The drawing on a terminal.
    bar: Option<ProgressBar>,
    log_every: Duration,
    /// Describes the progress after a number of seconds.
    describe: fn(&Progress, f64) -> String,
}

/// Tells whether the terminal cannot move its cursor, and so cannot show a drawing that changes.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").map_or(cfg!(unix), |kind| kind == "dumb")
}

impl Watcher {
    /// Begins to watch work with the name `what` (`solving 2x3`), and to listen for signals.
    pub(crate) fn new(what: impl Into<String>, quiet: bool) -> Self {
        interrupt::listen();
        Self::deaf(what, quiet)
    }

    /// Begins to watch work that a signal ends as it did before.
    pub(crate) fn deaf(what: impl Into<String>, quiet: bool) -> Self {
        let started = Instant::now();
        let draws = std::io::stderr().is_terminal() && !is_dumb();
        let bar = (!quiet && draws).then(ProgressBar::hidden);
        let first = started + if bar.is_some() { SHOW_AFTER } else { LOG };
        Self {
            what: what.into(),
            started,
            deadline: None,
            next: (!quiet).then(|| Mutex::new(first)),
            bar,
            log_every: LOG,
            describe: lines::solved,
        }
    }

    pub(crate) fn on(board: &Board, what: &str, quiet: bool) -> Self {
        Self::new(format!("{what} {}", board.name()), quiet)
    }

    pub(crate) fn of_count(mut self) -> Self {
        self.describe = lines::counted;
        self
    }

    /// Shows the number of known values out of a maximum.
    #[cfg(feature = "distribute")]
    pub(crate) fn of_values(mut self) -> Self {
        self.describe = lines::known;
        self
    }

    /// Sets the time between two lines in a log that is not a terminal.
    pub(crate) fn log_every(mut self, time: Duration) -> Self {
        self.log_every = time;
        if let (Some(next), None) = (&mut self.next, &self.bar) {
            *next = Mutex::new(self.started + time);
        }
        self
    }

    /// Also stops the work after a limit of time, for several processes with different starts.
    pub(crate) fn until(mut self, limit: Option<Duration>) -> Self {
        self.deadline = limit.map(|limit| Instant::now() + limit);
        self
    }

    /// Shows the progress `done` of `total` with a remark, if it is time.
    pub(crate) fn show(&self, done: u64, total: u64, line: impl FnOnce() -> String) {
        // If the lock is taken, another thread is already showing the same progress.
        let Some(Ok(mut next)) = self.next.as_ref().map(Mutex::try_lock) else {
            return;
        };
        let now = Instant::now();
        if now < *next {
            return;
        }
        match &self.bar {
            Some(bar) => {
                *next = now + FRAME;
                draw(bar, (done, total), line());
            }
            None => {
                *next = now + self.log_every;
                let line = line();
                let spent = words::time(self.started.elapsed());
                // With stderr closed the message cannot be shown.
                let _ = writeln!(std::io::stderr(), "koproof: {line}, after {spent}");
            }
        }
    }

    fn line(&self, progress: &Progress) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        format!("{}: {}", self.what, (self.describe)(progress, seconds))
    }
}

impl Observer for Watcher {
    fn on_progress(&self, progress: &Progress) {
        self.show(progress.done, progress.total, || self.line(progress));
    }

    fn on_certificate(&self, done: u64, total: u64) {
        self.show(done, total, || {
            format!("{}: {}", self.what, certified(done, total))
        });
    }

    fn should_stop(&self) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        interrupt::requested() || self.deadline.is_some_and(is_late)
    }

    fn memory(&self) -> Option<u64> {
        memory::resident()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn draw(bar: &ProgressBar, (done, total): (u64, u64), line: String) {
    let has_total = total > 1;
    // The total of a count may become known later.
    if bar.is_hidden() || has_total && bar.length().is_none() {
        bar.set_style(style(if has_total {
            "{elapsed:>4} [{bar:24}] {percent:>3}% {wide_msg}"
        } else {
            "{spinner} {elapsed:>4} {wide_msg}"
        }));
    }
    if has_total {
        bar.set_length(total);
    }
    bar.set_message(line);
    if bar.is_hidden() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    bar.set_position(done);
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the templates of this file are well formed")
        .progress_chars("=> ")
}
