//! Pictures of boards with stones: one board, or several as a strip.

mod colors;
mod described;

use koproof_rules::{Board, Player, Shape};

use crate::canvas::{Anchor, Canvas, ink, text_width};
use crate::plan::{Place, Plan};
use colors::{stone_colors, tint_text, tinted};

/// The diameter of stones in pixels, unless the board is too large for it.
const STONE: f64 = 40.0;
/// The longest side of a board.
const MAX_SIDE: f64 = 1200.0;
/// The widest row of boards.
const PAGE: f64 = 900.0;
/// The distance between two boards of a strip.
const BETWEEN: f64 = 18.0;
/// The height of the capitals of captions.
const CAPTION: f64 = 11.0;
/// The margin around labels on stones, as a part of the diameter.
const MARGIN: f64 = 0.16;
/// The width of the edges of stones, as a part of the diameter.
const RIM: f64 = 0.03;

/// The content of one point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// The owner of the stone.
    pub stone: Option<Player>,
    /// A short text on the stone, or on the empty point.
    pub label: Option<String>,
    /// A mark on the point.
    pub mark: Option<Mark>,
    /// A color for an empty point: from −1, good for White, to 1, good for Black.
    pub tint: Option<f64>,
}

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last stone was played here.
    Last,
    /// A move here is one of the best.
    Best,
    /// A move here is forbidden.
    Forbidden,
}

/// A board with its content, and a line of text below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The content of the points, by number.
    pub spots: Vec<Spot>,
    /// A line of text; may be empty.
    pub caption: String,
}

/// One or more pictures of a board.
///
/// # Examples
/// ```
/// use koproof_picture::{Figure, Panel, Spot};
/// use koproof_rules::{Board, Player};
///
/// let board: Board = "1x3".parse()?;
/// let mut panel = Panel { spots: vec![Spot::default(); 3], ..Panel::default() };
/// panel.spots[1].stone = Some(Player::BLACK);
/// let svg = Figure::new(&board, "Black has played in the middle", vec![panel]).to_svg();
/// assert!(svg.starts_with("<svg "));
/// # Ok::<(), koproof_rules::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Figure<'b> {
    board: &'b Board,
    plan: Plan,
    title: String,
    panels: Vec<Panel>,
    /// The number of pixels for one unit of the plan.
    scale: f64,
}

impl<'b> Figure<'b> {
    /// Prepares a picture of a board, or a strip of several.
    ///
    /// # Panics
    /// If the number of spots of a panel is not the number of points of the board.
    #[must_use]
    pub fn new(board: &'b Board, title: impl Into<String>, panels: Vec<Panel>) -> Self {
        for panel in &panels {
            assert_eq!(
                panel.spots.len(),
                board.points(),
                "a panel of {} has a spot for each point",
                board.name()
            );
        }
        let plan = Plan::new(board);
        let scale = (STONE / plan.stone()).min(MAX_SIDE);
        Self {
            board,
            plan,
            title: title.into(),
            panels,
            scale,
        }
    }

