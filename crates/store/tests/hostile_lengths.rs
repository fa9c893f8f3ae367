//! Every length in a file is compared with a limit before it is used.
//!
//! There is only one test, because memory is counted for the whole process.

mod common;

use common::{Forger, SHEET};
use koproof_store::{ContainerReader, Decode, StoreError, decode, from_bytes};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Returns the refusal of `read` and the memory that it took at its peak.
fn refusal<T>(read: impl FnOnce() -> Result<T, StoreError>) -> (StoreError, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let error = read().err().expect("a hostile length is refused");
    (error, MEMORY.peak_usage() - before)
}

fn all_values<T: Decode<()>>(file: &[u8]) -> Result<(), StoreError> {
    let (_, mut reader) = ContainerReader::open::<()>(file, SHEET)?;
    while reader.read_value::<T>()?.is_some() {}
    Ok(())
}

#[test]
fn hostile_lengths_allocate_no_more_than_their_limit() {
    const MIB: usize = 1 << 20;
    let lengths = [
        1 << 21,
        u64::from(u32::MAX),
        1 << 40,
        u64::MAX - 7,
        u64::MAX,
    ];
    for length in lengths {
        let short = length.min(u32::MAX.into()) as u32;
        let length = length.to_le_bytes();

        // The length of a block and of the header: refused by the limits of the format.
        let start = b"SHEET\r\n\0\x02\0\x01\x00".as_slice();
        let wide = [start, &short.to_le_bytes(), &[0; 4]].concat();
        let header = [start, &[4, 0, 0, 0], &short.to_le_bytes(), &[0; 64]].concat();
        let mut plain = Forger::new(0, 1 << 20, &[]);
        let mut stored = plain.clone();
        plain.put(&short.to_le_bytes());
        plain.put(&short.to_le_bytes());
        stored.put(&4_u32.to_le_bytes());
        stored.put(&short.to_le_bytes());
        for file in [&wide, &header, &plain.file, &stored.file] {
            let (error, memory) = refusal(|| decode::<()>(SHEET, file, u64::MAX));
            assert!(matches!(error, StoreError::Length { .. }), "{error}");
            assert!(memory < MIB / 8, "{memory} bytes for: {error}");
        }

        // The total: nothing is allocated for it.
        let mut forger = Forger::new(0, 4, &[]);
        forger.end(u64::from_le_bytes(length));
        let (error, memory) = refusal(|| decode::<()>(SHEET, &forger.file, u64::MAX));
        assert!(matches!(error, StoreError::Length { .. }), "{error}");
        assert!(memory < MIB / 8, "{memory} bytes for: {error}");

        // The length of a vector in a header, in a value, and in a value of a stream: refused by bincode's limit.
        let mut forger = Forger::new(0, 4, &length);
        forger.end(0);
        let (error, memory) = refusal(|| decode::<Vec<u64>>(SHEET, &forger.file, 0));
        assert!(matches!(error, StoreError::Decode { .. }), "{error}");
        assert!(memory < 17 * MIB, "{memory} bytes for: {error}");

        let (error, memory) = refusal(|| from_bytes::<Vec<String>, { 1 << 20 }>("list", &length));
        assert!(matches!(error, StoreError::Decode { .. }), "{error}");
        assert!(memory < 2 * MIB, "{memory} bytes for: {error}");

        let mut forger = Forger::new(0, 64, &[]);
        forger.block(8, &length);
        forger.end(8);
        let (error, memory) = refusal(|| all_values::<Vec<u64>>(&forger.file));
        assert!(matches!(error, StoreError::Decode { .. }), "{error}");
        assert!(memory < 65 * MIB, "{memory} bytes for: {error}");
    }

    // A block with a stated size of 1 MiB that is missing.
    let mut forger = Forger::new(0, 1 << 20, &[]);
    forger.put(&[0, 0, 16, 0, 0, 0, 16, 0]);
    let (error, memory) = refusal(|| decode::<()>(SHEET, &forger.file, u64::MAX));
    assert!(matches!(error, StoreError::Truncated { .. }), "{error}");
    assert!(memory < 2 * MIB, "{memory} bytes for: {error}");

    // 64 deflated blocks with 1 MiB of zeros each, where the limit is 1 MiB.
    let zeros = miniz_oxide::deflate::compress_to_vec(&vec![0; MIB], 9);
    let mut forger = Forger::new(1, 1 << 20, &[]);
    for _ in 0..64 {
        forger.block(1 << 20, &zeros);
    }
    forger.end(64 << 20);
    let (error, memory) = refusal(|| decode::<()>(SHEET, &forger.file, 1 << 20));
    assert!(
        matches!(error, StoreError::PayloadTooLarge { .. }),
        "{error}"
    );
    assert!(memory < 4 * MIB, "{memory} bytes for: {error}");
}
