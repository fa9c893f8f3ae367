//! The rules of inference: they decide which claim follows from which claims, under which conditions. This is the core
//! of the checker.
//!
//! It follows `docs/certificates.md`, sections 2 to 4; section 9 there proves that they are sound,
//! and `peaks.rs` that limits of stones are.

use koproof_rules::{Player, Point, Scoring};

use super::claims::{Claim, Claims, NO_LIMIT, stones};
use super::game::{Game, Turn};
use super::meter::Meter;
use super::peaks::Peaks;
use super::reason::{Impossible, Reason};
use super::records::{Gathered, RecordId};
use crate::alive::alive;
use crate::certificate::{Child, Rule, Step};
use crate::claim::{Bound, GameRecord, State};
use crate::pass_forever::PassForever;

/// Derives claims from earlier ones.
pub(super) struct Derivation<'g> {
    game: &'g Game,
    pass_forever: PassForever<'g>,
    /// `K(p, t, k)` of the current state: the records that every history of it contains.
    known: Vec<RecordId>,
    /// The records to avoid of the new claim.
    avoid: Gathered,
    need: Gathered,
    /// The most stones of the prover in a record of the history, for the new claim.
    stone_limit: u8,
    peaks: Peaks,
    /// The largest number of records of a claim.
    pub(super) most_records: u64,
}

impl<'g> Derivation<'g> {
    pub(super) fn new(game: &'g Game, most_records: u64, peaks: Peaks) -> Self {
        Self {
            game,
            pass_forever: PassForever::new(&game.graph, game.suicide, game.scoring),
            known: Vec::new(),
            avoid: Gathered::default(),
            need: Gathered::default(),
            stone_limit: NO_LIMIT,
            peaks,
            most_records,
        }
    }

    /// Returns the claim that a step derives.
    pub(super) fn derive(
        &mut self,
        claims: &mut Claims<'_>,
        step: &Step,
        meter: &mut Meter<'_>,
    ) -> Result<Claim, Reason> {
        let Step { state, bound, rule } = step;
        let game = self.game;
        game.legal(&state.coloring)?;
        in_range(*bound, game.scoring, 0)?;
        self.known.clear();
        for record in game.known(state) {
            self.known.push(claims.records.id(record)?);
        }
        self.avoid.clear();
        self.need.clear();
        self.stone_limit = NO_LIMIT;

        self.apply(rule, claims, state, *bound, meter)?;

        self.ensure_well_formed(claims, state, *bound)?;
        Ok(Claim {
            state: *state,
            bound: *bound,
            avoid: self.listed(claims, bound.prover()),
            need: self.need.list().into(),
            stone_limit: self.stone_limit,
        })
    }

    /// Checks that a rule applies, and gathers the records that the claim needs and avoids.
    fn apply(
        &mut self,
        rule: &Rule,
        claims: &mut Claims<'_>,
        state: &State,
        bound: Bound,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let game = self.game;
        let prover = bound.prover();
        match rule {
            Rule::Stop => {
                ensure_turn_of(prover, state)?;
                self.ends_within(state, bound)
            }
            Rule::Alive => {
                // Under territory the bound is that of area less the stones on the board now: docs/certificates.md,
                // section 9.
                let score =
                    alive(&game.graph, &state.coloring, prover) - game.stones(&state.coloring);
                meets(score, bound, Reason::Life { score, bound })
            }
            Rule::PassForever => {
                let visit = || meter.coloring();
                let score = self
                    .pass_forever
                    .worst_while(&state.coloring, prover, visit)?;
                meets(score, bound, Reason::PassForever { score, bound })
            }
            Rule::Play { point, child } => {
                ensure_turn_of(prover, state)?;
                let play = game.play(state, *point);
                let turn = play.map_err(|why| Reason::NoPlay(*point, why))?;
                self.take(claims, *child, &turn, bound, meter)?;
                match turn.record {
                    Some(record) => self.avoids_own(claims, state, record, prover),
                    None => Ok(()),
                }
            }
            Rule::Pass { child } => {
                ensure_turn_of(prover, state)?;
                self.take(claims, *child, &game.pass(state)?, bound, meter)
            }
            Rule::Replies { plays, pass } => {
                ensure_turn_of(prover.next(2), state)?;
                self.replies(claims, state, bound, plays, meter)?;
                match pass {
                    Some(child) => self.take(claims, *child, &game.pass(state)?, bound, meter),
                    None => self.ends_within(state, bound),
                }
            }
            Rule::Weaken { child, avoid, need } => {
                // The child is used as after a turn that changes nothing and makes no record.
                let stay = Turn {
                    after: *state,
                    record: None,
                    shift: 0,
                };
                self.take(claims, *child, &stay, bound, meter)?;
                for record in avoid.iter().chain(need) {
                    game.legal(&record.coloring)?;
                }
                for &record in avoid {
                    self.avoid.insert(claims.records.id(record)?);
                }
                for &record in need {
                    self.needs(claims.records.id(record)?);
                }
                Ok(())
            }
        }
    }

