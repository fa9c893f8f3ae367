//! Tests of the proof table under a model checker: the same code as in production, with locks that the checker
//! schedules.
//!
//! A deadlock fails every one of these tests, too.

use koproof_rules::Element;
use shuttle::thread;

use super::*;
use crate::claims::claim::About;
use crate::sharing::model::{Modelled, under_every_order, under_many_orders};
use crate::state::records::RecordId;

type Table = ProofTable<Modelled>;

fn of(state: u64) -> Slot {
    Slot::with_number(state).expect("four bytes")
}

fn about(slot: u64, score: i16) -> About {
    About {
        slot: of(slot),
        passes: Passes::Any,
        bound: Bound::AtLeast(score),
    }
}

/// Makes a claim about a state for a test. A higher score or no conditions make it stronger.
fn claim(state: u64, score: i16, conditions: u32) -> Arc<Claim> {
    let avoid: Vec<RecordId> = (0..conditions).collect();
    Arc::new(Claim::new(about(state, score), &avoid, &[], None))
}

/// Returns whether one claim can replace another: it is the same claim, or it has no conditions.
fn serves(one: &Arc<Claim>, other: &Arc<Claim>) -> bool {
    Arc::ptr_eq(one, other) || one.conditions() == 0 && one.bound.implies(other.bound)
}

fn is_served(table: &Table, state: u64, claim: &Arc<Claim>) -> bool {
    let find = |claims: &Claims| {
        claims
            .iter()
            .find(|found| serves(&found.claim, claim))
            .map(|_| ())
    };
    table.look_up(of(state), find).is_some()
}

/// Checks the claims of a state while other threads work.
fn check_state(table: &Table, state: u64) {
    table.look_up(of(state), |claims| {
        assert!(!claims.0.is_empty(), "a state without claims is gone");
        assert!(claims.0.len() <= KEPT, "{} claims", claims.0.len());
        for (newer, one) in claims.iter().enumerate() {
            // A newer claim without conditions has replaced all claims that it implies; an older one may stay.
            let old = &claims.0[newer + 1..];
            assert!(
                !old.iter().any(|old| serves(&one.claim, &old.claim)),
                "{claims:?}"
            );
        }
        Some(())
    });
}

/// Compares the count of bytes with the stored claims, while no other thread works.
fn check_bytes(table: &Table) {
    let (mut states, mut bytes) = (0, 0);
    table.claims.for_each(|_, claims| {
        assert!(!claims.0.is_empty(), "a state without claims is left");
        states += 1;
        bytes += claims.iter().map(|kept| kept.claim.bytes()).sum::<u64>();
    });
    let all = bytes + states * STATE_BYTES;
    assert_eq!(table.bytes(), all);
    assert_eq!(table.bytes_by_rank().iter().sum::<u64>(), all);
}

/// Three states, two of them behind one lock.
const STATES: [u64; 3] = [0, 1, 2];

#[test]
fn a_claim_is_found_by_every_look_up_after_it_was_added() {
    under_many_orders(|| {
        let table = Arc::new(Table::default());
        let writers = [[(1, 2), (3, 0), (5, 4)], [(2, 0), (4, 3), (3, 1)]].map(|said| {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                let mut added = Vec::new();
                for (score, conditions) in said {
                    for state in STATES {
                        let claim = claim(state, score, conditions);
                        table.add(Arc::clone(&claim));
                        added.push((state, claim));
                        for (state, claim) in &added {
                            assert!(is_served(&table, *state, claim), "{claim:?} is lost");
                        }
                    }
                }
                added
            })
        });
        let reader = thread::spawn({
            let table = Arc::clone(&table);
            move || {
                let newest =
                    |claims: &Claims| claims.iter().next().map(|kept| Arc::clone(&kept.claim));
                let seen = STATES.map(|state| table.look_up(of(state), newest));
                for (state, seen) in STATES.into_iter().zip(seen) {
                    check_state(&table, state);
                    let lost = seen.filter(|claim| !is_served(&table, state, claim));
                    assert!(lost.is_none(), "{lost:?} was there and is gone");
                }
            }
        });
        let added = writers.map(|writer| writer.join().expect("it passes"));
        reader.join().expect("it passes");
        for (state, claim) in added.iter().flatten() {
            check_state(&table, *state);
            assert!(is_served(&table, *state, claim), "{claim:?} is lost");
        }
        assert_eq!(table.made(), 18);
        check_bytes(&table);
    });
}

