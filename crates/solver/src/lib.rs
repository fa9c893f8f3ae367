//! Exact values of tiny Go boards under superko.

#![allow(missing_docs, dead_code, unused)]
mod bounds;
mod orbits;
mod path;
mod proof_table;
mod search;

use koproof_rules::*;
use search::*;

pub struct Run { pub value: i16, pub expansions: u64, pub claims: usize, pub avg: f64 }

pub fn value(board: &Board, rules: Ruleset) -> Run {
    let graph = Graph::new(board).unwrap();
    let orbits = orbits::Orbits::new(graph, rules, Some(ColorSwap::Included));
    let packing = path::Packing::new(rules.superko, orbits.symmetry.len());
    let shared = Shared { orbits, packing, table: Default::default() };
    let mut search = Search::new(&shared);
    let v = one(&shared, &mut search, Coloring::EMPTY, Player::BLACK);
    Run { value: v, expansions: search.expansions, claims: shared.table.len(), avg: search.set_sizes as f64 / search.claims_made as f64 }
}

fn one(shared: &Shared, search: &mut Search<'_>, c: Coloring<1, 2>, t: Player) -> i16 {
    let (orbit, element) = shared.orbits.name(c);
    let (player, element) = shared.orbits.normal_with_player(orbit, shared.orbits.symmetry.player(element, t), element);
    let state = State { orbit, player, element, passes: 0 };
    search.start(state);
    let o = shared.orbits.get(orbit);
    let (mut lo, mut hi) = if shared.orbits.symmetry.swaps_colors(element) { (-o.ceiling, -o.floor) } else { (o.floor, o.ceiling) };
    while lo < hi {
        let s = lo + (hi - lo + 1) / 2;
        if search.decide(state, s).unwrap() { lo = s } else { hi = s - 1 }
    }
    lo
}

pub fn all(board: &Board, rules: Ruleset) -> (u64, Vec<(Coloring<1, 2>, Player, i16)>) {
    let graph = Graph::<1>::new(board).unwrap();
    let n = graph.points();
    let mut list = vec![];
    for mut i in 0..3usize.pow(n as u32) {
        let mut c = Coloring::<1, 2>::EMPTY;
        for p in 0..n { match i % 3 { 1 => c.set(Point::new(p as u16), Some(Player::BLACK)), 2 => c.set(Point::new(p as u16), Some(Player::WHITE)), _ => {} } i /= 3; }
        if c.is_legal(&graph) { list.push(c); }
    }
    list.sort_by_key(|c| std::cmp::Reverse(c.occupied().len()));
    let orbits = orbits::Orbits::new(graph, rules, Some(ColorSwap::Included));
    let packing = path::Packing::new(rules.superko, orbits.symmetry.len());
    let shared = Shared { orbits, packing, table: Default::default() };
    let mut search = Search::new(&shared);
    let mut out = vec![];
    for c in list { for t in [Player::BLACK, Player::WHITE] { let v = one(&shared, &mut search, c, t); out.push((c, t, v)); } }
    (search.expansions, out)
}
