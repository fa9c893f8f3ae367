//! The place where the text of a game cannot be SGF: a bracket that is not closed, or one too many.

/// Describes the first bracket that does not fit, with its line and the remedy.
pub(super) fn find(text: &str) -> Option<String> {
    let mut line = 1;
    let mut open = Vec::new();
    let mut value = None;
    let mut escaped = false;
    for symbol in text.chars() {
        match (symbol, value) {
            (_, Some(_)) if escaped => escaped = false,
            ('\\', Some(_)) => escaped = true,
            (']', Some(_)) => value = None,
            (_, Some(_)) => {}
            ('[', None) => value = Some(line),
            (']', None) => return Some(format!("line {line}: ']' closes no value: remove it")),
            ('(', None) => open.push(line),
            (')', None) if open.pop().is_none() => {
                return Some(format!("line {line}: ')' closes no game: remove it"));
            }
            _ => {}
        }
        line += usize::from(symbol == '\n');
    }
    let first = open.first();
    match (value, first) {
        (Some(line), _) => Some(format!("line {line}: '[' has no ']': close the value")),
        (None, Some(line)) => Some(format!("line {line}: '(' has no ')': close the game")),
        (None, None) if !text.contains('(') => Some("line 1: a game begins with '(;'".to_owned()),
        (None, None) => None,
    }
}
