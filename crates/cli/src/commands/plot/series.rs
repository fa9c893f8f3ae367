//! Charts from lines with columns.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{anyhow, bail};
use koproof_picture::{Histogram, Series, SeriesLine, Spread};
use koproof_rules::{Board, Shape};

use super::rows::{Filter, Row, Rows};
use crate::exit::complain;

/// The most bars of a histogram that can be distinguished.
const MAX_BARS: i64 = 400;

/// The largest value of a bar.
const MAX_BAR: f64 = 1e9;

/// The largest number on an axis. Its doubles, and so all differences, are finite.
const MAX_NUMBER: f64 = 1e300;

/// The arguments for the columns to draw; those without a name follow from the board.
#[derive(Debug, clap::Args)]
pub(super) struct ColumnsArgs {
    /// The column for the horizontal axis [default: the points of the board]
    #[arg(long, value_name = "COLUMN")]
    x: Option<String>,

    /// The column for the vertical axis, or the column that is counted [default: value]
    #[arg(long, value_name = "COLUMN")]
    y: Option<String>,

    /// The column with the names of the lines [default: the family of the board]
    #[arg(long, value_name = "COLUMN")]
    by: Option<String>,

    /// Use only rows with one of these texts in the column; if the option is repeated, rows must meet every filter
    #[arg(long = "where", value_name = "COLUMN=TEXT[,TEXT]…")]
    pub(super) filters: Vec<Filter>,

    /// In a series, draw an open value as a stroke from column lo to column hi
    #[arg(long)]
    brackets: bool,

    /// The title over the chart
    #[arg(long)]
    pub(super) title: Option<String>,
}

/// The known bracket of a row.
enum Known {
    Value(f64),
    Bracket(f64, f64),
}

impl ColumnsArgs {
    /// Refuses columns for a table, which has none.
    pub(super) fn refuse(&self) -> anyhow::Result<()> {
        let options = [
            ("--x", self.x.is_some()),
            ("--y", self.y.is_some()),
            ("--by", self.by.is_some()),
            ("--where", !self.filters.is_empty()),
            ("--brackets", self.brackets),
        ];
        match options.into_iter().find(|&(_, given)| given) {
            Some((option, _)) => bail!("{option} is for lines of text: a table has no columns"),
            None => Ok(()),
        }
    }

