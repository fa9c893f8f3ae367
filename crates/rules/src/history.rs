//! What a move records, and what may not be recorded twice: the only superko test.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::color::Player;
use crate::ruleset::RulesetError;

/// What a superko rule remembers of a move: the coloring it led to and, under some rules, a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Record<C> {
    /// The coloring.
    pub coloring: C,
    /// The player, under the rules that look at who moves; `None` under positional superko.
    pub player: Option<Player>,
}

/// A superko rule: what a move records. A play is illegal if its record has been made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Superko {
    /// No play may recreate an earlier coloring.
    Positional,
    /// No play may recreate an earlier coloring with the same player to move.
    Situational,
    /// No play may recreate a coloring that the same player's play has led to.
    NaturalSituational,
}

/// Whose name goes into a record.
#[derive(Clone, Copy)]
enum Tag {
    Nobody,
    Mover,
    Next,
}

impl Tag {
    fn record<C>(self, coloring: C, mover: Player, players: usize) -> Record<C> {
        let player = match self {
            Self::Nobody => None,
            Self::Mover => Some(mover),
            Self::Next => Some(mover.next(players)),
        };
        Record { coloring, player }
    }
}

/// A row of the table of records.
struct Row {
    play: Tag,
    pass: Option<Tag>,
}

impl Superko {
    /// Every superko rule.
    pub const ALL: [Self; 3] = [
        Self::Positional,
        Self::Situational,
        Self::NaturalSituational,
    ];

    const fn row(self) -> Row {
        match self {
            Self::Positional => Row {
                play: Tag::Nobody,
                pass: None,
            },
            Self::Situational => Row {
                play: Tag::Next,
                pass: Some(Tag::Next),
            },
            Self::NaturalSituational => Row {
                play: Tag::Mover,
                pass: None,
            },
        }
    }

    /// Returns the record of a play by `mover` that led to `coloring`.
    #[inline]
    #[must_use]
    pub fn of_play<C>(self, coloring: C, mover: Player, players: usize) -> Record<C> {
        self.row().play.record(coloring, mover, players)
    }

    /// Returns the record of a pass by `mover` at `coloring`, if the rule keeps one.
    #[inline]
    #[must_use]
    pub fn of_pass<C>(self, coloring: C, mover: Player, players: usize) -> Option<Record<C>> {
        Some(self.row().pass?.record(coloring, mover, players))
    }

    /// Goes through `K(p, t, k)`: the records that *every* history holds at `coloring` with `to_move` to move
    /// after `passes` consecutive passes. A game that starts there starts with those for no passes.
    ///
    /// The first is the record of whatever led to `coloring` (at the start of a game, as if a play had);
    /// the passes' own follow. A record may come twice.
    pub fn known<C: Copy>(
        self,
        coloring: C,
        to_move: Player,
        passes: usize,
        players: usize,
    ) -> impl Iterator<Item = Record<C>> {
        let first = to_move.before(passes + 1, players);
        let arrival = self.of_play(coloring, first, players);
        let passed = (0..passes).filter_map(move |turn| {
            self.of_pass(coloring, first.after(turn + 1, players), players)
        });
        std::iter::once(arrival).chain(passed)
    }
}

impl fmt::Display for Superko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Positional => "positional",
            Self::Situational => "situational",
            Self::NaturalSituational => "natural-situational",
        })
    }
}

impl FromStr for Superko {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string() == text)
            .ok_or_else(|| RulesetError::Superko(text.to_owned()))
    }
}

/// The records made so far, each with the turn that made it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<C: Eq + Hash> {
    first_seen: HashMap<Record<C>, usize>,
}

impl<C: Eq + Hash> Default for History<C> {
    fn default() -> Self {
        Self {
            first_seen: HashMap::new(),
        }
    }
}

impl<C: Eq + Hash> History<C> {
    /// Returns the turn that made this record first, if any has; turn 0 is the start.
    #[must_use]
    pub fn first_seen(&self, record: &Record<C>) -> Option<usize> {
        self.first_seen.get(record).copied()
    }

    /// Adds a record and tells whether it is new. One that is not new stays with its first turn.
    pub fn add(&mut self, record: Record<C>, turn: usize) -> bool {
        match self.first_seen.entry(record) {
            Entry::Occupied(_) => false,
            Entry::Vacant(slot) => {
                slot.insert(turn);
                true
            }
        }
    }

    /// Takes a record out again. Only whoever was told that it was new may do so.
    pub fn remove(&mut self, record: &Record<C>) {
        self.first_seen.remove(record);
    }

    /// Goes through the records, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Record<C>> {
        self.first_seen.keys()
    }

    /// Counts the records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first_seen.len()
    }

    /// Tells whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first_seen.is_empty()
    }
}
