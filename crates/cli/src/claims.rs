//! Claims of earlier runs, from their certificates.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::HumanCount;
use koproof_solver::{LearnError, Solver};
use koproof_store::entries;
use serde::Serialize;

use crate::arguments::directory;
use crate::certificate::is_certificate;
use crate::exit::{self, Blame};
use crate::words::counted;

/// The argument for claims of earlier runs.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Certificate")]
pub(crate) struct ClaimsArgs {
    /// Start from the claims of the certificates in DIR for this board and these rules; each is checked first
    #[arg(
        long,
        value_name = "DIR",
        value_parser = directory(),
        conflicts_with = "checkpoint",
        hide_short_help = true
    )]
    claims: Option<PathBuf>,
}

/// The claims that were added.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Taken {
    directory: String,
    /// The number of certificates for this board and these rules.
    certificates: u64,
    /// The number of certificates for other boards or rules.
    others: u64,
    /// The refused certificates.
    refused: Vec<String>,
    /// The number of claims, each counted once.
    claims: u64,
}

impl ClaimsArgs {
    /// Tells whether a directory was given.
    pub(crate) fn is_asked(&self) -> bool {
        self.claims.is_some()
    }

    /// Adds the claims of the certificates in the directory. A refused certificate is reported on stderr and skipped.
    pub(crate) fn take(&self, solver: &Solver) -> anyhow::Result<Option<Taken>> {
        let Some(directory) = &self.claims else {
            return Ok(None);
        };
        let cannot_read = || format!("cannot read the directory {}", directory.display());
        // Their order decides which of several claims is kept.
        let paths = entries(directory).with_context(cannot_read).bad_input()?;
        let mut taken = Taken {
            directory: directory.display().to_string(),
            ..Taken::default()
        };
        for path in paths.iter().filter(|path| path.is_file()) {
            // A damaged certificate is known by its name only.
            let is_named_so = path.extension().is_some_and(|ending| ending == "kpc");
            let cannot_read = || format!("cannot read {}", path.display());
            if is_named_so
                || begins_like_one(path)
                    .with_context(cannot_read)
                    .bad_input()?
            {
                let bytes = fs::read(path).with_context(cannot_read).bad_input()?;
                let learnt = solver.learn(&bytes).map(|(_, claims)| claims);
                taken.add(path, learnt);
            }
        }
        Ok(Some(taken))
    }
}

/// Tells whether a file is a certificate, by its first bytes: other files can be large.
fn begins_like_one(path: &Path) -> io::Result<bool> {
    let mut found = Vec::new();
    File::open(path)?.take(32).read_to_end(&mut found)?;
    Ok(is_certificate(&found))
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
                exit::complain(&format!("{} is not used: {why}", path.display()));
                self.refused.push(path.display().to_string());
            }
        }
    }

    /// Writes them as a human-readable line.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let certificates = counted(self.certificates as usize, "certificate", "certificates");
        let claims = HumanCount(self.claims);
        write!(
            out,
            "claims: {claims} from {certificates} in {}",
            exit::one_line(&self.directory)
        )?;
        match self.refused.len() {
            0 => writeln!(out),
            refused => writeln!(out, ", {refused} refused"),
        }
    }
}
