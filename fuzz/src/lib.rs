//! The properties of every parser for any bytes: it does not panic, and what it reads is written as the same bytes.

use koproof_rules::{Board, Coloring, Graph, text};
use koproof_tables::Table;
use koproof_verify::{CertificateReader, check, never_stop};

/// A table that is read writes the same bytes.
pub fn table(data: &[u8]) {
    if let Ok(table) = Table::from_bytes(data) {
        assert!(table.to_bytes().expect("it was read") == data);
    }
}

/// A certificate is read to its end or refused; only one that is read to its end can be accepted.
pub fn certificate(data: &[u8]) {
    let read = CertificateReader::open(data).and_then(|mut reader| {
        while reader.next_item()?.is_some() {}
        Ok(())
    });
    let accepted = check(data, &mut never_stop).is_ok();
    assert!(read.is_ok() || !accepted);
}

/// A board that is read from graph6 is written as the same text.
pub fn graph6(data: &[u8]) {
    let Ok(name) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(board) = format!("g6:{name}").parse::<Board>() {
        assert_eq!(board.to_graph6(), name);
    }
    // The same bytes as a file of whatever kind.
    let _ = Board::from_content("file", data);
}

/// A position that is read is written as the same coloring.
pub fn position(data: &[u8]) {
    let Ok(position) = std::str::from_utf8(data) else {
        return;
    };
    for name in ["2x3", "path:5", "1x1"] {
        let board: Board = name.parse().expect("a board");
        let graph = Graph::<1>::new(&board).expect("a small board");
        let read = |text: &str| text::parse_position::<1, 2>(&board, &graph, text);
        if let Ok(coloring) = read(position) {
            let again: Coloring<1, 2> = read(&text::position(&board, &coloring)).expect("our own");
            assert_eq!(again, coloring);
        }
    }
}

/// A list of moves that is read is written as the same moves.
pub fn moves(data: &[u8]) {
    let Ok(list) = std::str::from_utf8(data) else {
        return;
    };
    for name in ["2x3", "cycle:5"] {
        let board: Board = name.parse().expect("a board");
        if let Ok(turns) = text::parse_moves(&board, list) {
            let written: Vec<String> = turns
                .iter()
                .map(|&(player, taken)| text::turn(&board, player, taken))
                .collect();
            assert_eq!(text::parse_moves(&board, &written.join(", ")), Ok(turns));
        }
    }
}
