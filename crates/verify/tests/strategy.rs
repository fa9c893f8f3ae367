//! Plays small certificates that are written by hand.

use koproof_rules::{Coloring, Game, Move, Player, Point};
use koproof_verify::{
    CertificateReader, Line, Strategy, StrategyError, StrayError, check, never_stop,
};

/// Loads a certificate without its last two lines, which are computed.
fn load(text: &str) -> Result<Strategy, StrategyError> {
    Strategy::load(CertificateReader::open(whole(text).as_bytes())?)
}

fn whole(text: &str) -> String {
    let steps = text.lines().filter(|line| line.starts_with("s ")).count();
    let body = format!("{text}end {steps}\n");
    let sum = crc32fast::hash(body.as_bytes());
    format!("{body}crc32 {sum:08x}\n")
}

fn checked(text: &str) -> Strategy {
    check(whole(text).as_bytes(), &mut never_stop).expect("the certificate is right");
    load(text).expect("what is right can be loaded")
}

fn play(point: u16) -> Move {
    Move::Play(Point::new(point))
}

/// Makes a move in the game and in the line.
fn step(game: &mut Game<'_, 1, 2>, line: &mut Line<'_>, taken: Move) {
    game.play(taken).expect("the move is legal");
    line.follow(taken).expect("the proof goes on");
}

fn score(game: &Game<'_, 1, 2>) -> i16 {
    let area = |player| game.coloring().area(game.graph(), player) as i16;
    area(Player::BLACK) - area(Player::WHITE)
}

/// `X.` with Black to move on two points: White captures the stone, and Black may not retake.
const LOST_STONE: &str = "koproof certificate 1
graph6 A_
superko positional
suicide allow
position
start X.
to-move black
moves -
at-least -
at-most -2
steps
s white 1 .O <= -2 stop
s black 0 .O <= -2 replies 0:blocked pass:0
s white 0 .. <= -2 play 1 1
s white 1 X. <= -2 play 1 1
s black 0 X. <= -2 replies 1:2 pass:3
r black X. <= -2 4
";

#[test]
fn the_prover_answers_every_move_until_the_bound_is_met() {
    let strategy = checked(LOST_STONE);
    for first in [Move::Pass, play(1)] {
        let mut game = strategy.game().unwrap();
        let mut line = strategy.begin(&game, Player::WHITE).unwrap();
        assert_eq!(line.answer(), Ok(None), "it is Black's turn");
        step(&mut game, &mut line, first);
        assert_eq!(line.answer(), Ok(Some(play(1))));
        step(&mut game, &mut line, play(1));
        // Black may not retake, so only a pass is left.
        assert!(game.try_move(play(0)).is_err());
        assert_eq!(
            line.clone().follow(play(0)),
            Err(StrayError::Blocked(Point::new(0)))
        );
        step(&mut game, &mut line, Move::Pass);
        let last = line.answer().unwrap().unwrap();
        step(&mut game, &mut line, last);
        assert!(game.is_over() && line.bound().met_by(score(&game)));
        assert_eq!(line.answer(), Ok(None));
        assert_eq!(line.follow(Move::Pass), Err(StrayError::Over));
    }
}

#[test]
fn a_prover_who_leaves_his_strategy_is_told() {
    let strategy = checked(LOST_STONE);
    let mut game = strategy.game().unwrap();
    let mut line = strategy.begin(&game, Player::WHITE).unwrap();
    step(&mut game, &mut line, Move::Pass);
    assert_eq!(
        line.follow(Move::Pass),
        Err(StrayError::NotPlayed(Move::Pass))
    );
    // The prover can still return to it.
    assert_eq!(line.follow(play(1)), Ok(()));
}

#[test]
fn only_what_is_proved_can_be_played_for() {
    let strategy = checked(LOST_STONE);
    let game = strategy.game().unwrap();
    assert!(matches!(
        strategy.begin(&game, Player::BLACK),
        Err(StrategyError::NoBound {
            prover: Player::BLACK,
            tried: None,
        })
    ));
    let mut other = game.clone();
    other.play(Move::Pass).unwrap();
    assert!(
        strategy.begin(&other, Player::WHITE).is_err(),
        "one move on"
    );
}

/// Four points in a row, `.X..` with Black to move: the point beside it makes two eyes.
const TABLE: &str = "koproof certificate 1
graph6 Ch
superko situational
suicide forbid
table
roots 1
steps
s white 0 .XX. >= 4 alive
s black 0 .X.. >= 4 play 2 0
r black .X.. >= 4 1
";

#[test]
fn a_table_serves_symmetric_positions_with_the_moves_carried_over() {
    let strategy = checked(TABLE);
    assert_eq!(strategy.goals().len(), 1);
    let images = [
        (".X..", Player::BLACK, 2),
        ("..X.", Player::BLACK, 1),
        (".O..", Player::WHITE, 2),
        ("..O.", Player::WHITE, 1),
    ];
    for (start, player, point) in images {
        let start = Coloring::from_symbols(start).unwrap();
        let mut game = Game::new(strategy.graph(), strategy.rules(), start, player).unwrap();
        let mut line = strategy.begin(&game, player).unwrap();
        assert_eq!(line.answer(), Ok(Some(play(point))));
        step(&mut game, &mut line, play(point));
        assert_eq!(line.step(), None, "he only passes from now on");
        step(&mut game, &mut line, Move::Pass);
        let last = line.answer().unwrap().unwrap();
        step(&mut game, &mut line, last);
        assert!(game.is_over() && line.bound().met_by(score(&game)));
        assert_eq!(score(&game).abs(), 4);
    }
    let start = Coloring::from_symbols("X...").unwrap();
    let game = Game::new(strategy.graph(), strategy.rules(), start, Player::BLACK).unwrap();
    assert!(strategy.begin(&game, Player::BLACK).is_err());
}

