//! Operations on brackets.

use koproof_rules::Player;
use koproof_solver::Bracket;

const ONE_TO_THREE: Bracket = Bracket { lo: 1, hi: 3 };
const MINUS_ONE_TO_TWO: Bracket = Bracket { lo: -1, hi: 2 };

#[test]
fn two_brackets_of_one_value_leave_what_they_share() {
    let both = ONE_TO_THREE.narrowed(MINUS_ONE_TO_TWO);
    assert_eq!(both, Bracket { lo: 1, hi: 2 });
}

#[test]
#[should_panic(expected = "[+1, +3] and 0 contradict each other")]
fn brackets_without_a_common_value_are_refused() {
    let _ = ONE_TO_THREE.narrowed(Bracket::exactly(0));
}

#[test]
fn black_chooses_the_largest_value_and_white_the_least() {
    let choices = [ONE_TO_THREE, MINUS_ONE_TO_TWO];
    assert_eq!(Bracket::best(Player::BLACK, choices), Some(ONE_TO_THREE));
    assert_eq!(
        Bracket::best(Player::WHITE, choices),
        Some(MINUS_ONE_TO_TWO)
    );
    assert_eq!(Bracket::best(Player::WHITE, []), None);
}
