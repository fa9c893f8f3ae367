//! `koproof certificate`: joins certificates, converts them, and plays against them.

mod compose;
mod convert;
mod play;

commands! {
    enum Command {
        /// Join certificates of one board into one: of a position, or of a table
        Compose(compose::Args),
        /// Convert a certificate between its binary and its text form
        Convert(convert::Args),
        /// Play against a proof: the prover of a certificate answers every move until the bound is met
        Play(play::Args),
    }
}
