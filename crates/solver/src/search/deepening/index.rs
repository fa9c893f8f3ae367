//! An index of what has been found at one state: it finds what holds under a history without reading all of it.
//!
//! A tree branches on single records of the history. In a leaf, most entries are rejected by a condition that other
//! histories have failed.

use super::labels::{Conditions, Label, LabelSet};

/// Something that holds under every history that meets some conditions.
#[derive(Debug)]
pub(super) struct Entry<T> {
    pub(super) conditions: Conditions,
    /// It answers look-ups that ask for this much or for less.
    pub(super) reach: u16,
    pub(super) what: T,
}

impl<T> Entry<T> {
    pub(super) fn new(conditions: Conditions, reach: u16, what: T) -> Self {
        Self {
            conditions,
            reach,
            what,
        }
    }

    /// Returns the approximate size in bytes.
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of::<Watched>()) as u64 + self.conditions.bytes()
    }

    /// Returns a condition that a history fails, if it fails one: of the first few records that it lacks, the one that
    /// histories contain least often.
    fn failed(&self, history: &LabelSet, seen: &Seen) -> Option<Condition> {
        let Conditions { avoid, need } = &self.conditions;
        let lacks = |label: &&Label| !history.contains(**label);
        let lacking = need.iter().filter(lacks).take(TRIES);
        match lacking.min_by_key(|&&label| seen.times(label)) {
            Some(&label) => Some(Condition::need(label)),
            None => history.first_common(avoid).map(Condition::avoid),
        }
    }
}

/// The number of missing records of which the rarest is watched.
const TRIES: usize = 4;

/// One condition: the history contains a record, or avoids it. The lowest bit tells which.
#[derive(Clone, Copy, Debug)]
struct Condition(u32);

impl Condition {
    /// A condition that every history meets.
    const NONE: Self = Self::avoid(Label::MAX >> 1);

    const fn need(label: Label) -> Self {
        Self(label << 1 | 1)
    }

    const fn avoid(label: Label) -> Self {
        Self(label << 1)
    }

    #[inline]
    fn is_met(self, history: &LabelSet) -> bool {
        history.contains(self.0 >> 1) == (self.0 & 1 == 1)
    }
}

/// The fields of an entry that decide most look-ups.
#[derive(Clone, Copy, Debug)]
struct Watched {
    reach: u16,
    /// The number of conditions.
    conditions: u32,
    /// The conditions that histories failed last. With one, look-ups take twice the time; with three or more, no less.
    failed: [Condition; 2],
}

impl Watched {
    fn of<T>(entry: &Entry<T>) -> Self {
        Self {
            reach: entry.reach,
            conditions: entry.conditions.count(),
            failed: [Condition::NONE; 2],
        }
    }

    #[inline]
    fn may_hold(&self, history: &LabelSet, reach: u16) -> bool {
        self.reach >= reach
            && self
                .failed
                .iter()
                .all(|condition| condition.is_met(history))
    }
}

/// How often the histories of look-ups contained each record.
#[derive(Debug, Default)]
struct Seen {
    times: Vec<u32>,
    look_ups: u32,
    /// The look-ups that were counted.
    counted: u32,
}

impl Seen {
    fn times(&self, label: Label) -> u32 {
        self.times.get(label as usize).copied().unwrap_or(0)
    }

    /// Counts the first look-ups, and later one in sixteen.
    fn count(&mut self, history: &LabelSet) {
        self.look_ups = self.look_ups.wrapping_add(1);
        if self.counted >= 64 && !self.look_ups.is_multiple_of(16) {
            return;
        }
        self.counted += 1;
        for &label in history.members() {
            if self.times.len() <= label as usize {
                self.times.resize(label as usize + 1, 0);
            }
            self.times[label as usize] += 1;
        }
    }

    fn bytes(&self) -> u64 {
        (self.times.capacity() * size_of::<u32>()) as u64
    }

    /// Returns the share of histories that contain a record, kept away from none and all.
    fn share(&self, label: Label) -> f32 {
        (self.times(label) as f32 / self.counted.max(1) as f32).clamp(0.02, 0.98)
    }
}

/// The entries of a leaf before it is split.
const LEAF: usize = 64;

/// The entries of an index whose look-ups are counted.
const COUNTED: usize = LEAF / 4;

/// A leaf is not split unless the split excludes this share of its entries in a look-up.
const WORTH: f32 = 0.15;

#[derive(Debug)]
enum Node<T> {
    Leaf {
        entries: Vec<Entry<T>>,
        /// One for each entry.
        watched: Vec<Watched>,
        /// The number of entries beyond which the leaf is split.
        most: usize,
    },
    /// The nodes of the entries that need a record, of those that avoid it, and of the others, by [`Branch`].
    Split {
        label: Label,
        branches: [Option<u32>; 3],
    },
}

impl<T> Node<T> {
    fn leaf(entries: Vec<Entry<T>>, watched: Vec<Watched>) -> Self {
        Self::Leaf {
            most: LEAF.max(entries.len()),
            entries,
            watched,
        }
    }
}

/// A tree of entries.
#[derive(Debug)]
pub(super) struct Index<T> {
    /// The root comes first.
    nodes: Vec<Node<T>>,
    /// The largest reach of the entries below each node.
    reaches: Vec<u16>,
    entries: usize,
    seen: Seen,
    /// The size of `seen` when the last entry was added.
    seen_bytes: u64,
    /// The nodes that a look-up has still to visit.
    waiting: Vec<u32>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Self {
            nodes: vec![Node::leaf(Vec::new(), Vec::new())],
            reaches: vec![0],
            entries: 0,
            seen: Seen::default(),
            seen_bytes: 0,
            waiting: Vec::new(),
        }
    }
}

