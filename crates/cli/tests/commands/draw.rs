//! `koproof draw`: pictures of boards.

use roxmltree::Document;

use super::bad_input::refused;
use super::{Folder, json, koproof, stdout};

/// The documented 2x2 game, up to the play that superko forbids.
const GAME: &str = "b a2, w b2, b a1, w b1, b a2, w a1";

/// Returns the texts of a picture, in the order of drawing.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("it is XML");
    let all = document.descendants();
    all.filter_map(|node| node.attribute("data-text").map(str::to_owned))
        .collect()
}

fn circles(svg: &str, attribute: &str, value: &str) -> usize {
    let document = Document::parse(svg).expect("it is XML");
    let circles = document
        .descendants()
        .filter(|node| node.has_tag_name("circle") && node.attribute(attribute) == Some(value));
    circles.count()
}

#[test]
fn a_position_has_its_stones_and_its_names() {
    let svg = stdout("draw 2x3 --position OX./.X.", 0);
    assert_eq!(circles(&svg, "fill", "#1b1b1b"), 2);
    assert_eq!(circles(&svg, "fill", "#ffffff"), 1);
    assert_eq!(texts(&svg), ["a", "b", "c", "2", "1"]);
}

#[test]
fn a_picture_does_not_replace_its_board() {
    let folder = Folder::new();
    let file = folder.write("graph.svg", "A_\n");
    let draw = ["draw", &format!("@{file}"), "--out", &file];
    refused(draw, &["the board", "--out", "same file"]);
    assert_eq!(folder.read("graph.svg"), b"A_\n");
}

#[test]
fn moves_are_a_strip_of_numbered_stones() {
    let svg = stdout(["draw", "2x2", "--moves", GAME, "--show", "moves"], 0);
    let texts = texts(&svg);
    let captions: Vec<&str> = texts
        .iter()
        .map(String::as_str)
        .filter(|text| text.contains(". "))
        .collect();
    let expected = [
        "1. b a2", "2. w b2", "3. b a1", "4. w b1", "5. b a2", "6. w a1",
    ];
    assert_eq!(captions, expected);
    // At the end stones 2, 4 and 6 are left: 1 and 3 were captured, then 5.
    let last = texts
        .iter()
        .rposition(|text| text == "5. b a2")
        .expect("it is there");
    let numbers = texts[last..]
        .iter()
        .filter(|text| text.parse::<u8>().is_ok());
    let numbers: Vec<&str> = numbers.map(String::as_str).collect();
    // The names of the rows, then the stones in point order.
    assert_eq!(numbers, ["2", "1", "2", "6", "4"]);
}

#[test]
fn values_are_those_that_solve_gives() {
    let svg = stdout("draw 3x3 --show values --komi 0.5", 0);
    let drawn: Vec<String> = texts(&svg)
        .into_iter()
        .filter(|text| text.starts_with("B+") || text.starts_with("W+"))
        .collect();
    let solved = json("solve 3x3 --all-moves --komi 0.5");
    let plays = solved["moves"].as_array().expect("it is a list").iter();
    let values: Vec<String> = plays
        .filter(|one| one["move"] != "pass")
        .map(|one| one["value"]["lo"].as_f64().expect("it is exact"))
        .map(|value| format!("{}+{}", if value > 0.0 { 'B' } else { 'W' }, value.abs()))
        .collect();
    assert_eq!(drawn, values);
    // Drange: Black opens in the centre and has all nine points; no other opening is as good.
    assert_eq!(drawn[4], "B+8.5");
    assert_eq!(circles(&svg, "stroke", "#11763f"), 1);
}

#[test]
fn plays_that_superko_forbids_are_crossed_out() {
    let svg = stdout(["draw", "2x2", "--moves", GAME, "--show", "values"], 0);
    assert_eq!(svg.matches("stroke=\"#b3261e\"").count(), 2, "one cross");
    assert!(texts(&svg).contains(&"black to move; a pass: W+4, as good as any".to_owned()));
}

#[test]
fn a_line_of_best_play_is_drawn_on_any_board() {
    for board in ["cycle:5", "edges:0-1,1-2,2-0,2-3", "2x2"] {
        let svg = stdout(["draw", board, "--show", "line"], 0);
        let solved = json(["solve", board]);
        let line = solved["principal_variation"]
            .as_array()
            .expect("it is solved");
        let captions: Vec<String> = (1..)
            .zip(line)
            .map(|(number, turn)| format!("{number}. {}", turn.as_str().expect("it is text")))
            .collect();
        let drawn: Vec<String> = texts(&svg)
            .into_iter()
            .filter(|text| text.contains(". "))
            .collect();
        assert_eq!(drawn, captions, "{board}");
    }
}

#[test]
fn boards_that_nobody_can_solve_are_drawn_with_any_number_of_players() {
    let arguments = "draw hex:5 --players 3 --moves 'b 0, w 1, 3 2'";
    let svg = stdout(arguments, 0);
    assert_eq!(
        circles(&svg, "fill", "#c62828"),
        1,
        "the third player's stone"
    );
    stdout("draw 19x19", 0);
}

