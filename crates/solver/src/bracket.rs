//! Values that may be open.

use std::fmt;

/// A score: Black − White in points, komi not counted.
pub type Score = i32;

/// The proved bracket of a value: it lies between `lo` and `hi`, both included.
///
/// # Examples
/// ```
/// use koproof_solver::Bracket;
/// assert_eq!(Bracket { lo: 1, hi: 1 }.exact(), Some(1));
/// assert_eq!(Bracket { lo: -1, hi: 1 }.to_string(), "[-1, +1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bracket {
    /// Black gets at least this.
    pub lo: Score,
    /// Black gets at most this.
    pub hi: Score,
}

impl Bracket {
    /// Returns the value if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }
}

impl fmt::Display for Bracket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |score: Score| {
            if score == 0 {
                "0".to_owned()
            } else {
                format!("{score:+}")
            }
        };
        match self.exact() {
            Some(score) => f.write_str(&signed(score)),
            None => write!(f, "[{}, {}]", signed(self.lo), signed(self.hi)),
        }
    }
}
