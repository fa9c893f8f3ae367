//! The commands of the README and of the handbook, run page by page, print what the pages say; their links lead
//! somewhere.
//!
//! Commands with `$` in console blocks must print the lines below them. Commands in `sh` blocks and within sentences
//! must succeed. The few that no test can run are listed here, with the reason.
// The tests print the commands that they do not run.
#![allow(clippy::print_stdout)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::{read, root};

/// Commands that are not run, with the reason. Our own commands must at least have valid arguments.
const NOT_RUN: [(&str, &str); 16] = [
    (
        "koproof explore 2x2 --open",
        "opens a browser; scripts/browser plays there",
    ),
    (
        "koproof explore 2x2 --rules reiss --open",
        "opens a browser; scripts/browser plays there",
    ),
    (
        "koproof explore 2x2 --moves \"b a2, w b2, b a1, w b1, b a2, w a1\" --open",
        "opens a browser; scripts/browser plays there",
    ),
    (
        "cargo install --path crates/cli --locked",
        "builds for minutes",
    ),
    (
        "pip install \".[all]\" matplotlib",
        "builds for minutes; scripts/test does it",
    ),
    ("scripts/test", "runs these tests"),
    ("scripts/web", "builds for minutes; scripts/test does it"),
    (
        "python3 -m http.server --directory target/web",
        "serves until it is stopped; scripts/browser/static does it",
    ),
    ("koproof self examples --all", "takes minutes"),
    ("koproof count games 2x2", "takes minutes"),
    ("koproof solve --moves", "names an option"),
    ("koproof game sgf --game", "names an option"),
    (
        "duckdb -c \"select edges, avg(value) from 'five.parquet' group by 1\"",
        "needs DuckDB",
    ),
    (
        "scripts/slurm/submit atlas8 --chunk 100 --time 2:00:00 --collect atlas8.parquet -- --boards eight.g6 --rules nstt",
        "needs Slurm; scripts/slurm/test runs it",
    ),
    (
        "scripts/slurm/lead run5x5 --workers 64 --time 2-00 -- 5x5 --rules nstt --job-nodes 10M",
        "needs Slurm; scripts/slurm/test runs it",
    ),
    (
        "scripts/slurm/kills 4x4 B+2 --seed 1 --kills 6",
        "needs Slurm and takes minutes",
    ),
];

/// Programs of others that the pages use. Commands that need a missing program are not run; scripts/test has them all.
const OTHERS: [&str; 3] = ["nauty-geng", "parallel", "koproof-checker"];

/// A command of a console block, and its output.
#[derive(Debug)]
struct Step {
    command: String,
    expected: Vec<String>,
}

/// Returns the commands of all ```console blocks.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            steps.push(Step {
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else if let (true, Some(step)) = (inside, steps.last_mut()) {
            step.expected.push(line.to_owned());
        }
    }
    steps
}

