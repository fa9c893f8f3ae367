//! The table of records: the record of a play and of a pass under each superko rule, and the records that every history
//! contains.

mod common;

use std::collections::HashSet;

use common::{graph, positions};
use koproof_rules::{
    Coloring, Game, Graph, IllegalMove, Move, Player, Point, Record, Ruleset, Superko,
};
use proptest::prelude::*;

const B: Player = Player::BLACK;
const W: Player = Player::WHITE;

/// Returns a record of the coloring "p".
fn p(player: Option<Player>) -> Record<char> {
    Record {
        coloring: 'p',
        player,
    }
}

fn known(superko: Superko, to_move: Player, passes: usize) -> HashSet<Record<char>> {
    superko.known('p', to_move, passes, 2).collect()
}

#[test]
fn two_players_record_what_the_table_says() {
    for (t, other) in [(B, W), (W, B)] {
        // Rule, record of a play by t to p, of a pass by t at p, K(p,t,0), K(p,t,1).
        let table = [
            (
                Superko::Positional,
                p(None),
                None,
                [p(None)].into(),
                [p(None)].into(),
            ),
            (
                Superko::Situational,
                p(Some(other)),
                Some(p(Some(other))),
                [p(Some(t))].into(),
                [p(Some(t)), p(Some(other))].into(),
            ),
            (
                Superko::NaturalSituational,
                p(Some(t)),
                None,
                [p(Some(other))].into(),
                [p(Some(t))].into(),
            ),
            (
                Superko::Taylor,
                p(Some(t)),
                Some(p(Some(t))),
                [].into(),
                [p(Some(other))].into(),
            ),
        ];
        for (superko, play, pass, at_once, after_pass) in table {
            assert_eq!(superko.of_play('p', t, 2), play, "{superko} {t}");
            assert_eq!(superko.of_pass('p', t, 2), pass, "{superko} {t}");
            assert_eq!(known(superko, t, 0), at_once, "{superko} {t}");
            assert_eq!(known(superko, t, 1), after_pass, "{superko} {t}");
        }
    }
}

#[test]
fn a_recorded_pass_made_again_and_undone_leaves_its_record() {
    let graph = graph("path:3");
    let rules = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::TROMP_TAYLOR
    };
    let start = Coloring::<1, 2>::from_symbols(".X.").expect("symbols");
    let mut game = Game::new(&graph, rules, start, B).expect("legal");
    game.play(Move::Pass).expect("passing is legal");
    // White's pass makes the same record as the start: .X. with Black to move.
    game.play(Move::Pass).expect("passing is legal");
    assert_eq!(game.undo(), Some(Move::Pass));
    // White's one-stone suicide would make the same record.
    let suicide = Move::Play(Point::new(0));
    assert_eq!(
        game.play(suicide),
        Err(IllegalMove::Superko { first_seen: 0 })
    );
}

#[test]
fn an_owned_game_goes_on_without_the_graph_that_it_was_made_on() {
    let mut game = {
        let graph = graph("path:2");
        let empty = Coloring::<1, 2>::EMPTY;
        let mut game = Game::new(&graph, Ruleset::TROMP_TAYLOR, empty, B).expect("legal");
        game.play(Move::Play(Point::new(0))).expect("legal");
        game.into_owned()
    };
    // The capture leaves a white stone, which Black captures in turn: the coloring after turn 1.
    game.play(Move::Play(Point::new(1))).expect("legal");
    let retaken = game.try_move(Move::Play(Point::new(0)));
    assert_eq!(retaken, Err(IllegalMove::Superko { first_seen: 1 }));
    assert_eq!(
        (game.undo(), game.moves().len()),
        (Some(Move::Play(Point::new(1))), 1)
    );
}

#[test]
fn as_many_passes_as_players_end_the_game() {
    let graph = graph("path:2");
    for players in 2..=8 {
        let rules = Ruleset {
            players,
            ..Ruleset::TROMP_TAYLOR
        };
        let mut game = Game::<1, 8>::new(&graph, rules, Coloring::EMPTY, B).expect("legal");
        for passes in 1..=players {
            game.play(Move::Pass).expect("passing is legal");
            assert_eq!(game.is_over(), passes == players);
        }
        assert_eq!(game.try_move(Move::Pass), Err(IllegalMove::Over));
    }
}

proptest! {
    #[test]
    fn every_history_holds_what_is_known_of_its_state(
        (board, symbols) in positions::<4>(2..=5),
        players in 2..=4usize,
        superko in prop::sample::select(Superko::ALL.to_vec()),
        first in 0..2usize,
        choices in prop::collection::vec(any::<u16>(), 1..60),
    ) {
        let graph = Graph::<1>::new(&board).expect("a small board");
        let rules = Ruleset { superko, players, ..Ruleset::TROMP_TAYLOR };
        let strangers = &['3', '4'][players - 2..];
        let symbols = symbols.replace(strangers, ".");
        let start = Coloring::<1, 4>::from_symbols(&symbols).expect("symbols");
        let mut game = Game::new(&graph, rules, start, Player::new(first)).expect("legal");
        for choice in choices {
            for record in superko.known(*game.coloring(), game.to_move(), game.passes(), players) {
                prop_assert!(
                    game.history().first_seen(&record).is_some(),
                    "{record:?} is missing after {} passes at {:?}", game.passes(), game.coloring(),
                );
            }
            let point = Move::Play(Point::new(choice % board.points() as u16));
            if choice.is_multiple_of(3) || game.play(point).is_err() {
                if game.is_over() {
                    break;
                }
                game.play(Move::Pass).expect("passing is legal");
            }
        }
    }
}
