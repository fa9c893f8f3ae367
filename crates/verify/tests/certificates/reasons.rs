//! Every reason to refuse a certificate, each with a certificate written by hand.

use koproof_verify::{
    CertificateError, Impossible, Place, Problem, Reason, Spot, check, check_within,
};

use crate::draft::{Draft, PATH_OF_THREE};
use crate::mutate::sealed;

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

macro_rules! assert_refused {
    ($items:expr, $spot:pat, $reason:pat) => {
        let (spot, reason) = refused(&$items);
        assert!(
            matches!((&spot, &reason), ($spot, $reason)),
            "{spot}: {reason:?}"
        );
    };
}

/// Returns the problem with the content of a file, and its place.
fn problem(text: &str) -> (Place, Problem) {
    let refusal = check(text.as_bytes(), &mut |_| ()).expect_err("it should be refused");
    let Reason::Unreadable(error) = refusal.reason else {
        panic!("{}", refusal.reason);
    };
    match *error {
        CertificateError::Content { place, problem } => (place, problem),
        other => panic!("{other}"),
    }
}

/// Returns the problem after a replacement in the text for the path of three, with a new checksum.
fn problem_with(part: &str, by: &str) -> (Place, Problem) {
    let text = PATH_OF_THREE.unsealed();
    assert!(text.contains(part), "{part}");
    problem(&sealed(&text.replacen(part, by, 1)))
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

#[test]
fn roots_prove_what_is_stated() {
    const PLAY: &str = "s black 0 ... >= 3 play 1 0";
    assert_refused!(
        [ALIVE, "r white .X. >= 3 0"],
        Spot::Root(0),
        Reason::AnotherRoot { .. }
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 2 1"],
        Spot::Root(0),
        Reason::NotStated(_)
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... <= 3 1"],
        Spot::Root(0),
        Reason::NotStated(_)
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 3 1", "r black ... >= 3 1"],
        Spot::Root(1),
        Reason::StatedTwice
    );
    assert_refused!(
        [ALIVE, PLAY, "r black ... >= 3 0"],
        Spot::Root(0),
        Reason::AnotherState { .. }
    );
    assert_refused!([ALIVE, PLAY], Spot::End, Reason::NotProved(_));
    assert_refused!(
        [
            ALIVE,
            PLAY,
            "s black 0 ... >= 3 weaken 1 avoid - need X..",
            "r black ... >= 3 2"
        ],
        Spot::Root(0),
        Reason::HistoryLacks { .. }
    );
    let history = Draft {
        board: "path:2",
        statement: Ok(["..", "black", "0 1 pass", "-", "-2"]),
        items: &[
            "s white 1 .O <= -2 stop",
            "s white 1 .O <= -2 weaken 0 avoid X. need -",
            "r white .O <= -2 1",
        ],
        ..PATH_OF_THREE
    };
    assert!(matches!(
        history.refusal().reason,
        Reason::HistoryHolds { child: 1, .. }
    ));
}

#[test]
fn tables_have_the_roots_they_state() {
    let table = |roots, items: &[&str]| {
        let draft = Draft {
            statement: Err(roots),
            items,
            ..PATH_OF_THREE
        };
        let refusal = draft.refusal();
        (refusal.spot, refusal.reason)
    };
    const ROOT: &str = "r white .X. >= 3 0";
    let count = table(2, &[ALIVE, ROOT]);
    assert!(matches!(
        count,
        (
            Spot::End,
            Reason::RootCount {
                stated: 2,
                found: 1
            }
        )
    ));
    let count = table(1, &[ALIVE, ROOT, "r white .X. >= 2 0"]);
    assert!(matches!(
        count,
        (
            Spot::Root(1),
            Reason::RootCount {
                stated: 1,
                found: 2
            }
        )
    ));
    let twice = table(2, &[ALIVE, ROOT, "r white .X. >= 2 0"]);
    assert!(matches!(twice, (Spot::Root(1), Reason::StatedTwice)));
    let passes = table(1, &["s white 1 .X. >= 3 alive", ROOT]);
    assert!(matches!(
        passes,
        (Spot::Root(0), Reason::AnotherState { .. })
    ));
    let needs = table(
        1,
        &[
            ALIVE,
            "s white 0 .X. >= 3 weaken 0 avoid - need ...",
            "r white .X. >= 3 1",
        ],
    );
    assert!(matches!(
        needs,
        (Spot::Root(0), Reason::HistoryLacks { .. })
    ));
    let range = table(1, &[ALIVE, "r white .X. >= -65 0"]);
    assert!(matches!(range, (Spot::Root(0), Reason::ScoreRange { .. })));
}

#[test]
fn headers_make_sense() {
    let header = |statement: [&str; 5], symmetries: &[&str]| {
        let draft = Draft {
            statement: Ok(statement),
            symmetries,
            ..PATH_OF_THREE
        };
        let refusal = draft.refusal();
        assert!(matches!(refusal.spot, Spot::Header), "{refusal}");
        refusal.reason
    };
    let start = ["...", "black", "-", "3", "3"];
    assert!(matches!(
        header(start, &["1 0 2 keep"]),
        Reason::NoAutomorphism(1)
    ));
    assert!(matches!(
        header(start, &["2 1 0 keep", "0 0 0 swap"]),
        Reason::NoAutomorphism(2)
    ));
    assert!(matches!(
        header(["XXX", "black", "-", "3", "3"], &[]),
        Reason::NoLiberty(_)
    ));
    assert!(matches!(
        header(["...", "black", "-", "65", "-"], &[]),
        Reason::ScoreRange { .. }
    ));
    let moves = |moves| header(["...", "black", moves, "3", "3"], &[]);
    assert!(matches!(
        moves("1 1"),
        Reason::IllegalMove { number: 2, .. }
    ));
    assert!(matches!(
        moves("1 0"),
        Reason::IllegalMove { number: 2, .. }
    ));
    assert!(matches!(moves("pass pass"), Reason::GameOver));
    assert!(matches!(
        moves("pass pass 1"),
        Reason::IllegalMove { number: 3, .. }
    ));
}

#[test]
fn too_much_at_once_is_refused() {
    let text = PATH_OF_THREE.text();
    let within = |most| check_within(text.as_bytes(), most, &mut |_| ());
    within(1).unwrap();
    let refusal = within(0).unwrap_err();
    assert!(matches!(refusal.reason, Reason::TooManyRecords(0)));
    // White alone can build more than a million colorings of the empty 5x5.
    let empty = ".".repeat(25);
    let draft = Draft {
        board: "5x5",
        statement: Ok([&empty, "black", "-", "-25", "-"]),
        items: &[&format!("s black 0 {empty} >= -25 pass-forever")],
        ..PATH_OF_THREE
    };
    assert!(matches!(
        draft.refusal().reason,
        Reason::TooManyColorings(_)
    ));
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
