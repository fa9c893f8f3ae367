//! Changes of a whole certificate: the order of its lines, its bytes.

use super::{Maker, Mutant};

impl Maker {
    /// Omits, doubles and exchanges items, and corrects the count of steps.
    pub(super) fn order(&mut self, first: usize) {
        let recount = |lines: &mut Vec<String>| {
            let steps = lines.iter().filter(|line| line.starts_with("s ")).count();
            if let Some(end) = lines.last_mut() {
                *end = format!("end {steps}");
            }
        };
        let end = self.lines.len() - 1;
        for at in first..end {
            self.change("item left out", |lines| {
                let line = lines.remove(at);
                recount(lines);
                format!("without '{line}'")
            });
            self.change("item doubled", |lines| {
                lines.insert(at, lines[at].clone());
                recount(lines);
                format!("'{}' twice", lines[at])
            });
            if at + 1 < end {
                self.change("reordered", |lines| {
                    lines.swap(at, at + 1);
                    format!("'{}' before '{}'", lines[at], lines[at + 1])
                });
            }
            self.change("truncated, with an end", |lines| {
                let what = format!("from '{}' on", lines[at]);
                lines.drain(at..end);
                recount(lines);
                what
            });
        }
        self.change("extended, with an end", |lines| {
            let more = lines[first..end].to_vec();
            lines.splice(end..end, more);
            recount(lines);
            "all items twice".to_owned()
        });
    }

    /// Changes bytes and keeps the old checksum.
    pub(super) fn damage(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut push = |kind, what: String, edit: &dyn Fn(&mut Vec<u8>)| {
            if self.is_wanted() {
                let mut file = bytes.to_vec();
                edit(&mut file);
                self.made.push(Mutant { kind, what, file });
            }
        };
        for at in 0..bytes.len() {
            let bit = at % 8;
            let what = format!("bit {bit} of byte {at}");
            push("bytes flipped", what, &|file| file[at] ^= 1 << bit);
            let what = format!("from byte {at} on");
            push("bytes cut off", what, &|file| file.truncate(at));
        }
        for tail in ["\n", " ", "end 0\n", "s", text] {
            let what = format!("{} at the end", tail.len());
            push("bytes added", what, &|file| file.extend(tail.as_bytes()));
        }
    }
}
