//! The manifest of a data set: its content, its origin, and its files with their checksums.

use std::path::Path;

use koproof_store::read_limited;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::columns::Column;
use crate::digest::sha256;
use crate::merge::Merged;
use crate::task::Task;

/// The largest file that may be a manifest; one has some kilobytes.
const MAX_BYTES: u64 = 1 << 20;

/// The manifest of a data set. It is the same on every run.
#[derive(Debug, Serialize)]
pub(super) struct Manifest<'m> {
    files: Vec<FileEntry>,
    version: &'m str,
    task: Task,
    rules: &'m [String],
    node_budget: u64,
    /// Boards up to isomorphism.
    boards: usize,
    units: Units,
    rows: usize,
    columns: &'m [Column],
}

#[derive(Debug, Serialize, Deserialize)]
struct FileEntry {
    name: String,
    bytes: usize,
    sha256: String,
}

/// The part that every manifest has. Another version may have other tasks, counts and columns.
#[derive(Deserialize)]
struct Earlier {
    #[serde(rename = "files")]
    _files: Vec<FileEntry>,
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "task")]
    _task: String,
    #[serde(rename = "rules")]
    _rules: Vec<String>,
    #[serde(rename = "columns")]
    _columns: Vec<IgnoredAny>,
}

/// Tells whether a file is the manifest of a data set.
pub(super) fn is_manifest(path: &Path) -> bool {
    read_limited(path, MAX_BYTES)
        .is_ok_and(|bytes| serde_json::from_slice::<Earlier>(&bytes).is_ok())
}

#[derive(Debug, Serialize)]
struct Units {
    total: usize,
    done: usize,
    open: usize,
    failed: usize,
    missing: usize,
}

impl<'m> Manifest<'m> {
    pub(super) fn new(merged: &'m Merged) -> Self {
        let settings = merged.plan().settings();
        let tally = merged.tally();
        Self {
            files: Vec::new(),
            version: &settings.version,
            task: settings.task,
            rules: &settings.rules,
            node_budget: settings.nodes,
            boards: merged.plan().classes().count(),
            units: Units {
                total: tally.total,
                done: tally.done,
                open: tally.open,
                failed: tally.failed,
                missing: merged.missing().len(),
            },
            rows: merged.row_count(),
            columns: merged.columns(),
        }
    }

    pub(super) fn add(&mut self, path: &Path, bytes: &[u8]) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.files.push(FileEntry {
            name: name.to_string_lossy().into_owned(),
            bytes: bytes.len(),
            sha256: sha256(bytes),
        });
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("it holds texts and numbers");
        text.push(b'\n');
        text
    }
}
