//! Feeds bytes to the parser of tables.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| koproof_fuzz::table(data));