    /// Draws lines; also returns the number of rows without a value.
    pub(super) fn series(&self, rows: &Rows) -> anyhow::Result<(String, usize)> {
        let found = self.find(rows, Self::known)?;
        if found.is_empty() {
            return Err(self.nothing());
        }
        let mut lines: BTreeMap<String, SeriesLine> = BTreeMap::new();
        // A data set may have each board under several rule sets.
        let rules: BTreeSet<&str> = rows.0.iter().filter_map(|row| row.get("rules")).collect();
        let several = rules.len() > 1;
        let left_out = rows.0.len() - found.len();
        for (row, known) in found {
            let x = self.number(row)?;
            let name = match (&self.by, &self.x) {
                (Some(column), _) => needed(row, column)?.to_owned(),
                (None, None) if several => {
                    format!("{}, {}", of_board(row)?, needed(row, "rules")?)
                }
                (None, None) => of_board(row)?,
                (None, Some(_)) => String::new(),
            };
            let line = lines.entry(name).or_insert_with_key(|name| SeriesLine {
                name: name.clone(),
                points: Vec::new(),
                brackets: Vec::new(),
            });
            match known {
                Known::Value(y) => line.points.push((x, y)),
                Known::Bracket(low, high) => line.brackets.push((x, low, high)),
            }
        }
        if lines.len() > Series::MAX_LINES {
            bail!(
                "{} lines, of which only {} can be told apart: choose rows with --where, or other lines with --by",
                lines.len(),
                Series::MAX_LINES
            );
        }
        let lines = lines.into_values().map(|mut line| {
            line.points.sort_by(|one, other| one.0.total_cmp(&other.0));
            line.brackets
                .sort_by(|one, other| one.0.total_cmp(&other.0));
            line
        });
        let series = Series {
            title: self.title(),
            across: self.x_name().to_owned(),
            up: self.y_name().to_owned(),
            lines: lines.collect(),
        };
        let mut pairs = series.lines.iter().flat_map(|line| line.points.windows(2));
        if pairs.any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
            complain(
                "a line has several values at one number, which are joined by an upright stroke: --kind spread counts them, --by and --where separate them",
            );
        }
        Ok((series.to_svg(), left_out))
    }

    /// Counts values at each number; also returns the number of rows without a value.
    pub(super) fn spread(&self, rows: &Rows) -> anyhow::Result<(String, usize)> {
        if self.by.is_some() || self.brackets {
            bail!("a spread shows exact values of all lines: --by and --brackets are for a series");
        }
        let mut pairs = Vec::new();
        for (row, y) in self.find(rows, Self::value)? {
            pairs.push((self.number(row)?, y));
        }
        if pairs.is_empty() {
            return Err(self.nothing());
        }
        let left_out = rows.0.len() - pairs.len();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let equal = pairs.chunk_by(|one, other| one == other);
        // Lines are boards only if no board has two.
        let mut boards = BTreeSet::new();
        let of_boards = rows.0.iter().all(|row| {
            let board = row.get("graph6").or(row.get("board"));
            board.is_some_and(|board| boards.insert(board))
        });
        let spread = Spread {
            title: self.title(),
            across: self.x_name().to_owned(),
            up: self.y_name().to_owned(),
            counted: if of_boards { "boards" } else { "lines" }.to_owned(),
            counts: equal.map(|some| (some[0], some.len() as u64)).collect(),
        };
        Ok((spread.to_svg(), left_out))
    }

    /// Counts values; also returns the number of rows without a value.
    pub(super) fn histogram(&self, rows: &Rows) -> anyhow::Result<(String, usize)> {
        if self.x.is_some() || self.by.is_some() {
            bail!("a histogram has one column only: name it with --y");
        }
        if self.brackets {
            bail!("a histogram counts values: --brackets is for a series");
        }
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        let found = self.find(rows, Self::value)?;
        let left_out = rows.0.len() - found.len();
        for (row, value) in found {
            if value.fract() != 0.0 {
                let place = row.place();
                bail!("{place}: {value} is not an integer, so it cannot have a bar");
            }
            if value.abs() > MAX_BAR {
                let place = row.place();
                bail!("{place}: {value} is too large for a bar: at most {MAX_BAR}");
            }
            *counts.entry(value as i64).or_default() += 1;
        }
        if let (Some((low, _)), Some((high, _))) =
            (counts.first_key_value(), counts.last_key_value())
            && high - low >= MAX_BARS
        {
            bail!("values from {low} to {high} are too many bars: at most {MAX_BARS} fit");
        }
        let histogram = Histogram {
            title: (self.title.clone())
                .unwrap_or_else(|| format!("How often each {} occurs", self.y_name())),
            across: self.y_name().to_owned(),
            up: "lines".to_owned(),
            bars: counts
                .into_iter()
                .map(|(value, count)| (value as i32, count))
                .collect(),
        };
        Ok((histogram.to_svg(), left_out))
    }

    fn title(&self) -> String {
        (self.title.clone()).unwrap_or_else(|| format!("{} by {}", self.y_name(), self.x_name()))
    }

    fn x_name(&self) -> &str {
        self.x.as_deref().unwrap_or("points")
    }

    fn y_name(&self) -> &str {
        self.y.as_deref().unwrap_or("value")
    }

    /// Returns the rows with what is known of them. Refuses columns that no line has.
    fn find<'r, T>(
        &self,
        rows: &'r Rows,
        known: impl Fn(&Self, &Row) -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<Vec<(&'r Row, T)>> {
        for column in [&self.x, &self.y, &self.by].into_iter().flatten() {
            rows.check(column, |row| row.has(column))?;
        }
        if self.y.is_none() {
            rows.check("value", |row| row.has("value") || row.has("value.lo"))?;
        }
        let known = |row: &'r Row| Some(known(self, row).transpose()?.map(|known| (row, known)));
        rows.0.iter().filter_map(known).collect()
    }

    /// Returns the error if nothing is known of any row.
    fn nothing(&self) -> anyhow::Error {
        let remedy = match self.brackets {
            true => "",
            false => ": --brackets shows bounds, if there are any",
        };
        anyhow!(
            "no line has a value in the column {}{remedy}",
            self.y_name()
        )
    }

    /// Returns the bracket of a row; `None` if it has none or the chart does not show brackets.
    fn known(&self, row: &Row) -> anyhow::Result<Option<Known>> {
        if let Some(value) = self.value(row)? {
            return Ok(Some(Known::Value(value)));
        }
        if !self.brackets {
            return Ok(None);
        }
        for [low, high] in [["lo", "hi"], ["value.lo", "value.hi"]] {
            if let (Some(below), Some(above)) = (row.get(low), row.get(high)) {
                let (below, above) = (number(row, low, below)?, number(row, high, above)?);
                if below > above {
                    bail!("{}: {low} is {below}, above {high}, {above}", row.place());
                }
                return Ok(Some(Known::Bracket(below, above)));
            }
        }
        Ok(None)
    }

    /// Returns the place of a row on the horizontal axis.
    fn number(&self, row: &Row) -> anyhow::Result<f64> {
        match (&self.x, row.get("points")) {
            (Some(column), _) => number(row, column, needed(row, column)?),
            (None, Some(text)) => number(row, "points", text),
            (None, None) => Ok(board(row)?.points() as f64),
        }
    }

    /// Returns the value of a row; `None` if it is missing or open.
    fn value(&self, row: &Row) -> anyhow::Result<Option<f64>> {
        if let Some(column) = &self.y {
            return row
                .get(column)
                .map(|text| number(row, column, text))
                .transpose();
        }
        // `koproof solve` gives a bracket.
        match (row.get("value"), row.get("value.lo"), row.get("value.hi")) {
            (Some(text), _, _) => number(row, "value", text).map(Some),
            (None, Some(low), Some(high)) if low == high => number(row, "value.lo", low).map(Some),
            _ => Ok(None),
        }
    }
}

