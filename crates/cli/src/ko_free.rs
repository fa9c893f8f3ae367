//! Compares retrograde brackets with the exact values of a table, and counts the ko-free states.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Komi, Margin, Player, Ruleset, Scoring, text};
use koproof_solver::{Budget, KoRule, Retrograde, RetrogradeError};
use koproof_tables::Table;
use serde::Serialize;

use crate::progress::Watcher;
use crate::words;

/// The number of states outside their brackets that are listed.
const NAMED: usize = 5;

/// The number of ko-free states of a table, and the values outside their brackets.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct KoFree {
    /// The number of states whose bracket is a single number.
    ko_free: u64,
    /// All states: legal colorings with either player to move.
    states: u64,
    /// States whose value lies outside their bracket.
    outside: u64,
    /// The first of these states, one for each orbit.
    examples: Vec<String>,
}

/// Refuses rules to which the brackets do not apply.
pub(crate) fn check(rules: Ruleset) -> anyhow::Result<()> {
    if rules.scoring == Scoring::Territory {
        anyhow::bail!(
            "--ko-free ignores prisoners, which territory scoring counts: leave it out, or score by area"
        );
    }
    Ok(())
}

pub(crate) fn analyse(
    table: &Table,
    threads: Option<NonZeroUsize>,
    budget: Budget,
    quiet: bool,
) -> Result<Retrograde, RetrogradeError> {
    let watcher = Watcher::on(table.board(), "retrograde", quiet);
    let graph = table.representatives().graph();
    let suicide = table.rules().suicide;
    Retrograde::new(graph, suicide, KoRule::None, threads, budget, &watcher)
}

impl KoFree {
    /// Compares every value of a table with its bracket.
    pub(crate) fn new(table: &Table, analysis: &Retrograde) -> Self {
        let mut outside = 0;
        let mut examples = Vec::new();
        let representatives = table.representatives();
        for coloring in representatives.iter() {
            for to_move in Player::BOTH {
                let value = table.value(&coloring, to_move);
                let bracket = analysis.bracket(&coloring, to_move, 0);
                let (value, bracket) = value
                    .zip(bracket)
                    .expect("representatives are legal colorings of this board");
                if (bracket.lo..=bracket.hi).contains(&value) {
                    continue;
                }
                // A symmetry carries both turns of a coloring, and their values and brackets, to both turns of another.
                outside += representatives.orbit_size(&coloring) as u64;
                if examples.len() < NAMED {
                    let position = text::position(table.board(), &coloring);
                    examples.push(format!(
                        "{position} with {to_move} to move: {}, and the bracket is {}",
                        Margin::new(value, Komi::ZERO),
                        Range::new(bracket, Komi::ZERO)
                    ));
                }
            }
        }
        Self {
            ko_free: analysis.exact_states(),
            states: 2 * analysis.representatives().legal_colorings(),
            outside,
            examples,
        }
    }

    /// Returns whether a value lies outside its bracket, which is proved to be impossible.
    pub(crate) fn is_impossible(&self) -> bool {
        self.outside > 0
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let share = words::share(self.ko_free, self.states, "states");
        writeln!(out, "ko-free: {share}")?;
        match self.outside {
            0 => writeln!(out, "brackets: every value lies in its own, as is proved"),
            outside => {
                writeln!(
                    out,
                    "brackets: {} values lie OUTSIDE their own, which is proved to be impossible:",
                    HumanCount(outside)
                )?;
                self.examples
                    .iter()
                    .try_for_each(|example| writeln!(out, "  {example}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Graph, Representatives};

    use super::*;

    /// The player who takes the middle of three points owns all of them, so a table with 0 everywhere is wrong.
    #[test]
    fn wrong_values_lie_outside_and_are_named() {
        let board: Board = "path:3".parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let representatives = Representatives::new(&graph).expect("a small board");
        let zeros = vec![[0, 0]; representatives.len()];
        let rules = Ruleset::TROMP_TAYLOR;
        let table = Table::new(&board, rules, representatives, &zeros).expect("a table");
        let analysis = analyse(&table, None, Budget::UNLIMITED, true).expect("there is no limit");
        let compared = KoFree::new(&table, &analysis);
        assert!(compared.is_impossible());
        // The same count without symmetry.
        let states = table
            .iter()
            .flat_map(|(coloring, _)| Player::BOTH.map(|player| (coloring, player)));
        let is_outside = |(coloring, player): &(_, _)| {
            let bracket = analysis.bracket(coloring, *player, 0);
            bracket.is_some_and(|bracket| bracket.lo > 0 || bracket.hi < 0)
        };
        assert_eq!(compared.outside, states.filter(is_outside).count() as u64);
        let mut text = Vec::new();
        compared.write(&mut text).expect("memory can be written to");
        let text = String::from_utf8(text).expect("it is text");
        let named = "\n  ... with black to move: 0, and the bracket is B+3\n";
        assert!(
            text.contains("lie OUTSIDE") && text.contains(named),
            "{text}"
        );
    }
}
