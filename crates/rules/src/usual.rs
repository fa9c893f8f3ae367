//! The usual name of a board that is given only by its graph.

use crate::Board;

impl Board {
    /// Returns the board with the name of a family, if a board of the family has the same graph with the same
    /// numbering; otherwise unchanged.
    ///
    /// A certificate contains a graph but no name. With its usual name, a grid is drawn as a grid, and its points have
    /// names such as `a1`.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Board;
    /// let board: Board = "edges:0-1,0-2,1-3,2-3".parse()?;
    /// assert_eq!(board.usual().name(), "2x2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn usual(&self) -> Self {
        candidates(self.points())
            .filter_map(|name| name.parse::<Self>().ok())
            .find(|named| named.points() == self.points() && named.edges() == self.edges())
            .unwrap_or_else(|| self.clone())
    }
}

/// Returns the names that a board with this number of points may have.
fn candidates(points: usize) -> impl Iterator<Item = String> {
    let pairs = (1..=points)
        .filter(move |rows| points.is_multiple_of(*rows))
        .map(move |rows| (rows, points / rows));
    let grids = pairs
        .clone()
        .map(|(rows, columns)| format!("{rows}x{columns}"));
    let tori = pairs.map(|(rows, columns)| format!("torus:{rows}x{columns}"));
    let bipartite = (1..points).map(move |left| format!("bipartite:{left},{}", points - left));
    let sized = ["cycle", "complete", "star", "wheel"];
    let sized = sized.map(|family| format!("{family}:{points}"));
    let others = [
        format!("prism:{}", points / 2),
        "hex:2".to_owned(),
        "hex:3".to_owned(),
        "honeycomb:2".to_owned(),
        "cube".to_owned(),
        "octahedron".to_owned(),
        "petersen".to_owned(),
        "cube-surface:2".to_owned(),
    ];
    grids
        .chain(sized)
        .chain(tori)
        .chain(bipartite)
        .chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_known_by_their_graph() {
        for name in [
            "2x3",
            "3x2",
            "1x9",
            "cycle:5",
            "complete:5",
            "star:5",
            "wheel:6",
            "torus:3x3",
            "bipartite:3,3",
            "prism:3",
            "hex:2",
            "cube",
            "petersen",
        ] {
            let board: Board = name.parse().expect("a board");
            let nameless = Board::from_content("some file", board.to_graph6()).expect("a board");
            assert_eq!(nameless.usual(), board, "{name}");
        }
    }

    #[test]
    fn a_graph_of_no_family_stays_as_it_is() {
        let board: Board = "edges:0-1,1-2,2-0,2-3,3-4".parse().expect("a board");
        assert_eq!(board.usual(), board);
    }
}
