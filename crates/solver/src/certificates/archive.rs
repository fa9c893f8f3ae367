//! An archive: derivations of claims in a file instead of in memory.
//!
//! A proof needs the derivations of all claims that it rests on, also of those that the proof table has dropped. In a long
//! search they outgrow the claims. An archive takes the derivations of all claims over before each sweep, as steps of a
//! certificate. A claim then remembers the number of its step only, so the claims that it rests on can be forgotten.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use koproof_rules::Board;
use koproof_verify::{Form, Header, Part, Statement};

use super::Written;
use super::compose::compose;
use super::node::{Node, Thesis, of_claim, root_node};
use super::plan::Plan;
use crate::budget::observer::Observer;
use crate::claims::checkpoint::{CheckpointError, Parts};
use crate::claims::origin::{Ground, Origin};
use crate::solver::CertifyError;
use crate::state::Shared;
use crate::state::leases::BeforeSweep;
use crate::state::slot::Slot;

/// The usual number of steps of a part. While it is written it takes about a kilobyte of memory for each.
const PART: usize = 1 << 13;

/// The most steps of an archive; [`compose`] can number no more. When three quarters of them are there, later derivations stay in
/// memory, and later claims are in no checkpoint.
const MAX_STEPS: u64 = 4_000_000_000;

/// Derivations of claims in a file.
#[derive(Debug)]
pub(crate) struct Archive {
    header: Header,
    /// The steps of a part, unless it is the last one that a call makes.
    part: usize,
    kept: Mutex<Kept>,
}

/// The derivations that are kept, and their places.
#[derive(Debug)]
struct Kept {
    file: File,
    /// The bytes of the file that parts take.
    end: u64,
    parts: Vec<Place>,
}

/// The place of a part.
#[derive(Debug)]
struct Place {
    numbers: Range<u64>,
    bytes: Bytes,
}

/// The bytes of a part, which are compressed.
#[derive(Debug)]
enum Bytes {
    InFile(Range<u64>),
    /// The file could not be written.
    InMemory(Vec<u8>),
}

impl Archive {
    /// Begins an archive in a file, from its start, for the claims of one solver.
    pub(crate) fn new(board: &Board, shared: &Shared, file: File) -> Self {
        Self::in_parts_of(PART, board, shared, file)
    }

    /// The same with parts of so many steps.
    pub(crate) fn in_parts_of(part: usize, board: &Board, shared: &Shared, file: File) -> Self {
        Self {
            part,
            header: Plan::after(shared, 0).header(board, Statement::Table { roots: 1 }),
            kept: Mutex::new(Kept {
                file,
                end: 0,
                parts: Vec::new(),
            }),
        }
    }

    /// Takes over the derivations of all claims, and returns the parts when all of them are on the disk. Others may search
    /// meanwhile.
    pub(crate) fn save(&self, shared: &Shared) -> io::Result<Parts> {
        let mut kept = self.kept();
        self.take_all(&mut kept, shared);
        kept.write_out()?;
        kept.file.sync_data()?;
        let parts = kept.parts.iter().map(|part| match &part.bytes {
            Bytes::InFile(bytes) => (part.numbers.end - part.numbers.start, bytes.clone()),
            Bytes::InMemory(_) => unreachable!("it was written out"),
        });
        Ok(parts.collect())
    }

    /// Goes on from parts that are in the file. Reads all of them: damage is found before the search, not after it.
    pub(crate) fn restore(&self, parts: Parts) -> Result<(), CheckpointError> {
        let mut kept = self.kept();
        let (mut restored, mut first, mut end) = (Vec::new(), 0_u64, 0);
        for (steps, bytes) in parts {
            end = end.max(bytes.end);
            let numbers = first..first.saturating_add(steps);
            first = numbers.end;
            let part = Place {
                numbers,
                bytes: Bytes::InFile(bytes),
            };
            if first > MAX_STEPS || kept.read(&part, &self.header).is_err() {
                return Err(CheckpointError::OtherArchive);
            }
            restored.push(part);
        }
        // What a run wrote after its last checkpoint.
        kept.file.set_len(end).map_err(CheckpointError::Archive)?;
        (kept.parts, kept.end) = (restored, end);
        Ok(())
    }

    /// Takes over the derivations of all claims, and of the kept proofs of a table.
    fn take_all(&self, kept: &mut Kept, shared: &Shared) {
        if kept.steps() > MAX_STEPS / 4 * 3 {
            return;
        }
        // There may be room on the disk again.
        let _ = kept.write_out();
        let mut taking = Taking::new(self, shared, kept);
        for ((slot, _), ground) in &*shared.proved() {
            if let Ground::Claim(origin) = ground {
                taking.claim(*slot, origin);
            }
        }
        shared.table.for_each(|slot, claim| {
            if let Some(origin) = &claim.origin {
                taking.claim(slot, origin);
            }
        });
        taking.end();
    }

