//! What all requests share.

use std::sync::Arc;

use crate::desk::Desk;
use crate::guard::Guard;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) desk: Arc<Desk>,
    /// What `/api/begin` answers, which never changes.
    pub(crate) begin: serde_json::Value,
}
