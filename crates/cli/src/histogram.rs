//! Histograms in a terminal.

use std::io::IsTerminal;

use indicatif::HumanCount;

use crate::draw;

/// The largest width of a histogram.
const MAX_WIDTH: usize = 120;

/// Returns the width for histograms on stdout: that of the terminal, or of a plain page.
pub(crate) fn width() -> usize {
    let terminal = std::io::stdout().is_terminal();
    match terminal.then(terminal_size::terminal_size).flatten() {
        Some((width, _)) => MAX_WIDTH.min(width.0.into()),
        None => draw::WIDTH,
    }
}

/// Draws a bar for each row: its label, its count, and a length relative to the largest count. Every count above zero
/// has a bar, and no line is longer than `width` unless its label and count are.
pub(crate) fn bars(rows: &[(String, u64)], width: usize) -> String {
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let label_width = widest(&mut rows.iter().map(|(label, _)| label.chars().count()));
    let counts: Vec<String> = rows
        .iter()
        .map(|(_, count)| HumanCount(*count).to_string())
        .collect();
    let count_width = widest(&mut counts.iter().map(String::len));
    let room = width.saturating_sub(2 + label_width + 2 + count_width + 2);
    let most = rows.iter().map(|&(_, count)| count).max().unwrap_or(0);
    rows.iter()
        .zip(&counts)
        .map(|((label, count), number)| {
            let bar = "#".repeat(length(*count, most, room));
            let line = format!("  {label:>label_width$}  {number:>count_width$}  {bar}");
            format!("{}\n", line.trim_end())
        })
        .collect()
}

/// Returns the length of a bar: `room` for the largest count, and at least one for any count above zero.
fn length(count: u64, most: u64, room: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let exact = u128::from(count) * room as u128 / u128::from(most);
    (exact as usize).max(1).min(room)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(counts: &[u64]) -> Vec<(String, u64)> {
        let labelled = counts.iter().enumerate();
        labelled
            .map(|(label, &count)| (label.to_string(), count))
            .collect()
    }

    #[test]
    fn the_most_fills_the_line_and_the_rest_is_in_proportion() {
        let drawn = bars(&rows(&[10, 5, 0]), 20);
        let lines = ["  0  10  ###########", "  1   5  #####", "  2   0"];
        assert_eq!(drawn, lines.map(|line| format!("{line}\n")).concat());
    }

    #[test]
    fn whatever_happens_once_is_seen_beside_billions() {
        let drawn = bars(&rows(&[1, u64::MAX]), 60);
        assert!(drawn.starts_with("  0  "), "{drawn}");
        assert_eq!(
            drawn.lines().next().map(|line| line.ends_with("  #")),
            Some(true)
        );
        assert!(drawn.lines().all(|line| line.len() <= 60), "{drawn}");
    }

    #[test]
    fn a_narrow_terminal_leaves_the_numbers() {
        assert_eq!(bars(&rows(&[7]), 5), "  0  7\n");
    }
}
