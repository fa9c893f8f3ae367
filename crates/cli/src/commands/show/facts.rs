//! The facts about a coloring.

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Komi, Player, Point, PointSet, text};
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
        let players = || (0..rules.players).map(Player::new);
        let names = |points| text::point_names(board, points);
        let color =
            |color: Option<Player>| color.map_or("empty".to_owned(), |player| player.to_string());
        // Black is first, empty last.
        let reaches = |point: Point| -> Vec<String> {
            let reached = coloring.reach(graph, point);
            let colors = players().map(|player| (Some(player), coloring.stones(player)));
            colors
                .chain([(None, coloring.empty(graph))])
                .filter(|(_, points)| !points.is_disjoint(&reached))
                .map(|(player, _)| color(player))
                .collect()
        };
        // All points of a connected part reach the same colors.
        let part_reaches = |part: PointSet<W>| part.first().map_or_else(Vec::new, reaches);
        let chains = players().flat_map(|player| {
            coloring.chains(graph, player).map(move |chain| Chain {
                color: color(Some(player)),
                points: names(chain),
                liberties: names(coloring.liberties(graph, chain)),
                reaches: part_reaches(chain),
            })
        });
        let regions = graph.parts(coloring.empty(graph)).map(|region| Region {
            points: names(region),
            reaches: part_reaches(region),
            owner: players().find(|&player| region.is_subset(&coloring.territory(graph, player))),
        });
        let points = graph.all().iter().map(|point| PointFacts {
            point: text::point_name(board, point),
            color: color(coloring.at(point)),
            reaches: reaches(point),
        });
        let scores = players().map(|player| PlayerScore {
            player,
            stones: coloring.stones(player).len(),
            territory: coloring.territory(graph, player).len(),
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
}
