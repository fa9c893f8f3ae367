//! The ways of searching. They differ in the moves that count and in their weight, never in the claims that they prove.
//!
//! | way | children that count | sums | numbers start from | serves |
//! |---|---|---|---|---|
//! | [`Way::Plain`] | all | plain | the score | boards of few points: superko fights |
//! | [`Way::Wide`] | all | plain | the evaluation | paths, cycles and trees of ten points and more |
//! | [`Way::Weak`] | all | weak | the score | boards where most points are neighbours |
//! | [`Way::Narrow`] | a third, in short lines | plain | the evaluation | grids, wheels, prisms: boards with room |
//! | [`Way::Deepening`] | all | none | no numbers | long superko fights on small boards |
//!
//! On boards with room most moves are poor, and their numbers hide the good ones. In a fight the right move looks no better
//! than the others, and a search of a third of the moves follows the fight for hundreds of moves. On long boards all
//! moves count, but the evaluation orders them: with it 1x12 takes three fifths of the expansions.

use koproof_rules::Graph;

use super::numbers::{INFINITY, Summation};
use crate::options::{StoneLimits, Widening};
use crate::state::evaluation::UNITS;

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Proof-number sums over all moves.
    Plain,
    /// The same with the evaluation, which orders the moves and sets the initial numbers. The search stays longer with a
    /// move that it has begun.
    Wide,
    /// Weak proof-number search.
    Weak,
    /// Dynamic widening (P. Henderson, B. Arneson and R. Hayward, *Solving 8x8 Hex*, 2009): of the unsettled moves only
    /// the third with the best evaluation counts; as moves are settled, others are added. A state is lost only if every
    /// move is.
    ///
    /// Lines with more moves than the board has points are superko fights, in which all moves count. In this way
    /// 1x10 takes 23 k expansions, without that limit more than 400 k; half the limit takes a fifth more on grids.
    ///
    /// The order of the points does not decide which moves count: of moves that are equal by symmetry one counts, and
    /// moves that promise as much as the last that counts do, too.
    Narrow,
    /// Iterative deepening with a limit on the choices along a line (`search/deepening.rs`). It has no numbers, and keeps
    /// every claim as long as there is room.
    ///
    /// In a long fight the same few states come again and again, and almost every expansion makes another claim, which few
    /// histories admit. K3,3, the octahedron, K6, and K6 without one or two edges were open after hundreds of millions of
    /// expansions in the ways with numbers. In this way the five take 0.4 million expansions together.
    Deepening,
}

/// The narrow way counts one move in this number.
const NARROW: usize = 3;

impl Way {
    /// Returns the sum that this way uses for disproof numbers.
    pub(crate) fn summation(self) -> Summation {
        match self {
            Self::Plain | Self::Wide | Self::Narrow => Summation::Plain,
            Self::Weak | Self::Deepening => Summation::Weak,
        }
    }

    /// Tells whether the evaluation orders the moves and sets the initial numbers.
    pub(crate) fn evaluates(self) -> bool {
        matches!(self, Self::Wide | Self::Narrow)
    }

    /// Returns the number that a child may reach before it is left for the second best, which has the number `second`: the
    /// 1 + ε trick, and a slack. With a slack of 1 in the narrow way, 3x4 takes 17 k expansions instead of 15 k. With
    /// ε = 1/4 in the wide way 1x12 takes a fifth more, the mean of six orders of its points.
    pub(super) fn patience(self, second: u32) -> u32 {
        let (quarters, slack) = match self {
            Self::Plain | Self::Weak | Self::Deepening => (1, 1),
            Self::Wide => (3, 1),
            Self::Narrow => (1, 2),
        };
        let second = u64::from(second);
        (second + second * quarters / 4 + slack).min(u64::from(INFINITY)) as u32
    }

    /// Returns what each stone of the mover's largest chain in atari takes from the promise of a move, in quarter points:
    /// the opponent captures it next.
    ///
    /// On grids and other boards with a rim that saves a tenth of the expansions. 5-prisms take a fifth more, and cubic
    /// graphs of ten points a tenth. In the wide way, 1x13 takes a sixth more and cycle 12 a quarter.
    pub(super) fn atari_cost(self, has_rim: bool) -> i16 {
        match self {
            Self::Narrow if has_rim => 4 * UNITS,
            Self::Plain | Self::Wide | Self::Weak | Self::Deepening | Self::Narrow => 0,
        }
    }

    /// Returns the sixteenths by which the numbers of another target grow for each point by which a goal is further.
    pub(super) fn growth(self) -> u64 {
        match self {
            Self::Narrow => 3,
            Self::Plain | Self::Wide | Self::Weak | Self::Deepening => 0,
        }
    }

    /// Tells whether moves that are equal by symmetry count once. In the wide way that helps on empty cycles, but a table of
    /// 1x10 takes a third more expansions.
    pub(super) fn merges_twins(self) -> bool {
        self == Self::Narrow
    }

    /// Returns how many of the open moves count at a depth, the best first.
    pub(crate) fn counted(
        self,
        depth: usize,
        points: usize,
        open: impl FnOnce() -> usize,
    ) -> usize {
        if self == Self::Narrow && depth <= points {
            open().div_ceil(NARROW)
        } else {
            usize::MAX
        }
    }
}

/// The kinds of boards, which are searched in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Portfolio {
    /// More than half of all pairs of points are neighbours, and there are few points.
    TinyDense,
    /// The same with more points.
    Dense,
    /// Boards of few points; with [`Widening::Never`] all others that are not dense, too.
    Sparse,
    /// Paths, trees and cycles with more points.
    Long,
    /// Boards with room.
    Roomy,
}

