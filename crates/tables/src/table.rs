//! The values of all colorings of a board.

use std::collections::{BTreeMap, BinaryHeap};

use koproof_rules::{
    Board, Coloring, Element, Graph, Player, Representatives, Ruleset, Score, Scoring,
    text::{self, shortened},
};

use crate::difference::Difference;
use crate::packed::Packed;
use crate::text_order::TextOrder;

/// The exact value of every legal coloring of a board with either player to move.
///
/// A value is Black − White under best play of the game that *starts* with this coloring, so that its history is the
/// start alone. Komi is not counted, whatever the rules say. In the middle of a game the same coloring can
/// have another value, under every superko rule.
///
/// It stores the values of one representative of each orbit, in as few bits as their range takes, and no colorings: see
/// [`Representatives`] and [`Table::save`].
///
/// Two tables are equal if they have the same board, by name and by points and edges, the same rules and the same
/// values.
///
/// # Examples
/// On two joined points a lone stone is lost with either player to move: the opponent captures and cannot be retaken.
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player, Representatives, Ruleset};
/// use koproof_tables::Table;
///
/// let board: Board = "path:2".parse()?;
/// let representatives = Representatives::new(&Graph::new(&board)?)?;
/// // The representatives are `..` and `O.`.
/// let table = Table::new(&board, Ruleset::TROMP_TAYLOR, representatives, &[[0, 0], [2, 2]])?;
/// let value = |text| table.value(&Coloring::from_symbols(text).expect("symbols of a coloring"), Player::BLACK);
/// assert_eq!(value(".O"), Some(2));
/// assert_eq!(value("X."), Some(-2));
/// assert_eq!(value("XO"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    board: Board,
    rules: Ruleset,
    representatives: Representatives,
    pub(crate) values: Packed,
}

/// The reason why values make no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The rules have more than two players.
    #[error("a table holds games of 2 players, these rules have {0}: give rules for 2")]
    Players(usize),
    /// The board has the name of another board.
    #[error(
        "the board is called {0}, but has other points or edges than {0} has: give it another name"
    )]
    Misnamed(String),
    /// Two things that belong together have different graphs, of which one is that of this board.
    #[error("{0} has a different graph: take both from the same board")]
    OtherGraph(String),
    /// There are too few or too many values.
    #[error(
        "{name} has {expected} orbits of legal colorings, but there are values for {found}: give one pair for each"
    )]
    Count {
        /// The board.
        name: String,
        /// The pairs of values given.
        found: usize,
        /// The representatives.
        expected: usize,
    },
    /// A value is impossible.
    #[error(
        "the value of {position} with {to_move} to move is {value}, but nobody can win by more than {most}: give points of the board, Black − White, without komi"
    )]
    Value {
        /// The representative.
        position: String,
        /// The player to move.
        to_move: Player,
        /// The impossible value.
        value: i16,
        /// The largest possible value: the number of points of the board, or twice that number if prisoners count.
        most: usize,
    },
    /// A coloring that is its own opposite does not have opposite values.
    #[error(
        "the values of {position} are {black} and {white} with Black and White to move: it looks the same with the colors exchanged, so they must be opposite: correct one of them"
    )]
    NotOpposite {
        /// The representative.
        position: String,
        /// The value with Black to move.
        black: i8,
        /// The value with White to move.
        white: i8,
    },
}

impl Table {
    /// Makes a table of values in points, without komi: for each representative, in the order of ranks, the value with
    /// Black to move and that with White to move.
    ///
    /// # Errors
    /// If the representatives do not belong to the board or to these values, a value is impossible, or as
    /// [`Self::stored_board`].
    pub fn new(
        board: &Board,
        rules: Ruleset,
        representatives: Representatives,
        values: &[[i8; 2]],
    ) -> Result<Self, TableError> {
        let name = || shortened(board.name());
        if rules.players != 2 {
            return Err(TableError::Players(rules.players));
        }
        let board = &Self::stored_board(board)?;
        if Graph::new(board).as_ref() != Ok(representatives.graph()) {
            return Err(TableError::OtherGraph(name()));
        }
        check_count(board, &representatives, values.len())?;
        for (coloring, &pair) in representatives.iter().zip(values) {
            check(board, rules.scoring, &representatives, &coloring, pair)?;
        }
        Ok(Self {
            board: board.clone(),
            rules: rules.of_values(),
            representatives,
            values: Packed::new(values),
        })
    }

