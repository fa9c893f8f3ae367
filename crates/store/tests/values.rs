//! Values in streams, and round trips of random payloads.

mod common;

use std::io::{self, Write};

use common::{Forger, SHEET};
use koproof_store::{
    ContainerReader, ContainerWriter, Decode, Encode, Layout, MAX_HEADER_BYTES, MAX_VALUE_BYTES,
    StoreError, decode, encode, from_bytes, to_bytes,
};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
enum Step {
    Stop,
    Play { point: u8, child: u32 },
    Replies(Vec<u64>, Option<String>),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Stop),
        any::<(u8, u32)>().prop_map(|(point, child)| Step::Play { point, child }),
        any::<(Vec<u64>, Option<String>)>().prop_map(|(a, b)| Step::Replies(a, b)),
    ]
}

fn layout() -> impl Strategy<Value = Layout> {
    (any::<bool>(), 1_u32..300).prop_map(|(deflate, block_bytes)| {
        let layout = if deflate {
            Layout::deflate()
        } else {
            Layout::plain()
        };
        layout.with_block_bytes(block_bytes)
    })
}

/// Payloads with runs in them, so that some blocks shrink.
fn payload() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec((any::<u8>(), 1_usize..60), 0..40).prop_map(|runs| {
        runs.into_iter()
            .flat_map(|(byte, times)| std::iter::repeat_n(byte, times))
            .collect()
    })
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(header: Vec<(u8, String)>, payload in payload(), layout in layout()) {
        let file = encode(SHEET, layout, &header, &payload).unwrap();
        prop_assert_eq!(&file, &encode(SHEET, layout, &header, &payload).unwrap());
        let read = decode::<Vec<(u8, String)>>(SHEET, &file, payload.len() as u64).unwrap();
        prop_assert_eq!(read, (header, payload));
    }

    #[test]
    fn values_come_back_in_order(steps in prop::collection::vec(step(), 0..50), layout in layout()) {
        let mut writer = ContainerWriter::new(Vec::new(), SHEET, layout, &7_u8).unwrap();
        for step in &steps {
            writer.write_value(step).unwrap();
        }
        let file = writer.finish().unwrap();
        let (header, mut reader) = ContainerReader::open::<u8>(file.as_slice(), SHEET).unwrap();
        prop_assert_eq!(header, 7);
        let mut read = Vec::new();
        while let Some(step) = reader.read_value::<Step>().unwrap() {
            read.push(step);
        }
        prop_assert_eq!(read, steps);
    }

    #[test]
    fn values_of_any_bytes_are_read_or_refused(variant in 0_u32..4, rest: Vec<u8>) {
        let bytes = [&variant.to_le_bytes()[..], &rest].concat();
        if let Ok(step) = from_bytes::<Step, 4096>("step", &bytes) {
            prop_assert_eq!(to_bytes("step", &step).unwrap(), bytes);
        }
    }

    #[test]
    fn any_bytes_behind_a_right_header_are_refused(
        compression in 0_u8..2,
        sizes in [0_u32..60, 0..60],
        bytes: Vec<u8>,
    ) {
        let header = to_bytes("header", &"3x4").unwrap();
        let mut file = Forger::new(compression, 40, &header).file;
        for size in sizes {
            file.extend(size.to_le_bytes());
        }
        file.extend(bytes);
        prop_assert!(decode::<String>(SHEET, &file, 4096).is_err());
    }
}

/// Reads the steps of a file with this payload until the first error.
fn read_steps(payload: &[u8]) -> Result<usize, StoreError> {
    let file = encode(SHEET, Layout::plain(), &(), payload)?;
    let (_, mut reader) = ContainerReader::open::<()>(file.as_slice(), SHEET)?;
    let mut steps = 0;
    while reader.read_value::<Step>()?.is_some() {
        steps += 1;
    }
    Ok(steps)
}

#[test]
fn a_payload_that_ends_within_a_value_is_refused() {
    let step = to_bytes("step", &Step::Play { point: 3, child: 9 }).unwrap();
    assert_eq!(step.len(), 9);
    assert_eq!(read_steps(&step.repeat(2)).unwrap(), 2);
    for cut in 10..18 {
        assert_eq!(
            read_steps(&step.repeat(2)[..cut]).unwrap_err().to_string(),
            "sheet does not decode: it ends within a value: make it again with this release"
        );
    }
}

