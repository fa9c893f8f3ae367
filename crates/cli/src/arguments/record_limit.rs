//! The argument for the memory of a check.

use clap::Args;
use koproof_verify::MAX_RECORDS;

use crate::limits;

/// The argument for the memory of a check.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct RecordLimitArgs {
    /// Stop if the steps in use hold more records than this; each takes 4 bytes, and each different one about 100 more
    #[arg(
        long = "record-limit",
        value_name = "NUMBER",
        value_parser = limits::count,
        default_value_t = MAX_RECORDS,
        hide_short_help = true
    )]
    pub(crate) limit: u64,
}
