//! Tables as lines of text.

use std::fs;

use super::super::bad_input::refused;
use super::super::unread;
use super::{Folder, exported, read, stdout};

#[test]
fn three_by_three_has_a_line_for_every_coloring_and_side_to_move() {
    let folder = Folder::new();
    let file = folder.table("3x3", &[]);
    // A header, and two lines for each of the 12,675 legal colorings that Tromp and Farnebäck count.
    assert_eq!(
        stdout(["table", "export", &file, "--format", "csv"], 0)
            .lines()
            .count(),
        25_351
    );
    assert_eq!(
        stdout(["table", "export", &file, "--format", "jsonl"], 0)
            .lines()
            .count(),
        25_350
    );
}

#[test]
fn lines_are_sorted_by_their_bytes_and_have_no_separators() {
    let folder = Folder::new();
    let file = folder.table("2x3", &["--rules", "nstt"]);
    for format in ["csv", "jsonl"] {
        let text = stdout(["table", "export", &file, "--format", format], 0);
        let header = usize::from(format == "csv");
        let lines: Vec<&str> = text.lines().skip(header).collect();
        assert!(lines.is_sorted_by(|one, next| one < next), "{format}");
        assert!(!text.contains(['/', '\r']), "{format}");
    }
}

#[test]
fn both_forms_say_the_same() {
    let folder = Folder::new();
    let file = folder.table("cycle:5", &[]);
    let from_json: Vec<(String, String, i64)> =
        stdout(["table", "export", &file, "--format", "jsonl"], 0)
            .lines()
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
                let text = |key: &str| line[key].as_str().expect("a text").to_owned();
                let value = line["value"].as_i64().expect("a number");
                (text("position"), text("to_move"), value)
            })
            .collect();
    assert_eq!(exported(&file), from_json);
}

#[test]
fn an_export_to_a_file_is_what_stdout_gets() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let lines = folder.name("t.csv");
    assert_eq!(stdout(["table", "export", &file, "--out", &lines], 0), "");
    assert_eq!(
        read(&lines),
        stdout(["table", "export", &file], 0).as_bytes()
    );
    assert_eq!(folder.names(), ["t.csv", "t.kpt"]);
}

#[test]
fn an_export_never_replaces_a_result() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let before = read(&file);
    let export = ["table", "export", &file, "--format", "csv", "--out", &file];
    refused(export, &["t.kpt is a result", "choose another name"]);
    assert_eq!(read(&file), before);
    let picture = folder.name("t.svg");
    fs::copy(&file, &picture).expect("the table can be copied");
    refused(
        ["draw", "2x2", "--out", &picture],
        &["t.svg is a result", "choose another name"],
    );
    assert_eq!(read(&picture), before);
    refused(
        ["table", "export", &file, "--out", &folder.name("no/t.csv")],
        &["cannot write", "no/t.csv"],
    );
}

#[test]
fn a_reader_who_has_enough_is_no_error() {
    let folder = Folder::new();
    // The output is larger than the buffer of a pipe.
    let file = folder.table("3x3", &[]);
    for format in ["csv", "jsonl"] {
        let ended = unread(["table", "export", &file, "--format", format]);
        assert_eq!(ended, (Some(0), String::new()), "{format}");
    }
}

/// Values that a link leads to, or the file of the board, are not replaced under another name.
#[cfg(unix)]
#[test]
fn a_link_is_no_other_file() {
    let folder = Folder::new();
    let board = folder.name("b.txt");
    std::fs::write(&board, "3\n0 1\n1 2\n").expect("there is room");
    let link = folder.name("b.csv");
    std::os::unix::fs::symlink(&board, &link).expect("links can be made");
    refused(
        ["table", "solve", &format!("@{board}"), "--export", &link],
        &["the board and --export name the same file"],
    );
    assert_eq!(read(&board), b"3\n0 1\n1 2\n");
}

