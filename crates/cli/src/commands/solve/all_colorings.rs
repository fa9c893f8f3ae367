//! `koproof solve --concept paranoid --all-colorings`: the score of each of several players against all others, from
//! every coloring.

use std::io::{self, Write};
use std::time::Instant;

use indicatif::HumanCount;
use koproof_rules::{Graph, Komi, Player, Ruleset, Score, text};
use koproof_solver::{Bracket, ManyError, Secured, secured_everywhere};
use serde::Serialize;

use super::many::{Concept, Total, many_error};
use crate::about::About;
use crate::arguments::ListFormat;
use crate::exit::{Blame, Exit, refuse};
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use crate::words;

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    concept: Concept,
    /// Legal colorings with each player to move, in the order of `.`, `X`, `O`, `3`, … from the first point on.
    states: Vec<Row>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Row {
    position: String,
    #[serde(skip)]
    symbols: String,
    to_move: String,
    /// The values by player.
    values: Vec<Total>,
}

impl super::Args {
    pub(super) fn solve_all_colorings(
        &self,
        rules: Ruleset,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        if rules.players == 2 && self.concept.is_none() {
            refuse!(
                "--all-colorings is for --concept paranoid: for two players use koproof table solve BOARD --out FILE"
            );
        }
        if self.concept != Some(Concept::Paranoid) {
            refuse!(
                "--all-colorings needs --concept paranoid: max^n values depend on the moves before"
            );
        }
        // The values do not count komi.
        let rules = rules.of_values();
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let started = Instant::now();
        let watcher = Watcher::on(&self.board, "solving all of", self.work.quiet);
        let budget = self.work.budget();
        let found = secured_everywhere(&graph, rules, budget, &watcher);
        drop(watcher);
        let states = match found {
            Err(ManyError::Stopped(why)) => {
                let message = format!("stopped before all states were solved: {why}");
                let unfinished = Unfinished::new(About::new(&self.board, rules), why, started);
                return unfinished.tell(&message, self.format == ListFormat::Json, out);
            }
            // The number that does not fit is not the true one.
            Err(ManyError::TooManyColorings {
                colorings: u128::MAX,
                players,
                most,
            }) => {
                let (colors, points) = (players + 1, self.board.points());
                refuse!(
                    "the board has {colors}^{points} colorings of {players} players, more than {most}: ask for one position"
                );
            }
            found => found.map_err(many_error)?,
        };
        let total = |&points: &_| Total::new(Bracket::exactly(points as Score), Komi::ZERO);
        let row = |state: &Secured| Row {
            position: text::position(&self.board, &state.coloring),
            symbols: state.coloring.to_symbols(self.board.points()),
            to_move: state.to_move.to_string(),
            values: state.values.iter().map(total).collect(),
        };
        let answer = Answer {
            about: About::new(&self.board, rules),
            concept: Concept::Paranoid,
            states: states.iter().map(row).collect(),
            seconds: started.elapsed().as_secs_f64(),
        };
        let text = |answer: &Answer, out: &mut dyn Write| answer.write(out, rules);
        let lines = answer.lines(rules.players);
        self.format.print(out, &answer, text, lines)?;
        Ok(Exit::Done)
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write, rules: Ruleset) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        let time = words::seconds(self.seconds);
        let states = HumanCount(self.states.len() as u64);
        writeln!(
            out,
            "what each player gets against all others together, komi not counted: {states} states ({time})\n"
        )?;
        let players: Vec<String> = (0..rules.players)
            .map(|index| Player::new(index).to_string())
            .collect();
        let position = self.states.iter().map(|row| row.position.len());
        let width = position.max().unwrap_or(0).max("position".len());
        writeln!(
            out,
            "  {:width$}  to move   {}",
            "position",
            players.join("  ")
        )?;
        for row in &self.states {
            write!(out, "  {:width$}  {:8}", row.position, row.to_move)?;
            for (value, player) in row.values.iter().zip(&players) {
                write!(
                    out,
                    "  {:>wide$}",
                    value.lo.to_string(),
                    wide = player.len()
                )?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Returns the lines of the list as comma-separated values.
    fn lines(&self, players: usize) -> impl Iterator<Item = Vec<String>> {
        let values = (1..=players).map(|player| format!("value_{player}"));
        let titles = ["position".to_owned(), "to_move".to_owned()];
        let lines = self.states.iter().map(|row| {
            let values = row.values.iter().map(|value| value.lo.to_string());
            let state = [row.symbols.clone(), row.to_move.clone()];
            state.into_iter().chain(values).collect()
        });
        [titles.into_iter().chain(values).collect()]
            .into_iter()
            .chain(lines)
    }
}
