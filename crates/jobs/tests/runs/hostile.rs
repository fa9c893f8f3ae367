//! Files that no leader and no honest worker has written, or that were changed later.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use koproof_jobs::{
    Found, JobsError, Leading, Question, RunDirectory, Working, lead, status, work,
};
use koproof_solver::{Bracket, Observer};
use koproof_verify::Part;

use super::{
    Said, Until, begin, led, new_job, part, question, serve, together, value_alone, wait_until,
};

/// Acts once, when a file exists, in the middle of a leader's work.
struct When<'w> {
    path: PathBuf,
    act: &'w (dyn Fn() + Sync),
    has_acted: AtomicBool,
    until: Until,
}

impl<'w> When<'w> {
    fn new(path: PathBuf, act: &'w (dyn Fn() + Sync)) -> Self {
        Self {
            path,
            act,
            has_acted: AtomicBool::default(),
            until: Until::default(),
        }
    }
}

impl Observer for When<'_> {
    fn should_stop(&self) -> bool {
        if self.path.exists() && !self.has_acted.swap(true, Ordering::Relaxed) {
            (self.act)();
        }
        self.until.should_stop()
    }
}

/// Leads until `act` has made the leader fail; returns why.
fn failed(
    run: &RunDirectory,
    question: &Question,
    path: PathBuf,
    act: &(dyn Fn() + Sync),
) -> JobsError {
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            let working = Working {
                worker: "honest".to_owned(),
                memory: None,
                observer: &until,
            };
            // What the leader finds changed may stop the worker, too.
            let _ = work(run, question, &working);
        });
        let when = When::new(path, act);
        let leading = Leading {
            lost_after: Duration::from_secs(3),
            observer: &when,
            ..Leading::default()
        };
        let led = thread::scope(|inner| inner.spawn(|| lead(run, question, &leading).err()).join());
        until.stop();
        led.expect("it does not panic").expect("it fails")
    })
}

/// A run to its end, with an honest worker.
fn whole(directory: &Path, question: &Question) -> (RunDirectory, Found, Vec<String>) {
    let run = begin(directory, question);
    let (found, said) = together(&run, question, "honest");
    (run, found, said)
}

/// Otherwise the numbers of all later jobs would be so large that the workers ignore them.
#[test]
fn a_result_with_a_number_of_no_job_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let last = directory.path().join("results/9007199254740992.json");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            new_job(directory.path(), &[]);
            fs::write(&last, "{}").expect("it can be written");
            wait_until(|| !last.exists());
            serve(&run, &question, "honest", &until)
        });
        led(&run, &question, &until)
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    let refused = "no job has this number";
    assert!(said.iter().any(|said| said.contains(refused)), "{said:?}");
}

/// The numbers come up later. Then a report that was read before would not be read again.
#[test]
fn results_of_jobs_to_come_hold_nobody_up() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 60);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let results = directory.path().join("results");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            new_job(directory.path(), &[]);
            // The last two are names of no number.
            for stray in ["000002.json", "+3.json", "3.json"] {
                fs::write(results.join(stray), "{}").expect("it can be written");
            }
            wait_until(|| !results.join("000002.json").exists());
            serve(&run, &question, "honest", &until)
        });
        led(&run, &question, &until)
    });
    assert_eq!(found.value, value_alone("3x3"), "{said:?}");
    assert!(found.jobs > 2 && found.refused == 1, "{found:?} {said:?}");
}

#[test]
fn a_question_that_was_changed_is_named_with_its_fault() {
    let directory = tempfile::tempdir().expect("a directory");
    let whole = question("2x3", 100);
    begin(directory.path(), &whole);
    let path = directory.path().join("question.json");
    let text = fs::read_to_string(&path).expect("the question");
    for (from, to, words) in [
        ("\"expansions\":100", "\"expansions\":0", "0 expansions"),
        ("\"positional\"", "\"none\"", "'none'"),
        ("\"black\"", "\"blue\"", "'blue' is no player"),
        ("\"......\"", "\"..Z...\"", "'Z'"),
        ("\"moves\":[]", "\"moves\":[9]", "illegal move"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        fs::write(&path, changed).expect("it can be written");
        let working = Working {
            worker: "honest".to_owned(),
            memory: None,
            observer: &Until::default(),
        };
        let why = match RunDirectory::open(directory.path()) {
            Ok((run, question)) => work(&run, &question, &working).expect_err("it is refused"),
            Err(why) => why,
        };
        let why = why.to_string();
        assert!(why.contains(words), "{why}");
        assert!(why.starts_with(&path.display().to_string()), "{why}");
    }
}

#[test]
fn a_leader_without_numbers_for_its_jobs_says_why() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let last = directory.path().join("results/9007199254740992.json");
    fs::write(&last, "{}").expect("it can be written");
    let leading = Leading {
        lost_after: Duration::from_secs(3),
        observer: &Until::default(),
        ..Leading::default()
    };
    let why = lead(&run, &question, &leading).expect_err("no job can be given");
    assert!(why.to_string().contains("has no numbers left"), "{why}");
}