/// The fewest points of a board with room and of a long one. On smaller boards a third of the moves is too few: the cube
/// takes 56 k expansions in the narrow way and 11 k in the plain way.
const ROOM: usize = 10;

/// The fewest points of a board with room on which claims limit the stones of earlier records by default.
const LARGE: usize = 20;

/// The most points of a dense board where iterative deepening comes first. Boards that took more than 10,000 expansions take
/// an eighth, those that took more than 1,000 two sevenths, and easier ones as many as before. On boards of seven points most
/// searches end before it pays off: an expansion takes three times as long as in the weak way, or more.
const TINY: usize = 6;

impl Portfolio {
    /// Chooses by the shape of the board.
    ///
    /// Of the ways with numbers, weak sums come first on dense boards, and second on boards of few points and on long ones: if
    /// the same reply answers many moves, their numbers should not add up. `rounds.rs` says when iterative deepening has its
    /// turn. A board has room if it has ten points or more and more edges than points, which paths, trees and cycles have not.
    pub(super) fn of(graph: &Graph<1>, widening: Widening) -> Self {
        let points = graph.points();
        let ends: usize = (graph.all().into_iter())
            .map(|point| graph.neighbours(point).len())
            .sum();
        let is_dense = ends > points * points.saturating_sub(1) / 2;
        match widening {
            Widening::Always => Self::Roomy,
            _ if is_dense && points <= TINY => Self::TinyDense,
            _ if is_dense => Self::Dense,
            Widening::WithRoom if points >= ROOM => match ends > 2 * points {
                true => Self::Roomy,
                false => Self::Long,
            },
            Widening::WithRoom | Widening::Never => Self::Sparse,
        }
    }

    /// Returns the two best ways that have numbers, the better one first.
    pub(super) fn ways(self) -> [Way; 2] {
        match self {
            Self::TinyDense | Self::Dense => [Way::Weak, Way::Plain],
            Self::Sparse => [Way::Plain, Way::Weak],
            Self::Long => [Way::Wide, Way::Weak],
            Self::Roomy => [Way::Narrow, Way::Plain],
        }
    }

    /// Returns the way whose numbers stay while another way has its turn. All others begin each turn without numbers.
    ///
    /// In the fights of dense boards a search that goes astray stays there as long as it keeps its numbers.
    pub(super) fn lasting(self) -> Option<Way> {
        match self {
            Self::TinyDense | Self::Dense => None,
            Self::Sparse | Self::Long | Self::Roomy => Some(self.best()),
        }
    }

    /// Tells whether claims limit the stones of earlier records.
    ///
    /// With the limits 4x5 takes 11.6 M expansions instead of 12.7 M, and two thirds of the time; within 2 GiB it ends
    /// with its value, where it was open after 28 M. But 4x4 takes 163 k instead of 151 k, and 3x6 1.15 M instead of 0.94 M.
    pub(super) fn limits_stones(self, limits: StoneLimits, points: usize) -> bool {
        self == Self::Roomy
            && match limits {
                StoneLimits::Never => false,
                StoneLimits::Large => points >= LARGE,
                StoneLimits::Always => true,
            }
    }

    /// Tells whether most points are neighbours.
    pub(super) fn is_dense(self) -> bool {
        matches!(self, Self::TinyDense | Self::Dense)
    }

    /// Returns the best way that has numbers.
    pub(super) fn best(self) -> Way {
        let [first, _] = self.ways();
        first
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::Board;

    use super::*;

    #[test]
    fn boards_of_ten_points_have_room_or_are_long() {
        let portfolio = |name: &str| {
            let board: Board = name.parse().expect("a board");
            let graph = Graph::new(&board).expect("a small board");
            Portfolio::of(&graph, Widening::WithRoom)
        };
        for name in ["2x5", "3x4", "5x5", "prism:5", "wheel:10"] {
            assert_eq!(portfolio(name), Portfolio::Roomy, "{name}");
        }
        let small: Board = "3x3".parse().expect("a board");
        let small = Graph::new(&small).expect("a small board");
        let always = Portfolio::of(&small, Widening::Always);
        assert_eq!(always, Portfolio::Roomy);
        for name in ["path:12", "cycle:10", "star:12"] {
            assert_eq!(portfolio(name), Portfolio::Long, "{name}");
        }
        for name in ["path:9", "cycle:9", "cube", "3x3"] {
            assert_eq!(portfolio(name), Portfolio::Sparse, "{name}");
        }
        for name in ["complete:7", "complete:10"] {
            assert_eq!(portfolio(name), Portfolio::Dense, "{name}");
        }
        for name in ["2x2", "complete:6", "bipartite:3,3"] {
            assert_eq!(portfolio(name), Portfolio::TinyDense, "{name}");
        }
    }

    #[test]
    fn stones_in_atari_cost_only_on_boards_with_a_rim() {
        let costs =
            [Way::Narrow, Way::Wide].map(|way| [true, false].map(|rim| way.atari_cost(rim)));
        assert_eq!(costs, [[16, 0], [0, 0]]);
    }

    #[test]
    fn long_lines_count_every_move() {
        assert_eq!(Way::Narrow.counted(12, 12, || 7), 3);
        assert_eq!(Way::Narrow.counted(13, 12, || 7), usize::MAX);
        assert_eq!(Way::Plain.counted(0, 12, || 7), usize::MAX);
        assert_eq!(Way::Wide.counted(0, 12, || 7), usize::MAX);
    }

    #[test]
    fn a_child_may_get_worse_by_a_share_and_by_a_slack() {
        let patience =
            |second| [Way::Plain, Way::Wide, Way::Narrow].map(|way| way.patience(second));
        assert_eq!(patience(8), [11, 15, 12]);
        assert_eq!(patience(INFINITY), [INFINITY; 3]);
    }
}
