//! Feeds bytes to the parser of positions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| koproof_fuzz::position(data));
