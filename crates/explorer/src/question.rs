//! What a page asks about: a game, from its start.

use koproof_rules::{
    Board, Coloring, ColoringError, Game, Graph, Move, Player, Point, Ruleset, RulesetError, text,
};
use serde::Deserialize;

/// More moves than any page makes; replaying them takes a few milliseconds.
const MOST_MOVES: usize = 4096;

/// The rules as a page writes them. Komi is the page's own affair.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesText {
    superko: String,
    suicide: String,
}

/// A game as a page writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameText {
    rules: RulesText,
    start: String,
    to_move: String,
    moves: Vec<String>,
}

/// A game that can be played: rules, start and moves.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) rules: Ruleset,
    start: Coloring<1, 2>,
    to_move: Player,
    moves: Vec<Move>,
}

/// Why a page's text is no game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QuestionError {
    #[error(transparent)]
    Rules(#[from] RulesetError),
    #[error(transparent)]
    Start(#[from] ColoringError),
    #[error("nobody is called '{0}': black or white is to move")]
    Player(String),
    #[error("{0} moves are more than {MOST_MOVES}")]
    TooMany(usize),
    #[error("move {number} '{text}': {reason}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl QuestionError {
    /// Returns the first move that cannot be made, from 1.
    pub(crate) fn number(&self) -> Option<usize> {
        match self {
            Self::Move { number, .. } => Some(*number),
            _ => None,
        }
    }
}

impl RulesText {
    /// Reads the rules; what values do not depend on stays as it is in Tromp-Taylor rules.
    pub(crate) fn read(&self) -> Result<Ruleset, RulesetError> {
        Ok(Ruleset {
            superko: self.superko.parse()?,
            suicide: self.suicide.parse()?,
            ..Ruleset::TROMP_TAYLOR
        })
    }
}

impl GameText {
    /// Reads the game and plays it once, so that all its moves are known to be legal.
    pub(crate) fn read(&self, board: &Board, graph: &Graph<1>) -> Result<Question, QuestionError> {
        let to_move = match self.to_move.as_str() {
            "black" => Player::BLACK,
            "white" => Player::WHITE,
            other => return Err(QuestionError::Player(other.to_owned())),
        };
        if self.moves.len() > MOST_MOVES {
            return Err(QuestionError::TooMany(self.moves.len()));
        }
        let mut question = Question {
            rules: self.rules.read()?,
            start: text::parse_position(board, graph, &self.start)?,
            to_move,
            moves: Vec::with_capacity(self.moves.len()),
        };
        let mut game = question.game(graph);
        for (number, text) in (1..).zip(&self.moves) {
            let bad = |reason| QuestionError::Move {
                number,
                text: text.clone(),
                reason,
            };
            let taken = match text.as_str() {
                "pass" => Move::Pass,
                name => match board.parse_point(name) {
                    Ok(point) => Move::Play(Point::new(point)),
                    Err(error) => return Err(bad(error.to_string())),
                },
            };
            game.play(taken)
                .map_err(|why| bad(text::explain(board, &why)))?;
            question.moves.push(taken);
        }
        Ok(question)
    }
}

impl Question {
    /// Plays the game.
    pub(crate) fn game<'g>(&self, graph: &'g Graph<1>) -> Game<'g, 1, 2> {
        let mut game = Game::new(graph, self.rules, self.start, self.to_move)
            .expect("the start was read as a legal coloring");
        for &taken in &self.moves {
            game.play(taken).expect("every move was legal when read");
        }
        game
    }
}
