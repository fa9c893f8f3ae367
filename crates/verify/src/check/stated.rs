//! The statement of a certificate, and the check that its roots prove it.

use koproof_rules::{Player, Ruleset};
use rustc_hash::FxHashSet;

use super::claims::{Carried, Claims, stones};
use super::game::Game;
use super::reason::Reason;
use super::rules::in_range;
use crate::certificate::{Header, MAX_STATED_SCORE, Position, Root, Statement};
use crate::claim::{Bound, GameRecord, State};

/// A bound that is stated, proved or not: a question for a prover, or a goal to play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatedBound {
    /// The state.
    pub state: State,
    /// The bound on its value.
    pub bound: Bound,
}

impl StatedBound {
    /// Keeps the strongest bound of each kind on each state, in the order of the colorings.
    #[must_use]
    pub fn strongest(mut all: Vec<Self>) -> Vec<Self> {
        let key = |one: &Self| {
            let State {
                coloring,
                to_move,
                passes,
            } = one.state;
            (coloring, to_move, passes, one.bound.prover())
        };
        all.sort_by_key(key);
        all.dedup_by(|next, kept| {
            let is_same = key(next) == key(kept);
            if is_same && next.bound.implies(kept.bound) {
                kept.bound = next.bound;
            }
            is_same
        });
        all
    }
}

/// The bounds that are still to be proved, and those that are proved.
pub(super) struct Stated {
    left: Left,
    proved: Vec<StatedBound>,
}

enum Left {
    Position {
        root: State,
        history: FxHashSet<GameRecord>,
        /// The permanent contribution of the header's moves to the score, within [`MAX_STATED_SCORE`].
        gained: i16,
        bounds: Vec<Bound>,
    },
    Table {
        roots: u64,
        /// The states that have a bound, each with the prover of the bound.
        seen: FxHashSet<(State, Player)>,
    },
}

impl Stated {
    pub(super) fn new(header: &Header, game: &Game) -> Result<Self, Reason> {
        let left = match &header.statement {
            Statement::Position(position) => {
                game.legal(&position.start)?;
                let (root, history, gained) = replay(game, header.rules(), position)?;
                for bound in position.bounds() {
                    in_range(bound, game.scoring, gained)?;
                }
                Left::Position {
                    root,
                    history,
                    gained,
                    bounds: position.bounds().collect(),
                }
            }
            Statement::Table { roots } => Left::Table {
                roots: *roots,
                seen: FxHashSet::default(),
            },
        };
        Ok(Self {
            left,
            proved: Vec::new(),
        })
    }

    /// Returns the most stones that Black has in a record of the header's moves, and that White has.
    pub(super) fn most_stones(&self) -> [u8; 2] {
        let Left::Position { history, .. } = &self.left else {
            return [0; 2];
        };
        [Player::BLACK, Player::WHITE].map(|player| {
            let records = history.iter();
            let most = records.map(|record| stones(&record.coloring, player)).max();
            most.unwrap_or(0)
        })
    }

    /// Checks that the bound of a root belongs to the statement, and that its child proves it.
    pub(super) fn root(
        &mut self,
        game: &Game,
        claims: &mut Claims<'_>,
        root: &Root,
    ) -> Result<(), Reason> {
        let bound = root.bound;
        let claim = claims.carried(root.child)?;
        let state = |passes| State {
            coloring: root.coloring,
            to_move: root.to_move,
            passes,
        };
        let known;
        let (state, to_come, history) = match &mut self.left {
            Left::Position {
                root,
                history,
                gained,
                bounds,
            } => {
                let state = state(root.passes);
                if state != *root {
                    return Err(Reason::AnotherRoot {
                        found: game.state_text(&state),
                        expected: game.state_text(root),
                    });
                }
                let Some(left) = bounds.iter().position(|&stated| stated == bound) else {
                    let before = self.proved.iter().any(|proved| proved.bound == bound);
                    return Err(if before {
                        Reason::StatedTwice
                    } else {
                        Reason::NotStated(bound)
                    });
                };
                bounds.remove(left);
                (state, bound.shifted(-*gained), &*history)
            }
            Left::Table { roots, seen } => {
                let state = state(0);
                let found = self.proved.len() as u64 + 1;
                if found > *roots {
                    let stated = *roots;
                    return Err(Reason::RootCount { stated, found });
                }
                in_range(bound, game.scoring, 0)?;
                if !seen.insert((state, bound.prover())) {
                    return Err(Reason::StatedTwice);
                }
                known = game.known(&state).collect();
                (state, bound, &known)
            }
        };
        claim.ensure_about(game, &state, to_come)?;
        ensure_holds_under(game, &claim, bound.prover(), history)?;
        self.proved.push(StatedBound { state, bound });
        Ok(())
    }

    /// Returns the proved bounds, if they cover the whole statement, and the contribution of the header's moves to
    /// them.
    pub(super) fn finish(self) -> Result<(Vec<StatedBound>, i16), Reason> {
        let gained = match self.left {
            Left::Position { bounds, gained, .. } => match bounds.first() {
                Some(&bound) => return Err(Reason::NotProved(bound)),
                None => gained,
            },
            Left::Table { roots: stated, .. } => {
                let found = self.proved.len() as u64;
                if found != stated {
                    return Err(Reason::RootCount { stated, found });
                }
                0
            }
        };
        Ok((self.proved, gained))
    }
}

/// Checks that a history meets the conditions of a claim.
fn ensure_holds_under(
    game: &Game,
    claim: &Carried<'_>,
    prover: Player,
    history: &FxHashSet<GameRecord>,
) -> Result<(), Reason> {
    let child = claim.step;
    let limit = claim.claim.stone_limit;
    let avoided = claim.avoid().find(|record| history.contains(record));
    let beyond = || {
        let mut records = history.iter();
        records.find(|record| stones(&record.coloring, prover) > limit)
    };
    if let Some(record) = avoided.or_else(|| beyond().copied()) {
        let record = game.record_text(&record);
        return Err(Reason::HistoryHolds { child, record });
    }
    match claim.need().find(|record| !history.contains(record)) {
        Some(record) => {
            let record = game.record_text(&record);
            Err(Reason::HistoryLacks { child, record })
        }
        None => Ok(()),
    }
}

/// Plays the moves of a header and returns the state after them, its history, and the prisoners of Black minus those of
/// White, if prisoners count.
fn replay(
    game: &Game,
    rules: Ruleset,
    position: &Position,
) -> Result<(State, FxHashSet<GameRecord>, i16), Reason> {
    let replay = position.game(&game.graph, rules);
    let replay = replay.map_err(|(number, why)| Reason::IllegalMove { number, why })?;
    if replay.is_over() {
        return Err(Reason::GameOver);
    }
    let root = State {
        coloring: *replay.coloring(),
        to_move: replay.to_move(),
        passes: replay.passes() as u8,
    };
    let gained = i64::from(replay.score()) - i64::from(game.score(&root.coloring));
    let gained = i16::try_from(gained)
        .ok()
        .filter(|gained| (-MAX_STATED_SCORE..=MAX_STATED_SCORE).contains(gained))
        .ok_or(Reason::TooManyPrisoners(gained))?;
    Ok((root, replay.history().iter().copied().collect(), gained))
}
