//! Checks a certificate and prints the bounds that it proves: `cargo run -p koproof-verify --example check_certificate
//! results/certificates/1x5.nstt.kpc`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use koproof_verify::{check, never_stop};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a certificate")?;
    let file = BufReader::new(File::open(path)?);
    let checked = check(file, &mut never_stop)?;
    // A certificate has no name of its board.
    let board = checked.header.board.usual();
    println!("{}: {} steps follow", board.name(), checked.steps);
    for proved in checked.proved {
        println!("{}", proved.bound);
    }
    Ok(())
}
