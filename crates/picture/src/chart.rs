//! Charts: how often each value occurs, and how values change with the size of boards.

mod axis;
mod page;
mod spread;

pub use spread::Spread;

use crate::canvas::{Anchor, ink, text_width};
use crate::plan::Place;
use axis::{Axis, whole_steps};
use page::{COLORS, Look, Page, TEXT};

/// Counts of values, as bars.
///
/// # Examples
/// ```
/// use koproof_picture::Histogram;
/// let histogram = Histogram {
///     title: "2x2".to_owned(),
///     across: "value".to_owned(),
///     up: "colorings".to_owned(),
///     bars: vec![(-1, 3), (0, 0), (1, 5)],
/// };
/// assert!(histogram.to_svg().contains("-1: 3; 0: 0; 1: 5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The title.
    pub title: String,
    /// A label for the values.
    pub across: String,
    /// A label for the counts.
    pub up: String,
    /// Values with their counts. Values between them have none.
    pub bars: Vec<(i32, u64)>,
}

/// Values that depend on a number, as one line or several.
///
/// # Examples
/// ```
/// use koproof_picture::{Series, SeriesLine};
/// let paths = SeriesLine {
///     name: "path".to_owned(),
///     points: vec![(1.0, 0.0), (2.0, 0.0), (3.0, 3.0)],
///     brackets: vec![(4.0, 0.0, 4.0)],
/// };
/// let series = Series {
///     title: "Values of paths".to_owned(),
///     across: "points".to_owned(),
///     up: "value".to_owned(),
///     lines: vec![paths],
/// };
/// assert!(series.to_svg().contains("path: (1, 0), (2, 0), (3, 3), (4, from 0 to 4)"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The title.
    pub title: String,
    /// A label for the numbers.
    pub across: String,
    /// A label for the values.
    pub up: String,
    /// The lines, in the order of their colors.
    pub lines: Vec<SeriesLine>,
}

/// A line of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesLine {
    /// The name of the line.
    pub name: String,
    /// Numbers with their values, in the order in which they are joined. All are finite, and so are their differences.
    pub points: Vec<(f64, f64)>,
    /// Numbers with the lower and the upper bound of their values. All are finite. No line joins them.
    pub brackets: Vec<(f64, f64, f64)>,
}

impl Histogram {
    /// Draws the chart. Its description has all numbers in words.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let values = self.bars.iter().map(|&(value, _)| f64::from(value));
        let counts = self.bars.iter().map(|&(_, count)| count as f64);
        let across = Axis::new(values, 0.5, 1.0);
        let up = Axis::new(counts.chain([0.0, 1.0]), 0.0, 1.0);
        let mut page = Page::new(&self.title, [&self.across, &self.up], across, up, &[]);
        for &(value, count) in &self.bars {
            let value = f64::from(value);
            let left_top = page.at(value - 0.42, count as f64);
            let right_bottom = page.at(value + 0.42, 0.0);
            let size = right_bottom - left_top;
            if count > 0 {
                // A count of one stays visible beside millions.
                let height = size.y.max(1.0);
                let corner = Place::new(left_top.x, right_bottom.y - height);
                page.canvas.rectangle(corner, (size.x, height), COLORS[0]);
            }
            let label = count.to_string();
            if count > 0 && text_width(&label, 0.8 * TEXT) < 1.15 * size.x {
                let above = Place::new((left_top.x + right_bottom.x) / 2.0, left_top.y - TEXT);
                let canvas = &mut page.canvas;
                canvas.text(&label, above, 0.8 * TEXT, Anchor::Middle, ink::GREY);
            }
        }
        let words: Vec<String> = self
            .bars
            .iter()
            .map(|(value, count)| format!("{value}: {count}"))
            .collect();
        let description = format!("{} by {}: {}", self.up, self.across, words.join("; "));
        page.canvas.svg(&self.title, &description)
    }
}

impl Series {
    /// The most lines that can be told apart.
    pub const MAX_LINES: usize = 2 * COLORS.len();

    /// Draws the chart. Its description has all numbers in words.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let ends = || self.lines.iter().flat_map(SeriesLine::ends);
        let [across, up] = [|end: (f64, f64)| end.0, |end: (f64, f64)| end.1];
        let across = Axis::new(ends().map(across), 0.5, whole_steps(ends().map(across)));
        let up = Axis::new(ends().map(up), 0.0, whole_steps(ends().map(up)));
        let names: Vec<&str> = match self.lines.as_slice() {
            [_] => Vec::new(),
            lines => lines.iter().map(|line| line.name.as_str()).collect(),
        };
        let mut page = Page::new(&self.title, [&self.across, &self.up], across, up, &names);
        // Brackets of several lines at one number are drawn side by side.
        let middle = (self.lines.len() as f64 - 1.0) / 2.0;
        for (index, line) in self.lines.iter().enumerate() {
            let look = Look::of(index);
            let aside = 5.0 * (index as f64 - middle);
            let places: Vec<Place> = line.points.iter().map(|&(x, y)| page.at(x, y)).collect();
            page.canvas.path(&places, 2.0, look.color, look.is_dashed);
            for &(x, low, high) in &line.brackets {
                let [low, high] = [low, high].map(|y| page.at(x, y));
                let x = low.x + aside;
                page.bracket(Place::new(x, low.y), Place::new(x, high.y), look.color);
            }
            for &place in &places {
                look.mark(&mut page.canvas, place, 1.5);
            }
        }
        page.legend(&names);
        let words: Vec<String> = self.lines.iter().map(SeriesLine::in_words).collect();
        page.canvas.svg(&self.title, &words.join("; "))
    }
}

impl SeriesLine {
    /// Iterates over all places that the page must contain.
    fn ends(&self) -> impl Iterator<Item = (f64, f64)> {
        let brackets = self.brackets.iter();
        let brackets = brackets.flat_map(|&(x, low, high)| [(x, low), (x, high)]);
        self.points.iter().copied().chain(brackets)
    }

    fn in_words(&self) -> String {
        let points = self.points.iter().map(|(x, y)| format!("({x}, {y})"));
        let brackets = self.brackets.iter();
        let brackets = brackets.map(|(x, low, high)| format!("({x}, from {low} to {high})"));
        let all: Vec<String> = points.chain(brackets).collect();
        format!("{}: {}", self.name, all.join(", "))
    }
}
