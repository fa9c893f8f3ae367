//! Scoring, prisoners, handicap, disputes and presets.

mod common;

use std::collections::BTreeMap;

use common::{board, graph, positions};
use koproof_rules::{
    Coloring, Game, Graph, IllegalMove, Komi, Move, Player, Point, Preset, Ruleset, RulesetError,
    Scoring, Suicide, Superko, text,
};
use proptest::prelude::*;

const B: Player = Player::BLACK;
const W: Player = Player::WHITE;
const THIRD: Player = Player::new(2);

const REISS: Ruleset = Ruleset {
    scoring: Scoring::Territory,
    ..Ruleset::TROMP_TAYLOR
};

fn at(index: u16) -> Move {
    Move::Play(Point::new(index))
}

fn game<'g>(graph: &'g Graph<1>, rules: Ruleset, start: &str, to_move: Player) -> Game<'g, 1, 4> {
    let start = Coloring::from_symbols(&start.replace('/', "")).expect("symbols");
    Game::new(graph, rules, start, to_move).expect("legal")
}

fn points(game: &Game<'_, 1, 4>) -> [usize; 3] {
    [B, W, THIRD].map(|player| game.points(player))
}

#[test]
fn an_untouched_region_counts_for_everyone_under_taylors_scoring() {
    let graph = graph("empty:3");
    let score = |scoring| {
        let rules = Ruleset {
            scoring,
            players: 3,
            ..Ruleset::TROMP_TAYLOR
        };
        // A stone on an isolated point has no liberty, so the board stays empty.
        points(&game(&graph, rules, "...", B))
    };
    assert_eq!(score(Scoring::Area), [0, 0, 0]);
    assert_eq!(score(Scoring::Taylor), [3, 3, 3]);
}

#[test]
fn three_players_lose_what_two_of_them_touch() {
    let graph = graph("path:7");
    for scoring in [Scoring::Area, Scoring::Taylor] {
        let rules = Ruleset {
            scoring,
            players: 3,
            ..Ruleset::TROMP_TAYLOR
        };
        // The first point belongs to Black; the points between X and O and between O and 3 belong to nobody.
        assert_eq!(points(&game(&graph, rules, ".X.O..3", B)), [2, 1, 1]);
    }
}

#[test]
fn stones_lost_by_suicide_are_the_opponents_prisoners() {
    let graph = graph("2x3");
    let mut game = game(&graph, REISS, "OX./.X.", W);
    assert_eq!(points(&game)[..2], [2, 0]);
    game.play(at(3)).expect("suicide is allowed");
    // .X./.X. with four points of territory and two prisoners.
    assert_eq!((game.lost(W), game.lost(B)), (2, 0));
    assert_eq!(points(&game)[..2], [6, 0]);
    game.undo();
    assert_eq!((game.lost(W), points(&game)[0]), (0, 2));
}

#[test]
fn captured_stones_are_prisoners_of_the_player_who_took_them() {
    // The published 2x2 game: White takes two stones, Black one, White one, and two empty points are left.
    let (board, graph) = (board("2x2"), graph("2x2"));
    let mut game = game(&graph, REISS, "../..", B);
    let moves = "b a2, w b2, b a1, w b1, b a2, w a1";
    let turns = text::parse_moves(&board, moves).expect("moves");
    text::play_moves(&board, &mut game, &turns).expect("legal moves");
    assert_eq!((game.lost(B), game.lost(W)), (3, 0));
    assert_eq!(points(&game)[..2], [0, 1 + 3]);
}

#[test]
fn the_first_player_has_the_turns_of_the_handicap_in_a_row() {
    let (board, graph) = (board("path:5"), graph("path:5"));
    let rules = Ruleset {
        handicap: 3,
        ..Ruleset::TROMP_TAYLOR
    };
    let mut game = game(&graph, rules, ".....", B);
    let turns = text::parse_moves(&board, "b 0, b 2, b 4, b 1").expect("moves");
    let refused = text::play_moves(&board, &mut game, &turns).expect_err("White is to move");
    assert!(
        refused
            .to_string()
            .ends_with("out of turn: white is to move")
    );
    assert_eq!(
        (game.to_move(), game.coloring().to_symbols(5)),
        (W, "X.X.X".to_owned())
    );
    assert_eq!(game.start().1, B);
    assert_eq!(
        game.turns().map(|(player, _)| player).collect::<Vec<_>>(),
        [B, B, B]
    );
    game.play(Move::Pass).expect("passing is legal");
    assert_eq!(game.to_move(), B);
    game.undo();
    game.undo();
    assert_eq!(game.to_move(), B);
}

