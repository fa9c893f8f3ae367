//! `koproof boards`: the families of boards, and the description of one board.

use std::collections::BTreeMap;
use std::io::{self, Write};

use koproof_rules::{Board, BoardError, ColorSwap, Coloring, Graph, Shape, Symmetry, families};
use serde::Serialize;

use crate::arguments::{FormatArgs, board};
use crate::draw;
use crate::exit::Exit;
use crate::words::{self, one_line};

/// The longest graph6 text in human-readable output.
const SHOWN: usize = 120;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof boards                    every family of boards
  koproof boards hex:3              points, edges, symmetries of one board
  koproof boards edges:0-1,1-2,2-0  any graph by its edges
  koproof boards @graph.txt         any graph from a file

Points of a grid of up to 26 columns are named by column and row, from a1 at the bottom left; no letter is skipped, so the \
ninth column is i. Only `koproof gtp` calls it J, as its protocol does. Points of other boards are numbers from 0.")]
pub(crate) struct Args {
    /// The board to describe; without it, all families are listed
    #[arg(value_parser = board)]
    board: Option<Board>,

    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.board {
            Some(board) => {
                let answer = BoardAnswer::new(board)?;
                self.format
                    .print(out, &answer, |answer, out| answer.write(out, board))?;
            }
            None => {
                let kinds = kinds()?;
                let families = BTreeMap::from([("families", &kinds)]);
                self.format
                    .print(out, &families, |_, out| write_kinds(out, &kinds))?;
            }
        }
        Ok(Exit::Done)
    }
}

/// A family of boards, with the size of its example.
#[derive(Debug, Serialize)]
struct Kind {
    pattern: &'static str,
    example: &'static str,
    points: Option<usize>,
    edges: Option<usize>,
    about: &'static str,
}

fn kinds() -> Result<Vec<Kind>, BoardError> {
    let mut kinds = families()
        .iter()
        .map(|family| {
            let board: Board = family.example.parse()?;
            Ok(Kind {
                pattern: family.pattern,
                example: family.example,
                points: Some(board.points()),
                edges: Some(board.edges().len()),
                about: family.about,
            })
        })
        .collect::<Result<Vec<_>, BoardError>>()?;
    kinds.push(Kind {
        pattern: "@FILE",
        example: "@graph.txt",
        points: None,
        edges: None,
        about: "graph6, edge list, DIMACS or node-link JSON, recognised by the content",
    });
    Ok(kinds)
}

fn write_kinds(out: &mut dyn Write, kinds: &[Kind]) -> io::Result<()> {
    let width = |text: fn(&Kind) -> &str| {
        let lengths = kinds.iter().map(|kind| text(kind).chars().count());
        lengths.max().unwrap_or(0)
    };
    let pattern = width(|kind| kind.pattern);
    let example = width(|kind| kind.example);
    writeln!(
        out,
        "{:pattern$}  {:example$}  points  edges  what it is",
        "name", "example"
    )?;
    let number = |number: Option<usize>| number.map_or_else(String::new, |n| n.to_string());
    for kind in kinds {
        writeln!(
            out,
            "{:pattern$}  {:example$}  {:>6}  {:>5}  {}",
            kind.pattern,
            kind.example,
            number(kind.points),
            number(kind.edges),
            kind.about
        )?;
    }
    Ok(())
}

#[derive(Debug, Serialize)]
struct BoardAnswer {
    board: String,
    points: usize,
    edges: Vec<[String; 2]>,
    graph6: String,
    automorphisms: usize,
    /// Whether the count includes all automorphisms.
    automorphisms_complete: bool,
}

impl BoardAnswer {
    fn new(board: &Board) -> anyhow::Result<Self> {
        let graph = Graph::<8>::new(board)?;
        let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
        let edge = |&(a, b): &(u16, u16)| [board.point_name(a), board.point_name(b)];
        Ok(Self {
            board: board.name().to_owned(),
            points: board.points(),
            edges: board.edges().iter().map(edge).collect(),
            graph6: board.to_graph6(),
            automorphisms: symmetry.len(),
            automorphisms_complete: symmetry.is_whole(),
        })
    }

    fn write(&self, out: &mut dyn Write, board: &Board) -> io::Result<()> {
        writeln!(out, "board: {}", one_line(&self.board))?;
        writeln!(out, "points: {}", self.points)?;
        writeln!(out, "edges: {}", self.edges.len())?;
        if self.graph6.len() <= SHOWN {
            writeln!(out, "graph6: {}", self.graph6)?;
        } else {
            let length = self.graph6.len();
            writeln!(out, "graph6: {length} characters, see --format json")?;
        }
        let at_least = if self.automorphisms_complete {
            ""
        } else {
            "at least "
        };
        writeln!(out, "automorphisms: {at_least}{}", self.automorphisms)?;
        match *board.shape() {
            Shape::Grid { .. } => {
                write!(out, "\n{}", draw::coloring(board, &Coloring::<8, 2>::EMPTY))?;
            }
            _ if !self.edges.is_empty() => {
                let edges: Vec<String> = self.edges.iter().map(|edge| edge.join("-")).collect();
                writeln!(out, "\n{}", words::wrapped(&edges, 2, draw::WIDTH))?;
            }
            _ => {}
        }
        Ok(())
    }
}
