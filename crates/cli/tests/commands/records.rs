//! The rules that a game file states.

use koproof_rules::Preset;

use super::bad_input::refused;
use super::{Folder, json, koproof, stdout};

/// Runs `game replay` on a file with these properties, and returns the name of the rules and stderr.
fn replayed(properties: &str, options: &[&str]) -> (serde_json::Value, String) {
    let folder = Folder::new();
    let file = folder.write("game.sgf", format!("(;SZ[2]{properties};B[aa])"));
    let arguments = [&["game", "replay", &file, "--format", "json"], options].concat();
    let output = koproof(&arguments);
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    (answer["rules"]["name"].clone(), stderr)
}

#[test]
fn rules_that_koproof_knows_are_taken_from_the_file() {
    for preset in Preset::ALL {
        for words in [preset.name.to_owned(), preset.rules.to_string()] {
            let (name, stderr) = replayed(&format!("RU[{words}]"), &[]);
            assert_eq!((name, stderr.as_str()), (preset.name.into(), ""), "{words}");
        }
    }
    assert_eq!(replayed("", &[]), ("tromp-taylor".into(), String::new()));
}

#[test]
fn options_replace_the_rules_of_the_file() {
    let (name, stderr) = replayed("RU[aga-like]", &["--rules", "nstt"]);
    assert_eq!((name, stderr.as_str()), ("nstt".into(), ""));
    let (name, stderr) = replayed("RU[Japanese]", &["--suicide", "forbid"]);
    assert_eq!((name, stderr.as_str()), ("nstt".into(), ""));
    // Komi is not one of these rules.
    let (name, _) = replayed("RU[aga-like]", &["--komi", "0.5"]);
    assert_eq!(name, "aga-like");
}

#[test]
fn rules_that_are_not_known_are_named_with_those_used_instead() {
    let (name, stderr) = replayed("RU[Japanese]", &[]);
    assert_eq!(name, "tromp-taylor");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for words in ["game.sgf", "'Japanese'", "tromp-taylor: positional superko"] {
        assert!(stderr.contains(words), "{stderr}");
    }
    // The komi of the file counts all the same.
    let (_, stderr) = replayed("RU[Japanese]KM[6.5]", &[]);
    assert!(stderr.contains("komi 6.5"), "{stderr}");
}

#[test]
fn a_tree_keeps_its_rules_when_it_is_read_again() {
    let folder = Folder::new();
    let (tree, again) = (folder.name("tree.sgf"), folder.name("again.sgf"));
    let sgf = "game sgf --show nothing";
    let new = ["1x3", "--rules", "nstt-situational", "--out", &tree];
    stdout((sgf, &new), 0);
    assert_eq!(
        json(["game", "replay", &tree])["rules"]["name"],
        "nstt-situational"
    );
    let read = |name: &str| std::fs::read_to_string(name).expect("it is written");
    let old = ["--game", &tree, "--out", &again];
    stdout((sgf, &old), 0);
    let rules =
        "RU[nstt-situational: situational superko, suicide forbidden, area scoring, komi 0]";
    assert!(read(&again).contains(rules), "{}", read(&again));
    // The file states the rules of its values.
    let other = ["--game", &tree, "--out", &again, "--rules", "taylor"];
    stdout((sgf, &other), 0);
    let text = read(&again);
    assert_eq!(text.matches("RU[").count(), 1, "{text}");
    assert!(text.contains("RU[taylor: "), "{text}");
}

#[test]
fn a_stated_result_cannot_break_the_line() {
    let folder = Folder::new();
    let path = folder.write("game.sgf", "(;SZ[2]RE[B+1\n\u{202e}x\u{1b}c];B[aa])");
    let text = stdout(["game", "replay", &path], 0);
    let last = text.lines().last();
    let escaped = "the record says: B+1\\n\\u{202e}x\\u{1b}c";
    assert_eq!(last, Some(escaped), "{text}");
}

#[test]
fn a_handicap_of_zero_replaces_that_of_the_file() {
    let folder = Folder::new();
    let path = folder.write("game.sgf", "(;SZ[3]HA[2];B[aa];W[bb])");
    let replay = ["game", "replay", &path];
    let text = stdout(replay, 4);
    assert!(text.contains("out of turn: black is to move"), "{text}");
    stdout((&replay, "--handicap 0"), 0);
}

#[test]
fn a_refusal_is_one_line_although_the_rules_of_the_record_are_not_known() {
    let folder = Folder::new();
    let path = folder.write("game.sgf", "(;SZ[2]RU[Japanese];B[aa];B[bb])");
    let replay = ["game", "replay", &path];
    let players = [&replay[..], &["--players", "3"]].concat();
    refused(&players, &["two players", "--players"]);
    let dead = [&replay[..], &["--dead", "z9"]].concat();
    refused(&dead, &["--dead"]);
    let sgf = ["game", "sgf", "--game", &path];
    let out = [&sgf[..], &["--out", &path]].concat();
    refused(&out, &["name the same file"]);
    let words = ["game.sgf: move 2 'b b1' is out of turn"];
    refused(sgf, &words);
}

#[test]
fn a_record_of_another_game_is_called_one() {
    for other in ["GM[2]", "GM[x]"] {
        let folder = Folder::new();
        let path = folder.write("game.sgf", format!("(;{other}SZ[2];B[aa])"));
        let words = ["game.sgf: GM is not 1", "name a game with GM[1]"];
        refused(["game", "replay", &path], &words);
    }
}

/// Writes a file, and returns what `game replay` says about it.
fn read(bytes: &[u8]) -> (Option<i32>, String, String) {
    let folder = Folder::new();
    let output = koproof(["game", "replay", &folder.write("game.sgf", bytes)]);
    let text = |bytes| String::from_utf8(bytes).expect("text is UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn text_around_a_game_is_skipped() {
    for bytes in [
        "From me (to you)\n(;SZ[3];B[bb])",
        "(;SZ[3];B[bb])\nbye\u{1a}",
        "(;SZ[3];B[bb])\0",
    ] {
        let (code, answer, says) = read(bytes.as_bytes());
        assert_eq!(code, Some(0), "{says}");
        assert!(answer.contains("1 move, all legal"), "{answer}");
    }
}

#[test]
fn a_file_that_is_no_game_is_refused_with_the_line_and_the_remedy() {
    for (bytes, words) in [
        (&b"(GM[1]SZ[3];B[bb])"[..], "a game begins with '(;'"),
        (b"hello", "a game begins with '(;'"),
        (b"\xff\xfe(\0;\0", "UTF-16: save it in UTF-8"),
        (b"x\n(;SZ[3];B[bb]", "line 2: '(' has no ')'"),
        // Such a move would be left out in silence.
        (
            b"(;SZ[3];b[bb])",
            "the property b has no capital letter: write B",
        ),
        (b"(;SZ[3];B[B2])", "write two letters"),
        (b"(;SZ[3]AB[cc:aa])", "AB[aa:cc]"),
    ] {
        let (code, answer, says) = read(bytes);
        assert_eq!((code, answer.as_str()), (Some(2), ""), "{says}");
        assert!(says.contains(words), "{says}");
        assert_eq!(says.lines().count(), 1, "{says}");
    }
}

#[test]
fn the_moves_of_a_replayed_game_can_be_replayed_again() {
    let moves = "b a2, w pass, b pass, dispute, w b1";
    let replay = |moves: &str| json(["game", "replay", "--board", "2x2", "--moves", moves]);
    let first = replay(moves);
    let listed: Vec<&str> = first["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    assert_eq!(listed.join(", "), moves);
    assert_eq!(replay(&listed.join(", ")), first);
}