#[test]
fn two_passes_within_the_handicap_end_the_game() {
    let graph = graph("path:3");
    let rules = Ruleset {
        handicap: 3,
        ..Ruleset::TROMP_TAYLOR
    };
    let mut game = game(&graph, rules, "...", B);
    game.play(Move::Pass).expect("passing is legal");
    game.play(Move::Pass).expect("passing is legal");
    assert!(game.is_over());
}

#[test]
fn situational_superko_asks_who_is_really_to_move_next() {
    // On two points, with a handicap, Black is to move again after `X.`, and a second stone is a suicide.
    let graph = graph("path:2");
    let rules = Ruleset {
        superko: Superko::Situational,
        handicap: 2,
        ..Ruleset::TROMP_TAYLOR
    };
    let mut game = game(&graph, rules, "..", B);
    game.play(at(0)).expect("legal");
    let records: Vec<_> = game.history().iter().map(|record| record.player).collect();
    assert_eq!(records, [Some(B), Some(B)]);
    game.play(Move::Pass).expect("passing is legal");
    // The pass leaves `X.` with White to move.
    let named = |player| {
        let records = game.history().iter();
        records
            .filter(|record| record.player == Some(player))
            .count()
    };
    assert_eq!((named(B), named(W)), (2, 1));
}

#[test]
fn a_disputed_second_pass_gives_the_turn_back() {
    let graph = graph("path:3");
    let mut game = game(&graph, Ruleset::TROMP_TAYLOR, "...", B);
    assert!(!game.dispute(), "nothing to dispute");
    game.play(Move::Pass).expect("passing is legal");
    assert!(!game.dispute(), "one pass ends nothing");
    assert!(!game.is_disputed());
    game.play(Move::Pass).expect("passing is legal");
    assert_eq!(game.try_move(at(1)), Err(IllegalMove::Over));
    assert!(game.dispute());
    assert_eq!((game.to_move(), game.passes()), (B, 0));
    game.play(at(1)).expect("the game goes on");
    assert!(game.is_disputed());
    game.undo();
    assert!(game.is_disputed(), "the pass is still disputed");
    game.undo();
    assert!(!game.is_disputed());
    assert_eq!((game.to_move(), game.passes()), (W, 1));
}

#[test]
fn what_no_text_defines_is_refused() {
    let rules = |players, scoring, komi_of_others| Ruleset {
        players,
        scoring,
        komi_of_others,
        ..Ruleset::TROMP_TAYLOR
    };
    let none = [Komi::ZERO; 6];
    let mut one = none;
    one[0] = Komi::from_half_points(1);
    assert_eq!(rules(8, Scoring::Taylor, none).check(), Ok(()));
    assert_eq!(rules(2, Scoring::Territory, none).check(), Ok(()));
    assert_eq!(rules(3, Scoring::Area, one).check(), Ok(()));
    let territory = rules(3, Scoring::Territory, none).check();
    assert_eq!(territory, Err(RulesetError::Territory(3)));
    for players in [0, 1, 9] {
        let refused = rules(players, Scoring::Area, none).check();
        assert_eq!(refused, Err(RulesetError::Players(players)));
    }
    let nobody = rules(2, Scoring::Area, one).check();
    assert_eq!(nobody, Err(RulesetError::KomiOfNobody(THIRD)));
}

#[test]
fn presets_are_told_apart_by_what_they_say() {
    let says = |preset: &Preset| {
        let Ruleset {
            superko,
            suicide,
            scoring,
            ..
        } = preset.rules;
        (superko, suicide, scoring)
    };
    use Scoring::{Area, Taylor, Territory};
    use Suicide::{Allow, Forbid};
    let table = [
        ("tromp-taylor", Superko::Positional, Allow, Area),
        ("nstt", Superko::Positional, Forbid, Area),
        ("tromp-taylor-no-suicide", Superko::Positional, Forbid, Area),
        (
            "tromp-taylor-situational",
            Superko::Situational,
            Allow,
            Area,
        ),
        ("nstt-situational", Superko::Situational, Forbid, Area),
        ("aga-like", Superko::NaturalSituational, Forbid, Area),
        ("taylor", Superko::Taylor, Allow, Taylor),
        ("reiss", Superko::Positional, Forbid, Territory),
    ];
    for (name, superko, suicide, scoring) in table {
        let preset = Preset::named(name).expect("a preset");
        assert_eq!(says(preset), (superko, suicide, scoring), "{name}");
        assert_eq!(Preset::of(&preset.rules), Some(preset), "{name}");
        assert_eq!(name.parse(), Ok(preset.rules));
    }
    assert_eq!(table.len(), Preset::ALL.len() + 1);
    let komi = Preset::named("reiss").map(|preset| preset.rules.komi.to_string());
    assert_eq!(komi.as_deref(), Some("6.5"));
}

