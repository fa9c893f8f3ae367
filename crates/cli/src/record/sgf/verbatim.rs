//! A game tree with the exact properties of the file: unknown properties are kept letter by letter.
//!
//! The crate that checks the file is not used here, because it drops the escapes of texts.

use std::iter::Peekable;
use std::str::CharIndices;

/// The first game of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The root is the first.
    pub(crate) nodes: Vec<Node>,
    /// The text after the game: other games.
    pub(crate) rest: String,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Vec<Property>,
    /// The numbers of the nodes after it, the main line first.
    pub(crate) children: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Property {
    name: String,
    /// The values in their brackets.
    pub(crate) values: String,
}

impl Property {
    /// Returns the short name: old files have lower-case letters between the capitals.
    pub(crate) fn name(&self) -> String {
        let capitals = self.name.chars().filter(char::is_ascii_uppercase);
        capitals.collect()
    }

    /// Writes the original property.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.name, self.values)
    }
}

impl Node {
    /// Returns the values of a property in their brackets.
    pub(crate) fn values(&self, name: &str) -> Option<&str> {
        let mut properties = self.properties.iter();
        let property = properties.find(|property| property.name() == name)?;
        Some(&property.values)
    }

    pub(crate) fn moves(&self) -> usize {
        let names = self.properties.iter().map(Property::name);
        names.filter(|name| name == "B" || name == "W").count()
    }
}

impl Tree {
    /// Reads the first game of a text that is known to be SGF.
    pub(super) fn read(text: &str) -> Self {
        let mut tree = Self::default();
        let mut at: Option<usize> = None;
        let mut open = Vec::new();
        let mut symbols = text.char_indices().peekable();
        while let Some((place, symbol)) = symbols.next() {
            match symbol {
                '(' => open.push(at),
                ')' => {
                    at = open.pop().flatten();
                    if open.is_empty() {
                        text[place + 1..].trim().clone_into(&mut tree.rest);
                        break;
                    }
                }
                ';' => {
                    let number = tree.nodes.len();
                    tree.nodes.push(Node::default());
                    if let Some(parent) = at {
                        tree.nodes[parent].children.push(number);
                    }
                    at = Some(number);
                }
                _ if symbol.is_whitespace() => {}
                _ => {
                    let name = place..place_of(&mut symbols, '[', text.len());
                    let values = name.end..values_end(&mut symbols, text);
                    if let Some(at) = at {
                        tree.nodes[at].properties.push(Property {
                            name: text[name].trim().to_owned(),
                            values: text[values].to_owned(),
                        });
                    }
                }
            }
        }
        tree
    }

    /// Returns the name of a property without a value, if there is one. The crate that reads the file takes all up to
    /// the next value for its name.
    pub(super) fn without_value(&self) -> Option<&str> {
        let mut names = self.nodes.iter().flat_map(|node| &node.properties);
        names.find_map(|property| {
            let is_end = |symbol: char| matches!(symbol, ';' | '(' | ')') || symbol.is_whitespace();
            let end = property.name.find(is_end)?;
            Some(&property.name[..end])
        })
    }

    /// Returns the name of a property without a capital letter, if there is one. Its short name would be empty.
    pub(super) fn without_capital(&self) -> Option<&str> {
        let mut properties = self.nodes.iter().flat_map(|node| &node.properties);
        let property = properties.find(|property| property.name().is_empty())?;
        Some(&property.name)
    }

    pub(crate) fn main_line(&self) -> impl Iterator<Item = (usize, &Node)> {
        let next = |&(_, node): &(usize, &Node)| {
            let first = *node.children.first()?;
            Some((first, &self.nodes[first]))
        };
        std::iter::successors(self.nodes.first().map(|root| (0, root)), next)
    }
}

type Symbols<'t> = Peekable<CharIndices<'t>>;

/// Skips to a symbol, without reading it, and returns its place.
fn place_of(symbols: &mut Symbols<'_>, wanted: char, end: usize) -> usize {
    while symbols.next_if(|&(_, symbol)| symbol != wanted).is_some() {}
    symbols.peek().map_or(end, |&(place, _)| place)
}

/// Skips values in brackets, and returns the end of the last.
fn values_end(symbols: &mut Symbols<'_>, text: &str) -> usize {
    let mut end = place_of(symbols, '[', text.len());
    loop {
        while symbols
            .next_if(|(_, symbol)| symbol.is_whitespace())
            .is_some()
        {}
        if symbols.next_if(|&(_, symbol)| symbol == '[').is_none() {
            return end;
        }
        let mut is_escaped = false;
        for (place, symbol) in symbols.by_ref() {
            end = place + symbol.len_utf8();
            match symbol {
                ']' if !is_escaped => break,
                _ => is_escaped = symbol == '\\' && !is_escaped,
            }
        }
    }
}
