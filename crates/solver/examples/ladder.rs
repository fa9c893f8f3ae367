//! Experiments.
#![allow(missing_docs, clippy::all, clippy::print_stdout, clippy::unwrap_used)]
use koproof_rules::*;
use koproof_solver::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let threads = std::env::var("T")
        .ok()
        .and_then(|t| t.parse().ok())
        .or(std::num::NonZeroUsize::new(1));
    let nodes = std::env::var("N").ok().and_then(|t| t.parse().ok());
    let rules = if std::env::var("S").is_ok() {
        Ruleset::TROMP_TAYLOR
    } else {
        Ruleset::NSTT
    };
    for a in args {
        let (all, name) = match a.strip_prefix("all:") {
            Some(n) => (true, n),
            None => (false, a.as_str()),
        };
        let board: Board = name.parse().unwrap();
        let t = std::time::Instant::now();
        let options = Options {
            threads,
            budget: Budget {
                nodes,
                ..Budget::default()
            },
            ..Options::default()
        };
        let solver = Solver::new(&board, rules, options).unwrap();
        if all {
            match solver.table(&Nobody) {
                Ok(table) => println!(
                    "{a}: states {} histogram {:?} time {:?}",
                    2 * table.representatives().legal_colorings(),
                    table.histogram().into_iter().next(),
                    t.elapsed()
                ),
                Err(e) => println!("{a}: {e} {:?}", t.elapsed()),
            }
        } else {
            let r = solver.solve(
                &solver.game(Coloring::EMPTY, Player::BLACK).unwrap(),
                &Nobody,
            );
            println!(
                "{a}: value {} {:?} time {:?}",
                r.value,
                r.stats,
                t.elapsed()
            );
        }
    }
}
