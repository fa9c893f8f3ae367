//! `koproof retrograde --processes`: real processes, some of which are killed.
#![cfg(target_os = "linux")]

mod several;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::bad_input::refused;
use super::running::{end_of, start};
use super::signals::interrupt;
use super::{Folder, text};

const WAIT_LIMIT: Duration = Duration::from_secs(120);

/// Returns the arguments of a run that writes a file.
fn distribute<'a>(board: &[&'a str], out: &'a Path, processes: &'a str) -> Vec<&'a str> {
    let how = ["--quiet", "--out", text(out), "--processes", processes];
    [&["retrograde"], board, &how].concat()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the bytes of a board's table, and the answer of the command.
fn table(board: &[&str], processes: &str) -> (Vec<u8>, Value) {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let answer = super::json(distribute(board, &out, processes));
    let left = fs::read_dir(folder.0.path()).expect("it is there").count();
    assert_eq!(left, 1, "only the table is left");
    (fs::read(out).expect("the table is there"), answer)
}

/// Returns the processes that a command has started.
fn children(command: &Child) -> Vec<String> {
    let id = command.id();
    let list = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    list.split_whitespace().map(str::to_owned).collect()
}

/// Waits for a condition while a command works; `false` if the command ends before.
fn comes_true(command: &mut Child, is_so: impl Fn() -> bool) -> bool {
    let until = Instant::now() + WAIT_LIMIT;
    while !is_so() {
        if command.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        assert!(Instant::now() < until, "waited in vain");
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Starts a run that writes a file, and waits for a condition. A run that ends before is deleted and started again.
fn start_until(arguments: &[&str], out: &Path, is_so: impl Fn() -> bool) -> Child {
    for _ in 0..20 {
        let mut run = start(arguments);
        if comes_true(&mut run, &is_so) {
            return run;
        }
        let ended = end_of(run);
        assert!(ended.status.success(), "{}", stderr(&ended));
        fs::remove_file(out).expect("it was written");
    }
    panic!("twenty runs ended before anybody noticed");
}

/// Returns the latest level that all processes have written.
fn level(parts: &Path, processes: usize) -> usize {
    let names: Vec<String> = fs::read_dir(parts).map_or_else(
        |_| Vec::new(),
        |files| {
            let names = files.filter_map(Result::ok);
            names
                .map(|file| file.file_name().to_string_lossy().into_owned())
                .collect()
        },
    );
    let latest = |process: usize| {
        let prefix = format!("{process}-of-{processes}.level-");
        let levels = names
            .iter()
            .filter_map(|name| name.strip_prefix(&prefix)?.parse().ok());
        levels.max().unwrap_or(0)
    };
    (0..processes).map(latest).min().unwrap_or(0)
}

#[test]
fn one_two_and_four_processes_make_the_same_table_of_three_by_four_with_a_share_of_the_memory_each()
{
    let board = ["3x4", "--suicide", "forbid"];
    let (bytes, answer) = table(&board, "1");
    let expected = super::json("retrograde 3x4 --suicide forbid");
    assert_eq!(answer["table"]["empty"], expected["bracket"]);
    for key in ["exact", "states"] {
        assert_eq!(answer["table"][key], expected["share"][key], "{key}");
    }
    assert_eq!(
        answer["table"]["representatives"],
        expected["stats"]["orbits"]
    );
    assert_eq!(answer["table"]["bytes"], bytes.len());
    let most = |answer: &Value| {
        let processes = answer["processes"].as_array().expect("a list");
        let bytes = processes
            .iter()
            .map(|one| one["state_bytes"].as_u64().expect("a number"));
        assert!(
            processes
                .iter()
                .all(|one| one["peak_bytes"].as_u64() > Some(1 << 20))
        );
        (processes.len(), bytes.max().expect("there is one"))
    };
    let (_, alone) = most(&answer);
    for processes in [2, 4] {
        let (same, answer) = table(&board, &processes.to_string());
        assert!(same == bytes, "{processes} processes make other bytes");
        let (count, shared) = most(&answer);
        assert_eq!(count, processes);
        // Shares are not exactly equal.
        assert!(
            10 * shared * (processes as u64) < 12 * alone,
            "{shared} of {alone} bytes"
        );
    }
}

#[test]
fn every_coloring_has_an_entry_if_that_is_asked_for() {
    let board = ["2x3", "--suicide", "allow", "--all-colorings"];
    let (bytes, answer) = table(&board, "3");
    let expected = super::json("retrograde 2x3 --suicide allow");
    assert_eq!(
        answer["table"]["representatives"],
        expected["stats"]["legal_colorings"]
    );
    assert_eq!(answer["table"]["exact"], expected["share"]["exact"]);
    assert!(bytes == table(&board, "1").0);
}

#[test]
fn a_run_whose_process_is_killed_says_so_and_goes_on_to_the_same_bytes() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let parts = folder.path("out.kpb.parts");
    // All colorings, so that the run is long enough to be killed before its end.
    let board = ["3x4", "--suicide", "forbid", "--all-colorings"];
    let arguments = distribute(&board, &out, "3");
    let run = start_until(&arguments, &out, || level(&parts, 3) >= 2);
    let members = children(&run);
    assert_eq!(members.len(), 3);
    let kill = Command::new("kill").args(["-KILL", &members[1]]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    let ended = end_of(run);
    let says = stderr(&ended);
    assert_eq!(ended.status.code(), Some(1), "{says}");
    assert!(ended.stdout.is_empty());
    assert!(
        says.contains("process 1 ") && says.contains("was killed by signal 9"),
        "{says}"
    );
    assert!(says.contains("the same command continues"), "{says}");
    assert_eq!(says.lines().count(), 1, "{says}");
    assert!(!out.exists());
    for member in members {
        assert!(
            !Path::new("/proc").join(member).exists(),
            "it was left behind"
        );
    }

    let kept = level(&parts, 3);
    assert!((2..24).contains(&kept), "level {kept}");
    // Another number of processes is refused, in one line.
    refused(distribute(&board, &out, "2"), &["of 3 processes, not of 2"]);

    let answer = super::json(&arguments);
    assert_eq!(answer["resumed"], kept);
    let resumed = fs::read(&out).expect("the table is there");
    assert!(!parts.exists(), "the checkpoints are gone");
    assert!(resumed == table(&board, "2").0);
}

#[test]
fn an_interrupted_run_keeps_its_checkpoints_and_exits_with_130() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let parts = folder.path("elsewhere");
    let board = [
        "3x4",
        "--suicide",
        "forbid",
        "--all-colorings",
        "--checkpoint",
        text(&parts),
    ];
    let turns = [0, 1].map(|process| parts.join(format!("{process}-of-2.turns")));
    let run = start_until(&distribute(&board, &out, "2"), &out, || {
        turns.iter().all(|path| path.exists())
    });
    let members = children(&run);
    // Nobody else may use its files meanwhile.
    let other = folder.path("other.kpb");
    let same_out = distribute(&["2x2"], &out, "1");
    for (arguments, used) in [(same_out, &out), (distribute(&board, &other, "2"), &parts)] {
        let refused = super::koproof(&arguments);
        let says = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{says}");
        let words = format!("another run is using {}", used.display());
        assert!(says.contains(&words), "{says}");
    }
    let ended = interrupt(run);
    let says = stderr(&ended);
    assert_eq!(ended.status.code(), Some(130), "{says}");
    assert!(
        says.contains("the same command continues") && says.contains("elsewhere"),
        "{says}"
    );
    assert!(turns.iter().all(|path| path.exists()) && !out.exists());
    for member in members {
        assert!(
            !Path::new("/proc").join(member).exists(),
            "it was left behind"
        );
    }
}

#[test]
fn a_damaged_checkpoint_is_named_and_what_is_before_it_is_enough() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let parts = folder.path("out.kpb.parts");
    let board = ["3x4", "--suicide", "forbid", "--all-colorings"];
    let arguments = distribute(&board, &out, "2");
    let mut run = start_until(&arguments, &out, || level(&parts, 2) >= 1);
    run.kill().expect("it can be killed");
    end_of(run);
    // The processes end when the command that started them has ended.
    let turns = parts.join("1-of-2.turns");
    let bytes = fs::read(&turns).expect("it is there");
    fs::write(&turns, &bytes[..bytes.len() - 1]).expect("it can be written");
    refused(&arguments, &["1-of-2.turns", "delete this file"]);
    fs::remove_file(turns).expect("it can be deleted");
    let resumed = &super::json(&arguments)["resumed"];
    assert!(resumed.as_u64() >= Some(1), "{resumed}");
    assert!(fs::read(&out).expect("the table is there") == table(&board, "1").0);
}

