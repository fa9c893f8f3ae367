//! Rule sets for tests.

use koproof_rules::{Ruleset, Suicide, Superko};

/// Every superko rule, with suicide allowed and forbidden; other rules as given.
pub(crate) fn varied(rules: Ruleset) -> impl Iterator<Item = Ruleset> {
    Superko::ALL.into_iter().flat_map(move |superko| {
        [Suicide::Allow, Suicide::Forbid].map(|suicide| Ruleset {
            superko,
            suicide,
            ..rules
        })
    })
}
