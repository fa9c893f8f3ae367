//! The game without superko as a graph of turns, up to symmetry.
//!
//! A *turn* is a representative with a player to move, and has the number 2 * rank + player. A coloring whose symmetry
//! exchanges the colors is a turn of the other player, so the analysis of the finished graph needs neither colors nor
//! symmetries: a turn only has a *mover* and an *other* player.
//!
//! Under basic ko the turns are followed by further *nodes*: one for each play that basic ko may forbid, which is the
//! turn without that play. Such a play captures one stone, and the opponent could at once capture the stone just played
//! and so restore the coloring. The play leads to the node where exactly this recapture is forbidden.
//!
//! The graph holds the predecessors of each node, because the analysis goes backwards, and the number of its plays.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use koproof_rules::{Coloring, Graph, Images, Player, Point, Representatives, Scoring, Suicide};
use rayon::prelude::*;

use super::repetition::KoRule;
use crate::budget::observer::Progress;
use crate::budget::stopped::Stopped;

/// The number of a node.
pub(super) type Node = u32;

/// The number of representatives that a thread takes at a time.
const SHARE: usize = 4096;

/// The graph of turns.
#[derive(Debug)]
pub(super) struct Arena {
    /// The scores of the representatives, Black − White.
    scores: Vec<i8>,
    /// The first node of ko of each turn, and the end of the last.
    kos: Vec<Node>,
    /// The number of plays of each node.
    plays: Vec<u8>,
    /// The index of the first predecessor of each node, and the end of the last.
    first: Vec<usize>,
    predecessors: Vec<Node>,
}

/// The nodes that the plays of some turns lead to.
struct Share {
    /// The number of plays of each turn.
    plays: Vec<u8>,
    /// The nodes that these plays lead to, in point order.
    targets: Vec<Node>,
}

/// A play that changes the coloring.
struct Play {
    point: Point,
    coloring: Coloring<1, 2>,
    /// The point where basic ko forbids the opponent to play.
    forbidden: Option<Point>,
}

/// The graph and the rules that decide which plays are legal.
struct Rules<'a> {
    graph: &'a Graph<1>,
    suicide: Suicide,
    ko: KoRule,
}

impl Rules<'_> {
    fn plays(&self, from: Coloring<1, 2>, player: Player) -> impl Iterator<Item = Play> + use<'_> {
        from.empty(self.graph).into_iter().filter_map(move |point| {
            let play = from.play(self.graph, player, point);
            // By hand, and not by `Coloring::plays`: 0.97 of the time of an analysis of 4x4.
            if play.coloring == from || !self.suicide.allows(&play) {
                return None;
            }
            let forbidden = play.captured.first().filter(|&taken| {
                let opponent = player.next(2);
                let retake = || play.coloring.play(self.graph, opponent, taken).coloring;
                self.ko == KoRule::Basic && play.captured.len() == 1 && retake() == from
            });
            Some(Play {
                point,
                coloring: play.coloring,
                forbidden,
            })
        })
    }

    /// Returns the points, as bits, of the plays that basic ko may forbid.
    ///
    /// A recapture that basic ko forbids also captures one stone and could itself be retaken, so these are the plays
    /// with `forbidden` set.
    fn ko_points(&self, from: Coloring<1, 2>, player: Player) -> u32 {
        match self.ko {
            KoRule::None => 0,
            KoRule::Basic => self
                .plays(from, player)
                .filter(|play| play.forbidden.is_some())
                .fold(0, |points, play| points | 1 << play.point.index()),
        }
    }
}

/// The numbers of the nodes.
struct Numbering {
    /// The points, as bits, of the plays of each turn that basic ko may forbid, by representative and player.
    ko_points: Vec<[u32; 2]>,
    /// The first node of ko of each turn, and the end of the last.
    kos: Vec<Node>,
}