/// Counts all simple paths of plays from a coloring, by the number of Black's plays minus White's.
fn games(
    graph: &Graph<1>,
    path: &mut Vec<Coloring<1, 2>>,
    surplus: i32,
    count: &mut BTreeMap<i32, u64>,
) {
    *count.entry(surplus).or_default() += 1;
    let now = *path.last().expect("a path has a start");
    for point in now.empty(graph) {
        for (player, more) in [(B, 1), (W, -1)] {
            let after = now.play(graph, player, point).coloring;
            if !path.contains(&after) {
                path.push(after);
                games(graph, path, surplus + more, count);
                path.pop();
            }
        }
    }
}

#[test]
fn area_and_territory_differ_by_at_most_one_in_most_games() {
    // Numbers of games: J. Tromp and G. Farnebäck, Combinatorics of Go. By the lemma, the difference of the scores is
    // that of the plays. The exchange of the colors makes the distribution symmetric.
    for (name, total, within_one) in [("1x2", 9, 9), ("1x3", 907, 257 + 402)] {
        let mut count = BTreeMap::new();
        games(&graph(name), &mut vec![Coloring::EMPTY], 0, &mut count);
        assert_eq!(count.values().sum::<u64>(), total, "{name}");
        assert!(
            count
                .iter()
                .all(|(surplus, number)| count[&-surplus] == *number)
        );
        let near: u64 = [-1, 0, 1].iter().map(|surplus| count[surplus]).sum();
        assert_eq!(near, within_one, "{name}");
    }
}

proptest! {
    #[test]
    fn between_two_taylors_scoring_differs_from_area_by_nothing(
        (board, symbols) in positions::<2>(1..=7),
    ) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        let coloring = Coloring::<1, 2>::from_symbols(&symbols).expect("symbols");
        let difference = |scoring| {
            let points = |player| coloring.scoring_points(&graph, player, scoring).len() as i32;
            points(B) - points(W)
        };
        prop_assert_eq!(difference(Scoring::Area), difference(Scoring::Taylor));
        prop_assert_eq!(
            coloring.scoring_points(&graph, B, Scoring::Area).len(),
            coloring.area(&graph, B)
        );
    }

    #[test]
    fn area_exceeds_territory_by_the_surplus_of_plays(
        (board, _) in positions::<2>(2..=6),
        choices in prop::collection::vec(any::<u16>(), 1..60),
    ) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        let mut game = Game::<1, 2>::new(&graph, REISS, Coloring::EMPTY, B).expect("legal");
        for choice in choices {
            let point = Move::Play(Point::new(choice % board.points() as u16));
            if game.play(point).is_err() && game.play(Move::Pass).is_err() {
                break;
            }
            let plays = |player| {
                let plays = game.turns().filter(|&turn| turn.0 == player && turn.1 != Move::Pass);
                plays.count() as i32
            };
            let area = |player| game.coloring().area(&graph, player) as i32;
            let territory = |player| game.points(player) as i32;
            prop_assert_eq!(
                area(B) - area(W) - (territory(B) - territory(W)),
                plays(B) - plays(W)
            );
        }
    }

    #[test]
    fn every_stone_played_is_on_the_board_or_lost(
        (board, symbols) in positions::<3>(2..=6),
        players in 2..=3usize,
        choices in prop::collection::vec(any::<u16>(), 1..60),
    ) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        let rules = Ruleset { players, superko: Superko::Taylor, ..Ruleset::TROMP_TAYLOR };
        let symbols = if players == 2 { symbols.replace('3', ".") } else { symbols };
        let start = Coloring::<1, 3>::from_symbols(&symbols).expect("symbols");
        let mut game = Game::new(&graph, rules, start, B).expect("legal");
        let mut placed = [B, W, THIRD].map(|player| start.stones(player).len() as u32);
        for choice in choices {
            let mover = game.to_move();
            let point = Move::Play(Point::new(choice % board.points() as u16));
            if game.play(point).is_ok() {
                placed[mover.index()] += 1;
            } else if game.play(Move::Pass).is_err() {
                break;
            }
            for (player, &placed) in [B, W, THIRD].into_iter().zip(&placed) {
                let here = game.coloring().stones(player).len() as u32;
                prop_assert_eq!(here + game.lost(player), placed);
            }
        }
        while game.undo().is_some() {}
        prop_assert_eq!([B, W, THIRD].map(|player| game.lost(player)), [0, 0, 0]);
    }
}
