//! graph6 against known strings, and against petgraph's encoder and decoder.

use koproof_rules::{Board, BoardError, Graph6Problem, NameProblem};
use petgraph::graph::UnGraph;
use petgraph::graph6::{FromGraph6, ToGraph6};
use proptest::prelude::*;

use crate::{board, degrees, girth, neighbours};

fn problem(graph6: &str) -> Graph6Problem {
    match format!("g6:{graph6}").parse::<Board>() {
        Err(BoardError::Name {
            problem: NameProblem::Graph6(problem),
            ..
        }) => problem,
        other => panic!("{graph6} gives {other:?}"),
    }
}

#[test]
fn known_strings_are_known_graphs() {
    for (graph6, name) in [
        ("@", "empty:1"),
        ("A?", "empty:2"),
        ("A_", "path:2"),
        ("Bw", "cycle:3"),
        ("C~", "complete:4"),
        ("D~{", "complete:5"),
        ("D?{", "edges:0-4,1-4,2-4,3-4"),
        // The worked example in the description of the format.
        ("DQc", "edges:0-2,0-4,1-3,3-4"),
    ] {
        let read = board(&format!("g6:{graph6}"));
        assert_eq!(read.points(), board(name).points(), "{graph6}");
        assert_eq!(read.edges(), board(name).edges(), "{graph6}");
        assert_eq!(board(name).to_graph6(), graph6);
    }
}

#[test]
fn efz_is_the_complete_bipartite_graph_on_three_and_three() {
    let k33 = board("g6:EFz_");
    assert_eq!((k33.points(), k33.edges().len()), (6, 9));
    // Three-regular on six points without odd cycles: every point is joined to the whole other side.
    let neighbours = neighbours(&k33);
    assert_eq!(degrees(&k33), [(3, 6)]);
    for &(a, b) in k33.edges() {
        let (a, b) = (usize::from(a), usize::from(b));
        assert!(neighbours[a].iter().all(|c| !neighbours[b].contains(c)));
    }
}

#[test]
fn sage_petersen_string_is_three_regular_of_girth_five() {
    let petersen = board("g6:IheA@GUAo");
    assert_eq!(degrees(&petersen), [(3, 10)]);
    assert_eq!(girth(&petersen), Some(5));
}

#[test]
fn sizes_take_one_four_or_eight_bytes() {
    assert!(board("empty:62").to_graph6().starts_with("}?"));
    assert!(board("empty:63").to_graph6().starts_with("~??~?"));
    assert!(board("empty:512").to_graph6().starts_with("~?G??"));
    // The description's own examples of N(n).
    for (graph6, points) in [("~B?x", 12_345), ("~~?ZZZZZ", 460_175_067)] {
        let expected = Err(BoardError::TooManyPoints { points, limit: 512 });
        assert_eq!(format!("g6:{graph6}").parse::<Board>(), expected);
    }
    let why = "g6:?".parse::<Board>().expect_err("it has no points");
    assert_eq!(
        why.to_string(),
        "board \"g6:?\": the graph at byte 4 has no points: a board needs at least one"
    );
}

#[test]
fn damaged_graph6_is_refused_with_its_byte() {
    let length = |points, expected, found| Graph6Problem::Length {
        points,
        expected,
        found,
    };
    let sparse = Graph6Problem::Sister {
        byte: 4,
        format: "sparse6",
    };
    let directed = Graph6Problem::Sister {
        byte: 4,
        format: "digraph6",
    };
    assert_eq!(problem(""), Graph6Problem::Missing { byte: 3 });
    assert_eq!(problem(":Fa@x^"), sparse);
    assert_eq!(problem("&DI?AO?"), directed);
    assert_eq!(problem("Bww"), length(3, 2, 3));
    assert_eq!(problem("C"), length(4, 2, 1));
    assert_eq!(problem("~??~"), length(63, 4 + 326, 4));
    assert_eq!(problem("Bx"), Graph6Problem::Padding { byte: 5 });
    let space = Graph6Problem::Alphabet {
        byte: 5,
        value: b' ',
    };
    assert_eq!(problem("B w"), space);
    let accent = Graph6Problem::Alphabet {
        byte: 4,
        value: 0xc3,
    };
    assert_eq!(problem("é"), accent);
    for size in ["~", "~?", "~??", "~~", "~~?????"] {
        assert_eq!(problem(size), Graph6Problem::Size { byte: 4 }, "{size}");
    }
    // Five points in the form for 63 and more, and 63 points in the form for 258048 and more.
    for size in ["~??D~{", "~~????~"] {
        assert_eq!(problem(size), Graph6Problem::Size { byte: 4 }, "{size}");
    }
    let longest_short = board("empty:62").to_graph6();
    let overlong = longest_short.replacen('}', "~??}", 1);
    assert_eq!(problem(&overlong), Graph6Problem::Size { byte: 4 });
}

/// A board of up to `most` points with any edges.
fn boards(most: usize) -> impl Strategy<Value = Board> {
    (1..=most).prop_flat_map(|points| {
        let end = 0..points as u16;
        proptest::collection::vec((end.clone(), end), 0..3 * points).prop_map(move |edges| {
            let edges = edges.into_iter().filter(|(a, b)| a != b);
            Board::new("any", points, edges).expect("edges are below points, loops are gone")
        })
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(original in boards(512)) {
        let read = board(&format!("g6:{}", original.to_graph6()));
        prop_assert_eq!(read.points(), original.points());
        prop_assert_eq!(read.edges(), original.edges());
    }

    #[test]
    fn petgraph_writes_and_reads_the_same(board in boards(100)) {
        let mut graph = UnGraph::<(), ()>::from_edges(board.edges().iter().map(|&(a, b)| {
            (u32::from(a), u32::from(b))
        }));
        while graph.node_count() < board.points() {
            graph.add_node(());
        }
        prop_assert_eq!(graph.graph6_string(), board.to_graph6());
        let read = UnGraph::<(), ()>::from_graph6_string(board.to_graph6());
        let mut edges: Vec<_> = read
            .raw_edges()
            .iter()
            .map(|edge| (edge.source().index() as u16, edge.target().index() as u16))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        edges.sort();
        prop_assert_eq!(read.node_count(), board.points());
        prop_assert_eq!(&edges[..], board.edges());
    }

    #[test]
    fn a_graph_has_one_spelling(text in "[?-~]{1,12}") {
        if let Ok(board) = format!("g6:{text}").parse::<Board>() {
            prop_assert_eq!(board.to_graph6(), text);
        }
    }

    #[test]
    fn a_changed_byte_is_another_board_or_an_error(
        original in boards(30), at in any::<prop::sample::Index>(), byte in 0u8..=127
    ) {
        let text = original.to_graph6();
        let mut changed = text.clone().into_bytes();
        let at = at.index(changed.len());
        prop_assume!(changed[at] != byte && byte != b'+');
        changed[at] = byte;
        let changed = String::from_utf8(changed).unwrap();
        if let Ok(board) = format!("g6:{changed}").parse::<Board>() {
            let same = board.points() == original.points() && board.edges() == original.edges();
            prop_assert!(!same);
        }
    }
}
