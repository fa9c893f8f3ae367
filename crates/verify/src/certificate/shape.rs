//! The limits of every certificate, checked before any proof: points on the board, lists within their limits.
//!
//! Both forms are checked, on reading and on writing.

use koproof_rules::{Board, Coloring, Move, Player, Point, PointSet, Scoring, Superko};

use super::error::{MAX_QUOTED, shortened};
use super::{
    Header, Item, MAX_DROPPED, MAX_MOVES, MAX_STATED_SCORE, MAX_SYMMETRIES, MAX_WEAKENED, Problem,
    Rule, Statement, Step,
};
use crate::claim::{GameRecord, State};

/// The board and the superko rule against which items are checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    points: usize,
    superko: Superko,
}

impl Shape {
    /// Checks a header and returns the shape of its items.
    pub(crate) fn of(header: &Header) -> Result<Self, Problem> {
        let shape = Self {
            points: board_size(&header.board)?,
            superko: header.superko,
        };
        if header.scoring == Scoring::Taylor {
            return Err(Problem::Scoring(header.scoring));
        }
        shape.statement(&header.statement)?;
        at_most("symmetries", header.symmetries.len(), MAX_SYMMETRIES)?;
        for symmetry in &header.symmetries {
            if symmetry.images.len() != shape.points {
                return Err(Problem::SymmetryLength {
                    found: symmetry.images.len(),
                    expected: shape.points,
                });
            }
            for &image in &symmetry.images {
                shape.point(image)?;
            }
        }
        Ok(shape)
    }

    pub(crate) fn points(&self) -> usize {
        self.points
    }

    /// Returns whether records name a player.
    fn records_have_players(&self) -> bool {
        self.superko.of_play((), Player::BLACK, 2).player.is_some()
    }

    fn statement(&self, statement: &Statement) -> Result<(), Problem> {
        match statement {
            Statement::Position(position) => {
                self.coloring(&position.start)?;
                player(position.to_move)?;
                at_most("moves", position.moves.len(), MAX_MOVES)?;
                for &taken in &position.moves {
                    if let Move::Play(point) = taken {
                        self.point(point)?;
                    }
                }
                if position.bounds().next().is_none() {
                    return Err(Problem::NothingStated);
                }
                position
                    .bounds()
                    .try_for_each(|bound| stated_score(bound.score()))
            }
            Statement::Table { roots: 0 } => Err(Problem::NoRoots),
            Statement::Table { .. } => Ok(()),
        }
    }

    pub(crate) fn item(&self, item: &Item) -> Result<(), Problem> {
        match item {
            Item::Step(step) => self.step(step),
            Item::Drop(steps) if steps.is_empty() => Err(Problem::EmptyDrop),
            Item::Drop(steps) => at_most("steps in a drop", steps.len(), MAX_DROPPED),
            Item::Root(root) => {
                self.coloring(&root.coloring)?;
                player(root.to_move)
            }
        }
    }

    pub(crate) fn step(&self, step: &Step) -> Result<(), Problem> {
        self.state(&step.state)?;
        self.rule(&step.rule)
    }

    pub(crate) fn state(&self, state: &State) -> Result<(), Problem> {
        self.coloring(&state.coloring)?;
        player(state.to_move)?;
        if state.passes > 1 {
            return Err(Problem::Passes(state.passes));
        }
        Ok(())
    }

    fn rule(&self, rule: &Rule) -> Result<(), Problem> {
        match rule {
            Rule::Stop | Rule::Alive | Rule::PassForever | Rule::Pass { .. } => Ok(()),
            Rule::Play { point, .. } => self.point(*point),
            Rule::Replies { plays, .. } => {
                // A repeated point is refused later; this check only limits the length of the list.
                at_most("replies", plays.len(), 2 * self.points)?;
                plays.iter().try_for_each(|&(point, _)| self.point(point))
            }
            Rule::Weaken { avoid, need, .. } => [avoid, need].into_iter().try_for_each(|list| {
                at_most("records in a weakening", list.len(), MAX_WEAKENED)?;
                list.iter().try_for_each(|record| self.record(record))
            }),
        }
    }

    pub(crate) fn record(&self, record: &GameRecord) -> Result<(), Problem> {
        if record.player.is_some() != self.records_have_players() {
            return Err(Problem::RecordPlayer);
        }
        record.player.map_or(Ok(()), player)?;
        self.coloring(&record.coloring)
    }

    fn point(&self, point: Point) -> Result<(), Problem> {
        if point.index() < self.points {
            return Ok(());
        }
        Err(Problem::NoSuchPoint {
            found: point.index(),
            points: self.points,
        })
    }

    fn coloring(&self, coloring: &Coloring<1, 2>) -> Result<(), Problem> {
        let [black, white] = words(coloring);
        if fits(black, white, self.points) {
            return Ok(());
        }
        Err(Problem::Stones { black, white })
    }
}

/// Reads graph6 in its standard spelling.
pub(crate) fn board(graph6: &str) -> Result<Board, Problem> {
    // In a name of a board it would join another board.
    if graph6.contains('+') {
        return Err(Problem::expected("a board in graph6", graph6));
    }
    let board: Board = format!("g6:{graph6}").parse()?;
    board_size(&board)?;
    let usual = board.to_graph6();
    if graph6 == usual {
        Ok(board)
    } else {
        let found = shortened(graph6, MAX_QUOTED);
        Err(Problem::Graph6 { found, usual })
    }
}

/// Returns the number of points of a board, if they fit one word.
pub(crate) fn board_size(board: &Board) -> Result<usize, Problem> {
    match board.points() {
        points @ 1..=64 => Ok(points),
        points => Err(Problem::Points(points)),
    }
}

/// Returns the coloring with these stones, if no point has two.
pub(crate) fn coloring_of(black: u64, white: u64) -> Result<Coloring<1, 2>, Problem> {
    if fits(black, white, 64) {
        let stones = [black, white].map(|set| PointSet::from_words([set]));
        return Ok(Coloring::from_stones(stones));
    }
    Err(Problem::Stones { black, white })
}

/// Returns the black and the white stones of a coloring.
pub(crate) fn words(coloring: &Coloring<1, 2>) -> [u64; 2] {
    Player::BOTH.map(|player| coloring.stones(player).words()[0])
}

fn fits(black: u64, white: u64, points: usize) -> bool {
    let [all] = *PointSet::<1>::first_points(points).words();
    black & white == 0 && (black | white) & !all == 0
}

fn player(player: Player) -> Result<(), Problem> {
    if player.index() < 2 {
        return Ok(());
    }
    Err(Problem::Player(player))
}

/// Checks that the opposite of a stated score can be stated, too.
fn stated_score(score: i16) -> Result<(), Problem> {
    if (-MAX_STATED_SCORE..=MAX_STATED_SCORE).contains(&score) {
        return Ok(());
    }
    Err(Problem::StatedScore(score))
}

fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), Problem> {
    if found <= most {
        return Ok(());
    }
    Err(Problem::TooMany { what, found, most })
}
