//! Tables compared with certificates.

use koproof_rules::{Player, Score, text};
use koproof_solver::Bracket;
use koproof_tables::Table;
use koproof_verify::{Bound, Checked, StatedBound, Statement};

/// The values of a table, as far as a certificate proves them.
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
        let mut known = vec![[Bracket::ANY; 2]; representatives.len()];
        for StatedBound { state, bound } in &checked.proved {
            let Some((rank, element)) = representatives.find(&state.coloring) else {
                continue;
            };
            let player = symmetry.player(element, state.to_move);
            let bound = if symmetry.swaps_colors(element) {
                bound.swapped()
            } else {
                *bound
            };
            let (bracket, proved) = (&mut known[rank][player.index()], Bracket::from(bound));
            bracket.lo = bracket.lo.max(proved.lo);
            bracket.hi = bracket.hi.min(proved.hi);
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

/// Describes the problem with the proof of a value, if there is one.
fn flaw(value: Score, proved: Bracket) -> Option<String> {
    if proved.exact() == Some(value) {
        return None;
    }
    let at_least = (proved.lo > Bracket::ANY.lo).then_some(Bound::AtLeast(proved.lo as i16));
    let at_most = (proved.hi < Bracket::ANY.hi).then_some(Bound::AtMost(proved.hi as i16));
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
        Statement::Position(position) if !position.moves.is_empty() => Some(
            "the certificate is about a position within a game, the table about games that start: they do not belong together"
                .to_owned(),
        ),
        Statement::Position(_) | Statement::Table { .. } => None,
    }
}
