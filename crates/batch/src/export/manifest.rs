//! The manifest of a data set: its content, its origin, and its files with their checksums.

use std::path::Path;

use koproof_store::read_regular;
use serde::Serialize;
use serde_json::Value;

use crate::columns::Column;
use crate::digest::Summed;
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

#[derive(Debug, Serialize)]
struct FileEntry {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Tells whether a file is the manifest of a data set. Another version may have other tasks, counts and columns.
pub(super) fn is_manifest(path: &Path) -> bool {
    let bytes = read_regular(path, MAX_BYTES).unwrap_or_default();
    let found: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let is_file = |file: &Value| {
        file["name"].is_string() && file["bytes"].is_u64() && file["sha256"].is_string()
    };
    let files = found["files"].as_array();
    files.is_some_and(|files| files.iter().all(is_file))
        && found["version"].is_string()
        && found["task"].is_string()
        && (found["rules"].as_array()).is_some_and(|rules| rules.iter().all(Value::is_string))
        && found["columns"].is_array()
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

    pub(super) fn add<W>(&mut self, path: &Path, written: &Summed<W>) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.files.push(FileEntry {
            name: name.to_string_lossy().into_owned(),
            bytes: written.bytes,
            sha256: written.sha256(),
        });
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("it holds texts and numbers");
        text.push(b'\n');
        text
    }
}
