//! `koproof verify`: checks whether certificates prove their statements.

mod answer;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use indicatif::HumanCount;
use koproof_answers::ProvedTable;
use serde::Serialize;

use crate::about::About;
use crate::arguments::{FormatArgs, RecordLimitArgs, file, load_aloud};
use crate::checking::{Checking, Refusal, Verdict};
use crate::exit::{self, Exit, refuse};
use crate::limits;
use crate::words::{self, counted, one_line};
use answer::Answer;

#[derive(Debug, clap::Args)]
#[command(
    override_usage = "koproof verify [OPTIONS] <FILE>...\n       koproof verify [OPTIONS] <FILE> --certificate <CERTIFICATE>",
    after_help = "Examples:
  koproof verify 1x9.kpc
  koproof verify results/certificates/*.kpc --quiet
  koproof verify 3x3.kpt --certificate 3x3.kpc        every value of the table

The checker trusts nothing in a certificate, and shares only the rules of play and the file format with the search: it \
plays every move itself. A bound reported as proved holds for the game that is printed with it, with komi 0. A file that proves less \
than it states is refused with the step and the reason, and exit code 4; for a file that is not a certificate the exit \
code is 2. For several files, the highest code counts.

With --certificate, the only argument is a table: each of its values must be proved from both sides."
)]
pub(crate) struct Args {
    /// Certificates in either form; with --certificate, one table
    #[arg(required = true, value_name = "FILE", value_parser = file())]
    files: Vec<PathBuf>,

    /// The certificate that proves the values of the table
    #[arg(long, value_name = "CERTIFICATE", value_parser = file())]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    format: FormatArgs,

    /// Number of files that are checked at a time [default: one for each processor]
    #[arg(long, value_name = "NUMBER", value_parser = limits::threads, help_heading = "Work")]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    records: RecordLimitArgs,

    /// Limit the stones of earlier records instead of listing records to avoid: less memory on large boards
    ///
    /// Each file is read twice. Every valid certificate is accepted, and whatever is accepted is proved.
    #[arg(long, help_heading = "Work", hide_short_help = true)]
    limit_stones: bool,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,
}

/// The refusal of a table without `--certificate`.
const OF_A_TABLE: &str =
    "it is a table, and no certificate: `koproof verify TABLE --certificate FILE` checks tables";

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.certificate {
            Some(certificate) => self.table(out, certificate),
            None => self.certificates(out),
        }
    }

    fn certificates(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let checking = self.checking(&self.files);
        let mut worst = Exit::Done;
        let (mut proved, mut unchecked) = (0, 0);
        self.each(&checking, |mut verdict| {
            if let Err(why @ Refusal::Table) = &mut verdict.outcome {
                *why = Refusal::Unreadable(OF_A_TABLE.to_owned());
            }
            proved += usize::from(verdict.outcome.is_ok());
            unchecked += usize::from(matches!(verdict.outcome, Err(Refusal::Interrupted)));
            worst = worst.max(self.print(out, &verdict)?);
            // Print finished files while others are still being checked.
            Ok(out.flush()?)
        })?;
        let total = self.files.len();
        if total > 1 && !self.format.is_json() {
            writeln!(out, "proved: {proved} of {total} files")?;
        }
        if unchecked > 0 {
            let files = counted(unchecked, "file");
            exit::complain(&format!("interrupted: {files} of {total} not checked"));
        }
        Ok(worst)
    }

    fn checking(&self, files: &[PathBuf]) -> Checking {
        let checking = Checking::new(files, self.records.limit, self.quiet);
        checking.limiting_stones(self.limit_stones)
    }

    /// Checks the files on threads, and returns the outcomes in the order of the files.
    fn each(
        &self,
        checking: &Checking,
        mut take: impl FnMut(Verdict) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(processors, NonZeroUsize::get);
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for started in 0..threads.min(self.files.len()) {
                let (sender, next) = (sender.clone(), &next);
                let checks = move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(path) = self.files.get(index) else {
                            break;
                        };
                        if sender.send((index, checking.check(path))).is_err() {
                            break;
                        }
                    }
                };
                match thread::Builder::new().spawn_scoped(scope, checks) {
                    Err(error) if started == 0 => {
                        return Err(error).context("cannot start the threads");
                    }
                    // The others do the work.
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut wanted = 0;
            for (index, verdict) in receiver {
                early.insert(index, verdict);
                while let Some(verdict) = early.remove(&wanted) {
                    take(verdict)?;
                    wanted += 1;
                }
            }
            Ok(())
        })
    }

    fn print(&self, out: &mut dyn Write, verdict: &Verdict) -> anyhow::Result<Exit> {
        let exit = match &verdict.outcome {
            Ok(_) => Exit::Done,
            // Files that were not checked are counted.
            Err(why @ Refusal::Interrupted) => why.verdict().1,
            Err(why) => why.report(&verdict.path),
        };
        self.format
            .print(out, &Answer::new(verdict), Answer::write)?;
        Ok(exit)
    }

    /// Checks a certificate, and every value of a table against it.
    fn table(&self, out: &mut dyn Write, certificate: &PathBuf) -> anyhow::Result<Exit> {
        let [path] = self.files.as_slice() else {
            refuse!("--certificate proves one table, not {}", self.files.len());
        };
        let table = load_aloud(path, self.quiet)?;
        let files = std::slice::from_ref(certificate);
        let verdict = self.checking(files).check(certificate);
        let Ok(checked) = &verdict.outcome else {
            if let Err(why @ Refusal::Interrupted) = &verdict.outcome {
                why.report(certificate);
            }
            return self.print(out, &verdict);
        };
        let compared = ProvedTable::new(&table, checked);
        let is_proved = compared.flaws == 0;
        let answer = TableAnswer {
            table: path.display().to_string(),
            certificate: certificate.display().to_string(),
            verdict: if is_proved { "proved" } else { "refused" },
            reason: compared.first_flaw.clone(),
            about: About::new(table.board(), table.rules()),
            proved: compared.proved,
            total: 2 * table.representatives().len() as u64,
            steps: checked.steps,
            bytes: verdict.bytes,
            seconds: verdict.time.as_secs_f64(),
        };
        if let Some(flaw) = &compared.first_flaw {
            exit::complain(&format!("{}: {flaw}", path.display()));
        }
        self.format.print(out, &answer, TableAnswer::write)?;
        Ok(Exit::of_check(is_proved))
    }
}

#[derive(Debug, Serialize)]
struct TableAnswer {
    table: String,
    certificate: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    about: About,
    /// The number of representatives' values with proved lower and upper bounds, out of all.
    proved: u64,
    total: u64,
    steps: u64,
    bytes: u64,
    seconds: f64,
}

impl TableAnswer {
    /// Writes the answer in human-readable form; an error in the proof is reported elsewhere.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", one_line(&self.table), self.verdict)?;
        writeln!(out, "{}", self.about.indented())?;
        writeln!(
            out,
            "  values: {} of {} proved (one of each orbit, with either player to move)",
            HumanCount(self.proved),
            HumanCount(self.total)
        )?;
        writeln!(
            out,
            "  certificate: {} ({} steps, {} bytes, {})",
            one_line(&self.certificate),
            HumanCount(self.steps),
            HumanCount(self.bytes),
            words::seconds(self.seconds)
        )
    }
}
