//! The points of each player when a game ends: points of the board, prisoners, komi.

use std::io::{self, Write};

use koproof_rules::{Coloring, Graph, Komi, Player, PointSet, Ruleset, Scoring};
use serde::Serialize;

use crate::scores::{self, Score};
use crate::words::counted;

/// The width of point sets for boards that are not searched, enough for all boards.
pub(crate) const W: usize = 8;
/// The number of colors for boards that are not searched, enough for all players.
pub(crate) const N: usize = Player::MAX;

/// A final position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Final<'a> {
    pub(crate) graph: &'a Graph<W>,
    pub(crate) rules: Ruleset,
    pub(crate) coloring: Coloring<W, N>,
    /// The number of stones that each color has lost.
    pub(crate) lost: [u32; N],
}

impl Final<'_> {
    /// Removes the stones that are agreed to be dead, as captured.
    pub(crate) fn remove(&mut self, dead: PointSet<W>) {
        for (index, lost) in self.lost.iter_mut().enumerate() {
            *lost += (self.coloring.stones(Player::new(index)) & dead).len() as u32;
        }
        self.coloring = self.coloring.map(|stones| stones - dead);
    }

    /// Scores the position by the rules.
    pub(crate) fn tally(&self) -> Tally {
        let players: Vec<Share> = (0..self.rules.players)
            .map(|index| self.share(Player::new(index)))
            .collect();
        let most = players.iter().map(|share| share.half_points).max();
        let first = |share: &&Share| Some(share.half_points) == most;
        let winner = match players.iter().filter(first).count() {
            1 => players.iter().find(first).map(|share| share.player.clone()),
            _ => None,
        };
        let score = (players.len() == 2).then(|| {
            let [black, white] = [&players[0], &players[1]].map(|share| share.points as i32);
            Score::new(black - white, self.rules.komi)
        });
        Tally {
            scoring: self.rules.scoring.to_string(),
            players,
            score,
            winner,
        }
    }

    fn share(&self, player: Player) -> Share {
        let Self {
            graph,
            rules,
            coloring,
            lost,
        } = self;
        let board = coloring.scoring_points(graph, player, rules.scoring).len();
        let prisoners = match rules.scoring {
            Scoring::Area | Scoring::Taylor => None,
            Scoring::Territory => Some(lost.iter().sum::<u32>() - lost[player.index()]),
        };
        let points = board + prisoners.unwrap_or(0) as usize;
        let komi = rules.komi_of(player);
        let stones = match rules.scoring {
            Scoring::Area | Scoring::Taylor => coloring.stones(player).len(),
            Scoring::Territory => 0,
        };
        let half_points = 2 * points as i32 + komi.half_points();
        Share {
            player: player.to_string(),
            stones,
            empty_points: board - stones,
            prisoners,
            points,
            komi,
            total: Komi::from_half_points(half_points),
            half_points,
        }
    }
}

/// The score of a position, player by player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tally {
    scoring: String,
    players: Vec<Share>,
    /// Black − White, komi counted; only for two players.
    score: Option<Score>,
    /// The player with most points; `None` if several players have most points.
    winner: Option<String>,
}

/// The points of one player.
#[derive(Clone, Debug, Serialize)]
struct Share {
    player: String,
    /// Stones that score.
    stones: usize,
    /// Empty points that score.
    empty_points: usize,
    /// The prisoners, if they count.
    prisoners: Option<u32>,
    /// The sum of these.
    points: usize,
    #[serde(serialize_with = "scores::komi")]
    komi: Komi,
    /// Points and komi.
    #[serde(serialize_with = "scores::komi")]
    total: Komi,
    #[serde(skip)]
    half_points: i32,
}

impl Tally {
    /// Writes the score in human-readable form.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for share in &self.players {
            let mut parts = Vec::new();
            if share.prisoners.is_none() {
                parts.push(counted(share.stones, "stone", "stones"));
            }
            parts.push(format!("{} territory", share.empty_points));
            if let Some(prisoners) = share.prisoners {
                parts.push(counted(prisoners as usize, "prisoner", "prisoners"));
            }
            if share.komi != Komi::ZERO {
                parts.push(format!("{} komi", share.komi));
            }
            writeln!(
                out,
                "{}: {} ({})",
                share.player,
                share.total,
                parts.join(" + ")
            )?;
        }
        match (&self.score, &self.winner) {
            (Some(score), _) => writeln!(out, "score: {score} ({})", score.outcome()),
            (None, Some(winner)) => writeln!(out, "{winner} has most"),
            (None, None) => writeln!(out, "a tie"),
        }
    }
}

/// Lists the stones that the players have lost: `black 3, white 5`.
pub(crate) fn lost(lost: &[u32; N], players: usize) -> String {
    let each = lost.iter().take(players).enumerate();
    let each = each.map(|(index, lost)| format!("{} {lost}", Player::new(index)));
    each.collect::<Vec<_>>().join(", ")
}
