//! The code that pages show: Rust is part of the examples that scripts/test runs, definitions are part of the proof.

use std::fs;
use std::path::PathBuf;

use super::{read, root};

/// Returns the blocks of a page in this language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    page.split(&format!("```{language}\n"))
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn definitions_that_the_handbook_quotes_are_those_of_the_proof() {
    let theories = ["Calculus", "Statement"].map(|name| read(format!("proof/theories/{name}.v")));
    let page = read("docs/book/src/proof.md");
    let quoted: Vec<&str> = (blocks(&page, "text").into_iter())
        .filter(|block| block.starts_with("Definition ") || block.starts_with("| "))
        .collect();
    assert_eq!(quoted.len(), 2);
    for block in quoted {
        let found = theories.iter().any(|theory| theory.contains(block));
        assert!(found, "no theory has\n{block}");
    }
}

#[test]
fn the_rust_that_pages_show_is_from_examples_that_run() {
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
    pages.extend(["README.md", "docs/book/src/rust.md"].map(|page| root().join(page)));
    pages.retain(|page| page.exists());
    let mut seen = 0;
    for page in &pages {
        let text = read(page);
        for block in blocks(&text, "rust") {
            let found = examples.iter().any(|example| example.contains(block));
            assert!(found, "{}: no example has\n{block}", page.display());
            seen += 1;
        }
    }
    assert!(seen >= 8, "{seen} blocks");
}
