//! Games of the oracle, with its own implementation of the superko rules.

use std::collections::HashSet;

use koproof_rules::{Player, Scoring, Suicide, Superko};
use rustc_hash::FxBuildHasher;

use super::{EMPTY, Oracle, OracleError, Stones, color_of};

/// The action of a player in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OracleMove {
    /// Leave the coloring unchanged.
    Pass,
    /// Place a stone at the point with this number.
    Play(u16),
}

/// The coloring after a move and, under rules that depend on the player, a player.
type Record = (Stones, Option<Player>);

/// The data to undo a turn.
#[derive(Clone, Debug)]
struct Turn {
    taken: OracleMove,
    mover: Player,
    before: Stones,
    lost_before: [usize; Player::MAX],
    passes_before: usize,
    /// The record, if this turn made it first.
    added: Option<Record>,
}

/// A game in progress, with its whole history.
///
/// # Examples
/// ```
/// use koproof_rules::{Player, Ruleset};
/// use koproof_verify::{Oracle, OracleError, OracleMove};
/// let oracle = Oracle::new(&"path:2".parse()?, Ruleset::TROMP_TAYLOR)?;
/// let mut game = oracle.start("X.", Player::WHITE)?;
/// game.play(OracleMove::Play(1))?;
/// assert_eq!(game.position(), ".O");
/// // Black would take back and recreate the start.
/// assert_eq!(game.play(OracleMove::Play(0)), Err(OracleError::Superko(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OracleGame<'o> {
    pub(super) oracle: &'o Oracle,
    stones: Stones,
    to_move: Player,
    passes: usize,
    /// The number of stones that each player has lost.
    lost: [usize; Player::MAX],
    records: HashSet<Record, FxBuildHasher>,
    turns: Vec<Turn>,
}

impl<'o> OracleGame<'o> {
    pub(super) fn new(oracle: &'o Oracle, stones: Stones, to_move: Player) -> Self {
        let players = oracle.rules.players;
        // A game starts as if a play of the previous player had led to its first coloring; only under Taylor's rule
        // nobody has generated it.
        let first = match oracle.rules.superko {
            Superko::Positional => Some((stones, None)),
            Superko::Situational => Some((stones, Some(to_move))),
            Superko::NaturalSituational => {
                let before = (to_move.index() + players - 1) % players;
                Some((stones, Some(Player::new(before))))
            }
            Superko::Taylor => None,
        };
        Self {
            oracle,
            stones,
            to_move,
            passes: 0,
            lost: [0; Player::MAX],
            records: first.into_iter().collect(),
            turns: Vec::new(),
        }
    }

    /// Returns the current coloring, in point order.
    #[must_use]
    pub fn position(&self) -> String {
        self.oracle.write(&self.stones)
    }

    /// Returns the player to move, also when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Counts the consecutive passes just made.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Counts the records made so far, each once.
    #[must_use]
    pub fn records(&self) -> usize {
        self.records.len()
    }

