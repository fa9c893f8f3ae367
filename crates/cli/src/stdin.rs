//! Standard input, line by line.

use std::io::{self, BufRead, ErrorKind, Read};

/// The most bytes of a line, so that input without line breaks does not fill the memory.
const MAX_LINE: usize = 1 << 16;

/// Reads the next line, without its end; `None` at the end of the input. Other bytes than UTF-8 are replaced: they are no
/// reason to stop a game.
///
/// # Errors
/// If it cannot be read, or is too long.
pub(crate) fn next_line() -> io::Result<Option<String>> {
    next_of(&mut io::stdin().lock())
}

fn next_of(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut limited = input.take(MAX_LINE as u64 + 1);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_some() {
        line.pop_if(|last| *last == b'\r');
    } else if line.len() > MAX_LINE {
        let why = format!("a line has more than {MAX_LINE} bytes: send one move or command a line");
        return Err(io::Error::new(ErrorKind::InvalidData, why));
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_a_break_or_at_the_end_of_the_input() {
        let mut input: &[u8] = b"b a1\r\n\nw \xff";
        let mut next = || next_of(&mut input).expect("short lines");
        let lines = [next(), next(), next(), next()];
        let expected = [Some("b a1"), Some(""), Some("w \u{fffd}"), None];
        assert_eq!(lines, expected.map(|line| line.map(str::to_owned)));
    }

    #[test]
    fn a_line_without_end_is_refused_before_it_fills_the_memory() {
        let mut endless = io::BufReader::new(io::repeat(b'a'));
        let why = next_of(&mut endless).expect_err("too long").to_string();
        assert!(why.contains("more than 65536 bytes"), "{why}");
        let longest = [vec![b'a'; MAX_LINE], vec![b'\n']].concat();
        let read = next_of(&mut &longest[..]).expect("as long as is allowed");
        assert_eq!(read.map(|line| line.len()), Some(MAX_LINE));
    }
}
