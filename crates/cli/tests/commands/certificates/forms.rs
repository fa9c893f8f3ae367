//! `koproof certificate convert`, and the choice of the form.

use serde_json::Value;

use super::{Folder, verify};
use crate::bad_input::refused;
use crate::{koproof, stdout};

#[test]
fn the_ending_chooses_the_form_and_an_option_overrules_it() {
    let folder = Folder::new();
    let beginning = |file: &str, more: &[&str]| {
        let name = folder.name(file);
        stdout((&["solve", "1x3", "--certificate", &name], more), 0);
        folder.read(file)[..6].to_vec()
    };
    assert_eq!(beginning("a.txt", &[]), b"koproo");
    assert_eq!(beginning("a.kpc", &[]), b"KPCERT");
    assert_eq!(
        beginning("b.txt", &["--certificate-form", "binary"]),
        b"KPCERT"
    );
    assert_eq!(
        beginning("b.kpc", &["--certificate-form", "text"]),
        b"koproo"
    );
}

#[test]
fn converting_there_and_back_gives_the_same_file() {
    let folder = Folder::new();
    let [binary, text, again] = ["2x3.kpc", "2x3.txt", "again.kpc"].map(|name| folder.name(name));
    let table = folder.name("2x3.kpt");
    stdout(
        [
            "table",
            "solve",
            "2x3",
            "--out",
            &table,
            "--certificate",
            &binary,
        ],
        0,
    );
    stdout(["certificate", "convert", &binary, &text], 0);
    stdout(["certificate", "convert", &text, &again], 0);
    assert!(
        folder
            .read("2x3.txt")
            .starts_with(b"koproof certificate 1\n")
    );
    assert_eq!(folder.read("2x3.kpc"), folder.read("again.kpc"));
    let printed = stdout(["certificate", "convert", &binary, "-"], 0);
    assert_eq!(printed.as_bytes(), folder.read("2x3.txt"));
    refused(
        ["certificate", "convert", &binary, "-", "--format", "json"],
        &["--format"],
    );
    let (answers, code, _) = verify(&[binary, text]);
    assert_eq!(code, 0);
    for key in [
        "statement",
        "roots",
        "steps",
        "most_live_records",
        "exact_states",
    ] {
        assert_eq!(answers[0][key], answers[1][key], "{key}");
    }
}

#[test]
fn a_damaged_certificate_is_not_converted() {
    let folder = Folder::new();
    let whole = folder.name("1x3.txt");
    stdout(["solve", "1x3", "--certificate", &whole], 0);
    let bytes = folder.read("1x3.txt");
    let cut = folder.write("cut.txt", &bytes[..bytes.len() - 20]);
    let output = koproof(["certificate", "convert", &cut, &folder.name("out.kpc")]);
    assert_eq!(output.status.code(), Some(4), "as verify");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cut.txt"));
    assert!(!folder.path("out.kpc").exists());
}

/// A name that is typed wrong costs no proof of another board, not even if the certificate comes from a pipe.
#[test]
fn a_converted_certificate_does_not_replace_one_of_another_board() {
    let folder = Folder::new();
    let [one, other] = ["1x3.kpc", "1x4.kpc"].map(|name| folder.name(name));
    stdout(["solve", "1x3", "--certificate", &one], 0);
    stdout(["solve", "1x4", "--certificate", &other], 0);
    let before = folder.read("1x4.kpc");
    let piped = |output: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"));
        command.args(["certificate", "convert", "-", output]);
        let output = command.write_stdin(folder.read("1x3.kpc")).output();
        output.expect("the program runs")
    };
    for output in [
        koproof(["certificate", "convert", &one, &other]),
        piped(&other),
    ] {
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("1x4.kpc") && said.lines().count() == 1,
            "{said}"
        );
        assert_eq!(folder.read("1x4.kpc"), before);
    }
    stdout(["certificate", "convert", &one, &one], 0);
    assert_eq!(piped(&one).status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_bytes_of_a_pipe_are_counted() {
    let folder = Folder::new();
    let file = folder.name("a.kpc");
    stdout(["solve", "2x2", "--certificate", &file], 0);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"));
    let output = command
        .args(["verify", "/dev/stdin", "--format", "json"])
        .write_stdin(folder.read("a.kpc"))
        .output()
        .expect("the program runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(answer["bytes"], folder.read("a.kpc").len());
    assert_eq!(answer["verdict"], "proved");
}
