//! Leaders that come after another leader, or beside one.

use std::fs;
use std::thread;
use std::time::Duration;

use koproof_jobs::{JobsError, Leading, Question, RunDirectory, lead, status};
use koproof_verify::{Accepted, Bound, Part};

use super::{
    Said, Until, begin, bounds, forged, led, new_job, part, question, serve, together, value_alone,
    wait_until,
};

/// Returns why a leader cannot begin.
fn refused(run: &RunDirectory, question: &Question) -> JobsError {
    let leading = Leading {
        lost_after: Duration::from_secs(3),
        observer: &Until::default(),
        ..Leading::default()
    };
    lead(run, question, &leading).expect_err("it is refused")
}

/// The leader ends after the honest worker has proved something, and the next one finds a step changed in the log.
#[test]
fn a_leader_checks_the_log_of_the_one_before_it_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 100);
    let run = begin(directory.path(), &question);
    let log = directory.path().join("log");
    let until = Until::default();
    let entries = || fs::read_dir(&log).expect("a folder").count();
    thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "honest", &until));
        scope.spawn(|| {
            // Two files for each entry.
            wait_until(|| entries() >= 4);
            until.stop();
        });
        led(&run, &question, &until)
    });
    let journal = directory.path().join("log/000001.kpj");
    let (_, header) = part("3x3");
    let bytes = fs::read(&journal).expect("the first part");
    let honest = Part::from_bytes(&bytes, &header).expect("a part");
    fs::write(
        &journal,
        forged(&honest, "honest").to_bytes(&header).expect("a file"),
    )
    .expect("it can be written");
    let why = refused(&run, &question).to_string();
    assert!(
        why.contains("000001.kpj: step") && why.contains("the log is damaged"),
        "{why}"
    );
}

/// The claims in the log are for the workers: a leader believes the steps only.
#[test]
fn a_leader_does_not_believe_the_claims_in_the_log_of_the_one_before_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 1_000);
    let run = begin(directory.path(), &question);
    let (found, _) = together(&run, &question, "honest");
    fs::remove_file(run.value()).expect("the certificate");
    let mut forged = 0;
    let (_, header) = part("2x4");
    for entry in fs::read_dir(directory.path().join("log")).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "kpj") {
            continue;
        }
        let bytes = fs::read(&path).expect("an entry");
        let mut entry = Accepted::from_bytes(&bytes, &header).expect("an entry");
        for told in &mut entry.told {
            told.bound = Bound::AtMost(-8);
            forged += 1;
        }
        let bytes = entry.to_bytes(&header).expect("an entry");
        fs::write(&path, bytes).expect("it can be written");
    }
    assert!(forged > 0, "nothing to forge");
    let (again, said) = led(&run, &question, &Until::default());
    assert_eq!(again.value, found.value, "{said:?}");
    // The report of the last job may come after the value.
    assert!(again.jobs >= found.jobs, "{again:?} {found:?}");
    assert_eq!(bounds(&run.value()).len(), 2);
}

/// Otherwise the leader would take the report of the withdrawn job for that of its own.
#[test]
fn a_job_that_an_earlier_leader_has_withdrawn_gives_its_number_to_no_other() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let beat = r#"{"worker":"slow","beats":1,"job":7,"expansions":0,"done":0}"#;
    fs::write(directory.path().join("workers/slow.json"), beat).expect("it can be written");
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (number, _) = new_job(directory.path(), &[]);
            until.stop();
            assert_eq!(number, "000008");
        });
        led(&run, &question, &until)
    });
}

#[test]
fn a_second_leader_is_refused_while_the_first_is_at_work() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| led(&run, &question, &until));
        new_job(directory.path(), &[]);
        let why = refused(&run, &question);
        until.stop();
        assert!(matches!(why, JobsError::Led { .. }), "{why}");
    });
    // The first has ended.
    led(&run, &question, &until);
}

#[test]
fn a_log_without_one_of_its_entries_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let run = begin(directory.path(), &question);
    together(&run, &question, "honest");
    fs::remove_file(directory.path().join("log/000001.kpl")).expect("the first entry");
    let why = refused(&run, &question).to_string();
    assert!(why.contains("000001.kpl: it is missing"), "{why}");
}

