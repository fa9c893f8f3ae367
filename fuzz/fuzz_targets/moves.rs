//! Feeds bytes to the parser of moves.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| koproof_fuzz::moves(data));
