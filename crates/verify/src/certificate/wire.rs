//! The types of the binary form, with the layout that `docs/certificates.md` defines.

use koproof_rules::{Move, Player, Point, Record, Scoring, Suicide, Superko};
use koproof_store::{Decode, Encode};

use super::shape::{board, coloring_of, words};
use super::{Child, Header, Item, ListedSymmetry, Position, Problem, Root, Rule, Statement, Step};
use crate::claim::{Bound, GameRecord, State};

/// A header; `S` is `()` in version 1, which is for area scoring, and the scoring in version 2.
#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) struct WireHeader<S> {
    graph6: Vec<u8>,
    superko: WireSuperko,
    suicide: bool,
    scoring: S,
    statement: WireStatement,
    symmetries: Vec<(Vec<u8>, bool)>,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
enum WireSuperko {
    Positional,
    Situational,
    NaturalSituational,
    Taylor,
}

/// The scorings of version 2.
#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) enum WireScoring {
    Territory,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
enum WireStatement {
    Position {
        start: WireColoring,
        to_move: bool,
        moves: Vec<Option<u8>>,
        at_least: Option<i16>,
        at_most: Option<i16>,
    },
    Table {
        roots: u64,
    },
}

/// Black and white stones.
pub(super) type WireColoring = (u64, u64);
/// A coloring and whether the player is White.
pub(super) type WireRecord = (WireColoring, Option<bool>);
/// A flag for an upper bound, and the score.
pub(super) type WireBound = (bool, i16);
/// The number of steps back, and the symmetry.
type WireChild = (u32, u16);

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) enum WireItem {
    Step(WireStep),
    Drop {
        steps: Vec<u64>,
    },
    Root {
        coloring: WireColoring,
        to_move: bool,
        bound: WireBound,
        child: WireChild,
    },
    End {
        steps: u64,
    },
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
pub(super) struct WireStep {
    coloring: WireColoring,
    to_move: bool,
    passes: u8,
    bound: WireBound,
    rule: WireRule,
}

#[derive(Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
enum WireRule {
    Stop,
    Alive,
    PassForever,
    Play {
        point: u8,
        child: WireChild,
    },
    Pass {
        child: WireChild,
    },
    Replies {
        plays: Vec<(u8, Option<WireChild>)>,
        pass: Option<WireChild>,
    },
    Weaken {
        child: WireChild,
        avoid: Vec<WireRecord>,
        need: Vec<WireRecord>,
    },
}

impl<S> WireHeader<S> {
    pub(super) fn of(header: &Header, scoring: S) -> Self {
        Self {
            scoring,
            graph6: header.board.to_graph6().into_bytes(),
            superko: match header.superko {
                Superko::Positional => WireSuperko::Positional,
                Superko::Situational => WireSuperko::Situational,
                Superko::NaturalSituational => WireSuperko::NaturalSituational,
                Superko::Taylor => WireSuperko::Taylor,
            },
            suicide: header.suicide == Suicide::Allow,
            statement: match &header.statement {
                Statement::Position(position) => WireStatement::Position {
                    start: words(&position.start).into(),
                    to_move: is_white(position.to_move),
                    moves: (position.moves.iter())
                        .map(|&taken| match taken {
                            Move::Play(point) => Some(byte(point)),
                            Move::Pass => None,
                        })
                        .collect(),
                    at_least: position.at_least,
                    at_most: position.at_most,
                },
                Statement::Table { roots } => WireStatement::Table { roots: *roots },
            },
            symmetries: header
                .symmetries
                .iter()
                .map(|one| (one.images.iter().copied().map(byte).collect(), one.swap))
                .collect(),
        }
    }

    pub(super) fn header(self, scoring: Scoring) -> Result<Header, Problem> {
        Ok(Header {
            scoring,
            board: board(&String::from_utf8_lossy(&self.graph6))?,
            superko: match self.superko {
                WireSuperko::Positional => Superko::Positional,
                WireSuperko::Situational => Superko::Situational,
                WireSuperko::NaturalSituational => Superko::NaturalSituational,
                WireSuperko::Taylor => Superko::Taylor,
            },
            suicide: if self.suicide {
                Suicide::Allow
            } else {
                Suicide::Forbid
            },
            statement: match self.statement {
                WireStatement::Position {
                    start: (black, white),
                    to_move,
                    moves,
                    at_least,
                    at_most,
                } => Statement::Position(Position {
                    start: coloring_of(black, white)?,
                    to_move: player(to_move),
                    moves: moves
                        .into_iter()
                        .map(|play| play.map_or(Move::Pass, |at| Move::Play(point(at))))
                        .collect(),
                    at_least,
                    at_most,
                }),
                WireStatement::Table { roots } => Statement::Table { roots },
            },
            symmetries: self
                .symmetries
                .into_iter()
                .map(|(images, swap)| ListedSymmetry {
                    images: images.into_iter().map(point).collect(),
                    swap,
                })
                .collect(),
        })
    }
}

impl WireItem {
    /// Converts an item to its binary form; `steps` is the number of steps before it.
    pub(super) fn of(item: &Item, steps: u64) -> Result<Self, Problem> {
        Ok(match item {
            Item::Step(step) => Self::Step(WireStep::of(step, steps)?),
            Item::Drop(steps) => Self::Drop {
                steps: steps.clone(),
            },
            Item::Root(root) => Self::Root {
                coloring: words(&root.coloring).into(),
                to_move: is_white(root.to_move),
                bound: wire_bound(root.bound),
                child: wire_child(root.child, steps)?,
            },
        })
    }

    /// Converts the binary form to an item; `Err` with the stated number of steps for the end.
    pub(super) fn item(self, steps: u64) -> Result<Result<Item, u64>, Problem> {
        Ok(Ok(match self {
            Self::Step(step) => Item::Step(step.step(steps)?),
            Self::Drop { steps } => Item::Drop(steps),
            Self::Root {
                coloring: (black, white),
                to_move,
                bound: stated,
                child: named,
            } => Item::Root(Root {
                coloring: coloring_of(black, white)?,
                to_move: player(to_move),
                bound: bound(stated),
                child: child(named, steps)?,
            }),
            Self::End { steps } => return Ok(Err(steps)),
        }))
    }
}

impl WireStep {
    /// Converts the step with this number to its binary form.
    pub(super) fn of(step: &Step, number: u64) -> Result<Self, Problem> {
        Ok(Self {
            coloring: words(&step.state.coloring).into(),
            to_move: is_white(step.state.to_move),
            passes: step.state.passes,
            bound: wire_bound(step.bound),
            rule: WireRule::of(&step.rule, number)?,
        })
    }

    pub(super) fn step(self, number: u64) -> Result<Step, Problem> {
        let (black, white) = self.coloring;
        Ok(Step {
            state: State {
                coloring: coloring_of(black, white)?,
                to_move: player(self.to_move),
                passes: self.passes,
            },
            bound: bound(self.bound),
            rule: self.rule.rule(number)?,
        })
    }
}

impl WireRule {
    fn of(rule: &Rule, steps: u64) -> Result<Self, Problem> {
        let some = |child: Option<Child>| child.map(|child| wire_child(child, steps)).transpose();
        let records = |list: &[GameRecord]| list.iter().map(wire_record).collect();
        Ok(match rule {
            Rule::Stop => Self::Stop,
            Rule::Alive => Self::Alive,
            Rule::PassForever => Self::PassForever,
            Rule::Play { point, child } => Self::Play {
                point: byte(*point),
                child: wire_child(*child, steps)?,
            },
            Rule::Pass { child } => Self::Pass {
                child: wire_child(*child, steps)?,
            },
            Rule::Replies { plays, pass } => Self::Replies {
                plays: plays
                    .iter()
                    .map(|&(point, child)| Ok((byte(point), some(child)?)))
                    .collect::<Result<_, Problem>>()?,
                pass: some(*pass)?,
            },
            Rule::Weaken { child, avoid, need } => Self::Weaken {
                child: wire_child(*child, steps)?,
                avoid: records(avoid),
                need: records(need),
            },
        })
    }

    fn rule(self, steps: u64) -> Result<Rule, Problem> {
        let some = |named: Option<WireChild>| named.map(|named| child(named, steps)).transpose();
        let records = |list: Vec<WireRecord>| {
            list.into_iter()
                .map(record)
                .collect::<Result<Vec<_>, Problem>>()
        };
        Ok(match self {
            Self::Stop => Rule::Stop,
            Self::Alive => Rule::Alive,
            Self::PassForever => Rule::PassForever,
            Self::Play {
                point: at,
                child: named,
            } => Rule::Play {
                point: point(at),
                child: child(named, steps)?,
            },
            Self::Pass { child: named } => Rule::Pass {
                child: child(named, steps)?,
            },
            Self::Replies { plays, pass } => Rule::Replies {
                plays: plays
                    .into_iter()
                    .map(|(at, named)| Ok((point(at), some(named)?)))
                    .collect::<Result<_, Problem>>()?,
                pass: some(pass)?,
            },
            Self::Weaken {
                child: named,
                avoid,
                need,
            } => Rule::Weaken {
                child: child(named, steps)?,
                avoid: records(avoid)?,
                need: records(need)?,
            },
        })
    }
}

fn wire_child(child: Child, steps: u64) -> Result<WireChild, Problem> {
    let Child { step, symmetry } = child;
    let back = steps.checked_sub(step).filter(|&back| back > 0);
    let back = back.ok_or(Problem::NoSuchChild {
        child: step.into(),
        step: steps,
    })?;
    let far = |_| Problem::TooFarBack {
        child: step,
        step: steps,
    };
    Ok((u32::try_from(back).map_err(far)?, symmetry))
}

fn child((back, symmetry): WireChild, steps: u64) -> Result<Child, Problem> {
    match steps.checked_sub(back.into()) {
        Some(step) => Ok(Child { step, symmetry }),
        None => Err(Problem::NoSuchChild {
            child: i128::from(steps) - i128::from(back),
            step: steps,
        }),
    }
}

pub(super) fn wire_record(record: &GameRecord) -> WireRecord {
    (words(&record.coloring).into(), record.player.map(is_white))
}

pub(super) fn record(((black, white), to_move): WireRecord) -> Result<GameRecord, Problem> {
    Ok(Record {
        coloring: coloring_of(black, white)?,
        player: to_move.map(player),
    })
}

pub(super) fn wire_bound(bound: Bound) -> WireBound {
    (matches!(bound, Bound::AtMost(_)), bound.score())
}

pub(super) fn bound((upper, score): WireBound) -> Bound {
    if upper {
        Bound::AtMost(score)
    } else {
        Bound::AtLeast(score)
    }
}

pub(super) fn is_white(player: Player) -> bool {
    player == Player::WHITE
}

pub(super) fn player(white: bool) -> Player {
    if white { Player::WHITE } else { Player::BLACK }
}

/// Narrows a point that is known to be on the board.
fn byte(point: Point) -> u8 {
    u8::try_from(point.index()).expect("a board of a certificate has at most 64 points")
}

fn point(byte: u8) -> Point {
    Point::new(byte.into())
}
