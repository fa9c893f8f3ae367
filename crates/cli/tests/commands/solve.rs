//! `koproof solve`.

mod limits;
mod players;
mod remoteness;

use serde_json::{Value, json as value};

use super::bad_input::refused;
use super::{Folder, json, json_with, koproof, stdout, unread};

/// The moves of the documented 2x2 game, up to the one that superko forbids.
const GAME: &str = "b a2, w b2, b a1, w b1, b a2, w a1";

#[test]
fn the_empty_2x2_board_is_worth_one_to_black() {
    let text = stdout("solve 2x2", 0);
    assert!(text.contains("value: B+1 (Black wins by 1)\n"), "{text}");
    assert!(text.contains("fair komi: 1\n"), "{text}");
    assert!(text.contains("best moves: a2 b2 a1 b1\n"), "{text}");
}

#[test]
fn json_has_every_promised_key() {
    let answer = json("solve 2x2");
    assert_eq!(answer["board"], "2x2");
    assert_eq!(answer["graph6"], "Cr");
    assert_eq!(
        answer["rules"],
        value!({
            "name": "tromp-taylor", "superko": "positional", "suicide": "allow",
            "scoring": "area", "komi": 0, "players": 2,
        })
    );
    assert_eq!(answer["position"], "../..");
    assert_eq!(answer["to_move"], "black");
    assert_eq!(answer["history"], value!([]));
    assert_eq!(answer["value"], value!({"lo": 1, "hi": 1}));
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["best_moves"], value!(["a2", "b2", "a1", "b1"]));
    assert_eq!(
        answer["stats"]["seconds"]
            .as_f64()
            .map(|seconds| seconds < 60.0),
        Some(true)
    );
    for count in ["expansions", "claims", "orbits"] {
        assert!(answer["stats"][count].as_u64() > Some(0), "{count}");
    }
}

#[test]
fn the_principal_variation_is_a_game_that_ends_with_the_value() {
    let answer = json("solve 2x3 --to-move white");
    assert_eq!(answer["principal_variation_complete"], true);
    let line: Vec<&str> = answer["principal_variation"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|turn| turn.as_str().expect("a text"))
        .collect();
    let moves = line.join(", ");
    let end = json(["show", "2x3", "--to-move", "white", "--moves", &moves]);
    assert_eq!(end["score"], answer["value"]["lo"]);
    assert!(moves.ends_with("pass"), "{moves}");
}

#[test]
fn komi_counts_in_every_score_but_changes_no_move() {
    let answer = json("solve 2x2 --komi 6.5 --all-moves");
    assert_eq!(answer["value"], value!({"lo": -5.5, "hi": -5.5}));
    assert_eq!(answer["rules"]["komi"], 6.5);
    assert_eq!(answer["fair_komi"], 1);
    assert_eq!(answer["best_moves"], value!(["a2", "b2", "a1", "b1"]));
    assert_eq!(the_move(&answer, "a2")["value"]["lo"], -5.5);
    let text = stdout("solve 2x2 --komi 6.5", 0);
    assert!(
        text.contains("value: W+5.5 (White wins by 5.5, komi 6.5 counted)"),
        "{text}"
    );
}

fn the_move(answer: &Value, name: &str) -> Value {
    let moves = answer["moves"].as_array().expect("--all-moves lists them");
    let one = moves.iter().find(|one| one["move"] == name);
    one.expect("every point is listed").clone()
}

#[test]
fn in_the_documented_game_superko_forbids_a2_and_white_wins_by_four() {
    let answer = json(["solve", "2x2", "--moves", GAME, "--all-moves"]);
    assert_eq!(answer["value"], value!({"lo": -4, "hi": -4}));
    let history = value!(["b a2", "w b2", "b a1", "w b1", "b a2", "w a1"]);
    assert_eq!(answer["history"], history);
    assert_eq!(answer["now"]["position"], ".O/OO");
    let a2 = the_move(&answer, "a2");
    assert_eq!(a2["legal"], false);
    assert_eq!(a2["rule"], "superko");
    assert_eq!(a2["repeats_move"], 1);
    assert_eq!(the_move(&answer, "b1")["rule"], "occupied");
    assert_eq!(the_move(&answer, "pass")["value"]["lo"], -4);
    let text = stdout(["solve", "2x2", "--moves", GAME, "--all-moves"], 0);
    assert!(
        text.contains("superko: it would recreate the position after move 1"),
        "{text}"
    );
}

