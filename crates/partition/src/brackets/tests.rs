//! Files that are whole and have a wrong content.

use super::*;

/// Writes a sound container with these entries for a board of two points, and reads them.
fn read(entries: &[[u8; ENTRY]]) -> Result<u64, String> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let path = directory.path().join("table.kpb");
    let board: Board = "path:2".parse().expect("a board");
    let header = Header {
        board: board.name().to_owned(),
        graph6: board.to_graph6(),
        suicide: Suicide::Forbid.to_string(),
        symmetries: 1,
        representatives: entries.len() as u64,
    };
    let file = AtomicFile::create(&path).expect("it can be made");
    let mut writer =
        ContainerWriter::new(file, BRACKETS, LAYOUT, &header).expect("it can be written");
    writer.write_all(&entries.concat()).expect("there is room");
    let file = writer.finish().expect("there is room");
    file.commit().expect("it can be named");
    let mut found = 0;
    let count = |_| {
        found += 1;
        Ok::<_, PartitionError>(())
    };
    let table = BracketFile::open(&path).and_then(|table| table.read(count));
    table.map(|()| found).map_err(|why| why.to_string())
}

#[test]
fn a_sound_file_with_a_wrong_content_is_refused_with_the_remedy() {
    // Empty, and one stone of either player on either point.
    let whole = [[0; ENTRY]; 5];
    assert_eq!(read(&whole), Ok(5));
    let refused = |entries: &[[u8; ENTRY]], problem: &str| {
        let says = read(entries).expect_err("it is wrong");
        assert!(
            says.ends_with(&format!("{problem}: make it again")),
            "{says}"
        );
    };
    refused(&whole[1..], "has fewer entries than its board");
    refused(
        &[[0; ENTRY]; 6],
        "does not have exactly the 5 entries of its board",
    );
    for [lo, hi] in [[1, 0], [-3, 0], [0, 3]] {
        let mut changed = whole;
        changed[3][2..4].copy_from_slice(&[lo as u8, hi as u8]);
        refused(&changed, "has an impossible bracket");
    }
}
