//! The rules that a file states.

use koproof_rules::{Komi, Preset, Ruleset, Suicide};

/// Reads the value of `RU`: the name of a preset, or what koproof and its page write, which begins with that name or
/// with the superko rule. A name with the rules of another one says nothing. The handicap has a property of its own, and so
/// has komi, which counts more than the one here.
pub(crate) fn rules(text: &str) -> Option<Ruleset> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some(preset) = Preset::named(name.trim()) else {
        return in_words(text, Komi::ZERO);
    };
    let Some(stated) = in_words(rest, preset.rules.komi) else {
        return Some(preset.rules);
    };
    let same = |of: Ruleset| (of.superko, of.suicide, of.scoring);
    (same(stated) == same(preset.rules)).then_some(stated)
}

/// Reads rules that are written one by one; without komi they have the usual one.
fn in_words(text: &str, usual: Komi) -> Option<Ruleset> {
    let mut parts = text.trim().split(", ");
    let superko = parts.next()?.strip_suffix(" superko")?;
    let suicide = match parts.next()? {
        "suicide allow" | "suicide allowed" => Suicide::Allow,
        "suicide forbid" | "suicide forbidden" => Suicide::Forbid,
        _ => return None,
    };
    let scoring = parts.next()?.strip_suffix(" scoring")?;
    let komi = parts.next().and_then(|part| part.strip_prefix("komi "));
    Some(Ruleset {
        superko: word(superko).parse().ok()?,
        suicide,
        scoring: word(scoring).parse().ok()?,
        komi: komi.map_or(Some(usual), |komi| komi.parse().ok())?,
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
        let words = "positional superko, suicide forbidden, territory scoring";
        let komi = |before: &str, after: &str| {
            let written = format!("{before}{words}{after}");
            rules(&written).map(|rules| rules.komi.half_points())
        };
        assert_eq!([komi("", ""), komi("", ", komi 0.5")], [Some(0), Some(1)]);
        // The rules of Reiss have a komi of 6.5.
        assert_eq!(
            [komi("reiss: ", ""), komi("reiss: ", ", komi 7")],
            [Some(13), Some(14)]
        );
        assert_eq!(komi("", ", komi 0.3"), None);
        for other in ["Japanese", "", "positional", "no superko, suicide allowed"] {
            assert_eq!(rules(other), None);
        }
    }
}
