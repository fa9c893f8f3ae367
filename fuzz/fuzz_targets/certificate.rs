//! Feeds bytes to the parser of certificates.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| koproof_fuzz::certificate(data));