/// Returns the commands of all ```sh blocks, without remarks.
fn lines_of_shell(page: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let command = line.split("  #").next().unwrap_or_default().trim();
            // In a clone the program is built first.
            lines.push(command.replace("cargo run --release -- ", "koproof "));
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Tells whether a command has verbs: `koproof table info` alone is a name.
fn is_noun(command: &str) -> bool {
    ["table", "certificate", "batch", "game", "self"].contains(&command)
}

/// Returns our commands within sentences that have arguments without a PLACEHOLDER.
fn in_sentences(page: &str) -> Vec<String> {
    let mut inside = false;
    let prose = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    let prose: Vec<&str> = prose.collect();
    let is_placeholder =
        |word: &str| word.len() > 1 && word.chars().all(|symbol| symbol.is_ascii_uppercase());
    prose
        .join("\n")
        .split('`')
        .skip(1)
        .step_by(2)
        .map(|code| code.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words.len() > 2 && words[0] == "koproof")
        .filter(|words| words.len() > 3 || !is_noun(words[1]))
        .filter(|words| !words.iter().any(|word| is_placeholder(word)))
        .map(|words| words.join(" "))
        .collect()
}

/// Removes the parts that differ from run to run: times, and the cost of a search if several threads share it.
fn steady(line: &str, is_shared: bool) -> String {
    let is_time = |text: &str| text.ends_with(" s") || text.ends_with(" ms");
    if is_shared && line.starts_with("search: ") {
        return "search: …".to_owned();
    }
    if let Some((rest, time)) = line.rsplit_once(" (")
        && time.strip_suffix(')').is_some_and(is_time)
    {
        return format!("{rest} (…)");
    }
    match line.rsplit_once(", ") {
        Some((rest, time)) if is_time(time) => format!("{rest}, …"),
        _ => line.to_owned(),
    }
}

/// Returns the pages of the handbook.
fn pages() -> Vec<PathBuf> {
    let directory = fs::read_dir(root().join("docs/book/src")).expect("the handbook is there");
    let mut pages: Vec<PathBuf> = directory
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages
}

/// Makes a directory with only `results/` and a game of the reader.
fn desk() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    symlink(root().join("results"), directory.path().join("results")).expect("a link can be made");
    fs::write(
        directory.path().join("game.sgf"),
        "(;SZ[2]KM[0];B[aa];W[];B[])",
    )
    .expect("there is room for a file");
    directory
}

/// Runs a command in a shell, without input.
fn shell(command: &str, directory: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_koproof"));
    let programs = program.parent().expect("the program lies in a directory");
    let proved = root().join("proof/_build");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", programs.display(), proved.display());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell")
}

/// Tells whether a command needs a missing program.
fn lacks(command: &str) -> bool {
    let missing = OTHERS.iter().find(|&&other| {
        let found = || shell(&format!("command -v {other}"), &root());
        command.contains(other) && !found().status.success()
    });
    if let Some(other) = missing {
        println!("not run, as {other} is not there: {command}");
    }
    missing.is_some()
}

/// Runs the commands of a page and compares their output with the page. Returns the number of commands.
fn run(page: &Path) -> usize {
    let text = read(page);
    let directory = desk();
    let page = page.display();
    let succeeded = |command: &str| {
        let output = shell(command, directory.path());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {command}: {stderr}");
        String::from_utf8(output.stdout).expect("answers are UTF-8")
    };
    let mut count = 0;
    let mut missing = false;
    for Step { command, expected } in &steps(&text) {
        // Later commands may use its files.
        missing |= lacks(command);
        if missing {
            continue;
        }
        let stdout = succeeded(command);
        // The value of a position that is this easy is found by one thread.
        let is_shared = command.contains("--all-colorings") || command.contains("table ");
        let steady = |line: &str| steady(line, is_shared);
        let printed: Vec<String> = stdout.lines().map(steady).collect();
        let expected: Vec<String> = expected.iter().map(|line| steady(line)).collect();
        assert_eq!(printed, expected, "{page}: {command}");
        count += 1;
    }
    for command in [lines_of_shell(&text), in_sentences(&text)].concat() {
        if !missing && !NOT_RUN.iter().any(|(other, _)| *other == command) {
            succeeded(&command);
            count += 1;
        }
    }
    count
}

/// Returns the targets of `[text](target)` in a page, without other sites and places within the page.
fn links(page: &str) -> Vec<&str> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

/// Returns the links of a page to places: the file, empty for the page itself, and the name of the place.
fn places(page: &str) -> Vec<(&str, &str)> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next()?.split_once('#'))
        .filter(|(target, _)| !target.contains("://"))
        .collect()
}

/// Returns the names of a page's headings, as GitHub and mdBook make them.
fn headings(page: &str) -> Vec<String> {
    let name = |heading: &str| -> String {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        let is_kept = |symbol: &char| symbol.is_alphanumeric() || "-_".contains(*symbol);
        kept.chars().filter(is_kept).collect()
    };
    let lines = page.lines().filter(|line| line.starts_with('#'));
    lines
        .map(|line| name(line.trim_start_matches('#')))
        .collect()
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    assert!(run(&root().join("README.md")) >= 2);
}

