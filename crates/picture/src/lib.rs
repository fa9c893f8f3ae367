//! Boards as pictures.
//!
//! A [`Plan`] says where the points of a board lie in the plane and how its edges run, for whoever draws it.
//! Boards of a family have the picture that one expects: grids are Go boards, cycles are rings, solids are seen through
//! a face. Any other graph is laid out by its distances. Equal boards have equal plans, on every machine.
//!
//! A [`Figure`] is a board with stones and values on it, or a strip of several, as SVG; a [`Histogram`], a [`Series`] and a
//! [`Spread`] are charts. With the feature `png`, `svg_to_png` makes pixels of it.
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
mod plan;
#[cfg(feature = "png")]
mod png;

pub use chart::{Histogram, Series, SeriesLine, Spread};
pub use figure::{Figure, Mark, Panel, Spot};
pub use plan::{Line, Place, Plan};
#[cfg(feature = "png")]
pub use png::{PngError, svg_to_png};
