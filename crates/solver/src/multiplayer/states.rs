//! Colorings and records by number, so that a bit set can hold a history.

use std::rc::Rc;

use koproof_rules::{Coloring, Game, Graph, Player, Point, Record, Ruleset};
use rustc_hash::FxHashMap;

/// The number of colors. Games of all numbers of players share one search, so that this crate compiles it, and only once.
pub(super) const N: usize = Player::MAX;

/// The number of a coloring, in the order in which they were first met.
pub(super) type ColoringId = u32;
/// The number of a record, in the order in which they were first met.
pub(super) type RecordId = u32;

/// A play from a coloring: its point, the coloring after it, and its record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    pub(super) to: ColoringId,
    pub(super) record: RecordId,
}

/// The scores and plays of a coloring.
#[derive(Debug)]
struct Known {
    coloring: Coloring<1, N>,
    points: [u8; N],
    /// The plays by player, once they have been generated.
    edges: [Option<Rc<[Edge]>>; N],
    /// The record of a pass, by player.
    pass: [Option<RecordId>; N],
}

/// The colorings met so far.
#[derive(Debug)]
pub(super) struct States<'g> {
    graph: &'g Graph<1>,
    pub(super) rules: Ruleset,
    colorings: FxHashMap<Coloring<1, N>, ColoringId>,
    known: Vec<Known>,
    records: FxHashMap<Record<Coloring<1, N>>, RecordId>,
}

impl<'g> States<'g> {
    pub(super) fn new(game: &'g Game<'_, 1, N>) -> Self {
        Self {
            graph: game.graph(),
            rules: *game.rules(),
            colorings: FxHashMap::default(),
            known: Vec::new(),
            records: FxHashMap::default(),
        }
    }

    /// Counts the points of the board, the largest score of a player.
    pub(super) fn points_of_the_board(&self) -> u8 {
        // A graph of width 1 has up to 64 points.
        self.graph.points() as u8
    }

    /// Numbers a coloring.
    pub(super) fn coloring(&mut self, coloring: Coloring<1, N>) -> ColoringId {
        if let Some(&id) = self.colorings.get(&coloring) {
            return id;
        }
        let id = self.known.len() as ColoringId;
        let Self { graph, rules, .. } = *self;
        let points = std::array::from_fn(|index| {
            let player = Player::new(index);
            coloring.scoring_points(graph, player, rules.scoring).len() as u8
        });
        let superko = rules.superko;
        let pass = std::array::from_fn(|index| {
            let record = superko.of_pass(coloring, Player::new(index), rules.players)?;
            Some(self.record(record))
        });
        self.colorings.insert(coloring, id);
        self.known.push(Known {
            coloring,
            points,
            edges: std::array::from_fn(|_| None),
            pass,
        });
        id
    }

    /// Numbers a record.
    pub(super) fn record(&mut self, record: Record<Coloring<1, N>>) -> RecordId {
        let next = self.records.len() as RecordId;
        *self.records.entry(record).or_insert(next)
    }

    /// Returns the score of each player if the game ends here.
    pub(super) fn points(&self, coloring: ColoringId) -> [u8; N] {
        self.known[coloring as usize].points
    }

    /// Returns the record of a pass by the player.
    pub(super) fn pass(&self, coloring: ColoringId, player: Player) -> Option<RecordId> {
        self.known[coloring as usize].pass[player.index()]
    }

    /// Returns the plays of a player.
    pub(super) fn plays(&mut self, coloring: ColoringId, player: Player) -> Rc<[Edge]> {
        let known = &self.known[coloring as usize];
        if let Some(edges) = &known.edges[player.index()] {
            return Rc::clone(edges);
        }
        let from = known.coloring;
        let mut edges = Vec::new();
        for (point, play) in from.plays(self.graph, player, self.rules.suicide) {
            let record = self
                .rules
                .superko
                .of_play(play.coloring, player, self.rules.players);
            edges.push(Edge {
                point,
                to: self.coloring(play.coloring),
                record: self.record(record),
            });
        }
        let edges: Rc<[Edge]> = edges.into();
        self.known[coloring as usize].edges[player.index()] = Some(Rc::clone(&edges));
        edges
    }
}
