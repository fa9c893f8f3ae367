//! The answer to: what is the value of each move? It grows while the solver works.
//!
//! First comes the value of the game, then the best moves and a line of best play, then the value of every move. What
//! is not found within a short turn is left open and tried again in longer ones, so that one hard move does not keep
//! the others waiting; meanwhile it has a bracket.

use std::pin::pin;
use std::time::{Duration, Instant};

use koproof_rules::{Move, text};
use koproof_solver::{Analysis, Bracket, Detail, Solver, Stopped};
use serde::Serialize;
use tokio::time::sleep;

use crate::question::Question;
use crate::queue::{Job, QueueError, Turn};
use crate::shared::Shared;
use crate::stream::{Left, Writer};

/// The first turn for each question, and the longest.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(10);
/// How often it is said what a long turn has cost so far.
const PULSE: Duration = Duration::from_millis(500);

/// A line of the answer. Scores are Black − White, komi not counted.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    /// The known bracket of the value of the game.
    Value { lo: i32, hi: i32 },
    /// The moves that keep the value, all of them.
    Best { moves: Vec<String> },
    /// A line of best play; `ends` unless it breaks off.
    Play { moves: Vec<String>, ends: bool },
    /// The known bracket of the value after a move.
    Move { name: String, lo: i32, hi: i32 },
    /// What it has cost so far, since the question was asked.
    Effort { expansions: u64, seconds: f64 },
    /// The answer is complete. If a value is open, why.
    End { open: Option<String> },
    /// The work failed.
    Error { error: String },
}

/// Why an answer ends early.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    Left(#[from] Left),
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// Writes what is found, until the reader leaves.
pub(crate) async fn write(shared: &Shared, question: &Question, writer: &Writer) {
    let job = shared.queue.job(writer);
    let mut answer = Answer::new(shared, question, writer, job);
    let last = match answer.find().await {
        Ok(open) => Line::End { open },
        Err(Ended::Queue(error)) => Line::Error {
            error: error.to_string(),
        },
        Err(Ended::Left(Left)) => return,
    };
    // The reader may have left.
    let _ = writer.send(&last).await;
}

struct Answer<'a> {
    shared: &'a Shared,
    question: &'a Question,
    writer: &'a Writer,
    job: Job,
    started: Instant,
    /// The expansions that the reader knows of.
    expansions: u64,
    /// What the reader knows; `None` before the first line.
    told: Option<Analysis>,
}

impl<'a> Answer<'a> {
    fn new(shared: &'a Shared, question: &'a Question, writer: &'a Writer, job: Job) -> Self {
        Self {
            shared,
            question,
            writer,
            job,
            started: Instant::now(),
            expansions: 0,
            told: None,
        }
    }

    /// Finds the values, and returns the reason if one stays open.
    async fn find(&mut self) -> Result<Option<String>, Ended> {
        let mut length = FIRST;
        let mut known = None;
        loop {
            let analysis = self.deepen(known, length).await?;
            self.tell(&analysis).await?;
            let effort = analysis.stats().expansions;
            self.send_effort(effort).await?;
            // Another turn brings more time, but no more memory and no deeper stack.
            let given_up = analysis
                .stopped()
                .filter(|why| matches!(why, Stopped::Memory | Stopped::Depth));
            if given_up.is_some() || analysis.is_complete(Detail::Moves) {
                return Ok(given_up.map(|why| why.to_string()));
            }
            known = Some(analysis);
            length = (length * 2).min(LONGEST);
        }
    }

    /// Works on the analysis for one turn, and says from time to time what has been found and what it has cost so far.
    async fn deepen(
        &mut self,
        known: Option<Analysis>,
        length: Duration,
    ) -> Result<Analysis, Ended> {
        let question = self.question.clone();
        let before = known.as_ref().map_or(0, |known| known.stats().expansions);
        let work = move |solver: &Solver, turn: &Turn<'_>| {
            let game = question.game();
            let mut analysis = known.unwrap_or_else(|| solver.analysis(&game));
            solver.deepen(&game, &mut analysis, Detail::Moves, turn.budget(), turn);
            analysis
        };
        let (board, rules) = (&self.question.ground.board, self.question.rules);
        let (queue, job) = (&self.shared.queue, self.job.clone());
        let mut worked = pin!(queue.work(&job, board, rules, length, work));
        loop {
            tokio::select! {
                done = &mut worked => return Ok(done?),
                () = sleep(PULSE) => {
                    if let Some(news) = job.news() {
                        self.tell(&news).await?;
                    }
                    self.send_effort(before + job.expansions()).await?;
                }
            }
        }
    }

    /// Tells the reader what is new.
    async fn tell(&mut self, analysis: &Analysis) -> Result<(), Ended> {
        let told = self.told.take();
        let told = told.as_ref();
        let Bracket { lo, hi } = analysis.value();
        if told.is_none_or(|told| told.value() != analysis.value()) {
            self.writer.send(&Line::Value { lo, hi }).await?;
        }
        let board = &self.question.ground.board;
        let names = |moves: &[Move]| {
            let moves = moves.iter();
            moves.map(|&taken| text::move_name(board, taken)).collect()
        };
        if let Some(best) = all_best(analysis)
            && told.and_then(all_best).as_ref() != Some(&best)
        {
            let moves = names(&best);
            self.writer.send(&Line::Best { moves }).await?;
        }
        let play = |analysis: &Analysis| {
            let exact = analysis.value().exact();
            exact.map(|_| {
                (
                    analysis.principal_variation().to_vec(),
                    analysis.line_ends(),
                )
            })
        };
        if let Some((line, ends)) = play(analysis)
            && told.and_then(play).as_ref() != Some(&(line.clone(), ends))
        {
            let moves = names(&line);
            self.writer.send(&Line::Play { moves, ends }).await?;
        }
        for (index, known) in analysis.moves().iter().enumerate() {
            if told.is_none_or(|told| told.moves()[index].value != known.value) {
                let name = text::move_name(board, known.taken);
                let Bracket { lo, hi } = known.value;
                self.writer.send(&Line::Move { name, lo, hi }).await?;
            }
        }
        self.told = Some(analysis.clone());
        Ok(())
    }

    async fn send_effort(&mut self, expansions: u64) -> Result<(), Ended> {
        self.expansions = self.expansions.max(expansions);
        let expansions = self.expansions;
        let seconds = self.started.elapsed().as_secs_f64();
        let effort = Line::Effort {
            expansions,
            seconds,
        };
        Ok(self.writer.send(&effort).await?)
    }
}

/// Returns the best moves if all of them are known.
fn all_best(analysis: &Analysis) -> Option<Vec<Move>> {
    let best = analysis.best_moves();
    let known = analysis.value().exact().is_some() && best.possible.is_empty();
    known.then_some(best.certain)
}
