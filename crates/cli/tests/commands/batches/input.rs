//! Bad input to the commands for batches.

use std::path::Path;

use crate::bad_input::refused;
use crate::{Folder, text};

#[test]
fn what_was_typed_is_judged_before_anything_is_written() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let out = text(&out);
    for (arguments, complaint) in [
        (vec!["batch", "run", "--out", out], "say with --boards"),
        (
            vec!["batch", "run", "--boards", "", "--out", out],
            "--boards: no board is listed: name some",
        ),
        (
            vec!["batch", "run", "--boards", "path:", "--out", out],
            "--boards: board \"path:\": ",
        ),
        (
            vec!["batch", "run", "--boards", "../a.g6", "--out", out],
            "--boards: ../a.g6 is not a range of up to 100000 boards: write path:1..12; there is no such file either",
        ),
        (
            vec![
                "batch", "run", "--boards", "2x2", "--rules", "chinese", "--out", out,
            ],
            "chinese",
        ),
        (
            vec![
                "batch", "run", "--boards", "2x2", "--what", "compare", "--out", out,
            ],
            "two rule sets",
        ),
        (
            vec![
                "batch", "run", "--boards", "2x2", "--shard", "2/2", "--out", out,
            ],
            "of 2 shards",
        ),
        (
            vec![
                "batch", "run", "--boards", "2x2", "--what", "all", "--out", out,
            ],
            "all-colorings",
        ),
        (vec!["batch", "run", "--boards", "2x2"], "--out"),
        (
            vec!["batch", "run", "--rules", "nstt", "--out", out],
            "--boards",
        ),
        (
            vec!["batch", "status", out],
            "holds no batch: there is no batch.json in it; name a directory",
        ),
        (
            vec!["batch", "merge", out, "--out", "x.csv"],
            "holds no batch",
        ),
        (vec!["batch", "merge", out, "--out", "x.xls"], ".parquet"),
        (
            vec![
                "batch", "run", "--boards", "2x2", "--rules", "x", "--out", out,
            ],
            "--rules: unknown rules 'x'",
        ),
        (
            vec!["batch", "run", "--boards", "no.g6", "--out", out],
            "--boards: board \"no.g6\": ",
        ),
        (
            vec!["batch", "lead", "2x2", "--workers", "0", "--out", out],
            "--workers: '0' is not a number from 1 to 1024",
        ),
        (
            vec!["batch", "lead", "2x2", "--komi", "6.5", "--out", out],
            "--komi",
        ),
        (
            vec!["batch", "lead", "2x2", "--out", "Cargo.toml"],
            "cannot make the directory Cargo.toml: ",
        ),
    ] {
        refused(&arguments, &[complaint]);
    }
    assert!(!Path::new(out).exists());
}
