//! Values that are known, in the shape of those that need not be.

use serde::{Serialize, Serializer};

/// A known value in the form of a bracket.
#[derive(Debug, Serialize)]
pub(crate) struct Exactly<T> {
    lo: T,
    hi: T,
}

impl<T: Copy> Exactly<T> {
    /// Makes a bracket with equal ends.
    pub(crate) fn new(value: T) -> Self {
        Self {
            lo: value,
            hi: value,
        }
    }
}

/// Writes several known values as `{lo, hi}`, for `serialize_with`.
pub(crate) fn each_exactly<T, S>(
    values: &(impl AsRef<[T]> + ?Sized),
    serializer: S,
) -> Result<S::Ok, S::Error>
where
    T: Copy + Serialize,
    S: Serializer,
{
    serializer.collect_seq(values.as_ref().iter().copied().map(Exactly::new))
}
