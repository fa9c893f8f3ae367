//! A page of shapes, written as SVG.

use std::fmt::Write;

use crate::glyphs;
use crate::plan::Place;

/// Colors of everything that is drawn.
pub(crate) mod ink {
    /// Lines and text.
    pub(crate) const BLACK: &str = "#1b1b1b";
    /// Secondary text and marks.
    pub(crate) const GREY: &str = "#757575";
    /// Separating lines.
    pub(crate) const FAINT: &str = "#d0d0d0";
    /// The page.
    pub(crate) const PAPER: &str = "#ffffff";
    /// A Go board.
    pub(crate) const WOOD: &str = "#f2d49b";
    /// Best moves.
    pub(crate) const GREEN: &str = "#11763f";
    /// Forbidden moves.
    pub(crate) const RED: &str = "#b3261e";
}

/// The contrast of two colors written as #rrggbb, as WCAG 2.2 defines it.
#[cfg(test)]
pub(crate) fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |color: &str| {
        let shares = [(1, 0.2126), (3, 0.7152), (5, 0.0722)];
        let parts = shares.map(|(place, share)| {
            let part = u8::from_str_radix(&color[place..place + 2], 16).expect("two digits");
            let part = f64::from(part) / 255.0;
            share
                * match part <= 0.04045 {
                    true => part / 12.92,
                    false => ((part + 0.055) / 1.055).powf(2.4),
                }
        });
        parts.iter().sum::<f64>()
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The alignment of a text to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The text begins at the place.
    Start,
    /// Its middle is at the place.
    Middle,
    /// It ends at the place.
    End,
}

/// A page of shapes.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: f64,
    height: f64,
    shapes: String,
}

impl Canvas {
    /// Begins an empty page of this size in pixels.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            shapes: String::new(),
        }
    }

    /// Draws a rectangle with round corners.
    pub(crate) fn rectangle(&mut self, corner: Place, size: (f64, f64), fill: &str) {
        let [x, y, width, height] = [corner.x, corner.y, size.0, size.1].map(number);
        self.shape(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="2" fill="{fill}"/>"#
        ));
    }

    /// Draws a straight stroke.
    pub(crate) fn line(&mut self, from: Place, to: Place, width: f64, ink: &str) {
        let [x1, y1, x2, y2, width] = [from.x, from.y, to.x, to.y, width].map(number);
        self.shape(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
    }

    /// Draws strokes from place to place.
    pub(crate) fn path(&mut self, places: &[Place], width: f64, ink: &str, is_dashed: bool) {
        let dashes = if is_dashed {
            r#" stroke-dasharray="6 4""#
        } else {
            ""
        };
        let points: Vec<String> = places
            .iter()
            .map(|place| format!("{},{}", number(place.x), number(place.y)))
            .collect();
        let (points, width) = (points.join(" "), number(width));
        self.shape(format_args!(
            r#"<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"{dashes}/>"#
        ));
    }

    /// Draws a circle with a rim.
    pub(crate) fn circle(&mut self, centre: Place, radius: f64, fill: &str, rim: f64, ink: &str) {
        let [x, y, radius, rim] = [centre.x, centre.y, radius, rim].map(number);
        self.shape(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{ink}" stroke-width="{rim}"/>"#
        ));
    }

    /// Draws a text as strokes, and keeps the text as data. `height` is the height of its capitals, whose middle is
    /// level with the place.
    pub(crate) fn text(
        &mut self,
        text: &str,
        place: Place,
        height: f64,
        anchor: Anchor,
        ink: &str,
    ) {
        if text.trim().is_empty() {
            return;
        }
        let scale = height / glyphs::HEIGHT;
        let width = glyphs::width(text) * scale;
        let left = match anchor {
            Anchor::Start => place.x,
            Anchor::Middle => place.x - width / 2.0,
            Anchor::End => place.x - width,
        };
        let mut strokes = String::new();
        for (along, glyph) in glyphs::set(text) {
            if !glyph.path.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(
                    strokes,
                    r#"<path transform="translate({} 0)" d="{}"/>"#,
                    number(along),
                    glyph.path
                );
            }
        }
        let [x, y] = [left, place.y - height / 2.0].map(number);
        let scale = (scale * 1e4).round() / 1e4;
        self.shape(format_args!(
            r#"<g data-text="{}" transform="translate({x} {y}) scale({scale})" fill="none" stroke="{ink}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round">{strokes}</g>"#,
            escaped(text),
            glyphs::STROKE
        ));
    }

    fn shape(&mut self, shape: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.shapes, "{shape}");
    }

    /// Writes the page, with its alt text. Different pictures have different ids, so that one HTML page can contain
    /// several.
    pub(crate) fn svg(&self, title: &str, description: &str) -> String {
        let [width, height] = [self.width, self.height].map(number);
        let id = checksum(&[title, description, &self.shapes]);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title-{id}" aria-describedby="description-{id}">
<title id="title-{id}">{}</title>
<desc id="description-{id}">{}</desc>
<rect width="{width}" height="{height}" fill="{}"/>
{}</svg>
"#,
            escaped(title),
            escaped(description),
            ink::PAPER,
            self.shapes
        )
    }
}

/// Returns a checksum of some texts in hexadecimal: FNV-1a with 64 bits, the same on every machine.
fn checksum(texts: &[&str]) -> String {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        // No text contains the byte 255, which ends it.
        for byte in text.bytes().chain([255]) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{sum:016x}")
}

/// Returns the width of a text with capitals of this height.
pub(crate) fn text_width(text: &str, height: f64) -> f64 {
    glyphs::width(text) * height / glyphs::HEIGHT
}

/// Writes a number of pixels with at most two digits after the point.
fn number(number: f64) -> String {
    // Adding zero makes a negative zero positive.
    ((number * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Escapes special characters for XML; control characters, which XML does not allow, become spaces.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            symbol if symbol.is_control() => escaped.push(' '),
            symbol => escaped.push(symbol),
        }
    }
    escaped
}
