//! Certificates from the parts of a log or of an archive: of all steps, those that the roots rest on.

use std::io::Write;
use std::ops::Range;

use koproof_verify::{CertificateError, Form, Header, Part, Root, Step};

use super::{Writing, Written};
use crate::budget::observer::Observer;

/// No step.
const NONE: u32 = u32::MAX;
/// The roots, which come after all steps.
const ROOTS: u32 = u32::MAX - 1;

/// Writes a certificate from the parts of a log: the steps that the roots rest on, in the order of the log, and then the
/// roots. `numbers` has the range of step numbers of each part, in order. `part` reads one: it is called for
/// the parts backwards, to find what is needed, and then forwards, to write it, but never for a part that the roots do not rest
/// on; `observer` is told after each. A step takes eight bytes of memory.
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
    let log = Log { numbers, part };
    let steps = log.len();
    assert!(
        steps < ROOTS.into(),
        "the log is too long for a certificate"
    );
    let last_uses = log.last_uses(roots, observer)?;
    let mut selection = Selection {
        writing: Writing::begin(output, header, form)?,
        last_uses,
        new_numbers: vec![NONE; steps as usize],
    };
    for (place, numbers) in numbers.iter().enumerate() {
        if is_used(&selection.last_uses, numbers) {
            for (number, step) in numbers.clone().zip(log.steps(place)?) {
                selection.step(number, step)?;
            }
        }
        observer.on_certificate(steps + numbers.end, 2 * steps);
    }
    Ok(selection.finish(roots)?)
}

/// Tells whether the roots rest on a step of a part.
fn is_used(last_uses: &[u32], part: &Range<u64>) -> bool {
    let uses = &last_uses[part.start as usize..part.end as usize];
    uses.iter().any(|&last| last != NONE)
}

/// The parts of a log.
struct Log<'a, P> {
    /// The range of step numbers of each part.
    numbers: &'a [Range<u64>],
    /// Reads a part.
    part: P,
}

impl<P: Fn(usize) -> Result<Part, E>, E> Log<'_, P> {
    fn len(&self) -> u64 {
        self.numbers.last().map_or(0, |numbers| numbers.end)
    }

    fn steps(&self, place: usize) -> Result<Vec<Step>, E> {
        let steps = (self.part)(place)?.steps;
        let numbers = &self.numbers[place];
        assert_eq!(steps.len() as u64, numbers.end - numbers.start);
        Ok(steps)
    }

    /// Returns for each step the last one that uses it; [`NONE`] if the roots do not rest on it.
    fn last_uses(&self, roots: &[Root], observer: &dyn Observer) -> Result<Vec<u32>, E> {
        let all = self.len();
        let mut last_uses = vec![NONE; all as usize];
        for root in roots {
            last_uses[root.child.step as usize] = ROOTS;
        }
        for (place, numbers) in self.numbers.iter().enumerate().rev() {
            // Steps rest on earlier ones only.
            let steps = match is_used(&last_uses, numbers) {
                true => self.steps(place)?,
                false => Vec::new(),
            };
            for (index, mut step) in steps.into_iter().enumerate().rev() {
                let number = numbers.start + index as u64;
                if last_uses[number as usize] == NONE {
                    continue;
                }
                step.rule.children_mut(|child| {
                    let last = &mut last_uses[child.step as usize];
                    if *last == NONE {
                        *last = number as u32;
                    }
                });
            }
            observer.on_certificate(all - numbers.start, 2 * all);
        }
        Ok(last_uses)
    }
}

/// A certificate that gets the steps of a log on which its roots rest.
struct Selection<W: Write> {
    writing: Writing<W>,
    /// For each step of the log the last one that uses it.
    last_uses: Vec<u32>,
    /// For each step of the log its number in the certificate.
    new_numbers: Vec<u32>,
}

impl<W: Write> Selection<W> {
    /// Writes a step if it is needed, and drops those that it is the last to use.
    fn step(&mut self, number: u64, mut step: Step) -> Result<(), CertificateError> {
        if self.last_uses[number as usize] == NONE {
            return Ok(());
        }
        let mut idle = Vec::new();
        step.rule.children_mut(|child| {
            let is_last = u64::from(self.last_uses[child.step as usize]) == number;
            child.step = self.new_numbers[child.step as usize].into();
            if is_last && !idle.contains(&child.step) {
                idle.push(child.step);
            }
        });
        self.new_numbers[number as usize] = self.writing.written.steps as u32;
        self.writing.step(step)?;
        self.writing.drop_idle(&idle)
    }

    fn finish(mut self, roots: &[Root]) -> Result<(W, Written), CertificateError> {
        for root in roots {
            let mut root = root.clone();
            root.child.step = self.new_numbers[root.child.step as usize].into();
            self.writing.root(root)?;
        }
        self.writing.finish()
    }
}
