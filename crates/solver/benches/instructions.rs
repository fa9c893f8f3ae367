//! Instruction counts, from single plays to all colorings of a board. They hardly depend on the machine's load.
//!
//! `cargo bench -p koproof-solver --bench instructions`, with valgrind and the `gungraun-runner` of the same version as
//! the crate (`docs/performance.md`).
//!
//! A solver works on a separate thread, which is counted only if the whole process is counted. So the solver's
//! benchmarks count whole processes; `start` is the cost of a process before its first expansion.

#![allow(missing_docs, reason = "the macros write items that have none")]

mod inputs;

use std::hint::black_box;

use gungraun::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use inputs::Plays;
use koproof_solver::Budget;

fn whole_process() -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.entry_point(EntryPoint::None);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

#[library_benchmark(setup = inputs::plays)]
#[bench::thousand(1000)]
fn play(plays: Plays) -> usize {
    black_box(&plays).play()
}

#[library_benchmark(setup = inputs::plays)]
#[bench::thousand(1000)]
fn score(plays: Plays) -> usize {
    black_box(&plays).score()
}

#[library_benchmark(setup = inputs::plays)]
#[bench::thousand(1000)]
fn canonical(plays: Plays) -> usize {
    black_box(&plays).canonical()
}

#[library_benchmark]
#[bench::start("1x12", 1)]
#[bench::thousand_expansions("1x12", 1001)]
fn expansions(board: &str, nodes: u64) -> i32 {
    inputs::value(&inputs::solver(board), Budget::nodes(nodes))
}

#[library_benchmark]
#[bench::of_2x4("2x4")]
fn best_moves(board: &str) -> usize {
    inputs::best_moves(&inputs::solver(board))
}

#[library_benchmark]
#[bench::asked_once("3x3", 0)]
#[bench::asked_hundred_times_more("3x3", 100)]
fn look_ups(board: &str, times: usize) -> usize {
    let warm = inputs::warm(board);
    (0..times).map(|_| inputs::moves(&warm)).sum()
}

#[library_benchmark]
#[bench::of_3x3("3x3")]
#[bench::of_1x9("1x9")]
fn value(board: &str) -> i32 {
    inputs::value(&inputs::solver(board), Budget::UNLIMITED)
}

#[library_benchmark]
#[bench::of_3x3("3x3")]
fn table(board: &str) -> u64 {
    inputs::table(&inputs::solver(board))
}

library_benchmark_group!(name = rules; benchmarks = play, score, canonical);
library_benchmark_group!(
    name = search;
    config = whole_process();
    benchmarks = expansions, best_moves, look_ups, value, table
);
main!(library_benchmark_groups = rules, search);
