//! Strategies from certificates: the prover's answer to every move of the opponent.

mod error;
mod line;
mod steps;

pub use error::StrategyError;
pub use line::{Line, StrayError};

use std::io::Read;

use koproof_rules::{ColorSwap, Game, Graph, Player, Ruleset, Symmetry};
use rustc_hash::FxHashMap;

use crate::carry::Carry;
use crate::certificate::{CertificateReader, Child, Header, Item, Statement};
use crate::check::StatedBound;
use crate::claim::{Bound, State};
use steps::Steps;

/// The proofs of a certificate in memory, as a strategy that can be played.
///
/// This code only checks that steps depend on earlier ones, so [`crate::check`] a certificate first. With an invalid
/// certificate, a game can end without meeting the bound, or a [`Line`] returns a [`StrayError`]; nothing panics.
///
/// # Examples
/// On the path of three points Black takes the middle and owns the whole board.
/// ```
/// use koproof_rules::{Coloring, Move, Player, Point, Scoring, Suicide, Superko};
/// use koproof_verify::{
///     Bound, CertificateReader, CertificateWriter, Child, Form, Header, Item, Position, Root, Rule,
///     State, Statement, Step, Strategy,
/// };
/// # let header = Header {
/// #     board: "path:3".parse()?,
/// #     superko: Superko::Positional,
/// #     suicide: Suicide::Allow,
/// #     scoring: Scoring::Area,
/// #     statement: Statement::Position(Position {
/// #         start: Coloring::EMPTY,
/// #         to_move: Player::BLACK,
/// #         moves: Vec::new(),
/// #         at_least: Some(3),
/// #         at_most: None,
/// #     }),
/// #     symmetries: Vec::new(),
/// # };
/// # let mut writer = CertificateWriter::new(Vec::new(), &header, Form::Text)?;
/// # let bound = Bound::AtLeast(3);
/// # let middle = Coloring::from_symbols(".X.")?;
/// # let child = |step| Child { step, symmetry: 0 };
/// # let state = |coloring, to_move| State { coloring, to_move, passes: 0 };
/// # let steps = [
/// #     Step { state: state(middle, Player::WHITE), bound, rule: Rule::Alive },
/// #     Step {
/// #         state: state(Coloring::EMPTY, Player::BLACK),
/// #         bound,
/// #         rule: Rule::Play { point: Point::new(1), child: child(0) },
/// #     },
/// # ];
/// # for step in steps {
/// #     writer.item(&Item::Step(step))?;
/// # }
/// # writer.item(&Item::Root(Root { coloring: Coloring::EMPTY, to_move: Player::BLACK, bound, child: child(1) }))?;
/// # let certificate = writer.finish()?;
/// let strategy = Strategy::load(CertificateReader::open(certificate.as_slice())?)?;
/// let mut game = strategy.game().expect("it is about a position");
/// let mut line = strategy.begin(&game, Player::BLACK)?;
/// while !game.is_over() {
///     // White does not know better than to pass.
///     let taken = line.answer()?.unwrap_or(Move::Pass);
///     game.play(taken)?;
///     line.follow(taken)?;
/// }
/// assert_eq!(game.moves().next(), Some(Move::Play(Point::new(1))));
/// assert!(line.bound().met_by(game.score()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strategy {
    header: Header,
    graph: Graph<1>,
    /// The symmetries that carry the claims of a table to symmetric positions; only the identity for a position.
    automorphisms: Vec<Carry>,
    /// Whether these are all symmetries of the board, if it is a table.
    has_all_automorphisms: bool,
    /// The listed symmetries by number, the identity first.
    symmetries: Vec<Carry>,
    steps: Steps,
    goals: Vec<StatedBound>,
    /// The claim to play, by root state and prover.
    roots: FxHashMap<(State, Player), (Bound, Child)>,
}

