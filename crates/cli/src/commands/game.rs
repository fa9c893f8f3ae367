//! `koproof game`: reads and writes games.

mod random;
mod replay;
mod sgf;

commands! {
    enum Command {
        /// Check a recorded game against the rules: which move breaks which rule, and the score
        Replay(replay::Args),
        /// Play random legal moves, with the legality of every point at every turn
        Random(random::Args),
        /// Write an SGF file: lines of best play, a proof move by move, or a game with the value of every move
        Sgf(sgf::Args),
    }
}
