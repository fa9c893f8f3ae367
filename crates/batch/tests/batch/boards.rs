//! Lists of boards, and isomorphic boards.

use std::collections::BTreeSet;

use koproof_batch::{CanonicalBoard, read_boards};
use koproof_rules::{Board, ColorSwap, Graph, Point, Symmetry};

fn board(name: &str) -> Board {
    name.parse().expect("it is a board")
}

/// Returns all labelled graphs on this number of points.
fn numbered_graphs(points: u16) -> impl Iterator<Item = Board> {
    let pairs: Vec<(u16, u16)> = (1..points)
        .flat_map(|b| (0..b).map(move |a| (a, b)))
        .collect();
    (0..1_u32 << pairs.len()).map(move |bits| {
        let edges = (0..).zip(&pairs).filter(|(bit, _)| bits >> bit & 1 == 1);
        let edges = edges.map(|(_, &pair)| pair);
        Board::new("numbered", points.into(), edges).expect("they are edges")
    })
}

/// OEIS A000088.
#[test]
fn there_are_as_many_canonical_forms_as_graphs() {
    for (points, graphs) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
        let forms: BTreeSet<String> = numbered_graphs(points)
            .map(|board| CanonicalBoard::of(&board).graph6().to_owned())
            .collect();
        assert_eq!(forms.len(), graphs, "{points} points");
    }
}

/// By the orbit-stabiliser theorem, the number of numberings of a graph is that of all permutations divided by its
/// automorphisms.
#[test]
fn automorphisms_and_numberings_make_all_permutations() {
    let mut numberings = std::collections::BTreeMap::<String, i64>::new();
    for board in numbered_graphs(5) {
        *numberings
            .entry(CanonicalBoard::of(&board).graph6().to_owned())
            .or_default() += 1;
    }
    for (form, numberings) in numberings {
        let board = board(&format!("g6:{form}"));
        let automorphisms = CanonicalBoard::of(&board).automorphisms();
        assert_eq!(automorphisms, Some(120 / numberings), "{form}");
    }
}

#[test]
fn automorphisms_of_well_known_graphs_are_counted() {
    for (name, automorphisms) in [
        ("path:9", 2),
        ("cycle:9", 18),
        ("complete:7", 5040),
        ("complete:20", 2_432_902_008_176_640_000),
        ("star:8", 5040),
        ("bipartite:3,3", 72),
        ("petersen", 120),
        ("cube", 48),
        ("dodecahedron", 120),
        ("3x4", 4),
        ("empty:3+complete:3", 36),
    ] {
        let found = CanonicalBoard::of(&board(name)).automorphisms();
        assert_eq!(found, Some(automorphisms), "{name}");
    }
    let many = CanonicalBoard::of(&board("complete:21")).automorphisms();
    assert_eq!(many, None, "21! is more than 2^63");
}

#[test]
fn the_mapping_carries_the_edges_to_the_canonical_form() {
    for name in ["path:5", "2x3", "wheel:6", "petersen", "edges:0-4,4-2,2-1"] {
        let given = board(name);
        let canonical = CanonicalBoard::of(&given);
        let image = |point: u16| canonical.points()[usize::from(point)] as u16;
        let edges = given.edges().iter().map(|&(a, b)| (image(a), image(b)));
        let moved = Board::new(name, given.points(), edges).expect("it is a board");
        assert_eq!(moved.to_graph6(), canonical.graph6(), "{name}");
    }
}

#[test]
fn a_list_takes_graph6_names_ranges_and_remarks() {
    let text = "\u{feff}>>graph6<<Bw\n\n# all of these\nC~ cube torus:3..4x3 # two\r\n  2x1..3 1..2x3..4\n";
    let boards = read_boards(text).expect("they are boards");
    let names: Vec<&str> = boards.iter().map(Board::name).collect();
    let expected = [
        "g6:Bw",
        "g6:C~",
        "cube",
        "torus:3x3",
        "torus:4x3",
        "2x1",
        "2x2",
        "2x3",
        "1x3",
        "1x4",
        "2x3",
        "2x4",
    ];
    assert_eq!(names, expected);
}

#[test]
fn what_is_no_board_is_refused_with_its_line() {
    for (text, complaint) in [
        ("", "no board is listed"),
        ("# nothing\n", "no board is listed"),
        ("2x2\npath:", "boards, line 2: "),
        ("path:5..1", "line 1: path:5..1 is not a range"),
        ("path:..3", "line 1: path:..3 is not a range"),
        ("path:1..", "line 1: path:1.. is not a range"),
        ("..", "line 1: .. is not a range"),
        ("path:1..99999999", "is not a range"),
        ("path:1..1000000", "is not a range of up to 100000"),
        (
            "2x2 9x9",
            "line 1: 9x9 has 81 points, a batch takes up to 64",
        ),
        // The others of the range would take a long time to make.
        ("complete:1..90000", "line 1: complete:65 has 65 points"),
        ("Bw\nB", "boards, line 2: "),
        // Neither graph6, nor `g6:A_+cube`, which is a name.
        ("Bw A_+cube", "boards, line 1: "),
    ] {
        let error = read_boards(text).expect_err(text).to_string();
        assert!(error.contains(complaint), "{text:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn orbits_are_those_of_all_automorphisms() {
    for (name, orbits) in [
        ("complete:8", vec![0; 8]),
        ("star:8", vec![0, 1, 1, 1, 1, 1, 1, 1]),
        ("path:5", vec![0, 1, 2, 1, 0]),
        ("2x3", vec![0, 1, 0, 0, 1, 0]),
        ("petersen", vec![0; 10]),
        ("edges:0-1,1-2,3-4", vec![0, 1, 0, 3, 3]),
    ] {
        let board: Board = name.parse().expect("a board");
        assert_eq!(CanonicalBoard::of(&board).orbits(), orbits, "{name}");
    }
}

/// The rules crate lists all automorphisms by another method.
#[test]
fn automorphisms_and_orbits_are_those_of_a_list_of_all() {
    let names = ["4x4", "petersen", "hypercube:4", "wheel:7", "complete:6"];
    for board in numbered_graphs(5).chain(names.map(board)) {
        let name = board.to_graph6();
        let symmetry = Symmetry::new(
            &Graph::<1>::new(&board).expect("a small board"),
            ColorSwap::Excluded,
        );
        assert!(symmetry.is_whole(), "{name}");
        let orbit = |point| {
            let images = symmetry.elements();
            let images = images.map(|one| symmetry.point(one, Point::new(point)).index());
            images.min()
        };
        let orbits: Option<Vec<usize>> = (0..board.points() as u16).map(orbit).collect();
        let found = CanonicalBoard::of(&board);
        assert_eq!(found.automorphisms(), Some(symmetry.len() as i64), "{name}");
        assert_eq!(Some(found.orbits()), orbits, "{name}");
    }
}

#[test]
fn the_name_of_a_file_in_a_list_is_called_one() {
    let refused = read_boards("path:2\n2x2 @kite").expect_err("it is no board");
    assert_eq!(
        refused.to_string(),
        "boards, line 2: @kite names a file, but a list holds graph6 and names of boards only: write its graph6"
    );
    // The board of one point in graph6.
    assert_eq!(read_boards("@").expect("a board")[0].points(), 1);
}
