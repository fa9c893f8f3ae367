//! The subject of a page's question: a game, from its start.

use koproof_rules::{
    Board, Coloring, Game, Graph, GraphError, Player, Ruleset, RulesetError, text,
};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::solvable::SolvableBoard;

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

/// A board and a game on it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The board.
    pub board: Board,
    /// The game.
    pub game: Game<'static, 1, 2>,
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
    pub fn read(&self) -> Result<Ruleset, Refusal> {
        let bad = |why: RulesetError| Refusal::of("rules", why);
        Ok(Ruleset {
            superko: self.superko.parse().map_err(bad)?,
            suicide: self.suicide.parse().map_err(bad)?,
            scoring: self.scoring.parse().map_err(bad)?,
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
    pub fn read(&self) -> Result<Question, Refusal> {
        let SolvableBoard { board, graph } = SolvableBoard::read(&self.board)?;
        let to_move = match self.to_move.as_str() {
            "black" => Player::BLACK,
            "white" => Player::WHITE,
            other => {
                let why = format!("no player is called '{other}'; use black or white");
                return Err(Refusal::of("start", why));
            }
        };
        let given = self.moves.len();
        if given > MAX_MOVES {
            let why = format!("{given} moves are more than {MAX_MOVES}");
            return Err(Refusal::of("moves", why));
        }
        let rules = self.rules.read()?;
        let start = text::parse_position(&board, &graph, &self.start)
            .map_err(|why| Refusal::of("start", why))?;
        let mut game = Game::new(&graph, rules, start, to_move)
            .expect("the start was read as a legal coloring");
        for (number, text) in (1..).zip(&self.moves) {
            let bad = |why: String| Refusal {
                r#move: Some(number),
                ..Refusal::of(
                    "moves",
                    format!("move {number} '{}': {why}", text::shortened(text)),
                )
            };
            let taken = text::parse_move(&board, text).map_err(|why| bad(why.to_string()))?;
            game.play(taken)
                .map_err(|why| bad(text::explain(&board, &why)))?;
        }
        Ok(Question::of(board, game))
    }
}

impl Question {
    /// Asks about an empty board, Black to move, under Tromp-Taylor rules.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn empty(board: Board) -> Result<Self, GraphError> {
        let graph = Graph::new(&board)?;
        let rules = Ruleset::TROMP_TAYLOR;
        let game = Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK);
        Ok(Self::of(board, game.expect("the empty coloring is legal")))
    }

    /// Asks about a game on a board.
    #[must_use]
    pub fn of(board: Board, game: Game<'_, 1, 2>) -> Self {
        let game = game.into_owned();
        Self { board, game }
    }
}
