//! The values of all colorings, sent while they are found.

use std::sync::Arc;

use koproof_answers::{TableLine, Tabling};

use crate::queue::Queue;
use crate::stream::Writer;

/// Sends new lines until the reader leaves.
pub(crate) async fn write(queue: &Arc<Queue>, mut tabling: Tabling, writer: &Writer) {
    let job = queue.job(writer);
    while !tabling.is_done() {
        let (board, rules) = (tabling.board().clone(), tabling.rules());
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
