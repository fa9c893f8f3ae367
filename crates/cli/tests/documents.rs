//! The commands of the README and of the handbook, run page by page, print what the pages say; their links lead somewhere.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a console block, and what is printed under it.
#[derive(Debug)]
struct Step {
    command: String,
    expected: Vec<String>,
}

/// The commands of all ```console blocks.
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

/// Leaves out what differs from run to run: the cost of a search, and times.
fn steady(line: &str) -> String {
    let is_time = |text: &str| text.ends_with(" s") || text.ends_with(" ms");
    if line.starts_with("search: ") {
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of the handbook.
fn pages() -> Vec<PathBuf> {
    let directory = fs::read_dir(root().join("docs/book/src")).expect("the handbook is there");
    let mut pages: Vec<PathBuf> = directory
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).expect("the page can be read")
}

/// Runs the commands of a page in a directory of their own, where nothing is but `results/`, and says what is not as the
/// page has it.
fn run(page: &Path) -> usize {
    let steps = steps(&read(page));
    let directory = tempfile::tempdir().expect("there is room for a directory");
    symlink(root().join("results"), directory.path().join("results")).expect("a link can be made");
    let program = Path::new(env!("CARGO_BIN_EXE_koproof"));
    let programs = program.parent().expect("the program lies in a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    for Step { command, expected } in &steps {
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(directory.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .output()
            .expect("there is a shell");
        let page = page.display();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {command}: {stderr}");
        let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
        let printed: Vec<String> = stdout.lines().map(steady).collect();
        let expected: Vec<String> = expected.iter().map(|line| steady(line)).collect();
        assert_eq!(printed, expected, "{page}: {command}");
    }
    steps.len()
}

/// The targets of `[text](target)` in a page, those of other sites and places within the page left out.
fn links(page: &str) -> Vec<&str> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
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
fn links_of_the_handbook_and_the_readme_lead_to_files() {
    let mut pages = pages();
    pages.push(root().join("README.md"));
    let mut seen = 0;
    for page in &pages {
        let text = read(page);
        for target in links(&text) {
            let file = page.with_file_name(target);
            assert!(file.exists(), "{}: {target} is not there", page.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "there are {seen} links");
}

#[test]
fn every_page_of_the_handbook_is_in_its_table_of_contents() {
    let contents = read(&root().join("docs/book/src/SUMMARY.md"));
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
    assert_eq!(steady("search: 1 expansions, 2 ms"), steady("search: 3"));
    let figures = "2 figures: 1 ok, 9 s";
    assert_eq!(steady(figures), steady("2 figures: 1 ok, 8 ms"));
    assert_ne!(steady(figures), steady("2 figures: 2 ok, 9 s"));
    assert_eq!(steady("4 of 10 (9 s)"), steady("4 of 10 (8 ms)"));
    assert_ne!(steady("4 of 10 (9 s)"), steady("3 of 10 (9 s)"));
    assert_eq!(links("[a](b.md#c), [d](https://e)"), ["b.md"]);
}
