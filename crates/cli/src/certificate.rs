//! Writing certificates to files.

mod before;
mod destination;

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_solver::Stopped;
use koproof_store::StoreError;
use koproof_verify::{CertificateError, Form};
use serde::Serialize;

use crate::exit::{self, Exit, one_line};
use crate::interrupt;

pub(crate) use before::{Bounds, Subject};
pub(crate) use destination::Destination;

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

/// The outcome for a requested certificate.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It was written.
    Written(Summary),
    /// A limit or a signal stopped the work before all steps were proved again.
    Stopped(Stopped),
    /// The old file was kept.
    Kept(Kept),
    /// It could not be written.
    Failed(anyhow::Error),
}

/// The reason why an old certificate was kept.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The reason and the remedy, in one line.
    why: String,
    /// Whether it contradicts the new one.
    is_contradiction: bool,
}

impl Outcome {
    /// Returns the summary of the certificate, if it was written.
    pub(crate) fn summary(&self) -> Option<&Summary> {
        match self {
            Self::Written(summary) => Some(summary),
            Self::Stopped(_) | Self::Kept(_) | Self::Failed(_) => None,
        }
    }

    /// Says on stderr why there is no new certificate, and returns the exit code of this part of the work.
    pub(crate) fn report(&self) -> Exit {
        match self {
            Self::Written(_) => Exit::Done,
            Self::Stopped(why) => {
                exit::complain(&format!(
                    "no certificate was written: stopped ({why}) before all its steps were proved again"
                ));
                interrupt::stopped()
            }
            Self::Kept(kept) => {
                exit::complain(&kept.why);
                Exit::of_check(!kept.is_contradiction)
            }
            Self::Failed(error) => exit::report(error),
        }
    }
}

/// Returns the error of an output under a certificate, which does not name the file; its caller does.
pub(crate) fn write_failure(error: CertificateError) -> anyhow::Error {
    match error {
        CertificateError::Stream { cause, .. }
        | CertificateError::Store(StoreError::Stream { cause, .. }) => cause.into(),
        error => error.into(),
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
