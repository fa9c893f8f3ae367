//! Depth-first search over whole histories, where each player maximises its own score.

use fixedbitset::FixedBitSet;
use koproof_rules::{Game, Move, Player};

use super::answer::ManyAnswer;
use super::states::{ColoringId, Edge, N, RecordId, States};
use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::clock::Counter;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;

/// The most turns of a line: each takes some hundred bytes of stack.
const MAX_DEPTH: usize = 1_000_000;

/// A state, its history left out.
#[derive(Clone, Copy, Debug)]
struct State {
    coloring: ColoringId,
    to_move: Player,
    passes: usize,
}

/// A search and its current line.
pub(super) struct Search<'g, 'o> {
    states: States<'g>,
    /// The records that have been made.
    history: FixedBitSet,
    counter: Counter<'o>,
}

impl<'g, 'o> Search<'g, 'o> {
    pub(super) fn new(
        game: &'g Game<'_, 1, N>,
        budget: Budget,
        observer: &'o dyn Observer,
    ) -> Self {
        let mut search = Self {
            states: States::new(game),
            history: FixedBitSet::new(),
            counter: Counter::start(budget, observer),
        };
        for &record in game.history().iter() {
            let record = search.states.record(record);
            search.add(record);
        }
        search
    }

    /// Finds the value of a game and a line that leads to it. If the budget runs out, all that is known is that a score
    /// is a number of points.
    pub(super) fn answer(mut self, game: &Game<'_, 1, N>) -> ManyAnswer<Vec<Bracket>> {
        let mut state = State {
            coloring: self.states.coloring(*game.coloring()),
            to_move: game.to_move(),
            passes: game.passes(),
        };
        let mut value = None;
        let mut stopped = None;
        let mut line = Vec::new();
        if game.is_over() {
            value = Some(self.states.points(state.coloring));
        }
        while state.passes < self.states.rules.passes_to_end() {
            match self.visit(state, 0) {
                Ok((found, best)) => {
                    value.get_or_insert(found);
                    line.push(best.map_or(Move::Pass, |edge| Move::Play(edge.point)));
                    // Records that are added now stay for the rest of the line.
                    (state, _) = self.enter(state, best);
                }
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        ManyAnswer {
            stopped: stopped.filter(|_| value.is_none()),
            value: (0..game.rules().players)
                .map(|player| match value {
                    Some(points) => Bracket::exactly(points[player].into()),
                    None => Bracket {
                        lo: 0,
                        hi: self.states.points_of_the_board().into(),
                    },
                })
                .collect(),
            line,
            expansions: self.counter.expansions,
        }
    }

    /// Finds the value of a state and the best move there: a pass, or a play.
    fn visit(&mut self, state: State, depth: usize) -> Result<([u8; N], Option<Edge>), Stopped> {
        if depth > MAX_DEPTH {
            return Err(Stopped::Depth);
        }
        self.counter.expand()?;
        let State {
            coloring, to_move, ..
        } = state;
        let own = |points: [u8; N]| points[to_move.index()];
        let most = self.states.points_of_the_board();
        let mut best = (self.value_after(state, None, depth)?, None);
        for &edge in &*self.states.plays(coloring, to_move) {
            // No later move is better, and of equal moves the first is chosen.
            if own(best.0) == most {
                break;
            }
            if self.history.contains(edge.record as usize) {
                continue;
            }
            let value = self.value_after(state, Some(edge), depth)?;
            if own(value) > own(best.0) {
                best = (value, Some(edge));
            }
        }
        Ok(best)
    }

    fn value_after(
        &mut self,
        state: State,
        taken: Option<Edge>,
        depth: usize,
    ) -> Result<[u8; N], Stopped> {
        let (after, added) = self.enter(state, taken);
        let value = if after.passes == self.states.rules.passes_to_end() {
            self.states.points(after.coloring)
        } else {
            self.visit(after, depth + 1)?.0
        };
        if let Some(record) = added {
            self.history.remove(record as usize);
        }
        Ok(value)
    }

    /// Makes a move; returns the state after it, and its record if that is new.
    fn enter(&mut self, state: State, taken: Option<Edge>) -> (State, Option<RecordId>) {
        let State {
            coloring,
            to_move,
            passes,
        } = state;
        let (coloring, passes, record) = match taken {
            None => (coloring, passes + 1, self.states.pass(coloring, to_move)),
            Some(edge) => (edge.to, 0, Some(edge.record)),
        };
        let added = record.filter(|&record| self.add(record));
        let state = State {
            coloring,
            to_move: to_move.next(self.states.rules.players),
            passes,
        };
        (state, added)
    }

    /// Adds a record and tells whether it is new.
    fn add(&mut self, record: RecordId) -> bool {
        self.history.grow(record as usize + 1);
        !self.history.put(record as usize)
    }
}
