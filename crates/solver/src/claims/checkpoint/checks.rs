//! The checks of a checkpoint. They cover everything but proofs, which it does not hold.
//!
//! A claim is refused if no search could have proved it: if its state or a record does not exist, if it is not
//! well-formed, contradicts the pass-forever bounds, or contradicts another claim. A value of a table is refused on the
//! same grounds. A false claim that passes all checks is trusted.

use std::sync::Arc;

use koproof_rules::{Coloring, Element, Player, Representatives, Superko};
use koproof_verify::{Bound, StepOfPasses};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::entry::{WireClaim, bound};
use super::error::CheckpointError;
use crate::claims::claim::{About, Claim, NO_LIMIT};
use crate::claims::origin::{Origin, Passes};
use crate::claims::proof_table::KEPT;
use crate::state::records::RecordId;
use crate::state::slot::Slot;
use crate::state::{Shared, State};

/// Claims by their slots of the proof table. Most states have one.
pub(super) type Claims = FxHashMap<Slot, SmallVec<[Arc<Claim>; 1]>>;

/// Conditions of one or more claims, as the file lists them, in normal form.
pub(super) struct Conditions {
    records: Arc<[RecordId]>,
    /// The number of records to avoid, which come first.
    avoid: u32,
}

impl Conditions {
    /// Checks records to avoid and needed records.
    pub(super) fn new(
        shared: &Shared,
        avoid: &[RecordId],
        need: &[RecordId],
    ) -> Result<Self, CheckpointError> {
        let records = [avoid, need].concat();
        let is_record = |&record: &RecordId| shared.orbits.is_name(record);
        if !records.iter().all(is_record) {
            return Err(UNKNOWN_RECORD);
        }
        let needed: FxHashSet<RecordId> = need.iter().copied().collect();
        if avoid.iter().any(|record| needed.contains(record)) {
            return Err(ILL_FORMED);
        }
        Ok(Self {
            records: records.into(),
            avoid: avoid.len() as u32,
        })
    }

    /// Returns the size of the records in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.records) as u64
    }
}

const UNKNOWN_RECORD: CheckpointError = CheckpointError::Content("a claim with an unknown record");
const ILL_FORMED: CheckpointError = CheckpointError::Content("a claim that is not well-formed");

/// Checks that an archive of so many steps has those that derive a claim.
pub(super) fn steps(steps: StepOfPasses, all: u64) -> Result<StepOfPasses, CheckpointError> {
    match steps.iter().flatten().all(|&step| step < all) {
        true => Ok(steps),
        false => Err(CheckpointError::Content(
            "a claim by a step that is nowhere",
        )),
    }
}

/// Returns the origin of a claim that steps of an archive derive.
pub(super) fn proof(
    bound: Bound,
    passes: Option<u8>,
    steps: StepOfPasses,
) -> Result<Arc<Origin>, CheckpointError> {
    let passes = passes.map_or(Passes::Any, Passes::Only);
    Origin::archived(bound, passes, steps).ok_or(CheckpointError::Content(
        "a claim without the steps that derive it",
    ))
}

/// Adds a claim to those before it, if nothing is wrong with it. `conditions` are those that the file has listed so far,
/// and `archived` is the number of steps of the archive, if there is one.
pub(super) fn add(
    shared: &Shared,
    claims: &mut Claims,
    stated: &WireClaim,
    conditions: &[Conditions],
    archived: Option<u64>,
) -> Result<(), CheckpointError> {
    let steps = archived.map(|all| steps(stated.steps, all)).transpose()?;
    let (state, passes) = state(shared, stated.slot, stated.passes)?;
    let slot = shared.slot(state);
    let claim = stored(shared, stated, (slot, passes), conditions, steps)?;
    if !is_well_formed(shared, state, &claim) {
        return Err(ILL_FORMED);
    }
    let orbit = shared.orbits.get(state.orbit);
    if !is_possible(claim.bound, (orbit.floor(), orbit.ceiling())) {
        return Err(CheckpointError::Content(
            "a claim beyond what a player gets who only passes",
        ));
    }
    let others = claims.entry(slot).or_default();
    if others.len() >= 2 * KEPT {
        return Err(CheckpointError::Content(
            "more claims about a state than are kept",
        ));
    }
    if others.iter().any(|other| contradict(shared, &claim, other)) {
        return Err(CheckpointError::Content(
            "two claims that contradict each other",
        ));
    }
    others.push(Arc::new(claim));
    Ok(())
}