    /// Excludes the record of the prover's play, by a limit of stones if possible: the play is legal only if the record
    /// was not made before.
    fn avoids_own(
        &mut self,
        claims: &mut Claims<'_>,
        state: &State,
        record: GameRecord,
        prover: Player,
    ) -> Result<(), Reason> {
        let [before, after] =
            [state.coloring, record.coloring].map(|coloring| stones(&coloring, prover));
        match self.peaks.limit(claims.steps(), before, after) {
            Some(limit) => self.stone_limit = self.stone_limit.min(limit),
            None => self.avoid.insert(claims.records.id(record)?),
        }
        Ok(())
    }

    /// Checks that every distinct play of the opponent is answered once, in the order of the points.
    fn replies(
        &mut self,
        claims: &mut Claims<'_>,
        state: &State,
        bound: Bound,
        replies: &[(Point, Option<Child>)],
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        for pair in replies.windows(2) {
            let [(before, _), (point, _)] = [pair[0], pair[1]];
            if point == before {
                return Err(Reason::ReplyTwice(point));
            }
            if point < before {
                return Err(Reason::ReplyOrder(point));
            }
        }
        let game = self.game;
        let mut replies = replies.iter().peekable();
        let mut left_as_it_was = false;
        for point in game.graph.all() {
            let play = game.play(state, point).and_then(|turn| {
                // Two plays make the same record only if both leave the coloring unchanged: section 9 has the proof.
                let same = turn.after.coloring == state.coloring;
                if same && left_as_it_was {
                    return Err(Impossible::SameRecord);
                }
                left_as_it_was |= same;
                Ok(turn)
            });
            let reply = replies.next_if(|reply| reply.0 == point);
            match (play, reply) {
                (Ok(turn), Some((_, Some(child)))) => {
                    self.take(claims, *child, &turn, bound, meter)?;
                }
                // Blocked: the record must have been made before.
                (Ok(turn), Some((_, None))) => {
                    if let Some(record) = turn.record {
                        self.needs(claims.records.id(record)?);
                    }
                }
                (Ok(_), None) => return Err(Reason::ReplyMissing(point)),
                (Err(why), Some(_)) => return Err(Reason::NoPlay(point, why)),
                (Err(_), None) => {}
            }
        }
        debug_assert!(replies.next().is_none(), "every point is on the board");
        Ok(())
    }

