//! Recorded games, with the value of every move.

use sgf_parse::go;

use super::{comment, nodes, value};
use crate::{Folder, json, stdout};

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
        3,
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

/// Black's pass gives points away: White then takes the board.
#[test]
fn a_move_in_the_first_node_is_judged_as_in_a_later_one() {
    let folder = Folder::new();
    let [first, later] = ["(;SZ[2]KM[0]B[];W[aa])", "(;SZ[2]KM[0];B[];W[aa])"].map(|text| {
        let file = folder.write("game.sgf", text);
        judgements(&judged_again(&file, "", 0))
    });
    let marks = |judged: &[(Option<f64>, Option<String>, bool)]| -> Vec<_> {
        judged
            .iter()
            .map(|(value, _, bad)| (*value, *bad))
            .collect()
    };
    assert_eq!(marks(&first), marks(&later)[1..]);
    assert_eq!(marks(&first)[0], (Some(-1.0), true));
    // The player to move stands there once.
    let file = folder.write("game.sgf", "(;SZ[2]KM[0]PL[B]B[aa];W[bb])");
    let judged = folder.write("judged.sgf", judged_again(&file, "", 0));
    stdout(["game", "replay", &judged], 0);
}

/// What was found before, and the marks in a variation, are of the same rules.
#[test]
fn a_file_with_its_authors_words_for_the_rules_is_judged_again_as_any_other() {
    let folder = Folder::new();
    let text = "(;SZ[2]KM[0]RU[AGA];B[aa](;W[])(;W[ab]V[3.5]TE[1]))";
    let file = folder.write("game.sgf", text);
    let once = folder.write("once.sgf", judged_again(&file, "", 0));
    let again = judged_again(&once, "--node-limit 1 --threads 1", 3);
    assert!(
        again.contains("RU[AGA]") && again.contains("W[ab]V[3.5]TE[1]"),
        "{again}"
    );
    let before = std::fs::read_to_string(&once).expect("it is there");
    let values = |text: &str| -> Vec<_> {
        let judged = judgements(text).into_iter();
        judged.map(|(value, _, bad)| (value, bad)).collect()
    };
    assert_eq!(values(&again), values(&before));
    let other = judged_again(&once, "--rules nstt", 0);
    assert!(!other.contains("V[3.5]"), "{other}");
}