    /// Writes a certificate that proves the theses, from the archive and from derivations that are not there yet. An empty
    /// archive stays empty.
    pub(crate) fn write<W: Write>(
        &self,
        board: &Board,
        shared: &Shared,
        statement: Statement,
        theses: &[Thesis],
        output: (W, Form),
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        // While it is locked, no checkpoint takes derivations away.
        let mut kept = self.kept();
        if kept.parts.is_empty() {
            return super::write(board, shared, statement, theses, output, observer);
        }
        let mut taking = Taking::new(self, shared, &mut kept);
        let root = |thesis| {
            taking.node(root_node(shared, thesis));
            taking.plan.root(thesis)
        };
        let roots: Vec<_> = theses.iter().map(root).collect();
        let plan = taking.end();
        let header = plan.header(board, statement);
        let numbers: Vec<_> = kept.parts.iter().map(|part| part.numbers.clone()).collect();
        let part = |place: usize| kept.read(&kept.parts[place], &self.header);
        compose(&numbers, part, &header, &roots, output, observer)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BeforeSweep<Shared> for Archive {
    /// Takes over all derivations.
    fn before_sweep(&self, shared: &Shared) {
        self.take_all(&mut self.kept(), shared);
    }
}

/// Takes derivations over.
struct Taking<'t, 's> {
    archive: &'t Archive,
    kept: &'t mut Kept,
    plan: Plan<'s>,
}

impl<'t, 's> Taking<'t, 's> {
    fn new(archive: &'t Archive, shared: &'s Shared, kept: &'t mut Kept) -> Self {
        Self {
            plan: Plan::after(shared, kept.steps()),
            archive,
            kept,
        }
    }

    /// Takes over the steps that derive a claim.
    fn claim(&mut self, slot: Slot, origin: &Arc<Origin>) {
        for passes in [0, 1] {
            if origin.passes.cover(passes) {
                self.node(of_claim(slot, passes, origin));
            }
        }
    }

    /// Takes over a step and all that it rests on. Parts are put away as they get full: children come first, so each part
    /// rests on itself and on earlier ones only.
    fn node(&mut self, node: Node) {
        if self.plan.find(&node).is_some() {
            return;
        }
        let Self {
            archive,
            kept,
            plan,
        } = self;
        if plan.has_many_grounds(16 * archive.part) {
            // Planned steps may rest on them.
            kept.put(&archive.header, plan);
            plan.forget_grounds();
        }
        plan.add(node, |plan| {
            if plan.steps.len() >= archive.part {
                kept.put(&archive.header, plan);
            }
        });
    }

    /// Puts the last part away.
    fn end(mut self) -> Plan<'s> {
        self.kept.put(&self.archive.header, &mut self.plan);
        self.plan
    }
}

impl Kept {
    /// Counts the steps.
    fn steps(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.numbers.end)
    }

    /// Keeps the planned steps as a part. Their claims then remember its steps instead of their derivations.
    fn put(&mut self, header: &Header, plan: &mut Plan<'_>) {
        if plan.steps.is_empty() {
            return;
        }
        let part = plan.part("", Vec::new());
        let bytes = part.to_bytes(header).expect("children come first");
        let bytes = match self.append(&bytes) {
            Ok(range) => Bytes::InFile(range),
            Err(_) => Bytes::InMemory(bytes),
        };
        let numbers = part.first..part.first + part.steps.len() as u64;
        self.parts.push(Place { numbers, bytes });
        plan.note_archived();
    }

    /// Writes the parts that are still in memory.
    fn write_out(&mut self) -> io::Result<()> {
        for place in 0..self.parts.len() {
            if let Bytes::InMemory(bytes) = &mut self.parts[place].bytes {
                let bytes = std::mem::take(bytes);
                let written = self.append(&bytes);
                self.parts[place].bytes = match &written {
                    Ok(range) => Bytes::InFile(range.clone()),
                    Err(_) => Bytes::InMemory(bytes),
                };
                written?;
            }
        }
        Ok(())
    }

    /// Writes at the end of the file, and returns where.
    fn append(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        let start = self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)?;
        self.end = start + bytes.len() as u64;
        Ok(start..self.end)
    }

    /// Reads a part, and checks that it has its steps.
    fn read(&self, place: &Place, header: &Header) -> Result<Part, CertifyError> {
        let failed = |why: String| CertifyError::Archive(why);
        let part = match &place.bytes {
            Bytes::InFile(range) => {
                let bytes = self.bytes(range).map_err(|why| failed(why.to_string()))?;
                Part::from_bytes(&bytes, header)
            }
            Bytes::InMemory(bytes) => Part::from_bytes(bytes, header),
        };
        let part = part.map_err(|why| failed(why.to_string()))?;
        let steps = part.steps.len() as u64;
        match (part.first, steps) == (place.numbers.start, place.numbers.end - place.numbers.start)
        {
            true => Ok(part),
            false => Err(failed("it has steps of another run".to_owned())),
        }
    }

    fn bytes(&self, range: &Range<u64>) -> io::Result<Vec<u8>> {
        let mut file = &self.file;
        let length = range.end.saturating_sub(range.start);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(range.start))?;
        // The length may be false, so no memory is taken for it before it is read.
        match file.take(length).read_to_end(&mut bytes)? as u64 == length {
            true => Ok(bytes),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
