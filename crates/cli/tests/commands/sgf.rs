//! `koproof game sgf`: best play and proofs as game trees.

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
fn a_game_is_judged_move_by_move() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let (game, judged) = (path("game.sgf"), path("judged.sgf"));
    // Black opens in the corner of 3x3, which loses everything (Drange: only the centre wins all).
    std::fs::write(&game, "(;GM[1]SZ[3]KM[0.5];B[aa];W[bb])").expect("there is room");
    stdout(
        [
            "game", "sgf", "--game", &game, "--show", "nothing", "--out", &judged,
        ],
        0,
    );
    let text = std::fs::read_to_string(&judged).expect("it is written");
    let trees = go::parse(&text).expect("it is SGF");
    let line: Vec<_> = trees[0].main_variation().collect();
    let solved = json("solve 3x3 --moves 'b a3' --komi 0.5");
    let after = solved["value"]["lo"].as_f64().expect("it is solved");
    assert_eq!([value(line[0]), value(line[1])], [8.5, after]);
    assert!(line[1].get_property("BM").is_some());
    let lost = 8.5 - after;
    assert!(
        comment(line[1]).contains(&format!("This gives {lost} points away.")),
        "{text}"
    );
    assert!(line[2].get_property("BM").is_none());
    // The output can be read as a game again.
    let again = json(["game", "replay", &judged]);
    assert_eq!(
        again["position"]["position"]
            .as_str()
            .or(again["position"].as_str()),
        Some("X../.O./...")
    );
}

#[test]
fn a_judged_game_keeps_players_comments_rules_and_variations() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let (game, judged) = (path("game.sgf"), path("judged.sgf"));
    let text = "(;FF[3]GM[1]SZ[3]KM[0.5]PB[Ada \\] L.]PW[Bob]RU[Chinese]DT[2020]C[Opening \\]]
        ;B[aa]BM[2]MA[bb]LB[bb:x]C[Hm](;W[bb]TR[aa])(;W[cc]C[Another way];B[bb]))(;GM[1]SZ[2])";
    std::fs::write(&game, text).expect("there is room");
    let arguments = [
        "game", "sgf", "--game", &game, "--show", "nothing", "--out", &judged,
    ];
    stdout(arguments, 0);
    let text = std::fs::read_to_string(&judged).expect("it is written");
    for kept in [
        "PB[Ada \\] L.]PW[Bob]RU[Chinese]DT[2020]C[Opening \\]\n\n3x3, ",
        "\n;B[aa]MA[bb]LB[bb:x]C[Hm\n\n",
        "TR[aa]",
        "\n(\n;W[cc]C[Another way]\n;B[bb])",
        ")\n(;GM[1]SZ[2])\n",
    ] {
        assert!(text.contains(kept), "{kept:?} is missing: {text}");
    }
    for once in ["FF[", "KM[", "RU[", "CA[", "AP[", "PL[", "BM["] {
        assert_eq!(text.matches(once).count(), 1, "{once}: {text}");
    }
    let trees = go::parse(&text).expect("it is SGF");
    assert_eq!(trees.len(), 2);
    let line: Vec<_> = trees[0].main_variation().collect();
    assert_eq!(line.len(), 3);
    assert!(line.iter().all(|node| node.get_property("V").is_some()));
    assert_eq!(
        trees[0]
            .children()
            .next()
            .map(|node| node.children().count()),
        Some(2)
    );
}

/// Judges a file again; returns the text.
fn judged_again(file: &str, options: &str, code: i32) -> String {
    stdout(
        (
            ["game", "sgf", "--show", "nothing", "--game", file],
            options,
        ),
        code,
    )
}

/// What is said about each position: value, comment, and whether the move is bad.
fn judgements(text: &str) -> Vec<(Option<f64>, Option<String>, bool)> {
    let trees = go::parse(text).expect("it is SGF");
    let all = nodes(&trees[0]).into_iter();
    all.map(|node| {
        let said = node.get_property("C").map(|_| comment(node));
        let known = node.get_property("V").map(|_| value(node));
        (known, said, node.get_property("BM").is_some())
    })
    .collect()
}

#[test]
fn a_file_that_was_judged_before_is_judged_again_and_not_twice() {
    let folder = Folder::new();
    let file = folder.write("game.sgf", "(;SZ[2]C[mine\n\nand more];B[aa]C[his];W[ba])");
    let text = judged_again(&file, "--komi 0", 0);
    let once = folder.write("once.sgf", &text);
    assert_eq!(judgements(&judged_again(&once, "", 0)), judgements(&text));
    // What a limit leaves open now was found before.
    let stopped = judged_again(&once, "--node-limit 1 --threads 1", 3);
    assert_eq!(judgements(&stopped), judgements(&text));
    let other = judged_again(&once, "--komi 10", 0);
    assert_eq!(
        judgements(&other),
        judgements(&judged_again(&file, "--komi 10", 0))
    );
    assert!(other.contains("mine\n\nand more\n\n2x2, ") && other.contains("C[his\n\n"));
}

#[test]
fn nothing_of_other_rules_or_another_komi_stays_in_a_judged_file() {
    let folder = Folder::new();
    // Variations, values and marks.
    let plain = stdout(
        "game sgf 2x2 --depth 2 --show proof-of-white --rules nstt",
        0,
    );
    let file = folder.write("proof.sgf", &plain);
    assert!(plain.contains("V[1]") && plain.matches("\n(").count() > 1);
    let other = judged_again(&file, "--komi 10", 0);
    assert!(
        !other.contains("V[1]") && !other.contains("B+1 ("),
        "{other}"
    );
    assert_eq!(other.matches("\n;").count(), plain.matches("\n;").count());
    // The second move loses points only with suicide.
    let moves = "b e1, w c1, b b1, w d1, b e1, w d1";
    let line = ["game", "sgf", "1x5", "--show", "nothing", "--moves", moves];
    let allowed = stdout(line, 0);
    let forbidden = judgements(&stdout((line, "--rules nstt"), 0));
    assert!(judgements(&allowed)[2].2 && !forbidden[2].2);
    let file = folder.write("game.sgf", &allowed);
    assert_eq!(
        judgements(&judged_again(&file, "--rules nstt", 0)),
        forbidden
    );
    // A value that is open now.
    let short = stdout("game sgf 3x3 --moves 'b b2, w a1' --show nothing", 0);
    let file = folder.write("short.sgf", &short);
    let open = judged_again(&file, "--komi 20 --node-limit 1 --threads 1", 3);
    assert!(!open.contains("V["), "{open}");
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
