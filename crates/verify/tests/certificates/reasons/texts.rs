//! Texts that are no certificate, and where they stop being one.

use koproof_verify::{
    CertificateError, CertificateReader, Place, Problem, Reason, check, never_stop,
};

use super::ALIVE;
use crate::draft::{Draft, PATH_OF_THREE};
use crate::mutate::sealed;

/// Returns the problem with the content of a file, and its place.
fn problem(text: &str) -> (Place, Problem) {
    let refusal = check(text.as_bytes(), &mut never_stop).expect_err("it should be refused");
    let Reason::Unreadable(error) = refusal.reason else {
        panic!("{}", refusal.reason);
    };
    match *error {
        CertificateError::Content { place, problem, .. } => (place, *problem),
        other => panic!("{other}"),
    }
}

/// Returns the problem after a replacement in the text for the path of three, with a new checksum.
fn problem_with(part: &str, by: &str) -> (Place, Problem) {
    let text = PATH_OF_THREE.unsealed();
    assert!(text.contains(part), "{part}");
    problem(&sealed(&text.replacen(part, by, 1)))
}

#[test]
fn a_refusal_quotes_only_the_beginning_of_a_long_text() {
    let long = "9".repeat(1000);
    let versions = problem_with("certificate 1", &format!("certificate {long}"));
    let words = problem_with("superko positional", &format!("superko {long}"));
    let is_short = |text: &str| text.chars().count() == 41;
    assert!(matches!(versions.1, Problem::Version(text) if is_short(&text)));
    assert!(matches!(words.1, Problem::Expected { found, .. } if is_short(&found)));
}

#[test]
fn texts_that_are_no_certificate_are_refused_with_the_line() {
    use Problem as P;
    let at = |line| Place::Line(line);
    let (place, problem) = problem_with("certificate 1", "certificate 3");
    assert_eq!((place, problem), (at(1), P::Version("3".to_owned())));
    assert!(matches!(
        problem_with("graph6 ", "graph6 :"),
        (Place::Line(2), P::Board(_))
    ));
    // The name of a board that consists of two.
    let long = format!("graph6 Cr+path:{}1", "0".repeat(5000));
    for joined in ["graph6 C~+path:4", &long] {
        let (place, problem) = problem_with("graph6 Bg", joined);
        assert_eq!(place, at(2));
        assert!(matches!(
            &problem,
            P::Expected {
                expected: "a board in graph6",
                ..
            }
        ));
        assert!(problem.to_string().len() < 100, "{problem}");
    }
    // 65 points.
    let wide: koproof_rules::Board = "path:65".parse().unwrap();
    let graph6 = format!("graph6 {}", wide.to_graph6());
    let small = format!(
        "graph6 {}",
        "path:3"
            .parse::<koproof_rules::Board>()
            .unwrap()
            .to_graph6()
    );
    assert!(matches!(
        problem_with(&small, &graph6),
        (Place::Line(2), P::Points(65))
    ));
    assert_eq!(
        problem_with("white 0 .X.", "white 0 .X.."),
        (
            at(12),
            P::ColoringLength {
                found: 4,
                expected: 3
            }
        )
    );
    assert_eq!(problem_with("white 0", "white 2"), (at(12), P::Passes(2)));
    assert_eq!(
        problem_with("play 1 0", "play 3 0"),
        (
            at(13),
            P::NoSuchPoint {
                found: 3,
                points: 3
            }
        )
    );
    assert_eq!(
        problem_with("at-least 3\nat-most 3", "at-least -\nat-most -").1,
        P::NothingStated
    );
    assert_eq!(
        problem_with(
            "position\nstart ...\nto-move black\nmoves -\nat-least 3\nat-most 3",
            "table\nroots 0"
        )
        .1,
        P::NoRoots
    );
    assert_eq!(
        problem_with("alive", "weaken 0 avoid .X.:black need -"),
        (at(12), P::RecordPlayer)
    );
    assert_eq!(
        problem_with("end 3", "end 4"),
        (
            at(18),
            P::StepCount {
                stated: 4,
                found: 3
            }
        )
    );
    for (part, by) in [
        ("s white", "s  white"),
        ("s white", "t white"),
        ("white 0", "grey 0"),
        (".X. >= 3", ".x. >= 3"),
        (">= 3 alive", "> 3 alive"),
        (">= 3 alive", ">= +3 alive"),
        (">= 3 alive", ">= 03 alive"),
        (">= 3 alive", ">= -0 alive"),
        (">= 3 alive", ">= 32768 alive"),
        (">= 3 alive", ">= 3 Alive"),
        (">= 3 alive", ">= 3 alive "),
        (">= 3 alive", ">= 3 alive 0"),
        ("play 1 0", "play 1 0/00"),
        ("play 1 0", "play 1 0/65536"),
        ("play 1 0", "play 1 -1"),
        ("play 1 0", "play 1"),
        ("d 0 1", "d"),
        ("d 0 1", "d 0  1"),
        ("pass-forever", "replies 0:blocked"),
        ("pass-forever", "replies pass:end 0:blocked"),
        ("steps\n", "steps \n"),
        ("steps\n", ""),
        ("steps\n", "symmetry 0 1 keep\nsteps\n"),
        ("steps\n", "symmetry 0 1 2 turn\nsteps\n"),
        ("moves -", "moves - 1"),
        ("superko positional", "superko none"),
        ("suicide allow", "suicide maybe"),
        ("position\n", "positions\n"),
    ] {
        let (_, problem) = problem_with(part, by);
        assert!(matches!(problem, P::Expected { .. }), "{by}: {problem}");
    }
}

