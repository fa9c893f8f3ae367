//! Why a certificate is refused.

use std::fmt;

use koproof_rules::text::counted;
use koproof_rules::{Player, Point};

use crate::certificate::{CertificateError, MAX_STATED_SCORE};
use crate::claim::Bound;
use crate::pass_forever::TooManyColorings;

/// The place where a certificate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spot {
    /// In the header.
    Header,
    /// In the step with this number.
    Step(u64),
    /// In a drop, after this number of steps.
    Drop {
        /// The number of steps before it.
        steps: u64,
    },
    /// In the root with this number, counted from 0.
    Root(u64),
    /// After the last item.
    End,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Step(step) => write!(f, "step {step}"),
            Self::Drop { steps } => write!(f, "a drop after {}", counted(*steps, "step")),
            Self::Root(root) => write!(f, "root {root}"),
            Self::End => f.write_str("the end"),
        }
    }
}

/// The refusal of a certificate: place and reason.
#[derive(Debug, thiserror::Error)]
#[error("{spot} is {}: {reason}", .reason.verdict())]
pub struct CheckError {
    /// The place.
    pub spot: Spot,
    /// The reason.
    pub reason: Reason,
}

impl CheckError {
    /// Refuses a certificate for something in its header.
    pub fn in_header(reason: impl Into<Reason>) -> Self {
        Self {
            spot: Spot::Header,
            reason: reason.into(),
        }
    }

    /// Returns the number of the step that is refused, if it is a step.
    #[must_use]
    pub fn step(&self) -> Option<u64> {
        match self.spot {
            Spot::Step(step) => Some(step),
            _ => None,
        }
    }
}

