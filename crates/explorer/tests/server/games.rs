//! Answers about documented games, and known values.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Served;
use super::client::{game, rules};

/// Tromp's game on 2x2, up to the move that superko forbids.
const DOCUMENTED: [&str; 6] = ["a2", "b2", "a1", "b1", "a2", "a1"];

fn lines(served: &Served, path: &str, question: &Value) -> Vec<Value> {
    let response = served.ask(path, question);
    assert_eq!(response.status, 200, "{}", response.body);
    let lines = response.body.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

/// Returns the last line of a kind.
fn last<'l>(lines: &'l [Value], kind: &str) -> &'l Value {
    let mut of_kind = lines.iter().filter(|line| line["kind"] == kind);
    of_kind.next_back().expect("there is a line of this kind")
}

/// Returns the exact values of all legal moves.
fn values(lines: &[Value]) -> BTreeMap<&str, i64> {
    let mut values = BTreeMap::new();
    for line in lines.iter().filter(|line| line["kind"] == "move") {
        let name = line["name"].as_str().expect("it is a name");
        values.insert(name, (line["lo"].as_i64(), line["hi"].as_i64()));
    }
    values
        .into_iter()
        .map(|(name, (lo, hi))| {
            assert_eq!(lo, hi, "{name} is exact in the end");
            (name, lo.expect("it is a number"))
        })
        .collect()
}

#[test]
fn superko_names_the_turn_that_a_play_would_repeat() {
    let served = Served::new("2x2");
    let state = served
        .ask("/api/state", &game("2x2", "....", &DOCUMENTED))
        .json();
    assert_eq!(state["to_move"], "black");
    assert_eq!(state["positions"][1], "X...");
    assert_eq!(state["positions"][6], ".OOO");
    let a2 = &state["points"][0];
    assert_eq!(a2["rule"], "superko");
    assert_eq!(a2["repeats"], 1);
    assert_eq!(
        a2["reason"],
        "superko: it would recreate the position after move 1"
    );
    assert_eq!(state["points"][1]["rule"], "occupied");
}

#[test]
fn the_documented_game_ends_with_four_points_for_white() {
    let served = Served::new("2x2");
    let found = lines(&served, "/api/values", &game("2x2", "....", &DOCUMENTED));
    assert_eq!(
        last(&found, "value"),
        &json!({"kind": "value", "lo": -4, "hi": -4})
    );
    assert_eq!(values(&found), BTreeMap::from([("pass", -4)]));
    assert_eq!(last(&found, "best")["moves"], json!(["pass"]));
    let play = last(&found, "play");
    assert_eq!(
        (&play["moves"], &play["ends"]),
        (&json!(["pass", "pass"]), &json!(true))
    );
    assert_eq!(last(&found, "end")["open"], Value::Null);

    let passed = [&DOCUMENTED[..], &["pass", "pass"]].concat();
    let state = served
        .ask("/api/state", &game("2x2", "....", &passed))
        .json();
    assert_eq!(
        (&state["over"], &state["score"]),
        (&json!(true), &json!(-4))
    );
    let found = lines(&served, "/api/values", &game("2x2", "....", &passed));
    assert_eq!(last(&found, "value")["hi"], -4);
    assert!(values(&found).is_empty());
}

#[test]
fn the_history_decides_what_a_move_is_worth() {
    // Without the history Black takes three stones at a2.
    let served = Served::new("2x2");
    let found = lines(&served, "/api/values", &game("2x2", ".OOO", &[]));
    assert!(values(&found)["a2"] > -4);
}

#[test]
fn empty_boards_have_their_published_values_and_best_moves_keep_them() {
    // Tromp: 2x2 is +1. By symmetry all four points are equivalent, and after a pass White begins.
    let served = Served::new("2x2");
    let found = lines(&served, "/api/values", &game("2x2", "....", &[]));
    let values = values(&found);
    assert_eq!(last(&found, "value")["lo"], 1);
    let plays = ["a1", "a2", "b1", "b2"];
    assert_eq!(plays.map(|name| values[name]), [1; 4]);
    assert_eq!(values["pass"], -1);
    assert_eq!(
        last(&found, "best")["moves"],
        json!(["a2", "b2", "a1", "b1"])
    );
}

#[test]
fn suicide_is_a_play_where_the_rules_allow_it() {
    // On two joined points a play beside a stone of the same color removes both.
    let served = Served::new("path:2");
    for suicide in ["allow", "forbid"] {
        let mut question = game("path:2", "X.", &[]);
        question["rules"]["suicide"] = json!(suicide);
        let state = served.ask("/api/state", &question).json();
        let rule = &state["points"][1]["rule"];
        match suicide {
            "allow" => assert_eq!(rule, &Value::Null),
            _ => assert_eq!(rule, "suicide"),
        }
    }
}

