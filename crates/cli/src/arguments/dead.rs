//! The argument for stones that are agreed to be dead.

use clap::Args;
use koproof_rules::{Board, Coloring, Graph, Point, PointSet};

use crate::exit::{refusal, refuse};

/// Stones that are agreed to be dead.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Agreement")]
pub(crate) struct DeadArgs {
    /// Stones that both sides agree are dead, each with its whole chain: "a2 c1"; they are removed as if captured
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
}

impl DeadArgs {
    /// Returns the chains of the given stones.
    pub(crate) fn chains<const W: usize, const N: usize>(
        &self,
        board: &Board,
        graph: &Graph<W>,
        coloring: &Coloring<W, N>,
    ) -> anyhow::Result<PointSet<W>> {
        let names = self.dead.iter().flat_map(|names| names.split([',', ' ']));
        let mut dead = PointSet::EMPTY;
        for name in names.filter(|name| !name.is_empty()) {
            let point = board.parse_point(name).map(Point::new);
            let point = point.map_err(|error| refusal!("--dead: {error}"))?;
            if coloring.at(point).is_none() {
                refuse!("--dead: there is no stone at {name}; name stones");
            }
            dead |= coloring.chain(graph, point);
        }
        Ok(dead)
    }
}
