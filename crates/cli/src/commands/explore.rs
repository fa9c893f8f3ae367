//! `koproof explore`: a board in the browser.

use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;

use koproof_explorer::{Explorer, ExplorerError, Question, Setup};
use koproof_rules::{Board, Graph};

use crate::arguments::{DuelRulesArgs, StartArgs, board, solver_error};
use crate::exit::{self, Blame, Exit, refusal};
use crate::interrupt;
use crate::limits;
use crate::words::one_line;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof explore 2x2 --open
  koproof explore petersen --rules nstt
  koproof explore 2x2 --moves \"b a2, w b2, b a1, w b1, b a2, w a1\" --open

A page to play on, for this machine only: every legal move shows its exact value with the history of the game, and \
each forbidden point shows which earlier position it would repeat. Board and rules can be changed in the page. Handicap \
stones are set up with --position and --to-move white. The address is printed; Ctrl-C ends the server, with exit code 130.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// The port of 127.0.0.1 to listen on; the default never changes, so that links stay valid; 0 takes any free port
    #[arg(long, default_value_t = Setup::PORT, value_parser = limits::from_to(0, u16::MAX))]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    /// Number of threads that solve [default: one for each processor]
    #[arg(long, value_name = "NUMBER", value_parser = limits::threads, help_heading = "Work")]
    threads: Option<NonZeroUsize>,

    /// Memory for the claims: 512M, 4G (powers of 1024)
    #[arg(long, value_name = "SIZE", value_parser = limits::memory, default_value = "1G", help_heading = "Work")]
    memory: u64,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let game = self.start.game::<1, 2>(&self.board, &graph, rules)?;
        let explorer = Explorer::new(Setup {
            question: Question::of(self.board.clone(), game),
            port: self.port,
            threads: self.threads,
            memory: self.memory,
        });
        let explorer = explorer.map_err(blamed)?;
        interrupt::listen();
        let page = format!("http://{}/", explorer.address());
        let name = one_line(self.board.name());
        writeln!(out, "exploring {name} at {page}")?;
        out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(&page)
        {
            exit::complain(&format!("cannot open a browser ({error}): open {page}"));
        }
        explorer.serve(&interrupt::requested)?;
        Ok(Exit::Interrupted)
    }
}

fn blamed(error: ExplorerError) -> anyhow::Error {
    match error {
        ExplorerError::Solver(error) => solver_error(error),
        ExplorerError::Port { port, error: why } if why.kind() == ErrorKind::AddrInUse => {
            refusal!(
                "port {port} of 127.0.0.1 is taken, perhaps by another explorer at http://127.0.0.1:{port}/: end that one, or use --port 0 for any free port"
            )
        }
        ExplorerError::Port { .. } => refusal!("{error}; --port 0 takes any free port"),
        other => other.into(),
    }
}
