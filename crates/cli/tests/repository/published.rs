//! The published values in the README and the handbook agree with the data files.

use super::{Row, json, read, rows, score};

/// A published value of an empty board, Black to move.
struct Published {
    board: String,
    value: i32,
    source: String,
}

fn published() -> Vec<Published> {
    let of = |row: &Row| Published {
        board: row["board"].clone(),
        value: row["value"].parse().expect("a score"),
        source: row["source"].clone(),
    };
    let values = rows("crates/cli/data/values.csv");
    let empty = values.iter().filter(|row| {
        row["to_move"] == "black" && row["position"].chars().all(|point| "./".contains(point))
    });
    let loose = rows("crates/cli/data/loose.csv");
    empty.chain(&loose).map(of).collect()
}

/// Returns the words by which a text can name a source: `van der Werf`, `Randall`, `Weninger`.
fn author(source: &str) -> &str {
    match source {
        "van der Werf" => source,
        _ => source.split([' ', ',']).next().unwrap_or(source),
    }
}

/// A row of the README's table of results.
struct Line {
    boards: Vec<String>,
    /// The scores in human-readable form.
    values: Vec<String>,
    before: String,
}

/// Returns the boards in a cell: `1x1 to 1x8`, `2x2, 2x3`, `cycles of 3, 4 points`.
fn boards(cell: &str) -> Vec<String> {
    if let Some(numbers) = cell.strip_prefix("cycles of ") {
        let numbers = numbers.trim_end_matches(" points").split(", ");
        return numbers.map(|number| format!("cycle:{number}")).collect();
    }
    let path = |board: &str| match board.strip_prefix("1x") {
        Some(points) => format!("path:{points}"),
        None => board.to_owned(),
    };
    if let Some((first, last)) = cell.split_once(" to ") {
        let number = |board: &str| -> u32 {
            let number = board.strip_prefix("1x").expect("a linear board");
            number.parse().expect("a number")
        };
        let numbers = number(first)..=number(last);
        return numbers.map(|number| format!("path:{number}")).collect();
    }
    cell.split(", ").map(path).collect()
}

fn results() -> Vec<Line> {
    let text = read("README.md");
    let table = text
        .split("| board | value | published before |")
        .nth(1)
        .expect("the README has the table of results");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        Line {
            boards: boards(cells[0]),
            values: cells[1].split(", ").map(str::to_owned).collect(),
            before: cells[2].to_owned(),
        }
    })
    .collect()
}

/// Returns the name that the sources and the certificates give to a board of the series.
fn usual(board: &str) -> String {
    board.replace("path:", "1x")
}

/// Returns the rows of the data files about a board of the results.
fn about<'p>(published: &'p [Published], board: &str) -> Vec<&'p Published> {
    let name = usual(board);
    let rows = published.iter().filter(|row| row.board == name);
    rows.collect()
}

/// Returns the bounds that certificates prove of a board beyond the series, without suicide and with it, as their
/// manifests state them.
fn certified(board: &str) -> [(i32, i32); 2] {
    let board = usual(board);
    ["nstt", "tromp-taylor"].map(|rules| {
        let manifest = json(format!("results/certificates/{board}.{rules}.json"));
        assert_eq!(manifest["board"], board);
        let bound = |end: &str| manifest[end].as_i64().expect("both bounds are proved") as i32;
        (bound("at_least"), bound("at_most"))
    })
}

#[test]
fn values_in_the_readme_are_those_that_are_proved() {
    let known = rows("results/series/values.csv");
    let mut seen = 0;
    for line in results() {
        assert_eq!(line.boards.len(), line.values.len(), "{:?}", line.boards);
        for (board, value) in line.boards.iter().zip(&line.values) {
            let value = score(value);
            let found = known.iter().filter(|row| row["board"] == *board);
            let found: Vec<_> = found
                .filter(|row| row["rules"] == "nstt" || row["rules"] == "tromp-taylor")
                .collect();
            if found.len() < 2 {
                assert_eq!(certified(board), [(value, value); 2], "{board}");
            }
            for row in found {
                assert_eq!(row["value"], value.to_string(), "{board}");
                assert!(row["proof"].starts_with("certificates/"), "{board}");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} values");
}

#[test]
fn the_values_of_the_readme_have_certificates_with_suicide_and_without() {
    let certificates = read("results/CERTIFICATES.md");
    let mut seen = 0;
    for line in results() {
        for (board, value) in line.boards.iter().zip(&line.values) {
            for rules in ["nstt", "tromp-taylor"] {
                let row = format!("| `{}` | {rules} | {value} |", usual(board));
                assert!(certificates.contains(&row), "{row} is no certificate");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "there are {seen} values");
}

#[test]
fn the_readme_calls_unpublished_what_has_no_source_and_nothing_else() {
    let published = published();
    for line in results() {
        let is_published = |board: &String| !about(&published, board).is_empty();
        let boards = &line.boards;
        if line.before.starts_with("not published") {
            assert!(!boards.iter().any(is_published), "{boards:?}");
        } else {
            assert!(boards.iter().all(is_published), "{boards:?}");
        }
    }
}

#[test]
fn the_readme_names_a_source_and_every_other_value_of_a_published_board() {
    let published = published();
    for line in results() {
        for (board, value) in line.boards.iter().zip(&line.values) {
            let value = score(value);
            let rows = about(&published, board);
            let mut sources = rows
                .iter()
                .map(|row| author(&row.source))
                .filter(|author| !author.is_empty());
            let is_named = rows.is_empty() || sources.any(|author| line.before.contains(author));
            assert!(is_named, "{board}: {}", line.before);
            let unnamed = rows
                .iter()
                .filter(|row| row.value != value && author(&row.source) == "Drange");
            for row in unnamed {
                let other = format!("B+{}", row.value);
                assert!(line.before.contains(&other), "{board}: {other}");
            }
        }
    }
}

#[test]
fn the_readme_calls_no_published_board_new() {
    let published = published();
    let text = read("README.md");
    let (_, rest) = text
        .split_once("had not been published before")
        .expect("the README says what is new");
    let sentence = rest.split(".\n").next().expect("a sentence ends");
    let named = sentence.split([' ', ',', ':']);
    let boards: Vec<&str> = named
        .filter(|word| word.split('x').all(|part| part.parse::<u32>().is_ok()))
        .collect();
    assert!(!boards.is_empty(), "{sentence}");
    for board in boards {
        assert!(about(&published, board).is_empty(), "{board}");
    }
}

/// 5x5 was solved before: by van der Werf (2002) with basic ko, by Randall et al. (2024) under positional superko.
#[test]
fn boards_that_others_have_solved_by_program_are_named_with_their_solvers() {
    let solved = published()
        .into_iter()
        .filter(|row| row.board == "5x5" && author(&row.source) != "Drange")
        .map(|row| (row.value, author(&row.source).to_owned()));
    let solved: Vec<_> = solved.collect();
    assert_eq!(solved.len(), 2, "{solved:?}");
    for page in [
        "README.md",
        "docs/book/src/open.md",
        "docs/related-work.md",
        "crates/cli/data/README.md",
    ] {
        let text = read(page);
        for (value, author) in &solved {
            assert_eq!(*value, 25);
            assert!(text.contains("5x5"), "{page}");
            assert!(text.contains(author), "{page} does not name {author}");
        }
    }
}
