//! Letters as strokes, so that pictures look the same everywhere, without a font.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The height of a capital.
pub(crate) const HEIGHT: f64 = 10.0;
/// The width of strokes.
pub(crate) const STROKE: f64 = 1.25;
/// The distance between two letters.
const GAP: f64 = 2.4;

/// A character: its width, and its strokes as the path of an SVG picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    pub(crate) width: f64,
    pub(crate) path: &'static str,
}

/// Returns the width of a text, in the unit of [`HEIGHT`].
pub(crate) fn width(text: &str) -> f64 {
    let advances = text.chars().map(|symbol| glyph(symbol).width + GAP);
    (advances.sum::<f64>() - GAP).max(0.0)
}

/// Iterates over the characters of a text, each with its distance from the left.
pub(crate) fn set(text: &str) -> impl Iterator<Item = (f64, Glyph)> {
    text.chars().scan(0.0, |left, symbol| {
        let glyph = glyph(symbol);
        let here = *left;
        *left += glyph.width + GAP;
        Some((here, glyph))
    })
}

/// The characters, one a line: the character, its width, its strokes, with tabs between.
const GLYPHS: &str = include_str!("../data/glyphs.tsv");

/// Returns the strokes of a character; an unknown character gets a question mark.
fn glyph(symbol: char) -> Glyph {
    static KNOWN: LazyLock<HashMap<char, Glyph>> =
        LazyLock::new(|| GLYPHS.lines().filter_map(read).collect());
    KNOWN.get(&symbol).copied().unwrap_or(KNOWN[&'?'])
}

fn read(line: &'static str) -> Option<(char, Glyph)> {
    let (symbol, rest) = line.split_once('\t')?;
    let (width, path) = rest.split_once('\t')?;
    let width = width.parse().ok()?;
    Some((symbol.parse().ok()?, Glyph { width, path }))
}
