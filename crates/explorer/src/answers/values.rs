//! The answer to: what is the value of each move? It grows while the solver works.
//!
//! First comes the value of the game, then the best moves and a line of best play, then the value of every move. What
//! is not found within a short turn is left open and tried again in longer ones, so that one hard move does not keep
//! the others waiting; meanwhile it has a bracket.

use std::pin::pin;
use std::time::{Duration, Instant};

use koproof_rules::{Game, Move, Player, text};
use koproof_solver::{Bracket, Solution, Solver, Stopped};
use serde::Serialize;
use tokio::time::sleep;

use crate::desk::{DeskError, Job, Turn};
use crate::question::Question;
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
    Desk(#[from] DeskError),
}

/// The known bracket of one value.
#[derive(Clone, Copy, Debug)]
struct Known {
    bracket: Bracket,
    /// Why the bracket will not narrow further.
    given_up: Option<Stopped>,
}

impl Known {
    const NOTHING: Self = Self {
        bracket: Bracket {
            lo: i32::MIN,
            hi: i32::MAX,
        },
        given_up: None,
    };

    fn is_settled(&self) -> bool {
        self.bracket.exact().is_some() || self.given_up.is_some()
    }

    /// Merges further knowledge. Returns whether it is new.
    fn narrow(&mut self, Bracket { lo, hi }: Bracket) -> bool {
        let before = self.bracket;
        self.bracket.lo = before.lo.max(lo);
        self.bracket.hi = before.hi.min(hi);
        self.bracket != before
    }

    /// Merges the result of the solver.
    fn learn(&mut self, solution: &Solution) -> bool {
        // Another turn brings more time, but no more memory and no deeper stack.
        self.given_up = solution
            .stopped
            .filter(|why| matches!(why, Stopped::Memory | Stopped::Depth));
        self.narrow(solution.value)
    }
}

