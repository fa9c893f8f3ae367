//! Colors of stones, and of values.

use koproof_rules::Player;

use crate::canvas::ink;

/// Returns the colors of a player's stones, and of the text on them.
pub(super) fn stone_colors(player: Player) -> (&'static str, &'static str) {
    const COLORS: [(&str, &str); Player::MAX] = [
        ("#1b1b1b", "#ffffff"),
        ("#ffffff", "#1b1b1b"),
        ("#c62828", "#ffffff"),
        ("#1565c0", "#ffffff"),
        ("#f9a825", "#1b1b1b"),
        ("#6a1b9a", "#ffffff"),
        ("#2e7d32", "#ffffff"),
        ("#80deea", "#1b1b1b"),
    ];
    COLORS[player.index()]
}

/// Returns a color between blue, good for White, and red, good for Black.
pub(super) fn tinted(tint: f64) -> String {
    const MIDDLE: [f64; 3] = [250.0, 250.0, 250.0];
    let end = if tint < 0.0 {
        [48.0, 105.0, 180.0]
    } else {
        [196.0, 62.0, 52.0]
    };
    let share = tint.abs().min(1.0);
    let mixed =
        [0, 1, 2].map(|index| (MIDDLE[index] + share * (end[index] - MIDDLE[index])).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

pub(super) fn tint_text(tint: f64) -> &'static str {
    if tint.abs() > 0.6 {
        ink::PAPER
    } else {
        ink::BLACK
    }
}
