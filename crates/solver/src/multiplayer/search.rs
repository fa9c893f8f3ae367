//! Depth-first search over whole histories, for any way of valuing.

use std::time::Instant;

use koproof_rules::{Game, Move, Player};

use super::ManyAnswer;
use super::states::{ColoringId, RecordId, States};
use crate::observer::{Observer, Progress};
use crate::options::Budget;
use crate::watch::Stopped;

/// Expansions between two looks at clock and observer.
const QUANTUM: u64 = 1 << 14;
/// The most turns of a line: each takes some hundred bytes of stack.
const DEEPEST: usize = 1_000_000;

/// A state, its history left out.
#[derive(Clone, Copy, Debug)]
struct State {
    coloring: ColoringId,
    to_move: Player,
    passes: usize,
}

/// What each of up to `N` players gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points<const N: usize>(pub(super) [u8; N]);

/// A way of valuing the end of a game and of choosing between moves.
pub(super) trait Concept<const N: usize>: Copy {
    type Value: Copy;
    /// What is known from the moves before.
    type Window: Copy;

    /// The window of a root; nobody gets more than `most`.
    fn open(self, most: u8) -> Self::Window;

    /// The value of a game that ends so.
    fn value(self, points: [u8; N]) -> Self::Value;

    /// Tells whether a value is better for the mover than the best so far.
    fn better(self, mover: Player, value: Self::Value, best: Self::Value) -> bool;

    /// Takes note of the best value so far; tells whether no move after it matters.
    fn enough(self, mover: Player, best: Self::Value, window: &mut Self::Window) -> bool;
}

/// Everyone for himself.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaxN;

impl<const N: usize> Concept<N> for MaxN {
    type Value = Points<N>;
    type Window = u8;

    fn open(self, most: u8) -> u8 {
        most
    }

    fn value(self, points: [u8; N]) -> Points<N> {
        Points(points)
    }

    fn better(self, mover: Player, value: Points<N>, best: Points<N>) -> bool {
        value.0[mover.index()] > best.0[mover.index()]
    }

    fn enough(self, mover: Player, best: Points<N>, most: &mut u8) -> bool {
        best.0[mover.index()] == *most
    }
}

/// All against this player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paranoid(pub(super) Player);

impl<const N: usize> Concept<N> for Paranoid {
    type Value = u8;
    type Window = (u8, u8);

    fn open(self, most: u8) -> (u8, u8) {
        (0, most)
    }

    fn value(self, points: [u8; N]) -> u8 {
        points[self.0.index()]
    }

    fn better(self, mover: Player, value: u8, best: u8) -> bool {
        if mover == self.0 {
            value > best
        } else {
            value < best
        }
    }

    fn enough(self, mover: Player, best: u8, (alpha, beta): &mut (u8, u8)) -> bool {
        if mover == self.0 {
            *alpha = best.max(*alpha);
        } else {
            *beta = best.min(*beta);
        }
        alpha >= beta
    }
}

/// A search and where it stands.
pub(super) struct Search<'g, 'o, C, const N: usize> {
    concept: C,
    states: States<'g, N>,
    /// A bit for each number: whether the record has been made.
    history: Vec<u64>,
    budget: Budget,
    deadline: Option<Instant>,
    observer: &'o dyn Observer,
    expansions: u64,
    stopped: Option<Stopped>,
}

impl<'g, 'o, C: Concept<N>, const N: usize> Search<'g, 'o, C, N> {
    pub(super) fn new(
        game: &Game<'g, 1, N>,
        budget: Budget,
        observer: &'o dyn Observer,
        concept: C,
    ) -> Self {
        let mut search = Self {
            concept,
            states: States::new(game),
            history: Vec::new(),
            budget,
            deadline: budget.time.map(|time| Instant::now() + time),
            observer,
            expansions: 0,
            stopped: None,
        };
        for &record in game.history().iter() {
            let record = search.states.record(record);
            search.add(record);
        }
        search
    }

