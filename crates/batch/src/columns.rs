//! What the columns of the data are called and mean.

use serde::{Deserialize, Serialize};

use crate::task::Task;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Unicode text.
    Text,
    /// Whole numbers of 64 bits, with sign.
    Integer,
    /// Floating-point numbers of 64 bits.
    Real,
}

impl Kind {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
        }
    }
}

/// A column of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds, where it is not empty.
    pub kind: Kind,
    /// What its numbers count; empty for texts and plain numbers.
    pub unit: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// What stands in one row of one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing: unknown, or there is no such thing.
    Empty,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

const fn column(name: &'static str, kind: Kind, unit: &'static str, about: &'static str) -> Column {
    Column {
        name,
        kind,
        unit,
        about,
    }
}

const GRAPH6: Column = column(
    "graph6",
    Kind::Text,
    "",
    "the board in canonical form, in graph6; points in other columns are numbered as in it, from 0",
);
const NAMES: Column = column(
    "names",
    Kind::Text,
    "",
    "the boards as they were given that are isomorphic to this one, with spaces between",
);
const POINTS: Column = column("points", Kind::Integer, "points", "points of the board");
const EDGES: Column = column("edges", Kind::Integer, "edges", "edges of the board");
const AUTOMORPHISMS: Column = column(
    "automorphisms",
    Kind::Integer,
    "symmetries",
    "automorphisms of the board; empty if there are 2^63 or more",
);
const RULES: Column = column(
    "rules",
    Kind::Text,
    "",
    "the rule set, by the name of its preset",
);
const STATUS: Column = column(
    "status",
    Kind::Text,
    "",
    "`done`; `open` if the node budget ran out; `failed` if there is no answer to be had",
);
const REASON: Column = column("reason", Kind::Text, "", "why the status is not `done`");
const VALUE: Column = column(
    "value",
    Kind::Integer,
    "points",
    "Black − White under best play, komi not counted, Black to move; empty if it is open",
);
const LO: Column = column("lo", Kind::Integer, "points", "the value is at least this");
const HI: Column = column("hi", Kind::Integer, "points", "the value is at most this");
const LEGAL: Column = column(
    "legal_colorings",
    Kind::Integer,
    "colorings",
    "colorings in which every chain has a liberty; empty for boards of more than 39 points",
);
const STATES: Column = column(
    "states",
    Kind::Integer,
    "states",
    "legal colorings with either player to move",
);
const EXPANSIONS: Column = column(
    "expansions",
    Kind::Integer,
    "nodes",
    "nodes whose successors were generated, on one thread",
);
const BUDGET: Column = column(
    "budget",
    Kind::Integer,
    "nodes",
    "the node budget of the unit: board, rules and task",
);

const EMPTY: &[Column] = &[
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
    column(
        "ko_free_states",
        Kind::Integer,
        "states",
        "states, of all legal colorings with either player to move, in which Black can force without any superko rule all that White can hold him to (`koproof retrograde`); empty for boards of more than 10 points",
    ),
    column(
        "ko_free_share",
        Kind::Real,
        "of all states",
        "ko_free_states by twice legal_colorings, from 0 to 1",
    ),
    EXPANSIONS,
    BUDGET,
];

const OPENINGS: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    column(
        "move",
        Kind::Text,
        "",
        "the first move, Black's: the number of a point, or `pass`",
    ),
    column(
        "orbit",
        Kind::Integer,
        "",
        "the least point that a symmetry of the board carries the played point to; empty for the pass",
    ),
    STATUS,
    REASON,
    column(
        "value",
        Kind::Integer,
        "points",
        "Black − White under best play after the move, komi not counted; empty if it is open",
    ),
    LO,
    HI,
    EXPANSIONS,
    BUDGET,
];

const ALL_COLORINGS: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    STATUS,
    REASON,
    VALUE,
    column(
        "legal_colorings",
        Kind::Integer,
        "colorings",
        "colorings in which every chain has a liberty",
    ),
    STATES,
    column(
        "orbits",
        Kind::Integer,
        "orbits",
        "legal colorings up to symmetries of the board and exchange of the colours",
    ),
    column(
        "orbits_solved",
        Kind::Integer,
        "orbits",
        "those of them whose values with either player to move are exact",
    ),
    column(
        "black_wins",
        Kind::Integer,
        "states",
        "solved states with a value above 0; every state stands for the start of a game of its own",
    ),
    column(
        "ties",
        Kind::Integer,
        "states",
        "solved states with value 0",
    ),
    column(
        "white_wins",
        Kind::Integer,
        "states",
        "solved states with a value below 0",
    ),
    column(
        "hardest_position",
        Kind::Text,
        "",
        "the state that took most expansions, as .XO in the order of the points: the representatives of the orbits are solved one after the other, full boards first, each with what was proved before",
    ),
    column(
        "hardest_to_move",
        Kind::Text,
        "",
        "whose move it is there, `black` or `white`",
    ),
    column(
        "hardest_expansions",
        Kind::Integer,
        "nodes",
        "how many expansions it took",
    ),
    EXPANSIONS,
    BUDGET,
];

const COMPARE: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    column(
        "other_rules",
        Kind::Text,
        "",
        "the rule set that it is compared with",
    ),
    STATUS,
    REASON,
    STATES,
    column(
        "differ",
        Kind::Integer,
        "states",
        "states to which the two rule sets give different values; every state is the start of a game of its own",
    ),
    column(
        "largest_difference",
        Kind::Integer,
        "points",
        "the most by which two values of a state differ",
    ),
    column(
        "position",
        Kind::Text,
        "",
        "the smallest state that differs, as .XO in the order of the points: fewest stones first, then by this text, then Black to move first; empty if none differs",
    ),
    column(
        "to_move",
        Kind::Text,
        "",
        "whose move it is there, `black` or `white`",
    ),
    column(
        "value",
        Kind::Integer,
        "points",
        "its value, Black − White, under `rules`",
    ),
    column(
        "other_value",
        Kind::Integer,
        "points",
        "its value under `other_rules`",
    ),
    EXPANSIONS,
    BUDGET,
];

const COUNT: &[Column] = &[
    GRAPH6,
    NAMES,
    POINTS,
    EDGES,
    AUTOMORPHISMS,
    RULES,
    STATUS,
    REASON,
    column(
        "legal_colorings",
        Kind::Text,
        "colorings",
        "colorings in which every chain has a liberty, in decimal digits: the number may be of any size",
    ),
    column(
        "reachable_states",
        Kind::Integer,
        "states",
        "states that moves lead to from the empty board: coloring, player to move, passes just made",
    ),
    column(
        "games",
        Kind::Text,
        "games",
        "games under positional superko, in decimal digits; prefixes count, passes do not; empty under other superko rules",
    ),
    column(
        "longest_game",
        Kind::Integer,
        "plays",
        "plays of the longest of these games",
    ),
    BUDGET,
];

/// Returns the columns of the data that a task makes.
#[must_use]
pub fn columns(task: Task) -> &'static [Column] {
    match task {
        Task::Empty => EMPTY,
        Task::Openings => OPENINGS,
        Task::AllColorings => ALL_COLORINGS,
        Task::Compare => COMPARE,
        Task::Count => COUNT,
    }
}
