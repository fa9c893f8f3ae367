//! What a line of progress says.

use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use koproof_solver::{Memory, Progress};

use crate::words;

/// Describes the progress of a search after this number of seconds: expansions and claims.
pub(super) fn solved(progress: &Progress, seconds: f64) -> String {
    let rate = (progress.expansions as f64 / seconds) as u64;
    let mut line = format!(
        "{} expansions, {} a second, {} claims",
        HumanCount(progress.expansions),
        HumanCount(rate),
        HumanCount(progress.claims)
    );
    if progress.total > 1 {
        line += &format!(
            ", {} of {} positions",
            HumanCount(progress.done),
            HumanCount(progress.total)
        );
    }
    if let Some((target, effort)) = progress.question {
        line += &format!(
            "; target {target} with proof number {} and disproof number {}",
            HumanCount(effort.proof.into()),
            HumanCount(effort.disproof.into())
        );
    }
    if progress.memory != Memory::default() {
        let Memory {
            orbits,
            plays,
            claims,
            derivations,
            numbers,
        } = progress.memory;
        let [orbits, plays, claims, numbers] = [orbits, plays, claims, numbers].map(HumanBytes);
        line += &format!("; colorings {orbits}, plays {plays}, claims {claims}");
        if derivations > 0 {
            line += &format!(
                ", derivations of dropped claims {}",
                HumanBytes(derivations)
            );
        }
        line += &format!(", proof numbers {numbers}");
    }
    line
}

/// Describes the progress of a count: states, with an estimate of the remaining time if there is one.
pub(super) fn counted(progress: &Progress, seconds: f64) -> String {
    let rate = (progress.expansions as f64 / seconds) as u64;
    let mut line = format!(
        "{} states, {} a second",
        HumanCount(progress.expansions),
        HumanCount(rate)
    );
    if progress.done > 0 && progress.total > progress.done {
        let left = seconds * (progress.total - progress.done) as f64 / progress.done as f64;
        if let Ok(left) = Duration::try_from_secs_f64(left) {
            line += &format!(", about {} left", words::time(left));
        }
    }
    line
}

pub(super) fn certified(done: u64, total: u64) -> String {
    match total {
        0 => format!("{} steps listed", HumanCount(done)),
        _ => format!("{} of {} steps", HumanCount(done), HumanCount(total)),
    }
}

/// Describes how many values of a maximum are known.
#[cfg(feature = "distribute")]
pub(super) fn known(progress: &Progress, _seconds: f64) -> String {
    format!(
        "{} of at most {} values known",
        HumanCount(progress.done),
        HumanCount(progress.total)
    )
}

#[cfg(test)]
mod tests {
    use koproof_solver::Effort;

    use super::*;

    #[test]
    fn a_line_says_what_is_done_and_how_fast() {
        let mut progress = Progress {
            expansions: 1_234_000,
            claims: 567,
            done: 0,
            total: 1,
            ..Progress::default()
        };
        assert_eq!(
            solved(&progress, 10.0),
            "1,234,000 expansions, 123,400 a second, 567 claims"
        );
        let effort = Effort {
            proof: 92,
            disproof: 1_379,
        };
        progress.question = Some((3, effort));
        progress.memory.claims = 3 << 20;
        let line = solved(&progress, 10.0);
        let told = ", 567 claims; target 3 with proof number 92 and disproof number 1,379; \
                    colorings 0 B, plays 0 B, claims 3.00 MiB, proof numbers 0 B";
        assert!(line.ends_with(told), "{line}");
        progress.question = None;
        progress.memory = Memory::default();
        progress.total = 1_956;
        assert!(solved(&progress, 10.0).ends_with(", 0 of 1,956 positions"));
    }

    #[test]
    fn time_left_of_a_count_is_in_proportion_to_what_is_left() {
        let progress = Progress {
            expansions: 3_000,
            done: 2_000,
            total: 6_000,
            ..Progress::default()
        };
        assert_eq!(
            counted(&progress, 10.0),
            "3,000 states, 300 a second, about 20.0 s left"
        );
    }

    #[test]
    fn steps_of_a_certificate_are_listed_before_their_number_is_known() {
        assert_eq!(certified(4_096, 0), "4,096 steps listed");
        assert_eq!(certified(4_096, 8_000), "4,096 of 8,000 steps");
    }

    #[test]
    fn without_an_estimate_no_time_is_promised() {
        let unknown = Progress {
            expansions: 7,
            done: 7,
            ..Progress::default()
        };
        assert_eq!(counted(&unknown, 1.0), "7 states, 7 a second");
    }
}
