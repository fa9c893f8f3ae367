//! Values, best moves and lines, in turns of growing length, so that one hard move does not block the others.

use koproof_rules::Game;
use web_time::Instant;

use super::Solver;
use crate::analysis::{Analysis, Detail, Question};
use crate::bracket::{Bracket, Score};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::watch::Watch;
use crate::search::valuer::Valuer;
use crate::state::Shared;

/// The factor by which turns grow.
const GROWTH: u64 = 4;

/// Without a limit, best moves and their line get this many expansions, or more if the value took more.
const FOR_BEST_MOVES: u64 = 1 << 17;

/// The limit for best moves and their line, as a multiple of the cost of the value.
const TIMES_THE_VALUE: u64 = 4;

impl Solver {
    /// Analyses a position as far as the budget allows.
    ///
    /// Without a limit of expansions or time, the value and the values of moves are searched until they are exact; the
    /// best moves alone ([`Detail::Best`]) have a budget of their own, four times the expansions of the value or
    /// 131,072 if that is more, and are left with brackets when it is used up
    /// ([`Stopped::Nodes`](crate::Stopped::Nodes)).
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn analyse(
        &self,
        game: &Game<'_, 1, 2>,
        detail: Detail,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Analysis {
        let mut analysis = self.analysis(game);
        self.deepen(game, &mut analysis, detail, budget, observer);
        analysis
    }

    /// Asks whether the value is at least each of these scores, in this order, as far as the budget allows. Scores that
    /// the answers before have decided are not asked. Black − White, komi not counted.
    ///
    /// On large boards a bound can be proved long before the value. Neighbouring scores that rise step by step help each
    /// other: claims and proof numbers stay.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Coloring, Player, Ruleset};
    /// use koproof_solver::{Budget, Nobody, Options, Solver};
    ///
    /// let solver = Solver::new(&"3x4".parse()?, Ruleset::NSTT, Options::default())?;
    /// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    /// let value = solver.ask(&game, &[1, 3], Budget::UNLIMITED, &Nobody).value();
    /// assert_eq!(value.is_at_least(3), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn ask(
        &self,
        game: &Game<'_, 1, 2>,
        scores: &[Score],
        budget: Budget,
        observer: &dyn Observer,
    ) -> Analysis {
        let mut analysis = self.analysis(game);
        let watch = self.watch(budget, observer, 1);
        self.run(|| {
            let mut valuer = self.valuer_about(game, &mut analysis, &watch);
            for &score in scores {
                if analysis.value().is_at_least(score).is_some() {
                    continue;
                }
                let Some(shown) = valuer.decide_game(game, score) else {
                    analysis.stopped = watch.stopped();
                    break;
                };
                analysis.learn_value(shown);
                analysis.stats = self.stats(&watch);
                observer.on_analysis(&analysis);
            }
        });
        analysis.stats = self.stats(&watch);
        analysis
    }

    /// Prepares for questions about a game. Its analysis learns at once what loaded claims say.
    fn valuer_about<'s>(
        &'s self,
        game: &Game<'_, 1, 2>,
        analysis: &mut Analysis,
        watch: &'s Watch<'s>,
    ) -> Valuer<'s> {
        let mut valuer = self.valuer(watch);
        if let Some(known) = self.loaded(game, &mut valuer) {
            analysis.learn_value(known);
        }
        valuer
    }

    /// Begins an analysis, with only the legal moves.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    #[must_use]
    pub fn analysis(&self, game: &Game<'_, 1, 2>) -> Analysis {
        self.shared.must_have(game);
        Analysis::new(game, |game| {
            if game.is_over() {
                return Bracket::exactly(game.score());
            }
            Bracket::of_points(self.graph().points()).shifted(self.shared.before(game))
        })
    }

    /// Continues an analysis as far as the budget allows. The observer receives the analysis after each question.
    /// Best moves without a limit get the budget of [`Self::analyse`]: four times the expansions of the analysis so far.
    ///
    /// # Panics
    /// If the analysis is of another game, or the game of another board or other rules than the solver.
    pub fn deepen(
        &self,
        game: &Game<'_, 1, 2>,
        analysis: &mut Analysis,
        detail: Detail,
        mut budget: Budget,
        observer: &dyn Observer,
    ) {
        assert!(analysis.is_about(game), "the analysis is of another game");
        if detail == Detail::Best {
            let (before, started) = (analysis.stats.expansions, Instant::now());
            self.go_on(game, analysis, Detail::Value, budget, observer);
            if analysis.value().exact().is_none() {
                return;
            }
            let for_value = analysis.stats.expansions;
            if budget.nodes.is_none() && budget.time.is_none() {
                let nodes = FOR_BEST_MOVES.max(TIMES_THE_VALUE * for_value);
                (budget.nodes, budget.spent) = (Some(nodes), 0);
            } else {
                budget = budget.after(for_value - before, started.elapsed());
            }
            let nodes = budget
                .nodes
                .map_or(FOR_BEST_MOVES, |most| most.saturating_sub(budget.spent));
            let each = first_turn(nodes, analysis.moves.len(), self.pool.threads());
            analysis.shorten_first_turn(each);
        }
        self.go_on(game, analysis, detail, budget, observer);
    }

    fn go_on(
        &self,
        game: &Game<'_, 1, 2>,
        analysis: &mut Analysis,
        detail: Detail,
        budget: Budget,
        observer: &dyn Observer,
    ) {
        let watch = self.watch(budget, observer, 1);
        let before = analysis.stats.expansions;
        self.run(|| {
            let valuer = self.valuer_about(game, analysis, &watch);
            let mut round = Round {
                shared: &self.shared,
                game,
                analysis,
                watch: &watch,
                valuer,
                observer,
                before,
            };
            round.work(detail);
        });
        analysis.stats = self.stats(&watch);
        analysis.stats.expansions += before;
        analysis.stopped = if analysis.is_complete(detail) {
            None
        } else {
            watch.stopped()
        };
    }
}