#[test]
fn sweeping_beside_others_leaves_whole_states_and_true_counts() {
    under_many_orders(|| {
        let table = Arc::new(Table::default());
        let writers = [3, 7].map(|seed| {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                for step in 0..5 {
                    let state = STATES[(seed + step) % 3];
                    table.add(claim(state, step as i16, (seed * step % 4) as u32));
                    table.look_up(of(state), |claims| {
                        claims.iter().next().map(|kept| kept.claim.note_use())
                    });
                    // A claim that is dropped before it is counted would make the count wrap below 0.
                    assert!(table.bytes() < 1 << 20, "{} bytes", table.bytes());
                }
            })
        });
        let sweepers = [900, 300].map(|target| {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                table.sweep(target);
                for state in STATES {
                    check_state(&table, state);
                }
            })
        });
        for thread in writers.into_iter().chain(sweepers) {
            thread.join().expect("it passes");
        }
        for state in STATES {
            check_state(&table, state);
        }
        check_bytes(&table);
        table.sweep(500);
        assert!(table.bytes() <= 500, "{} bytes", table.bytes());
        check_bytes(&table);
        table.sweep(0);
        assert_eq!(table.bytes(), 0);
    });
}

#[test]
fn what_has_served_since_the_last_sweep_outlives_what_has_not() {
    under_many_orders(|| {
        let table = Arc::new(Table::default());
        let [used, idle] = [claim(0, 4, 2), claim(1, 6, 7)];
        let new = [(0, 8), (1, 9)].map(|(state, score)| claim(state, score, 2));
        table.add(Arc::clone(&used));
        table.add(Arc::clone(&idle));
        table.sweep(u64::MAX);
        let adder = thread::spawn({
            let (table, new) = (Arc::clone(&table), new.clone());
            move || {
                for claim in new {
                    table.add(claim);
                }
            }
        });
        table.look_up(of(0), |claims| {
            let found = claims.iter().find(|found| Arc::ptr_eq(&found.claim, &used));
            found.map(|kept| kept.claim.note_use())
        });
        adder.join().expect("it passes");
        table.sweep(table.bytes() - 1);
        assert!(is_served(&table, 0, &used));
        assert!(is_served(&table, 0, &new[0]) && is_served(&table, 1, &new[1]));
        assert!(!is_served(&table, 1, &idle));
        check_bytes(&table);
    });
}

/// A claim of more conditions counts as one of more work.
#[test]
fn small_proofs_are_dropped_before_large_ones() {
    let table: ProofTable = ProofTable::default();
    for (state, conditions) in [(0, 40), (1, 3), (2, 200)] {
        table.add(claim(state, 1, conditions));
    }
    let sizes = |table: &ProofTable| {
        let claims = table.list().into_iter();
        let mut sizes: Vec<usize> = claims.map(|(_, claim)| claim.conditions()).collect();
        sizes.sort_unstable();
        sizes
    };
    table.sweep(table.bytes());
    assert_eq!(sizes(&table), [3, 40, 200]);
    table.sweep(table.bytes() - 1);
    assert_eq!(sizes(&table), [40, 200]);
    table.sweep(table.bytes() - 1);
    assert_eq!(sizes(&table), [200]);
}

