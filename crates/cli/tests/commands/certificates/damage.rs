//! Damaged certificates: refused, with the place and the reason.

use super::mutate::sealed;
use super::{Folder, verify};
use crate::bad_input::refused;
use crate::{koproof, stdout, unread};

/// Writes a certificate and returns its bytes.
fn certificate(folder: &Folder, name: &str) -> Vec<u8> {
    stdout(
        [
            "solve",
            "2x2",
            "--threads",
            "1",
            "--certificate",
            &folder.name(name),
        ],
        0,
    );
    folder.read(name)
}

/// Asserts that each of these files is refused, with a separate line for its reason.
fn all_are_refused(files: &[String]) {
    let (answers, code, complaints) = verify(files);
    assert_eq!(code, 4);
    assert_eq!(answers.len(), files.len());
    assert_eq!(complaints.lines().count(), files.len());
    for (answer, line) in answers.iter().zip(complaints.lines()) {
        let verdict = answer["verdict"].as_str();
        assert!(
            matches!(verdict, Some("refused" | "unreadable")),
            "{answer}"
        );
        let reason = answer["reason"].as_str().expect("a refusal has a reason");
        assert!(line.ends_with(reason), "{line}");
        assert_eq!(
            answer["refused_at"].is_null(),
            verdict == Some("unreadable"),
            "{answer}"
        );
    }
}

#[test]
fn a_certificate_cut_anywhere_is_refused() {
    for name in ["2x2.txt", "2x2.kpc"] {
        let folder = Folder::new();
        let whole = certificate(&folder, name);
        let cut = |length: usize| folder.write(&format!("cut-{length}"), &whole[..length]);
        let lengths = (0..whole.len()).step_by(whole.len() / 80);
        all_are_refused(&lengths.map(cut).collect::<Vec<_>>());
    }
}

#[test]
fn a_certificate_with_a_flipped_bit_is_refused() {
    for name in ["2x2.txt", "2x2.kpc"] {
        let folder = Folder::new();
        let whole = certificate(&folder, name);
        let flip = |bit: usize| {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            folder.write(&format!("flip-{bit}"), &bytes)
        };
        let bits = (0..8 * whole.len()).step_by(8 * whole.len() / 150);
        all_are_refused(&bits.map(flip).collect::<Vec<_>>());
    }
}

/// A forger recomputes the checksum, but the claim is still not proved.
#[test]
fn a_forged_step_is_named() {
    let folder = Folder::new();
    let text = String::from_utf8(certificate(&folder, "2x2.txt")).expect("the text form is ASCII");
    let (body, _) = text.split_once("crc32").expect("it ends with its checksum");
    let forged = body
        .replace("at-least 1", "at-least 2")
        .replace("r black .... >= 1", "r black .... >= 2");
    assert_ne!(forged, body);
    let file = folder.write("forged.txt", sealed(&forged).as_bytes());
    let output = koproof(["verify", &file]);
    assert_eq!(output.status.code(), Some(4));
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(line.contains("root 0 is refused"), "{line}");
    assert!(line.contains("does not imply >= 2"), "{line}");
    let steps: Vec<&str> = body.lines().filter(|line| line.starts_with("s ")).collect();
    let (number, step) = (0..)
        .zip(&steps)
        .find(|(_, step)| step.contains(" replies "))
        .expect("White is answered somewhere");
    let point = step.find(" replies ").expect("it is one") + " replies ".len();
    let first = step[point..]
        .split(' ')
        .next()
        .expect("something is answered");
    let without = step.replacen(&format!("{first} "), "", 1);
    let forged = body.replacen(step, &without, 1);
    let file = folder.write("forged.txt", sealed(&forged).as_bytes());
    let output = koproof(["verify", &file]);
    assert_eq!(output.status.code(), Some(4));
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        line.contains(&format!("step {number} is refused")),
        "{line}"
    );
    assert!(line.contains("not answered"), "{line}");
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = Folder::new();
    stdout(
        ["table", "solve", "2x2", "--out", &folder.name("2x2.kpt")],
        0,
    );
    let cases = [
        (folder.name("missing"), "cannot read"),
        (folder.name(""), "directory"),
        (folder.write("empty", b""), "not a certificate"),
        (
            folder.write("notes.txt", b"a7 is a ladder\n"),
            "not a certificate",
        ),
        (folder.name("2x2.kpt"), "--certificate"),
        (
            folder.write("later.txt", b"koproof certificate 3\n"),
            "use a release",
        ),
        (
            folder.write("windows.txt", b"koproof certificate 1\r\n"),
            "end in LF alone",
        ),
        (folder.write("cut.kpc", b"KPCERT"), "not a certificate"),
        (folder.write("cut.txt", b"koproof certificate 1"), "stops"),
        (
            folder.write("other.kpc", b"KPCERT\r\n\x01\0\x01\x02"),
            "has compression 2",
        ),
    ];
    for (file, words) in cases {
        refused(["verify", &file], &[words]);
    }
}

