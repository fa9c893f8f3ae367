//! A checked container for bincode files.