/// The reason why a certificate is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(Box<CertificateError>),
    /// The caller has stopped the check, which says nothing about the certificate.
    #[error("the check was stopped")]
    Stopped,

    /// A listed symmetry does not map the board to itself.
    #[error("symmetry {0} is no automorphism of the board")]
    NoAutomorphism(usize),
    /// A move of the header is illegal.
    #[error("move {number} is illegal: {why}")]
    IllegalMove {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        why: String,
    },
    /// The moves of the header end the game.
    #[error("the moves end the game: nothing is left to prove")]
    GameOver,

    /// A bound has an impossible score.
    #[error(
        "the bound {bound} is not within {} and {}{}",
        i32::from(*gained) - i32::from(*largest), i32::from(*gained) + i32::from(*largest), after(*gained)
    )]
    ScoreRange {
        /// The bound, as it is stated.
        bound: Bound,
        /// The largest possible score under these rules.
        largest: i16,
        /// The prisoners of Black minus those of White that the moves of the header have gained, if it is a bound of
        /// the header.
        gained: i16,
    },
    /// The moves of the header capture more stones than the limit; the number is white stones minus black stones.
    #[error(
        "the moves of the header leave one side {} prisoners ahead: at most {MAX_STATED_SCORE} are allowed",
        .0.unsigned_abs()
    )]
    TooManyPrisoners(i64),
    /// A coloring has a chain without liberties.
    #[error("the coloring {0} has a chain without liberties")]
    NoLiberty(String),
    /// A child, or a step to drop, is the step itself or a later one.
    #[error("step {0} was not made yet")]
    NotYetMade(u64),
    /// A child, or a step to drop, was dropped before.
    #[error("step {0} was dropped before")]
    Dropped(u64),
    /// A symmetry is not listed.
    #[error("symmetry {symmetry} is not listed: there are {listed}")]
    NoSuchSymmetry {
        /// The symmetry.
        symmetry: u16,
        /// The number of entries listed.
        listed: usize,
    },
    /// A child is about another state than the one that the turn leads to.
    #[error("step {child} is about {found}, but the state is {expected}")]
    AnotherState {
        /// The child.
        child: u64,
        /// The state that the child is about, after its symmetry.
        found: String,
        /// The state it should be about.
        expected: String,
    },
    /// The bound of a child is too weak.
    #[error("step {child} proves {found}, which does not imply {needed}")]
    NotImplied {
        /// The child.
        child: u64,
        /// The bound that it proves, after its symmetry.
        found: Bound,
        /// The bound to be proved.
        needed: Bound,
    },
    /// A child avoids the record that the turn makes.
    #[error("step {child} does not fit: it avoids {record}, which the turn records")]
    DoesNotFit {
        /// The child.
        child: u64,
        /// The record.
        record: String,
    },
    /// A claim avoids a record that every history of its state contains.
    #[error("the claim is not well-formed: it avoids {0}, which every history of its state holds")]
    AvoidsKnown(String),
    /// A claim avoids a record that it needs.
    #[error("the claim is not well-formed: it avoids {0} and needs it")]
    AvoidsNeeded(String),
    /// The step is a move of the prover, but the opponent is to move, or a list of replies, but the prover is to move.
    #[error("the rule is for turns of {0}, who is not to move here")]
    NotTheTurnOf(Player),
    /// The play, of the prover or of the opponent, is impossible.
    #[error("there is no play at point {0}: {1}")]
    NoPlay(Point, Impossible),
    /// The step ends the game with a pass that does not end it.
    #[error("a pass does not end the game here")]
    PassDoesNotEnd,
    /// The step continues the game after a pass that ends it.
    #[error("a pass ends the game here")]
    PassEnds,
    /// A play is not answered.
    #[error("the play at point {0} is not answered")]
    ReplyMissing(Point),
    /// A play is answered twice.
    #[error("the play at point {0} is answered twice")]
    ReplyTwice(Point),
    /// Answers are out of order.
    #[error("the play at point {0} is answered out of order")]
    ReplyOrder(Point),
    /// The game ends with a score that does not meet the bound.
    #[error("the game ends with {score}, which does not meet {bound}")]
    Score {
        /// The score.
        score: i16,
        /// The bound.
        bound: Bound,
    },
    /// Unconditional life is not enough.
    #[error("unconditional life gives {score}, which does not meet {bound}")]
    Life {
        /// The score that it guarantees.
        score: i16,
        /// The bound.
        bound: Bound,
    },
    /// Passing forever does not meet the bound.
    #[error("passing forever can end with {score}, which does not meet {bound}")]
    PassForever {
        /// The worst score.
        score: i16,
        /// The bound.
        bound: Bound,
    },
    /// Passing forever leads to too many colorings.
    #[error(transparent)]
    TooManyColorings(#[from] TooManyColorings),
    /// The claims in use take too much memory.
    #[error("the steps in use hold more than {}: drop unused steps, or raise the limit", counted(*.0, "record"))]
    TooManyRecords(u64),

    /// A root is about another state than the header's.
    #[error("the root is about {found}, but the header leads to {expected}")]
    AnotherRoot {
        /// The root's state.
        found: String,
        /// The header's.
        expected: String,
    },
    /// A root is about a bound that the header does not state.
    #[error("the header does not state {0}")]
    NotStated(Bound),
    /// A bound is stated twice.
    #[error("the bound was stated before")]
    StatedTwice,
    /// The history contains a record that the proof avoids.
    #[error("step {child} avoids {record}, which the history holds")]
    HistoryHolds {
        /// The root's child.
        child: u64,
        /// The record.
        record: String,
    },
    /// The history lacks a record that the proof needs.
    #[error("step {child} needs {record}, which the history does not hold")]
    HistoryLacks {
        /// The root's child.
        child: u64,
        /// The record.
        record: String,
    },
    /// A bound of the header has no root.
    #[error("{0} is stated, but not proved")]
    NotProved(Bound),
    /// The table has another number of roots.
    #[error("the header announces {}, there are {found}", counted(*stated, "root"))]
    RootCount {
        /// The number in the header.
        stated: u64,
        /// The number found.
        found: u64,
    },
}

/// Names the moves that a range of scores depends on.
fn after(gained: i16) -> String {
    match gained {
        0 => String::new(),
        _ => format!(", the range after moves with {gained:+} in prisoners"),
    }
}

impl Reason {
    fn verdict(&self) -> &'static str {
        match self {
            Self::Stopped => "not checked",
            _ => "refused",
        }
    }
}

impl From<CertificateError> for Reason {
    fn from(error: CertificateError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

/// The reason why a play is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// The point has a stone.
    #[error("the point is occupied")]
    Occupied,
    /// It is a suicide, which the rules forbid.
    #[error("it is suicide, which the rules forbid")]
    Suicide,
    /// It makes the same record as a play at a lower point.
    #[error("a play at a lower point makes the same record")]
    SameRecord,
}