#[test]
fn after_a_value_that_is_none_nothing_is_read() {
    let file = encode(SHEET, Layout::plain(), &(), &[9, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let (_, mut reader) = ContainerReader::open::<()>(file.as_slice(), SHEET).unwrap();
    assert!(matches!(
        reader.read_value::<Step>(),
        Err(StoreError::Decode { .. })
    ));
    assert!(matches!(
        reader.read_value::<Step>(),
        Err(StoreError::FailedBefore { .. })
    ));
}

#[test]
fn a_damaged_block_below_a_value_gives_its_own_reason() {
    let mut forger = Forger::new(0, 8, &[]);
    forger.block(8, &[2, 0, 0, 0, 1, 0, 0, 0]);
    let (_, mut reader) = ContainerReader::open::<()>(forger.file.as_slice(), SHEET).unwrap();
    assert!(matches!(
        reader.read_value::<Step>(),
        Err(StoreError::Truncated { .. })
    ));
    assert!(matches!(
        reader.read_value::<Step>(),
        Err(StoreError::FailedBefore { .. })
    ));
}

#[test]
fn a_value_of_no_bytes_is_not_read_for_ever() {
    let mut writer = ContainerWriter::new(Vec::new(), SHEET, Layout::plain(), &()).unwrap();
    writer.write_all(b"x").unwrap();
    let file = writer.finish().unwrap();
    let (_, mut reader) = ContainerReader::open::<()>(file.as_slice(), SHEET).unwrap();
    assert!(matches!(
        reader.read_value::<()>(),
        Err(StoreError::Decode { .. })
    ));
}

#[test]
fn a_value_that_could_not_be_read_back_is_not_written() {
    let value = |bytes: usize| vec![7_u8; bytes - 8];
    for (bytes, fits) in [(MAX_VALUE_BYTES, true), (MAX_VALUE_BYTES + 1, false)] {
        let mut writer = ContainerWriter::new(Vec::new(), SHEET, Layout::plain(), &()).unwrap();
        assert_eq!(writer.write_value(&value(bytes)).is_ok(), fits);
        match writer.finish() {
            Ok(file) => {
                assert!(fits);
                let (_, mut reader) = ContainerReader::open::<()>(file.as_slice(), SHEET).unwrap();
                assert_eq!(reader.read_value().unwrap(), Some(value(bytes)));
            }
            Err(error) => {
                assert!(!fits);
                assert!(matches!(error, StoreError::FailedBefore { .. }));
            }
        }
    }
}

#[test]
fn a_value_that_grows_in_memory_is_read_back() {
    // 15 MiB in the file at five bytes each, 24 MiB in memory at eight bytes each.
    let value = vec![(1_u8, 2_u32); 3 << 20];
    let mut writer = ContainerWriter::new(Vec::new(), SHEET, Layout::plain(), &()).unwrap();
    writer.write_value(&value).unwrap();
    let file = writer.finish().unwrap();
    let (_, mut reader) = ContainerReader::open::<()>(file.as_slice(), SHEET).unwrap();
    assert!(reader.read_value().unwrap() == Some(value));
}

#[test]
fn a_header_that_could_not_be_read_back_is_not_written() {
    let header = |bytes: usize| vec![7_u8; bytes - 8];
    let largest = header(MAX_HEADER_BYTES as usize);
    let file = encode(SHEET, Layout::plain(), &largest, &[]).unwrap();
    assert_eq!(decode::<Vec<u8>>(SHEET, &file, 0).unwrap().0, largest);
    let larger = header(MAX_HEADER_BYTES as usize + 1);
    let error = encode(SHEET, Layout::plain(), &larger, &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sheet does not encode: its header takes 1048577 bytes, at most 1048576 are allowed"
    );
}

#[test]
fn an_output_that_fails_is_reported_and_not_tried_again() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let layout = Layout::plain().with_block_bytes(8);
    assert!(matches!(
        ContainerWriter::new(Full(10), SHEET, layout, &()),
        Err(StoreError::Stream { .. })
    ));
    let mut writer = ContainerWriter::new(Full(30), SHEET, layout, &()).unwrap();
    writer.write_value(&[1_u64, 2]).unwrap_err();
    assert!(matches!(
        writer.finish(),
        Err(StoreError::FailedBefore { .. })
    ));
}

#[test]
fn a_value_with_bytes_left_over_is_refused() {
    assert_eq!(
        from_bytes::<u16, 16>("number", &[1, 2, 3])
            .unwrap_err()
            .to_string(),
        "number decodes from 2 of its 3 bytes, none may be left: make it again with this release"
    );
    assert_eq!(
        from_bytes::<u32, 16>("number", &[1, 2, 3])
            .unwrap_err()
            .to_string(),
        "number does not decode: it is too short, bytes missing: 1: make it again with this release"
    );
}

#[test]
fn a_value_over_its_limit_is_refused() {
    let bytes = to_bytes("list", &vec![1_u64, 2, 3]).unwrap();
    // Eight bytes of length and three times eight.
    assert_eq!(
        from_bytes::<Vec<u64>, 32>("list", &bytes).unwrap(),
        [1, 2, 3]
    );
    assert_eq!(
        from_bytes::<Vec<u64>, 31>("list", &bytes)
            .unwrap_err()
            .to_string(),
        "list does not decode: it claims more memory than is allowed: make it again with this release"
    );
}
