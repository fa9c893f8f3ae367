//! Reading the text form.

use std::io::BufRead;

use koproof_rules::{Coloring, Move, Player, Point, Scoring, Suicide, Superko};

use super::error::{MAX_QUOTED, shortened};
use super::lines::{Fields, Lines, number};
use super::shape::{Shape, board};
use super::{
    CertificateError, Child, Header, Item, ListedSymmetry, MAX_SYMMETRIES, Position, Problem, Root,
    Rule, Statement, Step,
};
use crate::claim::{Bound, GameRecord, State};

/// The first words of the text form.
pub(super) const MAGIC: &str = "koproof certificate ";
/// The version of certificates for area scoring.
pub(super) const VERSION: &str = "1";
/// The version with a line for the scoring.
pub(super) const VERSION_SCORED: &str = "2";

pub(super) struct TextReader<R> {
    lines: Lines<R>,
    shape: Shape,
    steps: u64,
}

impl<R: BufRead> TextReader<R> {
    pub(super) fn open(input: R) -> Result<(Header, Self), CertificateError> {
        let mut lines = Lines::new(input);
        let header = read_header(&mut lines)?;
        let shape = Shape::of(&header).map_err(|problem| lines.wrong(problem))?;
        let reader = Self {
            lines,
            shape,
            steps: 0,
        };
        Ok((header, reader))
    }

    /// Returns the next item, or `None` after the last line if the whole file is valid.
    pub(super) fn next(&mut self) -> Result<Option<Item>, CertificateError> {
        self.lines.advance()?;
        let line = read_line(self.lines.line(), &self.shape);
        match line.map_err(|problem| self.lines.wrong(problem))? {
            Line::Item(item) => {
                let near = children_are_near(&item, self.steps);
                near.map_err(|problem| self.lines.wrong(problem))?;
                self.steps += u64::from(matches!(item, Item::Step(_)));
                Ok(Some(item))
            }
            Line::End(stated) if stated == self.steps => {
                self.lines.finish()?;
                Ok(None)
            }
            Line::End(stated) => {
                let found = self.steps;
                Err(self.lines.wrong(Problem::StepCount { stated, found }))
            }
        }
    }
}

/// Refuses a child that is further back than the binary form can say. One that is no earlier step is refused later.
fn children_are_near(item: &Item, steps: u64) -> Result<(), Problem> {
    let is_far = |child: &Child| steps.saturating_sub(child.step) > u64::from(u32::MAX);
    let far = match item {
        Item::Step(step) => step.rule.children().filter(is_far).last(),
        Item::Root(root) => Some(root.child).filter(is_far),
        Item::Drop(_) => None,
    };
    match far {
        Some(Child { step: child, .. }) => Err(Problem::TooFarBack { child, step: steps }),
        None => Ok(()),
    }
}

/// A line after the header.
enum Line {
    Item(Item),
    End(u64),
}

fn read_header(lines: &mut Lines<impl BufRead>) -> Result<Header, CertificateError> {
    lines.advance()?;
    let version = lines.line().strip_prefix(MAGIC);
    let is_scored = match version {
        Some(VERSION) => false,
        Some(VERSION_SCORED) => true,
        Some(version) => {
            let version = shortened(version, MAX_QUOTED);
            return Err(lines.wrong(Problem::Version(version)));
        }
        None => return Err(lines.wrong(Problem::expected(MAGIC, lines.line()))),
    };
    let board = lines.read("graph6", |fields| board(fields.next("graph6")?))?;
    let superko = lines.read("superko", |fields| {
        let name = fields.next("a superko rule")?;
        let rule: Result<Superko, _> = name.parse();
        rule.map_err(|_| Problem::expected("a superko rule", name))
    })?;
    let suicide = lines.read("suicide", |fields| {
        let name = fields.next("allow or forbid")?;
        let rule: Result<Suicide, _> = name.parse();
        rule.map_err(|_| Problem::expected("allow or forbid", name))
    })?;
    let scoring = if is_scored {
        lines.read("scoring", |fields| {
            fields.word("territory")?;
            Ok(Scoring::Territory)
        })?
    } else {
        Scoring::Area
    };
    let statement = read_statement(lines, board.points())?;
    let mut symmetries = Vec::new();
    loop {
        lines.advance()?;
        if lines.line() == "steps" {
            break;
        }
        if symmetries.len() == MAX_SYMMETRIES {
            return Err(lines.wrong(Problem::expected("steps", lines.line())));
        }
        let read = read_symmetry(lines.line(), board.points());
        symmetries.push(read.map_err(|problem| lines.wrong(problem))?);
    }
    Ok(Header {
        board,
        superko,
        suicide,
        scoring,
        statement,
        symmetries,
    })
}

