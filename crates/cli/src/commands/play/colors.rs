//! Colors at the terminal.

use std::io::IsTerminal;

use clap::ValueEnum;

use crate::progress::is_dumb;

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorName {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorName {
    /// Returns whether to use colors on this stdout.
    pub(super) fn wanted(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            // https://no-color.org: any value but the empty one.
            Self::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && !is_dumb() && std::io::stdout().is_terminal()
            }
        }
    }
}

/// Colors the stones of a board drawn as text: names of points have no capitals.
pub(super) fn stones(drawing: &str, colors: bool) -> String {
    if !colors {
        return drawing.to_owned();
    }
    let mut colored = String::with_capacity(2 * drawing.len());
    for symbol in drawing.chars() {
        match symbol {
            'X' => colored.push_str("\u{1b}[1;31mX\u{1b}[0m"),
            'O' => colored.push_str("\u{1b}[1;36mO\u{1b}[0m"),
            symbol => colored.push(symbol),
        }
    }
    colored
}

/// Makes a text stand out.
pub(super) fn bold(text: &str, colors: bool) -> String {
    if colors {
        format!("\u{1b}[1m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}
