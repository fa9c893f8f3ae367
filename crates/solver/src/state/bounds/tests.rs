//! Tests of the lemma and of its count against the enumerations of the verify crate.

use koproof_rules::{Board, Scoring};
use koproof_verify::{PassForever, alive};
use rustc_hash::FxHashSet;

use super::*;

const BOARDS: [&str; 12] = [
    "3x3",
    "2x4",
    "1x7",
    "cycle:7",
    "star:6",
    "wheel:6",
    "complete:5",
    "bipartite:3,3",
    "prism:3",
    "complete:3+path:3",
    "edges:0-1,0-2,0-3,1-4,1-5",
    "edges:0-1,0-2,0-3,3-4,4-5",
];

/// Iterates over the boards, each with either rule of suicide.
pub(super) fn boards() -> impl Iterator<Item = (&'static str, Graph<1>, Suicide)> {
    BOARDS.into_iter().flat_map(|name| {
        let board: Board = name.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        [Suicide::Allow, Suicide::Forbid].map(|suicide| (name, graph.clone(), suicide))
    })
}

/// Iterates over the legal ones among every `step`-th coloring, each with either player as the one who passes.
pub(super) fn states(
    graph: &Graph<1>,
    step: usize,
) -> impl Iterator<Item = (Coloring<1, 2>, Player)> {
    let codes = (0..3_u64.pow(graph.points() as u32)).step_by(step);
    codes
        .map(|code| Coloring::from_code(code, 2))
        .filter(|coloring| coloring.is_legal(graph))
        .flat_map(|coloring| Player::BOTH.map(|passer| (coloring, passer)))
}

/// The lemma against the enumeration of the verify crate, on every legal coloring.
#[test]
fn what_the_soloist_reaches_is_what_the_lemma_says() {
    let mut compared = 0;
    for (name, graph, suicide) in boards() {
        let mut slow = PassForever::new(&graph, suicide, Scoring::Area);
        for (coloring, passer) in states(&graph, 1) {
            let fast = Survivors::of(&graph, &coloring, passer, suicide).bound();
            let expected = slow.worst(&coloring, passer).expect("few colorings");
            assert_eq!(
                fast, expected,
                "{name}, suicide {suicide}: {coloring:?}, {passer} passes"
            );
            compared += 1;
        }
    }
    assert!(compared > 60_000, "{compared}");
}

/// The count of colorings that the soloist reaches against their enumeration.
#[test]
fn the_soloist_reaches_no_more_colorings_than_are_counted() {
    let (mut compared, mut exact) = (0, 0);
    for (name, graph, suicide) in boards() {
        for (coloring, passer) in states(&graph, 5) {
            let reached = reached(&graph, coloring, passer.next(2), suicide) as u64;
            let most = Survivors::of(&graph, &coloring, passer, suicide).most_reached();
            assert!(
                reached <= most,
                "{name}, suicide {suicide}: {coloring:?}, {passer} passes"
            );
            compared += 1;
            // The soloist cannot fill all of a region without other stones.
            exact += i32::from(reached + 1 >= most);
        }
    }
    assert!(compared > 10_000, "{compared}");
    assert!(exact > 1_000, "{exact}");
}

fn reached(graph: &Graph<1>, coloring: Coloring<1, 2>, soloist: Player, suicide: Suicide) -> usize {
    let mut seen = FxHashSet::from_iter([coloring]);
    let mut open = vec![coloring];
    while let Some(before) = open.pop() {
        for point in before.empty(graph) {
            let play = before.play(graph, soloist, point);
            let is_legal = suicide == Suicide::Allow || play.suicide.is_empty();
            if is_legal && seen.insert(play.coloring) {
                open.push(play.coloring);
            }
        }
    }
    seen.len()
}

#[test]
fn twenty_empty_points_are_checked_and_twenty_one_are_not() {
    for (name, expected) in [("star:20", true), ("star:21", false), ("path:64", false)] {
        let board: Board = name.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let checkable = |suicide| {
            Survivors::of(&graph, &Coloring::EMPTY, Player::BLACK, suicide).is_checkable()
        };
        assert_eq!(checkable(Suicide::Allow), expected, "{name}");
        assert_eq!(checkable(Suicide::Forbid), expected, "{name}");
    }
}

/// With suicide legal the lemma is Benson's unconditional life, which certificates use.
#[test]
fn with_suicide_the_lemma_is_unconditional_life() {
    for (name, graph, _) in boards().filter(|(.., suicide)| *suicide == Suicide::Allow) {
        for (coloring, passer) in states(&graph, 1) {
            let fast = Survivors::of(&graph, &coloring, passer, Suicide::Allow).bound();
            let alive = alive(&graph, &coloring, passer);
            assert_eq!(fast, alive, "{name}: {coloring:?}");
        }
    }
}

/// Those that survive a suicide are found among those that survive without.
#[test]
fn survivors_of_suicide_are_survivors() {
    let mut fewer = 0;
    for (name, graph, suicide) in boards() {
        for (coloring, passer) in states(&graph, 5) {
            let survivors = Survivors::of(&graph, &coloring, passer, suicide);
            let before = survivors.stones;
            let among = survivors.with_suicide();
            let expected = Survivors::of(&graph, &coloring, passer, Suicide::Allow);
            assert_eq!(among.stones, expected.stones, "{name}: {coloring:?}");
            assert_eq!(among.bound(), expected.bound(), "{name}: {coloring:?}");
            fewer += i32::from(among.stones != before);
        }
    }
    assert!(fewer > 100, "{fewer}");
}
