//! A proof of a value, written and checked: `cargo run -p koproof-solver --example write_certificate`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use koproof_rules::{Board, Coloring, Player, Ruleset};
use koproof_solver::{Budget, Nobody, Options, Proofs, Solver};
use koproof_verify::{Form, check, never_stop};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = "path:5".parse()?;
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let solver = Solver::new(&board, Ruleset::NSTT, options)?;
    let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    let budget = Budget::nodes(1_000_000);
    let value = solver.solve(&game, budget, &Nobody).value;
    let (file, written) = solver.certify(&game, value, Vec::new(), Form::Text, budget, &Nobody)?;
    println!(
        "{value}, proved in {} steps, {} bytes",
        written.steps,
        file.len()
    );
    let checked = check(file.as_slice(), &mut never_stop)?;
    for proved in checked.proved {
        println!("checked: {}", proved.bound);
    }
    Ok(())
}
