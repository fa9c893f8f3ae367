//! Values that are known, in the shape of those that need not be.

use serde::{Serialize, Serializer};

/// A known value in the form of a bracket.
#[derive(Serialize)]
struct Exactly<T> {
    lo: T,
    hi: T,
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
    let values = values.as_ref().iter();
    serializer.collect_seq(values.map(|&value| Exactly {
        lo: value,
        hi: value,
    }))
}
