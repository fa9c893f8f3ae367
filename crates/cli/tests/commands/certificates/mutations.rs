//! Mutations of the solver's certificates: two checkers in two languages agree on each.

use std::collections::BTreeMap;

use serde_json::Value;

use super::mutate::{Mutant, mutants, sealed};
use super::readings::verify_in_python;
use super::{Folder, verify};
use crate::stdout;

/// The number of mutations of a kind for each certificate, spread over the file.
const OF_A_KIND: usize = 12;

/// The positions of the certificates, which are written as text and on one thread, so that the mutations are the same
/// in every run.
const COMMANDS: [&[&str]; 16] = [
    &["solve", "path:3"],
    &["solve", "2x2"],
    &["solve", "2x2", "--rules", "nstt"],
    &["solve", "2x2", "--superko", "situational"],
    &["solve", "2x2", "--superko", "natural-situational"],
    &["solve", "2x2", "--superko", "taylor"],
    &["solve", "2x2", "--moves", "b a2, w b2, b a1, w b1"],
    &["solve", "1x2", "--position", "X."],
    &[
        "solve",
        "star:4",
        "--superko",
        "natural-situational",
        "--to-move",
        "white",
    ],
    &[
        "solve",
        "cycle:5",
        "--superko",
        "situational",
        "--suicide",
        "forbid",
    ],
    &[
        "solve",
        "2x3",
        "--position",
        "OOO/.X.",
        "--to-move",
        "white",
        "--rules",
        "nstt",
    ],
    &["solve", "2x2", "--rules", "reiss"],
    &[
        "solve",
        "path:3",
        "--scoring",
        "territory",
        "--position",
        "O.X",
        "--moves",
        "b 1, w 0",
    ],
    &["table", "solve", "path:3", "--scoring", "territory"],
    &["table", "solve", "path:3", "--superko", "taylor"],
    &["table", "solve", "2x2", "--superko", "situational"],
];

/// Writes a certificate and returns its text.
fn written(folder: &Folder, command: &[&str]) -> String {
    // An empty file may be replaced by a certificate of any board.
    let file = folder.write("made.txt", b"");
    let mut arguments = [command, &["--threads", "1", "--certificate", &file]].concat();
    let table = folder.name("made.kpt");
    if command[0] == "table" {
        arguments.extend(["--force", "--out", &table]);
    }
    stdout(&arguments, 0);
    String::from_utf8(folder.read("made.txt")).expect("the text form is ASCII")
}

/// Adds a weakening between the last root of an empty board and its proof, because the search makes none.
fn weakened(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    let root = lines.iter().rposition(|line| line.starts_with("r "));
    let root = root.expect("there is a root");
    let steps = lines.iter().filter(|line| line.starts_with("s ")).count();
    let (about, child) = lines[root].rsplit_once(' ').expect("it has a child");
    let [_, to_move, coloring, relation, score] = about.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{about} is no root");
    };
    let avoided = coloring.replacen('.', "X", 1);
    // The records that every history of the root contains (docs/certificates.md, section 1).
    let superko = lines[2].strip_prefix("superko ");
    let (player, need) = match superko.expect("the third line has it") {
        "positional" => ("", coloring.to_owned()),
        "situational" => (":black", format!("{coloring}:black")),
        "natural-situational" => (":black", format!("{coloring}:white")),
        _ => (":black", "-".to_owned()),
    };
    assert_eq!(to_move, "black");
    let step = format!(
        "s {to_move} 0 {coloring} {relation} {score} weaken {child} avoid {avoided}{player} need {need}"
    );
    lines[root] = format!("{about} {steps}");
    lines.insert(root, step);
    assert!(lines[root + 1..].iter().all(|line| !line.starts_with("s ")));
    *lines.last_mut().expect("there is an end") = format!("end {}", steps + 1);
    sealed(&(lines.join("\n") + "\n"))
}

/// Returns some mutations of every kind.
fn some(text: &str) -> Vec<Mutant> {
    let mut kinds: BTreeMap<&'static str, Vec<Mutant>> = BTreeMap::new();
    for mutant in mutants(text) {
        kinds.entry(mutant.kind).or_default().push(mutant);
    }
    let spread = |kind: Vec<Mutant>| {
        let every = kind.len().div_ceil(OF_A_KIND);
        kind.into_iter().step_by(every)
    };
    kinds.into_values().flat_map(spread).collect()
}

