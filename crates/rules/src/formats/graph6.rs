//! graph6, after B. McKay, "Description of graph6, sparse6 and digraph6 encodings"
//! (<https://users.cecs.anu.edu.au/~bdm/data/formats.txt>).

use super::line::{Parts, at};
use super::problem::{FileProblem, Graph6Problem};
use crate::board::{BoardError, count};

const HEADER: &str = ">>graph6<<";

/// Reads graph6 that begins at byte `first` of a name or line; `fail` makes an error from a problem.
pub(crate) fn read(
    text: &[u8],
    first: usize,
    fail: impl Fn(Graph6Problem) -> BoardError,
) -> Result<Parts, BoardError> {
    check_alphabet(text, first).map_err(&fail)?;
    let (points, body) = size(text).ok_or_else(|| fail(Graph6Problem::Size { byte: first }))?;
    // The number is checked before anything is allocated: a few bytes can claim 2^36 points.
    let points = usize::from(count(points)?);
    let expected = body_length(points);
    if body.len() != expected {
        let before = text.len() - body.len();
        return Err(fail(Graph6Problem::Length {
            points,
            expected: before + expected,
            found: text.len(),
        }));
    }
    let is_set = |bit: usize| (body[bit / 6] - 63) >> (5 - bit % 6) & 1 == 1;
    let pairs = points * (points - 1) / 2;
    if (pairs..6 * expected).any(is_set) {
        let byte = first + text.len() - 1;
        return Err(fail(Graph6Problem::Padding { byte }));
    }
    let edges = all_pairs(points)
        .zip(0..)
        .filter(|&(_, bit)| is_set(bit))
        .map(|(pair, _)| pair)
        .collect();
    Ok((points, edges))
}

fn check_alphabet(text: &[u8], first: usize) -> Result<(), Graph6Problem> {
    let sister = |format| Graph6Problem::Sister {
        byte: first,
        format,
    };
    match text {
        [] => return Err(Graph6Problem::Missing { byte: first - 1 }),
        [b':' | b';', ..] => return Err(sister("sparse6")),
        [b'&', ..] => return Err(sister("digraph6")),
        _ => {}
    }
    match text.iter().position(|byte| !is_letter(byte)) {
        Some(offset) => Err(Graph6Problem::Alphabet {
            byte: first + offset,
            value: text[offset],
        }),
        None => Ok(()),
    }
}

fn is_letter(byte: &u8) -> bool {
    (63..=126).contains(byte)
}

/// Returns the number of points and the rest of the text; `None` if the number is not in its shortest form.
fn size(text: &[u8]) -> Option<(u128, &[u8])> {
    let (digits, least) = match text {
        [b'~', b'~', ..] => (2..8, 258_048),
        [b'~', ..] => (1..4, 63),
        _ => (0..1, 0),
    };
    let rest = text.get(digits.end..)?;
    let points = text[digits]
        .iter()
        .fold(0, |sum, digit| sum << 6 | u128::from(digit - 63));
    (points >= least).then_some((points, rest))
}

fn body_length(points: usize) -> usize {
    (points * (points - 1) / 2).div_ceil(6)
}

/// Iterates over all pairs `a < b` in the order of graph6's bits: by `b`, then by `a`.
fn all_pairs(points: usize) -> impl Iterator<Item = (u16, u16)> {
    (0..points as u16).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// Writes graph6 for at most [`MAX_POINTS`](crate::MAX_POINTS) points and valid edges.
pub(super) fn write(points: usize, edges: &[(u16, u16)]) -> String {
    let mut text = match points {
        0..=62 => vec![points as u8],
        _ => vec![63, 0, (points >> 6) as u8, (points & 63) as u8],
    };
    let before = text.len();
    text.resize(before + body_length(points), 0);
    for &(a, b) in edges {
        let (a, b) = (usize::from(a), usize::from(b));
        let bit = b * (b - 1) / 2 + a;
        text[before + bit / 6] |= 1 << (5 - bit % 6);
    }
    text.iter().map(|&digit| char::from(digit + 63)).collect()
}

/// Returns whether a line should be read as graph6 or as a related format, which is then refused by name.
pub(super) fn looks_like(line: &str) -> bool {
    line.starts_with([':', ';', '&'])
        || line.starts_with(">>")
        || line.bytes().all(|b| is_letter(&b))
}

/// Returns whether a line is graph6 from its first to its last byte.
pub(super) fn is_whole(line: &str) -> bool {
    read(line.as_bytes(), 1, |problem| {
        at(1, FileProblem::Graph6(problem))
    })
    .is_ok()
}

/// Reads a file with one graph in one line.
pub(super) fn read_file(text: &str) -> Result<Parts, BoardError> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let (number, line) = lines.next().ok_or_else(|| at(1, FileProblem::Empty))?;
    if let Some((second, _)) = lines.next() {
        return Err(at(second, FileProblem::SecondGraph));
    }
    let indent = line.len() - line.trim_start().len();
    let graph = line.trim();
    let fail = |problem| at(number, FileProblem::Graph6(problem));
    for (header, format) in [(">>sparse6<<", "sparse6"), (">>digraph6<<", "digraph6")] {
        if graph.starts_with(header) {
            let byte = indent + 1;
            return Err(fail(Graph6Problem::Sister { byte, format }));
        }
    }
    let (header, graph) = match graph.strip_prefix(HEADER) {
        Some(graph) => (HEADER.len(), graph),
        None => (0, graph),
    };
    read(graph.as_bytes(), indent + header + 1, fail)
}
