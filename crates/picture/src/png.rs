//! Conversion of pictures to pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture: more than any screen has.
const MAX_PIXELS: f64 = 64e6;

/// The reason why a picture cannot be converted to pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would be too large.
    #[error("a picture of {width} x {height} pixels is too large; choose a smaller scale or SVG")]
    TooLarge {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// The text is not one of our pictures.
    #[error("no picture: {0}")]
    Svg(String),
}

/// Rasterises an SVG picture of this crate; `scale` is the number of pixels for one unit of the SVG.
///
/// # Errors
/// If the text is no SVG, or the picture has more than 64 million pixels.
///
/// # Examples
/// ```
/// use koproof_picture::{Figure, Panel, Spot, svg_to_png};
/// let board: koproof_rules::Board = "2x2".parse()?;
/// let panel = Panel { spots: vec![Spot::default(); 4], ..Panel::default() };
/// let png = svg_to_png(&Figure::new(&board, "empty", vec![panel]).to_svg(), 2.0)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg_to_png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let words = |error: &dyn std::fmt::Display| PngError::Svg(error.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| words(&error))?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).ceil());
    let too_large = PngError::TooLarge {
        width: width as u64,
        height: height as u64,
    };
    if f64::from(width) * f64::from(height) > MAX_PIXELS {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| words(&error))
}
