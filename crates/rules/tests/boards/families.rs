//! Every family of boards has the graphs of its mathematical definition.

use koproof_rules::{Board, MAX_POINTS, Shape, families};

use crate::{board, degrees, girth, neighbours, spheres};

/// Asserts that all points see the same numbers of points at distance 0, 1, 2, …
fn assert_spheres(name: &str, expected: &[usize]) {
    let board = board(name);
    for point in 0..board.points() {
        assert_eq!(spheres(&board, point), expected, "{name} from {point}");
    }
}

#[test]
fn grid_points_run_row_by_row_from_the_top() {
    let board = board("2x3");
    let across = [(0, 1), (1, 2), (3, 4), (4, 5)];
    let down = [(0, 3), (1, 4), (2, 5)];
    let mut edges = [&across[..], &down[..]].concat();
    edges.sort();
    assert_eq!(board.edges(), edges);
    assert_eq!(
        board.shape(),
        &Shape::Grid {
            rows: 2,
            columns: 3
        }
    );
}

#[test]
fn grids_have_corners_sides_and_insides() {
    // 19x19: 4 corners, 4 * 17 side points, 17 * 17 inside.
    assert_eq!(degrees(&board("19x19")), [(2, 4), (3, 68), (4, 289)]);
    assert_eq!(degrees(&board("1x1")), [(0, 1)]);
    assert_eq!(degrees(&board("1x5")), [(1, 2), (2, 3)]);
    assert_eq!(board("5x1").edges(), board("path:5").edges());
}

#[test]
fn paths_cycles_stars_wheels_have_the_degrees_of_their_definitions() {
    assert_eq!(degrees(&board("path:9")), [(1, 2), (2, 7)]);
    assert_eq!(degrees(&board("path:1")), [(0, 1)]);
    assert_eq!(degrees(&board("star:5")), [(1, 4), (4, 1)]);
    assert_eq!(degrees(&board("wheel:6")), [(3, 5), (5, 1)]);
    assert_eq!(degrees(&board("wheel:4")), [(3, 4)]);
    assert_eq!(degrees(&board("complete:5")), [(4, 5)]);
    assert_eq!(degrees(&board("empty:3")), [(0, 3)]);
    for centre in ["star:5", "wheel:6"] {
        assert_eq!(
            neighbours(&board(centre))[0].len(),
            board(centre).points() - 1
        );
    }
    for n in 3..=12 {
        let cycle = board(&format!("cycle:{n}"));
        assert_eq!((degrees(&cycle), girth(&cycle)), (vec![(2, n)], Some(n)));
    }
}

#[test]
fn bipartite_boards_join_all_of_one_side_to_all_of_the_other() {
    for (left, right) in [(1, 1), (3, 3), (2, 5), (5, 2), (1, 7)] {
        let board = board(&format!("bipartite:{left},{right}"));
        assert_eq!(board.points(), left + right);
        let all: Vec<(u16, u16)> = (0..left as u16)
            .flat_map(|a| (left as u16..(left + right) as u16).map(move |b| (a, b)))
            .collect();
        assert_eq!(board.edges(), all);
    }
}

#[test]
fn tori_are_four_regular_and_alike_everywhere() {
    // 3x3 is the rook's graph of 3x3; 4x4 is the four-dimensional cube.
    assert_spheres("torus:3x3", &[1, 4, 4]);
    assert_spheres("torus:4x4", &[1, 4, 6, 4, 1]);
    for (rows, columns) in [(3, 3), (3, 7), (5, 4)] {
        let board = board(&format!("torus:{rows}x{columns}"));
        assert_eq!(degrees(&board), [(4, rows * columns)]);
        assert_eq!(board.edges().len(), 2 * rows * columns);
    }
}

#[test]
fn hexagons_have_six_corners_of_degree_three_and_sides_of_degree_four() {
    assert_eq!(board("hex:1").points(), 1);
    assert_eq!(board("hex:2").points(), 7);
    assert_eq!(board("hex:11").points(), 331);
    for side in 2..=13 {
        let board = board(&format!("hex:{side}"));
        let all = 3 * side * (side - 1) + 1;
        let sides = 6 * (side - 2);
        let expected = [(3, 6), (4, sides), (6, all - sides - 6)];
        let expected: Vec<_> = expected.into_iter().filter(|&(_, n)| n > 0).collect();
        assert_eq!(degrees(&board), expected, "hex:{side}");
        // From the centre, each step adds six more points than the step before.
        let grows: Vec<usize> = (0..side).map(|step| (6 * step).max(1)).collect();
        assert_eq!(spheres(&board, all / 2), grows, "hex:{side}");
    }
}

