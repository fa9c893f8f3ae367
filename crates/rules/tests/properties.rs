//! Properties that follow from the definitions, on every graph of up to four points and on random ones of up to seven.

mod common;

use std::collections::{HashMap, HashSet};

use common::graphs::all_graphs;
use common::{all_colorings, graph, legal_colorings, positions};
use koproof_rules::{
    Coloring, Game, Graph, IllegalMove, Move, Play, Player, Point, PointSet, Ruleset, Suicide,
    Superko,
};
use proptest::prelude::*;

fn players<const N: usize>() -> impl Iterator<Item = Player> {
    (0..N).map(Player::new)
}

/// Returns every play from a coloring, by any player.
fn plays<const W: usize, const N: usize>(
    graph: &Graph<W>,
    coloring: Coloring<W, N>,
) -> impl Iterator<Item = (Player, Point, Play<W, N>)> + '_ {
    players::<N>().flat_map(move |player| {
        coloring
            .empty(graph)
            .into_iter()
            .map(move |point| (player, point, coloring.play(graph, player, point)))
    })
}

/// Checks the properties of the plays from one legal coloring.
fn check_plays<const W: usize, const N: usize>(graph: &Graph<W>, before: Coloring<W, N>) {
    let mut results = HashMap::new();
    for (player, point, play) in plays(graph, before) {
        let what = format!("{before:?}, {player} at {point}: {:?}", play.coloring);
        assert_eq!(
            play,
            before.play_by_definition(graph, player, point),
            "{what}"
        );
        assert!(play.coloring.is_legal(graph), "{what} has a dead chain");
        assert!(
            play.captured.is_empty() || play.suicide.is_empty(),
            "{what} clears both"
        );
        assert_eq!(
            play.suicide.contains(point),
            !play.suicide.is_empty(),
            "{what}: a suicide takes the stone placed"
        );
        let one_stone_suicide = play.suicide == PointSet::singleton(point);
        assert_eq!(play.coloring == before, one_stone_suicide, "{what}");
        if play.coloring != before {
            let other = results.insert(play.coloring, (player, point));
            assert_eq!(other, None, "{what} comes from two plays");
        }
    }
}

/// Checks legality, reach and chains against their definitions.
fn check_coloring<const W: usize, const N: usize>(graph: &Graph<W>, coloring: Coloring<W, N>) {
    let empty = coloring.empty(graph);
    let mut every_chain_lives = true;
    for player in players::<N>() {
        let mut left = coloring.stones(player);
        for chain in coloring.chains(graph, player) {
            assert!(!chain.is_empty() && chain.is_subset(&left), "{coloring:?}");
            left -= chain;
            let first = chain.first().expect("a chain has stones");
            assert_eq!(coloring.chain(graph, first), chain, "{coloring:?}");
            let liberties: PointSet<W> = chain
                .into_iter()
                .flat_map(|stone| graph.neighbours(stone))
                .filter(|&point| empty.contains(point))
                .collect();
            assert_eq!(coloring.liberties(graph, chain), liberties, "{coloring:?}");
            every_chain_lives &= !liberties.is_empty();
            for stone in chain {
                let reaches = !coloring.reach(graph, stone).is_disjoint(&empty);
                assert_eq!(reaches, !liberties.is_empty(), "{coloring:?} {stone}");
                let dead = coloring.without_liberty(graph, player).contains(stone);
                assert_eq!(reaches, !dead, "{coloring:?} {stone}");
            }
        }
        assert!(left.is_empty(), "{coloring:?}: chains miss {left:?}");
    }
    assert_eq!(coloring.is_legal(graph), every_chain_lives, "{coloring:?}");
}

/// Checks area: an empty point belongs to a player if it reaches that color and no other; a stone belongs to its
/// player.
fn check_area<const W: usize, const N: usize>(graph: &Graph<W>, coloring: Coloring<W, N>) {
    let owner = |point: Point| match coloring.at(point) {
        Some(player) => Some(player),
        None => {
            let colors: HashSet<Player> = coloring
                .reach(graph, point)
                .into_iter()
                .filter_map(|reached| coloring.at(reached))
                .collect();
            let only = (colors.len() == 1).then(|| colors.into_iter().next());
            only.flatten()
        }
    };
    for player in players::<N>() {
        let area = graph
            .all()
            .into_iter()
            .filter(|&point| owner(point) == Some(player));
        assert_eq!(
            coloring.area(graph, player),
            area.count(),
            "{coloring:?}: area of {player}"
        );
    }
}

