//! Move lists as they are written.

use crate::board::BoardError;
use crate::color::Player;
use crate::messages::shortened;

/// A turn of a move list, cut into its parts.
pub(super) struct Written<'t> {
    /// The number before it, if there is one.
    pub(super) given: Option<u64>,
    pub(super) player: &'t str,
    pub(super) place: &'t str,
    /// All of it.
    pub(super) written: &'t str,
}

/// Cuts a move list into its turns.
pub(super) fn split_turns(text: &str) -> Vec<Written<'_>> {
    if text.contains('[') {
        return text
            .split_inclusive(']')
            .map(str::trim)
            .filter(|turn| !turn.is_empty())
            .map(|turn| {
                let (who, place) = turn.split_once('[').unwrap_or((turn, ""));
                let who = who.trim_start_matches([',', ';', ' ']);
                // Whatever else stands before the player stays there, and is refused with it.
                let numbered = who.rsplit_once('.').and_then(|(number, player)| {
                    let number = number.trim();
                    // A number in Rust may have a sign.
                    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
                    let number = number.parse().ok().filter(|_| is_plain)?;
                    Some((Some(number), player))
                });
                let (given, who) = numbered.unwrap_or((None, who));
                // Without its bracket it is no place, and is refused as written.
                let place = place.strip_suffix(']').map_or(turn, str::trim);
                let place = if place.is_empty() && turn.ends_with("[]") {
                    "pass"
                } else {
                    place
                };
                Written {
                    given,
                    player: who.trim(),
                    place,
                    written: turn,
                }
            })
            .collect();
    }
    let mut turns: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    // A comma may end a list. Between two others a turn is missing, and the rest would be another game.
    if turns.last().is_some_and(|turn| turn.is_empty()) {
        turns.pop();
    }
    (turns.into_iter())
        .map(|turn| {
            let (player, place) = turn.split_once(char::is_whitespace).unwrap_or((turn, ""));
            Written {
                given: None,
                player,
                place: place.trim(),
                written: turn,
            }
        })
        .collect()
}

/// Returns why the place of a turn is refused. Moves without commas between them read as one long name of a point, so
/// the message shows where the first comma belongs.
pub(super) fn refused_place(error: &BoardError, written: &str) -> String {
    let words: Vec<&str> = written.split_whitespace().collect();
    let names_player = |turn: &[&str]| Player::from_name(turn[0]).is_some();
    match words.as_slice() {
        [player, place, next, then, ..]
            if words.len().is_multiple_of(2) && words.chunks(2).all(names_player) =>
        {
            let moves = format!("{player} {place}, {next} {then}");
            format!("{error}; separate moves by commas: {}", shortened(&moves))
        }
        _ => error.to_string(),
    }
}
