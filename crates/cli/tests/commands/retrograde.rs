//! `koproof retrograde`.

use serde_json::json as value;

use super::bad_input::refused;
use super::{exactly, json, koproof, stdout};

#[test]
fn without_a_rule_for_repetitions_there_is_a_bracket_and_no_value() {
    let answer = json("retrograde 3x3");
    assert_eq!(answer["bracket"], value!({"lo": 2, "hi": 9}));
    assert_eq!(answer["ko_free"], false);
    assert_eq!(answer["value"], value!(null));
    assert_eq!(answer["rules"]["superko"], value!(null));
    assert_eq!(answer["share"]["states"], 25_350);
    let text = stdout("retrograde 3x3", 0);
    assert!(
        text.contains("bracket: B+2 to B+9 (ko-dependent)\n"),
        "{text}"
    );
    assert!(text.contains("(65.7 %)"), "{text}");
}

#[test]
fn each_rule_for_repetitions_has_its_value() {
    // With plain cycles the empty 2x2 is [-4, 4], and under basic ko 2x4 is exactly 8.
    for (board, rule, expected) in [
        ("2x2", "black-loses", -4),
        ("2x2", "white-loses", 4),
        ("2x2", "score:-1", -1),
        ("2x2", "score:W+1", -1),
        ("2x2", "basic-ko", 0),
        ("2x4", "basic-ko:black-loses", 8),
        ("3x3", "basic-ko:score:-9", 9),
    ] {
        let answer = json(["retrograde", board, "--repetition", rule]);
        assert_eq!(answer["value"], exactly(expected), "{board} {rule}");
        let basic = rule.starts_with("basic-ko");
        assert_eq!(answer["rules"]["basic_ko"], basic);
        assert_eq!(answer["ko_free"].is_null(), basic, "{board} {rule}");
    }
    let text = stdout("retrograde 2x2 --repetition score:0", 0);
    assert!(
        text.contains("value: 0 (a tie) if an endless game is a tie\n"),
        "{text}"
    );
}

#[test]
fn the_position_and_the_side_to_move_count() {
    // The player who gets the middle of three points owns all of them, because the opponent's stones would have no
    // liberty.
    for (position, to_move, value) in [
        ("...", "black", 3),
        ("...", "white", -3),
        (".X.", "white", 3),
        (".O.", "black", -3),
    ] {
        let state = ["--position", position, "--to-move", to_move];
        let answer = json(("retrograde path:3", &state));
        assert_eq!(answer["bracket"], value!({"lo": value, "hi": value}));
        assert_eq!(
            (&answer["position"], &answer["to_move"]),
            (&value!(position), &value!(to_move))
        );
    }
}

#[test]
fn of_the_rules_only_suicide_matters() {
    for (rules, suicide) in [("nstt", "forbid"), ("tromp-taylor-situational", "allow")] {
        let by = |rules: &[&str]| {
            let mut answer = json(("retrograde path:4 --position X..O", rules));
            answer.as_object_mut().expect("an object").remove("stats");
            answer
        };
        let answer = by(&["--rules", rules]);
        assert_eq!(answer["rules"]["suicide"], suicide);
        assert_eq!(answer, by(&["--suicide", suicide]));
    }
    let text = super::stdout("retrograde 2x2", 0);
    let rules = "rules: no superko, suicide allowed, area scoring\n";
    assert!(text.contains(rules), "{text}");
}

#[test]
fn bad_rules_are_refused_in_one_line() {
    for (arguments, says) in [
        (
            ["2x2", "--repetition", "tie"],
            "'tie' is not a repetition rule",
        ),
        (["2x2", "--repetition", "score:5"], "take -4 to 4"),
        (["path:18", "--suicide", "allow"], "takes up to 17 points"),
        (
            ["2x2", "--rules", "reiss"],
            "prisoners cannot be counted here",
        ),
        (["2x2", "--players", "3"], "'--players'"),
        (["2x2", "--superko", "taylor"], "'--superko'"),
        (["2x2", "--komi", "0.5"], "'--komi'"),
    ] {
        refused(("retrograde", &arguments), &[says]);
    }
}

#[test]
fn what_is_no_rule_for_repetitions_is_refused() {
    for text in [
        "score",
        "score:",
        "score:1.5",
        "score:B+0.5",
        "basic-ko:",
        "basic-kos",
    ] {
        let words = ["--repetition", "is not a repetition rule"];
        super::bad_input::refused(["retrograde", "2x2", "--repetition", text], &words);
    }
}

#[cfg(feature = "distribute")]
#[test]
fn what_is_no_list_of_addresses_is_refused_with_its_line() {
    let folder = super::Folder::new();
    let path = |name: &str| folder.path(name).display().to_string();
    for (content, says) in [
        ("# nobody\n\n", "there is no address in it"),
        ("a:0", "line 1: 'a:0' is not HOST:PORT"),
        ("a:1 # ours\na:70000", "line 2: 'a:70000' is not"),
        (
            "[::1]:4000\n[::1]:4000",
            "line 2: [::1]:4000 is listed twice",
        ),
    ] {
        std::fs::write(path("hosts"), content).expect("there is room for a file");
        let (out, hosts) = (path("2x2.kpb"), path("hosts"));
        let run = [
            "retrograde",
            "2x2",
            "--out",
            &out,
            "--process",
            "0",
            "--hosts",
            &hosts,
        ];
        super::bad_input::refused(run, &[says]);
    }
}

#[test]
fn basic_ko_alone_makes_long_cycles_ties() {
    let answer = super::json("retrograde 2x2 --repetition basic-ko");
    assert_eq!(answer["repetition"], "basic-ko:score:0");
}

#[test]
fn a_limit_of_time_leaves_no_answer() {
    let output = koproof("retrograde 4x4 --time-limit 1ms");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
}
