//! Counts again the figures of `docs/rules.md` on area minus territory.

use std::collections::BTreeMap;
use std::thread;

use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Ruleset, Scoring};
use serde_json::Value;

use super::{answers, read};

/// The number of games by absolute difference.
type Distribution = BTreeMap<usize, u64>;

/// Plays every continuation of a game to its end, and counts the differences.
fn every_game(game: &mut Game<'_, 1, 2>, found: &mut Distribution) {
    if game.is_over() {
        let score = |scoring| {
            let points = |player| {
                let points = game
                    .coloring()
                    .scoring_points(game.graph(), player, scoring);
                points.len() as i64
            };
            points(Player::BLACK) - points(Player::WHITE)
        };
        let prisoners = i64::from(game.lost(Player::WHITE)) - i64::from(game.lost(Player::BLACK));
        let territory = score(Scoring::Territory) + prisoners;
        let difference = score(Scoring::Area) - territory;
        *found.entry(difference.unsigned_abs() as usize).or_default() += 1;
        return;
    }
    let empty = game.coloring().empty(game.graph());
    for taken in empty.into_iter().map(Move::Play).chain([Move::Pass]) {
        if game.play(taken).is_ok() {
            every_game(game, found);
            game.undo();
        }
    }
}

/// Counts the differences between the scores of games under either scoring.
fn differences(area: &[Value], territory: &[Value]) -> Distribution {
    assert_eq!(area.len(), territory.len());
    let score = |game: &Value| game["score"].as_f64().expect("two players have a score");
    let mut found = Distribution::new();
    for (area, territory) in area.iter().zip(territory) {
        let difference = (score(area) - score(territory)).abs() as usize;
        *found.entry(difference).or_default() += 1;
    }
    found
}

fn documentation() -> String {
    read("docs/rules.md")
}

/// Asserts that the page has a row of a table: name, number of games, differences of 0 to 4, more, and the share of
/// those of at most 1.
fn documented(name: &str, found: &Distribution) {
    let games: u64 = found.values().sum();
    let count = |difference: usize| found.get(&difference).copied().unwrap_or(0);
    let more: u64 = games - (0..5).map(count).sum::<u64>();
    let small = (100.0 * (count(0) + count(1)) as f64 / games as f64).round();
    let cells = (0..5).map(count).chain([more]).map(|number| match number {
        0 => "–".to_owned(),
        number => thousands(number),
    });
    let cells: Vec<String> = cells.collect();
    let games = thousands(games);
    let row = format!("| {name} | {games} | {} | {small} % |", cells.join(" | "));
    assert!(
        documentation().contains(&row),
        "docs/rules.md has no row\n{row}"
    );
}

fn thousands(number: u64) -> String {
    match number / 1000 {
        0 => number.to_string(),
        rest => format!("{},{:03}", thousands(rest), number % 1000),
    }
}

#[test]
fn over_every_game_of_the_smallest_boards() {
    // Tromp and Farnebäck count 9 and 907 games; nobody has counted the third.
    for (name, games) in [("1x2", 9), ("1x3", 907), ("complete:3", 3_439)] {
        let board: Board = name.parse().expect("it is the name of a board");
        let graph = Graph::new(&board).expect("it has few points");
        let rules = Ruleset::TROMP_TAYLOR;
        let mut game = Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK)
            .expect("the empty board is legal");
        let mut found = Distribution::new();
        every_game(&mut game, &mut found);
        assert_eq!(found.values().sum::<u64>(), games);
        documented(&format!("all games on `{name}`"), &found);
    }
}

#[test]
fn over_random_games() {
    for board in ["2x2", "2x3", "3x3", "4x4", "5x5"] {
        let games = |scoring| {
            let number = ["--games", "2000", "--seed", "1"];
            answers(
                &[
                    &["game", "random", board, "--scoring", scoring],
                    &number[..],
                ]
                .concat(),
            )
        };
        let (area, territory) = thread::scope(|scope| {
            let beside = scope.spawn(|| games("territory"));
            let area = games("area");
            (area, beside.join().expect("the games were played"))
        });
        // The scoring changes no game.
        assert_eq!(area[1999]["turns"], territory[1999]["turns"]);
        documented(
            &format!("random games on `{board}`"),
            &differences(&area, &territory),
        );
    }
}

#[test]
fn over_best_play() {
    let lines = (1..=9).map(|points| format!("path:{points}"));
    let cycles = (3..=9).map(|points| format!("cycle:{points}"));
    let grids = ["2x2", "2x3", "2x4", "3x3"].map(str::to_owned);
    let mut found = [Vec::new(), Vec::new()];
    for board in lines.chain(cycles).chain(grids) {
        for rules in ["nstt", "tromp-taylor"] {
            // On one thread the line is always the same.
            let solved = answers(&["solve", &board, "--rules", rules, "--threads", "1"]);
            let moves = solved[0]["principal_variation"].as_array().expect("a line");
            let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
            let moves = moves.join(", ");
            for (found, scoring) in found.iter_mut().zip(["area", "territory"]) {
                let game = ["--board", &board, "--rules", rules, "--moves", &moves];
                let replayed =
                    answers(&[&["game", "replay", "--scoring", scoring], &game[..]].concat());
                assert_eq!(replayed[0]["over"], true);
                found.extend(replayed);
            }
        }
    }
    let [area, territory] = found;
    let found = differences(&area, &territory);
    let games: u64 = found.values().sum();
    let small: u64 = found.range(..=1).map(|(_, games)| games).sum();
    assert!(documentation().contains("more than nine in ten of 40 principal variations"));
    assert_eq!(games, 40);
    // Any of several best lines may be found, so the test does not compare exact figures.
    assert!(10 * small > 9 * games, "{found:?}");
}
