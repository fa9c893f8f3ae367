//! Boards from the content of files.

use koproof_rules::{Board, BoardError, Shape};
use proptest::prelude::*;

use crate::board;

pub(super) fn read(content: &str) -> Board {
    match Board::from_content("@file", content) {
        Ok(board) => board,
        Err(error) => panic!("{content:?}: {error}"),
    }
}

pub(super) fn refused(content: impl AsRef<[u8]>) -> String {
    let content = content.as_ref();
    match Board::from_content("@file", content) {
        Ok(board) => panic!("{:?} is read as {board:?}", content.escape_ascii()),
        Err(error) => error.to_string(),
    }
}

/// A triangle with a tail and a point alone, as `networkx` writes it with `json.dumps`.
const NETWORKX: &str = r#"{"directed": false, "multigraph": false, "graph": {"name": "kite"},
 "nodes": [{"color": "red", "id": 0}, {"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}],
 "links": [{"source": 0, "target": 1}, {"weight": 2.5, "source": 0, "target": 2},
           {"source": 1, "target": 2}, {"source": 2, "target": 3}]}"#;

#[test]
fn four_formats_give_the_same_board() {
    let kite = read("0 1\n0 2\n1 2\n2 3\n4\n");
    assert_eq!((kite.name(), kite.shape()), ("@file", &Shape::Graph));
    assert_eq!(kite.points(), 5);
    assert_eq!(kite.edges(), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    for content in [
        "0,1\n0,2\n1,2\n2,3\n4",
        "0-1\r\n2 - 0\r\n\r\n1\t2\r\n3, 2 # the tail\r\n4",
        "\u{feff}# a kite\n\n  0 1\n0 1 {}\n1 0\n0 2\n1 2\n2 3\n4\n",
        "c a kite\np edge 5 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n",
        "p col 5 8\ne 1 2\ne 1 3\ne 2 3\ne 3 4\ne 2 1\ne 3 1\ne 3 2\ne 4 3\n",
        "c\np edges 5 4\n\ne 1 2\ne 1 3\ne 2 3\nc in between\ne 3 4\ne 4 3",
        NETWORKX,
        &NETWORKX.replace("links", "edges"),
        &NETWORKX.replace("\n", ""),
        "Dx?",
        "\n  Dx? \n\n",
        ">>graph6<<Dx?\r\n",
    ] {
        assert_eq!(read(content), kite, "{content}");
    }
    assert_eq!(kite.to_graph6(), "Dx?");
}

#[test]
fn ids_of_nodes_are_strings_or_integers_in_the_order_of_nodes() {
    let board = read(
        r#"{"nodes": [{"id": "b"}, {"id": "a"}, {"id": 1}, {"id": "1"}, {"id": -7}],
            "links": [{"source": "\u0061", "target": "b"}, {"source": 1, "target": "1"},
                      {"target": -7, "source": "1"}]}"#,
    );
    assert_eq!(board.edges(), [(0, 1), (2, 3), (3, 4)]);
}

#[test]
fn repeated_edges_of_a_multigraph_count_once() {
    let board = read(
        r#"{"directed": false, "multigraph": true, "nodes": [{"id": 0}, {"id": 1}],
            "edges": [{"source": 0, "target": 1, "key": 0}, {"source": 1, "target": 0, "key": 1}]}"#,
    );
    assert_eq!(board.edges(), [(0, 1)]);
}

#[test]
fn sixty_points_of_graph6_begin_with_a_brace_and_are_not_json() {
    let board = board("path:60");
    assert!(board.to_graph6().starts_with('{'));
    assert_eq!(read(&board.to_graph6()).edges(), board.edges());
    // So do 36 and 49 points with the letters that begin lines of DIMACS.
    for (points, letter) in [(36, 'c'), (49, 'p')] {
        let board = crate::board(&format!("cycle:{points}"));
        assert!(board.to_graph6().starts_with(letter));
        assert_eq!(read(&board.to_graph6()).edges(), board.edges());
    }
}

