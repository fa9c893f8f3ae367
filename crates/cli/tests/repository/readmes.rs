//! The Rust code in README files is part of the examples that scripts/test runs.

use std::fs;
use std::path::PathBuf;

use super::{read, root};

/// Returns the `rust` blocks of a page.
fn blocks_of_rust(page: &str) -> Vec<&str> {
    page.split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn the_rust_that_readmes_show_is_from_examples_that_run() {
    let crates = fs::read_dir(root().join("crates")).expect("it is there");
    let crates: Vec<PathBuf> = crates
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    let examples: Vec<String> = crates
        .iter()
        .filter_map(|path| fs::read_dir(path.join("examples")).ok())
        .flatten()
        .map(|entry| read(entry.expect("it can be listed").path()))
        .collect();
    let mut pages: Vec<PathBuf> = crates.iter().map(|path| path.join("README.md")).collect();
    pages.push(root().join("README.md"));
    pages.retain(|page| page.exists());
    let mut seen = 0;
    for page in &pages {
        let text = read(page);
        for block in blocks_of_rust(&text) {
            let found = examples.iter().any(|example| example.contains(block));
            assert!(found, "{}: no example has\n{block}", page.display());
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen} blocks");
}
