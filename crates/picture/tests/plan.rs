//! Plans of boards.

use koproof_picture::{Line, Place, Plan};
use koproof_rules::{Board, families};

fn board(name: &str) -> Board {
    name.parse().expect("it is the name of a board")
}

fn plan(name: &str) -> Plan {
    Plan::new(&board(name))
}

fn distance(one: Place, other: Place) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// Counts the pairs of strokes that cross between their ends.
fn crossings(plan: &Plan) -> usize {
    let turn = |a: Place, b: Place, c: Place| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let cross = |one: &Line, other: &Line| {
        turn(one.from, one.to, other.from) * turn(one.from, one.to, other.to) < -1e-12
            && turn(other.from, other.to, one.from) * turn(other.from, other.to, one.to) < -1e-12
    };
    let lines = plan.lines();
    (0..lines.len())
        .map(|index| {
            let before = lines[..index].iter();
            before.filter(|other| cross(&lines[index], other)).count()
        })
        .sum()
}

/// Checks the properties of every plan.
fn check(board: &Board) {
    let plan = Plan::new(board);
    let name = board.name();
    assert_eq!(plan.places().len(), board.points(), "{name}");
    let strokes = plan.lines().iter().flat_map(|line| [line.from, line.to]);
    for place in plan.places().iter().copied().chain(strokes) {
        assert!((0.0..=plan.width()).contains(&place.x), "{name}: {place:?}");
        assert!(
            (0.0..=plan.height()).contains(&place.y),
            "{name}: {place:?}"
        );
    }
    let longer = plan.width().max(plan.height());
    let size = if board.points() == 1 { 0.0 } else { 1.0 };
    assert_eq!(longer, size, "{name}");
    assert!(plan.stone() > 0.0, "{name}: no room for stones");
    for (index, &one) in plan.places().iter().enumerate() {
        for &other in &plan.places()[..index] {
            assert!(distance(one, other) > plan.stone(), "{name}: stones touch");
        }
    }
    for &(a, b) in board.edges() {
        let ends = [a, b].map(|end| plan.places()[usize::from(end)]);
        let strokes: Vec<&Line> = plan
            .lines()
            .iter()
            .filter(|line| line.edge == (a, b))
            .collect();
        match strokes.as_slice() {
            [line] => assert_eq!([line.from, line.to], ends, "{name}"),
            [one, other] => assert_eq!([one.from, other.from], ends, "{name}"),
            _ => panic!("{name}: edge {a}-{b} has {} strokes", strokes.len()),
        }
    }
    let edges = plan
        .lines()
        .iter()
        .filter(|line| board.edges().binary_search(&line.edge).is_err());
    assert_eq!(edges.count(), 0, "{name}: strokes without an edge");
}

#[test]
fn every_family_has_a_picture_without_touching_stones() {
    for family in families() {
        check(&board(family.example));
    }
    for name in [
        "1x1",
        "19x19",
        "1x30",
        "path:1",
        "star:1",
        "star:2",
        "complete:1",
        "complete:12",
        "bipartite:1,4",
        "torus:3x4",
        "hex:1",
        "hex:5",
        "honeycomb:1",
        "cube-surface:1",
        "cube-surface:4",
        "hypercube:1",
        "hypercube:2",
        "hypercube:3",
        "hypercube:5",
        "hypercube:9",
        "empty:1",
        "1x1+1x1",
        "2x2+cycle:5+petersen+path:3+star:4+edges:0-1,0-2,0-3,1-4,1-5",
    ] {
        check(&board(name));
    }
}

#[test]
fn graphs_of_six_points_that_superko_makes_hard_have_a_picture() {
    for graph6 in [
        "EFz_", "EFzo", "EFzw", "E]zo", "E]yw", "E]zw", "E]~o", "E]~w", "E^~w", "E~~w",
    ] {
        check(&board(&format!("g6:{graph6}")));
    }
}