/// Returns mutations of the binary form: flipped bits and a truncated end.
fn damaged(folder: &Folder) -> Vec<Mutant> {
    // An empty file may be replaced, the certificate of the board before may not.
    let file = folder.write("made.kpc", b"");
    stdout(
        ["certificate", "convert", &folder.name("made.txt"), &file],
        0,
    );
    let whole = folder.read("made.kpc");
    let places = (0..whole.len()).step_by(whole.len() / OF_A_KIND);
    let flipped = places.clone().map(|at| {
        let mut file = whole.clone();
        file[at] ^= 1 << (at % 8);
        Mutant {
            kind: "bytes flipped, binary",
            what: format!("byte {at}"),
            file,
        }
    });
    let cut = places.map(|at| Mutant {
        kind: "bytes cut off, binary",
        what: format!("from byte {at} on"),
        file: whole[..at].to_vec(),
    });
    flipped.chain(cut).collect()
}

#[test]
#[allow(clippy::print_stdout, reason = "the counts are worth reading")]
fn both_checkers_say_the_same_of_what_was_changed() {
    let folder = Folder::new();
    let mut rules = BTreeMap::<String, usize>::new();
    let mut changed = Vec::new();
    for (number, command) in COMMANDS.iter().enumerate() {
        let mut text = written(&folder, command);
        if number < 6 {
            text = weakened(&text);
            folder.write("made.txt", text.as_bytes());
        }
        for line in text.lines().filter(|line| line.starts_with("s ")) {
            let rule = line.split(' ').nth(6).expect("a step has a rule");
            *rules.entry(rule.to_owned()).or_default() += 1;
        }
        changed.push(Mutant {
            kind: "nothing",
            what: command.join(" "),
            file: text.clone().into_bytes(),
        });
        changed.extend(some(&text));
        changed.extend(damaged(&folder));
    }
    for rule in [
        "stop",
        "alive",
        "pass-forever",
        "play",
        "pass",
        "replies",
        "weaken",
    ] {
        assert!(rules.contains_key(rule), "no step '{rule}': {rules:?}");
    }

    let files: Vec<String> = changed
        .iter()
        .enumerate()
        .map(|(number, mutant)| folder.write(&format!("{number}"), &mutant.file))
        .collect();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for files in files.chunks(1000) {
        ours.extend(verify(files).0);
        theirs.extend(verify_in_python(files));
    }
    assert_eq!((ours.len(), theirs.len()), (files.len(), files.len()));
    let mut tally = BTreeMap::<&str, (usize, usize)>::new();
    for ((mutant, our), their) in changed.iter().zip(&ours).zip(&theirs) {
        let counts = tally.entry(mutant.kind).or_default();
        if same_verdict(mutant, our, their) {
            counts.1 += 1;
        } else {
            counts.0 += 1;
        }
    }
    for (kind, (refused, valid)) in &tally {
        println!("{kind}: {refused} refused, {valid} are proofs still");
    }
    let add = |sum: (usize, usize), one: &(usize, usize)| (sum.0 + one.0, sum.1 + one.1);
    let (refused, valid) = tally.values().fold((0, 0), add);
    println!("all: {refused} refused, {valid} are proofs still");
    assert_eq!(tally["nothing"], (0, COMMANDS.len()));
    assert!(refused >= 2_000, "{refused}");
    assert!(valid < refused / 10, "{valid} of {refused}");
}

/// Asserts that the checkers agree; returns whether both accept.
fn same_verdict(mutant: &Mutant, our: &Value, their: &Value) -> bool {
    let Mutant { kind, what, .. } = mutant;
    let place = format!("{kind}: {what}: {our} {their}");
    let is_proved = our["verdict"] == "proved";
    assert_eq!(is_proved, their["verdict"] == "proved", "{place}");
    if is_proved {
        assert!(!mutant.is_damage(), "{place}");
        for key in ["graph6", "at_least", "at_most", "steps"] {
            assert_eq!(our[key], their[key], "{place}");
        }
        return true;
    }
    for answer in [our, their] {
        let reason = answer["reason"].as_str();
        assert!(reason.is_some_and(|reason| !reason.is_empty()), "{place}");
    }
    // The place can be a line of the text or a root; only a step has the same name in both.
    let reason = their["reason"].as_str().unwrap_or_default();
    if let Some((step, _)) = reason.split_once(": ")
        && step.starts_with("step ")
    {
        assert_eq!(our["refused_at"], step, "{place}");
    }
    false
}
