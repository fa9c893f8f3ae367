//! `koproof status`: the chains that live, and the final owner of each point.

use std::io::{self, Write};
use std::time::Instant;

use koproof_answers::{self as answers, Ending, Fate, Range};
use koproof_rules::{Board, Coloring, Graph, Margin, Player, Ruleset, text};
use serde::Serialize;

use crate::about::About;
use crate::arguments::{ColoringArgs, DuelRulesArgs, FormatArgs, WorkArgs, board};
use crate::exit::{Blame, Exit};
use crate::progress::Watcher;
use crate::{draw, interrupt};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof status 2x3 --position OX./.X.
  koproof status path:5 --position .XXX. --format json
  koproof status 3x3 --position .X./XO./... --rules nstt --time-limit 1m

The position is the start of a game, once with Black and once with White to move, and both play best to the end, along \
the principal variation that `koproof solve` shows. In its last position every point is Black's, White's or nobody's, by \
area. Then a chain is

  unconditionally alive   if it cannot be captured even if its owner only passes (Benson)
  alive                   if with either player to move all its points are its owner's in the end
  dead                    if with either player to move all its points are the opponent's in the end
  undecided               otherwise: its fate depends on who moves first, or the points are shared
  open                    if a limit stopped the search before that was known

Best play need not be unique: another line of the same value may end with other owners. The players might agree to \
remove the dead chains: the score without them is shown beside the values, and `koproof score --dead` removes them. No \
other command does.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    #[command(flatten)]
    coloring: ColoringArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let coloring = self.coloring.read::<1, 2>(&self.board, &graph)?;
        let solver = self.work.solver(&self.board, rules)?;
        let started = Instant::now();
        let mut endings = Vec::new();
        for to_move in Player::BOTH {
            let game = solver.game(coloring, to_move)?;
            let what = format!("solving {}, {to_move} to move", self.board.name());
            let watcher = Watcher::new(what, self.work.quiet);
            let budget = self.work.budget_since(started);
            endings.push(Ending::find(&solver, &game, budget, &watcher));
        }
        let open = endings.iter().find(|ending| ending.owners.is_none());
        let answer = Answer::new(&self.board, &graph, &coloring, rules, &endings);
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, &self.board, &coloring, &endings)
        })?;
        self.work.explain(open.and_then(|ending| ending.stopped));
        Ok(interrupt::done_or_stopped(open.is_none()))
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    position: String,
    chains: Vec<Chain>,
    points: Vec<PointOwner>,
    /// The outcomes with Black and with White to move.
    endings: Vec<EndingJson>,
    /// `null` if the fate of a chain is open.
    agreement: Option<Agreement>,
}

#[derive(Debug, Serialize)]
struct Chain {
    color: Player,
    points: Vec<String>,
    status: String,
    with_black_to_move: String,
    with_white_to_move: String,
}

/// A point and its owners.
#[derive(Debug, Serialize)]
struct PointOwner {
    point: String,
    color: Option<Player>,
    /// The owner at the end with Black to move; `null` if no player owns it or the owner is not known.
    with_black_to_move: Option<Player>,
    with_white_to_move: Option<Player>,
}

/// Best play with one player to move.
#[derive(Debug, Serialize)]
struct EndingJson {
    to_move: Player,
    value: Range,
    principal_variation: Vec<String>,
    /// Whether the owners are known.
    complete: bool,
    /// The limit that stopped the search.
    stopped: Option<String>,
}

/// The score after removing the dead chains.
#[derive(Debug, Serialize)]
struct Agreement {
    dead: Vec<String>,
    /// Black − White, komi counted.
    score: Margin,
    /// Whether best play gives the same score with either player to move.
    as_best_play: bool,
    /// The same with Black and with White to move.
    #[serde(skip)]
    given: Vec<bool>,
}

impl Answer {
    fn new(
        board: &Board,
        graph: &Graph<1>,
        coloring: &Coloring<1, 2>,
        rules: Ruleset,
        endings: &[Ending],
    ) -> Self {
        let (mut chains, mut fates) = (Vec::new(), Vec::new());
        for player in Player::BOTH {
            for (chain, status) in Fate::of_chains(graph, coloring, player, rules.suicide, endings)
            {
                fates.push((chain, status));
                chains.push(Chain {
                    color: player,
                    points: text::point_names(board, chain),
                    status: status.to_string(),
                    with_black_to_move: endings[0].fate(chain, player).to_string(),
                    with_white_to_move: endings[1].fate(chain, player).to_string(),
                });
            }
        }
        let owner = |ending: &Ending, point| ending.owners.as_ref()?.at(point);
        let points = graph.all().iter().map(|point| PointOwner {
            point: text::point_name(board, point),
            color: coloring.at(point),
            with_black_to_move: owner(&endings[0], point),
            with_white_to_move: owner(&endings[1], point),
        });
        let agreement = answers::Agreement::on(graph, coloring, rules, fates, endings);
        Self {
            about: About::new(board, rules),
            position: text::position(board, coloring),
            points: points.collect(),
            endings: (endings.iter())
                .map(|ending| EndingJson {
                    to_move: ending.to_move,
                    value: Range::new(ending.value, rules.komi),
                    principal_variation: text::turns(board, ending.to_move, 2, &ending.line),
                    complete: ending.owners.is_some(),
                    stopped: ending.stopped.map(|why| why.to_string()),
                })
                .collect(),
            agreement: agreement.map(|agreed| Agreement {
                dead: text::point_names(board, agreed.dead),
                score: agreed.score,
                as_best_play: agreed.given.iter().all(|&same| same),
                given: agreed.given,
            }),
            chains,
        }
    }

    fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        coloring: &Coloring<1, 2>,
        endings: &[Ending],
    ) -> io::Result<()> {
        writeln!(out, "{}\n\n{}", self.about, draw::coloring(board, coloring))?;
        for chain in &self.chains {
            let points = chain.points.join(" ");
            writeln!(out, "{} chain {points}: {}", chain.color, chain.status)?;
        }
        for (ending, shown) in endings.iter().zip(&self.endings) {
            write!(out, "\n{} to move: {}", shown.to_move, shown.value)?;
            match &ending.owners {
                Some(owners) => {
                    writeln!(out, " by {}", shown.principal_variation.join(", "))?;
                    writeln!(out, "owners of the points at the end:")?;
                    write!(out, "{}", draw::coloring(board, owners))?;
                }
                None => {
                    let stopped = shown.stopped.as_deref().unwrap_or("limit");
                    writeln!(out, ", not played out (stopped: {stopped})")?;
                }
            }
        }
        let Some(Agreement {
            dead, score, given, ..
        }) = self.agreement.as_ref().filter(|one| !one.dead.is_empty())
        else {
            return Ok(());
        };
        let points = dead.join(" ");
        let when = match given[..] {
            [true, true] => "both with Black and with White to move",
            [true, false] => "only with Black to move",
            [false, true] => "only with White to move",
            _ => "neither with Black nor with White to move",
        };
        writeln!(
            out,
            "\nwith {points} removed as dead, the score is {score}; best play gives this score {when}"
        )
    }
}
