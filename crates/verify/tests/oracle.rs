//! The oracle against published values and counts, and against the definitions.

mod common;

use common::all_positions;
use common::graphs::all_graphs;
use koproof_rules::{Board, Player, Ruleset, Suicide, Superko};
use koproof_verify::{Answer, Oracle, OracleError, OracleGame, OracleMove};

const RULES: Ruleset = Ruleset::TROMP_TAYLOR;
const NO_SUICIDE: Ruleset = Ruleset::NSTT;
const SITUATIONAL: Ruleset = Ruleset {
    superko: Superko::Situational,
    ..RULES
};
const NATURAL: Ruleset = Ruleset {
    superko: Superko::NaturalSituational,
    ..RULES
};

fn oracle(board: &str, rules: Ruleset) -> Oracle {
    Oracle::new(&board.parse().expect("a board"), rules).expect("a small board")
}

fn value(board: &str, rules: Ruleset, position: &str) -> i32 {
    oracle(board, rules)
        .start(position, Player::BLACK)
        .expect("a legal position")
        .exact_value(None)
        .expect("there is no limit")
}

fn play(game: &mut OracleGame<'_>, points: &[u16]) {
    for &point in points {
        game.play(OracleMove::Play(point)).expect("a legal play");
    }
}

#[test]
fn empty_two_by_two_takes_1446_nodes_to_depth_22_and_is_worth_one() {
    // J. Tromp, Solving 2x2 Go.
    let oracle = oracle("2x2", RULES);
    let game = oracle.start("../..", Player::BLACK).expect("legal");
    let answer = Answer {
        value: 1,
        nodes: 1446,
        depth: 22,
    };
    assert_eq!(game.value((-4, 4), None), Some(answer));
}

#[test]
fn linear_boards_without_suicide_are_worth_what_is_in_print() {
    // R. Hayward, Solving Go on small boards; N. Weninger and R. Hayward, Exploring positional linear Go (2017).
    let printed = [(1, 0), (2, 0), (3, 3), (4, 4), (5, 0)];
    for (points, worth) in printed {
        let empty = ".".repeat(points);
        assert_eq!(value(&format!("path:{points}"), NO_SUICIDE, &empty), worth);
    }
}

#[test]
fn small_positions_are_worth_what_superko_complexity_proved() {
    // superko-complexity (2026).
    assert_eq!(value("2x2", SITUATIONAL, "...."), 1);
    assert_eq!(value("path:2", RULES, "X."), -2);
    assert_eq!(value("path:2", SITUATIONAL, "X."), 0);
}

#[test]
fn recorded_passes_decide_the_path_of_two_without_suicide() {
    // A search that forgets the record of a pass finds at least -1 here. Black passes, White captures, Black may not
    // recapture: the coloring with White to move was recorded by the pass.
    let rules = Ruleset {
        suicide: Suicide::Forbid,
        ..SITUATIONAL
    };
    assert_eq!(value("path:2", rules, "X."), -2);
}

#[test]
fn nobody_has_generated_the_start_under_taylors_wording() {
    // White captures, Black retakes: under Taylor's rule nobody has generated X., so Black may; White has then
    // generated .O already. If Black passes at the start, Black has generated X., so White captures and Black cannot
    // recapture.
    let worth = |superko, to_move| {
        let rules = Ruleset {
            superko,
            ..NO_SUICIDE
        };
        let oracle = oracle("path:2", rules);
        let game = oracle.start("X.", to_move).expect("legal");
        game.exact_value(None).expect("no limit")
    };
    assert_eq!(worth(Superko::Taylor, Player::WHITE), 2);
    assert_eq!(worth(Superko::Positional, Player::WHITE), -2);
    assert_eq!(worth(Superko::Taylor, Player::BLACK), -2);
}

#[test]
fn the_centre_of_a_star_wins_it_all() {
    // A white stone on a leaf has the black centre as its only neighbour: suicide, whatever the superko rule.
    for superko in Superko::ALL {
        let rules = Ruleset {
            superko,
            ..NO_SUICIDE
        };
        for points in 3..=8 {
            let empty = ".".repeat(points);
            let worth = points as i32;
            assert_eq!(value(&format!("star:{points}"), rules, &empty), worth);
        }
    }
}

