//! Games in SGF files.

pub(crate) mod stated;
pub(crate) mod verbatim;

use std::collections::HashMap;
use std::path::Path;
use std::thread;

use anyhow::{Context, anyhow, bail};
use koproof_rules::text::{self, Turn};
use koproof_rules::{Board, Coloring, Graph, Komi, Move, Player, Point};
use sgf_parse::go::{self, Prop};
use sgf_parse::{Color, SgfNode, SgfParseError, SgfProp};

use super::Record;
use crate::arguments::{self, N, W};
use crate::exit::Blame;

/// The largest size of a file: a game of ten thousand moves takes a tenth of it.
const MAX_BYTES: u64 = 1 << 20;
/// The beginning that some programs give to every file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The names in files for ISO 8859-1 and its extension.
const LATIN: [&str; 5] = [
    "[iso-8859-1]",
    "[iso8859-1]",
    "[latin1]",
    "[latin-1]",
    "[windows-1252]",
];
/// The largest handicap: the points of the largest board.
const MAX_HANDICAP: usize = 512;
/// The stack for reading: a file can nest as deep as it is long, and trees are dropped recursively.
const STACK: usize = 1 << 30;

pub(super) fn read(path: &Path) -> anyhow::Result<Record> {
    let name = path.display();
    let (text, is_latin) = content(path).cannot_read(format_args!("the game {name}"))?;
    let reader = thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || record(&text, is_latin))
        .with_context(|| format!("cannot start a thread to read the game {name}"))?;
    let record = reader
        .join()
        .map_err(|_| anyhow!("reading the game {name} failed"))?;
    let mut record = record.with_context(|| format!("game {name}")).bad_input()?;
    record.name = name.to_string();
    record.komi = record.komi.map_err(|why| format!("game {name}: {why}"));
    Ok(record)
}

/// Reads a file; returns whether it was read as ISO 8859-1 because it is not UTF-8.
fn content(path: &Path) -> anyhow::Result<(String, bool)> {
    let mut bytes = arguments::content(path, MAX_BYTES)?;
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(anyhow!("it is in UTF-16: save it in UTF-8")).bad_input();
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    // Without a stated encoding SGF is in ISO 8859-1, where each byte is the character of its number. Texts in other
    // encodings become unreadable this way, but the moves are ASCII.
    Ok(String::from_utf8(bytes).map_or_else(
        |error| {
            let text: String = error.as_bytes().iter().copied().map(char::from).collect();
            (text, true)
        },
        |text| (text, false),
    ))
}

fn record(text: &str, is_latin: bool) -> anyhow::Result<Record> {
    let start = begin(text).context("it is no SGF: a game begins with '(;'")?;
    // Mails and notes around a game are skipped, as SGF demands.
    let end = text.rfind(')').map_or(start, |last| last + 1);
    let games_alone = text.get(start..end).unwrap_or_default();
    let games = go::parse(games_alone).map_err(|error| match (flaw(text, start), error) {
        (Some(flaw), _) => anyhow!("it is no SGF: {flaw}"),
        (None, SgfParseError::UnexpectedGameType | SgfParseError::InvalidGameType) => {
            anyhow!("GM is not 1, so it is no game of Go: name a game with GM[1] or without GM")
        }
        (None, error) => anyhow!("it is no SGF of Go ({error}): save it again as SGF"),
    })?;
    let root = games.first().ok_or_else(|| anyhow!("it has no game"))?;
    let source = source(games_alone)?;
    let reading = Reading::of(root)?;
    let first = reading.turns.iter().find_map(|turn| match turn {
        Turn::Taken(player, _) => Some(*player),
        Turn::Disputed => None,
    });
    let handicap = handicap(&source).context("node 1 of the main line")?;
    let board = Board::grid(reading.rows.into(), reading.columns.into())?;
    let graph = Graph::<W>::new(&board)?;
    // The start is legal under all rules or under none.
    text::check_position(&board, &graph, &reading.start)?;
    Ok(Record {
        name: String::new(),
        foreign_text: foreign_text(&source, is_latin),
        board,
        start: reading.start,
        to_move: reading.player.or(first).unwrap_or(Player::BLACK),
        turns: reading.turns,
        free_turns: if reading.set_up { 0 } else { handicap },
        komi: komi(root),
        rules: match root.get_property("RU") {
            Some(Prop::RU(rules)) => Some(rules.text.trim().to_owned()),
            _ => None,
        },
        stated_result: match root.get_property("RE") {
            Some(Prop::RE(result)) => Some(result.text.clone()),
            _ => None,
        },
        source: Some(source),
    })
}

