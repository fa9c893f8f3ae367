//! `koproof gtp`: a perfect player for programs that speak the Go Text Protocol.

mod analysis;
mod clock;
mod live;
mod protocol;
mod requests;
mod session;

use std::io::Write;

use anyhow::{Context, anyhow};
use koproof_rules::{Board, Shape};

use crate::arguments::{DuelRulesArgs, TIME_OF_A_MOVE, WorkArgs, board_besides_stdin};
use crate::exit::{Blame, Exit};
use crate::interrupt;
use crate::perfect::Perfect;
use crate::stdout::end_unread;
use clock::Clock;
use protocol::{MAX_SIDE, Request, Size};
use requests::Requests;
use session::{Reply, Session};

#[derive(Debug, clap::Args)]
#[command(mut_arg("time_limit", |limit| limit.help(TIME_OF_A_MOVE)))]
#[command(after_help = "Examples:
  koproof gtp                                  a 3x3 board, until the controller sends boardsize
  koproof gtp 2x3 --rules nstt --komi 0.5
  koproof gtp 4x4 --time-limit 10s             at most ten seconds for a move

For programs like Sabaki, GoGui and gogui-twogtp. The value of each move is found under the real history of the game. \
If the time is enough to solve the position, genmove never loses a point. If it is not, genmove plays the move for \
which most is proved, and prints a note on stderr. A move takes at most a minute, unless --time-limit sets another \
limit.

boardsize 3 is the 3x3 board, rectangular_boardsize 5 1 has five columns and one row; boards have up to 64 points. \
Beside the protocol's commands: koproof-value (the value of the game, Black minus White), koproof-analyze (the value \
of every move, and why others are illegal), and the commands that Sabaki, Lizzie and GoGui use: kata-analyze and \
lz-analyze, which answer once, or repeat the answer until the next request if an interval in hundredths of a second is \
given; kata-genmove_analyze and lz-genmove_analyze. In their answers, moves that are known to be best have 1000 visits, moves \
that may be best 100, others 10. If a color moves twice in a row, the other color counts as having passed; after two \
passes play can continue. time_settings and time_left can shorten the time for a move, but not extend it.

Vertices are named as the protocol demands, without the letter I: the ninth column is J here, and i in every other command.")]
pub(crate) struct Args {
    /// The first board: a grid
    #[arg(value_parser = board_besides_stdin, default_value = "3x3")]
    board: Board,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        let mut rules = self.rules.checked()?;
        let mut board = self.board.clone();
        let mut clock = Clock::default();
        size(&board).bad_input()?;
        // A signal ends the process at once, because there is nothing to report.
        interrupt::end_at_once();
        let mut requests = Requests::of_stdin().context("cannot read on a thread of its own")?;
        loop {
            let solver = self.work.solver(&board, rules)?;
            let budget = self.work.budget_of_a_move();
            let player = Perfect::new(&solver, budget, self.work.quiet);
            let mut session = Session::new(player, size(&board)?, rules.komi, clock);
            let Some(next) = converse(&mut session, &mut requests, out)? else {
                return Ok(Exit::Done);
            };
            rules.komi = session.komi;
            clock = session.clock;
            board = next;
        }
    }
}

/// Answers requests until they end, or until a board of another size is requested, which is returned.
fn converse(
    session: &mut Session<'_>,
    requests: &mut Requests,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Board>> {
    while let Some(line) = requests.next() {
        let line = line
            .context("cannot read a request from stdin")
            .bad_input()?;
        let Some(request) = Request::read(&line) else {
            continue;
        };
        let said = match session.answer(&request) {
            Reply::Text(answer) => write!(out, "{}", request.response(&answer)),
            Reply::Lines(live) => {
                let begun = write!(out, "{}", request.opening()).and_then(|()| out.flush());
                let told = begun.and_then(|()| live.follow(requests, out));
                told.and_then(|()| writeln!(out))
            }
            Reply::Last(next) => {
                let answer = request.response(&Ok(String::new()));
                write!(out, "{answer}").and_then(|()| out.flush())?;
                return Ok(next);
            }
        };
        said.and_then(|()| out.flush())?;
    }
    Ok(None)
}

/// Returns the size of a grid whose points vertices can name.
fn size(board: &Board) -> anyhow::Result<Size> {
    match *board.shape() {
        Shape::Grid { rows, columns } if rows.max(columns) <= MAX_SIDE => {
            Ok(Size { rows, columns })
        }
        Shape::Grid { .. } => Err(anyhow!(
            "the protocol has grids of up to {MAX_SIDE} rows and columns, {} has more; `koproof play` takes any board",
            board.name()
        )),
        _ => Err(anyhow!(
            "the protocol has grids only, {} is none; `koproof play` takes any board",
            board.name()
        )),
    }
}
