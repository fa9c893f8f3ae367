//! The claims that steps may use, and the symmetries that carry them.

use koproof_rules::{Coloring, Player};
use rustc_hash::FxHashMap;

use super::game::Game;
use super::reason::Reason;
use super::records::{Images, RecordId, Records};
use crate::carry::Carry;
use crate::certificate::Child;
use crate::claim::{Bound, GameRecord, State};

/// Unused records are forgotten when there are more new ones than this, and also more than a quarter of the live claims
/// and their records, which must all be visited.
const BETWEEN_RENUMBERINGS: u64 = 1 << 16;

/// A number of stones that no record exceeds.
pub(super) const NO_LIMIT: u8 = u8::MAX;

/// Counts the stones of a player.
#[inline]
pub(super) fn stones(coloring: &Coloring<1, 2>, player: Player) -> u8 {
    coloring.stones(player).len() as u8
}

/// A claim: a bound holds at a state under every history that contains the state's own records and all of `need`,
/// nothing of `avoid`, and no record with more stones of the prover than `stone_limit`.
///
/// It is well-formed if `avoid` has no record in common with `need` or with the state's own records, and its state has
/// no more stones of the prover than the limit.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) state: State,
    pub(super) bound: Bound,
    pub(super) avoid: Box<[RecordId]>,
    pub(super) need: Box<[RecordId]>,
    pub(super) stone_limit: u8,
}

impl Claim {
    /// Counts the records of both sets.
    pub(super) fn len(&self) -> u64 {
        (self.avoid.len() + self.need.len()) as u64
    }
}

/// Every claim that was made and not dropped, by the number of its step.
pub(super) struct Claims<'s> {
    /// The symmetries by number; number 0 is the identity.
    symmetries: &'s [Carry],
    pub(super) live: FxHashMap<u64, Claim>,
    /// The number of steps.
    steps: u64,
    /// The number of records of the live claims, counted for each claim.
    live_records: u64,
    pub(super) records: Records,
    images: Images,
    /// How many records had a number after the last renumbering.
    renumbered: u64,
}

impl<'s> Claims<'s> {
    pub(super) fn new(symmetries: &'s [Carry]) -> Self {
        Self {
            symmetries,
            live: FxHashMap::default(),
            steps: 0,
            live_records: 0,
            records: Records::default(),
            images: Images::new(),
            renumbered: 0,
        }
    }

    /// Stores the claim of the next step. The numbers of records can change.
    pub(super) fn keep(&mut self, claim: Claim) -> Result<(), Reason> {
        self.live_records += claim.len();
        self.live.insert(self.steps, claim);
        self.steps += 1;
        let new = self.records.len() - self.renumbered;
        let visited = self.live_records + self.live();
        if new > BETWEEN_RENUMBERINGS.max(visited / 4) {
            let claims = self.live.values_mut();
            let in_use = claims.flat_map(|claim| claim.avoid.iter_mut().chain(&mut claim.need));
            self.records.renumber(in_use)?;
            self.images.clear();
            self.renumbered = self.records.len();
        }
        Ok(())
    }

    /// Drops a claim.
    pub(super) fn forget(&mut self, step: u64) -> Result<(), Reason> {
        let claim = self.live.remove(&step).ok_or_else(|| self.missing(step))?;
        self.live_records -= claim.len();
        Ok(())
    }

    /// Drops all claims from this step on, as if they had never been made.
    pub(super) fn truncate(&mut self, steps: u64) {
        for step in steps..self.steps {
            if let Some(claim) = self.live.remove(&step) {
                self.live_records -= claim.len();
            }
        }
        self.steps = steps;
    }

    /// Returns the claim of a step that was not dropped.
    pub(super) fn get(&self, step: u64) -> Option<&Claim> {
        self.live.get(&step)
    }

    /// Returns a claim with the symmetry that carries it.
    pub(super) fn carried(&mut self, child: Child) -> Result<Carried<'_>, Reason> {
        let Child { step, symmetry } = child;
        let carry = self.symmetries.get(usize::from(symmetry));
        let listed = self.symmetries.len() - 1;
        Ok(Carried {
            step,
            carry: carry.ok_or(Reason::NoSuchSymmetry { symmetry, listed })?,
            claim: self.live.get(&step).ok_or_else(|| self.missing(step))?,
            symmetry,
            records: &mut self.records,
            images: &mut self.images,
        })
    }

    fn missing(&self, step: u64) -> Reason {
        if step >= self.steps {
            Reason::NotYetMade(step)
        } else {
            Reason::Dropped(step)
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn live(&self) -> u64 {
        self.live.len() as u64
    }

    pub(super) fn live_records(&self) -> u64 {
        self.live_records
    }
}

/// A claim and the symmetry that carries it.
pub(super) struct Carried<'c> {
    pub(super) step: u64,
    pub(super) claim: &'c Claim,
    carry: &'c Carry,
    symmetry: u16,
    records: &'c mut Records,
    images: &'c mut Images,
}