/// Reads the text of the game again, as it stands; the parser forgets some of it.
fn source(game: &str) -> anyhow::Result<verbatim::Tree> {
    let source = verbatim::Tree::read(game);
    if let Some(name) = source.without_value() {
        bail!("{name} has no value: write {name}[], or leave it out");
    }
    if let Some(name) = source.without_capital() {
        bail!(
            "the property {name} has no capital letter: write {}",
            name.to_ascii_uppercase()
        );
    }
    Ok(source)
}

/// Returns the encoding that the game states, if its texts were read as another one.
fn foreign_text(source: &verbatim::Tree, is_latin: bool) -> Option<String> {
    let encoding = source.nodes.first().and_then(|root| root.values("CA"));
    encoding
        .filter(|encoding| is_latin && !LATIN.contains(&encoding.to_ascii_lowercase().as_str()))
        .map(|encoding| encoding.trim_matches(['[', ']']).to_owned())
}

/// Reads the columns and rows of the board.
fn size(root: &SgfNode<Prop>) -> anyhow::Result<(u8, u8)> {
    match root.get_property("SZ") {
        None => Ok((19, 19)),
        Some(Prop::SZ((columns, rows))) if *columns == 0 || *rows == 0 => {
            bail!("SZ gives a board of {columns} columns and {rows} rows; write SZ[19] or SZ[5:3]")
        }
        Some(Prop::SZ(size)) => Ok(*size),
        Some(other) => bail!("the size {other} is invalid; write SZ[19] or SZ[5:3]"),
    }
}

/// Reads the number of handicap stones of the root.
fn handicap(source: &verbatim::Tree) -> anyhow::Result<usize> {
    let values = source.nodes.first().and_then(|root| root.values("HA"));
    let stones = values.map_or("", |values| values.trim_matches(['[', ']', ' ']));
    if stones.is_empty() {
        return Ok(0);
    }
    let number = stones.parse().ok();
    number
        .filter(|&number| number <= MAX_HANDICAP)
        .with_context(|| format!("HA[{stones}] is not a number of stones from 0 to {MAX_HANDICAP}"))
}

/// Reads the komi; an error is of interest only if no other komi is given.
fn komi(root: &SgfNode<Prop>) -> Result<Option<Komi>, String> {
    match root.get_property("KM") {
        None => Ok(None),
        Some(Prop::KM(komi)) => match komi.to_string().parse() {
            Ok(komi) => Ok(Some(komi)),
            Err(why) => Err(format!("{why}; replace it with --komi")),
        },
        // Some programs write KM[] for a game without komi.
        Some(Prop::Invalid(_, values)) if values.iter().all(|value| value.trim().is_empty()) => {
            Ok(None)
        }
        Some(other) => Err(format!(
            "the komi {other} is not a number; replace it with --komi"
        )),
    }
}

/// The main line, as far as it has been read.
struct Reading {
    columns: u8,
    rows: u8,
    start: Coloring<W, N>,
    /// Whether stones were set up.
    set_up: bool,
    /// The player to move, if the file states it.
    player: Option<Player>,
    turns: Vec<Turn>,
}

impl Reading {
    /// Reads the main line of a game.
    fn of(root: &SgfNode<Prop>) -> anyhow::Result<Self> {
        let (columns, rows) = size(root)?;
        let mut reading = Self {
            columns,
            rows,
            start: Coloring::EMPTY,
            set_up: false,
            player: None,
            turns: Vec::new(),
        };
        for (number, node) in root.main_variation().enumerate() {
            reading
                .node(node)
                .with_context(|| format!("node {} of the main line", number + 1))?;
        }
        Ok(reading)
    }

