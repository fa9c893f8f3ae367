//! Reads limits in human-readable form: `10s`, `2M`, `4G`.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// The longest time limit; a deadline further away might not be representable.
const MAX_TIME: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);
/// The least memory: the program takes some 20 MiB before it searches.
const MIN_MEMORY: u64 = 32 << 20;
/// The most threads; each reserves a deep stack.
const MAX_THREADS: usize = 1024;

/// Reads a time: `90` or `90s`, `250ms`, `5m`, `1.5h`, `2d`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    match time_or_none(text)? {
        Duration::ZERO => Err(format!("'{text}' is too short; write at least 1ms")),
        time => Ok(time),
    }
}

/// Reads a time that may be zero.
pub(crate) fn time_or_none(text: &str) -> Result<Duration, String> {
    let bad = || format!("'{text}' is not a time; write 90 or 90s, 250ms, 5m, 1.5h, 2d");
    let long = || format!("'{text}' is more than ten years");
    let (number, unit) = split(text);
    let milliseconds = match unit {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return Err(bad()),
    };
    let time = scaled(number, milliseconds)
        .ok_or_else(bad)?
        .ok_or_else(long)?;
    match Duration::from_millis(time) {
        time if time > MAX_TIME => Err(long()),
        time => Ok(time),
    }
}

/// Reads a count: `1000000`, `1_000_000`, `1M`; `K`, `M`, `G` are a thousand, a million, a billion.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let bad = || format!("'{text}' is not a number; write 1000000, 1_000_000 or 1M");
    let (number, unit) = split(text);
    let one = match unit {
        "" => 1,
        "K" | "k" => 1_000,
        "M" | "m" => 1_000_000,
        "G" | "g" => 1_000_000_000,
        _ => return Err(bad()),
    };
    // Between digits only.
    if number.split('_').any(str::is_empty) {
        return Err(bad());
    }
    let number = number.replace('_', "");
    let large = || format!("'{text}' is too large: at most {} are counted", u64::MAX);
    match scaled(&number, one).ok_or_else(bad)?.ok_or_else(large)? {
        0 => Err(format!("'{text}' must be at least 1")),
        number => Ok(number),
    }
}

/// Reads an amount of memory in bytes: `512M`, `4G`, `1.5GiB`; `K`, `M`, `G`, `T` are powers of 1024.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let bad = || format!("'{text}' is not an amount of memory; write 512M or 4G (powers of 1024)");
    let (number, unit) = split(text);
    let unit = unit.to_ascii_uppercase();
    let unit = unit
        .strip_suffix("IB")
        .or(unit.strip_suffix('B'))
        .unwrap_or(&unit);
    let one = match unit {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        _ => return Err(bad()),
    };
    let large = || format!("'{text}' is more than any memory: write at most 16777215T");
    match scaled(number, one).ok_or_else(bad)?.ok_or_else(large)? {
        ..MIN_MEMORY => Err(format!(
            "'{text}' is too little: the program alone takes 20M; write at least 32M"
        )),
        bytes => Ok(bytes),
    }
}

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("'{text}' is not a number of threads from 1 to {MAX_THREADS}"))
}

/// Reads a whole number from `least` to `most`.
pub(crate) fn from_to<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        text.parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("'{text}' is not a number from {least} to {most}"))
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.' && symbol != '_')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Multiplies a decimal number, with or without a fraction, by a unit; fractions of one are dropped. The outer `None` means that
/// it is no number, the inner one that the product does not fit.
fn scaled(number: &str, unit: u64) -> Option<Option<u64>> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    digits(fraction)?;
    // Six digits are enough and keep the product exact.
    let fraction = fraction.get(..6).unwrap_or(fraction);
    let part = digits(fraction)? * u128::from(unit) / 10_u128.pow(fraction.len() as u32);
    let all = (digits(whole)?.checked_mul(unit.into())).and_then(|all| all.checked_add(part));
    Some(all.and_then(|all| u64::try_from(all).ok()))
}

/// Reads a whole number; one that does not fit is the largest.
fn digits(text: &str) -> Option<u128> {
    let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| text.parse().unwrap_or(u128::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_counts_and_sizes_have_units() {
        let of_seconds = |text| time(text).map(|time| time.as_secs_f64());
        let times = ["90", "250ms", "1.5h"].map(of_seconds);
        assert_eq!(times, [Ok(90.0), Ok(0.25), Ok(5400.0)]);
        let counts = ["1_000_000", "2M", "1.5k"].map(count);
        assert_eq!(counts, [Ok(1_000_000), Ok(2_000_000), Ok(1_500)]);
        let sizes = ["4G", "32768KiB", "512mb"].map(memory);
        assert_eq!(sizes, [Ok(4 << 30), Ok(32 << 20), Ok(512 << 20)]);
        assert!(memory("31.9M").is_err_and(|why| why.contains("at least 32M")));
        let large = "99999999999999999999";
        assert!(count(large).is_err_and(|why| why.contains("too large")));
        assert!(time(large).is_err_and(|why| why.contains("ten years")));
        assert!(memory("16777216T").is_err_and(|why| why.contains("at most")));
        assert_eq!(memory("16777215T"), Ok(16_777_215 << 40));
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "1.2.3",
            "1.123456.7",
            "M",
            "1.x",
            "_1",
            "1_",
            "1__0",
        ] {
            assert!(
                count(text).is_err_and(|why| why.contains("is not a number")),
                "{text}"
            );
        }
    }
}
