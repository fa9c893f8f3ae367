//! Reads numbers from untrusted texts, and quotes such texts in messages.

/// Quotes text of any length and content so that a message stays one short line.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
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
