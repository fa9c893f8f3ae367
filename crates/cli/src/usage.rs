//! clap's error messages, in one line.

use std::error::Error;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::{self, Exit};

/// Prints `--help` and `--version` on `out`, and one line on stderr for a wrong command line.
pub(crate) fn answer(error: &clap::Error, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match error.kind() {
        ErrorKind::DisplayHelp => {
            write!(out, "{}", error.render())?;
            Ok(Exit::Done)
        }
        // clap would write the name of the command within the program, which has no version of its own.
        ErrorKind::DisplayVersion => {
            writeln!(out, "koproof {}", env!("CARGO_PKG_VERSION"))?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Help that was not requested goes to stderr.
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
    let argument = said(error, ContextKind::InvalidArg);
    let name = argument.first().map_or("", |argument| name(argument));
    // Our own parsers report the problem and the remedy, so only the place is added.
    if let (ErrorKind::ValueValidation, Some(source)) = (error.kind(), error.source()) {
        return match name.starts_with("--") {
            true => format!("{name}: {source}"),
            false => source.to_string(),
        };
    }
    let message = match error.kind() {
        ErrorKind::InvalidValue => {
            let given = said(error, ContextKind::InvalidValue).concat();
            let valid = said(error, ContextKind::ValidValue).join(", ");
            match (given.as_str(), valid.as_str()) {
                ("", "") => format!("{name} needs a value"),
                ("", valid) => format!("{name} needs a value: one of {valid}"),
                (given, valid) => {
                    let similar = similar_rules(name, given);
                    format!("{name}: '{given}' is not one of {valid}{similar}")
                }
            }
        }
        ErrorKind::UnknownArgument if is_negative(name) => {
            format!("'{name}…' is no option, and no time, size or number here is negative")
        }
        ErrorKind::UnknownArgument if name.starts_with('-') => {
            let hint = hint(error, ContextKind::SuggestedArg);
            format!("there is no option '{name}' here{hint}")
        }
        ErrorKind::UnknownArgument => format!("'{name}' is one argument too many"),
        ErrorKind::InvalidSubcommand => {
            let given = said(error, ContextKind::InvalidSubcommand).concat();
            let hint = hint(error, ContextKind::SuggestedSubcommand);
            format!("there is no command '{given}' here{hint}")
        }
        ErrorKind::MissingRequiredArgument => {
            format!(
                "missing: {}{}",
                argument.join(", "),
                continuing(error, name)
            )
        }
        ErrorKind::ArgumentConflict => {
            let others = said(error, ContextKind::PriorArg);
            let others: Vec<_> = others.iter().map(|other| self::name(other)).collect();
            match others.as_slice() {
                [other] if *other == name => format!("{name} is given twice"),
                others => format!("{name} cannot be combined with {}", others.join(", ")),
            }
        }
        ErrorKind::InvalidUtf8 => {
            let given = std::env::args_os().filter(|given| given.to_str().is_none());
            let given: Vec<_> = given.map(|given| given.display().to_string()).collect();
            format!("not UTF-8: {}", given.join(", "))
        }
        _ => rendered(error),
    };
    format!("{message}; --help shows the usage")
}

/// Tells whether what clap takes for an option is the beginning of a negative value, such as `-1` of `-1s`.
fn is_negative(name: &str) -> bool {
    (name.strip_prefix('-'))
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// Says that what is continued has a question of its own, where options of a new question are given without a board.
fn continuing(error: &clap::Error, missing: &str) -> &'static str {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    if missing == "--boards" && usage.contains("koproof batch run ") {
        ", because --rules, --what or --node-limit is given; a batch that is continued has its own"
    } else if missing == "BOARD" && usage.contains("koproof batch lead ") {
        ", because an option of a new run is given; a run that is continued has its own question"
    } else {
        ""
    }
}

/// Names the rule set to begin with for rules that many people play by, and that have no name here.
fn similar_rules(argument: &str, given: &str) -> String {
    if !matches!(argument, "--rules" | "PRESET") {
        return String::new();
    }
    let (what, name) = match given.to_lowercase().as_str() {
        "japanese" | "korean" => ("territory scoring", "reiss"),
        "chinese" => ("area scoring without suicide", "nstt"),
        "aga" => ("the superko rule of the AGA", "aga-like"),
        _ => return String::new(),
    };
    format!("; {name} has {what}, see koproof rules {name}")
}

fn said(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// Returns the name of an argument without its value and brackets: `--komi` for `--komi <KOMI>`, `FILE` for
/// `[FILE]...`.
fn name(argument: &str) -> &str {
    let first = argument.split_whitespace().next().unwrap_or(argument);
    match first.starts_with('-') {
        true => first,
        false => (first.trim_end_matches("...")).trim_matches(['[', ']', '<', '>']),
    }
}

/// Returns a question about the names that resemble a wrong one, if there are any.
fn hint(error: &clap::Error, kind: ContextKind) -> String {
    match said(error, kind).as_slice() {
        [] => String::new(),
        names => format!(" (did you mean '{}'?)", names.join("' or '")),
    }
}

fn rendered(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let message = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .take_while(|paragraph| {
            !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
        })
        .collect::<Vec<_>>()
        .join("; ");
    message.trim_start_matches("error: ").to_owned()
}
