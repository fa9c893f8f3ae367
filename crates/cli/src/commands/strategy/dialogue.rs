//! A person against a proof, move by move.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, anyhow};
use koproof_rules::{Board, Game, Move, text};
use koproof_verify::Line;

use super::answer::Answer;
use super::{Table, in_words, score};
use crate::arguments::{Format, FormatArgs, board_line, rules_line};
use crate::draw;
use crate::exit::{self, Blame, Exit};
use crate::scores::Score;
use crate::typed::one_move;
use crate::words;

/// Plays a game whose opponent's moves come from stdin.
///
/// What is typed wrong at a terminal can be typed again; in a script everything after it would be meant for another
/// position, so that there it ends the command.
pub(super) fn play(
    out: &mut dyn Write,
    format: &FormatArgs,
    table: &Table<'_>,
    mut game: Game<'_, 1, 2>,
    mut line: Line<'_>,
) -> anyhow::Result<Exit> {
    let by_hand = io::stdin().is_terminal();
    let mut input = io::stdin().lock().lines();
    let is_text = format.format == Format::Text;
    if is_text {
        introduce(out, table, &game, &line)?;
    }
    while !game.is_over() {
        let mover = game.to_move();
        let step = line.step();
        let taken = match line.answer()? {
            Some(answer) => answer,
            None => match ask(out, table.board, &game, &mut input, by_hand)? {
                Some(taken) => taken,
                None => break,
            },
        };
        let by_prover = mover == line.bound().prover();
        game.play(taken)
            .map_err(|why| anyhow!("{}", text::explain(table.board, &why)))
            .with_context(|| format!("the proof plays {}", text::move_name(table.board, taken)))?;
        line.follow(taken)?;
        if is_text && by_prover {
            let turn = text::turn(table.board, mover, taken);
            match step {
                Some(step) => writeln!(out, "{turn}  (step {step})")?,
                None => writeln!(out, "{turn}  (whatever happens)")?,
            }
            writeln!(out, "{}", draw::coloring(table.board, game.coloring()))?;
        }
    }
    let answer = Answer::new(table, &game, &line);
    format.print(out, &answer, |out, _| conclude(out, &game, &line))?;
    Ok(if answer.is_failure() {
        Exit::CheckFailed
    } else {
        Exit::Done
    })
}

fn introduce(
    out: &mut dyn Write,
    table: &Table<'_>,
    game: &Game<'_, 1, 2>,
    line: &Line<'_>,
) -> io::Result<()> {
    let prover = line.bound().prover();
    writeln!(out, "board: {}", board_line(table.board))?;
    writeln!(out, "rules: {}", rules_line(*game.rules()))?;
    writeln!(
        out,
        "{} plays the proof of {}; you are {}",
        words::capital(prover),
        in_words(line.bound()),
        prover.next(2)
    )?;
    writeln!(out)?;
    writeln!(out, "{}", draw::coloring(table.board, game.coloring()))
}

/// Reads the opponent's move; `None` at the end of the input.
fn ask(
    out: &mut dyn Write,
    board: &Board,
    game: &Game<'_, 1, 2>,
    input: &mut impl Iterator<Item = io::Result<String>>,
    by_hand: bool,
) -> anyhow::Result<Option<Move>> {
    loop {
        if by_hand {
            write!(out, "{}: ", game.to_move())?;
        }
        // A program at the other end waits for what was answered.
        out.flush()?;
        let Some(typed) = input.next() else {
            return Ok(None);
        };
        let typed = typed.context("cannot read a move from stdin").bad_input()?;
        let typed = typed.trim();
        if typed.is_empty() {
            continue;
        }
        match one_move(board, game, typed) {
            Ok(taken) => return Ok(Some(taken)),
            Err(error) if by_hand => exit::complain(&error.to_string()),
            Err(error) => return Err(error).bad_input(),
        }
    }
}

fn conclude(out: &mut dyn Write, game: &Game<'_, 1, 2>, line: &Line<'_>) -> io::Result<()> {
    if !game.is_over() {
        return writeln!(out, "the game was left before its end");
    }
    let score = score(game);
    let shown = Score::new(score.into(), game.rules().komi);
    let verdict = if line.bound().met_by(score) {
        "met"
    } else {
        "NOT met"
    };
    writeln!(
        out,
        "the game is over: {shown} ({}); {} was proved: {verdict}",
        shown.outcome(),
        in_words(line.bound())
    )
}
