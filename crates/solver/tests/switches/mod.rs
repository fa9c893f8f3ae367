//! Options with one thing or all switched off, for tests that nothing must depend on them.

use koproof_solver::{Options, Switch, Widening};

/// A thing and how it is switched off.
type SwitchOff = (&'static str, fn(&mut Options));

/// Everything on, each thing off, and everything off; each with a name.
pub(crate) fn variations() -> Vec<(&'static str, Options)> {
    let on = Options::default();
    // A new switch does not compile until it is here, and then belongs into the list.
    let Options {
        symmetry: _,
        pass_forever: _,
        any_passes: _,
        retrograde: _,
        widening: _,
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
    // On boards as small as those of the tests the search widens only if it must.
    for (name, options) in [("widening", on), ("widening without anything else", off)] {
        let widening = Options {
            widening: Widening::Always,
            ..options
        };
        variations.push((name, widening));
    }
    variations
}