#[test]
fn bad_dimacs_names_the_line() {
    let p_missing = "the problem line is missing: \"p edge POINTS EDGES\" comes before the edges";
    let no_dimacs = |line: &str| {
        format!("{line:?} is not DIMACS: write \"c COMMENT\", \"p edge POINTS EDGES\" or \"e 1 2\"")
    };
    for (content, line, problem) in [
        ("c\ne 1 2\np edge 2 1\n", 2, p_missing.to_owned()),
        ("c only\nc comments\n", 2, p_missing.to_owned()),
        (
            "p edge 2 0\np edge 2 0\n",
            2,
            "a second problem line: keep one graph in a file; a batch takes lists".to_owned(),
        ),
        ("p edge 2\n", 1, no_dimacs("p edge 2")),
        ("p cnf 2 1\n", 1, no_dimacs("p cnf 2 1")),
        ("p edge 2 -1\n", 1, no_dimacs("p edge 2 -1")),
        ("p edge 2 1\ne 1 2 3\n", 2, no_dimacs("e 1 2 3")),
        ("p edge 2 1\na 1 2\n", 2, no_dimacs("a 1 2")),
        (
            "p edge 2 1\ne 1 3\n",
            2,
            "there is no point 3: the problem line gives points 1 to 2".to_owned(),
        ),
        (
            "p edge 2 1\ne 0 1\n",
            2,
            "there is no point 0: the problem line gives points 1 to 2".to_owned(),
        ),
        (
            "p edge 2 1\ne 2 2\n",
            2,
            "point \"2\" is joined to itself: an edge joins two different points".to_owned(),
        ),
        (
            "c\np edge 3 3\ne 1 2\ne 2 3\n",
            2,
            "3 edges are announced, but 2 follow: make the two agree".to_owned(),
        ),
        (
            "c\np edge 3 1\ne 1 2\ne 2 3\n",
            2,
            "1 edges are announced, but 2 follow: make the two agree".to_owned(),
        ),
    ] {
        assert_eq!(refused(content), format!("line {line}: {problem}"));
    }
}

