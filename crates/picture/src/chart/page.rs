//! A page with axes and a legend.

use super::axis::Axis;
use crate::canvas::{Anchor, Canvas, ink, text_width};
use crate::plan::Place;

/// The size of a chart, in pixels.
pub(super) const SIZE: (f64, f64) = (720.0, 420.0);
/// The height of the capitals of a title, and of other text.
pub(super) const TITLE: f64 = 13.0;
pub(super) const TEXT: f64 = 9.5;
/// Room to the right of the plot.
pub(super) const RIGHT: f64 = 24.0;
/// The distance of two rows of a legend.
const ROW: f64 = 1.9 * TEXT;

/// Bars and lines, one color after the other. They differ in lightness, too, for those who see no hues.
pub(super) const COLORS: [&str; 6] = [
    "#1f5fa8", "#c4602c", "#50a563", "#5c2f7e", "#3a2a08", "#000000",
];

/// The look of a line and its marks.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) color: &'static str,
    /// Lines after the first six are dashed, and their marks hollow.
    pub(super) is_dashed: bool,
}

impl Look {
    /// Returns the look of the line with this number, from 0.
    pub(super) fn of(index: usize) -> Self {
        Self {
            color: COLORS[index % COLORS.len()],
            is_dashed: index / COLORS.len() % 2 == 1,
        }
    }

    /// Draws a mark of the line, with a rim of this width if it is full.
    pub(super) fn mark(self, canvas: &mut Canvas, place: Place, rim: f64) {
        match (self.is_dashed, rim > 0.0) {
            (true, _) => canvas.circle(place, 3.2, ink::PAPER, 1.6, self.color),
            (false, true) => canvas.circle(place, 4.0, self.color, rim, ink::PAPER),
            (false, false) => canvas.circle(place, 4.0, self.color, rim, self.color),
        }
    }
}

/// A page with axes.
pub(super) struct Page {
    pub(super) canvas: Canvas,
    across: Axis,
    up: Axis,
    top_left: Place,
    /// The room for a row of the legend.
    room: f64,
    bottom_right: Place,
}

impl Page {
    /// Begins a page with a title, names for the axes, and room for a legend of these lines.
    pub(super) fn new(
        title: &str,
        names: [&str; 2],
        across: Axis,
        up: Axis,
        lines: &[&str],
    ) -> Self {
        let (width, height) = SIZE;
        let labels = up
            .ticks
            .iter()
            .map(|&tick| text_width(&up.label(tick), TEXT));
        let left = 3.5 * TEXT + labels.fold(0.0, f64::max);
        // The name of the axis is to the left of the last row.
        let room = width - RIGHT - 3.0 * TEXT - text_width(names[1], TEXT);
        let more_rows = rows(lines, room).len().saturating_sub(1);
        let above = 5.5 * TEXT + ROW * more_rows as f64;
        let mut page = Self {
            canvas: Canvas::new(width, height),
            across,
            up,
            top_left: Place::new(left, above),
            room,
            bottom_right: Place::new(width - RIGHT, height - 5.0 * TEXT),
        };
        page.draw(title, names);
        page
    }

    fn draw(&mut self, title: &str, [across, up]: [&str; 2]) {
        let (top_left, bottom_right) = (self.top_left, self.bottom_right);
        let over = Place::new(SIZE.0 / 2.0, 1.15 * TITLE);
        // A long title is written smaller.
        let room = SIZE.0 - 2.0 * RIGHT;
        let height = TITLE.min(TITLE * room / text_width(title, TITLE).max(1.0));
        self.canvas
            .text(title, over, height, Anchor::Middle, ink::BLACK);
        let middle = (top_left.x + bottom_right.x) / 2.0;
        let below = Place::new(middle, SIZE.1 - 1.6 * TEXT);
        self.canvas
            .text(across, below, TEXT, Anchor::Middle, ink::GREY);
        let above = Place::new(TEXT, top_left.y - 1.6 * TEXT);
        self.canvas.text(up, above, TEXT, Anchor::Start, ink::GREY);
        for tick in self.up.ticks.clone() {
            let level = self.at(self.across.high, tick).y;
            let mut left = Place::new(top_left.x, level);
            let right = Place::new(bottom_right.x, level);
            let ink = if tick == 0.0 { ink::GREY } else { ink::FAINT };
            self.canvas.line(left, right, 1.0, ink);
            left.x -= TEXT;
            let label = self.up.label(tick);
            self.canvas
                .text(&label, left, TEXT, Anchor::End, ink::BLACK);
        }
        for tick in self.across.ticks.clone() {
            let upright = self.at(tick, self.up.low).x;
            let place = Place::new(upright, bottom_right.y + 1.4 * TEXT);
            let label = self.across.label(tick);
            self.canvas
                .text(&label, place, TEXT, Anchor::Middle, ink::BLACK);
        }
        let corner = Place::new(top_left.x, bottom_right.y);
        self.canvas.line(corner, bottom_right, 1.0, ink::GREY);
    }

