//! Values for more than two players: max^n, or one player against all others.

use std::io::{self, Write};
use std::iter;
use std::time::Instant;

use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_rules::{Board, Game, Graph, Komi, Move, Player, Ruleset, text};
use koproof_solver::{Bracket, Budget, ManyError, Stopped, max_n, paranoid};
use serde::Serialize;

use crate::about::{About, moves_made, write_moves_made};
use crate::arguments::N;
use crate::draw;
use crate::exit::{self, Blame, Exit, bad_input, refuse};
use crate::interrupt;
use crate::progress::Watcher;
use crate::words;

/// The default limit for max^n values: half a minute to a few minutes.
const USUAL_NODES: u64 = 500_000_000;

/// A solution concept for more than two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Concept {
    /// Each player takes the move that is best for that player; of equally good moves the first
    #[default]
    MaxN,
    /// The score that a player can secure if all others play together against that player
    Paranoid,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    position: String,
    to_move: String,
    history: Vec<String>,
    concept: Concept,
    /// The values by player.
    values: Vec<Total>,
    exact: bool,
    /// The limit that stopped the search.
    stopped: Option<String>,
    /// One line, or under the paranoid concept one for each player.
    principal_variations: Vec<Vec<String>>,
    stats: Stats,
}

/// The least and the most points and komi that a player gets.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Total {
    pub(super) lo: Komi,
    hi: Komi,
}

#[derive(Debug, Serialize)]
struct Stats {
    expansions: u64,
    seconds: f64,
}

/// The values of the players, their lines of play, their cost, and the limit that stopped the search.
type Found = (Vec<Bracket>, Vec<Vec<Move>>, u64, Option<Stopped>);

impl super::Args {
    pub(super) fn solve_for_many(
        &self,
        rules: Ruleset,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let options = [
            ("--all-moves", self.all_moves),
            ("--value-only", self.value_only),
            ("--at-least", !self.at_least.is_empty()),
            ("--remoteness", self.remoteness),
            ("--certificate", self.certificate.path().is_some()),
            ("--claims", self.claims.is_asked()),
            ("--checkpoint", self.checkpoint.path().is_some()),
        ];
        if let Some((option, _)) = options.into_iter().find(|&(_, given)| given) {
            refuse!("{option} needs two players and no --concept: leave {option} out");
        }
        let board = &self.board;
        let concept = self.concept.unwrap_or_default();
        let graph = Graph::<1>::new(board).bad_input()?;
        let game: Game<'_, 1, N> = self.start.game(board, &graph, rules)?;
        let started = Instant::now();
        let found = self.find(&game, concept).map_err(many_error)?;
        let (values, lines, expansions, stopped) = found;
        let answer = Answer {
            about: About::new(board, rules),
            position: text::position(board, game.start().0),
            to_move: game.start().1.to_string(),
            history: moves_made(board, &game),
            concept,
            exact: values.iter().all(|value| value.exact().is_some()),
            values: (0..)
                .map(|index| rules.komi_of(Player::new(index)))
                .zip(&values)
                .map(|(komi, value)| Total::new(*value, komi))
                .collect(),
            stopped: stopped.map(|why| why.to_string()),
            principal_variations: (lines.iter())
                .map(|line| text::turns(board, game.to_move(), rules.players, line))
                .collect(),
            stats: Stats {
                expansions,
                seconds: started.elapsed().as_secs_f64(),
            },
        };
        let text = |answer: &Answer, out: &mut dyn Write| answer.write(out, board, &game);
        self.format.print(out, &answer, text, iter::empty())?;
        if let Some(note) = note_of(stopped, self.usual_nodes(concept)) {
            exit::complain(&note);
        }
        Ok(interrupt::done_or_stopped(stopped.is_none()))
    }

    /// Returns the limit of expansions that applies because no other limit is given.
    fn usual_nodes(&self, concept: Concept) -> Option<u64> {
        // Only max^n needs a default limit; paranoid values use claims.
        let needed = concept == Concept::MaxN;
        let limited = self.work.node_limit.is_some() || self.work.time_limit.is_some();
        (needed && !limited).then_some(USUAL_NODES)
    }

