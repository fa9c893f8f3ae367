//! How soon each player can end the game with the value.

use serde_json::json as value;

use crate::bad_input::refused;
use crate::{json, stdout};

#[test]
fn remoteness_is_how_soon_each_player_can_end_the_game_with_the_value() {
    let question = ["solve", "1x3", "--rules", "nstt", "--remoteness"];
    let text = stdout(question, 0);
    assert!(
        text.contains("remoteness: black 3 turns, white 5 turns\n"),
        "{text}"
    );
    let turns = |turns| value!({"at_least": turns, "exact": true, "stopped": null});
    let answer = json(question);
    assert_eq!(
        answer["remoteness"],
        value!({"black": turns(3), "white": turns(5)})
    );
    let over = json((&question, "--moves 'b b1, w pass, b pass'"));
    assert_eq!(
        over["remoteness"],
        value!({"black": turns(0), "white": turns(0)})
    );

    let limits = ["--threads", "1", "--value-only", "--node-limit", "3000"];
    let stopped = [
        &["solve", "3x3", "--rules", "nstt", "--remoteness"][..],
        &limits,
    ]
    .concat();
    let text = stdout(&stopped, 3);
    assert!(text.contains("turns (stopped: node limit)\n"), "{text}");
    assert!(text.contains("value: B+9"), "{text}");
    let open = [&question[..], &["--node-limit", "1"]].concat();
    assert!(stdout(&open, 3).contains("remoteness: open"));
    let many = "solve 1x3 --players 3 --remoteness";
    refused(many, &["--remoteness"]);
}
