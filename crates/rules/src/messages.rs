//! The parts of messages: untrusted texts, shortened to one line, and numbers with their nouns.

/// The most characters of an untrusted text in a message.
const MAX_QUOTED: usize = 40;

/// Quotes the beginning of a text of any length and content, so that a message with it stays one short line.
///
/// For texts in a sentence whose quotation marks are its own, and for names, there is [`shortened`].
///
/// # Examples
/// ```
/// use koproof_rules::text::quoted;
/// assert_eq!(quoted("two\nlines"), r#""two\nlines""#);
/// assert_eq!(quoted(&"x".repeat(1000)).chars().count(), 43);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    let (start, more) = beginning(text, MAX_QUOTED);
    format!("{start:?}{more}")
}

/// Returns the beginning of a text of any length and content as one short line, with an ellipsis if there is more.
/// Short names stay as they are.
///
/// # Examples
/// ```
/// use koproof_rules::text::shortened;
/// assert_eq!(shortened("path:2"), "path:2");
/// assert_eq!(shortened("two\nlines"), r"two\nlines");
/// assert_eq!(shortened(&"x".repeat(1000)).chars().count(), 41);
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    let (start, more) = beginning(text, MAX_QUOTED);
    let line: String = start.chars().flat_map(char::escape_debug).collect();
    line + more
}

/// Returns at most so many characters of a text, and an ellipsis if there are more.
pub(crate) fn beginning(text: &str, most: usize) -> (&str, &'static str) {
    match text.char_indices().nth(most) {
        Some((cut, _)) => (&text[..cut], "…"),
        None => (text, ""),
    }
}

/// Writes a number with its noun.
///
/// # Examples
/// ```
/// use koproof_rules::text::counted;
/// assert_eq!(counted(1, "step"), "1 step");
/// assert_eq!(counted(2, "step"), "2 steps");
/// ```
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
