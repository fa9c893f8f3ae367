//! Documented figures that are solved or counted.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use koproof_rules::{Board, Coloring, Graph, Player, Ruleset, Suicide, text};
use koproof_solver::{Bracket, Solver};
use koproof_verify::Oracle;

use super::check::{Check, Verdict};
use super::published::{self, Count, Counted, Value};
use crate::arguments::{WorkArgs, solver_error};
use crate::colorings;
use crate::interrupt;
use crate::progress::Watcher;

/// The most points of a board whose colorings are gone through one by one.
const MOST_COLORED: usize = 16;
/// The most points of a board whose games are gone through one by one: four have two thousand million.
const MOST_PLAYED: usize = 3;

/// Solves positions, all together within one limit of time.
pub(super) struct Bench<'a> {
    work: &'a WorkArgs,
    started: Instant,
}

impl<'a> Bench<'a> {
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
        let solver = Solver::new(board, rules, self.work.options()).map_err(solver_error)?;
        let game = solver.game(start, to_move)?;
        let watcher = Watcher::new(format!("solving {}", board.name()), self.work.quiet);
        Ok(solver.solve(&game, &watcher.until(self.left())).value)
    }

    fn left(&self) -> Option<Duration> {
        let limit = self.work.time_limit?;
        Some(limit.saturating_sub(self.started.elapsed()))
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

    /// Solves the empty 2x2 board twice: with all our means, and with none but Tromp's.
    pub(super) fn two_by_two(&self) -> anyhow::Result<Vec<Check>> {
        let board: Board = "2x2".parse()?;
        let rules = Ruleset::TROMP_TAYLOR;
        let nodes = published::counts()
            .iter()
            .find(|row| row.what == Counted::SearchNodes && row.board == board)
            .map(|row| row.value)
            .ok_or_else(|| anyhow::anyhow!("no count of search nodes among the counts in print"))?;
        let value = self.solve(&board, rules, "../..", Player::BLACK)?;
        let oracle = Oracle::new(&board, rules)?;
        let game = oracle.start("../..", Player::BLACK)?;
        let answer = game
            .value((-4, 4), None)
            .ok_or_else(|| anyhow::anyhow!("the alpha-beta search came to no end"))?;
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

    /// Solves a position in print.
    pub(super) fn value(&self, row: &Value) -> anyhow::Result<Check> {
        let found = self.solve(&row.board, row.rules(), &row.position, row.to_move)?;
        let check = Check::of_value(value_label(row), row.value, found);
        Ok(check.from(&row.source, &row.note))
    }
}

/// Says which position it is, under which rules.
pub(super) fn value_label(row: &Value) -> String {
    let stones = row.position.contains(['X', 'O']);
    let position = if stones {
        format!("{}, {} to move", row.position, row.to_move)
    } else {
        "empty".to_owned()
    };
    let rules = row.rules();
    format!(
        "{} {position}, {}, {}",
        row.board.name(),
        rules.superko,
        suicide(rules)
    )
}

fn suicide(rules: Ruleset) -> &'static str {
    match rules.suicide {
        Suicide::Allow => "suicide",
        Suicide::Forbid => "no suicide",
    }
}

/// Says what is counted on which board.
pub(super) fn count_label(row: &Count) -> String {
    let what = match row.what {
        Counted::LegalColorings => "legal colorings",
        Counted::Games => "games",
        Counted::SearchNodes => "search nodes",
    };
    format!("{what} on {}", row.board.name())
}

/// Tells whether there are few enough to go through them one by one.
pub(super) fn can_be_counted(row: &Count) -> bool {
    let points = row.board.points();
    match row.what {
        Counted::LegalColorings => points <= MOST_COLORED,
        Counted::Games => points <= MOST_PLAYED,
        Counted::SearchNodes => false,
    }
}

/// Counts what [`can_be_counted`].
pub(super) fn count(row: &Count) -> anyhow::Result<Check> {
    let graph = Graph::<1>::new(&row.board)?;
    let found = match row.what {
        Counted::LegalColorings => legal_colorings(&graph),
        Counted::Games => Some(games(&graph, Coloring::EMPTY, &mut HashSet::new())),
        Counted::SearchNodes => None,
    };
    let label = count_label(row);
    let check = match found {
        Some(found) => Check::of(label, row.value, found),
        None => Check {
            verdict: Verdict::Open,
            ..Check::of(label, row.value, "open")
        },
    };
    Ok(check.from(&row.source, ""))
}

/// Counts the colorings in which every chain has a liberty; `None` if a signal comes first.
fn legal_colorings(graph: &Graph<1>) -> Option<u64> {
    let mut legal = 0;
    for coloring in colorings::in_text_order(graph.points()) {
        if interrupt::requested() {
            return None;
        }
        legal += u64::from(coloring.is_legal(graph));
    }
    Some(legal)
}

/// Counts the games that go on from a coloring, the one that ends here among them: the ways to go from coloring to
/// coloring by plays of either colour without coming back to one. Passes are not told apart.
fn games(graph: &Graph<1>, coloring: Coloring<1, 2>, seen: &mut HashSet<Coloring<1, 2>>) -> u64 {
    seen.insert(coloring);
    let mut count = 1;
    for player in [Player::BLACK, Player::WHITE] {
        for point in coloring.empty(graph).iter() {
            let next = coloring.play(graph, player, point).coloring;
            if !seen.contains(&next) {
                count += games(graph, next, seen);
            }
        }
    }
    seen.remove(&coloring);
    count
}
