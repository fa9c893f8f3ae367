//! Arguments that the documentation forbids: they end in a panic, not in a wrong answer.

use std::panic::catch_unwind;

use koproof_rules::{
    Board, ColorSwap, Coloring, Element, Graph, Komi, Margin, Player, Point, PointSet, Ruleset,
    Symmetry,
};

/// Checks that a function panics with a message that contains `text`.
#[track_caller]
fn panics<T>(text: &str, function: impl FnOnce() -> T + std::panic::UnwindSafe) {
    let payload = catch_unwind(function).err().expect("a panic");
    let message = (payload.downcast_ref::<String>().map(String::as_str))
        .or(payload.downcast_ref::<&str>().copied())
        .expect("a panic with a text");
    assert!(message.contains(text), "{message}");
}

#[test]
fn an_element_has_a_number_of_sixteen_bits() {
    assert_eq!(Element::from_index(65_535).index(), 65_535);
    panics("so many elements", || Element::from_index(65_536));
}

#[test]
fn codes_have_players_and_64_bits() {
    panics("without players", || Coloring::<1, 2>::from_code(1, 0));
    panics("index out of bounds", || Coloring::<1, 2>::from_code(3, 3));
    let last = |point, player| {
        let mut coloring = Coloring::<1, 4>::EMPTY;
        coloring.set(Point::new(point), Some(Player::new(player)));
        coloring
    };
    // 2·3^39 and 2·5^27 have 64 bits; 3·5^27 and 4^32 have more.
    assert_eq!(last(39, 1).code(2), 2 * 3_u64.pow(39));
    assert_eq!(last(27, 1).code(4), 2 * 5_u64.pow(27));
    for (point, player, players) in [(40, 0, 2), (63, 1, 2), (27, 2, 4), (32, 0, 3), (63, 0, 4)] {
        let coloring = last(point, player);
        panics("64 bits", move || coloring.code(players));
    }
}

#[test]
fn a_set_has_only_points_that_fit() {
    let (set, point) = (PointSet::<1>::EMPTY, Point::new(64));
    panics("out of bounds", || set.contains(point));
    panics("out of bounds", || { set }.insert(point));
    panics("out of bounds", || { set }.remove(point));
    panics("out of bounds", || PointSet::<1>::singleton(point));
}

#[test]
fn colorings_and_players_have_limits() {
    let coloring = Coloring::<1, 2>::EMPTY;
    panics("out of bounds", || coloring.at(Point::new(64)));
    panics("out of bounds", || coloring.to_symbols(65));
    panics("out of bounds", || coloring.stones(Player::new(2)));
    panics("out of bounds", || {
        { coloring }.set(Point::new(0), Some(Player::new(2)))
    });
    panics("divisor of zero", || Player::BLACK.next(0));
    // Rules are printed even if they are refused.
    let rules = Ruleset {
        players: 9,
        ..Ruleset::NSTT
    };
    assert!(rules.check().is_err());
    assert!(rules.to_string().ends_with(", 9 players"), "{rules}");
}

#[test]
fn only_two_players_exchange_their_colors() {
    let board: Board = "path:2".parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("two points");
    let symmetry = Symmetry::new(&graph, ColorSwap::Included);
    let third = Player::new(2);
    assert_eq!(symmetry.player(Element::IDENTITY, third), third);
    let swap = symmetry
        .elements()
        .find(|&element| symmetry.swaps_colors(element));
    let swap = swap.expect("the exchange of the colors");
    panics("only two players", || symmetry.player(swap, third));
}

#[test]
fn a_margin_has_at_most_31_bits() {
    let komi = Komi::from_half_points;
    for (board, half_points) in [
        (0, i32::MIN),
        (1 << 30, 0),
        (-1 << 30, 0),
        (1, -i32::MAX),
        (-1, i32::MAX),
    ] {
        panics("too large", move || Margin::new(board, komi(half_points)));
    }
    let largest = Margin::new(0, komi(-i32::MAX));
    assert_eq!(largest.half_points(), i32::MAX);
    assert_eq!(largest.to_string(), "B+1073741823.5");
    assert_eq!(Margin::new(0, komi(i32::MAX)).to_string(), "W+1073741823.5");
    assert_eq!(largest.least_on_board(komi(i32::MAX)), i32::MAX);
    assert_eq!(largest.least_on_board(komi(i32::MIN)), 0);
}