/// Makes the claim that is stated, if its parts exist: conditions, frame, own record, size and steps of the proof.
fn stored(
    shared: &Shared,
    stated: &WireClaim,
    (slot, passes): (Slot, Passes),
    conditions: &[Conditions],
    steps: Option<StepOfPasses>,
) -> Result<Claim, CheckpointError> {
    let orbits = &shared.orbits;
    let about = About {
        slot,
        passes,
        bound: bound(stated.at_most, stated.score),
    };
    let conditions = (usize::try_from(stated.conditions).ok())
        .and_then(|number| conditions.get(number))
        .ok_or(CheckpointError::Content("a claim without its conditions"))?;
    if usize::from(stated.frame) >= orbits.symmetry.len() {
        return Err(CheckpointError::Content("a claim in an unknown frame"));
    }
    if !(stated.own.iter()).all(|&own| orbits.is_name(own)) {
        return Err(UNKNOWN_RECORD);
    }
    let frame = Element::from_index(usize::from(stated.frame));
    let listed = (Arc::clone(&conditions.records), conditions.avoid);
    let mut claim = Claim::stored(about, listed, frame, stated.own);
    // The size of a proof that repeats parts of itself often enough is infinite.
    if stated.work.is_nan() || stated.work < 1.0 {
        return Err(CheckpointError::Content("a claim with a proof of no size"));
    }
    claim.work = stated.work;
    claim.stone_limit = stated.stone_limit.unwrap_or(NO_LIMIT);
    let origin = steps.map(|steps| proof(about.bound, stated.passes, steps));
    claim.origin = origin.transpose()?;
    Ok(claim)
}

/// Returns whether a claim is well-formed: it avoids no record that it needs or that every history of its state contains, and
/// neither has more stones than it allows.
fn is_well_formed(shared: &Shared, state: State, claim: &Claim) -> bool {
    let orbits = &shared.orbits;
    // Few records are carried to the frame of the conditions, which can be many.
    let products = (orbits.symmetry).products_of(orbits.symmetry.inverse(claim.frame));
    let back = |&record: &RecordId| orbits.carried(record, products);
    let known = shared.known(state, Element::IDENTITY);
    let own = claim.own();
    let avoids = |record: &RecordId| own == Some(*record) || claim.avoid().contains(&back(record));
    !known.iter().any(avoids)
        && !own.is_some_and(|own| claim.need().contains(&back(&own)))
        && !(claim.limits_stones()
            && (exceeds(shared, claim, &known) || exceeds(shared, claim, &shared.needed_by(claim))))
}

/// Returns the state that a claim is about, in its representative's frame.
pub(super) fn state(
    shared: &Shared,
    slot: u64,
    passes: Option<u8>,
) -> Result<(State, Passes), CheckpointError> {
    const NO_STATE: CheckpointError = CheckpointError::Content("a claim about no state");
    let slot = Slot::with_number(slot).ok_or(NO_STATE)?;
    let (orbit, player) = shared.of_slot(slot);
    if !shared.orbits.is_stored(orbit.into()) {
        return Err(NO_STATE);
    }
    let (normal, _) = shared
        .orbits
        .normal_with_player(orbit, player, Element::IDENTITY);
    let passes = match passes {
        Some(passes @ (0 | 1)) => Passes::Only(passes),
        None if shared.orbits.rules.superko == Superko::Positional => Passes::Any,
        _ => return Err(NO_STATE),
    };
    let state = State {
        orbit,
        player,
        element: Element::IDENTITY,
        // The records of the state do not depend on the number of passes.
        passes: passes.only().unwrap_or(0),
    };
    match normal == player {
        true => Ok((state, passes)),
        false => Err(NO_STATE),
    }
}

