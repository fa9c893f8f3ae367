//! Lines of CSV or JSON with named columns.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use csv::StringRecord;
use serde_json::Value;

use crate::arguments::content;
use crate::words::counted;

/// The largest size of a file.
const MAX_BYTES: u64 = 256 << 20;

/// A line of a file: the cell of each column.
#[derive(Clone, Debug)]
pub(super) struct Row {
    file: Rc<Path>,
    line: u64,
    /// The number of each column's cell. Lines with the same columns share it.
    columns: Rc<BTreeMap<String, usize>>,
    cells: StringRecord,
}

/// The required cells of a column: `rules=nstt,tromp-taylor`.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    column: String,
    texts: Vec<String>,
}

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((column, texts)) = text.split_once('=') else {
            return Err("name a column and what it has to have, as in rules=nstt".to_owned());
        };
        Ok(Self {
            column: column.to_owned(),
            texts: texts.split(',').map(str::to_owned).collect(),
        })
    }
}

/// Lines of files, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(pub(super) Vec<Row>);

impl Row {
    /// Returns the cell of a column, unless it is empty or `null`.
    pub(super) fn get(&self, column: &str) -> Option<&str> {
        let text = self.cells.get(*self.columns.get(column)?)?.trim();
        (!text.is_empty() && text != "null").then_some(text)
    }

    /// Returns whether there is such a column, even an empty one.
    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.contains_key(column)
    }

    /// Describes the place of the line.
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.file.display(), self.line)
    }
}

impl Rows {
    /// Adds a row that stands for a whole file.
    pub(super) fn add<const N: usize>(&mut self, file: &Path, columns: [(&str, String); N]) {
        let numbers = (0..).zip(&columns);
        let numbers = numbers.map(|(number, (name, _))| ((*name).to_owned(), number));
        self.0.push(Row {
            file: file.into(),
            line: 1,
            columns: Rc::new(numbers.collect()),
            cells: columns.iter().map(|(_, text)| text).collect(),
        });
    }

    /// Adds the lines of a file.
    pub(super) fn read(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.display();
        let bytes = content(file, MAX_BYTES).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            anyhow!("{name}: byte {byte} is not UTF-8: save the file as UTF-8")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let before = self.0.len();
        if ending(file) == "csv" {
            self.read_csv(file, text)?;
        } else {
            self.read_json(file, text)?;
        }
        if self.0.len() == before {
            let only = match text.trim().is_empty() {
                true => "is empty",
                false => "has a line of names and no line below it",
            };
            bail!("{name} {only}: name a file with lines to draw");
        }
        Ok(())
    }

    /// Keeps the lines that meet all filters.
    pub(super) fn keep(&mut self, filters: &[Filter]) -> anyhow::Result<()> {
        for Filter { column, texts } in filters {
            self.check(column, |row| row.has(column))?;
            let meets = |row: &Row| {
                let there = row.get(column).unwrap_or_default();
                texts.iter().any(|text| text == there)
            };
            self.0.retain(meets);
            if self.0.is_empty() {
                let wanted = texts.iter().map(|text| match text.as_str() {
                    "" => "an empty value",
                    text => text,
                });
                let wanted: Vec<&str> = wanted.collect();
                let wanted = wanted.join(" or ");
                bail!("no remaining line has {wanted} in the column {column}");
            }
        }
        Ok(())
    }

    /// Refuses a column that no line has, and lists the columns.
    pub(super) fn check(&self, column: &str, has: impl Fn(&Row) -> bool) -> anyhow::Result<()> {
        if self.0.iter().any(has) {
            return Ok(());
        }
        let first = self.0.first().expect("a file without lines is refused");
        let names: Vec<&str> = first.columns.keys().map(String::as_str).collect();
        let (file, names) = (first.file.display(), names.join(", "));
        bail!("{file}: there is no column {column:?}; there are {names}")
    }

