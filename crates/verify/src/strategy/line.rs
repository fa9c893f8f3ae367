//! One game against a strategy, move by move.

use koproof_rules::{Coloring, Game, Graph, Move, Player, Point, Suicide};

use super::Strategy;
use super::error::StrategyError;
use super::steps::{Kind, Link, Node, Turn};
use crate::carry::Carry;
use crate::certificate::{Child, Statement};
use crate::claim::{Bound, GameRecord, State};

/// The reason why a line of play cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The prover's move is not the one of the strategy.
    #[error("the strategy plays another move")]
    NotPlayed(Move),
    /// Superko forbids the play, according to the proof.
    #[error("the proof says that superko forbids this play")]
    Blocked(Point),
    /// The proof has no answer.
    #[error("step {step} gives no move: check the certificate first")]
    NoAnswer {
        /// The step.
        step: u64,
    },
}

/// A game in which one side plays a proof. It does not store the board, so it must be given every move.
#[derive(Clone, Debug)]
pub struct Line<'s> {
    strategy: &'s Strategy,
    to_move: Player,
    passes: u8,
    bound: Bound,
    at: At,
}

/// The place of the game in the proof.
#[derive(Clone, Debug)]
enum At {
    /// At a step; the frame leads from its points to those of the game.
    Step(u64, Carry),
    /// The prover only passes from now on.
    Passing,
    /// The game has ended.
    Over,
}

impl<'s> Line<'s> {
    pub(super) fn new(
        strategy: &'s Strategy,
        to_move: Player,
        passes: u8,
        bound: Bound,
        frame: Carry,
        child: Child,
    ) -> Self {
        let mut line = Self {
            strategy,
            to_move,
            passes,
            bound,
            at: At::Over,
        };
        line.at = line.enter(&frame, child);
        line
    }

    /// Returns the bound that the prover plays for.
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.bound
    }

    /// Returns the number of the current step; `None` if the prover only passes from now on, or the game is over.
    #[must_use]
    pub fn step(&self) -> Option<u64> {
        match self.at {
            At::Step(step, _) => Some(step),
            At::Passing | At::Over => None,
        }
    }

    /// Carries a record from the points and colors of the current step to those of the game, by the symmetries along
    /// the line; `None` if there is no current step.
    #[must_use]
    pub fn carried(&self, record: GameRecord) -> Option<GameRecord> {
        match &self.at {
            At::Step(_, frame) => Some(frame.record(record)),
            At::Passing | At::Over => None,
        }
    }

    /// Returns the prover's move; `None` if it is the opponent's turn or the game is over.
    ///
    /// # Errors
    /// If the proof has no answer, which does not happen with a checked certificate.
    pub fn answer(&self) -> Result<Option<Move>, StrayError> {
        if self.to_move != self.bound.prover() {
            return Ok(None);
        }
        match &self.at {
            At::Over => Ok(None),
            At::Passing => Ok(Some(Move::Pass)),
            At::Step(step, frame) => {
                let (node, links) = self.strategy.steps.get(*step);
                match node.kind {
                    Kind::Stop => Ok(Some(Move::Pass)),
                    Kind::Choice => {
                        let point = links[0].turn.point();
                        let play = |point| Move::Play(frame.point(point));
                        Ok(Some(point.map_or(Move::Pass, play)))
                    }
                    Kind::Ground | Kind::Replies | Kind::Weaken => {
                        Err(StrayError::NoAnswer { step: *step })
                    }
                }
            }
        }
    }

    /// Follows a legal move of either player.
    ///
    /// # Errors
    /// If the prover has left the strategy, the game is over, or the proof has no next step; the line does not change
    /// then.
    pub fn follow(&mut self, taken: Move) -> Result<(), StrayError> {
        if matches!(self.at, At::Over) {
            return Err(StrayError::Over);
        }
        if let Some(answer) = self.answer()?
            && answer != taken
        {
            return Err(StrayError::NotPlayed(taken));
        }
        let passes = if taken == Move::Pass {
            self.passes + 1
        } else {
            0
        };
        self.at = if usize::from(passes) == self.strategy.rules().passes_to_end() {
            At::Over
        } else {
            self.after(taken)?
        };
        self.passes = passes;
        self.to_move = self.to_move.next(2);
        Ok(())
    }

    /// Returns the place in the proof after a move that does not end the game.
    fn after(&self, taken: Move) -> Result<At, StrayError> {
        let (step, frame) = match &self.at {
            At::Over => return Err(StrayError::Over),
            At::Passing => return Ok(At::Passing),
            At::Step(step, frame) => (*step, frame),
        };
        let (node, links) = self.strategy.steps.get(step);
        let link = match node.kind {
            Kind::Choice => Some(&links[0]),
            Kind::Replies => self.reply(node, links, taken, frame),
            Kind::Ground | Kind::Stop | Kind::Weaken => None,
        };
        match link {
            Some(link) => match link.turn {
                Turn::Blocked(point) => {
                    Err(StrayError::Blocked(frame.point(Point::new(point.into()))))
                }
                Turn::Pass | Turn::Play(_) | Turn::Stay => Ok(self.enter(frame, link.child())),
            },
            None => Err(StrayError::NoAnswer { step }),
        }
    }

    /// Finds the link for a move of the opponent.
    fn reply<'l>(
        &self,
        node: &Node,
        links: &'l [Link],
        taken: Move,
        frame: &Carry,
    ) -> Option<&'l Link> {
        let Move::Play(point) = taken else {
            return links.iter().find(|link| link.turn == Turn::Pass);
        };
        let point = frame.source(point)?;
        let named = links.iter().find(|link| link.turn.point() == Some(point));
        // One-stone suicides all lead to the same coloring, so the answer to the first serves all of them.
        named.or_else(|| {
            let suicide = self.strategy.header.suicide;
            let stands_still = |point| {
                let graph = &self.strategy.graph;
                is_standstill(graph, suicide, &node.coloring, node.to_move, point)
            };
            if !stands_still(point) {
                return None;
            }
            links
                .iter()
                .find(|link| link.turn.point().is_some_and(stands_still))
        })
    }

    /// Enters a child. It skips weakenings, which only weaken another claim about the same state.
    fn enter(&self, frame: &Carry, mut child: Child) -> At {
        let mut frame = frame.clone();
        loop {
            if child.symmetry != 0 {
                frame = frame.after(&self.strategy.symmetries[usize::from(child.symmetry)]);
            }
            let (node, links) = self.strategy.steps.get(child.step);
            match node.kind {
                Kind::Weaken => child = links[0].child(),
                Kind::Ground => return At::Passing,
                Kind::Stop | Kind::Choice | Kind::Replies => return At::Step(child.step, frame),
            }
        }
    }
}

