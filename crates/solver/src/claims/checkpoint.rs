//! Checkpoints: a solver's claims on disk, so that a stopped or killed run can continue.
//!
//! A checkpoint holds the orbits in the order in which they were met, the claims, and the finished values of a table.
//! The orbits get the same numbers again, so the numbers of records stay valid. Only a new solver with the same board,
//! rules and symmetries can read it.
//!
//! It holds no proofs, so claims that pass the [`checks`] are trusted. A value that rests on a checkpoint is as
//! trustworthy as the file.

mod checks;
mod error;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use koproof_rules::{Board, Coloring, Player, PointSet};
use koproof_store::{AtomicFile, ContainerReader, ContainerWriter, Decode, Encode, Kind, Layout};
use koproof_verify::Bound;
use rustc_hash::FxHashMap;

pub use error::CheckpointError;

use super::claim::Passes;
use crate::state::Shared;
use checks::{Claims, Conditions, Stated};

const CHECKPOINT: Kind = Kind::new(*b"KPCHKP\r\n", "checkpoint", 4);

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct Header {
    graph6: String,
    superko: String,
    suicide: String,
    scoring: String,
    symmetries: u64,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
enum Entry {
    Orbit {
        black: u64,
        white: u64,
    },
    /// The conditions of one or more of the claims that follow, in a frame of their own.
    Conditions {
        avoid: Vec<u32>,
        need: Vec<u32>,
    },
    Claim {
        slot: u64,
        at_most: bool,
        score: i16,
        /// The number of passes that it holds for; `None` for any number.
        passes: Option<u8>,
        /// The number of its `Conditions`: 0 for the first in the file.
        conditions: u64,
        /// The symmetry that carries their frame to that of the claim.
        frame: u16,
        /// One more record to avoid, in the frame of the claim.
        own: Option<u32>,
        /// The most stones of the prover that a record may have; `None` for any number.
        stone_limit: Option<u8>,
    },
    Solved {
        rank: u64,
        values: [i8; 2],
    },
    /// A number without an orbit, in the place of one.
    Free,
}

impl Header {
    fn of(board: &Board, shared: &Shared) -> Self {
        let rules = shared.orbits.rules.of_values();
        Self {
            graph6: board.to_graph6(),
            superko: rules.superko.to_string(),
            suicide: rules.suicide.to_string(),
            scoring: rules.scoring.to_string(),
            symmetries: shared.orbits.symmetry.len() as u64,
        }
    }

    fn describe(&self) -> String {
        format!(
            "g6:{} with {} superko, suicide {}, {} scoring, {} symmetries",
            self.graph6, self.superko, self.suicide, self.scoring, self.symmetries
        )
    }
}

/// Writes a checkpoint beside the file, and replaces the file when the new one is complete.
pub(crate) fn save(
    board: &Board,
    shared: &Shared,
    solved: &[(u64, [i8; 2])],
    path: &Path,
) -> Result<(), CheckpointError> {
    let _lease = shared.leases.take();
    let mut file = AtomicFile::create(path)?;
    let header = Header::of(board, shared);
    // Records hardly get smaller by compression, and there can be gigabytes of them.
    let mut writer = ContainerWriter::new(&mut file, CHECKPOINT, Layout::plain(), &header)?;
    // The claims are listed first: every orbit that they name is then stored, so it is below the end. The list copies no
    // conditions. A claim that the proof table drops meanwhile stays in memory until it is written.
    let claims = shared.table.list();
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
    let mut numbers = FxHashMap::default();
    for (slot, claim) in claims {
        let next = numbers.len() as u64;
        let conditions = *numbers.entry(claim.address()).or_insert(next);
        if conditions == next {
            writer.write_value(&Entry::Conditions {
                avoid: claim.avoid().to_vec(),
                need: claim.need().to_vec(),
            })?;
        }
        writer.write_value(&Entry::Claim {
            slot,
            at_most: matches!(claim.bound, Bound::AtMost(_)),
            score: claim.bound.score(),
            passes: match claim.passes {
                Passes::Only(passes) => Some(passes),
                Passes::Any => None,
            },
            conditions,
            frame: claim.frame.index() as u16,
            own: claim.own,
            stone_limit: claim.limits_stones().then_some(claim.stone_limit),
        })?;
    }
    for &(rank, values) in solved {
        writer.write_value(&Entry::Solved { rank, values })?;
    }
    writer.finish()?;
    file.commit()?;
    Ok(())
}

/// Reads a checkpoint into a new solver and returns the finished values of a table. A refused file adds no claim.
pub(crate) fn load(
    board: &Board,
    shared: &Shared,
    path: &Path,
) -> Result<Vec<(u64, [i8; 2])>, CheckpointError> {
    let file = File::open(path).map_err(|error| CheckpointError::Open {
        path: path.display().to_string(),
        error,
    })?;
    let (header, mut reader) = ContainerReader::open::<Header>(file, CHECKPOINT)?;
    let expected = Header::of(board, shared);
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
    let (mut solved, mut free) = (Vec::new(), Vec::new());
    while let Some(entry) = reader.read_value::<Entry>()? {
        match entry {
            Entry::Orbit { black, white } => meet(shared, black, white)?,
            Entry::Conditions { avoid, need } => {
                conditions.push(Conditions::new(shared, &avoid, &need)?);
            }
            Entry::Claim {
                slot,
                at_most,
                score,
                passes,
                conditions: number,
                frame,
                own,
                stone_limit,
            } => {
                let bound = if at_most {
                    Bound::AtMost(score)
                } else {
                    Bound::AtLeast(score)
                };
                let index = usize::try_from(number).ok();
                let listed = index.and_then(|index| conditions.get(index));
                let stated = Stated {
                    slot,
                    bound,
                    passes,
                    frame,
                    own,
                    stone_limit,
                };
                checks::add(shared, &mut claims, &stated, listed)?;
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
    for (slot, claims) in claims {
        // The newest comes first in the file and in the table, which adds in front.
        for claim in claims.into_iter().rev() {
            let (orbit, player) = checks::place(slot);
            shared.store(orbit, player, Arc::new(claim));
        }
    }
    drop(conditions);
    shared.table.count_again();
    Ok(solved)
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
