//! The files under `results/separation`: the states that positional and situational superko value differently.

use super::{answers, json, read, stdout};

/// Returns the lines of a table there, without the first.
fn lines(file: &str) -> Vec<Vec<String>> {
    let text = read(format!("results/separation/{file}"));
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

#[test]
fn every_graph_of_up_to_five_points_is_compared_again() {
    let states = lines("states.csv");
    let boards = lines("boards.csv");
    let small = boards.iter().filter(|board| board[0].as_str() <= "5");
    let mut compared = 0;
    for board in small {
        let (graph6, suicide) = (&board[1], &board[2]);
        assert_eq!(board[3], "yes");
        let rules = match suicide.as_str() {
            "forbidden" => "nstt,nstt-situational",
            _ => "tromp-taylor,tromp-taylor-situational",
        };
        let name = format!("g6:{graph6}");
        let found = stdout(&["compare", &name, "--rules", rules, "--format", "csv"]);
        let found: Vec<&str> = found.lines().skip(1).collect();
        let written = states
            .iter()
            .filter(|state| (&state[1], &state[2]) == (graph6, suicide));
        let written: Vec<String> = written.map(|state| state[4..].join(",")).collect();
        assert_eq!(found, written, "{graph6}, suicide {suicide}");
        compared += 1;
    }
    // Connected graphs of 1 to 5 points, OEIS A001349, with suicide and without.
    assert_eq!(compared, 2 * (1 + 1 + 2 + 6 + 21));
    assert_eq!(boards.len() - compared, 2 * 112);
}

#[test]
fn the_smallest_pairs_are_proved() {
    let manifest = json("results/separation/manifest.json");
    let certificates = manifest["certificates"].as_array().expect("a list");
    assert_eq!(certificates.len(), 6);
    for certificate in certificates {
        let file = certificate["file"].as_str().expect("a name");
        let path = format!("separation/{file}");
        let [proved] = &answers(&["verify", &path])[..] else {
            panic!("{file}: one answer");
        };
        assert_eq!(proved["at_least"], certificate["value"], "{file}");
        assert_eq!(proved["at_most"], certificate["value"], "{file}");
        assert_eq!(proved["steps"], certificate["steps"], "{file}");
    }
}
