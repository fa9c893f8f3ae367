//! A person against a proof, move by move.

use std::io::{self, Write};

use anyhow::{Context, anyhow};
use koproof_rules::{Game, Margin, text};
use koproof_verify::Line;

use super::{Answer, Proof, in_words};
use crate::about::About;
use crate::arguments::FormatArgs;
use crate::draw;
use crate::exit::Exit;
use crate::typed::{Typed, one_move};
use crate::words;

/// Plays a game whose opponent's moves come from stdin.
pub(super) fn play(
    out: &mut dyn Write,
    format: &FormatArgs,
    proof: &Proof<'_>,
    mut game: Game<'_, 1, 2>,
    mut line: Line<'_>,
) -> anyhow::Result<Exit> {
    let mut typed = Typed::from_stdin();
    let is_text = !format.is_json();
    if is_text {
        introduce(out, proof, &game, &line)?;
    }
    while !game.is_over() {
        let mover = game.to_move();
        let step = line.step();
        let taken = match line.answer()? {
            Some(answer) => answer,
            None => {
                let understand = |text: &str| match text {
                    "quit" | "q" | "exit" => Ok(None),
                    text => one_move(proof.board, &game, text, "quit").map(Some),
                };
                let prompt: &mut dyn Write = match is_text {
                    true => out,
                    false => &mut io::sink(),
                };
                match typed.next(prompt, mover, understand)? {
                    Some(Some(taken)) => taken,
                    Some(None) | None => break,
                }
            }
        };
        let by_prover = mover == line.bound().prover();
        game.play(taken)
            .map_err(|why| anyhow!("{}", text::explain(proof.board, &why)))
            .with_context(|| format!("the proof plays {}", text::move_name(proof.board, taken)))?;
        line.follow(taken)?;
        if is_text && by_prover {
            let turn = text::turn(proof.board, mover, taken);
            match step {
                Some(step) => writeln!(out, "{turn}  (step {step})")?,
                None => writeln!(out, "{turn}  (whatever happens)")?,
            }
            writeln!(out, "{}", draw::coloring(proof.board, game.coloring()))?;
        }
    }
    let answer = Answer::new(proof, &game, &line);
    format.print(out, &answer, |_, out| conclude(out, &game, &line))?;
    Ok(Exit::of_check(answer.met != Some(false)))
}

fn introduce(
    out: &mut dyn Write,
    proof: &Proof<'_>,
    game: &Game<'_, 1, 2>,
    line: &Line<'_>,
) -> io::Result<()> {
    let prover = line.bound().prover();
    writeln!(out, "{}", About::new(proof.board, *game.rules()))?;
    writeln!(
        out,
        "{} plays the proof of {}; you are {}",
        words::capital(prover),
        in_words(line.bound()),
        prover.next(2)
    )?;
    writeln!(out, "\n{}", draw::coloring(proof.board, game.coloring()))
}

fn conclude(out: &mut dyn Write, game: &Game<'_, 1, 2>, line: &Line<'_>) -> io::Result<()> {
    if !game.is_over() {
        return writeln!(out, "the game was left before its end");
    }
    let score = game.score();
    let shown = Margin::new(score, game.rules().komi);
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
