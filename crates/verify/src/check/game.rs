//! The game of a certificate: the states after turns, and the records of turns.

use koproof_rules::{Coloring, Graph, Player, Point, Scoring, Suicide, Superko};

use super::reason::{Impossible, Reason};
use crate::claim::{GameRecord, State};

/// The number of players of a certificate's game.
const PLAYERS: usize = 2;

/// A board and its rules.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) graph: Graph<1>,
    pub(super) superko: Superko,
    pub(super) suicide: Suicide,
    pub(super) scoring: Scoring,
}

/// A turn: the state it leads to, the record it makes, and its permanent contribution to the score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) after: State,
    pub(super) record: Option<GameRecord>,
    pub(super) shift: i16,
}

impl Game {
    /// Returns the play of the player to move.
    pub(super) fn play(&self, state: &State, point: Point) -> Result<Turn, Impossible> {
        let mover = state.to_move;
        if state.coloring.occupied().contains(point) {
            return Err(Impossible::Occupied);
        }
        let play = state.coloring.play(&self.graph, mover, point);
        if !self.suicide.allows(&play) {
            return Err(Impossible::Suicide);
        }
        Ok(Turn {
            after: State {
                coloring: play.coloring,
                to_move: mover.next(PLAYERS),
                passes: 0,
            },
            record: Some(self.superko.of_play(play.coloring, mover, PLAYERS)),
            shift: self.scoring.shift(&play, mover),
        })
    }

    /// Returns the pass of the player to move, which must not end the game.
    pub(super) fn pass(&self, state: &State) -> Result<Turn, Reason> {
        if self.pass_ends(state) {
            return Err(Reason::PassEnds);
        }
        Ok(Turn {
            after: State {
                coloring: state.coloring,
                to_move: state.to_move.next(PLAYERS),
                passes: state.passes + 1,
            },
            record: self.superko.of_pass(state.coloring, state.to_move, PLAYERS),
            shift: 0,
        })
    }

    /// Returns whether a pass ends the game.
    pub(super) fn pass_ends(&self, state: &State) -> bool {
        usize::from(state.passes) + 1 == PLAYERS
    }

    /// Iterates over `K(p, t, k)`, the records that every history of the state contains.
    pub(super) fn known(&self, state: &State) -> impl Iterator<Item = GameRecord> {
        let passes = usize::from(state.passes);
        self.superko
            .known(state.coloring, state.to_move, passes, PLAYERS)
    }

    /// Returns the score if the game ends here, Black − White, without prisoners.
    pub(super) fn score(&self, coloring: &Coloring<1, 2>) -> i16 {
        coloring.balance(&self.graph, self.scoring)
    }

    /// Returns the stones on the board that count in area but not in the scoring of the rules, Black − White.
    pub(super) fn stones(&self, coloring: &Coloring<1, 2>) -> i16 {
        match self.scoring {
            Scoring::Area | Scoring::Taylor => 0,
            Scoring::Territory => {
                let count = |player| coloring.stones(player).len() as i16;
                count(Player::BLACK) - count(Player::WHITE)
            }
        }
    }

    /// Refuses a coloring with a chain without liberties.
    pub(super) fn legal(&self, coloring: &Coloring<1, 2>) -> Result<(), Reason> {
        if coloring.is_legal(&self.graph) {
            return Ok(());
        }
        Err(Reason::NoLiberty(coloring.to_symbols(self.graph.points())))
    }

    /// Writes a state in human-readable form.
    pub(super) fn state_text(&self, state: &State) -> String {
        let coloring = state.coloring.to_symbols(self.graph.points());
        let passes = if state.passes == 0 {
            ""
        } else {
            " after a pass"
        };
        format!("{coloring} with {} to move{passes}", state.to_move)
    }

    /// Writes a record in human-readable form.
    pub(super) fn record_text(&self, record: &GameRecord) -> String {
        let coloring = record.coloring.to_symbols(self.graph.points());
        match record.player {
            Some(player) => format!("{coloring}:{player}"),
            None => coloring,
        }
    }
}
