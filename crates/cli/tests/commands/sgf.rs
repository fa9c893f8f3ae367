//! `koproof game sgf`: best play and proofs as game trees.

mod judged;

use koproof_rules::{self as rules, Coloring, Game, Graph, Player, Ruleset};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Move, Point, Prop};

use super::bad_input::refused;
use super::{Folder, json, koproof, stdout};

/// Reads the tree that a command writes.
fn tree(arguments: &[&str]) -> SgfNode<Prop> {
    let text = stdout(("game sgf", arguments), 0);
    let mut trees = go::parse(&text).expect("it is SGF");
    assert_eq!(trees.len(), 1);
    trees.remove(0)
}

fn value(node: &SgfNode<Prop>) -> f64 {
    match node.get_property("V") {
        Some(Prop::V(value)) => *value,
        other => panic!("{other:?} is no value"),
    }
}

fn comment(node: &SgfNode<Prop>) -> String {
    match node.get_property("C") {
        Some(Prop::C(text)) => text.text.clone(),
        other => panic!("{other:?} is no comment"),
    }
}

/// Returns all positions of a tree.
fn nodes(root: &SgfNode<Prop>) -> Vec<&SgfNode<Prop>> {
    let mut all = vec![root];
    let mut next = 0;
    while next < all.len() {
        all.extend(all[next].children());
        next += 1;
    }
    all
}

#[test]
fn every_position_of_every_line_of_best_play_has_the_value_of_the_board() {
    // Published: the value of 2x2 is 1.
    let tree = tree(&["2x2"]);
    let nodes = nodes(&tree);
    assert!(nodes.len() > 20, "{}", nodes.len());
    for node in &nodes {
        assert_eq!(value(node), 1.0);
        assert!(node.get_property("BM").is_none());
    }
    // All four corners are equally good.
    assert_eq!(tree.children().count(), 4);
    let ends = nodes
        .iter()
        .filter(|node| comment(node).contains("The game is over: Black wins by 1."));
    assert!(ends.count() > 0);
    let linked = nodes
        .iter()
        .filter(|node| comment(node).contains("Transposition: "));
    assert!(linked.count() > 0);
}

/// Asserts that Black has one move that keeps the value and White all legal moves; returns the number of bad moves.
fn check_proof(node: &SgfNode<Prop>, game: &mut Game<'_, 1, 2>) -> usize {
    let children: Vec<_> = node.children().collect();
    let followed = !comment(node).contains("Transposition") && !game.is_over();
    let plays = (0..4).map(|point| rules::Move::Play(rules::Point::new(point)));
    let legal = plays.chain([rules::Move::Pass]);
    let legal = legal.filter(|&taken| game.try_move(taken).is_ok()).count();
    let expected = match (followed, game.to_move()) {
        (false, _) => 0,
        (true, Player::BLACK) => 1,
        (true, _) => legal,
    };
    assert_eq!(children.len(), expected, "{}", comment(node));
    // White can only lose.
    assert!(value(node) >= 1.0);
    let mut bad = 0;
    for child in children {
        let taken = match (child.get_property("B"), child.get_property("W")) {
            (Some(Prop::B(taken)), None) | (None, Some(Prop::W(taken))) => *taken,
            other => panic!("{other:?} is no move"),
        };
        let loses = value(child) > value(node);
        assert_eq!(child.get_property("BM").is_some(), loses);
        bad += usize::from(loses);
        let taken = match taken {
            Move::Pass => rules::Move::Pass,
            Move::Move(Point { x, y }) => {
                rules::Move::Play(rules::Point::new(u16::from(2 * y + x)))
            }
        };
        game.play(taken).expect("the tree has legal moves only");
        bad += check_proof(child, game);
        game.undo();
    }
    bad
}

#[test]
fn a_proof_has_one_move_of_its_player_and_all_replies() {
    let tree = tree(&[
        "2x2",
        "--show",
        "proof-of-black",
        "--width",
        "64",
        "--nodes",
        "100000",
    ]);
    let graph = Graph::<1>::new(&"2x2".parse().expect("it is a board")).expect("it is small");
    let rules = Ruleset::TROMP_TAYLOR;
    let mut game = Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("it is empty");
    assert!(check_proof(&tree, &mut game) > 0, "White can go wrong");
}

