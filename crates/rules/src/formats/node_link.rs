//! Node-link JSON, as networkx and D3 write graphs.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::line::{Parts, at, newlines};
use super::problem::FileProblem;
use crate::board::{BoardError, count};
use crate::messages::beginning;

/// The graph with its parts as text, so that the place of a part in the file gives the line of an error.
#[derive(Deserialize)]
struct Graph<'a> {
    #[serde(borrow)]
    directed: Option<&'a RawValue>,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow)]
    links: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    edges: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
struct Node<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
}

#[derive(Deserialize)]
struct Edge<'a> {
    #[serde(borrow)]
    source: &'a RawValue,
    #[serde(borrow)]
    target: &'a RawValue,
}

/// An id for comparison: `1` and `"1"` differ, `"a"` and `"\u0061"` are equal.
#[derive(PartialEq, Eq, Hash)]
enum Id<'a> {
    Integer(&'a str),
    Text(String),
}

pub(super) fn read(text: &str) -> Result<Parts, BoardError> {
    let graph: Graph<'_> = part(text, text)?;
    if let Some(directed) = graph.directed.filter(|directed| directed.get() != "false") {
        return Err(at(line_of(text, directed.get()), FileProblem::Directed));
    }
    let edges = match (graph.links, graph.edges) {
        (Some(edges), None) | (None, Some(edges)) => edges,
        _ => return Err(at(1, FileProblem::EdgesKey)),
    };
    let points = count(graph.nodes.len() as u128)?;
    let mut numbers: HashMap<Id<'_>, u16> = HashMap::new();
    for (number, node) in (0..).zip(graph.nodes) {
        let node: Node<'_> = part(text, node.get())?;
        if numbers.insert(id(text, node.id)?, number).is_some() {
            return Err(about(text, node.id, |id| FileProblem::RepeatedId { id }));
        }
    }
    let edges = edges.into_iter().map(|edge| {
        let edge: Edge<'_> = part(text, edge.get())?;
        let end = |end| {
            let number = numbers.get(&id(text, end)?).copied();
            number.ok_or_else(|| about(text, end, |id| FileProblem::UnknownId { id }))
        };
        let (a, b) = (end(edge.source)?, end(edge.target)?);
        if a == b {
            return Err(about(text, edge.source, |point| FileProblem::SelfLoop {
                point,
            }));
        }
        Ok((a.min(b), a.max(b)))
    });
    Ok((points.into(), edges.collect::<Result<_, _>>()?))
}

/// Parses a part of the file.
fn part<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, BoardError> {
    serde_json::from_str(part).map_err(|error| {
        let before = &text[..offset(text, part)];
        let mut column = error.column().max(1);
        if error.line() <= 1 {
            column += before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
        }
        let line = newlines(before.as_bytes()) + error.line().max(1);
        let message = words(&error);
        at(line, FileProblem::Json { column, message })
    })
}

/// Returns the JSON reader's message without its place, shortened to one line.
fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let words = message
        .rsplit_once(" at line ")
        .map_or(&*message, |(words, _)| words);
    let (words, more) = beginning(words, 100);
    format!("{words}{more}")
}

fn id<'a>(text: &str, raw: &'a RawValue) -> Result<Id<'a>, BoardError> {
    let written = raw.get();
    let digits = written.strip_prefix('-').unwrap_or(written);
    if written.starts_with('"') {
        part(text, written).map(Id::Text)
    } else if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(Id::Integer(written))
    } else {
        Err(about(text, raw, |id| FileProblem::BadId { id }))
    }
}

/// Makes an error about a part, quoted as the file writes it.
fn about(text: &str, part: &RawValue, problem: impl Fn(String) -> FileProblem) -> BoardError {
    let written = part.get();
    at(line_of(text, written), problem(written.to_owned()))
}

fn line_of(text: &str, part: &str) -> usize {
    1 + newlines(&text.as_bytes()[..offset(text, part)])
}

/// Returns the offset of a part of a text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