impl Carried<'_> {
    /// Checks that the claim is about this state, and implies this bound.
    pub(super) fn ensure_about(
        &self,
        game: &Game,
        state: &State,
        bound: Bound,
    ) -> Result<(), Reason> {
        let child = self.step;
        let about = self.carry.state(self.claim.state);
        if about != *state {
            return Err(Reason::AnotherState {
                child,
                found: game.state_text(&about),
                expected: game.state_text(state),
            });
        }
        let found = self.carry.bound(self.claim.bound);
        if !found.implies(bound) {
            let needed = bound;
            return Err(Reason::NotImplied {
                child,
                found,
                needed,
            });
        }
        Ok(())
    }

    /// Iterates over the records that the claim avoids.
    pub(super) fn avoid(&self) -> impl Iterator<Item = GameRecord> {
        self.carried(&self.claim.avoid)
    }

    /// Iterates over the records that the claim needs.
    pub(super) fn need(&self) -> impl Iterator<Item = GameRecord> {
        self.carried(&self.claim.need)
    }

    fn carried(&self, ids: &[RecordId]) -> impl Iterator<Item = GameRecord> {
        let records = ids.iter().map(|&id| self.records.record(id));
        records.map(|record| self.carry.record(record))
    }

    /// Carries one record of the claim.
    #[inline]
    pub(super) fn image(&mut self, id: RecordId) -> Result<RecordId, Reason> {
        if self.symmetry == 0 {
            return Ok(id);
        }
        let records = self.records.len();
        let image = self.images.entry(self.symmetry, id, records);
        if let Some(image) = *image {
            return Ok(image);
        }
        let record = self.records.record(id);
        let carried = self.records.id(self.carry.record(record))?;
        *image = Some(carried);
        Ok(carried)
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Graph, Player, Point, PointSet};

    use super::*;
    use crate::certificate::ListedSymmetry;

    /// Returns the record with this number: another one for each number below 2<sup>20</sup>.
    fn record(number: u64) -> GameRecord {
        let [black, white] = [number & 0x3FF, (number >> 10) << 10];
        let stones = [black, white].map(|set| PointSet::from_words([set]));
        GameRecord {
            coloring: Coloring::from_stones(stones),
            player: Some(Player::WHITE),
        }
    }

    #[test]
    fn claims_keep_their_records_when_unused_ones_are_forgotten() {
        let board: Board = "path:20".parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let listed = ListedSymmetry {
            images: (0..20).rev().map(Point::new).collect(),
            swap: true,
        };
        let mirror = || Carry::automorphism(&graph, &listed).expect("a path is symmetric");
        let symmetries = [Carry::nothing(&graph), mirror()];
        let mut claims = Claims::new(&symmetries);
        let numbers = |step: u64| 1000 * step..1000 * (step + 1);
        let mut most = 0;
        for step in 0..200 {
            let mut ids = |numbers: std::ops::Range<u64>| {
                let ids =
                    numbers.map(|number| claims.records.id(record(number)).expect("few records"));
                ids.collect::<Box<[RecordId]>>()
            };
            let claim = Claim {
                state: State {
                    coloring: Coloring::EMPTY,
                    to_move: Player::BLACK,
                    passes: 0,
                },
                bound: Bound::AtLeast(0),
                avoid: ids(numbers(step)),
                need: ids(numbers(step + 1)),
                stone_limit: NO_LIMIT,
            };
            claims.keep(claim).expect("few records");
            most = most.max(claims.records.len());
            // Ten claims stay, and each is used under both symmetries.
            if let Some(old) = step.checked_sub(10) {
                claims.forget(old).expect("the claim is live");
            }
            for step in step.saturating_sub(9)..=step {
                let child = |symmetry| Child { step, symmetry };
                let carried = claims.carried(child(0)).expect("the claim is live");
                assert!(carried.avoid().eq(numbers(step).map(record)), "{step}");
                assert!(carried.need().eq(numbers(step + 1).map(record)), "{step}");
                let mut carried = claims.carried(child(1)).expect("the claim is live");
                let first = carried.claim.avoid[0];
                let image = carried.image(first).expect("few records");
                let expected = mirror().record(record(1000 * step));
                assert_eq!(carried.records.record(image), expected, "{step}");
            }
        }
        let bound = BETWEEN_RENUMBERINGS + 2 * 11_000;
        assert!((BETWEEN_RENUMBERINGS..bound).contains(&most), "{most}");
    }
}
