//! Claims from certificates: under every rule set, in every frame, from any writer.

#[path = "common/certified.rs"]
mod certified;
#[path = "common/dice.rs"]
mod dice;
#[path = "../../verify/tests/common/judge/mod.rs"]
mod judge;
#[path = "../../verify/tests/common/prover.rs"]
#[allow(dead_code, reason = "it serves the tests of the checker, too")]
mod prover;
#[path = "common/rule_sets.rs"]
mod rule_sets;
#[path = "common/solvers.rs"]
mod solvers;

use certified::certified;
use dice::Dice;
use koproof_rules::{Board, Coloring, Move, Player, Point, Ruleset, Scoring};
use koproof_solver::{Bracket, Budget, CertifyError, Detail, LearnError, Nobody, Solver};
use koproof_verify::{
    Bound, Checked, Form, MAX_RECORDS, Oracle, OracleMove, Reason, State, StatedBound, check,
    never_stop,
};
use prover::Question;
use solvers::keeping;

/// Adds the claims of a certificate.
fn learn(solver: &Solver, file: &[u8]) -> Result<(Checked, u64), LearnError> {
    solver.learn(file, MAX_RECORDS, &mut never_stop)
}

const BOARDS: [&str; 4] = ["2x2", "path:4", "star:4", "complete:4"];

fn every_rule_set() -> impl Iterator<Item = Ruleset> {
    [Scoring::Area, Scoring::Territory]
        .into_iter()
        .flat_map(|scoring| {
            rule_sets::varied(Ruleset {
                scoring,
                ..Ruleset::TROMP_TAYLOR
            })
        })
}

/// Writes a certificate of all colorings with a prover that uses neither representatives nor the solver.
fn foreign_table(board: &str, rules: Ruleset) -> Vec<u8> {
    let start = ".".repeat(board.parse::<Board>().expect("a board").points());
    let question = Question {
        board,
        rules,
        start: &start,
        to_move: Player::BLACK,
        moves: &[],
    };
    let (_, certificate) = question.prove_table(None);
    certificate.bytes(Form::Text)
}

#[test]
fn a_table_by_another_prover_answers_its_own_questions_without_search() {
    for board in BOARDS {
        for rules in every_rule_set() {
            let file = foreign_table(board, rules);
            let solver = keeping(board, rules);
            let (checked, claims) =
                learn(&solver, &file).unwrap_or_else(|why| panic!("{board} {rules}: {why}"));
            assert!(claims > 0);
            let starts: Vec<_> = checked.starts().collect();
            // The budget allows no expansions; the tables are small, so no claim was dropped.
            let (written, _) = solver
                .certify_starts(
                    &starts,
                    Vec::new(),
                    Form::Text,
                    Budget::nodes(2_000),
                    &Nobody,
                )
                .unwrap_or_else(|why| panic!("{board} {rules}: {why}"));
            let checked = check(written.as_slice(), &mut never_stop)
                .unwrap_or_else(|why| panic!("{board} {rules}: {why}"));
            assert!(checked.starts().eq(starts), "{board} {rules}");
        }
    }
}

