//! Comparisons of bounds.

use koproof_verify::Bound;

pub(crate) fn meets(bound: Bound, score: i16) -> bool {
    match bound {
        Bound::AtLeast(least) => score >= least,
        Bound::AtMost(most) => score <= most,
    }
}

pub(super) fn implies(this: Bound, that: Bound) -> bool {
    match (this, that) {
        (Bound::AtLeast(this), Bound::AtLeast(that)) => this >= that,
        (Bound::AtMost(this), Bound::AtMost(that)) => this <= that,
        _ => false,
    }
}

pub(super) fn shifted(bound: Bound, by: i16) -> Bound {
    match bound {
        Bound::AtLeast(score) => Bound::AtLeast(score + by),
        Bound::AtMost(score) => Bound::AtMost(score + by),
    }
}