    /// Writes the picture as SVG, which needs no fonts and looks the same everywhere.
    ///
    /// Its title and a description of every panel, point by point, are its text alternative.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (width, height) = self.panel_size();
        let columns = ((PAGE + BETWEEN) / (width + BETWEEN)).floor().max(1.0) as usize;
        let columns = columns.min(self.panels.len()).max(1);
        let rows = self.panels.len().div_ceil(columns).max(1);
        let across = |count: usize, size: f64| count as f64 * (size + BETWEEN) + BETWEEN;
        let mut canvas = Canvas::new(across(columns, width), across(rows, height));
        for (index, panel) in self.panels.iter().enumerate() {
            let corner = Place::new(
                across(index % columns, width),
                across(index / columns, height),
            );
            self.draw(&mut canvas, panel, corner);
        }
        let panels = self.panels.iter();
        let described: Vec<String> = panels.map(|panel| panel.described(self.board)).collect();
        canvas.svg(&self.title, &described.join(" "))
    }

    /// Returns the diameter of a stone in pixels.
    fn stone(&self) -> f64 {
        self.plan.stone() * self.scale
    }

    /// Returns the room above and to the right of the outermost points: a little more than half a stone.
    fn margin(&self) -> f64 {
        self.stone() * 0.65
    }

    /// Returns the room below and to the left, where grids have the names of rows and columns.
    fn named_margin(&self) -> f64 {
        let names = self.board.lettered().map_or(0.0, |_| 0.7);
        self.margin() + self.stone() * names
    }

    /// Returns width and height of a board with its margins.
    fn board_size(&self) -> (f64, f64) {
        let margins = self.margin() + self.named_margin();
        (
            self.plan.width() * self.scale + margins,
            self.plan.height() * self.scale + margins,
        )
    }

    /// Returns width and height of a board with its margins and its caption.
    fn panel_size(&self) -> (f64, f64) {
        let (width, height) = self.board_size();
        let captions = self
            .panels
            .iter()
            .map(|panel| text_width(&panel.caption, CAPTION));
        let caption = if self.has_captions() {
            2.2 * CAPTION
        } else {
            0.0
        };
        (captions.fold(width, f64::max), height + caption)
    }

    fn has_captions(&self) -> bool {
        self.panels.iter().any(|panel| !panel.caption.is_empty())
    }

    fn draw(&self, canvas: &mut Canvas, panel: &Panel, corner: Place) {
        let (width, height) = self.panel_size();
        // Only the left side has names, so the board itself is centred if there is room.
        let beside = self.named_margin() - self.margin();
        let slack = width - self.board_size().0;
        let left = corner.x + (slack - beside).max(0.0) / 2.0;
        let first = Place::new(left + self.named_margin(), corner.y + self.margin());
        let at = |place: Place| first + place.times(self.scale);
        if self.is_grid() {
            self.draw_wood(canvas, first);
        }
        let stroke = self.stone() * 0.04;
        for line in self.plan.lines() {
            canvas.line(at(line.from), at(line.to), stroke, ink::BLACK);
        }
        if let Some((rows, columns)) = self.board.lettered() {
            self.draw_names(canvas, at, rows, columns);
        }
        for (number, (spot, &place)) in panel.spots.iter().zip(self.plan.places()).enumerate() {
            self.draw_spot(canvas, spot, at(place), number);
        }
        let caption = text_width(&panel.caption, CAPTION);
        let middle = at(Place::new(self.plan.width() / 2.0, 0.0)).x;
        let middle = middle.clamp(corner.x + caption / 2.0, corner.x + width - caption / 2.0);
        canvas.text(
            &panel.caption,
            Place::new(middle, corner.y + height - CAPTION),
            CAPTION,
            Anchor::Middle,
            ink::BLACK,
        );
    }

    fn is_grid(&self) -> bool {
        matches!(self.board.shape(), Shape::Grid { .. })
    }

    fn draw_wood(&self, canvas: &mut Canvas, first: Place) {
        let edge = self.stone() * 0.56;
        let corner = first - Place::new(edge, edge);
        let size =
            [self.plan.width(), self.plan.height()].map(|side| side * self.scale + 2.0 * edge);
        canvas.rectangle(corner, (size[0], size[1]), ink::WOOD);
    }

    fn draw_names(
        &self,
        canvas: &mut Canvas,
        at: impl Fn(Place) -> Place,
        rows: u16,
        columns: u16,
    ) {
        let height = self.stone() * 0.26;
        let away = self.stone() * 0.98;
        let place =
            |row: u16, column: u16| at(self.plan.places()[usize::from(row * columns + column)]);
        for (column, letter) in (0..columns).zip('a'..='z') {
            let mut below = place(rows - 1, column);
            below.y += away;
            canvas.text(
                &letter.to_string(),
                below,
                height,
                Anchor::Middle,
                ink::GREY,
            );
        }
        for row in 0..rows {
            let mut beside = place(row, 0);
            beside.x -= away;
            let number = (rows - row).to_string();
            canvas.text(&number, beside, height, Anchor::Middle, ink::GREY);
        }
    }

    fn draw_spot(&self, canvas: &mut Canvas, spot: &Spot, place: Place, number: usize) {
        let (ground, text) = match spot.stone {
            Some(player) => {
                let (fill, text) = stone_colors(player);
                let rim = self.stone() * RIM;
                canvas.circle(place, self.stone() / 2.0, fill, rim, ink::BLACK);
                (fill, text)
            }
            None => {
                let ground = if self.is_grid() {
                    ink::WOOD
                } else {
                    ink::PAPER
                };
                self.draw_empty(canvas, spot, place, ground);
                (ground, ink::BLACK)
            }
        };
        if spot.tint.is_none() {
            self.write(canvas, spot.label.as_deref(), place, text);
        }
        if !self.is_grid() && spot.label.is_none() && spot.mark != Some(Mark::Forbidden) {
            let name = number.to_string();
            let height = self.fitting(&name, 0.24);
            let ink = spot.stone.map_or(ink::GREY, |_| text);
            canvas.text(&name, place, height, Anchor::Middle, ink);
        }
        self.draw_mark(canvas, spot, place, (ground, text));
    }

    fn draw_empty(&self, canvas: &mut Canvas, spot: &Spot, place: Place, ground: &str) {
        let radius = self.stone() / 2.0;
        let rim = self.stone() * RIM;
        if let Some(tint) = spot.tint {
            canvas.circle(place, radius * 0.92, &tinted(tint), rim, ink::GREY);
            self.write(canvas, spot.label.as_deref(), place, tint_text(tint));
        } else if spot.label.is_some() || !self.is_grid() {
            let edge = if self.is_grid() { ground } else { ink::GREY };
            canvas.circle(place, radius * 0.72, ground, rim, edge);
        }
    }

    /// Draws the mark of a point; the colors are those of the point and of a text on it.
    fn draw_mark(
        &self,
        canvas: &mut Canvas,
        spot: &Spot,
        place: Place,
        (ground, text): (&str, &str),
    ) {
        let radius = self.stone() / 2.0;
        let mut ring = |size: f64, stroke: f64, ink| {
            canvas.circle(place, radius * size, "none", self.stone() * stroke, ink);
        };
        match spot.mark {
            Some(Mark::Best) => ring(0.96, 0.08, ink::GREEN),
            Some(Mark::Last) if spot.label.is_none() && self.is_grid() => ring(0.45, 0.06, text),
            Some(Mark::Last) => ring(1.02, 0.08, ink::RED),
            Some(Mark::Forbidden) => {
                let arm = radius * 0.4;
                if spot.stone.is_none() {
                    canvas.circle(place, radius * 0.72, ground, 0.0, ground);
                }
                for side in [-arm, arm] {
                    let half = Place::new(arm, side);
                    canvas.line(place - half, place + half, self.stone() * 0.09, ink::RED);
                }
            }
            None => {}
        }
    }

    fn write(&self, canvas: &mut Canvas, label: Option<&str>, place: Place, ink: &str) {
        if let Some(label) = label {
            canvas.text(label, place, self.fitting(label, 0.36), Anchor::Middle, ink);
        }
    }

    /// Returns the height for a text to fit on a stone, at most this part of the diameter.
    fn fitting(&self, text: &str, most: f64) -> f64 {
        let room = self.stone() * (1.0 - 2.0 * MARGIN);
        let height = self.stone() * most;
        let width = text_width(text, height);
        if width > room {
            height * room / width
        } else {
            height
        }
    }
}
