//! What an earlier run of koproof has written into a file: it may be about other rules or another komi.

use crate::record::stated;
use crate::record::verbatim::{Node, Tree};

/// Who has judged the positions of a file before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    /// Another program, or nobody.
    Others,
    /// koproof, under the rules and the komi of this run.
    Same,
    /// koproof, under others.
    Outdated,
}

impl Earlier {
    /// `rules` and `komi` are the properties that this run writes, and `words` begin what it says about the board and the
    /// rules: where the file has its author's words for the rules, they stay, and only the comment tells ours.
    pub(super) fn of(source: &Tree, rules: &str, komi: &str, words: &str) -> Self {
        let root = &source.nodes[0];
        let states = |name: &str, property: &str| {
            let values = root.values(name);
            values.is_some_and(|values| property == format!("{name}{values}"))
        };
        let says_rules = || {
            let mut comments = source.nodes.iter().filter_map(|node| node.values("C"));
            !has_own_rules(source) && comments.any(|comment| comment.contains(words))
        };
        match root.values("AP") {
            Some(program) if program.starts_with("[koproof:") => {
                match (states("RU", rules) || says_rules()) && states("KM", komi) {
                    true => Self::Same,
                    false => Self::Outdated,
                }
            }
            _ => Self::Others,
        }
    }

    /// Lists the properties of a node that this run does not keep.
    pub(super) fn dropped(self, is_judged: bool) -> &'static [&'static str] {
        match self {
            Self::Outdated => &["V", "TE", "BM", "MA"],
            // Beside the name of this program a value is one of its own.
            Self::Others if is_judged => &["V"],
            Self::Others | Self::Same => &[],
        }
    }

    /// Tells whether a node keeps what the earlier run has found there: this one has stopped before its value.
    pub(super) fn knows_more(self, node: &Node, is_valued: bool) -> bool {
        self == Self::Same && node.values("V").is_some() && !is_valued
    }

    /// Returns the comment of a node, with its name and brackets, with the words of this run instead of those of the earlier
    /// one; nothing if it would be empty. `board` is the name of the board.
    pub(super) fn comment(self, comment: String, words: Option<&str>, board: &str) -> String {
        let comment = match self {
            Self::Outdated => without_words(comment, board),
            Self::Same if words.is_some() => without_words(comment, board),
            Self::Others | Self::Same => comment,
        };
        match words {
            Some(words) => commented(&comment, words),
            None if self == Self::Outdated && comment == "C[]" => String::new(),
            None => comment,
        }
    }
}

/// Tells whether a file states its rules as koproof does, or not at all: this run may replace them.
pub(super) fn has_own_rules(source: &Tree) -> bool {
    let rules = source.nodes[0].values("RU");
    let rules = rules.map(|rules| rules.trim_matches(['[', ']']));
    rules.is_none_or(|rules| stated::rules(rules).is_some())
}

/// Adds words to a comment.
fn commented(comment: &str, words: &str) -> String {
    let before = comment.strip_suffix(']').unwrap_or(comment).trim_end();
    let between = if before.ends_with('[') { "" } else { "\n\n" };
    let words = words.strip_prefix('[').unwrap_or(words);
    format!("{before}{between}{words}")
}

/// Removes the last paragraphs of a comment if koproof has written them.
fn without_words(comment: String, board: &str) -> String {
    let text = comment.split_once('[').map(|(_, text)| text);
    let Some(text) = text.and_then(|text| text.strip_suffix(']')) else {
        return comment;
    };
    let mut paragraphs: Vec<&str> = text.split("\n\n").collect();
    while paragraphs.last().is_some_and(|last| is_own(last, board)) {
        paragraphs.pop();
    }
    format!("C[{}]", paragraphs.join("\n\n"))
}

/// Tells whether a paragraph begins as those of koproof do: with a value, or with the board and the rules.
fn is_own(paragraph: &str, board: &str) -> bool {
    let first = paragraph.lines().next().unwrap_or_default();
    let is_score = ["B+", "W+", "0 "]
        .iter()
        .any(|start| first.starts_with(start));
    is_score && first.ends_with(')')
        || first.starts_with("open, from ")
        || first.starts_with(&format!("{board}, ")) && first.contains("superko")
}
