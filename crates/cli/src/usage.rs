//! clap's error messages, in one line.

use std::error::Error;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::{self, Exit};

/// Answers `--help` and `--version` on `out`, and a wrong command line with one line on stderr.
pub(crate) fn answer(error: &clap::Error, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            write!(out, "{}", error.render())?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Help that was not asked for is no answer.
            let _ = write!(std::io::stderr(), "{}", error.render());
            Ok(Exit::BadInput)
        }
        _ => {
            exit::complain(&one_line(error));
            Ok(Exit::BadInput)
        }
    }
}

fn one_line(error: &clap::Error) -> String {
    // Our own parsers say what is wrong and how to mend it; all that is left to say is where.
    if let (ErrorKind::ValueValidation, Some(source)) = (error.kind(), error.source()) {
        return match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(name)) if name.starts_with("--") => {
                let name = name.split_whitespace().next().unwrap_or(name);
                format!("{name}: {source}")
            }
            _ => source.to_string(),
        };
    }
    let text = error.render().to_string();
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|paragraph| !paragraph.starts_with("tip: to pass '-"))
        .take_while(|paragraph| {
            !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
        })
        .collect::<Vec<_>>()
        .join("; ");
    let message = paragraphs.trim_start_matches("error: ");
    format!("{message}; --help shows the usage")
}