#[test]
fn stones_that_are_set_up_after_the_root_have_the_value_there() {
    let folder = Folder::new();
    let file = folder.write("game.sgf", "(;SZ[2];C[mine];AB[aa];W[bb])");
    let tree = tree(&["--game", &file, "--show", "nothing"]);
    let line: Vec<_> = tree.main_variation().collect();
    assert_eq!(line.len(), 4);
    for empty in &line[..2] {
        assert!(empty.get_property("V").is_none(), "{empty}");
    }
    assert_eq!(comment(line[1]), "mine");
    let white = ["solve", "2x2", "--position", "X./..", "--to-move", "white"];
    assert_eq!(json(white)["value"]["lo"], value(line[2]) as i64);
    assert!(comment(line[2]).contains("with white to move"));
    assert!(line[3].get_property("V").is_some());
}

#[test]
fn texts_of_a_game_are_read_as_the_file_says() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let game = path("game.sgf");
    let judge = || koproof(["game", "sgf", "--game", &game, "--show", "nothing"]);
    std::fs::write(&game, b"(;GM[1]SZ[2]PB[J\xfcrgen])").expect("there is room");
    let judged = String::from_utf8(judge().stdout).expect("it is UTF-8");
    assert!(
        judged.contains("CA[UTF-8]") && judged.contains("PB[J\u{fc}rgen]"),
        "{judged}"
    );
    std::fs::write(&game, b"(;GM[1]SZ[2]CA[Shift_JIS]PB[\x96\x7b])").expect("there is room");
    let refused = judge();
    assert_eq!(refused.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert!(
        stderr.contains("CA[Shift_JIS] and is not in UTF-8: save it in UTF-8 first"),
        "{stderr}"
    );
    // The second byte of this character is that of a backslash, so a text read byte by byte goes on.
    std::fs::write(&game, b"(;GM[1]SZ[2]CA[Shift_JIS]PB[\x95\x5c];B[aa])").expect("there is room");
    let replayed = koproof(["game", "replay", &game]);
    assert_eq!(replayed.status.code(), Some(0));
    let stderr = String::from_utf8_lossy(&replayed.stderr);
    assert!(stderr.contains("if moves are missing"), "{stderr}");
}

#[test]
fn superko_is_marked_with_its_reason() {
    let moves = "b a2, w b2, b a1, w b1, b a2, w a1";
    let tree = tree(&["2x2", "--moves", moves]);
    let line: Vec<_> = tree.main_variation().collect();
    let last = line[6];
    match last.get_property("MA") {
        Some(Prop::MA(points)) => {
            assert!(points.contains(&Point { x: 0, y: 0 }) && points.len() == 1)
        }
        other => panic!("{other:?}"),
    }
    let words = comment(last);
    assert!(
        words.contains(
            "Black may not play a2: superko: it would recreate the position after move 1."
        ),
        "{words}"
    );
    assert_eq!(value(last), -4.0);
    assert_eq!(line[7].get_property("B"), Some(&Prop::B(Move::Pass)));
}

