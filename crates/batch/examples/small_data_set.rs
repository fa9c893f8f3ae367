//! A data set of small boards, which resumes if it was stopped: `cargo run -p koproof-batch --example small_data_set`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use koproof_batch::{Merged, Plan, Task, Unwatched, Work, read_boards, run};

fn main() -> Result<(), Box<dyn Error>> {
    let boards = read_boards("path:2..5 cycle:3..5")?;
    let plan = Plan::new(&boards, &["nstt"], Task::Empty, 100_000)?;
    let directory = std::env::temp_dir().join(format!("koproof-{}", std::process::id()));
    // A second run of the same plan finds the stored results of the first.
    for _ in 0..2 {
        let tally = run(&plan, &directory, Work::default(), &Unwatched)?;
        println!(
            "{} of {} units finished",
            tally.finished(),
            plan.units().len()
        );
    }
    println!("{} rows", Merged::new(&[&directory])?.rows().count());
    std::fs::remove_dir_all(directory)?;
    Ok(())
}
