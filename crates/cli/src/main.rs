//! The `koproof` command line.
fn main() {}
