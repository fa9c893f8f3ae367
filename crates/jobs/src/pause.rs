//! Pauses between looks at a directory that others write to.

use std::thread;
use std::time::Duration;

/// The first pause. Jobs of small boards take some milliseconds, so with pauses of 50 ms most of the time was waiting.
const FIRST: Duration = Duration::from_millis(2);
/// The longest pause: the file system may serve many workers.
const LONGEST: Duration = Duration::from_millis(100);

/// A pause that grows as long as nothing happens.
#[derive(Debug)]
pub(crate) struct Pause(Duration);

impl Pause {
    pub(crate) fn new() -> Self {
        Self(FIRST)
    }

    /// Waits, twice as long as the last time.
    pub(crate) fn wait(&mut self) {
        thread::sleep(self.0);
        self.0 = LONGEST.min(self.0 * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_grows_to_the_longest() {
        let mut pause = Pause::new();
        let mut pauses = Vec::new();
        for _ in 0..8 {
            pauses.push(pause.0.as_millis());
            pause.wait();
        }
        assert_eq!(pauses, [2, 4, 8, 16, 32, 64, 100, 100]);
    }
}
