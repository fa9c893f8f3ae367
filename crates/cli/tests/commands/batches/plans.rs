//! Plans that were made by another version or changed by hand.

use std::fs;

use crate::bad_input::refused;
use crate::running::text;
use crate::stdout;

#[test]
fn a_plan_of_another_version_or_with_changed_settings_is_not_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("batch");
    let boards = [
        "batch",
        "run",
        "--boards",
        "path:1 path:2",
        "--plan-only",
        "--out",
    ];
    stdout(&[&boards[..], &[text(&out)]].concat(), 0);
    let settings = out.join("batch.json");
    let planned = fs::read_to_string(&settings).expect("the plan");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, named) in [
        (version.as_str(), "\"version\": \"9.9\"", "version 9.9"),
        ("\"tromp-taylor\"", "\"foo\"", "the plan is damaged"),
        (
            "\"tromp-taylor\"",
            "\"tromp-taylor\", \"tromp-taylor\"",
            "the plan is damaged",
        ),
        ("\"tromp-taylor\"", "", "the plan is damaged"),
    ] {
        let changed = planned.replace(from, to);
        assert_ne!(changed, planned, "{from} is not in {planned}");
        fs::write(&settings, changed).expect("it can be written");
        refused(&["batch", "run", "--out", text(&out)], &[named, "--fresh"]);
    }
}
