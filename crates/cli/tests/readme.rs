//! The README's commands, run in one directory from top to bottom, print what the README says.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// A command of a console block, and what is printed under it.
struct Step {
    command: String,
    expected: Vec<String>,
}

/// The commands of all ```console blocks that call koproof.
fn steps(readme: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    let mut wanted = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            wanted = false;
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            wanted = command.starts_with("koproof ");
            if wanted {
                steps.push(Step {
                    command: command.to_owned(),
                    expected: Vec::new(),
                });
            }
        } else if let (true, Some(step)) = (inside && wanted, steps.last_mut()) {
            step.expected.push(line.to_owned());
        }
    }
    steps
}

/// Leaves out what differs from run to run: the cost of a search, and times.
fn steady(line: &str) -> String {
    if line.starts_with("search: ") {
        return "search: …".to_owned();
    }
    match line.rsplit_once(", ") {
        Some((rest, time)) if time.ends_with(" s") || time.ends_with(" ms") => {
            format!("{rest}, …")
        }
        _ => line.to_owned(),
    }
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README is there");
    let steps = steps(&readme);
    assert!(steps.len() > 5, "the tour has {} commands", steps.len());

    let directory = tempfile::tempdir().expect("there is room for a directory");
    let program = Path::new(env!("CARGO_BIN_EXE_koproof"));
    let programs = program.parent().expect("the program lies in a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    for Step { command, expected } in steps {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(directory.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .output()
            .expect("there is a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {stderr}");
        let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
        let printed: Vec<String> = stdout.lines().map(steady).collect();
        let expected: Vec<String> = expected.iter().map(|line| steady(line)).collect();
        assert_eq!(printed, expected, "{command}");
    }
}

#[test]
fn a_tour_that_is_wrong_is_noticed() {
    let steps = steps("```console\n$ koproof --version\nkoproof 9\n$ ls\nx\n```\n$ koproof x\n");
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].command, "koproof --version");
    assert_eq!(steps[0].expected, ["koproof 9"]);
    assert_eq!(steady("search: 1 expansions, 2 ms"), steady("search: 3"));
    assert_eq!(
        steady("2 figures: 1 ok, 9 s"),
        steady("2 figures: 1 ok, 8 ms")
    );
    assert_ne!(
        steady("2 figures: 1 ok, 9 s"),
        steady("2 figures: 2 ok, 9 s")
    );
}