#[test]
fn honeycombs_are_hexagons_of_six_cycles() {
    assert_spheres("honeycomb:1", &[1, 2, 2, 1]);
    let two = board("honeycomb:2");
    assert_eq!((two.points(), two.edges().len()), (24, 30));
    for side in 1..=4 {
        let board = board(&format!("honeycomb:{side}"));
        let points = 6 * side * side;
        let outside = 6 * side;
        let expected = [(2, outside), (3, points - outside)];
        let expected: Vec<_> = expected.into_iter().filter(|&(_, n)| n > 0).collect();
        assert_eq!(degrees(&board), expected, "honeycomb:{side}");
        assert_eq!(girth(&board), Some(6));
        assert_eq!(spheres(&board, 0).iter().sum::<usize>(), points);
        // Euler's formula: a hexagon has as many inner faces as cells.
        let cells = board.edges().len() + 1 - points;
        assert_eq!(cells, 3 * side * (side - 1) + 1);
    }
}

#[test]
fn platonic_solids_have_their_distances() {
    assert_spheres("tetrahedron", &[1, 3]);
    assert_spheres("cube", &[1, 3, 3, 1]);
    assert_spheres("octahedron", &[1, 4, 1]);
    assert_spheres("dodecahedron", &[1, 3, 6, 6, 3, 1]);
    assert_spheres("icosahedron", &[1, 5, 5, 1]);
    let edges = |name: &str| board(name).edges().len();
    assert_eq!(edges("tetrahedron"), 6);
    assert_eq!(edges("cube"), 12);
    assert_eq!(edges("octahedron"), 12);
    assert_eq!(edges("dodecahedron"), 30);
    assert_eq!(edges("icosahedron"), 30);
    assert_eq!(girth(&board("cube")), Some(4));
    assert_eq!(girth(&board("dodecahedron")), Some(5));
}

#[test]
fn petersen_graph_is_the_three_regular_graph_of_girth_five_on_ten_points() {
    assert_spheres("petersen", &[1, 3, 6]);
    assert_eq!(girth(&board("petersen")), Some(5));
}

#[test]
fn prisms_are_two_cycles_joined() {
    assert_spheres("prism:3", &[1, 3, 2]);
    assert_spheres("prism:4", &[1, 3, 3, 1]);
    assert_spheres("prism:5", &[1, 3, 4, 2]);
    assert_eq!(board("prism:7").edges().len(), 21);
}

#[test]
fn hypercubes_have_binomial_distances() {
    assert_spheres("hypercube:1", &[1, 1]);
    assert_spheres("hypercube:3", &[1, 3, 3, 1]);
    assert_spheres("hypercube:4", &[1, 4, 6, 4, 1]);
    assert_spheres("hypercube:6", &[1, 6, 15, 20, 15, 6, 1]);
    assert_eq!(board("hypercube:9").points(), MAX_POINTS);
}

#[test]
fn surface_of_a_cube_is_six_grids_joined_along_twelve_edges() {
    assert_spheres("cube-surface:1", &[1, 4, 1]);
    for side in 1..=9 {
        let board = board(&format!("cube-surface:{side}"));
        let face_size = side * side;
        assert_eq!(degrees(&board), [(4, 6 * face_size)], "side {side}");
        let mut joins = [[0; 6]; 6];
        for &(a, b) in board.edges() {
            joins[usize::from(a) / face_size][usize::from(b) / face_size] += 1;
        }
        let grid = crate::board(&format!("{side}x{side}"));
        for (face, row) in joins.iter().enumerate() {
            assert_eq!(row[face], grid.edges().len());
            // Opposite faces stand next to each other in the order of faces.
            for (other, &joined) in row.iter().enumerate().skip(face + 1) {
                let expected = if other / 2 == face / 2 { 0 } else { side };
                assert_eq!(joined, expected, "side {side}, faces {face} and {other}");
            }
        }
    }
}

