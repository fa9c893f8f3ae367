//! The content of certificates in memory. `docs/certificates.md` defines it.

mod binary;
mod error;
mod journal;
mod lines;
mod reader;
mod shape;
mod subject;
mod text_reader;
mod text_writer;
mod wire;
mod writer;

pub use error::{CertificateError, Place, Problem};
pub use journal::{Accepted, Part, StepOfPasses, Told};
pub use reader::{CertificateReader, is_certificate};
pub use subject::Subject;
pub use writer::{CertificateWriter, Form};

use koproof_rules::{
    Board, Coloring, Game, Graph, Move, Player, Point, Ruleset, Scoring, Suicide, Superko,
};

use crate::claim::{Bound, GameRecord, State};

/// The most symmetries that a header lists.
pub const MAX_SYMMETRIES: usize = 4096;
/// The most moves that a header lists.
pub const MAX_MOVES: usize = 65_536;
/// The most steps that one drop lists.
pub const MAX_DROPPED: usize = 4096;
/// The most records that a weakening adds to either set.
pub const MAX_WEAKENED: usize = 4096;

/// The largest score, of either sign, that a header states, and the largest difference in prisoners after its moves.
pub const MAX_STATED_SCORE: i16 = i16::MAX;

/// The header: board, rules and statement of a certificate, and the symmetries that its steps use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board; only its graph is written.
    pub board: Board,
    /// The superko rule.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// The scoring: [`Scoring::Area`] or [`Scoring::Territory`]. For Taylor's scoring, which gives the same scores,
    /// write a certificate of area.
    pub scoring: Scoring,
    /// The statement that is proved.
    pub statement: Statement,
    /// The symmetries with the numbers 1, 2, …; number 0 is the identity and is not listed.
    pub symmetries: Vec<ListedSymmetry>,
}

impl Header {
    /// Returns the rules, without komi.
    #[must_use]
    pub fn rules(&self) -> Ruleset {
        Ruleset {
            superko: self.superko,
            suicide: self.suicide,
            scoring: self.scoring,
            ..Ruleset::TROMP_TAYLOR
        }
    }

    /// Describes the board and the rules, in one line.
    #[must_use]
    pub fn about(&self) -> String {
        about(&self.board, &self.rules())
    }
}

/// Describes a board and rules as [`Header::about`] does. [`Ruleset::of_values`] makes the rules those of a header.
#[must_use]
pub fn about(board: &Board, rules: &Ruleset) -> String {
    let Ruleset {
        superko,
        suicide,
        scoring,
        ..
    } = rules;
    let graph6 = board.to_graph6();
    format!("g6:{graph6} with {superko} superko, suicide {suicide}, {scoring} scoring")
}

/// The statement of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Bounds on the value of one position.
    Position(Position),
    /// Bounds on many values, each of a game that starts at its state.
    Table {
        /// The number of roots, at least one.
        roots: u64,
    },
}

/// A position with its history, and bounds on its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The coloring that the game started from.
    pub start: Coloring<1, 2>,
    /// The player to move there.
    pub to_move: Player,
    /// The moves made since.
    pub moves: Vec<Move>,
    /// The lower bound, if one is stated.
    pub at_least: Option<i16>,
    /// The upper bound, if one is stated.
    pub at_most: Option<i16>,
}

impl Position {
    /// Iterates over the stated bounds, the lower one first.
    pub fn bounds(&self) -> impl Iterator<Item = Bound> + use<> {
        let bounds = [
            self.at_least.map(Bound::AtLeast),
            self.at_most.map(Bound::AtMost),
        ];
        bounds.into_iter().flatten()
    }

    /// Makes the moves. An error has the number of the illegal move, from 1, or 0 for the start, and the reason.
    pub(crate) fn game<'g>(
        &self,
        graph: &'g Graph<1>,
        rules: Ruleset,
    ) -> Result<Game<'g, 1, 2>, (usize, String)> {
        let game = Game::new(graph, rules, self.start, self.to_move);
        let mut game = game.map_err(|why| (0, why.to_string()))?;
        for (number, &taken) in (1..).zip(&self.moves) {
            game.play(taken).map_err(|why| (number, why.to_string()))?;
        }
        Ok(game)
    }
}

/// A symmetry as a header lists it: a permutation of the points, with or without an exchange of the colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSymmetry {
    /// The images of the points 0, 1, ….
    pub images: Vec<Point>,
    /// Whether the colors are exchanged.
    pub swap: bool,
}

/// One entry of the body of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Derives a claim. Steps are numbered from 0 in order.
    Step(Step),
    /// States that these steps are not used any more.
    Drop(Vec<u64>),
    /// States that a step proves a stated bound.
    Root(Root),
}

/// The derivation of a claim. Its sets of records are not stored, because they follow from the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state of the claim.
    pub state: State,
    /// The bound of the claim.
    pub bound: Bound,
    /// The rule that derives it.
    pub rule: Rule,
}

/// The claim of another step, carried by a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// The number of the step.
    pub step: u64,
    /// The number of the symmetry; 0 is the identity.
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
        /// The place.
        point: Point,
        /// The claim that proves the bound after it.
        child: Child,
    },
    /// The prover passes.
    Pass {
        /// The claim that proves the bound after it.
        child: Child,
    },
    /// The opponent moves.
    Replies {
        /// Every distinct play, with the claim that proves the bound after it, or `None` if the history must contain
        /// its record, which blocks the play.
        plays: Vec<(Point, Option<Child>)>,
        /// The claim that proves the bound after the pass, or `None` if the pass ends the game.
        pass: Option<Child>,
    },
    /// A weaker claim: the same bound or a weaker one, and the same conditions or more.
    Weaken {
        /// The claim.
        child: Child,
        /// More records to avoid.
        avoid: Vec<GameRecord>,
        /// More records to need.
        need: Vec<GameRecord>,
    },
}

impl Rule {
    /// Returns its name, as in the text form.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Alive => "alive",
            Self::PassForever => "pass-forever",
            Self::Play { .. } => "play",
            Self::Pass { .. } => "pass",
            Self::Replies { .. } => "replies",
            Self::Weaken { .. } => "weaken",
        }
    }

    /// Iterates over the children, in their order.
    pub fn children(&self) -> impl Iterator<Item = Child> {
        let (plays, last) = match self {
            Self::Stop | Self::Alive | Self::PassForever => (&[][..], None),
            Self::Play { child, .. } | Self::Pass { child } | Self::Weaken { child, .. } => {
                (&[][..], Some(*child))
            }
            Self::Replies { plays, pass } => (&plays[..], *pass),
        };
        let answers = plays.iter().filter_map(|&(_, child)| child);
        answers.chain(last)
    }

    /// Calls a function with each child, which it may change.
    pub fn children_mut(&mut self, mut act: impl FnMut(&mut Child)) {
        match self {
            Self::Stop | Self::Alive | Self::PassForever => {}
            Self::Play { child, .. } | Self::Pass { child } | Self::Weaken { child, .. } => {
                act(child);
            }
            Self::Replies { plays, pass } => {
                let answers = plays.iter_mut().filter_map(|(_, child)| child.as_mut());
                answers.chain(pass).for_each(act);
            }
        }
    }
}

/// A stated bound and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The coloring of the root state.
    pub coloring: Coloring<1, 2>,
    /// The player to move there.
    pub to_move: Player,
    /// The stated bound.
    pub bound: Bound,
    /// The claim that proves it.
    pub child: Child,
}
