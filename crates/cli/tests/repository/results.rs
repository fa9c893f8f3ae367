//! The files under `results/`: every value has its proof, and the proofs agree with the manifests and the summary.

use std::collections::BTreeSet;

use koproof_rules::Player;
use koproof_solver::{Budget, Nobody, Options, Proofs, Solver};
use koproof_tables::Table;
use koproof_verify::{Bound, Form, State, StatedBound, check, never_stop};
use serde_json::Value;

use super::{answers, json, koproof, read, results, score};

/// Returns the names of the files of a directory under `results/` with this ending, without the ending.
fn names(directory: &str, ending: &str) -> Vec<String> {
    let files = results().join(directory).read_dir();
    let mut names: Vec<String> = files
        .expect("the results are there")
        .map(|file| file.expect("the results can be read").file_name())
        .filter_map(|name| {
            let name = name.into_string().expect("names are ASCII");
            let stem = name.strip_suffix(ending)?;
            Some(format!("{directory}/{stem}"))
        })
        .collect();
    names.sort_unstable();
    names
}

fn manifest_of(name: &str) -> Value {
    json(format!("results/{name}.json"))
}

#[test]
fn every_certificate_proves_what_its_manifest_says() {
    let folders = ["certificates", "certificates/tables", "brackets"];
    let found: Vec<String> = folders
        .into_iter()
        .flat_map(|folder| names(folder, ".kpc"))
        .collect();
    assert!(found.len() > 90, "{}", found.len());
    let files: Vec<String> = found.iter().map(|name| format!("{name}.kpc")).collect();
    let verified = |options: &[&str]| -> Vec<Value> {
        let mut arguments = vec!["verify"];
        arguments.extend(options);
        arguments.extend(files.iter().map(String::as_str));
        answers(&arguments)
    };
    let (listing, limiting) = (verified(&[]), verified(&["--limit-stones"]));
    assert_eq!([listing.len(), limiting.len()], [files.len(); 2]);
    let mut fewer = 0;
    for ((name, answer), mut limiting) in found.iter().zip(listing).zip(limiting) {
        let records = |answer: &Value| answer["most_live_records"].as_u64();
        fewer += usize::from(records(&limiting) < records(&answer));
        for key in ["most_live_records", "seconds"] {
            limiting[key] = answer[key].clone();
        }
        assert_eq!(limiting, answer, "{name} with limits of stones");
        let manifest = manifest_of(name);
        assert_eq!(manifest["kept"], true, "{name}");
        for key in [
            "bytes",
            "graph6",
            "statement",
            "position",
            "to_move",
            "at_least",
            "at_most",
            "exact_states",
            "roots",
            "steps",
            "most_live_steps",
            "most_live_records",
        ] {
            assert_eq!(answer[key], manifest[key], "{key} of {name}");
        }
        for key in ["superko", "suicide"] {
            assert_eq!(answer["rules"][key], manifest[key], "{key} of {name}");
        }
    }
    assert!(fewer > files.len() / 2, "{fewer}");
}

/// Returns the files that a cell of the summary links to.
fn targets(cell: &str) -> impl Iterator<Item = &str> {
    let links = cell.split("](").skip(1);
    links.filter_map(|link| Some(link.split_once(')')?.0))
}