/// Returns the rows of a Parquet file, with their fields as text.
fn rows_of_parquet(path: &str) -> Vec<Vec<String>> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = std::fs::File::open(path).expect("it was written");
    let reader = SerializedFileReader::new(file).expect("it is Parquet");
    let rows = reader.get_row_iter(None).expect("it has rows");
    rows.map(|row| {
        let row = row.expect("it is whole");
        let fields = row.get_column_iter();
        let fields = fields.map(|(_, field)| field.to_string().trim_matches('"').to_owned());
        fields.collect()
    })
    .collect()
}

#[test]
fn the_ending_of_the_file_says_the_form() {
    let folder = Folder::new();
    let file = folder.table("2x3", &["--rules", "nstt"]);
    let [csv, jsonl, parquet] = ["t.csv", "t.jsonl", "t.parquet"].map(|name| folder.name(name));
    for out in [&csv, &jsonl, &parquet] {
        stdout(
            ["table", "export", &file, "--ko-free", "-q", "--out", out],
            0,
        );
    }
    let text = String::from_utf8(read(&csv)).expect("it is text");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,to_move,value,lo,hi,ko_free"));
    let from_csv: Vec<Vec<String>> = lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    assert_eq!(rows_of_parquet(&parquet), from_csv);
    let jsonl = String::from_utf8(read(&jsonl)).expect("it is text");
    assert_eq!(jsonl.lines().count(), from_csv.len());
    let first: serde_json::Value =
        serde_json::from_str(jsonl.lines().next().expect("a line")).expect("it is JSON");
    assert!(
        first["ko_free"].is_boolean() && first["value"].is_i64(),
        "{first}"
    );
    let asked = |more: &[&str]| {
        let begin = ["table", "export", &file, "--out"];
        [&begin[..], more]
            .concat()
            .iter()
            .map(|&word| word.to_owned())
            .collect::<Vec<_>>()
    };
    for (more, words) in [
        (&["t.xls"][..], [".csv, .jsonl or .parquet"]),
        (&["t.parquet", "--format", "csv"], ["leave one of them out"]),
    ] {
        let arguments = asked(more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, &words);
    }
}

#[test]
fn one_command_makes_a_parquet_file_of_all_colorings_of_three_by_three() {
    let folder = Folder::new();
    let file = folder.name("3x3.parquet");
    let answer = super::json(["table", "solve", "3x3", "--export", &file]);
    assert_eq!(
        (&answer["file"], answer["exported"].as_str()),
        (&serde_json::Value::Null, Some(&*file))
    );
    let rows = rows_of_parquet(&file);
    // Two rows for each of the 12,675 legal colorings that Tromp and Farnebäck count.
    assert_eq!(rows.len(), 25_350);
    assert_eq!(rows[0], [".........", "black", "9"]);
    assert_eq!(folder.names(), ["3x3.parquet"]);
    refused(
        ["table", "solve", "3x3", "--out", &folder.name("t.parquet")],
        &["--export", ".kpt"],
    );
    refused("table solve 3x3", &["--out"]);
}

