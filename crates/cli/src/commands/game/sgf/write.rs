//! Trees as SGF 4.
//!
//! Source: A. Hollosi, *SGF File Format FF\[4\]*. The crate that reads SGF is not used for writing, because it writes
//! sets of points in a varying order, and the size of square boards in a form that the format does not allow.

use std::collections::BTreeMap;

use koproof_answers::{Node, Range, Tree, Worth};
use koproof_rules::{Board, Move, Player, Point, Ruleset};

use super::earlier::{Earlier, has_own_rules};
use super::remarks::sentence;
use crate::about::RulesJson;
use crate::record::verbatim;

/// Writes a tree on a board with this number of columns and rows. The other properties of a recorded game stay.
pub(super) fn sgf(
    board: &Board,
    size: (u16, u16),
    rules: &Ruleset,
    tree: &Tree,
    source: Option<&verbatim::Tree>,
) -> String {
    let writer = Writer {
        board,
        size,
        rules,
        tree,
    };
    let nodes = match source {
        Some(source) => writer.recorded(source),
        None => writer.plain(),
    };
    let mut out = written(&nodes);
    if let Some(source) = source.filter(|source| !source.rest.is_empty()) {
        out += &source.rest;
        out.push('\n');
    }
    out
}

/// The text of a node, and the nodes after it.
struct Written {
    text: String,
    children: Vec<usize>,
}

/// Writes nodes: a line as long as there is one continuation, then variations.
fn written(nodes: &[Written]) -> String {
    enum Next {
        Node(usize),
        Text(&'static str),
    }
    let mut out = String::new();
    let mut waiting = vec![Next::Text(")\n"), Next::Node(0), Next::Text("(")];
    while let Some(next) = waiting.pop() {
        match next {
            Next::Text(text) => out += text,
            Next::Node(number) => {
                out += &nodes[number].text;
                match nodes[number].children[..] {
                    [only] => waiting.push(Next::Node(only)),
                    ref children => waiting.extend(children.iter().rev().flat_map(|&child| {
                        [Next::Text(")"), Next::Node(child), Next::Text("\n(")]
                    })),
                }
            }
        }
    }
    out
}

/// Converts a tree to texts of nodes.
struct Writer<'t> {
    board: &'t Board,
    size: (u16, u16),
    rules: &'t Ruleset,
    tree: &'t Tree,
}

