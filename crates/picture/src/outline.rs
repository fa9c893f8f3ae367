//! Trees as nested bars.

use crate::canvas::{Anchor, Canvas, ink, text_width};
use crate::plan::Place;

/// The height of a bar, and the gap between two, in pixels.
const BAR: f64 = 26.0;
const GAP: f64 = 2.0;
/// The least width of a leaf, and the least and the most of all leaves together.
const LEAF: f64 = 24.0;
const MIN_WIDTH: f64 = 640.0;
const MAX_WIDTH: f64 = 4000.0;
/// The height of capitals in titles and in labels.
const TITLE: f64 = 14.0;
const TEXT: f64 = 9.0;
/// The margin of the page.
const MARGIN: f64 = 16.0;

/// Whether a part of a tree is decided, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// Not decided.
    Open,
    /// Somebody works on it.
    Busy,
    /// Decided: yes.
    Yes,
    /// Decided: no.
    No,
}

impl Shade {
    const ALL: [Self; 4] = [Self::Open, Self::Busy, Self::Yes, Self::No];

    /// The fill of a bar and the ink of its label. The fills differ in lightness, too, for those who see no hues.
    fn colors(self) -> (&'static str, &'static str) {
        match self {
            Self::Open => (ink::FAINT, ink::BLACK),
            Self::Busy => ("#d9a441", ink::BLACK),
            Self::Yes => ("#0b4d2a", ink::PAPER),
            Self::No => ("#d0413a", ink::PAPER),
        }
    }
}

/// A part of a tree: a bar, with the parts below it under the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// A short label; left out where it does not fit.
    pub label: String,
    /// Whether it is decided, and how.
    pub shade: Shade,
    /// The parts below it, from left to right.
    pub below: Vec<Branch>,
}

/// A tree as nested bars: each bar is as wide as its leaves.
///
/// # Examples
/// ```
/// use koproof_picture::{Branch, Outline, Shade};
///
/// let leaf = |label: &str, shade| Branch { label: label.to_owned(), shade, below: Vec::new() };
/// let below = vec![leaf("a1", Shade::Yes), leaf("b1", Shade::Busy)];
/// let outline = Outline {
///     title: "Two moves".to_owned(),
///     shades: ["open", "searched", "won", "lost"].map(str::to_owned),
///     root: Branch { below, ..leaf("", Shade::Open) },
/// };
/// assert!(outline.to_svg().contains("3 positions: 1 open, 1 searched, 1 won, 0 lost"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The title.
    pub title: String,
    /// The meaning of the shades: open, busy, yes and no.
    pub shades: [String; 4],
    /// The tree.
    pub root: Branch,
}

impl Branch {
    fn leaves(&self) -> usize {
        let below = self.below.iter().map(Self::leaves).sum::<usize>();
        below.max(1)
    }

    fn depth(&self) -> usize {
        1 + self.below.iter().map(Self::depth).max().unwrap_or(0)
    }

    fn count(&self, shade: Shade) -> usize {
        let below = self.below.iter().map(|branch| branch.count(shade));
        usize::from(self.shade == shade) + below.sum::<usize>()
    }

    fn draw(&self, canvas: &mut Canvas, corner: Place, leaf: f64) {
        let width = self.leaves() as f64 * leaf;
        let (fill, ink) = self.shade.colors();
        canvas.rectangle(corner, ((width - GAP).max(0.5), BAR - GAP), fill);
        if text_width(&self.label, TEXT) < width - 2.0 * GAP {
            let middle = corner + Place::new((width - GAP) / 2.0, (BAR - GAP) / 2.0);
            canvas.text(&self.label, middle, TEXT, Anchor::Middle, ink);
        }
        let mut below = corner + Place::new(0.0, BAR);
        for branch in &self.below {
            branch.draw(canvas, below, leaf);
            below.x += branch.leaves() as f64 * leaf;
        }
    }
}

impl Outline {
    /// Draws the tree. Its description counts the parts of each shade.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let leaves = self.root.leaves() as f64;
        let across = (leaves * LEAF).clamp(MIN_WIDTH, MAX_WIDTH);
        let top = MARGIN + 4.0 * TITLE;
        let height = top + self.root.depth() as f64 * BAR + MARGIN;
        let mut canvas = Canvas::new(across + 2.0 * MARGIN, height);
        let mut place = Place::new(MARGIN, MARGIN + TITLE / 2.0);
        canvas.text(&self.title, place, TITLE, Anchor::Start, ink::BLACK);
        place.y += 2.0 * TITLE;
        for (shade, name) in Shade::ALL.into_iter().zip(&self.shades) {
            let corner = place - Place::new(0.0, TEXT / 2.0);
            canvas.rectangle(corner, (TEXT, TEXT), shade.colors().0);
            place.x += 1.5 * TEXT;
            canvas.text(name, place, TEXT, Anchor::Start, ink::BLACK);
            place.x += text_width(name, TEXT) + 2.0 * TEXT;
        }
        let corner = Place::new(MARGIN, top);
        self.root.draw(&mut canvas, corner, across / leaves);
        canvas.svg(&self.title, &self.in_words())
    }

    fn in_words(&self) -> String {
        let counts = Shade::ALL.map(|shade| self.root.count(shade));
        let named = counts.iter().zip(&self.shades);
        let named: Vec<String> = named
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        let all: usize = counts.iter().sum();
        format!("{all} positions: {}", named.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::contrast;

    #[test]
    fn shades_and_their_labels_can_be_told_apart_without_hues() {
        for (index, shade) in Shade::ALL.into_iter().enumerate() {
            let (fill, label) = shade.colors();
            assert!(contrast(fill, label) >= 4.5, "{shade:?}");
            for other in &Shade::ALL[..index] {
                assert!(
                    contrast(fill, other.colors().0) >= 1.4,
                    "{shade:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn bars_are_as_wide_as_their_leaves_and_as_deep_as_the_tree() {
        let leaf = Branch {
            label: "a1".to_owned(),
            shade: Shade::Yes,
            below: Vec::new(),
        };
        let two = Branch {
            below: vec![leaf.clone(), leaf.clone()],
            ..leaf.clone()
        };
        let root = Branch {
            below: vec![two, leaf.clone()],
            ..leaf
        };
        assert_eq!((root.leaves(), root.depth()), (3, 3));
        assert_eq!(root.count(Shade::Yes), 5);
        let outline = Outline {
            title: "A tree".to_owned(),
            shades: ["open", "busy", "yes", "no"].map(str::to_owned),
            root,
        };
        let svg = outline.to_svg();
        // The page, the legend and the bars.
        assert_eq!(svg.matches("<rect").count(), 1 + 4 + 5);
        assert!(svg.contains(r#"height="166""#), "{svg}");
    }
}
