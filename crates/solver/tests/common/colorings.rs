//! Every coloring of a tiny board.

use koproof_rules::{Coloring, Graph, Player, Point};

/// Returns the legal colorings of so many players.
pub(crate) fn legal<const N: usize>(graph: &Graph<1>, players: usize) -> Vec<Coloring<1, N>> {
    let (points, colors) = (graph.points(), players + 1);
    (0..colors.pow(points as u32))
        .map(|code| {
            let mut coloring = Coloring::EMPTY;
            for index in 0..points {
                let digit = code / colors.pow(index as u32) % colors;
                let color = digit.checked_sub(1).map(Player::new);
                coloring.set(Point::new(index as u16), color);
            }
            coloring
        })
        .filter(|coloring| coloring.is_legal(graph))
        .collect()
}