impl Numbering {
    fn new(
        colorings: &[Coloring<1, 2>],
        rules: &Rules<'_>,
        check: &(impl Fn() -> Result<(), Stopped> + Sync),
    ) -> Result<Self, Stopped> {
        let of_both = |&coloring| Player::BOTH.map(|player| rules.ko_points(coloring, player));
        let shares = colorings.par_chunks(SHARE).map(|colorings| {
            check()?;
            Ok(colorings.iter().map(of_both).collect())
        });
        let ko_points = shares.collect::<Result<Vec<Vec<[u32; 2]>>, Stopped>>()?;
        let ko_points = ko_points.concat();
        let mut nodes = 2 * colorings.len() as Node;
        let mut kos = vec![nodes];
        kos.extend(ko_points.iter().flatten().map(|points| {
            nodes += points.count_ones();
            nodes
        }));
        Ok(Self { ko_points, kos })
    }

    /// Returns the node that a play leads to, where the opponent is to move. Calls that are not inlined take a hundredth of the
    /// instructions of an analysis.
    #[inline(always)]
    fn target(
        &self,
        representatives: &Representatives,
        images: &Images<'_, 1, 2>,
        play: &Play,
        opponent: Player,
    ) -> Node {
        let (rank, element) = representatives
            .find_near(images, play.coloring)
            .expect("plays lead to legal colorings");
        let symmetry = representatives.symmetry();
        let mover = symmetry.player(element, opponent).index();
        match play.forbidden {
            None => (2 * rank + mover) as Node,
            Some(point) => {
                let lower = (1 << symmetry.point(element, point).index()) - 1;
                self.kos[2 * rank + mover] + (self.ko_points[rank][mover] & lower).count_ones()
            }
        }
    }
}

impl Share {
    /// Generates the plays of some colorings, for both players, and the nodes that they lead to.
    fn new(
        colorings: &[Coloring<1, 2>],
        rules: &Rules<'_>,
        representatives: &Representatives,
        nodes: &Numbering,
    ) -> Self {
        let mut share = Self {
            plays: Vec::with_capacity(2 * colorings.len()),
            targets: Vec::new(),
        };
        for &coloring in colorings {
            let images = representatives.symmetry().images_of(coloring);
            for player in Player::BOTH {
                let before = share.targets.len();
                let opponent = player.next(2);
                let plays = rules.plays(coloring, player);
                let targets =
                    plays.map(|play| nodes.target(representatives, &images, &play, opponent));
                share.targets.extend(targets);
                share.plays.push((share.targets.len() - before) as u8);
            }
        }
        share
    }
}

impl Arena {
    /// Generates every play of every representative, for both players, and stores the reversed graph.
    pub(super) fn new(
        representatives: &Representatives,
        suicide: Suicide,
        ko: KoRule,
        check: &(impl Fn(&Progress) -> Result<(), Stopped> + Sync),
    ) -> Result<Self, Stopped> {
        let graph = representatives.graph();
        let rules = Rules { graph, suicide, ko };
        let done = AtomicUsize::new(0);
        let check = || {
            check(&Progress {
                expansions: done.load(Ordering::Relaxed) as u64,
                ..Progress::default()
            })
        };
        let listed = representatives.iter().enumerate().map(|(rank, coloring)| {
            if rank.is_multiple_of(SHARE) {
                check()?;
            }
            Ok(coloring)
        });
        let colorings = listed.collect::<Result<Vec<Coloring<1, 2>>, Stopped>>()?;
        let score = |coloring: &Coloring<1, 2>| coloring.balance(graph, Scoring::Area) as i8;
        let shares = colorings.par_chunks(SHARE).map(|colorings| {
            check()?;
            Ok(colorings.iter().map(score).collect())
        });
        let scores = shares.collect::<Result<Vec<Vec<i8>>, Stopped>>()?.concat();
        let nodes = Numbering::new(&colorings, &rules, &check)?;
        let shares = colorings.par_chunks(SHARE).map(|colorings| {
            let share = Share::new(colorings, &rules, representatives, &nodes);
            done.fetch_add(share.plays.len(), Ordering::Relaxed);
            check()?;
            Ok(share)
        });
        let shares = shares.collect::<Result<Vec<Share>, Stopped>>()?;
        drop(colorings);
        drop(nodes.ko_points);
        Self::backwards(scores, nodes.kos, &shares, &check)
    }

