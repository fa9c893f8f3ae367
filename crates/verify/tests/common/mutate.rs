//! Mutations of certificates: every field, every kind of step, the order, the length, the bytes.
//!
//! It works on the text form and contains nothing about Go, so any checker can be tested with its output.

#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses a part of this"
)]

#[path = "mutate/whole.rs"]
mod whole;
#[path = "mutate/words.rs"]
mod words;

use words::{children, colorings, neighbours, swapped};

/// A certificate with one change.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// The kind of change.
    pub(crate) kind: &'static str,
    /// The change, in human-readable form.
    pub(crate) what: String,
    /// The certificate: text, unless its bytes were damaged.
    pub(crate) file: Vec<u8>,
}

impl Mutant {
    /// Tells whether the bytes were damaged after the checksum was made, so that no reader may accept them.
    pub(crate) fn is_damage(&self) -> bool {
        self.kind.starts_with("bytes")
    }
}

/// Computes CRC-32 as defined by ISO 3309: polynomial 0x04c11db7 reflected, one bit at a time.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}

/// Adds the last line to a text.
pub(crate) fn sealed(text: &str) -> String {
    format!("{text}crc32 {:08x}\n", crc32(text.as_bytes()))
}

/// Makes every mutation of a certificate in text form.
pub(crate) fn mutants(text: &str) -> Vec<Mutant> {
    some_mutants(text, 1)
}

/// Makes one in `every` mutations of a certificate in text form, because a long one has very many.
pub(crate) fn some_mutants(text: &str, every: usize) -> Vec<Mutant> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines.pop().is_some_and(|last| last.starts_with("crc32 ")));
    let mut maker = Maker {
        lines,
        every,
        seen: 0,
        made: Vec::new(),
    };
    let steps = maker.lines.iter().position(|line| line == "steps");
    let steps = steps.expect("a certificate has a header");
    for at in 0..steps {
        maker.header_line(at);
    }
    let mut number = 0;
    for at in steps + 1..maker.lines.len() {
        match &maker.lines[at][..1] {
            "s" => {
                maker.step(at, number);
                number += 1;
            }
            "d" => maker.dropping(at),
            "r" => maker.root(at, number),
            _ => maker.numbers(at, "end"),
        }
    }
    maker.order(steps + 1);
    maker.damage(text);
    maker.made
}

struct Maker {
    /// The lines of the original, without the last.
    lines: Vec<String>,
    every: usize,
    /// The number of mutations so far, made or not.
    seen: usize,
    made: Vec<Mutant>,
}

impl Maker {
    fn is_wanted(&mut self) -> bool {
        self.seen += 1;
        (self.seen - 1).is_multiple_of(self.every)
    }

    /// Applies a change to the lines, which returns its description, and adds a new last line.
    fn change(&mut self, kind: &'static str, edit: impl FnOnce(&mut Vec<String>) -> String) {
        if !self.is_wanted() {
            return;
        }
        let mut lines = self.lines.clone();
        let what = edit(&mut lines);
        let lines = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
        let file = sealed(&lines.collect::<String>()).into_bytes();
        self.made.push(Mutant { kind, what, file });
    }

    /// Replaces a line.
    fn line(&mut self, kind: &'static str, at: usize, line: String) {
        if line != self.lines[at] {
            self.change(kind, |lines| {
                let what = format!("'{}' becomes '{line}'", lines[at]);
                lines[at] = line;
                what
            });
        }
    }

    /// Replaces a field of a line by each of some others.
    fn field(&mut self, kind: &'static str, at: usize, field: usize, others: Vec<String>) {
        for other in others {
            let mut fields: Vec<&str> = self.lines[at].split(' ').collect();
            fields[field] = &other;
            let line = fields.join(" ");
            self.line(kind, at, line);
        }
    }

    fn fields(&self, at: usize) -> Vec<String> {
        self.lines[at].split(' ').map(str::to_owned).collect()
    }

    /// Changes every number of a line by one.
    fn numbers(&mut self, at: usize, kind: &'static str) {
        for (index, field) in self.fields(at).iter().enumerate() {
            self.field(kind, at, index, neighbours(field));
        }
    }