#[test]
fn a_table_that_cannot_be_written_leaves_the_checkpoints() {
    let folder = Folder::new();
    let [place, parts] = ["place", "parts"].map(|name| folder.path(name));
    let out = place.join("out.kpb");
    let board = ["3x4", "--suicide", "forbid"];
    let kept = [&board[..], &["--checkpoint", text(&parts)]].concat();
    let arguments = distribute(&kept, &out, "2");
    // The lock of the run is in the directory that disappears.
    let remove =
        || fs::remove_file(place.join("out.kpb.lock")).and_then(|()| fs::remove_dir(&place));
    let until = Instant::now() + WAIT_LIMIT;
    let run = loop {
        assert!(Instant::now() < until, "waited in vain");
        fs::create_dir(&place).expect("it can be made");
        let mut run = start(&arguments);
        let turns = || parts.join("1-of-2.turns").exists();
        if comes_true(&mut run, turns) && remove().is_ok() {
            break run;
        }
        // The run ended earlier, or was just writing.
        end_of(run);
        fs::remove_dir_all(&place).expect("it can be deleted");
    };
    let ended = end_of(run);
    let says = stderr(&ended);
    assert_eq!(ended.status.code(), Some(1), "{says}");
    assert!(
        says.contains("cannot write") && says.contains("place/out.kpb"),
        "{says}"
    );
    assert_eq!(says.lines().count(), 1, "{says}");
    fs::create_dir(&place).expect("it can be made");
    let answer = super::json(&arguments);
    assert_eq!(
        (&answer["resumed"], &answer["levels"]),
        (&24.into(), &24.into())
    );
    assert!(fs::read(&out).expect("the table is there") == table(&board, "1").0);
}

