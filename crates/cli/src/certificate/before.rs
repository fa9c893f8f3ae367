//! A certificate that is there already: only one that proves at least as much about the same game takes its place.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use koproof_rules::{Coloring, Komi, Margin, Player};
use koproof_solver::{Bracket, Score};
use koproof_verify::{Bound, CertificateError, CertificateReader, Item, Statement, Subject};

use crate::checking::stream_failure;
use crate::exit::Exit;
use crate::words::counted;

type Reader = CertificateReader<File>;

/// The reason why an old certificate was kept.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The statement that it has and the new one has not, in words.
    pub(super) why: String,
    /// The exit code for that.
    pub(super) exit: Exit,
    /// Whether the new one proves something that it does not.
    pub(super) is_more_proved: bool,
}

impl Kept {
    /// The old file cannot be compared: it is none of ours, or cannot be read or locked.
    pub(super) fn in_the_way(why: impl ToString) -> Self {
        Self {
            why: why.to_string(),
            exit: Exit::Failed,
            is_more_proved: true,
        }
    }
}

/// Refuses to replace a file, unless it is empty or a certificate about the same.
pub(super) fn check(path: &Path, subject: &Subject) -> anyhow::Result<()> {
    let name = path.display();
    let Some(read) = open(path)? else {
        return Ok(());
    };
    // What is wrong with it does not matter here, nor how to mend it.
    let Ok(reader) = read else {
        bail!("{name} exists already and its header cannot be read");
    };
    match subject.difference(&Subject::of_header(reader.header())) {
        Some(found) => bail!("{name} exists already and is {found}"),
        None => Ok(()),
    }
}

/// Opens the existing certificate; `None` if there is no file, or an empty one.
fn open(path: &Path) -> anyhow::Result<Option<Result<Reader, CertificateError>>> {
    let name = path.display();
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| cannot_look(path))?,
    };
    match Reader::open(file) {
        Err(CertificateError::Unknown { found }) if found.is_empty() => Ok(None),
        Err(CertificateError::Unknown { .. }) => {
            bail!("{name} exists already and is no certificate")
        }
        read => readable(path, read).map(Some),
    }
}

/// Distinguishes a file that the system cannot read from one that is damaged.
fn readable<T>(
    path: &Path,
    read: Result<T, CertificateError>,
) -> anyhow::Result<Result<T, CertificateError>> {
    match read {
        Err(error) if error.stream().is_some() => {
            Err(stream_failure(error)).with_context(|| cannot_look(path))
        }
        read => Ok(read),
    }
}

fn cannot_look(path: &Path) -> String {
    format!("cannot look at {}", path.display())
}

/// Compares the new certificate with the old one of the same subject, by the bounds that they state.
pub(super) fn compare(path: &Path, new: File) -> anyhow::Result<Result<(), Kept>> {
    let Some(old) = open(path)? else {
        return Ok(Ok(()));
    };
    let name = path.display();
    let Ok(old) = readable(path, old.and_then(stated))? else {
        bail!("{name} exists already and is damaged");
    };
    let new = Reader::open(new).and_then(stated);
    let new = new.context("the new certificate cannot be read again")?;
    let stands = |state: &Option<_>| new.get(state).copied().unwrap_or_default();
    let contradicts = |(state, old): &(&_, &Bounds)| old.contradicts(stands(state));
    let is_stronger = |(state, old): &(&_, &Bounds)| !stands(state).proves(**old);
    let both = |old: Bounds, new: Bounds| format!("{name} states {old}, the new certificate {new}");
    let contradicted = old.iter().find(contradicts);
    let reason = if let Some((state, old)) = contradicted {
        let which = state.map_or("", |_| " for one position");
        let states = both(*old, stands(state));
        format!("{states}{which} (komi not counted); one of the two is wrong")
    } else if let Some((state, stronger)) = old.iter().find(is_stronger) {
        match state {
            Some(_) => {
                let bounds = old.iter().filter(is_stronger).count();
                let states = counted(bounds, "state");
                format!("{name} proves more about {states} than the new certificate")
            }
            None => format!("{} (komi not counted)", both(*stronger, stands(state))),
        }
    } else {
        return Ok(Ok(()));
    };
    let stood = |state| old.get(state).copied().unwrap_or_default();
    Ok(Err(Kept {
        exit: Exit::of_check(contradicted.is_none()),
        is_more_proved: (new.iter()).any(|(state, &new)| !stood(state).proves(new)),
        why: reason,
    }))
}

/// The bounds on a value that a certificate states. In text: `from W+1 to B+3`, `at least 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds(pub(crate) Bracket);

impl Bounds {
    /// Takes the bounds of a statement about one position.
    pub(crate) fn new(at_least: Option<i16>, at_most: Option<i16>) -> Self {
        Self(Bracket {
            lo: at_least.map_or(Bracket::ANY.lo, Score::from),
            hi: at_most.map_or(Bracket::ANY.hi, Score::from),
        })
    }

    fn add(&mut self, bound: Bound) {
        let Bracket { lo, hi } = bound.into();
        self.0.lo = self.0.lo.max(lo);
        self.0.hi = self.0.hi.min(hi);
    }

    /// Tells whether it states as much as another.
    fn proves(self, other: Self) -> bool {
        self.0.lo >= other.0.lo && self.0.hi <= other.0.hi
    }

    fn contradicts(self, other: Self) -> bool {
        self.0.lo > other.0.hi || other.0.lo > self.0.hi
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self(Bracket::ANY)
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bracket { lo, hi } = self.0;
        let shown = |score| Margin::new(score, Komi::ZERO);
        match (lo > Bracket::ANY.lo, hi < Bracket::ANY.hi) {
            (true, true) if lo == hi => write!(f, "{}", shown(lo)),
            (true, true) => write!(f, "from {} to {}", shown(lo), shown(hi)),
            (true, false) => write!(f, "at least {}", shown(lo)),
            (false, true) => write!(f, "at most {}", shown(hi)),
            (false, false) => f.write_str("nothing"),
        }
    }
}

/// Returns the stated bounds: one entry without a name for a position, one entry for each state of a table.
fn stated(
    mut reader: Reader,
) -> Result<HashMap<Option<(Coloring<1, 2>, Player)>, Bounds>, CertificateError> {
    if let Statement::Position(position) = &reader.header().statement {
        let bounds = Bounds::new(position.at_least, position.at_most);
        return Ok(HashMap::from([(None, bounds)]));
    }
    let mut states = HashMap::<_, Bounds>::new();
    while let Some(item) = reader.next_item()? {
        if let Item::Root(root) = item {
            let state = Some((root.coloring, root.to_move));
            states.entry(state).or_default().add(root.bound);
        }
    }
    Ok(states)
}

#[cfg(test)]
mod tests {
    use koproof_store::StoreError;

    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_not_called_damaged() {
        let cause = || io::Error::other("the disk is gone");
        let streams = [
            CertificateError::Stream {
                action: "read",
                cause: cause(),
            },
            CertificateError::Store(StoreError::Stream {
                action: "read",
                name: "certificate",
                cause: cause(),
            }),
        ];
        let path = Path::new("old.kpc");
        for stream in streams {
            let failure = readable::<()>(path, Err(stream)).expect_err("it cannot be read");
            let said = format!("{failure:#}");
            assert_eq!(said, "cannot look at old.kpc: the disk is gone");
        }
        let damaged = readable::<()>(path, Err(CertificateError::FailedBefore));
        assert!(matches!(damaged, Ok(Err(CertificateError::FailedBefore))));
    }
}
