//! Numbers, times and lists in human-readable form, and messages on one line.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanCount;
use koproof_rules::Player;

/// Writes a number with its noun: `1 point`, `2,000 points`, `3 symmetries`.
pub(crate) fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let noun = match (number, noun.strip_suffix('y')) {
        (1, _) => noun.to_owned(),
        (_, Some(start)) => format!("{start}ies"),
        (_, None) => format!("{noun}s"),
    };
    format!("{} {noun}", HumanCount(number))
}

/// Writes a path as an argument of a command that a reader may paste.
pub(crate) fn pasted(path: &Path) -> String {
    let mut path = path.display().to_string();
    if path.starts_with('-') {
        path.insert_str(0, "./");
    }
    // Only a text with a zero byte cannot be quoted, and no path has one.
    let quoted = shlex::try_quote(&path).map(Cow::into_owned);
    quoted.unwrap_or(path)
}

/// Writes what a search has cost: `38 expansions, 23 claims, 0.17 ms`.
pub(crate) fn cost(expansions: u64, claims: u64, took: Duration) -> String {
    let expansions = counted(expansions, "expansion");
    let claims = counted(claims, "claim");
    format!("{expansions}, {claims}, {}", time(took))
}

/// Writes how many of all there are: `1,234 of 2,468 states (50.0 %)`.
pub(crate) fn share(part: u64, all: u64, noun: &str) -> String {
    let percent = 100.0 * part as f64 / all as f64;
    let [part, all] = [part, all].map(HumanCount);
    format!("{part} of {all} {noun} ({percent:.1} %)")
}

/// Writes how far a table was solved; without a total its states had not been counted.
pub(crate) fn so_far(solved: u64, total: u64) -> String {
    let [done, all] = [solved, total].map(HumanCount);
    match total {
        0 => "before the states were listed".to_owned(),
        _ => format!("with {done} of {all} states up to symmetry solved"),
    }
}

/// Writes a time with its significant digits: `0.21 ms`, `3.4 s`, `5 min 12 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.001 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else if seconds < 3600.0 {
        let seconds = time.as_secs();
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else {
        let minutes = time.as_secs() / 60;
        format!("{} h {} min", minutes / 60, minutes % 60)
    }
}

/// Writes a number of seconds as [`time`] does.
pub(crate) fn seconds(seconds: f64) -> String {
    time(duration(seconds))
}

/// Makes a time of any number of seconds: some are read from files that others write.
pub(crate) fn duration(seconds: f64) -> Duration {
    let nearest = match seconds > 0.0 {
        true => Duration::MAX,
        false => Duration::ZERO,
    };
    Duration::try_from_secs_f64(seconds).unwrap_or(nearest)
}

/// Writes a player's name with a capital.
pub(crate) fn capital(player: Player) -> String {
    let name = player.to_string();
    let mut symbols = name.chars();
    symbols.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(symbols).collect()
    })
}

/// Breaks a list into lines of at most `width` characters, each after `indent` spaces.
pub(crate) fn wrapped(items: &[String], indent: usize, width: usize) -> String {
    let margin = " ".repeat(indent);
    let mut text = String::new();
    let mut used = width;
    for item in items {
        let length = item.chars().count();
        if used + 1 + length > width {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&margin);
            used = indent;
        } else {
            text.push(' ');
            used += 1;
        }
        text.push_str(item);
        used += length;
    }
    text
}

/// Shortens a message that quotes a very long text in the middle.
pub(crate) fn shortened(message: &str) -> Cow<'_, str> {
    const MAX: usize = 1_000;
    const END: usize = 300;
    let count = message.chars().count();
    if count <= MAX {
        return message.into();
    }
    let head: String = message.chars().take(MAX - END).collect();
    let tail: String = message.chars().skip(count - END).collect();
    format!("{head} … {tail}").into()
}

/// Removes the numbers of system errors: ` (os error 2)`.
pub(crate) fn without_numbers(message: &str) -> String {
    const BEFORE: &str = " (os error ";
    let mut parts = message.split(BEFORE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, after)) if number.parse::<u32>().is_ok() => plain += after,
            _ => {
                plain += BEFORE;
                plain += part;
            }
        }
    }
    plain
}

/// Tells whether a symbol changes the direction of the text after it.
fn turns_text(symbol: char) -> bool {
    matches!(symbol, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes characters that would end the line or control the terminal.
pub(crate) fn one_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for symbol in message.chars() {
        if symbol.is_control() || turns_text(symbol) {
            line.extend(symbol.escape_default());
        } else {
            line.push(symbol);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_the_digits_that_matter() {
        assert_eq!(time(Duration::from_micros(213)), "0.21 ms");
        assert_eq!(time(Duration::from_millis(87)), "87 ms");
        assert_eq!(time(Duration::from_millis(3_430)), "3.4 s");
        assert_eq!(time(Duration::from_secs(312)), "5 min 12 s");
        assert_eq!(time(Duration::from_secs(7_500)), "2 h 5 min");
    }

    #[test]
    fn paths_can_be_pasted() {
        let paths = ["batch", "my batch", "-batch", "it's"].map(|path| pasted(Path::new(path)));
        assert_eq!(paths, ["batch", "'my batch'", "./-batch", "\"it's\""]);
    }

    #[test]
    fn without_a_total_nothing_was_listed() {
        let some = "with 1,200 of 2,400 states up to symmetry solved";
        assert_eq!(so_far(1_200, 2_400), some);
        assert_eq!(so_far(0, 0), "before the states were listed");
    }

    #[test]
    fn long_lists_are_broken_between_items() {
        let items: Vec<String> = (0..5).map(|item| format!("{item}{item}")).collect();
        assert_eq!(wrapped(&items, 2, 8), "  00 11\n  22 33\n  44");
    }

    #[test]
    fn numbers_of_the_system_are_left_out() {
        let said = "cannot read a: No such file (os error 2), nor b (os error x)";
        let plain = "cannot read a: No such file, nor b (os error x)";
        assert_eq!(without_numbers(said), plain);
        assert_eq!(one_line("\u{202e}a"), "\\u{202e}a");
    }
}
