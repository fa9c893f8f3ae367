//! `koproof count`.

use serde_json::{Value, json as value};

use super::bad_input::refused;
use super::signals::{interrupt, start};
use super::{json, json_with, stdout};

#[test]
fn legal_colorings_of_five_by_five_are_counted_with_digits_grouped() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    let text = stdout("count legal 5x5", 0);
    assert!(
        text.contains("legal colorings: 414,295,148,741\n"),
        "{text}"
    );
    // 3^25 is 847,288,609,443.
    assert!(
        text.contains("share: 48.90 % of 3^25 colorings\n"),
        "{text}"
    );
    assert!(text.contains("a frontier of at most 5 points\n"), "{text}");
}

#[test]
fn counts_in_json_are_strings_since_they_may_be_large() {
    let answer = json("count legal 7x7");
    // OEIS A094777.
    assert_eq!(answer["count"], "83677847847984287628595");
    assert_eq!(answer["board"], "7x7");
    assert_eq!(answer["what"], "legal colorings");
    assert_eq!(answer["method"], "frontier");
    assert_eq!(answer["frontier"], 7);
    assert_eq!(answer["stopped"], Value::Null);
    // 57 of 81, rounded.
    assert_eq!(json("count legal 2x2")["share"], 0.703704);
}

#[test]
fn methods_agree_for_three_players_too() {
    let count = |method| {
        let board = "count legal 2x3 --players 3";
        json((board, &["--method", method]))["count"].clone()
    };
    assert_eq!(count("frontier"), count("enumerate"));
    // A stone and an empty point, in either order, or no stones: three players have 1 + 2 * 3.
    let pair = json("count legal path:2 --players 3");
    assert_eq!(pair["count"], "7");
    assert_eq!(pair["players"], 3);
}

#[test]
fn games_are_counted_with_their_lengths() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    let answer = json("count games 1x3");
    assert_eq!(answer["count"], "907");
    assert_eq!(answer["rules"]["name"], "tromp-taylor");
    let lengths = answer["by_length"].as_array().expect("a list");
    let games = lengths.iter().map(|games| games.as_str().expect("text"));
    let games: Vec<u64> = games.map(|games| games.parse().expect("digits")).collect();
    assert_eq!(games.iter().sum::<u64>(), 907);
    // Three points, two colors.
    assert_eq!(games[..2], [1, 6]);
    assert_eq!(answer["longest"], games.len() - 1);
    let text = stdout("count games 1x4", 0);
    assert!(text.contains("games: 2,098,407,841\n"), "{text}");
    assert!(
        text.contains("games by number of plays\n   0            1  #\n"),
        "{text}"
    );
}

#[test]
fn suicide_is_an_option_of_games_and_states() {
    let states = |suicide| {
        let board = ["count", "reachable", "path:2", "--suicide", suicide];
        let answer = json(board);
        (answer["count"].clone(), answer["states"].clone())
    };
    // Without suicide no play leads to the empty board.
    assert_eq!(states("allow"), (value!("5"), value!("12")));
    assert_eq!(states("forbid"), (value!("5"), value!("10")));
    let games = |suicide| json(["count", "games", "1x4", "--suicide", suicide])["count"].clone();
    assert_ne!(games("allow"), games("forbid"));
    // Without suicide a board may have more points than a word has bits.
    let large = "count reachable 2x33 --suicide forbid";
    assert_eq!(json(large)["count"], json("count legal 2x33")["count"]);
    let text = stdout("count reachable 2x2", 0);
    assert!(text.contains("reachable colorings: 57\n"), "{text}");
}

#[test]
fn a_limit_leaves_no_number() {
    for limit in [
        ["--node-limit", "1000"],
        ["--time-limit", "1ms"],
        ["--memory", "32M"],
    ] {
        let command = [&["count", "games", "2x2"][..], &limit[..]].concat();
        let text = stdout(&command, 3);
        let kind = limit[0]
            .trim_start_matches("--")
            .split('-')
            .next()
            .expect("a word");
        let expected = format!("games: not counted (stopped: {kind} limit)\n");
        assert!(text.contains(&expected), "{text}");
        let answer = json_with(&command, 3);
        assert_eq!(answer["count"], Value::Null);
        assert_eq!(answer["stopped"], format!("{kind} limit"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_count_says_so_and_exits_with_130() {
    let output = interrupt(start("count games path:5"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(
        text.contains("not counted (stopped: interrupted)"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_counted_is_bad_input_in_one_line() {
    for (command, about) in [
        (&["games", "3x3"][..], "more than 121 colorings,"),
        (
            &["games", "1x5", "--superko", "situational"],
            "more than 120 colorings with a player to move",
        ),
        (
            &["games", "2x2", "--superko", "taylor"],
            "under positional and situational superko, where they are simple paths; taylor is neither",
        ),
        (&["games", "2x2", "--handicap", "2"], "'--handicap'"),
        (&["legal", "complete:80"], "too wide"),
        (&["legal", "9x9", "--method", "enumerate"], "81 points"),
        (&["legal", "2x2", "--players", "9"], "--players"),
        (&["reachable", "9x9"], "81 points"),
        (
            &["reachable", "complete:80", "--suicide", "forbid"],
            "the frontier of complete:80 is too wide",
        ),
    ] {
        refused(("count", command), &[about]);
    }
}

#[test]
fn every_count_has_help_with_examples() {
    for what in [None, Some("legal"), Some("games"), Some("reachable")] {
        let command: Vec<&str> = ["count"]
            .into_iter()
            .chain(what)
            .chain(["--help"])
            .collect();
        let help = stdout(&command, 0);
        assert!(help.contains("Examples:\n  koproof count "), "{help}");
    }
}
