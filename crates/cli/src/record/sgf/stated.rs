//! The rules that a file states.

use koproof_rules::{Preset, Ruleset, Suicide};

/// Reads the value of `RU`: the name of a preset, or what koproof and its page write, which begins with that name or
/// with the superko rule. A name with the rules of another one says nothing. Komi and handicap have properties of their
/// own.
pub(crate) fn rules(text: &str) -> Option<Ruleset> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some(preset) = Preset::named(name.trim()) else {
        return in_words(text);
    };
    let same = |of: Ruleset| (of.superko, of.suicide, of.scoring);
    let contradicts = in_words(rest).is_some_and(|stated| same(stated) != same(preset.rules));
    (!contradicts).then_some(preset.rules)
}

/// Reads rules that are written one by one.
fn in_words(text: &str) -> Option<Ruleset> {
    let mut parts = text.trim().split(", ");
    let superko = parts.next()?.strip_suffix(" superko")?;
    let suicide = match parts.next()? {
        "suicide allow" | "suicide allowed" => Suicide::Allow,
        "suicide forbid" | "suicide forbidden" => Suicide::Forbid,
        _ => return None,
    };
    let scoring = parts.next()?.strip_suffix(" scoring")?;
    Some(Ruleset {
        superko: word(superko).parse().ok()?,
        suicide,
        scoring: word(scoring).parse().ok()?,
        ..Ruleset::default()
    })
}

/// Returns the name of a rule that the page writes in words.
fn word(text: &str) -> String {
    (text.trim_end_matches("’s").to_lowercase()).replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Scoring, Superko};

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for superko in Superko::ALL {
            for (suicide, scoring) in [
                (Suicide::Allow, Scoring::Taylor),
                (Suicide::Forbid, Scoring::Area),
            ] {
                let written = Ruleset {
                    superko,
                    suicide,
                    scoring,
                    ..Ruleset::default()
                };
                assert_eq!(rules(&written.to_string()), Some(written));
            }
        }
        let of_page = rules("Taylor’s superko, suicide forbidden, Taylor’s scoring, komi 0");
        let of_page = of_page.expect("the page writes it");
        assert_eq!(of_page.superko, Superko::Taylor);
        let of_page = rules("natural situational superko, suicide forbidden, area scoring");
        assert_eq!(of_page, rules("aga-like: whatever follows"));
        let named = "tromp-taylor: positional superko, suicide allowed, area scoring, komi 0";
        assert_eq!(rules(named), rules("tromp-taylor"));
        assert!(rules(named).is_some());
        let contradiction = "tromp-taylor: situational superko, suicide allowed, area scoring";
        assert_eq!(rules(contradiction), None);
        for other in ["Japanese", "", "positional", "no superko, suicide allowed"] {
            assert_eq!(rules(other), None);
        }
    }
}
