//! Documented figures that are found by solving or counting.

use std::time::Instant;

use anyhow::{Context, bail};
use koproof_rules::{Board, Coloring, Graph, Player, Ruleset, Suicide, Superko, named, text};
use koproof_solver::{Bracket, Budget, CountError, LegalMethod, count_games, count_legal};
use koproof_verify::Oracle;
use serde::Deserialize;

use super::report::{Check, Verdict};
use crate::arguments::WorkArgs;
use crate::commands::program::data::{parsed, rows};
use crate::interrupt;
use crate::progress::Watcher;

/// The most points of a board whose games are counted without `--all`: four points take a minute.
const FEW: usize = 3;

/// Solves and counts, all within one limit of time.
pub(super) struct Reproducer<'a> {
    work: &'a WorkArgs,
    started: Instant,
}

impl<'a> Reproducer<'a> {
    pub(super) fn new(work: &'a WorkArgs) -> Self {
        interrupt::listen();
        Self {
            work,
            started: Instant::now(),
        }
    }

    /// Finds the value of a game that starts here.
    fn solve(
        &self,
        board: &Board,
        rules: Ruleset,
        position: &str,
        to_move: Player,
    ) -> anyhow::Result<Bracket> {
        let graph = Graph::<1>::new(board)?;
        let start: Coloring<1, 2> = text::parse_position(board, &graph, position)?;
        let solver = self.work.solver(board, rules)?;
        let game = solver.game(start, to_move)?;
        let watcher = Watcher::on(board, "solving", self.work.quiet);
        Ok(solver.solve(&game, self.budget(), &watcher).value)
    }

    fn budget(&self) -> Budget {
        self.work.budget_since(self.started)
    }

    /// Solves the position of example 2, with and without suicide.
    pub(super) fn perfect_play(&self) -> anyhow::Result<Vec<Check>> {
        let board: Board = "2x3".parse()?;
        [Ruleset::TROMP_TAYLOR, Ruleset::NSTT]
            .into_iter()
            .map(|rules| {
                let found = self.solve(&board, rules, "OX./.X.", Player::WHITE)?;
                let what = format!("perfect play, {}", suicide(rules));
                Ok(Check::of_value(what, 6, found))
            })
            .collect()
    }

    /// Solves the empty 2x2 board twice: with the solver, and with Tromp's minimax search.
    pub(super) fn two_by_two(&self) -> anyhow::Result<Vec<Check>> {
        let board: Board = "2x2".parse()?;
        let rules = Ruleset::TROMP_TAYLOR;
        let nodes = counts()
            .iter()
            .find(|row| row.what == Counted::SearchNodes && row.board == board)
            .map(|row| row.value)
            .context("no count of search nodes among the published counts")?;
        let value = self.solve(&board, rules, "../..", Player::BLACK)?;
        let oracle = Oracle::new(&board, rules)?;
        let game = oracle.start("../..", Player::BLACK)?;
        let answer = game
            .value((-4, 4), None)
            .context("the alpha-beta search came to no end")?;
        let tromp = |check: Check| check.from("Tromp", "");
        Ok(vec![
            tromp(Check::of_value("value", 1, value)),
            tromp(Check::of(
                "alpha-beta from -4 to 4, passes first: value",
                1,
                answer.value,
            )),
            tromp(Check::of("nodes", nodes, answer.nodes)),
            tromp(Check::of("depth", 22, answer.depth)),
        ])
    }

    pub(super) fn value(&self, row: &Value) -> anyhow::Result<Check> {
        let found = self.solve(&row.board, row.rules(), &row.position, row.to_move)?;
        let check = Check::of_value(row.label(), row.value, found);
        Ok(check.from(&row.source, &row.note))
    }

    pub(super) fn count(&self, row: &Count) -> anyhow::Result<Check> {
        let (threads, budget) = (self.work.threads, self.budget());
        let label = row.label();
        let watcher = Watcher::new(format!("counting {label}"), self.work.quiet).of_count();
        let found = match row.what {
            Counted::LegalColorings => {
                let method = LegalMethod::Frontier;
                count_legal(&row.board, 2, method, threads, budget, &watcher)
                    .map(|legal| legal.count)
            }
            Counted::Games => count_games(&row.board, &row.rules(), threads, budget, &watcher)
                .map(|games| games.count),
            Counted::SearchNodes => bail!("{label} belong to an example"),
        };
        let check = match found {
            Ok(found) => Check::of(label, row.value, found),
            Err(CountError::Stopped { .. }) => Check {
                verdict: Verdict::Open,
                ..Check::of(label, row.value, "open")
            },
            Err(error) => return Err(error.into()),
        };
        Ok(check.from(&row.source, ""))
    }
}

fn suicide(rules: Ruleset) -> &'static str {
    match rules.suicide {
        Suicide::Allow => "suicide",
        Suicide::Forbid => "no suicide",
    }
}

const VALUES: &str = include_str!("../../../../data/values.csv");
const COUNTS: &str = include_str!("../../../../data/counts.csv");

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Value {
    #[serde(deserialize_with = "parsed")]
    pub(super) board: Board,
    superko: Superko,
    suicide: Suicide,
    position: String,
    to_move: Player,
    value: i32,
    source: String,
    note: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Count {
    pub(super) what: Counted,
    #[serde(deserialize_with = "parsed")]
    board: Board,
    superko: Option<Superko>,
    suicide: Option<Suicide>,
    value: u64,
    source: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    LegalColorings,
    /// Games from the empty board, without regard to passes.
    Games,
    /// Nodes of a minimax search.
    SearchNodes,
}

named! {
    Counted, String, String::from;
    LegalColorings = "legal colorings", Games = "games", SearchNodes = "search nodes",
}

impl Value {
    /// Describes the position and its rules.
    pub(super) fn label(&self) -> String {
        let position = match self.position.contains(['X', 'O']) {
            true => format!("{}, {} to move", self.position, self.to_move),
            false => "empty".to_owned(),
        };
        let (board, rules) = (self.board.name(), self.rules());
        let suicide = suicide(rules);
        format!("{board} {position}, {}, {suicide}", rules.superko)
    }

    /// Returns the rules that the value is for.
    fn rules(&self) -> Ruleset {
        Ruleset {
            superko: self.superko,
            suicide: self.suicide,
            ..Ruleset::TROMP_TAYLOR
        }
    }
}

impl Count {
    /// Describes the count and its board.
    pub(super) fn label(&self) -> String {
        format!("{} on {}", self.what, self.board.name())
    }

    /// Tells whether it is found without `--all`.
    pub(super) fn is_quick(&self) -> bool {
        match self.what {
            Counted::LegalColorings => true,
            Counted::Games => self.board.points() <= FEW,
            Counted::SearchNodes => false,
        }
    }

    /// Returns the rules that games are counted under; colorings have none.
    fn rules(&self) -> Ruleset {
        let usual = Ruleset::TROMP_TAYLOR;
        Ruleset {
            superko: self.superko.unwrap_or(usual.superko),
            suicide: self.suicide.unwrap_or(usual.suicide),
            ..usual
        }
    }
}

pub(super) fn values() -> Vec<Value> {
    rows(VALUES)
}

pub(super) fn counts() -> Vec<Count> {
    rows(COUNTS)
}
