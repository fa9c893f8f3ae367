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
    /// Enough entries for several splits, and look-ups between them, which decide where a leaf is split.
    #[test]
    fn a_tree_finds_what_a_list_finds(
        entries in prop::collection::vec(stated(), 1..600),
        look_ups in prop::collection::vec((prop::collection::vec(0..LABELS, 0..20), 0..20_u16), 1..60),
    ) {
        let mut index = Index::default();
        let mut list: Vec<(Conditions, u16)> = Vec::new();
        let share = entries.len().div_ceil(look_ups.len());
        let mut entries = entries.into_iter();
        for _ in 0..2 {
            for (history, reach) in &look_ups {
                for (conditions, reach) in entries.by_ref().take(share) {
                    list.push((conditions.clone(), reach));
                    index.insert(Entry::new(conditions, reach, ()));
                }
                let fewest = list.iter().filter(|(conditions, far)| far >= reach && holds(conditions, history));
                let fewest = fewest.map(|(conditions, _)| conditions.count()).min();
                let found = index.find(&set(history), *reach);
                if let Some(entry) = found {
                    prop_assert!(entry.reach >= *reach && holds(&entry.conditions, history));
                }
                prop_assert_eq!(found.map(|entry| entry.conditions.count()), fewest);
            }
        }
    }
}

#[test]
fn a_leaf_is_split_unless_all_its_entries_share_their_conditions() {
    let nodes = |needed: &dyn Fn(Label) -> Label| {
        let mut index = Index::default();
        for label in (0..=2 * LEAF as Label).map(needed) {
            let mut conditions = Conditions::default();
            conditions.need(label);
            index.insert(Entry::new(conditions, 1, ()));
            assert!(index.find(&set(&[label]), 1).is_some());
            assert!(index.find(&set(&[label + 1]), 2).is_none());
        }
        index.nodes.len()
    };
    assert!(nodes(&|number| number % 4) > 3);
    assert_eq!(nodes(&|_| 9), 1);
}
