//! Checkpoints: a solver's claims on disk, so that a stopped or killed run can continue.
//!
//! A checkpoint holds the orbits in the order in which they were met, the claims, and the finished values of a table.
//! The orbits get the same numbers again, so the numbers of records stay valid. Only a new solver with the same board,
//! rules and symmetries can read it.
//!
//! Claims that pass the [`checks`] are trusted, so a value that rests on a checkpoint is as trustworthy as the file. Proofs are
//! elsewhere: if the solver keeps them in an archive, the checkpoint has the places of its parts and the numbers of the steps
//! that derive each claim. A certificate made from them is checked like any other.

mod checks;
mod entry;
mod error;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use koproof_rules::{Board, Coloring, Player, PointSet};
use koproof_store::{AtomicFile, ContainerReader, ContainerWriter, Layout};
use koproof_verify::{Bound, StepOfPasses};
use rustc_hash::FxHashMap;

pub use error::CheckpointError;

use super::origin::{Ground, Origin, Passes};
use crate::state::Shared;
use crate::state::leases::Lease;
use crate::state::records::RecordId;
use checks::{Claims, Conditions};
use entry::{CHECKPOINT, Entry, Header, WireClaim, WireGround, bound};

/// The most records to avoid of an entry, which has a limit of bytes. Large proofs have millions.
const MOST_RECORDS: usize = 1 << 20;

/// The parts of an archive, in the order of their steps: their numbers of steps, and the bytes of its file that they take.
pub(crate) type Parts = Vec<(u64, Range<u64>)>;

/// Writes a checkpoint beside the file, and replaces the file when the new one is complete. It holds the claims and `solved`,
/// the finished values of a table by rank. If proofs are kept, `parts` are those of the archive, and claims that are not in them
/// are left out. The caller has taken the lease, so that no sweep changes the numbers of orbits since the archive has taken the claims.
pub(crate) fn save(
    board: &Board,
    shared: &Shared,
    solved: &[(u64, [i8; 2])],
    parts: Option<&Parts>,
    lease: Lease<'_>,
    path: &Path,
) -> Result<(), CheckpointError> {
    let mut file = AtomicFile::create(path)?;
    let header = Header::of(board, shared);
    // Records hardly get smaller by compression, and there can be gigabytes of them.
    let mut writer = ContainerWriter::new(&mut file, CHECKPOINT, Layout::plain(), &header)?;
    // The claims are listed first: every orbit that they name is then stored, so it is below the end. The list copies no
    // conditions. A claim that the proof table drops meanwhile stays in memory until it is written.
    let claims = shared.table.list();
    let proved = shared.proved().clone();
    // Meanwhile a certificate may be written, and give claims steps of later parts.
    let all_steps = parts.map(|parts| parts.iter().map(|(steps, _)| steps).sum());
    let steps_of = |passes: Passes, origin: Option<&Arc<Origin>>| match all_steps {
        None => Some(StepOfPasses::default()),
        Some(all) => {
            let steps = origin?
                .steps()
                .map(|step| step.filter(|&step: &u64| step < all));
            passes.are_all_in(steps).then_some(steps)
        }
    };
    // No claim of the list names an orbit that a thread stores in one of these slots from now on.
    let free = shared.orbits.list_free();
    for orbit in 0..shared.orbits.end() {
        if free.contains(orbit) {
            writer.write_value(&Entry::Free)?;
            continue;
        }
        let coloring = shared.orbits.wait_for(orbit as u32).representative();
        writer.write_value(&Entry::Orbit {
            black: coloring.stones(Player::BLACK).words()[0],
            white: coloring.stones(Player::WHITE).words()[0],
        })?;
    }
    for (steps, Range { start, end }) in parts.into_iter().flatten().cloned() {
        writer.write_value(&Entry::Part { steps, start, end })?;
    }
    let mut numbers = FxHashMap::default();
    for (slot, claim) in claims {
        let Some(steps) = steps_of(claim.passes, claim.origin.as_ref()) else {
            continue;
        };
        let next = numbers.len() as u64;
        let conditions = *numbers.entry(claim.address()).or_insert(next);
        if conditions == next {
            let (first, more) = claim
                .avoid()
                .split_at(claim.avoid().len().min(MOST_RECORDS));
            writer.write_value(&Entry::Conditions {
                avoid: first.to_vec(),
                need: claim.need().to_vec(),
            })?;
            for avoid in more.chunks(MOST_RECORDS) {
                let avoid = avoid.to_vec();
                writer.write_value(&Entry::More { avoid })?;
            }
        }
        writer.write_value(&Entry::Claim(WireClaim {
            slot,
            at_most: matches!(claim.bound, Bound::AtMost(_)),
            score: claim.bound.score(),
            passes: only(claim.passes),
            conditions,
            frame: claim.frame.index() as u16,
            own: claim.own,
            stone_limit: claim.limits_stones().then_some(claim.stone_limit),
            work: claim.work,
            steps,
        }))?;
    }
    for ((slot, bound), ground) in proved {
        let ground = match &ground {
            Ground::Stop => WireGround::Stop,
            Ground::PassForever => WireGround::PassForever,
            Ground::Claim(origin) => match steps_of(origin.passes, Some(origin)) {
                None => continue,
                Some(steps) => WireGround::Claim {
                    score: origin.bound.score(),
                    passes: only(origin.passes),
                    steps,
                },
            },
        };
        writer.write_value(&Entry::Proof {
            slot,
            at_most: matches!(bound, Bound::AtMost(_)),
            score: bound.score(),
            ground,
        })?;
    }
    for &(rank, values) in solved {
        writer.write_value(&Entry::Solved { rank, values })?;
    }
    writer.finish()?;
    // The disk may take its time.
    drop(lease);
    file.commit()?;
    Ok(())
}

