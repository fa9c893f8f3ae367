//! Games: positions with their history.

use koproof_picture::Panel;
use koproof_rules::text::{self, MoveError, shortened};
use koproof_rules::{Coloring, Graph, Move, Player, Ruleset};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::board::{self, Board};
use crate::error::{IllegalMove, bad, listed, wrong_type};
use crate::line::Line;
use crate::record::Record;
use crate::rules::{Rules, RulesLike};
use crate::score::Score;
use crate::solution::Solution;
use crate::solver::{self, Solver};
use crate::work::{Limits, Whole};

/// The width of point sets, enough for every board.
const W: usize = 8;

/// The start of a game, as given from Python.
#[derive(Default)]
pub(crate) struct Start<'a, 'py> {
    pub(crate) position: Option<Position>,
    pub(crate) to_move: Option<&'a str>,
    pub(crate) moves: Option<Bound<'py, PyAny>>,
}

/// Stones as text. From Python also as numbers: 0 for an empty point, 1 for Black's stone, 2 for White's.
pub(crate) struct Position(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Position {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.extract() {
            return Ok(Self(text));
        }
        let Ok(colors) = given.extract::<Vec<Bound<'_, PyAny>>>() else {
            let expected = "position is a text of .XO or a sequence of 0, 1 and 2";
            return Err(wrong_type(expected, &given));
        };
        let symbol = |color: Bound<'_, PyAny>| match color.extract::<u8>() {
            Ok(0) => Ok('.'),
            Ok(1) => Ok('X'),
            Ok(2) => Ok('O'),
            _ => Err(bad(format!(
                "{} in position is no color: 0 is an empty point, 1 Black's stone, 2 White's",
                shortened(&color.to_string())
            ))),
        };
        colors
            .into_iter()
            .map(symbol)
            .collect::<PyResult<_>>()
            .map(Self)
    }
}

impl Start<'_, '_> {
    /// Sets up the position and plays the moves.
    pub(crate) fn game<'g, const W: usize>(
        self,
        board: &koproof_rules::Board,
        graph: &'g Graph<W>,
        rules: Ruleset,
    ) -> PyResult<koproof_rules::Game<'g, W, 2>> {
        let to_move = player(self.to_move.unwrap_or("black"))?;
        let start = match self.position {
            Some(position) => text::parse_position(board, graph, &position.0).map_err(bad)?,
            None => Coloring::EMPTY,
        };
        let mut game = koproof_rules::Game::new(graph, rules, start, to_move).map_err(bad)?;
        if let Some(moves) = self.moves {
            play(board, &mut game, &moves)?;
        }
        Ok(game)
    }
}

/// Reads the player to move.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    Player::from_name(name)
        .filter(|player| player.index() < 2)
        .ok_or_else(|| {
            bad(format!(
                "to_move is \"black\" or \"white\", not \"{}\"",
                name.escape_debug()
            ))
        })
}

/// Plays moves: a text as in the command line, or one move after the other.
fn play<const W: usize>(
    board: &koproof_rules::Board,
    game: &mut koproof_rules::Game<'_, W, 2>,
    moves: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let written = match moves.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) => {
            let turns = moves
                .try_iter()
                .map_err(|_| wrong_type("moves is a text or a sequence of moves", moves))?;
            let turns = turns
                .enumerate()
                .map(|(index, one)| turn(board, game.to_move().after(index, 2), &one?));
            listed(moves.py(), turns)?.join(", ")
        }
    };
    let before = game.moves().len();
    let turns = text::parse_moves(board, &written).map_err(|error| refused(error, before))?;
    text::play_moves(board, game, &turns).map_err(|error| refused(error, before))
}

