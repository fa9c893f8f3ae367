//! Territory with prisoners: tables and certificates. `oracle.rs` tests the values.

#[path = "common/rule_sets.rs"]
mod rule_sets;

use std::num::NonZero;

use koproof_rules::{
    Board, Coloring, Graph, Move, Player, Point, Representatives, Ruleset, Scoring,
};
use koproof_solver::{
    Bracket, Budget, CertifyError, Detail, Nobody, Options, Proofs, Solver, Switch,
};
use koproof_tables::Table;
use koproof_verify::{
    Bound, CertificateReader, CertificateWriter, Form, Reason, Statement, check, never_stop,
};

/// Every rule set under which prisoners count.
fn territory() -> impl Iterator<Item = Ruleset> {
    rule_sets::varied(Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    })
}

fn board(name: &str) -> Board {
    name.parse().expect("a board")
}

fn solver(board: &Board, rules: Ruleset, options: Options) -> Solver {
    Solver::new(board, rules, options).expect("a small board")
}

fn solved(board: &Board, rules: Ruleset, options: Options) -> Table {
    let (table, _) = solver(board, rules, options)
        .table(Budget::UNLIMITED, &Nobody)
        .expect("a small board is solved");
    table
}

#[test]
fn tables_do_not_depend_on_threads_nor_on_symmetry() {
    let threads = |count| Options {
        threads: NonZero::new(count),
        ..Options::default()
    };
    let plain = Options {
        symmetry: Switch::Off,
        ..threads(1)
    };
    for name in ["2x2", "path:5", "star:5"] {
        let board = board(name);
        for rules in territory() {
            let one = solved(&board, rules, threads(1));
            assert_eq!(one, solved(&board, rules, threads(3)), "{name} {rules}");
            assert_eq!(one, solved(&board, rules, plain), "{name} {rules}");
        }
    }
}

#[test]
fn values_go_with_the_points_and_turn_with_the_colors() {
    let board = board("edges:0-1,1-2,2-3,1-4");
    // The same tree, its points numbered backwards.
    let relabelled = self::board("edges:4-3,3-2,2-1,3-0");
    for rules in territory() {
        let table = solved(&board, rules, Options::default());
        let other = solved(&relabelled, rules, Options::default());
        // A table has one value for a coloring and the one with the colors exchanged. This solver finds both.
        let symmetry = Switch::Off;
        let plain = solver(
            &board,
            rules,
            Options {
                symmetry,
                ..Options::default()
            },
        );
        for (coloring, values) in table.iter() {
            let reversed: String = coloring.to_symbols(5).chars().rev().collect();
            let reversed = Coloring::from_symbols(&reversed).expect("a coloring");
            assert_eq!(other.values(&reversed), Some(values), "{coloring:?}");
            let swapped = coloring.swapped(Player::BLACK, Player::WHITE);
            for (to_move, value) in Player::BOTH.into_iter().zip([-values[1], -values[0]]) {
                let game = plain.game(swapped, to_move).expect("a legal coloring");
                let found = plain.solve(&game, Budget::UNLIMITED, &Nobody).value;
                assert_eq!(found.exact(), Some(value), "{coloring:?}");
            }
        }
    }
}

#[test]
fn certificates_of_tables_are_proofs() {
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    for name in ["path:3", "2x2", "star:4"] {
        let board = board(name);
        for rules in territory() {
            let solver = solver(&board, rules, options);
            let (table, _) = solver
                .table(Budget::UNLIMITED, &Nobody)
                .expect("a small board is solved");
            let form = Form::Binary { compressed: true };
            let certified =
                solver.certify_table(&table, Vec::new(), form, Budget::UNLIMITED, &Nobody);
            let (file, _) = certified.expect("everything was proved");
            let checked = check(file.as_slice(), &mut never_stop).expect("a proof");
            assert_eq!(checked.header.scoring, Scoring::Territory);
            for proved in &checked.proved {
                let value = table.value(&proved.state.coloring, proved.state.to_move);
                let value = value.expect("a legal coloring") as i16;
                assert!(matches!(
                    proved.bound,
                    Bound::AtLeast(score) | Bound::AtMost(score) if score == value
                ));
            }
            assert_eq!(checked.proved.len(), 4 * table.representatives().len());
        }
    }
}

