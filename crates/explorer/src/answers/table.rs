//! The answer to: what are the values of all colorings, and which are hard?

use std::time::Duration;

use koproof_rules::{Board, Coloring, Player, Ruleset};
use koproof_solver::{SolverError, Stopped, Table};
use serde::Serialize;

use crate::answers::hardest::{self, Hard, Hardness};
use crate::queue::{Job, QueueError};
use crate::shared::Shared;
use crate::stream::{Left, Writer};

/// The largest board whose colorings are all solved for a page; 3x3 has 25,350 states.
const MAX_POINTS: usize = 10;
/// The first turn, and the longest.
const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(4);

/// A line of the answer. Scores are Black − White, komi not counted.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    /// The number of solved positions, up to symmetry.
    Progress { solved: u64, total: u64 },
    /// The number of legal colorings by value.
    Table {
        colorings: u64,
        orbits: usize,
        histogram: Vec<Bar>,
    },
    /// The positions that took most search so far.
    Hardest {
        searched: usize,
        total: usize,
        states: Vec<Hard>,
    },
    /// The answer is complete.
    End,
    /// The work failed.
    Error { error: String },
}

/// How many colorings have a value.
#[derive(Debug, Serialize)]
struct Bar {
    value: i32,
    /// With Black to move.
    black: u64,
    /// With White to move.
    white: u64,
}

/// Why an answer ends early.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    Left(#[from] Left),
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error("stopped with {solved} of {total} positions solved: {why}")]
    Limit {
        why: Stopped,
        solved: u64,
        total: u64,
    },
}

/// Refuses a board that is too large, and says what to do instead.
pub(crate) fn possible(board: &Board) -> Result<(), String> {
    if board.points() <= MAX_POINTS {
        return Ok(());
    }
    Err(format!(
        "{} has more than {MAX_POINTS} points: the command koproof table solve finds the values of all its colorings, given time",
        board.name()
    ))
}

/// Writes results to a reader that may disconnect.
pub(crate) async fn write(shared: &Shared, board: Board, rules: Ruleset, writer: &Writer) {
    let job = shared.queue.job(writer);
    let last = match find(shared, &board, rules, writer, &job).await {
        Ok(()) => Line::End,
        Err(Ended::Left(Left)) => return,
        Err(error) => Line::Error {
            error: error.to_string(),
        },
    };
    // The reader may have left.
    let _ = writer.send(&last).await;
}

async fn find(
    shared: &Shared,
    board: &Board,
    rules: Ruleset,
    writer: &Writer,
    job: &Job,
) -> Result<(), Ended> {
    let mut length = FIRST;
    let table = loop {
        let solved = shared
            .queue
            .work(job, board, rules, length, |solver, turn| {
                solver.table(turn.budget(), turn)
            });
        match solved.await? {
            Ok((table, _)) => break table,
            Err(SolverError::Stopped { why, solved, total }) => {
                if !matches!(why, Stopped::Observer | Stopped::Time) {
                    return Err(Ended::Limit { why, solved, total });
                }
                writer.send(&Line::Progress { solved, total }).await?;
            }
            Err(error) => return Err(QueueError::from(error).into()),
        }
        // A position that is not solved within a turn starts again in the next.
        length = (length * 2).min(LONGEST);
    };
    writer.send(&summary(&table)).await?;
    search_all(shared, board, rules, &table, writer, job).await
}

fn summary(table: &Table) -> Line {
    let representatives = table.representatives();
    let bars = table.histogram().into_iter();
    Line::Table {
        colorings: representatives.legal_colorings(),
        orbits: representatives.len(),
        histogram: bars
            .map(|(value, [black, white])| Bar {
                value,
                black,
                white,
            })
            .collect(),
    }
}

/// Measures the search effort of each position from scratch.
async fn search_all(
    shared: &Shared,
    board: &Board,
    rules: Ruleset,
    table: &Table,
    writer: &Writer,
    job: &Job,
) -> Result<(), Ended> {
    let colorings: Vec<Coloring<1, 2>> = table.representatives().iter().collect();
    let players = [Player::BLACK, Player::WHITE];
    let mut positions = colorings
        .into_iter()
        .flat_map(move |coloring| players.map(|player| (coloring, player)))
        .peekable();
    let total = 2 * table.representatives().len();
    let mut searched = 0;
    let mut hardness = Hardness::default();
    while positions.peek().is_some() {
        let own = board.clone();
        let work = shared.queue.work(job, board, rules, FIRST, move |_, turn| {
            let batch = hardest::measure(&own, rules, &mut positions, &mut hardness, turn);
            (batch, positions, hardness)
        });
        let batch;
        (batch, positions, hardness) = work.await?;
        searched += batch?;
        let states = hardness.states(board, table);
        let line = Line::Hardest {
            searched,
            total,
            states,
        };
        writer.send(&line).await?;
    }
    Ok(())
}
