//! The memory of this process, as the kernel tells it.

/// Returns the resident memory in bytes, if the kernel provides it.
pub(crate) fn resident() -> Option<u64> {
    bytes("VmRSS:")
}

/// Returns the peak resident memory in bytes, if the kernel provides it.
#[cfg(feature = "distribute")]
pub(crate) fn peak() -> Option<u64> {
    bytes("VmHWM:")
}

fn bytes(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(1024 * kilobytes)
}
