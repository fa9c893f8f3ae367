//! Certificates from the parts of a log or of an archive: of all steps, those that the roots rest on.

use std::io::Write;
use std::ops::Range;

use koproof_verify::{
    CertificateError, CertificateWriter, Form, Header, Item, MAX_DROPPED, Part, Root, Step,
};

use super::Written;
use crate::budget::observer::Observer;

/// No step.
const NONE: u32 = u32::MAX;
/// The roots, which come after all steps.
const ROOTS: u32 = u32::MAX - 1;

/// Writes a certificate from the parts of a log: the steps that the roots rest on, in the order of the log, and then the
/// roots. `numbers` has the range of step numbers of each part, in order. `part` reads one: it is called for
/// the parts backwards, to find what is needed, and then forwards, to write it; `observer` is told after each. A step takes
/// eight bytes of memory.
///
/// # Errors
/// Those of `part` and of the output.
///
/// # Panics
/// If there are 2<sup>32</sup> − 2 steps or more, or if the parts do not have the steps that `numbers` says.
pub fn compose<W: Write, E: From<CertificateError>>(
    numbers: &[Range<u64>],
    part: impl Fn(usize) -> Result<Part, E>,
    header: &Header,
    roots: &[Root],
    (output, form): (W, Form),
    observer: &dyn Observer,
) -> Result<(W, Written), E> {
    let steps = numbers.last().map_or(0, |numbers| numbers.end);
    assert!(
        steps < ROOTS.into(),
        "the log is too long for a certificate"
    );
    let steps_of = |place: usize| -> Result<Vec<Step>, E> {
        let steps = part(place)?.steps;
        let numbers = &numbers[place];
        assert_eq!(steps.len() as u64, numbers.end - numbers.start);
        Ok(steps)
    };
    // The last step that uses each step, if it is needed.
    let mut last_use = vec![NONE; steps as usize];
    for root in roots {
        last_use[root.child.step as usize] = ROOTS;
    }
    for (place, numbers) in numbers.iter().enumerate().rev() {
        for (index, mut step) in steps_of(place)?.into_iter().enumerate().rev() {
            let number = numbers.start + index as u64;
            if last_use[number as usize] == NONE {
                continue;
            }
            step.rule.children_mut(|child| {
                let last = &mut last_use[child.step as usize];
                if *last == NONE {
                    *last = number as u32;
                }
            });
        }
        observer.on_certificate(steps - numbers.start, 2 * steps);
    }
    let mut writer = CertificateWriter::new(output, header, form)?;
    let mut written = Written {
        roots: roots.len() as u64,
        ..Written::default()
    };
    let mut live = 0;
    // The numbers of the steps in the certificate.
    let mut new_numbers = vec![NONE; steps as usize];
    for (place, numbers) in numbers.iter().enumerate() {
        for (number, mut step) in numbers.clone().zip(steps_of(place)?) {
            if last_use[number as usize] == NONE {
                continue;
            }
            let mut idle = Vec::new();
            step.rule.children_mut(|child| {
                let is_last = u64::from(last_use[child.step as usize]) == number;
                child.step = new_numbers[child.step as usize].into();
                if is_last && !idle.contains(&child.step) {
                    idle.push(child.step);
                }
            });
            new_numbers[number as usize] = written.steps as u32;
            writer.item(&Item::Step(step))?;
            written.steps += 1;
            live += 1;
            written.most_live = written.most_live.max(live);
            live -= idle.len() as u64;
            for idle in idle.chunks(MAX_DROPPED) {
                writer.item(&Item::Drop(idle.to_vec()))?;
            }
        }
        observer.on_certificate(steps + numbers.end, 2 * steps);
    }
    for root in roots {
        let mut root = root.clone();
        root.child.step = new_numbers[root.child.step as usize].into();
        writer.item(&Item::Root(root))?;
    }
    Ok((writer.finish()?, written))
}
