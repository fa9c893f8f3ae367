//! `koproof show`: the facts about a coloring, by the definitions.

use std::io::{self, Write};

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Coloring, Graph, Komi, Player, Point, PointSet, Ruleset, text};
use serde::Serialize;

use crate::arguments::{FormatArgs, N, RulesArgs, StartArgs, W, any_player, board, check_player};
use crate::draw;
use crate::exit::{Blame, Exit};
use crate::words::{counted, one_line};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof show 2x3 --position OX./.X.
  koproof show 2x2 --position XO/O. --clear black     take off chains without liberties
  koproof show 3x3 --moves \"b b2, w b1\" --komi 0.5
  koproof show path:5 --position .X..O --format json
  koproof show path:7 --position .X.O..3 --players 3 --scoring taylor")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// Clear this color first: remove its chains without liberties
    #[arg(long, value_parser = any_player(), value_name = "COLOR")]
    clear: Option<Player>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<W>::new(&self.board).bad_input()?;
        let mut shown = self.shown(&graph, rules)?;
        if let Some(player) = self.clear {
            check_player("--clear", player, rules.players)?;
        }
        let cleared = self
            .clear
            .map(|player| (player, shown.coloring.clear(&graph, player)));
        let facts = Facts::new(&self.board, &shown, cleared);
        self.format.print(out, &facts, |facts, out| {
            facts.write(out, &self.board, &shown.coloring)
        })?;
        Ok(Exit::Done)
    }

    /// Returns the position after the moves. Without moves, the position does not have to be legal.
    fn shown<'g>(&self, graph: &'g Graph<W>, rules: Ruleset) -> anyhow::Result<Final<'g, W, N>> {
        let at = &self.start.at;
        if self.start.moves.is_some() {
            let game = self.start.game(&self.board, graph, rules)?;
            let Final { coloring, lost, .. } = Final::of(&game);
            return Ok(Final {
                graph,
                rules: *game.rules(),
                coloring,
                lost,
            });
        }
        at.check_players(rules.players)?;
        let position = at.coloring.position.as_deref();
        let coloring = position.map(|text| text::parse_coloring(&self.board, text));
        Ok(Final {
            graph,
            rules,
            coloring: coloring.transpose().bad_input()?.unwrap_or(Coloring::EMPTY),
            lost: [0; N],
        })
    }
}

/// The facts about a coloring, with the board's names of points.
#[derive(Debug, Serialize)]
struct Facts {
    board: String,
    graph6: String,
    position: String,
    /// The color that was cleared first, and the points that lost a stone.
    cleared: Option<Cleared>,
    legal: bool,
    chains: Vec<Chain>,
    regions: Vec<Region>,
    points: Vec<PointFacts>,
    scores: Vec<PlayerScore>,
    komi: Komi,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Debug, Serialize)]
struct Cleared {
    color: Player,
    points: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Chain {
    color: Player,
    points: Vec<String>,
    liberties: Vec<String>,
    reaches: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Region {
    points: Vec<String>,
    reaches: Vec<String>,
    /// The owner of the territory, if there is one.
    owner: Option<Player>,
}

#[derive(Debug, Serialize)]
struct PointFacts {
    point: String,
    color: String,
    reaches: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PlayerScore {
    player: Player,
    stones: usize,
    territory: usize,
    area: usize,
}

/// Lists the colors that a point reaches: Black first, empty last.
fn reaches(last: &Final<'_, W, N>, point: Point) -> Vec<String> {
    let (graph, coloring) = (last.graph, &last.coloring);
    let reached = coloring.reach(graph, point);
    let players = (0..last.rules.players).map(Player::new);
    players
        .map(|player| (Some(player), coloring.stones(player)))
        .chain([(None, coloring.empty(graph))])
        .filter(|(_, points)| !points.is_disjoint(&reached))
        .map(|(player, _)| color_name(player))
        .collect()
}

fn color_name(color: Option<Player>) -> String {
    color.map_or("empty".to_owned(), |player| player.to_string())
}

impl Facts {
    fn new(board: &Board, last: &Final<'_, W, N>, cleared: Option<(Player, PointSet<W>)>) -> Self {
        let Final {
            graph,
            rules,
            coloring,
            ..
        } = last;
        let players = || (0..rules.players).map(Player::new);
        let names = |points| text::point_names(board, points);
        let territories = players().map(|player| coloring.territory(graph, player));
        let territories: Vec<PointSet<W>> = territories.collect();
        let territory = |player: Player| &territories[player.index()];
        // All points of a connected part reach the same colors.
        let part_reaches = |part: PointSet<W>| part.first().map(|point| reaches(last, point));
        let chains = players()
            .flat_map(|player| (coloring.chains(graph, player)).map(move |chain| (player, chain)));
        let chains = chains.map(|(color, chain)| Chain {
            color,
            points: names(chain),
            liberties: names(coloring.liberties(graph, chain)),
            reaches: part_reaches(chain).unwrap_or_default(),
        });
        let regions = graph.parts(coloring.empty(graph)).map(|region| Region {
            points: names(region),
            reaches: part_reaches(region).unwrap_or_default(),
            owner: players().find(|&player| region.is_subset(territory(player))),
        });
        let points = graph.all().iter().map(|point| PointFacts {
            point: text::point_name(board, point),
            color: color_name(coloring.at(point)),
            reaches: reaches(last, point),
        });
        let scores = players().map(|player| PlayerScore {
            player,
            stones: coloring.stones(player).len(),
            territory: territory(player).len(),
            area: coloring.area(graph, player),
        });
        Self {
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            position: text::position(board, coloring),
            cleared: cleared.map(|(player, points)| Cleared {
                color: player,
                points: names(points),
            }),
            legal: coloring.is_legal(graph),
            chains: chains.collect(),
            regions: regions.collect(),
            points: points.collect(),
            scores: scores.collect(),
            komi: rules.komi,
            tally: last.tally(),
        }
    }

    fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        coloring: &Coloring<W, N>,
    ) -> io::Result<()> {
        writeln!(out, "board: {}", one_line(&self.board))?;
        if let Some(cleared) = &self.cleared {
            let what = match cleared.points.as_slice() {
                [] => "every chain had a liberty".to_owned(),
                points => format!("took away {}", points.join(" ")),
            };
            writeln!(out, "clearing {}: {what}", cleared.color)?;
        }
        writeln!(out, "\n{}", draw::coloring(board, coloring))?;
        if self.legal {
            writeln!(out, "legal: yes, every chain has a liberty")?;
        } else {
            let dead = self
                .chains
                .iter()
                .filter(|chain| chain.liberties.is_empty());
            let dead: Vec<String> = dead
                .map(|chain| format!("the {} chain at {}", chain.color, chain.points.join(" ")))
                .collect();
            writeln!(out, "legal: no, without liberties: {}", dead.join("; "))?;
        }
        self.write_parts(out)?;
        writeln!(out, "\n{}", self.tally)
    }

    fn write_parts(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = vec![["", "points", "reaches", "liberties, owner"].map(str::to_owned)];
        for chain in &self.chains {
            let liberties = match chain.liberties.len() {
                0 => "no liberties".to_owned(),
                number => {
                    let liberties = counted(number, "liberty");
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
        for region in &self.regions {
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
}
