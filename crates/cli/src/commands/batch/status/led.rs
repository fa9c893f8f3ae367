//! The progress of a leader's run.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::HumanCount;
use koproof_jobs::{Job, Sign, Snapshot, Status, status};
use koproof_picture::{Branch, Outline, Shade};
use koproof_rules::{Board, Komi, Margin, Move, Point, Score, text};
use serde::Serialize;

use super::super::jobs_error;
use crate::exit::refuse;
use crate::words::{self, counted, one_line};

/// The seconds without a sign of life after which a worker may have been killed: it gives two a second.
const SILENT: u64 = 5;

/// The progress of a leader's run.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    board: String,
    graph6: String,
    /// Whether the certificate of the value is there.
    done: bool,
    /// The value that the certificate states, which is not checked here.
    stated: Option<Margin>,
    certificate: Option<String>,
    /// The most expansions of a job.
    job_nodes: u64,
    reports: usize,
    refused: usize,
    expansions: u64,
    /// The estimated range of expansions that remain for the more likely answer to the target.
    left: Option<(u64, u64)>,
    tree: Option<Tree>,
    workers: Vec<Sign>,
    open: Vec<Open>,
}

/// The latest tree of the leader.
#[derive(Debug, Serialize)]
struct Tree {
    lo: i32,
    hi: i32,
    target: i32,
    proof: u32,
    disproof: u32,
    nodes: usize,
    settled: usize,
    left: u64,
    /// The positions that are not below a settled one, each after the one that leads to it.
    positions: Vec<Position>,
}

#[derive(Debug, Serialize)]
struct Position {
    moves: Vec<String>,
    /// The job that is at it.
    job: Option<u64>,
    /// Whether the value is at least the target, if that is proved.
    settled: Option<bool>,
    proof: u32,
    disproof: u32,
}

#[derive(Debug, Serialize)]
struct Open {
    number: u64,
    moves: Vec<String>,
    target: i32,
    worker: Option<String>,
}

impl Answer {
    pub(super) fn new(directory: &Path) -> anyhow::Result<Self> {
        let status = status(directory).map_err(jobs_error)?;
        let board = status.question.named_board();
        let open = status.open.iter();
        Ok(Self {
            open: open
                .map(|job| opened(&status, board.as_ref(), job))
                .collect(),
            board: status.question.board.clone(),
            graph6: status.question.graph6.clone(),
            done: status.value.is_some(),
            stated: status.value.map(margin),
            certificate: (status.value).map(|_| status.certificate.display().to_string()),
            job_nodes: status.question.expansions,
            reports: status.reports,
            refused: status.refused,
            expansions: status.expansions,
            left: status.left,
            tree: (status.tree.as_ref()).map(|tree| Tree::of(tree, board.as_ref())),
            workers: status.workers,
        })
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let reports = counted(self.reports, "job");
        let spent = HumanCount(self.expansions);
        let refused = self.refused;
        writeln!(
            out,
            "{}: {reports} done, {spent} expansions, {refused} files refused",
            one_line(&self.board)
        )?;
        if let (Some(stated), Some(certificate)) = (self.stated, &self.certificate) {
            let certificate = one_line(certificate);
            writeln!(
                out,
                "value: {stated}, as {certificate} states: `koproof verify` checks it"
            )?;
        }
        let tree = self.tree.as_ref();
        if let Some(tree) = tree.filter(|_| !self.done) {
            let [lo, hi, target] = [tree.lo, tree.hi, tree.target].map(margin);
            writeln!(out, "value: from {lo} to {hi}")?;
            writeln!(
                out,
                "target: at least {target}; proof number {}, disproof number {}",
                HumanCount(tree.proof.into()),
                HumanCount(tree.disproof.into())
            )?;
            let positions = counted(tree.nodes, "position");
            let [settled, left] = [tree.settled as u64, tree.left].map(HumanCount);
            let leaves = if tree.left == 1 { "leaf" } else { "leaves" };
            writeln!(
                out,
                "tree: {positions}, {settled} settled, {left} {leaves} left"
            )?;
        }
        if let Some((low, high)) = self.left {
            let (low, high) = (HumanCount(low), HumanCount(high));
            writeln!(
                out,
                "left: {low} to {high} expansions for this target, as it looks now"
            )?;
        }
        for sign in self.workers.iter().filter(|_| !self.done) {
            writeln!(out, "worker {}", state(sign))?;
        }
        for open in &self.open {
            let worker = open.worker.as_deref().map_or("nobody".into(), one_line);
            let moves = match open.moves.join(", ") {
                moves if moves.is_empty() => "the position asked about".to_owned(),
                moves => moves,
            };
            writeln!(
                out,
                "job {}: {moves}; at least {}? ({worker})",
                open.number,
                margin(open.target)
            )?;
        }
        Ok(())
    }
}

