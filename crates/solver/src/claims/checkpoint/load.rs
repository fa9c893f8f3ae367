//! Reads a checkpoint.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use koproof_rules::{Board, Coloring, PointSet, Representatives};
use koproof_store::ContainerReader;
use koproof_verify::Bound;

use super::checks::{self, Claims, Conditions};
use super::entry::{CHECKPOINT, Entry, Header, Parts, WireGround, bound};
use super::error::CheckpointError;
use crate::claims::claim::Claim;
use crate::claims::origin::{Ground, Origin, Origins};
use crate::claims::proof_table::STATE_BYTES;
use crate::effort::Effort;
use crate::state::Shared;
use crate::state::index::OrbitId;
use crate::state::kept_numbers::{KeptNumbers, MOST, Progressed};
use crate::state::records::RecordId;

/// The part of a checkpoint that is about a table.
pub(crate) struct Solved {
    /// The finished values, with the ranks of their colorings.
    pub(crate) values: Vec<(u64, [i8; 2])>,
    /// The colorings, if there are values.
    pub(crate) representatives: Option<Representatives>,
}

/// Reads a checkpoint into a new solver and returns what has been finished of a table. A refused file adds no claim; `restore`
/// may refuse the parts of the archive.
///
/// A file that does not fit into `memory`, in bytes, is refused early: a search would drop claims at once, and replace the file
/// with what is left.
pub(crate) fn load(
    board: &Board,
    shared: &Shared,
    path: &Path,
    memory: Option<u64>,
    restore: impl FnOnce(Parts) -> Result<(), CheckpointError>,
) -> Result<Solved, CheckpointError> {
    let file = File::open(path).map_err(|error| CheckpointError::Open {
        path: path.display().to_string(),
        error,
    })?;
    let (header, mut reader) = ContainerReader::open::<Header>(file, CHECKPOINT)?;
    let has_archive = check_header(header, &Header::of(board, shared))?;
    let _lease = shared.leases.take();
    if shared.orbits.slots.len() > 0 {
        return Err(CheckpointError::Begun);
    }
    let mut loading = Loading::new(shared, has_archive);
    while let Some(entry) = reader.read_value::<Entry>()? {
        loading.take(entry)?;
        // The rest of the memory is for the search, and for what is free in pieces that suit no table.
        if let Some(memory) = memory.filter(|&memory| loading.bytes() > memory / 8 * 7) {
            return Err(CheckpointError::Memory(memory));
        }
    }
    loading.finish(restore)
}

/// Compares the header with what the solver expects; returns whether the proofs in the archive are of use.
fn check_header(mut header: Header, expected: &Header) -> Result<bool, CheckpointError> {
    if expected.has_archive && !header.has_archive {
        return Err(CheckpointError::NoProofs);
    }
    // A solver that forgets proofs needs none.
    header.has_archive = expected.has_archive;
    if header != *expected {
        return Err(CheckpointError::Other {
            found: header.describe(),
            expected: expected.describe(),
        });
    }
    Ok(header.has_archive)
}

/// A checkpoint that is being read: the claims are added to the solver when everything has been checked.
struct Loading<'s> {
    shared: &'s Shared,
    has_archive: bool,
    conditions: Vec<Conditions>,
    /// The last conditions, of which there may be more: the records to avoid, and those that are needed.
    listing: Option<(Vec<RecordId>, Vec<RecordId>)>,
    claims: Claims,
    /// About the bytes of the claims and of their conditions so far.
    claimed: u64,
    proofs: Origins,
    solved: Vec<(u64, [i8; 2])>,
    progressed: Progressed,
    free: Vec<u32>,
    parts: Parts,
    all_steps: u64,
}

impl<'s> Loading<'s> {
    fn new(shared: &'s Shared, has_archive: bool) -> Self {
        Self {
            shared,
            has_archive,
            conditions: Vec::new(),
            listing: None,
            claims: Claims::default(),
            claimed: 0,
            proofs: Origins::default(),
            solved: Vec::new(),
            progressed: Progressed::default(),
            free: Vec::new(),
            parts: Parts::new(),
            all_steps: 0,
        }
    }

