//! The facts of a coloring as text.

use std::io::{self, Write};

use koproof_rules::{Board, Coloring};

use super::facts::Facts;
use crate::draw;
use crate::exit::one_line;
use crate::wide::{N, W};
use crate::words::counted;

/// Writes the facts in human-readable form.
pub(super) fn write(
    out: &mut dyn Write,
    board: &Board,
    coloring: &Coloring<W, N>,
    facts: &Facts,
) -> io::Result<()> {
    writeln!(out, "board: {}", one_line(&facts.board))?;
    if let Some(cleared) = &facts.cleared {
        let what = match cleared.points.as_slice() {
            [] => "every chain had a liberty".to_owned(),
            points => format!("took away {}", points.join(" ")),
        };
        writeln!(out, "clearing {}: {what}", cleared.color)?;
    }
    writeln!(out)?;
    writeln!(out, "{}", draw::coloring(board, coloring))?;
    if facts.legal {
        writeln!(out, "legal: yes, every chain has a liberty")?;
    } else {
        let dead = facts
            .chains
            .iter()
            .filter(|chain| chain.liberties.is_empty());
        let dead: Vec<String> = dead
            .map(|chain| format!("the {} chain at {}", chain.color, chain.points.join(" ")))
            .collect();
        writeln!(out, "legal: no, without liberties: {}", dead.join("; "))?;
    }
    write_parts(out, facts)?;
    writeln!(out)?;
    writeln!(out, "{}", facts.tally)
}

fn write_parts(out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
    let mut rows = vec![["", "points", "reaches", "liberties, owner"].map(str::to_owned)];
    for chain in &facts.chains {
        let liberties = match chain.liberties.len() {
            0 => "no liberties".to_owned(),
            number => {
                let liberties = counted(number, "liberty", "liberties");
                format!("{liberties}: {}", chain.liberties.join(" "))
            }
        };
        rows.push([
            format!("{} chain", chain.color),
            chain.points.join(" "),
            chain.reaches.join(", "),
            liberties,
        ]);
    }
    for region in &facts.regions {
        let owner = match &region.owner {
            Some(owner) => format!("{owner}'s territory"),
            None => "nobody's".to_owned(),
        };
        rows.push([
            "empty".to_owned(),
            region.points.join(" "),
            region.reaches.join(", "),
            owner,
        ]);
    }
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].len());
        lengths.max().unwrap_or(0)
    };
    let [kind, points, reaches] = [0, 1, 2].map(width);
    writeln!(out)?;
    for [a, b, c, d] in &rows {
        writeln!(out, "  {a:kind$}  {b:points$}  {c:reaches$}  {d}")?;
    }
    Ok(())
}
