//! Arguments that several commands share, as structs that commands flatten into their own.

mod board;
mod certificate;
mod format;
mod path;
mod picture;
mod rules;
mod start;
mod table_file;
mod work;

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use koproof_rules::Player;

#[cfg(feature = "distribute")]
pub(crate) use board::STDIN;
pub(crate) use board::{board, board_besides_stdin};
pub(crate) use certificate::CertificateArgs;
pub(crate) use format::{FormatArgs, ListFormat};
pub(crate) use path::{
    beginning, check_names, content, directory, file, open, resolved, unless_stdout,
};
pub(crate) use picture::PictureArgs;
pub(crate) use rules::{
    AlternatingRulesArgs, BasicRulesArgs, CountRulesArgs, DuelRulesArgs, GivenRules, RulesArgs,
    SuicideArgs, SuperkoCountRulesArgs, trimmed,
};
pub(crate) use start::{
    ColoringArgs, DeadArgs, PositionArgs, StartArgs, any_player, check_player, player,
};
#[cfg(feature = "distribute")]
pub(crate) use table_file::has_brackets;
pub(crate) use table_file::{TableFileArgs, VALUES_OR_BRACKETS, load_aloud, load_table};
pub(crate) use work::{RecordLimitArgs, TIME_OF_A_MOVE, WorkArgs, solver_error};

/// The width of the sets of points of a board that is looked at and not searched: any board fits.
pub(crate) const W: usize = 8;
/// The number of colors on such a board: any number of players fits.
pub(crate) const N: usize = Player::MAX;

/// Reads one of some names, which are listed in the help text. For `value_parser`.
pub(crate) fn one_of<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse())
}