impl<T> Index<T> {
    /// Finds an entry that holds under a history and reaches far enough; of several, one with the fewest conditions.
    pub(super) fn find(&mut self, history: &LabelSet, reach: u16) -> Option<&Entry<T>> {
        if self.entries >= COUNTED {
            self.seen.count(history);
        }
        let mut found: Option<(u32, usize)> = None;
        let mut fewest = u32::MAX;
        self.waiting.push(0);
        while let Some(number) = self.waiting.pop() {
            if self.reaches[number as usize] < reach {
                continue;
            }
            match &mut self.nodes[number as usize] {
                Node::Split { label, branches } => {
                    let met = match history.contains(*label) {
                        true => Branch::Need,
                        false => Branch::Avoid,
                    };
                    for branch in [Branch::Free, met] {
                        self.waiting.extend(branches[branch as usize]);
                    }
                }
                Node::Leaf {
                    entries, watched, ..
                } => {
                    for (place, watched) in watched.iter_mut().enumerate() {
                        if !watched.may_hold(history, reach) {
                            continue;
                        }
                        if let Some(failed) = entries[place].failed(history, &self.seen) {
                            watched.failed = [failed, watched.failed[0]];
                        } else if watched.conditions < fewest {
                            fewest = watched.conditions;
                            found = Some((number, place));
                        }
                    }
                }
            }
        }
        let (number, place) = found?;
        match &self.nodes[number as usize] {
            Node::Leaf { entries, .. } => Some(&entries[place]),
            Node::Split { .. } => unreachable!("entries are in leaves"),
        }
    }

    /// Adds an entry. Returns by how many bytes the index has grown, approximately, since the last one.
    pub(super) fn insert(&mut self, entry: Entry<T>) -> u64 {
        let seen = self.seen.bytes() - std::mem::replace(&mut self.seen_bytes, self.seen.bytes());
        let grown = entry.bytes() + seen;
        self.add(entry);
        grown
    }

    fn add(&mut self, entry: Entry<T>) {
        self.entries += 1;
        let mut number = 0;
        loop {
            self.reaches[number] = self.reaches[number].max(entry.reach);
            let next = self.nodes.len() as u32;
            match &mut self.nodes[number] {
                Node::Split { label, branches } => {
                    let branch = Branch::of(&entry, *label);
                    let child = *branches[branch as usize].get_or_insert(next);
                    if child == next {
                        self.nodes.push(Node::leaf(Vec::new(), Vec::new()));
                        self.reaches.push(0);
                    }
                    number = child as usize;
                }
                Node::Leaf {
                    entries,
                    watched,
                    most,
                } => {
                    watched.push(Watched::of(&entry));
                    entries.push(entry);
                    if entries.len() > *most {
                        self.split(number);
                    }
                    return;
                }
            }
        }
    }

    /// Splits a leaf by one record, if that is worth it; otherwise it may grow to twice its size.
    fn split(&mut self, number: usize) {
        let Node::Leaf {
            entries,
            watched,
            most,
        } = &mut self.nodes[number]
        else {
            unreachable!("only leaves are split");
        };
        let Some(label) = best_split(entries, &self.seen) else {
            *most *= 2;
            return;
        };
        let mut parts: [(Vec<Entry<T>>, Vec<Watched>); 3] = Default::default();
        let (entries, watched) = (std::mem::take(entries), std::mem::take(watched));
        for (entry, watched) in entries.into_iter().zip(watched) {
            let part = &mut parts[Branch::of(&entry, label) as usize];
            part.0.push(entry);
            part.1.push(watched);
        }
        let branches = parts.map(|(entries, watched)| {
            let reach = watched.iter().map(|watched| watched.reach).max()?;
            self.nodes.push(Node::leaf(entries, watched));
            self.reaches.push(reach);
            Some(self.nodes.len() as u32 - 1)
        });
        self.nodes[number] = Node::Split { label, branches };
    }
}

/// The branches of a split.
#[derive(Clone, Copy)]
enum Branch {
    Need,
    Avoid,
    Free,
}

impl Branch {
    fn of<T>(entry: &Entry<T>, label: Label) -> Self {
        let Conditions { avoid, need } = &entry.conditions;
        if avoid.contains(label as usize) {
            Self::Avoid
        } else if need.contains(&label) {
            Self::Need
        } else {
            Self::Free
        }
    }
}

/// Returns the record whose split excludes the largest share of the entries in a look-up, if that is worth it. Never a
/// condition that all entries share.
fn best_split<T>(entries: &[Entry<T>], seen: &Seen) -> Option<Label> {
    let mut counts: Vec<[u32; 2]> = Vec::new();
    for entry in entries {
        let Conditions { avoid, need } = &entry.conditions;
        let avoid = avoid.ones().map(|label| (label, 0));
        let need = need.iter().map(|&label| (label as usize, 1));
        for (label, kind) in avoid.chain(need) {
            if counts.len() <= label {
                counts.resize(label + 1, [0; 2]);
            }
            counts[label][kind] += 1;
        }
    }
    let all = entries.len() as u32;
    let mut best = (WORTH * entries.len() as f32, None);
    for (label, &[avoid, need]) in (0..).zip(&counts) {
        let share = seen.share(label);
        let excluded = need as f32 * (1.0 - share) + avoid as f32 * share;
        if excluded > best.0 && need < all && avoid < all {
            best = (excluded, Some(label));
        }
    }
    best.1
}

#[cfg(test)]
mod tests;
