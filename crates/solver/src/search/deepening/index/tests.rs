//! Tests of the index.

use proptest::prelude::*;

use super::*;

const LABELS: Label = 40;

fn set(labels: &[Label]) -> LabelSet {
    let mut set = LabelSet::default();
    for &label in labels {
        set.insert(label);
    }
    set
}

fn holds(conditions: &Conditions, history: &[Label]) -> bool {
    conditions.need.iter().all(|label| history.contains(label))
        && !history
            .iter()
            .any(|&label| conditions.avoid.contains(label as usize))
}

prop_compose! {
    /// Some records to avoid and others that are needed, and how far it reaches.
    fn stated()(
        avoid in prop::collection::vec(0..LABELS, 0..6),
        need in prop::collection::vec(0..LABELS, 0..4),
        reach in 0..20_u16,
    ) -> (Conditions, u16) {
        let mut conditions = Conditions::default();
        for &label in &avoid {
            conditions.avoid(label);
        }
        for label in need {
            if !avoid.contains(&label) {
                conditions.need(label);
            }
        }
        (conditions, reach)
    }
}

proptest! {
    /// Enough entries for rows of each width and for a second block, and look-ups between them.
    #[test]
    fn rows_find_what_a_list_finds(
        entries in prop::collection::vec(stated(), 1..700),
        look_ups in prop::collection::vec((prop::collection::vec(0..LABELS, 0..20), 0..20_u16), 1..60),
    ) {
        let mut index = Index::default();
        let mut list: Vec<(Conditions, u16)> = Vec::new();
        let share = entries.len().div_ceil(look_ups.len());
        let mut entries = entries.into_iter();
        for _ in 0..2 {
            for (history, reach) in &look_ups {
                for (conditions, reach) in entries.by_ref().take(share) {
                    index.insert(conditions.clone(), reach, list.len());
                    list.push((conditions, reach));
                }
                let expected = (list.iter().enumerate())
                    .filter(|(_, (conditions, far))| far >= reach && holds(conditions, history))
                    .min_by_key(|&(number, (conditions, far))| (conditions.count(), Reverse((far, number))))
                    .map(|(number, _)| number);
                let hit = index.find(&set(history), *reach);
                prop_assert_eq!(hit.map(|hit| *index.what(hit)), expected);
            }
        }
    }
}

/// The entry with this number avoids one record and needs another.
fn numbered(number: Label) -> Conditions {
    let mut conditions = Conditions::default();
    conditions.avoid(2 * number);
    conditions.need(2 * number + 1);
    conditions
}

#[test]
fn every_entry_is_found_under_the_only_history_that_it_admits_and_read_with_its_conditions() {
    let all = BLOCK as Label + 40;
    let mut index = Index::default();
    for number in 0..all {
        index.insert(numbered(number), number as u16, number);
        for number in [0, number / 2, number] {
            let history: Vec<Label> = (0..all)
                .map(|other| 2 * other + Label::from(other == number))
                .collect();
            let hit = index.find(&set(&history), number as u16);
            let hit = hit.expect("only this entry avoids no record of the history");
            assert_eq!(*index.what(hit), number);
            assert_eq!(u32::from(hit.reach()), number);
            assert_eq!(hit.conditions(), 2);
            let (avoid, need) = index.conditions(hit);
            assert_eq!(avoid.collect::<Vec<Label>>(), [2 * number]);
            assert_eq!(need, [2 * number + 1]);
            assert!(index.find(&set(&history), number as u16 + 1).is_none());
        }
    }
    assert_eq!(index.blocks.len(), 2);
    assert_eq!(index.blocks[0].width, WORDS);
}

/// What an index has grown by, added up, is the size of its rows and lists.
#[test]
fn sizes_count_each_record_to_avoid_once() {
    let mut index = Index::default();
    let mut sum = 0;
    for number in 0..BLOCK as Label + 40 {
        sum += index.insert(numbered(number), 0, ());
        let fixed = size_of::<(Entry<()>, Summary)>() + size_of::<Label>();
        let records: u64 = index.blocks.iter().map(Block::bytes).sum();
        assert_eq!(sum as u64, (number as u64 + 1) * fixed as u64 + records);
    }
}
