//! The results of checks.

use std::collections::HashMap;

use koproof_rules::{Coloring, Move, Player, Ruleset, text};
use koproof_verify::{Bound as Proved, Statement};
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::bad;
use crate::game::player;
use crate::rules::Rules;

/// The bounds that a certificate proves. Values are Black − White; a certificate has no komi.
///
/// Results are equal if all that they say is equal. A pickle of one is believed: it is not checked again.
#[pyclass(frozen, eq, hash, module = "koproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Checked {
    board: koproof_rules::Board,
    rules: Ruleset,
    /// The position that the statement is about; None for a table.
    position: Option<Position>,
    states: Vec<Bounds>,
    steps: u64,
}

/// The start of a game, with the bounds of its value after the moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    start: Bounds,
    moves: Vec<Move>,
}

/// A state: the lower and the upper bound that is proved of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bounds {
    coloring: Coloring<1, 2>,
    to_move: Player,
    at_least: Option<i16>,
    at_most: Option<i16>,
}

/// The same for Python: coloring, player to move, lower and upper bound.
type State = (String, String, Option<i16>, Option<i16>);

/// The parts of a result, to make it again: board, rules, the state of the position with its moves, states, steps.
type Parts = (Board, Rules, Option<(State, String)>, Vec<State>, u64);

#[pymethods]
impl Checked {
    /// The board. A certificate has only its graph, so the name is that of a family if there is one.
    #[getter]
    fn board(&self) -> Board {
        Board(self.board.clone())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.rules)
    }

    /// The kind of statement: "position" or "table".
    #[getter]
    fn statement(&self) -> &'static str {
        match self.position {
            Some(_) => "position",
            None => "table",
        }
    }

    /// The position that the game started from; None for a table.
    #[getter]
    fn position(&self) -> Option<String> {
        Some(self.shown(self.start()?).0)
    }

    /// The moves made from the position, such as "b a2"; None for a table.
    #[getter]
    fn moves(&self) -> Option<Vec<String>> {
        let position = self.position.as_ref()?;
        let to_move = position.start.to_move;
        Some(text::turns(&self.board, to_move, 2, &position.moves))
    }

    /// The player to move at the position; None for a table.
    #[getter]
    fn to_move(&self) -> Option<String> {
        Some(self.start()?.to_move.to_string())
    }

    /// The lower bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_least(&self) -> Option<i16> {
        self.start()?.at_least
    }

    /// The upper bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_most(&self) -> Option<i16> {
        self.start()?.at_most
    }

    /// The value, if both bounds are the same.
    #[getter]
    fn value(&self) -> Option<i16> {
        self.at_least()
            .filter(|_| self.at_least() == self.at_most())
    }

    /// The number of proved bounds.
    #[getter]
    fn bounds(&self) -> usize {
        let states = self.states.iter();
        let bounds = states.flat_map(|state| [state.at_least, state.at_most]);
        bounds.flatten().count()
    }

    /// The number of states whose value is proved: their lower and upper bounds are equal.
    #[getter]
    fn exact_states(&self) -> usize {
        let is_exact =
            |state: &&Bounds| state.at_least.is_some() && state.at_least == state.at_most;
        self.states.iter().filter(is_exact).count()
    }

    /// Returns what is proved of each state: its coloring, the player to move, the lower and the upper bound; a bound that is not
    /// proved is None. The state of a position is the one after its moves.
    fn states(&self) -> Vec<State> {
        let states = self.states.iter();
        states.map(|state| self.shown(state)).collect()
    }

    /// The number of steps.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes a result again of its parts.
    #[staticmethod]
    fn _of(
        board: &Board,
        rules: &Rules,
        position: Option<(State, String)>,
        states: Vec<State>,
        steps: u64,
    ) -> PyResult<Self> {
        let board = board.0.clone();
        let read = |(coloring, to_move, at_least, at_most): State| {
            Ok(Bounds {
                coloring: text::parse_coloring(&board, &coloring).map_err(bad)?,
                to_move: player(&to_move)?,
                at_least,
                at_most,
            })
        };
        let position = position.map(|(start, moves)| {
            let turns = text::parse_moves(&board, &moves).map_err(bad)?;
            PyResult::Ok(Position {
                start: read(start)?,
                moves: turns.into_iter().map(|(_, taken)| taken).collect(),
            })
        });
        let position = position.transpose()?;
        let states = states.into_iter().map(read).collect::<PyResult<_>>()?;
        Ok(Self {
            board,
            rules: rules.0,
            position,
            states,
            steps,
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let start = self.start().map(|start| self.shown(start));
        let position = start.zip(self.moves().map(|moves| moves.join(", ")));
        let (board, rules, states) = (self.board(), self.rules(), self.states());
        Ok((make, (board, rules, position, states, self.steps)))
    }

    fn __repr__(&self) -> String {
        let (bounds, exact, steps) = (self.bounds(), self.exact_states(), self.steps());
        format!(
            "<Checked {}: {bounds} bounds, exact values of {exact} states, in {steps} steps>",
            self.statement()
        )
    }
}

impl Checked {
    pub(crate) fn new(checked: koproof_verify::Checked) -> PyResult<Self> {
        let usual = checked.header.board.usual();
        let board = match usual == checked.header.board {
            true => Board::of_graph(&usual)?.0,
            false => usual,
        };
        let rules = checked.header.rules();
        let position = match checked.header.statement {
            Statement::Position(stated) => Some(Position {
                start: Bounds {
                    coloring: stated.start,
                    to_move: stated.to_move,
                    at_least: stated.at_least,
                    at_most: stated.at_most,
                },
                moves: stated.moves,
            }),
            Statement::Table { .. } => None,
        };
        let mut places = HashMap::new();
        let mut states: Vec<Bounds> = Vec::new();
        for stated in checked.proved {
            let place = *places.entry(stated.state).or_insert(states.len());
            if place == states.len() {
                states.push(Bounds {
                    coloring: stated.state.coloring,
                    to_move: stated.state.to_move,
                    at_least: None,
                    at_most: None,
                });
            }
            match stated.bound {
                Proved::AtLeast(score) => states[place].at_least = Some(score),
                Proved::AtMost(score) => states[place].at_most = Some(score),
            }
        }
        Ok(Self {
            board,
            rules,
            position,
            states,
            steps: checked.steps,
        })
    }

    fn start(&self) -> Option<&Bounds> {
        self.position.as_ref().map(|position| &position.start)
    }

    fn shown(&self, state: &Bounds) -> State {
        let position = text::position(&self.board, &state.coloring);
        let to_move = state.to_move.to_string();
        (position, to_move, state.at_least, state.at_most)
    }
}
