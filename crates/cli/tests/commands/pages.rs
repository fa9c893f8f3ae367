//! Help, completions and manual pages.

use super::{koproof, stdout};

const COMMANDS: [&str; 6] = ["solve", "show", "explore", "boards", "completions", "man"];

#[test]
fn every_command_has_help_with_examples() {
    for command in COMMANDS {
        let help = stdout(&[command, "--help"], 0);
        assert!(help.contains("Examples:\n  koproof "), "{command}");
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
        for word in COMMANDS.into_iter().chain(["komi"]) {
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
    for command in COMMANDS {
        let page = directory.path().join(format!("koproof-{command}.1"));
        assert!(page.exists(), "{command}");
    }
}

#[test]
fn pages_that_cannot_be_written_are_no_fault_of_the_input() {
    let output = koproof(&["man", "--out", "/no/such/directory"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.starts_with("koproof: cannot write into /no/such/directory: "),
        "{message}"
    );
}
