//! The DIMACS graph format: a problem line, then edges with points numbered from 1.

use std::collections::BTreeSet;

use super::line::{Parts, at, leading_number};
use super::problem::FileProblem;
use crate::board::{BoardError, count};

/// The content of the problem line, and its line number.
struct Problem {
    line: usize,
    points: u16,
    edges: u128,
}

pub(super) fn read(text: &str) -> Result<Parts, BoardError> {
    let mut problem: Option<Problem> = None;
    let mut edges = Vec::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let words: Vec<&str> = line.split_whitespace().take(5).collect();
        let not_dimacs = || {
            let line = line.trim().to_owned();
            at(number, FileProblem::NotDimacs { line })
        };
        let read = |word: &str| whole_number(word).ok_or_else(not_dimacs);
        match (words.as_slice(), &problem) {
            ([] | ["c", ..], _) => {}
            (["p", ..], Some(_)) => return Err(at(number, FileProblem::SecondProblemLine)),
            (["p", "edge" | "edges" | "col", points, edges], None) => {
                problem = Some(Problem {
                    line: number,
                    points: count(read(points)?)?,
                    edges: read(edges)?,
                });
            }
            (["e", a, b], Some(problem)) => {
                edges.push(edge(read(a)?, read(b)?, problem.points).map_err(|p| at(number, p))?);
            }
            (["e", ..], None) => return Err(at(number, FileProblem::NoProblemLine)),
            _ => return Err(not_dimacs()),
        }
    }
    let problem = problem.ok_or_else(|| at(last, FileProblem::NoProblemLine))?;
    // Some writers list an edge in both directions and count it once.
    let different = || edges.iter().collect::<BTreeSet<_>>().len();
    if problem.edges != edges.len() as u128 && problem.edges != different() as u128 {
        let announced = problem.edges;
        let found = edges.len();
        let problem_line = problem.line;
        return Err(at(
            problem_line,
            FileProblem::EdgeCount { announced, found },
        ));
    }
    Ok((problem.points.into(), edges))
}

fn whole_number(word: &str) -> Option<u128> {
    match leading_number(word)? {
        (number, "") => number,
        _ => None,
    }
}

fn edge(a: u128, b: u128, points: u16) -> Result<(u16, u16), FileProblem> {
    if let Some(point) = [a, b]
        .into_iter()
        .find(|end| !(1..=points.into()).contains(end))
    {
        let points = points.into();
        return Err(FileProblem::NoSuchPoint { point, points });
    }
    if a == b {
        let point = a.to_string();
        return Err(FileProblem::SelfLoop { point });
    }
    Ok((a.min(b) as u16 - 1, a.max(b) as u16 - 1)) // both at most points
}