#[test]
fn a_game_that_is_over_has_the_score_it_ended_with() {
    let moves = format!("{GAME}, b pass, w pass");
    let answer = json(["solve", "2x2", "--moves", &moves]);
    assert_eq!(answer["value"], value!({"lo": -4, "hi": -4}));
    assert_eq!(answer["now"]["over"], true);
    assert_eq!(answer["best_moves"], value!([]));
    assert_eq!(answer["principal_variation"], value!([]));
    assert!(stdout(["solve", "2x2", "--moves", &moves], 0).contains("the game is over"));
}

/// The second documented example: perfect play gives Black +6 either way.
#[test]
fn suicide_is_one_of_the_moves_only_where_the_rules_allow_it() {
    let position = "solve 2x3 --position OX./.X. --to-move white --all-moves";
    let allowed = json(position);
    assert_eq!(allowed["value"]["lo"], 6);
    assert_eq!(the_move(&allowed, "a1")["legal"], true);
    let forbidden = json((position, "--rules nstt"));
    assert_eq!(forbidden["value"]["lo"], 6);
    assert_eq!(forbidden["rules"]["name"], "nstt");
    assert_eq!(the_move(&forbidden, "a1")["rule"], "suicide");
    for name in ["c1", "c2", "pass"] {
        assert_eq!(the_move(&forbidden, name)["legal"], true, "{name}");
    }
}

#[test]
fn all_moves_agree_with_solving_after_each_of_them() {
    let answer = json("solve 2x3 --all-moves");
    for name in ["pass", "b2", "a1"] {
        let after = json(["solve", "2x3", "--moves", &format!("b {name}")]);
        assert_eq!(the_move(&answer, name)["value"], after["value"], "{name}");
    }
}

#[test]
fn best_moves_are_the_same_with_and_without_all_moves() {
    for board in ["2x3", "path:7", "cycle:6"] {
        let one = json(["solve", board, "--to-move", "white"]);
        let all = json(["solve", board, "--to-move", "white", "--all-moves"]);
        assert_eq!(one["best_moves"], all["best_moves"], "{board}");
    }
}

#[test]
fn a_node_limit_leaves_a_bracket_and_its_name() {
    let arguments = "solve 3x4 --node-limit 500 --threads 1";
    let text = stdout(arguments, 3);
    assert!(text.contains("value: open, from "), "{text}");
    assert!(text.contains("stopped: node limit"), "{text}");
    let answer = json_with(arguments, 3);
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["best_moves"], value!(null));
    assert_eq!(answer["principal_variation"], value!(null));
    // The value is +4 (van der Werf): it must lie in the bracket.
    assert!(answer["value"]["lo"].as_i64() <= Some(4));
    assert!(answer["value"]["hi"].as_i64() >= Some(4));
}

#[test]
fn a_time_limit_and_a_memory_limit_leave_brackets_too() {
    let text = stdout("solve 6x6 --time-limit 50ms", 3);
    assert!(text.contains("stopped: time limit"), "{text}");
    let text = stdout("solve 6x6 --memory 32M --time-limit 60", 3);
    assert!(text.contains("stopped: memory limit"), "{text}");
}

