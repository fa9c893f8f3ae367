//! The output file of a certificate.

use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;

use koproof_rules::{Board, Ruleset};
use koproof_solver::{CertifyError, Written};
use koproof_store::{AtomicFile, check_writable};
use koproof_verify::Form;

use super::before::{self, Subject};
use super::{FormName, Kept, Outcome, Summary, write_failure};
use crate::exit::{Blame, one_line};

/// A buffered file that replaces the old one when it is complete.
pub(crate) type Output = BufWriter<AtomicFile>;

/// The output file of a certificate.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    form: FormName,
    board: Board,
    rules: Ruleset,
    subject: Subject,
    force: bool,
}

impl Destination {
    /// Checks the path before any work is done. Without `force` an existing file is replaced only if it is empty, or a
    /// certificate of the same board, rules and subject.
    pub(crate) fn new(
        path: &Path,
        form: FormName,
        (board, rules): (&Board, Ruleset),
        subject: Subject,
        force: bool,
    ) -> anyhow::Result<Self> {
        check_writable(path).bad_input()?;
        let destination = Self {
            path: path.to_owned(),
            form,
            board: board.clone(),
            rules,
            subject,
            force,
        };
        destination.check().bad_input()?;
        Ok(destination)
    }

    /// Refuses to replace a file that is something else.
    fn check(&self) -> anyhow::Result<()> {
        match self.force {
            true => Ok(()),
            false => before::check(&self.path, &self.board, self.rules, &self.subject),
        }
    }

    /// Writes a certificate in one step, unless the old one proves more.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(Output, Form) -> Result<(Output, Written), CertifyError>,
    ) -> Outcome {
        self.make(|output| match write(output, self.form.form()) {
            Err(CertifyError::Certificate(error)) => Err(write_failure(error)),
            written => Ok(written?),
        })
    }

    /// Writes a certificate with any function, unless the old one proves more.
    pub(crate) fn make(
        &self,
        write: impl FnOnce(Output) -> anyhow::Result<(Output, Written)>,
    ) -> Outcome {
        let started = Instant::now();
        let made = self.create().and_then(write);
        let placed = made.and_then(|(output, written)| Ok((self.place(output)?, written)));
        match placed {
            Ok((Ok(bytes), written)) => Outcome::Written(Summary {
                file: self.path.display().to_string(),
                form: self.form.name(),
                bytes,
                steps: written.steps,
                roots: written.roots,
                most_live_steps: written.most_live,
                seconds: started.elapsed().as_secs_f64(),
            }),
            Ok((Err(kept), _)) => Outcome::Kept(kept),
            Err(error) => match error.downcast_ref() {
                Some(&CertifyError::Stopped(why)) => Outcome::Stopped(why),
                _ => Outcome::Failed(error.context(format!("cannot write {}", self.name()))),
            },
        }
    }

    /// Starts a file that appears under its name when [`Self::place`] is called.
    pub(crate) fn create(&self) -> anyhow::Result<Output> {
        let file = AtomicFile::create(&self.path)?;
        Ok(BufWriter::with_capacity(1 << 16, file))
    }

    /// Commits a complete file and returns its size in bytes, unless the old certificate proves more.
    pub(crate) fn place(&self, output: Output) -> anyhow::Result<Result<u64, Kept>> {
        let file = output.into_inner().map_err(|error| error.into_error())?;
        let bytes = file.size()?;
        if !self.force {
            // Another process may have written the file meanwhile.
            self.check()?;
            if let Err(kept) = before::compare(&self.path, file.reopen()?)? {
                return Ok(Err(kept));
            }
        }
        file.commit()?;
        Ok(Ok(bytes))
    }

    /// Returns the form of the certificate.
    pub(crate) fn form(&self) -> Form {
        self.form.form()
    }

    fn name(&self) -> String {
        one_line(&self.path.display().to_string())
    }
}
