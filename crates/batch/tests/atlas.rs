//! The data under results/atlas are complete and agree with their manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use koproof_batch::{CanonicalBoard, sha256};

/// The number of connected graphs on 1 point, on 2, and so on. Source: OEIS A001349.
const CONNECTED: [usize; 8] = [1, 1, 2, 6, 21, 112, 853, 11_117];
/// The rule sets of the atlas.
const RULES: usize = 4;

fn atlas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/atlas")
}

/// Returns the cells of a data set, by column.
fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = atlas().join(name).with_extension("csv");
    let lines = csv::Reader::from_path(&path).expect("the data are there");
    lines
        .into_deserialize()
        .collect::<Result<_, _>>()
        .expect("it is CSV")
}

#[test]
fn every_connected_graph_is_there_once_under_each_rule_set() {
    for (points, graphs) in (1..).zip(CONNECTED) {
        for task in ["empty", "all-colorings"] {
            if task == "all-colorings" && points > 6 {
                continue;
            }
            let rows = rows(&format!("{task}-{points}"));
            assert_eq!(rows.len(), RULES * graphs, "{task} on {points} points");
            let units: BTreeSet<(&str, &str)> = rows
                .iter()
                .map(|row| (row["graph6"].as_str(), row["rules"].as_str()))
                .collect();
            assert_eq!(units.len(), rows.len());
            let graphs: BTreeSet<&str> = units.iter().map(|(graph6, _)| *graph6).collect();
            for graph6 in graphs {
                let board = format!("g6:{graph6}").parse().expect("it is graph6");
                let canonical = CanonicalBoard::of(&board);
                assert_eq!(
                    canonical.graph6(),
                    graph6,
                    "two forms of one graph may be there"
                );
                assert_eq!(board.points(), points);
            }
        }
    }
}

#[test]
fn the_files_are_those_that_their_manifests_describe() {
    let mut files = 0;
    for entry in atlas().read_dir().expect("the atlas is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let text = std::fs::read(&path).expect("it can be read");
        let manifest: serde_json::Value = serde_json::from_slice(&text).expect("it is JSON");
        assert_eq!(manifest["units"]["missing"], 0, "{}", path.display());
        assert_eq!(manifest["units"]["failed"], 0, "{}", path.display());
        for file in manifest["files"].as_array().expect("it lists files") {
            let name = file["name"].as_str().expect("a name");
            let content = std::fs::read(atlas().join(name)).expect("the file is there");
            assert_eq!(file["sha256"], sha256(&content), "{name}");
            files += 1;
        }
    }
    assert_eq!(files, 2 * (8 + 6), "CSV and Parquet of each data set");
}

#[test]
fn both_data_sets_agree_where_they_meet() {
    for points in 1..=6 {
        let empty = rows(&format!("empty-{points}"));
        let all = rows(&format!("all-colorings-{points}"));
        let mut compared = 0;
        for (one, other) in empty.iter().zip(&all) {
            for column in [
                "graph6",
                "edges",
                "automorphisms",
                "rules",
                "legal_colorings",
            ] {
                assert_eq!(one[column], other[column], "{one:?}");
            }
            if !one["value"].is_empty() && !other["value"].is_empty() {
                compared += 1;
                assert_eq!(one["value"], other["value"], "{one:?}");
            }
        }
        assert!(
            compared * 10 >= empty.len() * 8,
            "few of {points} points are solved"
        );
    }
}