#[test]
fn bad_node_links_name_the_line() {
    let nodes = r#""nodes": [{"id": "a"}, {"id": "b"}]"#;
    let links = r#""links": [{"source": "a", "target": "b"}]"#;
    for (content, expected) in [
        (
            format!("{{{nodes},\n{links},\n\"directed\": true}}"),
            "line 3: \"directed\" is not false: a board's edges have no direction",
        ),
        (
            format!("{{{nodes}}}"),
            "line 1: the edges are either under \"links\" or under \"edges\": keep exactly one of them",
        ),
        (
            format!("{{{nodes}, {links}, \"edges\": []}}"),
            "line 1: the edges are either under \"links\" or under \"edges\": keep exactly one of them",
        ),
        (
            format!("{{{nodes},\n \"links\": [{{\"source\": \"a\",\n \"target\": \"c\"}}]}}"),
            "line 3: an edge ends at \"\\\"c\\\"\", but no node has this id",
        ),
        (
            format!("{{{nodes},\n \"links\": [\n{{\"source\": \"b\", \"target\": \"b\"}}]}}"),
            "line 3: point \"\\\"b\\\"\" is joined to itself: an edge joins two different points",
        ),
        (
            "{\"nodes\": [{\"id\": 1},\n{\"id\": 1}], \"links\": []}".to_owned(),
            "line 2: two nodes have the id \"1\": give each node its own id",
        ),
        (
            "{\"nodes\": [\n{\"id\": 1.5}], \"links\": []}".to_owned(),
            "line 2: the id \"1.5\" is neither a string nor an integer: relabel the nodes",
        ),
        (
            "{\"nodes\": [\n{\"id\": [0, 0]}], \"links\": []}".to_owned(),
            "line 2: the id \"[0, 0]\" is neither a string nor an integer: relabel the nodes",
        ),
        (
            "{\"nodes\": [\n{\"id\": null}], \"links\": []}".to_owned(),
            "line 2: the id \"null\" is neither a string nor an integer: relabel the nodes",
        ),
    ] {
        assert_eq!(refused(&content), expected, "{content}");
    }
    assert_eq!(
        Board::from_content("@file", r#"{"nodes": [], "links": []}"#),
        Err(BoardError::NoPoints)
    );
}

#[test]
fn json_that_is_no_node_link_names_line_and_column() {
    for (content, start, end) in [
        (
            "{",
            "line 1: column 1 is not as in node-link JSON: ",
            "EOF while parsing an object",
        ),
        (
            "{}",
            "line 1: column 2 is not as in node-link JSON: ",
            "missing field `nodes`",
        ),
        (
            "{\n \"nodes\": 7}",
            "line 2: column 11 is not as in node-link JSON: ",
            "expected a sequence",
        ),
        // The second node begins at column 4 of line 2 and ends without an id at column 5.
        (
            "{\"nodes\": [{\"id\": 0},\n   {}], \"links\": []}",
            "line 2: column 5 ",
            "missing field `id`",
        ),
        (
            "{\"nodes\": [{\"id\": 0}],\n \"links\": [\n7]}",
            "line 3: column 1 ",
            "expected struct Edge",
        ),
    ] {
        let message = refused(content);
        assert!(
            message.starts_with(start) && message.ends_with(end),
            "{message}"
        );
    }
}

#[test]
fn bad_graph6_files_name_line_and_byte() {
    for (content, expected) in [
        (
            "\n>>graph6<<B{",
            "line 2: byte 12 has bits beyond the last pair of points: the text is damaged",
        ),
        (
            "  Bx",
            "line 1: byte 4 has bits beyond the last pair of points: the text is damaged",
        ),
        (
            "Bw\n\nBw\n",
            "line 3: a second graph begins here: keep one graph in a file; a batch takes lists",
        ),
        (
            ":Fa@x^",
            "line 1: byte 1 begins sparse6, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)",
        ),
        (
            ">>sparse6<<:Fa@x^",
            "line 1: byte 1 begins sparse6, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)",
        ),
        (
            "&DI?AO?",
            "line 1: byte 1 begins digraph6, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)",
        ),
        (
            ">>digraph6<<&DI?AO?",
            "line 1: byte 1 begins digraph6, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)",
        ),
        (
            ">>graph6<<",
            "line 1: graph6 is missing after byte 10: a triangle is Bw",
        ),
        (
            "hello",
            "line 1: graph6 of 41 points is 138 bytes long, but here are 5",
        ),
    ] {
        assert_eq!(refused(content), expected);
    }
}

#[test]
fn other_content_is_refused_in_one_line() {
    let empty = "line 1: the file describes no points: write graph6, an edge list, DIMACS or node-link JSON";
    assert_eq!(refused(""), empty);
    assert_eq!(refused(" \n\r\n\t"), empty);
    assert_eq!(
        refused("\n(;GM[1]SZ[9])"),
        "line 2: \"(;GM[1]SZ[9])\" begins neither graph6 (as \"Bw\" does), nor an edge list (\"0 1\"), \
         nor DIMACS (\"p edge 3 2\"), nor node-link JSON (\"{\")"
    );
    assert_eq!(
        refused(b"0 1\n1 \xff\n"),
        "line 2: byte 7 of the file is not UTF-8: a board's file is plain text"
    );
}

#[test]
fn files_that_claim_or_list_too_many_points_are_refused() {
    let listed = format!(
        r#"{{"nodes": [{}], "links": []}}"#,
        vec![r#"{"id": 0}"#; 513].join(",")
    );
    for (content, points) in [
        ("~~~~~~~~", (1 << 36) - 1),
        ("0 1\n0 99999999999", 100_000_000_000),
        ("p edge 99999999999 1\ne 1 2\n", 99_999_999_999),
        (&listed, 513),
    ] {
        let limit = 512;
        let expected = Err(BoardError::TooManyPoints { points, limit });
        assert_eq!(Board::from_content("@file", content), expected);
    }
    let huge = refused("0 1\n0 1234567890123456789012");
    assert!(
        huge.contains("line 2") && huge.contains("too large: a board has at most 512 points"),
        "{huge}"
    );
    assert!(refused("p edge 1234567890123456789012 0").contains("is not DIMACS"));
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    let deep = "[".repeat(200_000);
    refused(format!("{{\"nodes\": {deep}"));
    refused(format!("{{\"nodes\": [{{\"id\": {deep}"));
    refused(format!(
        "{{\"nodes\": [{{\"id\": {deep}{}}}], \"links\": []}}",
        "]".repeat(200_000)
    ));
}

fn one_short_line(content: &[u8]) -> Result<(), TestCaseError> {
    if let Err(error) = Board::from_content("@file", content) {
        let message = error.to_string();
        prop_assert!(
            !message.contains(['\n', '\r']) && message.len() < 1000,
            "{}",
            message
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_bytes_panic(content in proptest::collection::vec(any::<u8>(), 0..200)) {
        one_short_line(&content)?;
    }

    #[test]
    fn no_text_panics(content in "[{}\\[\\]\":,a-f0-9 \\-~?#pce\n]{0,60}") {
        one_short_line(content.as_bytes())?;
    }

    #[test]
    fn no_damaged_file_panics(
        which in 0usize..4,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        end in any::<prop::sample::Index>(),
    ) {
        let files = [NETWORKX, "p edge 5 2\ne 1 2\ne 3 4\n", "0 1\n2 3 {}\n4\n", ">>graph6<<Dx?"];
        let mut content = files[which].as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(content.len());
            content[at] = byte;
        }
        one_short_line(&content)?;
        content.truncate(end.index(content.len()));
        one_short_line(&content)?;
    }
}
