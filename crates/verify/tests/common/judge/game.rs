//! The game of the judge: plays, records and scores.

use std::collections::BTreeSet;

use koproof_rules::{Board, Move, Scoring, Suicide, Superko};
use koproof_verify::Position;

use super::{Fault, Judge, Rec, Situation, Stones, ensure, letter, other};

impl Judge {
    /// Returns the points of color `from` that reach a point of color `to`.
    pub(super) fn reaching(&self, stones: &Stones, from: u8, to: u8) -> Vec<bool> {
        let mut reaching = vec![false; stones.len()];
        for _ in 0..stones.len() {
            for (point, near) in self.neighbours.iter().enumerate() {
                reaching[point] |= stones[point] == from
                    && near
                        .iter()
                        .any(|&next| stones[next] == to || reaching[next]);
            }
        }
        reaching
    }

    pub(super) fn clear(&self, stones: &mut Stones, color: u8) -> bool {
        let alive = self.reaching(stones, color, b'.');
        let mut cleared = false;
        for (stone, alive) in stones.iter_mut().zip(alive) {
            if *stone == color && !alive {
                *stone = b'.';
                cleared = true;
            }
        }
        cleared
    }

    pub(super) fn is_legal(&self, stones: &Stones) -> bool {
        !b"XO"
            .iter()
            .any(|&color| self.clear(&mut stones.clone(), color))
    }

    /// Returns the coloring after a possible play.
    pub(crate) fn play(&self, stones: &Stones, mover: u8, point: usize) -> Option<Stones> {
        let mut stones = stones.clone();
        if std::mem::replace(stones.get_mut(point)?, mover) != b'.' {
            return None;
        }
        self.clear(&mut stones, other(mover));
        let suicide = self.clear(&mut stones, mover);
        (self.suicide == Suicide::Allow || !suicide).then_some(stones)
    }

    pub(crate) fn score(&self, stones: &Stones) -> i16 {
        let black = self.reaching(stones, b'.', b'X');
        let white = self.reaching(stones, b'.', b'O');
        (0..stones.len())
            .map(|point| match stones[point] {
                b'X' | b'O' if self.counts_prisoners() => 0,
                b'X' => 1,
                b'O' => -1,
                _ => {
                    i16::from(black[point] && !white[point])
                        - i16::from(white[point] && !black[point])
                }
            })
            .sum()
    }

    pub(crate) fn counts_prisoners(&self) -> bool {
        self.scoring == Scoring::Territory
    }

    /// Returns the permanent contribution of a play to Black − White: the white stones that it removes minus the black
    /// ones.
    pub(crate) fn gained(&self, before: &Stones, mover: u8, after: &Stones) -> i16 {
        if !self.counts_prisoners() {
            return 0;
        }
        let count = |stones: &Stones, color: u8| {
            stones.iter().filter(|&&stone| stone == color).count() as i16
        };
        let lost =
            |color: u8| count(before, color) + i16::from(color == mover) - count(after, color);
        lost(b'O') - lost(b'X')
    }

    /// Returns [`Self::gained`], or the wrong number under a fault.
    pub(crate) fn shift(&self, before: &Stones, mover: u8, after: &Stones) -> i16 {
        let gained = self.gained(before, mover, after);
        match self.fault {
            Some(Fault::PrisonersForgotten) => 0,
            Some(Fault::PrisonersOfTheWrongSide) => -gained,
            _ => gained,
        }
    }

    /// Returns the largest possible score.
    pub(super) fn largest(&self) -> i16 {
        if self.counts_prisoners() { 128 } else { 64 }
    }

    pub(crate) fn record_of_play(&self, mover: u8, result: &Stones) -> Rec {
        let player = match self.superko {
            Superko::Positional => None,
            Superko::Situational => Some(other(mover)),
            Superko::NaturalSituational | Superko::Taylor => Some(mover),
        };
        (result.clone(), player)
    }

    pub(crate) fn record_of_pass(&self, mover: u8, stones: &Stones) -> Option<Rec> {
        let player = match self.superko {
            _ if self.faulty(Fault::PassRecordForgotten) => return None,
            Superko::Situational => other(mover),
            Superko::Taylor => mover,
            Superko::Positional | Superko::NaturalSituational => return None,
        };
        Some((stones.clone(), Some(player)))
    }

    /// Returns `K(p, t, k)`, from the table in `docs/certificates.md`.
    pub(crate) fn known(&self, at: &Situation) -> BTreeSet<Rec> {
        let (p, t) = (&at.stones, at.mover);
        let players: Vec<Option<u8>> = match (self.superko, at.passes) {
            (Superko::Positional, _) => vec![None],
            (Superko::Situational, 1) if self.faulty(Fault::PassRecordForgotten) => {
                vec![Some(other(t))]
            }
            (Superko::Situational, 0) => vec![Some(t)],
            (Superko::Situational, _) => vec![Some(t), Some(other(t))],
            (Superko::NaturalSituational, 0) => vec![Some(other(t))],
            (Superko::NaturalSituational, _) => vec![Some(t)],
            (Superko::Taylor, 1) if !self.faulty(Fault::PassRecordForgotten) => {
                vec![Some(other(t))]
            }
            (Superko::Taylor, _) => vec![],
        };
        players
            .into_iter()
            .map(|player| (p.clone(), player))
            .collect()
    }

    /// Tells whether every history of the situation contains a record, or is assumed to do so under a fault.
    pub(super) fn always_there(&self, at: &Situation, record: &Rec) -> bool {
        if self.faulty(Fault::EveryRecordSubtracted) {
            return record.0 == at.stones;
        }
        if self.faulty(Fault::WrongRecordSubtracted) && at.passes == 0 {
            return *record == (at.stones.clone(), Some(at.mover));
        }
        self.known(at).contains(record)
    }

    /// Replays the moves of a stated position.
    pub(crate) fn replay_to(
        &self,
        position: &Position,
    ) -> Result<(Situation, BTreeSet<Rec>, i16), String> {
        let start = self.stones(&position.start);
        self.replay(start, letter(position.to_move), &position.moves)
    }

    /// Plays moves from a start and returns the state after them, their records, and the prisoners of Black minus those
    /// of White.
    pub(crate) fn replay(
        &self,
        start: Stones,
        to_move: u8,
        moves: &[Move],
    ) -> Result<(Situation, BTreeSet<Rec>, i16), String> {
        ensure(self.is_legal(&start), "start")?;
        let mut gained = 0;
        let mut at = Situation {
            stones: start,
            mover: to_move,
            passes: 0,
        };
        let mut history = self.known(&at);
        for taken in moves {
            ensure(at.passes < 2, "over")?;
            match taken {
                Move::Pass => {
                    history.extend(self.record_of_pass(at.mover, &at.stones));
                    at.passes += 1;
                }
                Move::Play(point) => {
                    let result = self
                        .play(&at.stones, at.mover, point.index())
                        .ok_or("move")?;
                    let record = self.record_of_play(at.mover, &result);
                    ensure(history.insert(record), "superko")?;
                    gained += self.gained(&at.stones, at.mover, &result);
                    at = Situation {
                        stones: result,
                        passes: 0,
                        ..at
                    };
                }
            }
            at.mover = other(at.mover);
        }
        ensure(at.passes < 2, "over")?;
        Ok((at, history, gained))
    }
}

/// Returns the neighbours of each point.
pub(super) fn neighbours(board: &Board) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); board.points()];
    for &(a, b) in board.edges() {
        neighbours[usize::from(a)].push(usize::from(b));
        neighbours[usize::from(b)].push(usize::from(a));
    }
    neighbours
}
