//! Journals and the log: steps that continue accepted steps, and what the checker answers.
//!
//! Workers that search the same position write the steps that they prove as parts of journals. One reader checks each
//! part and appends its steps to a log, in which each step has a number. Later parts name accepted steps by these
//! numbers.

use koproof_store::{ContainerReader, ContainerWriter, Decode, Encode, Kind, Layout};

use super::error::shortened;
use super::shape::{Shape, coloring_of, words};
use super::wire::{
    WireBound, WireColoring, WireRecord, WireStep, bound, is_white, player, record, wire_bound,
    wire_record,
};
use super::{CertificateError, Header, Place, Problem, Step};
use crate::claim::{Bound, GameRecord, State};

/// The most characters that a message quotes of the board and the rules of a journal: those of 64 points take fewer
/// than 500.
const MAX_ABOUT: usize = 500;

const PART: Kind = Kind::new(*b"KPPART\r\n", "journal part", 2);
const ACCEPTED: Kind = Kind::new(*b"KPLOG\r\n\0", "log entry", 2);

/// The steps that derive the same claim after no pass and after one pass.
pub type StepOfPasses = [Option<u64>; 2];

/// A part of a journal: steps that continue a log of accepted steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The writer.
    pub worker: String,
    /// The number of accepted steps that the writer knows. It is the number of the first step of the part, so a child
    /// with a smaller number is an accepted step, and the others are steps of the part.
    pub first: u64,
    /// The steps.
    pub steps: Vec<Step>,
    /// Steps, of the part or accepted ones, whose claims others should know.
    pub told: Vec<StepOfPasses>,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct PartHeader {
    worker: String,
    about: String,
    first: u64,
    steps: u64,
    told: u64,
}

impl Part {
    /// Writes the part as a file; `header` is that of a certificate of the same board and rules.
    ///
    /// # Errors
    /// If a child is no earlier step.
    pub fn to_bytes(&self, header: &Header) -> Result<Vec<u8>, CertificateError> {
        let head = PartHeader {
            worker: self.worker.clone(),
            about: header.about(),
            first: self.first,
            steps: self.steps.len() as u64,
            told: self.told.len() as u64,
        };
        let mut container = ContainerWriter::new(Vec::new(), PART, Layout::deflate(), &head)?;
        for (number, step) in (self.first..).zip(&self.steps) {
            let place = Place::Item(number - self.first);
            let step = WireStep::of(step, number).map_err(refused(PART, place))?;
            container.write_value(&step)?;
        }
        for steps in &self.told {
            container.write_value(steps)?;
        }
        Ok(container.finish()?)
    }

    /// Reads a part of a journal for the board and the rules of a header. Checks no step.
    ///
    /// # Errors
    /// If it is damaged, or of another board or other rules.
    pub fn from_bytes(bytes: &[u8], header: &Header) -> Result<Self, CertificateError> {
        let (head, mut container) = ContainerReader::open::<PartHeader>(bytes, PART)?;
        let shape = shape_of(PART, &head.about, header)?;
        let mut part = Self {
            worker: head.worker,
            first: head.first,
            steps: Vec::new(),
            told: Vec::new(),
        };
        for item in 0..head.steps {
            let refused = refused(PART, Place::Item(item));
            let read = container.read_value::<WireStep>()?;
            let read = read.ok_or(Problem::Truncated).map_err(&refused)?;
            // No log is so long that the sum overflows: `moved` refuses such a part.
            let number = part.first.saturating_add(item);
            let step = read.step(number).map_err(&refused)?;
            shape.step(&step).map_err(&refused)?;
            part.steps.push(step);
        }
        for item in 0..head.told {
            let refused = refused(PART, Place::Item(head.steps + item));
            let told = container.read_value::<StepOfPasses>()?;
            part.told
                .push(told.ok_or(Problem::Truncated).map_err(refused)?);
        }
        match container.next_block()? {
            None => Ok(part),
            Some(_) => Err(refused(PART, Place::End)(Problem::TrailingBytes)),
        }
    }

    /// Moves the part behind all accepted steps, of which there are `first`.
    ///
    /// # Errors
    /// If it continues more steps than those.
    pub fn moved(mut self, first: u64) -> Result<Self, CertificateError> {
        let stated = self.first;
        let Some(by) = first.checked_sub(stated) else {
            let found = first;
            let problem = Problem::NotAccepted { stated, found };
            return Err(refused(PART, Place::Header)(problem));
        };
        let moved = |step: &mut u64| {
            if *step >= stated {
                *step = step.saturating_add(by);
            }
        };
        for step in &mut self.steps {
            step.rule.children_mut(|child| moved(&mut child.step));
        }
        self.told.iter_mut().flatten().flatten().for_each(moved);
        self.first = first;
        Ok(self)
    }

    /// Tells whether the part says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.told.is_empty()
    }
}

