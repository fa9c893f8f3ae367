//! Jobs: answers that grow turn by turn.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use koproof_answers::{Reporter, Tabling, Values, WorkTurn};
use koproof_solver::{Analysis, Budget, Observer, Progress, Solver};
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::messages::say;

/// The time between two reports of the cost of a turn.
const PULSE: Duration = Duration::from_millis(250);

fn budget(length: Duration, memory: u64) -> Budget {
    Budget {
        time: Some(length),
        ..Budget::within(Some(memory))
    }
}

/// The values of the moves of one game.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ValuesJob {
    values: Values,
    solver: Arc<Solver>,
    reporter: Mutex<Reporter>,
    memory: u64,
}

impl ValuesJob {
    pub(crate) fn new(values: Values, solver: Arc<Solver>, memory: u64) -> Self {
        let reporter = Mutex::new(Reporter::new(&values.question.board));
        Self {
            values,
            solver,
            reporter,
            memory,
        }
    }
}

#[wasm_bindgen]
impl ValuesJob {
    /// Works for one turn and sends new lines; returns whether another turn would find more.
    pub fn turn(&mut self) -> bool {
        let listener = Listener {
            reporter: &self.reporter,
            before: self.values.expansions(),
            pulse: Mutex::new(Instant::now()),
        };
        let budget = budget(self.values.length(), self.memory);
        let known = self.values.work(&self.solver, budget, &listener);
        listener.on_analysis(known);
        listener.report_effort(self.values.expansions());
        let end = self.values.end();
        end.iter().for_each(say);
        end.is_none()
    }
}

/// Passes on the reports of the solver in one turn.
struct Listener<'t> {
    reporter: &'t Mutex<Reporter>,
    /// Expansions of earlier turns.
    before: u64,
    pulse: Mutex<Instant>,
}

impl Listener<'_> {
    fn report_effort(&self, expansions: u64) {
        let mut reporter = self.reporter.lock().unwrap_or_else(PoisonError::into_inner);
        say(&reporter.effort(expansions));
    }
}

impl Observer for Listener<'_> {
    fn on_progress(&self, progress: &Progress) {
        let mut pulse = self.pulse.lock().unwrap_or_else(PoisonError::into_inner);
        if pulse.elapsed() >= PULSE {
            *pulse = Instant::now();
            self.report_effort(self.before + progress.expansions);
        }
    }

    fn on_analysis(&self, analysis: &Analysis) {
        let mut reporter = self.reporter.lock().unwrap_or_else(PoisonError::into_inner);
        reporter.news(analysis).iter().for_each(say);
    }
}

/// The values of all colorings of a board.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TableJob {
    pub(crate) tabling: Tabling,
    pub(crate) solver: Arc<Solver>,
    pub(crate) memory: u64,
}

#[wasm_bindgen]
impl TableJob {
    /// Works for one turn and sends new lines; returns whether another turn would find more.
    pub fn turn(&mut self) -> bool {
        let turn = TableTurn {
            started: Instant::now(),
            length: self.tabling.length(),
            memory: self.memory,
        };
        let lines = self.tabling.work(&self.solver, &turn);
        lines.iter().for_each(say);
        !self.tabling.is_done()
    }
}

/// A turn that only its length ends, because a worker receives no messages while it works.
struct TableTurn {
    started: Instant,
    length: Duration,
    memory: u64,
}

impl Observer for TableTurn {}

impl WorkTurn for TableTurn {
    fn budget(&self) -> Budget {
        budget(self.length, self.memory)
    }

    fn is_over(&self) -> bool {
        self.started.elapsed() >= self.length
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}
