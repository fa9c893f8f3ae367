//! The ladder: boards in the order in which they get hard.

/// How many rungs there are.
pub(super) const RUNGS: usize = 6;

/// The task on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The empty board.
    Value,
    /// Every coloring, either side to move.
    Table,
}

/// A board on the ladder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) board: &'static str,
    pub(super) task: Task,
    /// The value of the empty board, where it was known before: from print, or from the prototype of this method, a
    /// program of its own.
    pub(super) known: Option<i32>,
    /// About how many expansions that prototype took on one thread.
    pub(super) prototype: Option<u64>,
}

/// Boards of about the same difficulty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rung {
    pub(super) number: u8,
    pub(super) entries: &'static [Entry],
}

/// The ladder. Suicide is forbidden on all of it.
pub(super) const LADDER: [Rung; RUNGS] = [
    Rung {
        number: 1,
        entries: &[table("3x3").known(9).prototype(27_900)],
    },
    Rung {
        number: 2,
        entries: &[
            value("1x12").known(2).prototype(1_040_000),
            value("1x13").known(0).prototype(2_610_000),
            value("1x14").known(1).prototype(6_790_000),
        ],
    },
    Rung {
        number: 3,
        entries: &[
            value("3x5").known(15).prototype(9_300_000),
            value("2x7").known(14).prototype(3_800_000),
            value("4x4").known(2).prototype(6_860_000),
        ],
    },
    Rung {
        number: 4,
        entries: &[
            table("2x5").known(10),
            table("3x4").known(4),
            table("path:10"),
            table("path:11"),
            table("cycle:9").known(1),
            table("cycle:10").known(0),
        ],
    },
    Rung {
        number: 5,
        entries: &[value("1x15"), value("1x16"), value("cycle:11")],
    },
    Rung {
        number: 6,
        entries: &[
            table("4x4").known(2),
            value("1x17"),
            value("cycle:12"),
            value("bipartite:3,3"),
            value("complete:6"),
            value("4x5").known(20),
        ],
    },
];

const fn value(board: &'static str) -> Entry {
    Entry {
        board,
        task: Task::Value,
        known: None,
        prototype: None,
    }
}

const fn table(board: &'static str) -> Entry {
    Entry {
        task: Task::Table,
        ..value(board)
    }
}

impl Entry {
    const fn known(self, value: i32) -> Self {
        Self {
            known: Some(value),
            ..self
        }
    }

    const fn prototype(self, expansions: u64) -> Self {
        Self {
            prototype: Some(expansions),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koproof_rules::Board;

    #[test]
    fn every_rung_has_its_number_and_boards_that_exist() {
        for (rung, number) in LADDER.iter().zip(1..) {
            assert_eq!(rung.number, number);
            for entry in rung.entries {
                assert!(entry.board.parse::<Board>().is_ok(), "{}", entry.board);
            }
        }
    }
}
