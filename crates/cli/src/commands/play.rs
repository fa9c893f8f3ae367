//! `koproof play`: a game at the terminal, against perfect play or between two people.

mod colors;
mod terminal;

use std::io::Write;

use koproof_rules::{Board, Graph};

use crate::arguments::{
    DuelRulesArgs, FormatArgs, StartArgs, TIME_OF_A_MOVE, WorkArgs, board_besides_stdin,
};
use crate::exit::{Blame, Exit, refuse};
use crate::interrupt;
use crate::perfect::Perfect;
use crate::stdout::end_unread;
use colors::ColorName;
use terminal::{HumanSide, Terminal};

#[derive(Debug, clap::Args)]
#[command(mut_arg("time_limit", |limit| limit.help(TIME_OF_A_MOVE)))]
#[command(after_help = "Examples:
  koproof play 2x2                                   you are Black
  koproof play 3x3 --as white --judge                prints the points that your moves lose
  koproof play cycle:7 --as both                     two people, with a referee who knows superko
  koproof play 2x3 --as none                         watch perfect play
  koproof play 2x2 --moves \"b a2, w b2, b a1\" --as white

Type a move (a2, or 3 on boards that are not grids) or pass. undo takes back your last move and the answer to it; \
values lists the value of every legal move, and why others are illegal; hint names the best moves; board prints the \
board, help the commands, and quit ends the game. All values are for the real history. The program plays a move that \
keeps the value if it finds one within --time-limit (a minute for each move by default); otherwise it says so.

After invalid input you can type again; if stdin is not a terminal, invalid input ends the game with exit code 2. \
Colors are used if stdout is a terminal and NO_COLOR is not set.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board_besides_stdin)]
    board: Board,

    /// The side that you play
    #[arg(long = "as", value_enum, default_value_t = HumanSide::Black)]
    human: HumanSide,

    /// Report after each of your moves how many points it gave away
    #[arg(long)]
    judge: bool,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = ColorName::Auto, value_name = "WHEN", help_heading = "Output")]
    color: ColorName,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        let rules = self.rules.checked()?;
        if self.judge && self.human == HumanSide::None {
            refuse!("--judge judges your moves, and you have none with --as none: leave one out");
        }
        // Check the input before starting threads.
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let game = self.start.game(&self.board, &graph, rules)?;
        let solver = self.work.solver(&self.board, rules)?;
        // A signal ends the process at once, because there is nothing to save.
        interrupt::end_at_once();
        let budget = self.work.budget_of_a_move();
        let player = Perfect::new(&solver, budget, self.work.quiet);
        let terminal = Terminal {
            board: &self.board,
            player,
            human: self.human,
            judge: self.judge,
            format: &self.format,
            colors: self.color.wanted(),
        };
        terminal.play(game, out)
    }
}
