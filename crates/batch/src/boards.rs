//! Lists of boards: lines of graph6, names, and names with ranges.

use koproof_rules::text::shortened;
use koproof_rules::{Board, BoardError};

/// The most points of a board in a batch: the limit of the solver.
pub(crate) const MAX_POINTS: usize = 64;
/// The most boards for one name with ranges.
const MAX_OF_ONE_NAME: usize = 100_000;

/// The reason why a text is no list of boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// A board cannot be read.
    #[error("boards, line {line}: {problem}")]
    Board {
        /// The line, counted from 1.
        line: usize,
        /// The problem.
        problem: BoardError,
    },
    /// A board is too large for the solver.
    #[error(
        "boards, line {line}: {} has {points} points, a batch takes up to {MAX_POINTS}",
        shortened(.name)
    )]
    TooManyPoints {
        /// The line, counted from 1.
        line: usize,
        /// The board.
        name: String,
        /// Its points.
        points: usize,
    },
    /// A range runs backwards or stands for too many boards.
    #[error(
        "boards, line {line}: {range} is not a range of up to {MAX_OF_ONE_NAME} boards: write path:1..12"
    )]
    Range {
        /// The line, counted from 1.
        line: usize,
        /// The name with the range.
        range: String,
    },
    /// A word names a file.
    #[error(
        "boards, line {line}: {name} names a file, but a list holds graph6 and names of boards only: write its graph6"
    )]
    File {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        name: String,
    },
    /// No board is listed.
    #[error("no board is listed: name some, as in path:1..12, or give lines of graph6")]
    None,
}

/// Reads a list of boards: on each line graph6, as `nauty-geng` writes it, or names with spaces between.
///
/// A name may have a range of numbers, which stands for each of them: `path:1..12`, `2x2..7`. A comment begins with `#`
/// and ends with the line. Empty lines are skipped.
///
/// # Errors
/// [`BoardsError`], with the line; if no board is listed at all.
///
/// # Examples
/// ```
/// use koproof_batch::read_boards;
/// let boards = read_boards("Bw\npath:2..4 2x2 # graph6 of the triangle, and names")?;
/// let names: Vec<&str> = boards.iter().map(|board| board.name()).collect();
/// assert_eq!(names, ["g6:Bw", "path:2", "path:3", "path:4", "2x2"]);
/// # Ok::<(), koproof_batch::BoardsError>(())
/// ```
pub fn read_boards(text: &str) -> Result<Vec<Board>, BoardsError> {
    let mut boards = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.strip_prefix(">>graph6<<").unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        // graph6 has no '#', which is below its letters.
        let content = content.split('#').next().unwrap_or_default();
        for word in content.split_whitespace() {
            // In a name, `+` joins boards, and is no letter of graph6.
            let graph6 = Some(word).filter(|word| !word.contains('+'));
            match graph6.and_then(|word| format!("g6:{word}").parse().ok()) {
                Some(board) => boards.push(small(board, line)?),
                None => boards.extend(named(word, line)?),
            }
        }
    }
    match boards.is_empty() {
        true => Err(BoardsError::None),
        false => Ok(boards),
    }
}

/// Returns the boards of a name with ranges.
fn named(name: &str, line: usize) -> Result<Vec<Board>, BoardsError> {
    if name.starts_with('@') {
        let name = shortened(name);
        return Err(BoardsError::File { line, name });
    }
    let names = expanded(name).ok_or_else(|| BoardsError::Range {
        line,
        range: shortened(name),
    })?;
    let board = |name: String| match name.parse() {
        Ok(board) => small(board, line),
        Err(problem) => Err(BoardsError::Board { line, problem }),
    };
    names.into_iter().map(board).collect()
}

/// Refuses a board that is too large, before the larger ones of the same range are made.
fn small(board: Board, line: usize) -> Result<Board, BoardsError> {
    match board.points() {
        0..=MAX_POINTS => Ok(board),
        points => Err(BoardsError::TooManyPoints {
            line,
            name: board.name().to_owned(),
            points,
        }),
    }
}

/// Replaces each range by all its numbers, where the first range changes slowest; `None` if there are too many names.
fn expanded(name: &str) -> Option<Vec<String>> {
    let mut done = vec![String::new()];
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("..") {
        let fixed = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let end = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let first: usize = before[fixed.len()..].parse().ok()?;
        let last: usize = after[..after.len() - end.len()].parse().ok()?;
        let count = last.checked_sub(first)?.checked_add(1)?;
        if count.checked_mul(done.len())? > MAX_OF_ONE_NAME {
            return None;
        }
        done = done
            .iter()
            .flat_map(|start| (first..=last).map(move |number| format!("{start}{fixed}{number}")))
            .collect();
        rest = end;
    }
    Some(done.into_iter().map(|start| start + rest).collect())
}
