//! x
#![allow(clippy::all, clippy::print_stdout, clippy::unwrap_used)]
use koproof_rules::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    std::thread::Builder::new().stack_size(4 << 30).spawn(move || {
        for a in args {
            let (all, name) = match a.strip_prefix("all:") { Some(n) => (true, n), None => (false, a.as_str()) };
            let board: Board = name.parse().unwrap();
            let t = std::time::Instant::now();
            if all {
                let (e, l) = koproof_solver::all(&board, Ruleset::NSTT);
                println!("{a}: states {} expansions {e} time {:?} sum {}", l.len(), t.elapsed(), l.iter().map(|x| x.2 as i64 * (x.0.stones(Player::BLACK).len() as i64 + 1)).sum::<i64>());
            } else {
                let r = koproof_solver::value(&board, Ruleset::NSTT);
                println!("{a}: value {} expansions {} claims {} avg {:.1} time {:?}", r.value, r.expansions, r.claims, r.avg, t.elapsed());
            }
        }
    }).unwrap().join().unwrap();
}