/// Writes results to a reader that may disconnect.
pub(crate) async fn write(shared: &Shared, question: &Question, writer: &Writer) {
    let job = shared.desk.job(writer);
    let mut answer = Answer::new(shared, question, writer, job);
    let last = match answer.find().await {
        Ok(open) => Line::End { open },
        Err(Ended::Desk(error)) => Line::Error {
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
    /// The current length of a turn.
    length: Duration,
    to_move: Player,
    started: Instant,
    value: Known,
    moves: Vec<(Move, Known)>,
    expansions: u64,
}

impl<'a> Answer<'a> {
    fn new(shared: &'a Shared, question: &'a Question, writer: &'a Writer, job: Job) -> Self {
        let game = question.game();
        let plays = question.ground.graph.all().into_iter().map(Move::Play);
        let legal = std::iter::once(Move::Pass)
            .chain(plays)
            .filter(|&taken| game.try_move(taken).is_ok());
        Self {
            shared,
            question,
            writer,
            job,
            length: FIRST,
            to_move: game.to_move(),
            started: Instant::now(),
            value: Known::NOTHING,
            moves: legal.map(|taken| (taken, Known::NOTHING)).collect(),
            expansions: 0,
        }
    }

    /// Finds the values, and returns the reason if one stays open.
    async fn find(&mut self) -> Result<Option<String>, Ended> {
        let (mut best, mut line) = (false, false);
        loop {
            let last = self.length >= LONGEST;
            self.find_value().await?;
            if let Some(value) = self.value.bracket.exact() {
                best = best || self.find_best(value).await? || last;
                line = line || self.find_line(value).await? || last;
            }
            for index in 0..self.moves.len() {
                self.find_move(index).await?;
            }
            self.send_effort(self.expansions).await?;
            let settled = self.moves.iter().all(|(_, known)| known.is_settled());
            let exact = self.value.bracket.exact().is_some();
            if settled && self.value.is_settled() && (best && line || !exact) {
                break;
            }
            self.length = (self.length * 2).min(LONGEST);
        }
        let known = self.moves.iter().map(|(_, known)| known);
        let open = known.chain([&self.value]).find_map(|known| known.given_up);
        Ok(open.map(|why| why.to_string()))
    }

    async fn find_value(&mut self) -> Result<(), Ended> {
        if self.value.is_settled() {
            return Ok(());
        }
        let solution = self.work(|solver, game, turn| solver.solve(game, turn));
        let solution = solution.await?;
        self.expansions += solution.stats.expansions;
        self.value.learn(&solution);
        self.send_value().await
    }

    async fn find_best(&mut self, value: i32) -> Result<bool, Ended> {
        let best = self.work(move |solver, game, turn| solver.best_moves(game, value, turn));
        let Some(best) = best.await? else {
            return Ok(false);
        };
        let board = &self.question.ground.board;
        let moves = best.into_iter().map(|taken| text::move_name(board, taken));
        let moves = moves.collect();
        self.writer.send(&Line::Best { moves }).await?;
        Ok(true)
    }

    async fn find_line(&mut self, value: i32) -> Result<bool, Ended> {
        let line = self.work(move |solver, game, turn| {
            let line = solver.principal_variation(game, value, turn);
            let mut after = game.clone();
            for &taken in &line {
                after.play(taken).expect("best moves are legal");
            }
            (line, after.is_over())
        });
        let (line, ends) = line.await?;
        let board = &self.question.ground.board;
        let moves = line.into_iter().map(|taken| text::move_name(board, taken));
        let moves = moves.collect();
        self.writer.send(&Line::Play { moves, ends }).await?;
        Ok(ends)
    }

    async fn find_move(&mut self, index: usize) -> Result<(), Ended> {
        let (taken, known) = self.moves[index];
        if known.is_settled() {
            return Ok(());
        }
        let solution = self.work(move |solver, game, turn| {
            let mut after = game.clone();
            after.play(taken).expect("only legal moves are asked about");
            solver.solve(&after, turn)
        });
        let solution = solution.await?;
        self.expansions += solution.stats.expansions;
        let known = &mut self.moves[index].1;
        known.learn(&solution);
        let Bracket { lo, hi } = known.bracket;
        let name = text::move_name(&self.question.ground.board, taken);
        self.writer.send(&Line::Move { name, lo, hi }).await?;
        let news = self.value_by_moves();
        if self.value.narrow(news) {
            self.send_value().await?;
        }
        Ok(())
    }

    /// The bracket of the value that follows from the values of the moves: the mover takes the best.
    fn value_by_moves(&self) -> Bracket {
        let brackets = || self.moves.iter().map(|(_, known)| known.bracket);
        let (los, his) = (
            brackets().map(|bracket| bracket.lo),
            brackets().map(|bracket| bracket.hi),
        );
        let (lo, hi) = match self.to_move {
            Player::BLACK => (los.max(), his.max()),
            _ => (los.min(), his.min()),
        };
        Bracket {
            lo: lo.unwrap_or(i32::MIN),
            hi: hi.unwrap_or(i32::MAX),
        }
    }

    async fn send_value(&self) -> Result<(), Ended> {
        let Bracket { lo, hi } = self.value.bracket;
        Ok(self.writer.send(&Line::Value { lo, hi }).await?)
    }

    async fn send_effort(&self, expansions: u64) -> Result<(), Ended> {
        let seconds = self.started.elapsed().as_secs_f64();
        let effort = Line::Effort {
            expansions,
            seconds,
        };
        Ok(self.writer.send(&effort).await?)
    }

    /// Works on the game for one turn, and says from time to time what it has cost so far.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Solver, &Game<'_, 1, 2>, &Turn<'_>) -> T + Send + 'static,
    ) -> Result<T, Ended> {
        let question = self.question.clone();
        let (board, rules) = (&self.question.ground.board, self.question.rules);
        let work = move |solver: &Solver, turn: &Turn<'_>| work(solver, &question.game(), turn);
        let desk = &self.shared.desk;
        let mut worked = pin!(desk.work(&self.job, board, rules, self.length, work));
        loop {
            tokio::select! {
                done = &mut worked => return Ok(done?),
                () = sleep(PULSE) => {
                    self.send_effort(self.expansions + self.job.expansions()).await?;
                }
            }
        }
    }
}