#[test]
fn planar_families_are_drawn_without_crossings() {
    for name in [
        "3x4",
        "path:7",
        "cycle:8",
        "star:6",
        "wheel:7",
        "prism:5",
        "hex:3",
        "honeycomb:2",
        "tetrahedron",
        "cube",
        "octahedron",
        "dodecahedron",
        "icosahedron",
        "cube-surface:1",
        "cube-surface:2",
        "cube-surface:3",
        "hypercube:3",
        "cycle:4+cycle:5",
    ] {
        assert_eq!(crossings(&plan(name)), 0, "{name}");
    }
}

#[test]
fn trees_and_rings_with_tails_are_drawn_without_crossings_whatever_they_are_called() {
    for edges in [
        "0-1,0-2,0-3,1-4,1-5",
        "0-1,0-2,0-3,3-4,4-5",
        "0-1,1-2,2-0,2-3,3-4",
        "0-1,0-2,1-3,1-4,2-5,2-6,3-7,3-8,6-9",
        "0-1,1-2,2-3,3-4,4-5,5-0,0-6,3-7",
    ] {
        let board = board(&format!("edges:{edges}"));
        assert_eq!(crossings(&Plan::new(&board)), 0, "{edges}");
        check(&board);
    }
}

#[test]
fn lattices_have_edges_of_one_length_and_nothing_closer() {
    for name in ["4x5", "hex:4", "honeycomb:3"] {
        let plan = plan(name);
        let step = plan.lines()[0];
        let step = distance(step.from, step.to);
        for line in plan.lines() {
            let length = distance(line.from, line.to);
            assert!((length - step).abs() < 1e-5, "{name}: {:?}", line.edge);
        }
        let close = |one: Place| {
            plan.places()
                .iter()
                .filter(move |&&other| distance(one, other) < 1.1 * step)
        };
        let near: usize = plan
            .places()
            .iter()
            .map(|&one| close(one).count() - 1)
            .sum();
        assert_eq!(near, 2 * plan.lines().len(), "{name}");
    }
}

#[test]
fn paths_and_cycles_are_rows_and_rings_also_without_their_name() {
    // The path 3-1-0-2-4, and the cycle 0-2-4-1-3.
    let path = plan("edges:3-1,1-0,0-2,2-4");
    let order = [3, 1, 0, 2, 4].map(|point: usize| path.places()[point].x);
    assert_eq!(order, [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(path.height(), 0.0);
    let cycle = plan("edges:0-2,2-4,4-1,1-3,3-0");
    assert_eq!(crossings(&cycle), 0);
    let lengths = cycle
        .lines()
        .iter()
        .map(|line| distance(line.from, line.to));
    let lengths: Vec<f64> = lengths.collect();
    assert!(
        lengths
            .iter()
            .all(|length| (length - lengths[0]).abs() < 1e-5)
    );
}

#[test]
fn a_torus_leaves_the_page_and_comes_back() {
    let plan = plan("torus:3x3");
    assert_eq!(plan.lines().len(), 18 + 6);
    let out = plan.lines().iter().filter(|line| line.edge == (0, 2));
    let out: Vec<&Line> = out.collect();
    assert_eq!(out[0].to.x, 0.0);
    assert_eq!(out[1].to.x, plan.width());
}

#[test]
fn a_file_that_calls_itself_a_cube_is_drawn_as_what_it_is() {
    let liar = Board::new("cube", 4, [(0, 1), (1, 2), (2, 3)]).expect("it is a board");
    assert_eq!(Plan::new(&liar).height(), 0.0);
    check(&liar);
}

#[test]
fn the_largest_boards_have_a_plan() {
    let edges = (0..511).map(|point| (point, point + 1));
    let chords = (0..500).step_by(7).map(|point| (point, point + 11));
    let board = Board::new("large", 512, edges.chain(chords)).expect("it is a board");
    let plan = Plan::new(&board);
    assert_eq!(plan.places().len(), 512);
    assert!(plan.stone() > 0.0);
}
