//! Help, completions and manual pages.

use super::bad_input::refused;
use super::stdout;

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"], 0);
    let (_, list) = help.split_once("Commands:\n").expect("there is a list");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Their descriptions may go on in lines that are indented further.
    let first = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<String> = first
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .filter(|command| command != "help")
        .collect();
    assert!(commands.len() > 30, "{commands:?}");
    commands
}

#[test]
fn every_command_has_help_with_examples() {
    for command in &commands() {
        let help = stdout(&[command, "--help"], 0);
        // `count` has its examples one level down.
        let example = help.contains("Examples:\n  koproof ") || help.contains("Commands:\n");
        assert!(example, "{command}");
        let short = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(short, None, "{command} has a line too long for a terminal");
    }
}

#[test]
fn help_lists_the_exit_codes() {
    let help = stdout(&["--help"], 0);
    assert!(
        help.contains("Exit codes:") && help.contains("130"),
        "{help}"
    );
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("koproof ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout(&["--version"], 0), version);
}

#[test]
fn shells_get_completions_of_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell], 0);
        for word in commands().iter().map(String::as_str).chain(["komi"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    assert!(stdout(&["man"], 0).contains(".TH koproof 1"));
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let path = directory
        .path()
        .to_str()
        .expect("temporary names are UTF-8");
    stdout(&["man", "--out", path], 0);
    for command in commands() {
        let page = directory.path().join(format!("koproof-{command}.1"));
        assert!(page.exists(), "{command}");
    }
}

#[test]
fn pages_need_a_directory_that_is_there() {
    let words = ["cannot write into /no/such/directory", "No such file"];
    refused(&["man", "--out", "/no/such/directory"], &words);
}
