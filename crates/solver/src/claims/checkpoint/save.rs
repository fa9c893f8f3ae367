//! Writes a checkpoint.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use koproof_rules::{Board, Player};
use koproof_store::{AtomicFile, ContainerWriter, Layout};
use koproof_verify::{Bound, StepOfPasses};
use rustc_hash::FxHashMap;

use super::entry::{CHECKPOINT, Entry, Header, Parts, WireClaim, WireGround};
use super::error::CheckpointError;
use crate::claims::claim::Claim;
use crate::claims::origin::{Ground, Origin, Origins, Passes};
use crate::effort::Effort;
use crate::state::Shared;
use crate::state::kept_numbers::{KeptNumbers, Progressed};
use crate::state::leases::Lease;
use crate::state::slot::Slot;

/// The most records to avoid of an entry, which has a limit of bytes. Large proofs have millions.
const MAX_RECORDS: usize = 1 << 20;

/// Writes a checkpoint beside the file, and replaces the file when the new one is complete. It holds the claims and `solved`,
/// the finished values of a table by rank. If proofs are kept, `parts` are those of the archive, and claims that are not in them
/// are left out. The caller has taken the lease, so that no sweep changes the numbers of orbits since the archive has taken the claims.
pub(crate) fn save(
    board: &Board,
    shared: &Shared,
    solved: &[(u64, [i8; 2])],
    parts: Option<&Parts>,
    progressed: Progressed,
    lease: Lease<'_>,
    path: &Path,
) -> Result<(), CheckpointError> {
    let mut file = AtomicFile::create(path)?;
    let header = Header::of(board, shared);
    let mut saving = Saving {
        shared,
        // Records hardly get smaller by compression, and there can be gigabytes of them.
        writer: ContainerWriter::new(&mut file, CHECKPOINT, Layout::plain(), &header)?,
        all_steps: parts.map(|parts| parts.iter().map(|(steps, _)| steps).sum()),
    };
    // The claims are listed first: every orbit that they name is then stored, so it is below the end. The list copies no
    // conditions. A claim that the proof table drops meanwhile stays in memory until it is written.
    let claims = shared.table.list();
    let proved = shared.proved().clone();
    saving.orbits()?;
    for (steps, Range { start, end }) in parts.into_iter().flatten().cloned() {
        saving.write(&Entry::Part { steps, start, end })?;
    }
    saving.claims(claims)?;
    saving.proofs(proved)?;
    for &(rank, values) in solved {
        saving.write(&Entry::Solved { rank, values })?;
    }
    saving.write(&Entry::Expansions(progressed.expansions))?;
    for KeptNumbers {
        key,
        numbers: Effort { proof, disproof },
        target,
    } in progressed.numbers
    {
        saving.write(&Entry::Numbers {
            key,
            proof,
            disproof,
            target,
        })?;
    }
    saving.writer.finish()?;
    // The disk may take its time.
    drop(lease);
    file.commit()?;
    Ok(())
}

/// A checkpoint that is being written.
struct Saving<'s> {
    shared: &'s Shared,
    writer: ContainerWriter<&'s mut AtomicFile>,
    /// The number of steps in the archive; `None` if proofs are not kept.
    all_steps: Option<u64>,
}

impl Saving<'_> {
    fn write(&mut self, entry: &Entry) -> Result<(), CheckpointError> {
        Ok(self.writer.write_value(entry)?)
    }

    fn orbits(&mut self) -> Result<(), CheckpointError> {
        let orbits = &self.shared.orbits;
        // No claim of the list names an orbit that a thread stores in one of these slots from now on.
        let free = orbits.slots.list_free();
        for orbit in 0..orbits.slots.end() {
            if free.contains(orbit) {
                self.write(&Entry::Free)?;
                continue;
            }
            let coloring = orbits.slots.wait_for(orbit as u32).representative();
            self.write(&Entry::Orbit {
                black: coloring.stones(Player::BLACK).words()[0],
                white: coloring.stones(Player::WHITE).words()[0],
            })?;
        }
        Ok(())
    }

    fn claims(&mut self, claims: Vec<(Slot, Arc<Claim>)>) -> Result<(), CheckpointError> {
        let mut numbers = FxHashMap::default();
        for (slot, claim) in claims {
            let Some(steps) = self.steps_of(claim.passes, claim.origin.as_ref()) else {
                continue;
            };
            let next = numbers.len() as u64;
            let conditions = *numbers.entry(claim.address()).or_insert(next);
            if conditions == next {
                self.conditions(&claim)?;
            }
            self.write(&Entry::Claim(WireClaim {
                slot: slot.into(),
                at_most: matches!(claim.bound, Bound::AtMost(_)),
                score: claim.bound.score(),
                passes: claim.passes.only(),
                conditions,
                frame: claim.frame.index() as u16,
                own: claim.own(),
                stone_limit: claim.limits_stones().then_some(claim.stone_limit),
                work: claim.work,
                steps,
            }))?;
        }
        Ok(())
    }

    fn conditions(&mut self, claim: &Claim) -> Result<(), CheckpointError> {
        let first = claim.avoid().len().min(MAX_RECORDS);
        let (first, more) = claim.avoid().split_at(first);
        self.write(&Entry::Conditions {
            avoid: first.to_vec(),
            need: claim.need().to_vec(),
        })?;
        for avoid in more.chunks(MAX_RECORDS) {
            let avoid = avoid.to_vec();
            self.write(&Entry::More { avoid })?;
        }
        Ok(())
    }

    fn proofs(&mut self, proved: Origins) -> Result<(), CheckpointError> {
        for ((slot, bound), ground) in proved {
            let ground = match &ground {
                Ground::Stop => WireGround::Stop,
                Ground::PassForever => WireGround::PassForever,
                Ground::Claim(origin) => match self.steps_of(origin.passes, Some(origin)) {
                    None => continue,
                    Some(steps) => WireGround::Claim {
                        score: origin.bound.score(),
                        passes: origin.passes.only(),
                        steps,
                    },
                },
            };
            self.write(&Entry::Proof {
                slot: slot.into(),
                at_most: matches!(bound, Bound::AtMost(_)),
                score: bound.score(),
                ground,
            })?;
        }
        Ok(())
    }

    /// Returns the steps of a claim; `None` if proofs are kept and it is not in the archive. Meanwhile a certificate may be
    /// written, and give claims steps of later parts.
    fn steps_of(&self, passes: Passes, origin: Option<&Arc<Origin>>) -> Option<StepOfPasses> {
        let Some(all) = self.all_steps else {
            return Some(StepOfPasses::default());
        };
        let archived = |step: Option<u64>| step.filter(|&step| step < all);
        let steps = origin?.steps().map(archived);
        passes.are_all_in(steps).then_some(steps)
    }
}
