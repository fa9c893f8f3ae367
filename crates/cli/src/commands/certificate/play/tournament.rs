//! Random opponents against a proof.

use std::io::{self, Write};

use anyhow::{anyhow, bail};
use indicatif::HumanCount;
use koproof_rules::{Board, Game, Move, Player, text};
use koproof_verify::{Line, Proved};
use serde::Serialize;

use super::answer::{Answer, BoundJson};
use super::{Side, Table, in_words, score};
use crate::about::About;
use crate::random::Random;
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
    bounds: Vec<Result>,
}

/// The outcome of the games for one kind of bound.
#[derive(Debug, Serialize)]
pub(super) struct Result {
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
pub(super) fn play(
    table: &Table<'_>,
    start: Option<Game<'_, 1, 2>>,
    sides: &[Side],
    games: u64,
    seed: u64,
) -> anyhow::Result<Results> {
    let mut random = Random::new(seed);
    let mut bounds = Vec::new();
    for &side in sides {
        let prover = side.prover();
        let goals: Vec<Proved> = match &start {
            Some(game) => match table.strategy.begin(game, prover) {
                Ok(_) => Vec::new(),
                Err(_) => continue,
            },
            None => {
                let goals = table.strategy.goals().iter().copied();
                let goals: Vec<Proved> =
                    goals.filter(|goal| goal.bound.prover() == prover).collect();
                if goals.is_empty() {
                    continue;
                }
                goals
            }
        };
        bounds.push(against(
            table,
            start.as_ref(),
            &goals,
            prover,
            games,
            &mut random,
        )?);
    }
    if bounds.is_empty() {
        bail!("{} proves no such bound", table.path.display());
    }
    let rules = table.strategy.rules();
    Ok(Results {
        file: table.path.display().to_string(),
        about: About::new(table.board, rules),
        seed,
        games: bounds.iter().map(|one| one.games).sum(),
        met: bounds.iter().all(|one| one.met == one.games),
        bounds,
    })
}

fn against(
    table: &Table<'_>,
    start: Option<&Game<'_, 1, 2>>,
    goals: &[Proved],
    prover: Player,
    games: u64,
    random: &mut Random,
) -> anyhow::Result<Result> {
    let strategy = table.strategy;
    let mut result = Result {
        prover: prover.to_string(),
        bound: None,
        games: 0,
        met: 0,
        least_score: i16::MAX,
        greatest_score: i16::MIN,
        longest_game: 0,
        failure: None,
        in_words: format!("the bounds of {prover}"),
        complaint: None,
    };
    while result.games < games {
        let mut game = match start {
            Some(game) => game.clone(),
            None => {
                let state = goals[random.below(goals.len())].state;
                Game::new(
                    strategy.graph(),
                    strategy.rules(),
                    state.coloring,
                    state.to_move,
                )?
            }
        };
        let before = game.moves().len();
        let mut line = strategy.begin(&game, prover)?;
        if start.is_some() {
            result.bound = Some(line.bound().into());
            result.in_words = in_words(line.bound());
        }
        let ended = to_the_end(table.board, &mut game, &mut line, random);
        let score = score(&game);
        result.games += 1;
        result.least_score = result.least_score.min(score);
        result.greatest_score = result.greatest_score.max(score);
        result.longest_game = result.longest_game.max(game.moves().len() - before);
        let met = line.bound().met_by(score);
        match ended {
            Ok(()) if met => result.met += 1,
            ended if result.failure.is_none() => {
                let why = ended.err().map_or_else(
                    || {
                        format!(
                            "it ended with {score}, {} was proved",
                            in_words(line.bound())
                        )
                    },
                    |error| error.to_string(),
                );
                result.complaint = Some(format!(
                    "{}: game {} for {prover}: {why}",
                    table.path.display(),
                    result.games
                ));
                result.failure = Some(Answer::new(table, &game, &line));
            }
            _ => {}
        }
    }
    Ok(result)
}

/// Plays a game to its end.
fn to_the_end(
    board: &Board,
    game: &mut Game<'_, 1, 2>,
    line: &mut Line<'_>,
    random: &mut Random,
) -> anyhow::Result<()> {
    while !game.is_over() {
        let taken = match line.answer()? {
            Some(answer) => answer,
            None => any_move(game, random),
        };
        game.play(taken).map_err(|why| {
            let name = text::move_name(board, taken);
            anyhow!("the proof plays {name}: {}", text::explain(board, &why))
        })?;
        line.follow(taken)?;
    }
    Ok(())
}

/// Picks a legal move, which may be the pass.
fn any_move(game: &Game<'_, 1, 2>, random: &mut Random) -> Move {
    let empty = game.coloring().empty(game.graph()).into_iter();
    let plays = empty
        .map(Move::Play)
        .filter(|&play| game.try_move(play).is_ok());
    let moves: Vec<Move> = plays.chain([Move::Pass]).collect();
    moves[random.below(moves.len())]
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

    /// Describes the first failure, if there is one.
    pub(super) fn failure(&self) -> Option<&str> {
        self.bounds.iter().find_map(|one| one.complaint.as_deref())
    }
}
