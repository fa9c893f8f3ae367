//! Remoteness: how soon a player can make the game end with a score.
//!
//! The search asks whether the side reaches its goal within 1 turn, 2 turns, and so on. A *timed claim* answers for a
//! state and a number of turns: its conditions on the history are those of a claim, because the rules that derive claims
//! from moves do not look at the number of turns (`docs/certificates.md`). A side that reaches its goal within some turns
//! also does so within more; a side that cannot within some turns cannot within fewer. Timed claims prove no value, and are kept apart
//! from claims.

mod timed;

use koproof_rules::Point;

use crate::budget::memory::OwnTables;
use crate::budget::stopped::Stopped;
use crate::budget::watch::{Ticket, Watch};
use crate::claims::settled::Settled;
use crate::pool::MAX_DEPTH;
use crate::state::path::Path;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Root, Shared, State};
use crate::stats::Stats;
use timed::{Key, NEVER, Timed, TimedClaims};

/// How soon a player can make the game end with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remoteness {
    /// The player needs at least this number of turns. Each move of either player is a turn, passes included.
    pub at_least: u32,
    /// The cost of the search.
    pub stats: Stats,
    /// The limit that stopped the search, unless this number is enough.
    pub stopped: Option<Stopped>,
}

impl Remoteness {
    /// Returns whether this number of turns is enough, whatever the opponent does.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.stopped.is_none()
    }
}

/// The most turns that are tried.
const MAX_TURNS: usize = if MAX_DEPTH < NEVER as usize {
    MAX_DEPTH
} else {
    NEVER as usize - 1
};

/// A legal move: the point of a play, the state after it, the toll paid by then, and the record that it makes.
struct Turn {
    point: Option<Point>,
    next: State,
    paid: i16,
    record: Option<RecordId>,
}

/// A search with a limited number of turns.
struct Search<'s> {
    shared: &'s Shared,
    watch: &'s Watch<'s>,
    ticket: Ticket,
    path: Path,
    side: Side,
    target: i16,
    claims: TimedClaims,
}

/// Finds the least number of turns within which a side reaches its goal from a root, which it can reach: the prover a score
/// of at least `target`, the refuter a smaller one. Returns the number, and whether it is enough. If a limit stops the
/// search, fewer turns are not enough.
pub(crate) fn turns(
    shared: &Shared,
    watch: &Watch<'_>,
    root: &Root,
    side: Side,
    target: i16,
) -> (u32, bool) {
    let mut path = Path::default();
    path.reset(&shared.orbits, &root.records);
    let mut search = Search {
        shared,
        watch,
        ticket: Ticket::default(),
        path,
        side,
        target,
        claims: TimedClaims::default(),
    };
    let mut turns = 1;
    let exact = loop {
        let found = search.visit(root.state, 0, turns);
        let own = search.own_tables();
        watch.settle(&mut search.ticket, own);
        match found {
            Some(found) if found.reaches => break true,
            Some(_) if usize::from(turns) < MAX_TURNS => turns += 1,
            Some(_) => {
                watch.stop(Stopped::Depth);
                break false;
            }
            None => break false,
        }
    };
    (turns.into(), exact)
}

impl Search<'_> {
    /// Tells whether the side reaches its goal within the turns left; `None` if a limit stopped the search. The state's
    /// own record is in the history. The conditions are in the actual frame.
    fn visit(&mut self, state: State, paid: i16, left: u16) -> Option<Timed> {
        let shared = self.shared;
        if left == 0 {
            return Some(Timed::without_conditions(false, 0));
        }
        let target = self.target - paid;
        let goal = shared.framed(state, self.side.goal(target));
        let is_met = goal.met_by(shared.orbits.get(state.orbit).score());
        if is_met && shared.pass_ends(state) && self.is_own(state) {
            return Some(Timed::without_conditions(true, 1));
        }
        // If the opponent keeps the side from its goal in any number of turns, that settles it. A proof that
        // the side reaches its goal in some number of turns settles nothing. Claims of this search list all records to avoid.
        let settled = shared.settled(&self.path, self.side, state, target);
        if let Some(Settled::Lost(proof)) = settled
            && !proof.limits_stones()
        {
            let [avoid, need] = shared.conditions_of(&proof);
            let never = Timed {
                reaches: false,
                turns: NEVER,
                avoid,
                need,
            };
            return Some(never.carried(shared, state.element));
        }
        let key = (shared.slot(state), state.passes, goal);
        if let Some(known) = self.claims.look_up(key, shared, state, &self.path, left) {
            return Some(known);
        }
        let own = self.own_tables();
        if !self.watch.expand(&mut self.ticket, shared, own) {
            return None;
        }
        let found = self.search(key, state, paid, left)?;
        let home = shared.orbits.symmetry.inverse(state.element);
        self.claims.add(key, found.clone().carried(shared, home));
        Some(found)
    }

    /// Searches the moves of a state, first the one that decided it last time.
    fn search(&mut self, key: Key, state: State, paid: i16, left: u16) -> Option<Timed> {
        let (mut turns, blocked) = self.moves(state, paid);
        if let Some(reply) = self.claims.reply(key) {
            turns.sort_by_key(|turn| turn.point != reply);
        }
        let known = self.shared.known(state, state.element);
        let own = self.is_own(state);
        let mut all = Timed::all(!own, blocked);
        for turn in turns {
            let before = self.after(state, &turn, left)?.before(turn.record);
            if before.reaches == own {
                self.claims.note_reply(key, turn.point);
                let play = turn.record.filter(|_| turn.point.is_some());
                return Some(before.by(play).without(&known));
            }
            all.merge(before);
        }
        Some(all.without(&known))
    }

    /// Returns the result after a move.
    fn after(&mut self, state: State, turn: &Turn, left: u16) -> Option<Timed> {
        let shared = self.shared;
        if turn.point.is_none() && shared.pass_ends(state) {
            let goal = self.side.goal(self.target - turn.paid);
            let score = shared.orbits.get(state.orbit).score();
            let reaches = shared.framed(state, goal).met_by(score);
            // A finished game has no moves.
            return Some(Timed::all(reaches, Vec::new()));
        }
        let pushed = (turn.record).is_some_and(|record| self.path.push(&shared.orbits, record));
        let found = self.visit(turn.next, turn.paid, left - 1);
        if pushed {
            self.path.pop(shared.orbits.packing);
        }
        found
    }

    /// Lists the legal moves, the pass first, and the records of the plays that the history forbids. All records have their
    /// normal names, because those of conditions are compared with them.
    fn moves(&self, state: State, paid: i16) -> (Vec<Turn>, Vec<RecordId>) {
        let shared = self.shared;
        let normal = |record| shared.orbits.normal_name(record);
        let (next, record) = shared.after_pass(state);
        let mut turns = vec![Turn {
            point: None,
            next,
            paid,
            record: record.map(normal),
        }];
        let mut blocked = Vec::new();
        let paid = paid + shared.toll.shift(shared.mover(state));
        shared.each_play(&self.path, state, |edge, (next, record), is_blocked| {
            let record = normal(record);
            if is_blocked {
                blocked.push(record);
            } else {
                turns.push(Turn {
                    point: Some(edge.point()),
                    next,
                    paid,
                    record: Some(record),
                });
            }
        });
        (turns, blocked)
    }

    fn own_tables(&self) -> OwnTables {
        OwnTables {
            numbers: 0,
            findings: self.claims.bytes,
        }
    }

    fn is_own(&self, state: State) -> bool {
        self.shared.side(state) == self.side
    }
}