    fn header_line(&mut self, at: usize) {
        const KIND: &str = "header";
        let fields = self.fields(at);
        let last = fields.len() - 1;
        match fields[0].as_str() {
            "koproof" => self.numbers(at, KIND),
            "graph6" => {
                for index in 0..fields[1].len() {
                    for by in [1, -1, 8, -8] {
                        let mut text = fields[1].clone().into_bytes();
                        text[index] = text[index].wrapping_add_signed(by);
                        if let Ok(text) = String::from_utf8(text) {
                            self.field(KIND, at, 1, vec![text]);
                        }
                    }
                }
            }
            "superko" => {
                let rules = [
                    "positional",
                    "situational",
                    "natural-situational",
                    "taylor",
                    "none",
                ];
                self.field(KIND, at, 1, rules.map(str::to_owned).to_vec());
            }
            "suicide" => {
                self.field(KIND, at, 1, ["allow", "forbid"].map(str::to_owned).to_vec());
            }
            "start" => self.field(KIND, at, 1, colorings(&fields[1])),
            "to-move" => self.field(KIND, at, 1, swapped(&fields[1])),
            "moves" => {
                for field in 1..=last {
                    let others = ["0", "1", "2", "pass", "-", "99"].map(str::to_owned);
                    self.field(KIND, at, field, others.to_vec());
                }
                for more in ["0", "1", "pass", "pass pass"] {
                    let given = self.lines[at].strip_suffix(" -");
                    let line = format!("{} {more}", given.unwrap_or(&self.lines[at]));
                    self.line(KIND, at, line);
                }
                let fewer = fields[..last].join(" ");
                self.line(KIND, at, if last == 1 { fewer + " -" } else { fewer });
            }
            "at-least" | "at-most" => {
                let mut others = neighbours(&fields[1]);
                others.extend(["-", "0", "65"].map(str::to_owned));
                self.field(KIND, at, 1, others);
            }
            "roots" => self.numbers(at, KIND),
            "symmetry" => {
                for index in 1..last {
                    let mut swapped = fields.clone();
                    swapped.swap(index, index + 1);
                    self.line("symmetry", at, swapped.join(" "));
                    self.field("symmetry", at, index, neighbours(&fields[index]));
                }
                self.field("symmetry", at, last, swapped(&fields[last]));
            }
            _ => {}
        }
        self.without(at, KIND);
    }

    fn step(&mut self, at: usize, number: u64) {
        let fields = self.fields(at);
        self.field("player to move", at, 1, swapped(&fields[1]));
        self.field("passes", at, 2, neighbours(&fields[2]));
        self.field("coloring", at, 3, colorings(&fields[3]));
        self.field("kind of bound", at, 4, swapped(&fields[4]));
        self.field("score of bound", at, 5, neighbours(&fields[5]));
        let state = fields[..6].join(" ");
        for rule in ["stop", "alive", "pass-forever", "replies pass:end"] {
            self.line("rule", at, format!("{state} {rule}"));
        }
        if let Some(before) = number.checked_sub(1) {
            for rule in [
                format!("pass {before}"),
                format!("play 0 {before}"),
                format!("replies pass:{before}"),
                format!("weaken {before} avoid - need -"),
            ] {
                self.line("rule", at, format!("{state} {rule}"));
            }
        }
        match fields[6].as_str() {
            "play" => {
                self.field("point", at, 7, neighbours(&fields[7]));
                self.field("child", at, 8, children(&fields[8], number));
            }
            "pass" => self.field("child", at, 7, children(&fields[7], number)),
            "replies" => self.replies(at, number),
            "weaken" => self.weaken(at, number),
            _ => {}
        }
    }

