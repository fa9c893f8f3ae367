//! Edge lists: two point numbers a line.

use super::line::{Parts, at, leading_number};
use super::problem::FileProblem;
use crate::board::{BoardError, MAX_POINTS, count};

/// A line without comment: two points of an edge, or one alone. A number is `None` if it is huge.
type Ends = (Option<u128>, Option<Option<u128>>);

pub(super) fn read(text: &str) -> Result<Parts, BoardError> {
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    if let Some(problem) = header(&lines) {
        return Err(problem);
    }
    let mut points = 0;
    let mut edges = Vec::new();
    for (number, line) in lines {
        let mut point = |end: Option<u128>| {
            let limit = MAX_POINTS;
            let end = end.ok_or_else(|| at(number, FileProblem::HugePoint { limit }))?;
            let wide = count(end + 1)?;
            points = points.max(wide);
            Ok::<u16, BoardError>(wide - 1)
        };
        let not_an_edge = || {
            let line = line.to_owned();
            at(number, FileProblem::NotAnEdge { line })
        };
        let (a, b) = ends(line).ok_or_else(not_an_edge)?;
        let a = point(a)?;
        let Some(b) = b else { continue };
        let b = point(b)?;
        if a == b {
            let point = a.to_string();
            return Err(at(number, FileProblem::SelfLoop { point }));
        }
        edges.push((a.min(b), a.max(b)));
    }
    if points == 0 {
        return Err(at(1, FileProblem::Empty));
    }
    Ok((points.into(), edges))
}

/// Returns a problem if the first line may be a header: if it announces as many lines as follow, and as many points as they
/// name, counted from 0 or from 1. Read as an edge, it would silently make another board.
fn header(lines: &[(usize, &str)]) -> Option<BoardError> {
    let (&(number, first), rest) = lines.split_first()?;
    let (points, edges) = first.split_once(char::is_whitespace)?;
    let (points, edges) = (points.parse().ok()?, edges.trim_start().parse().ok()?);
    let named = rest.iter().map(|(_, line)| match ends(line)? {
        (Some(a), Some(Some(b))) => Some([a, b]),
        _ => None,
    });
    let named = named.collect::<Option<Vec<_>>>()?.into_flattened();
    let (least, greatest) = (named.iter().min()?, named.iter().max()?);
    let fits = rest.len() as u128 == edges && greatest - least.min(&1) < points;
    fits.then(|| at(number, FileProblem::Header { points, edges }))
}

fn ends(line: &str) -> Option<Ends> {
    let (a, rest) = leading_number(line)?;
    if rest.is_empty() {
        return Some((a, None));
    }
    let after = rest.trim_start();
    let (b, rest) = match after.strip_prefix([',', '-']) {
        // A dash after a space and before a number is the sign of a negative one.
        Some(number) if after.starts_with('-') && rest.starts_with(char::is_whitespace) => {
            leading_number(number.strip_prefix(char::is_whitespace)?.trim_start())?
        }
        Some(number) => leading_number(number.trim_start())?,
        None => leading_number(after)?,
    };
    matches!(rest.trim_start(), "" | "{}").then_some((a, Some(b)))
}