/// White captures two stones, and the certificate of the position after that counts them; a certificate that does not
/// is refused.
#[test]
fn what_was_taken_before_counts_in_the_certificate_of_a_position() {
    let board = board("path:5");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    for rules in territory() {
        let solver = solver(&board, rules, options);
        let start = Coloring::from_symbols("XX..O").expect("a coloring");
        let mut game = solver.game(start, Player::WHITE).expect("a legal start");
        let taken = Move::Play(Point::new(2));
        let before = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
        game.play(taken).expect("a capture");
        let value = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
        assert!(value.exact().is_some() && game.lost(Player::BLACK) == 2);
        assert!(before.lo <= value.lo, "White chose the move");
        let certified = solver.certify(
            &game,
            value,
            Vec::new(),
            Form::Text,
            Budget::UNLIMITED,
            &Nobody,
        );
        let (file, _) = certified.expect("it was proved");
        let checked = check(file.as_slice(), &mut never_stop).expect("a proof");
        assert_eq!(i32::from(checked.proved[0].bound.score()), value.lo);

        // The same proof for a game without prisoners.
        let mut reader = CertificateReader::open(file.as_slice()).expect("a certificate");
        let mut header = reader.header().clone();
        let Statement::Position(position) = &mut header.statement else {
            unreachable!("it is about a position")
        };
        (position.start, position.to_move) = (*game.coloring(), game.to_move());
        position.moves.clear();
        let mut writer = CertificateWriter::new(Vec::new(), &header, Form::Text).expect("a header");
        while let Some(item) = reader.next_item().expect("an item") {
            writer.item(&item).expect("an item");
        }
        let forged = writer.finish().expect("an end");
        let refused = check(forged.as_slice(), &mut never_stop).expect_err("nothing was taken");
        assert!(
            matches!(
                refused.reason,
                Reason::NotImplied { .. } | Reason::HistoryLacks { .. }
            ),
            "{refused}"
        );
    }
}

#[test]
fn every_move_is_valued_with_what_it_takes() {
    for rules in territory() {
        let solver = solver(&board("path:4"), rules, Options::default());
        let start = Coloring::from_symbols(".XO.").expect("a coloring");
        let game = solver.game(start, Player::BLACK).expect("a legal start");
        let value = solver
            .solve(&game, Budget::UNLIMITED, &Nobody)
            .value
            .exact();
        let value = value.expect("a small board is solved");
        let analysis = solver.analyse(&game, Detail::Moves, Budget::UNLIMITED, &Nobody);
        let moves = analysis.moves().iter();
        let best = moves.filter_map(|known| known.value.exact()).max();
        assert_eq!(best, Some(value), "{rules}");
        let (line, _) = analysis.principal_variation();
        assert_eq!(line.first(), analysis.best_moves().certain.first());
        let mut end = game.clone();
        for &taken in line {
            end.play(taken).expect("the line is legal");
        }
        assert!(end.is_over());
        assert_eq!(end.score(), value, "{rules}");
    }
}

#[test]
fn what_is_not_so_is_not_certified() {
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    for scoring in [Scoring::Area, Scoring::Territory] {
        let rules = Ruleset {
            scoring,
            ..Ruleset::NSTT
        };
        let solver = solver(&board("path:3"), rules, options);
        let game = solver
            .game(Coloring::EMPTY, Player::BLACK)
            .expect("an empty board");
        let value = solver
            .solve(&game, Budget::UNLIMITED, &Nobody)
            .value
            .exact()
            .expect("a tiny board");
        for wrong in [
            value - 1,
            value + 1,
            -i32::from(i16::MAX),
            i32::from(i16::MAX),
        ] {
            let bracket = Bracket {
                lo: wrong,
                hi: wrong,
            };
            let refused = solver.certify(
                &game,
                bracket,
                Vec::new(),
                Form::Text,
                Budget::UNLIMITED,
                &Nobody,
            );
            let refused = refused.expect_err("it has another value");
            assert!(
                matches!(refused, CertifyError::Refuted { .. }),
                "{scoring}: {refused}"
            );
        }
    }
}

#[test]
fn a_table_with_a_false_value_is_not_certified() {
    let board = board("path:2");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let representatives = Representatives::new(&Graph::new(&board).unwrap()).unwrap();
    // `O.` with White to move is 0 under situational superko, and 2 under positional superko.
    let values = [[0, 0], [2, 0]];
    let table = Table::new(&board, Ruleset::TROMP_TAYLOR, representatives, &values).unwrap();
    let refused = solver(&board, Ruleset::TROMP_TAYLOR, options)
        .certify_table(&table, Vec::new(), Form::Text, Budget::UNLIMITED, &Nobody)
        .expect_err("a value is false");
    assert_eq!(refused.to_string(), "the value is not <= 0: >= 2 is proved");
}
