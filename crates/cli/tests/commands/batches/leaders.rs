//! Leaders that begin, continue and end.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use koproof_batch::{ExportError, check_rows};
use koproof_jobs::{Question, RunDirectory};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};

use crate::bad_input::refused;
use crate::running::{self, end_of};
use crate::{Folder, json, json_with, signals, stdout, text};

/// Begins a run without a leader.
fn begin_2x3(directory: &Path) {
    let board: Board = "2x3".parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    let question = Question::new(&board, &game, 1000).expect("nothing is disputed");
    RunDirectory::begin(directory, question).expect("an empty directory");
}

/// Workers may come before the leader.
#[test]
fn a_question_is_stored_without_a_search() {
    let folder = Folder::new();
    let run = folder.path("run");
    let ask = ("batch lead --question-only --out", &run);
    refused(ask, &["holds no run"]);
    assert!(!run.exists(), "a refused question leaves nothing");
    let asked = json((ask, "2x3 --rules nstt"));
    assert_eq!(json(ask), asked, "the run that is there");
    refused((ask, "3x3"), &["a run of another question"]);
    let led = stdout(("batch lead --workers 1 --out", &run), 0);
    assert!(led.contains("\nvalue: 0\n"), "{led}");
}

/// Its workers get the name as an argument.
#[test]
fn a_run_may_have_a_name_that_begins_with_a_minus() {
    let folder = Folder::new();
    let mut lead = Command::new(env!("CARGO_BIN_EXE_koproof"));
    lead.current_dir(folder.path("."));
    lead.args("batch lead 2x2 --rules nstt --workers 1 --out=-run".split(' '));
    let led = lead.output().expect("it runs");
    assert!(led.status.success(), "{led:?}");
    assert!(folder.path("-run/value.kpc").exists());
}

#[test]
fn a_run_keeps_its_question_and_says_what_it_is() {
    let folder = Folder::new();
    let run = folder.path("run");
    let out = ["--out", text(&run)];
    let begun = [
        &[
            "batch",
            "lead",
            "2x3",
            "--rules",
            "nstt",
            "--position",
            "X.....",
        ][..],
        &["--to-move", "white", "--moves", "w b1", "--workers", "1"],
        &out,
    ]
    .concat();
    stdout(&begun, 0);
    let again = [&["batch", "lead"][..], &out].concat();
    assert!(
        stdout(&again, 0).starts_with(
            "board: 2x3 (6 points, 7 edges)\nrules: nstt: positional superko, suicide forbidden, area scoring, komi 0\n\
             position: X../...\nto move: white\nmoves made: w b1\nvalue: "
        ),
        "{}",
        stdout(&again, 0)
    );
    let answer = json(&again);
    assert_eq!(answer["rules"]["name"], "nstt", "{answer}");
    assert_eq!(answer["position"], "X../...");
    assert_eq!(answer["to_move"], "white");
    assert_eq!(answer["history"], serde_json::json!(["w b1"]));
    let value = &answer["value"]["lo"];
    let solved = json("solve 2x3 --rules nstt --position X..... --to-move white --moves 'w b1'");
    assert_eq!(
        (value, &answer["exact"]),
        (&solved["value"]["lo"], &serde_json::json!(true))
    );
    let status = json(("batch status", &run));
    assert_eq!(
        (&status["stated"], &status["certificate"]),
        (&solved["value"]["hi"], &answer["certificate"])
    );
    let said = stdout(("batch status", &run), 0);
    let states = "/value.kpc states: `koproof verify` checks it\n";
    assert!(
        said.contains("\nvalue: ") && said.contains(states),
        "{said}"
    );

    for option in [
        ["--rules", "tromp-taylor"],
        ["--position", "..."],
        ["--job-nodes", "5"],
    ] {
        refused((&again, &option), &["BOARD"]);
    }
    let other = [&begun[..], &["--job-nodes", "5"]].concat();
    refused(&other, &["20000 expansions", "--job-nodes"]);
}

#[test]
fn a_value_or_a_tree_without_a_run_is_not_taken_for_its_own() {
    for name in ["value.kpc", "tree.json"] {
        let folder = Folder::new();
        fs::write(folder.path(name), "mine").expect("it can be written");
        let lead = ("batch lead 1x3 --out", folder.0.path());
        refused(lead, &[&format!("{name} exists"), "another directory"]);
        assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 1);
    }
}

