//! `koproof table query`: the value of a position, looked up in a table.

use std::io::{self, Write};

use koproof_answers::Range;
use koproof_rules::{Board, Coloring, Komi, Player, Ruleset, text};
use koproof_tables::Table;
use serde::Serialize;

use crate::about::About;
use crate::arguments::{ColoringArgs, FormatArgs, TableFileArgs, board, load_aloud, player};
use crate::draw;
use crate::exit::{Blame, Exit};
use crate::values::{self, Values};
use crate::words::one_line;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table query 2x3.kpt --position OX./.X.
  koproof table query 2x3.kpt --position OX./.X. --to-move white --komi 3.5
  koproof table query 3x3.kpt --format json

The value is that of the game that starts with the position, with a fresh history: superko sees no earlier positions. \
The same position within a game may have another value; `koproof solve --moves` takes the moves into account.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: TableFileArgs,

    /// The board of the table; any other is an error
    #[arg(long, value_parser = board)]
    board: Option<Board>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    coloring: ColoringArgs,

    /// The player to move [default: both]
    #[arg(long, value_parser = player(), help_heading = "Position")]
    to_move: Option<Player>,

    /// Points that White gets, in halves: 7, 6.5, -0.5
    #[arg(
        long,
        default_value = "0",
        allow_hyphen_values = true,
        help_heading = "Rules"
    )]
    komi: Komi,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let table = load_aloud(&self.file.path, false)?;
        let board = self.board(&table).bad_input()?;
        let graph = table.representatives().graph();
        let coloring = self.coloring.read::<1, 2>(board, graph)?;
        let values = Values::of(&table, &coloring, self.komi)
            .expect("a position that was read is a legal coloring of the board");
        let rules = Ruleset {
            komi: self.komi,
            ..table.rules()
        };
        let answer = Answer {
            about: About::new(board, rules),
            position: text::position(board, &coloring),
            to_move: self.to_move,
            history: [],
            value: self.to_move.map(|player| values.with(player)),
            values,
            komi: self.komi,
        };
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, board, &coloring)
        })?;
        Ok(Exit::Done)
    }

    /// Returns the board for names of points: that of `--board`, if it has the same points.
    fn board<'a>(&'a self, table: &'a Table) -> anyhow::Result<&'a Board> {
        let stored = table.board();
        match &self.board {
            None => Ok(stored),
            Some(named) if named.points() == stored.points() && named.edges() == stored.edges() => {
                Ok(named)
            }
            Some(named) => anyhow::bail!(
                "{} is a table of {}, not of {}: omit --board, or use another table",
                self.file.path.display(),
                one_line(stored.name()),
                named.name()
            ),
        }
    }
}

/// The question and the table's answer.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    position: String,
    /// The player to move, or none if both were requested.
    to_move: Option<Player>,
    /// Always empty, because the table's values are those of games that start with the position.
    history: [String; 0],
    /// The value with `to_move` to move.
    value: Option<Range>,
    /// The values with either player to move.
    values: Values,
    #[serde(skip)]
    komi: Komi,
}

impl Answer {
    fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        coloring: &Coloring<1, 2>,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        writeln!(out, "\n{}", draw::coloring(board, coloring))?;
        writeln!(
            out,
            "value of the game that starts here (fresh history){}:",
            values::counted(self.komi)
        )?;
        let asked = |player: &Player| self.to_move.is_none_or(|asked| asked == *player);
        for player in Player::BOTH.into_iter().filter(asked) {
            let value = self.values.with(player);
            writeln!(out, "  {player} to move: {value} ({})", value.lo.outcome())?;
        }
        Ok(())
    }
}
