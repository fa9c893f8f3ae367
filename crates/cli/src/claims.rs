//! Claims of earlier runs, from their certificates.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::HumanCount;
use koproof_solver::{LearnError, Learnt, Solver};
use serde::Serialize;

use crate::arguments::file;
use crate::certificate::is_certificate;
use crate::exit::{self, Blame};
use crate::words::counted;

/// Where claims of earlier runs are.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Certificate")]
pub(crate) struct ClaimsArgs {
    /// Start from what the certificates in DIR prove, of this board and these rules; each is checked first
    #[arg(
        long,
        value_name = "DIR",
        value_parser = file,
        conflicts_with = "checkpoint",
        hide_short_help = true
    )]
    claims: Option<PathBuf>,
}

/// What was taken over.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Taken {
    directory: String,
    /// Certificates of this board and these rules.
    certificates: u64,
    /// Certificates of other boards or rules.
    others: u64,
    /// Certificates that were refused.
    refused: Vec<String>,
    /// Claims, each counted once.
    claims: u64,
}

impl ClaimsArgs {
    /// Tells whether claims are to be taken over.
    pub(crate) fn is_asked(&self) -> bool {
        self.claims.is_some()
    }

    /// Takes over what the certificates of the directory prove. One that is refused is named on stderr and left out.
    pub(crate) fn take(&self, solver: &Solver) -> anyhow::Result<Option<Taken>> {
        let Some(directory) = &self.claims else {
            return Ok(None);
        };
        let cannot_read = || format!("cannot read the directory {}", directory.display());
        let mut paths: Vec<PathBuf> = fs::read_dir(directory)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .with_context(cannot_read)
            .bad_input()?;
        // The order decides which of several claims is kept, so that equal directories give equal answers.
        paths.sort();
        let mut taken = Taken {
            directory: directory.display().to_string(),
            ..Taken::default()
        };
        for path in paths.iter().filter(|path| path.is_file()) {
            let bytes = fs::read(path)
                .with_context(|| format!("cannot read {}", path.display()))
                .bad_input()?;
            if is_certificate(&bytes) {
                taken.add(path, solver.learn(&bytes));
            }
        }
        Ok(Some(taken))
    }
}

impl Taken {
    fn add(&mut self, path: &Path, outcome: Result<Learnt, LearnError>) {
        match outcome {
            Ok(learnt) => {
                self.certificates += 1;
                self.claims += learnt.claims;
            }
            Err(LearnError::Other { .. }) => self.others += 1,
            Err(why) => {
                exit::complain(&format!("{} is not used: {why}", path.display()));
                self.refused.push(path.display().to_string());
            }
        }
    }

    /// Writes it as a human-readable line.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let certificates = counted(self.certificates as usize, "certificate", "certificates");
        let claims = HumanCount(self.claims);
        write!(
            out,
            "claims: {claims} from {certificates} in {}",
            self.directory
        )?;
        match self.refused.len() {
            0 => writeln!(out),
            refused => writeln!(out, ", {refused} refused"),
        }
    }
}