/// What a damaged file costs: the entries from there on. Their steps are proved again.
#[test]
fn a_run_goes_on_from_before_the_entries_that_were_deleted() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 30);
    let run = begin(directory.path(), &question);
    together(&run, &question, "honest");
    fs::remove_file(run.value()).expect("the certificate");
    let log = directory.path().join("log");
    let entries = fs::read_dir(&log).expect("a folder").count() / 2;
    assert!(entries > 3, "{entries}");
    let part = log.join(format!("{:06}.kpj", entries / 2));
    let mut bytes = fs::read(&part).expect("a part");
    bytes.push(0);
    fs::write(&part, bytes).expect("it can be written");
    let why = refused(&run, &question);
    assert!(
        matches!(&why, JobsError::Log { path, .. } if *path == part),
        "{why}"
    );
    for number in entries / 2..=entries {
        for ending in ["kpj", "kpl"] {
            let path = log.join(format!("{number:06}.{ending}"));
            fs::remove_file(path).expect("a file of the log");
        }
    }
    let (found, said) = together(&run, &question, "late");
    assert_eq!(found.value, value_alone("2x4"), "{said:?}");
    assert_eq!(bounds(&run.value()).len(), 2);
}

#[test]
fn a_folder_that_was_removed_is_made_again_but_not_that_of_the_log() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    begin(directory.path(), &question);
    for folder in ["jobs", "results", "taken", "log"] {
        fs::remove_dir(directory.path().join(folder)).expect("an empty folder");
    }
    let status = status(directory.path()).expect("a run");
    assert_eq!((status.reports, status.open.len()), (0, 0));
    let (run, question) = RunDirectory::open(directory.path()).expect("a run");
    let (found, said) = together(&run, &question, "honest");
    assert_eq!(found.value, value_alone("2x4"), "{said:?}");
    fs::remove_dir_all(directory.path().join("log")).expect("the log");
    let why = refused(&run, &question);
    assert!(matches!(why, JobsError::NoLog(_)), "{why}");
}

#[test]
fn a_leader_without_workers_says_so_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let (until, said) = (Until::default(), Said::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_until(|| said.has("no worker"));
            // Time in which it could say so again.
            thread::sleep(Duration::from_secs(2));
            until.stop();
        });
        let leading = Leading {
            lost_after: Duration::from_millis(100),
            observer: &until,
            tell: &|what| said.hear(what),
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect("nothing fails")
    });
    assert_eq!(
        said.all(),
        ["no worker is at work: the search waits for one"]
    );
}

#[test]
fn the_status_of_a_run_that_is_done_has_the_value() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let run = begin(directory.path(), &question);
    let (found, _) = together(&run, &question, "honest");
    let tree = status(directory.path()).expect("a run").tree;
    let tree = tree.expect("the leader has written it");
    assert_eq!((tree.lo, tree.hi), (found.value.lo, found.value.hi));
}

/// A damaged job is mended by deleting it: the leader still knows it.
#[test]
fn a_job_whose_file_was_deleted_is_written_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (number, text) = new_job(directory.path(), &[]);
            let path = directory.path().join(format!("jobs/{number}.json"));
            fs::remove_file(path).expect("it is there");
            let again = new_job(directory.path(), &[]);
            until.stop();
            assert_eq!(again, (number, text));
        });
        led(&run, &question, &until)
    });
}

/// A leader that was killed has written a part and not its entry.
#[test]
fn a_part_without_an_entry_at_the_end_of_the_log_is_replaced() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let part = directory.path().join("log/000001.kpj");
    fs::write(part, "of another time").expect("it can be written");
    let (found, said) = together(&run, &question, "honest");
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    fs::remove_file(run.value()).expect("the certificate");
    let (again, said) = led(&run, &question, &Until::default());
    assert_eq!(again.value, found.value, "{said:?}");
}

/// An error of the disk or of the network says nothing about the worker.
#[test]
fn a_report_that_cannot_be_read_is_read_again_and_not_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let (until, said) = (Until::default(), Said::default());
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            let (number, job) = new_job(directory.path(), &[]);
            let results = directory.path().join("results");
            let path = results.join(format!("{number}.json"));
            // A folder cannot be read as a file.
            fs::create_dir(&path).expect("it can be made");
            wait_until(|| said.has(&format!("results/{number}.json: ")) || !path.exists());
            let _ = fs::remove_dir(&path);
            let report = format!(
                "{{\"job\":{job},\"worker\":\"other\",\"expansions\":7,\"seconds\":0.0,\"parts\":0,\
                 \"left\":{{\"proof\":1,\"disproof\":1}},\"open\":[]}}"
            );
            fs::write(results.join(".beside"), report).expect("it can be written");
            fs::rename(results.join(".beside"), &path).expect("it can be written");
            let job = directory.path().join(format!("jobs/{number}.json"));
            wait_until(|| !job.exists());
            serve(&run, &question, "honest", &until)
        });
        let leading = Leading {
            observer: &until,
            tell: &|what| said.hear(what),
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect("nothing fails")
    });
    assert_eq!(found.value, value_alone("2x3"), "{:?}", said.all());
    assert_eq!(found.refused, 0, "{:?}", said.all());
}
