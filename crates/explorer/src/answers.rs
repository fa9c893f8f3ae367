//! Answers that grow: the queue works on them, and readers get each line at once.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use koproof_answers::{Question, Reporter, TableLine, Tabling, ValueLine, Values, WorkTurn as _};
use koproof_solver::Solver;
use tokio::time::sleep;

use crate::queue::{Job, Queue, Turn};
use crate::stream::{Left, Writer};

/// The time between two reports of the cost of a long turn.
const PULSE: Duration = Duration::from_millis(500);

/// Sends the values of the moves until the reader leaves.
pub(crate) async fn write_values(queue: &Arc<Queue>, values: Values, writer: &Writer) {
    let job = queue.job(writer);
    if let Ok(last) = find(queue, values, writer, &job).await {
        // The reader may have left.
        let _ = writer.send(&last).await;
    }
}

/// Finds the values, and returns the last line.
async fn find(
    queue: &Arc<Queue>,
    mut values: Values,
    writer: &Writer,
    job: &Job,
) -> Result<ValueLine, Left> {
    let mut reporter = Reporter::new(&values.question.board);
    loop {
        let before = values.expansions();
        let Question { board, game } = &values.question;
        let (board, rules) = (board.clone(), *game.rules());
        let length = values.length();
        let work = move |solver: &Solver, turn: &Turn<'_>| {
            let known = values.work(solver, turn.budget(), turn).clone();
            (values, known)
        };
        let mut worked = pin!(queue.work(job, &board, rules, length, work));
        let known = loop {
            tokio::select! {
                done = &mut worked => {
                    let known;
                    (values, known) = match done {
                        Ok(done) => done,
                        Err(error) => return Ok(ValueLine::Error { error: error.to_string() }),
                    };
                    break known;
                }
                () = sleep(PULSE) => {
                    if let Some(news) = job.news() {
                        send(writer, &reporter.news(&news)).await?;
                    }
                    send(writer, &[reporter.effort(before + job.expansions())]).await?;
                }
            }
        };
        send(writer, &reporter.news(&known)).await?;
        send(writer, &[reporter.effort(values.expansions())]).await?;
        if let Some(last) = values.end() {
            return Ok(last);
        }
    }
}

async fn send(writer: &Writer, lines: &[ValueLine]) -> Result<(), Left> {
    for line in lines {
        writer.send(line).await?;
    }
    Ok(())
}

/// Sends the values of all colorings until the reader leaves.
pub(crate) async fn write_table(queue: &Arc<Queue>, mut tabling: Tabling, writer: &Writer) {
    let job = queue.job(writer);
    while !tabling.is_done() {
        let (board, rules) = (tabling.board.clone(), tabling.rules);
        let length = tabling.length();
        let work = queue.work(&job, &board, rules, length, move |solver, turn| {
            let lines = tabling.work(solver, turn);
            (tabling, lines)
        });
        let lines;
        (tabling, lines) = match work.await {
            Ok(worked) => worked,
            Err(error) => {
                let error = error.to_string();
                // The reader may have left.
                let _ = writer.send(&TableLine::Error { error }).await;
                return;
            }
        };
        for line in lines {
            if writer.send(&line).await.is_err() {
                return;
            }
        }
    }
}
