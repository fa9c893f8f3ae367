//! The turns that one process owns, and what is known about them.

use koproof_rules::{Coloring, Player};

use crate::error::PartitionError;
use crate::game::{Game, Turn, is_mirrored};

/// News of a turn, about the score of the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// The mover has a play after which the mover can force the score.
    Choice,
    /// This number of plays of the mover lead to turns from which the opponent can force the score.
    Closed(u8),
}

/// A turn from which the prover can force the score, without a pass just made; its predecessors must be informed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attracted {
    pub(crate) place: Place,
    pub(crate) prover: Prover,
}

/// The player who forces, from the point of view of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prover {
    Mover,
    Other,
}

/// The index of a turn among those of its owner: twice the place of its coloring, plus one if White is to move.
pub(crate) type Place = u32;

/// The scores that the prover can force from a turn, by prover and passes, in the order of [`MOVER`],
/// [`MOVER_AFTER_PASS`], …
pub(crate) type Forced = [i8; 4];

pub(crate) const MOVER: usize = 0;
pub(crate) const MOVER_AFTER_PASS: usize = 1;
pub(crate) const OTHER: usize = 2;
pub(crate) const OTHER_AFTER_PASS: usize = 3;

/// A score that is not known yet.
pub(crate) const OPEN: i8 = i8::MIN;

/// The turns of one owner.
///
/// Each of its colorings takes nine bytes, and each of their two turns takes five.
#[derive(Debug)]
pub(crate) struct Part {
    /// Twice the code of each coloring, and one more if both its turns are in one place; ascending.
    pub(crate) keys: Vec<u64>,
    /// The score of each coloring, Black − White.
    scores: Vec<i8>,
    /// The forced scores, by place.
    pub(crate) forced: Vec<Forced>,
    /// The number of plays, by place, with which the mover may still escape the other player.
    pub(crate) escapes: Vec<u8>,
    /// The score that is being forced.
    target: i8,
    /// The number of known values.
    pub(crate) settled: u64,
    latest: Vec<Attracted>,
}

/// Counts the turns of some colorings, which must have numbers.
fn count_turns(keys: &[u64]) -> Result<usize, PartitionError> {
    if keys.len() > (Place::MAX / 2) as usize {
        return Err(PartitionError::TooManyTurns(keys.len()));
    }
    Ok(2 * keys.len())
}

fn colorings(keys: &[u64]) -> impl Iterator<Item = Coloring<1, 2>> {
    keys.iter().map(|key| Coloring::from_code(key / 2, 2))
}

impl Part {
    /// Starts with the colorings of these keys, which ascend, with nothing known about them.
    pub(crate) fn new(game: &Game, keys: Vec<u64>) -> Result<Self, PartitionError> {
        let turns = count_turns(&keys)?;
        let mut escapes = Vec::with_capacity(turns);
        for coloring in colorings(&keys) {
            escapes.extend(Player::BOTH.map(|player| game.plays(&coloring, player)));
        }
        Self::resumed(game, keys, vec![[OPEN; 4]; turns], escapes)
    }

    /// Goes on after a level, with the colorings of these keys in their order.
    pub(crate) fn resumed(
        game: &Game,
        keys: Vec<u64>,
        forced: Vec<Forced>,
        escapes: Vec<u8>,
    ) -> Result<Self, PartitionError> {
        count_turns(&keys)?;
        let scores = colorings(&keys).map(|coloring| game.score(&coloring));
        let known = forced.iter().flatten().filter(|&&value| value != OPEN);
        Ok(Self {
            scores: scores.collect(),
            settled: known.count() as u64,
            keys,
            forced,
            escapes,
            target: game.points() as i8,
            latest: Vec::new(),
        })
    }

    /// Returns the number of values: four for each turn.
    pub(crate) fn values(&self) -> u64 {
        self.keys.iter().map(|&key| 4 * turns(key) as u64).sum()
    }

    /// Returns the bytes that colorings and turns take: nine for each coloring, and five for each of its turns.
    pub(crate) fn bytes(&self) -> u64 {
        let colorings = size_of_val(&self.keys[..]) + size_of_val(&self.scores[..]);
        let turns = size_of_val(&self.forced[..]) + size_of_val(&self.escapes[..]);
        (colorings + turns) as u64
    }

