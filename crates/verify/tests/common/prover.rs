//! A small prover, so that the checker can be tested with certificates of every kind without the solver. It searches
//! the game depth first, and reuses a claim wherever the history meets its conditions.
//!
//! With a [`Fault`] it follows the faulty wording, and forges certificates.

#[path = "prover/trimmed.rs"]
mod trimmed;

use std::collections::{BTreeMap, BTreeSet};

use koproof_rules::{Board, ColorSwap, Coloring, Graph, Move, Player, Point, Ruleset, Symmetry};
use koproof_verify::{
    Bound, CertificateWriter, Child, Form, Header, Item, ListedSymmetry, Position, Root, Rule,
    State, Statement, Step,
};

use trimmed::trimmed;

use crate::judge::{Fault, Judge, Rec, Situation, Stones, meets, other};

/// A certificate in memory.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) header: Header,
    pub(crate) items: Vec<Item>,
}

impl Certificate {
    pub(crate) fn bytes(&self, form: Form) -> Vec<u8> {
        let mut writer = CertificateWriter::new(Vec::new(), &self.header, form)
            .expect("the header keeps to the format");
        for item in &self.items {
            writer.item(item).expect("the item keeps to the format");
        }
        writer.finish().expect("nothing fails in memory")
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.bytes(Form::Text)).expect("the text form is ASCII")
    }
}

/// A question: the value of this position.
pub(crate) struct Question<'q> {
    pub(crate) board: &'q str,
    pub(crate) rules: Ruleset,
    pub(crate) start: &'q str,
    pub(crate) to_move: Player,
    pub(crate) moves: &'q [Move],
}

impl Question<'_> {
    fn header(&self) -> Header {
        let board: Board = self.board.parse().expect("a board");
        let graph = Graph::<1>::new(&board).expect("a small board");
        let symmetry = Symmetry::new(&graph, ColorSwap::Included);
        let listed = symmetry.elements().skip(1).map(|element| ListedSymmetry {
            images: symmetry.permutation(element).to_vec(),
            swap: symmetry.swaps_colors(element),
        });
        Header {
            superko: self.rules.superko,
            suicide: self.rules.suicide,
            scoring: self.rules.scoring,
            statement: Statement::Position(Position {
                start: Coloring::from_symbols(self.start).expect("a coloring"),
                to_move: self.to_move,
                moves: self.moves.to_vec(),
                at_least: None,
                at_most: None,
            }),
            symmetries: listed.collect(),
            board,
        }
    }

    /// Finds the value and proves it; with a fault the value can be false.
    pub(crate) fn prove(&self, fault: Option<Fault>) -> (i16, Certificate) {
        let mut header = self.header();
        let mut prover = Prover::new(&header, fault);
        let Statement::Position(position) = &mut header.statement else {
            unreachable!("the question is about a position")
        };
        let replayed = prover.judge.replay_to(position);
        let (at, mut history, gained) = replayed.expect("a legal start");
        let (value, roots) = prover.value(&at, &mut history, gained);
        (position.at_least, position.at_most) = (Some(value), Some(value));
        let items = trimmed(&[prover.items, roots.to_vec()].concat());
        (value, Certificate { header, items })
    }

    /// Finds and proves the values of all colorings of the board, each as the start of a game, in one table; the rest
    /// of the question is ignored.
    pub(crate) fn prove_table(&self, fault: Option<Fault>) -> (Vec<(Situation, i16)>, Certificate) {
        let mut header = self.header();
        let mut prover = Prover::new(&header, fault);
        let mut values = Vec::new();
        let mut items = Vec::new();
        for stones in colorings(prover.points) {
            for mover in *b"XO" {
                let stones = stones.clone();
                let Ok((at, mut history, _)) = prover.judge.replay(stones, mover, &[]) else {
                    continue;
                };
                let (value, roots) = prover.value(&at, &mut history, 0);
                values.push((at, value));
                items.append(&mut prover.items);
                items.extend(roots);
            }
        }
        let roots = 2 * values.len() as u64;
        header.statement = Statement::Table { roots };
        let items = trimmed(&items);
        (values, Certificate { header, items })
    }
}

