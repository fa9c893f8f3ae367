//! Certificates written by hand.

use koproof_rules::Board;
use koproof_verify::{CheckError, Checked, check, never_stop};

use crate::mutate::sealed;

/// A draft of a text certificate. The lines of [`Self::items`] follow the header; the end is added.
#[derive(Clone, Copy)]
pub(crate) struct Draft<'d> {
    pub(crate) board: &'d str,
    pub(crate) superko: &'d str,
    pub(crate) suicide: &'d str,
    /// `area` makes a certificate of version 1, which has no line for it.
    pub(crate) scoring: &'d str,
    /// Start, player to move, moves, lower and upper bound; or the number of roots of a table.
    pub(crate) statement: Result<[&'d str; 5], u64>,
    pub(crate) symmetries: &'d [&'d str],
    pub(crate) items: &'d [&'d str],
}

/// The empty path of three, Black to move, is worth 3: Black takes the middle.
pub(crate) const PATH_OF_THREE: Draft<'static> = Draft {
    board: "path:3",
    superko: "positional",
    suicide: "allow",
    scoring: "area",
    statement: Ok(["...", "black", "-", "3", "3"]),
    symmetries: &[],
    items: &[
        "s white 0 .X. >= 3 alive",
        "s black 0 ... >= 3 play 1 0",
        "r black ... >= 3 1",
        "d 0 1",
        "s black 0 ... <= 3 pass-forever",
        "r black ... <= 3 2",
    ],
};

impl Draft<'_> {
    /// Returns everything before the last line.
    pub(crate) fn unsealed(&self) -> String {
        let board: Board = self.board.parse().expect("a board");
        let is_scored = self.scoring != "area";
        let mut lines = vec![
            format!("koproof certificate {}", 1 + i32::from(is_scored)),
            format!("graph6 {}", board.to_graph6()),
            format!("superko {}", self.superko),
            format!("suicide {}", self.suicide),
        ];
        if is_scored {
            lines.push(format!("scoring {}", self.scoring));
        }
        match self.statement {
            Ok([start, to_move, moves, at_least, at_most]) => lines.extend([
                "position".to_owned(),
                format!("start {start}"),
                format!("to-move {to_move}"),
                format!("moves {moves}"),
                format!("at-least {at_least}"),
                format!("at-most {at_most}"),
            ]),
            Err(roots) => lines.extend(["table".to_owned(), format!("roots {roots}")]),
        }
        lines.extend(self.symmetries.iter().map(|one| format!("symmetry {one}")));
        lines.push("steps".to_owned());
        lines.extend(self.items.iter().map(|&line| line.to_owned()));
        let steps = self
            .items
            .iter()
            .filter(|line| line.starts_with("s "))
            .count();
        lines.push(format!("end {steps}\n"));
        lines.join("\n")
    }

    pub(crate) fn text(&self) -> String {
        sealed(&self.unsealed())
    }

    pub(crate) fn check(&self) -> Result<Checked, CheckError> {
        check(self.text().as_bytes(), &mut never_stop)
    }

    /// Returns the reason why it is refused, and the place.
    pub(crate) fn refusal(&self) -> CheckError {
        self.check().expect_err("it should be refused")
    }
}
