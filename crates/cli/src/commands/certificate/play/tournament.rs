//! Random opponents against a proof.

use std::io::{self, Write};

use indicatif::HumanCount;
use koproof_answers::{Defeat, Failure, Random, Tournament};
use koproof_rules::{Board, Game, Komi, Margin, Player, text};
use koproof_solver::Observer;
use serde::Serialize;

use super::{Answer, BoundJson, Proof, Side, in_words};
use crate::about::About;
use crate::exit::{self, Exit, refuse};
use crate::interrupt;
use crate::progress::Watcher;
use crate::words;

#[derive(Debug, Serialize)]
struct Results {
    file: String,
    #[serde(flatten)]
    about: About,
    seed: u64,
    games: u64,
    met: bool,
    bounds: Vec<Outcome>,
}

/// The outcome of the games for one kind of bound.
#[derive(Debug, Serialize)]
struct Outcome {
    prover: String,
    /// The bound, if it was the same in all games.
    bound: Option<BoundJson>,
    games: u64,
    met: u64,
    least_score: i32,
    greatest_score: i32,
    longest_game: usize,
    /// The first game that did not meet the proved bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Answer>,
    #[serde(skip)]
    in_words: String,
    #[serde(skip)]
    complaint: Option<String>,
}

impl super::Args {
    /// Plays this number of games for each side with a bound, from the given start or from random roots.
    pub(super) fn tournament<'s>(
        &self,
        out: &mut dyn Write,
        proof: &Proof<'s>,
        start: Option<&Game<'s, 1, 2>>,
        games: u64,
    ) -> anyhow::Result<Exit> {
        let sides = match self.bound {
            Some(side) => vec![side],
            None => vec![Side::AtLeast, Side::AtMost],
        };
        let watcher = Watcher::new("playing", self.quiet);
        let mut random = Random::new(self.seed);
        let played = sides.iter().filter_map(|side| {
            let prover = side.prover();
            let mut continues = |played| {
                let of = HumanCount(games);
                watcher.show(played, games, || {
                    format!("playing for {prover}: {} of {of} games", HumanCount(played))
                });
                !watcher.should_stop()
            };
            let (strategy, random) = (proof.strategy, &mut random);
            let played = Tournament::play(strategy, start, prover, games, random, &mut continues)?;
            Some(Outcome::new(proof, prover, &played))
        });
        let bounds: Vec<Outcome> = played.collect();
        drop(watcher);
        if bounds.is_empty() {
            refuse!("{} proves no such bound", proof.path.display());
        }
        let results = Results {
            file: proof.path.display().to_string(),
            about: About::new(proof.board, proof.strategy.rules()),
            seed: self.seed,
            games: bounds.iter().map(|one| one.games).sum(),
            met: bounds.iter().all(|one| one.met == one.games),
            bounds,
        };
        self.format.print(out, &results, Results::write)?;
        let mut bounds = results.bounds.iter();
        if let Some(failure) = bounds.clone().find_map(|one| one.complaint.as_deref()) {
            exit::complain(failure);
            return Ok(Exit::CheckFailed);
        }
        let is_complete = bounds.all(|one| one.games == games);
        Ok(interrupt::done_or_stopped(is_complete))
    }
}

impl Outcome {
    fn new(proof: &Proof<'_>, prover: Player, played: &Tournament<'_>) -> Self {
        let failure = played.failure.as_ref();
        Self {
            prover: prover.to_string(),
            bound: played.bound.map(BoundJson::from),
            games: played.games,
            met: played.met,
            least_score: played.least_score,
            greatest_score: played.greatest_score,
            longest_game: played.longest_game,
            failure: failure.map(|failure| Answer::new(proof, &failure.game, &failure.line)),
            in_words: match played.bound {
                Some(bound) => in_words(bound),
                None => format!("the bounds of {prover}"),
            },
            complaint: failure.map(|failure| {
                let (file, why) = (proof.path.display(), reason(proof.board, failure));
                format!("{file}: game {} for {prover}: {why}", failure.number)
            }),
        }
    }
}

fn reason(board: &Board, failure: &Failure<'_>) -> String {
    match &failure.why {
        Defeat::Score(score) => {
            let bound = in_words(failure.line.bound());
            format!("it ended with {score}, {bound} was proved")
        }
        Defeat::Illegal(taken, why) => {
            let name = text::move_name(board, *taken);
            format!("the proof plays {name}: {}", text::explain(board, why))
        }
        Defeat::Stray(why) => why.to_string(),
    }
}

impl Results {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        for one in &self.bounds {
            writeln!(
                out,
                "{}: met in {} of {}; scores from {} to {}, the longest took {}",
                one.in_words,
                HumanCount(one.met),
                words::counted(one.games, "game"),
                Margin::new(one.least_score, Komi::ZERO),
                Margin::new(one.greatest_score, Komi::ZERO),
                words::counted(one.longest_game, "move")
            )?;
        }
        Ok(())
    }
}