    fn node(&mut self, node: &SgfNode<Prop>) -> anyhow::Result<()> {
        for name in ["SZ", "HA", "PL", "KM", "B", "W"] {
            let given = node.properties().filter(|one| one.identifier() == name);
            if given.count() > 1 {
                bail!("{name} is given twice: keep one");
            }
        }
        let mut placed = HashMap::new();
        for property in node.properties() {
            match property {
                Prop::AB(points) => self.set_all(points, Some(Player::BLACK), &mut placed)?,
                Prop::AW(points) => self.set_all(points, Some(Player::WHITE), &mut placed)?,
                Prop::AE(points) => self.set_all(points, None, &mut placed)?,
                Prop::PL(color) if self.turns.is_empty() => {
                    self.player = Some(match color {
                        Color::Black => Player::BLACK,
                        Color::White => Player::WHITE,
                    });
                }
                Prop::B(taken) => self.turn(Player::BLACK, *taken)?,
                Prop::W(taken) => self.turn(Player::WHITE, *taken)?,
                &Prop::SZ((columns, rows)) if (columns, rows) != (self.columns, self.rows) => {
                    bail!(
                        "SZ gives the board {columns} columns and {rows} rows, the first node {} columns and {} rows",
                        self.columns,
                        self.rows
                    )
                }
                Prop::Invalid(name, values) => {
                    let problem = match name.as_str() {
                        "B" | "W" => {
                            "names no point; write two letters, the column and the row from the top left, as in B[aa]"
                        }
                        "AB" | "AW" | "AE" => {
                            "names no point; write AB[aa], or AB[aa:cc] for all points from the top left to the bottom right"
                        }
                        "PL" => "names no player; write PL[B] or PL[W]",
                        "SZ" => "is no size",
                        _ => continue,
                    };
                    bail!("{name}[{}] {problem}", values.join("]["))
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets points up; `placed` has those of the same node, of which SGF allows each only once.
    fn set_all<'p>(
        &mut self,
        points: impl IntoIterator<Item = &'p go::Point>,
        color: Option<Player>,
        placed: &mut HashMap<Point, Option<Player>>,
    ) -> anyhow::Result<()> {
        if !self.turns.is_empty() {
            bail!("stones are set up in the middle of the game, which no rule allows");
        }
        self.set_up = true;
        for &point in points {
            let go::Point { x, y } = point;
            let point = self.point(point)?;
            if placed.insert(point, color).is_some_and(|old| old != color) {
                bail!(
                    "column {} and row {} from the top are set up in two ways at once: keep one",
                    u16::from(x) + 1,
                    u16::from(y) + 1
                );
            }
            self.start.set(point, color);
        }
        Ok(())
    }

    fn turn(&mut self, player: Player, taken: go::Move) -> anyhow::Result<()> {
        let small = self.columns <= 19 && self.rows <= 19;
        let taken = match taken {
            go::Move::Pass => Move::Pass,
            // The old form of a pass, before the empty value.
            go::Move::Move(go::Point { x: 19, y: 19 }) if small => Move::Pass,
            go::Move::Move(point) => Move::Play(self.point(point)?),
        };
        self.turns.push(Turn::Taken(player, taken));
        Ok(())
    }

    fn point(&self, point: go::Point) -> anyhow::Result<Point> {
        let go::Point { x, y } = point;
        if x >= self.columns || y >= self.rows {
            bail!(
                "there is no point in column {} and row {} from the top, the board has {} columns and {} rows",
                u16::from(x) + 1,
                u16::from(y) + 1,
                self.columns,
                self.rows
            );
        }
        Ok(Point::new(
            u16::from(y) * u16::from(self.columns) + u16::from(x),
        ))
    }
}

/// Finds the beginning of the first game.
fn begin(text: &str) -> Option<usize> {
    let mut brackets = text.match_indices('(').map(|(place, _)| place);
    brackets.find(|&place| text[place + 1..].trim_start().starts_with(';'))
}

/// Describes the first bracket that does not fit, from the beginning of the games, with its line and the remedy.
fn flaw(text: &str, start: usize) -> Option<String> {
    let (before, text) = text.split_at(start);
    let mut line = 1 + before.matches('\n').count();
    let mut open = Vec::new();
    let mut value = None;
    let mut escaped = false;
    for symbol in text.chars() {
        match (symbol, value) {
            (_, Some(_)) if escaped => escaped = false,
            ('\\', Some(_)) => escaped = true,
            (']', Some(_)) => value = None,
            (_, Some(_)) => {}
            ('[', None) => value = Some(line),
            (']', None) => return Some(format!("line {line}: ']' closes no value: remove it")),
            ('(', None) => open.push(line),
            (')', None) if open.pop().is_none() => {
                return Some(format!("line {line}: ')' closes no game: remove it"));
            }
            _ => {}
        }
        line += usize::from(symbol == '\n');
    }
    let first = open.first();
    match (value, first) {
        (Some(line), _) => Some(format!("line {line}: '[' has no ']': close the value")),
        (None, Some(line)) => Some(format!("line {line}: '(' has no ')': close the game")),
        (None, None) => None,
    }
}
