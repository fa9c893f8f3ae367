//! Runs with honest, slow, faulty and lost workers.

mod hostile;
mod leaders;
mod lost;
mod stopped;
mod stuck;
mod waiting;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use koproof_jobs::{Found, JobsError, Leading, Question, RunDirectory, Working, lead, work};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
use koproof_solver::{Bracket, Budget, Nobody, Observer, Options, Proofs, Solver};
use koproof_verify::{Bound, Header, Part, Rule, check, never_stop};
use waiting::{Said, Until, wait_for, wait_until};

/// Returns the question of the empty board without suicide, with jobs of `expansions` expansions.
fn question(name: &str, expansions: u64) -> Question {
    let board: Board = name.parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    Question::new(&board, &game, expansions).expect("nothing is disputed")
}

fn begin(directory: &Path, question: &Question) -> RunDirectory {
    RunDirectory::begin(directory, question.clone())
        .expect("an empty directory")
        .0
}

fn serve(run: &RunDirectory, question: &Question, name: &str, observer: &dyn Observer) -> u64 {
    let working = Working {
        worker: name.to_owned(),
        memory: None,
        observer,
    };
    work(run, question, &working).expect("nothing fails").jobs
}

/// Leads a run to its end; returns the result and the messages.
fn led(run: &RunDirectory, question: &Question, observer: &dyn Observer) -> (Found, Vec<String>) {
    led_with(run, question, observer, Duration::from_secs(3))
}

/// Does the same with another time after which a worker counts as lost.
fn led_with(
    run: &RunDirectory,
    question: &Question,
    observer: &dyn Observer,
    lost_after: Duration,
) -> (Found, Vec<String>) {
    let said = Said::default();
    let leading = Leading {
        lost_after,
        observer,
        tell: &|what| said.hear(what),
        ..Leading::default()
    };
    let found = lead(run, question, &leading).expect("nothing fails");
    (found, said.all())
}

/// Leads a run to its end with a worker.
fn together(run: &RunDirectory, question: &Question, worker: &str) -> (Found, Vec<String>) {
    thread::scope(|scope| {
        scope.spawn(|| serve(run, question, worker, &Until::default()));
        led(run, question, &Until::default())
    })
}

fn bounds(file: &Path) -> Vec<Bound> {
    let bytes = fs::read(file).expect("a certificate");
    let checked = check(bytes.as_slice(), &mut never_stop).expect("a proof");
    checked.proved.iter().map(|proved| proved.bound).collect()
}

#[test]
fn two_workers_find_a_value_and_its_proof() {
    // The second is K6 without one edge: so many claims are about the same states that the solver does not keep all.
    for (board, job, value) in [("3x3", 100, 9), ("g6:E~~o", 5_000, 1)] {
        let directory = tempfile::tempdir().expect("a directory");
        let question = question(board, job);
        let run = begin(directory.path(), &question);
        let (found, said) = thread::scope(|scope| {
            for name in ["one", "other"] {
                let (run, question) = (&run, &question);
                scope.spawn(move || serve(run, question, name, &Until::default()));
            }
            led(&run, &question, &Until::default())
        });
        assert_eq!(found.value, Bracket::exactly(value));
        assert!(found.jobs > 1 && found.refused == 0, "{found:?} {said:?}");
        let value = value as i16;
        assert_eq!(
            bounds(&run.value()),
            [Bound::AtLeast(value), Bound::AtMost(value)]
        );
        let status = koproof_jobs::status(directory.path()).expect("a run");
        assert_eq!((status.value, status.left), (Some(value.into()), None));
    }
}

#[test]
fn a_leader_that_is_stopped_again_and_again_comes_to_the_end() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 30);
    let run = begin(directory.path(), &question);
    let reports = || fs::read_dir(directory.path().join("results")).map_or(0, Iterator::count);
    let end = Until::default();
    let found = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "worker", &end));
        loop {
            let until = Until::default();
            let before = reports();
            let found = thread::scope(|inner| {
                inner.spawn(|| {
                    wait_until(|| until.should_stop() || reports() != before);
                    until.stop();
                });
                let (found, _) = led(&run, &question, &until);
                until.stop();
                found
            });
            // A leader that is stopped may know the value, and not have written its certificate yet.
            if found.stopped.is_none() {
                break found;
            }
            assert!(!end.should_stop(), "{found:?}");
        }
    });
    assert_eq!(bounds(&run.value()).len(), 2);
    assert_eq!(found.value, value_alone("2x4"));
}