impl Writer<'_> {
    /// Returns the nodes of the tree alone.
    fn plain(&self) -> Vec<Written> {
        let nodes = self.tree.nodes.iter().enumerate();
        nodes
            .map(|(number, node)| Written {
                text: match number {
                    0 => self.root(),
                    _ => self.node(number),
                },
                children: node.children.clone(),
            })
            .collect()
    }

    /// Returns the nodes of a file, with the remarks of the tree on its main line, and the further nodes of the tree.
    fn recorded(&self, source: &verbatim::Tree) -> Vec<Written> {
        let komi = format!("KM[{}]", self.rules.komi);
        let words = escaped(&self.first_words());
        let earlier = Earlier::of(source, &self.rule_set(), &komi, &words);
        let kept = |node: &verbatim::Node| {
            let text = self.merged(node, earlier.dropped(false), Vec::new(), earlier);
            format!("\n;{text}")
        };
        let mut nodes: Vec<Written> = (source.nodes.iter())
            .map(|node| Written {
                text: kept(node),
                children: node.children.clone(),
            })
            .collect();
        let (mut at, mut last) = (0, 0);
        let start = start(source);
        for (number, node) in source.main_line() {
            for _ in 0..node.moves() {
                at = self.tree.nodes[at].children.first().copied().unwrap_or(at);
            }
            last = number;
            let about = if number == start && node.moves() == 0 {
                about(self.size.0, &self.tree.nodes[0], &self.root_words())
            } else if node.moves() > 0 {
                about(self.size.0, &self.tree.nodes[at], &self.words(at))
            } else {
                Vec::new()
            };
            let is_valued = about.iter().any(|(name, _)| *name == "V");
            let about = match earlier.knows_more(node, is_valued) {
                true => Vec::new(),
                false => about,
            };
            let dropped = earlier.dropped(!about.is_empty());
            nodes[number].text = match number {
                0 => self.recorded_root(source, dropped, about, earlier),
                _ => format!("\n;{}", self.merged(node, dropped, about, earlier)),
            };
        }
        let mut waiting = vec![(at, last)];
        while let Some((from, to)) = waiting.pop() {
            for &child in &self.tree.nodes[from].children {
                let number = nodes.len();
                nodes.push(Written {
                    text: self.node(child),
                    children: Vec::new(),
                });
                nodes[to].children.push(number);
                waiting.push((child, number));
            }
        }
        nodes
    }

    /// Returns the properties of the whole tree and of its first position.
    fn root(&self) -> String {
        let (columns, rows) = self.size;
        let size = if columns == rows {
            columns.to_string()
        } else {
            format!("{columns}:{rows}")
        };
        let mut out = format!(
            ";{}SZ[{size}]KM[{}]{}\n",
            format_line(),
            self.rules.komi,
            self.rule_set()
        );
        for (name, player) in [("AB", Player::BLACK), ("AW", Player::WHITE)] {
            let stones = self.tree.start.stones(player);
            if !stones.is_empty() {
                out += name;
                for point in stones {
                    out += &format!("[{}]", letters(columns, point));
                }
            }
        }
        let about = about(columns, &self.tree.nodes[0], &self.root_words());
        out + self.to_move() + &joined(&about)
    }

    /// Returns the root of a file; its properties on rules and players stay.
    fn recorded_root(
        &self,
        source: &verbatim::Tree,
        dropped: &[&str],
        about: Vec<Added>,
        earlier: Earlier,
    ) -> String {
        let root = &source.nodes[0];
        let mut out = format!(";{}KM[{}]", format_line(), self.rules.komi);
        // The rules of others are left as they are; ours may have been replaced by options.
        let is_ours = has_own_rules(source);
        if is_ours {
            out += &self.rule_set();
        }
        let replaced: &[&str] = match is_ours {
            true => &["FF", "GM", "CA", "AP", "KM", "RU"],
            false => &["FF", "GM", "CA", "AP", "KM"],
        };
        // A node with a move sets nothing up.
        let sets_up = |(_, node): (_, &verbatim::Node)| node.values("PL").is_some();
        if root.moves() == 0 && !before_moves(source).any(sets_up) {
            out += self.to_move();
        }
        out + "\n" + &self.merged(root, &[replaced, dropped].concat(), about, earlier)
    }

    /// Writes the properties of a node of a file together with those about its position: comments and marks are added, and
    /// a value and a judgement replace those of the file.
    fn merged(
        &self,
        node: &verbatim::Node,
        without: &[&str],
        about: Vec<Added>,
        earlier: Earlier,
    ) -> String {
        const JUDGEMENTS: [&str; 4] = ["TE", "BM", "DO", "IT"];
        let is_judged = about.iter().any(|(name, _)| JUDGEMENTS.contains(name));
        let mut added: BTreeMap<&str, String> = BTreeMap::from_iter(about.iter().cloned());
        let mut out = String::new();
        for property in &node.properties {
            let name = property.name();
            let name = name.as_str();
            let is_replaced = name == "V" && added.contains_key("V")
                || JUDGEMENTS.contains(&name) && is_judged
                || without.contains(&name);
            if is_replaced {
                continue;
            }
            let kept = property.text();
            out += &match (name, added.remove(name)) {
                ("C", words) => {
                    earlier.comment(kept, words.as_deref(), &escaped(self.board.name()))
                }
                ("MA", Some(points)) => marked(kept, &points),
                (_, _) => kept,
            };
        }
        for (name, _) in &about {
            if let Some(values) = added.remove(name) {
                out += name;
                out += &values;
            }
        }
        out
    }

    fn rule_set(&self) -> String {
        format!("RU[{}]", escaped(&RulesJson::from(*self.rules).to_string()))
    }

    fn to_move(&self) -> &'static str {
        if self.tree.to_move == Player::BLACK {
            "PL[B]"
        } else {
            "PL[W]"
        }
    }

    /// Names the board and the rules.
    fn first_words(&self) -> String {
        let rules = RulesJson::from(*self.rules);
        format!("{}, {rules}", self.board.name())
    }

    fn root_words(&self) -> Vec<String> {
        let first = &self.tree.nodes[0];
        let mut words = vec![self.first_words()];
        if let Some(value) = first.value {
            words.push(format!(
                "Value with {} to move, by perfect play: {}",
                self.tree.to_move,
                in_words(value)
            ));
        }
        words.extend(self.remarks(first));
        words
    }

    fn words(&self, number: usize) -> Vec<String> {
        let node = &self.tree.nodes[number];
        let value = node.value.map(in_words);
        value.into_iter().chain(self.remarks(node)).collect()
    }

    fn remarks(&self, node: &Node) -> impl Iterator<Item = String> {
        let mover = node
            .turn
            .map_or(self.tree.to_move, |(player, _)| player.next(2));
        let sentence = move |remark| sentence(self.board, self.tree, mover, remark);
        node.remarks.iter().map(sentence)
    }

    fn node(&self, number: usize) -> String {
        let node = &self.tree.nodes[number];
        let columns = self.size.0;
        let mut out = String::new();
        if let Some((player, taken)) = node.turn {
            let name = if player == Player::BLACK { 'B' } else { 'W' };
            let place = match taken {
                Move::Pass => String::new(),
                Move::Play(point) => letters(columns, point),
            };
            out += &format!("\n;{name}[{place}]");
        }
        out + &joined(&about(columns, node, &self.words(number)))
    }
}