#[cfg(feature = "distribute")]
#[test]
fn brackets_of_all_positions_are_described_and_exported() {
    let folder = Folder::new();
    let file = folder.name("b.kpb");
    let out = ["--out", &file, "--suicide", "forbid"];
    super::json(("retrograde 2x3", &out));
    let expected = super::json("retrograde 2x3 --suicide forbid");
    let about = super::json(["table", "info", &file]);
    assert_eq!(about["kind"], "brackets");
    assert_eq!(about["empty_board"], expected["bracket"]);
    assert_eq!(about["states"], expected["share"]["states"]);
    assert_eq!(about["ko_free"], expected["share"]["exact"]);
    assert_eq!(about["entries"], expected["stats"]["orbits"]);
    assert!(stdout(["table", "info", &file], 0).contains("ko-free: "));
    let text = stdout(["table", "export", &file], 0);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("position,to_move,passes,lo,hi,ko_free,orbit")
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let fresh = rows.iter().filter(|row| row[2] == "0");
    let orbits = fresh.map(|row| row[6].parse::<u64>().expect("a number"));
    assert_eq!(Some(orbits.sum()), about["states"].as_u64());
    for row in rows.iter().step_by(97).filter(|row| row[2] == "0") {
        let at = [
            "--suicide",
            "forbid",
            "--position",
            row[0],
            "--to-move",
            row[1],
        ];
        let bracket = super::json(("retrograde 2x3", &at))["bracket"].clone();
        assert_eq!(
            (bracket["lo"].to_string(), bracket["hi"].to_string()),
            (row[3].to_owned(), row[4].to_owned())
        );
    }
    for other in [
        &["table", "query", &file][..],
        &["table", "export", &file, "--ko-free"],
    ] {
        refused(other, &["brackets"]);
    }
    let bytes = std::fs::read(&file).expect("it was written");
    let cut = folder.name("cut.kpb");
    std::fs::write(&cut, &bytes[..bytes.len() - 9]).expect("there is room");
    let rows = folder.name("rows.csv");
    let output = crate::koproof(["table", "export", &cut, "--out", &rows]);
    let says = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{says}");
    assert!(
        says.contains("cut.kpb") && !says.contains("rows.csv"),
        "{says}"
    );
}

#[test]
fn a_dash_is_stdout_or_stdin_or_is_refused() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let whole = stdout(["table", "export", &file], 0);
    assert_eq!(stdout(["table", "export", &file, "--out", "-"], 0), whole);
    assert_eq!(stdout("draw 2x2 --out -", 0), stdout("draw 2x2", 0));
    let tree = "game sgf 1x2 --out";
    assert!(stdout((tree, "-"), 0).starts_with("(;"));
    for arguments in [
        &["table", "solve", "2x2", "--out", "-"][..],
        &["table", "solve", "2x2", "--export", "-"],
        &["table", "info", "-"],
        &["table", "query", "-"],
        &["table", "export", "-"],
        &["table", "diff", &file, "-"],
        &["solve", "2x2", "--certificate", "-"],
        &["solve", "2x2", "--checkpoint", "-"],
        &["verify", "-"],
        &["verify", &file, "--certificate", "-"],
        &["certificate", "play", "-"],
        &["batch", "run", "--boards", "2x2", "--out", "-"],
        &["batch", "merge", "x", "--out", "-"],
        &["batch", "status", "-"],
        &["plot", "-"],
        &["self", "man", "--out", "-"],
        &[
            "compare",
            "2x2",
            "--rules",
            "nstt,aga-like",
            "--certificates",
            "-",
        ],
        #[cfg(feature = "distribute")]
        &["retrograde", "2x2", "--out", "-"],
    ] {
        refused(arguments, &["'-' is neither stdin nor stdout here"]);
    }
    assert_eq!(folder.names(), ["t.kpt"]);
    let piped = |arguments: &[&str], input: &[u8]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"));
        let output = command.args(arguments).write_stdin(input).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let triangle = piped(&["boards", "@-", "--format", "json"], b"0 1\n1 2\n2 0\n");
    assert!(triangle.contains("\"points\":3"), "{triangle}");
    let game = b"(;SZ[2];B[aa];W[bb])";
    let replayed = piped(&["game", "replay", "-", "--format", "json"], game);
    assert!(replayed.contains("\"w b1\""), "{replayed}");
    assert!(piped(&["game", "sgf", "--game", "-"], game).starts_with("(;"));
    let certificate = folder.name("c.kpc");
    stdout(["solve", "1x2", "--certificate", &certificate], 0);
    let text = stdout(["certificate", "convert", &certificate, "-"], 0);
    assert_eq!(
        piped(&["certificate", "convert", "-", "-"], &read(&certificate)),
        text
    );
}