    fn read_csv(&mut self, file: &Path, text: &str) -> anyhow::Result<()> {
        let name = file.display();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        if let Some(line) = unclosed(text) {
            bail!("{name}, line {line}: a quote is opened and not closed: close it or remove it");
        }
        let titles = reader.headers().with_context(|| name.to_string())?.clone();
        let mut columns = BTreeMap::new();
        for (number, title) in titles.iter().enumerate() {
            if columns.insert(title.trim().to_owned(), number).is_some() {
                bail!("{name}, line 1: two columns are called {title:?}: rename one");
            }
        }
        let (file, columns) = (Rc::<Path>::from(file), Rc::new(columns));
        let mut lines = Lines::of(text);
        for cells in reader.records() {
            let cells = cells.map_err(|error| anyhow!("{name}{}", in_words(text, error)))?;
            self.0.push(Row {
                file: Rc::clone(&file),
                line: cells.position().map_or(0, |place| lines.number(place)),
                columns: Rc::clone(&columns),
                cells,
            });
        }
        Ok(())
    }

    fn read_json(&mut self, file: &Path, text: &str) -> anyhow::Result<()> {
        let file: Rc<Path> = file.into();
        let mut last = Rc::default();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() {
                continue;
            }
            let place = || format!("{}, line {line}", file.display());
            let value = serde_json::from_str::<Value>(text);
            let value = value.map_err(|error| {
                // It counts lines within the text, which is one line.
                let (column, error) = (error.column(), error.to_string());
                let why = error
                    .rsplit_once(" at line ")
                    .map_or(&*error, |(why, _)| why);
                anyhow!(
                    "{}, column {column}: {why}; write each object without breaks",
                    place()
                )
            })?;
            if !value.is_object() {
                bail!("{}: there is no JSON object", place());
            }
            let mut cells = BTreeMap::new();
            flatten("", &value, &mut cells);
            let names = (0..).zip(cells.keys());
            let columns: BTreeMap<_, _> =
                names.map(|(number, name)| (name.clone(), number)).collect();
            if columns != *last {
                last = Rc::new(columns);
            }
            self.0.push(Row {
                file: Rc::clone(&file),
                line,
                columns: Rc::clone(&last),
                cells: cells.values().collect(),
            });
        }
        Ok(())
    }
}

/// Counts the lines of a text. A reader of CSV counts a row's from the end of the row before, where empty lines and the second
/// half of a line break may be left.
struct Lines<'t> {
    rest: &'t str,
    /// The place of the rest in bytes, and its line.
    at: usize,
    line: u64,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            rest: text,
            at: 0,
            line: 1,
        }
    }

    /// Returns the line of a row, which is not before that of the last call.
    fn number(&mut self, row: &csv::Position) -> u64 {
        let before = row.byte() as usize - self.at;
        let row = self.rest[before..].trim_start_matches(['\r', '\n']);
        let (passed, row) = self.rest.split_at(self.rest.len() - row.len());
        self.line += passed.matches('\n').count() as u64;
        self.at += passed.len();
        self.rest = row;
        self.line
    }
}

/// Says what is wrong with a line of CSV, after the name of its file.
fn in_words(text: &str, error: csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos: Some(place),
            expected_len,
            len,
        } => format!(
            ", line {}: it has {}, but the line of names has {expected_len}: make them equal; a value may be empty",
            Lines::of(text).number(place),
            counted(*len, "value")
        ),
        _ => format!(": {error}"),
    }
}

/// Returns the line where a quoted cell begins that does not end.
fn unclosed(text: &str) -> Option<usize> {
    let mut line = 1;
    let mut opened = None;
    let mut is_start = true;
    for symbol in text.chars() {
        match (symbol, opened) {
            // A quote within a cell that began without one is a character; two in a quoted cell close and open it.
            ('"', None) if is_start => opened = Some(line),
            ('"', Some(_)) => opened = None,
            _ => {}
        }
        is_start = opened.is_none() && matches!(symbol, ',' | '\n' | '"');
        line += usize::from(symbol == '\n');
    }
    opened
}

/// Returns whether a file contains lines of text, by its name.
pub(super) fn is_text(file: &Path) -> bool {
    ["csv", "jsonl", "json"].contains(&ending(file).as_str())
}

fn ending(file: &Path) -> String {
    let ending = file.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// Names the members of objects with dots; lists cannot be plotted.
fn flatten(prefix: &str, value: &Value, columns: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let name = match prefix {
                    "" => name.clone(),
                    prefix => format!("{prefix}.{name}"),
                };
                flatten(&name, member, columns);
            }
        }
        Value::Array(_) => {}
        Value::String(text) => {
            columns.insert(prefix.to_owned(), text.clone());
        }
        other => {
            columns.insert(prefix.to_owned(), other.to_string());
        }
    }
}
