//! Data that all requests share.

use std::sync::Arc;

use crate::guard::Guard;
use crate::queue::Queue;

/// The data that all requests share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    pub(crate) queue: Arc<Queue>,
    /// The answer to `/api/begin`, which never changes.
    pub(crate) begin: serde_json::Value,
}
