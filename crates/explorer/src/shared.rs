//! What all requests share.

use std::sync::Arc;

use koproof_rules::{Board, Graph};

use crate::desk::Desk;
use crate::guard::Guard;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) board: Board,
    pub(crate) graph: Graph<1>,
    pub(crate) guard: Guard,
    pub(crate) desk: Arc<Desk>,
    /// What `/api/board` answers, which never changes.
    pub(crate) about: serde_json::Value,
}