    /// Finds the value of a game and a line that leads to it.
    pub(super) fn answer<V>(
        mut self,
        game: &Game<'_, 1, N>,
        show: impl Fn(C::Value) -> V,
    ) -> ManyAnswer<V> {
        let mut state = State {
            coloring: self.states.coloring(*game.coloring()),
            to_move: game.to_move(),
            passes: game.passes(),
        };
        let mut value = None;
        let mut line = Vec::new();
        if game.is_over() {
            value = Some(self.concept.value(self.states.points(state.coloring)));
        }
        while state.passes < self.states.rules().passes_to_end() {
            let window = self.concept.open(self.states.points_of_the_board());
            let Some((found, best)) = self.visit(state, window, 0) else {
                break;
            };
            value.get_or_insert(found);
            line.push(match best {
                None => Move::Pass,
                Some(number) => {
                    let edge = self.states.play(state.coloring, state.to_move, number);
                    Move::Play(edge.point)
                }
            });
            // What is added now stays for the rest of the line.
            (state, _) = self.enter(state, best);
        }
        ManyAnswer {
            stopped: match value {
                Some(_) => None,
                None => self.stopped,
            },
            value: value.map(show),
            line,
            expansions: self.expansions,
        }
    }

    /// Finds the value of a state and the best move there: a pass, or the number of a play.
    fn visit(
        &mut self,
        state: State,
        mut window: C::Window,
        depth: usize,
    ) -> Option<(C::Value, Option<usize>)> {
        self.count(depth)?;
        let State {
            coloring, to_move, ..
        } = state;
        let mut best = (self.value_after(state, None, window, depth)?, None);
        if self.concept.enough(to_move, best.0, &mut window) {
            return Some(best);
        }
        for number in 0..self.states.plays(coloring, to_move) {
            let record = self.states.play(coloring, to_move, number).record;
            if self.holds(record) {
                continue;
            }
            let value = self.value_after(state, Some(number), window, depth)?;
            if self.concept.better(to_move, value, best.0) {
                best = (value, Some(number));
                if self.concept.enough(to_move, value, &mut window) {
                    break;
                }
            }
        }
        Some(best)
    }

    fn value_after(
        &mut self,
        state: State,
        taken: Option<usize>,
        window: C::Window,
        depth: usize,
    ) -> Option<C::Value> {
        let (after, added) = self.enter(state, taken);
        if after.passes == self.states.rules().passes_to_end() {
            if let Some(record) = added {
                self.take_back(record);
            }
            return Some(self.concept.value(self.states.points(after.coloring)));
        }
        let value = self.visit(after, window, depth + 1)?.0;
        if let Some(record) = added {
            self.take_back(record);
        }
        Some(value)
    }

    /// Makes a move: where it leads, and its record if that is new.
    fn enter(&mut self, state: State, taken: Option<usize>) -> (State, Option<RecordId>) {
        let State {
            coloring,
            to_move,
            passes,
        } = state;
        let (coloring, passes, record) = match taken {
            None => (coloring, passes + 1, self.states.pass(coloring, to_move)),
            Some(number) => {
                let edge = self.states.play(coloring, to_move, number);
                (edge.to, 0, Some(edge.record))
            }
        };
        let added = record.filter(|&record| self.add(record));
        let state = State {
            coloring,
            to_move: to_move.next(self.states.rules().players),
            passes,
        };
        (state, added)
    }

    fn holds(&self, record: RecordId) -> bool {
        let word = self.history.get(record as usize / 64);
        word.is_some_and(|word| word >> (record % 64) & 1 == 1)
    }

    /// Adds a record and tells whether it is new.
    fn add(&mut self, record: RecordId) -> bool {
        let index = record as usize / 64;
        if index >= self.history.len() {
            self.history.resize(index + 1, 0);
        }
        let before = self.history[index];
        self.history[index] |= 1 << (record % 64);
        before != self.history[index]
    }

    fn take_back(&mut self, record: RecordId) {
        self.history[record as usize / 64] &= !(1 << (record % 64));
    }

    /// Counts an expansion; `None` if it is one too many.
    fn count(&mut self, depth: usize) -> Option<()> {
        if self.budget.nodes == Some(self.expansions) {
            self.stopped = Some(Stopped::Nodes);
        } else if depth > DEEPEST {
            self.stopped = Some(Stopped::Depth);
        } else if self.expansions % QUANTUM == QUANTUM - 1 {
            self.observer.on_progress(&Progress {
                expansions: self.expansions,
                total: 1,
                ..Progress::default()
            });
            if self.observer.should_stop() {
                self.stopped = Some(Stopped::Observer);
            } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
                self.stopped = Some(Stopped::Time);
            }
        }
        match self.stopped {
            Some(_) => None,
            None => {
                self.expansions += 1;
                Some(())
            }
        }
    }
}
