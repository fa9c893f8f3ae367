//! The progress of a run while it reads stored results.

use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use koproof_batch::{Monitor, Standing, Tally, Task, run};

use super::{plan, run_whole, work};

/// Keeps every report, and takes longer for it than until the next is due.
#[derive(Default)]
struct Slow(Mutex<Vec<Standing>>);

impl Monitor for Slow {
    fn on_standing(&self, standing: &Standing) {
        self.0.lock().expect("nobody panics").push(standing.clone());
        sleep(Duration::from_millis(150));
    }
}

/// The boards are paths of one to sixty-four points, which are two parts with two rule sets, and without a search each
/// unit fails or stays open at once.
#[test]
fn a_run_reports_its_progress_while_it_reads_what_is_stored() {
    let plan = plan("path:1..64", &["nstt", "tromp-taylor"], Task::Empty, 1);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = run_whole(&plan, folder.path());
    assert_eq!(first.finished(), 128, "{first:?}");
    let slow = Slow::default();
    let second = run(&plan, folder.path(), work("0/1"), &slow).expect("nothing is in the way");
    let standings = slow.0.into_inner().expect("nobody panics");
    let looked_up = |standing: &Standing| standing.looked_up.map(|units| (units, standing.tally));
    let reading: Vec<(usize, Tally)> = standings.iter().filter_map(looked_up).collect();
    let [(0, none), (64, half)] = reading[..] else {
        panic!("{reading:?}");
    };
    assert_eq!((none.total, none.found), (128, 0));
    assert!(half.found > 0 && half.found <= 64, "{half:?}");
    assert!(second.found >= half.found, "{second:?}");
}
