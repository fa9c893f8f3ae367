//! Reading certificates, in either form, and converting them.

use std::fmt;
use std::io::{BufReader, Chain, Cursor, Read, Write};

use koproof_store::Kind;

use super::binary::{BinaryReader, KIND};
use super::text_reader::{MAGIC, TextReader};
use super::{CertificateError, CertificateWriter, Form, Header, Item};

/// Returns whether a file that begins with these bytes is a certificate of either form. 32 bytes are enough.
#[must_use]
pub fn is_certificate(start: &[u8]) -> bool {
    start.starts_with(MAGIC.as_bytes()) || start.starts_with(&KIND.magic())
}

/// Reads a certificate of either form, with bounded memory. The first bytes tell the form.
///
/// The header and items that it returns are valid: points are on the board, lists within their limits. It checks no
/// proof. The file is known to be complete only when [`Self::next_item`] has returned `None`.
pub struct CertificateReader<R: Read> {
    header: Header,
    inner: Inner<R>,
    stage: Stage,
}

/// How far a certificate was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No item was read.
    Header,
    Items,
    /// The whole file is valid.
    End,
    Failed,
}

impl<R: Read> fmt::Debug for CertificateReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateReader")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

type Input<R> = Chain<Cursor<Vec<u8>>, R>;

enum Inner<R: Read> {
    Text(TextReader<BufReader<Input<R>>>),
    Binary(BinaryReader<Input<R>>),
}

impl<R: Read> CertificateReader<R> {
    /// Opens a certificate and reads its header. The input does not have to be buffered.
    ///
    /// # Errors
    /// If the input is no certificate or its header is invalid.
    pub fn open(mut input: R) -> Result<Self, CertificateError> {
        let mut first = Vec::new();
        (&mut input)
            .take(MAGIC.len() as u64)
            .read_to_end(&mut first)
            .map_err(CertificateError::reading)?;
        if !is_certificate(&first) {
            return Err(CertificateError::Unknown { found: first });
        }
        let is_text = first.starts_with(MAGIC.as_bytes());
        // For a file that ends before its version, any version will do.
        let version = Kind::version_of(&first).unwrap_or(KIND.version());
        let input = Cursor::new(first).chain(input);
        let (header, inner) = if is_text {
            let (header, reader) = TextReader::open(BufReader::with_capacity(1 << 16, input))?;
            (header, Inner::Text(reader))
        } else {
            let (header, reader) = BinaryReader::open(input, version)?;
            (header, Inner::Binary(reader))
        };
        Ok(Self {
            header,
            inner,
            stage: Stage::Header,
        })
    }

    /// Returns the header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the next item, or `None` if the certificate has ended and the whole file is valid.
    ///
    /// # Errors
    /// The reason why the file is refused. All later calls return [`CertificateError::FailedBefore`].
    pub fn next_item(&mut self) -> Result<Option<Item>, CertificateError> {
        match self.stage {
            Stage::Header | Stage::Items => {}
            Stage::End => return Ok(None),
            Stage::Failed => return Err(CertificateError::FailedBefore),
        }
        self.stage = Stage::Failed;
        let item = match &mut self.inner {
            Inner::Text(reader) => reader.next(),
            Inner::Binary(reader) => reader.next(),
        }?;
        self.stage = match item {
            Some(_) => Stage::Items,
            None => Stage::End,
        };
        Ok(item)
    }

    /// Writes the whole certificate in the given form, and returns the output.
    ///
    /// # Errors
    /// If an item was read before, if the input is no certificate, or if the output fails. The output so far then has
    /// no end.
    pub fn convert<W: Write>(mut self, output: W, form: Form) -> Result<W, CertificateError> {
        match self.stage {
            Stage::Header => {}
            Stage::Items | Stage::End => return Err(CertificateError::ReadBefore),
            Stage::Failed => return Err(CertificateError::FailedBefore),
        }
        let mut writer = CertificateWriter::new(output, self.header(), form)?;
        while let Some(item) = self.next_item()? {
            writer.item(&item)?;
        }
        writer.finish()
    }
}
