//! Help, completions and manual pages.

use super::bad_input::refused;
use super::{Folder, stdout};

/// Returns the names in a list of commands; descriptions may continue in lines with more indentation.
fn listed(list: &str) -> Vec<String> {
    let lines = list.lines();
    let first = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = first.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help" && !name.starts_with('-'));
    names.map(str::to_owned).collect()
}

/// Returns the names that `--help` lists under its headings.
fn names() -> Vec<String> {
    let help = stdout("--help", 0);
    let (_, list) = help.split_once("Solve and play:\n").expect("a group");
    let (list, _) = list.split_once("Options:\n").expect("the options");
    listed(list)
}

/// Returns all commands, including those within nouns.
fn commands() -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    for name in names() {
        let help = stdout([&name, "--help"], 0);
        let Some((_, list)) = help.split_once("Commands:\n") else {
            commands.push(vec![name]);
            continue;
        };
        let (list, _) = list.split_once("\n\n").expect("more follows");
        let verbs = listed(list).into_iter();
        commands.extend(verbs.map(|verb| vec![name.clone(), verb]));
    }
    assert!(commands.len() > 30, "{commands:?}");
    commands
}

#[test]
fn help_fits_on_a_screen_and_has_twenty_names_at_most() {
    let names = names();
    assert!((15..=20).contains(&names.len()), "{names:?}");
    for option in ["-h", "--help"] {
        let lines = stdout([option], 0).lines().count();
        assert!(lines <= 50, "{option} has {lines} lines");
    }
    let lines = stdout("solve -h", 0).lines().count();
    assert!(lines <= 40, "solve -h has {lines} lines");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in &commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = stdout((&words, "--help"), 0);
        assert!(help.contains("Examples:\n  koproof "), "{command:?}");
        let long = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(long, None, "{command:?} has a line too long for a terminal");
    }
}

#[test]
fn help_lists_the_exit_codes() {
    let help = stdout("--help", 0);
    assert!(
        help.contains("Exit codes:") && help.contains("130"),
        "{help}"
    );
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("koproof ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout("--version", 0), version);
}

#[test]
fn shells_get_completions_of_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(["self", "completions", shell], 0);
        for word in commands().iter().flatten().chain([&"komi".to_owned()]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    assert!(stdout("self man", 0).contains(".TH koproof 1"));
    let directory = Folder::new();
    stdout(("self man --out", directory.0.path()), 0);
    let commands = commands();
    for command in &commands {
        let page = directory.path(&format!("koproof-{}.1", command.join("-")));
        assert!(page.exists(), "{command:?}");
    }
    // Help lists every command under a heading, and none under two.
    let files = std::fs::read_dir(directory.0.path()).expect("it is there");
    let nouns: std::collections::BTreeSet<&str> = (commands.iter())
        .filter_map(|command| Some(command.get(..2)?[0].as_str()))
        .collect();
    // Nouns, the program, and the command `help` of each have a page, too.
    let helps = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let pages = helps.filter(|name| !name.contains("-help")).count();
    assert_eq!(pages, commands.len() + nouns.len() + 1);
}

#[cfg(unix)]
#[test]
fn a_page_that_does_not_fit_is_named_and_leaves_the_old_one() {
    let directory = Folder::new();
    let old = directory.path("koproof-batch-lead.1");
    std::fs::write(&old, "old").expect("there is room for a file");
    let program = env!("CARGO_BIN_EXE_koproof");
    let line = format!(
        "ulimit -f 1; '{program}' self man --out '{}'",
        directory.0.path().display()
    );
    let full = std::process::Command::new("bash")
        .args(["-c", &line])
        .output();
    let full = full.expect("bash is there");
    let stderr = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(
        stderr.contains("koproof-") && stderr.contains(".1: "),
        "{stderr}"
    );
    assert_eq!(std::fs::read(&old).expect("it is there"), b"old");
}

#[test]
fn pages_need_a_directory_that_is_there() {
    let words = ["cannot write into /no/such/directory", "No such file"];
    refused("self man --out /no/such/directory", &words);
}
