//! The bytes of a file are those that the crate's documentation promises.

mod common;

use std::io::{Read, Write};

use common::{Forger, HEADER, SHEET, payload, small_containers};
use koproof_store::{ContainerReader, ContainerWriter, Layout, decode, encode};

/// "3x4" in bincode with integers of fixed width: a length of eight bytes, then the bytes.
const HEADER_BYTES: &[u8] = b"\x03\0\0\0\0\0\0\x003x4";

#[test]
fn the_crc_is_that_of_zip() {
    // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms (Greg Cook).
    assert_eq!(common::crc32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn a_plain_file_is_laid_out_as_documented() {
    let mut expected = Forger::new(0, 40, HEADER_BYTES);
    expected.block(40, &payload()[..40]);
    expected.block(40, &payload()[40..80]);
    expected.block(20, &payload()[80..]);
    expected.end(100);
    assert_eq!(small_containers()[0], expected.file);
}

#[test]
fn a_deflated_file_keeps_blocks_that_do_not_shrink_as_they_are() {
    let file = &small_containers()[1];
    let first = 20 + HEADER_BYTES.len() + 4;
    let shrunk_bytes = usize::from(file[first + 4]);
    assert!(shrunk_bytes < 10, "40 zeros take {shrunk_bytes} bytes");
    let mut expected = Forger::new(1, 40, HEADER_BYTES);
    expected.block(40, &file[first + 8..first + 8 + shrunk_bytes]);
    expected.block(40, &payload()[40..80]);
    expected.block(20, &payload()[80..]);
    expected.end(100);
    assert_eq!(*file, expected.file);
}

#[test]
fn deflate_from_another_compressor_is_read() {
    // Python: zlib.compressobj(9, zlib.DEFLATED, -15) over 40 zeros.
    let mut forger = Forger::new(1, 40, HEADER_BYTES);
    forger.block(40, &[0x63, 0x60, 0x20, 0x0e, 0x00, 0x00]);
    forger.end(40);
    let (header, payload) = decode::<String>(SHEET, &forger.file, 40).unwrap();
    assert_eq!((header.as_str(), payload), (HEADER, vec![0; 40]));
}

#[test]
fn an_empty_payload_has_no_blocks() {
    let mut expected = Forger::new(0, 1 << 18, HEADER_BYTES);
    expected.end(0);
    let file = encode(SHEET, Layout::plain(), &HEADER, &[]).unwrap();
    assert_eq!(file, expected.file);
    assert_eq!(decode::<String>(SHEET, &file, 0).unwrap().1, []);
}

#[test]
fn a_payload_of_whole_blocks_has_no_empty_one() {
    let layout = Layout::plain().with_block_bytes(25);
    let mut expected = Forger::new(0, 25, HEADER_BYTES);
    for block in payload().chunks(25) {
        expected.block(25, block);
    }
    expected.end(100);
    let file = encode(SHEET, layout, &HEADER, &payload()).unwrap();
    assert_eq!(file, expected.file);
    assert_eq!(decode::<String>(SHEET, &file, 100).unwrap().1, payload());
}

#[test]
fn the_bytes_do_not_depend_on_how_the_payload_is_handed_over() {
    for (layout, expected) in [Layout::plain(), Layout::deflate()]
        .into_iter()
        .zip(small_containers())
    {
        for piece in [1, 3, 40, 41, 100] {
            let layout = layout.with_block_bytes(40);
            let mut writer = ContainerWriter::new(Vec::new(), SHEET, layout, &HEADER).unwrap();
            for piece in payload().chunks(piece) {
                writer.write_all(piece).unwrap();
                writer.flush().unwrap();
            }
            assert_eq!(writer.finish().unwrap(), expected);
        }
    }
}

#[test]
fn a_stream_that_trickles_is_read_whole() {
    struct Trickle<'a>(&'a [u8], bool);
    impl Read for Trickle<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(std::io::ErrorKind::Interrupted.into());
            }
            let most = bytes.len().min(1);
            self.0.read(&mut bytes[..most])
        }
    }
    for file in small_containers() {
        let (header, mut reader) =
            ContainerReader::open::<String>(Trickle(&file, false), SHEET).unwrap();
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!((header.as_str(), read), (HEADER, payload()));
    }
}