/// Returns the value that a single solver finds.
fn value_alone(name: &str) -> Bracket {
    let board: Board = name.parse().expect("a board");
    let solver = Solver::new(&board, Ruleset::NSTT, Options::default()).expect("a small board");
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("a start");
    solver.solve(&game, Budget::UNLIMITED, &Nobody).value
}

/// Waits for a job that none of these numbers names; returns its number and its text.
fn new_job(directory: &Path, answered: &[String]) -> (String, String) {
    wait_for(|| {
        let jobs = fs::read_dir(directory.join("jobs")).expect("a folder");
        let names = jobs.map(|entry| entry.expect("a file").file_name());
        let names = names.filter_map(|name| Some(name.to_str()?.strip_suffix(".json")?.to_owned()));
        let mut new = names.filter(|name| !name.starts_with('.') && !answered.contains(name));
        let number = new.next()?;
        let path = directory.join("jobs").join(format!("{number}.json"));
        let text = fs::read_to_string(path).ok()?;
        Some((number, text))
    })
}

/// Returns what a liar with this name writes.
type Lie<'l> = dyn Fn(&str) -> Option<Vec<u8>> + 'l;

/// Answers jobs with journals of another board, with a false step, with steps that nobody accepted, with damage, and
/// without any, before an honest worker comes.
fn lie(directory: &Path) {
    let (part, header) = part("3x3");
    let bytes = |part: Part, header: &Header| part.to_bytes(header).expect("a file");
    let foreign = || {
        let (part, header) = self::part("path:3");
        bytes(part, &header)
    };
    let early = Part {
        first: 1_000_000,
        ..part.clone()
    };
    let lies: [&Lie<'_>; 5] = [
        &|_| Some(foreign()),
        &|liar| Some(bytes(forged(&part, liar), &header)),
        &|_| Some(bytes(early.clone(), &header)),
        &|liar| {
            let worker = liar.to_owned();
            let mut file = bytes(
                Part {
                    worker,
                    ..part.clone()
                },
                &header,
            );
            let middle = file.len() / 2;
            file[middle] ^= 1;
            Some(file)
        },
        &|_| None,
    ];
    let mut answered = Vec::new();
    for lie in lies {
        let (number, job) = new_job(directory, &answered);
        let mut parts = 0;
        let worker = format!("liar{number}");
        if let Some(file) = lie(&worker) {
            let journal = directory.join("journals").join(&worker);
            fs::create_dir_all(&journal).expect("it can be written");
            fs::write(journal.join(".beside"), file).expect("it can be written");
            fs::rename(journal.join(".beside"), journal.join("000001.kpj"))
                .expect("it can be written");
            parts = 1;
        }
        let report = format!(
            "{{\"job\":{job},\"worker\":\"{worker}\",\"expansions\":0,\"seconds\":0.0,\
             \"parts\":{parts},\"left\":null,\"open\":[]}}"
        );
        let results = directory.join("results");
        let beside = results.join(format!(".{number}.tmp"));
        fs::write(&beside, report).expect("it can be written");
        fs::rename(beside, results.join(format!("{number}.json"))).expect("it can be written");
        // Before the leader has seen it, the honest worker could take the job.
        let path = directory.join("jobs").join(format!("{number}.json"));
        wait_until(|| !path.exists());
        answered.push(number);
    }
}

/// The part with a step that promises a point more than it proves.
fn forged(part: &Part, worker: &str) -> Part {
    let mut forged = Part {
        worker: worker.to_owned(),
        ..part.clone()
    };
    let rests_on_others = |rule: &Rule| matches!(rule, Rule::Replies { .. } | Rule::Play { .. });
    let mut steps = forged.steps.iter_mut();
    let step = steps
        .find(|step| rests_on_others(&step.rule))
        .expect("a step to forge");
    step.bound = match step.bound {
        Bound::AtLeast(score) => Bound::AtLeast(score + 1),
        Bound::AtMost(score) => Bound::AtMost(score - 1),
    };
    forged
}

/// All that a solver proves about an empty board.
fn part(name: &str) -> (Part, Header) {
    let board: Board = name.parse().expect("a board");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let solver = Solver::new(&board, Ruleset::NSTT, options).expect("a small board");
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("a start");
    let mut journal = solver.journal().expect("it keeps proofs");
    solver.solve(&game, Budget::UNLIMITED, &Nobody);
    (journal.part("liar", Some(&game)), journal.header().clone())
}

