//! Responses, all with the same strict headers.

use std::convert::Infallible;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use koproof_answers::Refusal;
use serde::Serialize;

use crate::assets::Asset;
use crate::stream::Lines;

/// A response of this server: whole, or a stream.
pub(crate) type Answer = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// The policy of the page: it may load its own files, show pictures that it has made, and send requests to its own
/// server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

fn answer<B>(status: StatusCode, media: &'static str, body: B) -> Answer
where
    B: Body<Data = Bytes, Error = Infallible> + Send + 'static,
{
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers with a file of the page.
pub(crate) fn file(asset: &'static Asset) -> Answer {
    let body = Full::new(Bytes::from_static(asset.content.as_bytes()));
    answer(StatusCode::OK, asset.media, body)
}

/// Answers with JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Answer {
    let text = serde_json::to_vec(value).expect("answers have names and numbers only");
    answer(status, "application/json", Full::new(text.into()))
}

/// Answers with a stream of lines of JSON.
pub(crate) fn lines(lines: Lines) -> Answer {
    answer(StatusCode::OK, "application/x-ndjson", lines)
}

/// Answers with the problem of a request.
pub(crate) fn complaint(status: StatusCode, error: &str) -> Answer {
    json(status, &Refusal::new(error))
}

/// Answers with the methods of a path.
pub(crate) fn wrong_method(allowed: &'static str) -> Answer {
    let mut response = complaint(StatusCode::METHOD_NOT_ALLOWED, "no such method here");
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}
