//! `koproof self examples`: published figures are reproduced.

use serde_json::Value;

use super::{json, stdout};

#[test]
fn every_documented_figure_is_reproduced() {
    let answer = json("self examples");
    assert_eq!(answer["agrees"], true);
    let examples = answer["examples"].as_array().expect("a list");
    let checks: Vec<&Value> = examples
        .iter()
        .flat_map(|example| example["checks"].as_array().expect("a list"))
        .collect();
    for check in &checks {
        assert_eq!(check["verdict"], "ok", "{check}");
        assert_eq!(check["documented"], check["found"], "{check}");
    }
    let about = |words: &str| {
        checks
            .iter()
            .filter(|check| {
                check["what"]
                    .as_str()
                    .is_some_and(|what| what.contains(words))
            })
            .count()
    };
    // Boards with wrong values by programs without history, or with disputed values.
    assert_eq!(about("2x3 empty, positional"), 1);
    assert_eq!(about("3x4 empty"), 1);
    assert_eq!(about("1x9 empty"), 1);
    assert_eq!(about("legal colorings on 3x4"), 1);
    // Only the frontier method can count this number.
    assert_eq!(about("legal colorings on 5x5"), 1);
    assert!(checks.len() > 70, "{}", checks.len());
}

#[test]
fn disputed_and_missing_figures_are_named() {
    let text = stdout("self examples", 0);
    let of = |words: &str| text.lines().find(|line| line.contains(words)).unwrap_or("");
    assert!(of("1x9 empty").contains("disputed: both 0 and 4"), "{text}");
    assert!(of("Cosumi").contains("have not survived"), "{text}");
    assert!(of("4x4 empty").contains("use --all"), "{text}");
    assert!(of("nodes").contains("1446"), "{text}");
}

#[test]
fn values_that_a_limit_leaves_open_are_no_agreement() {
    let text = stdout("self examples --node-limit 20", 3);
    let line = text.lines().find(|line| line.contains("3x4 empty"));
    assert!(line.is_some_and(|line| line.contains("open")), "{text}");
}
