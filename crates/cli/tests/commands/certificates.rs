//! Certificates: `--certificate`, `koproof verify`, `koproof certificate convert`.

mod composed;
mod damage;
mod disk;
mod forms;
#[path = "../../../verify/tests/common/mutate.rs"]
mod mutate;
mod mutations;
mod readings;
mod replaced;
mod tables;
mod written;

use serde_json::Value;

use super::{Folder, koproof};

/// Runs `koproof verify` on these files and returns its answers, the exit code and stderr.
fn verify(files: &[String]) -> (Vec<Value>, i32, String) {
    let mut arguments = vec!["verify", "--format", "json"];
    arguments.extend(files.iter().map(String::as_str));
    let output = koproof(&arguments);
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answers = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"));
    let code = output.status.code().expect("it is not killed");
    let complaints = String::from_utf8(output.stderr).expect("messages are UTF-8");
    (answers.collect(), code, complaints)
}