fn check_every_coloring<const N: usize>(most: usize) {
    for board in all_graphs(most) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        for coloring in all_colorings::<1, N>(board.points()) {
            check_coloring(&graph, coloring);
            check_area(&graph, coloring);
        }
        for coloring in legal_colorings::<1, N>(&graph) {
            check_plays(&graph, coloring);
        }
    }
}

#[test]
fn the_facts_hold_on_every_graph_of_up_to_four_points_for_two_players() {
    check_every_coloring::<2>(4);
}

#[test]
fn the_facts_hold_on_every_graph_of_up_to_four_points_for_three_players() {
    check_every_coloring::<3>(4);
}

#[test]
fn the_facts_hold_on_every_graph_of_up_to_four_points_for_four_players() {
    check_every_coloring::<4>(4);
}

#[test]
fn a_stone_alone_on_an_isolated_point_is_suicide_and_the_point_is_nobodys() {
    let graph = graph("empty:1");
    let play = Coloring::<1, 2>::EMPTY.play(&graph, Player::BLACK, Point::new(0));
    assert_eq!(play.coloring, Coloring::EMPTY);
    assert_eq!(play.suicide.len(), 1);
    for player in players::<2>() {
        assert_eq!(Coloring::<1, 2>::EMPTY.area(&graph, player), 0);
    }
}

#[test]
fn legal_colorings_are_as_many_as_published() {
    // OEIS A102620 for 1xn; J. Tromp and G. Farnebäck, Combinatorics of Go, for the others.
    let published = [
        ("1x1", 1),
        ("1x2", 5),
        ("1x3", 15),
        ("1x4", 41),
        ("1x5", 113),
        ("1x6", 313),
        ("1x7", 867),
        ("1x8", 2401),
        ("1x9", 6649),
        ("2x2", 57),
        ("2x3", 489),
        ("2x4", 4125),
        ("3x3", 12675),
    ];
    for (name, count) in published {
        assert_eq!(
            legal_colorings::<1, 2>(&graph(name)).count(),
            count,
            "{name}"
        );
    }
}

/// Counts the games from here by their plays; a pass only changes the player to move.
fn games(game: &mut Game<'_, 1, 2>) -> u64 {
    let mut count = 1;
    for passes in 0..2 {
        for point in game.graph().all() {
            if game.play(Move::Play(point)).is_ok() {
                count += games(game);
                game.undo();
            }
        }
        if passes == 0 {
            game.play(Move::Pass).expect("passing is legal");
        }
    }
    game.undo();
    count
}

/// Counts the simple paths from the last coloring of `path`, including the one without steps.
fn simple_paths(graph: &Graph<1>, path: &mut Vec<Coloring<1, 2>>) -> u64 {
    let last = *path.last().expect("a path starts somewhere");
    let mut count = 1;
    for (_, _, play) in plays(graph, last) {
        if !path.contains(&play.coloring) {
            path.push(play.coloring);
            count += simple_paths(graph, path);
            path.pop();
        }
    }
    count
}

#[test]
fn games_under_positional_superko_are_the_simple_paths_of_colorings() {
    // The counts are those of J. Tromp and G. Farnebäck, Combinatorics of Go.
    for (name, count) in [("1x1", 1), ("1x2", 9), ("1x3", 907)] {
        let graph = graph(name);
        let rules = Ruleset::TROMP_TAYLOR;
        let mut game = Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
        assert_eq!(games(&mut game), count, "games on {name}");
        let mut path = vec![Coloring::EMPTY];
        assert_eq!(simple_paths(&graph, &mut path), count, "paths on {name}");
    }
}

fn rulesets(players: usize) -> impl Strategy<Value = Ruleset> {
    let superko = prop::sample::select(Superko::ALL.to_vec());
    let suicide = prop::sample::select(vec![Suicide::Allow, Suicide::Forbid]);
    (superko, suicide).prop_map(move |(superko, suicide)| Ruleset {
        superko,
        suicide,
        players,
        ..Ruleset::TROMP_TAYLOR
    })
}

/// Picks a legal move, seldom a pass.
fn pick<const W: usize, const N: usize>(game: &Game<'_, W, N>, choice: u16) -> Option<Move> {
    let mut legal: Vec<Move> = game.graph().all().into_iter().map(Move::Play).collect();
    legal.retain(|&taken| game.try_move(taken).is_ok());
    if legal.is_empty() || choice.is_multiple_of(5) {
        legal = vec![Move::Pass];
    }
    let taken = legal[usize::from(choice) % legal.len()];
    (!game.is_over()).then_some(taken)
}

/// Returns everything that is visible of a game.
fn seen<const W: usize, const N: usize>(
    game: &Game<'_, W, N>,
) -> impl PartialEq + std::fmt::Debug + use<W, N> {
    (
        *game.coloring(),
        game.to_move(),
        game.passes(),
        game.history().clone(),
        game.moves().collect::<Vec<_>>(),
        game.is_over(),
    )
}

