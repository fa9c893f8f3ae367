//! Every incomplete or damaged file is refused, with the reason.

mod common;

use std::io::Read;

use common::{Forger, HEADER, SHEET, payload, small_containers};
use koproof_store::{ContainerReader, Kind, Part, StoreError, decode};

const HEADER_BYTES: &[u8] = b"\x03\0\0\0\0\0\0\x003x4";

/// Returns why `bytes` are refused, and asserts that the streaming reader agrees.
fn refusal(bytes: &[u8]) -> StoreError {
    let error = decode::<String>(SHEET, bytes, 1 << 16).expect_err("it should be refused");
    let streamed = ContainerReader::open::<String>(bytes, SHEET).and_then(|(_, mut reader)| {
        while reader.next_block()?.is_some() {}
        Ok(())
    });
    let streamed = streamed.expect_err("the streaming reader should refuse it too");
    assert_eq!(streamed.to_string(), error.to_string());
    error
}

#[test]
fn a_small_container_is_read_back() {
    for file in small_containers() {
        let (header, read) = decode::<String>(SHEET, &file, 100).unwrap();
        assert_eq!((header.as_str(), read), (HEADER, payload()));
    }
}

#[test]
fn every_truncation_is_refused_as_one() {
    for file in small_containers() {
        for length in 0..file.len() {
            match refusal(&file[..length]) {
                StoreError::Truncated { size, needed, .. } => {
                    assert_eq!(size, length as u64);
                    assert!(size < needed && needed <= file.len() as u64);
                }
                other => panic!("cut to {length} bytes: {other}"),
            }
        }
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    for file in small_containers() {
        for bit in 0..8 * file.len() {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            match (bit / 8, refusal(&damaged)) {
                (0..8, StoreError::Magic { .. })
                | (8..10, StoreError::Version { .. })
                | (10, StoreError::Revision { .. })
                | (12.., StoreError::Checksum { .. })
                | (12.., StoreError::Length { .. } | StoreError::Truncated { .. }) => {}
                // A flipped bit can turn 0 into 1 and 1 into 0, and then only the check fails.
                (11, StoreError::Compression { .. } | StoreError::Checksum { .. }) => {}
                (byte, other) => panic!("byte {byte}: {other}"),
            }
        }
    }
}

#[test]
fn every_flipped_byte_of_the_content_fails_its_check() {
    for file in small_containers() {
        // The lengths of the header and of the end. The test of flipped bits covers those of blocks.
        for at in (20..31).chain(file.len() - 12..file.len()) {
            let mut damaged = file.clone();
            damaged[at] ^= 0xff;
            let error = refusal(&damaged);
            assert!(
                matches!(error, StoreError::Checksum { .. }),
                "byte {at}: {error}"
            );
        }
    }
}

#[test]
fn blocks_that_changed_places_are_refused() {
    let file = &small_containers()[0];
    let first = 20 + HEADER_BYTES.len() + 4;
    let block = 8 + 40 + 4;
    let mut swapped = file[..first].to_vec();
    swapped.extend(&file[first + block..first + 2 * block]);
    swapped.extend(&file[first..first + block]);
    swapped.extend(&file[first + 2 * block..]);
    assert_eq!(swapped.len(), file.len());
    match refusal(&swapped) {
        StoreError::Checksum { part, at, .. } => {
            assert_eq!(part, Part::Block(1));
            assert_eq!(at, (first + block - 4) as u64);
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_block_left_out_or_repeated_is_refused() {
    let file = &small_containers()[0];
    let first = 20 + HEADER_BYTES.len() + 4;
    let second = first + 8 + 40 + 4;
    let left_out = [&file[..first], &file[second..]].concat();
    let repeated = [&file[..second], &file[first..]].concat();
    for damaged in [left_out, repeated] {
        assert!(matches!(refusal(&damaged), StoreError::Checksum { .. }));
    }
}

#[test]
fn trailing_bytes_are_refused() {
    for file in small_containers() {
        for tail in [&b"\0"[..], b"\n", &file] {
            match refusal(&[&file, tail].concat()) {
                StoreError::TrailingBytes { at, .. } => assert_eq!(at, file.len() as u64),
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn another_magic_or_version_is_named() {
    let file = &small_containers()[0];
    let table = Kind::new(*b"TABLE\r\n\0", "table", 2);
    let error = decode::<String>(table, file, 100).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"not a koproof table: it starts with "SHEET\r\n\x00", not with "TABLE\r\n\x00": choose another file"#
    );
    let newer = Kind::new(*b"SHEET\r\n\0", "sheet", 3);
    let error = decode::<String>(newer, file, 100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sheet version 2, this build reads 3: make it again or use a release that reads 2"
    );
    let error = decode::<String>(newer.also_reads(1), file, 100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sheet version 2, this build reads 1 to 3: make it again or use a release that reads 2"
    );
}

#[test]
fn a_short_file_of_another_kind_is_not_called_truncated() {
    assert!(matches!(refusal(b"hi\n"), StoreError::Magic { found, .. } if found == b"hi\n"));
    assert!(matches!(refusal(b"SHEET\n"), StoreError::Magic { .. }));
    assert_eq!(
        refusal(b"SHEET").to_string(),
        "sheet is truncated in its start: 5 bytes, at least 8 expected: copy it again or make it again"
    );
}

#[test]
fn a_short_block_before_the_last_is_refused_though_its_checks_are_right() {
    let mut forger = Forger::new(0, 4, HEADER_BYTES);
    forger.block(3, b"abc");
    forger.block(4, b"defg");
    forger.end(7);
    match refusal(&forger.file) {
        StoreError::Length {
            part: Part::Block(2),
            found: 4,
            most: 0,
            ..
        } => {}
        other => panic!("{other}"),
    }
}

#[test]
fn a_block_stored_in_fewer_bytes_without_compression_is_refused_though_its_checks_are_right() {
    let mut forger = Forger::new(0, 40, HEADER_BYTES);
    forger.block(40, &[0; 39]);
    forger.end(40);
    match refusal(&forger.file) {
        StoreError::Length {
            part: Part::Block(1),
            found: 39,
            least: 40,
            most: 40,
            ..
        } => {}
        other => panic!("{other}"),
    }
}

#[test]
fn a_wrong_total_is_refused_though_its_check_is_right() {
    let mut forger = Forger::new(0, 4, HEADER_BYTES);
    forger.block(4, b"abcd");
    forger.end(5);
    match refusal(&forger.file) {
        StoreError::Length {
            part: Part::Payload,
            found: 5,
            least: 4,
            most: 4,
            ..
        } => {}
        other => panic!("{other}"),
    }
}

#[test]
fn deflated_blocks_that_do_not_inflate_exactly_are_refused() {
    let zeros: &[u8] = &[0x63, 0x60, 0x20, 0x0e, 0x00, 0x00];
    let too_much = [zeros, &[0]].concat();
    let cases: [(u32, &[u8]); 5] = [
        (39, zeros),               // inflates to more
        (41, zeros),               // inflates to less
        (40, &zeros[..5]),         // ends too early
        (40, &too_much),           // goes on after its end
        (40, &[0xff, 0xff, 0xff]), // is no deflate
    ];
    for (plain_bytes, stored) in cases {
        let mut forger = Forger::new(1, 64, HEADER_BYTES);
        forger.block(plain_bytes, stored);
        forger.end(plain_bytes.into());
        assert_eq!(
            refusal(&forger.file).to_string(),
            format!(
                "sheet block 1 does not inflate to its {plain_bytes} bytes: make the file again"
            )
        );
    }
}

#[test]
fn a_header_of_another_type_is_refused() {
    let mut forger = Forger::new(0, 4, b"\x03\0\0\0\0\0\0\x003x4!");
    forger.end(0);
    assert!(matches!(
        refusal(&forger.file),
        StoreError::LeftOver {
            used: 11,
            size: 12,
            ..
        }
    ));
    let mut forger = Forger::new(0, 4, b"\x04\0\0\0\0\0\0\x003x4");
    forger.end(0);
    assert!(matches!(refusal(&forger.file), StoreError::Decode { .. }));
}

#[test]
fn a_refused_file_stays_refused() {
    let mut file = small_containers()[0].clone();
    file.push(0);
    let (_, mut reader) = ContainerReader::open::<String>(file.as_slice(), SHEET).unwrap();
    let mut read = Vec::new();
    let error = reader.read_to_end(&mut read).unwrap_err();
    assert!(error.to_string().contains("goes on after its end"));
    assert_eq!(read, payload());
    assert!(matches!(
        reader.next_block(),
        Err(StoreError::FailedBefore { .. })
    ));
    assert!(reader.read(&mut [0]).is_err());
}

#[test]
fn a_file_that_ended_stays_ended() {
    let file = &small_containers()[1];
    let (_, mut reader) = ContainerReader::open::<String>(file.as_slice(), SHEET).unwrap();
    while reader.next_block().unwrap().is_some() {}
    assert!(reader.next_block().unwrap().is_none());
    assert!(reader.read_value::<u8>().unwrap().is_none());
}

#[test]
fn a_payload_over_the_limit_is_refused() {
    for file in small_containers() {
        match decode::<String>(SHEET, &file, 99) {
            Err(StoreError::PayloadTooLarge { limit: 99, .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}
