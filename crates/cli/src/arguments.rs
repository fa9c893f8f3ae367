//! Arguments that several commands share, as structs that commands flatten into their own.

mod board;
mod certificate;
mod format;
mod name;
mod path;
mod picture;
mod rules;
mod start;
mod table_file;
mod work;

pub(crate) use board::board;
pub(crate) use certificate::CertificateArgs;
pub(crate) use format::{Format, FormatArgs, ListFormat};
pub(crate) use name::one_of;
pub(crate) use path::{
    beginning, check_names, content, directory, file, open, resolved, unless_stdout,
};
pub(crate) use picture::PictureArgs;
pub(crate) use rules::{
    AlternatingRulesArgs, BasicRulesArgs, CountRulesArgs, DuelRulesArgs, Named, RulesArgs,
    SuicideArgs, SuperkoCountRulesArgs, trimmed,
};
pub(crate) use start::{
    ColoringArgs, DeadArgs, PositionArgs, StartArgs, any_player, check_player, player,
};
#[cfg(feature = "distribute")]
pub(crate) use table_file::has_brackets;
pub(crate) use table_file::{TableFileArgs, VALUES_OR_BRACKETS, load_aloud, load_table};
pub(crate) use work::{RecordLimitArgs, WorkArgs, solver_error};
