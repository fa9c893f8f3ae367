//! The points of each player when a game ends: points of the board, prisoners, komi.

use std::fmt;

use koproof_rules::text::counted;
use koproof_rules::{Coloring, Game, Graph, Komi, Margin, Player, PointSet, Ruleset, Scoring};
use serde::Serialize;

/// A final position.
///
/// # Examples
/// ```
/// use koproof_answers::Final;
/// use koproof_rules::{Board, Coloring, Graph, Ruleset};
///
/// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
/// let coloring = Coloring::<1, 2>::from_symbols(".XX.O")?;
/// let last = Final { graph: &graph, rules: Ruleset::TROMP_TAYLOR, coloring, lost: [0; 2] };
/// let said = last.tally().to_string();
/// assert_eq!(said.lines().last(), Some("score: B+2 (Black wins by 2)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Final<'a, const W: usize, const N: usize> {
    /// The board.
    pub graph: &'a Graph<W>,
    /// The rules, with the scoring.
    pub rules: Ruleset,
    /// The stones on the board.
    pub coloring: Coloring<W, N>,
    /// The number of stones that each color has lost.
    pub lost: [u32; N],
}

impl<'a, const W: usize, const N: usize> Final<'a, W, N> {
    /// Takes a game as it stands, whether it is over or not.
    #[must_use]
    pub fn of(game: &'a Game<'_, W, N>) -> Self {
        Self {
            graph: game.graph(),
            rules: *game.rules(),
            coloring: *game.coloring(),
            lost: std::array::from_fn(|index| game.lost(Player::new(index))),
        }
    }

    /// Removes the stones that are agreed to be dead, as captured.
    pub fn remove(&mut self, dead: PointSet<W>) {
        for (index, lost) in self.lost.iter_mut().enumerate() {
            *lost += (self.coloring.stones(Player::new(index)) & dead).len() as u32;
        }
        self.coloring = self.coloring.map(|stones| stones - dead);
    }

    /// Scores the position by the rules.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let players: Vec<Share> = (0..self.rules.players)
            .map(|index| self.share(Player::new(index)))
            .collect();
        let most = players.iter().map(|share| share.total.half_points()).max();
        let first = |share: &&Share| Some(share.total.half_points()) == most;
        let winner = match players.iter().filter(first).count() {
            1 => players.iter().find(first).map(|share| share.player.clone()),
            _ => None,
        };
        let score = (players.len() == 2).then(|| {
            let [black, white] = [&players[0], &players[1]].map(|share| share.points as i32);
            Margin::new(black - white, self.rules.komi)
        });
        Tally {
            scoring: self.rules.scoring,
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
        let total = 2 * points as i32 + komi.half_points();
        Share {
            player: player.to_string(),
            stones,
            empty_points: board - stones,
            prisoners,
            points,
            komi,
            total: Komi::from_half_points(total),
        }
    }
}

/// The score of a position, player by player.
#[derive(Clone, Debug, Serialize)]
pub struct Tally {
    scoring: Scoring,
    players: Vec<Share>,
    /// Black − White, komi counted; only for two players.
    pub score: Option<Margin>,
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
    komi: Komi,
    /// Points and komi.
    total: Komi,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for share in &self.players {
            let mut parts = Vec::new();
            if share.prisoners.is_none() {
                parts.push(counted(share.stones as u64, "stone"));
            }
            parts.push(format!("{} territory", share.empty_points));
            if let Some(prisoners) = share.prisoners {
                parts.push(counted(prisoners.into(), "prisoner"));
            }
            if share.komi != Komi::ZERO {
                parts.push(format!("{} komi", share.komi));
            }
            let (player, total) = (&share.player, share.total);
            writeln!(f, "{player}: {total} ({})", parts.join(" + "))?;
        }
        match (&self.score, &self.winner) {
            (Some(score), _) => write!(f, "score: {score} ({})", score.outcome()),
            (None, Some(winner)) => write!(f, "{winner} has most"),
            (None, None) => f.write_str("a tie"),
        }
    }
}