#[test]
fn the_commands_of_the_handbook_print_what_it_says() {
    let commands: usize = pages().iter().map(|page| run(page)).sum();
    assert!(commands > 50, "the handbook has {commands} commands");
}

#[test]
fn what_is_not_run_is_in_the_pages_and_understood() {
    let mut pages = pages();
    pages.push(root().join("README.md"));
    let texts = pages.iter().map(read);
    let commands: Vec<String> = texts
        .flat_map(|text| [lines_of_shell(&text), in_sentences(&text)].concat())
        .collect();
    let directory = desk();
    for (command, why) in NOT_RUN {
        assert!(
            commands.iter().any(|other| other == command),
            "no page has: {command}"
        );
        println!("not run: {command}: {why}");
        if command.starts_with("koproof ") && why != "names an option" {
            let output = shell(&format!("{command} --help"), directory.path());
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command}: {stderr}");
        }
    }
}

#[test]
fn links_of_the_documents_lead_to_files() {
    let mut pages = pages();
    for directory in [
        "",
        "docs",
        "results",
        "results/atlas",
        "scripts",
        "crates/cli/data",
    ] {
        let entries = fs::read_dir(root().join(directory)).expect("it is there");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    let mut seen = 0;
    for page in &pages {
        let text = read(page);
        for target in links(&text) {
            let file = page.with_file_name(target);
            assert!(file.exists(), "{}: {target} is not there", page.display());
            seen += 1;
        }
        for (target, place) in places(&text) {
            let headings = match target {
                "" => headings(&text),
                target => headings(&read(page.with_file_name(target))),
            };
            assert!(
                headings.iter().any(|heading| heading == place),
                "{}: {target} has no heading #{place}",
                page.display()
            );
        }
    }
    assert!(seen > 30, "there are {seen} links");
}

#[test]
fn every_page_of_the_handbook_is_in_its_table_of_contents() {
    let contents = read("docs/book/src/SUMMARY.md");
    for page in pages() {
        let name = page.file_name().and_then(|name| name.to_str());
        let name = name.expect("names are UTF-8");
        assert!(
            name == "SUMMARY.md" || contents.contains(&format!("]({name})")),
            "{name} is not in SUMMARY.md"
        );
    }
}

#[test]
fn a_page_that_is_wrong_is_noticed() {
    let steps = steps("```console\n$ koproof --version\nkoproof 9\n$ ls\n```\n$ koproof x\n");
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[0].command, "koproof --version");
    assert_eq!(steps[0].expected, ["koproof 9"]);
    assert_eq!(
        steady("search: 1 expansions, 2 ms", true),
        steady("search: 3", true)
    );
    assert_ne!(
        steady("search: 1 expansions, 2 ms", false),
        steady("search: 3 expansions, 2 ms", false)
    );
    let steady = |line: &str| steady(line, false);
    let figures = "2 figures: 1 ok, 9 s";
    assert_eq!(steady(figures), steady("2 figures: 1 ok, 8 ms"));
    assert_ne!(steady(figures), steady("2 figures: 2 ok, 9 s"));
    assert_eq!(steady("4 of 10 (9 s)"), steady("4 of 10 (8 ms)"));
    assert_ne!(steady("4 of 10 (9 s)"), steady("3 of 10 (9 s)"));
    let page = "`koproof a`, `koproof b c`\n```sh\ncargo run --release -- x  # so\n\n`koproof d e`\n```\n`koproof solve BOARD`, `koproof\nf g`\n";
    assert_eq!(lines_of_shell(page), ["koproof x", "`koproof d e`"]);
    assert_eq!(in_sentences(page), ["koproof b c", "koproof f g"]);
    assert_eq!(links("[a](b.md#c), [d](https://e#f)"), ["b.md"]);
    assert_eq!(places("[a](b.md#c), [d](https://e#f)"), [("b.md", "c")]);
    assert_eq!(
        headings("# A tour\n\n## 1xn, and more\n"),
        ["a-tour", "1xn-and-more"]
    );
}
