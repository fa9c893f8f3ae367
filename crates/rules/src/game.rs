//! Games: the player to move, the records made, the legal moves.

mod held;
mod illegal;
mod moves;

use std::sync::Arc;

pub use illegal::{IllegalMove, IllegalStart};
pub use moves::Move;

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::history::{History, Record};
use crate::play::Play;
use crate::ruleset::Ruleset;
use crate::score::Scoring;
use held::Held;

/// A turn, with the data to undo it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn<const W: usize, const N: usize> {
    taken: Move,
    mover: Player,
    before: Coloring<W, N>,
    lost_before: [u32; N],
    passes_before: usize,
    was_disputed: bool,
    added: Option<Record<Coloring<W, N>>>,
}

/// A game in progress: coloring, player to move, consecutive passes, and the history for superko.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, IllegalMove, Move, Player, Point, Ruleset};
/// let graph = Graph::<1>::new(&"2x2".parse::<Board>()?)?;
/// let mut game: Game<'_, 1, 2> = Game::new(&graph, Ruleset::TROMP_TAYLOR, Coloring::EMPTY, Player::BLACK)?;
/// for point in [2, 1, 0, 3, 2, 0] {
///     game.play(Move::Play(Point::new(point)))?;
/// }
/// // Black would recreate the coloring after turn 1.
/// assert_eq!(game.play(Move::Play(Point::new(2))), Err(IllegalMove::Superko { first_seen: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<'g, const W: usize, const N: usize> {
    graph: Held<'g, W>,
    rules: Ruleset,
    coloring: Coloring<W, N>,
    to_move: Player,
    passes: usize,
    is_disputed: bool,
    /// The number of stones of each color that plays have removed.
    lost: [u32; N],
    history: History<Coloring<W, N>>,
    turns: Vec<Turn<W, N>>,
}

impl<'g, const W: usize, const N: usize> Game<'g, W, N> {
    /// Starts a game at any legal coloring, with `to_move` to move and no passes yet.
    ///
    /// # Errors
    /// If `to_move` does not play, a stone of the coloring is not on the board, or a chain has no liberty.
    ///
    /// # Panics
    /// If the rules ask for more players than `N`, or fewer than two.
    pub fn new(
        graph: &'g Graph<W>,
        rules: Ruleset,
        start: Coloring<W, N>,
        to_move: Player,
    ) -> Result<Self, IllegalStart<W>> {
        assert!(
            (2..=N).contains(&rules.players),
            "a game of {} players does not fit colorings of {N}",
            rules.players
        );
        let players = rules.players;
        if to_move.index() >= players {
            let player = to_move;
            return Err(IllegalStart::Player { player, players });
        }
        // First, because nothing else may look at points that the graph does not have.
        let outside = start.occupied() - graph.all();
        if !outside.is_empty() {
            let size = graph.points();
            return Err(IllegalStart::OffBoard { outside, size });
        }
        for player in (players..N).map(Player::new) {
            if let Some(point) = start.stones(player).first() {
                return Err(IllegalStart::Stranger {
                    player,
                    point,
                    players,
                });
            }
        }
        if let Some((player, chain)) = start.dead_chain(graph) {
            return Err(IllegalStart::NoLiberty { player, chain });
        }
        let mut history = History::default();
        for record in rules.superko.known(start, to_move, 0, rules.players) {
            history.add(record, 0);
        }
        Ok(Self {
            graph: Held::Borrowed(graph),
            rules,
            coloring: start,
            to_move,
            passes: 0,
            is_disputed: false,
            lost: [0; N],
            history,
            turns: Vec::new(),
        })
    }

    /// Returns the graph the game is played on.
    #[must_use]
    pub fn graph(&self) -> &Graph<W> {
        &self.graph
    }

    /// Returns the game with a graph of its own, so that it can outlive the one that it was made on.
    #[must_use]
    pub fn into_owned(self) -> Game<'static, W, N> {
        let graph = match self.graph {
            Held::Borrowed(graph) => Arc::new(graph.clone()),
            Held::Shared(graph) => graph,
        };
        Game {
            graph: Held::Shared(graph),
            rules: self.rules,
            coloring: self.coloring,
            to_move: self.to_move,
            passes: self.passes,
            is_disputed: self.is_disputed,
            lost: self.lost,
            history: self.history,
            turns: self.turns,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the coloring that the game started from, and the player to move there.
    #[must_use]
    pub fn start(&self) -> (&Coloring<W, N>, Player) {
        self.turns
            .first()
            .map_or((&self.coloring, self.to_move), |turn| {
                (&turn.before, turn.mover)
            })
    }

    /// Returns the current coloring.
    #[must_use]
    pub fn coloring(&self) -> &Coloring<W, N> {
        &self.coloring
    }

    /// Returns the player to move, also when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Counts the consecutive passes just made.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Returns the records made so far.
    #[must_use]
    pub fn history(&self) -> &History<Coloring<W, N>> {
        &self.history
    }

    /// Counts the stones of a player that plays have removed, by capture or suicide. Between two players these are the
    /// opponent's prisoners.
    ///
    /// # Panics
    /// If the player is none of the `N`.
    #[must_use]
    pub fn lost(&self, player: Player) -> u32 {
        self.lost[player.index()]
    }

    /// Returns the score of a player if the game ends here: points of the board and, if they count, prisoners. Komi is
    /// not counted.
    ///
    /// The rules must have passed [`Ruleset::check`].
    #[must_use]
    pub fn points(&self, player: Player) -> usize {
        let scoring = self.rules.scoring;
        let points = self
            .coloring
            .scoring_points(&self.graph, player, scoring)
            .len();
        let prisoners: u32 = match scoring {
            Scoring::Area | Scoring::Taylor => 0,
            Scoring::Territory => self.lost.iter().sum::<u32>() - self.lost(player),
        };
        points + prisoners as usize
    }

    /// Iterates over the turns taken so far, first to last, each with its player.
    #[must_use]
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (Player, Move)> {
        self.turns.iter().map(|turn| (turn.mover, turn.taken))
    }

    /// Iterates over the moves made so far, first to last.
    #[must_use]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.turns.iter().map(|turn| turn.taken)
    }