/// Returns every coloring of some points, legal or not.
pub(crate) fn colorings(points: usize) -> impl Iterator<Item = Stones> {
    (0..3_usize.pow(points as u32)).map(move |number| {
        let color = |point: usize| b".XO"[number / 3_usize.pow(point as u32) % 3];
        (0..points).map(color).collect()
    })
}

/// Proves that the prover of `bound` reaches it at a state under a history, which need not come from a game. Panics if
/// the prover does not reach it.
pub(crate) fn prove_under(header: &Header, at: &State, history: &[Rec], bound: Bound) -> Vec<Step> {
    let mut prover = Prover::new(header, None);
    let situation = prover.judge.situation(at);
    let mut history = history.iter().cloned().collect();
    let threshold = match bound {
        Bound::AtLeast(score) => score,
        Bound::AtMost(score) => score + 1,
    };
    let (reached, child) = prover.decide(&situation, &mut history, threshold);
    assert_eq!(
        reached,
        matches!(bound, Bound::AtLeast(_)),
        "the bound is not reached"
    );
    assert_eq!(child.symmetry, 0, "the claim is about the state itself");
    assert_eq!(child.step as usize + 1, prover.judge.claims.len());
    let steps = prover.items.into_iter().filter_map(|item| match item {
        Item::Step(step) => Some(step),
        _ => None,
    });
    steps.collect()
}

struct Prover {
    judge: Judge,
    points: usize,
    symmetries: u16,
    items: Vec<Item>,
    /// The claims about a situation.
    table: BTreeMap<Situation, Vec<Child>>,
}

impl Prover {
    fn new(header: &Header, fault: Option<Fault>) -> Self {
        Self {
            judge: Judge::new(header, fault).expect("symmetries of the board"),
            points: header.board.points(),
            symmetries: header.symmetries.len() as u16 + 1,
            items: Vec::new(),
            table: BTreeMap::new(),
        }
    }

    /// Finds the value of a situation after a gain by prisoners, and the roots that state it.
    fn value(
        &mut self,
        at: &Situation,
        history: &mut BTreeSet<Rec>,
        gained: i16,
    ) -> (i16, [Item; 2]) {
        let state = at.state();
        let root = |bound: Bound, child| {
            let bound = bound.shifted(gained);
            Item::Root(Root {
                coloring: state.coloring,
                to_move: state.to_move,
                bound,
                child,
            })
        };
        let each = if self.judge.counts_prisoners() { 2 } else { 1 };
        let mut value = -each * self.points as i16;
        let (reached, child) = self.decide(at, history, value);
        assert!(reached, "no score is less");
        let mut lower = root(Bound::AtLeast(value), child);
        loop {
            let (reached, child) = self.decide(at, history, value + 1);
            if !reached {
                return (value + gained, [lower, root(Bound::AtMost(value), child)]);
            }
            value += 1;
            lower = root(Bound::AtLeast(value), child);
        }
    }

    fn add(&mut self, at: &Situation, bound: Bound, rule: Rule) -> Child {
        let state = at.state();
        let step = Step { state, bound, rule };
        self.judge
            .add(&step)
            .expect("the judge accepts every claim of the prover");
        self.items.push(Item::Step(step));
        let step = self.judge.claims.len() as u64 - 1;
        for symmetry in 0..self.symmetries {
            let child = Child { step, symmetry };
            let about = self
                .judge
                .carry(child)
                .expect("a claim that was made")
                .about;
            self.table.entry(about).or_default().push(child);
        }
        Child { step, symmetry: 0 }
    }

    fn known(
        &self,
        at: &Situation,
        history: &BTreeSet<Rec>,
        threshold: i16,
    ) -> Option<(bool, Child)> {
        let children = self.table.get(at)?;
        children.iter().find_map(|&child| {
            let claim = self.judge.carry(child).expect("a claim that was made");
            let holds = claim.avoid.is_disjoint(history) && claim.need.is_subset(history);
            match claim.bound {
                Bound::AtLeast(score) if holds && score >= threshold => Some((true, child)),
                Bound::AtMost(score) if holds && score < threshold => Some((false, child)),
                _ => None,
            }
        })
    }

