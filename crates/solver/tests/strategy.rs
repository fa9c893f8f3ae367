//! Plays certificates against random opponents.

#[path = "common/certified.rs"]
mod certified;
#[path = "common/dice.rs"]
mod dice;

use certified::certified;
use dice::Dice;
use koproof_rules::{Board, Coloring, Game, Move, Player, Ruleset, Suicide, Superko};
use koproof_solver::{Budget, Nobody, Options, Proofs, Solver};
use koproof_verify::{CertificateReader, Form, Strategy, check, never_stop};

/// Games against each certificate for each bound: more than ten thousand in all.
const GAMES: u64 = 180;

/// The habit of an opponent: when to pass.
#[derive(Clone, Copy)]
enum Temper {
    /// Passes as often as it plays at any one point.
    Indifferent,
    /// Passes only if no play is legal, so superko fights are as long as possible.
    Stubborn,
}

fn any_move(game: &Game<'_, 1, 2>, temper: Temper, dice: &mut Dice) -> Move {
    let empty = game.coloring().empty(game.graph()).into_iter();
    let mut moves: Vec<Move> = empty
        .map(Move::Play)
        .filter(|&play| game.try_move(play).is_ok())
        .collect();
    if moves.is_empty() || matches!(temper, Temper::Indifferent) {
        moves.push(Move::Pass);
    }
    moves[dice.roll(moves.len())]
}

/// Plays a game to its end and returns its number of moves.
fn play(strategy: &Strategy, mut game: Game<'_, 1, 2>, prover: Player, dice: &mut Dice) -> usize {
    let temper = [Temper::Indifferent, Temper::Stubborn][dice.roll(2)];
    let mut line = strategy.begin(&game, prover).expect("the bound is proved");
    while !game.is_over() {
        let taken = match line.answer().expect("the proof says what to do") {
            Some(answer) => answer,
            None => any_move(&game, temper, dice),
        };
        game.play(taken)
            .expect("the strategy plays legal moves only");
        line.follow(taken).expect("every legal move is answered");
    }
    let area = |player| game.coloring().area(game.graph(), player) as i16;
    let score = area(Player::BLACK) - area(Player::WHITE);
    let bound = line.bound();
    assert!(bound.met_by(score), "{score}, not {bound}");
    game.moves().len()
}

/// Asserts that both bounds on the value of the empty board are met in every game, under every rule set.
fn bounds_are_met(board: &str) {
    let board: Board = board.parse().expect("it is a board");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let (mut games, mut longest) = (0, 0);
    for superko in Superko::ALL {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            let rules = Ruleset {
                superko,
                suicide,
                ..Ruleset::TROMP_TAYLOR
            };
            let solver = Solver::new(&board, rules, options).expect("the board is small");
            let empty = solver
                .game(Coloring::EMPTY, Player::BLACK)
                .expect("no chain lacks liberties");
            let value = solver.solve(&empty, Budget::UNLIMITED, &Nobody).value;
            let form = Form::Binary { compressed: true };
            let certificate = certified(&solver, &empty, value, form);
            check(certificate.as_slice(), &mut never_stop).expect("the solver proves");
            let reader = CertificateReader::open(certificate.as_slice()).expect("it is one");
            let strategy = Strategy::load(reader).expect("it was checked");
            for prover in Player::BOTH {
                let mut dice = Dice(games + 1);
                for _ in 0..GAMES {
                    let game = strategy.game().expect("it is about a position");
                    longest = longest.max(play(&strategy, game, prover, &mut dice));
                    games += 1;
                }
            }
        }
    }
    assert_eq!(games, 4 * Superko::ALL.len() as u64 * GAMES);
    assert!(longest > board.points(), "no game was worth the name");
}

#[test]
fn strategies_on_2x2_meet_their_bounds() {
    bounds_are_met("2x2");
}

#[test]
fn strategies_on_2x3_meet_their_bounds() {
    bounds_are_met("2x3");
}

#[test]
fn strategies_on_3x3_meet_their_bounds() {
    bounds_are_met("3x3");
}

#[test]
fn strategies_on_a_path_of_seven_meet_their_bounds() {
    bounds_are_met("path:7");
}

#[test]
fn strategies_on_a_cycle_of_six_meet_their_bounds() {
    bounds_are_met("cycle:6");
}

/// Every coloring of a board, either side to move, either prover, from one certificate of the whole table.
#[test]
fn a_table_can_be_played_from_every_coloring() {
    let board: Board = "path:4".parse().unwrap();
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    for superko in Superko::ALL {
        let rules = Ruleset {
            superko,
            ..Ruleset::TROMP_TAYLOR
        };
        let solver = Solver::new(&board, rules, options).unwrap();
        let (table, _) = solver.table(Budget::UNLIMITED, &Nobody).unwrap();
        let (certificate, _) = solver
            .certify_table(&table, Vec::new(), Form::Text, Budget::UNLIMITED, &Nobody)
            .unwrap();
        let reader = CertificateReader::open(certificate.as_slice()).unwrap();
        let strategy = Strategy::load(reader).unwrap();
        let mut dice = Dice(1);
        for (coloring, values) in table.iter() {
            for (to_move, value) in Player::BOTH.into_iter().zip(values) {
                for prover in Player::BOTH {
                    let game = solver.game(coloring, to_move).unwrap();
                    let bound = strategy.begin(&game, prover).unwrap().bound();
                    assert_eq!(i32::from(bound.score()), value);
                    for _ in 0..4 {
                        play(&strategy, game.clone(), prover, &mut dice);
                    }
                }
            }
        }
    }
}
