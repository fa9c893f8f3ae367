//! Values for more than two players: max^n, or one player against all others.

use std::io::{self, Write};
use std::time::Instant;

use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_rules::{Board, Game, Graph, Komi, Move, Player, Ruleset, text};
use koproof_solver::{Bracket, Budget, ManyError, Stopped, max_n, paranoid};
use serde::Serialize;

use crate::about::{About, moves_made};
use crate::arguments::{FormatArgs, StartArgs, WorkArgs};
use crate::draw;
use crate::exit::{Blame, Exit};
use crate::interrupt;
use crate::progress::Watcher;
use crate::wide::N;
use crate::words;

/// The default limit for max^n values: half a minute to a few minutes.
const USUAL_NODES: u64 = 500_000_000;

/// A solution concept for more than two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Concept {
    /// Each player takes the move that is best for that player; of equally good moves the first
    #[default]
    MaxN,
    /// The score that a player can secure if all others play together against that player
    Paranoid,
}

/// The question, with its options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) board: &'a Board,
    pub(super) start: &'a StartArgs,
    pub(super) rules: Ruleset,
    pub(super) concept: Concept,
    pub(super) work: &'a WorkArgs,
    pub(super) format: &'a FormatArgs,
}

/// The result.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    position: String,
    to_move: String,
    history: Vec<String>,
    concept: &'static str,
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
struct Total {
    lo: Komi,
    hi: Komi,
}

/// The cost.
#[derive(Debug, Serialize)]
struct Stats {
    expansions: u64,
    seconds: f64,
}

/// The values of the players, their lines of play, their cost, and the limit that stopped the search.
type Found = (Vec<Bracket>, Vec<Vec<Move>>, u64, Option<Stopped>);

impl Question<'_> {
    /// Solves the position and prints the result.
    pub(super) fn answer(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let graph = Graph::<1>::new(self.board).bad_input()?;
        let game: Game<'_, 1, N> = self.start.game(self.board, &graph, self.rules)?;
        let started = Instant::now();
        let (values, lines, expansions, stopped) = self.find(&game).bad_input()?;
        let answer = Answer {
            about: About::new(self.board, self.rules),
            position: text::position(self.board, game.start().0),
            to_move: game.start().1.to_string(),
            history: moves_made(self.board, &game),
            concept: match self.concept {
                Concept::MaxN => "max-n",
                Concept::Paranoid => "paranoid",
            },
            exact: values.iter().all(|value| value.exact().is_some()),
            values: (0..)
                .map(Player::new)
                .zip(&values)
                .map(|(player, value)| self.total(player, *value))
                .collect(),
            stopped: stopped.map(|why| why.to_string()),
            principal_variations: (lines.iter())
                .map(|line| text::turns(self.board, game.to_move(), self.rules.players, line))
                .collect(),
            stats: Stats {
                expansions,
                seconds: started.elapsed().as_secs_f64(),
            },
        };
        self.format
            .print(out, &answer, |answer, out| self.write(out, &game, answer))?;
        Ok(interrupt::done_or_stopped(stopped.is_none()))
    }

    fn find(&self, game: &Game<'_, 1, N>) -> Result<Found, ManyError> {
        let WorkArgs {
            node_limit,
            time_limit,
            quiet,
            ..
        } = *self.work;
        // Only max^n needs a default limit; paranoid values use claims.
        let endless = time_limit.is_some() || self.concept == Concept::Paranoid;
        let usual = (!endless).then_some(USUAL_NODES);
        let started = Instant::now();
        let budget = |expansions| Budget {
            nodes: node_limit.or(usual),
            ..self.work.budget().after(expansions, started.elapsed())
        };
        let watcher = Watcher::new(format!("solving {}", self.board.name()), quiet);
        if self.concept == Concept::MaxN {
            let found = max_n(game, budget(0), &watcher)?;
            let lines = vec![found.line];
            return Ok((found.value, lines, found.expansions, found.stopped));
        }
        let (mut values, mut lines, mut expansions, mut stopped) = (vec![], vec![], 0, None);
        for index in 0..self.rules.players {
            let found = paranoid(game, Player::new(index), budget(expansions), &watcher)?;
            expansions += found.expansions;
            stopped = stopped.or(found.stopped);
            values.push(found.value);
            lines.push(found.line);
        }
        Ok((values, lines, expansions, stopped))
    }

    /// Points and komi.
    fn total(&self, player: Player, points: Bracket) -> Total {
        let komi = self.rules.komi_of(player).half_points();
        let total = |points| Komi::from_half_points(2 * points + komi);
        Total {
            lo: total(points.lo),
            hi: total(points.hi),
        }
    }

    fn write(&self, out: &mut dyn Write, game: &Game<'_, 1, N>, answer: &Answer) -> io::Result<()> {
        writeln!(out, "{}", answer.about)?;
        if !answer.history.is_empty() {
            writeln!(out, "moves made: {}", answer.history.join(", "))?;
        }
        writeln!(out)?;
        writeln!(out, "{}", draw::coloring(self.board, game.coloring()))?;
        match game.is_over() {
            true => writeln!(out, "the game is over")?,
            false => writeln!(out, "to move: {}", game.to_move())?,
        }
        let what = match self.concept {
            Concept::MaxN => "gets by max^n",
            Concept::Paranoid => "gets against all others together",
        };
        for (index, &Total { lo, hi }) in answer.values.iter().enumerate() {
            let player = Player::new(index);
            if lo == hi {
                writeln!(out, "{player} {what}: {lo}")?;
            } else {
                let why = answer.stopped.as_deref().unwrap_or("stopped");
                writeln!(
                    out,
                    "{player} {what}: open, from {lo} to {hi} (stopped: {why})"
                )?;
            }
        }
        let time = words::seconds(answer.stats.seconds);
        writeln!(
            out,
            "search: {} expansions, {time}",
            HumanCount(answer.stats.expansions)
        )?;
        for (index, line) in answer.principal_variations.iter().enumerate() {
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
