//! Writing certificates, in either form.

use std::fmt;
use std::io::Write;
use std::path::Path;

use super::binary::BinaryWriter;
use super::shape::Shape;
use super::text_writer::TextWriter;
use super::{CertificateError, Header, Item, Place};

/// A form of a certificate. Both carry the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Human-readable lines.
    Text,
    /// Bytes in the project's checked container.
    Binary {
        /// Whether to deflate blocks that get smaller by it.
        compressed: bool,
    },
}

impl Form {
    /// Returns the usual form of a file by its name: text if it ends in `.txt`, in either case.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        match path.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("txt") => Self::Text,
            _ => Self::Binary { compressed: true },
        }
    }
}

/// Writes a certificate item by item, with bounded memory.
///
/// It checks only the form, not the proof. A writer that is dropped before [`Self::finish`] leaves a certificate
/// without an end, which no reader accepts. It writes large pieces, so the output needs no buffer.
///
/// # Examples
/// An isolated point belongs to neither player, so a game there ends with 0. Black proves the lower bound by passing
/// forever.
/// ```
/// use koproof_rules::{Coloring, Player, Scoring, Suicide, Superko};
/// use koproof_verify::{
///     Bound, CertificateWriter, Child, Form, Header, Item, Position, Root, Rule, State, Statement,
///     Step, check, never_stop,
/// };
///
/// let header = Header {
///     board: "path:1".parse()?,
///     superko: Superko::Positional,
///     suicide: Suicide::Allow,
///     scoring: Scoring::Area,
///     statement: Statement::Position(Position {
///         start: Coloring::EMPTY,
///         to_move: Player::BLACK,
///         moves: Vec::new(),
///         at_least: Some(0),
///         at_most: None,
///     }),
///     symmetries: Vec::new(),
/// };
/// let mut writer = CertificateWriter::new(Vec::new(), &header, Form::Text)?;
/// writer.item(&Item::Step(Step {
///     state: State { coloring: Coloring::EMPTY, to_move: Player::BLACK, passes: 0 },
///     bound: Bound::AtLeast(0),
///     rule: Rule::PassForever,
/// }))?;
/// writer.item(&Item::Root(Root {
///     coloring: Coloring::EMPTY,
///     to_move: Player::BLACK,
///     bound: Bound::AtLeast(0),
///     child: Child { step: 0, symmetry: 0 },
/// }))?;
/// let file = writer.finish()?;
/// assert!(check(file.as_slice(), &mut never_stop).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a certificate without its end is refused: call `finish`"]
pub struct CertificateWriter<W: Write> {
    inner: Inner<W>,
    shape: Shape,
    items: u64,
    steps: u64,
}

impl<W: Write> fmt::Debug for CertificateWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateWriter")
            .field("items", &self.items)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

enum Inner<W: Write> {
    Text(TextWriter<W>),
    Binary(BinaryWriter<W>),
}

impl<W: Write> CertificateWriter<W> {
    /// Starts a certificate in `output` and writes its header.
    ///
    /// # Errors
    /// [`CertificateError::Content`] if the header breaks a limit of the format; otherwise if the output fails.
    pub fn new(output: W, header: &Header, form: Form) -> Result<Self, CertificateError> {
        let shape = Shape::of(header).map_err(|problem| problem.at(Place::Header))?;
        let inner = match form {
            Form::Text => Inner::Text(TextWriter::new(output, header, shape)?),
            Form::Binary { compressed } => {
                Inner::Binary(BinaryWriter::new(output, header, compressed)?)
            }
        };
        Ok(Self {
            inner,
            shape,
            items: 0,
            steps: 0,
        })
    }

    /// Writes the next item.
    ///
    /// # Errors
    /// [`CertificateError::Content`] if the item breaks a limit of the format or, in the binary form, names a child
    /// that is not an earlier step; otherwise if the output fails.
    pub fn item(&mut self, item: &Item) -> Result<(), CertificateError> {
        let place = Place::Item(self.items);
        self.shape.item(item).map_err(|problem| problem.at(place))?;
        match &mut self.inner {
            Inner::Text(text) => text.item(item)?,
            Inner::Binary(binary) => binary.item(item, self.steps, place)?,
        }
        self.items += 1;
        self.steps += u64::from(matches!(item, Item::Step(_)));
        Ok(())
    }

    /// Writes the end, flushes the output and returns it.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(self) -> Result<W, CertificateError> {
        match self.inner {
            Inner::Text(text) => text.finish(self.steps),
            Inner::Binary(binary) => binary.finish(self.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_tells_its_usual_form() {
        let of = |name| Form::of_path(Path::new(name));
        assert_eq!(of("a.txt"), Form::Text);
        assert_eq!(of("a.TXT"), Form::Text);
        assert_eq!(of("a.kpc"), Form::Binary { compressed: true });
    }
}