#[test]
fn surface_of_a_cube_has_a_triangle_at_each_of_its_eight_corners() {
    for side in 1..=4 {
        let board = board(&format!("cube-surface:{side}"));
        let neighbours = neighbours(&board);
        let triangles = board.edges().iter().map(|&(a, b)| {
            let (a, b) = (usize::from(a), usize::from(b));
            let third = |c: &&usize| **c > b && neighbours[b].contains(c);
            neighbours[a].iter().filter(third).count()
        });
        assert_eq!(triangles.sum::<usize>(), 8, "side {side}");
    }
    // Side 2 is the rhombicuboctahedron: all 24 corners of it are alike.
    let two = board("cube-surface:2");
    assert_spheres("cube-surface:2", &spheres(&two, 0));
    assert_eq!(spheres(&two, 0).iter().sum::<usize>(), 24);
}

#[test]
fn edges_make_any_board() {
    let kite = board("edges:0-1,2-1,2-0,2-3");
    assert_eq!(kite.points(), 4);
    assert_eq!(kite.edges(), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    let lonely = board("edges:0-1,2");
    assert_eq!((lonely.points(), lonely.edges()), (3, &[(0, 1)][..]));
    assert_eq!(board("edges:0").points(), 1);
    assert_eq!(board("edges:0-1,1-0,0-1").edges(), [(0, 1)]);
    assert_eq!(board("edges:3-4").points(), 5);
}

#[test]
fn a_board_knows_its_family_and_the_numbers_of_its_name() {
    for (name, word, numbers) in [
        ("cycle:5", "cycle", vec![5]),
        ("bipartite:2,3", "bipartite", vec![2, 3]),
        ("torus:3x4", "torus", vec![3, 4]),
        ("cube", "cube", vec![]),
        ("g6:A_", "g6", vec![]),
    ] {
        assert_eq!(board(name).shape(), &Shape::Family { word, numbers });
    }
}

#[test]
fn unions_lay_boards_side_by_side() {
    let triangles = board("complete:3+complete:3");
    let edges = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)];
    assert_eq!((triangles.points(), triangles.edges()), (6, &edges[..]));
    let three = board("2x2+empty:1+g6:A_");
    let parts = ["2x2", "empty:1", "g6:A_"].map(board);
    assert_eq!(three.shape(), &Shape::Union(parts.to_vec()));
    let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (5, 6)];
    assert_eq!((three.points(), three.edges()), (7, &edges[..]));
}

#[test]
fn every_listed_example_is_a_board_of_its_pattern_named_like_it() {
    for family in families() {
        let board = board(family.example);
        assert_eq!(board.name(), family.example);
        let word = |text: &'static str| text.split(':').next();
        if family.pattern.contains(':') {
            assert_eq!(word(family.pattern), word(family.example));
        }
        assert!(!family.about.is_empty());
    }
    let mut patterns: Vec<_> = families().iter().map(|family| family.pattern).collect();
    patterns.dedup();
    assert_eq!(patterns.len(), families().len());
}

#[test]
fn new_board_sorts_and_checks_its_edges() {
    let kite = Board::new("kite", 4, [(3, 2), (2, 1), (1, 2), (0, 1), (2, 0)]).unwrap();
    assert_eq!(kite.edges(), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    assert_eq!((kite.name(), kite.shape()), ("kite", &Shape::Graph));
    let message = |board: Result<Board, koproof_rules::BoardError>| board.unwrap_err().to_string();
    assert_eq!(
        message(Board::new("bad", 3, [(0, 1), (2, 2)])),
        "point 2 is joined to itself: an edge joins two different points"
    );
    assert_eq!(
        message(Board::new("bad", 3, [(0, 3)])),
        "an edge ends at point 3, but the 3 points are numbered from 0"
    );
    assert_eq!(
        message(Board::new("bad", 0, [])),
        "a board needs at least one point"
    );
    // The number of points is refused before the endless list of edges is read.
    assert_eq!(
        message(Board::new("bad", 513, std::iter::repeat((0, 1)))),
        "513 points are too many: a board has at most 512"
    );
    assert_eq!(
        message(Board::grid(600, 600)),
        "360000 points are too many: a board has at most 512"
    );
    assert_eq!(
        message(Board::grid(0, 3)),
        "a board needs at least one point"
    );
}
