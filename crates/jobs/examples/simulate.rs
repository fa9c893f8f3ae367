//! What more workers cost: `cargo run --release -p koproof-jobs --example simulate -- BOARD WORKERS JOB-NODES PACE`.
//!
//! Simulates `koproof batch lead` on the empty board without suicide (`nstt`), with WORKERS workers that take turns
//! (with PACE 0 of equal lengths), and prints a row of a table in Markdown: workers, jobs, expansions of all, rounds of
//! turns, and the share of turns in which a worker had a job.

use std::error::Error;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;

use koproof_jobs::{Question, simulate};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [board, workers, nodes, pace] = words.as_slice() else {
        return Err("four words: BOARD WORKERS JOB-NODES PACE".into());
    };
    let board: Board = board.parse()?;
    let (workers, nodes): (NonZeroUsize, u64) = (workers.parse()?, nodes.parse()?);
    let graph = Graph::<1>::new(&board)?;
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK)?;
    let question = Question::new(&board, &game, nodes)?;
    let found = simulate(&question, workers, pace.parse()?)?;
    let busy = found.turns as f64 / (found.rounds * workers.get() as u64) as f64;
    writeln!(
        stdout(),
        "| {} | {workers} | {} | {} | {} | {busy:.2} |",
        board.name(),
        found.jobs,
        found.expansions,
        found.rounds
    )?;
    Ok(())
}
