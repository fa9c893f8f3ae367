//! The subject of a page's question: a game, from its start.

use koproof_rules::{
    Board, BoardError, Coloring, ColoringError, Game, Graph, Move, Player, Point, Ruleset,
    RulesetError, text,
};
use serde::{Deserialize, Serialize};

use crate::solvable::{SolvableBoard, SolvableBoardError};

/// The largest number of moves, more than any page makes. They are replayed in a few milliseconds.
const MAX_MOVES: usize = 4096;

/// The rules as a page writes them. The page counts komi itself.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    superko: String,
    suicide: String,
    scoring: String,
}

/// A game as a page writes it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    board: String,
    rules: RulesText,
    start: String,
    to_move: String,
    moves: Vec<String>,
}

/// A game that can be played: board, rules, start and moves.
#[derive(Clone, Debug)]
pub struct Question {
    /// The board.
    pub board: Board,
    graph: Graph<1>,
    /// The rules.
    pub rules: Ruleset,
    start: Coloring<1, 2>,
    to_move: Player,
    moves: Vec<Move>,
}

/// The reason why a page's text is no game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] SolvableBoardError),
    /// There are no such rules.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The start is no legal coloring.
    #[error(transparent)]
    Start(#[from] ColoringError),
    /// There is no such player.
    #[error("no player is called '{0}'; use black or white")]
    Player(String),
    /// There are too many moves.
    #[error("{0} moves are more than {MAX_MOVES}")]
    TooMany(usize),
    /// A move cannot be made.
    #[error("move {number} '{text}': {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text as given.
        text: String,
        /// The problem.
        reason: String,
    },
}

impl QuestionError {
    /// Returns the name of the invalid part of the game.
    #[must_use]
    pub fn part(&self) -> &'static str {
        match self {
            Self::Board(_) => "board",
            Self::Rules(_) => "rules",
            Self::Start(_) | Self::Player(_) => "start",
            Self::TooMany(_) | Self::Move { .. } => "moves",
        }
    }

    /// Returns the first move that cannot be made, from 1.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        match self {
            Self::Move { number, .. } => Some(*number),
            _ => None,
        }
    }
}

impl From<Ruleset> for RulesText {
    fn from(rules: Ruleset) -> Self {
        Self {
            superko: rules.superko.to_string(),
            suicide: rules.suicide.to_string(),
            scoring: rules.scoring.to_string(),
        }
    }
}

impl RulesText {
    /// Reads the rules; rules that do not affect values stay as in Tromp-Taylor rules.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn read(&self) -> Result<Ruleset, RulesetError> {
        Ok(Ruleset {
            superko: self.superko.parse()?,
            suicide: self.suicide.parse()?,
            scoring: self.scoring.parse()?,
            ..Ruleset::TROMP_TAYLOR
        })
    }
}

impl GameText {
    /// Writes a game. The name of its board must be one from which the board can be parsed.
    ///
    /// # Panics
    /// If a pass of the game was disputed: its moves could not be read back.
    #[must_use]
    pub fn new(board: &Board, game: &Game<'_, 1, 2>) -> Self {
        assert!(
            !game.is_disputed(),
            "a text of moves cannot contain a dispute"
        );
        let (start, to_move) = game.start();
        let moves = game.moves();
        Self {
            board: board.name().to_owned(),
            rules: (*game.rules()).into(),
            start: start.to_symbols(board.points()),
            to_move: to_move.to_string(),
            moves: moves.map(|taken| text::move_name(board, taken)).collect(),
        }
    }

    /// Reads the game and plays it once, so that all its moves are known to be legal.
    ///
    /// # Errors
    /// If a part of it is invalid, or a move is illegal.
    pub fn read(&self) -> Result<Question, QuestionError> {
        let SolvableBoard { board, graph } = SolvableBoard::read(&self.board)?;
        let to_move = match self.to_move.as_str() {
            "black" => Player::BLACK,
            "white" => Player::WHITE,
            other => return Err(QuestionError::Player(other.to_owned())),
        };
        if self.moves.len() > MAX_MOVES {
            return Err(QuestionError::TooMany(self.moves.len()));
        }
        let rules = self.rules.read()?;
        let start = text::parse_position(&board, &graph, &self.start)?;
        let mut game = begin(&graph, rules, start, to_move);
        let mut moves = Vec::with_capacity(self.moves.len());
        for (number, text) in (1..).zip(&self.moves) {
            let bad = |reason| QuestionError::Move {
                number,
                text: text.clone(),
                reason,
            };
            let taken = read_move(&board, text).map_err(|why| bad(why.to_string()))?;
            game.play(taken)
                .map_err(|why| bad(text::explain(&board, &why)))?;
            moves.push(taken);
        }
        drop(game);
        Ok(Question {
            board,
            graph,
            rules,
            start,
            to_move,
            moves,
        })
    }
}

fn read_move(board: &Board, text: &str) -> Result<Move, BoardError> {
    match text {
        "pass" => Ok(Move::Pass),
        name => Ok(Move::Play(Point::new(board.parse_point(name)?))),
    }
}

fn begin(
    graph: &Graph<1>,
    rules: Ruleset,
    start: Coloring<1, 2>,
    to_move: Player,
) -> Game<'_, 1, 2> {
    Game::new(graph, rules, start, to_move).expect("the start was read as a legal coloring")
}

impl Question {
    /// Plays the game.
    #[must_use]
    pub fn game(&self) -> Game<'_, 1, 2> {
        let mut game = begin(&self.graph, self.rules, self.start, self.to_move);
        for &taken in &self.moves {
            game.play(taken).expect("every move was legal when read");
        }
        game
    }
}
