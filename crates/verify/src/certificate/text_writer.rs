//! Writing the text form.

use std::io::Write;

use koproof_rules::{Coloring, Move, Scoring};

use super::shape::Shape;
use super::text_reader::{MAGIC, VERSION, VERSION_SCORED};
use super::{CertificateError, Child, Header, Item, Rule, Statement};
use crate::claim::GameRecord;

/// The number of bytes that are buffered before they go to the output.
const GATHERED: usize = 1 << 16;

pub(super) struct TextWriter<W> {
    output: W,
    points: usize,
    check: crc32fast::Hasher,
    gathered: String,
}

impl<W: Write> TextWriter<W> {
    pub(super) fn new(output: W, header: &Header, shape: Shape) -> Result<Self, CertificateError> {
        let mut writer = Self {
            output,
            points: shape.points(),
            check: crc32fast::Hasher::new(),
            gathered: String::new(),
        };
        writer.header(header)?;
        Ok(writer)
    }

    fn header(&mut self, header: &Header) -> Result<(), CertificateError> {
        let version = match header.scoring {
            Scoring::Area | Scoring::Taylor => VERSION,
            Scoring::Territory => VERSION_SCORED,
        };
        self.line(&format!("{MAGIC}{version}"))?;
        self.line(&format!("graph6 {}", header.board.to_graph6()))?;
        self.line(&format!("superko {}", header.superko))?;
        self.line(&format!("suicide {}", header.suicide))?;
        if header.scoring == Scoring::Territory {
            self.line(&format!("scoring {}", header.scoring))?;
        }
        match &header.statement {
            Statement::Position(position) => {
                self.line("position")?;
                self.line(&format!("start {}", self.coloring(&position.start)))?;
                self.line(&format!("to-move {}", position.to_move))?;
                let moves = position.moves.iter().map(|taken| match taken {
                    Move::Play(point) => point.to_string(),
                    Move::Pass => "pass".to_owned(),
                });
                self.line(&format!("moves {}", joined(moves, " ")))?;
                let score = |bound: Option<i16>| {
                    bound.map_or_else(|| "-".to_owned(), |score| score.to_string())
                };
                self.line(&format!("at-least {}", score(position.at_least)))?;
                self.line(&format!("at-most {}", score(position.at_most)))?;
            }
            Statement::Table { roots } => {
                self.line("table")?;
                self.line(&format!("roots {roots}"))?;
            }
        }
        for symmetry in &header.symmetries {
            let images = joined(symmetry.images.iter().map(ToString::to_string), " ");
            let colors = if symmetry.swap { "swap" } else { "keep" };
            self.line(&format!("symmetry {images} {colors}"))?;
        }
        self.line("steps")
    }

    pub(super) fn item(&mut self, item: &Item) -> Result<(), CertificateError> {
        let line = match item {
            Item::Step(step) => {
                let state = &step.state;
                format!(
                    "s {} {} {} {} {}",
                    state.to_move,
                    state.passes,
                    self.coloring(&state.coloring),
                    step.bound,
                    self.rule(&step.rule)
                )
            }
            Item::Drop(steps) => format!("d {}", joined(steps.iter().map(u64::to_string), " ")),
            Item::Root(root) => format!(
                "r {} {} {} {}",
                root.to_move,
                self.coloring(&root.coloring),
                root.bound,
                child(root.child)
            ),
        };
        self.line(&line)
    }

    pub(super) fn finish(mut self, steps: u64) -> Result<W, CertificateError> {
        self.line(&format!("end {steps}"))?;
        self.flush()?;
        let check = self.check.clone().finalize();
        self.line(&format!("crc32 {check:08x}"))?;
        self.flush()?;
        self.output.flush().map_err(writing)?;
        Ok(self.output)
    }

    fn rule(&self, rule: &Rule) -> String {
        let name = rule.name();
        match rule {
            Rule::Stop | Rule::Alive | Rule::PassForever => name.to_owned(),
            Rule::Play { point, child: next } => format!("{name} {point} {}", child(*next)),
            Rule::Pass { child: next } => format!("{name} {}", child(*next)),
            Rule::Replies { plays, pass } => {
                let mut text = name.to_owned();
                for &(point, answer) in plays {
                    let answer = answer.map_or_else(|| "blocked".to_owned(), child);
                    text.push_str(&format!(" {point}:{answer}"));
                }
                let answer = pass.map_or_else(|| "end".to_owned(), child);
                text.push_str(&format!(" pass:{answer}"));
                text
            }
            Rule::Weaken {
                child: same,
                avoid,
                need,
            } => format!(
                "{name} {} avoid {} need {}",
                child(*same),
                joined(avoid.iter().map(|record| self.record(record)), ","),
                joined(need.iter().map(|record| self.record(record)), ",")
            ),
        }
    }

    fn record(&self, record: &GameRecord) -> String {
        let coloring = self.coloring(&record.coloring);
        match record.player {
            Some(player) => format!("{coloring}:{player}"),
            None => coloring,
        }
    }

    fn coloring(&self, coloring: &Coloring<1, 2>) -> String {
        coloring.to_symbols(self.points)
    }

    fn line(&mut self, line: &str) -> Result<(), CertificateError> {
        self.gathered.push_str(line);
        self.gathered.push('\n');
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), CertificateError> {
        self.check.update(self.gathered.as_bytes());
        let result = self.output.write_all(self.gathered.as_bytes());
        self.gathered.clear();
        result.map_err(writing)
    }
}

fn writing(cause: std::io::Error) -> CertificateError {
    CertificateError::Stream {
        action: "write",
        cause,
    }
}

fn child(child: Child) -> String {
    match child.symmetry {
        0 => child.step.to_string(),
        symmetry => format!("{}/{symmetry}", child.step),
    }
}

/// Joins texts, or returns the sign for an empty list.
fn joined(texts: impl Iterator<Item = String>, separator: &str) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() {
        "-".to_owned()
    } else {
        texts.join(separator)
    }
}
