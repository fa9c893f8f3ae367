//! The value of a position, its best moves, and the value of every move:
//! `cargo run -p koproof-solver --example solve_position`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use koproof_rules::{Board, Coloring, Player, Ruleset, text};
use koproof_solver::{Budget, Detail, Nobody, Options, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "2x3".parse()?;
    let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
    let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    let budget = Budget::nodes(1_000_000);
    let analysis = solver.analyse(&game, Detail::Moves, budget, &Nobody);
    println!("value: {}", analysis.value());
    for known in analysis.moves() {
        let name = text::move_name(&board, known.taken);
        let mark = if analysis.is_best(known) { " *" } else { "" };
        println!("{name}: {}{mark}", known.value);
    }
    Ok(())
}