    /// Checks that a child fits a turn, and gathers its conditions.
    fn take(
        &mut self,
        claims: &mut Claims<'_>,
        child: Child,
        turn: &Turn,
        bound: Bound,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let made = match turn.record {
            Some(record) => Some((claims.records.id(record)?, record)),
            None => None,
        };
        let mut carried = claims.carried(child)?;
        carried.ensure_about(self.game, &turn.after, bound.shifted(-turn.shift))?;
        let claim = carried.claim;
        meter.records(claim.len())?;
        self.stone_limit = self.stone_limit.min(claim.stone_limit);
        if let Some((_, record)) = made
            && stones(&record.coloring, bound.prover()) > claim.stone_limit
        {
            return Err(Reason::DoesNotFit {
                child: child.step,
                record: self.game.record_text(&record),
            });
        }
        for &id in &claim.avoid {
            let id = carried.image(id)?;
            // A well-formed child avoids no record that every history of its state contains. Only under Taylor's rule
            // these records do not include the one that led to the state. The check is made under every rule, because
            // soundness depends on it.
            if let Some((made, record)) = made
                && id == made
            {
                return Err(Reason::DoesNotFit {
                    child: child.step,
                    record: self.game.record_text(&record),
                });
            }
            self.avoid.insert(id);
        }
        for &id in &claim.need {
            let id = carried.image(id)?;
            if made.is_none_or(|(made, _)| id != made) {
                self.needs(id);
            }
        }
        let gathered = self.avoid.list().len() + self.need.list().len();
        if gathered as u64 > self.most_records {
            return Err(Reason::TooManyRecords(self.most_records));
        }
        Ok(())
    }

    /// Returns the records to avoid that are within the limit, which excludes the others.
    fn listed(&self, claims: &Claims<'_>, prover: Player) -> Box<[RecordId]> {
        let avoid = self.avoid.list();
        if self.stone_limit == NO_LIMIT {
            return avoid.into();
        }
        let is_within = |&id: &RecordId| self.is_within(claims, id, prover);
        avoid.iter().copied().filter(is_within).collect()
    }

    /// Returns whether the limit does not exclude a record.
    fn is_within(&self, claims: &Claims<'_>, id: RecordId, prover: Player) -> bool {
        let record = claims.records.record(id);
        stones(&record.coloring, prover) <= self.stone_limit
    }

    /// Adds a record to `need`, unless every history of the state contains it.
    #[inline]
    fn needs(&mut self, id: RecordId) {
        if !self.known.contains(&id) {
            self.need.insert(id);
        }
    }

    /// Checks that a pass ends the game, with a score that meets the bound.
    fn ends_within(&self, state: &State, bound: Bound) -> Result<(), Reason> {
        if !self.game.pass_ends(state) {
            return Err(Reason::PassDoesNotEnd);
        }
        let score = self.game.score(&state.coloring);
        meets(score, bound, Reason::Score { score, bound })
    }

    /// Checks that the claim lists no record to avoid that it needs or that every history of its state contains.
    fn ensure_well_formed(
        &self,
        claims: &Claims<'_>,
        state: &State,
        bound: Bound,
    ) -> Result<(), Reason> {
        let is_listed =
            |&id: &RecordId| self.avoid.contains(id) && self.is_within(claims, id, bound.prover());
        let clash = |ids: &[RecordId]| {
            let id = ids.iter().copied().find(is_listed)?;
            Some(self.game.record_text(&claims.records.record(id)))
        };
        if let Some(record) = clash(&self.known) {
            return Err(Reason::AvoidsKnown(record));
        }
        if stones(&state.coloring, bound.prover()) > self.stone_limit {
            let coloring = state.coloring.to_symbols(self.game.graph.points());
            return Err(Reason::AvoidsKnown(coloring));
        }
        match clash(self.need.list()) {
            Some(record) => Err(Reason::AvoidsNeeded(record)),
            None => Ok(()),
        }
    }
}

/// Refuses a score that does not meet the bound.
fn meets(score: i16, bound: Bound, otherwise: Reason) -> Result<(), Reason> {
    if bound.met_by(score) {
        return Ok(());
    }
    Err(otherwise)
}

/// Refuses a bound with an impossible score, after moves that gained these prisoners.
pub(super) fn in_range(bound: Bound, scoring: Scoring, gained: i16) -> Result<(), Reason> {
    let largest = Bound::largest(scoring);
    let to_come = i32::from(bound.score()) - i32::from(gained);
    if to_come.abs() <= i32::from(largest) {
        return Ok(());
    }
    Err(Reason::ScoreRange {
        bound,
        largest,
        gained,
    })
}

fn ensure_turn_of(player: Player, state: &State) -> Result<(), Reason> {
    if state.to_move == player {
        return Ok(());
    }
    Err(Reason::NotTheTurnOf(player))
}
