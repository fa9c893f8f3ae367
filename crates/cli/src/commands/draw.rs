//! `koproof draw`: pictures of boards.

use std::io::Write;

use clap::ValueEnum;
use koproof_answers::value_map;
use koproof_picture::{Figure, Panel};
use koproof_rules::{Board, Coloring, Game, Graph, Ruleset};
use koproof_solver::Detail;

use crate::arguments::{N, PictureArgs, RulesArgs, StartArgs, W, WorkArgs, board, check_names};
use crate::exit::{Blame, Exit};
use crate::interrupt;
use crate::meanwhile::waiting;
use crate::progress::Watcher;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof draw 2x3 --position OX./.X. --out position.svg
  koproof draw 2x2 --moves \"b a2, w b2, b a1, w b1, b a2, w a1\" --show moves --out game.png
  koproof draw 3x3 --show values --out openings.svg      the value of each opening
  koproof draw cycle:7 --show line --out line.svg        a line of best play
  koproof draw petersen > petersen.svg

Grids are drawn as Go boards with letters and numbers at the edge, other boards as graphs with the numbers of their points. A red \
cross marks a play that superko or the ban on suicide forbids, a green rim the best plays; values, as B+9 or W+9 and with \
komi, are red where they are good for Black and blue where they are good for White. Stones of a sequence have the \
numbers of their moves. SVG needs no fonts; a PNG is the SVG in pixels.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// The content of the picture
    #[arg(long, value_enum, default_value_t = Show::Position)]
    show: Show,

    /// Alt text of the picture [default: what is drawn]
    #[arg(long)]
    title: Option<String>,

    #[command(flatten)]
    picture: PictureArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// The position after the moves
    Position,
    /// The moves as a strip, one board for each
    Moves,
    /// A line of best play from there, as a strip
    Line,
    /// The value of every play, on its point
    Values,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        check_names(&self.board, &[("--out", self.picture.path())])?;
        self.picture.check()?;
        let (panels, exit) = match self.show {
            Show::Position | Show::Moves => (self.looked_at(rules)?, Exit::Done),
            Show::Line | Show::Values => self.solved(rules)?,
        };
        let title = self.title.clone().unwrap_or_else(|| self.title());
        let svg = waiting("drawing", self.work.quiet, || {
            Figure::new(&self.board, title, panels).to_svg()
        });
        self.picture.write(&svg, exit, self.work.quiet, out)?;
        Ok(exit)
    }

    fn title(&self) -> String {
        let what = match self.show {
            Show::Position => "position",
            Show::Moves => "moves",
            Show::Line => "a line of best play",
            Show::Values => "the value of every play",
        };
        format!("{}: {what}", self.board.name())
    }

    /// Draws pictures that need no solver, for any number of players and any board.
    fn looked_at(&self, rules: Ruleset) -> anyhow::Result<Vec<Panel>> {
        let graph = Graph::<W>::new(&self.board).bad_input()?;
        let only_looked_at = self.start.moves.is_none() && self.show == Show::Position;
        if only_looked_at && self.start.at.coloring.position.is_some() {
            self.start.at.check_players(rules.players)?;
            let coloring: Coloring<W, N> = self.start.at.coloring.read(&self.board, &graph)?;
            return Ok(vec![Panel::of_coloring(&self.board, &coloring)]);
        }
        let game: Game<'_, W, N> = self.start.game(&self.board, &graph, rules)?;
        Ok(match self.show {
            Show::Moves => Panel::of_moves(&self.board, &game, 0),
            _ => vec![Panel::of_game(&self.board, &game)],
        })
    }

    /// Draws pictures that need the solver.
    fn solved(&self, rules: Ruleset) -> anyhow::Result<(Vec<Panel>, Exit)> {
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let mut game = self.start.game(&self.board, &graph, rules)?;
        let solver = self.work.solver(&self.board, rules)?;
        let watcher = Watcher::on(&self.board, "analysing", self.work.quiet);
        let analyse = |game: &_, detail| solver.analyse(game, detail, self.work.budget(), &watcher);
        if self.show == Show::Values {
            let analysis = analyse(&game, Detail::Moves);
            let panel = value_map(&self.board, &game, &analysis);
            return Ok((
                vec![panel],
                interrupt::done_or_stopped(analysis.is_complete(Detail::Moves)),
            ));
        }
        let before = game.moves().len();
        let analysis = analyse(&game, Detail::Best);
        for &taken in analysis.principal_variation().0 {
            game.play(taken)?;
        }
        let panels = Panel::of_moves(&self.board, &game, before);
        self.work.explain(analysis.stopped);
        Ok((panels, interrupt::done_or_stopped(game.is_over())))
    }
}
