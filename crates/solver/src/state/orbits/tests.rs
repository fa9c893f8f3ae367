//! Tests of the names of orbits.

use koproof_rules::Board;

use super::*;

/// Names the colorings of a path of four points with one stone and with none.
fn few(most: usize) -> Orbits<Duel, 2> {
    let board: Board = "path:4".parse().expect("a board");
    let graph = Graph::new(&board).expect("a small board");
    let symmetry = Symmetry::trivial(&graph);
    let rules = Ruleset::TROMP_TAYLOR;
    let orbits = Orbits::new(graph, rules, Duel, symmetry, most, Proofs::Forget);
    for text in ["....", "X...", ".X..", "..X.", "...X"] {
        orbits.name(Coloring::from_symbols(text).expect("a coloring"));
    }
    orbits
}

/// As if the first of two threads were interrupted while it stores its orbit.
#[test]
fn an_orbit_above_one_that_is_not_stored_yet_is_below_the_end() {
    let orbits = few(5);
    assert_eq!((orbits.len(), orbits.end()), (5, 5));
    let orbit = || orbits.orbit(Coloring::EMPTY);
    orbits.orbits.push_with(|_| {
        orbits.orbits.push(orbit());
        assert_eq!((orbits.len(), orbits.end()), (6, 7));
        orbit()
    });
    assert_eq!((orbits.len(), orbits.end()), (7, 7));
}

#[test]
fn as_many_orbits_as_there_are_names_have_one() {
    assert_eq!(few(5).len(), 5);
}

#[test]
#[should_panic(expected = "no names for more orbits")]
fn no_orbit_gets_the_name_of_another() {
    few(4);
}
