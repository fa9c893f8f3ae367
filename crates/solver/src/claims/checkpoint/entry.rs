//! The entries of a checkpoint.

use std::ops::Range;

use koproof_rules::Board;
use koproof_store::{Decode, Encode, Kind};
use koproof_verify::{Bound, StepOfPasses};

use crate::state::Shared;

pub(super) const CHECKPOINT: Kind = Kind::new(*b"KPCHKP\r\n", "checkpoint", 6);

/// The parts of an archive, in the order of their steps: their numbers of steps, and the bytes of its file that they take.
pub(crate) type Parts = Vec<(u64, Range<u64>)>;

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) struct Header {
    graph6: String,
    superko: String,
    suicide: String,
    scoring: String,
    symmetries: u64,
    /// Whether there is an archive with the proofs.
    pub(super) has_archive: bool,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) enum Entry {
    Orbit {
        black: u64,
        white: u64,
    },
    /// The conditions of one or more of the claims that follow, in a frame of their own.
    Conditions {
        avoid: Vec<u32>,
        need: Vec<u32>,
    },
    /// More records to avoid, for the last `Conditions`.
    More {
        avoid: Vec<u32>,
    },
    Claim(WireClaim),
    /// The proof of a table's value, in the frame of the representative.
    Proof {
        slot: u64,
        at_most: bool,
        score: i16,
        ground: WireGround,
    },
    Part {
        steps: u64,
        start: u64,
        end: u64,
    },
    Solved {
        rank: u64,
        values: [i8; 2],
    },
    /// A number without an orbit, in the place of one.
    Free,
    /// The expansions so far, of all runs.
    Expansions(u64),
    /// Proof numbers of the search, which prove nothing.
    Numbers {
        key: u64,
        proof: u32,
        disproof: u32,
        target: i16,
    },
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) struct WireClaim {
    pub(super) slot: u64,
    pub(super) at_most: bool,
    pub(super) score: i16,
    /// The number of passes that it holds for; `None` for any number.
    pub(super) passes: Option<u8>,
    /// The number of its `Conditions`: 0 for the first in the file.
    pub(super) conditions: u64,
    /// The symmetry that carries their frame to that of the claim.
    pub(super) frame: u16,
    /// One more record to avoid, in the frame of the claim.
    pub(super) own: Option<u32>,
    /// The most stones of the prover that a record may have; `None` for any number.
    pub(super) stone_limit: Option<u8>,
    /// The size of its proof, by which a sweep tells what is worth keeping.
    pub(super) work: f32,
    /// The steps of the archive that derive it after no pass and after one.
    pub(super) steps: StepOfPasses,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) enum WireGround {
    Stop,
    PassForever,
    /// A claim: its bound, the passes that it holds for, and its steps.
    Claim {
        score: i16,
        passes: Option<u8>,
        steps: StepOfPasses,
    },
}

/// Returns a bound from the fields that state it.
pub(super) fn bound(at_most: bool, score: i16) -> Bound {
    match at_most {
        true => Bound::AtMost(score),
        false => Bound::AtLeast(score),
    }
}

impl Header {
    pub(super) fn of(board: &Board, shared: &Shared) -> Self {
        let rules = shared.orbits.rules.of_values();
        Self {
            graph6: board.to_graph6(),
            superko: rules.superko.to_string(),
            suicide: rules.suicide.to_string(),
            scoring: rules.scoring.to_string(),
            symmetries: shared.orbits.symmetry.len() as u64,
            has_archive: shared.keeps_proofs(),
        }
    }

    pub(super) fn describe(&self) -> String {
        let name = format!("g6:{}", self.graph6);
        // The header of a damaged file may be anything.
        let board = name.parse().map(|board: Board| board.usual());
        format!(
            "{} (superko {}, suicide {}, scoring {}, {} symmetries)",
            board.as_ref().map_or(&*name, Board::name),
            self.superko,
            self.suicide,
            self.scoring,
            self.symmetries
        )
    }
}