#[test]
fn positions_and_rectangles_are_written_as_the_format_wants_them() {
    let arguments = [
        "game",
        "sgf",
        "2x3",
        "--position",
        "OX./.X.",
        "--to-move",
        "white",
        "--rules",
        "nstt",
    ];
    let text = stdout(arguments, 0);
    assert_eq!(stdout(arguments, 0), text, "the same again");
    for part in ["SZ[3:2]", "AB[ba][bb]", "AW[aa]", "PL[W]", "KM[0]", "V[6]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(stdout("game sgf 2x2 --depth 0", 0).contains("SZ[2]KM"));
    // Another SGF reader can read the tree, too.
    tree(&arguments[2..]);
}

#[test]
fn caps_are_kept_and_what_they_leave_out_is_said() {
    let narrow = tree(&["2x2", "--width", "1", "--depth", "3"]);
    assert_eq!(narrow.main_variation().count(), 4);
    assert!(
        nodes(&narrow)
            .iter()
            .all(|node| node.children().count() <= 1)
    );
    assert!(comment(&narrow).contains("3 more moves are left out."));
    let last = narrow.main_variation().last().expect("it has a root");
    assert!(comment(last).contains("Not followed: 3 moves deep."));
    let small = tree(&["3x3", "--nodes", "30"]);
    assert!(nodes(&small).len() < 45);
    // The first line still reaches its end.
    let last = small.main_variation().last().expect("it has a root");
    assert!(
        comment(last).contains("The game is over: Black wins by 9."),
        "{}",
        comment(last)
    );
}

#[test]
fn what_sgf_cannot_hold_is_refused_in_a_line() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let (out, bad) = (path("out.sgf"), path("bad.sgf"));
    std::fs::write(&bad, "(;GM[1]SZ[2];B[aa];W[aa])").expect("there is room");
    let cases: [(&[&str], &str); 6] = [
        (
            &["game", "sgf", "path:5", "--out", &out],
            "path:5 is no grid",
        ),
        (&["game", "sgf", "1x60", "--out", &out], "up to 52"),
        (&["game", "sgf", "8x9", "--out", &out], "72 points"),
        (
            &["game", "sgf", "--game", &bad, "--out", &out],
            "move 2 'w a2' is illegal: a2 is occupied",
        ),
        (&["game", "sgf", "--out", &out], "<BOARD>"),
        (
            &["game", "sgf", "2x2", "--players", "3", "--out", &out],
            "'--players'",
        ),
    ];
    for (arguments, words) in cases {
        refused(arguments, &[words]);
    }
    let left = std::fs::read_dir(folder.0.path())
        .expect("it is there")
        .count();
    assert_eq!(left, 1, "only the bad game");
}

#[test]
fn what_a_limit_leaves_open_has_a_bracket_and_no_value() {
    let text = stdout("game sgf 5x5 --node-limit 1 --threads 1", 3);
    assert!(!text.contains("V["), "{text}");
    assert!(text.contains("play: open, from W+25 to B+25"), "{text}");
}

#[test]
fn a_tree_that_its_time_limit_cuts_short_says_so() {
    let text = stdout("game sgf 3x5 --nodes 1000000 --time-limit 1s", 3);
    assert_eq!(go::parse(&text).expect("it is SGF").len(), 1);
}

#[test]
fn a_point_cannot_be_set_up_in_two_ways_at_once() {
    let folder = Folder::new();
    let replay = |game: &str| koproof(["game", "replay", &folder.write("game.sgf", game)]);
    let output = replay("(;SZ[2]AB[aa]AW[aa];B[ab])");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let words = "column 1 and row 1 from the top are set up in two ways";
    assert!(stderr.contains(words), "{stderr}");
    // The later node replaces what the earlier one has set up.
    let output = replay("(;SZ[2]AB[aa];AW[aa];B[ab])");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn bad_sizes_handicaps_and_players_are_named() {
    let folder = Folder::new();
    let cases: [(&str, &[&str]); 9] = [
        (
            "(;SZ[2]HA[99999999999])",
            &["node 1", "HA[99999999999]", "512"],
        ),
        ("(;SZ[2]HA[x])", &["node 1", "HA[x]"]),
        ("(;SZ[2];PL[x])", &["node 2", "PL[x]", "PL[B]"]),
        ("(;SZ[2]SZ[3])", &["node 1", "SZ", "twice"]),
        ("(;SZ[2]HA[2]HA[3])", &["node 1", "HA", "twice"]),
        ("(;SZ[2]KM[1]KM[2])", &["node 1", "KM", "twice"]),
        ("(;SZ[2];B[aa]B[bb])", &["node 2", "B", "twice"]),
        ("(;B[aa];SZ[2])", &["node 2", "2 rows", "19 columns"]),
        ("(;SZ[2];SZ[x])", &["node 2", "SZ[x]"]),
    ];
    for (game, words) in cases {
        let path = folder.write("game.sgf", game);
        refused(["game", "replay", &path], words);
    }
    // HA[0] is common, and so is the byte-order mark.
    for game in ["(;SZ[2]HA[0])", "\u{feff}(;SZ[2]HA[];SZ[2])"] {
        let path = folder.write("game.sgf", game);
        stdout(["game", "replay", &path], 0);
    }
}
