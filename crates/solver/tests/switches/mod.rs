//! Options with one feature or all features switched off, for tests that results do not depend on them.

use koproof_solver::{Options, StoneLimits, Switch, Widening};

/// The name of a feature, and a function that switches it off.
type SwitchOff = (&'static str, fn(&mut Options));

/// Returns all options on, each feature off, and all features off, each with a name.
pub(crate) fn variations() -> Vec<(&'static str, Options)> {
    let on = Options::default();
    // A new switch does not compile until it is named here; then add it to the list.
    let Options {
        symmetry: _,
        pass_forever: _,
        any_passes: _,
        retrograde: _,
        widening: _,
        stone_limits: _,
        proofs: _,
        threads: _,
    } = on;
    let switches: [SwitchOff; 4] = [
        ("without symmetry", |options| options.symmetry = Switch::Off),
        ("without pass-forever bounds", |options| {
            options.pass_forever = Switch::Off;
        }),
        ("without claims for any passes", |options| {
            options.any_passes = Switch::Off;
        }),
        ("without retrograde analysis", |options| {
            options.retrograde = Switch::Off;
        }),
    ];
    let mut variations = vec![("with everything", on)];
    let mut off = on;
    for (name, switch) in switches {
        let mut without = on;
        switch(&mut without);
        variations.push((name, without));
        switch(&mut off);
    }
    variations.push(("without anything", off));
    // On boards as small as those of the tests, the search uses these only if they are set to `Always`.
    for (name, stone_limits, options) in [
        ("widening", StoneLimits::Never, on),
        ("widening without anything else", StoneLimits::Never, off),
        ("limits of stones", StoneLimits::Always, on),
        (
            "limits of stones, widening and nothing else",
            StoneLimits::Always,
            off,
        ),
    ] {
        let widening = Options {
            widening: Widening::Always,
            stone_limits,
            ..options
        };
        variations.push((name, widening));
    }
    variations
}
