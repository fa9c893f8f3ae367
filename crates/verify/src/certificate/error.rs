//! Errors in reading or writing a certificate.

use std::fmt;
use std::io;

use koproof_rules::BoardError;
use koproof_rules::text::counted;
use koproof_store::StoreError;

use super::MAX_STATED_SCORE;

/// The place of a problem in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// In the header of the binary form.
    Header,
    /// In an item of the binary form, counted from 0.
    Item(u64),
    /// In a line of the text form, counted from 1.
    Line(u64),
    /// After the last item.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Item(number) => write!(f, "item {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::End => f.write_str("end"),
        }
    }
}

/// The reason why a certificate cannot be read or written, in one line with its remedy, if there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file starts like neither form.
    #[error("not a certificate: {}", beginning(found))]
    Unknown {
        /// The first bytes of the file.
        found: Vec<u8>,
    },
    /// The container of the binary form is invalid.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stream under the text form failed.
    #[error("cannot {action} the certificate: {cause}")]
    Stream {
        /// The action that failed: "read" or "write".
        action: &'static str,
        /// The error of the system.
        cause: io::Error,
    },
    /// The content is not that of a certificate or, as `file` says, of a part of a journal or an entry of a log.
    #[error("{file} {place}: {problem}")]
    Content {
        /// The kind of file.
        file: &'static str,
        /// The place.
        place: Place,
        /// The problem.
        problem: Box<Problem>,
    },
    /// A reader was used after it had failed.
    #[error("the certificate was refused before: do not read any further")]
    FailedBefore,
    /// A certificate was to be converted after some of it had been read.
    #[error("items of the certificate were read before: open it again and convert all of it")]
    ReadBefore,
}

impl CertificateError {
    /// Returns whether the file is no certificate that this build reads: it begins as none, or is of another version,
    /// layout or compression. So it was not checked. Other errors refuse a certificate, if the stream has not failed.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        match self {
            Self::Unknown { .. } => true,
            // The first line names the version, which is unknown whatever is wrong with that line.
            Self::Content { place, .. } => *place == Place::Line(1),
            Self::Store(error) => matches!(
                error,
                StoreError::Version { .. }
                    | StoreError::Revision { .. }
                    | StoreError::Compression { .. }
            ),
            _ => false,
        }
    }

    /// Returns what failed, "read" or "write", and the error of the system, if the stream under either form failed.
    /// That says nothing about the certificate.
    #[must_use]
    pub fn stream(&self) -> Option<(&'static str, &io::Error)> {
        match self {
            Self::Stream { action, cause } => Some((action, cause)),
            Self::Store(StoreError::Stream { action, cause, .. }) => Some((action, cause)),
            _ => None,
        }
    }

    /// Makes the error for a stream under the text form that could not be read.
    pub(crate) fn reading(cause: io::Error) -> Self {
        Self::Stream {
            action: "read",
            cause,
        }
    }
}