#[test]
fn a_worker_that_claims_any_number_of_expansions_changes_no_value_and_no_limit() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 200);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let (found, said) =
        thread::scope(|scope| {
            scope.spawn(|| {
            let (number, job) = new_job(directory.path(), &[]);
            let report = format!(
                "{{\"job\":{job},\"worker\":\"liar\",\"expansions\":{},\"seconds\":0.0,\"parts\":0,\
                 \"left\":{{\"proof\":1,\"disproof\":1}},\"open\":[]}}",
                u64::MAX
            );
            let results = directory.path().join("results");
            fs::write(results.join(".beside"), report).expect("it can be written");
            fs::rename(results.join(".beside"), results.join(format!("{number}.json")))
                .expect("it can be written");
            // Before the leader has seen it, the honest worker could take the job.
            let job = directory.path().join(format!("jobs/{number}.json"));
            wait_until(|| !job.exists());
            serve(&run, &question, "honest", &until)
        });
            led(&run, &question, &until)
        });
    assert_eq!(found.value, Bracket::exactly(9), "{said:?}");
    // The limit of the next target is four times this.
    assert!(found.expansions <= 200 * found.jobs, "{found:?}");
    assert_eq!(found.refused, 0, "{said:?}");
}

/// Some file systems have no locks, and some lose them.
#[test]
fn an_entry_of_another_leader_is_not_replaced() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 100);
    let run = begin(directory.path(), &question);
    let (part, header) = part("3x3");
    let journal = directory.path().join("journals/liar");
    let entry = directory.path().join("log/000001.kpl");
    let why = failed(
        &run,
        &question,
        directory.path().join("jobs/000001.json"),
        &|| {
            fs::write(&entry, "another leader's").expect("it can be written");
            fs::create_dir(&journal).expect("it can be written");
            let bytes = part.to_bytes(&header).expect("a file");
            fs::write(journal.join("000001.kpj"), bytes).expect("it can be written");
        },
    );
    assert!(matches!(why, JobsError::Led { .. }), "{why}");
    let bytes = fs::read(entry).expect("it is there");
    assert_eq!(bytes, b"another leader's");
}

/// All later steps of the log rest on an accepted part, so the leader keeps a copy.
#[test]
fn a_worker_that_changes_an_accepted_part_stops_neither_this_leader_nor_the_next() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 100);
    let run = begin(directory.path(), &question);
    let (longer, header) = part("3x3");
    let longer = Part {
        worker: "honest".to_owned(),
        ..longer
    };
    let bytes = longer.to_bytes(&header).expect("a file");
    let first = directory.path().join("journals/honest/000001.kpj");
    let until = Until::default();
    let change = || fs::write(&first, &bytes).expect("it can be written");
    let when = When::new(directory.path().join("log/000001.kpl"), &change);
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "honest", &until));
        led(&run, &question, &when)
    });
    assert_eq!(found.value, Bracket::exactly(9), "{said:?}");
    assert!(when.has_acted.into_inner());
    fs::remove_file(run.value()).expect("the certificate");
    change();
    let (again, said) = led(&run, &question, &until);
    assert_eq!(again.value, found.value, "{said:?}");
}

#[test]
fn a_worker_removes_the_parts_that_were_accepted() {
    let directory = tempfile::tempdir().expect("a directory");
    let (_, found, said) = whole(directory.path(), &question("3x3", 100));
    assert!(found.jobs > 1, "{said:?}");
    let parts = fs::read_dir(directory.path().join("journals/honest")).expect("its journal");
    // It ends before it reads what became of its last one.
    assert!(parts.count() <= 1);
}

