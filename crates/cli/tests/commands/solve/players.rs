//! `koproof solve` for more than two players.

use serde_json::json as value;

use crate::bad_input::refused;
use crate::{exactly, json, json_with, stdout};

#[test]
fn three_players_get_a_value_each() {
    let answer = json("solve 1x3 --players 3");
    assert_eq!(
        answer["values"],
        value!([exactly(3), exactly(0), exactly(0)])
    );
    assert_eq!(answer["exact"], true);
    let line = &answer["principal_variations"][0];
    assert_eq!(line[0], "b b1");
    let star = "solve star:4 --players 3 --to-move 3";
    let answer = json((star, "--komi 0.5,0"));
    assert_eq!(
        answer["values"],
        value!([exactly(0), exactly(0.5), exactly(4)])
    );
    let answer = json((star, "--concept paranoid"));
    assert_eq!(
        answer["values"],
        value!([exactly(0), exactly(0), exactly(4)])
    );
    assert_eq!(
        answer["principal_variations"].as_array().map(Vec::len),
        Some(3)
    );
}

/// The centre of a star has an eye at every leaf: the first player takes it, and with it the board.
#[test]
fn what_three_players_get_for_sure_is_listed_for_every_coloring() {
    let all = |board, more: &[&'static str]| {
        let asked = ["solve", board, "--concept", "paranoid", "--all-colorings"];
        [&asked[..], more].concat()
    };
    let star = all("star:4", &["--players", "3", "--quiet"]);
    let answer = json(&star);
    let states = answer["states"].as_array().expect("a list");
    for (index, player) in ["black", "white", "player 3"].into_iter().enumerate() {
        let values = [0, 1, 2].map(|other| exactly(if other == index { 4 } else { 0 }));
        let empty = value!({
            "position": "....", "to_move": player,
            "values": values,
        });
        assert_eq!(states[index], empty);
    }
    let csv = stdout((&star, "--format csv"), 0);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("position,to_move,value_1,value_2,value_3")
    );
    assert_eq!(lines.next(), Some("....,black,4,0,0"));
    assert_eq!(lines.count() + 1, states.len());
    for three in ["1x3", "complete:3", "2x2"] {
        let text = stdout(all(three, &["--players", "3", "--format", "text"]), 0);
        assert!(text.contains("player 3"), "{text}");
    }
    stdout(all("2x2", &["--players", "3", "--node-limit", "5"]), 3);
    refused(all("5x5", &["--players", "3"]), &["colorings"]);
    refused(
        all("2x2", &["--scoring", "territory"]),
        &["prisoners", "area"],
    );
    refused(
        all("2x2", &["--moves", "b a1"]),
        &["--all-colorings", "--moves"],
    );
    refused(
        "solve 2x2 --concept max-n --all-colorings",
        &["--concept paranoid"],
    );
    refused(
        "solve 2x2 --players 3 --all-colorings",
        &["--concept paranoid"],
    );
    refused(
        "solve 2x2 --all-colorings",
        &["for two players use koproof table solve"],
    );
    refused("solve 2x2 --players 3 --format csv", &["--all-colorings"]);
}

#[test]
fn what_is_out_of_reach_for_three_players_is_said_to_be() {
    let arguments = "solve 2x2 --players 3 --node-limit 1000";
    let text = stdout(arguments, 3);
    assert!(
        text.contains("player 3 gets by max^n: open, from 0 to 4 (stopped: node limit)"),
        "{text}"
    );
}

/// Black's stone keeps two eyes, so three points are its own and two are open.
#[test]
fn what_a_player_can_secure_is_a_bracket_at_a_limit() {
    let board = "edges:0-1,0-2,0-3,3-4";
    let asked = ["solve", board, "--position", "X....", "--players", "3"];
    let more = ["--concept", "paranoid", "--komi", "0.5,0"];
    let all = (&asked, &more, "--node-limit 1");
    let text = stdout(all, 3);
    let line = "black gets against all others together: open, from 3 to 5 (stopped: node limit)";
    assert!(text.contains(line), "{text}");
    let answer = json_with(all, 3);
    assert_eq!(answer["exact"], false);
    let [black, white, third] = [(3.0, 5.0), (0.5, 2.5), (0.0, 2.0)];
    for (value, (lo, hi)) in answer["values"]
        .as_array()
        .expect("a list")
        .iter()
        .zip([black, white, third])
    {
        assert_eq!(
            (value["lo"].as_f64(), value["hi"].as_f64()),
            (Some(lo), Some(hi)),
            "{answer}"
        );
    }
}

#[test]
fn three_players_have_no_certificates() {
    let three = "solve 1x3 --players 3";
    refused((three, "--all-moves"), &["--all-moves", "two"]);
    refused((three, "--certificate x.kpc"), &["--certificate", "two"]);
    refused((three, "--position 4.."), &["'4'"]);
}