/// A problem with the content of a certificate, found before any proof is checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// This build does not know the version, of which this is the beginning.
    #[error("version {version:?}, this build reads 1 and 2: {}", cure_of_version(.0), version = .0)]
    Version(String),
    /// Certificates have no word for this scoring, because it gives the same scores as area.
    #[error("a certificate of {0} scoring: write one of area, which is the same for two players")]
    Scoring(koproof_rules::Scoring),
    /// The graph6 text is not a board.
    #[error("no board: {0}")]
    Board(#[from] BoardError),
    /// The graph6 text is not in the standard spelling.
    #[error("graph6 {found:?} is not in its usual form: write {usual:?}")]
    Graph6 {
        /// The text, shortened.
        found: String,
        /// The usual form of the same graph.
        usual: String,
    },
    /// The board does not fit one word.
    #[error("a board of {0} points: certificates are for at most 64")]
    Points(usize),
    /// Something else was expected.
    #[error("found {found:?}, expected {expected}")]
    Expected {
        /// The expected content.
        expected: &'static str,
        /// The content found, shortened.
        found: String,
    },
    /// A coloring has the wrong number of points.
    #[error("a coloring of {found} points: the board has {expected}")]
    ColoringLength {
        /// Points of the coloring.
        found: usize,
        /// Points of the board.
        expected: usize,
    },
    /// A coloring has two stones on one point, or a stone beside the board.
    #[error("a coloring with the black stones {black:#x} and the white stones {white:#x}")]
    Stones {
        /// The black stones.
        black: u64,
        /// The white stones.
        white: u64,
    },
    /// A point is not on the board.
    #[error("point {found}: the board has the points 0 to {}", .points - 1)]
    NoSuchPoint {
        /// The point.
        found: usize,
        /// Points of the board.
        points: usize,
    },
    /// The number of passes is not 0 or 1.
    #[error("{0} passes: a state has 0 or 1")]
    Passes(u8),
    /// A player who does not take part.
    #[error("{0} does not take part")]
    Player(koproof_rules::Player),
    /// A record has a player although the rules do not record players, or lacks one.
    #[error(
        "a record that does not suit the superko rule: players are named except under positional"
    )]
    RecordPlayer,
    /// A symmetry lists too many or too few points.
    #[error("a symmetry of {found} points: the board has {expected}")]
    SymmetryLength {
        /// Points listed.
        found: usize,
        /// Points of the board.
        expected: usize,
    },
    /// A list is longer than is allowed.
    #[error("{found} {what}: at most {most} are allowed")]
    TooMany {
        /// The kind of entries of the list.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// A drop lists no steps.
    #[error("a drop that lists no step: leave it out")]
    EmptyDrop,
    /// A position has no bound.
    #[error("neither a lower nor an upper bound is stated: state one")]
    NothingStated,
    /// A table has no roots.
    #[error("a table without roots states nothing")]
    NoRoots,
    /// A header states a score beyond the limit.
    #[error("a stated score of {0}: from -{MAX_STATED_SCORE} to {MAX_STATED_SCORE} are allowed")]
    StatedScore(i16),
    /// The number of a child is impossible.
    #[error("a child that is step {child}, seen from step {step}: only earlier steps can be named")]
    NoSuchChild {
        /// The child's number; negative if it would come before the first step.
        child: i128,
        /// The number of the step.
        step: u64,
    },
    /// A child is further back than certificates can say.
    #[error("step {child}, seen from step {step}: at most 4294967295 steps back can be named")]
    TooFarBack {
        /// The child's number.
        child: u64,
        /// The number of the step.
        step: u64,
    },
    /// A line of the text form is too long.
    #[error("more than {most} bytes: split long lists")]
    LineTooLong {
        /// The largest number of bytes.
        most: usize,
    },
    /// A line of the text form is not ASCII.
    #[error("bytes that are not ASCII: copy it again or make it again")]
    NotAscii,
    /// The end is missing.
    #[error("the file stops before its end: copy it again or make it again")]
    Truncated,
    /// Something follows the end.
    #[error("the file goes on after its end: cut it there or make it again")]
    TrailingBytes,
    /// The last line has another number of steps.
    #[error(
        "the end counts {}, there are {found}: copy it again or make it again",
        counted(*stated, "step")
    )]
    StepCount {
        /// The number in the last line.
        stated: u64,
        /// The number of steps.
        found: u64,
    },
    /// A journal or a log is of another board or other rules.
    #[error("it is of {found}, this run is of {expected}: give one of this board and these rules")]
    Foreign {
        /// Board and rules of the file, shortened.
        found: String,
        /// Board and rules of the reader.
        expected: String,
    },
    /// A journal names more accepted steps than there are.
    #[error("it continues {stated} accepted steps, there are {found}: it belongs to another log")]
    NotAccepted {
        /// The number in the journal.
        stated: u64,
        /// The number of accepted steps.
        found: u64,
    },
    /// The checksum of the text form does not match.
    #[error(
        "crc32 says {stated:08x}, the lines above give {computed:08x}: the file was damaged or edited"
    )]
    Checksum {
        /// The number in the file.
        stated: u32,
        /// The number computed from its lines.
        computed: u32,
    },
}

fn cure_of_version(version: &str) -> &'static str {
    if version.ends_with('\r') {
        "lines end in CR and LF here, let them end in LF alone"
    } else {
        "use a release that reads it"
    }
}

impl Problem {
    /// Makes an error from the problem and its place in a certificate.
    pub(crate) fn at(self, place: Place) -> CertificateError {
        CertificateError::Content {
            file: "certificate",
            place,
            problem: self.into(),
        }
    }

    /// Quotes the content found, shortened.
    pub(crate) fn expected(expected: &'static str, found: &str) -> Self {
        let found = shortened(found, MAX_QUOTED);
        Self::Expected { expected, found }
    }
}

/// The most characters of a file that a message quotes.
pub(crate) const MAX_QUOTED: usize = 40;

/// Shortens text of a file, which can be as long as a liar likes, so that a message with it stays readable.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Says how a file begins, with the remedy where it is known.
fn beginning(found: &[u8]) -> String {
    let begins = format!("it starts with \"{}\"", found.escape_ascii());
    match found {
        [] => "it is empty".to_owned(),
        [0xEF, 0xBB, 0xBF, ..] | [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => {
            format!("{begins}, a byte order mark: save it as UTF-8 without one")
        }
        _ => format!("{begins}, not with \"koproof certificate \" or \"KPCERT\\r\\n\""),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::certificate::CertificateReader;

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn a_stream_that_fails_is_known_in_either_form() {
        let starts: [&[u8]; 3] = [b"", b"koproof certificate 1\n", b"KPCERT\r\n\x01\0\x01\0"];
        for start in starts {
            let error = CertificateReader::open(start.chain(Broken)).expect_err("it is broken");
            let (action, cause) = error.stream().expect("the stream failed");
            assert_eq!((action, cause.to_string().as_str()), ("read", "broken"));
        }
        let error = CertificateReader::open(&b"KPCERT\r\n"[..]).expect_err("it is cut off");
        assert!(error.stream().is_none(), "{error}");
    }
}
