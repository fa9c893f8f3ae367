//! A graph of your own as a Go board: `cargo run -p koproof-rules --example own_graph`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset, text};

/// A triangle with a tail, one edge a line.
const EDGES: &str = "0 1\n1 2\n2 0\n2 3\n";

fn main() -> Result<(), Box<dyn Error>> {
    let board = Board::from_content("kite", EDGES)?;
    let graph = Graph::<1>::new(&board)?;
    let start = Coloring::EMPTY;
    let mut game: Game<'_, 1, 2> = Game::new(&graph, Ruleset::NSTT, start, Player::BLACK)?;
    for name in ["2", "3", "pass", "pass"] {
        let taken = text::parse_move(&board, name)?;
        let player = game.to_move();
        match game.play(taken) {
            Ok(()) => println!("{player} plays {}", text::move_name(&board, taken)),
            Err(why) => println!("{player} may not: {}", text::explain(&board, &why)),
        }
    }
    println!("over: {}, score {:+}", game.is_over(), game.score());
    Ok(())
}
