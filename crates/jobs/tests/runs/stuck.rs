//! What would hold a leader or a worker up without end.

use std::fs;
use std::thread;

use koproof_jobs::status;

use super::{Until, begin, led, new_job, question, serve, together, value_alone, wait_until};

/// Its worker waits until the part is gone.
#[test]
fn a_refused_part_goes_away_also_without_a_folder_for_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let journal = directory.path().join("journals/liar");
    let first = journal.join("000001.kpj");
    let refused = directory.path().join("refused");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            new_job(directory.path(), &[]);
            // Neither a folder nor a name to move it to.
            fs::remove_dir(&refused).expect("it is empty");
            fs::write(&refused, "").expect("it can be written");
            fs::create_dir(&journal).expect("it can be made");
            fs::write(&first, "no part").expect("it can be written");
            wait_until(|| !first.exists());
            fs::remove_file(&refused).expect("it is a file");
            serve(&run, &question, "honest", &until)
        });
        led(&run, &question, &until)
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert_eq!(found.refused, 1, "{said:?}");
}

/// To open one waits for a writer.
#[cfg(unix)]
#[test]
fn pipes_in_the_directory_hold_nobody_up() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    for name in ["workers/stray.json", "taken/000001", "refused/stray"] {
        let made = std::process::Command::new("mkfifo")
            .arg(directory.path().join(name))
            .status();
        assert!(made.expect("mkfifo runs").success(), "{name}");
    }
    let (found, said) = together(&run, &question, "honest");
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert_eq!(status(directory.path()).expect("a run").refused, 1);
}

/// On 2x2 ten expansions lead from some numbers to the same numbers.
#[test]
fn a_position_whose_jobs_prove_nothing_is_expanded() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x2", 10);
    let run = begin(directory.path(), &question);
    let (found, said) = together(&run, &question, "alone");
    assert_eq!(found.value, value_alone("2x2"), "{said:?}");
}

/// The leader read it again and again, however large it was.
#[test]
fn a_report_that_names_parts_which_cannot_be_there_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 100);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let results = directory.path().join("results");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            let (number, job) = new_job(directory.path(), &[]);
            let report = format!(
                "{{\"job\":{job},\"worker\":\"nobody\",\"expansions\":0,\"seconds\":0.0,\
                 \"parts\":2,\"left\":null,\"open\":[]}}"
            );
            let path = results.join(format!("{number}.json"));
            fs::write(results.join(".beside"), report).expect("it can be written");
            fs::rename(results.join(".beside"), &path).expect("it can be written");
            wait_until(|| !path.exists());
            serve(&run, &question, "honest", &until)
        });
        led(&run, &question, &until)
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    let refused = "it names part 2 of the journal of nobody, of which 0 are in the log";
    assert!(said.iter().any(|said| said.contains(refused)), "{said:?}");
}
