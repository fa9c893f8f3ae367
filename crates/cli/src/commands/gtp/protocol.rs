//! The Go Text Protocol, version 2: requests, responses, colors and vertices.
//!
//! Source: G. Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2* (2002), sections 2 and 3.

use koproof_rules::{Move, Player, Point};

/// The letters of the columns, without I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The most columns or rows that vertices can name.
pub(super) const MAX_SIDE: u16 = LETTERS.len() as u16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// A number that the response repeats.
    id: Option<u32>,
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it contains only white space and a comment.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let visible: String = line
            .chars()
            .map(|symbol| if symbol == '\t' { ' ' } else { symbol })
            .filter(|symbol| !symbol.is_control())
            .collect();
        let mut words = visible.split_whitespace().peekable();
        let id = words.peek()?.parse().ok();
        if id.is_some() {
            words.next();
        }
        Some(Self {
            id,
            command: words.next().unwrap_or_default().to_owned(),
            arguments: words.map(str::to_owned).collect(),
        })
    }

    pub(super) fn response(&self, answer: &Result<String, Failure>) -> String {
        let id = self.id.map_or_else(String::new, |id| id.to_string());
        let (status, text) = match answer {
            Ok(text) => ('=', text.clone()),
            Err(failure) => ('?', failure.to_string()),
        };
        // An empty line ends a response, so the response must not contain one.
        let text = text.trim_end().replace("\n\n", "\n");
        let space = if text.is_empty() || text.starts_with('\n') {
            ""
        } else {
            " "
        };
        format!("{status}{id}{space}{text}\n\n")
    }

    /// Writes the beginning of a response that continues line by line until an empty line.
    pub(super) fn opening(&self) -> String {
        let id = self.id.map_or_else(String::new, |id| id.to_string());
        format!("={id}\n")
    }

    pub(super) fn only(&self) -> Result<&str, Failure> {
        match self.arguments.as_slice() {
            [argument] => Ok(argument),
            _ => Err(Failure::Syntax),
        }
    }
}

/// The reason why a request is refused, in the words of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("invalid color or coordinate")]
    ColorOrCoordinate,
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    Size,
    #[error("cannot undo")]
    Undo,
    /// A reason without words in the protocol.
    #[error("{0}")]
    Other(String),
}

/// Reads `b`, `black`, `w` or `white`, in any case.
pub(super) fn color(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::BLACK),
        "w" | "white" => Some(Player::WHITE),
        _ => None,
    }
}

/// The size of a board, on which vertices depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: u16,
    pub(super) columns: u16,
}

impl Size {
    /// Returns the letters over the columns.
    pub(super) fn letters(self) -> impl Iterator<Item = char> {
        LETTERS
            .iter()
            .take(self.columns.into())
            .copied()
            .map(char::from)
    }

    /// Reads a vertex, or `pass`, in any case.
    pub(super) fn read(self, text: &str) -> Option<Move> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Move::Pass);
        }
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = LETTERS.iter().position(|&other| other == letter)? as u16;
        let number = text.get(1..)?;
        if !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let row = self.rows.checked_sub(number.parse().ok()?)?;
        let on_board = column < self.columns && row < self.rows;
        on_board.then(|| Move::Play(Point::new(row * self.columns + column)))
    }

    /// Writes a vertex, or `pass` in lower case, because some programs accept only that.
    pub(super) fn name(self, taken: Move) -> String {
        let Move::Play(point) = taken else {
            return "pass".to_owned();
        };
        let point = point.index() as u16;
        let letter = LETTERS[usize::from(point % self.columns)];
        format!("{}{}", char::from(letter), self.rows - point / self.columns)
    }
}