    /// Returns the board as a table stores it. A board that is made from edges and called `cycle:4` becomes the board of that
    /// name if it has the same points and edges.
    ///
    /// # Errors
    /// [`TableError::Misnamed`] if the name is that of another board, so that a reader of the file would confuse them.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Board;
    /// use koproof_tables::Table;
    ///
    /// let called = |name| Board::new(name, 4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// assert_eq!(Table::stored_board(&called("cycle:4")?)?, "cycle:4".parse()?);
    /// assert_eq!(Table::stored_board(&called("pond")?)?, called("pond")?);
    /// assert!(Table::stored_board(&called("path:4")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_board(board: &Board) -> Result<Board, TableError> {
        let stated = Board::stated(board.name(), &board.to_graph6());
        let stored = stated.expect("its graph6 can be read");
        stored.ok_or_else(|| TableError::Misnamed(shortened(board.name())))
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rules of the games, with komi 0, and with area scoring in place of scoring that always gives the
    /// same result.
    #[must_use]
    pub fn rules(&self) -> Ruleset {
        self.rules
    }

    /// Returns the representatives whose values are stored.
    #[must_use]
    pub fn representatives(&self) -> &Representatives {
        &self.representatives
    }

    /// Returns the value of the game that starts with this coloring; `None` if the coloring is illegal or is not of
    /// this board.
    ///
    /// # Panics
    /// If `to_move` is neither Black nor White.
    ///
    /// # Complexity
    /// Constant: that of [`Representatives::find`].
    #[must_use]
    pub fn value(&self, coloring: &Coloring<1, 2>, to_move: Player) -> Option<Score> {
        self.values(coloring).map(|values| values[to_move.index()])
    }

    /// Returns the values with Black to move and with White to move; `None` if the coloring is illegal or is not of
    /// this board.
    ///
    /// # Complexity
    /// As [`Self::value`].
    #[must_use]
    pub fn values(&self, coloring: &Coloring<1, 2>) -> Option<[Score; 2]> {
        let (rank, element) = self.representatives.find(coloring)?;
        Some(self.values_at(rank, element))
    }

    /// Returns the values of a coloring from the rank of its representative and the symmetry that leads there.
    fn values_at(&self, rank: usize, element: Element) -> [Score; 2] {
        let symmetry = self.representatives.symmetry();
        Player::BOTH.map(|player| {
            let there = symmetry.player(element, player);
            let value = Score::from(self.values.get(rank, there.index()));
            if symmetry.swaps_colors(element) {
                -value
            } else {
                value
            }
        })
    }