#[test]
fn a_table_counts_the_colorings_of_each_value() {
    // On two joined points the empty board is a tie, and a lone stone is lost, whichever player moves.
    let served = Served::new("path:2");
    let asked = json!({ "board": "path:2", "rules": rules() });
    let found = lines(&served, "/api/table", &asked);
    let table = last(&found, "table");
    assert_eq!(table["colorings"], 5);
    let expected = [(-2, 2), (0, 1), (2, 2)];
    let expected =
        expected.map(|(value, count)| json!({"value": value, "black": count, "white": count}));
    assert_eq!(table["histogram"], json!(expected));
    let hardest = last(&found, "hardest");
    assert_eq!(
        (&hardest["searched"], &hardest["total"]),
        (&json!(4), &json!(4))
    );
    assert_eq!(hardest["states"].as_array().map(Vec::len), Some(4));
    let efforts = hardest["states"].as_array().expect("it is a list");
    let efforts: Vec<u64> = efforts
        .iter()
        .map(|state| state["expansions"].as_u64().expect("it is a number"))
        .collect();
    assert!(
        efforts.is_sorted_by(|one, other| one >= other),
        "{efforts:?}"
    );
    assert_eq!(last(&found, "end"), &json!({"kind": "end"}));
}

#[test]
fn boards_come_with_their_drawing() {
    let served = Served::new("2x2");
    let asked = served.ask("/api/board", &json!({ "board": "petersen" }));
    let about = asked.json();
    assert_eq!(about["name"], "petersen");
    let drawing = &about["drawing"];
    assert_eq!(drawing["points"].as_array().map(Vec::len), Some(10));
    assert_eq!(drawing["strokes"].as_array().map(Vec::len), Some(15));
    // Three edges at each point.
    let edges = drawing["edges"].as_array().expect("a list");
    for point in 0..10 {
        let at = edges
            .iter()
            .filter(|edge| edge[0] == point || edge[1] == point);
        assert_eq!(at.count(), 3, "{point}");
    }
    assert_eq!(about["no_table"], Value::Null);
}

#[test]
fn a_page_begins_with_the_game_of_the_setup_and_hears_what_can_be_chosen() {
    let served = Served::new("petersen");
    let begin = served.get("/api/begin", &[]).json();
    assert_eq!(begin["game"]["board"], "petersen");
    assert_eq!(begin["game"]["komi"], "0");
    assert_eq!(begin["game"]["scoring"], "area");
    let presets = begin["presets"].as_array().expect("it is a list");
    let reiss = presets.iter().find(|preset| preset["name"] == "reiss");
    let reiss = reiss.expect("every preset for two players can be solved");
    assert_eq!(
        (&reiss["scoring"], &reiss["komi"]),
        (&json!("territory"), &json!("6.5"))
    );
    let families = begin["families"].as_array().expect("it is a list");
    assert!(families.iter().any(|family| family["example"] == "cycle:7"));
}

#[test]
fn territory_has_values_of_its_own() {
    // `koproof solve 2x2 --scoring territory` says 0, and 1x3 is +3 by area but +2 by territory: the stone in the
    // middle is no territory.
    let served = Served::new("2x2");
    for (board, start, area, territory) in [("2x2", "....", 1, 0), ("1x3", "...", 3, 2)] {
        let mut question = game(board, start, &[]);
        let found = lines(&served, "/api/values", &question);
        assert_eq!(last(&found, "value")["lo"], area, "{board}");
        question["rules"]["scoring"] = json!("territory");
        let found = lines(&served, "/api/values", &question);
        let value = last(&found, "value");
        assert_eq!(
            (&value["lo"], &value["hi"]),
            (&json!(territory), &json!(territory))
        );
    }
}

#[test]
fn prisoners_count_under_territory_when_the_game_is_over() {
    // Black takes two stones of the documented game, White takes three: White owns the board except a2.
    let served = Served::new("2x2");
    let moves = [&DOCUMENTED[..], &["pass", "pass"]].concat();
    let mut question = game("2x2", "....", &moves);
    let state = served.ask("/api/state", &question).json();
    assert_eq!(state["prisoners"], Value::Null);
    question["rules"]["scoring"] = json!("territory");
    let state = served.ask("/api/state", &question).json();
    let prisoners = state["prisoners"].as_array().expect("they count");
    let [black, white] = [0, 1].map(|player| prisoners[player].as_i64().expect("a number"));
    // Each player played three stones; three white ones are left, so the missing stones are prisoners.
    assert_eq!((black, white), (0, 3));
    // One point of territory, and the prisoners.
    assert_eq!(state["score"], black - white - 1);
    let found = lines(&served, "/api/values", &question);
    assert_eq!(last(&found, "value")["lo"], state["score"]);
}

#[test]
fn one_server_answers_for_many_boards_in_turn() {
    // Published values of empty boards (Tromp; Weninger and Hayward).
    let served = Served::new("2x2");
    for _ in 0..2 {
        for (board, points, value) in [("2x2", 4, 1), ("1x3", 3, 3), ("2x3", 6, 0), ("1x4", 4, 4)] {
            let question = game(board, &".".repeat(points), &[]);
            let found = lines(&served, "/api/values", &question);
            assert_eq!(last(&found, "value")["lo"], value, "{board}");
            assert_eq!(last(&found, "end")["open"], Value::Null, "{board}");
        }
    }
}
