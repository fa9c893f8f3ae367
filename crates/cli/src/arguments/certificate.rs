//! The arguments for a certificate: file and form.

use std::path::{Path, PathBuf};

use clap::Args;
use koproof_verify::{Form, Subject};

use super::path::file;
use crate::certificate::{Destination, form};

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Certificate")]
pub(crate) struct CertificateArgs {
    /// Write a proof of the result, for `koproof verify`
    ///
    /// A certificate that is already there is replaced only if the new one is about the same game or table, and its bounds
    /// are at least as strong.
    /// If each proves something that the other does not, the new one gets a name beside it, such as proof-2.kpc.
    /// Writing may take more memory than --memory.
    #[arg(long, value_name = "FILE", value_parser = file())]
    certificate: Option<PathBuf>,

    /// The form of the certificate [default: text for a FILE that ends in .txt, binary for others]
    #[arg(
        long,
        value_parser = form(),
        value_name = "FORM",
        requires = "certificate",
        hide_default_value = true,
        hide_short_help = true
    )]
    certificate_form: Option<Form>,
}

impl CertificateArgs {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.certificate.as_deref()
    }

    /// Checks the path before any work is done, if a certificate was requested.
    pub(crate) fn destination(
        &self,
        subject: Subject,
        force: bool,
    ) -> anyhow::Result<Option<Destination>> {
        let destination = |path| Destination::new(path, self.certificate_form, subject, force);
        self.path().map(destination).transpose()
    }
}