#[test]
fn no_value_of_the_summary_lacks_its_proof() {
    let summary = read("results/SUMMARY.md");
    let mut proved = BTreeSet::new();
    let (mut on_demand, mut in_part) = (Vec::new(), Vec::new());
    for row in summary.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches([' ', '|']).split(" | ").collect();
        for pair in cells[4..].chunks(2) {
            let [value, proofs] = pair else {
                panic!("{row}: a value without the column of its proofs");
            };
            let shown = value.trim_start_matches('[').split_once(']');
            let shown = score(shown.expect("a link").0);
            let table = targets(value).next().expect("a value links to its table");
            let mut links = targets(proofs);
            let alone = links.next().expect("a proof of the value");
            let manifest = alone.rsplit_once('.').expect("files have endings").0;
            let manifest = manifest_of(manifest);
            assert_eq!(manifest["at_least"], shown, "{row}");
            assert_eq!(manifest["at_most"], shown, "{row}");
            match links.next() {
                Some(all) if all.ends_with(".kpc") => {
                    let output = koproof(&["verify", table, "--certificate", all]);
                    let complaint = String::from_utf8_lossy(&output.stderr);
                    assert_eq!(output.status.code(), Some(0), "{row}: {complaint}");
                }
                Some(large) => {
                    let manifest = manifest_of(large.strip_suffix(".json").expect("a manifest"));
                    assert_eq!(manifest["kept"], false, "{row}");
                    let states = 2 * load(table).representatives().len();
                    assert_eq!(manifest["exact_states"], states, "{row}");
                    on_demand.push(table.to_owned());
                }
                None => {
                    prove_some_values(table);
                    in_part.push(table.to_owned());
                }
            }
            proved.insert(table.to_owned());
        }
    }
    let tables = names("tables", ".kpt");
    let tables = tables.iter().map(|name| format!("{name}.kpt")).collect();
    assert_eq!(proved, tables);
    let under_both = |boards: &[&str]| -> Vec<String> {
        let rules = ["nstt", "tromp-taylor"];
        let of = |board| rules.map(|rules| format!("tables/{board}.{rules}.kpt"));
        boards.iter().flat_map(of).collect()
    };
    assert_eq!(on_demand, under_both(&["2x6", "3x4"]));
    assert_eq!(in_part, under_both(&["2x7", "3x5", "4x4"]));
}

fn load(table: &str) -> Table {
    Table::load(results().join(table)).expect("it is a table")
}

/// Proves the values of twenty states of a table anew, and checks the proofs.
fn prove_some_values(table: &str) {
    let values = load(table);
    let colorings: Vec<_> = values.representatives().iter().collect();
    let mut starts = Vec::new();
    for (index, coloring) in colorings.iter().enumerate().step_by(colorings.len() / 19) {
        let to_move = Player::BOTH[index % 2];
        let value = values.value(coloring, to_move).expect("it is legal") as i16;
        let state = State {
            coloring: *coloring,
            to_move,
            passes: 0,
        };
        starts.extend(
            [Bound::AtLeast(value), Bound::AtMost(value)].map(|bound| StatedBound { state, bound }),
        );
    }
    assert_eq!(starts.len(), 40, "{table}");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let solver = Solver::new(values.board(), values.rules(), options).expect("a small board");
    let certificate =
        solver.certify_starts(&starts, Vec::new(), Form::Text, Budget::UNLIMITED, &Nobody);
    let (certificate, _) = certificate.expect("the values of the table are true");
    let checked = check(&certificate[..], &mut never_stop).expect("the checker accepts the proof");
    assert!(checked.starts().eq(starts), "{table}");
}

/// The pairs of superko-complexity (2026), 1x9, for which both 0 and 4 have been reported, and the tree of eight
/// points and 1x12, to which two rules give different values.
#[test]
fn what_is_disputed_is_proved() {
    let value = |name: &str| {
        let manifest = manifest_of(&format!("certificates/{name}"));
        assert_eq!(manifest["kept"], true, "{name}");
        assert_eq!(manifest["at_least"], manifest["at_most"], "{name}");
        manifest["at_least"].as_i64().expect("it is exact")
    };
    assert_eq!(["1x9.nstt", "1x9.tromp-taylor"].map(value), [0, 0]);
    let pairs = [
        ("1x6", [1, 6]),
        ("2x3", [0, -1]),
        ("1x2", [-2, 0]),
        ("tree-8", [8, 0]),
        ("tree-8-suicide", [8, 0]),
        ("1x12", [2, 1]),
    ];
    for (board, values) in pairs {
        let pair = ["positional", "situational"].map(|superko| {
            let name = format!("pair-{board}.{superko}");
            assert_eq!(
                manifest_of(&format!("certificates/{name}"))["superko"],
                superko
            );
            value(&name)
        });
        assert_eq!(pair, values, "{board}");
    }
}

/// The allocator keeps freed memory for a while, so on small boards both need about the same memory.
#[test]
fn checking_was_measured_to_take_less_time_than_solving() {
    let costs = manifest_of("certificates/costs");
    for board in ["3x4", "4x4"] {
        for rules in ["nstt", "tromp-taylor"] {
            let cost = &costs["certificates"][format!("{board}.{rules}")];
            for (what, most) in [("seconds", 1.0), ("memory", 1.25)] {
                let [checking, solving] = ["checking", "solving"]
                    .map(|run| cost[run][what].as_f64().expect("it was measured"));
                let share = checking / solving;
                assert!(share < most, "{what} of {board} under {rules}: {share}");
            }
        }
    }
}