#[test]
fn all_moves_under_a_limit_have_brackets() {
    let text = stdout("solve 5x5 --time-limit 50ms --all-moves", 3);
    let pass = text.lines().find(|line| line.starts_with("  pass "));
    assert!(pass.is_some_and(|line| line.contains(" to B+")), "{text}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let ended = unread("boards 19x19 --format json");
    assert_eq!(ended, (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(["solve", "2x2"])
        .stdout(full.expect("Linux has it"))
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("koproof: cannot write"));
}

#[test]
fn what_is_sooner_than_a_second_shows_no_progress() {
    assert!(koproof("solve 3x3").stderr.is_empty());
}

#[test]
fn moves_are_drawn_side_by_side_with_the_new_stone_in_brackets() {
    let text = stdout("solve 2x2 --moves 'b a2, w b2, b a1, w b1, b a2, w a1'", 0);
    let (_, line) = text.split_once("principal variation\n").expect("a line");
    let lines: Vec<&str> = line.lines().take(3).collect();
    let rows = [
        "  7. b pass  8. w pass",
        "   . O        . O",
        "   O O        O O",
    ];
    assert_eq!(lines, rows, "{text}");
    let text = stdout("solve 2x2", 0);
    let (_, line) = text.split_once("principal variation\n").expect("a line");
    let mut lines = line.lines();
    assert!(
        lines
            .next()
            .is_some_and(|first| first.starts_with("  1. b a2    2. w ")),
        "{text}"
    );
    assert!(
        lines
            .next()
            .is_some_and(|first| first.starts_with("  (X).  ")),
        "{text}"
    );
}

#[test]
fn komi_and_the_moves_before_leave_a_rule_set_its_name() {
    let name = |arguments: &[&str]| {
        let answer = json(("solve 2x2", arguments));
        answer["rules"]["name"].clone()
    };
    assert_eq!(name(&["--rules", "nstt", "--komi", "6.5"]), "nstt");
    let other = ["--rules", "nstt", "--superko", "taylor"];
    assert_eq!(name(&other), Value::Null);
}

#[test]
fn scores_are_written_for_players_and_for_programs() {
    let score = |komi: &str| {
        let arguments = ["score", "2x2", "--position", "X...", "--komi", komi];
        (stdout(arguments, 0), json(arguments)["score"].clone())
    };
    let (text, number) = score("6.5");
    assert!(
        text.contains("score: W+2.5 (White wins by 2.5)\n"),
        "{text}"
    );
    assert_eq!(number, serde_json::json!(-2.5));
    let (text, number) = score("4");
    assert!(text.contains("score: 0 (a tie)\n"), "{text}");
    assert_eq!(number, serde_json::json!(0));
    assert!(score("-0.5").0.contains("score: B+4.5 "));
}

#[test]
fn the_value_alone_has_no_moves_and_takes_no_search_for_them() {
    let answer = super::json("solve 2x3 --value-only --threads 1");
    assert_eq!(answer["value"], value!({ "lo": 0, "hi": 0 }));
    assert_eq!(answer["exact"], true);
    for absent in ["best_moves", "principal_variation", "possible_best_moves"] {
        assert_eq!(answer[absent], value!(null), "{absent}");
    }
    let text = stdout("solve 2x3 --value-only", 0);
    assert!(text.contains("value: 0 (a tie)"), "{text}");
    assert!(
        !text.contains("best moves") && !text.contains("principal"),
        "{text}"
    );
    let text = stdout("solve 5x5 --value-only --node-limit 100", 3);
    assert!(text.contains("value: open, from "), "{text}");
    refused("solve 2x2 --value-only --all-moves", &["--value-only"]);
    refused("solve 1x3 --players 3 --value-only", &["--value-only"]);
}

#[test]
fn questions_about_scores_count_komi_and_leave_the_value_open() {
    let question = [
        "solve",
        "3x4",
        "--rules",
        "nstt",
        "--threads",
        "1",
        "--at-least",
        "1,B+3,4.5,-2",
    ];
    let text = stdout(question, 0);
    let answers =
        "at least B+1: yes\nat least B+3: yes\nat least B+4.5: no\nat least W+2: yes\nvalue: ";
    assert!(text.contains(answers), "{text}");
    assert!(
        !text.contains("open") && !text.contains("best moves"),
        "{text}"
    );
    // The value is 4 without komi.
    let komi = [&question[..6], &["--komi", "0.5", "--at-least", "3.5,4"]].concat();
    let answer = json(&komi);
    let answers = value!([{"score": 3.5, "holds": true}, {"score": 4, "holds": false}]);
    assert_eq!(answer["at_least"], answers);
    assert_eq!(
        (&answer["exact"], &answer["value"]["lo"]),
        (&value!(true), &value!(3.5))
    );
    assert_eq!(answer["best_moves"], Value::Null);
    let stopped = [&question[..], &["--node-limit", "3000"]].concat();
    let text = stdout(&stopped, 3);
    assert!(text.contains("at least B+4.5: open\n"), "{text}");
    assert!(text.contains("value: open, from "), "{text}");
    refused(
        "solve 2x2 --at-least 1 --value-only",
        &["--at-least", "--value-only"],
    );
    refused(
        "solve 2x2 --at-least 1,two",
        &["--at-least", "`two` is no score"],
    );
    let many = "solve 1x3 --players 3 --at-least 1";
    refused(many, &["--at-least"]);
}

#[test]
fn bounds_that_were_asked_for_are_certified() {
    let folder = Folder::new();
    let file = &*folder.name("bound.kpc");
    let question = [
        "solve",
        "3x4",
        "--rules",
        "nstt",
        "--at-least",
        "3",
        "--certificate",
        file,
    ];
    stdout(question, 0);
    let checked = json(["verify", file]);
    assert_eq!(checked["at_least"], 3, "{checked}");
}

#[test]
fn the_values_of_moves_have_what_the_value_leaves_of_the_limit() {
    let question = ["solve", "1x7", "--rules", "nstt", "--threads", "1"];
    let alone = json((&question, "--value-only"));
    let limit = alone["stats"]["expansions"].as_u64().expect("a count") + 1;
    let limit = limit.to_string();
    let limited = [&question[..], &["--all-moves", "--node-limit", &limit]].concat();
    let text = stdout(&limited, 3);
    assert!(text.contains("\nvalue: B+2 "), "{text}");
}
