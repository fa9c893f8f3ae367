//! Every reason to refuse a certificate, each with a certificate written by hand: here those that concern a step.

macro_rules! assert_refused {
    ($items:expr, $spot:pat, $reason:pat) => {
        let (spot, reason) = refused(&$items);
        assert!(
            matches!((&spot, &reason), ($spot, $reason)),
            "{spot}: {reason:?}"
        );
    };
}

mod stated;
mod texts;

use koproof_verify::{Impossible, Reason, Spot};

use crate::draft::{Draft, PATH_OF_THREE};

/// Returns why the checker refuses a certificate that Black gets 3 on the path of three, with these items.
fn refused(items: &[&str]) -> (Spot, Reason) {
    let draft = Draft {
        items,
        statement: Ok(["...", "black", "-", "3", "-"]),
        ..PATH_OF_THREE
    };
    let refusal = draft.refusal();
    (refusal.spot, refusal.reason)
}

const ALIVE: &str = "s white 0 .X. >= 3 alive";

#[test]
fn states_that_are_none_are_refused() {
    assert_refused!(
        ["s white 0 XOX >= -3 alive"],
        Spot::Step(0),
        Reason::NoLiberty(_)
    );
    assert_refused!(
        ["s white 0 XXX >= -3 alive"],
        Spot::Step(0),
        Reason::NoLiberty(_)
    );
    assert_refused!(
        ["s white 0 ... >= -65 alive"],
        Spot::Step(0),
        Reason::ScoreRange { .. }
    );
    assert_refused!(
        ["s white 0 ... <= 65 alive"],
        Spot::Step(0),
        Reason::ScoreRange { .. }
    );
}

#[test]
fn children_are_earlier_steps_that_were_not_dropped() {
    assert_refused!(
        [ALIVE, "s black 0 ... >= 3 play 1 1"],
        Spot::Step(1),
        Reason::NotYetMade(1)
    );
    assert_refused!(
        [ALIVE, "s black 0 ... >= 3 play 1 7"],
        Spot::Step(1),
        Reason::NotYetMade(7)
    );
    assert_refused!(
        [ALIVE, "d 0", "s black 0 ... >= 3 play 1 0"],
        Spot::Step(1),
        Reason::Dropped(0)
    );
    assert_refused!(
        [ALIVE, "d 0 0"],
        Spot::Drop { steps: 1 },
        Reason::Dropped(0)
    );
    assert_refused!(
        [ALIVE, "d 1"],
        Spot::Drop { steps: 1 },
        Reason::NotYetMade(1)
    );
    let said = |items: &[&str]| {
        let (spot, reason) = refused(items);
        format!("{spot}: {reason}")
    };
    assert_eq!(
        said(&[ALIVE, "d 7"]),
        "a drop after 1 step: step 7 was not made yet"
    );
    assert_eq!(
        said(&[ALIVE, "d 0 0"]),
        "a drop after 1 step: step 0 was dropped before"
    );
    assert_eq!(
        said(&[ALIVE, ALIVE, "d 2"]),
        "a drop after 2 steps: step 2 was not made yet"
    );
    assert_refused!(
        [ALIVE, "r black ... >= 3 1"],
        Spot::Root(0),
        Reason::NotYetMade(1)
    );
    assert_refused!(
        [ALIVE, "s black 0 ... >= 3 play 1 0/1"],
        Spot::Step(1),
        Reason::NoSuchSymmetry {
            symmetry: 1,
            listed: 0
        }
    );
}

