//! The human-readable answer.

use std::io::{self, Write};

use koproof_rules::{Board, Game};
use koproof_solver::Detail;

use super::answer::{Answer, AtLeast, BothTurns, MoveAnswer, Turns};
use super::work::Found;
use crate::about::write_moves_made;
use crate::checkpoint::write_resumed;
use crate::draw;
use crate::{values, words};

pub(super) fn write(
    out: &mut dyn Write,
    board: &Board,
    game: &Game<'_, 1, 2>,
    answer: &Answer,
    found: &Found,
) -> io::Result<()> {
    writeln!(out, "{}", answer.about)?;
    write_moves_made(out, &answer.history)?;
    writeln!(out, "\n{}", draw::coloring(board, game.coloring()))?;
    write_turn(out, game)?;
    write_value(out, game, answer)?;
    if found.detail > Detail::Value {
        write_best(out, game, answer, found.analysis.stats.expansions)?;
    }
    match &answer.remoteness {
        None => {}
        Some(None) => writeln!(out, "remoteness: open, as the value is")?,
        Some(Some(BothTurns { black, white })) => {
            let (black, white) = (turns(black), turns(white));
            writeln!(out, "remoteness: black {black}, white {white}")?;
        }
    }
    // This is the cost of the value alone: the moves have a budget of their own.
    writeln!(
        out,
        "search: {}",
        words::cost(answer.stats.expansions, answer.stats.claims, found.time)
    )?;
    if let Some(checkpoint) = &answer.resumed_from {
        write_resumed(out, checkpoint)?;
    }
    if let Some(claims) = &answer.claims {
        claims.write(out)?;
    }
    if let Some(Some(certificate)) = &answer.certificate {
        certificate.write(out)?;
    }
    if let Some(moves) = &answer.moves {
        write_moves(out, game, answer, moves)?;
    }
    write_line(out, board, game, answer, found)
}

fn turns(
    Turns {
        at_least, stopped, ..
    }: &Turns,
) -> String {
    match (at_least, stopped) {
        (1, None) => "1 turn".to_owned(),
        (turns, None) => format!("{turns} turns"),
        (turns, Some(why)) => format!("at least {turns} turns (stopped: {why})"),
    }
}

fn write_turn(out: &mut dyn Write, game: &Game<'_, 1, 2>) -> io::Result<()> {
    let passed = match (game.is_over(), game.passes()) {
        (true, _) => return writeln!(out, "the game is over"),
        (false, 0) => "",
        (false, _) => ", after a pass",
    };
    writeln!(out, "to move: {}{passed}", game.to_move())
}

fn write_value(out: &mut dyn Write, game: &Game<'_, 1, 2>, answer: &Answer) -> io::Result<()> {
    let value = answer.value;
    let counted = values::counted(game.rules().komi);
    for AtLeast { score, holds } in &answer.at_least {
        let holds = match holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "open",
        };
        writeln!(out, "at least {score}: {holds}")?;
    }
    let (lo, hi) = (value.lo, value.hi);
    match &answer.stopped {
        _ if answer.exact => writeln!(out, "value: {value} ({}{counted})", lo.outcome())?,
        Some(why) => writeln!(
            out,
            "value: open, from {lo} to {hi}{counted} (stopped: {why})"
        )?,
        None => writeln!(out, "value: from {lo} to {hi}{counted}")?,
    }
    match answer.fair_komi {
        Some(fair) if !game.is_over() => writeln!(out, "fair komi: {fair}"),
        _ => Ok(()),
    }
}

/// Writes the best moves; the search for the value and for them took so many expansions.
fn write_best(
    out: &mut dyn Write,
    game: &Game<'_, 1, 2>,
    answer: &Answer,
    expansions: u64,
) -> io::Result<()> {
    match &answer.best_moves {
        _ if game.is_over() => Ok(()),
        Some(best) if answer.possible_best_moves.is_empty() => {
            writeln!(out, "best moves: {}", best.join(" "))
        }
        Some(best) => {
            let known = match best.as_slice() {
                [] => "open, among".to_owned(),
                best => format!("{}, perhaps also", best.join(" ")),
            };
            // Moves of which nothing is known follow each other, with one bracket.
            let groups = (answer.possible_best_moves).chunk_by(|one, next| one.value == next.value);
            let possible = groups.filter_map(|group| {
                let names: Vec<&str> = group.iter().map(|one| one.name.as_str()).collect();
                Some(format!("{} ({})", names.join(" "), group[0].value?))
            });
            let possible = possible.collect::<Vec<_>>().join(", ");
            let after = words::counted(expansions, "expansion");
            writeln!(
                out,
                "best moves: {known} {possible} (a limit stopped the search after {after} for the value and the moves)"
            )
        }
        None => Ok(()),
    }
}

fn write_moves(
    out: &mut dyn Write,
    game: &Game<'_, 1, 2>,
    answer: &Answer,
    moves: &[MoveAnswer],
) -> io::Result<()> {
    if game.is_over() {
        return Ok(());
    }
    let name = moves.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let values = moves.iter().filter_map(|one| one.value);
    let width = values.map(|value| value.to_string().len()).max();
    let width = width.unwrap_or(0);
    writeln!(out, "\nvalue of each move, * the best")?;
    for one in moves {
        let best = answer
            .best_moves
            .iter()
            .flatten()
            .any(|best| *best == one.name);
        let mark = if best { " *" } else { "" };
        match (one.value, &one.reason) {
            (Some(value), _) => writeln!(out, "  {:name$}  {value:>width$}{mark}", one.name)?,
            (None, Some(reason)) => writeln!(out, "  {:name$}  illegal, {reason}", one.name)?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn write_line(
    out: &mut dyn Write,
    board: &Board,
    game: &Game<'_, 1, 2>,
    answer: &Answer,
    found: &Found,
) -> io::Result<()> {
    let (line, _) = found.analysis.principal_variation();
    if answer.principal_variation.is_none() || line.is_empty() || game.is_over() {
        return Ok(());
    }
    writeln!(out, "\nprincipal variation")?;
    write!(out, "{}", draw::sequence(board, game.clone(), line))?;
    if !answer.principal_variation_complete {
        writeln!(out, "  … (a limit stopped the search here)")?;
    }
    Ok(())
}