#[test]
fn claims_of_a_table_give_no_wrong_value_in_the_middle_of_games() {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let mut asked = 0;
    for board in BOARDS {
        for rules in every_rule_set() {
            let solver = keeping(board, rules);
            learn(&solver, &foreign_table(board, rules)).expect("a table");
            let oracle = Oracle::new(solver.board(), rules).expect("a tiny board");
            let points = solver.graph().points();
            for _ in 0..12 {
                let start = Coloring::EMPTY;
                let mut game = solver.game(start, Player::BLACK).expect("a legal start");
                let mut naive = oracle
                    .start(&".".repeat(points), Player::BLACK)
                    .expect("a legal start");
                for _ in 0..dice.roll(3 * points) {
                    let at = dice.roll(points) as u16;
                    if game.play(Move::Play(Point::new(at))).is_ok() {
                        naive
                            .play(OracleMove::Play(at))
                            .expect("both know the rules");
                    } else if game.passes() == 0 {
                        game.play(Move::Pass).expect("a pass is legal");
                        naive.play(OracleMove::Pass).expect("a pass is legal");
                    }
                }
                let Some(value) = naive.exact_value(Some(20_000)) else {
                    continue;
                };
                let found = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
                let moves: Vec<Move> = game.moves().collect();
                assert_eq!(found.exact(), Some(value), "{board} {rules} {moves:?}");
                let file = certified(&solver, &game, found, Form::Text);
                check(file.as_slice(), &mut never_stop)
                    .unwrap_or_else(|why| panic!("{board} {rules} {moves:?}: {why}"));
                asked += 1;
            }
        }
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn proofs_of_all_replies_become_the_proof_of_the_position_before() {
    let (board, rules) = ("3x3", Ruleset::NSTT);
    let after_all = keeping(board, rules);
    let game = after_all
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("a start");
    let centre = game.after(Move::Play(Point::new(4))).expect("a legal move");
    for reply in centre.legal_moves() {
        let other = keeping(board, rules);
        let game = other.game(Coloring::EMPTY, Player::BLACK).expect("a start");
        let game = game.after(Move::Play(Point::new(4))).expect("a legal move");
        let game = game.after(reply).expect("a legal move");
        let whole_board = Bound::AtLeast(9).into();
        let form = Form::Binary { compressed: true };
        let file = certified(&other, &game, whole_board, form);
        learn(&after_all, &file).expect("it is a proof");
    }
    let solution = after_all.solve(&game, Budget::nodes(50), &Nobody);
    // No score is above nine, so the lower bound is the value.
    assert_eq!(solution.value, Bracket::exactly(9));
    assert!(solution.stats.expansions <= 10, "{:?}", solution.stats);
}

#[test]
fn what_is_forged_or_foreign_adds_nothing() {
    let rules = Ruleset::TROMP_TAYLOR;
    let file = foreign_table("2x2", rules);
    let text = String::from_utf8(file.clone()).expect("the text form");
    let solver = keeping("2x2", rules);
    let cut = &text[..text.len() - 20];
    assert!(matches!(
        learn(&solver, cut.as_bytes()),
        Err(LearnError::Refused(_))
    ));
    // A step states more than it proves.
    let stretched = text.replacen(">= -4 ", ">= 4 ", 1);
    assert!(matches!(
        learn(&solver, stretched.as_bytes()),
        Err(LearnError::Refused(_))
    ));
    let other = foreign_table("path:4", rules);
    let why = learn(&solver, &other).expect_err("another board");
    assert!(matches!(why, LearnError::Other { .. }), "{why}");
    let other = foreign_table("2x2", Ruleset::NSTT);
    let why = learn(&solver, &other).expect_err("other rules");
    assert!(why.to_string().contains("suicide forbid"), "{why}");
    let too_large = solver.learn(file.as_slice(), 3, &mut never_stop);
    let is_too_large = |why: &LearnError| matches!(why, LearnError::Refused(why) if matches!(why.reason, Reason::TooManyRecords(3)));
    assert!(too_large.is_err_and(|why| is_too_large(&why)));
    assert_eq!(solver.proof_table_size().claims, 0);
    learn(&solver, &file).expect("the table itself");
    assert!(solver.proof_table_size().claims > 0);
}

#[test]
fn a_certificate_states_the_ends_of_a_bracket_that_are_asked_for() {
    let solver = keeping("2x2", Ruleset::TROMP_TAYLOR);
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("a start");
    let certify = |value| {
        let (budget, form) = (Budget::UNLIMITED, Form::Text);
        solver.certify(&game, value, Vec::new(), form, budget, &Nobody)
    };
    // The value is 1 (Tromp).
    for (value, bounds) in [
        (
            Bracket::exactly(1),
            vec![Bound::AtLeast(1), Bound::AtMost(1)],
        ),
        (Bound::AtLeast(1).into(), vec![Bound::AtLeast(1)]),
        (Bound::AtMost(1).into(), vec![Bound::AtMost(1)]),
    ] {
        let (file, _) = certify(value).expect("it is true");
        let checked = check(file.as_slice(), &mut never_stop).expect("it is proved");
        let proved: Vec<Bound> = checked.proved.iter().map(|proved| proved.bound).collect();
        assert_eq!(proved, bounds);
    }
    // A false score is refused with a bound that holds: the board has four points.
    for far in [30_000, -30_000] {
        let why = certify(Bracket::exactly(far)).expect_err("it is false");
        let is_true = |shown: Bound| shown.score().abs() <= 4;
        let says_so = matches!(why, CertifyError::Refuted { shown, .. } if is_true(shown));
        assert!(says_so, "{far}: {why}");
    }
    let nothing = certify(Bracket::ANY).expect_err("nothing is stated");
    assert!(matches!(nothing, CertifyError::NothingStated), "{nothing}");
}

/// Checkers refuse such bounds, so the certificate has the best of those that they accept.
#[test]
fn a_bound_that_no_score_breaks_is_stated_as_checkers_accept_it() {
    let (budget, form) = (Budget::UNLIMITED, Form::Text);
    for (rules, largest) in [
        (Ruleset::NSTT, 64),
        (
            Ruleset {
                scoring: Scoring::Territory,
                ..Ruleset::NSTT
            },
            128,
        ),
    ] {
        let solver = keeping("path:5", rules);
        let start = Coloring::from_symbols("XX..O").expect("a coloring");
        let mut game = solver.game(start, Player::WHITE).expect("a legal start");
        game.play(Move::Play(Point::new(2))).expect("a capture");
        // Under territory scoring, Black has lost two stones.
        let gained = if largest == 128 { -2 } else { 0 };
        let wide = Bracket { lo: -300, hi: 300 };
        let (file, _) = solver
            .certify(&game, wide, Vec::new(), form, budget, &Nobody)
            .expect("it is true");
        let state = State {
            coloring: start,
            to_move: Player::WHITE,
            passes: 0,
        };
        let starts = [Bound::AtLeast(-300), Bound::AtMost(300)];
        let starts = starts.map(|bound| StatedBound { state, bound });
        let (table, _) = solver
            .certify_starts(&starts, Vec::new(), form, budget, &Nobody)
            .expect("it is true");
        for (file, gained) in [(file, gained), (table, 0)] {
            let checked = check(file.as_slice(), &mut never_stop);
            let checked = checked.unwrap_or_else(|refused| panic!("{refused}"));
            let proved: Vec<Bound> = checked.proved.iter().map(|proved| proved.bound).collect();
            let expected = [
                Bound::AtLeast(gained - largest),
                Bound::AtMost(gained + largest),
            ];
            assert_eq!(proved, expected);
        }
    }
}

/// Its moves would continue a game that is over.
#[test]
fn a_disputed_game_gets_no_certificate_that_the_checker_would_refuse() {
    let solver = keeping("2x2", Ruleset::TROMP_TAYLOR);
    let start = solver.game(Coloring::EMPTY, Player::BLACK);
    let mut game = start.expect("a start");
    for taken in [Move::Play(Point::new(0)), Move::Pass, Move::Pass] {
        game.play(taken).expect("legal");
    }
    assert!(game.dispute());
    game.play(Move::Play(Point::new(3))).expect("legal");
    let value = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
    let (budget, form) = (Budget::UNLIMITED, Form::Text);
    let refused = solver.certify(&game, value, Vec::new(), form, budget, &Nobody);
    assert!(matches!(refused, Err(CertifyError::Disputed)));
}

/// On 2x2, which is worth B+1 (J. Tromp), a search from the middle of the bracket would ask for other targets first.
#[test]
fn bounds_of_learnt_claims_are_known_before_a_search_asks_for_them() {
    let rules = Ruleset::TROMP_TAYLOR;
    let first = keeping("2x2", rules);
    let game = solvers::empty(&first);
    let asked = first.ask(&game, &[2], Budget::UNLIMITED, &Nobody);
    assert_eq!(asked.value().hi, 1);
    let written = first.certify(
        &game,
        asked.value(),
        Vec::new(),
        Form::Text,
        Budget::UNLIMITED,
        &Nobody,
    );
    let (certificate, _) = written.expect("it is proved");

    let second = keeping("2x2", rules);
    learn(&second, &certificate).expect("it is a proof");
    let game = solvers::empty(&second);
    let budget = Budget::nodes(1);
    assert_eq!(second.solve(&game, budget, &Nobody).value.hi, 1);
    let analysis = second.analyse(&game, Detail::Value, budget, &Nobody);
    assert_eq!(analysis.value().hi, 1);
    let asked = second.ask(&game, &[1], Budget::UNLIMITED, &Nobody);
    assert_eq!(asked.value(), Bracket { lo: 1, hi: 1 });
}
