//! The solver's work for one answer, within one limit of time.

use std::time::{Duration, Instant};

use koproof_rules::{Game, Margin, Player, Score};
use koproof_solver::{Analysis, Bracket, Budget, Detail, Remoteness, Solution, Solver, Stopped};

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
        let work = Work {
            args: self,
            solver,
            game,
            started: Instant::now(),
        };
        let mut analysis = work.value();
        let time = work.started.elapsed();
        let mut solution = Solution {
            value: analysis.value(),
            stats: analysis.stats,
            stopped: analysis.stopped,
        };
        let detail = self.detail();
        let more = more(&analysis, detail);
        let certify = |value| certificate.map(|destination| work.certify(value, destination));
        // The analysis of the moves may narrow an open bracket.
        let is_final = solution.value.exact().is_some() || more.is_none();
        let early = is_final.then(|| certify(solution.value));
        if let Some(what) = more {
            let left = (work.left()).after(analysis.stats.expansions, Duration::ZERO);
            solver.deepen(game, &mut analysis, detail, left, &work.watch(what));
            solution.value = analysis.value();
            solution.stopped = match solution.value.exact() {
                Some(_) => analysis.stopped,
                None => solution.stopped,
            };
        }
        let certificate = early.unwrap_or_else(|| certify(solution.value));
        let exact = solution.value.exact().filter(|_| self.remoteness);
        let remoteness = exact.map(|value| work.remoteness(value));
        let turns_are_open = (remoteness.iter().flatten()).any(|found| !found.is_exact());
        Found {
            solution,
            time,
            certificate,
            detail,
            is_open: self.leaves_open(&analysis) || turns_are_open,
            analysis,
            remoteness,
        }
    }

    /// Returns how much of the value and the moves is wanted.
    fn detail(&self) -> Detail {
        match (self.value_only || !self.at_least.is_empty(), self.all_moves) {
            (true, _) => Detail::Value,
            (false, false) => Detail::Best,
            (false, true) => Detail::Moves,
        }
    }

    /// Tells whether a limit left open what was wanted of the value and the moves.
    fn leaves_open(&self, analysis: &Analysis) -> bool {
        match self.detail() {
            _ if !self.at_least.is_empty() => analysis.stopped.is_some(),
            // Best moves that are not all known leave the value exact.
            Detail::Best => !analysis.is_complete(Detail::Value),
            detail => !analysis.is_complete(detail),
        }
    }
}

/// Returns the name of the work that follows the value, if there is any.
fn more(analysis: &Analysis, detail: Detail) -> Option<&'static str> {
    let is_full = matches!(analysis.stopped, Some(Stopped::Memory | Stopped::Names));
    match detail {
        Detail::Value => None,
        Detail::Best => analysis.value().exact().map(|_| "best moves on"),
        // Time and expansions that are left are for the moves, but what has used up the memory stays there.
        _ if is_full => None,
        Detail::Moves | Detail::Lines => Some("values of the moves on"),
    }
}

/// The parts of the work, which share the limit of time.
struct Work<'a> {
    args: &'a super::Args,
    solver: &'a Solver,
    game: &'a Game<'a, 1, 2>,
    started: Instant,
}

impl Work<'_> {
    fn left(&self) -> Budget {
        self.args.work.budget_since(self.started)
    }

    fn watch(&self, what: &str) -> Watcher {
        Watcher::on(self.solver.board(), what, self.args.work.quiet)
    }

    /// Finds the value, or what was asked about it.
    fn value(&self) -> Analysis {
        let (solver, game) = (self.solver, self.game);
        let komi = game.rules().komi;
        let on_board = |score: &Margin| score.least_on_board(komi);
        let targets: Vec<_> = self.args.at_least.iter().map(on_board).collect();
        let watcher = self.watch("solving");
        match targets.is_empty() {
            true => solver.analyse(game, Detail::Value, self.left(), &watcher),
            false => solver.ask(game, &targets, self.left(), &watcher),
        }
    }

    /// Writes the certificate of a value or bracket.
    fn certify(&self, value: Bracket, destination: &Destination) -> Outcome {
        let watcher = self.watch("certificate of");
        let mut budget = self.left();
        budget.nodes = budget.nodes.map(|nodes| nodes.max(FOR_CERTIFICATE));
        destination.write(|output, form| {
            (self.solver).certify(self.game, value, output, form, budget, &watcher)
        })
    }

    /// Finds how soon Black and White can make the game end with this value or better.
    fn remoteness(&self, value: Score) -> [Remoteness; 2] {
        Player::BOTH.map(|player| {
            let watcher = self.watch("turns left on");
            let left = self.left();
            let found = (self.solver).remoteness(self.game, player, value, left, &watcher);
            found.expect("each player can force the value")
        })
    }
}
