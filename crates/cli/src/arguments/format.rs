//! The argument for the form of an answer.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Human-readable
    Text,
    /// One JSON object on one line
    Json,
}

/// The form of a list of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// Human-readable
    Text,
    /// One JSON object on one line
    Json,
    /// Comma-separated values, one line for each state
    Csv,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct FormatArgs {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl ListFormat {
    /// Prints an answer as JSON, as text with the function `text`, or as lines of comma-separated values.
    pub(crate) fn print<T: Serialize>(
        self,
        out: &mut dyn Write,
        answer: &T,
        text: impl FnOnce(&T, &mut dyn Write) -> std::io::Result<()>,
        mut lines: impl Iterator<Item = Vec<String>>,
    ) -> anyhow::Result<()> {
        let format = match self {
            Self::Text => Format::Text,
            Self::Json => Format::Json,
            Self::Csv => {
                let mut csv = csv::Writer::from_writer(out);
                lines.try_for_each(|line| csv.write_record(line))?;
                return Ok(csv.flush()?);
            }
        };
        FormatArgs { format }.print(out, answer, text)
    }
}

impl FormatArgs {
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Prints an answer as JSON, or as text with the function `text`.
    pub(crate) fn print<T: Serialize>(
        &self,
        out: &mut dyn Write,
        answer: &T,
        text: impl FnOnce(&T, &mut dyn Write) -> std::io::Result<()>,
    ) -> anyhow::Result<()> {
        match self.format {
            Format::Text => text(answer, out)?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(answer)?)?,
        }
        Ok(())
    }
}
