//! `koproof rules`, `koproof score` and `koproof game replay`: every rule set on finished and unfinished games.

use serde_json::{Value, json as value};

use super::bad_input::refused;
use super::{Folder, json, json_with, koproof, stdout};

/// Replays a game that breaks a rule and returns the answer.
fn broken(arguments: &[&str]) -> Value {
    json_with(("game replay", arguments), 4)
}

#[test]
fn seven_presets_have_a_source_each() {
    let presets = json("rules");
    let presets = presets["presets"].as_array().expect("a list");
    assert_eq!(presets.len(), 7);
    for preset in presets {
        assert_eq!(preset["name"], preset["rules"]["name"]);
        assert!(!preset["source"].as_str().expect("a text").is_empty());
    }
    let nstt = stdout("rules tromp-taylor-no-suicide", 0);
    assert!(nstt.starts_with("nstt: "), "{nstt}");
}

#[test]
fn the_documented_position_is_worth_six_if_the_stone_is_agreed_to_be_dead() {
    let score = |more: &[&str]| {
        let arguments = "score 2x3 --position OX./.X.";
        json((arguments, more))["score"].clone()
    };
    assert_eq!(score(&[]), 3);
    assert_eq!(score(&["--dead", "a2"]), 6);
    // Two points of territory; without the dead stone four, and a prisoner.
    assert_eq!(score(&["--scoring", "territory"]), 2);
    assert_eq!(score(&["--scoring", "territory", "--dead", "a2"]), 5);
    assert_eq!(score(&["--rules", "reiss", "--dead", "a2"]), -1.5);
    // White removes two own stones by suicide.
    let suicide = [
        "--to-move",
        "white",
        "--moves",
        "w a1",
        "--scoring",
        "territory",
    ];
    assert_eq!(score(&suicide), 6);
    let held = ["--scoring", "territory", "--prisoners", "1,4"];
    assert_eq!(score(&held), 2 + 1 - 4);
}

#[test]
fn three_players_have_a_score_each_and_no_difference() {
    // Black's pair, White and the third player on three points, and two points that touch no stone.
    let board = "edges:0-1,2-3,3-4,5-6";
    let totals = |scoring, komi| {
        let players = ["--players", "3", "--scoring", scoring, "--komi", komi];
        let answer = json((&["score", board, "--position", "X.O.3.."], &players));
        assert_eq!(answer["score"], value!(null));
        let total = |player: usize| answer["players"][player]["total"].clone();
        (
            value!([total(0), total(1), total(2)]),
            answer["winner"].clone(),
        )
    };
    let area = (value!([2, 2.5, 1]), value!("white"));
    assert_eq!(totals("area", "1.5,0"), area);
    let taylor = (value!([4, 3, 4]), value!(null));
    assert_eq!(totals("taylor", "0,1"), taylor);
}

#[test]
fn what_rules_do_not_define_is_refused_in_words() {
    let three = "--players 3";
    let territory = ["--scoring", "territory"];
    let words = ["territory", "two players", "3"];
    for command in [
        &["score", "2x2"][..],
        &["show", "2x2"],
        &["game", "replay", "--board", "2x2"],
    ] {
        refused((command, three, &territory), &words);
    }
    let folder = Folder::new();
    let table = &*folder.name("table.kpt");
    for command in [
        &["solve", "2x2"][..],
        &["table", "solve", "2x2", "--out", table],
    ] {
        // The solver alternates turns, so handicap stones are part of the position.
        refused((command, "--handicap 2"), &["no option '--handicap'"]);
    }
    refused(("solve 2x2", three, &territory), &["territory", "two"]);
    refused("retrograde 2x2 --scoring territory", &["--scoring"]);
    refused("score 2x2 --komi 1,2", &["2 numbers for 2", "komi"]);
    refused("score 2x2 --prisoners 1,1", &["prisoners", "area"]);
    refused("score 2x2 --prisoners 1", &["'1'", "3,1"]);
    refused("score 2x2 --dead a1", &["no stone at a1"]);
    refused("score 2x2 --position 3...", &["'3'", "character 1"]);
    refused("score 2x2 --to-move 3", &["player 3", "2 players"]);
    refused("score 2x2 --moves dispute", &["dispute", "replayed"]);
}

