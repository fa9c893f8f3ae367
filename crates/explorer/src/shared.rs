//! What all requests share.

use std::sync::Arc;

use crate::guard::Guard;
use crate::queue::Queue;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) queue: Arc<Queue>,
    /// What `/api/begin` answers, which never changes.
    pub(crate) begin: serde_json::Value,
}
