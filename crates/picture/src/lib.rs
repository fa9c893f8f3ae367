//! Boards as pictures.
//!
//! A [`Plan`] gives the places of a board's points in the plane and the course of its edges, for any program that
//! draws it. Boards of a family have their usual picture: grids are Go boards, cycles are rings, solids are seen
//! through a face. Any other graph is laid out by its distances. Equal boards have equal plans on every machine.
//!
//! A [`Figure`] is a board with stones and values on it, or a strip of several, as SVG; a [`Histogram`], a [`Series`]
//! and a [`Spread`] are charts. With the feature `png`, `svg_to_png` converts them to pixels.
//!
//! # Examples
//! ```
//! use koproof_picture::Plan;
//! use koproof_rules::Board;
//!
//! let plan = Plan::new(&"2x3".parse::<Board>()?);
//! let corner = plan.places()[5];
//! assert_eq!((corner.x, corner.y), (1.0, 0.5));
//! assert_eq!(plan.lines().len(), 7);
//! # Ok::<(), koproof_rules::BoardError>(())
//! ```

mod canvas;
mod chart;
mod figure;
mod glyphs;
mod outline;
mod panels;
mod plan;
#[cfg(feature = "png")]
mod png;

pub use chart::{Histogram, Series, SeriesLine, Spread};
pub use figure::{Figure, Mark, Panel, Spot};
pub use outline::{Branch, Outline, Shade};
pub use plan::{Line, Place, Plan};
#[cfg(feature = "png")]
pub use png::{PngError, svg_to_png};
