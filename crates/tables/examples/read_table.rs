//! The values of all colorings from a table on disk:
//! `cargo run -p koproof-tables --example read_table results/tables/2x3.nstt.kpt`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use koproof_rules::{Coloring, Player};
use koproof_tables::Table;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a table")?;
    let table = Table::load(path)?;
    println!("{} under {}", table.board().name(), table.rules());
    let empty = table.value(&Coloring::EMPTY, Player::BLACK);
    println!("the empty board is worth {:+}", empty.ok_or("no coloring")?);
    for (value, [black, white]) in table.histogram() {
        println!("{value:+}: {black} with Black to move, {white} with White to move");
    }
    Ok(())
}