#[test]
fn the_two_by_two_game_breaks_superko_at_its_seventh_move() {
    let moves = "b a2, w b2, b a1, w b1, b a2, w a1, b a2, w pass";
    let game = ["--board", "2x2", "--moves", moves];
    let answer = broken(&game);
    assert_eq!(answer["broken"]["move"], 7);
    assert_eq!(answer["broken"]["text"], "b a2");
    assert_eq!(answer["broken"]["rule"], "superko");
    assert_eq!(answer["broken"]["repeats_move"], 1);
    assert_eq!(answer["position"], ".O/OO");
    assert_eq!(answer["lost"], value!([3, 0]));
    // After move 1 White was to move, as now, so the other superko rules forbid it, too.
    for superko in ["situational", "natural-situational", "taylor"] {
        let answer = broken(&[&game[..], &["--superko", superko]].concat());
        assert_eq!(answer["broken"]["move"], 7, "{superko}");
    }
    let text = stdout(("game replay", &game), 4);
    assert!(text.contains("move 7 'b a2' is illegal: superko"), "{text}");
}

#[test]
fn each_broken_rule_is_named() {
    let rule = |arguments: &[&str]| {
        let answer = broken(&[&["--board"], arguments].concat());
        let broken = &answer["broken"];
        format!(
            "{} {}",
            broken["move"],
            broken["rule"].as_str().expect("a word")
        )
    };
    assert_eq!(rule(&["2x2", "--moves", "b a1, w a1"]), "2 occupied");
    assert_eq!(rule(&["2x2", "--moves", "b a1, b a2"]), "2 turn");
    assert_eq!(rule(&["2x2", "--moves", "b pass, w pass, b a1"]), "3 over");
    assert_eq!(
        rule(&["2x2", "--moves", "b a1, w pass, dispute"]),
        "3 dispute"
    );
    let suicide = [
        "2x3",
        "--position",
        "OX./.X.",
        "--to-move",
        "white",
        "--moves",
        "w a1",
    ];
    assert_eq!(
        rule(&[&suicide[..], &["--rules", "nstt"]].concat()),
        "1 suicide"
    );
    assert_eq!(json(("game replay --board", &suicide))["score"], 6);
}

#[test]
fn a_disputed_pass_gives_the_turn_back_to_who_passed_first() {
    let moves = "b b2, w pass, b pass, dispute, w a1, b pass, w pass";
    let answer = json([
        "game", "replay", "--board", "3x3", "--moves", moves, "--dead", "a1",
    ]);
    assert_eq!(answer["over"], true);
    assert_eq!(answer["recorded"], 7);
    assert_eq!(answer["position"], ".../.X./O..");
    assert_eq!(answer["score"], 9);
}

#[test]
fn handicap_turns_come_in_a_row() {
    let game = |handicap, moves| {
        let arguments = [
            "game",
            "replay",
            "--board",
            "path:5",
            "--handicap",
            handicap,
            "--moves",
            moves,
        ];
        koproof(arguments).status.code()
    };
    assert_eq!(game("3", "b 0, b 2, b 4, w 1"), Some(0));
    assert_eq!(game("2", "b 0, b 2, b 4"), Some(4));
    assert_eq!(game("0", "b 0, b 2"), Some(4));
    // Two passes in a row end the game, no matter who passes first.
    assert_eq!(game("3", "b pass, b pass, b 0"), Some(4));
}

#[test]
fn a_player_is_named_as_answers_write_it() {
    let answer = json("solve 1x3 --players 3 --to-move 3");
    let arguments = ["solve", "1x3", "--players", "3", "--to-move", "player 3"];
    assert_eq!(answer["to_move"], "player 3");
    assert_eq!(json(arguments)["value"], answer["value"]);
}