fn needed<'r>(row: &'r Row, column: &str) -> anyhow::Result<&'r str> {
    row.get(column)
        .ok_or_else(|| anyhow!("{}: the column {column} is empty", row.place()))
}

fn number(row: &Row, column: &str, text: &str) -> anyhow::Result<f64> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number.abs() > MAX_NUMBER => Err(anyhow!(
            "{}: {column} is {text}, which is too large for a chart: at most {MAX_NUMBER:e}",
            row.place()
        )),
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(anyhow!(
            "{}: {column} is {text:?}, which is no number",
            row.place()
        )),
    }
}

fn board(row: &Row) -> anyhow::Result<Board> {
    // `koproof batch merge` gives all names of a graph.
    let names = row.get("names").and_then(|names| names.split(' ').next());
    let Some(name) = row.get("board").or(names) else {
        bail!(
            "{}: no board is named: name columns with --x and --by, or count a column with --kind histogram --y",
            row.place()
        );
    };
    name.parse()
        .map_err(|error| anyhow!("{}: {error}; name columns with --x and --by", row.place()))
}

/// The column of a table's family. No file is likely to have one of this name.
pub(super) const OF_TABLE: &str = "family of the table";

/// Returns the series of a row: the family of its board.
fn of_board(row: &Row) -> anyhow::Result<String> {
    match row.get(OF_TABLE) {
        Some(family) => Ok(family.to_owned()),
        None => Ok(family(&board(row)?)),
    }
}

/// Returns the family of a board, whose values form a series: `cycle`, `1xN`, `2xN`.
pub(super) fn family(board: &Board) -> String {
    match board.shape() {
        Shape::Grid { rows, columns } => format!("{}xN", rows.min(columns)),
        Shape::Family { word, .. } => (*word).to_owned(),
        Shape::Union(_) | Shape::Graph => board.name().to_owned(),
    }
}
