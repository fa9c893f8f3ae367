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
//! of the longest fight. Processing the levels s = n, n - 1, ..., 1 - n downward visits every play only once. The
//! states from which the prover can force s or more are those that the prover can *attract* to final positions with
//! such a score. This is backward induction over an AND-OR graph, with a count of the open moves at each AND node. The states
//! of a level are the starting set for the next one. The value of a state is the level at which it is
//! attracted; a state that is never attracted has the value -n.
//!
//! Threads share the most recently attracted states. The counters and values are atomic, and the thread that closes
//! the last open move of a state attracts it. Which thread that is does not change the sets, so it does not change
//! the values. No lock is taken.

use std::sync::atomic::{AtomicI8, AtomicU8, Ordering};

use rayon::prelude::*;

use super::arena::{Arena, Node};
use crate::budget::observer::Progress;
use crate::budget::stopped::Stopped;

/// The scores that the prover can force, by passes and turn.
#[derive(Clone, Debug)]
pub(super) struct Forced {
    /// The scores if the mover is the prover.
    pub(super) mover: [Vec<i8>; 2],
    /// The scores if the other player is the prover.
    pub(super) other: [Vec<i8>; 2],
}

/// A state that was attracted: the player who is the prover, with the node and the number of passes.
#[derive(Clone, Copy)]
enum Attracted {
    Mover(Node, Passes),
    Other(Node, Passes),
}

/// The number of passes just made, 0 or 1. Only turns have states after a pass.
type Passes = u8;

/// The number of attracted states that a thread takes at a time.
const SHARE: usize = 1024;

/// No value yet.
const OPEN: i8 = i8::MIN;

struct Attraction<'a> {
    arena: &'a Arena,
    mover: [Vec<AtomicI8>; 2],
    other: [Vec<AtomicI8>; 2],
    /// The number of moves of each state by which the mover may still escape the prover.
    escapes: [Vec<AtomicU8>; 2],
    /// The score that is being forced.
    level: i8,
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
        let values = |count: usize| (0..count).map(|_| AtomicI8::new(OPEN)).collect::<Vec<_>>();
        // All plays and one pass, which ends the game if it is the second.
        let moves = |count: usize| {
            let moves = (0..count as Node).map(|node| AtomicU8::new(arena.plays_of(node) + 1));
            moves.collect::<Vec<_>>()
        };
        let mut attraction = Attraction {
            arena,
            mover: [nodes, turns].map(values),
            other: [nodes, turns].map(values),
            escapes: [nodes, turns].map(moves),
            level: points,
        };
        let total = 2 * (nodes + turns) as u64;
        let mut done = 0;
        while attraction.level > -points {
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
            attraction.level -= 1;
        }
        let settled = |values: Vec<AtomicI8>| {
            let values = values.into_iter().take(turns).map(AtomicI8::into_inner);
            let value = |value| if value == OPEN { -points } else { value };
            let mut values: Vec<i8> = values.map(value).collect();
            values.shrink_to_fit();
            values
        };
        Ok(Self {
            mover: attraction.mover.map(settled),
            other: attraction.other.map(settled),
        })
    }
}

impl Attraction<'_> {
    /// Attracts the states where a pass can end the game with the level as its score.
    fn ends(&self) -> Vec<Attracted> {
        (0..self.arena.turns() as Node)
            .into_par_iter()
            .filter(|&turn| self.arena.mover_score(turn) == self.level)
            .flat_map_iter(|turn| {
                let stops = self.choose(turn, 1);
                // The opponent is to move in the other turn of the same coloring.
                stops.into_iter().chain(self.close(turn ^ 1, 1))
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
        match attracted {
            Attracted::Other(node, passes) => {
                self.for_each_predecessor(node, passes, |node, passes| {
                    next.extend(self.choose(node, passes));
                });
            }
            Attracted::Mover(node, passes) => {
                self.for_each_predecessor(node, passes, |node, passes| {
                    next.extend(self.close(node, passes));
                });
            }
        }
    }

    /// Calls a function with every state that has a move to this one, once for each such move.
    fn for_each_predecessor(&self, node: Node, passes: Passes, mut call: impl FnMut(Node, Passes)) {
        if passes > 0 {
            return self.arena.passers(node).for_each(|before| call(before, 0));
        }
        for &before in self.arena.predecessors(node) {
            call(before, 0);
            if (before as usize) < self.arena.turns() {
                call(before, 1);
            }
        }
    }

    /// Attracts a state where the prover is to move and has a sufficient move.
    fn choose(&self, node: Node, passes: Passes) -> Option<Attracted> {
        self.settle(&self.mover[usize::from(passes)][node as usize])
            .then_some(Attracted::Mover(node, passes))
    }

    /// Closes one move of the opponent, and attracts the state if it was the last one.
    fn close(&self, node: Node, passes: Passes) -> Option<Attracted> {
        let (after, at) = (usize::from(passes), node as usize);
        let last = self.escapes[after][at].fetch_sub(1, Ordering::Relaxed) == 1;
        (last && self.settle(&self.other[after][at])).then_some(Attracted::Other(node, passes))
    }

    /// Sets the value of a state; `false` if it already has one.
    fn settle(&self, value: &AtomicI8) -> bool {
        value
            .compare_exchange(OPEN, self.level, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }
}