/// Plays the moves that `choices` select, then undoes all of them and compares.
fn play_and_undo<const N: usize>(
    (board, symbols): &(koproof_rules::Board, String),
    rules: Ruleset,
    choices: &[u16],
) {
    let graph = Graph::<1>::new(board).expect("a small board");
    let start = Coloring::<1, N>::from_symbols(symbols).expect("symbols");
    let mut game = Game::new(&graph, rules, start, Player::BLACK).expect("legal");
    let mut states = vec![seen(&game)];
    for &choice in choices {
        let Some(taken) = pick(&game, choice) else {
            assert_eq!(game.try_move(Move::Pass), Err(IllegalMove::Over));
            break;
        };
        assert!(
            game.try_move(Move::Pass).is_ok(),
            "a pass is legal until the end"
        );
        game.play(taken).expect("it was found legal");
        assert!(game.coloring().is_legal(&graph));
        states.push(seen(&game));
    }
    while let Some(state) = states.pop() {
        assert_eq!(seen(&game), state);
        assert_eq!(game.undo().is_some(), !states.is_empty());
    }
}

/// Plays the same game with narrow sets for `N` players and with wide sets for eight.
fn play_narrow_and_wide<const N: usize>(
    (board, symbols): &(koproof_rules::Board, String),
    rules: Ruleset,
    choices: &[u16],
) {
    let (narrow_graph, wide_graph) = (
        Graph::<1>::new(board).expect("a small board"),
        Graph::<8>::new(board).expect("a small board"),
    );
    let narrow = Coloring::<1, N>::from_symbols(symbols).expect("symbols");
    let wide = Coloring::<8, 8>::from_symbols(symbols).expect("symbols");
    let mut narrow = Game::new(&narrow_graph, rules, narrow, Player::BLACK).expect("legal");
    let mut wide = Game::new(&wide_graph, rules, wide, Player::BLACK).expect("legal");
    let points = board.points();
    for &choice in choices {
        let Some(taken) = pick(&narrow, choice) else {
            break;
        };
        for point in narrow_graph.all() {
            let (one, other) = (
                narrow.try_move(Move::Play(point)),
                wide.try_move(Move::Play(point)),
            );
            assert_eq!(
                one.map_err(|why| why.to_string())
                    .map(|play| play.map(|play| play.coloring.to_symbols(points))),
                other
                    .map_err(|why| why.to_string())
                    .map(|play| play.map(|play| play.coloring.to_symbols(points)))
            );
        }
        narrow.play(taken).expect("it was found legal");
        wide.play(taken).expect("it was found legal");
        assert_eq!(narrow.is_over(), wide.is_over());
        for player in players::<N>() {
            assert_eq!(
                narrow.coloring().area(&narrow_graph, player),
                wide.coloring().area(&wide_graph, player)
            );
        }
    }
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..80)
}

macro_rules! random_positions {
    ($($players:literal $facts:ident $undo:ident $wide:ident;)*) => {
        proptest! {$(
            #[test]
            fn $facts((board, symbols) in positions::<$players>(5..=7)) {
                let graph = Graph::<1>::new(&board).expect("a small board");
                let coloring = Coloring::<1, $players>::from_symbols(&symbols).expect("symbols");
                check_coloring(&graph, coloring);
                check_area(&graph, coloring);
                check_plays(&graph, coloring);
                let graph = Graph::<8>::new(&board).expect("a small board");
                let coloring = Coloring::<8, 8>::from_symbols(&symbols).expect("symbols");
                check_coloring(&graph, coloring);
                check_area(&graph, coloring);
                check_plays(&graph, coloring);
            }

            #[test]
            fn $undo(
                position in positions::<$players>(1..=7), rules in rulesets($players), choices in choices(),
            ) {
                play_and_undo::<$players>(&position, rules, &choices);
            }

            #[test]
            fn $wide(
                position in positions::<$players>(1..=7), rules in rulesets($players), choices in choices(),
            ) {
                play_narrow_and_wide::<$players>(&position, rules, &choices);
            }
        )*}
    };
}

random_positions! {
    2 the_facts_hold_on_random_graphs_for_two undo_restores_everything_for_two
        wide_sets_play_like_narrow_ones_for_two;
    3 the_facts_hold_on_random_graphs_for_three undo_restores_everything_for_three
        wide_sets_play_like_narrow_ones_for_three;
    4 the_facts_hold_on_random_graphs_for_four undo_restores_everything_for_four
        wide_sets_play_like_narrow_ones_for_four;
}
