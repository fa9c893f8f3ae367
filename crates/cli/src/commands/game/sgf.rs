//! `koproof game sgf`: best play and proofs as game trees for other programs.

mod earlier;
mod remarks;
mod write;

use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use koproof_answers::{Caps, Show, Tree};
use koproof_rules::text::Turn;
use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Ruleset, Shape};
use koproof_solver::{Solver, Stopped};
use koproof_store::AtomicFile;

use crate::arguments::{DuelRulesArgs, StartArgs, WorkArgs, board, check_names, unless_stdout};
use crate::exit::{Blame, Exit, complain, refuse};
use crate::progress::Watcher;
use crate::record::Record;
use crate::words::counted;
use crate::{interrupt, limits, unfinished};

/// The longest side of a board in SGF, whose points are letters.
const MAX_SIDE: u16 = 52;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof game sgf 2x2 --out 2x2.sgf                     every line of best play, as variations
  koproof game sgf 2x3 --show proof-of-black --out proof.sgf
  koproof game sgf 2x3 --position .X./... --to-move white --depth 10 --width 2
  koproof game sgf --game game.sgf --out judged.sgf      a game with the value of every move

SGF 4 for Sabaki, GoGui and others. Every position has its value under the real history (V: Black minus White, komi \
counted); BM marks moves that lose points. Where lines go on from a position, TE marks moves that keep the value if others do \
not, and MA points that superko forbids, with the reason. Lines of best play show for either side only moves that keep the value; a proof shows one \
such move for its player and all replies of the other, whatever --width is. A position that occurred in an earlier line is not \
followed again: its comment says where it is. In a proof it is followed again unless the line there is a proof with this \
history, too; if that line is too long to check, the comment says so. If moves of a proof are missing or not checked, stderr \
says so, and the exit code is 3. SGF names a point by two letters, column and row from the top left; no letter is \
skipped. Comments name points as other commands do, such as a2. Comments mark the places where --depth, --width or \
--nodes leaves moves out. The tree follows the first move of each position to the end of its line before it adds other \
moves. The moves given with --moves or in a game file come \
first, each with its value, and with BM if it loses points. A game file states its rules in RU, by the name of a rule set or as koproof writes them, \
unless --rules or another option names rules.")]
pub(crate) struct Args {
    /// The board: a grid (see `koproof boards`)
    #[arg(value_parser = board, required_unless_present = "game")]
    board: Option<Board>,

    /// A game in an SGF file, instead of board, position and moves; - is stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "position", "to_move", "moves"])]
    game: Option<PathBuf>,

    /// The moves that the tree shows
    #[arg(long, value_enum, default_value_t = ShowName::Lines)]
    show: ShowName,

    /// The largest number of moves in a line
    #[arg(long, value_name = "MOVES", default_value_t = 40, value_parser = limits::from_to(0_u16, 500))]
    depth: u16,

    /// The largest number of moves shown for a position
    #[arg(long, value_name = "MOVES", default_value_t = 8, value_parser = limits::from_to(1_u16, 64))]
    width: u16,