impl Tree {
    fn of(tree: &Snapshot, board: Option<&Board>) -> Self {
        let positions = tree.positions.iter();
        Self {
            lo: tree.lo,
            hi: tree.hi,
            target: tree.target,
            proof: tree.proof,
            disproof: tree.disproof,
            nodes: tree.nodes,
            settled: tree.settled,
            left: tree.left,
            positions: positions
                .map(|position| Position {
                    moves: names(board, &position.line),
                    job: position.job,
                    settled: position.settled,
                    proof: position.proof,
                    disproof: position.disproof,
                })
                .collect(),
        }
    }
}

/// Says what a worker does; or did, and when, if it may have been killed.
fn state(Sign { beat, silent_for }: &Sign) -> String {
    let done = counted(beat.done, "job");
    let at = match (beat.job, *silent_for >= SILENT) {
        (Some(job), false) => format!("is at job {job}"),
        (Some(job), true) => format!("was at job {job}"),
        (None, false) => "waits".to_owned(),
        (None, true) => "waited".to_owned(),
    };
    let ago = match *silent_for {
        ..SILENT => String::new(),
        seconds => format!(
            ", last heard from {} ago",
            words::time(Duration::from_secs(seconds))
        ),
    };
    format!("{} {at}, {done} done{ago}", one_line(&beat.worker))
}

fn opened(status: &Status, board: Option<&Board>, job: &Job) -> Open {
    let at_it = status
        .workers
        .iter()
        .map(|sign| &sign.beat)
        .find(|beat| beat.job == Some(job.number));
    Open {
        number: job.number,
        moves: names(board, &job.line),
        target: job.target,
        worker: at_it.map(|beat| beat.worker.clone()),
    }
}

/// The names of moves; of points without a name their numbers.
fn names(board: Option<&Board>, line: &[Option<u16>]) -> Vec<String> {
    let name = |taken: &Option<u16>| match (taken, board) {
        (None, _) => "pass".to_owned(),
        (Some(point), Some(board)) => text::move_name(board, Move::Play(Point::new(*point))),
        (Some(point), None) => point.to_string(),
    };
    line.iter().map(name).collect()
}

/// Returns a score of the board as a margin, without komi.
fn margin(score: Score) -> Margin {
    Margin::new(score, Komi::ZERO)
}

/// The most positions that are drawn: of larger trees the deepest are left out.
const MAX_DRAWN: usize = 1_000;

impl Answer {
    pub(super) fn picture(&self) -> anyhow::Result<String> {
        let Some(tree) = &self.tree else {
            refuse!(
                "the leader has written no tree: wait a moment if it has just begun; a question that needs no search has none"
            );
        };
        let depths = tree.positions.iter().map(|position| position.moves.len());
        let deepest = depths.max().unwrap_or(0);
        let within = |depth: usize| {
            let shallow = |position: &&Position| position.moves.len() <= depth;
            tree.positions.iter().filter(shallow).count() <= MAX_DRAWN
        };
        let depth = (0..=deepest).rev().find(|&depth| within(depth));
        let outline = Outline {
            title: format!(
                "{}: is the value at least {}?",
                self.board,
                margin(tree.target)
            ),
            shades: ["open", "a job", "yes", "no"].map(str::to_owned),
            root: branch(&tree.positions, depth.unwrap_or(0)),
        };
        Ok(outline.to_svg())
    }
}

/// The tree to a depth.
fn branch(positions: &[Position], depth: usize) -> Branch {
    let mut below: HashMap<&[String], Vec<&Position>> = HashMap::new();
    for position in &positions[1..] {
        if let [above @ .., _] = position.moves.as_slice()
            && above.len() < depth
        {
            below.entry(above).or_default().push(position);
        }
    }
    branch_at(&positions[0], &below)
}

/// The part of the tree that begins with a position.
fn branch_at(position: &Position, below: &HashMap<&[String], Vec<&Position>>) -> Branch {
    let next = below.get(position.moves.as_slice()).into_iter().flatten();
    Branch {
        label: position.moves.last().cloned().unwrap_or_default(),
        shade: match (position.settled, position.job) {
            (Some(true), _) => Shade::Yes,
            (Some(false), _) => Shade::No,
            (None, Some(_)) => Shade::Busy,
            (None, None) => Shade::Open,
        },
        below: next.map(|other| branch_at(other, below)).collect(),
    }
}