#[test]
fn children_are_about_the_state_that_the_turn_leads_to_and_prove_enough() {
    assert_refused!(
        [ALIVE, "s black 0 ... >= 3 play 0 0"],
        Spot::Step(1),
        Reason::AnotherState { child: 0, .. }
    );
    // After a pass, not after a play.
    assert_refused!(
        ["s white 1 .X. >= 3 alive", "s black 0 ... >= 3 play 1 0"],
        Spot::Step(1),
        Reason::AnotherState { child: 0, .. }
    );
    assert_refused!(
        ["s white 0 .X. >= 2 alive", "s black 0 ... >= 3 play 1 0"],
        Spot::Step(1),
        Reason::NotImplied { child: 0, .. }
    );
    assert_refused!(
        ["s white 0 .X. <= 3 alive", "s black 0 ... >= 3 play 1 0"],
        Spot::Step(1),
        Reason::NotImplied { child: 0, .. }
    );
    assert_refused!(
        [ALIVE, "s white 0 .X. >= 4 weaken 0 avoid - need -"],
        Spot::Step(1),
        Reason::NotImplied { child: 0, .. }
    );
    assert_refused!(
        [ALIVE, "s black 0 .X. >= 3 weaken 0 avoid - need -"],
        Spot::Step(1),
        Reason::AnotherState { child: 0, .. }
    );
}

/// Under the other rules every history of the state after a turn contains the record of the turn, so a claim that
/// avoids this record is not well-formed.
#[test]
fn children_fit_the_turn() {
    let draft = Draft {
        superko: "taylor",
        items: &[
            ALIVE,
            "s white 0 .X. >= 3 weaken 0 avoid .X.:black need -",
            "s black 0 ... >= 3 play 1 1",
        ],
        ..PATH_OF_THREE
    };
    let refusal = draft.refusal();
    assert_eq!(refusal.spot, Spot::Step(2));
    assert!(
        matches!(&refusal.reason, Reason::DoesNotFit { child: 1, record } if record == ".X.:black"),
        "{refusal}"
    );
}

#[test]
fn claims_are_well_formed() {
    assert_refused!(
        [ALIVE, "s white 0 .X. >= 3 weaken 0 avoid .X. need -"],
        Spot::Step(1),
        Reason::AvoidsKnown(_)
    );
    assert_refused!(
        [ALIVE, "s white 0 .X. >= 3 weaken 0 avoid X.. need X.."],
        Spot::Step(1),
        Reason::AvoidsNeeded(_)
    );
    // The claim before the prover's play needs the records that its child needs, and avoids the record of the play.
    assert_refused!(
        [
            ALIVE,
            "s white 0 .X. >= 3 weaken 0 avoid ... need -",
            "s black 0 ... >= 3 play 1 1"
        ],
        Spot::Step(2),
        Reason::AvoidsKnown(_)
    );
    // A one-stone suicide makes the record that led to its state.
    assert_refused!(
        ["s white 0 .O. >= -3 alive", "s black 0 .O. >= -3 play 0 0"],
        Spot::Step(1),
        Reason::AvoidsKnown(_)
    );
    assert_refused!(
        [ALIVE, "s white 0 .X. >= 3 weaken 0 avoid - need XOX"],
        Spot::Step(1),
        Reason::NoLiberty(_)
    );
}

#[test]
fn rules_apply_to_one_player_s_turns() {
    use koproof_rules::Player;
    assert_refused!(
        ["s white 1 .X. >= 3 stop"],
        _,
        Reason::NotTheTurnOf(Player::BLACK)
    );
    assert_refused!(
        ["s black 1 .O. <= -3 stop"],
        _,
        Reason::NotTheTurnOf(Player::WHITE)
    );
    assert_refused!(
        [ALIVE, "s white 0 ... >= 3 play 1 0"],
        _,
        Reason::NotTheTurnOf(Player::BLACK)
    );
    assert_refused!(
        [ALIVE, "s white 0 .X. >= 3 pass 0"],
        _,
        Reason::NotTheTurnOf(Player::BLACK)
    );
    assert_refused!(
        [ALIVE, "s black 0 .X. >= 3 replies pass:0"],
        _,
        Reason::NotTheTurnOf(Player::WHITE)
    );
}