/// Two threads add claims to one state; one claim has no conditions and implies the other. The steps are few enough to
/// test every order.
#[test]
fn every_order_of_two_additions_ends_well() {
    let orders = under_every_order(|| {
        let table = Arc::new(Table::default());
        let [weak, strong] = [claim(0, 1, 3), claim(0, 2, 0)];
        let adder = thread::spawn({
            let (table, strong) = (Arc::clone(&table), Arc::clone(&strong));
            move || table.add(strong)
        });
        table.add(Arc::clone(&weak));
        adder.join().expect("it passes");
        assert!(is_served(&table, 0, &weak) && is_served(&table, 0, &strong));
        check_state(&table, 0);
        check_bytes(&table);
    });
    assert!(orders > 20, "{orders}");
}

/// A sweep and an addition at the same time, in every order.
#[test]
fn every_order_of_a_sweep_and_an_addition_ends_well() {
    let orders = under_every_order(|| {
        let table = Arc::new(Table::default());
        table.add(claim(0, 1, 3));
        let adder = thread::spawn({
            let table = Arc::clone(&table);
            move || table.add(claim(0, 2, 1))
        });
        table.sweep(u64::MAX);
        adder.join().expect("it passes");
        check_state(&table, 0);
        check_bytes(&table);
    });
    assert!(orders > 20, "{orders}");
}

/// A single thread is enough: if no claim has conditions, no claim has the most.
#[test]
fn a_sweep_ends_where_no_claim_has_conditions() {
    let table: ProofTable = ProofTable::default();
    for state in STATES {
        table.add(claim(state, 1, 0));
    }
    table.sweep(1);
    assert_eq!(table.bytes(), 0);
}

/// The claim before a move shares the conditions of the claim after it. They count once, and as long as one claim has
/// them. A claim without conditions takes the place of one that it implies.
#[test]
fn shared_conditions_count_as_long_as_a_claim_has_them() {
    let conditions = 4 * 1_000;
    for order in [[0, 1], [1, 0]] {
        let table: ProofTable = ProofTable::default();
        let after = claim(0, 1, 1_000);
        table.add(Arc::clone(&after));
        let before = Claim::after(about(1, 1), &after, Element::IDENTITY, Some(7), None);
        table.add(before.into());
        drop(after);
        let both = table.bytes();
        assert!((conditions..2 * conditions).contains(&both), "{both} bytes");
        for (state, least) in order.into_iter().zip([conditions, 0]) {
            table.add(claim(state, 2, 0));
            let bytes = table.bytes();
            assert!(
                (least..least + conditions).contains(&bytes),
                "{bytes} bytes"
            );
            table.count_again();
            assert_eq!(table.bytes(), bytes);
        }
    }
}

/// A search holds a claim that is dropped, and the claim before a move then shares its conditions. They count for neither, and
/// are subtracted with the second all the same.
#[test]
fn a_count_that_has_missed_conditions_ends_at_nothing() {
    let table: ProofTable = ProofTable::default();
    let held = claim(0, 1, 1_000);
    table.add(Arc::clone(&held));
    table.sweep(0);
    let before = Claim::after(about(1, 1), &held, Element::IDENTITY, Some(7), None);
    table.add(before.into());
    drop(held);
    table.sweep(0);
    assert_eq!((table.len(), table.bytes()), (0, 0));
}

/// A search holds a claim that is dropped, and with it the conditions of another one, which is dropped next. They stay counted.
#[test]
fn conditions_that_nothing_has_any_longer_push_no_claim_out() {
    let table: ProofTable = ProofTable::default();
    let first = claim(0, 1, 1_000);
    table.add(Arc::clone(&first));
    let held: Arc<Claim> =
        Claim::after(about(1, 1), &first, Element::IDENTITY, Some(7), None).into();
    drop(first);
    table.add(Arc::clone(&held));
    table.drop_unless(|claim| claim.slot() == of(0));
    table.drop_unless(|_| false);
    drop(held);
    let kept = claim(2, 1, 1);
    let size = kept.bytes() + STATE_BYTES;
    table.add(kept);
    assert!(table.bytes() > 2 * size);
    table.sweep(2 * size);
    assert_eq!(table.len(), 1);
    assert_eq!((table.count_again(), table.bytes()), (size, size));
}