/// Returns the expansions of a first turn, such that every move gets its turn before any move gets a second one. A turn
/// without expansions would never see a limit, nor grow.
fn first_turn(nodes: u64, moves: usize, threads: usize) -> u64 {
    let turns = 4 * (moves * threads) as u64;
    (nodes / turns.max(1)).max(1)
}

/// One call's work on an analysis.
struct Round<'a, 'g> {
    shared: &'a Shared,
    game: &'a Game<'g, 1, 2>,
    analysis: &'a mut Analysis,
    watch: &'a Watch<'a>,
    valuer: Valuer<'a>,
    observer: &'a dyn Observer,
    /// Expansions of earlier calls.
    before: u64,
}

impl Round<'_, '_> {
    /// Works in turns until the analysis is complete or a limit stops it.
    fn work(&mut self, detail: Detail) {
        self.watch.look();
        if self.watch.stopped().is_some() {
            // Claims may know the value.
            self.value(Detail::Value);
        }
        while !self.analysis.is_complete(detail) && self.watch.stopped().is_none() {
            // A question that its turn leaves open comes again in the next round, after all others.
            let Some(question) = self.analysis.next_question() else {
                self.analysis.turn = self.analysis.turn.saturating_mul(GROWTH);
                continue;
            };
            match question {
                Question::Value => self.value(detail),
                Question::IsBest(index) if detail >= Detail::Best => self.is_best(index),
                Question::Leading if detail >= Detail::Best => {
                    if let Some(leading) = self.analysis.leading() {
                        self.line(leading);
                    }
                }
                Question::Move(index) if detail >= Detail::Moves => self.move_value(index),
                Question::Line(index) if detail >= Detail::Lines => self.line(index),
                _ => {}
            }
            // The first turns for best moves are shorter than the search goes without a look at its limits.
            if detail == Detail::Best {
                self.watch.check(self.shared);
            }
        }
    }

    /// Narrows the bracket of the value, without a limit for the turn if nothing else is asked.
    fn value(&mut self, detail: Detail) {
        if self.analysis.value().exact().is_some() {
            return;
        }
        let turn = (detail >= Detail::Moves).then_some(self.analysis.turn);
        self.valuer.set_turn(turn);
        let found = self
            .valuer
            .bracket_of_game(self.game, Some(self.analysis.value()));
        self.analysis.learn_value(found);
        self.tell();
    }

    /// Decides whether a move keeps the value.
    fn is_best(&mut self, index: usize) {
        let Some(value) = self.analysis.value().exact() else {
            return;
        };
        if !self.analysis.is_undecided(index) {
            return;
        }
        self.valuer.set_turn(Some(self.analysis.turn));
        let taken = self.analysis.moves[index].taken;
        let mover = self.game.to_move();
        let proved = match self.valuer.keeps(self.game, taken, value) {
            Some(true) => Bracket::exactly(value),
            // The player to move gets at least one point less.
            Some(false) => Bracket {
                lo: Bracket::ANY.lo,
                hi: Bracket::exactly(value).seen_by(mover).hi - 1,
            }
            .seen_by(mover),
            None => return,
        };
        self.analysis.learn_move(index, proved);
        self.tell();
    }

    /// Narrows the bracket of a move.
    fn move_value(&mut self, index: usize) {
        let known = &self.analysis.moves[index];
        if known.value.exact().is_some() {
            return;
        }
        self.valuer.set_turn(Some(self.analysis.turn));
        let after = self.game.after(known.taken);
        let after = after.expect("only legal moves are listed");
        let before = self.watch.expansions();
        let found = self.valuer.bracket_of_game(&after, Some(known.value));
        self.analysis.moves[index].expansions += self.watch.expansions() - before;
        self.analysis.learn_move(index, found);
        self.tell();
    }

    /// Extends the line of a move whose value is known.
    fn line(&mut self, index: usize) {
        let known = &mut self.analysis.moves[index];
        let Some(value) = known.value.exact() else {
            return;
        };
        if known.line_ends {
            return;
        }
        self.valuer.set_turn(Some(self.analysis.turn));
        known.line_ends = self.valuer.line(self.game, value, &mut known.line);
        self.tell();
    }

    fn tell(&mut self) {
        self.analysis.stats.expansions = self.before + self.watch.expansions();
        self.observer.on_analysis(self.analysis);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_turn_has_expansions_however_many_threads_and_moves_there_are() {
        assert_eq!(first_turn(FOR_BEST_MOVES, 65, 600), 1);
        assert_eq!(first_turn(FOR_BEST_MOVES, 8, 2), FOR_BEST_MOVES / 64);
        assert_eq!(first_turn(FOR_BEST_MOVES, 0, 2), FOR_BEST_MOVES);
    }
}