/// Otherwise they would wait for the next leader forever.
#[test]
fn workers_end_with_a_leader_that_is_killed() {
    let folder = Folder::new();
    let out = folder.0.path();
    let mut leader = running::start(("batch lead 4x5 --workers 2 --quiet --out", out));
    let deadline = Instant::now() + Duration::from_secs(60);
    let wait_for = |number: usize| {
        let alive = || fs::read_dir(out.join("workers")).map_or(0, Iterator::count);
        while alive() != number {
            assert!(Instant::now() < deadline, "{} workers", alive());
            thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for(2);
    leader.kill().expect("it can be killed");
    leader.wait().expect("it ends");
    wait_for(0);
}

/// Otherwise it would never end, and scripts would wait for its exit code.
#[test]
fn a_leader_whose_workers_have_ended_does_not_wait_for_others() {
    let folder = Folder::new();
    let out = folder.0.path();
    let lead = "batch lead 4x5 --workers 2 --lost-after 2s --out";
    let leader = running::start((lead, out));
    let journals = out.join("journals");
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_dir(&journals).map_or(0, Iterator::count) < 2 {
        assert!(Instant::now() < deadline, "no worker begins");
        thread::sleep(Duration::from_millis(20));
    }
    // No worker can go on without its journal.
    while journals.exists() {
        assert!(Instant::now() < deadline, "it stays");
        let _ = fs::remove_dir_all(&journals);
    }
    let output = end_of(leader);
    let lines = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    let words = "have ended, and the value is open: continue it";
    assert!(lines.contains(words), "{lines}");
}

/// Otherwise the next leader would wait for them for the time after which a worker counts as lost.
#[test]
fn workers_of_an_interrupted_leader_return_their_jobs() {
    let folder = Folder::new();
    let out = folder.0.path();
    let lead = "batch lead 4x5 --workers 2 --quiet --out";
    let leader = running::start((lead, out));
    let deadline = Instant::now() + Duration::from_secs(60);
    let files = |name: &str| fs::read_dir(out.join(name)).map_or(0, Iterator::count);
    while files("taken") < 2 {
        assert!(Instant::now() < deadline, "nobody takes a job");
        thread::sleep(Duration::from_millis(20));
    }
    let output = signals::interrupt(leader);
    assert_eq!(output.status.code(), Some(130));
    // A worker that does not end in time is killed, and may leave an incomplete file behind.
    let signs = fs::read_dir(out.join("workers")).expect("a folder");
    let mut signs = signs.map(|file| file.expect("it can be listed").path());
    assert!(!signs.any(|path| path.extension().is_some_and(|ending| ending == "json")));
    // A job that was reported while the leader ended is taken until the next leader has read the report.
    let taken = fs::read_dir(out.join("taken")).expect("a folder");
    let taken = taken.map(|file| file.expect("it can be listed").file_name());
    let is_held = |job: &std::ffi::OsString| {
        let report = Path::new(job).with_extension("json");
        !out.join("results").join(report).exists()
    };
    assert_eq!(taken.filter(is_held).count(), 0);
    assert!(files("jobs") > 0, "the next leader has nothing to continue");
}

#[test]
fn faults_of_a_run_have_a_remedy() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    let lead = ["batch", "lead", "2x3", "--quiet", "--out", out];
    let work = "--workers 1";
    stdout((&lead, work), 0);
    let part = folder.path("log/000001.kpj");
    let mut bytes = fs::read(&part).expect("a part");
    bytes.push(0);
    fs::write(&part, bytes).expect("it can be written");
    refused(
        lead,
        &[
            "000001.kpj",
            "copy the file again",
            "goes on from before it",
        ],
    );
    let results = folder.path("results");
    fs::remove_dir_all(&results).expect("a folder");
    fs::write(&results, "").expect("it can be written");
    refused(lead, &["results", "move it away"]);
    let brief = [&lead[..], &["--lost-after", "1999ms"]].concat();
    refused(&brief, &["every half second", "at least 2s"]);
}

/// A worker may write anything in the directory, also numbers in `tree.json`.
#[test]
fn a_value_is_told_only_from_a_certificate_of_the_question() {
    let folder = Folder::new();
    begin_2x3(folder.0.path());
    let out = text(folder.0.path());
    let status = ["batch", "status", out];
    let tree = r#"{"lo":6,"hi":6,"target":6,"proof":0,"disproof":9,"nodes":1,"settled":1,"left":0,"positions":[{"line":[],"job":null,"settled":true,"proof":0,"disproof":9}]}"#;
    fs::write(folder.path("tree.json"), tree).expect("it can be written");
    let answer = json(status);
    assert_eq!(
        (&answer["done"], &answer["stated"]),
        (&false.into(), &().into())
    );
    assert_eq!(answer["tree"]["lo"], 6, "the tree was read");

    let certificate = folder.path("value.kpc");
    let refused_with = |problem| {
        let lead = ["batch", "lead", "--workers", "1", "--out", out];
        for command in [&status[..], &["batch", "work", out], &lead] {
            refused(command, &["value.kpc", problem, "move it away"]);
        }
    };
    fs::write(&certificate, "junk").expect("it can be written");
    refused_with("not a certificate");
    let of_another = ("solve 2x2 --rules nstt --certificate", &certificate);
    fs::remove_file(&certificate).expect("it is there");
    stdout(of_another, 0);
    refused_with("a certificate of another board");
    fs::remove_file(&certificate).expect("it is there");
    fs::create_dir(&certificate).expect("it can be made");
    refused_with("not a regular file");
}

#[test]
fn numbers_that_do_not_fit_the_question_are_left_out() {
    let folder = Folder::new();
    begin_2x3(folder.0.path());
    let status = ("batch status", folder.0.path());
    let (tree, job) = (folder.path("tree.json"), folder.path("jobs/000001.json"));
    let root = r#"{"line":[],"job":null,"settled":null,"proof":1,"disproof":1}"#;
    let tree_of = |lo: i32, positions: &str| {
        format!(
            r#"{{"lo":{lo},"hi":6,"target":6,"proof":1,"disproof":1,"nodes":1,"settled":0,"left":1,"positions":[{positions}]}}"#
        )
    };
    let job_of = |target: i32, line: &str| {
        format!(
            r#"{{"number":1,"line":[{line}],"target":{target},"expansions":9,"prefers":null,"until":{{"proof":1,"disproof":1}}}}"#
        )
    };
    let off = root.replace("[]", "[6]");
    for (is_read, tree_there, job_there) in [
        (true, tree_of(-6, root), job_of(6, "5")),
        (false, tree_of(i32::MIN, root), job_of(i32::MAX, "5")),
        (false, tree_of(-6, &format!("{root},{off}")), job_of(6, "6")),
        (false, tree_of(-6, ""), job_of(6, "65535")),
    ] {
        fs::write(&tree, tree_there).expect("it can be written");
        fs::write(&job, job_there).expect("it can be written");
        let answer = json(status);
        let open = answer["open"].as_array().map(Vec::len);
        assert_eq!(
            (answer["tree"].is_object(), open),
            (is_read, Some(usize::from(is_read)))
        );
        stdout(status, 0);
    }
}

#[test]
fn a_name_of_a_worker_cannot_control_the_terminal() {
    let folder = Folder::new();
    begin_2x3(folder.0.path());
    let sign = r#"{"worker":"\u001b[31mred\n","beats":9,"job":null,"expansions":0,"done":2}"#;
    fs::write(folder.path("workers/red.json"), sign).expect("it can be written");
    let said = stdout(("batch status", folder.0.path()), 0);
    assert!(said.contains("worker \\u{1b}[31mred\\n waits"), "{said}");
}

#[test]
fn the_status_says_how_long_a_worker_has_been_silent() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    begin_2x3(folder.0.path());
    let sign = folder.path("workers/killed.json");
    let last = r#"{"worker":"killed","beats":9,"job":5,"expansions":0,"done":2}"#;
    fs::write(&sign, last).expect("it can be written");
    let file = fs::File::options().write(true).open(&sign);
    let hour = Duration::from_secs(3_600);
    let is_older = file.and_then(|file| file.set_modified(SystemTime::now() - hour));
    is_older.expect("it can be older");
    let said = stdout(["batch", "status", out], 0);
    let line = "worker killed was at job 5, 2 jobs done, last heard from ";
    assert!(said.contains(line), "{said}");
    let answer = json(["batch", "status", out]);
    let silent = answer["workers"][0]["silent_for"].as_u64();
    assert!(silent >= Some(3_600), "{answer}");
}