#[test]
fn a_table_is_told_from_a_certificate_by_every_command() {
    let folder = Folder::new();
    let [table, out] = ["2x2.kpt", "out.txt"].map(|name| folder.name(name));
    stdout(["table", "solve", "2x2", "--out", &table], 0);
    for command in [
        &["certificate", "convert", &table, &out][..],
        &["certificate", "convert", &table, "-"],
        &["certificate", "compose", &table, "--out", &out],
        &["certificate", "play", &table],
        &["verify", &table, "--certificate", &table],
    ] {
        let output = koproof(command);
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(line.contains("it is a table, and no certificate"), "{line}");
        assert!(!line.contains("checks tables"), "{line}");
    }
}

#[test]
fn a_missing_file_has_no_number_of_the_system() {
    let (answers, code, _) = verify(&[Folder::new().name("missing")]);
    assert_eq!(code, 2);
    let reason = answers[0]["reason"].as_str().expect("it has a reason");
    assert!(!reason.contains("os error"), "{reason}");
}

#[test]
fn of_several_files_the_worst_counts_and_the_others_are_checked() {
    let folder = Folder::new();
    let good = certificate(&folder, "good.kpc");
    let bad = folder.write("bad.kpc", &good[..good.len() - 1]);
    let files = [bad, folder.name("good.kpc"), folder.name("missing")];
    let (answers, code, _) = verify(&files);
    assert_eq!(code, 4);
    let verdicts: Vec<_> = answers
        .iter()
        .map(|answer| answer["verdict"].as_str())
        .collect();
    assert_eq!(
        verdicts,
        [Some("refused"), Some("proved"), Some("unreadable")]
    );
}

#[test]
fn more_than_the_limit_is_no_verdict() {
    let folder = Folder::new();
    certificate(&folder, "2x2.kpc");
    let (file, joined) = (folder.name("2x2.kpc"), folder.name("joined.kpc"));
    let (directory, limit) = (folder.name("."), ["--record-limit", "3"]);
    for (command, code) in [
        (vec!["verify", &file], 3),
        (vec!["certificate", "play", &file, "--random", "1"], 3),
        (vec!["certificate", "compose", &file, "--out", &joined], 3),
        // It searches without the certificate.
        (vec!["solve", "2x2", "--claims", &directory], 0),
    ] {
        let output = koproof((command.as_slice(), &limit));
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{command:?}: {line}");
        assert!(line.contains("no verdict at step"), "{command:?}: {line}");
        assert!(line.contains("(--record-limit)"), "{command:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{command:?}: {line}");
    }
    assert!(!folder.path("joined.kpc").exists());
}

/// The exit code tells that a file is refused, even if nobody reads the output.
#[test]
fn a_refusal_without_a_reader_is_a_refusal() {
    let folder = Folder::new();
    let good = certificate(&folder, "2x2.txt");
    let bad = folder.write("bad.txt", &good[..good.len() / 2]);
    let files = [&folder.name("2x2.txt"), &bad, &folder.name("2x2.txt")];
    let (code, stderr) = unread(["verify", files[0], files[1], files[2]]);
    assert_eq!(code, Some(4), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
