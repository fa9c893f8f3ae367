//! `koproof plot`: histograms and series.

use roxmltree::Document;

use super::bad_input::refused;
use super::{Folder, json, koproof, stdout};

/// Solves a table and returns its file.
fn table(folder: &Folder, board: &str) -> String {
    let file = folder.name(&format!("{}.kpt", board.replace(':', "-")));
    stdout(["table", "solve", board, "--out", &file, "--quiet"], 0);
    file
}

/// Returns the text description of a chart.
fn words(svg: &str) -> String {
    let document = Document::parse(svg).expect("it is XML");
    let all = document.descendants();
    let mut words = all.filter(|node| node.has_tag_name("desc"));
    let words = words.next().expect("it is described");
    words.text().unwrap_or_default().to_owned()
}

#[test]
fn a_table_is_a_histogram_of_its_values() {
    let folder = Folder::new();
    let file = table(&folder, "2x3");
    let svg = stdout(["plot", &file], 0);
    let told = json(["table", "info", &file]);
    let bars = told["histogram"].as_array().expect("it is a list");
    let bars: Vec<String> = bars
        .iter()
        .map(|bar| format!("{}: {}", bar["score"], bar["black_to_move"]))
        .collect();
    let words = words(&svg);
    assert_eq!(
        words,
        format!(
            "legal colorings by value with black to move: {}",
            bars.join("; ")
        )
    );
    // Tromp and Farnebäck: 489 legal colorings of 2x3.
    let counts = words
        .split("; ")
        .filter_map(|bar| bar.rsplit(": ").next()?.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), 489);
}

#[test]
fn several_tables_are_a_series_for_each_family() {
    let folder = Folder::new();
    let files = ["path:3", "1x4", "path:1", "cycle:3", "path:2", "cycle:4"]
        .map(|board| table(&folder, board));
    let mut arguments = vec!["plot"];
    arguments.extend(files.iter().map(String::as_str));
    // Weninger and Hayward: 0, 0, 3, 4 on the shortest linear boards.
    let expected = "1xN: (4, 4); cycle: (3, 0), (4, 1); path: (1, 0), (2, 0), (3, 3)";
    assert_eq!(words(&stdout(&arguments, 0)), expected);
}

#[test]
fn tables_under_several_rule_sets_are_a_series_for_each_rule_set() {
    let folder = Folder::new();
    let files = ["tromp-taylor", "nstt"].map(|rules| {
        let file = folder.name(&format!("{rules}.kpt"));
        let line = format!("table solve 2x2 --rules {rules} --quiet --out");
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.push(&file);
        stdout(&arguments, 0);
        file
    });
    let output = koproof(["plot", &files[0], &files[1]]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let svg = String::from_utf8(output.stdout).expect("it is UTF-8");
    // Tromp: 2x2 is worth 1 with suicide and without.
    let lines = words(&svg);
    assert_eq!(lines.matches(": (4, 1)").count(), 2, "{lines}");
}

#[test]
fn tables_of_boards_from_files_are_a_series_for_each_file() {
    let folder = Folder::new();
    let files = ["one", "two"].map(|name| {
        let graph = folder.name(&format!("{name}.g6"));
        std::fs::write(&graph, "Bw").expect("it can be written");
        let table = folder.name(name);
        let board = format!("@{graph}");
        stdout(["table", "solve", &board, "--out", &table, "--quiet"], 0);
        table
    });
    // A triangle, as above.
    let chart = words(&stdout(["plot", &files[0], &files[1]], 0));
    assert_eq!(chart.matches(": (3, 0)").count(), 2, "{chart}");
}

#[test]
fn lines_that_solve_writes_are_a_series_and_open_values_are_left_out() {
    let folder = Folder::new();
    let file = folder.name("solved.jsonl");
    // Some editors begin a file with a byte order mark.
    let mut lines = "\u{feff}".to_owned();
    for board in ["cycle:5", "cycle:4", "cycle:3"] {
        lines += &stdout(["solve", board, "--format", "json", "--quiet"], 0);
    }
    let open = "solve cycle:12 --format json --quiet --node-limit 1 --threads 1";
    lines += &stdout(open, 3);
    std::fs::write(&file, lines).expect("there is room");
    let output = koproof(["plot", &file]);
    assert_eq!(output.status.code(), Some(0));
    let svg = String::from_utf8(output.stdout).expect("it is UTF-8");
    assert_eq!(words(&svg), "cycle: (3, 0), (4, 1), (5, 0)");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("1 line has no value"), "{stderr}");
    // A search that has hardly begun has the bracket from minus all points to all points.
    let output = koproof(["plot", &file, "--brackets"]);
    assert!(output.stderr.is_empty());
    let svg = String::from_utf8(output.stdout).expect("it is UTF-8");
    let expected = "cycle: (3, 0), (4, 1), (5, 0), (12, from -12 to 12)";
    assert_eq!(words(&svg), expected);
}

