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

    /// Adds a record to `need`, unless every history of the state contains it.
    #[inline]
    fn needs(&mut self, id: RecordId) {
        if !self.known.contains(&id) {
            self.need.insert(id);
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
        let mut current = Current {
            game,
            state,
            bound: *bound,
            claims,
            meter,
            gathered: self,
        };
        current.apply(rule)?;
        current.ensure_well_formed()?;
        Ok(current.claim())
    }
}

/// The claim of one step, while it is derived.
struct Current<'d, 'g, 's, 'p> {
    game: &'g Game,
    state: &'d State,
    bound: Bound,
    /// The claims that the step may use.
    claims: &'d mut Claims<'s>,
    meter: &'d mut Meter<'p>,
    /// The conditions of the new claim.
    gathered: &'d mut Derivation<'g>,
}

impl Current<'_, '_, '_, '_> {
    /// Checks that a rule applies, and gathers the records that the claim needs and avoids.
    fn apply(&mut self, rule: &Rule) -> Result<(), Reason> {
        let (game, state, bound) = (self.game, self.state, self.bound);
        let prover = bound.prover();
        match rule {
            Rule::Stop => {
                self.ensure_turn_of(prover)?;
                self.ends_within()
            }
            Rule::Alive => {
                // Under territory the bound is that of area less the stones on the board now: docs/certificates.md,
                // section 9.
                let score =
                    alive(&game.graph, &state.coloring, prover) - game.stones(&state.coloring);
                meets(score, bound, Reason::Life { score, bound })
            }
            Rule::PassForever => {
                let visit = || self.meter.coloring();
                let pass_forever = &mut self.gathered.pass_forever;
                let score = pass_forever.worst_while(&state.coloring, prover, visit)?;
                meets(score, bound, Reason::PassForever { score, bound })
            }
            Rule::Play { point, child } => {
                self.ensure_turn_of(prover)?;
                let play = game.play(state, *point);
                let turn = play.map_err(|why| Reason::NoPlay(*point, why))?;
                self.take(*child, &turn)?;
                match turn.record {
                    Some(record) => self.avoids_own(record),
                    None => Ok(()),
                }
            }
            Rule::Pass { child } => {
                self.ensure_turn_of(prover)?;
                self.take(*child, &game.pass(state)?)
            }
            Rule::Replies { plays, pass } => {
                self.ensure_turn_of(prover.next(2))?;
                self.replies(plays)?;
                match pass {
                    Some(child) => self.take(*child, &game.pass(state)?),
                    None => self.ends_within(),
                }
            }
            Rule::Weaken { child, avoid, need } => {
                // The child is used as after a turn that changes nothing and makes no record.
                let stay = Turn {
                    after: *state,
                    record: None,
                    shift: 0,
                };
                self.take(*child, &stay)?;
                for record in avoid.iter().chain(need) {
                    game.legal(&record.coloring)?;
                }
                for &record in avoid {
                    let id = self.claims.records.id(record)?;
                    self.gathered.avoid.insert(id);
                }
                for &record in need {
                    let id = self.claims.records.id(record)?;
                    self.gathered.needs(id);
                }
                Ok(())
            }
        }
    }

    /// Excludes the record of the prover's play, by a limit of stones if possible: the play is legal only if the record
    /// was not made before.
    fn avoids_own(&mut self, record: GameRecord) -> Result<(), Reason> {
        let prover = self.bound.prover();
        let [before, after] =
            [self.state.coloring, record.coloring].map(|coloring| stones(&coloring, prover));
        let gathered = &mut *self.gathered;
        match gathered.peaks.limit(self.claims.steps(), before, after) {
            Some(limit) => gathered.stone_limit = gathered.stone_limit.min(limit),
            None => gathered.avoid.insert(self.claims.records.id(record)?),
        }
        Ok(())
    }