    fn find(&self, game: &Game<'_, 1, N>, concept: Concept) -> Result<Found, ManyError> {
        let work = &self.work;
        let usual = self.usual_nodes(concept);
        let started = Instant::now();
        let budget = |expansions| Budget {
            nodes: work.node_limit.or(usual),
            ..work.budget().after(expansions, started.elapsed())
        };
        let watcher = Watcher::on(&self.board, "solving", work.quiet);
        if concept == Concept::MaxN {
            let found = max_n(game, budget(0), &watcher)?;
            let lines = vec![found.line];
            return Ok((found.value, lines, found.expansions, found.stopped));
        }
        let (mut values, mut lines, mut expansions, mut stopped) = (vec![], vec![], 0, None);
        for index in 0..game.rules().players {
            let found = paranoid(game, Player::new(index), budget(expansions), &watcher)?;
            expansions += found.expansions;
            stopped = stopped.or(found.stopped);
            values.push(found.value);
            lines.push(found.line);
        }
        Ok((values, lines, expansions, stopped))
    }
}

/// Explains a stop at a limit that the command line does not show.
fn note_of(stopped: Option<Stopped>, usual: Option<u64>) -> Option<String> {
    match (stopped, usual) {
        (Some(Stopped::Nodes), Some(nodes)) => Some(format!(
            "stopped at the built-in limit of {} expansions: raise it with --node-limit",
            HumanCount(nodes)
        )),
        _ => None,
    }
}

/// Distinguishes errors about the input from others.
pub(super) fn many_error(error: ManyError) -> anyhow::Error {
    match error {
        ManyError::Thread(_) => error.into(),
        input => bad_input(input),
    }
}

impl Total {
    pub(super) fn new(points: Bracket, komi: Komi) -> Self {
        let total = |points| Komi::from_half_points(2 * points + komi.half_points());
        Self {
            lo: total(points.lo),
            hi: total(points.hi),
        }
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write, board: &Board, game: &Game<'_, 1, N>) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        write_moves_made(out, &self.history)?;
        writeln!(out, "\n{}", draw::coloring(board, game.coloring()))?;
        match game.is_over() {
            true => writeln!(out, "the game is over")?,
            false => writeln!(out, "to move: {}", game.to_move())?,
        }
        let what = match self.concept {
            Concept::MaxN => "gets by max^n",
            Concept::Paranoid => "gets against all others together",
        };
        for (index, &Total { lo, hi }) in self.values.iter().enumerate() {
            let player = Player::new(index);
            if lo == hi {
                writeln!(out, "{player} {what}: {lo}")?;
            } else {
                let why = self.stopped.as_deref().unwrap_or("stopped");
                writeln!(
                    out,
                    "{player} {what}: open, from {lo} to {hi} (stopped: {why})"
                )?;
            }
        }
        let time = words::seconds(self.stats.seconds);
        writeln!(
            out,
            "search: {} expansions, {time}",
            HumanCount(self.stats.expansions)
        )?;
        for (index, line) in self.principal_variations.iter().enumerate() {
            if line.is_empty() {
                continue;
            }
            let whose = match self.concept {
                Concept::MaxN => "best play".to_owned(),
                Concept::Paranoid => format!("all against {}", Player::new(index)),
            };
            writeln!(out, "{whose}: {}", line.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stop_at_the_built_in_limit_is_explained() {
        let note = note_of(Some(Stopped::Nodes), Some(USUAL_NODES)).expect("nobody has set it");
        assert!(note.contains("500,000,000 expansions") && note.contains("--node-limit"));
        assert_eq!(note_of(Some(Stopped::Nodes), None), None);
        assert_eq!(note_of(Some(Stopped::Observer), Some(USUAL_NODES)), None);
        assert_eq!(note_of(None, Some(USUAL_NODES)), None);
    }
}