/// An error of the disk says nothing about the log, which may be worth days.
#[test]
fn a_part_that_cannot_be_read_does_not_make_the_log_damaged() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let (run, _, _) = whole(directory.path(), &question);
    let first = directory.path().join("log/000001.kpj");
    fs::remove_file(&first).expect("the first part");
    let refused = || {
        let leading = Leading {
            lost_after: Duration::from_secs(3),
            observer: &Until::default(),
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect_err("it is refused")
    };
    assert!(matches!(refused(), JobsError::Log { .. }));
    fs::create_dir(&first).expect("a folder in its place");
    let why = refused();
    assert!(matches!(why, JobsError::Store(_)), "{why}");
    assert!(why.to_string().contains("log/000001.kpj"), "{why}");
}

/// An error of the disk or of the network says nothing about the worker.
#[test]
fn a_part_that_cannot_be_read_is_read_again_and_its_journal_is_not_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 100);
    let run = begin(directory.path(), &question);
    let (until, said) = (Until::default(), Said::default());
    let (part, header) = part("3x3");
    let worker = "other".to_owned();
    let part = Part { worker, ..part };
    let journal = directory.path().join("journals/other");
    let first = journal.join("000001.kpj");
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            // A folder cannot be read as a file.
            fs::create_dir_all(&first).expect("it can be made");
            wait_until(|| said.has("other/000001.kpj: ") || said.has("is refused"));
            fs::remove_dir(&first).expect("it stays where it is");
            let bytes = part.to_bytes(&header).expect("a file");
            fs::write(journal.join(".beside"), bytes).expect("it can be written");
            fs::rename(journal.join(".beside"), &first).expect("it can be written");
            wait_until(|| directory.path().join("log/000001.kpl").exists());
            serve(&run, &question, "honest", &until)
        });
        let leading = Leading {
            lost_after: Duration::from_secs(3),
            observer: &until,
            tell: &|what| said.hear(what),
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect("nothing fails")
    });
    assert_eq!(found.value, Bracket::exactly(9), "{:?}", said.all());
    assert_eq!(found.refused, 0, "{:?}", said.all());
}

#[test]
fn two_leaders_cannot_begin_at_once_with_two_questions() {
    let directory = tempfile::tempdir().expect("a directory");
    let lock = File::create(directory.path().join("leader.lock")).expect("it can be written");
    lock.try_lock().expect("nobody else has it");
    let why = RunDirectory::begin(directory.path(), question("2x2", 100)).expect_err("it waits");
    assert!(matches!(why, JobsError::Led { .. }), "{why}");
    let there = fs::metadata(directory.path().join("question.json"));
    assert_eq!(there.expect_err("nothing").kind(), ErrorKind::NotFound);
    drop(lock);
    begin(directory.path(), &question("2x2", 100));
}

#[test]
fn the_status_of_a_run_with_lies_and_left_overs_can_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    begin(directory.path(), &question("2x3", 100));
    let write = |name: &str, text: String| {
        fs::write(directory.path().join(name), text).expect("it can be written");
    };
    let beat = r#"{"worker":"killed","beats":1,"job":null,"expansions":0,"done":0}"#;
    write("workers/killed.json", beat.to_owned());
    write("workers/.koproof-abc.tmp", beat.to_owned());
    let tree = |positions: &str| {
        let tree = r#"{"lo":-6,"hi":6,"target":1,"proof":1,"disproof":1,"nodes":1,"settled":0,"left":2,"positions":"#;
        write("tree.json", format!("{tree}[{positions}]}}"));
    };
    let position = |line: &str| {
        format!(r#"{{"line":{line},"job":null,"settled":null,"proof":1,"disproof":1}}"#)
    };
    // One with a position twice could be drawn with any number of branches.
    let twice = [position("[]"), position("[0]"), position("[0]")];
    tree(&twice.join(","));
    assert!(status(directory.path()).expect("a run").tree.is_none());
    tree(&position("[]"));
    let report = format!(
        "{{\"job\":{{\"number\":1,\"line\":[],\"target\":1,\"expansions\":100,\"prefers\":null,\
         \"until\":{{\"proof\":1,\"disproof\":1}}}},\"worker\":\"liar\",\"expansions\":{},\
         \"seconds\":0.0,\"parts\":0,\"left\":null,\"open\":[]}}",
        u64::MAX
    );
    write("results/000001.json", report);
    let status = status(directory.path()).expect("a run");
    assert_eq!(status.left, Some((u64::MAX, u64::MAX)));
    assert_eq!(status.workers.len(), 1);
}
