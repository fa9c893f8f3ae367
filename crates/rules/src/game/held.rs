//! The graph of a game.

use std::ops::Deref;
use std::sync::Arc;

use crate::graph::Graph;

/// A graph that is borrowed, or shared with the copies of a game.
#[derive(Clone, Debug)]
pub(super) enum Held<'g, const W: usize> {
    Borrowed(&'g Graph<W>),
    Shared(Arc<Graph<W>>),
}

impl<const W: usize> Deref for Held<'_, W> {
    type Target = Graph<W>;

    fn deref(&self) -> &Graph<W> {
        match self {
            Self::Borrowed(graph) => graph,
            Self::Shared(graph) => graph,
        }
    }
}