/// Converts a move to text: a point's name or number, "pass" or None, with or without its player.
fn turn(board: &koproof_rules::Board, player: Player, one: &Bound<'_, PyAny>) -> PyResult<String> {
    if one.is_none() {
        return Ok(text::turn(board, player, Move::Pass));
    }
    match one.extract::<u16>() {
        Ok(number) if usize::from(number) < board.points() => {
            return Ok(format!("{} {}", player.letter(), board.point_name(number)));
        }
        Err(why) if !why.is_instance_of::<PyOverflowError>(one.py()) => {}
        // Negative, huge, or of another board.
        Ok(_) | Err(_) => {
            let last = board.points() - 1;
            return Err(bad(format!(
                "no point {one} here: points are the numbers 0 to {last}"
            )));
        }
    }
    let Ok(name) = one.cast::<PyString>() else {
        let expected = "a move is the name or the number of a point, or \"pass\"";
        return Err(wrong_type(expected, one));
    };
    let name = name.to_str()?.trim();
    Ok(match name.contains(char::is_whitespace) {
        true => name.to_owned(),
        false => format!("{} {name}", player.letter()),
    })
}

/// Converts an error in moves to an exception; `before` is the number of moves before these.
fn refused(mut error: MoveError, before: usize) -> PyErr {
    if let MoveError::Player { number, .. }
    | MoveError::Point { number, .. }
    | MoveError::Dispute { number }
    | MoveError::Turn { number, .. }
    | MoveError::Illegal { number, .. } = &mut error
    {
        *number += before;
    }
    match error {
        MoveError::Illegal { .. } => IllegalMove::new_err(error.to_string()),
        other => bad(other),
    }
}