    /// Returns whether the last moves are passes, as many as there are players. With a handicap they can be Black's
    /// alone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes >= self.rules.passes_to_end()
    }

    /// Returns the result of a play without making it; `None` for a pass.
    ///
    /// # Errors
    /// The reason why the move is illegal; of several reasons, the first in the order occupied, suicide, superko.
    pub fn try_move(&self, taken: Move) -> Result<Option<Play<W, N>>, IllegalMove<W>> {
        if self.is_over() {
            return Err(IllegalMove::Over);
        }
        let Move::Play(point) = taken else {
            return Ok(None);
        };
        if point.index() >= self.graph.points() {
            return Err(IllegalMove::OffBoard(point));
        }
        if self.coloring.occupied().contains(point) {
            return Err(IllegalMove::Occupied(point));
        }
        let play = self.coloring.play(&self.graph, self.to_move, point);
        if !self.rules.suicide.allows(&play) {
            return Err(IllegalMove::Suicide {
                chain: play.suicide,
            });
        }
        let superko = self.rules.superko;
        let record = superko.of_play_before(play.coloring, self.to_move, self.next());
        match self.history.first_seen(&record) {
            Some(first_seen) => Err(IllegalMove::Superko { first_seen }),
            None => Ok(Some(play)),
        }
    }

    /// Iterates over the legal moves: the pass first, then plays in the order of their points. Empty if the game is
    /// over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        std::iter::once(Move::Pass)
            .chain(self.coloring.empty(&self.graph).into_iter().map(Move::Play))
            .filter(|&taken| self.try_move(taken).is_ok())
    }

    /// Returns the game after a move.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn after(&self, taken: Move) -> Result<Self, IllegalMove<W>> {
        let mut after = self.clone();
        after.play(taken)?;
        Ok(after)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is illegal; the game does not change then.
    pub fn play(&mut self, taken: Move) -> Result<(), IllegalMove<W>> {
        let play = self.try_move(taken)?;
        let superko = self.rules.superko;
        let (before, mover, next) = (self.coloring, self.to_move, self.next());
        let record = match play {
            Some(play) => Some(superko.of_play_before(play.coloring, mover, next)),
            None => superko.of_pass_before(before, mover, next),
        };
        let turn = self.turns.len() + 1;
        let added = record.filter(|&record| self.history.add(record, turn));
        self.turns.push(Turn {
            taken,
            mover,
            before,
            lost_before: self.lost,
            passes_before: self.passes,
            was_disputed: self.is_disputed,
            added,
        });
        self.passes = if play.is_some() { 0 } else { self.passes + 1 };
        if let Some(play) = play {
            self.coloring = play.coloring;
            for (index, lost) in self.lost.iter_mut().enumerate() {
                let gone =
                    before.stones(Player::new(index)) - play.coloring.stones(Player::new(index));
                *lost += gone.len() as u32;
            }
            // A stone that its own play removes by suicide was never in a coloring.
            if !play.suicide.is_empty() {
                self.lost[mover.index()] += 1;
            }
        }
        self.to_move = next;
        Ok(())
    }

    /// Resumes a game that is over, as if its last pass had not ended it. The pass stays made, and the player to move
    /// continues; with two players, the one who passed first. Returns whether the game was over.
    ///
    /// Source: B. Taylor's fifth interpretation of the Tromp-Taylor rules, for a second pass that is disputed.
    pub fn dispute(&mut self) -> bool {
        let over = self.is_over();
        if over {
            self.passes = 0;
            self.is_disputed = true;
        }
        over
    }

    /// Returns whether a pass was disputed. [`Self::moves`] contains no disputes, so the same moves do not make this
    /// game again: they would continue a game that is over. Taking the disputed pass back takes the dispute back, too.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        self.is_disputed
    }

    /// Returns the player to move after the next turn.
    fn next(&self) -> Player {
        if self.turns.len() + 1 < self.rules.handicap {
            self.to_move
        } else {
            self.to_move.next(self.rules.players)
        }
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.turns.pop()?;
        if let Some(record) = turn.added {
            self.history.remove(&record);
        }
        self.coloring = turn.before;
        self.lost = turn.lost_before;
        self.passes = turn.passes_before;
        self.is_disputed = turn.was_disputed;
        self.to_move = turn.mover;
        Some(turn.taken)
    }
}

impl<const W: usize> Game<'_, W, 2> {
    /// Returns the score if the game ends here: Black − White, with prisoners if they count, without komi.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.points(Player::BLACK) as i32 - self.points(Player::WHITE) as i32
    }
}

impl Game<'_, 8, { Player::MAX }> {
    /// Returns for each point, in order, whether a play there is legal, or else why not.
    ///
    /// Only for games of the type that fits every board: so it is compiled in this crate, at full optimisation. The
    /// crates that call it at every turn are optimised less.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Result<(), IllegalMove<8>>> {
        let points = self.graph.all().into_iter();
        points
            .map(|point| self.try_move(Move::Play(point)).map(|_| ()))
            .collect()
    }
}
