//! Limits that no certificate of a test's size reaches.

use super::*;
use crate::certificate::Place;

/// No test can read four billion steps first.
#[test]
fn a_child_is_as_near_as_the_binary_form_can_say() {
    let header = "koproof certificate 1\ngraph6 @\nsuperko positional\nsuicide allow\ntable\nroots 1\nsteps\n";
    let most = u64::from(u32::MAX);
    let items = [
        "s black 0 . >= 0 pass 1",
        "s black 0 . >= 0 weaken 1 avoid - need -",
        "r black . >= 0 1",
    ];
    for item in items {
        for (steps, is_near) in [(most + 1, true), (most + 2, false)] {
            let text = format!("{header}{item}\n");
            let (_, mut reader) = TextReader::open(text.as_bytes()).expect("the header is right");
            reader.steps = steps;
            match reader.next() {
                Ok(item) => assert!(item.is_some() && is_near, "{steps}"),
                Err(CertificateError::Content { place, problem, .. }) => {
                    assert_eq!(place, Place::Line(8));
                    let (child, step) = (1, steps);
                    assert_eq!(*problem, Problem::TooFarBack { child, step });
                    assert!(!is_near, "{problem}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}
