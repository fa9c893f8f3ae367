//! Refusals of questions.

use serde::Serialize;

/// The reason why a question has no answer, and its invalid part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{error}")]
pub struct Refusal {
    /// The reason.
    pub error: String,
    /// The invalid part of the question: `board`, `rules`, `start` or `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<&'static str>,
    /// The first move that cannot be made, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<usize>,
}

impl Refusal {
    /// Refuses a question for a reason that does not concern one part of it.
    #[must_use]
    pub fn new(error: impl ToString) -> Self {
        Self {
            error: error.to_string(),
            part: None,
            r#move: None,
        }
    }

    /// Refuses a part of a question.
    pub(crate) fn of(part: &'static str, error: impl ToString) -> Self {
        Self {
            part: Some(part),
            ..Self::new(error)
        }
    }
}
