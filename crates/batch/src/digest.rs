//! SHA-256 in hexadecimal digits.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of bytes as 64 hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
