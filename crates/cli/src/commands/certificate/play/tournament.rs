//! Random opponents against a proof.

use std::io::{self, Write};

use anyhow::bail;
use indicatif::HumanCount;
use koproof_answers::{Defeat, Failure, Random, Tournament};
use koproof_rules::{Board, Game, Player, text};
use koproof_solver::Observer;
use serde::Serialize;

use super::answer::{Answer, BoundJson};
use super::{Proof, Side, in_words};
use crate::about::About;
use crate::progress::Watcher;
use crate::words;

/// The outcome of all games.
#[derive(Debug, Serialize)]
pub(super) struct Results {
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
pub(super) struct Outcome {
    prover: String,
    /// The bound, if it was the same in all games.
    bound: Option<BoundJson>,
    games: u64,
    met: u64,
    least_score: i16,
    greatest_score: i16,
    longest_game: usize,
    /// The first game that did not meet the proved bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Answer>,
    #[serde(skip)]
    in_words: String,
    #[serde(skip)]
    complaint: Option<String>,
}

/// Plays this number of games for each side with a bound, from the given start or from random roots.
pub(super) fn play<'s>(
    proof: &Proof<'s>,
    start: Option<&Game<'s, 1, 2>>,
    sides: &[Side],
    games: u64,
    seed: u64,
    watcher: &Watcher,
) -> anyhow::Result<Results> {
    let mut random = Random::new(seed);
    let played = sides.iter().filter_map(|side| {
        let prover = side.prover();
        let mut continues = |played| {
            let of = HumanCount(games);
            watcher.show(played, games, || {
                format!("playing for {prover}: {} of {of} games", HumanCount(played))
            });
            !watcher.should_stop()
        };
        let played = Tournament::play(
            proof.strategy,
            start,
            prover,
            games,
            &mut random,
            &mut continues,
        )?;
        Some(Outcome::new(proof, prover, &played))
    });
    let bounds: Vec<Outcome> = played.collect();
    if bounds.is_empty() {
        bail!("{} proves no such bound", proof.path.display());
    }
    let rules = proof.strategy.rules();
    Ok(Results {
        file: proof.path.display().to_string(),
        about: About::new(proof.board, rules),
        seed,
        games: bounds.iter().map(|one| one.games).sum(),
        met: bounds.iter().all(|one| one.met == one.games),
        bounds,
    })
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
    /// Writes the results in human-readable form.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        for one in &self.bounds {
            writeln!(
                out,
                "{}: met in {} of {}; scores from {} to {}, the longest took {}",
                one.in_words,
                HumanCount(one.met),
                words::counted(one.games as usize, "game", "games"),
                one.least_score,
                one.greatest_score,
                words::counted(one.longest_game, "move", "moves")
            )?;
        }
        Ok(())
    }

    /// Tells whether so many games were played for each bound.
    pub(super) fn are_complete(&self, games: u64) -> bool {
        self.bounds.iter().all(|one| one.games == games)
    }

    /// Describes the first failure, if there is one.
    pub(super) fn failure(&self) -> Option<&str> {
        self.bounds.iter().find_map(|one| one.complaint.as_deref())
    }
}
