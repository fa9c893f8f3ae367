//! Counts legal colorings one by one: slow, but as simple as the definition.

use koproof_rules::{Coloring, Graph, Player, Point};
use rayon::prelude::*;

use super::meter::Meter;
use crate::budget::stopped::Stopped;

/// The number of points that are colored before the work is divided among the threads: enough for even shares.
const SPLIT_LEVELS: usize = 6;

/// The number of colorings that a thread counts before it reports to the meter.
const QUANTUM: u64 = 4096;

/// Counts the legal colorings of a board for up to `N` players that meet a condition.
pub(super) fn count<const N: usize>(
    graph: &Graph<1>,
    players: usize,
    condition: &(dyn Fn(&Graph<1>, &Coloring<1, N>) -> bool + Sync),
    meter: &Meter<'_>,
) -> Result<u64, Stopped> {
    let levels = SPLIT_LEVELS.min(graph.points());
    let prefixes = legal_on_first::<N>(graph, players, levels);
    meter.restart(prefixes.len() as u64);
    let walk = Walk {
        graph,
        players,
        condition,
        meter,
    };
    let count = |prefix| {
        let mut looked_at = 0;
        let count = walk.below(prefix, levels, &mut looked_at)?;
        meter.done(1);
        meter.spend(looked_at)?;
        Ok(count)
    };
    prefixes.into_par_iter().map(count).sum()
}

/// Lists the legal colorings of the first `points` points, where the others are empty, in the order of their texts.
pub(crate) fn legal_on_first<const N: usize>(
    graph: &Graph<1>,
    players: usize,
    points: usize,
) -> Vec<Coloring<1, N>> {
    (0..points).fold(vec![Coloring::EMPTY], |shorter, point| {
        extended(graph, players, shorter, point)
    })
}

/// Colors one more point of each coloring in a list, as [`legal_on_first`] does.
pub(crate) fn extended<const N: usize>(
    graph: &Graph<1>,
    players: usize,
    shorter: Vec<Coloring<1, N>>,
    point: usize,
) -> Vec<Coloring<1, N>> {
    let longer = |coloring| extensions(graph, players, coloring, point);
    shorter.into_iter().flat_map(longer).collect()
}

/// Colors one more point in every way that leaves each chain a liberty, where uncolored points count as empty. Later
/// colors can only remove liberties, so no legal coloring is missed.
fn extensions<'g, const N: usize>(
    graph: &'g Graph<1>,
    players: usize,
    coloring: Coloring<1, N>,
    point: usize,
) -> impl Iterator<Item = Coloring<1, N>> + use<'g, N> {
    let colors = std::iter::once(None).chain((0..players).map(|player| Some(Player::new(player))));
    colors.filter_map(move |color| match color {
        Some(player) => coloring.with_stone(graph, player, Point::new(point as u16)),
        None => Some(coloring),
    })
}

/// A walk through the legal colorings, point by point.
struct Walk<'a, const N: usize> {
    graph: &'a Graph<1>,
    players: usize,
    condition: &'a (dyn Fn(&Graph<1>, &Coloring<1, N>) -> bool + Sync),
    meter: &'a Meter<'a>,
}

impl<const N: usize> Walk<'_, N> {
    /// Counts the legal colorings that agree with one on the first points and meet the condition.
    fn below(
        &self,
        coloring: Coloring<1, N>,
        point: usize,
        looked_at: &mut u64,
    ) -> Result<u64, Stopped> {
        *looked_at += 1;
        if *looked_at == QUANTUM {
            *looked_at = 0;
            self.meter.spend(QUANTUM)?;
        }
        if point == self.graph.points() {
            return Ok((self.condition)(self.graph, &coloring).into());
        }
        let mut count = 0;
        for longer in extensions(self.graph, self.players, coloring, point) {
            count += self.below(longer, point + 1, looked_at)?;
        }
        Ok(count)
    }
}
