//! A client that sends any text.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::Served;

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }

    /// Returns the value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

impl Served {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        // A test must fail rather than hang.
        let timeout = Some(Duration::from_secs(120));
        stream.set_read_timeout(timeout).expect("it is not zero");
        stream.set_write_timeout(timeout).expect("it is not zero");
        stream
    }

    /// Sends a text unchanged, and reads the response until the server closes the connection.
    pub(crate) fn send(&self, text: &str) -> Response {
        let mut stream = self.connect();
        stream.write_all(text.as_bytes()).expect("it is read");
        answer(&mut stream)
    }

    fn head(&self, line: &str, headers: &[(&str, &str)]) -> String {
        let mut text = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text + "\r\n"
    }

    pub(crate) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.send(&self.head(&format!("GET {path}"), headers))
    }

    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let length = body.len().to_string();
        let media = [
            ("content-type", "application/json"),
            ("content-length", &length),
        ];
        let head = self.head(&format!("POST {path}"), &[&media, headers].concat());
        self.send(&(head + body))
    }

    pub(crate) fn ask(&self, path: &str, question: &Value) -> Response {
        self.post(path, &[], &question.to_string())
    }

    /// Asks for an answer that grows, and leaves the connection open.
    pub(crate) fn stream(&self, path: &str, question: &Value) -> BufReader<TcpStream> {
        let body = question.to_string();
        let length = body.len().to_string();
        let headers = [
            ("content-type", "application/json"),
            ("content-length", &*length),
        ];
        let mut stream = self.connect();
        let text = self.head(&format!("POST {path}"), &headers) + &body;
        stream.write_all(text.as_bytes()).expect("it is read");
        BufReader::new(stream)
    }

    /// Counts the jobs that the server works on.
    pub(crate) fn jobs(&self) -> u64 {
        let status = self.get("/api/status", &[]).json();
        status["jobs"].as_u64().expect("it is a number")
    }
}

/// Reads a response up to the end of the connection.
pub(crate) fn answer(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer comes");
    let text = String::from_utf8(bytes).expect("answers are UTF-8");
    let (head, body) = text.split_once("\r\n\r\n").expect("there is a head");
    let status = head.split(' ').nth(1).expect("there is a status");
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    Response {
        status: status.parse().expect("it is a number"),
        head: head.to_owned(),
        body: if chunked {
            unchunked(body)
        } else {
            body.to_owned()
        },
    }
}

/// Joins the chunks of a body.
fn unchunked(mut text: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = text.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a chunk says its length");
        body += &rest[..length];
        text = &rest[length + 2..];
        if length == 0 {
            break;
        }
    }
    body
}

/// Reads lines of a stream up to the first one with content.
pub(crate) fn first_line(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    while !line.contains("\"kind\"") {
        line.clear();
        let read = stream.read_line(&mut line).expect("an answer comes");
        assert!(read > 0, "the stream ends before it has said anything");
    }
    line
}

/// Returns Tromp-Taylor rules in the form of a page.
pub(crate) fn rules() -> Value {
    json!({ "superko": "positional", "suicide": "allow", "scoring": "area" })
}

/// Returns a game in the form of a page's question.
pub(crate) fn game(board: &str, start: &str, moves: &[&str]) -> Value {
    json!({
        "board": board,
        "rules": rules(),
        "start": start,
        "to_move": "black",
        "moves": moves,
    })
}
