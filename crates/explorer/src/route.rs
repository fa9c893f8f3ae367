//! Maps requests to answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap};
use hyper::{Method, Request, StatusCode};
use koproof_answers::{About, BoardText, GameText, Question, Refusal, State, TableText, Values};
use koproof_rules::Board;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::answers::{write_table, write_values};
use crate::assets;
use crate::guard::Guard;
use crate::queue::Queue;
use crate::respond::{self, Answer};
use crate::stream::{Writer, stream};

/// The time for the headers of a request to arrive or for a connection to idle, and the same for a body.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest request body: a game of four thousand moves takes less.
const MAX_BYTES: usize = 64 << 10;

/// The data that all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) queue: Arc<Queue>,
    /// A semaphore with one permit, which the board that is being drawn holds.
    pub(crate) drawing: Arc<Semaphore>,
    /// The answer to `/api/begin`, which never changes.
    pub(crate) begin: serde_json::Value,
}

/// Answers a request. The answer to an invalid request names the problem.
pub(crate) async fn answer(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Answer, Infallible> {
    Ok(route(&shared, request)
        .await
        .unwrap_or_else(|refused| *refused))
}

/// A request that is refused, with the reason.
type Refused = Box<Answer>;

fn refused(status: StatusCode, why: &str) -> Refused {
    Box::new(respond::complaint(status, why))
}

async fn route(shared: &Arc<Shared>, request: Request<Incoming>) -> Result<Answer, Refused> {
    let (head, body) = request.into_parts();
    shared
        .guard
        .check(&head.method, &head.headers)
        .map_err(|(status, why)| refused(status, why))?;
    let path = head.uri.path();
    let post = head.method == Method::POST;
    let get = matches!(head.method, Method::GET | Method::HEAD);
    match path {
        "/api/begin" if get => Ok(respond::json(StatusCode::OK, &shared.begin)),
        "/api/status" if get => {
            let jobs = shared.queue.jobs();
            Ok(respond::json(StatusCode::OK, &json!({ "jobs": jobs })))
        }
        "/api/board" if post => {
            let asked: BoardText = read(&head.headers, body).await?;
            let solvable = asked.read().map_err(illegal)?;
            let about = draw(&shared.drawing, solvable.board).await?;
            Ok(respond::json(StatusCode::OK, &about))
        }
        "/api/state" if post => {
            let question = question(&head.headers, body).await?;
            Ok(respond::json(
                StatusCode::OK,
                &State::of(&question.board, &question.game),
            ))
        }
        "/api/values" if post => {
            let values = Values::new(question(&head.headers, body).await?);
            Ok(streamed(shared, |queue, writer| async move {
                write_values(&queue, values, &writer).await;
            }))
        }
        "/api/table" if post => {
            let asked: TableText = read(&head.headers, body).await?;
            let tabling = asked.read().map_err(illegal)?;
            Ok(streamed(shared, |queue, writer| async move {
                write_table(&queue, tabling, &writer).await;
            }))
        }
        "/api/begin" | "/api/status" => Ok(respond::wrong_method("GET, HEAD")),
        "/api/board" | "/api/state" | "/api/values" | "/api/table" => {
            Ok(respond::wrong_method("POST"))
        }
        path => match assets::asset(path) {
            Some(asset) if get => Ok(respond::file(asset)),
            Some(_) => Ok(respond::wrong_method("GET, HEAD")),
            None => Err(refused(StatusCode::NOT_FOUND, "there is no such page")),
        },
    }
}

/// Describes a board. The layout of a graph of no family can take a while, so one board is drawn at a time; a request
/// that is dropped while it waits costs nothing.
async fn draw(drawing: &Arc<Semaphore>, board: Board) -> Result<About, Refused> {
    let permit = Arc::clone(drawing).acquire_owned().await;
    let permit = permit.expect("the semaphore is never closed");
    let drawn = spawn_blocking(move || {
        let about = About::new(&board);
        drop(permit);
        about
    });
    drawn.await.map_err(|_| {
        let why = "the board cannot be drawn";
        refused(StatusCode::INTERNAL_SERVER_ERROR, why)
    })
}

/// Begins to write a stream, and stops when its reader leaves.
fn streamed<F>(shared: &Arc<Shared>, write: impl FnOnce(Arc<Queue>, Writer) -> F) -> Answer
where
    F: Future<Output = ()> + Send + 'static,
{
    let (writer, lines) = stream();
    let reader = writer.clone();
    let written = write(Arc::clone(&shared.queue), writer);
    tokio::spawn(async move {
        tokio::select! {
            () = reader.closed() => {}
            () = written => {}
        }
    });
    respond::lines(lines)
}

/// Refuses a question: its invalid part, the number of the move if it is one, and the reason.
fn illegal(refusal: Refusal) -> Refused {
    Box::new(respond::json(StatusCode::UNPROCESSABLE_ENTITY, &refusal))
}

/// Reads the game that a request asks about.
async fn question(headers: &HeaderMap, body: Incoming) -> Result<Question, Refused> {
    let text: GameText = read(headers, body).await?;
    text.read().map_err(illegal)
}

/// Reads a JSON body that is not too long.
async fn read<T: DeserializeOwned>(headers: &HeaderMap, body: Incoming) -> Result<T, Refused> {
    let media = headers.get(header::CONTENT_TYPE).map(|media| {
        let media = media.as_bytes();
        let end = media.iter().position(|&byte| byte == b';');
        media[..end.unwrap_or(media.len())].trim_ascii()
    });
    if !media.is_some_and(|media| media.eq_ignore_ascii_case(b"application/json")) {
        let why = "send application/json";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let bytes = collect(body).await?;
    serde_json::from_slice(&bytes)
        .map_err(|why| refused(StatusCode::BAD_REQUEST, &format!("the request: {why}")))
}

async fn collect(body: Incoming) -> Result<Bytes, Refused> {
    let too_long = || {
        let why = format!("a request has at most {MAX_BYTES} bytes");
        refused(StatusCode::PAYLOAD_TOO_LARGE, &why)
    };
    // A body with a declared length can be refused without reading it.
    if body.size_hint().lower() > MAX_BYTES as u64 {
        return Err(too_long());
    }
    match timeout(REQUEST_TIMEOUT, Limited::new(body, MAX_BYTES).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(refused(StatusCode::BAD_REQUEST, "the request breaks off")),
        Err(_) => Err(refused(
            StatusCode::REQUEST_TIMEOUT,
            "the request takes too long to arrive",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_board_is_drawn_at_a_time_and_one_that_nobody_waits_for_is_not() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let board: Board = "g6:H?bB@_W".parse().expect("a board");
            let drawing = Arc::new(Semaphore::new(1));
            let held = Arc::clone(&drawing).acquire_owned().await;
            for _ in 0..20 {
                let asked = draw(&drawing, board.clone());
                let waited = timeout(Duration::from_millis(5), asked).await;
                assert!(waited.is_err(), "another board is being drawn");
            }
            drop(held);
            assert_eq!(drawing.available_permits(), 1, "nobody waits any more");
            assert!(draw(&drawing, board).await.is_ok());
            assert_eq!(drawing.available_permits(), 1);
        });
    }
}