/// A run whose leader is not there yet has no jobs.
#[test]
fn a_worker_says_what_stopped_it() {
    let folder = Folder::new();
    begin_2x3(folder.0.path());
    let work = ("batch work", folder.0.path(), "--time-limit 10ms");
    let said = stdout(work, 3);
    assert!(said.ends_with(": 0 jobs; stopped: time limit\n"), "{said}");
    let answer = json_with(work, 3);
    assert_eq!(answer["stopped"], "time limit", "{answer}");
    assert_eq!(answer["done"], false, "{answer}");
}

/// `koproof-batch` does not know `koproof-jobs`, so it lists the names of these files itself.
#[test]
fn no_data_set_replaces_a_file_of_a_run() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    stdout(["batch", "lead", "1x2", "--workers", "1", "--out", out], 0);
    let files = koproof_store::entries(folder.0.path()).expect("a directory");
    assert!(files.contains(&folder.path("value.kpc")));
    for file in files {
        let refused = check_rows(&file);
        let is_kept = matches!(refused, Err(ExportError::Batch(_)));
        assert!(is_kept, "{}", file.display());
    }
}

/// On a terminal there would otherwise be nothing to see.
#[test]
fn a_leader_without_a_worker_says_how_to_start_one() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    let mut leader = running::start(("batch lead 2x3 --out", out));
    let mut said = BufReader::new(leader.stderr.take().expect("it is piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it is text");
    let words = format!("no worker yet: `koproof batch work {out}` starts one");
    assert!(line.contains(&words), "{line}");
    // A worker that came earlier would make these words needless.
    stdout(["batch", "work", out], 0);
    assert_eq!(end_of(leader).status.code(), Some(0));
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it is text");
    assert_eq!(rest, "");
}