#[test]
fn a_board_without_edges_is_worth_nothing() {
    for rules in [RULES, SITUATIONAL, NATURAL] {
        assert_eq!(value("empty:3", rules, "..."), 0);
    }
}

#[test]
fn narrower_windows_give_bounds_on_the_same_value() {
    for board in all_graphs(3) {
        let oracle = Oracle::new(&board, RULES).expect("small");
        for position in all_positions(board.points(), 2) {
            let Ok(game) = oracle.start(&position, Player::BLACK) else {
                continue;
            };
            let exact = game.exact_value(None).expect("no limit");
            for alpha in -3..3 {
                let answer = game.value((alpha, alpha + 1), None).expect("no limit");
                let at_least = answer.value > alpha;
                assert_eq!(
                    at_least,
                    exact > alpha,
                    "{} {position} against {alpha}",
                    board.name()
                );
                let bound = if at_least {
                    answer.value <= exact
                } else {
                    answer.value >= exact
                };
                assert!(bound, "{} {position} against {alpha}", board.name());
            }
        }
    }
}

#[test]
fn a_search_stops_at_its_node_limit_and_needs_no_more_than_it_takes() {
    let oracle = oracle("2x2", RULES);
    let game = oracle.start("....", Player::BLACK).expect("legal");
    assert_eq!(game.exact_value(Some(1445)), None);
    assert_eq!(game.exact_value(Some(1446)), Some(1));
}

#[test]
fn a_game_that_is_over_is_worth_its_score() {
    let oracle = oracle("path:3", RULES);
    let mut game = oracle.start("X..", Player::BLACK).expect("legal");
    game.play(OracleMove::Pass).expect("passing is legal");
    game.play(OracleMove::Pass).expect("passing is legal");
    assert_eq!(game.exact_value(None), Some(3));
    assert_eq!(game.play(OracleMove::Pass), Err(OracleError::Over));
    assert_eq!(game.legal_moves(), []);
}

/// Counts the games that begin here. A player may pass to let the other player move, so these are sequences of plays of
/// any color.
fn games(game: &mut OracleGame<'_>) -> u64 {
    let mut count = 1;
    for passes in 0..2 {
        for taken in game.legal_moves() {
            if taken != OracleMove::Pass {
                game.play(taken).expect("a legal move");
                count += games(game);
                game.undo();
            }
        }
        if passes == 0 {
            game.play(OracleMove::Pass).expect("passing is legal");
        }
    }
    game.undo();
    count
}

#[test]
fn short_paths_have_as_many_games_as_tromp_and_farneback_count() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    for (points, count) in [(1, 1), (2, 9), (3, 907)] {
        let oracle = oracle(&format!("1x{points}"), RULES);
        let empty = ".".repeat(points);
        let mut game = oracle.start(&empty, Player::BLACK).expect("legal");
        assert_eq!(games(&mut game), count, "1x{points}");
    }
}

#[test]
fn a_lone_stone_in_a_corner_falls_before_its_owner_moves_again() {
    let rules = Ruleset {
        players: 3,
        ..RULES
    };
    let oracle = oracle("3x3", rules);
    let mut game = oracle.start(".../.../...", Player::BLACK).expect("legal");
    play(&mut game, &[0, 1, 3]);
    assert_eq!(game.position(), ".O.3.....");
    assert_eq!(game.to_move(), Player::BLACK);
    // The corner and all other empty points reach two colors, so only the stones count.
    let areas = [0, 1, 2].map(|player| game.area(Player::new(player)));
    assert_eq!(areas, [0, 1, 1]);
    assert_eq!(game.score(), -1);
}

#[test]
fn three_passes_end_a_game_of_three() {
    let rules = Ruleset {
        players: 3,
        ..RULES
    };
    let oracle = oracle("path:2", rules);
    let mut game = oracle.start("..", Player::new(2)).expect("legal");
    for passes in 1..=3 {
        game.play(OracleMove::Pass).expect("passing is legal");
        assert_eq!(game.is_over(), passes == 3);
    }
}