    fn replies(&mut self, at: usize, number: u64) {
        let fields = self.fields(at);
        let last = fields.len() - 1;
        for index in 7..=last {
            let (taken, reply) = fields[index].split_once(':').expect("a reply has a colon");
            let mut without = fields.clone();
            without.remove(index);
            self.line("reply omitted", at, without.join(" "));
            let mut twice = fields.clone();
            twice.insert(index, fields[index].clone());
            self.line("reply given twice", at, twice.join(" "));
            if index < last {
                let mut order = fields.clone();
                order.swap(index, index + 1);
                self.line("replies out of order", at, order.join(" "));
                let points = neighbours(taken).into_iter();
                let moved = points.map(|point| format!("{point}:{reply}"));
                self.field("point", at, index, moved.collect());
            }
            let mut others = match reply {
                "blocked" | "end" => vec![
                    number.saturating_sub(1).to_string(),
                    number.saturating_sub(2).to_string(),
                ],
                child => children(child, number),
            };
            others.extend(["blocked", "end"].map(str::to_owned));
            let others = others.into_iter().map(|other| format!("{taken}:{other}"));
            let kind = match reply {
                "blocked" => "blocked becomes a child",
                "end" => "end becomes a child",
                _ => "child",
            };
            self.field(kind, at, index, others.collect());
        }
        for index in 7..=last {
            for (point, _) in fields[3].char_indices() {
                let mut more = fields.clone();
                more.insert(index, format!("{point}:blocked"));
                self.line("reply added", at, more.join(" "));
            }
        }
    }

    fn weaken(&mut self, at: usize, number: u64) {
        let fields = self.fields(at);
        self.field("child", at, 7, children(&fields[7], number));
        for list in [9, 11] {
            let records: Vec<&str> = fields[list]
                .split(',')
                .filter(|&text| text != "-")
                .collect();
            for (index, record) in records.iter().enumerate() {
                let mut fewer = records.clone();
                fewer.remove(index);
                let fewer = if fewer.is_empty() {
                    "-".to_owned()
                } else {
                    fewer.join(",")
                };
                self.field("condition dropped", at, list, vec![fewer]);
                let (coloring, player) = record.split_once(':').unwrap_or((record, ""));
                let mut others: Vec<String> = swapped(player)
                    .into_iter()
                    .map(|player| format!("{coloring}:{player}"))
                    .collect();
                others.push(coloring.to_owned());
                let colon = if player.is_empty() { "" } else { ":" };
                let changed = colorings(coloring).into_iter();
                others.extend(changed.map(|other| format!("{other}{colon}{player}")));
                for other in others {
                    let mut list_of = records.clone();
                    list_of[index] = &other;
                    self.field("condition changed", at, list, vec![list_of.join(",")]);
                }
            }
            for player in ["", ":black", ":white"] {
                let own = format!("{}{player}", fields[3]);
                let more = records.iter().copied().chain([own.as_str()]);
                let more: Vec<&str> = more.collect();
                self.field("condition added", at, list, vec![more.join(",")]);
            }
        }
        let mut exchanged = fields.clone();
        exchanged.swap(9, 11);
        self.line("conditions exchanged", at, exchanged.join(" "));
    }

    fn dropping(&mut self, at: usize) {
        self.numbers(at, "drop");
        let line = &self.lines[at];
        let twice = format!("{line} {}", self.fields(at)[1]);
        self.line("drop", at, twice);
        // As early as possible: before any step is used.
        let steps = self.lines.iter().position(|line| line == "steps");
        for earlier in (steps.map_or(0, |steps| steps + 1)..at).rev() {
            self.change("drop too early", |lines| {
                let moved = lines.remove(at);
                let what = format!("'{moved}' moved up {} lines", at - earlier);
                lines.insert(earlier, moved);
                what
            });
        }
        self.without(at, "drop left out");
    }

    fn root(&mut self, at: usize, number: u64) {
        const KIND: &str = "root";
        let fields = self.fields(at);
        self.field(KIND, at, 1, swapped(&fields[1]));
        self.field(KIND, at, 2, colorings(&fields[2]));
        self.field(KIND, at, 3, swapped(&fields[3]));
        self.field(KIND, at, 4, neighbours(&fields[4]));
        self.field(KIND, at, 5, children(&fields[5], number));
        self.without(at, KIND);
        self.change(KIND, |lines| {
            lines.insert(at, lines[at].clone());
            "a root twice".to_owned()
        });
    }

    fn without(&mut self, at: usize, kind: &'static str) {
        self.change(kind, |lines| format!("without '{}'", lines.remove(at)));
    }
}