#[test]
fn symmetries_of_another_length_are_refused() {
    let draft = Draft {
        symmetries: &["0 1 2 3 keep"],
        ..PATH_OF_THREE
    };
    assert!(matches!(problem(&draft.text()).1, Problem::Expected { .. }));
}

#[test]
fn a_missing_end_and_anything_after_it_are_refused() {
    let text = PATH_OF_THREE.text();
    let unsealed = PATH_OF_THREE.unsealed();
    assert_eq!(problem(&unsealed).1, Problem::Truncated);
    let without_end = unsealed.replace("end 3\n", "");
    assert!(matches!(
        problem(&sealed(&without_end)).1,
        Problem::Expected { .. }
    ));
    for tail in ["\n", " ", "s", "end 3\n"] {
        assert_eq!(problem(&format!("{text}{tail}")).1, Problem::TrailingBytes);
    }
    let damaged = text.replace("play 1 0", "play 1 0/0");
    assert!(matches!(problem(&damaged).1, Problem::Checksum { .. }));
}

#[test]
fn messages_say_what_is_wrong_and_where() {
    let message = |items: &[&str]| {
        let draft = Draft {
            items,
            ..PATH_OF_THREE
        };
        draft.refusal().to_string()
    };
    assert_eq!(
        message(&[ALIVE, "s black 0 ... >= 3 play 0 0"]),
        "step 1 is refused: step 0 is about .X. with white to move, but the state is X.. with white to move"
    );
    assert_eq!(
        message(&[ALIVE, "s white 0 .X. >= 3 weaken 0 avoid .X. need -"]),
        "step 1 is refused: the claim is not well-formed: it avoids .X., which every history of its state holds"
    );
    assert_eq!(
        message(&["s black 1 .X. >= 4 stop"]),
        "step 0 is refused: the game ends with 3, which does not meet >= 4"
    );
}

/// `docs/certificates.md`, section 8, lists which files are refused and which are not read; other checkers draw the
/// same line.
#[test]
fn what_is_not_read_is_told_from_what_is_refused() {
    let cases: [(&[u8], bool); 13] = [
        (b"koproof certificate ", true),
        (b"koproof certificate 1", true),
        (b"koproof certificate 1\r\n", true),
        (b"koproof certificate \xff\n", true),
        (b"koproof certificate 3\n", true),
        (b"koproof certificate 1\n", false),
        (b"koproof certificate 2\ngraph6 \xff\n", false),
        (b"KPCERT\r\n", false),
        (b"KPCERT\r\n\x02\0\x01", false),
        (b"KPCERT\r\n\x02\0\x01\x01", false),
        (b"KPCERT\r\n\x03\0", true),
        (b"KPCERT\r\n\x01\0\x02\0", true),
        (b"KPCERT\r\n\x01\0\x01\x02", true),
    ];
    for (file, is_unsupported) in cases {
        let error = CertificateReader::open(file).err().unwrap();
        let shown = file.escape_ascii();
        assert_eq!(error.is_unsupported(), is_unsupported, "{shown}: {error}");
    }
}