impl Strategy {
    /// Reads a whole certificate.
    ///
    /// # Errors
    /// If it cannot be read, or depends on missing steps.
    pub fn load<R: Read>(mut reader: CertificateReader<R>) -> Result<Self, StrategyError> {
        let header = reader.header().clone();
        let graph = Graph::new(&header.board).expect("a reader lets at most 64 points through");
        let mut symmetries = vec![Carry::nothing(&graph)];
        for (number, listed) in (1..).zip(&header.symmetries) {
            let carry = Carry::permutation(&graph, &listed.images, listed.swap);
            symmetries.push(carry.ok_or(StrategyError::NoPermutation(number))?);
        }
        let passes = match header.game(&graph).transpose()? {
            Some(game) if game.is_over() => {
                let why = "its moves end the game".to_owned();
                return Err(StrategyError::NoPosition(why));
            }
            Some(game) => game.passes() as u8,
            None => 0,
        };
        let (automorphisms, has_all_automorphisms) = match header.statement {
            Statement::Position(_) => (vec![Carry::nothing(&graph)], true),
            Statement::Table { .. } => automorphisms(&graph),
        };
        let mut steps = Steps::default();
        let mut goals = Vec::new();
        let mut roots = FxHashMap::default();
        let listed = symmetries.len();
        while let Some(item) = reader.next_item()? {
            match item {
                Item::Step(step) => steps.push(&step, listed)?,
                Item::Drop(_) => {}
                Item::Root(root) => {
                    if !steps.has(root.child, listed) {
                        return Err(StrategyError::NoSuchRoot(goals.len()));
                    }
                    let state = State {
                        coloring: root.coloring,
                        to_move: root.to_move,
                        passes,
                    };
                    let bound = root.bound;
                    goals.push(StatedBound { state, bound });
                    roots.insert((state, bound.prover()), (bound, root.child));
                }
            }
        }
        Ok(Self {
            header,
            graph,
            automorphisms,
            has_all_automorphisms,
            symmetries,
            steps,
            goals,
            roots,
        })
    }

    /// Returns the header: board, rules and statement.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the graph of the board.
    #[must_use]
    pub fn graph(&self) -> &Graph<1> {
        &self.graph
    }

    /// Returns the rules of the game, with komi 0.
    #[must_use]
    pub fn rules(&self) -> Ruleset {
        self.header.rules()
    }

    /// Returns the stated bounds, each a goal to play for, in the order of the roots.
    #[must_use]
    pub fn goals(&self) -> &[StatedBound] {
        &self.goals
    }

    /// Returns the game of a certificate of a position, with the moves of the header made; `None` for a table, where a
    /// game can start at any root.
    #[must_use]
    pub fn game(&self) -> Option<Game<'_, 1, 2>> {
        let game = self.header.game(&self.graph)?;
        Some(game.expect("the moves were made when the certificate was read"))
    }
}

impl Header {
    /// Makes the moves of the statement on the board's graph; `None` for a table.
    ///
    /// # Errors
    /// If the start or a move is illegal, which [`crate::check`] refuses.
    #[must_use]
    pub fn game<'g>(&self, graph: &'g Graph<1>) -> Option<Result<Game<'g, 1, 2>, StrategyError>> {
        let Statement::Position(position) = &self.statement else {
            return None;
        };
        let game = position.game(graph, self.rules());
        Some(game.map_err(|(_, why)| StrategyError::NoPosition(why)))
    }
}

/// Returns the symmetries of a board, the identity first, and whether these are all: of a large group they are a
/// subgroup.
fn automorphisms(graph: &Graph<1>) -> (Vec<Carry>, bool) {
    let symmetry = Symmetry::new(graph, ColorSwap::Included);
    let carries = symmetry
        .elements()
        .map(|element| {
            let images = symmetry.permutation(element);
            Carry::permutation(graph, images, symmetry.swaps_colors(element))
                .expect("an automorphism is a permutation")
        })
        .collect();
    (carries, symmetry.is_whole())
}
