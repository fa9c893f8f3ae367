//! Boards whose name lists their edges.

use super::problem::NameProblem;
use super::reader::Reader;
use crate::board::{Board, BoardError, count};
use crate::formats;

/// Reads `:A-B,C-D,E`: edges, and points alone.
pub(super) fn edges(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let mut name = String::from("edges:");
    let mut points = 0;
    let mut edges = Vec::new();
    loop {
        let byte = reader.byte();
        let a = reader.number(0)?;
        points = points.max(count(a + 1)?);
        name.push_str(&a.to_string());
        if reader.accept('-') {
            let b = reader.number(0)?;
            if a == b {
                return Err(reader.fail(NameProblem::SelfLoop { byte, point: a }));
            }
            points = points.max(count(b + 1)?);
            name.push_str(&format!("-{b}"));
            edges.push((a.min(b) as u16, a.max(b) as u16)); // below points
        }
        if !reader.accept(',') {
            return Ok(Board::from_sound_edges(name, points.into(), edges));
        }
        name.push(',');
    }
}

/// Reads `:` and graph6.
pub(super) fn graph6(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let byte = reader.byte();
    let text = reader.all();
    let problem = |problem| reader.fail(NameProblem::Graph6(problem));
    let read = formats::read_graph6(text.as_bytes(), byte, problem);
    let (points, edges) = read.map_err(|why| match why {
        BoardError::NoPoints => reader.fail(NameProblem::NoPoints { byte }),
        why => why,
    })?;
    Ok(Board::from_sound_edges(format!("g6:{text}"), points, edges))
}