#[test]
fn bad_input_is_refused_in_one_line_and_nothing_is_overwritten() {
    let folder = Folder::new();
    let there = folder.path("there.kpb");
    fs::write(&there, "mine").expect("it can be written");
    let hosts = folder.path("hosts");
    fs::write(&hosts, "node1:4000\nnode2\n").expect("it can be written");
    let new = folder.path("new.kpb");
    let (there_text, new_text, hosts_text) = (text(&there), text(&new), text(&hosts));
    for (arguments, says) in [
        (vec!["2x3", "--out", there_text], "add --force"),
        (
            vec![
                "2x3",
                "--out",
                new_text,
                "--checkpoint",
                text(folder.0.path()),
            ],
            "new.kpb is among the checkpoints",
        ),
        (
            vec!["2x3", "--out", "/no/such/folder/x.kpb"],
            "/no/such/folder/x.kpb",
        ),
        (vec!["5x6", "--out", new_text], "30 points are too many"),
        (
            vec!["2x3", "--out", new_text, "--processes", "0"],
            "'0' is not a number from 1 to 256",
        ),
        (
            vec!["2x3", "--out", new_text, "--rules", "reiss"],
            "prisoners cannot be counted here",
        ),
        (
            vec!["2x3", "--out", new_text, "--hosts", hosts_text],
            "--process",
        ),
        (
            vec![
                "2x3",
                "--out",
                new_text,
                "--hosts",
                hosts_text,
                "--process",
                "0",
            ],
            "line 2: 'node2' is not HOST:PORT",
        ),
        (
            vec!["2x3", "--out", new_text, "--checkpoint", there_text],
            "there.kpb",
        ),
    ] {
        refused(("retrograde", &arguments), &[says]);
        assert!(!new.exists());
    }
    assert_eq!(fs::read(&there).expect("it is there"), b"mine");
    let forced = [&distribute(&["2x2"], &there, "1")[..], &["--force"]].concat();
    super::stdout(&forced, 0);
    assert!(
        fs::read(&there)
            .expect("it is there")
            .starts_with(b"KPBRAC\r\n")
    );
}

#[test]
fn the_board_may_stand_after_two_dashes_but_does_not_come_from_stdin() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let arguments = [&distribute(&[], &out, "2")[..], &["--", "2x2"]].concat();
    super::stdout(&arguments, 0);
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(distribute(&["@-", "--force"], &out, "2"))
        .write_stdin("A_\n")
        .timeout(WAIT_LIMIT)
        .output()
        .expect("the program runs");
    let says = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{says}");
    assert!(says.contains("cannot come from stdin"), "{says}");
    assert_eq!(says.lines().count(), 1, "{says}");
}
