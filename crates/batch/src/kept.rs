//! Files that no data set replaces.

use std::path::{Component, Path};

/// What is lost with its files: a batch, and the run of a leader (`koproof_jobs`). Each has the file that makes a
/// directory its own, and the names of its files and directories there. A test of the command line compares those of a
/// run.
const KEPT: [(&str, &[&str]); 2] = [
    (
        "batch.json",
        &["batch.json", "boards.jsonl", "units", "times", "running"],
    ),
    (
        "question.json",
        &[
            "question.json",
            "jobs",
            "taken",
            "results",
            "journals",
            "log",
            "refused",
            "workers",
            "tree.json",
            "leader.lock",
            "value.kpc",
        ],
    ),
];
/// The most directories between a directory of [`KEPT`] and a file of it.
const MAX_DEPTH: usize = 3;

/// Tells whether a path leads to a file of a batch or of a leader's run.
pub(crate) fn is_kept(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    path.ancestors().skip(1).take(MAX_DEPTH).any(|directory| {
        let inner = path.strip_prefix(directory).ok();
        let first = inner.and_then(|inner| inner.components().next());
        KEPT.iter().any(|(mark, names)| {
            let is_named = names
                .iter()
                .any(|&name| first == Some(Component::Normal(name.as_ref())));
            is_named && directory.join(mark).exists()
        })
    })
}
