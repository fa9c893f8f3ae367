//! Edge lists that are read, and those that are refused.

use super::files::{read, refused};

#[test]
fn a_first_line_that_may_be_a_header_is_refused_and_any_other_is_an_edge() {
    for (content, header) in [
        ("# grid\n4 4\n0 1\n1 3\n3 2\n2 0\n", "line 2: \"4 4\" looks"),
        ("3 2 # from 1\n1 2\n2 3\n", "line 1: \"3 2\" looks"),
    ] {
        assert!(refused(content).starts_with(header), "{content:?}");
    }
    for (content, edges) in [
        ("3-2\n0 1\n1 2\n", 3),
        // One line too many, a point 3 beside a point 0, and a point 4.
        ("3 2\n0 1\n1 2\n0 2\n", 4),
        ("3 2\n0 1\n1 3\n", 3),
        ("3 2\n1 4\n1 2\n", 3),
        ("1 0\n", 1),
        ("0 1\n1 2\n", 2),
    ] {
        assert_eq!(read(content).edges().len(), edges, "{content:?}");
    }
}

#[test]
fn bad_edge_lists_name_the_line() {
    let no_edge =
        |line: &str| format!("{line:?} is not an edge: write two point numbers, as in \"0 1\"");
    for (content, line, problem) in [
        ("0 1\n1", 0, String::new()),
        ("0 1\n\n1 x\n", 3, no_edge("1 x")),
        ("0 1\n# fine\n1 2 3\n", 3, no_edge("1 2 3")),
        ("0 1 2.5 # weight\n", 1, no_edge("0 1 2.5")),
        ("0--1", 1, no_edge("0--1")),
        ("0 -1 2", 1, no_edge("0 -1 2")),
        ("0 1\n0 -1", 2, no_edge("0 -1")),
        ("0,,1", 1, no_edge("0,,1")),
        ("0 1\n-1 2", 2, no_edge("-1 2")),
        ("2x3", 1, no_edge("2x3")),
        (
            "0 1\n3 3\n",
            2,
            "point \"3\" is joined to itself: an edge joins two different points".into(),
        ),
        (
            "# nothing\n",
            1,
            "the file describes no points: write graph6, an edge list, DIMACS or node-link JSON"
                .into(),
        ),
    ] {
        if line == 0 {
            assert_eq!(read(content).edges(), [(0, 1)]);
        } else {
            assert_eq!(refused(content), format!("line {line}: {problem}"));
        }
    }
}
