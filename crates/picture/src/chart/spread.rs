//! Charts of how often each value occurs at each number: circles, and the means as a line.

use std::collections::BTreeSet;

use super::axis::{Axis, whole_steps};
use super::page::{COLORS, Page, TEXT};
use crate::canvas::{Anchor, ink, text_width};
use crate::plan::Place;

/// The radii of the largest circle, however far apart the circles are, and of the smallest.
const MAX_RADIUS: f64 = 26.0;
const MIN_RADIUS: f64 = 2.5;

/// The counts of each value at each number, as circles with these areas, and the means as a line.
///
/// # Examples
/// ```
/// use koproof_picture::Spread;
/// let spread = Spread {
///     title: "Trees".to_owned(),
///     across: "points".to_owned(),
///     up: "value".to_owned(),
///     counted: "trees".to_owned(),
///     counts: vec![((4.0, 4.0), 2), ((5.0, 0.0), 1), ((5.0, 5.0), 2)],
/// };
/// assert!(spread.to_svg().contains("at 4: 4 ×2; at 5: 0 ×1, 5 ×2"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The title.
    pub title: String,
    /// A label for the numbers.
    pub across: String,
    /// A label for the values.
    pub up: String,
    /// A label for the counts.
    pub counted: String,
    /// The count of each pair of a number and a value, in the order of the numbers. All are finite, and no pair is
    /// repeated.
    pub counts: Vec<((f64, f64), u64)>,
}

impl Spread {
    /// Draws the chart. Its description has all numbers in words.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let numbers = || self.counts.iter().map(|&((x, _), _)| x);
        let values = || self.counts.iter().map(|&((_, y), _)| y);
        let across = Axis::new(numbers(), 0.8, whole_steps(numbers()));
        let up = Axis::new(values(), 0.8, whole_steps(values()));
        let names = [self.counted.as_str(), "mean"];
        let mut page = Page::new(&self.title, [&self.across, &self.up], across, up, &names);
        let room = [
            gap(numbers().map(|x| page.at(x, 0.0).x)),
            gap(values().map(|y| page.at(0.0, y).y)),
        ];
        let largest = room.into_iter().fold(2.0 * MAX_RADIUS, f64::min) / 2.0;
        let most = self.counts.iter().map(|&(_, count)| count).max();
        let scale = largest / (most.unwrap_or(1).max(1) as f64).sqrt();
        let columns = self.columns();
        let means: Vec<Place> = columns
            .iter()
            .map(|(x, column)| page.at(*x, mean(column)))
            .collect();
        for &((x, y), count) in &self.counts {
            let centre = page.at(x, y);
            let radius = (scale * (count as f64).sqrt()).max(MIN_RADIUS);
            page.canvas
                .circle(centre, radius, COLORS[0], 1.0, ink::PAPER);
            // A label is drawn if there is room and no mean on it.
            let (label, height) = (count.to_string(), 0.8 * TEXT);
            let fits = height.hypot(text_width(&label, height)) < 1.5 * radius;
            let free = |place: &Place| place.x != centre.x || (place.y - centre.y).abs() > height;
            if fits && means.iter().all(free) {
                page.canvas
                    .text(&label, centre, height, Anchor::Middle, ink::PAPER);
            }
        }
        page.canvas.path(&means, 2.0, COLORS[1], false);
        for &place in &means {
            page.canvas.circle(place, 3.0, COLORS[1], 1.0, ink::PAPER);
        }
        page.legend(&names);
        page.canvas.svg(&self.title, &self.in_words())
    }

    /// Returns the values at each number with their counts, in the order of the numbers.
    fn columns(&self) -> Vec<(f64, Vec<(f64, u64)>)> {
        let mut columns: Vec<(f64, Vec<(f64, u64)>)> = Vec::new();
        for &((x, y), count) in &self.counts {
            match columns.last_mut() {
                Some((last, column)) if *last == x => column.push((y, count)),
                _ => columns.push((x, vec![(y, count)])),
            }
        }
        columns
    }

    fn in_words(&self) -> String {
        let columns = self.columns().into_iter().map(|(x, column)| {
            let values: Vec<String> = column
                .iter()
                .map(|(y, count)| format!("{y} ×{count}"))
                .collect();
            format!("at {x}: {}", values.join(", "))
        });
        columns.collect::<Vec<String>>().join("; ")
    }
}

/// Returns the mean of values with counts.
fn mean(column: &[(f64, u64)]) -> f64 {
    let (sum, count) = column.iter().fold((0.0, 0), |(sum, all), &(y, count)| {
        (sum + y * count as f64, all + count)
    });
    sum / count.max(1) as f64
}

/// Returns the smallest distance between two different numbers.
fn gap(numbers: impl Iterator<Item = f64>) -> f64 {
    // In hundredths of a pixel, the precision of a picture.
    let sorted: BTreeSet<i64> = numbers
        .map(|number| (number * 100.0).round() as i64)
        .collect();
    let sorted: Vec<i64> = sorted.into_iter().collect();
    let gaps = sorted.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.min().map_or(f64::INFINITY, |gap| gap as f64 / 100.0)
}
