//! The situations of a board's games, found by making every play.

use std::collections::{BTreeSet, HashMap};

use koproof_rules::{ColorSwap, Coloring, Graph, Player, Ruleset, Superko, Symmetry};

/// The most players whose permutations are used: for more players, there are too many permutations.
const MAX_ALIKE: usize = 4;

/// A coloring for any number of players.
type Stones = Coloring<1, { Player::MAX }>;

/// A coloring, and the player to move where superko looks at it.
type Situation = (Stones, Option<Player>);

/// The situations of a board's games.
pub(super) struct Explored {
    /// The situations, that at the start first.
    pub(super) situations: Vec<Situation>,
    /// The number of each situation.
    pub(super) numbers: HashMap<Situation, usize>,
    /// The plays from each situation, by any player: the player and the situation after it.
    pub(super) plays: Vec<Vec<(Player, usize)>>,
    pub(super) players: usize,
}

impl Explored {
    /// Lists the situations that plays lead to from the empty board; `None` if there are more than `most`.
    pub(super) fn new(graph: &Graph<1>, rules: &Ruleset, most: usize) -> Option<Self> {
        let next_is = |player: usize| {
            (rules.superko != Superko::Positional).then(|| Player::new(player % rules.players))
        };
        // All players' starts are listed, so that the list contains every symmetric image of the start. Under
        // positional superko all are the same.
        let mut situations: Vec<Situation> = (0..rules.players)
            .map(|player| (Stones::EMPTY, next_is(player)))
            .collect();
        situations.dedup();
        let mut numbers: HashMap<_, _> = situations.iter().copied().zip(0..).collect();
        let mut all = Vec::new();
        while let Some(&(coloring, _)) = situations.get(all.len()) {
            let mut list = Vec::new();
            for (player, coloring) in plays(graph, rules, coloring) {
                let next = (coloring, next_is(player.index() + 1));
                let number = *numbers.entry(next).or_insert_with(|| {
                    situations.push(next);
                    situations.len() - 1
                });
                list.push((player, number));
            }
            if situations.len() > most {
                return None;
            }
            all.push(list);
        }
        Some(Self {
            situations,
            numbers,
            plays: all,
            players: rules.players,
        })
    }

    /// Counts the colorings.
    pub(super) fn colorings(&self) -> usize {
        let colorings = self.situations.iter().map(|(coloring, _)| coloring);
        colorings.collect::<BTreeSet<_>>().len()
    }

    /// Lists the symmetries of board and players as permutations of the situations, each once, the identity first.
    pub(super) fn symmetries(&self, graph: &Graph<1>) -> Vec<Vec<usize>> {
        let automorphisms = Symmetry::new(graph, ColorSwap::Excluded);
        let (_, to_move) = self.situations[0];
        let orders = match to_move {
            None => orders(self.players.min(MAX_ALIKE)),
            Some(_) => rotations(self.players),
        };
        let mut permutations = BTreeSet::new();
        for order in orders {
            for automorphism in automorphisms.elements() {
                let image = |&(coloring, to_move): &Situation| {
                    let moved = automorphisms.image(automorphism, coloring);
                    let stones = order.map(|player| moved.stones(Player::new(player)));
                    let becomes = |old: Player| {
                        let new = order.iter().position(|&player| player == old.index());
                        Player::new(new.expect("an order contains every player"))
                    };
                    self.numbers[&(Stones::from_stones(stones), to_move.map(becomes))]
                };
                permutations.insert(self.situations.iter().map(image).collect());
            }
        }
        permutations.into_iter().collect()
    }
}

/// Iterates over the results of one play, with its player, without one-stone suicides.
fn plays<'g, const N: usize>(
    graph: &'g Graph<1>,
    rules: &Ruleset,
    coloring: Coloring<1, N>,
) -> impl Iterator<Item = (Player, Coloring<1, N>)> + use<'g, N> {
    let suicide = rules.suicide;
    (0..rules.players)
        .map(Player::new)
        .flat_map(move |player| {
            let plays = coloring.plays(graph, player, suicide);
            plays.map(move |(_, play)| (player, play.coloring))
        })
        .filter(move |&(_, next)| next != coloring)
}

/// Lists the orders of all players in which the turns go round as before.
fn rotations(players: usize) -> Vec<[usize; Player::MAX]> {
    let by = |by: usize| {
        std::array::from_fn(move |player| match player {
            _ if player < players => (player + by) % players,
            _ => player,
        })
    };
    (0..players).map(by).collect()
}

/// Lists the orders of all players in which only the first few change places.
fn orders(few: usize) -> Vec<[usize; Player::MAX]> {
    let mut orders = vec![std::array::from_fn(|player| player)];
    for last in 1..few {
        let swapped = |order: &[usize; Player::MAX]| {
            let order = *order;
            (0..=last).map(move |with| {
                let mut order = order;
                order.swap(with, last);
                order
            })
        };
        orders = orders.iter().flat_map(swapped).collect();
    }
    orders
}