#[test]
fn open_values_of_a_data_set_are_strokes_if_asked_for() {
    let folder = Folder::new();
    let file = folder.name("data.csv");
    let lines = "n,value,lo,hi,family\n1,0,0,0,star\n3,,0,2,star\n2,,-1,1,star\n4,,,,star\n";
    std::fs::write(&file, lines).expect("there is room");
    let arguments = ["plot", &file, "--x", "n", "--by", "family"];
    assert_eq!(words(&stdout(arguments, 0)), "star: (1, 0)");
    let output = koproof((&arguments, "--brackets"));
    let svg = String::from_utf8(output.stdout).expect("it is UTF-8");
    let expected = "star: (1, 0), (2, from -1 to 1), (3, from 0 to 2)";
    assert_eq!(words(&svg), expected);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("1 line has no value"), "{stderr}");
}

#[test]
fn the_data_of_a_batch_are_a_series_for_each_family_and_rule_set() {
    let folder = Folder::new();
    let (batch, data) = (folder.name("batch"), folder.name("data.csv"));
    let boards = "path:1..4 cycle:3..5";
    let rules = "nstt,tromp-taylor";
    stdout(
        [
            "batch", "run", "--boards", boards, "--rules", rules, "--out", &batch, "--quiet",
        ],
        0,
    );
    stdout(["batch", "merge", &batch, "--out", &data], 0);
    // Published, and the same with suicide and without.
    let [cycle, path] = ["(3, 0), (4, 1), (5, 0)", "(1, 0), (2, 0), (3, 3), (4, 4)"];
    let expected = format!(
        "cycle, nstt: {cycle}; cycle, tromp-taylor: {cycle}; path, nstt: {path}; path, tromp-taylor: {path}"
    );
    assert_eq!(words(&stdout(["plot", &data], 0)), expected);
}

#[test]
fn any_columns_are_plotted_against_each_other() {
    let folder = Folder::new();
    let file = folder.name("times.csv");
    std::fs::write(
        &file,
        "threads,size,seconds\n1,2,0.5\n2,2,0.25\n1,4,9\n2,4,4.5\n",
    )
    .expect("there is room");
    let png = folder.name("times.png");
    let arguments = [
        "plot", &file, "--x", "size", "--y", "seconds", "--by", "threads",
    ];
    let svg = stdout(arguments, 0);
    assert_eq!(words(&svg), "1: (2, 0.5), (4, 9); 2: (2, 0.25), (4, 4.5)");
    stdout((&arguments, &["--out", &png]), 0);
    assert!(
        std::fs::read(&png)
            .expect("it is written")
            .starts_with(b"\x89PNG")
    );
    let svg = stdout(["plot", &file, "--kind", "histogram", "--y", "size"], 0);
    assert_eq!(words(&svg), "lines by size: 2: 2; 4: 2");
}

/// Boards as in a data set: edges, rule set, and value or bracket.
const DATA: &str = "\
graph6,points,edges,family,rules,value,lo,hi
Bg,3,2,path,nstt,3,3,3
Bw,3,3,cycle,nstt,0,0,0
CF,4,3,star,nstt,4,4,4
CU,4,3,path,nstt,4,4,4
C~,4,6,complete,nstt,,-4,1
CF,4,3,star,tromp-taylor,,0,4
CU,4,3,path,tromp-taylor,4,4,4
";

#[test]
fn a_spread_counts_the_values_at_each_number_of_the_lines_that_are_asked_for() {
    let folder = Folder::new();
    let file = folder.name("atlas.csv");
    std::fs::write(&file, DATA).expect("there is room");
    let spread = ["plot", &file, "--kind", "spread", "--x", "edges"];
    let svg = stdout(spread, 0);
    assert_eq!(words(&svg), "at 2: 3 ×1; at 3: 0 ×1, 4 ×3");
    let counts = |svg: &str, legend: &str| {
        assert!(svg.contains(&format!("data-text=\"{legend}\"")), "{legend}");
    };
    // Two boards have a line for each of two rule sets.
    counts(&svg, "lines");
    counts(&svg, "mean");
    let output = koproof((&spread, "--where rules=nstt"));
    let svg = String::from_utf8(output.stdout).expect("it is UTF-8");
    assert_eq!(words(&svg), "at 2: 3 ×1; at 3: 0 ×1, 4 ×2");
    counts(&svg, "boards");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("1 line has no value"), "{stderr}");
    let both = "--where family=path,star --where rules=nstt";
    assert_eq!(words(&stdout((&spread, both), 0)), "at 2: 3 ×1; at 3: 4 ×2");
}

