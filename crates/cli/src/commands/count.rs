//! `koproof count`: counts legal colorings, games or reachable colorings.

mod games;
mod legal;
mod outcome;
mod reachable;

commands! {
    /// A command that counts.
    #[command(after_help = "Examples:
  koproof count legal 5x5           legal colorings: 414,295,148,741
  koproof count games 1x4           games under superko, by length
  koproof count reachable 3x3       colorings and states that moves can reach

If a limit stops the count, no number is printed and the exit code is 3. In JSON the counts are strings, because they \
may be too large for the numbers of JSON readers.")]
    enum Command {
        /// Colorings in which every chain has a liberty
        Legal(legal::Args),
        /// Games under positional or situational superko
        Games(games::Args),
        /// Colorings and states that moves can reach, without regard to history
        Reachable(reachable::Args),
    }
}