    /// Reverses the graph.
    fn backwards(
        scores: Vec<i8>,
        kos: Vec<Node>,
        shares: &[Share],
        check: &(impl Fn() -> Result<(), Stopped> + Sync),
    ) -> Result<Self, Stopped> {
        let nodes = *kos.last().expect("the list has one more entry than turns") as usize;
        let mut plays: Vec<u8> = shares
            .iter()
            .flat_map(|share| share.plays.iter().copied())
            .collect();
        let counts: Vec<AtomicUsize> = (0..nodes).map(|_| AtomicUsize::new(0)).collect();
        for_each_play(shares, &kos, check, |_, to| {
            counts[to as usize].fetch_add(1, Ordering::Relaxed);
        })?;
        for turn in 0..plays.len() {
            let others = plays[turn].saturating_sub(1);
            let kos = kos[turn + 1] - kos[turn];
            plays.extend(std::iter::repeat_n(others, kos as usize));
        }
        let mut first = Vec::with_capacity(nodes + 1);
        let mut sum = 0;
        for count in &counts {
            first.push(sum);
            sum += count.swap(sum, Ordering::Relaxed);
        }
        first.push(sum);
        let predecessors: Vec<AtomicU32> = (0..sum).map(|_| AtomicU32::new(0)).collect();
        let next = counts;
        // The order within a node depends on the threads, but nothing depends on that order.
        for_each_play(shares, &kos, check, |from, to| {
            let at = next[to as usize].fetch_add(1, Ordering::Relaxed);
            predecessors[at].store(from, Ordering::Relaxed);
        })?;
        Ok(Self {
            scores,
            kos,
            plays,
            first,
            predecessors: predecessors
                .into_iter()
                .map(AtomicU32::into_inner)
                .collect(),
        })
    }

    /// Counts the turns: the nodes in which no retake is forbidden.
    pub(super) fn turns(&self) -> usize {
        2 * self.scores.len()
    }

    /// Counts the nodes.
    pub(super) fn nodes(&self) -> usize {
        self.plays.len()
    }

    /// Counts the plays of all nodes.
    pub(super) fn plays(&self) -> u64 {
        self.predecessors.len() as u64
    }

    /// Counts the plays of a node.
    pub(super) fn plays_of(&self, node: Node) -> u8 {
        self.plays[node as usize]
    }

    /// Returns the nodes with a play to this one, once for each such play.
    pub(super) fn predecessors(&self, node: Node) -> &[Node] {
        let node = node as usize;
        &self.predecessors[self.first[node]..self.first[node + 1]]
    }

    /// Iterates over the nodes whose pass leads to this turn.
    pub(super) fn passers(&self, turn: Node) -> impl Iterator<Item = Node> + use<> {
        let passer = turn ^ 1;
        let at = passer as usize;
        std::iter::once(passer).chain(self.kos[at]..self.kos[at + 1])
    }

    /// Returns the score of the mover of a turn if the game ends here.
    pub(super) fn mover_score(&self, turn: Node) -> i8 {
        let score = self.scores[turn as usize / 2];
        if turn.is_multiple_of(2) {
            score
        } else {
            -score
        }
    }
}

/// Calls a function with both ends of every play of every node.
fn for_each_play(
    shares: &[Share],
    kos: &[Node],
    check: &(impl Fn() -> Result<(), Stopped> + Sync),
    call: impl Fn(Node, Node) + Sync,
) -> Result<(), Stopped> {
    let turns = kos[0];
    shares
        .par_iter()
        .enumerate()
        .try_for_each(|(index, share)| {
            check()?;
            let mut targets = share.targets.as_slice();
            for (turn, &plays) in (2 * SHARE * index..).zip(&share.plays) {
                let own;
                (own, targets) = targets.split_at(plays.into());
                for &to in own {
                    call(turn as Node, to);
                }
                // Each node of ko of this turn lacks one play, and these plays lead to nodes of ko, in the same order.
                let left_out = (0..own.len()).filter(|&play| own[play] >= turns);
                for (node, left_out) in (kos[turn]..).zip(left_out) {
                    for (_, &to) in own.iter().enumerate().filter(|&(play, _)| play != left_out) {
                        call(node, to);
                    }
                }
            }
            Ok(())
        })
}
