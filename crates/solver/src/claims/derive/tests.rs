//! Claims that follow, and others that are refused: a mistake of the search must not become a claim.

use koproof_rules::{Coloring, Player, Point, Ruleset, Superko};

use super::*;
use crate::claims::origin::Passes;
use crate::options::Options;

const EMPTY: &str = "....";
const STONE: &str = "X...";

fn shared() -> Shared {
    let board = "path:4".parse().expect("a board");
    let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
    shared.expect("a small board")
}

fn state(shared: &Shared, coloring: &str, player: Player, passes: u8) -> State {
    let coloring = Coloring::from_symbols(coloring).expect("a coloring");
    shared.state(coloring, player, passes)
}

/// A proof by a claim without conditions that is about a state.
fn proof(shared: &Shared, state: State, bound: Bound) -> Proof {
    let about = About {
        slot: shared.slot(state),
        passes: Passes::Only(state.passes),
        bound: shared.framed(state, bound),
    };
    Proof(Ground::Claim(Arc::new(Claim::new(about, &[], &[], None))))
}

/// Derives a claim for Black on the empty board from a play at the first point and a proof about some state.
fn derive(coloring: &str, player: Player, passes: u8, bound: Bound) -> Bound {
    let shared = shared();
    let empty = state(&shared, EMPTY, Player::BLACK, 0);
    let after = state(&shared, coloring, player, passes);
    let proof = proof(&shared, after, bound);
    let mut derivation = Derivation::new(&shared);
    let derived = derivation.by_choice(&Path::default(), empty, (Some(Point::new(0)), &proof));
    derivation.shown(empty, Side::Prover, &derived)
}

#[test]
fn a_claim_follows_from_a_claim_about_the_state_after_the_move() {
    let bound = Bound::AtLeast(2);
    assert_eq!(derive(STONE, Player::WHITE, 0, bound), bound);
}

#[test]
#[should_panic(expected = "another state")]
fn a_claim_about_another_coloring_is_refused() {
    derive(".X..", Player::WHITE, 0, Bound::AtLeast(2));
}

#[test]
#[should_panic(expected = "another state")]
fn a_claim_about_the_other_player_to_move_is_refused() {
    derive(STONE, Player::BLACK, 0, Bound::AtLeast(2));
}

#[test]
#[should_panic(expected = "another state")]
fn a_claim_for_another_number_of_passes_is_refused() {
    derive(STONE, Player::WHITE, 1, Bound::AtLeast(2));
}

#[test]
#[should_panic(expected = "the other side")]
fn a_claim_of_the_opponent_is_refused() {
    derive(STONE, Player::WHITE, 0, Bound::AtMost(2));
}

/// The first counterexample of a rule without fit: after the play the history has what the claim excludes.
#[test]
#[should_panic(expected = "the claim excludes the record")]
#[cfg(debug_assertions)]
fn a_claim_that_avoids_the_record_of_the_move_is_refused() {
    let shared = shared();
    let empty = state(&shared, EMPTY, Player::BLACK, 0);
    let after = state(&shared, STONE, Player::WHITE, 0);
    let made = Coloring::from_symbols(STONE).expect("a coloring");
    let made = shared.record(&Superko::Positional.of_play(made, Player::BLACK, 2));
    let about = About {
        slot: shared.slot(after),
        passes: Passes::Any,
        bound: shared.framed(after, Bound::AtLeast(2)),
    };
    let avoid = [shared.local(after, made)];
    let proof = Proof(Ground::Claim(Arc::new(Claim::new(
        about,
        &avoid,
        &[],
        None,
    ))));
    let mut derivation = Derivation::new(&shared);
    derivation.by_choice(&Path::default(), empty, (Some(Point::new(0)), &proof));
}

#[test]
#[should_panic(expected = "the game goes on")]
fn a_score_is_no_proof_while_the_game_goes_on() {
    let shared = shared();
    let empty = state(&shared, EMPTY, Player::BLACK, 0);
    let stop = Proof(Ground::Stop);
    Derivation::new(&shared).by_choice(&Path::default(), empty, (None, &stop));
}

#[test]
#[should_panic(expected = "the state has this play")]
fn a_play_on_a_stone_is_refused() {
    let shared = shared();
    let stone = state(&shared, ".X..", Player::BLACK, 0);
    let proof = Proof(Ground::PassForever);
    let taken = Some(Point::new(1));
    Derivation::new(&shared).by_choice(&Path::default(), stone, (taken, &proof));
}
