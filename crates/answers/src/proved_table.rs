//! Tables compared with certificates.

use koproof_rules::{Player, text};
use koproof_tables::Table;
use koproof_verify::{Bound, Checked, Proved, Statement};

/// What a certificate proves of the values of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvedTable {
    /// The number of values that are not proved, and of bounds that contradict a value.
    pub flaws: u64,
    /// The first of them.
    pub first_flaw: Option<String>,
    /// The number of values with proved lower and upper bounds.
    pub proved: u64,
}

impl ProvedTable {
    /// Compares every value of a table with the bounds that a certificate proves for games that start there.
    ///
    /// Symmetric positions have the same value, so one of each orbit is enough.
    #[must_use]
    pub fn new(table: &Table, checked: &Checked) -> Self {
        let mut compared = Self::default();
        if let Some(why) = mismatch(table, checked) {
            compared.flaw(|| why);
            return compared;
        }
        let representatives = table.representatives();
        let symmetry = representatives.symmetry();
        let mut known = vec![[Bracket::default(); 2]; representatives.len()];
        for Proved { state, bound } in &checked.proved {
            let Some((rank, element)) = representatives.find(&state.coloring) else {
                continue;
            };
            let player = symmetry.player(element, state.to_move);
            let bound = if symmetry.swaps_colors(element) {
                bound.swapped()
            } else {
                *bound
            };
            let bracket = &mut known[rank][player.index()];
            match bound {
                Bound::AtLeast(score) => {
                    bracket.at_least = Some(bracket.at_least.map_or(score, |old| old.max(score)));
                }
                Bound::AtMost(score) => {
                    bracket.at_most = Some(bracket.at_most.map_or(score, |old| old.min(score)));
                }
            }
        }
        for (coloring, brackets) in representatives.iter().zip(known) {
            let values = table
                .values(&coloring)
                .expect("representatives are legal colorings");
            for ((player, value), bracket) in Player::BOTH.into_iter().zip(values).zip(brackets) {
                match flaw(value, bracket) {
                    None => compared.proved += 1,
                    Some(what) => compared.flaw(|| {
                        let position = text::position(table.board(), &coloring);
                        format!(
                            "{position} with {player} to move is {value} in the table, but {what}"
                        )
                    }),
                }
            }
        }
        compared
    }

    fn flaw(&mut self, say: impl FnOnce() -> String) {
        self.flaws += 1;
        self.first_flaw.get_or_insert_with(say);
    }
}

/// The best proved bounds of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Bracket {
    at_least: Option<i16>,
    at_most: Option<i16>,
}

/// Describes the problem with the proof of a value, if there is one.
fn flaw(value: i32, bracket: Bracket) -> Option<String> {
    let at_least = bracket.at_least.map(Bound::AtLeast);
    let at_most = bracket.at_most.map(Bound::AtMost);
    let exactly = |bound: Bound| i32::from(bound.score()) == value;
    if at_least.is_some_and(exactly) && at_most.is_some_and(exactly) {
        return None;
    }
    let bounds: Vec<String> = [at_least, at_most]
        .into_iter()
        .flatten()
        .map(|bound| bound.to_string())
        .collect();
    Some(match bounds.as_slice() {
        [] => "the certificate proves nothing of it".to_owned(),
        bounds => format!("the certificate proves {}", bounds.join(" and ")),
    })
}

/// Returns the reason why a certificate does not belong to a table, if there is one.
fn mismatch(table: &Table, checked: &Checked) -> Option<String> {
    let header = &checked.header;
    let (graph, superko) = (header.board.to_graph6(), header.superko.to_string());
    let (suicide, scoring) = (header.suicide.to_string(), header.scoring.to_string());
    let rules = table.rules();
    let compared = [
        ("graph", table.board().to_graph6(), graph),
        ("superko", rules.superko.to_string(), superko),
        ("suicide", rules.suicide.to_string(), suicide),
        ("scoring", rules.scoring.to_string(), scoring),
    ];
    let different = compared.iter().find(|(_, one, other)| one != other);
    if let Some((what, table, certificate)) = different {
        return Some(format!(
            "the table is of {what} {table}, the certificate of {what} {certificate}: they do not belong together"
        ));
    }
    match &header.statement {
        Statement::Position { moves, .. } if !moves.is_empty() => Some(
            "the certificate is about a position within a game, the table about games that start: they do not belong together"
                .to_owned(),
        ),
        Statement::Position { .. } | Statement::Table { .. } => None,
    }
}
