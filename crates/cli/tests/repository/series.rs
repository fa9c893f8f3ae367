//! The files under `results/series` and the page `results/SERIES.md`: values of board families by size.

use std::collections::{BTreeMap, BTreeSet};

use super::{Row, json, read, results, rows};

fn lines() -> Vec<Row> {
    rows("results/series/values.csv")
}

/// Returns the values of a family under a rule set, by number, without open ones.
fn values(family: &str, rules: &str) -> BTreeMap<u32, i32> {
    let lines = lines().into_iter();
    let lines = lines.filter(|line| line["family"] == family && line["rules"] == rules);
    let lines = lines.filter(|line| !line["value"].is_empty());
    let number = |line: &Row| line["n"].parse().expect("a number");
    lines
        .map(|line| (number(&line), line["value"].parse().expect("a score")))
        .collect()
}

const RULES: [&str; 4] = [
    "nstt",
    "tromp-taylor",
    "nstt-situational",
    "tromp-taylor-situational",
];

#[test]
fn values_are_those_of_the_literature() {
    // Weninger and Hayward (2017) up to 7, then Drange (1998), whose figures for 12 and 13 are refuted by certificates.
    let expected = [0, 0, 3, 4, 0, 1, 2, 3, 0, 1, 2];
    let found = values("path", "nstt");
    let found: Vec<i32> = (1..12).map(|points| found[&points]).collect();
    assert_eq!(found, expected);
    // Drange (1998); the smallest grids are lines.
    let pairs = [
        ("2xn", &[0, 1, 0, 8, 10, 12, 14][..]),
        ("3xn", &[3, 0, 9, 4, 15]),
    ];
    for (family, expected) in pairs {
        let found = values(family, "nstt");
        let found: Vec<i32> = (1..).zip(expected).map(|(n, _)| found[&n]).collect();
        assert_eq!(found, expected, "{family}");
    }
    // Van der Werf.
    assert_eq!(values("nxn", "nstt")[&4], 2);
}

/// With Black in the middle, a white stone on a leaf has no liberty.
#[test]
fn stars_belong_to_black() {
    for rules in RULES {
        let found = values("star", rules);
        assert!(found.len() >= 10);
        for (points, value) in found {
            assert_eq!(value, points as i32, "{rules}");
        }
    }
}

#[test]
fn boards_that_are_the_same_graph_have_the_same_value() {
    let lines = lines();
    let known = |board: &str, rules: &str| {
        let mut line = lines.iter();
        let line = line.find(|line| line["board"] == board && line["rules"] == rules);
        let line = line.expect("it is a board of a family");
        [line["lo"].clone(), line["hi"].clone()]
    };
    for [one, other] in [
        ["path:2", "complete:2"],
        ["path:3", "star:3"],
        ["path:3", "bipartite:2,1"],
        ["path:3", "3x1"],
        ["cycle:3", "complete:3"],
        ["cycle:4", "2x2"],
        ["cycle:4", "bipartite:2,2"],
        ["wheel:4", "complete:4"],
        ["star:4", "bipartite:3,1"],
        ["bipartite:2,3", "bipartite:3,2"],
        ["2x3", "3x2"],
    ] {
        for rules in RULES {
            assert_eq!(known(one, rules), known(other, rules), "{one}, {other}");
        }
    }
}

/// Proved brackets lie within the stated ones, and each value is proved by its certificate.
#[test]
fn every_value_under_positional_superko_up_to_twelve_points_has_its_proof() {
    let mut proved = [0; 2];
    for line in lines() {
        let whose = format!("{} under {}", line["board"], line["rules"]);
        let [low, high]: [i32; 2] = ["lo", "hi"].map(|end| line[end].parse().expect("a score"));
        let points: i32 = line["points"].parse().expect("a number");
        assert!(-points <= low && low <= high && high <= points, "{whose}");
        // Under situational superko only some values have certificates.
        if line["rules"].ends_with("situational") && line["proof"].is_empty() {
            continue;
        }
        // By the theorem on passes, no empty board is below 0.
        assert!(low >= 0, "{whose}");
        if line["value"].is_empty() {
            assert!(low < high, "{whose}");
            continue;
        }
        // Larger stars follow from a theorem; for other large boards a search may know more than the certificates
        // prove.
        if line["proof"].is_empty() {
            assert!(points > 12, "{whose}");
            continue;
        }
        assert_eq!([low, high].map(|end| end.to_string()), [&*line["value"]; 2]);
        let manifest = results().join(&line["proof"]).with_extension("json");
        let manifest = json(manifest);
        assert_eq!(manifest["at_least"], low, "{whose}");
        assert_eq!(manifest["at_most"], high, "{whose}");
        assert_eq!(manifest["steps"].to_string(), line["steps"], "{whose}");
        let situational = line["rules"].ends_with("situational");
        assert_eq!(manifest["superko"] == "situational", situational, "{whose}");
        let forbidden = line["rules"].starts_with("nstt");
        assert_eq!(manifest["suicide"] == "forbid", forbidden, "{whose}");
        proved[usize::from(situational)] += 1;
    }
    // Of two rule sets each: more than fifty boards, and eight.
    assert!(proved[0] > 100 && proved[1] == 16, "{proved:?}");
}

#[test]
fn the_page_has_a_row_for_every_board_and_links_to_files_that_are_there() {
    let page = read("results/SERIES.md");
    let boards: BTreeSet<(String, String)> = lines()
        .into_iter()
        .map(|line| (line["n"].clone(), line["board"].clone()))
        .collect();
    for (number, board) in boards {
        let row = format!("\n| {number} | `{board}` |");
        assert!(page.contains(&row), "{row}");
    }
    let links = page
        .split("](")
        .skip(1)
        .filter_map(|link| link.split_once(')'));
    let mut files = 0;
    for (link, _) in links {
        let file = link.split_once('#').map_or(link, |(file, _)| file);
        assert!(results().join(file).exists(), "{link}");
        files += 1;
    }
    assert!(files > 100, "{files}");
}
