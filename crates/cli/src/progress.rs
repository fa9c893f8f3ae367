//! Progress on stderr: an observer that shows the solver's reports and forwards signals.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use koproof_rules::Board;
use koproof_solver::{Memory, Observer, Progress};

use crate::interrupt;
use crate::words;

/// The time before progress is shown.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// The time between two drawings on a terminal.
const FRAME: Duration = Duration::from_millis(100);
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
    /// Reports the progress after this number of seconds.
    describe: fn(&Progress, f64) -> String,
}

impl Watcher {
    /// Begins to watch work with the name `what` (`solving 2x3`), and to listen for signals.
    pub(crate) fn new(what: impl Into<String>, quiet: bool) -> Self {
        interrupt::listen();
        Self::deaf(what, quiet)
    }

    /// Begins to watch work that a signal ends as it did before.
    fn deaf(what: impl Into<String>, quiet: bool) -> Self {
        let started = Instant::now();
        let bar = (!quiet && std::io::stderr().is_terminal()).then(ProgressBar::hidden);
        let first = started + if bar.is_some() { SHOW_AFTER } else { LOG };
        Self {
            what: what.into(),
            started,
            deadline: None,
            next: (!quiet).then(|| Mutex::new(first)),
            bar,
            log_every: LOG,
            describe: solved,
        }
    }

    pub(crate) fn on(board: &Board, what: &str, quiet: bool) -> Self {
        Self::new(format!("{what} {}", board.name()), quiet)
    }

    pub(crate) fn of_count(mut self) -> Self {
        self.describe = counted;
        self
    }

    /// Shows the number of known values out of a maximum.
    #[cfg(feature = "distribute")]
    pub(crate) fn of_values(mut self) -> Self {
        self.describe = known;
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

/// Does work that cannot tell how far it is, and shows that it goes on.
pub(crate) fn waiting<T>(what: &str, quiet: bool, work: impl FnOnce() -> T) -> T {
    let watcher = Watcher::deaf(what, quiet);
    let show = move || watcher.show(0, 0, || what.to_owned());
    meanwhile(FRAME, show, work)
}

/// Does work, and meanwhile something else after each interval.
pub(crate) fn meanwhile<T>(every: Duration, tick: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            while is_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn solved(progress: &Progress, seconds: f64) -> String {
    let rate = (progress.expansions as f64 / seconds) as u64;
    let mut line = format!(
        "{} expansions, {} a second, {} claims",
        HumanCount(progress.expansions),
        HumanCount(rate),
        HumanCount(progress.claims)
    );
    if progress.total > 1 {
        line += &format!(
            ", {} of {} positions",
            HumanCount(progress.done),
            HumanCount(progress.total)
        );
    }
    if let Some((target, effort)) = progress.question {
        line += &format!(
            "; target {target} with proof number {} and disproof number {}",
            HumanCount(effort.proof.into()),
            HumanCount(effort.disproof.into())
        );
    }
    if progress.memory != Memory::default() {
        let Memory {
            orbits,
            plays,
            claims,
            derivations,
            numbers,
        } = progress.memory;
        let [orbits, plays, claims, numbers] = [orbits, plays, claims, numbers].map(HumanBytes);
        line += &format!("; colorings {orbits}, plays {plays}, claims {claims}");
        if derivations > 0 {
            line += &format!(
                ", derivations of dropped claims {}",
                HumanBytes(derivations)
            );
        }
        line += &format!(", proof numbers {numbers}");
    }
    line
}

/// Describes the progress of a count, with an estimate of the remaining time if there is one.
fn counted(progress: &Progress, seconds: f64) -> String {
    let rate = (progress.expansions as f64 / seconds) as u64;
    let mut line = format!(
        "{} states, {} a second",
        HumanCount(progress.expansions),
        HumanCount(rate)
    );
    if progress.done > 0 && progress.total > progress.done {
        let left = seconds * (progress.total - progress.done) as f64 / progress.done as f64;
        if let Ok(left) = Duration::try_from_secs_f64(left) {
            line += &format!(", about {} left", words::time(left));
        }
    }
    line
}

fn certified(done: u64, total: u64) -> String {
    match total {
        0 => format!("{} steps listed", HumanCount(done)),
        _ => format!("{} of {} steps", HumanCount(done), HumanCount(total)),
    }
}

#[cfg(feature = "distribute")]
fn known(progress: &Progress, _seconds: f64) -> String {
    format!(
        "{} of at most {} values known",
        HumanCount(progress.done),
        HumanCount(progress.total)
    )
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
        memory("VmRSS:")
    }
}

/// Returns the peak resident memory of this process in bytes, if the kernel provides it.
#[cfg(feature = "distribute")]
pub(crate) fn peak_memory() -> Option<u64> {
    memory("VmHWM:")
}

/// Reads a number of bytes from what the kernel tells about this process, if it does.
fn memory(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(1024 * kilobytes)
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

#[cfg(test)]
mod tests {
    use koproof_solver::Effort;

    use super::*;

    #[test]
    fn a_line_says_what_is_done_and_how_fast() {
        let mut progress = Progress {
            expansions: 1_234_000,
            claims: 567,
            done: 0,
            total: 1,
            ..Progress::default()
        };
        assert_eq!(
            solved(&progress, 10.0),
            "1,234,000 expansions, 123,400 a second, 567 claims"
        );
        let effort = Effort {
            proof: 92,
            disproof: 1_379,
        };
        progress.question = Some((3, effort));
        progress.memory.claims = 3 << 20;
        let line = solved(&progress, 10.0);
        let told = ", 567 claims; target 3 with proof number 92 and disproof number 1,379; \
                    colorings 0 B, plays 0 B, claims 3.00 MiB, proof numbers 0 B";
        assert!(line.ends_with(told), "{line}");
        progress.question = None;
        progress.memory = Memory::default();
        progress.total = 1_956;
        assert!(solved(&progress, 10.0).ends_with(", 0 of 1,956 positions"));
    }

    #[test]
    fn time_left_of_a_count_is_in_proportion_to_what_is_left() {
        let progress = Progress {
            expansions: 3_000,
            done: 2_000,
            total: 6_000,
            ..Progress::default()
        };
        assert_eq!(
            counted(&progress, 10.0),
            "3,000 states, 300 a second, about 20.0 s left"
        );
    }

    #[test]
    fn steps_of_a_certificate_are_listed_before_their_number_is_known() {
        assert_eq!(certified(4_096, 0), "4,096 steps listed");
        assert_eq!(certified(4_096, 8_000), "4,096 of 8,000 steps");
    }

    #[test]
    fn without_an_estimate_no_time_is_promised() {
        let unknown = Progress {
            expansions: 7,
            done: 7,
            ..Progress::default()
        };
        assert_eq!(counted(&unknown, 1.0), "7 states, 7 a second");
    }
}
