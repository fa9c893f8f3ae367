//! Tests of the numbers of a team under a model checker: the same code as in production, with locks that the checker
//! schedules.

use std::sync::Arc;

use shuttle::thread;

use super::*;
use crate::sharing::model::{Modelled, under_many_orders};

type Shared = Team<Modelled>;

/// Three states, two of them behind one lock.
const STATES: [u64; 3] = [0, 1, 2];

fn pair(number: u32) -> Numbers {
    Numbers {
        pn: number,
        dn: number,
    }
}

#[test]
fn everybody_who_went_below_a_state_has_left_it_in_the_end() {
    under_many_orders(|| {
        let team = Arc::new(Shared::default());
        let workers = [1, 2, 3].map(|worker| {
            let team = Arc::clone(&team);
            thread::spawn(move || {
                for state in STATES {
                    team.enter(state);
                    let (numbers, workers) = team.get(state);
                    assert!((1..=3).contains(&workers), "{workers} below {state}");
                    assert!(numbers.is_none_or(|numbers| numbers.pn == numbers.dn));
                    team.keep(state, pair(worker), usize::MAX);
                    team.leave(state);
                }
            })
        });
        for worker in workers {
            worker.join().expect("it passes");
        }
        for state in STATES {
            let (numbers, workers) = team.get(state);
            assert!(numbers.is_some(), "what was kept at {state} is lost");
            assert_eq!(workers, 0, "below {state}");
        }
        assert_eq!(team.kept.get(), 3);
    });
}

/// Dropping numbers must not make their count too small: it bounds the memory.
#[test]
fn no_more_numbers_are_there_than_are_counted() {
    const MAX: usize = 3;
    under_many_orders(|| {
        let team = Arc::new(Shared::default());
        let workers = [0, 10, 21].map(|from| {
            let team = Arc::clone(&team);
            thread::spawn(move || {
                for state in from..from + 4 {
                    team.enter(state);
                    team.keep(state, pair(1), MAX);
                    team.leave(state);
                }
            })
        });
        for worker in workers {
            worker.join().expect("it passes");
        }
        let mut there = 0;
        team.entries.for_each(|_, entry| {
            there += u64::from(entry.numbers.is_some());
        });
        assert!(there <= team.kept.get(), "{there} of {:?}", team.kept);
        assert!(team.kept.get() <= MAX as u64, "{:?}", team.kept);
    });
}
