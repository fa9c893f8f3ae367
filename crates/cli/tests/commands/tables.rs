//! `koproof table`: solve, query, info and export.

mod damage;
mod export;
mod ko_free;
mod stops;
mod values;
mod writing;

use std::path::Path;

use super::{Folder, json, stdout};

impl Folder {
    /// Makes the table of a board and returns the path of its file.
    fn table(&self, board: &str, options: &[&str]) -> String {
        let file = self.name("t.kpt");
        let arguments = [
            &["table", "solve", board, "--out", &file, "--force"],
            options,
        ]
        .concat();
        stdout(&arguments, 0);
        file
    }

    /// Returns the names of all files.
    fn names(&self) -> Vec<String> {
        let entries = self.0.path().read_dir().expect("the directory is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("the directory can be read").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path).expect("the file can be read")
}

/// Returns the lines of an export: position, player to move, value.
fn exported(file: &str) -> Vec<(String, String, i64)> {
    let text = stdout(["table", "export", file], 0);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,to_move,value"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let [position, to_move, value] = fields[..] else {
                panic!("three fields, not {line}");
            };
            let value = value.parse().expect("a value is a number");
            (position.to_owned(), to_move.to_owned(), value)
        })
        .collect()
}