#[test]
fn forged_and_foreign_journals_are_refused_and_named_and_the_value_is_right() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x3", 200);
    let run = begin(directory.path(), &question);
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            lie(directory.path());
            serve(&run, &question, "honest", &Until::default())
        });
        led(&run, &question, &Until::default())
    });
    assert_eq!(found.value, Bracket::exactly(9));
    // Each journal, and each report.
    assert_eq!(found.refused, 9, "{said:?}");
    let named = |why: &str| said.iter().filter(|line| line.contains(why)).count();
    assert_eq!(named("/refused/liar"), 4, "{said:?}");
    for why in [
        "it is of g6:",
        "is refused: step",
        "it continues 1000000 accepted steps",
        "does not match at byte",
        "does not prove its answer",
    ] {
        assert!(named(why) > 0, "{why}: {said:?}");
    }
    assert_eq!(bounds(&run.value()), [Bound::AtLeast(9), Bound::AtMost(9)]);
}

#[test]
fn the_job_of_a_worker_that_is_gone_is_given_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let said = Said::default();
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            let taken = directory.path().join("taken/000001");
            let job = directory.path().join("jobs/000001.json");
            wait_until(|| job.exists());
            fs::write(taken, "gone").expect("it can be written");
            // No other worker comes before the leader has missed this one.
            wait_until(|| said.has("no worker is at work") && said.has("worker gone is lost"));
            serve(&run, &question, "late", &Until::default())
        });
        let leading = Leading {
            lost_after: Duration::from_secs(2),
            observer: &Until::default(),
            tell: &|what| said.hear(what),
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect("nothing fails")
    });
    assert_eq!(found.value, value_alone("2x3"));
    assert!(found.lost >= 1);
}

#[test]
fn a_worker_with_the_name_of_an_earlier_one_is_refused_and_changes_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 30);
    let run = begin(directory.path(), &question);
    let journal = directory.path().join("journals/worker");
    let (found, why) = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "worker", &Until::default()));
        let again = scope.spawn(|| {
            wait_until(|| journal.exists());
            let working = Working {
                worker: "worker".to_owned(),
                memory: None,
                observer: &Until::default(),
            };
            work(&run, &question, &working).expect_err("the name is taken")
        });
        let found = led(&run, &question, &Until::default()).0;
        (found, again.join().expect("it ends"))
    });
    assert!(matches!(why, JobsError::Name { .. }), "{why}");
    assert_eq!(found.value, value_alone("2x4"));
}

#[test]
fn a_worker_with_the_name_of_a_leader_or_of_another_folder_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x2", 100);
    let run = begin(directory.path(), &question);
    let at_once = Until::default();
    at_once.stop();
    for name in [
        "leader-1", "../other", "a/b", "..", ".", "", ".hidden", "a.tmp",
    ] {
        let working = Working {
            worker: name.to_owned(),
            memory: None,
            observer: &at_once,
        };
        let why = work(&run, &question, &working).expect_err("it is refused");
        assert!(
            why.to_string().starts_with("no worker can be called"),
            "{name}: {why}"
        );
    }
    assert!(!directory.path().join("other").exists());
    for name in ["leader", "leader-", "leader-7-18f3", "node7.cluster"] {
        serve(&run, &question, name, &at_once);
    }
}

#[test]
fn a_directory_holds_one_run() {
    let directory = tempfile::tempdir().expect("a directory");
    begin(directory.path(), &question("3x3", 100));
    let again = RunDirectory::begin(directory.path(), question("3x3", 5_000));
    assert_eq!(again.expect("the same question").1.expansions, 100);
    let other =
        RunDirectory::begin(directory.path(), question("2x2", 100)).expect_err("another question");
    assert!(other.to_string().contains("another question"), "{other}");
    let empty = tempfile::tempdir().expect("a directory");
    let none = RunDirectory::open(empty.path()).expect_err("it is empty");
    assert!(matches!(none, JobsError::None(_)), "{none}");
}

/// As where the folder may not be searched: whether the file is there cannot be found out.
#[cfg(unix)]
#[test]
fn a_question_that_cannot_be_read_is_not_called_missing() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = directory.path().join("question.json");
    std::os::unix::fs::symlink(&question, &question).expect("a link to itself");
    let why = RunDirectory::open(directory.path()).expect_err("a circle");
    assert!(matches!(why, JobsError::Store(_)), "{why}");
}