/// Iterates over the nodes of a file before the first move.
fn before_moves(source: &verbatim::Tree) -> impl Iterator<Item = (usize, &verbatim::Node)> {
    source.main_line().take_while(|(_, node)| node.moves() == 0)
}

/// Returns the number of the node with the position before the first move: stones may be set up after the root.
fn start(source: &verbatim::Tree) -> usize {
    let sets_up = |node: &verbatim::Node| {
        let properties = ["AB", "AW", "AE", "PL"];
        properties.iter().any(|name| node.values(name).is_some())
    };
    let last = before_moves(source)
        .filter(|(_, node)| sets_up(node))
        .last();
    last.map_or(0, |(number, _)| number)
}

/// Returns the properties that every file has.
fn format_line() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("FF[4]GM[1]CA[UTF-8]AP[koproof:{version}]")
}

/// A property: its name, and its values in their brackets.
type Added = (&'static str, String);

/// Returns the properties about a position.
fn about(columns: u16, node: &Node, words: &[String]) -> Vec<Added> {
    let mut about = Vec::new();
    if let Some(value) = node.value.filter(|value| value.exact().is_some()) {
        let value = value.signed();
        about.push(("V", format!("[{}]", value.trim_start_matches('+'))));
    }
    match node.worth {
        Some(Worth::Good) => about.push(("TE", "[1]".to_owned())),
        Some(Worth::Bad) => about.push(("BM", "[1]".to_owned())),
        None => {}
    }
    let points = node.forbidden();
    let points: String = points
        .map(|point| format!("[{}]", letters(columns, point)))
        .collect();
    if !points.is_empty() {
        about.push(("MA", points));
    }
    if !words.is_empty() {
        about.push(("C", format!("[{}]", escaped(&words.join("\n")))));
    }
    about
}

fn joined(about: &[Added]) -> String {
    let properties = about.iter().map(|(name, values)| format!("{name}{values}"));
    properties.collect()
}

/// Adds points to the marked ones.
fn marked(mut marks: String, points: &str) -> String {
    for point in points.split_inclusive(']') {
        if !marks.contains(point) {
            marks += point;
        }
    }
    marks
}

fn in_words(value: Range) -> String {
    match value.exact() {
        Some(score) => format!("{value} ({})", score.outcome()),
        None => format!("open, from {value}"),
    }
}

/// Returns two letters for a point: column and row, from the top left.
fn letters(columns: u16, point: Point) -> String {
    let letter = |number: u16| {
        let first = if number < 26 { b'a' } else { b'A' };
        char::from(first + (number % 26) as u8)
    };
    let point = point.index() as u16;
    [letter(point % columns), letter(point / columns)]
        .iter()
        .collect()
}

/// Escapes characters that would end a text.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
