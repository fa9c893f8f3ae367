//! Feeds bytes to the parser of graphs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| koproof_fuzz::graph6(data));
