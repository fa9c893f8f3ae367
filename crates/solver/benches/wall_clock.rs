//! Wall-clock benchmarks, from single plays to all colorings of a board.
//!
//! `cargo bench -p koproof-solver --bench wall_clock`, on an idle machine.

mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use koproof_solver::Budget;

/// Positions in one sample of the rules' benchmarks.
const POSITIONS: usize = 1000;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    rules(&mut criterion);
    questions(&mut criterion);
    boards(&mut criterion);
    criterion.final_summary();
}

/// The inner loops: plays, scores and canonical forms on 4x4, by position.
fn rules(criterion: &mut Criterion) {
    let plays = inputs::plays(POSITIONS);
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("play", |bencher| bencher.iter(|| black_box(&plays).play()));
    group.bench_function("score", |bencher| {
        bencher.iter(|| black_box(&plays).score());
    });
    group.bench_function("canonical form", |bencher| {
        bencher.iter(|| black_box(&plays).canonical());
    });
    group.finish();
}

/// The cost of a question with a known answer, of one target for each move, and of a thousand expansions.
fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("questions");
    let warm = inputs::warm("3x3");
    group.bench_function("look up every move of 3x3", |bencher| {
        bencher.iter(|| inputs::moves(&warm));
    });
    group.bench_function("one threshold after every move of 2x4", |bencher| {
        bencher.iter_batched(
            || inputs::solver("2x4"),
            |solver| (inputs::best_moves(&solver), solver),
            BatchSize::PerIteration,
        );
    });
    group.throughput(Throughput::Elements(1000));
    group.bench_function("1000 expansions on 1x12", |bencher| {
        bencher.iter_batched(
            || inputs::solver("1x12"),
            |solver| (inputs::value(&solver, Budget::nodes(1000)), solver),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Whole boards, from scratch.
fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("boards");
    group.sample_size(10);
    for board in ["3x3", "1x9"] {
        group.bench_function(format!("value of {board}"), |bencher| {
            bencher.iter_batched(
                || inputs::solver(board),
                |solver| (inputs::value(&solver, Budget::UNLIMITED), solver),
                BatchSize::PerIteration,
            );
        });
    }
    group.bench_function("every state of 3x3", |bencher| {
        bencher.iter_batched(
            || inputs::solver("3x3"),
            |solver| (inputs::table(&solver), solver),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}
