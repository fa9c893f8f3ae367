//! Arguments that are one of some names.

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads one of some names, which are listed in the help text. For `value_parser`.
pub(crate) fn one_of<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse())
}
