//! Certificates without unused steps.

use koproof_verify::Item;

use super::children;

/// Removes steps that no root needs, and drops steps after their last use.
pub(super) fn trimmed(items: &[Item]) -> Vec<Item> {
    let is_step = |item: &&Item| matches!(item, Item::Step(_));
    let uses = |item: &Item| -> Vec<u64> {
        let mut item = item.clone();
        children(&mut item).iter().map(|child| child.step).collect()
    };
    let steps = items.iter().filter(is_step).count();
    // The item with the last use of each step.
    let mut last_use: Vec<Option<usize>> = vec![None; steps];
    let mut number = steps;
    for (index, item) in items.iter().enumerate().rev() {
        number -= usize::from(is_step(&item));
        if !is_step(&item) || last_use[number].is_some() {
            for child in uses(item) {
                last_use[child as usize].get_or_insert(index);
            }
        }
    }
    let mut renumbered = vec![0; steps];
    let mut result = Vec::new();
    let (mut number, mut kept) = (0, 0);
    for (index, item) in items.iter().enumerate() {
        if is_step(&item) {
            number += 1;
            if last_use[number - 1].is_none() {
                continue;
            }
            renumbered[number - 1] = kept;
            kept += 1;
        }
        let mut done = uses(item);
        done.retain(|&child| last_use[child as usize] == Some(index));
        done.sort_unstable();
        done.dedup();
        let mut item = item.clone();
        for child in children(&mut item) {
            child.step = renumbered[child.step as usize];
        }
        result.push(item);
        if !done.is_empty() {
            let done = done.into_iter().map(|child| renumbered[child as usize]);
            result.push(Item::Drop(done.collect()));
        }
    }
    result
}
