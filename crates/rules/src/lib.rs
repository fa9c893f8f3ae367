//! The rules of Go on any graph of up to 512 points, for two to eight players.
//!
//! Legality and scores only: no search, no clock, no files. A [`Board`] is a named graph and a
//! [`Graph`] its fast form; a [`Coloring`] gives each point a color; a [`Ruleset`] and a [`Game`], with its history for
//! superko, define the legal moves.
//!
//! # Examples
//! The game on 2x2 up to the superko:
//! ```
//! use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset, text};
//!
//! let board: Board = "2x2".parse()?;
//! let graph = Graph::<1>::new(&board)?;
//! let mut game: Game<'_, 1, 2> =
//!     Game::new(&graph, Ruleset::TROMP_TAYLOR, Coloring::EMPTY, Player::BLACK)?;
//! let turns = text::parse_moves(&board, "b a2, w b2, b a1, w b1, b a2, w a1, b a2")?;
//! let error = text::play_moves(&board, &mut game, &turns).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "move 7 'b a2' is illegal: superko: it would recreate the position after move 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Widths and player counts are type parameters: `Coloring<1, 2>` (64 points, two players) is two machine
//! words and serves solving; `Coloring<8, 8>` replays any game on up to 512 points. The code is the same.

mod board;
mod code;
mod color;
mod coloring;
mod families;
mod formats;
mod game;
mod graph;
mod history;
mod margin;
mod messages;
mod named;
mod play;
mod points;
mod presets;
mod representatives;
mod ruleset;
mod score;
mod symmetry;
pub mod text;
mod usual;

pub use board::{Board, BoardError, MAX_POINTS, Shape};
pub use color::{ParsePlayerError, Player};
pub use coloring::{Coloring, ColoringError};
#[doc(hidden)]
pub use families::lattices;
pub use families::{Family, NameProblem, families};
pub use formats::{FileProblem, Graph6Problem};
pub use game::{Game, IllegalMove, IllegalStart, Move};
pub use graph::{Graph, GraphError};
pub use history::{History, Record, Superko};
pub use margin::{Margin, ParseMarginError};
pub use play::{Play, Suicide};
pub use points::{Point, PointSet, Points};
pub use presets::Preset;
pub use representatives::parts::RepresentativeParts;
pub use representatives::{Representatives, RepresentativesError};
pub use ruleset::{Komi, Ruleset, RulesetError};
pub use score::{Score, Scoring};
pub use symmetry::{Canonical, ColorSwap, Element, Images, MAX_ELEMENTS, Symmetry};
