//! The solver's work for one answer, within one limit of time.

use std::time::{Duration, Instant};

use koproof_rules::{Game, Margin, Player};
use koproof_solver::{Analysis, Detail, Remoteness, Solution, Solver, Stopped};

use crate::certificate::{Destination, Outcome};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Watcher;

/// The least limit of expansions for a certificate: a bound that follows from those of the moves takes one.
const FOR_CERTIFICATE: u64 = 1 << 10;

#[derive(Debug)]
pub(super) struct Found {
    /// The value of the position, and its cost.
    pub(super) solution: Solution,
    pub(super) time: Duration,
    /// The outcome for the certificate, if one was requested.
    pub(super) certificate: Option<Outcome>,
    /// How much of the value and the moves was wanted.
    pub(super) detail: Detail,
    /// Whether a limit left open something that is more than the best moves.
    is_open: bool,
    pub(super) analysis: Analysis,
    /// How soon Black and White can make the game end with the value or better, if it is wanted and the value is known.
    pub(super) remoteness: Option<[Remoteness; 2]>,
}

impl Found {
    /// Returns the exit code, the certificate not considered.
    pub(super) fn exit(&self) -> Exit {
        interrupt::done_or_stopped(!self.is_open && !interrupt::requested())
    }
}

impl super::Args {
    /// Finds the value or bounds, the moves, a line of play and the remoteness, if they are wanted, and writes the certificate as
    /// soon as nothing that follows can narrow the bracket. All of this keeps within one limit of time.
    pub(super) fn search(
        &self,
        solver: &Solver,
        game: &Game<'_, 1, 2>,
        certificate: Option<&Destination>,
    ) -> Found {
        let watch = |what: &str| Watcher::on(solver.board(), what, self.work.quiet);
        let started = Instant::now();
        let left = || self.work.budget_since(started);
        let watcher = watch("solving");
        let on_board = |score: &Margin| score.least_on_board(game.rules().komi);
        let targets: Vec<_> = self.at_least.iter().map(on_board).collect();
        let mut analysis = match targets.is_empty() {
            true => solver.analyse(game, Detail::Value, left(), &watcher),
            false => solver.ask(game, &targets, left(), &watcher),
        };
        let time = started.elapsed();
        let value = analysis.value();
        let mut solution = Solution {
            value,
            stats: analysis.stats,
            stopped: analysis.stopped,
        };
        let certify = |value| {
            certificate.map(|destination| {
                let watcher = watch("certificate of");
                let mut budget = left();
                budget.nodes = budget.nodes.map(|nodes| nodes.max(FOR_CERTIFICATE));
                destination.write(|output, form| {
                    solver.certify(game, value, output, form, budget, &watcher)
                })
            })
        };
        let detail = match (self.value_only || !targets.is_empty(), self.all_moves) {
            (true, _) => Detail::Value,
            (false, false) => Detail::Best,
            (false, true) => Detail::Moves,
        };
        let is_full = matches!(analysis.stopped, Some(Stopped::Memory | Stopped::Names));
        let more = match detail {
            Detail::Value => None,
            Detail::Best => value.exact().map(|_| "best moves on"),
            // Time and expansions that are left are for the moves, but what has used up the memory stays there.
            _ if is_full => None,
            Detail::Moves | Detail::Lines => Some("values of the moves on"),
        };
        // The analysis of the moves may narrow an open bracket.
        let is_final = value.exact().is_some() || more.is_none();
        let early = is_final.then(|| certify(value));
        if let Some(what) = more {
            let left = left().after(analysis.stats.expansions, Duration::ZERO);
            solver.deepen(game, &mut analysis, detail, left, &watch(what));
            solution.value = analysis.value();
            solution.stopped = match solution.value.exact() {
                Some(_) => analysis.stopped,
                None => solution.stopped,
            };
        }
        let certificate = early.unwrap_or_else(|| certify(solution.value));
        let exact = solution.value.exact().filter(|_| self.remoteness);
        let remoteness = exact.map(|value| {
            Player::BOTH.map(|player| {
                let watcher = watch("turns left on");
                let found = solver.remoteness(game, player, value, left(), &watcher);
                found.expect("each player can force the value")
            })
        });
        let turns_are_open = (remoteness.iter().flatten()).any(|found| !found.is_exact());
        let is_open = match detail {
            _ if !targets.is_empty() => analysis.stopped.is_some(),
            // Best moves that are not all known leave the value exact.
            Detail::Best => !analysis.is_complete(Detail::Value),
            detail => !analysis.is_complete(detail),
        };
        Found {
            solution,
            time,
            certificate,
            detail,
            is_open: is_open || turns_are_open,
            analysis,
            remoteness,
        }
    }
}