#[test]
fn eight_players_share_the_largest_hexagon() {
    let moves = "b 0, w 1, 3 2, 4 3, 5 4, 6 5, 7 6, 8 330, b 11";
    let answer = json([
        "game",
        "replay",
        "--board",
        "hex:11",
        "--players",
        "8",
        "--moves",
        moves,
    ]);
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(answer["to_move"], "white");
    assert_eq!(answer["position"].as_str().map(str::len), Some(331));
    assert_eq!(answer["rules"]["players"], 8);
}

#[test]
fn a_game_on_nineteen_lines_is_read_from_a_file() {
    let folder = Folder::new();
    // Black captures the corner; then both pass, the second player in the old notation.
    let game =
        "(;GM[1]FF[4]SZ[19]KM[6.5]RE[B+R]AB[ba]AW[aa]PL[W];W[qq];B[ab];W[dd];B[qd];W[];B[tt])";
    let path = folder.write("game.sgf", game);
    let answer = json(["game", "replay", &path]);
    assert_eq!(answer["rules"]["komi"], 6.5);
    assert_eq!(answer["start"]["to_move"], "white");
    assert_eq!(answer["stated_result"], "B+R");
    assert_eq!(answer["broken"], value!(null));
    assert_eq!(answer["over"], true);
    assert_eq!(answer["lost"], value!([0, 1]));
    let own = json(["game", "replay", &path, "--komi", "0"]);
    assert_eq!(own["rules"]["komi"], 0);
}

#[test]
fn a_ko_retaken_at_once_is_found_in_a_file() {
    let folder = Folder::new();
    // . X O .      Black takes the stone at b by playing c, and White takes back.
    // X O . O
    // . X O .
    let ko = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    let path = folder.write("game.sgf", ko);
    for rules in ["tromp-taylor", "nstt-situational", "aga-like"] {
        let answer = broken(&[&path, "--rules", rules]);
        assert_eq!(answer["broken"]["rule"], "superko", "{rules}");
        assert_eq!(answer["broken"]["repeats_move"], 0, "{rules}");
        assert_eq!(answer["board"], "3x4");
    }
    // Nobody has generated a position that was set up.
    assert_eq!(
        json(["game", "replay", &path, "--rules", "taylor"])["broken"],
        value!(null)
    );
}

