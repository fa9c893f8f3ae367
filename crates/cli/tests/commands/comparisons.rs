//! `koproof compare` and `koproof status`.

use serde_json::{Value, json as value};

use super::bad_input::refused;
use super::{Folder, exactly, json, json_with, stdout};

fn differences(board: &str, rules: &str) -> Vec<Value> {
    let answer = json(["compare", board, "--rules", rules]);
    let rows = answer["differences"].as_array().expect("a list").clone();
    assert_eq!(answer["differ"], rows.len());
    rows
}

fn row(position: &str, to_move: &str, values: [i32; 2]) -> Value {
    let stones = position.chars().filter(|&symbol| "XO".contains(symbol));
    value!({
        "position": position,
        "stones": stones.count(),
        "to_move": to_move,
        "values": values.map(exactly),
    })
}

#[test]
fn positional_and_situational_superko_part_where_it_is_in_print() {
    // superko-complexity (2026).
    let grid = differences("2x3", "nstt,nstt-situational");
    assert!(grid.contains(&row("OOO/.X.", "white", [0, -1])), "{grid:?}");
    let path = differences("path:6", "nstt,nstt-situational");
    assert!(path.contains(&row("X.X.X.", "black", [1, 6])), "{path:?}");
    let pair = differences("path:2", "tromp-taylor,tromp-taylor-situational");
    assert!(pair.contains(&row("X.", "black", [-2, 0])), "{pair:?}");
}

#[test]
fn differences_come_smallest_first_in_every_form() {
    let arguments = "compare 2x3 --rules nstt,nstt-situational";
    let rows = differences("2x3", "nstt,nstt-situational");
    let keys: Vec<(u64, String, String)> = rows
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().expect("a text").replace('/', "");
            (
                row["stones"].as_u64().expect("a count"),
                text("position"),
                text("to_move"),
            )
        })
        .collect();
    assert!(keys.is_sorted(), "{keys:?}");
    let csv = stdout((arguments, "--format csv"), 0);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("position,to_move,nstt,nstt-situational"));
    assert_eq!(lines.count(), rows.len());
    assert!(csv.contains("OOO.X.,white,0,-1\n"), "{csv}");
    let text = stdout((arguments, "--first 1"), 0);
    assert!(
        text.contains(rows[0]["position"].as_str().expect("a text")),
        "{text}"
    );
    assert!(
        text.contains(&format!("and {} more", rows.len() - 1)),
        "{text}"
    );
}