#[test]
fn games_end_with_the_second_pass_and_not_before() {
    assert_refused!(["s black 0 .X. >= 3 stop"], _, Reason::PassDoesNotEnd);
    assert_refused!(
        ["s white 0 .X. >= 3 replies 0:blocked pass:end"],
        _,
        Reason::PassDoesNotEnd
    );
    assert_refused!([ALIVE, "s black 1 .X. >= 3 pass 0"], _, Reason::PassEnds);
    assert_refused!(
        [ALIVE, "s white 1 .X. >= 3 replies 0:blocked pass:0"],
        _,
        Reason::PassEnds
    );
    assert_refused!(
        ["s black 1 X.. >= 4 stop"],
        _,
        Reason::Score { score: 3, .. }
    );
    assert_refused!(
        ["s white 1 .X. >= 4 replies 0:blocked pass:end"],
        _,
        Reason::Score { score: 3, .. }
    );
    assert_refused!(
        ["s black 0 .X. >= 4 alive"],
        _,
        Reason::Life { score: 3, .. }
    );
    assert_refused!(
        ["s black 0 .X. >= 4 pass-forever"],
        _,
        Reason::PassForever { score: 3, .. }
    );
}

#[test]
fn plays_are_possible() {
    assert_refused!(
        [ALIVE, "s black 0 .X. >= 3 play 1 0"],
        Spot::Step(1),
        Reason::NoPlay(_, Impossible::Occupied)
    );
    let suicide = Draft {
        suicide: "forbid",
        statement: Ok([".O.", "black", "-", "-3", "-"]),
        items: &["s white 0 .O. >= -3 alive", "s black 0 .O. >= -3 play 0 0"],
        ..PATH_OF_THREE
    };
    assert!(matches!(
        suicide.refusal().reason,
        Reason::NoPlay(_, Impossible::Suicide)
    ));
    let answered = Draft {
        items: &[
            "s black 1 .X. >= 3 stop",
            "s white 0 .X. >= 3 replies 0:blocked pass:0",
        ],
        ..suicide
    };
    assert!(matches!(
        answered.refusal().reason,
        Reason::NoPlay(_, Impossible::Suicide)
    ));
}

#[test]
fn every_distinct_play_is_answered_once_in_order() {
    // White's plays on the empty board: the list of answers is checked before their children.
    let answers = |answers: &str| {
        let line = format!("s white 1 ... >= -3 replies {answers}");
        let items = [
            "s black 0 O.. >= -3 alive",
            "s black 0 .O. >= -3 alive",
            &line,
        ];
        refused(&items).1
    };
    assert!(
        matches!(answers("0:0 1:1 pass:end"), Reason::ReplyMissing(point) if point.index() == 2)
    );
    assert!(
        matches!(answers("1:1 2:blocked pass:end"), Reason::ReplyMissing(point) if point.index() == 0)
    );
    assert!(matches!(
        answers("0:0 1:1 1:1 2:blocked pass:end"),
        Reason::ReplyTwice(_)
    ));
    assert!(matches!(
        answers("1:1 0:0 2:blocked pass:end"),
        Reason::ReplyOrder(_)
    ));
    assert!(matches!(
        answers("0:1 1:1 2:blocked pass:end"),
        Reason::AnotherState { .. }
    ));
    // Plays at both ends are one-stone suicides of White with one record, and the answer to the lower one serves both.
    let suicides = |answers: &str| {
        refused(&[
            "s black 1 .X. >= 3 stop",
            &format!("s white 0 .X. >= 3 replies {answers}"),
        ])
        .1
    };
    assert!(matches!(
        suicides("0:blocked 2:blocked pass:0"),
        Reason::NoPlay(point, Impossible::SameRecord) if point.index() == 2
    ));
    assert!(
        matches!(suicides("2:blocked pass:0"), Reason::ReplyMissing(point) if point.index() == 0)
    );
    assert!(matches!(
        suicides("0:blocked 1:blocked pass:0"),
        Reason::NoPlay(point, Impossible::Occupied) if point.index() == 1
    ));
    // The unchanged list is accepted.
    assert!(matches!(suicides("0:blocked pass:0"), Reason::NotProved(_)));
}
