//! `koproof table`: tables of the values of all colorings of a board.

mod data_file;
mod diff;
mod export;
mod info;
mod query;
mod solve;

commands! {
    enum Command {
        /// Solve all colorings of a board and write their exact values to a file
        Solve(Box<solve::Args>),
        /// Look up the value of a position
        Query(query::Args),
        /// Describe a table of values or brackets: board, rules, counts, histogram
        Info(info::Args),
        /// Write a table of values or brackets as CSV, JSON Lines or Parquet
        Export(export::Args),
        /// List the states in which two tables differ
        Diff(diff::Args),
    }
}
