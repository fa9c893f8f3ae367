//! Answers that grow: the queue works on them, and readers get each line at once.

pub(crate) mod table;
pub(crate) mod values;
