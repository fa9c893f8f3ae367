//! Progress of a search, stopped from outside: `cargo run -p koproof-solver --example observe_progress`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::time::Duration;

use koproof_rules::{Board, Coloring, Player, Ruleset};
use koproof_solver::{Analysis, Budget, Detail, Observer, Options, Progress, Solver};

struct Log;

impl Observer for Log {
    fn on_progress(&self, progress: &Progress) {
        let Progress {
            expansions, claims, ..
        } = progress;
        println!("{expansions} expansions, {claims} claims");
    }

    fn on_analysis(&self, analysis: &Analysis) {
        println!("the value is {}", analysis.value());
    }

    fn should_stop(&self) -> bool {
        // A program would read a flag here that another thread or a signal handler sets.
        false
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = "3x3".parse()?;
    let solver = Solver::new(&board, Ruleset::NSTT, Options::default())?;
    let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    let budget = Budget {
        time: Some(Duration::from_secs(5)),
        ..Budget::UNLIMITED
    };
    let analysis = solver.analyse(&game, Detail::Best, budget, &Log);
    println!("best moves: {:?}", analysis.best_moves().certain);
    Ok(())
}
