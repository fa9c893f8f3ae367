//! The score that a player can force if an endless game is lost for that player: the least fixpoint, computed
//! backwards.
//!
//! One player is the *prover*. In each state the prover is either the mover or the other player, so each state has two
//! values; Black as the prover gives `lo`, White `-hi`, so one computation serves both. As a fixpoint, for a turn T
//! with plays to T', the same coloring with the other player to move T*, the score of the mover s(T), and n points:
//! ```text
//! mover(T, 0) = max(-n, other(T*, 1), other(T', 0) ...)     mover(T, 1) = max(-n,  s(T), other(T', 0) ...)
//! other(T, 0) = min(    mover(T*, 1), mover(T', 0) ...)     other(T, 1) = min(    -s(T), mover(T', 0) ...)
//! ```
//! The values are the least solution of these equations. (Nobody can lose more than all points: an endless game counts
//! as -n.)
//!
//! Iterating this upward from -n visits every play once in each round, and the number of rounds is the number of turns
//! of the longest fight. Processing the thresholds s = n, n - 1, ..., 1 - n downward visits every play only once: the
//! states from which the prover can force s or more are those that the prover can *attract* to final positions with
//! such a score (backward induction over an AND-OR graph, with a count of the open moves at each AND node). The states
//! of a threshold are the starting set for the next one. The value of a state is the threshold at which it is
//! attracted; a state that is never attracted has the value -n.
//!
//! Threads share the most recently attracted states. The counters and values are atomic, and the thread that closes
//! the last open move of a state attracts it. Which thread that is does not change the sets, so it does not change
//! the values. No lock is taken.

use std::sync::atomic::{AtomicI8, AtomicU8, Ordering};

use rayon::prelude::*;

use super::arena::{Arena, Node};
use crate::bracket::Score;
use crate::budget::observer::Progress;
use crate::budget::stopped::Stopped;

/// The scores that the prover can force, by passes and turn.
#[derive(Clone, Debug)]
pub(super) struct Forced {
    /// The scores if the mover is the prover.
    mover: [Vec<i8>; 2],
    /// The scores if the other player is the prover.
    other: [Vec<i8>; 2],
}

/// A state that was attracted: whether the mover is the prover, and whether a pass was just made.
#[derive(Clone, Copy)]
enum Attracted {
    Mover(Node),
    MoverAfterPass(Node),
    Other(Node),
    OtherAfterPass(Node),
}

/// The number of attracted states that a thread takes at a time.
const SHARE: usize = 1024;

/// No value yet.
const OPEN: i8 = i8::MIN;

struct Attraction<'a> {
    arena: &'a Arena,
    mover: Vec<AtomicI8>,
    mover_after_pass: Vec<AtomicI8>,
    other: Vec<AtomicI8>,
    other_after_pass: Vec<AtomicI8>,
    /// The number of moves of each node by which the mover may still escape the prover.
    escapes: Vec<AtomicU8>,
    /// The same numbers after a pass.
    escapes_after_pass: Vec<AtomicU8>,
    /// The score that is being forced.
    threshold: i8,
}

impl Forced {
    /// Computes the scores that the prover can force on a board of `points` points.
    pub(super) fn new(
        arena: &Arena,
        points: usize,
        check: &impl Fn(&Progress) -> Result<(), Stopped>,
    ) -> Result<Self, Stopped> {
        let points = points as i8;
        let (nodes, turns) = (arena.nodes(), arena.turns());
        let values = |count: usize| (0..count).map(|_| AtomicI8::new(OPEN)).collect();
        // All plays and one pass, which ends the game if it is the second.
        let moves = |count: usize| {
            let count = count as Node;
            let moves = (0..count).map(|node| AtomicU8::new(arena.plays_of(node) + 1));
            moves.collect()
        };
        let mut attraction = Attraction {
            arena,
            mover: values(nodes),
            mover_after_pass: values(turns),
            other: values(nodes),
            other_after_pass: values(turns),
            escapes: moves(nodes),
            escapes_after_pass: moves(turns),
            threshold: points,
        };
        let total = 2 * (nodes + turns) as u64;
        let mut done = 0;
        while attraction.threshold > -points {
            let mut latest = attraction.ends();
            while !latest.is_empty() {
                done += latest.len() as u64;
                check(&Progress {
                    expansions: turns as u64,
                    done,
                    total,
                    ..Progress::default()
                })?;
                latest = attraction.step(&latest);
            }
            attraction.threshold -= 1;
        }
        let settled = |values: Vec<AtomicI8>| {
            let values = values.into_iter().take(turns).map(AtomicI8::into_inner);
            let value = |value| if value == OPEN { -points } else { value };
            let mut values: Vec<i8> = values.map(value).collect();
            values.shrink_to_fit();
            values
        };
        Ok(Self {
            mover: [
                settled(attraction.mover),
                settled(attraction.mover_after_pass),
            ],
            other: [
                settled(attraction.other),
                settled(attraction.other_after_pass),
            ],
        })
    }

