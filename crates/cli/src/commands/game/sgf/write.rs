//! Trees as SGF 4.
//!
//! Source: A. Hollosi, *SGF File Format FF\[4\]*. Written here rather than by the crate that reads SGF, which writes sets
//! of points in an order that changes, and the size of square boards in a way that the format does not allow.

use koproof_rules::{Board, Move, Player, Point, Ruleset};

use super::tree::{Node, Tree, Worth};
use crate::arguments::rules_line;
use crate::scores::Range;

/// Writes a tree on a board with this number of columns and rows.
pub(super) fn sgf(board: &Board, size: (u16, u16), rules: &Ruleset, tree: &Tree) -> String {
    let writer = Writer {
        columns: size.0,
        tree,
    };
    let mut out = String::from("(");
    out += &root(board, size, rules, tree);
    writer.after(0, &mut out);
    out += ")\n";
    out
}

/// The properties of the whole tree and of its first position.
fn root(board: &Board, (columns, rows): (u16, u16), rules: &Ruleset, tree: &Tree) -> String {
    let size = if columns == rows {
        columns.to_string()
    } else {
        format!("{columns}:{rows}")
    };
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!(
        ";FF[4]GM[1]CA[UTF-8]AP[koproof:{version}]SZ[{size}]KM[{}]RU[{}]\n",
        rules.komi,
        escaped(&rules_line(*rules))
    );
    for (name, player) in [("AB", Player::BLACK), ("AW", Player::WHITE)] {
        let stones = tree.start.stones(player);
        if !stones.is_empty() {
            out += name;
            for point in stones {
                out += &format!("[{}]", letters(columns, point));
            }
        }
    }
    out += if tree.to_move == Player::BLACK {
        "PL[B]"
    } else {
        "PL[W]"
    };
    let first = &tree.nodes[0];
    let mut words = vec![format!("{}, {}", board.name(), rules_line(*rules))];
    if let Some(value) = first.value {
        words.push(format!(
            "Value with {} to move, by perfect play: {}",
            tree.to_move,
            in_words(value)
        ));
    }
    words.extend(first.remarks.iter().cloned());
    out + &about(columns, first, &words)
}

/// The moves after a node.
struct Writer<'t> {
    columns: u16,
    tree: &'t Tree,
}

impl Writer<'_> {
    /// Writes everything after a node: a line as long as there is one continuation, then variations.
    fn after(&self, node: usize, out: &mut String) {
        let mut at = node;
        while let [only] = self.tree.nodes[at].children[..] {
            self.node(only, out);
            at = only;
        }
        for &child in &self.tree.nodes[at].children {
            out.push_str("\n(");
            self.node(child, out);
            self.after(child, out);
            out.push(')');
        }
    }

    fn node(&self, number: usize, out: &mut String) {
        let node = &self.tree.nodes[number];
        if let Some((player, taken)) = node.turn {
            let name = if player == Player::BLACK { 'B' } else { 'W' };
            let place = match taken {
                Move::Pass => String::new(),
                Move::Play(point) => letters(self.columns, point),
            };
            *out += &format!("\n;{name}[{place}]");
        }
        let words: Vec<String> = node
            .value
            .map(in_words)
            .into_iter()
            .chain(node.remarks.iter().cloned())
            .collect();
        *out += &about(self.columns, node, &words);
    }
}

/// The properties that say something about a position.
fn about(columns: u16, node: &Node, words: &[String]) -> String {
    let mut out = String::new();
    if let Some(value) = node.value.filter(|value| value.lo == value.hi) {
        out += &format!("V[{}]", value.signed().trim_start_matches('+'));
    }
    out += match node.worth {
        Some(Worth::Good) => "TE[1]",
        Some(Worth::Bad) => "BM[1]",
        None => "",
    };
    if !node.forbidden.is_empty() {
        out += "MA";
        for &point in &node.forbidden {
            out += &format!("[{}]", letters(columns, point));
        }
    }
    if !words.is_empty() {
        out += &format!("C[{}]", escaped(&words.join("\n")));
    }
    out
}

fn in_words(value: Range) -> String {
    if value.lo == value.hi {
        format!("{value} ({})", value.lo.outcome())
    } else {
        format!("open: {value}")
    }
}

/// Two letters for a point: column and row, from the top left.
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