    /// Returns the place on the page of a point of the chart.
    pub(super) fn at(&self, x: f64, y: f64) -> Place {
        let size = self.bottom_right - self.top_left;
        Place::new(
            self.top_left.x + size.x * self.across.share(x),
            self.bottom_right.y - size.y * self.up.share(y),
        )
    }

    /// Draws a stroke between two places, one above the other, with a short stroke across either end.
    pub(super) fn bracket(&mut self, low: Place, high: Place, color: &str) {
        self.canvas.line(low, high, 1.5, color);
        for end in [low, high] {
            let half = Place::new(4.0, 0.0);
            self.canvas.line(end - half, end + half, 1.5, color);
        }
    }

    /// Draws the legend above the chart, each of its rows from the right.
    pub(super) fn legend(&mut self, lines: &[&str]) {
        let rows = rows(lines, self.room);
        let mut end = lines.len();
        for (up, row) in rows.iter().rev().enumerate() {
            let y = self.top_left.y - 1.6 * TEXT - ROW * up as f64;
            let mut right = self.bottom_right.x;
            for name in row.iter().rev() {
                end -= 1;
                let place = Place::new(right, y);
                self.canvas.text(name, place, TEXT, Anchor::End, ink::BLACK);
                right -= text_width(name, TEXT) + 1.4 * TEXT;
                Look::of(end).mark(&mut self.canvas, Place::new(right, y), 0.0);
                right -= 2.4 * TEXT;
            }
        }
    }
}

/// Divides the names of a legend into rows that have this room.
fn rows<'n>(names: &[&'n str], room: f64) -> Vec<Vec<&'n str>> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let mut taken = f64::INFINITY;
    for &name in names {
        let width = text_width(name, TEXT) + 3.8 * TEXT;
        if taken + width > room {
            rows.push(Vec::new());
            taken = 0.0;
        }
        taken += width;
        if let Some(row) = rows.last_mut() {
            row.push(name);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::contrast;

    #[test]
    fn a_legend_keeps_the_order_of_its_lines_and_no_row_is_wider_than_its_room() {
        let names = [
            "aga-like",
            "nstt",
            "nstt-situational",
            "reiss",
            "taylor",
            "tromp-taylor",
        ];
        for room in [150.0, 300.0, 1000.0] {
            let rows = rows(&names, room);
            assert_eq!(rows.concat(), names);
            for row in &rows {
                let width = |name: &&str| text_width(name, TEXT) + 3.8 * TEXT;
                let width: f64 = row.iter().map(width).sum();
                assert!(width <= room || row.len() == 1, "{row:?}");
            }
            // Two neighbouring rows do not fit into one.
            assert_eq!(rows.len() == 1, room > 999.0);
        }
        assert!(rows(&[], 100.0).is_empty());
    }

    #[test]
    fn colors_can_be_told_apart_from_each_other_and_the_page_without_hues() {
        for (index, color) in COLORS.into_iter().enumerate() {
            assert!(contrast(color, ink::PAPER) >= 3.0, "{color}");
            for other in &COLORS[..index] {
                assert!(contrast(color, other) >= 1.3, "{color} {other}");
            }
        }
    }
}
