//! Analyses of positions: the value, the value of each move, the best moves and lines of best play.

use koproof_rules::{Coloring, Game, Graph, IllegalMove, Move, Player, Point, Ruleset};

use crate::bracket::Bracket;
use crate::budget::stopped::Stopped;
use crate::stats::Stats;

/// The depth of an analysis. Each detail includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The value.
    Value,
    /// The moves that keep the value, and one line of best play.
    Best,
    /// The value of every move.
    Moves,
    /// A line of best play after every move.
    Lines,
}

/// The analysis of a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnalysis {
    /// The move.
    pub taken: Move,
    /// The proved bracket of the value of the game after it: Black − White, komi not counted.
    pub value: Bracket,
    /// The move and best play after it, as far as known.
    pub line: Vec<Move>,
    /// Whether the line reaches the end of the game.
    pub line_ends: bool,
    /// The cost of its value, in expansions.
    pub expansions: u64,
}

/// The best moves, as far as known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestMoves {
    /// Moves that keep the value for certain: the pass first, then in the order of their points.
    pub certain: Vec<Move>,
    /// Moves that may keep it.
    pub possible: Vec<Move>,
}

/// The analysis of a position. [`Solver::analyse`](crate::Solver::analyse) starts it, and
/// [`Solver::deepen`](crate::Solver::deepen) continues it.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Move, Player, Point, Ruleset};
/// use koproof_solver::{Budget, Detail, Nobody, Options, Solver};
///
/// let board: Board = "1x3".parse()?;
/// let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
/// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
/// let analysis = solver.analyse(&game, Detail::Moves, Budget::nodes(100_000), &Nobody);
/// assert_eq!(analysis.value().exact(), Some(3));
/// let best = analysis.best_moves().certain;
/// let middle = Move::Play(Point::new(1));
/// assert_eq!(best, [middle]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The position: the coloring and the player to move.
    start: (Coloring<1, 2>, Player),
    game: Vec<Move>,
    graph: Graph<1>,
    rules: Ruleset,
    to_move: Player,
    /// Tells a game that is over from one that was disputed after the same moves.
    passes: usize,
    pub(crate) value: Bracket,
    pub(crate) moves: Vec<MoveAnalysis>,
    illegal: Vec<(Point, IllegalMove<1>)>,
    /// The cost of the search so far.
    pub stats: Stats,
    /// The limit that stopped the last call, if it left something open. Another call gets new time and expansions, but
    /// memory and depth stay used up.
    pub stopped: Option<Stopped>,
    /// The expansions for each open target of a question before the next question has its turn.
    pub(crate) turn: u64,
    /// The number of the next question of the round.
    next: usize,
}

/// A question of a round, in this order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question {
    Value,
    /// Does the move keep the value?
    IsBest(usize),
    /// The line of best play after the first of the best moves.
    Leading,
    Move(usize),
    Line(usize),
}

/// The first turn of a question, in expansions.
const FIRST_TURN: u64 = 1 << 15;

