//! `koproof game random`: games that other programs can judge.

use serde_json::Value;

use super::bad_input::refused;
use super::{json, stdout};

/// Plays random games and returns each as JSON.
fn games(arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["game", "random"], arguments, &["--format", "json"]].concat();
    let text = stdout(&arguments, 0);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is an object"))
        .collect()
}

#[test]
fn random_games_replay_as_they_are_written() {
    let board = "--board 2x3 --players 3 --rules nstt";
    let listed = stdout("game random 2x3 --players 3 --rules nstt --games 5", 0);
    let played = games(&["2x3", "--players", "3", "--rules", "nstt", "--games", "5"]);
    assert_eq!((listed.lines().count(), played.len()), (5, 5));
    for (moves, game) in listed.lines().zip(&played) {
        let replayed = json((&["game", "replay", "--moves", moves], board));
        assert_eq!(replayed["over"], true);
        assert_eq!(replayed["broken"], Value::Null);
        assert_eq!(
            replayed["position"],
            game["turns"]
                .as_array()
                .expect("turns")
                .last()
                .expect("a game has turns")["position"]
        );
        for what in ["lost", "players", "score"] {
            assert_eq!(replayed[what], game[what], "{what} of {moves}");
        }
    }
}

#[test]
fn every_point_is_judged_before_every_move() {
    let first = |rules: &[&str]| {
        let start = ["path:4", "--position", ".X.O", "--to-move", "white"];
        games(&[&start[..], rules].concat())[0]["turns"][0]["points"].clone()
    };
    // A white stone has no liberty at 0, nor at 2 together with the stone at 3.
    assert_eq!(first(&["--suicide", "forbid"]), "s#s#");
    // A suicide of one stone repeats the start; one of two stones leads to another position.
    assert_eq!(first(&["--superko", "positional"]), "k#+#");
    // The start is recorded with White to move; with Black to move it is new.
    assert_eq!(first(&["--superko", "situational"]), "+#+#");
}

#[test]
fn a_seed_makes_the_games() {
    let games = |seed| stdout(["game", "random", "3x3", "--games", "3", "--seed", seed], 0);
    assert_eq!(games("1"), games("1"));
    assert_ne!(games("1"), games("2"));
}

#[test]
fn players_who_do_not_play_are_refused() {
    refused(
        "game random path:4 --position .3..",
        &["'3'", "digits up to 2"],
    );
    refused(
        "game random path:4 --players 3 --scoring territory",
        &["territory"],
    );
}
