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

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::koproof;

/// A directory of files that is removed after the test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the path of a file as an argument.
    fn name(&self, name: &str) -> String {
        text(&self.path(name))
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("the file is there")
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.path(name), bytes).expect("there is room for a file");
        self.name(name)
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("temporary paths are UTF-8").to_owned()
}

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
