//! Symmetries: their number, the group laws, and the invariance of play.

mod common;

use std::sync::LazyLock;

use common::graphs::all_graphs;
use common::{board, graph, legal_colorings, positions};
use koproof_rules::{
    Board, ColorSwap, Coloring, Element, Graph, MAX_ELEMENTS, Player, Point, Symmetry,
};
use proptest::prelude::*;

#[test]
fn known_graphs_have_as_many_automorphisms_as_the_books_say() {
    let known = [
        ("path:1", 1),
        ("path:2", 2),
        ("path:7", 2),
        ("2x2", 8),
        ("2x3", 4),
        ("3x3", 8),
        ("3x4", 4),
        ("cycle:3", 6),
        ("cycle:5", 10),
        ("cycle:8", 16),
        ("complete:5", 120),
        ("star:5", 24),
        ("wheel:6", 10),
        ("bipartite:3,3", 72),
        ("bipartite:2,4", 48),
        ("prism:3", 12),
        ("octahedron", 48),
        ("cube", 48),
        ("petersen", 120),
        ("cycle:60", 120),
        ("empty:4", 24),
    ];
    for (name, count) in known {
        let graph = graph(name);
        let plain = Symmetry::new(&graph, ColorSwap::Excluded);
        assert_eq!(plain.len(), count, "{name}");
        let swapping = Symmetry::new(&graph, ColorSwap::Included);
        assert_eq!(swapping.len(), 2 * count, "{name} with colors exchanged");
    }
}

/// The whole group has 512! elements: the subgroup that fixes all points but six is found from the last point on.
#[test]
fn the_largest_board_with_the_largest_group_keeps_a_subgroup() {
    let graph = Graph::<8>::new(&board("complete:512")).expect("a board");
    let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
    assert_eq!((symmetry.len(), symmetry.is_whole()), (720, false));
}

#[test]
fn the_trivial_group_is_the_identity_alone() {
    let graph = graph("petersen");
    let trivial = Symmetry::trivial(&graph);
    assert_eq!(trivial.elements().collect::<Vec<_>>(), [Element::IDENTITY]);
    check_group(&graph, &trivial);
}

/// Checks identity, inverses, products, and that every element is an automorphism.
fn check_group(graph: &Graph<1>, symmetry: &Symmetry<1>) {
    let acts = |element: Element| {
        let images = symmetry.permutation(element).to_vec();
        (images, symmetry.swaps_colors(element))
    };
    let points: Vec<Point> = graph.all().into_iter().collect();
    assert_eq!(acts(Element::IDENTITY), (points.clone(), false));
    for a in symmetry.elements() {
        assert_eq!(Element::from_index(a.index()), a);
        let undone = symmetry.inverse(a);
        assert_eq!(symmetry.product(undone, a), Element::IDENTITY);
        assert_eq!(symmetry.product(a, undone), Element::IDENTITY);
        for (&p, &q) in points
            .iter()
            .flat_map(|p| points.iter().map(move |q| (p, q)))
        {
            assert_eq!(
                graph.neighbours(p).contains(q),
                graph
                    .neighbours(symmetry.point(a, p))
                    .contains(symmetry.point(a, q)),
                "{a:?} is no automorphism"
            );
        }
        for b in symmetry.elements() {
            let product = symmetry.product(a, b);
            assert_eq!(symmetry.products_of(a)[b.index()], product.index() as u16);
            for &point in &points {
                let inner = symmetry.point(b, point);
                assert_eq!(symmetry.point(product, point), symmetry.point(a, inner));
            }
            for player in Player::BOTH {
                let inner = symmetry.player(b, player);
                assert_eq!(symmetry.player(product, player), symmetry.player(a, inner));
            }
        }
    }
    let mut actions: Vec<_> = symmetry.elements().map(acts).collect();
    actions.sort();
    actions.dedup();
    assert_eq!(actions.len(), symmetry.len(), "two elements do the same");
}

#[test]
fn symmetries_form_a_group_of_automorphisms() {
    for name in [
        "1x1",
        "path:4",
        "2x3",
        "2x2",
        "star:5",
        "cycle:6",
        "cube",
        "bipartite:3,3",
        "empty:4",
    ] {
        let graph = graph(name);
        for swap in [ColorSwap::Included, ColorSwap::Excluded] {
            check_group(&graph, &Symmetry::new(&graph, swap));
        }
    }
}

/// Returns a hub with spokes of length 2 whose outer ends form a ring.
fn hub(spokes: u16) -> Board {
    let edges = (1..=spokes).flat_map(|inner| {
        let outer = spokes + inner;
        let next = spokes + inner % spokes + 1;
        [(0, inner), (inner, outer), (outer, next)]
    });
    Board::new("hub", 2 * usize::from(spokes) + 1, edges).expect("a board")
}

