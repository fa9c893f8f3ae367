//! Counts legal colorings point by point with only the frontier in memory: a transfer-matrix method for any graph.
//!
//! After some points are colored, only those of them with uncolored neighbours matter: their colors, which chains
//! already have a liberty, and which points belong to the same chain without one. The connections of a chain that has a
//! liberty no longer matter. Players are interchangeable, so colors are numbered in the order in which they are met.
//!
//! Source: J. Tromp and G. Farnebäck, *Combinatorics of Go*, section 4, there for grids.

use super::layer::{Key, Transfer};
use super::meter::Meter;
use super::order::{Neighbours, good_order, weights, widths};
use crate::budget::stopped::Stopped;

/// The content of a point in a state: empty, a stone of a chain with a liberty, or a stone of a chain without one.
type Cell = u8;

/// The cell of an empty point.
const EMPTY: Cell = 0;

/// The most points in a frontier that fit a key of four words.
const MAX: usize = 64;

/// Cells of a frontier, and of the point that is being colored.
type Cells = [Cell; MAX + 1];

/// The steps of the frontier over a graph.
#[derive(Clone, Debug)]
pub(super) struct Frontier {
    players: u8,
    /// Bits that a cell takes in a key.
    bits: u32,
    cells_per_word: usize,
    steps: Vec<Step>,
    /// The estimated numbers of states by layer, up to a constant factor.
    weights: Vec<f64>,
    /// The most points that the frontier has.
    pub(super) width: usize,
}

/// The step that colors one more point.
#[derive(Clone, Debug)]
struct Step {
    /// The number of points of the frontier before the step.
    width: usize,
    /// The positions of the point's neighbours in the frontier.
    near: Vec<usize>,
    /// The points that stay in the frontier; the new point has the number `width`.
    stays: Vec<usize>,
    /// The points that leave it.
    goes: Vec<usize>,
}

impl Frontier {
    /// Chooses an order of the points; `None` if the frontier is too wide for any key.
    ///
    /// # Errors
    /// If the meter stops the search for an order.
    pub(super) fn new(
        neighbours: &Neighbours,
        players: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let order = good_order(neighbours, meter)?;
        let widths = widths(neighbours, &order);
        let width = widths.iter().copied().max().unwrap_or(0);
        let weights = std::iter::once(1.0).chain(weights(&widths)).collect();
        // Values: empty, a safe stone of each player, and for each player the largest possible number of other chains.
        let values = 1 + players + players * width;
        let bits = values.next_power_of_two().trailing_zeros();
        // A new chain first gets a number after all others.
        if width >= MAX || values + players > usize::from(Cell::MAX) {
            return Ok(None);
        }
        Ok(Some(Self {
            players: players as u8,
            bits,
            cells_per_word: (u64::BITS / bits) as usize,
            steps: steps(neighbours, &order),
            weights,
            width,
        }))
    }

