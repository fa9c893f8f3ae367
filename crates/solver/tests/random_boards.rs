//! The solver against the oracle on random graphs, connected or not, under random rules, with random options and budgets, in
//! the middle of random games: exact results are the value, other results are a bracket around it, and the certificate
//! of either is accepted.

#[path = "common/dice.rs"]
mod dice;

use std::num::NonZero;

use dice::Dice;
use koproof_rules::{
    Board, Coloring, Game, Graph, Move, Player, Point, Ruleset, Scoring, Suicide, Superko,
};
use koproof_solver::{
    Budget, CertifyError, Nobody, Options, Proofs, Solver, StoneLimits, Switch, Widening,
};
use koproof_verify::{Form, Oracle, OracleGame, OracleMove, check, never_stop};

/// Picks one of some values.
fn pick<T: Copy>(dice: &mut Dice, of: &[T]) -> T {
    of[dice.roll(of.len())]
}

/// A graph of two to five points, from a few edges to almost all.
fn board(dice: &mut Dice) -> Board {
    let points = 2 + dice.roll(4) as u16;
    let percent = pick(dice, &[15, 35, 55, 75, 95]);
    let pairs = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
    let edges: Vec<(u16, u16)> = pairs.filter(|_| dice.roll(100) < percent).collect();
    let name = format!("{points} points {edges:?}");
    Board::new(name, points.into(), edges).expect("a simple graph")
}

fn rules(dice: &mut Dice) -> Ruleset {
    Ruleset {
        superko: pick(dice, &Superko::ALL),
        suicide: pick(dice, &[Suicide::Allow, Suicide::Forbid]),
        scoring: pick(dice, &[Scoring::Area, Scoring::Taylor, Scoring::Territory]),
        ..Ruleset::TROMP_TAYLOR
    }
}

fn options(dice: &mut Dice) -> Options {
    let widening = pick(dice, &[Widening::WithRoom, Widening::Always]);
    let stone_limits = pick(dice, &[StoneLimits::Large, StoneLimits::Always]);
    let mut switch = || pick(dice, &[Switch::On, Switch::On, Switch::Off]);
    Options {
        symmetry: switch(),
        pass_forever: switch(),
        any_passes: switch(),
        retrograde: switch(),
        widening,
        stone_limits,
        proofs: pick(dice, &[Proofs::Forget, Proofs::Keep]),
        threads: NonZero::new(pick(dice, &[1, 1, 2])),
    }
}

fn budget(dice: &mut Dice) -> Budget {
    let nodes = pick(dice, &[3, 40, 50_000, 50_000, 50_000]);
    Budget {
        memory: pick(dice, &[None, Some(30_000), Some(200_000)]),
        ..Budget::nodes(nodes)
    }
}

fn start(graph: &Graph<1>, dice: &mut Dice) -> Coloring<1, 2> {
    loop {
        let mut coloring = Coloring::EMPTY;
        for point in graph.all() {
            let color = pick(dice, &[None, Some(Player::BLACK), Some(Player::WHITE)]);
            coloring.set(point, color);
        }
        if coloring.is_legal(graph) {
            return coloring;
        }
    }
}

/// Plays the same random moves on both, and never ends the game.
fn wander(game: &mut Game<'_, 1, 2>, naive: &mut OracleGame<'_>, dice: &mut Dice) {
    let points = game.graph().points();
    for _ in 0..dice.roll(3 << points) {
        // A pass now and then.
        let at = dice.roll(3 * points + 1) / 3;
        let (taken, same) = if at == points {
            (Move::Pass, OracleMove::Pass)
        } else {
            let at = at as u16;
            (Move::Play(Point::new(at)), OracleMove::Play(at))
        };
        if !(taken == Move::Pass && game.passes() == 1) && game.play(taken).is_ok() {
            naive.play(same).expect("both know the rules");
        }
    }
}

#[test]
fn whatever_is_found_within_a_budget_holds_and_can_be_proved() {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let (mut exact, mut open, mut proofs) = (0, 0, 0);
    for _ in 0..400 {
        let (board, rules, options) = (board(&mut dice), rules(&mut dice), options(&mut dice));
        let budget = budget(&mut dice);
        let solver = Solver::new(&board, rules, options).expect("a tiny board");
        let oracle = Oracle::new(&board, rules).expect("a tiny board");
        // Claims that were proved in one game are used under the histories of others.
        for _ in 0..8 {
            let start = start(solver.graph(), &mut dice);
            let to_move = pick(&mut dice, &Player::BOTH);
            let mut game = solver.game(start, to_move).expect("a legal start");
            let symbols = start.to_symbols(board.points());
            let mut naive = oracle.start(&symbols, to_move).expect("a legal start");
            wander(&mut game, &mut naive, &mut dice);
            let Some(value) = naive.exact_value(Some(20_000)) else {
                continue;
            };

            let found = solver.solve(&game, budget, &Nobody);
            let what = || {
                let moves: Vec<Move> = game.moves().collect();
                format!(
                    "{} under {rules}, {symbols}, {to_move} to move, then {moves:?}, with {options:?}: {found:?}, not {value}",
                    board.name()
                )
            };
            let (lo, hi) = (found.value.lo, found.value.hi);
            assert!(lo <= value && value <= hi, "{}", what());
            assert_eq!(lo == hi, found.stopped.is_none(), "{}", what());
            exact += usize::from(lo == hi);
            open += usize::from(lo < hi);

            let form = pick(&mut dice, &[Form::Text, Form::Binary { compressed: false }]);
            match solver.certify(&game, found.value, Vec::new(), form, budget, &Nobody) {
                Ok((file, _)) => {
                    let checked = check(file.as_slice(), &mut never_stop);
                    assert!(
                        checked.is_ok_and(|proof| proof.proved.len() == 2),
                        "{}",
                        what()
                    );
                    proofs += 1;
                }
                Err(CertifyError::Forgotten) => assert_eq!(options.proofs, Proofs::Forget),
                // Dropped claims are proved again, within the same budget.
                Err(CertifyError::Stopped(_)) => {}
                Err(other) => panic!("{other}: {}", what()),
            }
        }
    }
    assert!(
        exact > 1500 && open > 50 && proofs > 700,
        "{exact} {open} {proofs}"
    );
}
