//! Answers that grow: worked on in the queue, told to their readers as they come.

pub(crate) mod table;
pub(crate) mod values;
