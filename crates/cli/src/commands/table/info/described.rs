//! The description that every table has: its file and its board.

use std::fmt;
use std::path::Path;

use indicatif::HumanCount;
use koproof_rules::Board;
use serde::Serialize;

use crate::about::AboutBoard;
use crate::exit::Blame;
use crate::words::one_line;

/// The file of a table and its board.
#[derive(Debug, Serialize)]
pub(super) struct Described {
    /// The content of the table: `values` or `brackets`.
    kind: &'static str,
    file: String,
    bytes: u64,
    /// The checksum is always correct, because a table with a wrong one is refused.
    checksum: &'static str,
    format_version: u16,
    #[serde(flatten)]
    about: AboutBoard,
    points: usize,
    edges: usize,
}

impl Described {
    pub(super) fn new(
        kind: &'static str,
        path: &Path,
        format_version: u16,
        board: &Board,
    ) -> anyhow::Result<Self> {
        let bytes = std::fs::metadata(path).cannot_read(path.display())?.len();
        Ok(Self {
            kind,
            file: path.display().to_string(),
            bytes,
            checksum: "ok",
            format_version,
            about: board.into(),
            points: board.points(),
            edges: board.edges().len(),
        })
    }
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = HumanCount(self.bytes);
        let format = match self.kind {
            "values" => "table".to_owned(),
            kind => format!("table of {kind}"),
        };
        let file = one_line(&self.file);
        writeln!(f, "file: {file} ({bytes} bytes, checksum ok)")?;
        writeln!(f, "format: {format}, version {}", self.format_version)?;
        write!(f, "{}\ngraph6: {}", self.about, self.about.graph6)
    }
}