    /// Checks that every distinct play of the opponent is answered once, in the order of the points.
    fn replies(&mut self, replies: &[(Point, Option<Child>)]) -> Result<(), Reason> {
        for pair in replies.windows(2) {
            let [(before, _), (point, _)] = [pair[0], pair[1]];
            if point == before {
                return Err(Reason::ReplyTwice(point));
            }
            if point < before {
                return Err(Reason::ReplyOrder(point));
            }
        }
        let (game, state) = (self.game, self.state);
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
                    self.take(*child, &turn)?;
                }
                // Blocked: the record must have been made before.
                (Ok(turn), Some((_, None))) => {
                    if let Some(record) = turn.record {
                        let id = self.claims.records.id(record)?;
                        self.gathered.needs(id);
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
    fn take(&mut self, child: Child, turn: &Turn) -> Result<(), Reason> {
        let (game, bound, gathered) = (self.game, self.bound, &mut *self.gathered);
        let unfit = |record: GameRecord| Reason::DoesNotFit {
            child: child.step,
            record: game.record_text(&record),
        };
        let made = match turn.record {
            Some(record) => Some((self.claims.records.id(record)?, record)),
            None => None,
        };
        let mut carried = self.claims.carried(child)?;
        carried.ensure_about(game, &turn.after, bound.shifted(-turn.shift))?;
        let claim = carried.claim;
        self.meter.records(claim.len())?;
        gathered.stone_limit = gathered.stone_limit.min(claim.stone_limit);
        if let Some((_, record)) = made
            && stones(&record.coloring, bound.prover()) > claim.stone_limit
        {
            return Err(unfit(record));
        }
        for &id in &claim.avoid {
            let id = carried.image(id)?;
            // A well-formed child avoids no record that every history of its state contains. Only under Taylor's rule
            // these records do not include the one that led to the state. The check is made under every rule, because
            // soundness depends on it.
            if let Some((made, record)) = made
                && id == made
            {
                return Err(unfit(record));
            }
            gathered.avoid.insert(id);
        }
        for &id in &claim.need {
            let id = carried.image(id)?;
            if made.is_none_or(|(made, _)| id != made) {
                gathered.needs(id);
            }
        }
        let records = gathered.avoid.list().len() + gathered.need.list().len();
        if records as u64 > gathered.most_records {
            return Err(Reason::TooManyRecords(gathered.most_records));
        }
        Ok(())
    }

    /// Makes the claim. The limit of stones excludes some records to avoid, which are not listed.
    fn claim(&self) -> Claim {
        let gathered = &*self.gathered;
        let avoid = gathered.avoid.list();
        let is_within = |&id: &RecordId| self.is_within(id);
        Claim {
            state: *self.state,
            bound: self.bound,
            avoid: match gathered.stone_limit {
                NO_LIMIT => avoid.into(),
                _ => avoid.iter().copied().filter(is_within).collect(),
            },
            need: gathered.need.list().into(),
            stone_limit: gathered.stone_limit,
        }
    }

    /// Returns whether the limit does not exclude a record.
    fn is_within(&self, id: RecordId) -> bool {
        let record = self.claims.records.record(id);
        stones(&record.coloring, self.bound.prover()) <= self.gathered.stone_limit
    }

    /// Checks that a player is to move.
    fn ensure_turn_of(&self, player: Player) -> Result<(), Reason> {
        if self.state.to_move == player {
            return Ok(());
        }
        Err(Reason::NotTheTurnOf(player))
    }

    /// Checks that a pass ends the game, with a score that meets the bound.
    fn ends_within(&self) -> Result<(), Reason> {
        let (game, bound) = (self.game, self.bound);
        if !game.pass_ends(self.state) {
            return Err(Reason::PassDoesNotEnd);
        }
        let score = game.score(&self.state.coloring);
        meets(score, bound, Reason::Score { score, bound })
    }

    /// Checks that the claim lists no record to avoid that it needs or that every history of its state contains.
    fn ensure_well_formed(&self) -> Result<(), Reason> {
        let (game, gathered) = (self.game, &*self.gathered);
        let is_listed = |&id: &RecordId| gathered.avoid.contains(id) && self.is_within(id);
        let clash = |ids: &[RecordId]| {
            let id = ids.iter().copied().find(is_listed)?;
            Some(game.record_text(&self.claims.records.record(id)))
        };
        if let Some(record) = clash(&gathered.known) {
            return Err(Reason::AvoidsKnown(record));
        }
        let coloring = &self.state.coloring;
        if stones(coloring, self.bound.prover()) > gathered.stone_limit {
            let coloring = coloring.to_symbols(game.graph.points());
            return Err(Reason::AvoidsKnown(coloring));
        }
        match clash(gathered.need.list()) {
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
