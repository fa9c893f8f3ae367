//! Replays the corpora of the fuzz targets on every toolchain.

use std::path::Path;

#[allow(unreachable_pub, reason = "the fuzz targets use it from outside")]
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

/// A fuzz target.
type Target = fn(&[u8]);

#[test]
fn every_file_of_every_corpus_keeps_the_promises_of_its_parser() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let all: [(&str, Target); 5] = [
        ("table", targets::table),
        ("certificate", targets::certificate),
        ("graph6", targets::graph6),
        ("position", targets::position),
        ("moves", targets::moves),
    ];
    for (name, target) in all {
        let files = std::fs::read_dir(corpora.join(name)).expect("each target has a corpus");
        let mut replayed = 0;
        for file in files {
            let path = file.expect("it is listed").path();
            let data = std::fs::read(&path).expect("it is readable");
            target(&data);
            // Each prefix of a file and each change of one byte is a case, too.
            for end in 0..data.len() {
                target(&data[..end]);
                let mut changed = data.clone();
                changed[end] ^= 1 << (end % 8);
                target(&changed);
            }
            replayed += 1;
        }
        assert!(replayed >= 4, "{replayed} files for {name}");
    }
}
