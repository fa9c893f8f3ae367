//! The usual name of a board that is given only by its graph.

use crate::Board;
use crate::families::families;

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

/// Returns the names that a board with this number of points may have, in the order of the families.
fn candidates(points: usize) -> impl Iterator<Item = String> {
    families()
        .iter()
        .flat_map(move |family| of_family(family.pattern, points))
}

fn of_family(pattern: &str, points: usize) -> Vec<String> {
    let (start, sizes) = match pattern.split_once(':') {
        Some((word, sizes)) => (format!("{word}:"), sizes),
        None => (String::new(), pattern),
    };
    let named = |sizes: String| format!("{start}{sizes}");
    match sizes {
        "POINTS" => vec![named(points.to_string())],
        "SIDES" => vec![named((points / 2).to_string())],
        // No board has fewer points than its size, and with a size of fourteen all of these are too large.
        "SIDE" | "DIMENSION" => (1..=points.min(13))
            .map(|size| named(size.to_string()))
            .collect(),
        "ROWSxCOLUMNS" => (1..=points)
            .filter(|rows| points.is_multiple_of(*rows))
            .map(|rows| named(format!("{rows}x{}", points / rows)))
            .collect(),
        "LEFT,RIGHT" => (1..points)
            .map(|left| named(format!("{left},{}", points - left)))
            .collect(),
        solid if solid.chars().all(char::is_lowercase) => vec![solid.to_owned()],
        // Any graph has such names.
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_family_are_known_by_their_graph() {
        let of_any_graph = ["edges:", "g6:", "+", "@"];
        let examples = families().iter().map(|family| family.example);
        let examples = examples.filter(|name| of_any_graph.iter().all(|part| !name.contains(part)));
        let others = ["3x2", "5x5", "hex:2", "cube-surface:3", "honeycomb:3"];
        let mut known = 0;
        for name in examples.chain(others) {
            let board: Board = name.parse().expect("a board");
            let nameless = Board::from_content("some file", board.to_graph6()).expect("a board");
            let usual = nameless.usual();
            assert!(!usual.name().contains("g6:"), "{name}");
            assert_eq!(usual.edges(), board.edges(), "{name}");
            known += 1;
        }
        assert_eq!(known, 25);
    }

    /// A path is a grid, and a tetrahedron is complete.
    #[test]
    fn of_several_names_the_first_family_gives_its_own() {
        for (name, usual) in [
            ("2x3", "2x3"),
            ("path:9", "1x9"),
            ("bipartite:1,4", "star:5"),
            ("tetrahedron", "complete:4"),
            ("torus:3x3", "torus:3x3"),
            ("cube", "cube"),
            ("petersen", "petersen"),
        ] {
            let board: Board = name.parse().expect("a board");
            let nameless = Board::from_content("some file", board.to_graph6()).expect("a board");
            assert_eq!(nameless.usual().name(), usual);
        }
    }

    #[test]
    fn a_graph_of_no_family_stays_as_it_is() {
        let board: Board = "edges:0-1,1-2,2-0,2-3,3-4".parse().expect("a board");
        assert_eq!(board.usual(), board);
    }
}