    /// Returns the score that the mover of a turn can force.
    pub(super) fn mover(&self, turn: usize, passes: usize) -> Score {
        self.mover[passes][turn].into()
    }

    /// Returns the score that the other player can force.
    pub(super) fn other(&self, turn: usize, passes: usize) -> Score {
        self.other[passes][turn].into()
    }
}

impl Attraction<'_> {
    /// Attracts the states where a pass can end the game with the threshold as its score.
    fn ends(&self) -> Vec<Attracted> {
        (0..self.arena.turns() as Node)
            .into_par_iter()
            .filter(|&turn| self.arena.mover_score(turn) == self.threshold)
            .flat_map_iter(|turn| {
                let stops = self.choose_after_pass(turn);
                // The opponent is to move in the other turn of the same coloring.
                stops.into_iter().chain(self.close_after_pass(turn ^ 1))
            })
            .collect()
    }

    /// Attracts the states with a move of the prover to the latest states, and those where every move of the opponent
    /// is closed.
    fn step(&self, latest: &[Attracted]) -> Vec<Attracted> {
        latest
            .par_chunks(SHARE)
            .flat_map_iter(|latest| {
                let mut next = Vec::new();
                for &attracted in latest {
                    self.attract_predecessors(attracted, &mut next);
                }
                next
            })
            .collect()
    }

    fn attract_predecessors(&self, attracted: Attracted, next: &mut Vec<Attracted>) {
        let arena = self.arena;
        let is_turn = |node: Node| (node as usize) < arena.turns();
        match attracted {
            Attracted::Other(node) => {
                for &before in arena.predecessors(node) {
                    next.extend(self.choose(before));
                    if is_turn(before) {
                        next.extend(self.choose_after_pass(before));
                    }
                }
            }
            Attracted::OtherAfterPass(turn) => {
                next.extend(arena.passers(turn).filter_map(|before| self.choose(before)));
            }
            Attracted::Mover(node) => {
                for &before in arena.predecessors(node) {
                    next.extend(self.close(before));
                    if is_turn(before) {
                        next.extend(self.close_after_pass(before));
                    }
                }
            }
            Attracted::MoverAfterPass(turn) => {
                next.extend(arena.passers(turn).filter_map(|before| self.close(before)));
            }
        }
    }

    /// Attracts a node where the prover is to move and has a sufficient move.
    fn choose(&self, node: Node) -> Option<Attracted> {
        self.settle(&self.mover[node as usize])
            .then_some(Attracted::Mover(node))
    }

    fn choose_after_pass(&self, turn: Node) -> Option<Attracted> {
        self.settle(&self.mover_after_pass[turn as usize])
            .then_some(Attracted::MoverAfterPass(turn))
    }

    /// Closes one move of the opponent, and attracts the node if it was the last one.
    fn close(&self, node: Node) -> Option<Attracted> {
        let at = node as usize;
        let last = self.escapes[at].fetch_sub(1, Ordering::Relaxed) == 1;
        (last && self.settle(&self.other[at])).then_some(Attracted::Other(node))
    }

    fn close_after_pass(&self, turn: Node) -> Option<Attracted> {
        let at = turn as usize;
        let last = self.escapes_after_pass[at].fetch_sub(1, Ordering::Relaxed) == 1;
        (last && self.settle(&self.other_after_pass[at])).then_some(Attracted::OtherAfterPass(turn))
    }

    /// Sets the value of a state; `false` if it already has one.
    fn settle(&self, value: &AtomicI8) -> bool {
        value
            .compare_exchange(OPEN, self.threshold, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }
}