    fn take(&mut self, entry: Entry) -> Result<(), CheckpointError> {
        if !matches!(entry, Entry::More { .. })
            && let Some((avoid, need)) = self.listing.take()
        {
            let conditions = Conditions::new(self.shared, &avoid, &need)?;
            self.claimed += conditions.bytes();
            self.conditions.push(conditions);
        }
        match entry {
            Entry::Orbit { black, white } => self.meet(black, white)?,
            Entry::Conditions { avoid, need } => self.listing = Some((avoid, need)),
            Entry::More { avoid } => match &mut self.listing {
                Some((listed, _)) => listed.extend(avoid),
                None => return Err(CheckpointError::Content("conditions of nothing")),
            },
            Entry::Claim(stated) => {
                let archived = self.has_archive.then_some(self.all_steps);
                let (claims, conditions) = (&mut self.claims, &self.conditions);
                checks::add(self.shared, claims, &stated, conditions, archived)?;
                // Most states have one claim.
                self.claimed += size_of::<Claim>() as u64 + STATE_BYTES;
            }
            Entry::Proof {
                slot,
                at_most,
                score,
                ground,
            } => {
                let proved = bound(at_most, score);
                let ground = self.ground(proved, ground)?;
                let (state, _) = checks::state(self.shared, slot, Some(0))?;
                self.proofs
                    .insert((self.shared.slot(state), proved), ground);
            }
            Entry::Part { steps, start, end } => {
                self.all_steps = self.all_steps.saturating_add(steps);
                self.parts.push((steps, start..end));
            }
            Entry::Solved { rank, values } => self.solved.push((rank, values)),
            Entry::Expansions(expansions) => self.progressed.expansions = expansions,
            Entry::Numbers {
                key,
                proof,
                disproof,
                target,
            } => {
                if self.progressed.numbers.len() == MOST {
                    return Err(CheckpointError::Content("too many proof numbers"));
                }
                let numbers = Effort { proof, disproof };
                self.progressed.numbers.push(KeptNumbers {
                    key,
                    numbers,
                    target,
                });
            }
            Entry::Free => {
                self.has_room()?;
                self.free.push(self.shared.orbits.slots.skip());
            }
        }
        Ok(())
    }

    fn ground(
        &self,
        proved: Bound,
        ground: WireGround,
    ) -> Result<Ground<Arc<Origin>>, CheckpointError> {
        Ok(match ground {
            WireGround::Stop => Ground::Stop,
            WireGround::PassForever => Ground::PassForever,
            WireGround::Claim {
                score,
                passes,
                steps,
            } => Ground::Claim(checks::proof(
                proved.with_score(score),
                passes,
                checks::steps(steps, self.all_steps)?,
            )?),
        })
    }

    /// Returns about the bytes of the orbits and claims so far.
    fn bytes(&self) -> u64 {
        self.shared.orbits.bytes() + self.claimed
    }

    /// Adds an orbit again; it must get the next number.
    fn meet(&self, black: u64, white: u64) -> Result<(), CheckpointError> {
        let orbits = &self.shared.orbits;
        let [black, white] = [black, white].map(|word| PointSet::from_words([word]));
        if !black.is_disjoint(&white) || !(black | white).is_subset(&orbits.graph.all()) {
            return Err(CheckpointError::Content(
                "stones that overlap or lie off the board",
            ));
        }
        self.has_room()?;
        let coloring = Coloring::from_stones([black, white]);
        let next = orbits.slots.len();
        if !coloring.is_legal(&orbits.graph) || orbits.name(coloring).0 as usize != next {
            return Err(CheckpointError::Content("orbits out of order"));
        }
        // All records are in the frame of the representative. Another one would give them another meaning.
        if orbits.get(next as OrbitId).representative() != coloring {
            return Err(CheckpointError::Content(
                "an orbit by another representative",
            ));
        }
        Ok(())
    }

    /// Checks that there is a number for one more orbit.
    fn has_room(&self) -> Result<(), CheckpointError> {
        let slots = &self.shared.orbits.slots;
        match slots.len() < slots.most() {
            true => Ok(()),
            false => Err(CheckpointError::Content("more orbits than numbers")),
        }
    }

    /// Adds everything to the solver, after the last checks.
    fn finish(
        self,
        restore: impl FnOnce(Parts) -> Result<(), CheckpointError>,
    ) -> Result<Solved, CheckpointError> {
        let shared = self.shared;
        let free = self.free.into_iter().map(|slot| slot as usize);
        shared.orbits.slots.release(free);
        let representatives = checks::values(shared, &self.claims, &self.solved)?;
        if self.has_archive {
            restore(self.parts)?;
        }
        for (_, claims) in self.claims {
            // The newest comes first in the file and in the table, which adds in front.
            for claim in claims.into_iter().rev() {
                shared.store(claim);
            }
        }
        drop(self.conditions);
        shared.numbers_to_keep.load(self.progressed);
        shared.table.count_again();
        if self.has_archive {
            shared.proved().extend(self.proofs);
        }
        Ok(Solved {
            values: self.solved,
            representatives,
        })
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::Ruleset;

    use super::*;
    use crate::options::Options;

    /// A stone of either color on either end is the same orbit, but each has another frame for its records.
    #[test]
    fn of_the_colorings_of_an_orbit_only_the_representative_is_accepted() {
        let board = "1x4".parse().expect("a board");
        let met = |(black, white)| {
            let shared = Shared::of_board(&board, Ruleset::TROMP_TAYLOR, Options::default());
            let shared = shared.expect("a small board");
            let met = Loading::new(&shared, false).meet(black, white);
            met.map_err(|why| why.to_string())
        };
        let all = [(1, 0), (8, 0), (0, 1), (0, 8)].map(met);
        let refused: Vec<&String> = all.iter().filter_map(|met| met.as_ref().err()).collect();
        assert_eq!(refused.len(), 3);
        for why in refused {
            assert!(why.contains("another representative"), "{why}");
        }
    }
}
