//! Numbers for counts: narrow at first, and wider when they overflow.

use num_bigint::BigUint;

/// A number type for the counts of layers.
pub(super) trait Number: Clone + Send + Sync {
    /// The type to use when this one is too narrow.
    type Wider: Number;

    /// Adds another number; `false`, and an unspecified sum, if it does not fit.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    /// Returns the same number in wider form.
    fn widen(&self) -> Self::Wider;

    /// Adds the number to a sum.
    fn add_to(&self, sum: &mut BigUint);
}

macro_rules! word {
    ($narrow:ty, $wider:ty) => {
        impl Number for $narrow {
            type Wider = $wider;

            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, too_large) = self.overflowing_add(*other);
                *self = sum;
                !too_large
            }

            fn widen(&self) -> $wider {
                (*self).into()
            }

            fn add_to(&self, sum: &mut BigUint) {
                *sum += *self;
            }
        }
    };
}

word!(u64, u128);
word!(u128, BigUint);

impl Number for BigUint {
    type Wider = Self;

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn add_to(&self, sum: &mut BigUint) {
        *sum += self;
    }
}