fn read_statement(
    lines: &mut Lines<impl BufRead>,
    points: usize,
) -> Result<Statement, CertificateError> {
    lines.advance()?;
    match lines.line() {
        "position" => Ok(Statement::Position(Position {
            start: lines.read("start", |fields| coloring(fields, points))?,
            to_move: lines.read("to-move", player)?,
            moves: lines.read("moves", moves)?,
            at_least: lines.read("at-least", stated)?,
            at_most: lines.read("at-most", stated)?,
        })),
        "table" => {
            let roots = lines.read("roots", |fields| fields.number("the number of roots"))?;
            Ok(Statement::Table { roots })
        }
        other => Err(lines.wrong(Problem::expected("position or table", other))),
    }
}

fn moves(fields: &mut Fields<'_>) -> Result<Vec<Move>, Problem> {
    let mut moves = Vec::new();
    let first = fields.next("the moves, or -")?;
    let mut next = (first != "-").then_some(first);
    while let Some(field) = next {
        moves.push(match field {
            "pass" => Move::Pass,
            point => Move::Play(point_of(point)?),
        });
        next = fields.next_if_any();
    }
    Ok(moves)
}

fn stated(fields: &mut Fields<'_>) -> Result<Option<i16>, Problem> {
    const EXPECTED: &str = "a score from -32767 to 32767, or -";
    match fields.next(EXPECTED)? {
        "-" => Ok(None),
        score => number(score, EXPECTED).map(Some),
    }
}

fn read_symmetry(line: &str, points: usize) -> Result<ListedSymmetry, Problem> {
    let mut fields = Fields::of(line);
    fields.word("symmetry")?;
    let images = (0..points)
        .map(|_| point_of(fields.next("the image of a point")?))
        .collect::<Result<_, _>>()?;
    let swap = match fields.next("keep or swap")? {
        "keep" => false,
        "swap" => true,
        other => return Err(Problem::expected("keep or swap", other)),
    };
    fields.end()?;
    Ok(ListedSymmetry { images, swap })
}

fn read_line(line: &str, shape: &Shape) -> Result<Line, Problem> {
    let mut fields = Fields::of(line);
    let fields = &mut fields;
    let line = match fields.next("s, d, r or end")? {
        "s" => Line::Item(Item::Step(step(fields, shape)?)),
        "d" => {
            let mut steps = vec![fields.number("the number of a step")?];
            while let Some(field) = fields.next_if_any() {
                steps.push(number(field, "the number of a step")?);
            }
            Line::Item(Item::Drop(steps))
        }
        "r" => Line::Item(Item::Root(Root {
            to_move: player(fields)?,
            coloring: coloring(fields, shape.points())?,
            bound: bound(fields)?,
            child: child(fields)?,
        })),
        "end" => Line::End(fields.number("the number of steps")?),
        other => return Err(Problem::expected("s, d, r or end", other)),
    };
    fields.end()?;
    if let Line::Item(item) = &line {
        shape.item(item)?;
    }
    Ok(line)
}

fn step(fields: &mut Fields<'_>, shape: &Shape) -> Result<Step, Problem> {
    let to_move = player(fields)?;
    let passes = fields.number("the number of passes, 0 or 1")?;
    let coloring = coloring(fields, shape.points())?;
    let bound = bound(fields)?;
    let rule = match fields.next("a rule")? {
        "stop" => Rule::Stop,
        "alive" => Rule::Alive,
        "pass-forever" => Rule::PassForever,
        "play" => Rule::Play {
            point: point_of(fields.next("a point")?)?,
            child: child(fields)?,
        },
        "pass" => Rule::Pass {
            child: child(fields)?,
        },
        "replies" => replies(fields)?,
        "weaken" => {
            let child = child(fields)?;
            fields.word("avoid")?;
            let avoid = records(fields, shape)?;
            fields.word("need")?;
            let need = records(fields, shape)?;
            Rule::Weaken { child, avoid, need }
        }
        other => return Err(Problem::expected("a rule", other)),
    };
    Ok(Step {
        state: State {
            coloring,
            to_move,
            passes,
        },
        bound,
        rule,
    })
}

