//! The columns of each task, in their order.

use super::{Column, Kind};

const fn column(kind: Kind, name: &'static str, unit: &'static str, about: &'static str) -> Column {
    Column {
        name,
        kind,
        unit,
        about,
    }
}

const fn text(name: &'static str, about: &'static str) -> Column {
    column(Kind::Text, name, "", about)
}

/// A number of any size, as text.
const fn digits(name: &'static str, unit: &'static str, about: &'static str) -> Column {
    column(Kind::Text, name, unit, about)
}

const fn integer(name: &'static str, unit: &'static str, about: &'static str) -> Column {
    column(Kind::Integer, name, unit, about)
}

const GRAPH6: Column = text(
    "graph6",
    "the board in canonical form, in graph6; points in other columns are numbered as in it, from 0",
);
const NAMES: Column = text(
    "names",
    "the boards as they were given that are isomorphic to this one, with spaces between",
);
const POINTS: Column = integer("points", "points", "points of the board");
const EDGES: Column = integer("edges", "edges", "edges of the board");
const AUTOMORPHISMS: Column = integer(
    "automorphisms",
    "symmetries",
    "automorphisms of the board; empty if there are 2^63 or more",
);
const RULES: Column = text("rules", "the rule set, by the name of its preset");
const STATUS: Column = text(
    "status",
    "`done`; `open` if the node budget ran out; `failed` if there is no answer to be had",
);
const REASON: Column = text("reason", "why the status is not `done`");
const VALUE: Column = integer(
    "value",
    "points",
    "Black − White under best play, komi not counted, Black to move; empty if it is open",
);
const LO: Column = integer("lo", "points", "the value is at least this");
const HI: Column = integer("hi", "points", "the value is at most this");
const LEGAL: Column = integer(
    "legal_colorings",
    "colorings",
    "colorings in which every chain has a liberty; empty for boards of more than 39 points",
);
const STATES: Column = integer(
    "states",
    "states",
    "legal colorings with either player to move",
);
const EXPANSIONS: Column = integer(
    "expansions",
    "nodes",
    "nodes whose successors were generated, on one thread",
);
const BUDGET: Column = integer(
    "budget",
    "nodes",
    "the node budget of the unit: board, rules and task",
);

pub(super) const EMPTY: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    STATUS,
    REASON,
    VALUE,
    LO,
    HI,
    LEGAL,
    integer(
        "ko_free_states",
        "states",
        "states, of all legal colorings with either player to move, in which Black can force without any superko rule all that White can hold him to (`koproof retrograde`); empty for boards of more than 10 points",
    ),
    column(
        Kind::Real,
        "ko_free_share",
        "of all states",
        "ko_free_states by twice legal_colorings, from 0 to 1",
    ),
    EXPANSIONS,
    BUDGET,
];

pub(super) const OPENINGS: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    text(
        "move",
        "the first move, Black's: the number of a point, or `pass`",
    ),
    integer(
        "orbit",
        "",
        "the least point that a symmetry of the board carries the played point to; empty for the pass",
    ),
    STATUS,
    REASON,
    integer(
        "value",
        "points",
        "Black − White under best play after the move, komi not counted; empty if it is open",
    ),
    LO,
    HI,
    EXPANSIONS,
    BUDGET,
];

pub(super) const ALL_COLORINGS: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    STATUS,
    REASON,
    VALUE,
    integer(
        "legal_colorings",
        "colorings",
        "colorings in which every chain has a liberty",
    ),
    STATES,
    integer(
        "orbits",
        "orbits",
        "legal colorings up to symmetries of the board and exchange of the colours",
    ),
    integer(
        "orbits_solved",
        "orbits",
        "those of them whose values with either player to move are exact",
    ),
    integer(
        "black_wins",
        "states",
        "solved states with a value above 0; every state stands for the start of a game of its own",
    ),
    integer("ties", "states", "solved states with value 0"),
    integer("white_wins", "states", "solved states with a value below 0"),
    text(
        "hardest_position",
        "the state that took most expansions, as .XO in the order of the points: the representatives of the orbits are solved one after the other, full boards first, each with what was proved before",
    ),
    text(
        "hardest_to_move",
        "whose move it is there, `black` or `white`",
    ),
    integer("hardest_expansions", "nodes", "how many expansions it took"),
    EXPANSIONS,
    BUDGET,
];

pub(super) const COMPARE: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    text("other_rules", "the rule set that it is compared with"),
    STATUS,
    REASON,
    STATES,
    integer(
        "differ",
        "states",
        "states to which the two rule sets give different values; every state is the start of a game of its own",
    ),
    integer(
        "largest_difference",
        "points",
        "the most by which two values of a state differ",
    ),
    text(
        "position",
        "the smallest state that differs, as .XO in the order of the points: fewest stones first, then by this text, then Black to move first; empty if none differs",
    ),
    text("to_move", "whose move it is there, `black` or `white`"),
    integer("value", "points", "its value, Black − White, under `rules`"),
    integer("other_value", "points", "its value under `other_rules`"),
    EXPANSIONS,
    BUDGET,
];

pub(super) const COUNT: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    STATUS,
    REASON,
    digits(
        "legal_colorings",
        "colorings",
        "colorings in which every chain has a liberty, in decimal digits: the number may be of any size",
    ),
    integer(
        "reachable_states",
        "states",
        "states that moves lead to from the empty board: coloring, player to move, passes just made",
    ),
    digits(
        "games",
        "games",
        "games under positional superko, in decimal digits; prefixes count, passes do not; empty under other superko rules",
    ),
    integer(
        "longest_game",
        "plays",
        "plays of the longest of these games",
    ),
    BUDGET,
];