/// Reads a checkpoint into a new solver and returns the finished values of a table. A refused file adds no claim; `restore`
/// may refuse the parts of the archive.
pub(crate) fn load(
    board: &Board,
    shared: &Shared,
    path: &Path,
    restore: impl FnOnce(Parts) -> Result<(), CheckpointError>,
) -> Result<Vec<(u64, [i8; 2])>, CheckpointError> {
    let file = File::open(path).map_err(|error| CheckpointError::Open {
        path: path.display().to_string(),
        error,
    })?;
    let (mut header, mut reader) = ContainerReader::open::<Header>(file, CHECKPOINT)?;
    let expected = Header::of(board, shared);
    if expected.has_archive && !header.has_archive {
        return Err(CheckpointError::NoProofs);
    }
    // A solver that forgets proofs needs none.
    let has_archive = expected.has_archive;
    header.has_archive = has_archive;
    if header != expected {
        return Err(CheckpointError::Other {
            found: header.describe(),
            expected: expected.describe(),
        });
    }
    let _lease = shared.leases.take();
    if shared.orbits.len() > 0 {
        return Err(CheckpointError::Begun);
    }
    let (mut conditions, mut claims) = (Vec::new(), Claims::default());
    let (mut solved, mut free, mut proofs) = (Vec::new(), Vec::new(), Vec::new());
    let (mut parts, mut all_steps) = (Parts::new(), 0_u64);
    // Conditions of which there may be more.
    let mut listing: Option<(Vec<RecordId>, Vec<RecordId>)> = None;
    while let Some(entry) = reader.read_value::<Entry>()? {
        if !matches!(entry, Entry::More { .. })
            && let Some((avoid, need)) = listing.take()
        {
            conditions.push(Conditions::new(shared, &avoid, &need)?);
        }
        match entry {
            Entry::Orbit { black, white } => meet(shared, black, white)?,
            Entry::Conditions { avoid, need } => listing = Some((avoid, need)),
            Entry::More { avoid } => match &mut listing {
                Some((listed, _)) => listed.extend(avoid),
                None => return Err(CheckpointError::Content("conditions of nothing")),
            },
            Entry::Claim(stated) => {
                let archived = has_archive.then_some(all_steps);
                checks::add(shared, &mut claims, &stated, &conditions, archived)?;
            }
            Entry::Proof {
                slot,
                at_most,
                score,
                ground,
            } => {
                let proved = bound(at_most, score);
                let ground = match ground {
                    WireGround::Stop => Ground::Stop,
                    WireGround::PassForever => Ground::PassForever,
                    WireGround::Claim {
                        score,
                        passes,
                        steps,
                    } => Ground::Claim(checks::proof(
                        proved.with_score(score),
                        passes,
                        checks::steps(steps, all_steps)?,
                    )?),
                };
                checks::state(shared, slot, Some(0))?;
                proofs.push(((slot, proved), ground));
            }
            Entry::Part { steps, start, end } => {
                all_steps = all_steps.saturating_add(steps);
                parts.push((steps, start..end));
            }
            Entry::Solved { rank, values } => solved.push((rank, values)),
            Entry::Free => {
                has_room(shared)?;
                free.push(shared.orbits.skip());
            }
        }
    }
    shared.orbits.release(free);
    checks::values(shared, &claims, &solved)?;
    if has_archive {
        restore(parts)?;
    }
    for (slot, claims) in claims {
        // The newest comes first in the file and in the table, which adds in front.
        for claim in claims.into_iter().rev() {
            let (orbit, player) = checks::place(slot);
            shared.store(orbit, player, Arc::new(claim));
        }
    }
    drop(conditions);
    shared.table.count_again();
    if has_archive {
        shared.proved().extend(proofs);
    }
    Ok(solved)
}

/// Returns the number of passes that a claim holds for; `None` for any number.
fn only(passes: Passes) -> Option<u8> {
    match passes {
        Passes::Only(passes) => Some(passes),
        Passes::Any => None,
    }
}

/// Checks that there is a number for one more orbit.
fn has_room(shared: &Shared) -> Result<(), CheckpointError> {
    match shared.orbits.len() < shared.orbits.most() {
        true => Ok(()),
        false => Err(CheckpointError::Content("more orbits than numbers")),
    }
}

/// Adds an orbit again; it must get the next number.
fn meet(shared: &Shared, black: u64, white: u64) -> Result<(), CheckpointError> {
    let graph = &shared.orbits.graph;
    let [black, white] = [black, white].map(|word| PointSet::from_words([word]));
    if !black.is_disjoint(&white) || !(black | white).is_subset(&graph.all()) {
        return Err(CheckpointError::Content(
            "stones that overlap or lie off the board",
        ));
    }
    has_room(shared)?;
    let coloring = Coloring::from_stones([black, white]);
    let next = shared.orbits.len();
    if !coloring.is_legal(graph) || shared.orbits.name(coloring).0 as usize != next {
        return Err(CheckpointError::Content("orbits out of order"));
    }
    Ok(())
}