    /// Iterates over the legal colorings in the order of their codes, each with the values for Black and for White to
    /// move.
    pub fn iter(&self) -> impl Iterator<Item = (Coloring<1, 2>, [Score; 2])> + '_ {
        let colorings = self.representatives.colorings();
        colorings.map(|coloring| self.with_values(coloring))
    }

    /// Iterates over the legal colorings in the order of their texts, `.` before `O` before `X`, each with the values for
    /// Black and for White to move.
    ///
    /// All texts of a board have the same length, so this is the byte order of the texts.
    pub fn in_text_order(&self) -> impl Iterator<Item = (Coloring<1, 2>, [Score; 2])> + '_ {
        let colorings = TextOrder::new(self.representatives.graph());
        colorings.map(|coloring| self.with_values(coloring))
    }

    fn with_values(&self, coloring: Coloring<1, 2>) -> (Coloring<1, 2>, [Score; 2]) {
        let values = self.values(&coloring);
        let values = values.expect("every legal coloring has a representative");
        (coloring, values)
    }

    /// Counts the legal colorings that have each value with Black to move and with White to move.
    ///
    /// # Complexity
    /// One image for each representative and symmetry, which is faster than an iteration over all colorings.
    #[must_use]
    pub fn histogram(&self) -> BTreeMap<Score, [u64; 2]> {
        let values = self.representatives.iter().enumerate();
        self.representatives.histogram(
            values.map(|(rank, coloring)| {
                (coloring, [0, 1].map(|player| self.values.get(rank, player)))
            }),
        )
    }

    /// Iterates over the states to which another table of the same graph gives other values: in the order of the
    /// colorings' codes, each with Black and with White to move. Names and rules may differ.
    ///
    /// # Errors
    /// If the graphs differ.
    pub fn diff<'a>(
        &'a self,
        other: &'a Self,
    ) -> Result<impl Iterator<Item = Difference> + 'a, TableError> {
        if self.representatives != other.representatives {
            return Err(TableError::OtherGraph(shortened(other.board.name())));
        }
        let states = self.of_differing_orbits(other).flat_map(move |coloring| {
            let found = self.representatives.find(&coloring);
            let (rank, element) = found.expect("an image of a legal coloring is legal");
            // Equal graphs have equal representatives, so what is found holds for both tables.
            let both = [self, other].map(|table| table.values_at(rank, element));
            Player::BOTH.map(|to_move| Difference {
                coloring,
                to_move,
                values: both.map(|values| values[to_move.index()]),
            })
        });
        Ok(states.filter(|state| state.values[0] != state.values[1]))
    }

    /// Iterates, in the order of codes, over the colorings whose representative has other values in another table of the
    /// same graph.
    fn of_differing_orbits(&self, other: &Self) -> impl Iterator<Item = Coloring<1, 2>> + use<> {
        let symmetry = self.representatives.symmetry();
        let codes = 3_usize.pow(self.board.points() as u32);
        // A bit for each code: most tables that are compared differ in few orbits, or in so many that a list would be
        // long.
        let mut differ = vec![0_u64; codes.div_ceil(64)];
        for (rank, coloring) in self.representatives.iter().enumerate() {
            let pair = |table: &Self| [0, 1].map(|which| table.values.get(rank, which));
            if pair(self) == pair(other) {
                continue;
            }
            for element in symmetry.elements() {
                let code = symmetry.image(element, coloring).code(2) as usize;
                differ[code / 64] |= 1 << (code % 64);
            }
        }
        let is_marked = move |&code: &usize| differ[code / 64] >> (code % 64) & 1 == 1;
        (0..codes)
            .filter(is_marked)
            .map(|code| Coloring::from_code(code as u64, 2))
    }

    /// Counts the states of [`Self::diff`], and lists the `first` smallest of them, or all; no more are held in memory.
    ///
    /// # Errors
    /// If the graphs differ.
    pub fn first_differences(
        &self,
        other: &Self,
        first: Option<usize>,
    ) -> Result<(usize, Vec<Difference>), TableError> {
        let mut count = 0;
        let mut smallest = BinaryHeap::new();
        for difference in self.diff(other)? {
            count += 1;
            smallest.push(difference);
            if first.is_some_and(|first| smallest.len() > first) {
                smallest.pop();
            }
        }
        Ok((count, smallest.into_sorted_vec()))
    }
}

/// Checks the values of a representative as far as possible without a search.
fn check(
    board: &Board,
    scoring: Scoring,
    representatives: &Representatives,
    coloring: &Coloring<1, 2>,
    pair: [i8; 2],
) -> Result<(), TableError> {
    let most = match scoring {
        Scoring::Area | Scoring::Taylor => board.points(),
        Scoring::Territory => 2 * board.points(),
    };
    for (value, to_move) in pair.into_iter().zip(Player::BOTH) {
        if usize::from(value.unsigned_abs()) > most {
            return Err(TableError::Value {
                position: text::position(board, coloring),
                to_move,
                value: value.into(),
                most,
            });
        }
    }
    let [black, white] = pair;
    let symmetry = representatives.symmetry();
    let is_own_opposite = || {
        symmetry
            .elements()
            .any(|element| symmetry.swaps_colors(element) && symmetry.fixes(element, *coloring))
    };
    if black != -white && is_own_opposite() {
        return Err(TableError::NotOpposite {
            position: text::position(board, coloring),
            black,
            white,
        });
    }
    Ok(())
}

/// Checks that there is one pair of values for each representative.
pub(crate) fn check_count(
    board: &Board,
    representatives: &Representatives,
    found: usize,
) -> Result<(), TableError> {
    let expected = representatives.len();
    if found == expected {
        return Ok(());
    }
    Err(TableError::Count {
        name: shortened(board.name()),
        found,
        expected,
    })
}
