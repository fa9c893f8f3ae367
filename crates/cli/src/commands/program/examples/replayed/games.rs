//! The documented games and their documented facts.

use koproof_rules::{Player, Ruleset, Superko};

use super::{Ask, Replay};

const PSK: Ruleset = Ruleset::TROMP_TAYLOR;
const NO_SUICIDE: Ruleset = Ruleset::NSTT;
const SSK: Ruleset = Ruleset {
    superko: Superko::Situational,
    ..PSK
};
const THREE_PLAYERS: Ruleset = Ruleset { players: 3, ..PSK };

/// A game from the empty board under Tromp-Taylor rules, about whose start nothing is asked.
const GAME: Replay = Replay {
    what: "",
    board: "2x2",
    rules: PSK,
    position: "",
    to_move: Player::BLACK,
    moves: "",
    ask: Ask::Stones,
    documented: "",
};

/// Example 1: the 2x2 game that ends with White ahead.
pub(super) const TWO_BY_TWO: [Replay; 4] = [
    Replay {
        what: "b a2, w b2, b a1, w b1: what w b1 takes",
        moves: "b a2, w b2, b a1, w b1",
        ask: Ask::Taken,
        documented: "a2 a1",
        ..GAME
    },
    Replay {
        what: "then b a2, w a1: what w a1 takes",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1",
        ask: Ask::Taken,
        documented: "a2",
        ..GAME
    },
    Replay {
        what: "then b a2: it would stand as after move 1",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1",
        ask: Ask::Next("b a2"),
        documented: "superko, move 1",
        ..GAME
    },
    Replay {
        what: "then b pass, w pass: score",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1, b pass, w pass",
        ask: Ask::Score,
        documented: "W+4",
        ..GAME
    },
];

/// A position of example 2, White to move.
const ATARI: Replay = Replay {
    board: "2x3",
    position: "OX./.X.",
    to_move: Player::WHITE,
    ..GAME
};

/// Example 2: what the suicide rule changes.
pub(super) const SUICIDE: [Replay; 5] = [
    Replay {
        what: "suicide allowed: what w a1 takes",
        moves: "w a1",
        ask: Ask::Taken,
        documented: "a2 a1",
        ..ATARI
    },
    Replay {
        what: "suicide forbidden: w a1",
        rules: NO_SUICIDE,
        ask: Ask::Next("w a1"),
        documented: "suicide of a2 a1",
        ..ATARI
    },
    Replay {
        what: "suicide forbidden: White's moves",
        rules: NO_SUICIDE,
        ask: Ask::Moves,
        documented: "c1 c2 pass",
        ..ATARI
    },
    Replay {
        what: "two passes now: score",
        rules: NO_SUICIDE,
        moves: "w pass, b pass",
        ask: Ask::Score,
        documented: "B+3",
        ..ATARI
    },
    Replay {
        what: "with the white stone taken off: score",
        rules: NO_SUICIDE,
        position: ".X./.X.",
        ask: Ask::Score,
        documented: "B+6",
        ..ATARI
    },
];

/// Three players, Black in a corner.
const CORNER: Replay = Replay {
    rules: THREE_PLAYERS,
    ask: Ask::StonesOfMover,
    documented: "0",
    ..GAME
};

/// Example 4: a lone stone in a corner falls before its owner moves again.
pub(super) const CORNERS: [Replay; 3] = [
    Replay {
        what: "2x2, b a2, w b2, 3 a1: Black's stones on his next turn",
        moves: "b a2, w b2, 3 a1",
        ..CORNER
    },
    Replay {
        what: "3x3, b a3, w b3, 3 a2: the same",
        board: "3x3",
        moves: "b a3, w b3, 3 a2",
        ..CORNER
    },
    Replay {
        what: "3x4, b d1, w c1, 3 d2: the same",
        board: "3x4",
        moves: "b d1, w c1, 3 d2",
        ..CORNER
    },
];

/// A chain with two one-point eyes, White to move.
const ALIVE: Replay = Replay {
    board: "2x4",
    position: ".X.X/XXXX",
    to_move: Player::WHITE,
    ..GAME
};

/// Example 5: a play in a one-point eye.
pub(super) const EYES: [Replay; 5] = [
    Replay {
        what: "2x4, .X.X/XXXX: what stands after w a2",
        ask: Ask::After("w a2"),
        documented: ".X.X/XXXX",
        ..ALIVE
    },
    Replay {
        what: "after w c2 in the other eye",
        ask: Ask::After("w c2"),
        documented: ".X.X/XXXX",
        ..ALIVE
    },
    Replay {
        what: "suicide allowed: w a2",
        ask: Ask::Next("w a2"),
        documented: "superko, start",
        ..ALIVE
    },
    Replay {
        what: "suicide forbidden: w a2",
        rules: NO_SUICIDE,
        ask: Ask::Next("w a2"),
        documented: "suicide of a2",
        ..ALIVE
    },
    Replay {
        what: "White's moves",
        ask: Ask::Moves,
        documented: "pass",
        ..ALIVE
    },
];

/// A ko that Black has just taken.
const KO: Replay = Replay {
    board: "4x4",
    position: ".XO./XO.O/.XO./....",
    ..GAME
};

/// Moves after which the stone of move 1 stands in another corner of 2x2.
const QUARTER_TURN: Replay = Replay {
    moves: "b a2, w b1, b b2, w a1, b pass, w a2, b b2",
    documented: ".X/..",
    ..GAME
};

/// Example 6: what superko and suicide do not forbid, and what superko does.
pub(super) const SMALL_PRINT: [Replay; 7] = [
    Replay {
        what: "2x2, X./.. turned by a quarter, positional",
        ..QUARTER_TURN
    },
    Replay {
        what: "the same, situational",
        rules: SSK,
        ..QUARTER_TURN
    },
    Replay {
        what: "2x2, .O/OO, b a2 takes and is no suicide",
        rules: NO_SUICIDE,
        position: ".O/OO",
        moves: "b a2",
        documented: "X./..",
        ..GAME
    },
    Replay {
        what: "3x3, OX./OOX/.OO: what b a1 inside them takes",
        board: "3x3",
        rules: NO_SUICIDE,
        position: "OX./OOX/.OO",
        moves: "b a1",
        ask: Ask::Taken,
        documented: "a3 a2 b2 b1 c1",
        ..GAME
    },
    Replay {
        what: "4x4, a ko that b c3 took: w b3 at once",
        moves: "b c3",
        ask: Ask::Next("w b3"),
        documented: "superko, start",
        ..KO
    },
    Replay {
        what: "the same, situational",
        rules: SSK,
        moves: "b c3",
        ask: Ask::Next("w b3"),
        documented: "superko, start",
        ..KO
    },
    Replay {
        what: "after plays elsewhere: w b3",
        moves: "b c3, w a1, b d1",
        ask: Ask::Next("w b3"),
        documented: "legal",
        ..KO
    },
];