impl Strategy {
    /// Begins to play for `prover` in a game at a proved position: after the moves of the header or, for a table, at
    /// the start of a game from a root or from a position symmetric to a root. On a board with more than
    /// [`koproof_rules::MAX_ELEMENTS`] symmetries, only some of them are tried.
    ///
    /// # Errors
    /// If nothing is proved for this prover there. The board and the rules must be those of the certificate.
    pub fn begin(&self, game: &Game<'_, 1, 2>, prover: Player) -> Result<Line<'_>, StrategyError> {
        let none = StrategyError::NoBound {
            prover,
            tried: (!self.has_all_automorphisms).then_some(self.automorphisms.len()),
        };
        let (start, first) = game.start();
        let is_meant = match &self.header.statement {
            Statement::Position(stated) => {
                (*start, first) == (stated.start, stated.to_move)
                    && game.moves().eq(stated.moves.iter().copied())
            }
            Statement::Table { .. } => game.moves().len() == 0,
        };
        if !is_meant {
            return Err(none);
        }
        for there in &self.automorphisms {
            let state = there.state(State {
                coloring: *game.coloring(),
                to_move: game.to_move(),
                passes: game.passes() as u8,
            });
            if let Some(&(bound, child)) = self.roots.get(&(state, there.player(prover))) {
                let back = there.inverse();
                let bound = back.bound(bound);
                return Ok(Line::new(
                    self,
                    game.to_move(),
                    state.passes,
                    bound,
                    back,
                    child,
                ));
            }
        }
        Err(none)
    }
}

/// Returns whether a play leaves the coloring unchanged: a one-stone suicide.
fn is_standstill(
    graph: &Graph<1>,
    suicide: Suicide,
    coloring: &Coloring<1, 2>,
    mover: Player,
    point: Point,
) -> bool {
    suicide == Suicide::Allow
        && !coloring.occupied().contains(point)
        && coloring.play(graph, mover, point).coloring == *coloring
}