    /// Returns whether every player has passed in a row.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes == self.oracle.rules.players
    }

    /// Returns a player's area in the current coloring: stones, and the empty points that reach only them.
    ///
    /// # Panics
    /// If the player does not take part.
    #[must_use]
    pub fn area(&self, player: Player) -> usize {
        self.oracle
            .check_player(player)
            .expect("the player takes part");
        self.oracle.area(&self.stones, player)
    }

    /// Returns the score of a player if the game ended now, by the scoring of the rules; komi is not counted.
    ///
    /// # Panics
    /// If the player does not take part.
    #[must_use]
    pub fn points(&self, player: Player) -> usize {
        self.oracle
            .check_player(player)
            .expect("the player takes part");
        match self.oracle.rules.scoring {
            Scoring::Area => self.oracle.area(&self.stones, player),
            Scoring::Taylor => self.oracle.untouched(&self.stones, player),
            Scoring::Territory => {
                let stones = self.stones.iter();
                let own = stones.filter(|&&stone| stone == color_of(player)).count();
                let prisoners: usize = self
                    .oracle
                    .players()
                    .filter(|&other| other != player)
                    .map(|other| self.lost[other.index()])
                    .sum();
                self.oracle.area(&self.stones, player) - own + prisoners
            }
        }
    }

    /// Returns the score if the game ended now, Black − White.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.points(Player::BLACK) as i32 - self.points(Player::WHITE) as i32
    }

    /// Lists every legal move: the pass, then plays in the order of their points. Empty when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<OracleMove> {
        self.moves()
            .filter(|&taken| self.try_move(taken).is_ok())
            .collect()
    }

    /// Returns the coloring after a move, as [`Self::position`] writes it.
    ///
    /// # Errors
    /// The reason why the move is illegal; of several reasons, the first in the order over, off the board, occupied,
    /// suicide, superko.
    pub fn after(&self, taken: OracleMove) -> Result<String, OracleError> {
        self.try_move(taken)
            .map(|(stones, _)| self.oracle.write(&stones))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// As [`Self::after`]; the game does not change then.
    pub fn play(&mut self, taken: OracleMove) -> Result<(), OracleError> {
        let (stones, record) = self.try_move(taken)?;
        let added = record.filter(|&record| self.records.insert(record));
        let mover = self.to_move;
        let next = self.next_player();
        self.turns.push(Turn {
            taken,
            mover,
            before: self.stones,
            lost_before: self.lost,
            passes_before: self.passes,
            added,
        });
        for (&before, &after) in self.stones.iter().zip(&stones) {
            if before != EMPTY && after == EMPTY {
                self.lost[usize::from(before) - 1] += 1;
            }
        }
        if let OracleMove::Play(point) = taken
            && stones[usize::from(point)] == EMPTY
        {
            self.lost[mover.index()] += 1;
        }
        self.stones = stones;
        self.passes = match taken {
            OracleMove::Pass => self.passes + 1,
            OracleMove::Play(_) => 0,
        };
        self.to_move = next;
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<OracleMove> {
        let turn = self.turns.pop()?;
        // A pass may have made a record that was there before; that record stays.
        if let Some(record) = turn.added {
            self.records.remove(&record);
        }
        self.stones = turn.before;
        self.lost = turn.lost_before;
        self.passes = turn.passes_before;
        self.to_move = turn.mover;
        Some(turn.taken)
    }

    /// Iterates over every move, legal or not, the pass first.
    pub(super) fn moves(&self) -> impl Iterator<Item = OracleMove> + use<> {
        let plays = (0..self.oracle.points() as u16).map(OracleMove::Play);
        std::iter::once(OracleMove::Pass).chain(plays)
    }

    /// Returns the number of points of the board.
    pub(super) fn board_points(&self) -> usize {
        self.oracle.points()
    }

    fn next_player(&self) -> Player {
        // The first player has the turns of the handicap in a row.
        if self.turns.len() + 1 < self.oracle.rules.handicap {
            return self.to_move;
        }
        Player::new((self.to_move.index() + 1) % self.oracle.rules.players)
    }

    /// Returns the coloring after a legal move, and the record of the move.
    fn try_move(&self, taken: OracleMove) -> Result<(Stones, Option<Record>), OracleError> {
        if self.is_over() {
            return Err(OracleError::Over);
        }
        let (mover, next) = (self.to_move, self.next_player());
        let superko = self.oracle.rules.superko;
        let OracleMove::Play(point) = taken else {
            let record = match superko {
                Superko::Positional | Superko::NaturalSituational => None,
                Superko::Situational => Some((self.stones, Some(next))),
                // A player who leaves a pattern by passing has generated it.
                Superko::Taylor => Some((self.stones, Some(mover))),
            };
            return Ok((self.stones, record));
        };
        let index = usize::from(point);
        if index >= self.oracle.points() {
            return Err(OracleError::OffBoard(point));
        }
        if self.stones[index] != EMPTY {
            return Err(OracleError::Occupied(point));
        }
        let (stones, suicide) = self.oracle.after(&self.stones, mover, index);
        if suicide && self.oracle.rules.suicide == Suicide::Forbid {
            return Err(OracleError::Suicide(point));
        }
        let record = match superko {
            Superko::Positional => (stones, None),
            Superko::Situational => (stones, Some(next)),
            Superko::NaturalSituational | Superko::Taylor => (stones, Some(mover)),
        };
        if self.records.contains(&record) {
            return Err(OracleError::Superko(point));
        }
        Ok((stones, Some(record)))
    }
}

impl Oracle {
    /// Starts a game at any coloring in which every stone reaches an empty point, with the history of a game that
    /// begins there.
    ///
    /// # Errors
    /// If the position does not fit the board and the players, has a stone without liberties, or `to_move` does not
    /// take part.
    pub fn start(&self, position: &str, to_move: Player) -> Result<OracleGame<'_>, OracleError> {
        self.check_player(to_move)?;
        let stones = self.read(position)?;
        for player in self.players() {
            let dead = self.without_empty(&stones, player);
            if let Some(point) = dead.iter().position(|&dead| dead) {
                return Err(OracleError::NoLiberty(point as u16));
            }
        }
        Ok(OracleGame::new(self, stones, to_move))
    }
}