#[test]
fn a_png_is_the_picture_in_pixels() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let (svg, png) = (path("a.svg"), path("a.PNG"));
    assert_eq!(stdout(["draw", "2x2", "--out", &svg], 0), "");
    stdout(["draw", "2x2", "--out", &png, "--scale", "3"], 0);
    let svg = std::fs::read_to_string(svg).expect("it is written");
    let width = svg.split("width=\"").nth(1).expect("it has a width");
    let width: f64 = width
        .split('"')
        .next()
        .unwrap()
        .parse()
        .expect("it is a number");
    let png = std::fs::read(png).expect("it is written");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The header chunk begins with the width.
    let pixels = u32::from_be_bytes(png[16..20].try_into().expect("four bytes"));
    assert_eq!(f64::from(pixels), (3.0 * width).ceil());
}

#[test]
fn bad_requests_are_refused_in_a_line_and_leave_no_file() {
    let folder = Folder::new();
    let path = |name: &str| folder.name(name);
    let there = path("there.svg");
    std::fs::write(&there, "before").expect("there is room");
    let (jpeg, nowhere) = (path("a.jpg"), path("no/a.svg"));
    let cases: [(&[&str], &str); 6] = [
        (&["draw", "2x2", "--out", &jpeg], "NAME.svg or NAME.png"),
        (&["draw", "2x2", "--out", &nowhere], "no/a.svg"),
        (&["draw", "2x2", "--scale", "0"], "scale"),
        (
            &["draw", "2x2", "--position", "XXXX", "--out", &there],
            "libert",
        ),
        (
            &["draw", "9x9", "--show", "values", "--out", &there],
            "81 points",
        ),
        (
            &["draw", "2x2", "--moves", "b a2, w a2", "--out", &there],
            "occupied",
        ),
    ];
    for (arguments, words) in cases {
        refused(arguments, &[words]);
    }
    let left = std::fs::read_dir(folder.0.path())
        .expect("it is there")
        .count();
    assert_eq!(left, 1);
    assert_eq!(std::fs::read(&there).expect("it is there"), b"before");
}

#[test]
fn values_that_a_limit_leaves_open_are_brackets() {
    let arguments = "draw 5x5 --show values --node-limit 1 --threads 1";
    let svg = stdout(arguments, 3);
    assert!(texts(&svg).iter().any(|text| text.contains(" to B+")));
}

/// The old file may be the complete one.
#[test]
fn what_a_limit_cuts_short_does_not_replace_a_file() {
    let directory = Folder::new();
    for (command, name, beside) in [
        (&["draw", "3x3", "--show", "values"], "map.svg", "map-2.svg"),
        (
            &["game", "sgf", "3x3", "--depth=1"],
            "tree.sgf",
            "tree-2.sgf",
        ),
    ] {
        let path = directory.path(name);
        let run = |limit: &str, code: i32| {
            let out = [
                "--out",
                path.to_str().expect("a plain path"),
                "--threads=1",
                limit,
            ];
            let output = koproof((&command, &out));
            assert_eq!(output.status.code(), Some(code), "{output:?}");
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        let read = |name: &str| std::fs::read(directory.path(name)).expect("it is there");
        // Nothing is there yet.
        let said = run("--node-limit=1", 3);
        let cut = format!("koproof: stopped at a limit: {}", path.display());
        assert!(said.starts_with(&cut), "{said}");
        assert!(said.ends_with("shows what is proved so far\n"), "{said}");
        let cut_short = read(name);
        assert_eq!(run("--node-limit=1000000", 0), "");
        let complete = read(name);
        assert_ne!(complete, cut_short);
        let said = run("--node-limit=1", 3);
        assert!(said.contains("is kept") && said.contains(beside), "{said}");
        assert_eq!(read(name), complete);
        assert_eq!(read(beside), cut_short);
    }
}

#[test]
fn what_a_limit_cuts_short_on_stdout_is_told_on_stderr() {
    for (command, what) in [
        (&["draw", "4x4", "--show", "line"], "the picture"),
        (&["game", "sgf", "4x4", "--depth=1"], "the tree"),
    ] {
        let output = koproof((&command, "--node-limit=1 --threads=1"));
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(!output.stdout.is_empty());
        let said = String::from_utf8_lossy(&output.stderr);
        let line = format!("koproof: stopped at a limit: {what} shows what is proved so far\n");
        assert_eq!(said, line);
    }
}

#[test]
fn a_limit_that_nobody_has_set_is_explained() {
    let output = koproof("status cycle:11 --rules nstt-situational --threads 1 --quiet");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    let line = "koproof: best moves have a built-in limit of expansions: --node-limit or --time-limit sets another\n";
    assert_eq!(said, line);
    let output = koproof("status cycle:11 --rules nstt-situational --threads 1 --node-limit 50000");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_row_with_more_points_than_letters_shows_their_numbers() {
    let text = stdout("show 1x27", 0);
    assert!(text.contains(" 23 24 25\n"), "{text}");
}
