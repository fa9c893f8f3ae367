//! Documented examples, replayed through the public text forms.

mod common;

use common::{board, graph};
use koproof_rules::{
    Board, Coloring, Game, Graph, IllegalMove, Move, Player, Point, Ruleset, Superko, text,
};

fn coloring<const N: usize>(board: &Board, graph: &Graph<1>, position: &str) -> Coloring<1, N> {
    text::parse_position(board, graph, position).expect("a legal position")
}

fn play<const N: usize>(board: &Board, game: &mut Game<'_, 1, N>, moves: &str) {
    let turns = text::parse_moves(board, moves).expect("moves of this board");
    text::play_moves(board, game, &turns).expect("legal moves");
}

/// Returns the reason why the first illegal move of a list is illegal.
fn refusal<const N: usize>(board: &Board, game: &mut Game<'_, 1, N>, moves: &str) -> String {
    let turns = text::parse_moves(board, moves).expect("moves of this board");
    text::play_moves(board, game, &turns)
        .expect_err("an illegal move")
        .to_string()
}

fn position<const N: usize>(board: &Board, game: &Game<'_, 1, N>) -> String {
    text::position(board, game.coloring())
}

fn score(game: &Game<'_, 1, 2>) -> i32 {
    let area = |player| game.coloring().area(game.graph(), player) as i32;
    area(Player::BLACK) - area(Player::WHITE)
}

/// Returns the names of the legal moves, in the order of their points, the pass last.
fn legal(board: &Board, game: &Game<'_, 1, 2>) -> Vec<String> {
    let plays = game.graph().all().into_iter().map(Move::Play);
    plays
        .chain([Move::Pass])
        .filter(|&taken| game.try_move(taken).is_ok())
        .map(|taken| text::move_name(board, taken))
        .collect()
}

fn every_superko(rules: Ruleset) -> impl Iterator<Item = Ruleset> {
    Superko::ALL
        .into_iter()
        .map(move |superko| Ruleset { superko, ..rules })
}

#[test]
fn the_two_by_two_game_ends_with_white_ahead_by_four() {
    let (board, graph) = (board("2x2"), graph("2x2"));
    let rules = Ruleset::TROMP_TAYLOR;
    let mut game = Game::<1, 2>::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
    for (moves, after) in [
        ("b a2", "X./.."),
        ("w b2", "XO/.."),
        ("b a1", "XO/X."),
        ("w b1", ".O/.O"),
        ("b a2", "XO/.O"),
        ("w a1", ".O/OO"),
    ] {
        play(&board, &mut game, moves);
        assert_eq!(position(&board, &game), after, "after {moves}");
    }
    let a2 = board.parse_point("a2").map(Point::new).expect("a point");
    assert_eq!(
        game.try_move(Move::Play(a2)),
        Err(IllegalMove::Superko { first_seen: 1 })
    );
    assert_eq!(legal(&board, &game), ["pass"]);
    play(&board, &mut game, "b pass, w pass");
    assert!(game.is_over());
    assert_eq!(score(&game), -4);
}

#[test]
fn white_may_remove_two_own_stones_on_two_by_three_where_suicide_is_legal() {
    let (board, graph) = (board("2x3"), graph("2x3"));
    let start = coloring::<2>(&board, &graph, "OX./.X.");
    let game = |rules| Game::new(&graph, rules, start, Player::WHITE).expect("legal");

    let mut suicidal = game(Ruleset::TROMP_TAYLOR);
    assert_eq!(legal(&board, &suicidal), ["c2", "a1", "c1", "pass"]);
    play(&board, &mut suicidal, "w a1");
    assert_eq!(position(&board, &suicidal), ".X./.X.");
    assert_eq!(score(&suicidal), 6);

    let mut strict = game(Ruleset::NSTT);
    assert_eq!(legal(&board, &strict), ["c2", "c1", "pass"]);
    let refused = refusal(&board, &mut strict, "w a1");
    let begin = "move 1 'w a1' is illegal: suicide of a2 a1";
    assert!(refused.starts_with(begin), "{refused}");
    play(&board, &mut strict, "w pass, b pass");
    assert!(strict.is_over());
    assert_eq!(score(&strict), 3);
}

#[test]
fn a_lone_stone_of_three_players_in_a_corner_falls_before_its_owner_moves_again() {
    for (name, moves) in [
        ("2x2", "b a2, w b2, 3 a1"),
        ("3x3", "b a3, w b3, 3 a2"),
        ("3x4", "b d1, w c1, 3 d2"),
    ] {
        let (board, graph) = (board(name), graph(name));
        let rules = Ruleset {
            players: 3,
            ..Ruleset::TROMP_TAYLOR
        };
        let mut game =
            Game::<1, 3>::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
        play(&board, &mut game, moves);
        assert_eq!(game.to_move(), Player::BLACK, "{name}");
        assert!(game.coloring().stones(Player::BLACK).is_empty(), "{name}");
        assert_eq!(game.coloring().occupied().len(), 2, "{name}");
    }
}