fn replies(fields: &mut Fields<'_>) -> Result<Rule, Problem> {
    const EXPECTED: &str = "a point, or pass, with a colon and its reply";
    let mut plays = Vec::new();
    loop {
        let field = fields.next(EXPECTED)?;
        let (taken, reply) = field
            .split_once(':')
            .ok_or_else(|| Problem::expected(EXPECTED, field))?;
        match (taken, reply) {
            ("pass", "end") => return Ok(Rule::Replies { plays, pass: None }),
            ("pass", reply) => {
                let pass = Some(child_of(reply)?);
                return Ok(Rule::Replies { plays, pass });
            }
            (point, "blocked") => plays.push((point_of(point)?, None)),
            (point, reply) => plays.push((point_of(point)?, Some(child_of(reply)?))),
        }
    }
}

fn records(fields: &mut Fields<'_>, shape: &Shape) -> Result<Vec<GameRecord>, Problem> {
    match fields.next("records, or -")? {
        "-" => Ok(Vec::new()),
        list => list.split(',').map(|text| record(text, shape)).collect(),
    }
}

fn record(text: &str, shape: &Shape) -> Result<GameRecord, Problem> {
    let (coloring, player) = match text.split_once(':') {
        Some((coloring, player)) => (coloring, Some(player_of(player)?)),
        None => (text, None),
    };
    Ok(GameRecord {
        coloring: coloring_of(coloring, shape.points())?,
        player,
    })
}

fn player(fields: &mut Fields<'_>) -> Result<Player, Problem> {
    player_of(fields.next("black or white")?)
}

fn player_of(text: &str) -> Result<Player, Problem> {
    match text {
        "black" => Ok(Player::BLACK),
        "white" => Ok(Player::WHITE),
        other => Err(Problem::expected("black or white", other)),
    }
}

fn coloring(fields: &mut Fields<'_>, points: usize) -> Result<Coloring<1, 2>, Problem> {
    coloring_of(fields.next("a coloring")?, points)
}

fn coloring_of(text: &str, points: usize) -> Result<Coloring<1, 2>, Problem> {
    if text.len() != points {
        return Err(Problem::ColoringLength {
            found: text.len(),
            expected: points,
        });
    }
    let mut stones = [0_u64; 2];
    for (point, symbol) in text.bytes().enumerate() {
        match symbol {
            b'.' => {}
            b'X' => stones[0] |= 1 << point,
            b'O' => stones[1] |= 1 << point,
            _ => return Err(Problem::expected("a coloring of '.', 'X' and 'O'", text)),
        }
    }
    let [black, white] = stones;
    super::shape::coloring_of(black, white)
}

fn bound(fields: &mut Fields<'_>) -> Result<Bound, Problem> {
    let kind = match fields.next(">= or <=")? {
        ">=" => Bound::AtLeast,
        "<=" => Bound::AtMost,
        other => return Err(Problem::expected(">= or <=", other)),
    };
    Ok(kind(fields.number("a score")?))
}

fn child(fields: &mut Fields<'_>) -> Result<Child, Problem> {
    child_of(fields.next("a child")?)
}

fn child_of(text: &str) -> Result<Child, Problem> {
    const EXPECTED: &str = "a child, STEP or STEP/SYMMETRY";
    let (step, symmetry) = match text.split_once('/') {
        Some((step, symmetry)) => (step, number(symmetry, EXPECTED)?),
        None => (text, 0),
    };
    Ok(Child {
        step: number(step, EXPECTED)?,
        symmetry,
    })
}

/// Reads the number of a point; a later check tests that it is on the board.
fn point_of(text: &str) -> Result<Point, Problem> {
    number::<u8>(text, "the number of a point").map(|point| Point::new(point.into()))
}

#[cfg(test)]
mod tests;