    fn passing(&self, at: &Situation, bound: Bound) -> Option<Rule> {
        let prover = if matches!(bound, Bound::AtLeast(_)) {
            b'X'
        } else {
            b'O'
        };
        if meets(bound, self.judge.alive(&at.stones, prover)) {
            return Some(Rule::Alive);
        }
        let alone = self.judge.alone(&at.stones, other(prover));
        let enough = alone
            .iter()
            .all(|(stones, gained)| meets(bound, self.judge.score(stones) + gained));
        enough.then_some(Rule::PassForever)
    }

    /// Decides whether Black gets at least `threshold`, and proves it or the opposite.
    fn decide(
        &mut self,
        at: &Situation,
        history: &mut BTreeSet<Rec>,
        threshold: i16,
    ) -> (bool, Child) {
        if let Some(known) = self.known(at, history, threshold) {
            return known;
        }
        let bounds = [Bound::AtLeast(threshold), Bound::AtMost(threshold - 1)];
        let (own, opposite) = match at.mover {
            b'X' => (bounds[0], bounds[1]),
            _ => (bounds[1], bounds[0]),
        };
        let black = |bound: Bound| matches!(bound, Bound::AtLeast(_));
        if at.passes == 1 && meets(own, self.judge.score(&at.stones)) {
            return (black(own), self.add(at, own, Rule::Stop));
        }
        for bound in [own, opposite] {
            if let Some(rule) = self.passing(at, bound) {
                return (black(bound), self.add(at, bound, rule));
            }
        }
        let mut plays = Vec::new();
        let mut stays = false;
        for point in 0..self.points {
            let Some(result) = self.judge.play(&at.stones, at.mover, point) else {
                continue;
            };
            if result == at.stones && std::mem::replace(&mut stays, true) {
                continue;
            }
            let record = self.judge.record_of_play(at.mover, &result);
            if !history.insert(record.clone()) {
                plays.push((Point::new(point as u16), None));
                continue;
            }
            let to_come = threshold - self.judge.shift(&at.stones, at.mover, &result);
            let after = Situation {
                stones: result,
                mover: other(at.mover),
                passes: 0,
            };
            let (reached, child) = self.decide(&after, history, to_come);
            history.remove(&record);
            let point = Point::new(point as u16);
            if reached == black(own) {
                return (reached, self.add(at, own, Rule::Play { point, child }));
            }
            plays.push((point, Some(child)));
        }
        let mut pass = None;
        if at.passes == 0 {
            let record = self.judge.record_of_pass(at.mover, &at.stones);
            let new = record.filter(|record| history.insert(record.clone()));
            let after = Situation {
                stones: at.stones.clone(),
                mover: other(at.mover),
                passes: 1,
            };
            let (reached, child) = self.decide(&after, history, threshold);
            if let Some(record) = new {
                history.remove(&record);
            }
            if reached == black(own) {
                return (reached, self.add(at, own, Rule::Pass { child }));
            }
            pass = Some(child);
        }
        (
            black(opposite),
            self.add(at, opposite, Rule::Replies { plays, pass }),
        )
    }
}

/// Returns every child that an item names.
pub(crate) fn children(item: &mut Item) -> Vec<&mut Child> {
    match item {
        Item::Step(step) => match &mut step.rule {
            Rule::Stop | Rule::Alive | Rule::PassForever => Vec::new(),
            Rule::Play { child, .. } | Rule::Pass { child } | Rule::Weaken { child, .. } => {
                vec![child]
            }
            Rule::Replies { plays, pass } => {
                let plays = plays.iter_mut().filter_map(|(_, child)| child.as_mut());
                plays.chain(pass.as_mut()).collect()
            }
        },
        Item::Root(root) => vec![&mut root.child],
        Item::Drop(_) => Vec::new(),
    }
}