#[test]
fn two_opponents_who_share_their_last_liberty_fall_at_once() {
    let (board, graph) = (board("complete:3"), graph("complete:3"));
    let start = coloring::<3>(&board, &graph, ".O3");
    let after = start.play(&graph, Player::BLACK, Point::new(0)).coloring;
    assert_eq!(text::position(&board, &after), "X..");
}

#[test]
fn an_opponent_in_a_one_point_eye_of_two_commits_suicide_and_changes_nothing() {
    let (board, graph) = (board("2x4"), graph("2x4"));
    let start = coloring::<2>(&board, &graph, ".X.X/XXXX");
    assert_eq!(start.chains(&graph, Player::BLACK).count(), 1);
    for eye in ["a2", "c2"] {
        let point = board.parse_point(eye).map(Point::new).expect("a point");
        assert_eq!(start.play(&graph, Player::WHITE, point).coloring, start);
        for (rules, why) in [
            (Ruleset::TROMP_TAYLOR, "superko"),
            (Ruleset::NSTT, "suicide"),
        ] {
            let mut game = Game::new(&graph, rules, start, Player::WHITE).expect("legal");
            let refused = refusal(&board, &mut game, &format!("w {eye}"));
            let begin = format!("move 1 'w {eye}' is illegal: {why}");
            assert!(refused.starts_with(&begin), "{refused}");
            assert_eq!(legal(&board, &game), ["pass"]);
        }
    }
}

#[test]
fn a_coloring_turned_by_a_quarter_may_be_made() {
    let (board, graph) = (board("2x2"), graph("2x2"));
    for superko in [Superko::Positional, Superko::Situational] {
        let rules = Ruleset {
            superko,
            ..Ruleset::TROMP_TAYLOR
        };
        let mut game =
            Game::<1, 2>::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("legal");
        play(&board, &mut game, "b a2");
        assert_eq!(position(&board, &game), "X./..");
        // White takes two stones, Black takes three.
        play(&board, &mut game, "w b1, b b2, w a1, b pass, w a2, b b2");
        assert_eq!(position(&board, &game), ".X/..", "{superko}");
    }
}

#[test]
fn a_play_that_captures_is_no_suicide() {
    let (board, graph) = (board("2x2"), graph("2x2"));
    let start = coloring::<2>(&board, &graph, ".O/OO");
    let mut game = Game::new(&graph, Ruleset::NSTT, start, Player::BLACK).expect("legal");
    play(&board, &mut game, "b a2");
    assert_eq!(position(&board, &game), "X./..");
}

#[test]
fn five_stones_fall_to_a_play_inside_them() {
    let (board, graph) = (board("3x3"), graph("3x3"));
    let start = coloring::<2>(&board, &graph, "OX./OOX/.OO");
    let a1 = board.parse_point("a1").map(Point::new).expect("a point");
    let captured = start.play(&graph, Player::BLACK, a1).captured;
    assert_eq!(text::points(&board, captured), "a3 a2 b2 b1 c1");
    for rules in every_superko(Ruleset::NSTT) {
        let mut game = Game::new(&graph, rules, start, Player::BLACK).expect("legal");
        play(&board, &mut game, "b a1");
        assert_eq!(position(&board, &game), ".X./..X/X..");
    }
}

#[test]
fn a_ko_is_retaken_only_after_plays_elsewhere() {
    let (board, graph) = (board("4x4"), graph("4x4"));
    let start = coloring::<2>(&board, &graph, ".XO./XO.O/.XO./....");
    for rules in every_superko(Ruleset::TROMP_TAYLOR) {
        let mut game = Game::new(&graph, rules, start, Player::BLACK).expect("legal");
        if rules.superko == Superko::Taylor {
            // Nobody has generated a position that was set up, so the ko may be retaken once, but not again.
            play(&board, &mut game, "b c3, w b3");
            let refused = refusal(&board, &mut game, "b c3");
            let begin = "move 1 'b c3' is illegal: superko";
            assert!(refused.starts_with(begin), "{rules}: {refused}");
            continue;
        }
        play(&board, &mut game, "b c3");
        assert_eq!(position(&board, &game), ".XO./X.XO/.XO./....");
        let refused = refusal(&board, &mut game, "w b3");
        let begin = "move 1 'w b3' is illegal: superko";
        assert!(refused.starts_with(begin), "{rules}: {refused}");
        play(&board, &mut game, "w a1, b d1, w b3");
        assert_eq!(position(&board, &game), ".XO./XO.O/.XO./O..X", "{rules}");
    }
}
