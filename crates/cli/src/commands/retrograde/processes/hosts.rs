//! The addresses of processes on several machines.

use std::path::Path;

use anyhow::{Context, bail};
use koproof_store::read_limited;

/// The largest list of addresses.
const MAX_BYTES: u64 = 1 << 20;

/// Reads addresses, one a line; empty lines and comments after `#` are ignored.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<String>> {
    let content = read_limited(path, MAX_BYTES)?;
    let name = path.display();
    let text = String::from_utf8(content).with_context(|| format!("{name} is no text"))?;
    parse(&text).with_context(|| name.to_string())
}

fn parse(text: &str) -> anyhow::Result<Vec<String>> {
    let mut addresses: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address
            .rsplit_once(':')
            .map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) {
            bail!("line {number}: '{address}' is not HOST:PORT");
        }
        if addresses.iter().any(|before| before == address) {
            bail!("line {number}: {address} is listed twice; give each process a port of its own");
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() {
        bail!("there is no address in it; write HOST:PORT, one a line");
    }
    Ok(addresses)
}
