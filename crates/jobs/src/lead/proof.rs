//! The certificate of the value: those steps of the log that it rests on.

use koproof_verify::{
    Accepted, CertificateError, CertificateWriter, Form, Header, Item, MAX_DROPPED, Part, Root,
    check,
};

/// No step.
const NONE: u64 = u64::MAX;
/// The roots, which come after all steps.
const ROOTS: u64 = u64::MAX - 1;

/// Writes a certificate from the steps of a log. `part` reads the part of the entry at this place, as one goes through the log backwards to find
/// what is needed, and forwards to write it.
pub(super) fn compose(
    entries: &[Accepted],
    part: impl Fn(usize) -> Result<Part, String>,
    header: &Header,
    roots: &[Root],
) -> Result<Vec<u8>, String> {
    let steps = entries.last().map_or(0, |entry| entry.first + entry.steps);
    // The last step that uses each step, if it is needed.
    let mut last_use = vec![NONE; steps as usize];
    for root in roots {
        last_use[root.child.step as usize] = ROOTS;
    }
    for (place, entry) in entries.iter().enumerate().rev() {
        let mut part = part(place)?;
        for (index, step) in part.steps.iter_mut().enumerate().rev() {
            let number = entry.first + index as u64;
            if last_use[number as usize] == NONE {
                continue;
            }
            step.rule.children_mut(|child| {
                let last = &mut last_use[child.step as usize];
                if *last == NONE {
                    *last = number;
                }
            });
        }
    }
    let failed = |why: CertificateError| why.to_string();
    let form = Form::Binary { compressed: true };
    let mut writer = CertificateWriter::new(Vec::new(), header, form).map_err(failed)?;
    // The numbers of the steps in the certificate.
    let mut numbers = vec![NONE; steps as usize];
    for (place, entry) in entries.iter().enumerate() {
        let needed = (entry.first..).zip(part(place)?.steps);
        for (number, mut step) in needed.filter(|(number, _)| last_use[*number as usize] != NONE) {
            let mut idle = Vec::new();
            step.rule.children_mut(|child| {
                let is_last = last_use[child.step as usize] == number;
                child.step = numbers[child.step as usize];
                if is_last && !idle.contains(&child.step) {
                    idle.push(child.step);
                }
            });
            numbers[number as usize] = writer.steps();
            writer.item(&Item::Step(step)).map_err(failed)?;
            for idle in idle.chunks(MAX_DROPPED) {
                writer.item(&Item::Drop(idle.to_vec())).map_err(failed)?;
            }
        }
    }
    for root in roots {
        let mut root = root.clone();
        root.child.step = numbers[root.child.step as usize];
        writer.item(&Item::Root(root)).map_err(failed)?;
    }
    writer.finish().map_err(failed)
}

/// Checks a certificate as everybody can.
pub(super) fn checked(certificate: Vec<u8>) -> Result<Vec<u8>, String> {
    let checked = check(certificate.as_slice(), &mut |_| ());
    checked.map_err(|why| format!("the proof that was found is refused: {why}"))?;
    Ok(certificate)
}
