//! The numbers of colorings and of games.

use koproof_rules::Superko;
use koproof_solver::{
    Budget, CountError, LegalCount, LegalMethod, Observer, Stopped, count_games, count_legal,
    count_reachable,
};

use super::{Halt, ONE_THREAD, Question, Result};
use crate::outcome::Outcome;

/// The limit of memory for a count, because several run at the same time.
const MAX_BYTES: u64 = 1 << 30;

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let (board, rules) = (&question.board, question.rules[0]);
    // The limit applies to the estimate of the count, which is the same on every machine.
    let budget = Budget {
        memory: Some(MAX_BYTES),
        ..question.budget()
    };
    let mut row = question.row();
    let mut open = Vec::new();
    if let Some(legal) = legal_colorings(question, budget, observer, &mut open)? {
        row.set("legal_colorings", legal.count.to_string());
    }
    let reachable = count_reachable(board, &rules, ONE_THREAD, budget, observer);
    if let Some(reachable) = counted("reachable states", reachable, &mut open)? {
        row.set("reachable_states", i64::try_from(reachable.states).ok());
    }
    if rules.superko == Superko::Positional {
        let games = count_games(board, &rules, ONE_THREAD, budget, observer);
        if let Some(games) = counted("games", games, &mut open)? {
            row.set("games", games.count.to_string())
                .set("longest_game", games.by_length.len() as i64 - 1);
        }
    }
    let reason = (!open.is_empty()).then(|| open.join("; "));
    Ok(question.outcome(row, reason))
}

/// Counts the legal colorings, or stores the reason why there is no count.
pub(super) fn legal_colorings(
    question: &Question<'_>,
    budget: Budget,
    observer: &dyn Observer,
    open: &mut Vec<String>,
) -> Result<Option<LegalCount>> {
    let (board, method) = (&question.board, LegalMethod::Frontier);
    let legal = count_legal(board, 2, method, ONE_THREAD, budget, observer);
    counted("legal colorings", legal, open)
}

/// Returns a count, or stores the reason why there is none.
fn counted<T>(
    what: &str,
    count: std::result::Result<T, CountError>,
    open: &mut Vec<String>,
) -> Result<Option<T>> {
    let why = match count {
        Ok(count) => return Ok(Some(count)),
        Err(CountError::Stopped {
            why: Stopped::Observer,
            ..
        }) => return Err(Halt::Interrupted),
        Err(CountError::Stopped { why, .. }) => why.to_string(),
        Err(CountError::TooWide { .. }) => "the frontier is too wide".to_owned(),
        Err(CountError::TooManyColorings { limit, .. }) => format!("more than {limit} colorings"),
        Err(error) => return Err(Halt::failed(error)),
    };
    open.push(format!("{what}: {why}"));
    Ok(None)
}
