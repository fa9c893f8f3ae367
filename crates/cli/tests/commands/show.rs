//! `koproof show`.

use serde_json::json as value;

use super::{json, stdout};

/// The position of the second documented example: two passes now score Black +3.
#[test]
fn the_documented_2x3_position_scores_three_to_black() {
    let facts = json("show 2x3 --position OX./.X.");
    assert_eq!(facts["score"], 3);
    assert_eq!(facts["winner"], "black");
    assert_eq!(facts["legal"], true);
    assert_eq!(
        facts["scores"][0],
        value!({"player": "black", "stones": 2, "territory": 2, "area": 4})
    );
    assert_eq!(
        facts["scores"][1],
        value!({"player": "white", "stones": 1, "territory": 0, "area": 1})
    );
}

#[test]
fn each_point_reaches_what_a_path_through_its_own_color_leads_to() {
    // On the path O . X . . point 1 reaches both colors, points 3 and 4 only Black; White's stone reaches itself and
    // point 1.
    let facts = json("show path:5 --position O.X..");
    let reaches = |point: usize| facts["points"][point]["reaches"].clone();
    assert_eq!(reaches(0), value!(["white", "empty"]));
    assert_eq!(reaches(1), value!(["black", "white", "empty"]));
    assert_eq!(reaches(2), value!(["black", "empty"]));
    assert_eq!(reaches(4), value!(["black", "empty"]));
    assert_eq!(facts["regions"][0]["owner"], value!(null));
    assert_eq!(facts["regions"][1]["owner"], "black");
}

#[test]
fn an_empty_board_is_nobodys() {
    let facts = json("show 2x2");
    assert_eq!(facts["score"], 0);
    assert_eq!(facts["winner"], value!(null));
    assert_eq!(facts["regions"][0]["reaches"], value!(["empty"]));
    assert!(stdout("show 2x2", 0).contains("a tie"));
}

#[test]
fn a_chain_without_liberties_is_shown_and_called_illegal() {
    let arguments = "show 2x2 --position XX/XO";
    let facts = json(arguments);
    assert_eq!(facts["legal"], false);
    assert_eq!(facts["chains"][0]["liberties"], value!([]));
    let text = stdout(arguments, 0);
    assert!(
        text.contains("legal: no") && text.contains("the white chain at b1"),
        "{text}"
    );
}

#[test]
fn clearing_a_color_takes_its_dead_chains_and_no_others() {
    let arguments = "show path:6 --position XOX.XO --clear";
    let white = json((arguments, "white"));
    assert_eq!(white["position"], "X.X.X.");
    assert_eq!(
        white["cleared"],
        value!({"color": "white", "points": ["1", "5"]})
    );
    let black = json((arguments, "black"));
    assert_eq!(black["position"], ".OX.XO");
    assert_eq!(
        black["legal"], false,
        "the white stone at the end still has no liberty"
    );
}

#[test]
fn moves_are_played_and_komi_is_counted() {
    let facts = json("show 2x2 --moves 'b a2, w b2, b a1, w b1' --komi 0.5");
    assert_eq!(facts["position"], ".O/.O");
    assert_eq!(facts["score"], -4.5);
    assert_eq!(facts["winner"], "white");
}

#[test]
fn boards_too_large_to_solve_can_be_shown() {
    let moves = "1.B[d16] 2.W[q4] 3.B[] 4.W[pass]";
    let facts = json(["show", "19x19", "--moves", moves]);
    assert_eq!(facts["points"].as_array().expect("a list").len(), 361);
    assert_eq!(facts["chains"][0]["points"], value!(["d16"]));
    assert_eq!(facts["score"], 0);
}

#[test]
fn what_is_shown_as_position_can_be_read_back() {
    let first = json("show 3x3 --moves 'b b2, w b1, b a1'");
    let position = first["position"].as_str().expect("a text");
    let second = json(["show", "3x3", "--position", position]);
    assert_eq!(first["chains"], second["chains"]);
}

#[test]
fn boards_that_are_no_grids_are_drawn_over_their_numbers() {
    let text = stdout("show cycle:11 --position X........O.", 0);
    let drawing = "   X  .  .  .  .  .  .  .  .  O  .\n   0  1  2  3  4  5  6  7  8  9 10\n";
    assert!(text.contains(drawing), "{text}");
}

#[test]
fn boards_wider_than_a_line_are_broken() {
    let text = stdout("show path:64", 0);
    let drawing = text.lines().skip_while(|line| !line.is_empty()).skip(1);
    let drawing: Vec<&str> = drawing.take_while(|line| !line.is_empty()).collect();
    assert_eq!(drawing.len(), 6, "{text}");
    assert!(drawing.iter().all(|line| line.len() <= 80), "{text}");
}
