//! The two forms have the same content, and accept nothing else.

use koproof_rules::{Player, Ruleset, Scoring, Superko};
use koproof_store::{ContainerReader, ContainerWriter, Decode, Encode, Kind, Layout};
use koproof_verify::{
    CertificateError, CertificateReader, CertificateWriter, Child, Form, Item, MAX_DROPPED,
    Problem, check, never_stop,
};
use proptest::prelude::*;

use crate::draft::PATH_OF_THREE;
use crate::judge::judge;
use crate::mutate::sealed;
use crate::prover::{Certificate, Question};
use crate::read_items;

const FORMS: [Form; 3] = [
    Form::Text,
    Form::Binary { compressed: false },
    Form::Binary { compressed: true },
];

fn samples() -> Vec<Certificate> {
    let boards = [("path:2", "X."), ("path:4", "...."), ("2x2", "....")];
    let mut samples = Vec::new();
    for (board, start) in boards {
        for (superko, scoring) in Superko::ALL
            .map(|one| [(one, Scoring::Area), (one, Scoring::Territory)])
            .concat()
        {
            let rules = Ruleset {
                superko,
                scoring,
                ..Ruleset::NSTT
            };
            let question = Question {
                board,
                rules,
                start,
                to_move: Player::BLACK,
                moves: &[],
            };
            samples.push(question.prove(None).1);
        }
    }
    let rules = Ruleset::TROMP_TAYLOR;
    let question = Question {
        board: "path:2",
        rules,
        start: "..",
        to_move: Player::BLACK,
        moves: &[],
    };
    samples.push(question.prove_table(None).1);
    samples
}

fn converted(file: &[u8], form: Form) -> Vec<u8> {
    let reader = CertificateReader::open(file).expect("a certificate");
    reader.convert(Vec::new(), form).expect("a certificate")
}

/// After an error the reader must not tell of a valid end.
#[test]
fn a_reader_that_failed_fails_again() {
    let text = sealed(&PATH_OF_THREE.unsealed().replacen("play 1", "play 9", 1));
    let failed = || {
        let mut reader = CertificateReader::open(text.as_bytes()).expect("the header is right");
        assert!(reader.next_item().is_ok());
        let refused = reader.next_item().expect_err("there is no point 9");
        assert!(matches!(refused, CertificateError::Content { .. }));
        reader
    };
    for _ in 0..2 {
        let again = failed().next_item().expect_err("it failed before");
        assert!(matches!(again, CertificateError::FailedBefore));
    }
    let converted = failed().convert(Vec::new(), Form::Text);
    assert!(matches!(converted, Err(CertificateError::FailedBefore)));
}

#[test]
fn only_a_whole_certificate_is_converted() {
    let text = PATH_OF_THREE.text();
    for items in [1, 7] {
        let mut reader = CertificateReader::open(text.as_bytes()).expect("a certificate");
        for _ in 0..items {
            reader.next_item().expect("a certificate");
        }
        let converted = reader.convert(Vec::new(), Form::Text);
        assert!(matches!(converted, Err(CertificateError::ReadBefore)));
    }
}

#[test]
fn either_form_is_turned_into_the_other_without_loss() {
    for certificate in samples() {
        let files = FORMS.map(|form| certificate.bytes(form));
        for file in &files {
            for (form, expected) in FORMS.into_iter().zip(&files) {
                assert_eq!(&converted(file, form), expected);
            }
            let mut reader = CertificateReader::open(file.as_slice()).unwrap();
            assert_eq!(reader.header().symmetries, certificate.header.symmetries);
            assert_eq!(reader.header().statement, certificate.header.statement);
            assert_eq!(read_items(&mut reader).unwrap(), certificate.items);
        }
        let checked = files.map(|file| check(file.as_slice(), &mut never_stop).unwrap());
        assert_eq!(checked[0], checked[1]);
        assert_eq!(checked[1], checked[2]);
    }
}

#[test]
fn handwritten_lines_come_back_as_they_were() {
    let text = PATH_OF_THREE.text();
    let binary = converted(text.as_bytes(), Form::Binary { compressed: false });
    assert_eq!(converted(&binary, Form::Text), text.as_bytes());
    // A child may name symmetry 0 explicitly, although writers omit it.
    let spelled_out = sealed(&PATH_OF_THREE.unsealed().replace("play 1 0", "play 1 0/0"));
    assert_eq!(
        converted(spelled_out.as_bytes(), Form::Text),
        text.as_bytes()
    );
}

