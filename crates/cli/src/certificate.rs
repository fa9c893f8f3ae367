//! Writing certificates to files.

mod before;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::HumanCount;
use koproof_solver::{CertifyError, Stopped, Written};
use koproof_store::{AtomicFile, FileLock, StoreError, check_writable};
use koproof_verify::{Form, Subject};
use serde::Serialize;

use crate::checking::stream_failure;
use crate::exit::{self, Blame, Exit};
use crate::interrupt;
use crate::words::one_line;
use before::Kept;

pub(crate) use before::Bounds;

/// Reads the form of a certificate. For `value_parser`.
pub(crate) fn form() -> impl TypedValueParser<Value = Form> {
    let text = PossibleValue::new("text").help("Human-readable lines");
    let binary = PossibleValue::new("binary").help("Compressed, a tenth of the size");
    PossibleValuesParser::new([text, binary]).map(|name| match name.as_str() {
        "text" => Form::Text,
        _ => Form::Binary { compressed: true },
    })
}

pub(crate) fn form_name(form: Form) -> &'static str {
    match form {
        Form::Text => "text",
        Form::Binary { .. } => "binary",
    }
}

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

#[derive(Debug)]
pub(crate) enum Outcome {
    Written(Summary),
    /// It was written beside the old file, which was kept: each proves something that the other does not, or the old one could
    /// not be compared.
    Beside(Summary, Kept),
    /// A limit or a signal stopped the work before all steps were proved again.
    Stopped(Stopped),
    /// The old file was kept.
    Kept(Kept),
    Failed(anyhow::Error),
}

impl Outcome {
    pub(crate) fn summary(&self) -> Option<&Summary> {
        match self {
            Self::Written(summary) | Self::Beside(summary, _) => Some(summary),
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
            Self::Beside(summary, kept) => {
                exit::complain(&format!(
                    "{}, so the new one is in {}",
                    kept.why, summary.file
                ));
                kept.exit
            }
            Self::Kept(kept) => {
                exit::complain(&format!(
                    "{}, so the file was left as it is: add --force or choose another name to write the new one",
                    kept.why
                ));
                kept.exit
            }
            Self::Failed(error) => exit::report(error),
        }
    }
}

impl Summary {
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

/// The output file of a certificate.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    pub(crate) form: Form,
    subject: Subject,
    force: bool,
}

impl Destination {
    /// Checks the path before any work is done. Without `force` an existing file is replaced only if it is empty, or a
    /// certificate about the same. Without a form that was asked for, the name of the file decides.
    pub(crate) fn new(
        path: &Path,
        form: Option<Form>,
        subject: Subject,
        force: bool,
    ) -> anyhow::Result<Self> {
        check_writable(path).bad_input()?;
        let destination = Self {
            path: path.to_owned(),
            form: form.unwrap_or_else(|| Form::of_path(path)),
            subject,
            force,
        };
        let checked = destination.check();
        checked
            .map_err(|why| anyhow!("{why:#}: choose another name, or add --force to replace it"))
            .bad_input()?;
        Ok(destination)
    }

    /// Refuses to replace a file that is something else.
    fn check(&self) -> anyhow::Result<()> {
        match self.force {
            true => Ok(()),
            false => before::check(&self.path, &self.subject),
        }
    }

    /// Writes a certificate in one step, unless the old one proves more.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(AtomicFile, Form) -> Result<(AtomicFile, Written), CertifyError>,
    ) -> Outcome {
        self.make(|output| match write(output, self.form) {
            Err(CertifyError::Certificate(error)) => Err(stream_failure(error)),
            written => Ok(written?),
        })
    }

    /// Writes a certificate with any function, unless the old one proves more. If each proves something that the other
    /// does not, the new one gets a name beside the old one.
    pub(crate) fn make(
        &self,
        write: impl FnOnce(AtomicFile) -> anyhow::Result<(AtomicFile, Written)>,
    ) -> Outcome {
        let started = Instant::now();
        let summary = |file: &Path, bytes, written: Written| Summary {
            file: file.display().to_string(),
            form: form_name(self.form),
            bytes,
            steps: written.steps,
            roots: written.roots,
            most_live_steps: written.most_live,
            seconds: started.elapsed().as_secs_f64(),
        };
        let make = || {
            let (output, written) = write(self.create()?)?;
            Ok(match self.place(output)? {
                Placed::There(bytes) => Outcome::Written(summary(&self.path, bytes, written)),
                Placed::Not(kept, file) if kept.is_more_proved => {
                    let bytes = file.size()?;
                    Outcome::Beside(summary(&file.commit_beside()?, bytes, written), kept)
                }
                Placed::Not(kept, _) => Outcome::Kept(kept),
            })
        };
        make().unwrap_or_else(|error: anyhow::Error| match error.downcast_ref() {
            Some(&CertifyError::Stopped(why)) => Outcome::Stopped(why),
            _ => {
                let name = one_line(&self.path.display().to_string());
                Outcome::Failed(error.context(format!("cannot write {name}")))
            }
        })
    }

    /// Starts a file that appears under its name when [`Self::place`] is called.
    pub(crate) fn create(&self) -> Result<AtomicFile, StoreError> {
        AtomicFile::create(&self.path)
    }

    /// Commits a complete file, unless the old certificate proves more.
    pub(crate) fn place(&self, file: AtomicFile) -> anyhow::Result<Placed> {
        let bytes = file.size()?;
        let lock = FileLock::await_beside(&self.path);
        let compared = match &lock {
            Ok(_) => self.compare(&file),
            Err(used) => Ok(Err(Kept::in_the_way(used))),
        };
        match compared.unwrap_or_else(|why| Err(Kept::in_the_way(format!("{why:#}")))) {
            Ok(()) => file.commit().map(|()| Placed::There(bytes)),
            Err(kept) => Ok(Placed::Not(kept, file)),
        }
        .map_err(Into::into)
    }

    /// Compares a complete file with the one in its place, which another process may have written meanwhile.
    fn compare(&self, file: &AtomicFile) -> anyhow::Result<Result<(), Kept>> {
        if self.force {
            return Ok(Ok(()));
        }
        self.check()?;
        before::compare(&self.path, file.reopen()?)
    }
}

/// The fate of a complete file.
pub(crate) enum Placed {
    /// It is in its place, with this size in bytes.
    There(u64),
    /// The old one was kept.
    Not(Kept, AtomicFile),
}

#[cfg(test)]
mod tests {
    use std::fs;

    use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};

    use super::*;

    /// The new certificate was dropped, after any number of hours.
    #[test]
    fn a_file_that_appears_during_the_work_is_kept_and_so_is_the_certificate() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("p.kpc");
        let board: Board = "1x2".parse().expect("a board");
        let graph = Graph::<1>::new(&board).expect("a small board");
        let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK);
        let subject = Subject::of_game(&board, &game.expect("a start"));
        let destination = Destination::new(&path, None, subject, false).expect("no file is there");
        let outcome = destination.make(|mut output| {
            output.write_all(b"new")?;
            fs::write(&path, "notes")?;
            let written = Written {
                steps: 1,
                roots: 1,
                most_live: 1,
            };
            Ok((output, written))
        });
        let Outcome::Beside(summary, kept) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(kept.exit, Exit::Failed);
        assert!(kept.why.ends_with("is no certificate"), "{}", kept.why);
        assert_eq!(fs::read(summary.file).expect("it is there"), b"new");
        assert_eq!(fs::read(&path).expect("it is there"), b"notes");
    }
}
