//! The values of the README have certificates.

use std::path::Path;

/// Returns the boards in a cell of the README's table: `1x9`, `1x1 to 1x8`, `cycles of 3, 4 points`.
fn boards(cell: &str) -> Vec<String> {
    if let Some((first, last)) = cell.split_once(" to ") {
        let number = |name: &str| -> u16 { name[2..].parse().expect("a linear board is meant") };
        return (number(first)..=number(last))
            .map(|points| format!("1x{points}"))
            .collect();
    }
    let cycles = cell.strip_prefix("cycles of ");
    let names = cycles.unwrap_or(cell).trim_end_matches(" points");
    let kind = if cycles.is_some() { "cycle:" } else { "" };
    names
        .split(", ")
        .map(|name| format!("{kind}{name}"))
        .collect()
}

#[test]
fn the_values_of_the_readme_have_certificates_with_suicide_and_without() {
    let certificates = read("results/CERTIFICATES.md");
    let readme = read("README.md");
    let (_, results) = readme.split_once("## Results").expect("there are results");
    let rows = results.lines().filter(|line| line.starts_with("| "));
    let mut seen = 0;
    for row in rows.skip(1) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let boards = boards(cells[1]);
        let values: Vec<&str> = cells[2].split(", ").collect();
        assert_eq!(boards.len(), values.len(), "{row}");
        for (board, value) in boards.iter().zip(values) {
            for rules in ["nstt", "tromp-taylor"] {
                let line = format!("| `{board}` | {rules} | {value} |");
                assert!(certificates.contains(&line), "{line} is no certificate");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "there are {seen} values");
}

fn read(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(file)).expect("the file is in the repository")
}
