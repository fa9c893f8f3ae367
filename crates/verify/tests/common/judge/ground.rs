//! Bounds for a player who only passes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Judge, Stones};

impl Judge {
    /// Returns every coloring that one player alone can build, with the player's largest possible gain by prisoners
    /// until then.
    pub(crate) fn alone(&self, stones: &Stones, player: u8) -> BTreeMap<Stones, i16> {
        let better = |one: i16, other: i16| match player {
            b'X' => one > other,
            _ => one < other,
        };
        let mut reached = BTreeMap::from([(stones.clone(), 0)]);
        loop {
            let mut next = reached.clone();
            for (stones, before) in &reached {
                for after in (0..stones.len()).filter_map(|at| self.play(stones, player, at)) {
                    let gained = before + self.gained(stones, player, &after);
                    let known = next.entry(after).or_insert(gained);
                    if better(gained, *known) {
                        *known = gained;
                    }
                }
            }
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Returns the connected parts of some points.
    fn parts(&self, mut left: BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut part = BTreeSet::from([first]);
            while let Some(next) = left.iter().copied().find(|&point| {
                self.neighbours[point]
                    .iter()
                    .any(|near| part.contains(near))
            }) {
                left.remove(&next);
                part.insert(next);
            }
            parts.push(part);
        }
        parts
    }

    /// Returns the bound by unconditional life, Black − White.
    pub(crate) fn alive(&self, stones: &Stones, prover: u8) -> i16 {
        let of_prover = |&point: &usize| stones[point] == prover;
        let everything: BTreeSet<usize> = (0..stones.len()).collect();
        let touches = |point: &usize, set: &BTreeSet<usize>| {
            self.neighbours[*point]
                .iter()
                .any(|near| set.contains(near))
        };
        let mut chains = self.parts(everything.iter().copied().filter(of_prover).collect());
        let regions = loop {
            let living: BTreeSet<usize> = chains.iter().flatten().copied().collect();
            let regions = self.parts(&everything - &living);
            let before = chains.len();
            chains.retain(|chain| {
                let vital =
                    |region: &&BTreeSet<usize>| region.iter().all(|point| touches(point, chain));
                regions.iter().filter(vital).count() >= 2
            });
            if chains.len() == before {
                break regions;
            }
        };
        let living: BTreeSet<usize> = chains.into_iter().flatten().collect();
        let mut margin = living.len() as i16;
        for region in regions {
            let enclosed = region.iter().all(|point| touches(point, &living));
            margin += match (region.len() as i16, enclosed) {
                (1, true) => 1,
                (1, false) => 0,
                (points, true) => -(points - 1),
                (points, false) => -points,
            };
        }
        // Each stone that the opponent adds costs one, so the score cannot fall below its value in area.
        let counted = if self.counts_prisoners() {
            let count = |color: u8| stones.iter().filter(|&&stone| stone == color).count() as i16;
            count(b'X') - count(b'O')
        } else {
            0
        };
        let margin = if prover == b'X' { margin } else { -margin };
        margin - counted
    }
}