/// The examples in `docs/certificates.md` are in the form that they document.
#[test]
fn the_page_shows_what_the_reader_reads() {
    let page = include_str!("../../../../docs/certificates.md");
    let mut blocks = page.split("```text\n").skip(1).map(|block| {
        let (block, _) = block.split_once("```").unwrap();
        block
    });
    let header = blocks.next().unwrap();
    let items = blocks.next().unwrap();
    let steps = items.lines().filter(|line| line.starts_with("s ")).count();
    // The moves and symmetries are those of 2x2; the numbers of steps are arbitrary and not checked here.
    let text = sealed(&format!("{header}{items}end {steps}\n"));
    let mut reader = CertificateReader::open(text.as_bytes()).unwrap();
    let read = read_items(&mut reader).unwrap();
    assert_eq!(read.len(), items.lines().count());
}

#[test]
fn files_of_another_kind_are_named_as_such() {
    for file in [
        &b""[..],
        b"\n",
        b"koproof table",
        b"PK\x03\x04",
        b"KPTABLE\n",
        b"KPCERT",
        b"koproof certificate",
    ] {
        let error = CertificateReader::open(file).err().unwrap();
        assert!(matches!(error, CertificateError::Unknown { .. }), "{error}");
        assert!(error.is_unsupported(), "{error}");
    }
}

#[test]
fn a_later_version_is_refused_with_those_that_this_build_reads() {
    let file = converted(
        PATH_OF_THREE.text().as_bytes(),
        Form::Binary { compressed: false },
    );
    let (_, header, items) = opened(&file);
    let later = Kind::new(AREA.magic(), "certificate", 3);
    let error = CertificateReader::open(closed(later, header, &items).as_slice()).err();
    assert_eq!(
        error.unwrap().to_string(),
        "certificate version 3, this build reads 1 to 2: make it again or use a release that reads 3"
    );
}

#[test]
fn the_binary_form_cannot_name_a_later_step() {
    let Certificate { header, items } = &samples()[0];
    let mut later = items.clone();
    for item in &mut later {
        for child in crate::prover::children(item) {
            *child = Child {
                step: 1000,
                ..*child
            };
        }
    }
    let mut writer =
        CertificateWriter::new(Vec::new(), header, Form::Binary { compressed: false }).unwrap();
    let error = later
        .iter()
        .find_map(|item| writer.item(item).err())
        .unwrap();
    let CertificateError::Content { problem, .. } = error else {
        panic!("{error}");
    };
    assert!(matches!(*problem, Problem::NoSuchChild { child: 1000, .. }));
}

#[test]
fn writers_keep_to_the_limits_of_the_format() {
    let Certificate { header, .. } = &samples()[0];
    for form in FORMS {
        let mut writer = CertificateWriter::new(Vec::new(), header, form).unwrap();
        let drop = |steps: usize| Item::Drop(vec![0; steps]);
        assert!(writer.item(&drop(MAX_DROPPED)).is_ok());
        for steps in [0, MAX_DROPPED + 1] {
            assert!(writer.item(&drop(steps)).is_err());
        }
    }
}

#[test]
fn long_lines_are_refused_before_they_fill_the_memory() {
    let text = PATH_OF_THREE
        .unsealed()
        .replace("d 0 1", &format!("d 0{}", " 1".repeat(1 << 20)));
    let error = check(sealed(&text).as_bytes(), &mut never_stop).unwrap_err();
    assert!(
        error.to_string().contains("more than 1048576 bytes"),
        "{error}"
    );
}

/// A header as bytes that nothing interprets.
struct Raw(Vec<u8>);

impl Encode for Raw {
    fn encode<E: koproof_store::wire::enc::Encoder>(
        &self,
        encoder: &mut E,
    ) -> Result<(), koproof_store::wire::error::EncodeError> {
        use koproof_store::wire::enc::write::Writer;
        encoder.writer().write(&self.0)
    }
}

const AREA: Kind = Kind::new(*b"KPCERT\r\n", "certificate", 1);
const TERRITORY: Kind = Kind::new(AREA.magic(), "certificate", 2);

/// Returns the kind of a binary certificate, and the bytes of its header and of its items, without checksums.
fn opened(file: &[u8]) -> (Kind, Vec<u8>, Vec<u8>) {
    let kind = if file[8] == 1 { AREA } else { TERRITORY };
    let header_bytes = u32::from_le_bytes(file[16..20].try_into().expect("four bytes")) as usize;
    let header = file[20..20 + header_bytes].to_vec();
    /// A header that reads nothing.
    struct Anything;
    impl<C> Decode<C> for Anything {
        fn decode<D: koproof_store::wire::de::Decoder<Context = C>>(
            decoder: &mut D,
        ) -> Result<Self, koproof_store::wire::error::DecodeError> {
            use koproof_store::wire::de::read::Reader;
            while decoder.reader().read(&mut [0]).is_ok() {}
            Ok(Self)
        }
    }
    let (_, mut reader) = ContainerReader::open::<Anything>(file, kind).expect("a certificate");
    let mut payload = Vec::new();
    while let Some(block) = reader.next_block().expect("a right container") {
        payload.extend_from_slice(block);
    }
    (kind, header, payload)
}

