//! Damaged tables.

use super::super::bad_input::refused;
use super::{Folder, read};

/// The commands that read a table.
const READERS: [&str; 3] = ["info", "query", "export"];

#[test]
fn a_truncated_table_is_refused_by_every_reader() {
    let folder = Folder::new();
    let file = folder.table("2x3", &[]);
    let whole = read(&file);
    for length in [0, 7, 20, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&file, &whole[..length]).expect("there is room for a file");
        for reader in READERS {
            refused(["table", reader, &file], &["t.kpt", "table"]);
        }
    }
}

#[test]
fn a_table_with_a_flipped_bit_is_refused_by_every_reader() {
    let folder = Folder::new();
    let file = folder.table("2x3", &[]);
    let whole = read(&file);
    for at in [0, 9, 30, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        std::fs::write(&file, &flipped).expect("there is room for a file");
        for reader in READERS {
            refused(["table", reader, &file], &["t.kpt", "table"]);
        }
    }
}

#[test]
fn what_is_no_table_is_refused_with_its_name() {
    let folder = Folder::new();
    let file = folder.name("notes.txt");
    for reader in READERS {
        refused(["table", reader, &file], &["cannot read", "notes.txt"]);
    }
    std::fs::write(&file, "my notes").expect("there is room for a file");
    for reader in READERS {
        refused(
            ["table", reader, &file],
            &["notes.txt: not a koproof table"],
        );
        refused(["table", reader, &folder.name("")], &["cannot read"]);
    }
}
