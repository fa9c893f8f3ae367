//! Shards: parts of a batch that can run independently.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// One of N equal parts of a batch: every N-th unit.
///
/// # Examples
/// ```
/// use koproof_batch::Shard;
/// let shard: Shard = "1/3".parse()?;
/// assert!(shard.has(1) && shard.has(4) && !shard.has(2));
/// assert_eq!((Shard::new(1, 3), Shard::new(3, 3)), (Some(shard), None));
/// assert_eq!("3/3".parse::<Shard>().unwrap_err().to_string(), "'3/3' is not a shard: of 3 shards the last is 2/3");
/// # Ok::<(), koproof_batch::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// The reason why a text names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// It is not of the form.
    #[error("'{0}' is not a shard: write 0/3 for the first of three")]
    Form(String),
    /// There is no such part.
    #[error("'{text}' is not a shard: of {of} shards the last is {last}/{of}", last = of - 1)]
    Beyond {
        /// The text as given.
        text: String,
        /// The number of parts.
        of: usize,
    },
}

impl Shard {
    /// The whole batch.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns the part with this number, from 0, of so many parts; `None` if there is no such part.
    #[must_use]
    pub fn new(index: usize, of: usize) -> Option<Self> {
        (index < of).then_some(Self { index, of })
    }

    /// Returns whether a unit belongs to the part, by its number. Neighbours, which are about equally hard, belong to
    /// different parts.
    #[must_use]
    pub fn has(self, unit: usize) -> bool {
        unit % self.of == self.index
    }

    /// Returns the shard as a part of a file's name.
    pub(crate) fn file_name(self) -> String {
        format!("{}-of-{}", self.index, self.of)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let form = || ShardError::Form(text.to_owned());
        let (index, of) = text.split_once('/').ok_or_else(form)?;
        let (Ok(index), Ok(of)) = (index.parse(), of.parse::<NonZeroUsize>()) else {
            return Err(form());
        };
        let of = of.get();
        if index >= of {
            return Err(ShardError::Beyond {
                text: text.to_owned(),
                of,
            });
        }
        Ok(Self { index, of })
    }
}