    /// Begins the level of a score: attracts the turns where the game can be ended with it.
    pub(crate) fn begin(&mut self, target: i8) {
        self.target = target;
        for coloring in 0..self.keys.len() {
            for place in (2 * coloring..).take(turns(self.keys[coloring])) {
                let place = place as Place;
                if self.mover_score(place) == target {
                    self.settle_mover_after_pass(place);
                    // The opponent is to move in the other turn of the same coloring.
                    self.settle_other_after_pass(self.passed(place));
                }
            }
        }
    }

    /// Processes news of a turn, with all its consequences within this part.
    ///
    /// # Panics
    /// If the turn does not belong to this part, or has fewer plays than were closed: such news is from another run.
    pub(crate) fn hear(&mut self, turn: Turn, news: News) {
        let coloring = self
            .keys
            .binary_search_by_key(&(turn / 2), |key| key / 2)
            .expect("news goes to the owner of the turn");
        let place = (2 * coloring) as Place + (turn % 2) as Place;
        match news {
            News::Choice => {
                self.settle(place, MOVER);
                self.settle_mover_after_pass(place);
            }
            News::Closed(plays) => {
                let escapes = &mut self.escapes[place as usize];
                *escapes = escapes
                    .checked_sub(plays)
                    .expect("no more plays are closed than there are");
                self.settle_other(place);
                self.settle_other_after_pass(place);
            }
        }
    }

    /// Returns the next turn whose predecessors must be informed.
    pub(crate) fn next_attracted(&mut self) -> Option<Attracted> {
        self.latest.pop()
    }

    /// Returns coloring and player of a turn.
    pub(crate) fn turn(&self, place: Place) -> (Coloring<1, 2>, Player) {
        let coloring = Coloring::from_code(self.keys[place as usize / 2] / 2, 2);
        (coloring, Player::new(place as usize % 2))
    }

    /// Sets the score of a turn after a pass for its mover as the prover; the opponent's turn before that pass may
    /// follow.
    fn settle_mover_after_pass(&mut self, place: Place) {
        if self.settle(place, MOVER_AFTER_PASS) {
            self.settle_other(self.passed(place));
        }
    }

    /// Attracts a turn for the other player if neither a play nor the pass lets the mover escape.
    fn settle_other(&mut self, place: Place) {
        let passed = self.passed(place) as usize;
        if self.escapes[place as usize] == 0 && self.forced[passed][MOVER_AFTER_PASS] != OPEN {
            self.settle(place, OTHER);
        }
    }

    /// Does the same after a pass, where another pass ends the game.
    fn settle_other_after_pass(&mut self, place: Place) {
        let stops = -self.mover_score(place) >= self.target;
        if self.escapes[place as usize] == 0 && stops && self.settle(place, OTHER_AFTER_PASS) {
            self.settle(self.passed(place), MOVER);
        }
    }

    /// Sets a value of a turn; `false` if it already has one.
    fn settle(&mut self, place: Place, which: usize) -> bool {
        let value = &mut self.forced[place as usize][which];
        if *value != OPEN {
            return false;
        }
        *value = self.target;
        self.settled += 1;
        let prover = match which {
            MOVER => Prover::Mover,
            OTHER => Prover::Other,
            // No play leads to a turn after a pass.
            _ => return true,
        };
        self.latest.push(Attracted { place, prover });
        true
    }

    /// Returns the turn that a pass leads to.
    fn passed(&self, place: Place) -> Place {
        if is_mirrored(self.keys[place as usize / 2]) {
            place
        } else {
            place ^ 1
        }
    }

    /// Returns the mover's score if the game ends here.
    fn mover_score(&self, place: Place) -> i8 {
        let score = self.scores[place as usize / 2];
        if place.is_multiple_of(2) {
            score
        } else {
            -score
        }
    }
}

/// Counts the turns of a coloring.
fn turns(key: u64) -> usize {
    if is_mirrored(key) { 1 } else { 2 }
}