/// Eight isolated points have 80,640 symmetries. Every play is a forbidden suicide.
#[test]
fn a_refusal_says_that_only_some_symmetries_are_tried() {
    let strategy = checked(
        "koproof certificate 1
graph6 G?????
superko situational
suicide forbid
table
roots 1
steps
s black 0 ........ >= 0 pass-forever
r black ........ >= 0 0
",
    );
    let start = Coloring::EMPTY;
    let game = Game::new(strategy.graph(), strategy.rules(), start, Player::BLACK).unwrap();
    assert!(strategy.begin(&game, Player::BLACK).is_ok());
    let refused = strategy
        .begin(&game, Player::WHITE)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("of the many symmetries of the board"),
        "{refused}"
    );
}

/// White's plays on either side of the stone are one-stone suicides and lead to the same coloring, so one answer serves
/// both.
const SUICIDES: &str = "koproof certificate 1
graph6 Bg
superko natural-situational
suicide allow
position
start .X.
to-move white
moves -
at-least 3
at-most -
steps
s black 0 .X. >= 3 pass-forever
s black 1 .X. >= 3 stop
s white 0 .X. >= 3 replies 0:0 pass:1
r white .X. >= 3 2
";

#[test]
fn one_answer_serves_all_one_stone_suicides() {
    let strategy = checked(SUICIDES);
    for suicide in [0, 2] {
        let mut game = strategy.game().unwrap();
        let mut line = strategy.begin(&game, Player::BLACK).unwrap();
        step(&mut game, &mut line, play(suicide));
        assert_eq!(game.coloring().to_symbols(3), ".X.");
        assert_eq!(line.answer(), Ok(Some(Move::Pass)));
    }
}

/// A weakening is not a turn.
#[test]
fn weakenings_are_gone_through() {
    let text = SUICIDES
        .replace(
            "s white 0 .X. >= 3 replies 0:0 pass:1",
            "s black 0 .X. >= 2 weaken 0 avoid - need -\ns white 0 .X. >= 2 replies 0:2 pass:1",
        )
        .replace("r white .X. >= 3 2", "r white .X. >= 2 3")
        .replace("at-least 3", "at-least 2");
    let strategy = checked(&text);
    let mut game = strategy.game().unwrap();
    let mut line = strategy.begin(&game, Player::BLACK).unwrap();
    step(&mut game, &mut line, play(0));
    assert_eq!(line.answer(), Ok(Some(Move::Pass)));
}

#[test]
fn what_is_not_there_is_refused_not_followed() {
    let refused = |from: &str, to: &str| load(&LOST_STONE.replace(from, to)).unwrap_err();
    assert!(matches!(
        refused("play 1 1\ns black", "play 1 3\ns black"),
        StrategyError::NoSuchChild(3)
    ));
    // The last 32 bits of this number are those of step 1.
    assert!(matches!(
        refused("play 1 1\ns black", "play 1 4294967297\ns black"),
        StrategyError::NoSuchChild(3)
    ));
    assert!(matches!(
        refused("play 1 1\ns white 1 X", "play 1 1/1\ns white 1 X"),
        StrategyError::NoSuchChild(2)
    ));
    assert!(matches!(
        refused("<= -2 4\n", "<= -2 5\n"),
        StrategyError::NoSuchRoot(0)
    ));
    assert!(matches!(
        refused("moves -", "moves 0"),
        StrategyError::NoPosition(_)
    ));
    assert!(matches!(
        refused("moves -", "moves pass pass"),
        StrategyError::NoPosition(_)
    ));
    assert!(matches!(
        refused("steps\n", "symmetry 0 0 keep\nsteps\n"),
        StrategyError::NoPermutation(1)
    ));
    assert!(matches!(
        refused("s white 1 .O <= -2 stop", "s white 1 .O <= -2 wait"),
        StrategyError::Unreadable(_)
    ));
}

#[test]
fn an_unchecked_proof_leads_astray_but_not_to_a_panic() {
    // The answer to the play at 1 is missing.
    let strategy = load(&LOST_STONE.replace("replies 1:2 pass:3", "replies pass:3")).unwrap();
    let game = strategy.game().unwrap();
    let mut line = strategy.begin(&game, Player::WHITE).unwrap();
    assert_eq!(line.follow(play(1)), Err(StrayError::NoAnswer { step: 4 }));
    assert_eq!(line.follow(play(63)), Err(StrayError::NoAnswer { step: 4 }));
    // The prover is answered like the opponent.
    let strategy = load(&LOST_STONE.replace(
        "s white 1 X. <= -2 play 1 1",
        "s white 1 X. <= -2 replies 1:1 pass:end",
    ))
    .unwrap();
    let game = strategy.game().unwrap();
    let mut line = strategy.begin(&game, Player::WHITE).unwrap();
    line.follow(Move::Pass).unwrap();
    assert_eq!(line.answer(), Err(StrayError::NoAnswer { step: 3 }));
}
