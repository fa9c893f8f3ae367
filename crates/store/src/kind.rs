//! Kinds of files.

/// A kind of file: its first bytes, its name in errors, and the version that this build reads and writes.
///
/// Versions that are read in different ways are kinds of their own with the same first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    magic: [u8; 8],
    name: &'static str,
    version: u16,
    /// The oldest version under this magic that this build reads, as this kind or as another.
    oldest: u16,
}

impl Kind {
    /// Makes a kind; `name` is a noun that starts error messages ("table", "certificate").
    ///
    /// # Panics
    /// If `magic` does not contain `\r\n`, which detects transfers that rewrite line ends. In a constant this is a
    /// compile-time error.
    ///
    /// # Examples
    /// ```
    /// use koproof_store::Kind;
    ///
    /// const SHEET: Kind = Kind::new(*b"SHEET\r\n\0", "sheet", 1);
    /// assert_eq!(SHEET.version(), 1);
    /// ```
    #[must_use]
    pub const fn new(magic: [u8; 8], name: &'static str, version: u16) -> Self {
        let mut found = false;
        let mut at = 1;
        while at < magic.len() {
            found |= magic[at - 1] == b'\r' && magic[at] == b'\n';
            at += 1;
        }
        assert!(found, "a magic contains \\r\\n");
        Self {
            magic,
            name,
            version,
            oldest: version,
        }
    }

    /// Makes errors say that this build also reads the versions from `oldest` on, which are kinds of their own.
    #[must_use]
    pub const fn also_reads(self, oldest: u16) -> Self {
        Self { oldest, ..self }
    }

    /// Returns the version of a container that starts with these bytes; `None` if they end before it.
    #[must_use]
    pub fn version_of(bytes: &[u8]) -> Option<u16> {
        let version = bytes.get(8..10)?.try_into().ok()?;
        Some(u16::from_le_bytes(version))
    }

    /// Returns the bytes that a file of this kind starts with.
    #[must_use]
    pub const fn magic(self) -> [u8; 8] {
        self.magic
    }

    /// Returns whether a file with these first bytes is a container of koproof, whose magic begins with `KP`, or a text
    /// of koproof.
    pub(crate) fn starts_one(bytes: &[u8]) -> bool {
        let is_container = bytes.starts_with(b"KP") && bytes.windows(2).any(|pair| pair == b"\r\n");
        is_container || bytes == b"koproof "
    }

    /// Returns the word for such a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the version that this build reads and writes.
    #[must_use]
    pub const fn version(self) -> u16 {
        self.version
    }

    /// Returns the oldest version that this build reads, as this kind or as another.
    pub(crate) const fn oldest(self) -> u16 {
        self.oldest
    }
}
