//! Writing certificates to files.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_rules::{Board, Ruleset};
use koproof_solver::{CertifyError, Stopped, Written};
use koproof_store::AtomicFile;
use koproof_verify::{CertificateReader, Form};
use serde::Serialize;

use crate::exit::{BadInput, Blame, one_line};

/// The first bytes of certificates of either form.
const BEGINNINGS: [&[u8]; 2] = [b"koproof certificate ", b"KPCERT\r\n"];

/// A form of a certificate, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormName {
    /// Human-readable lines
    Text,
    /// Compressed, a tenth of the size
    Binary,
}

impl FormName {
    /// Returns the requested form, or the one that follows from the name of the file.
    pub(crate) fn of(asked: Option<Self>, path: &Path) -> Self {
        let is_text = path.extension().is_some_and(|ending| ending == "txt");
        let usual = if is_text { Self::Text } else { Self::Binary };
        asked.unwrap_or(usual)
    }

    /// Returns the form.
    pub(crate) fn form(self) -> Form {
        match self {
            Self::Text => Form::Text,
            Self::Binary => Form::Binary { compressed: true },
        }
    }

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Binary => "binary",
        }
    }
}

/// Returns whether a file begins like a certificate.
pub(crate) fn is_certificate(bytes: &[u8]) -> bool {
    BEGINNINGS.iter().any(|start| bytes.starts_with(start))
}

/// The output file of a certificate.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    form: FormName,
}

/// The summary of a written certificate.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    file: String,
    form: &'static str,
    bytes: u64,
    steps: u64,
    /// The number of proved bounds.
    roots: u64,
    /// The most steps that a checker has to remember at a time.
    most_live_steps: u64,
    seconds: f64,
}

/// A buffered file that replaces the old one when it is complete.
pub(crate) type Output = BufWriter<AtomicFile>;

impl Destination {
    /// Checks the path. An existing file is replaced only if it is empty, or a certificate of the same board and rules.
    pub(crate) fn new(
        path: &Path,
        form: FormName,
        board: &Board,
        rules: Ruleset,
    ) -> anyhow::Result<Self> {
        // The temporary file is removed again.
        drop(AtomicFile::create(path).bad_input()?);
        may_be_replaced(path).bad_input()?;
        proves_the_same_game(path, board, rules).bad_input()?;
        Ok(Self {
            path: path.to_owned(),
            form,
        })
    }

    /// Writes a certificate in one step and returns its summary, or the reason why the work stopped.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(Output, Form) -> Result<(Output, Written), CertifyError>,
    ) -> anyhow::Result<Result<Summary, Stopped>> {
        let started = Instant::now();
        let output = create(&self.path)?;
        let (output, written) = match write(output, self.form.form()) {
            Ok(written) => written,
            Err(CertifyError::Stopped(why)) => return Ok(Err(why)),
            Err(CertifyError::Over) => return Err(BadInput::new(CertifyError::Over).into()),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot write {}", self.name()));
            }
        };
        let bytes = finish(output).with_context(|| format!("cannot write {}", self.name()))?;
        Ok(Ok(self.summary(bytes, written, started.elapsed())))
    }

    /// Writes a certificate from memory.
    pub(crate) fn put(&self, bytes: &[u8], written: Written) -> anyhow::Result<Summary> {
        let started = Instant::now();
        let mut output = create(&self.path)?;
        let bytes = (output.write_all(bytes).map_err(anyhow::Error::from))
            .and_then(|()| finish(output))
            .with_context(|| format!("cannot write {}", self.name()))?;
        Ok(self.summary(bytes, written, started.elapsed()))
    }

    /// Returns the form of the certificate.
    pub(crate) fn form(&self) -> Form {
        self.form.form()
    }

    fn summary(&self, bytes: u64, written: Written, time: Duration) -> Summary {
        Summary {
            file: self.path.display().to_string(),
            form: self.form.name(),
            bytes,
            steps: written.steps,
            roots: written.roots,
            most_live_steps: written.most_live,
            seconds: time.as_secs_f64(),
        }
    }

    fn name(&self) -> String {
        one_line(&self.path.display().to_string())
    }
}

impl Summary {
    /// Writes the summary as a human-readable line.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "certificate: {} ({} steps, {} bytes, {})",
            one_line(&self.file),
            HumanCount(self.steps),
            HumanCount(self.bytes),
            self.form
        )
    }
}

/// Returns a line that says that there is no certificate, and why.
pub(crate) fn none_written(why: Stopped) -> String {
    format!("no certificate was written: stopped ({why}) before all its steps were proved again")
}

/// Starts a file that appears under its name when [`finish`] is called.
pub(crate) fn create(path: &Path) -> anyhow::Result<Output> {
    let file = AtomicFile::create(path)?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

/// Commits a complete file and returns its size in bytes.
pub(crate) fn finish(output: Output) -> anyhow::Result<u64> {
    let file = output.into_inner().map_err(|error| error.into_error())?;
    let bytes = file.size()?;
    file.commit()?;
    Ok(bytes)
}

/// Refuses to replace a file that is not a certificate.
pub(crate) fn may_be_replaced(path: &Path) -> anyhow::Result<()> {
    let mut found = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(32).read_to_end(&mut found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => Err(error),
    }
    .with_context(|| format!("cannot look at {}", path.display()))?;
    if found.is_empty() || is_certificate(&found) {
        return Ok(());
    }
    bail!(
        "{} exists already and is no certificate: choose another name, or delete it",
        path.display()
    );
}

/// Refuses to replace a certificate of another board or other rules, or one whose header cannot be read.
pub(crate) fn proves_the_same_game(
    path: &Path,
    board: &Board,
    rules: Ruleset,
) -> anyhow::Result<()> {
    if path.metadata().map_or(0, |file| file.len()) == 0 {
        return Ok(());
    }
    let reader = CertificateReader::open(File::open(path)?).with_context(|| {
        let path = path.display();
        format!("{path} exists already, choose another name, or delete it")
    })?;
    let (theirs, proved) = (&reader.header().board, reader.header().rules());
    let other = if (theirs.points(), theirs.edges()) != (board.points(), board.edges()) {
        "another board"
    } else if proved.of_values() != rules.of_values() {
        "other rules"
    } else {
        return Ok(());
    };
    bail!(
        "{} exists already and is a certificate of {other}: choose another name, or delete it",
        path.display()
    );
}
