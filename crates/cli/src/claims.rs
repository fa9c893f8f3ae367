//! Claims of earlier runs, from their certificates.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;
use koproof_solver::{LearnError, Solver};
use koproof_store::entries;
use koproof_verify::is_certificate;
use serde::Serialize;

use crate::arguments::{RecordLimitArgs, beginning, directory};
use crate::checking::{Checking, Refusal};
use crate::exit::{self, Blame};
use crate::interrupt;
use crate::words::{counted, one_line};

#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Certificate",
    mut_arg("limit", |limit| limit.requires("claims").help_heading("Certificate").help(
        "Stop the check of a certificate if the steps that the checker still needs hold more records than this; each different record takes 100 bytes, and 4 more for each step that lists it"
    ))
)]
pub(crate) struct ClaimsArgs {
    /// Start from the claims of the certificates in DIR for this board and these rules; each is checked first
    ///
    /// The time for these checks does not count for --time-limit.
    #[arg(
        long,
        value_name = "DIR",
        value_parser = directory(),
        conflicts_with = "checkpoint",
        hide_short_help = true
    )]
    claims: Option<PathBuf>,

    #[command(flatten)]
    records: RecordLimitArgs,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Taken {
    directory: String,
    /// The number of certificates for this board and these rules.
    certificates: u64,
    /// The number of certificates for other boards or rules.
    others: u64,
    refused: Vec<String>,
    /// The number of claims, each counted once.
    claims: u64,
}

impl ClaimsArgs {
    pub(crate) fn is_asked(&self) -> bool {
        self.claims.is_some()
    }

    /// Adds the claims of the certificates in the directory. A refused certificate is reported on stderr and skipped.
    pub(crate) fn take(&self, solver: &Solver, quiet: bool) -> anyhow::Result<Option<Taken>> {
        let Some(directory) = &self.claims else {
            return Ok(None);
        };
        let name = format!("the directory {}", directory.display());
        // Their order decides which of several claims is kept.
        let paths = entries(directory).cannot_read(name)?;
        let mut taken = Taken {
            directory: directory.display().to_string(),
            ..Taken::default()
        };
        let mut certificates = Vec::new();
        for path in paths.into_iter().filter(|path| path.is_file()) {
            match looks_like_one(&path) {
                Ok(true) => certificates.push(path),
                Ok(false) => {}
                Err(why) => taken.refuse(&path, &why),
            }
        }
        let checking = Checking::new(&certificates, self.records.limit, quiet);
        for path in &certificates {
            let file = match File::open(path) {
                Ok(file) => file,
                Err(why) => {
                    taken.refuse(path, &why);
                    continue;
                }
            };
            let learnt = checking.learn(&file, solver);
            if interrupt::requested() {
                break;
            }
            taken.add(path, learnt.map(|(_, claims)| claims));
        }
        Ok(Some(taken))
    }
}

/// Tells whether a file is a certificate, by its first bytes: other files can be large.
fn looks_like_one(path: &Path) -> io::Result<bool> {
    // A damaged certificate is known by its name only.
    if path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("kpc"))
    {
        return Ok(true);
    }
    Ok(is_certificate(&beginning(path)?))
}

impl Taken {
    fn add(&mut self, path: &Path, outcome: Result<u64, LearnError>) {
        match outcome {
            Ok(claims) => {
                self.certificates += 1;
                self.claims += claims;
            }
            Err(LearnError::Other { .. }) => self.others += 1,
            Err(why) => {
                let why = match why {
                    LearnError::Refused(why) => Refusal::of(why).reason(),
                    why => why.to_string(),
                };
                self.refuse(path, &why);
            }
        }
    }

    /// Notes that a file is not used, and says why.
    fn refuse(&mut self, path: &Path, why: &dyn Display) {
        exit::complain(&format!("{} is not used: {why}", path.display()));
        self.refused.push(path.display().to_string());
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let certificates = counted(self.certificates, "certificate");
        let claims = HumanCount(self.claims);
        write!(
            out,
            "claims: {claims} from {certificates} in {}",
            one_line(&self.directory)
        )?;
        match self.refused.len() {
            0 => writeln!(out),
            refused => writeln!(out, ", {refused} refused"),
        }
    }
}