#[test]
fn handicap_without_stones_in_a_file_is_turns_in_a_row() {
    let folder = Folder::new();
    let path = folder.write("game.sgf", "(;SZ[9]HA[2];B[cc];B[gg];W[ee])");
    assert_eq!(json(["game", "replay", &path])["rules"]["handicap"], 2);
    let path = folder.write("game.sgf", "(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ec])");
    assert_eq!(
        json(["game", "replay", &path])["moves"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    // Such turns are Black's.
    for game in ["(;SZ[3]HA[2];W[aa];B[bb])", "(;SZ[3]HA[2]PL[W];W[aa])"] {
        let path = folder.write("game.sgf", game);
        refused(
            ["game", "replay", &path],
            &["HA[2]", "White is to move", "AB"],
        );
        let allowed = json(["game", "replay", &path, "--handicap", "0"]);
        assert_eq!(allowed["start"]["to_move"], "white");
    }
    // One is none.
    let path = folder.write("game.sgf", "(;SZ[2]HA[1];W[aa];B[bb])");
    let moves = &json(["game", "replay", &path])["moves"];
    assert_eq!(*moves, value!(["w a2", "b b1"]));
    let tree = ["game", "sgf", "--show", "nothing", "--game"];
    stdout((&tree, path.as_str()), 0);
    let path = folder.write("game.sgf", "(;SZ[2]HA[2];B[aa];B[bb])");
    refused(
        [&tree[..], &[&path]].concat().as_slice(),
        &["game.sgf: HA[2]", "alternating turns", "AB"],
    );
}

#[test]
fn files_that_are_no_game_are_refused() {
    let folder = Folder::new();
    let refuse = |content: &str, words: &[&str]| {
        let path = folder.write("game.sgf", content);
        refused(["game", "replay", &path], words);
    };
    refuse("", &["game.sgf", "SGF"]);
    refuse("(;GM[2]SZ[8])", &["no game of Go"]);
    refuse("(;SZ[9];B[jj])", &["node 2", "column 10", "9 columns"]);
    refuse("(;SZ[9];B[zzz])", &["B[zzz]", "no point"]);
    refuse("(;SZ[9];B[aa];AW[bb])", &["node 3", "middle of the game"]);
    refuse("(;SZ[9]KM[3.75];B[aa])", &["game.sgf", "3.75", "--komi"]);
    let path = folder.write("game.sgf", "(;SZ[9]KM[3.75];B[aa])");
    stdout(["game", "replay", &path, "--komi", "3.5"], 0);
    // Some programs write this for a game without komi.
    let path = folder.write("game.sgf", "(;SZ[2]KM[];B[aa])");
    let replayed = stdout(["game", "replay", &path], 0);
    assert!(replayed.contains("komi 0\n"), "{replayed}");
    refuse("(;SZ[2]AB[aa][ab]AW[ba][bb])", &["liberties"]);
    refuse(&"(;".repeat(400_000), &["SGF"]);
    refused("game replay", &["--board"]);
    let path = folder.write("game.sgf", "(;SZ[9];B[aa])");
    refused(
        ["game", "replay", &path, "--players", "3"],
        &["two players"],
    );
    refused(["game", "replay", &path, "--moves", "b a1"], &["--moves"]);
    refused("game replay no-such.sgf", &["no-such.sgf"]);
}

#[test]
fn a_file_as_deep_as_it_is_long_is_read() {
    let folder = Folder::new();
    let game = format!("(;SZ[3]{})", ";".repeat(900_000));
    let path = folder.write("game.sgf", &game);
    assert_eq!(json(["game", "replay", &path])["recorded"], 0);
}

/// White captures a stone on `X.`: a prisoner, the point of the stone, and komi.
#[test]
fn prisoners_count_in_what_the_solver_says() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let reiss = ["--rules", "reiss", "--quiet"];
    let solved = |arguments: &[&str]| json(("solve", arguments, &reiss));
    let proof = path("proof.kpc");
    let after = solved(&[
        "path:2",
        "--position",
        "X.",
        "--to-move",
        "white",
        "--moves",
        "w 1",
        "--certificate",
        &proof,
    ]);
    assert_eq!(after["value"], value!({"lo": -8.5, "hi": -8.5}));
    let checked = json(["verify", &proof]);
    assert_eq!(checked["at_least"], value!(-2));
    assert_eq!(checked["rules"]["scoring"], "territory");
    let before = solved(&["path:2", "--position", "X.", "--to-move", "white"]);
    assert_eq!(before["value"], after["value"]);

    let (table, proof) = (path("table.kpt"), path("table.kpc"));
    stdout(
        (
            &[
                "table",
                "solve",
                "2x2",
                "--out",
                &table,
                "--certificate",
                &proof,
            ],
            &reiss,
        ),
        0,
    );
    stdout(["verify", &table, "--certificate", &proof], 0);
    let info = json(["table", "info", &table]);
    assert_eq!(info["format_version"], value!(2));
    assert_eq!(info["rules"]["name"], "reiss");
    stdout("compare path:3 --rules nstt,reiss", 0);
    // Four points and a prisoner if the stone is agreed to be dead; a capture costs a point.
    let status = ["status", "2x3", "--position", "OX./.X.", "--rules", "reiss"];
    let status = stdout(status, 0);
    assert!(status.contains("the score is W+1.5"), "{status}");
    assert!(status.contains("black to move: W+2.5"), "{status}");
}
