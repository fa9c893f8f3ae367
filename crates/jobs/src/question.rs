//! The question of a run.

use koproof_rules::{
    Board, Coloring, Game, Graph, Move, Player, Ruleset, Score, Scoring, Suicide, Superko,
};
use koproof_solver::{Options, Proofs, Solver};
use koproof_verify::{Header, Position, Statement, Subject};
use serde::{Deserialize, Serialize};

use crate::error::JobsError;

/// The file of the question.
pub(crate) const QUESTION: &str = "question.json";

/// The question of a run: a position with its history, and the size of jobs. It is the first file of a run and never
/// changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The version of this crate.
    pub version: String,
    /// The board's name.
    pub board: String,
    /// The board.
    pub graph6: String,
    superko: Superko,
    suicide: Suicide,
    scoring: Scoring,
    /// The coloring that the game started from.
    start: String,
    to_move: Player,
    /// The moves made since, `null` for a pass.
    moves: Vec<Option<u16>>,
    /// The most expansions of a job.
    pub expansions: u64,
}

impl Question {
    /// Asks for the value of a game. A job takes at most `expansions` expansions.
    ///
    /// # Errors
    /// If a pass of the game was disputed.
    pub fn new(board: &Board, game: &Game<'_, 1, 2>, expansions: u64) -> Result<Self, JobsError> {
        if game.is_disputed() {
            return Err(JobsError::Disputed);
        }
        let rules = game.rules().of_values();
        let (start, to_move) = game.start();
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            superko: rules.superko,
            suicide: rules.suicide,
            scoring: rules.scoring,
            start: start.to_symbols(board.points()),
            to_move,
            moves: game.moves().map(Move::number).collect(),
            expansions,
        })
    }

    /// Makes a solver for the question, which keeps its proofs.
    ///
    /// # Errors
    /// If the question is invalid.
    pub fn solver(&self) -> Result<Solver, JobsError> {
        let damaged = |problem: String| JobsError::Damaged {
            path: QUESTION.into(),
            problem,
        };
        let board = self.shape().map_err(damaged)?;
        if self.expansions == 0 {
            return Err(damaged(
                "jobs of 0 expansions, which would never end".to_owned(),
            ));
        }
        let options = Options {
            proofs: Proofs::Keep,
            ..Options::one_thread()
        };
        let solver = Solver::new(&board, self.rules(), options)?;
        // The start is checked here, so that later calls cannot fail.
        self.begin(solver.graph()).map_err(damaged)?;
        Ok(solver)
    }

    /// Returns the board without the names of its points, or what is wrong with it.
    fn shape(&self) -> Result<Board, String> {
        let board = format!("g6:{}", self.graph6).parse::<Board>();
        board.map_err(|why| why.to_string())
    }

    fn rules(&self) -> Ruleset {
        Ruleset {
            superko: self.superko,
            suicide: self.suicide,
            scoring: self.scoring,
            ..Ruleset::TROMP_TAYLOR
        }
    }

    /// Returns the board with the names of its points, if its name is that of a family and still means the same graph.
    #[must_use]
    pub fn named_board(&self) -> Option<Board> {
        let board = self.board.parse::<Board>().ok();
        board.filter(|board| board.to_graph6() == self.graph6)
    }

    /// Tells whether another question is about the same position. The size of jobs may differ; that of the existing run
    /// applies.
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let there = Self {
            expansions: self.expansions,
            version: self.version.clone(),
            ..other.clone()
        };
        *self == there
    }

    /// Returns the value that a certificate states, or why it states none of this question.
    pub(crate) fn stated(&self, header: &Header) -> Result<Score, String> {
        let board = self.shape()?;
        let graph = Graph::new(&board).map_err(|why| why.to_string())?;
        let subject = Subject::of_game(&board, &self.begin(&graph)?);
        if let Some(other) = subject.difference(&Subject::of_header(header)) {
            return Err(format!("it is {other}"));
        }
        match &header.statement {
            Statement::Position(Position {
                at_least: Some(value),
                at_most: Some(most),
                ..
            }) if value == most => Ok((*value).into()),
            _ => Err("it states no exact value".to_owned()),
        }
    }

    /// Tells whether all plays of a line are on points of the board.
    pub(crate) fn is_on_board(&self, line: &[Option<u16>]) -> bool {
        let mut plays = line.iter().flatten();
        plays.all(|&point| usize::from(point) < self.start.len())
    }

    /// Returns the game on the graph of the board, or what is wrong with it.
    fn begin<'g>(&self, graph: &'g Graph<1>) -> Result<Game<'g, 1, 2>, String> {
        let start = Coloring::from_symbols(&self.start).map_err(|why| why.to_string())?;
        let game = Game::new(graph, self.rules(), start, self.to_move);
        let game = game.map_err(|why| why.to_string())?;
        after(game, &self.moves).ok_or_else(|| "an illegal move".to_owned())
    }

    /// Returns the game after some more moves; `None` if one of them is illegal.
    ///
    /// # Panics
    /// If the solver is not that of [`Question::solver`].
    #[must_use]
    pub fn game<'g>(&self, solver: &'g Solver, line: &[Option<u16>]) -> Option<Game<'g, 1, 2>> {
        let game = self.begin(solver.graph());
        after(game.expect("the question was checked"), line)
    }
}

/// Returns the game after some more moves, in the form of the files; `None` if one of them is illegal.
pub(crate) fn after<'g>(mut game: Game<'g, 1, 2>, line: &[Option<u16>]) -> Option<Game<'g, 1, 2>> {
    for &taken in line {
        game.play(Move::of_number(taken)).ok()?;
    }
    Some(game)
}

#[cfg(test)]
impl Question {
    /// Asks for the value of an empty board without suicide.
    pub(crate) fn of_empty(board: &str, expansions: u64) -> Self {
        let board: Board = board.parse().expect("a board");
        let graph = Graph::<1>::new(&board).expect("a small board");
        let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK);
        Self::new(&board, &game.expect("a start"), expansions).expect("a question")
    }
}
