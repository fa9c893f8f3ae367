//! Maps requests to answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap};
use hyper::{Method, Request, StatusCode};
use koproof_answers::{About, BoardText, GameText, Question, Refusal, State, TableText, Values};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::answers::{table, values};
use crate::assets;
use crate::respond::{self, Answer};
use crate::shared::Shared;
use crate::stream::{Writer, stream};

/// The time for the headers of a request to arrive or for a connection to idle, and the same for a body.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest request body: a game of four thousand moves takes less.
const MAX_BYTES: usize = 64 << 10;

/// The state of the server.
#[derive(Debug, Serialize)]
struct Status {
    jobs: usize,
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
    let ask = matches!(
        path,
        "/api/board" | "/api/state" | "/api/values" | "/api/table"
    );
    let known =
        ask || matches!(path, "/api/begin" | "/api/status") || assets::asset(path).is_some();
    match head.method {
        _ if !known => return Err(refused(StatusCode::NOT_FOUND, "there is no such page")),
        Method::POST if ask => {}
        Method::GET | Method::HEAD if !ask => {}
        _ => {
            let allowed = if ask { "POST" } else { "GET, HEAD" };
            return Err(Box::new(respond::wrong_method(allowed)));
        }
    }
    match path {
        "/api/begin" => Ok(respond::json(StatusCode::OK, &shared.begin)),
        "/api/status" => {
            let jobs = shared.queue.jobs();
            Ok(respond::json(StatusCode::OK, &Status { jobs }))
        }
        "/api/board" => {
            let asked: BoardText = read(&head.headers, body).await?;
            let solvable = asked.read().map_err(illegal)?;
            // The layout of a graph of no family can take a while.
            let about = spawn_blocking(move || About::new(&solvable.board)).await;
            let about = about.map_err(|_| {
                let why = "the board cannot be drawn";
                refused(StatusCode::INTERNAL_SERVER_ERROR, why)
            })?;
            Ok(respond::json(StatusCode::OK, &about))
        }
        "/api/state" => {
            let question = question(&head.headers, body).await?;
            Ok(respond::json(StatusCode::OK, &State::new(&question)))
        }
        "/api/values" => {
            let values = Values::new(question(&head.headers, body).await?);
            Ok(streamed(shared, |shared, writer| async move {
                values::write(&shared, values, &writer).await;
            }))
        }
        "/api/table" => {
            let asked: TableText = read(&head.headers, body).await?;
            let tabling = asked.read().map_err(illegal)?;
            Ok(streamed(shared, |shared, writer| async move {
                table::write(&shared, tabling, &writer).await;
            }))
        }
        path => Ok(assets::asset(path).map_or_else(
            || respond::complaint(StatusCode::NOT_FOUND, "there is no such page"),
            respond::file,
        )),
    }
}

/// Begins to write a stream, and stops when its reader leaves.
fn streamed<F>(shared: &Arc<Shared>, write: impl FnOnce(Arc<Shared>, Writer) -> F) -> Answer
where
    F: Future<Output = ()> + Send + 'static,
{
    let (writer, lines) = stream();
    let reader = writer.clone();
    let written = write(Arc::clone(shared), writer);
    tokio::spawn(async move {
        tokio::select! {
            () = reader.closed() => {}
            () = written => {}
        }
    });
    respond::lines(lines)
}

fn illegal(refusal: impl Into<Refusal>) -> Refused {
    Box::new(respond::illegal(&refusal.into()))
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
