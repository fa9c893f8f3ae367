//! The checker, which decides whether a certificate proves its statement.
//!
//! It trusts nothing in the file and shares only the rules of play and the file format with the search. [`rules`] derives claims;
//! [`claims`] stores them; [`stated`] compares them with the header.

mod claims;
mod game;
mod ledger;
mod meter;
mod peaks;
mod reason;
mod records;
mod rules;
mod stated;

pub use ledger::{Derived, Ledger, MAX_RECORDS, Setting};
pub use meter::{OnProgress, never_stop, stop_if};
pub use reason::{CheckError, Impossible, Reason, Spot};
pub use stated::StatedBound;

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use crate::certificate::{CertificateError, CertificateReader, Header, Item, Step};
use claims::Claim;
use meter::Meter;
use peaks::Peaks;
use stated::Stated;

/// The result of a check: the bounds that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The board, the rules and the statement.
    pub header: Header,
    /// The bounds of the whole score, including earlier prisoners if they count, in the order of the roots. The history
    /// of their states is that of the header or, in a table, that of a game that starts there.
    pub proved: Vec<StatedBound>,
    /// The number of steps.
    pub steps: u64,
    /// The largest number of steps in use at once.
    pub most_live_steps: u64,
    /// The largest number of records of the steps in use.
    pub most_live_records: u64,
    /// The contribution of the header's moves to the bounds: prisoners, if they count.
    gained: i16,
}

impl Checked {
    /// States the bounds of games that start at the positions, without prisoners and not after a pass. Such a
    /// bound need not hold if the proof rests on the moves before.
    pub fn starts(&self) -> impl Iterator<Item = StatedBound> {
        let starts = self.proved.iter().filter(|one| one.state.passes == 0);
        starts.map(|&StatedBound { state, bound }| StatedBound {
            state,
            bound: bound.shifted(-self.gained),
        })
    }

    /// Counts the states that have both bounds with the same score.
    #[must_use]
    pub fn exact_states(&self) -> usize {
        let key = |one: &StatedBound| (one.state.coloring, one.state.to_move, one.bound.score());
        let mut sorted: Vec<_> = self.proved.iter().map(key).collect();
        sorted.sort_unstable();
        // A state has at most one bound of each kind.
        sorted.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }
}

