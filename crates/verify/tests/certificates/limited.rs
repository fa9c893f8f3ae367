//! Certificates that only limits of stones accept: a step avoids a record that it needs, unless a limit excludes the
//! record. No root rests on such a step.
//!
//! They are files in `tests/limited`, so that other checkers can be tested with them.

use std::io::Cursor;

use koproof_verify::{
    CertificateReader, Form, MAX_RECORDS, Reason, check, check_limiting, never_stop,
};

#[test]
fn a_record_that_a_limit_excludes_is_not_listed() {
    let folder = format!("{}/tests/limited", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&folder).expect("the folder is there");
    let mut found = 0;
    for path in files.map(|file| file.expect("a file").path()) {
        let text = std::fs::read(&path).expect("it can be read");
        let form = Form::Binary { compressed: true };
        let reader = CertificateReader::open(text.as_slice()).expect("a certificate");
        let binary = reader.convert(Vec::new(), form).expect("a certificate");
        for file in [text, binary] {
            let refused = check(file.as_slice(), &mut never_stop).expect_err("it lists the record");
            let is_expected = matches!(refused.reason, Reason::AvoidsNeeded(_));
            assert!(is_expected, "{}: {refused}", path.display());
            let limiting = check_limiting(Cursor::new(&file), MAX_RECORDS, &mut never_stop);
            limiting.unwrap_or_else(|refused| panic!("{}: {refused}", path.display()));
        }
        found += 1;
    }
    assert_eq!(found, 3);
}