#[test]
fn no_more_lines_are_drawn_than_can_be_told_apart() {
    let folder = Folder::new();
    let file = folder.name("lines.csv");
    let write = |lines: usize| {
        let rows = (0..lines).map(|line| format!("line{line},1,{line}\n"));
        let text = format!("name,x,y\n{}", rows.collect::<String>());
        std::fs::write(&file, text).expect("there is room");
    };
    let plot = ["plot", &file, "--x", "x", "--y", "y", "--by", "name"];
    write(12);
    let svg = stdout(plot, 0);
    // Lines of one color differ in their strokes, and their marks are hollow.
    assert_eq!(svg.matches("stroke-dasharray").count(), 6);
    write(13);
    refused(plot, &["13 lines", "only 12", "--where"]);
}

#[test]
fn several_values_of_a_line_at_one_number_are_pointed_out() {
    let folder = Folder::new();
    let file = folder.name("values.csv");
    let plot = ["plot", &file, "--x", "x", "--y", "y"];
    for (text, is_told) in [("x,y\n1,2\n1,3\n", true), ("x,y\n1,2\n1,2\n2,3\n", false)] {
        std::fs::write(&file, text).expect("there is room");
        let output = koproof(plot);
        assert_eq!(output.status.code(), Some(0));
        let says = String::from_utf8_lossy(&output.stderr);
        assert_eq!(says.contains("--kind spread"), is_told, "{says}");
    }
}

#[test]
fn bad_files_and_columns_are_named_in_a_line() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| {
        let file = folder.name(name);
        std::fs::write(&file, text).expect("there is room");
        file
    };
    let kpt = table(&folder, "2x2");
    let csv = write("a.csv", "board,value\n2x2,one\n");
    let ragged = write("b.csv", "board,value\n2x2,1,2\n");
    let list = write("c.jsonl", "{\"board\":\"2x2\",\"value\":1}\n[1]\n");
    let empty = write("d.csv", "board,value\n");
    let nameless = write("e.csv", "n,value\n1,2\n");
    let out = folder.name("out.svg");
    let crossed = write("f.csv", "n,value,lo,hi\n1,,2,-2\n");
    let huge = write("g.csv", "n,value\n1,-1e308\n2,1e308\n");
    let notes = write("y.txt", "a note\n");
    let parquet = write("z.parquet", "PAR1\x15\x04\x15\0");
    let large = write("h.csv", "n,value\n1,1000000000000000000\n");
    let breaks = write("i.csv", "n,value\r\n1,2\r\n3,x\r\n");
    let gaps = write("j.csv", "n,value\n1,\"2\n\"\n\n\n3,x\n");
    let wide = write("k.csv", "n,value\n1,0\n2,400\n");
    let cases: [(&[&str], &str); 25] = [
        (
            &[&wide, "--kind", "histogram"],
            "values from 0 to 400 are too many bars: at most 400 fit",
        ),
        (&[&breaks, "--x", "n"], "i.csv, line 3: value is \"x\""),
        (&[&gaps, "--x", "n"], "j.csv, line 6: value is \"x\""),
        (
            &[&nameless, "--where", "n="],
            "no remaining line has an empty value in the column n",
        ),
        (
            &[&large, "--kind", "histogram"],
            "line 2: 1000000000000000000 is too large for a bar: at most 1000000000",
        ),
        (
            &[&huge, "--x", "n"],
            "line 2: value is -1e308, which is too large for a chart: at most 1e300",
        ),
        (&[&csv, "--where", "value"], "rules=nstt"),
        (
            &[&nameless, "--where", "m=1"],
            "there is no column \"m\"; there are n, value",
        ),
        (
            &[&nameless, "--where", "n=2,3"],
            "no remaining line has 2 or 3 in",
        ),
        (&[&kpt, "--where", "n=1"], "--where is for lines of text"),
        (
            &[&csv, "--kind", "spread", "--by", "board"],
            "--by and --brackets are for a series",
        ),
        (&[&csv], "line 2: value is \"one\""),
        (
            &[&ragged],
            "b.csv, line 2: it has 3 values, but the line of names has 2",
        ),
        (&[&list], "line 2"),
        (&[&empty], "has a line of names and no line below it"),
        (&[&nameless], "no board is named"),
        (
            &[&nameless, "--x", "m"],
            "there is no column \"m\"; there are n, value",
        ),
        (&[&kpt, &csv], "plot them separately"),
        (&[&kpt, "--x", "n"], "--x is for lines of text"),
        (&[&kpt, "--brackets"], "--brackets is for lines of text"),
        (
            &[&crossed, "--x", "n", "--brackets"],
            "line 2: lo is 2, above hi, -2",
        ),
        (
            &[&crossed, "--kind", "histogram", "--brackets"],
            "--brackets is for a series",
        ),
        (&["missing.csv"], "missing.csv"),
        (&[&notes], "files of rows end in .csv, .jsonl or .json"),
        (&[&parquet], "files of rows end in .csv, .jsonl or .json"),
    ];
    for (arguments, expected) in cases {
        let arguments = [&["plot", "--out", &out], arguments].concat();
        refused(&arguments, &[expected]);
    }
    assert!(!std::path::Path::new(&out).exists());
}