/// A game in progress: a position with its history for superko.
///
/// >>> game = Game("2x2", moves="b a2, w b2, b a1, w b1, b a2, w a1")
/// >>> game.legal_moves()
/// ['pass']
/// >>> game.why_illegal("a2")
/// 'superko: it would recreate the position after move 1'
///
/// `position` is a text of `.XO` in the order of the points, or a sequence of 0, 1 and 2. A move is the name or the number of a point,
/// or "pass"; `moves` is a sequence of them, or a text. Games are equal if board, rules, start and moves are; they have no hash,
/// because they change.
#[pyclass(module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct Game {
    board: koproof_rules::Board,
    /// It goes on with each move: a long game is not replayed by every call.
    game: koproof_rules::Game<'static, W, 2>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board, *, position=None, to_move=None, moves=None, rules=None))]
    fn new(
        board: &Bound<'_, PyAny>,
        position: Option<Position>,
        to_move: Option<&str>,
        moves: Option<Bound<'_, PyAny>>,
        rules: Option<RulesLike>,
    ) -> PyResult<Self> {
        let board = Board::of(board)?.0;
        let graph = Graph::new(&board).map_err(bad)?;
        let rules = RulesLike::rules(rules);
        let start = Start {
            position,
            to_move,
            moves,
        };
        let game = start.game(&board, &graph, rules)?.into_owned();
        Ok(Self { board, game })
    }

    /// Makes one move of the player to move; raises IllegalMove if the rules forbid it.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.tried(r#move)?
            .map_err(|error| refused(error, self.__len__()))
    }

    /// Undoes the last move and returns it; None at the start.
    fn undo(&mut self) -> Option<String> {
        let taken = self.game.undo()?;
        Some(text::move_name(&self.board, taken))
    }

    /// Returns the legal moves: "pass" first, then plays in the order of their points; an empty list if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        let legal: Vec<Move> = self.game.legal_moves().collect();
        text::move_names(&self.board, &legal)
    }

    /// Returns the rule that forbids one move of the player to move; None if the move is legal.
    fn why_illegal(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        match self.tried(r#move)? {
            Ok(()) => {
                self.game.undo();
                Ok(None)
            }
            Err(MoveError::Illegal { reason, .. }) => Ok(Some(reason)),
            Err(other) => Err(refused(other, self.__len__())),
        }
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.board.clone())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(*self.game.rules())
    }

    /// The stones as text, the rows of a grid separated by "/".
    #[getter]
    fn position(&self) -> String {
        text::position(&self.board, self.game.coloring())
    }

    /// The stones as a tuple: 0 for an empty point, 1 for Black's stone, 2 for White's.
    #[getter]
    fn coloring<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let symbols = self.game.coloring().to_symbols(self.board.points());
        let colors = symbols.chars().map(|symbol| match symbol {
            'X' => 1,
            'O' => 2,
            _ => 0_u8,
        });
        PyTuple::new(py, colors.collect::<Vec<_>>())
    }

    /// The player to move: "black" or "white".
    #[getter]
    fn to_move(&self) -> String {
        self.game.to_move().to_string()
    }

    /// The number of passes just made.
    #[getter]
    fn passes(&self) -> usize {
        self.game.passes()
    }

    /// Whether both players have passed in a row.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The score if the game ends here: Black − White, komi counted.
    #[getter]
    fn score(&self) -> Score {
        Score::new(self.game.score(), self.game.rules().komi)
    }

    /// The moves made so far, as a line.
    #[getter]
    fn history(&self) -> Line {
        Line {
            record: self.record(),
            from: 0,
        }
    }

    /// Solves the position with its history, as `solve` does.
    #[pyo3(signature = (*, detail="best", nodes=None, time=None, memory=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve(
        this: &Bound<'_, Self>,
        py: Python<'_>,
        detail: &str,
        nodes: Option<Whole>,
        time: Option<Bound<'_, PyAny>>,
        memory: Option<Whole>,
        threads: Option<Whole>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let limits = Limits::new(nodes, time, memory)?;
        // Other threads may play on meanwhile.
        let record = this.borrow().record();
        let solver = Solver::make(py, &record.board, record.rules, threads, false)?;
        let game = record.game(solver.graph());
        let detail = solver::detail(detail)?;
        Solver::find(&solver, py, &game, detail, limits, progress)
    }

    /// Returns an independent copy of the game.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// Draws the position as SVG; the last play is marked.
    fn svg(this: &Bound<'_, Self>, py: Python<'_>) -> String {
        // Other threads may play on meanwhile.
        let Self { board, game } = this.borrow().clone();
        py.detach(|| {
            let panel = Panel::of_game(&board, &game);
            board::svg(&board, "position", vec![panel])
        })
    }

    fn _repr_svg_(this: &Bound<'_, Self>, py: Python<'_>) -> String {
        Self::svg(this, py)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Board,), Bound<'py, PyDict>)> {
        let (start, to_move) = self.game.start();
        let position = start.to_symbols(self.board.points());
        let keywords = PyDict::new(py);
        keywords.set_item("position", position)?;
        keywords.set_item("to_move", to_move.to_string())?;
        keywords.set_item("moves", self.history().to_string())?;
        keywords.set_item("rules", self.rules())?;
        Ok(((self.board(),), keywords))
    }

    /// Compares board, rules, start and moves.
    fn __eq__(&self, other: &Self) -> bool {
        self.record() == other.record()
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    /// A game without moves is a game.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let (name, position) = (self.board.name(), self.position());
        format!("<Game on {name}: {position}, {} to move>", self.to_move())
    }
}

impl Game {
    pub(crate) fn new_from(record: Record) -> Self {
        let graph = Graph::new(&record.board).expect("the widest graphs take every board");
        let game = record.game(&graph).into_owned();
        let board = record.board;
        Self { board, game }
    }

    pub(crate) fn record(&self) -> Record {
        Record::of(&self.board, &self.game)
    }

    /// Reads one move and makes it, unless it is illegal.
    fn tried(&mut self, given: &Bound<'_, PyAny>) -> PyResult<Result<(), MoveError>> {
        let written = turn(&self.board, self.game.to_move(), given)?;
        let turns = text::parse_moves(&self.board, &written);
        let turns = turns.map_err(|error| refused(error, self.__len__()))?;
        if turns.len() != 1 {
            return Err(bad(format!(
                "one move is expected, such as 'b a2', not '{}': give several one after the other",
                written.escape_debug()
            )));
        }
        Ok(text::play_moves(&self.board, &mut self.game, &turns))
    }
}
