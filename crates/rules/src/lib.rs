//! The rules of Go on any finite graph, for any number of players.
