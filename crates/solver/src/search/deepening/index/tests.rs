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
                prop_assert_eq!(hit.map(|hit| *index.finding(hit)), expected);
                if let Some(hit) = hit {
                    let (avoid, need) = index.conditions(hit);
                    let expected = &list[*index.finding(hit)].0;
                    prop_assert!(avoid.eq(expected.avoid.ones().map(|label| label as Label)));
                    prop_assert_eq!(need, &expected.need);
                }
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

/// The history has all needed records and all records to avoid but one, so that the rows alone decide.
#[test]
fn every_entry_is_found_under_the_only_history_that_it_admits() {
    let all = MAX_ENTRIES as Label + 40;
    let mut index = Index::default();
    for number in 0..all {
        index.insert(numbered(number), number as u16, number);
        for number in [0, number / 2, number] {
            let history: Vec<Label> = (0..2 * all).filter(|&label| label != 2 * number).collect();
            let hit = index.find(&set(&history), number as u16);
            let hit = hit.expect("only this entry avoids no record of the history");
            assert_eq!(*index.finding(hit), number);
            assert_eq!((hit.count(), u32::from(hit.reach())), (2, number));
            assert!(index.find(&set(&history), number as u16 + 1).is_none());
        }
    }
    assert_eq!(index.blocks.len(), 2);
    assert_eq!(index.blocks[0].width, MAX_WIDTH);
}

#[test]
fn an_index_grows_by_its_lists_and_then_by_its_rows() {
    let fixed = size_of::<(Entry<()>, Summary)>() + size_of::<Label>();
    let mut index = Index::default();
    let mut grown = 0;
    let mut sizes = Vec::new();
    for number in 0..MAX_ENTRIES as Label + 40 {
        grown += index.insert(numbered(number), 0, ());
        sizes.push(grown as usize - fixed * sizes.len() - fixed);
    }
    // The sets of the records 0, 2 and 4, with a word each.
    assert_eq!(sizes[2], 3 * 8);
    // Rows of one word, for the records up to 2 * 32; then of eight words.
    assert_eq!(sizes[MAX_LISTED], 65 * 8);
    let block = (2 * MAX_ENTRIES - 1) * MAX_WIDTH * 8;
    assert_eq!(sizes[MAX_ENTRIES - 1], block);
    let second = (2 * (MAX_ENTRIES + 39) + 1) * 8;
    assert_eq!(sizes[MAX_ENTRIES + 39], block + second);
}
