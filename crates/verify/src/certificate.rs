//! Certificates: what they say, in memory. `docs/certificates.md` says it in full.

mod binary;
mod error;
mod lines;
mod reader;
mod shape;
mod text_reader;
mod text_writer;
mod wire;
mod writer;

pub use error::{CertificateError, Place, Problem};
pub use reader::CertificateReader;
pub use writer::{CertificateWriter, Form, convert};

use koproof_rules::{Board, Coloring, Move, Player, Point, Scoring, Suicide, Superko};

use crate::claim::{Bound, GameRecord, State};

/// The most symmetries that a header lists.
pub const MAX_SYMMETRIES: usize = 4096;
/// The most moves that a header lists.
pub const MAX_MOVES: usize = 65_536;
/// The most steps that one drop lists.
pub const MAX_DROPPED: usize = 4096;
/// The most records that a weakening adds to either set.
pub const MAX_WEAKENED: usize = 4096;

/// The largest score that a header states, of either sign, and the most prisoners that its moves put one side ahead.
pub const MAX_STATED_SCORE: i16 = i16::MAX;

/// What a certificate is about, and the symmetries that its steps use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board; only its graph is written.
    pub board: Board,
    /// What may not be repeated.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// What counts in the end: [`Scoring::Area`] or [`Scoring::Territory`]. Of Taylor's scoring, which differs by
    /// nothing, write a certificate of area.
    pub scoring: Scoring,
    /// What is proved.
    pub statement: Statement,
    /// The symmetries with the numbers 1, 2, …; number 0 leaves everything as it is and is not listed.
    pub symmetries: Vec<ListedSymmetry>,
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Bounds on the value of one position, with its history.
    Position {
        /// The coloring that the game started from.
        start: Coloring<1, 2>,
        /// Who was to move there.
        to_move: Player,
        /// The moves made since.
        moves: Vec<Move>,
        /// The lower bound, if one is stated.
        at_least: Option<i16>,
        /// The upper bound, if one is stated.
        at_most: Option<i16>,
    },
    /// Bounds on many values, each of a game that starts at its state.
    Table {
        /// How many roots there are: at least one.
        roots: u64,
    },
}

/// A symmetry as a header lists it: a permutation of the points, and an exchange of the colors or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSymmetry {
    /// Where the points 0, 1, … go.
    pub images: Vec<Point>,
    /// Whether Black and White change places.
    pub swap: bool,
}

/// One entry of the body of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Derives a claim. Steps are numbered from 0 in order.
    Step(Step),
    /// Says that these steps are not used any more.
    Drop(Vec<u64>),
    /// Says that a step proves a stated bound.
    Root(Root),
}

/// How a claim is derived. Its sets of records are not stored: they follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the claim is about.
    pub state: State,
    /// What it says.
    pub bound: Bound,
    /// Why.
    pub rule: Rule,
}

/// Another step's claim, carried over by a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// The number of the step.
    pub step: u64,
    /// The number of the symmetry; 0 is none.
    pub symmetry: u16,
}

/// The rules of inference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The prover passes, which ends the game.
    Stop,
    /// The prover only passes, and the prover's unconditional life meets the bound.
    Alive,
    /// The prover only passes, and every coloring that the opponent can reach alone meets the bound.
    PassForever,
    /// The prover plays.
    Play {
        /// Where.
        point: Point,
        /// Why the bound holds afterwards.
        child: Child,
    },
    /// The prover passes.
    Pass {
        /// Why the bound holds afterwards.
        child: Child,
    },
    /// The opponent moves.
    Replies {
        /// Every distinct play: why the bound holds after it, or `None` if its record is needed in the history,
        /// which blocks it.
        plays: Vec<(Point, Option<Child>)>,
        /// The pass: why the bound holds after it, or `None` if it ends the game.
        pass: Option<Child>,
    },
    /// A claim that promises no more and demands no less.
    Weaken {
        /// The claim.
        child: Child,
        /// Records to be avoided besides.
        avoid: Vec<GameRecord>,
        /// Records to be needed besides.
        need: Vec<GameRecord>,
    },
}

/// A stated bound and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The coloring of the root state.
    pub coloring: Coloring<1, 2>,
    /// Who is to move there.
    pub to_move: Player,
    /// The stated bound.
    pub bound: Bound,
    /// The claim that proves it.
    pub child: Child,
}