    /// The largest number of positions in the tree
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = limits::from_to(1_u32, 1_000_000))]
    nodes: u32,

    /// Write to this file, and replace an old one unless --time-limit or --node-limit cut the tree short; - is stdout
    /// [default: -]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowName {
    /// All moves that keep the value
    Lines,
    /// A move of Black that keeps the value, and every reply of White
    ProofOfBlack,
    /// A move of White that keeps the value, and every reply of Black
    ProofOfWhite,
    /// No further moves: only the given moves, with their values
    Nothing,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut rules = self.rules.checked()?;
        let record = self.record(rules.players)?;
        let size = size(&record.board)
            .map_err(|error| self.of_file(error))
            .bad_input()?;
        let note = record.complete(&mut rules, self.rules.given())?;
        self.check_solvable(&record, &rules)?;
        let path = unless_stdout(&self.out);
        let names = [("--game", unless_stdout(&self.game)), ("--out", path)];
        check_names(&record.board, &names)?;
        let file = path.map(AtomicFile::create_export).transpose();
        let file = path.zip(file.bad_input()?);
        // Check the input before starting threads.
        let graph = Graph::<1>::new(&record.board)
            .map_err(|error| self.of_file(error.into()))
            .bad_input()?;
        let (start, moves) = given(&record, &graph, rules)
            .map_err(|error| self.of_file(error))
            .bad_input()?;
        let solver = self.work.solver(&record.board, rules)?;
        // A refusal is one line.
        if let Some(note) = note {
            complain(&note);
        }
        let (tree, is_cut) = self.tree(&solver, start, &moves)?;
        let text = write::sgf(&record.board, size, &rules, &tree, record.source.as_ref());
        let is_whole = tree.is_exact() && !is_cut && !interrupt::requested();
        let exit = interrupt::done_or_stopped(is_whole);
        place(&text, file, exit, out)?;
        Ok(match exit {
            Exit::Done => self.whole_proof(&tree),
            cut_short => cut_short,
        })
    }

    /// Reads the game of the file, or of the command line.
    fn record(&self, players: usize) -> anyhow::Result<Record> {
        match (&self.game, &self.board) {
            (Some(file), _) => Record::from_sgf(file),
            (None, Some(board)) => {
                size(board).bad_input()?;
                Record::typed(board, &self.start, players)
            }
            (None, None) => refuse!("name a board, or a --game"),
        }
    }

    /// Names the file of the game in an error.
    fn of_file(&self, error: anyhow::Error) -> anyhow::Error {
        match &self.game {
            Some(file) => error.context(format!("game {}", file.display())),
            None => error,
        }
    }

    /// Refuses a game file whose texts cannot be copied, or whose game is none of alternating turns.
    fn check_solvable(&self, record: &Record, rules: &Ruleset) -> anyhow::Result<()> {
        let Some(file) = &self.game else {
            return Ok(());
        };
        let name = file.display();
        if let Some(encoding) = &record.foreign_text {
            refuse!(
                "game {name}: it states CA[{encoding}] and is not in UTF-8: save it in UTF-8 first"
            );
        }
        if let turns @ 2.. = rules.handicap {
            refuse!(
                "game {name}: HA[{turns}] without stones set up gives Black {turns} turns in a row, and the solver requires \
                 alternating turns: set the handicap stones up with AB"
            );
        }
        Ok(())
    }

    /// Tells whether the tree is the whole proof, if one was asked for, and says so on stderr if it is not.
    fn whole_proof(&self, tree: &Tree) -> Exit {
        let is_proof = matches!(self.show, ShowName::ProofOfBlack | ShowName::ProofOfWhite);
        let cuts = tree.cuts();
        if !is_proof || cuts == 0 {
            return Exit::Done;
        }
        complain(&format!(
            "this is no whole proof: {} {} not followed to the end; the comments say why",
            counted(cuts, "position"),
            if cuts == 1 { "is" } else { "are" }
        ));
        Exit::Stopped
    }

    /// Searches what is to be shown. After a limit or a signal the analyses give what is known; returns whether one was
    /// stopped by another limit than its own of expansions.
    fn tree(
        &self,
        solver: &Solver,
        start: Game<'_, 1, 2>,
        moves: &[Move],
    ) -> anyhow::Result<(Tree, bool)> {
        let is_cut = Cell::new(false);
        let begun = Instant::now();
        let watcher = Watcher::on(solver.board(), "analysing", self.work.quiet);
        let analyse = |game: &_, detail| {
            let budget = self.work.budget_since(begun);
            let analysis = solver.analyse(game, detail, budget, &watcher);
            let why = analysis.stopped.filter(|why| *why != Stopped::Nodes);
            is_cut.set(is_cut.get() || why.is_some());
            Some(analysis)
        };
        let show = match self.show {
            ShowName::Lines => Show::Lines,
            ShowName::ProofOfBlack => Show::Proof(Player::BLACK),
            ShowName::ProofOfWhite => Show::Proof(Player::WHITE),
            ShowName::Nothing => Show::Nothing,
        };
        let caps = Caps {
            depth: self.depth.into(),
            width: self.width.into(),
            nodes: self.nodes as usize,
        };
        let tree = Tree::grow(start, moves, show, caps, analyse)?;
        Ok((tree, is_cut.get()))
    }
}

/// Puts the tree into its file, or writes it to stdout.
fn place(
    text: &str,
    file: Option<(&Path, AtomicFile)>,
    exit: Exit,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some((path, mut file)) = file else {
        out.write_all(text.as_bytes())?;
        unfinished::tell_cut_short("the tree", exit);
        return Ok(());
    };
    let written = file.write_all(text.as_bytes()).map_err(anyhow::Error::from);
    (written.and_then(|()| unfinished::place(file, path, exit)))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Returns columns and rows of a board whose points SGF can name.
fn size(board: &Board) -> anyhow::Result<(u16, u16)> {
    match *board.shape() {
        Shape::Grid { rows, columns } if rows.max(columns) <= MAX_SIDE => Ok((columns, rows)),
        Shape::Grid { .. } => Err(anyhow!(
            "SGF has boards of up to {MAX_SIDE} columns and rows, {} is larger",
            board.name()
        )),
        _ => Err(anyhow!(
            "SGF has grids only, and {} is no grid (a path is one as 1xN): `koproof solve --format json` writes its lines",
            board.name()
        )),
    }
}

/// Returns the game before the given moves, and these moves, all of them legal.
fn given<'g>(
    record: &Record,
    graph: &'g Graph<1>,
    rules: Ruleset,
) -> anyhow::Result<(Game<'g, 1, 2>, Vec<Move>)> {
    let points = record.board.points();
    let start: Coloring<1, 2> = Coloring::from_symbols(&record.start.to_symbols(points))?;
    let game = Game::new(graph, rules, start, record.to_move)?;
    if let Some(at) = record.turns.iter().position(|turn| *turn == Turn::Disputed) {
        let number = at + 1;
        return Err(anyhow!("move {number}: games with disputes have no values"));
    }
    let mut played = game.clone();
    if let Some(broken) = record.play(&mut played) {
        let how = if broken.rule == "turn" {
            ""
        } else {
            "illegal: "
        };
        let (number, name, reason) = (broken.number, broken.text, broken.reason);
        return Err(anyhow!("move {number} '{name}' is {how}{reason}"));
    }
    let moves = played.moves().skip(game.moves().len()).collect();
    Ok((game, moves))
}
