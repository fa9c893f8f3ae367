//! `koproof certificate convert`: converts a certificate to the other form.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::HumanCount;
use koproof_verify::{CertificateError, CertificateReader, Form, Subject};
use serde::Serialize;

use crate::arguments::{FormatArgs, open};
use crate::certificate::{Destination, Outcome, Placed, form, form_name};
use crate::checking::{Refusal, stream_failure};
use crate::exit::{self, Blame, Exit, refuse};
use crate::interrupt::{self, UntilRequested};
use crate::meanwhile::waiting;
use crate::stdout::end_unread;
use crate::words::one_line;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof certificate convert 3x3.kpc 3x3.txt         human-readable lines
  koproof certificate convert 3x3.txt 3x3.kpc         and back
  koproof certificate convert 3x3.kpc - | less

Both forms carry the same content, and converting there and back gives the same file. Only completeness and form are \
checked here; `koproof verify` checks the proof.

A certificate that is already there is replaced only if the new one is about the same game or table, and its bounds \
are at least as strong.")]
pub(crate) struct Args {
    /// A certificate in either form; - is stdin
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The new file; - is stdout
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// The form of OUT [default: text for stdout and for an OUT that ends in .txt, binary for others]
    #[arg(long, value_parser = form())]
    form: Option<Form>,

    /// Replace OUT, whatever it is
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    format: FormatArgs,

    /// Show no progress; with stdout as OUT none is shown in any case
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    input: String,
    output: String,
    form: &'static str,
    bytes: u64,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let input = open(&self.input).cannot_read(self.input.display())?;
        let to_stdout = self.output == Path::new("-");
        if to_stdout && self.format.is_json() {
            refuse!("stdout gets the certificate: leave --format out, or name a file");
        }
        let reader = match CertificateReader::open(input) {
            Ok(reader) => reader,
            Err(error) => return self.failed(error),
        };
        if to_stdout {
            end_unread();
            let form = self.form.unwrap_or(Form::Text);
            return match reader.convert(out, form) {
                Ok(_) => Ok(Exit::Done),
                Err(error) => self.failed(error),
            };
        }
        let subject = Subject::of_header(reader.header());
        let destination = Destination::new(&self.output, self.form, subject, self.force)?;
        interrupt::listen();
        let output = UntilRequested(destination.create()?);
        let what = format!("converting {}", self.input.display());
        let converted = waiting(&what, self.quiet, || {
            reader.convert(output, destination.form)
        });
        let output = match converted {
            Ok(UntilRequested(output)) => output,
            Err(_) if interrupt::requested() => {
                exit::complain(&format!(
                    "stopped before {} was written",
                    self.output.display()
                ));
                return Ok(Exit::Interrupted);
            }
            Err(error) => return self.failed(error),
        };
        let placed = destination.place(output);
        let placed = placed.with_context(|| format!("cannot write {}", self.output.display()))?;
        let bytes = match placed {
            Placed::There(bytes) => bytes,
            // Nothing was done that was asked for.
            Placed::Not(kept, _) => return Ok(Outcome::Kept(kept).report().and(Exit::BadInput)),
        };
        let answer = Answer {
            input: self.input.display().to_string(),
            output: self.output.display().to_string(),
            form: form_name(destination.form),
            bytes,
        };
        self.format.print(out, &answer, |answer, out| {
            writeln!(
                out,
                "{}: {}, {} bytes",
                one_line(&answer.output),
                answer.form,
                HumanCount(answer.bytes)
            )
        })?;
        Ok(Exit::Done)
    }

    /// Reports an error of the input as `koproof verify` does, unless the output failed.
    fn failed(&self, error: CertificateError) -> anyhow::Result<Exit> {
        if let Some(("write", _)) = error.stream() {
            let failure = stream_failure(error);
            // The error of stdout says what it is.
            return Err(match self.output == Path::new("-") {
                true => failure,
                false => failure.context(format!("cannot write {}", self.output.display())),
            });
        }
        let why = error.to_string();
        let refusal = Refusal::of_header(error);
        let why = match refusal {
            Refusal::Table => refusal.reason(),
            _ => why,
        };
        exit::complain(&format!("{}: {why}", self.input.display()));
        Ok(refusal.verdict().1)
    }
}