    /// Returns how many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.width.div_ceil(self.cells_per_word).max(1)
    }

    fn unpack<const W: usize>(&self, key: Key<W>, width: usize) -> Cells {
        let mask = (1 << self.bits) - 1;
        let mut cells = [EMPTY; MAX + 1];
        for (part, mut word) in cells[..width].chunks_mut(self.cells_per_word).zip(key.0) {
            for cell in part {
                *cell = (word & mask) as Cell;
                word >>= self.bits;
            }
        }
        cells
    }

    fn pack<const W: usize>(&self, mut cells: impl Iterator<Item = Cell>) -> Key<W> {
        let mut key = Key([0; W]);
        for word in &mut key.0 {
            for (index, cell) in (0..).zip(cells.by_ref().take(self.cells_per_word)) {
                *word |= u64::from(cell) << (index * self.bits);
            }
        }
        key
    }

    /// Returns the cell of a stone whose chain has a liberty.
    fn safe(&self, player: u8) -> Cell {
        1 + player
    }

    /// Returns the cell of a stone in one of the chains without a liberty.
    fn in_chain(&self, chain: u8, player: u8) -> Cell {
        1 + self.players * (1 + chain) + player
    }

    /// Returns the owner of the stone in a cell, if there is one.
    fn player(&self, cell: Cell) -> Option<u8> {
        cell.checked_sub(1).map(|stone| stone % self.players)
    }

    /// Returns whether a cell is a stone of a chain without a liberty.
    fn lacks_liberty(&self, cell: Cell) -> bool {
        cell > self.players
    }

    /// Leaves the new point empty, so that it is a liberty of all its neighbours.
    fn leave_empty(&self, step: &Step, cells: &mut Cells) {
        for &near in &step.near {
            let cell = cells[near];
            if self.lacks_liberty(cell) {
                self.make_safe(&mut cells[..step.width], cell);
            }
        }
        cells[step.width] = EMPTY;
    }

    /// Puts a stone on the new point.
    fn place(&self, step: &Step, cells: &mut Cells, player: u8) {
        let near = || step.near.iter().copied();
        let is_safe = near().any(|near| [EMPTY, self.safe(player)].contains(&cells[near]));
        // At most `width` chains were there before, so one more number is free.
        let own = self.in_chain(self.width as u8, player);
        cells[step.width] = own;
        for near in near() {
            let joined = cells[near];
            if self.lacks_liberty(joined) && self.player(joined) == Some(player) {
                for cell in &mut cells[..step.width] {
                    if *cell == joined {
                        *cell = own;
                    }
                }
            }
        }
        if is_safe {
            self.make_safe(&mut cells[..=step.width], own);
        }
    }

    fn make_safe(&self, cells: &mut [Cell], chain: Cell) {
        let player = self.player(chain).expect("a chain has stones");
        for cell in cells {
            if *cell == chain {
                *cell = self.safe(player);
            }
        }
    }

    /// Moves the frontier on; `None` if a chain without a liberty leaves it.
    fn leave<const W: usize>(&self, step: &Step, cells: &Cells) -> Option<Key<W>> {
        let stays = || step.stays.iter().map(|&index| cells[index]);
        let is_left_behind = |cell| self.lacks_liberty(cell) && !stays().any(|other| other == cell);
        if step.goes.iter().any(|&index| is_left_behind(cells[index])) {
            return None;
        }
        // `EMPTY` until a cell has its name: as options they took a store each, 0.22 of the time on 8x8.
        let mut names = [EMPTY; Cell::MAX as usize + 1];
        let mut colors = [None; koproof_rules::Player::MAX];
        let (mut next_chain, mut next_color) = (0, 0);
        Some(self.pack(stays().map(|cell| {
            let Some(player) = self.player(cell) else {
                return EMPTY;
            };
            let name = &mut names[usize::from(cell)];
            if *name == EMPTY {
                let color = *colors[usize::from(player)].get_or_insert_with(|| {
                    next_color += 1;
                    next_color - 1
                });
                *name = if self.lacks_liberty(cell) {
                    next_chain += 1;
                    self.in_chain(next_chain - 1, color)
                } else {
                    self.safe(color)
                };
            }
            *name
        })))
    }
}

impl<const W: usize> Transfer<W> for Frontier {
    fn start(&self) -> Key<W> {
        Key([0; W])
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn successors(&self, step: usize, state: Key<W>, found: &mut impl FnMut(Key<W>)) {
        let step = &self.steps[step];
        let before = self.unpack(state, step.width);
        let mut cells = before;
        self.leave_empty(step, &mut cells);
        self.leave(step, &cells).into_iter().for_each(&mut *found);
        for player in 0..self.players {
            let mut cells = before;
            self.place(step, &mut cells, player);
            self.leave(step, &cells).into_iter().for_each(&mut *found);
        }
    }

    fn expected(&self, sizes: &[u64]) -> Option<u64> {
        let (so_far, to_come) = self.weights.split_at(sizes.len());
        let states: u64 = sizes.iter().sum();
        // The last layer has no successors.
        let (_, to_come) = to_come.split_last()?;
        let share = to_come.iter().sum::<f64>() / so_far.iter().sum::<f64>();
        Some((states as f64 * share) as u64)
    }
}

/// Finds the step for each point of the order: the positions of its neighbours in the frontier, and the points that
/// stay.
fn steps(neighbours: &Neighbours, order: &[usize]) -> Vec<Step> {
    let mut place = vec![0; order.len()];
    for (index, &point) in order.iter().enumerate() {
        place[point] = index;
    }
    let mut frontier: Vec<usize> = Vec::new();
    let mut steps = Vec::with_capacity(order.len());
    for (index, &point) in order.iter().enumerate() {
        let width = frontier.len();
        let is_near = |&at: &usize| neighbours[point].contains(&frontier[at]);
        let near = (0..width).filter(is_near).collect();
        frontier.push(point);
        let has_open = |&at: &usize| {
            let mut near = neighbours[frontier[at]].iter();
            near.any(|&near| place[near] > index)
        };
        let (stays, goes): (Vec<usize>, Vec<usize>) = (0..=width).partition(has_open);
        frontier = stays.iter().map(|&at| frontier[at]).collect();
        steps.push(Step {
            width,
            near,
            stays,
            goes,
        });
    }
    steps
}
