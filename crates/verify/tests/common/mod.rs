//! Shared code of the tests: small boards, and all their colorings.

#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses a part of this"
)]

#[path = "../../../rules/tests/common/graphs.rs"]
pub(crate) mod graphs;

use koproof_rules::Player;

/// Every position of `points` points and `players` players, legal or not.
pub(crate) fn all_positions(points: usize, players: usize) -> impl Iterator<Item = String> {
    let colors = players + 1;
    (0..colors.pow(points as u32)).map(move |number| {
        (0..points)
            .map(|point| match number / colors.pow(point as u32) % colors {
                0 => '.',
                color => Player::new(color - 1).symbol(),
            })
            .collect()
    })
}