fn is_possible(bound: Bound, (floor, ceiling): (i16, i16)) -> bool {
    match bound {
        Bound::AtLeast(score) => score <= ceiling,
        Bound::AtMost(score) => score >= floor,
    }
}

/// Returns whether two claims about one coloring and player contradict each other: some history meets the conditions of
/// both, and their bounds cannot both hold.
fn contradict(shared: &Shared, one: &Claim, other: &Claim) -> bool {
    let (least, most) = match (one.bound, other.bound) {
        (Bound::AtLeast(least), Bound::AtMost(most))
        | (Bound::AtMost(most), Bound::AtLeast(least)) => (least, most),
        _ => return false,
    };
    let apart = match (one.passes, other.passes) {
        (Passes::Only(one), Passes::Only(other)) => one != other,
        _ => false,
    };
    if least <= most || apart {
        return false;
    }
    let [of_one, of_other] = [one, other].map(|claim| shared.conditions(claim));
    let clash = |claim: &Claim, avoid: &[RecordId], need: &[RecordId]| {
        avoid.iter().any(|record| need.contains(record)) || exceeds(shared, claim, need)
    };
    !clash(one, &of_one[0], &of_other[1]) && !clash(other, &of_other[0], &of_one[1])
}

/// Returns whether a record, in the frame of a claim, has more stones of the prover than the claim allows.
fn exceeds(shared: &Shared, claim: &Claim, records: &[RecordId]) -> bool {
    let orbits = &shared.orbits;
    let prover = claim.bound.prover().index();
    records.iter().any(|&record| {
        let stones = orbits.stones_of(record);
        stones[prover] > claim.stone_limit
    })
}

/// Checks that the values of a table belong to its colorings, in order, and lie within the known bounds. Returns the
/// colorings, whose list can take minutes, if there are values.
pub(super) fn values(
    shared: &Shared,
    claims: &Claims,
    solved: &[(u64, [i8; 2])],
) -> Result<Option<Representatives>, CheckpointError> {
    if solved.is_empty() {
        return Ok(None);
    }
    let representatives = Representatives::new(&shared.orbits.graph)
        .map_err(|_| CheckpointError::Content("values of a table that is too large to be made"))?;
    let mut colorings = (0_u64..).zip(representatives.iter());
    for &(rank, values) in solved {
        let (_, coloring) = colorings
            .by_ref()
            .find(|&(next, _)| next == rank)
            .ok_or(CheckpointError::Content("a value of no coloring"))?;
        if !are_allowed(shared, claims, coloring, values) {
            return Err(CheckpointError::Content("a value beyond its bounds"));
        }
    }
    drop(colorings);
    Ok(Some(representatives))
}

/// Returns whether the pass-forever bounds and the claims that need no records allow values for the games that start at a
/// coloring, with Black and with White to move. Claims avoid no record that a start has.
fn are_allowed(
    shared: &Shared,
    claims: &Claims,
    coloring: Coloring<1, 2>,
    values: [i8; 2],
) -> bool {
    let toll = shared.toll.stones(&coloring);
    let (floor, ceiling) = shared.orbits.pass_forever(&coloring);
    // A table can have more colorings than there are names. Most of them were solved without a search, and have none.
    let name = shared.orbits.find(coloring);
    Player::BOTH
        .into_iter()
        .zip(values)
        .all(|(to_move, value)| {
            let tolled = i16::from(value) + toll;
            (floor..=ceiling).contains(&tolled)
                && name.is_none_or(|name| {
                    let state = shared.named(name, to_move, 0);
                    let exact = shared.framed(state, Bound::AtLeast(tolled));
                    let mut sure = (claims.get(&shared.slot(state)).into_iter())
                        .flatten()
                        .filter(|claim| claim.need().is_empty() && claim.passes.cover(0));
                    sure.all(|claim| claim.bound.met_by(exact.score()))
                })
        })
}

#[cfg(test)]
mod tests;
