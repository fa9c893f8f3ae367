//! Reads numbers from untrusted texts; quotes such texts and counts things in messages.

/// The most characters of an untrusted text in a message.
const LONGEST: usize = 40;

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
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
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
    let mut characters = text.chars();
    let first = characters.by_ref().take(LONGEST);
    let mut short: String = first.flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
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

/// Reads a decimal number from the front of a text and returns it with the rest.
///
/// The number is `None` if it has more than 18 digits, which keeps every later product of two
/// numbers exact in a `u128`; the outer `None` means that no digit is there.
pub(crate) fn leading_number(text: &str) -> Option<(Option<u128>, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    let number = number.trim_start_matches('0');
    let value = match number.len() {
        0 => Some(0),
        1..=18 => number.parse().ok(),
        _ => None,
    };
    Some((value, rest))
}