/// Returns a container with valid checksums around any header and items.
fn closed(kind: Kind, header: Vec<u8>, items: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = ContainerWriter::new(Vec::new(), kind, Layout::plain(), &Raw(header))
        .expect("a header of any bytes");
    writer.write_all(items).expect("nothing fails in memory");
    writer.finish().expect("nothing fails in memory")
}

/// Checks a file, and asserts that the judge accepts it too if the checker does.
fn is_accepted(file: &[u8]) -> bool {
    let accepted = check(file, &mut never_stop).is_ok();
    if accepted {
        let mut reader = CertificateReader::open(file).expect("a certificate");
        let items = read_items(&mut reader).expect("it is accepted");
        assert_eq!(judge(reader.header(), &items, None), Ok(()));
    }
    accepted
}

/// Flips bits and repairs the checksums, as a forger would.
#[test]
fn flipped_bits_under_right_checks_are_refused_or_leave_a_proof() {
    let (mut tried, mut accepted) = (0, 0);
    for certificate in &samples()[..4] {
        let file = certificate.bytes(Form::Binary { compressed: true });
        let (kind, header, items) = opened(&file);
        assert!(is_accepted(&closed(kind, header.clone(), &items)));
        for bit in 0..8 * (header.len() + items.len()) {
            let (mut header, mut items) = (header.clone(), items.clone());
            match bit / 8 {
                byte if byte < header.len() => header[byte] ^= 1 << (bit % 8),
                byte => items[byte - header.len()] ^= 1 << (bit % 8),
            }
            tried += 1;
            accepted += u32::from(is_accepted(&closed(kind, header, &items)));
        }
        for length in 0..items.len() {
            assert!(!is_accepted(&closed(
                kind,
                header.clone(),
                &items[..length]
            )));
        }
        assert!(!is_accepted(&closed(
            kind,
            header,
            &[items.as_slice(), &items].concat()
        )));
    }
    // For example a stronger bound where a weaker one is enough, or another symmetry that leads to the same state.
    assert!(
        tried > 2000 && accepted < tried / 10,
        "{accepted} of {tried}"
    );
}

#[test]
fn damaged_binary_files_are_refused() {
    for certificate in &samples()[..2] {
        for compressed in [false, true] {
            let file = certificate.bytes(Form::Binary { compressed });
            for at in 0..file.len() {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << (at % 8);
                assert!(check(damaged.as_slice(), &mut never_stop).is_err());
                assert!(check(&file[..at], &mut never_stop).is_err());
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_after_a_magic_are_read_without_panic(tail: Vec<u8>, text: bool) {
        let magic: &[u8] = if text { b"koproof certificate 1\n" } else { b"KPCERT\r\n\x01\0\x01\0" };
        prop_assert!(check([magic, &tail].concat().as_slice(), &mut never_stop).is_err());
    }

    #[test]
    fn any_bytes_in_a_right_container_are_read_without_panic(header: Vec<u8>, items: Vec<u8>) {
        prop_assert!(check(closed(AREA, header, &items).as_slice(), &mut never_stop).is_err());
    }

    #[test]
    fn any_items_under_a_right_header_are_read_without_panic(
        items in prop::collection::vec(0_u8..8, 0..400)
    ) {
        let file = PATH_OF_THREE.text();
        let file = converted(file.as_bytes(), Form::Binary { compressed: false });
        let (kind, header, _) = opened(&file);
        let _ = is_accepted(&closed(kind, header, &items));
    }

    #[test]
    fn any_words_under_a_right_header_are_read_without_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "s", "d", "r", "end", "black", "white", "0", "1", "2", "99999999999999999999", "-1", "...", ".X.",
                "XOX", ">=", "<=", "stop", "alive", "pass-forever", "play", "pass", "replies", "weaken", "avoid",
                "need", "-", "0:0", "1:blocked", "pass:end", "\n", "/", "0/1", "crc32",
            ]),
            0..40,
        )
    ) {
        let header = PATH_OF_THREE.unsealed();
        let (header, _) = header.split_once("steps\n").unwrap();
        let body = words.join(" ").replace(" \n ", "\n");
        let text = sealed(&format!("{header}steps\n{body}\nend 0\n"));
        let _ = is_accepted(text.as_bytes());
    }
}
