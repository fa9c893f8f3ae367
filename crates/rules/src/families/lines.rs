//! Paths, cycles and boards built from them; complete and empty graphs.

use super::reader::Reader;
use crate::board::{Board, BoardError, count};

/// Reads `:POINTS`.
fn points(reader: &mut Reader<'_>, least: u128) -> Result<u16, BoardError> {
    reader.colon()?;
    count(reader.number(least)?)
}

/// Returns the edges of a cycle through `length` points from `first` on.
fn circle(first: u16, length: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..length).map(move |i| (first + i, first + (i + 1) % length))
}

pub(super) fn path(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 1)?;
    Board::new(format!("path:{n}"), n.into(), (1..n).map(|i| (i - 1, i)))
}

pub(super) fn cycle(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 3)?;
    Board::new(format!("cycle:{n}"), n.into(), circle(0, n))
}

pub(super) fn complete(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 1)?;
    let edges = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    Board::new(format!("complete:{n}"), n.into(), edges)
}

pub(super) fn star(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 1)?;
    Board::new(format!("star:{n}"), n.into(), (1..n).map(|i| (0, i)))
}

pub(super) fn wheel(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 4)?;
    let edges = (1..n).map(|i| (0, i)).chain(circle(1, n - 1));
    Board::new(format!("wheel:{n}"), n.into(), edges)
}

pub(super) fn empty(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let n = points(reader, 1)?;
    Board::new(format!("empty:{n}"), n.into(), [])
}

pub(super) fn bipartite(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let left = reader.number(1)?;
    reader.require(',', "a comma")?;
    let right = reader.number(1)?;
    let n = count(left + right)?;
    let left = left as u16; // below n
    let edges = (0..left).flat_map(|a| (left..n).map(move |b| (a, b)));
    Board::new(format!("bipartite:{left},{right}"), n.into(), edges)
}

pub(super) fn prism(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let sides = reader.number(3)?;
    let n = count(2 * sides)?;
    let k = n / 2;
    let between = (0..k).map(|i| (i, i + k));
    let edges = circle(0, k).chain(circle(k, k)).chain(between);
    Board::new(format!("prism:{k}"), n.into(), edges)
}