/// Checks that a file is of the board and the rules of a header, and returns the shape of its items.
fn shape_of(kind: Kind, about: &str, header: &Header) -> Result<Shape, CertificateError> {
    let in_header = refused(kind, Place::Header);
    let shape = Shape::of(header).map_err(&in_header)?;
    let expected = header.about();
    if about == expected {
        return Ok(shape);
    }
    let found = shortened(about, MAX_ABOUT);
    Err(in_header(Problem::Foreign { found, expected }))
}

/// Returns a function that makes an error from a problem at a place of a file of this kind.
fn refused(kind: Kind, place: Place) -> impl Fn(Problem) -> CertificateError {
    move |problem| CertificateError::Content {
        file: kind.name(),
        place,
        problem: problem.into(),
    }
}

/// An entry of the log: a part of a journal that was accepted, and the claims that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The writer of the part.
    pub worker: String,
    /// The number of the part in the writer's journal, from 1.
    pub part: u64,
    /// The number of the part's first step in the log.
    pub first: u64,
    /// The number of its steps.
    pub steps: u64,
    /// The records of these claims that no earlier entry has listed.
    pub records: Vec<GameRecord>,
    /// The claims.
    pub told: Vec<Told>,
}

/// A claim with the accepted steps that derive it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The steps; where there are two, the claim holds after no pass and after one.
    pub steps: StepOfPasses,
    /// The state, after one pass if there is no step without.
    pub state: State,
    /// The bound.
    pub bound: Bound,
    /// The records that the history must not contain, as places in the lists of all entries in a row.
    pub avoid: Vec<u32>,
    /// The records that the history must contain.
    pub need: Vec<u32>,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct AcceptedHeader {
    worker: String,
    about: String,
    part: u64,
    first: u64,
    steps: u64,
    records: u64,
    told: u64,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct WireTold {
    steps: StepOfPasses,
    coloring: WireColoring,
    to_move: bool,
    bound: WireBound,
    avoid: Vec<u32>,
    need: Vec<u32>,
}

impl Accepted {
    /// Writes the entry as a file; `header` is that of a certificate of the same board and rules.
    ///
    /// # Errors
    /// If a record or a claim takes more than 16 MiB, as none of [`Ledger::entry`](crate::Ledger::entry) does.
    pub fn to_bytes(&self, header: &Header) -> Result<Vec<u8>, CertificateError> {
        let head = AcceptedHeader {
            worker: self.worker.clone(),
            about: header.about(),
            part: self.part,
            first: self.first,
            steps: self.steps,
            records: self.records.len() as u64,
            told: self.told.len() as u64,
        };
        // To deflate it would take the leader a quarter of its time, and halve the file.
        let mut container = ContainerWriter::new(Vec::new(), ACCEPTED, Layout::plain(), &head)?;
        for record in &self.records {
            container.write_value(&wire_record(record))?;
        }
        for told in &self.told {
            container.write_value(&WireTold {
                steps: told.steps,
                coloring: words(&told.state.coloring).into(),
                to_move: is_white(told.state.to_move),
                bound: wire_bound(told.bound),
                avoid: told.avoid.clone(),
                need: told.need.clone(),
            })?;
        }
        Ok(container.finish()?)
    }

    /// Reads an entry of a log for the board and the rules of a header. Believes its claims.
    ///
    /// # Errors
    /// If it is damaged, or of another board or other rules.
    pub fn from_bytes(bytes: &[u8], header: &Header) -> Result<Self, CertificateError> {
        let (head, mut container) = ContainerReader::open::<AcceptedHeader>(bytes, ACCEPTED)?;
        let shape = shape_of(ACCEPTED, &head.about, header)?;
        let mut entry = Self {
            worker: head.worker,
            part: head.part,
            first: head.first,
            steps: head.steps,
            records: Vec::new(),
            told: Vec::new(),
        };
        for item in 0..head.records {
            let refused = refused(ACCEPTED, Place::Item(item));
            let read = container.read_value::<WireRecord>()?;
            let read = read.ok_or(Problem::Truncated).and_then(record);
            let read = read.map_err(&refused)?;
            shape.record(&read).map_err(&refused)?;
            entry.records.push(read);
        }
        for item in 0..head.told {
            let refused = refused(ACCEPTED, Place::Item(head.records + item));
            let read = container.read_value::<WireTold>()?;
            let read = read.ok_or(Problem::Truncated).map_err(&refused)?;
            let (black, white) = read.coloring;
            let state = State {
                coloring: coloring_of(black, white).map_err(&refused)?,
                to_move: player(read.to_move),
                passes: u8::from(read.steps[0].is_none()),
            };
            shape.state(&state).map_err(&refused)?;
            entry.told.push(Told {
                steps: read.steps,
                state,
                bound: bound(read.bound),
                avoid: read.avoid,
                need: read.need,
            });
        }
        match container.next_block()? {
            None => Ok(entry),
            Some(_) => Err(refused(ACCEPTED, Place::End)(Problem::TrailingBytes)),
        }
    }
}