#[test]
fn suicide_takes_every_stone_of_the_chain() {
    let oracle_allow = oracle("path:4", RULES);
    let mut game = oracle_allow.start("X.O.", Player::BLACK).expect("legal");
    play(&mut game, &[1]);
    assert_eq!(game.position(), "..O.");
    let oracle_forbid = oracle("path:4", NO_SUICIDE);
    let game = oracle_forbid.start("X.O.", Player::BLACK).expect("legal");
    assert_eq!(
        game.after(OracleMove::Play(1)),
        Err(OracleError::Suicide(1))
    );
}

#[test]
fn opponents_are_cleared_before_the_player() {
    let oracle = oracle("2x2", NO_SUICIDE);
    let mut game = oracle.start(".O/OO", Player::BLACK).expect("legal");
    play(&mut game, &[0]);
    assert_eq!(game.position(), "X...");
}

#[test]
fn opponents_are_cleared_at_once() {
    let rules = Ruleset {
        players: 3,
        ..RULES
    };
    let oracle = oracle("complete:3", rules);
    let mut game = oracle.start(".O3", Player::BLACK).expect("legal");
    play(&mut game, &[0]);
    assert_eq!(game.position(), "X..");
}

#[test]
fn a_recorded_pass_made_again_and_undone_leaves_its_record() {
    let oracle = oracle("path:3", SITUATIONAL);
    let mut game = oracle.start(".X.", Player::BLACK).expect("legal");
    game.play(OracleMove::Pass).expect("passing is legal");
    assert_eq!(game.records(), 2);
    // White's pass makes the same record as the start: .X. with Black to move.
    game.play(OracleMove::Pass).expect("passing is legal");
    assert_eq!(game.records(), 2);
    assert_eq!(game.undo(), Some(OracleMove::Pass));
    assert_eq!(game.records(), 2);
    // White's one-stone suicide would make the same record.
    assert_eq!(game.play(OracleMove::Play(0)), Err(OracleError::Superko(0)));
}

#[test]
fn one_stone_suicide_is_no_repetition_where_only_own_plays_count() {
    let oracle = oracle("path:3", NATURAL);
    let mut game = oracle.start(".X.", Player::WHITE).expect("legal");
    play(&mut game, &[0]);
    assert_eq!(game.position(), ".X.");
    game.play(OracleMove::Pass).expect("passing is legal");
    assert_eq!(game.play(OracleMove::Play(0)), Err(OracleError::Superko(0)));
}

#[test]
fn positions_that_are_none_are_refused_with_the_reason() {
    let refusal = |position, to_move| {
        oracle("path:3", RULES)
            .start(position, to_move)
            .expect_err("refused")
    };
    let third = Player::new(2);
    assert_eq!(
        refusal("X", Player::BLACK),
        OracleError::Length {
            found: 1,
            expected: 3
        }
    );
    assert_eq!(
        refusal("X?.", Player::BLACK),
        OracleError::Symbol { symbol: '?', at: 2 }
    );
    assert_eq!(refusal(".XO", Player::BLACK), OracleError::NoLiberty(2));
    for refused in [refusal("3..", Player::BLACK), refusal("...", third)] {
        assert_eq!(
            refused,
            OracleError::Player {
                player: third,
                players: 2
            }
        );
    }
}

#[test]
fn what_the_oracle_cannot_judge_is_refused() {
    let board: Board = "6x6".parse().expect("a board");
    assert_eq!(
        Oracle::new(&board, RULES).expect_err("refused"),
        OracleError::TooManyPoints {
            points: 36,
            limit: 32
        }
    );
    let alone = Ruleset {
        players: 1,
        ..RULES
    };
    let board: Board = "path:2".parse().expect("a board");
    assert_eq!(
        Oracle::new(&board, alone).expect_err("refused"),
        OracleError::Players(1)
    );
}
