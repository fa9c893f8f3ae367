//! Accepted and refused certificates, with the reasons, in both forms.

#[path = "../common/judge/mod.rs"]
mod judge;
#[path = "../common/mutate.rs"]
mod mutate;
#[path = "../common/prover.rs"]
mod prover;

mod draft;
mod forger;
mod forms;
mod journals;
mod limited;
mod mutations;
mod prisoners;
mod reasons;
mod refuted;
mod valid;

use std::io::Read;

use koproof_verify::{CertificateError, CertificateReader, Item};

/// Reads all items of a certificate.
fn read_items<R: Read>(reader: &mut CertificateReader<R>) -> Result<Vec<Item>, CertificateError> {
    std::iter::from_fn(|| reader.next_item().transpose()).collect()
}
