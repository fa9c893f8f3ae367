//! `koproof self`: commands about the program itself: published values, speed, shell completions, manual pages.

mod bench;
mod completions;
mod data;
mod examples;
mod man;

commands! {
    enum Command {
        /// Reproduce published examples and values, and compare
        Examples(examples::Args),
        /// Measure a ladder of boards: values, expansions, times, and the cost of a solver without claims
        Bench(bench::Args),
        /// Write completions for a shell to stdout
        Completions(completions::Args),
        /// Write the manual pages
        Man(man::Args),
    }
}
