//! Tests of the findings.

use koproof_rules::{Board, Coloring, Record, Ruleset};

use super::*;
use crate::options::Options;

/// The conditions are carried to the frame of the representative, and from there to that of the image.
#[test]
fn a_failure_holds_at_each_image_of_its_state() {
    const LIMIT: u16 = 7;
    let board: Board = "2x3".parse().expect("a board");
    let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
    let shared = shared.expect("a small board");
    let symmetry = &shared.orbits.symmetry;
    let coloring = |symbols| Coloring::from_symbols(symbols).expect("a coloring");
    let [state, avoided, needed] = ["X.....", "XO....", "XO.X.."].map(coloring);
    let record = |coloring| {
        shared.record(&Record {
            coloring,
            player: None,
        })
    };
    let goal = |state| Goal::new(&shared, shared.side(state), state, 1);

    let mut findings = Findings::new(&shared, u64::MAX);
    let mut conditions = Conditions::default();
    conditions.avoid(findings.labels.of(record(avoided)));
    conditions.need(findings.labels.of(record(needed)));
    let kept = shared.start(state, Player::WHITE).state;
    let failure = Failure {
        limit: LIMIT,
        conditions,
    };
    findings.add_failure(kept, goal(kept), &failure);

    let elements = symmetry.elements();
    let mut images = 0;
    for element in elements.filter(|&element| !symmetry.swaps_colors(element)) {
        images += 1;
        let image = |coloring: &_| symmetry.image(element, *coloring);
        let root = shared.start(image(&state), Player::WHITE);
        let at = (0, root.state);
        findings.begin(&root);
        findings.begin_look_ups(1);
        assert!(findings.failure(at, goal(root.state), LIMIT).is_none());
        findings.push(Some(record(image(&needed))));
        findings.begin_look_ups(1);
        let known = findings.failure(at, goal(root.state), LIMIT);
        let known = known.expect("the history meets the conditions");
        let found = findings.read(root.state, known);
        assert_eq!(found.limit, LIMIT);
        let avoid: Vec<usize> = found.conditions.avoid.ones().collect();
        let [avoided, needed] = [avoided, needed].map(|coloring| record(image(&coloring)));
        assert_eq!(avoid, [findings.labels.of(avoided) as usize]);
        assert_eq!(found.conditions.need, [findings.labels.of(needed)]);
        findings.push(Some(avoided));
        findings.begin_look_ups(1);
        assert!(findings.failure(at, goal(root.state), LIMIT).is_none());
    }
    assert_eq!(images, 4);
}
