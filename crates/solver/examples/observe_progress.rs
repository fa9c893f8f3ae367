//! Progress of a search, stopped by another thread: `cargo run -p koproof-solver --example observe_progress`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use koproof_rules::{Coloring, Player, Ruleset, text};
use koproof_solver::{Budget, Detail, Observer, Options, Progress, Solver};

struct Log(AtomicBool);

impl Observer for Log {
    fn on_progress(&self, progress: &Progress) {
        println!("{} expansions", progress.expansions);
    }

    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solver = Solver::new(&"3x3".parse()?, Ruleset::NSTT, Options::default())?;
    let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    let log = Log(AtomicBool::new(false));
    let analysis = thread::scope(|scope| {
        let search = scope.spawn(|| solver.analyse(&game, Detail::Best, Budget::UNLIMITED, &log));
        // A program would wait for a click or a signal here.
        thread::sleep(Duration::from_secs(1));
        log.0.store(true, Ordering::Relaxed);
        search.join().expect("it does not panic")
    });
    let best = text::move_names(solver.board(), &analysis.best_moves().certain);
    println!("value {}, best moves: {}", analysis.value(), best.join(" "));
    Ok(())
}