impl Analysis {
    /// Starts an analysis with the legal moves and the possible scores of a game.
    pub(crate) fn new(
        game: &Game<'_, 1, 2>,
        possible: impl Fn(&Game<'_, 1, 2>) -> Bracket,
    ) -> Self {
        let moves = game.legal_moves().map(|taken| {
            let after = game.after(taken).expect("the move is legal");
            MoveAnalysis {
                taken,
                value: possible(&after),
                line: vec![taken],
                line_ends: after.is_over(),
                expansions: 0,
            }
        });
        let points = game.graph().all().into_iter();
        let points = points.filter(|_| !game.is_over());
        let illegal =
            points.filter_map(|point| Some((point, game.try_move(Move::Play(point)).err()?)));
        let (start, to_move) = game.start();
        Self {
            start: (*start, to_move),
            game: game.moves().collect(),
            graph: game.graph().clone(),
            rules: game.rules().of_values(),
            to_move: game.to_move(),
            passes: game.passes(),
            value: possible(game),
            moves: moves.collect(),
            illegal: illegal.collect(),
            stats: Stats::default(),
            stopped: None,
            turn: FIRST_TURN,
            next: 0,
        }
    }

    /// Makes an analysis again of what it said, which is believed, to be shown; `None` if these are not the legal moves of
    /// the game.
    #[must_use]
    pub fn restored(
        game: &Game<'_, 1, 2>,
        value: Bracket,
        moves: Vec<MoveAnalysis>,
        stats: Stats,
        stopped: Option<Stopped>,
    ) -> Option<Self> {
        let fresh = Self::new(game, |_| value);
        let taken = |known: &MoveAnalysis| known.taken;
        (fresh.moves.iter().map(taken))
            .eq(moves.iter().map(taken))
            .then_some(Self {
                moves,
                stats,
                stopped,
                ..fresh
            })
    }

    /// Makes the first turn shorter, if no round has ended yet.
    pub(crate) fn shorten_first_turn(&mut self, expansions: u64) {
        if self.turn == FIRST_TURN {
            self.turn = expansions.min(FIRST_TURN);
        }
    }

    /// Tells whether this is the analysis of a game.
    pub(crate) fn is_about(&self, game: &Game<'_, 1, 2>) -> bool {
        let (start, to_move) = game.start();
        (self.start, self.passes) == ((*start, to_move), game.passes())
            && (&self.graph, self.rules) == (game.graph(), game.rules().of_values())
            && game.moves().eq(self.game.iter().copied())
    }

    /// Returns the proved bracket of the value: of the final score when both play best from here. The earlier moves
    /// count for superko. Black − White, komi not counted.
    #[must_use]
    pub fn value(&self) -> Bracket {
        self.value
    }

    /// Returns the analyses of the legal moves: the pass first, then plays in the order of their points.
    #[must_use]
    pub fn moves(&self) -> &[MoveAnalysis] {
        &self.moves
    }

    /// Iterates over the pass and every point in order, each with the analysis of the move or the reason why it is
    /// illegal. Empty if the game is over.
    pub fn every_move(
        &self,
    ) -> impl Iterator<Item = (Move, Result<&MoveAnalysis, &IllegalMove<1>>)> {
        let legal = self.moves.iter().map(|known| (known.taken, Ok(known)));
        let illegal = self.illegal.iter();
        let illegal = illegal.map(|(point, why)| (Move::Play(*point), Err(why)));
        let mut all: Vec<_> = legal.chain(illegal).collect();
        all.sort_by_key(|&(taken, _)| taken);
        all.into_iter()
    }

    /// Tells whether a move keeps the value for certain.
    #[must_use]
    pub fn is_best(&self, known: &MoveAnalysis) -> bool {
        known.value.exact().is_some() && known.value == self.value
    }

    /// Tells whether everything is known up to a detail.
    #[must_use]
    pub fn is_complete(&self, detail: Detail) -> bool {
        let all = |settled: fn(&MoveAnalysis) -> bool| self.moves.iter().all(settled);
        self.value.exact().is_some()
            && (detail < Detail::Best || self.is_decided() && self.principal_variation().1)
            && (detail < Detail::Moves || all(|known| known.value.exact().is_some()))
            && (detail < Detail::Lines || all(|known| known.line_ends))
    }

    /// Tells whether it is known for every move whether it keeps the value.
    fn is_decided(&self) -> bool {
        !(0..self.moves.len()).any(|index| self.is_undecided(index))
    }

    /// Returns the moves that keep the value, as far as they are known; none while the value is not exact.
    #[must_use]
    pub fn best_moves(&self) -> BestMoves {
        let Some(value) = self.value.exact() else {
            return BestMoves::default();
        };
        let of = |certain: bool| {
            let kept = self.moves.iter().filter(|known| {
                known.value.contains(value) && known.value.exact().is_some() == certain
            });
            kept.map(|known| known.taken).collect()
        };
        BestMoves {
            certain: of(true),
            possible: of(false),
        }
    }

    /// Returns a line of best play from here, with the first of several best moves, and whether it reaches the end of the
    /// game. The line is empty while none is known.
    #[must_use]
    pub fn principal_variation(&self) -> (&[Move], bool) {
        self.leading()
            .map_or((&[], self.moves.is_empty()), |index| {
                let known = &self.moves[index];
                (&known.line, known.line_ends)
            })
    }

    /// Returns the first move that is known to keep the value.
    pub(crate) fn leading(&self) -> Option<usize> {
        let value = self.value.exact()?;
        let keeps = |known: &MoveAnalysis| known.value.exact() == Some(value);
        self.moves.iter().position(keeps)
    }

    /// Returns the next question of the round; `None` at its end, and then the first of the next round.
    pub(crate) fn next_question(&mut self) -> Option<Question> {
        let moves = 0..self.moves.len();
        let mut round = (std::iter::once(Question::Value))
            .chain(moves.clone().map(Question::IsBest))
            .chain([Question::Leading])
            .chain(moves.clone().map(Question::Move))
            .chain(moves.map(Question::Line));
        let question = round.nth(self.next);
        self.next = question.map_or(0, |_| self.next + 1);
        question
    }

    /// Tells whether it is open whether a move keeps the value.
    pub(crate) fn is_undecided(&self, index: usize) -> bool {
        let known = self.moves[index].value;
        let exact = self.value.exact();
        // No move exceeds the value.
        exact.is_some_and(|value| known.contains(value)) && known.exact().is_none()
    }

    /// Narrows the bracket of a move, and then the brackets of the value and of the other moves accordingly.
    pub(crate) fn learn_move(&mut self, index: usize, proved: Bracket) {
        let known = &mut self.moves[index].value;
        *known = known.narrowed(proved);
        let choices = self.moves.iter().map(|known| known.value);
        if let Some(best) = Bracket::best(self.to_move, choices) {
            self.learn_value(best);
        }
    }

    /// Narrows the bracket of the value, and then those of the moves: no move is better for the player to move.
    pub(crate) fn learn_value(&mut self, proved: Bracket) {
        self.value = self.value.narrowed(proved);
        let mover = self.to_move;
        let most = Bracket {
            lo: Bracket::ANY.lo,
            hi: self.value.seen_by(mover).hi,
        };
        for known in &mut self.moves {
            known.value = known.value.narrowed(most.seen_by(mover));
        }
    }
}
