//! The options of the feature `distribute` in a build without it: each is refused, with the way to build it.

use std::convert::Infallible;

/// The options of the feature, each of which is refused.
#[derive(Debug, clap::Args)]
pub(super) struct ProcessesArgs {
    /// Write the brackets of all positions to FILE; needs a build with the feature `distribute`
    #[arg(long, value_name = "FILE", value_parser = refuse, help_heading = "All positions, into a file")]
    out: Option<Infallible>,

    /// Number of processes that share the positions; needs a build with the feature `distribute`
    #[arg(long, value_name = "NUMBER", value_parser = refuse, help_heading = "All positions, into a file")]
    processes: Option<Infallible>,
}

fn refuse(_: &str) -> Result<Infallible, String> {
    Err("this build leaves it out: build koproof with --features distribute".to_owned())
}
