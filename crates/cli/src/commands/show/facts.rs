//! The facts about a coloring.

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Coloring, Graph, Komi, Player, Point, PointSet, text};
use serde::Serialize;

use crate::wide::{N, W};

/// The facts about a coloring, with the board's names of points.
#[derive(Debug, Serialize)]
pub(super) struct Facts {
    pub(super) board: String,
    pub(super) graph6: String,
    pub(super) position: String,
    /// The color that was cleared first, and the points that lost a stone.
    pub(super) cleared: Option<Cleared>,
    pub(super) legal: bool,
    pub(super) chains: Vec<Chain>,
    pub(super) regions: Vec<Region>,
    pub(super) points: Vec<PointFacts>,
    pub(super) scores: Vec<PlayerScore>,
    pub(super) komi: Komi,
    #[serde(flatten)]
    pub(super) tally: Tally,
}

/// The result of clearing a color.
#[derive(Debug, Serialize)]
pub(super) struct Cleared {
    pub(super) color: Player,
    pub(super) points: Vec<String>,
}

/// A chain of stones.
#[derive(Debug, Serialize)]
pub(super) struct Chain {
    pub(super) color: String,
    pub(super) points: Vec<String>,
    pub(super) liberties: Vec<String>,
    pub(super) reaches: Vec<String>,
}

/// A region of empty points.
#[derive(Debug, Serialize)]
pub(super) struct Region {
    pub(super) points: Vec<String>,
    pub(super) reaches: Vec<String>,
    /// The owner of the territory, if there is one.
    pub(super) owner: Option<Player>,
}

/// One point.
#[derive(Debug, Serialize)]
pub(super) struct PointFacts {
    pub(super) point: String,
    pub(super) color: String,
    pub(super) reaches: Vec<String>,
}

/// A player's area.
#[derive(Debug, Serialize)]
pub(super) struct PlayerScore {
    pub(super) player: Player,
    pub(super) stones: usize,
    pub(super) territory: usize,
    pub(super) area: usize,
}

impl Facts {
    pub(super) fn new(
        board: &Board,
        last: &Final<'_, W, N>,
        cleared: Option<(Player, PointSet<W>)>,
    ) -> Self {
        let Final {
            graph,
            rules,
            coloring,
            ..
        } = last;
        let of = Observed {
            board,
            graph,
            coloring,
            players: rules.players,
        };
        let players: Vec<Player> = of.players().collect();
        Self {
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            position: text::position(board, coloring),
            cleared: cleared.map(|(player, points)| Cleared {
                color: player,
                points: text::point_names(board, points),
            }),
            legal: coloring.is_legal(graph),
            chains: players
                .iter()
                .flat_map(|&player| coloring.chains(graph, player))
                .map(|chain| of.chain(chain))
                .collect(),
            regions: graph
                .parts(coloring.empty(graph))
                .map(|region| of.region(region))
                .collect(),
            points: graph.all().iter().map(|point| of.point(point)).collect(),
            scores: players
                .iter()
                .map(|&player| of.player_score(player))
                .collect(),
            komi: rules.komi,
            tally: last.tally(),
        }
    }
}

/// Returns the name of the color of a point.
fn color(color: Option<Player>) -> String {
    color.map_or_else(|| "empty".to_owned(), |player| player.to_string())
}

/// A coloring on its board.
struct Observed<'a> {
    board: &'a Board,
    graph: &'a Graph<W>,
    coloring: &'a Coloring<W, N>,
    players: usize,
}

impl Observed<'_> {
    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.players).map(Player::new)
    }

    /// Returns the colors that a point reaches, black first and empty last. All points of a connected part reach the
    /// same colors.
    fn reaches(&self, point: Point) -> Vec<String> {
        let reached = self.coloring.reach(self.graph, point);
        let stones = self
            .players()
            .map(|player| (color(Some(player)), self.coloring.stones(player)));
        let empty = (color(None), self.coloring.empty(self.graph));
        stones
            .chain([empty])
            .filter(|(_, points)| !points.is_disjoint(&reached))
            .map(|(name, _)| name)
            .collect()
    }

    fn part_reaches(&self, part: PointSet<W>) -> Vec<String> {
        part.first()
            .map_or_else(Vec::new, |point| self.reaches(point))
    }

    fn chain(&self, chain: PointSet<W>) -> Chain {
        Chain {
            color: color(chain.first().and_then(|point| self.coloring.at(point))),
            points: text::point_names(self.board, chain),
            liberties: text::point_names(self.board, self.coloring.liberties(self.graph, chain)),
            reaches: self.part_reaches(chain),
        }
    }

    fn region(&self, region: PointSet<W>) -> Region {
        let owner = self
            .players()
            .find(|&player| region.is_subset(&self.coloring.territory(self.graph, player)));
        Region {
            points: text::point_names(self.board, region),
            reaches: self.part_reaches(region),
            owner,
        }
    }

    fn point(&self, point: Point) -> PointFacts {
        PointFacts {
            point: text::point_name(self.board, point),
            color: color(self.coloring.at(point)),
            reaches: self.reaches(point),
        }
    }

    fn player_score(&self, player: Player) -> PlayerScore {
        PlayerScore {
            player,
            stones: self.coloring.stones(player).len(),
            territory: self.coloring.territory(self.graph, player).len(),
            area: self.coloring.area(self.graph, player),
        }
    }
}