/// A function that receives each claim, and can stop the check.
type Hearer<'h> = &'h mut dyn FnMut(Derived<'_>) -> ControlFlow<()>;

/// Checks a certificate of either form.
///
/// Memory grows with the steps that are in use at once and with the roots, which are kept, not with the other steps.
/// Calls `progress` with the number of checked steps every few thousand items, and several times a second during steps
/// that take longer: it can stop the check. A file of some kilobytes can take hours.
///
/// # Errors
/// Why the certificate is refused, and where; [`Reason::Stopped`] if `progress` has stopped the check.
///
/// # Examples
/// ```
/// use koproof_verify::{Reason, check, never_stop};
///
/// let text = "koproof certificate 1\n";
/// let refused = check(text.as_bytes(), &mut never_stop).unwrap_err();
/// assert!(matches!(refused.reason, Reason::Unreadable(_)));
/// assert_eq!(
///     refused.to_string(),
///     "the header is refused: certificate line 2: the file stops before its end: copy it again or make it again"
/// );
/// ```
pub fn check(input: impl Read, progress: OnProgress<'_>) -> Result<Checked, CheckError> {
    check_within(input, MAX_RECORDS, progress)
}

/// Checks a certificate as [`check`] does, and refuses it if the claims in use at once hold more than `most_records`
/// records.
///
/// # Errors
/// Why the certificate is refused, and where.
pub fn check_within(
    mut input: impl Read,
    most_records: u64,
    progress: OnProgress<'_>,
) -> Result<Checked, CheckError> {
    let reader = open(&mut input)?;
    run(reader, most_records, Peaks::default(), None, progress)
}

/// Checks a certificate from where the input stands, as [`check_within`] does, but reads it twice: claims then limit
/// the stones that the prover has in earlier records, where they would list records to avoid.
///
/// What it accepts is proved, and it accepts whatever [`check_within`] accepts. It can also
/// accept certificates that [`check_within`] refuses: for too many records, or for a step that avoids a record that it
/// needs, if no root rests on the step.
///
/// On large boards it takes far less memory, although some of it grows with the length of the file, whatever
/// `most_records` is: about two bytes for each step and four for each child. The whole file is read before the first
/// step is checked; meanwhile `progress` gets 0.
///
/// # Errors
/// Why the certificate is refused, and where.
pub fn check_limiting(
    mut input: impl Read + Seek,
    most_records: u64,
    progress: OnProgress<'_>,
) -> Result<Checked, CheckError> {
    let unreadable = |error: io::Error| {
        let why = format!("it must be read twice: name a file, not a pipe ({error})");
        let why = io::Error::new(error.kind(), why);
        CheckError::in_header(CertificateError::reading(why))
    };
    let start = input.stream_position().map_err(unreadable)?;
    let reader = open(&mut input)?;
    let setting = Setting::new(reader.header())?;
    let stated = Stated::new(reader.header(), &setting.game).map_err(CheckError::in_header)?;
    let peaks = Peaks::of(reader, stated.most_stones(), progress)?;
    input.seek(SeekFrom::Start(start)).map_err(unreadable)?;
    run(open(&mut input)?, most_records, peaks, None, progress)
}

fn open(input: &mut dyn Read) -> Result<CertificateReader<&mut dyn Read>, CheckError> {
    CertificateReader::open(input).map_err(CheckError::in_header)
}

/// Checks the rest of a certificate as [`check_within`] does, and calls `hear` with every claim as soon as it is
/// derived. A later step can still be refused: only if the whole certificate is accepted do the roots prove the
/// statement of the header.
///
/// # Errors
/// Why the certificate is refused, and where; [`Reason::Stopped`] if `hear` or `progress` has stopped the check.
pub fn check_aloud(
    reader: CertificateReader<&mut dyn Read>,
    most_records: u64,
    hear: Hearer<'_>,
    progress: OnProgress<'_>,
) -> Result<Checked, CheckError> {
    run(reader, most_records, Peaks::default(), Some(hear), progress)
}

/// Checks item by item. Takes any input behind one type, so that the checker is compiled once, here, and not in every
/// program that calls it.
fn run(
    mut reader: CertificateReader<&mut dyn Read>,
    most_records: u64,
    peaks: Peaks,
    mut hear: Option<Hearer<'_>>,
    progress: OnProgress<'_>,
) -> Result<Checked, CheckError> {
    let setting = Setting::new(reader.header())?;
    let game = &setting.game;
    let mut stated = Stated::new(reader.header(), game).map_err(CheckError::in_header)?;
    let mut meter = Meter::new(progress);
    let mut ledger = Ledger::within(&setting, most_records, peaks);
    let (mut most_live_steps, mut most_live_records) = (0, 0);
    let mut roots = 0;
    loop {
        let steps = ledger.steps();
        let refused = |spot| move |reason| CheckError { spot, reason };
        let item = reader
            .next_item()
            .map_err(|error| refused(Spot::Step(steps))(error.into()))?;
        match item {
            Some(Item::Step(step)) => {
                let accepted = accept(&mut ledger, &step, &mut hear, &mut meter);
                accepted.map_err(refused(Spot::Step(steps)))?;
                most_live_steps = ledger.claims.live().max(most_live_steps);
                most_live_records = ledger.claims.live_records().max(most_live_records);
            }
            Some(Item::Drop(dropped)) => {
                let metered = meter.item();
                let metered = metered.and_then(|()| meter.records(dropped.len() as u64));
                metered.map_err(refused(Spot::Drop { steps }))?;
                for step in dropped {
                    let forgotten = ledger.claims.forget(step);
                    forgotten.map_err(refused(Spot::Drop { steps }))?;
                }
            }
            Some(Item::Root(root)) => {
                let claim = ledger.claims.get(root.child.step);
                let proved = meter
                    .item()
                    .and_then(|()| meter.records(claim.map_or(0, Claim::len)))
                    .and_then(|()| stated.root(game, &mut ledger.claims, &root));
                proved.map_err(refused(Spot::Root(roots)))?;
                roots += 1;
            }
            None => {
                let (proved, gained) = stated.finish().map_err(refused(Spot::End))?;
                return Ok(Checked {
                    header: reader.header().clone(),
                    proved,
                    gained,
                    steps,
                    most_live_steps,
                    most_live_records,
                });
            }
        }
    }
}

/// Derives the claim of a step, lets it be heard, and keeps it.
fn accept(
    ledger: &mut Ledger<'_>,
    step: &Step,
    hear: &mut Option<Hearer<'_>>,
    meter: &mut Meter<'_>,
) -> Result<(), Reason> {
    let claim = ledger.derive(step, meter)?;
    if let Some(hear) = hear
        && hear(ledger.derived(step, &claim)).is_break()
    {
        return Err(Reason::Stopped);
    }
    ledger.keep(claim)?;
    meter.checked(ledger.steps())
}
