//! Shared code of the tests of tables: colorings and symmetries found by slow code, and values that need no solver.

use koproof_rules::{Board, Coloring, Graph, Player, Point, Representatives, Ruleset, Score};
use koproof_tables::{Table, TableError};
use proptest::prelude::*;

/// Grids, paths, cycles, stars, complete graphs, two parts, one point, no edges.
pub(crate) const BOARDS: [&str; 14] = [
    "1x1",
    "path:2",
    "path:7",
    "2x2",
    "2x3",
    "2x4",
    "3x3",
    "cycle:6",
    "star:5",
    "complete:4",
    "complete:3+complete:3",
    "path:2+path:3",
    "empty:4",
    "edges:0-1,0-2,0-3,3-4,4-5",
];

pub(crate) fn board(name: &str) -> Board {
    name.parse().expect("a board")
}

pub(crate) fn graph(board: &Board) -> Graph<1> {
    Graph::new(board).expect("up to 64 points")
}

pub(crate) fn representatives(board: &Board) -> Representatives {
    Representatives::new(&graph(board)).expect("small enough for a table")
}

/// The coloring whose color of point i is digit i of `code` in base 3.
pub(crate) fn coloring(points: usize, mut code: usize) -> Coloring<1, 2> {
    let mut coloring = Coloring::EMPTY;
    for point in 0..points as u16 {
        let color = [None, Some(Player::BLACK), Some(Player::WHITE)][code % 3];
        coloring.set(Point::new(point), color);
        code /= 3;
    }
    coloring
}

/// Returns every legal coloring, in the order of codes.
pub(crate) fn legal_colorings(board: &Board) -> Vec<Coloring<1, 2>> {
    let (points, graph) = (board.points(), graph(board));
    (0..3usize.pow(points as u32))
        .map(|code| coloring(points, code))
        .filter(|coloring| coloring.is_legal(&graph))
        .collect()
}

/// Returns artificial values: the score after two passes, where each neutral point counts for the player to move. They
/// are not game values, but respect automorphisms and the exchange of the colors, and no two of their terms cancel.
pub(crate) fn made_up(graph: &Graph<1>, coloring: &Coloring<1, 2>) -> [i8; 2] {
    let [black, white] = Player::BOTH.map(|player| coloring.area(graph, player));
    let (score, neutral) = (
        black as i8 - white as i8,
        (graph.points() - black - white) as i8,
    );
    [score + neutral, score - neutral]
}

pub(crate) fn made_up_scores(graph: &Graph<1>, coloring: &Coloring<1, 2>) -> [Score; 2] {
    made_up(graph, coloring).map(Score::from)
}

/// Returns the table of the values of `made_up`.
pub(crate) fn table(board: &Board, rules: Ruleset) -> Table {
    let representatives = representatives(board);
    let graph = graph(board);
    let values: Vec<_> = representatives
        .iter()
        .map(|coloring| made_up(&graph, &coloring))
        .collect();
    Table::new(board, rules, representatives, &values).expect("the values respect symmetry")
}

/// Carries each stone from point i to point `to[i]`.
pub(crate) fn carried(coloring: Coloring<1, 2>, to: &[u16]) -> Coloring<1, 2> {
    coloring.map(|stones| {
        stones
            .iter()
            .map(|point| Point::new(to[point.index()]))
            .collect()
    })
}

/// Returns every order of the numbers `0..count`.
pub(crate) fn permutations(count: u16) -> Vec<Vec<u16>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    permutations(last)
        .into_iter()
        .flat_map(|shorter| {
            (0..=shorter.len()).map(move |at| {
                let mut longer = shorter.clone();
                longer.insert(at, last);
                longer
            })
        })
        .collect()
}

/// Returns the board with point i renumbered as `to[i]`.
pub(crate) fn relabelled(board: &Board, to: &[u16]) -> Board {
    let edges = board
        .edges()
        .iter()
        .map(|&(a, b)| (to[usize::from(a)], to[usize::from(b)]));
    Board::new("relabelled", board.points(), edges).expect("as many points as before")
}

/// Returns pseudo-random values that respect symmetry: values of a representative are opposite if the exchange of the
/// colors leads back to it.
pub(crate) fn random_values(representatives: &Representatives, seed: u64) -> Vec<[i8; 2]> {
    let points = representatives.graph().points() as u64;
    let symmetry = representatives.symmetry();
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % (2 * points + 1)) as i8 - points as i8
    };
    let values = representatives.iter().map(|coloring| {
        let [black, white] = [next(), next()];
        let own_opposite = symmetry
            .elements()
            .any(|e| symmetry.swaps_colors(e) && symmetry.image(e, coloring) == coloring);
        [black, if own_opposite { -black } else { white }]
    });
    values.collect()
}

pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    (1..=6_u16, any::<u32>()).prop_map(|(points, bits)| {
        let pairs = (1..points).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = pairs.zip(0..).filter(|(_, bit)| bits >> bit & 1 == 1);
        Board::new("random", points.into(), edges.map(|(edge, _)| edge)).expect("pairs of points")
    })
}

/// `path:2` has the orbits of `..`, which is its own opposite, and of `O.`.
pub(crate) fn path_of_two(values: &[[i8; 2]]) -> Result<Table, TableError> {
    let board = board("path:2");
    Table::new(
        &board,
        Ruleset::TROMP_TAYLOR,
        representatives(&board),
        values,
    )
}