/// Backtracking that placed all spokes before the first point of the ring took 30 s with 11 spokes, eleven times as
/// long as with 10.
#[test]
fn sparse_boards_lead_into_no_dead_ends() {
    for spokes in [4, 13, 31] {
        let graph = Graph::<1>::new(&hub(spokes)).expect("up to 64 points");
        let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
        assert_eq!(symmetry.len(), 2 * usize::from(spokes), "{spokes} spokes");
        check_group(&graph, &symmetry);
    }
    let graph = Graph::<8>::new(&hub(255)).expect("up to 512 points");
    assert_eq!(Symmetry::new(&graph, ColorSwap::Excluded).len(), 510);
}

/// Lists the automorphisms of a graph by trying every permutation, in the order of their images.
fn by_definition(graph: &Graph<1>) -> Vec<Vec<Point>> {
    fn extend(graph: &Graph<1>, images: &mut Vec<Point>, found: &mut Vec<Vec<Point>>) {
        if images.len() == graph.points() {
            let joined = |a, b| graph.neighbours(a).contains(b);
            let is_automorphism = graph.all().into_iter().all(|a| {
                let mut others = graph.all().into_iter();
                others.all(|b| joined(a, b) == joined(images[a.index()], images[b.index()]))
            });
            if is_automorphism {
                found.push(images.clone());
            }
            return;
        }
        for image in graph.all() {
            if !images.contains(&image) {
                images.push(image);
                extend(graph, images, found);
                images.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(graph, &mut Vec::new(), &mut found);
    found
}

/// Checks the symmetries and the numbers that they have, which certificates contain.
fn check_against_definition(board: &Board) {
    let graph = Graph::<1>::new(board).expect("a small board");
    let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
    let images = |element| symmetry.permutation(element).to_vec();
    let found: Vec<Vec<Point>> = symmetry.elements().map(images).collect();
    assert_eq!(found, by_definition(&graph), "{}", board.name());
}

#[test]
fn the_symmetries_of_small_graphs_are_those_of_the_definition_in_order() {
    let boards = all_graphs(5).chain(all_graphs(6).step_by(13));
    boards.for_each(|board| check_against_definition(&board));
}

/// The counts are those with as few fixed points as meet the limit.
#[test]
fn of_a_large_group_the_fewest_first_points_are_fixed() {
    let cases = [
        ("empty:7", ColorSwap::Included, 2 * 720),
        ("complete:6+path:2", ColorSwap::Included, 2 * 240),
        ("star:8", ColorSwap::Excluded, 720),
        ("path:2+complete:7", ColorSwap::Excluded, 720),
    ];
    for (name, swap, count) in cases {
        let symmetry = Symmetry::new(&graph(name), swap);
        assert_eq!(symmetry.len(), count, "{name}");
    }
}

#[test]
fn of_a_large_group_a_subgroup_is_kept() {
    // 8! = 40,320 and 9! are too many.
    for name in ["complete:8", "star:10", "empty:9"] {
        let graph = graph(name);
        let symmetry = Symmetry::new(&graph, ColorSwap::Included);
        assert!(symmetry.len() > 1 && symmetry.len() <= MAX_ELEMENTS);
        for a in symmetry.elements().step_by(101) {
            assert_eq!(symmetry.product(symmetry.inverse(a), a), Element::IDENTITY);
            for b in symmetry.elements().step_by(97) {
                let product = symmetry.product(a, b);
                for point in graph.all() {
                    let inner = symmetry.point(b, point);
                    assert_eq!(symmetry.point(product, point), symmetry.point(a, inner));
                }
            }
        }
    }
}

/// Checks that images, plays, areas and the canonical form of one legal coloring agree.
fn check_images(graph: &Graph<1>, symmetry: &Symmetry<1>, coloring: Coloring<1, 2>) {
    let (canonical, to) = symmetry.canonical(coloring);
    assert_eq!(
        symmetry.image(to, coloring),
        *canonical.get(),
        "{coloring:?}"
    );
    assert_eq!(symmetry.image(Element::IDENTITY, coloring), coloring);
    let fixing = |&element: &Element| symmetry.image(element, coloring) == coloring;
    let fixing = symmetry.elements().filter(fixing).count();
    assert_eq!(canonical.is_asymmetric(), fixing == 1, "{coloring:?}");
    let images = symmetry.images_of(coloring);
    assert_eq!(images.canonical(coloring), (canonical, to), "{coloring:?}");
    for element in symmetry.elements() {
        let image = symmetry.image(element, coloring);
        let what = format!("{coloring:?} under {element:?}: {image:?}");
        for point in graph.all() {
            let color = coloring
                .at(point)
                .map(|player| symmetry.player(element, player));
            assert_eq!(image.at(symmetry.point(element, point)), color, "{what}");
        }
        assert_eq!(
            symmetry.image(symmetry.inverse(element), image),
            coloring,
            "{what}"
        );
        assert_eq!(symmetry.canonical(image).0, canonical, "{what}");
        assert!(
            *canonical.get() <= image,
            "{what} is less than the canonical form"
        );
        for player in Player::BOTH {
            let other = symmetry.player(element, player);
            assert_eq!(
                coloring.area(graph, player),
                image.area(graph, other),
                "{what}"
            );
            for point in coloring.empty(graph) {
                let there = symmetry.point(element, point);
                let after = coloring.play(graph, player, point).coloring;
                assert_eq!(
                    symmetry.image(element, after),
                    image.play(graph, other, there).coloring,
                    "{what}: {player} at {point}"
                );
                assert_eq!(images.canonical(after), symmetry.canonical(after), "{what}");
            }
        }
    }
}

#[test]
fn canonical_forms_are_the_same_all_over_an_orbit() {
    for name in [
        "1x1",
        "path:4",
        "2x2",
        "2x3",
        "star:5",
        "cycle:5",
        "complete:4",
        "empty:3",
    ] {
        let graph = graph(name);
        for swap in [ColorSwap::Included, ColorSwap::Excluded] {
            let symmetry = Symmetry::new(&graph, swap);
            for coloring in legal_colorings(&graph) {
                check_images(&graph, &symmetry, coloring);
            }
        }
    }
}

#[test]
fn different_orbits_have_different_canonical_forms() {
    // Burnside's lemma: the number of orbits is the average number of colorings that an element fixes.
    for name in ["path:5", "2x3", "cycle:6", "star:5"] {
        let graph = graph(name);
        let symmetry = Symmetry::new(&graph, ColorSwap::Included);
        let colorings: Vec<Coloring<1, 2>> = legal_colorings(&graph).collect();
        let fixed: usize = symmetry
            .elements()
            .map(|element| {
                let fixed =
                    |&&coloring: &&Coloring<1, 2>| symmetry.image(element, coloring) == coloring;
                colorings.iter().filter(fixed).count()
            })
            .sum();
        let mut forms: Vec<_> = colorings
            .iter()
            .map(|&coloring| symmetry.canonical(coloring).0)
            .collect();
        forms.sort();
        forms.dedup();
        assert_eq!(forms.len() * symmetry.len(), fixed, "{name}");
    }
}

#[test]
fn exchanging_colors_carries_no_meaning_for_three_players_and_is_left_out() {
    let graph = graph("2x2");
    let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
    let coloring = Coloring::<1, 3>::from_symbols("XO3.").expect("symbols");
    let (canonical, _) = symmetry.canonical(coloring);
    for element in symmetry.elements() {
        let image = symmetry.image(element, coloring);
        assert_eq!(symmetry.canonical(image).0, canonical);
        for player in [0, 1, 2].map(Player::new) {
            assert_eq!(symmetry.player(element, player), player);
            assert_eq!(image.stones(player).len(), 1);
        }
    }
}

/// Boards of 70 points: images cross from one word of the bit set to another.
static WIDE: LazyLock<[(Graph<2>, Symmetry<2>); 2]> = LazyLock::new(|| {
    ["7x10", "cycle:70"].map(|name| {
        let graph = Graph::new(&board(name)).expect("up to 128 points");
        let symmetry = Symmetry::new(&graph, ColorSwap::Included);
        (graph, symmetry)
    })
});

proptest! {
    #[test]
    fn images_agree_with_play_on_random_graphs((board, symbols) in positions::<2>(5..=6)) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        let coloring = Coloring::from_symbols(&symbols).expect("symbols");
        check_images(&graph, &Symmetry::new(&graph, ColorSwap::Included), coloring);
    }

    #[test]
    fn wide_sets_have_the_images_of_their_points(
        which in 0..WIDE.len(),
        colors in prop::collection::vec(0..3usize, 70),
    ) {
        let (graph, symmetry) = &WIDE[which];
        let mut coloring = Coloring::<2, 2>::EMPTY;
        for (point, &color) in colors.iter().enumerate() {
            coloring.set(Point::new(point as u16), color.checked_sub(1).map(Player::new));
        }
        for element in symmetry.elements() {
            let image = symmetry.image(element, coloring);
            for point in graph.all() {
                let color = coloring.at(point).map(|player| symmetry.player(element, player));
                prop_assert_eq!(image.at(symmetry.point(element, point)), color);
            }
        }
    }
}