#[test]
fn colors_exchanged_a_difference_is_one_too() {
    let rows = differences("path:6", "nstt,nstt-situational");
    for row in &rows {
        let swapped = |symbol| match symbol {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let position: String = row["position"]
            .as_str()
            .expect("a text")
            .chars()
            .map(swapped)
            .collect();
        let to_move = if row["to_move"] == "black" {
            "white"
        } else {
            "black"
        };
        let values = [0, 1].map(|index| -row["values"][index]["lo"].as_i64().expect("a value"));
        let same =
            |other: &&Value| other["position"] == position.as_str() && other["to_move"] == to_move;
        let other = rows
            .iter()
            .find(same)
            .expect("the exchanged state differs too");
        assert_eq!(other["values"], value!(values.map(exactly)));
    }
}

#[test]
fn a_rule_set_agrees_with_itself() {
    assert!(differences("2x2", "nstt,tromp-taylor-no-suicide").is_empty());
    // The scoring makes no difference, but the superko rule does.
    assert!(!differences("path:2", "tromp-taylor,taylor").is_empty());
}

#[test]
fn both_values_of_a_difference_are_certified() {
    let directory = Folder::new();
    let place = directory.0.path().to_str().expect("a plain path");
    let arguments = "compare path:2 --rules tromp-taylor,tromp-taylor-situational";
    json((arguments, &["--first", "1", "--certificates", place]));
    let again = ["--first", "1", "--certificates", place];
    let told = stdout((arguments, &again), 0);
    let words = format!("written: 2 certificates in {place}\n");
    assert!(told.ends_with(&words), "{told}");
    let files = std::fs::read_dir(directory.0.path()).expect("it is there");
    let mut names: Vec<String> = files
        .map(|file| {
            file.expect("readable")
                .file_name()
                .into_string()
                .expect("plain")
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    for (name, rules) in names
        .iter()
        .zip(["tromp-taylor-situational", "tromp-taylor"])
    {
        assert!(
            name.starts_with("path2-") && name.ends_with(&format!("-{rules}.kpc")),
            "{name}"
        );
        let file = std::fs::File::open(directory.path(name)).expect("readable");
        koproof_verify::check(
            std::io::BufReader::new(file),
            &mut koproof_verify::never_stop,
        )
        .expect("it proves its value");
    }
}

#[test]
fn two_rule_sets_are_needed() {
    refused("compare 2x2", &["--rules"]);
    refused("compare 2x2 --rules nstt", &["two rule sets"]);
    refused(
        "compare 2x2 --rules nstt,japanese",
        &["japanese", "aga-like"],
    );
}

#[test]
fn the_documented_stone_is_dead_and_may_be_agreed_to_be() {
    let answer = json("status 2x3 --position OX./.X. --rules nstt");
    let status = |chain: usize| answer["chains"][chain]["status"].clone();
    // Every point of both other regions is adjacent to the black chain.
    assert_eq!([status(0), status(1)], ["unconditionally alive", "dead"]);
    assert_eq!(answer["endings"][1]["value"], value!({"lo": 6, "hi": 6}));
    for point in answer["points"].as_array().expect("a list") {
        assert_eq!(point["with_white_to_move"], "black", "{point}");
    }
    assert_eq!(
        answer["agreement"],
        value!({"dead": ["a2"], "score": 6, "as_best_play": true})
    );
}

#[test]
fn a_score_by_agreement_that_one_side_to_move_gets_is_told_for_that_side() {
    let position = "1x6 --position XX.OX.";
    let value = |side| json(("solve", position, &["--to-move", side]))["value"].clone();
    assert_eq!([value("black"), value("white")], [6, 1].map(exactly));
    let text = stdout(("status", position), 0);
    let told = "with d1 removed as dead, the score is B+6; best play gives this score only with Black to move";
    assert!(text.contains(told), "{text}");
}

#[test]
fn two_eyes_live_unconditionally() {
    let answer = json("status path:5 --position .XXX.");
    assert_eq!(answer["chains"][0]["status"], "unconditionally alive");
    assert_eq!(answer["agreement"]["dead"], value!([]));
    let text = stdout("status path:5 --position .XXX.", 0);
    assert!(
        text.contains("black chain 1 2 3: unconditionally alive"),
        "{text}"
    );
}

#[test]
fn who_moves_first_decides_an_undecided_stone() {
    // A lone stone on two points is captured, now or after its owner's pass; in the middle of three it has two eyes.
    let status = |board: &str, position: &str| {
        let answer = json(["status", board, "--position", position, "--rules", "nstt"]);
        answer["chains"][0]["status"].clone()
    };
    assert_eq!(status("path:2", "X."), "dead");
    assert_eq!(status("path:3", ".X."), "unconditionally alive");
    // A player at the centre of a star captures the other's leaf and can never be captured there.
    assert_eq!(status("star:5", ".XO.."), "undecided");
}

#[test]
fn a_comparison_that_was_stopped_names_both_rule_sets() {
    let answer = json_with("compare 1x2 --rules tromp-taylor,taylor --node-limit 1", 3);
    assert_eq!(answer["names"], value!(["tromp-taylor", "taylor"]));
    assert_eq!(answer["rules"][1]["superko"], "taylor");
    assert_eq!(answer["complete"], false);
    // The values do not count komi.
    let answer = json("compare 1x2 --rules nstt,reiss");
    assert_eq!(answer["rules"][1]["komi"], 0);
}

#[test]
fn a_limit_leaves_the_status_open() {
    let arguments = "status 3x4 --position X.........O. --node-limit 1";
    let text = stdout(arguments, 3);
    assert!(
        text.contains("chain a3: open") && text.contains(", not played out (stopped: node limit)"),
        "{text}"
    );
    let answer = json_with(arguments, 3);
    assert_eq!(answer["agreement"], Value::Null);
    assert_eq!(answer["endings"][0]["stopped"], "node limit");
}
