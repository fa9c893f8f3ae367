//! Retrograde analysis against a slow one, which works on single colorings instead of orbits, forwards instead of
//! backwards, and on one threshold and one rule for cycles at a time.

#[path = "common/colorings.rs"]
mod colorings;
#[path = "../../rules/tests/common/graphs.rs"]
mod graphs;

use std::collections::HashMap;
use std::num::NonZeroUsize;

use colorings::legal;
use graphs::all_graphs;
use koproof_rules::{Board, Coloring, Graph, Player, Suicide};
use koproof_solver::{Budget, KoRule, Nobody, Repetition, Retrograde, Score};

/// A state. Basic ko forbids the move that makes the coloring in the last entry.
type State = (Coloring<1, 2>, Player, usize, Option<Coloring<1, 2>>);

/// The result of a move.
#[derive(Clone, Copy)]
enum After {
    State(usize),
    End(Score),
}

/// All states that can be reached from a fresh state or from a state after one pass, with all moves.
struct Naive {
    points: Score,
    numbers: HashMap<State, usize>,
    movers: Vec<Player>,
    moves: Vec<Vec<After>>,
}

impl Naive {
    fn new(graph: &Graph<1>, suicide: Suicide, ko: KoRule) -> Self {
        let mut naive = Self {
            points: graph.points() as Score,
            numbers: HashMap::new(),
            movers: Vec::new(),
            moves: Vec::new(),
        };
        let mut states: Vec<State> = legal(graph, 2)
            .into_iter()
            .flat_map(|coloring| Player::BOTH.map(|player| (coloring, player)))
            .flat_map(|(coloring, player)| [0, 1].map(|passes| (coloring, player, passes, None)))
            .collect();
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            if naive.numbers.contains_key(&state) {
                continue;
            }
            naive.numbers.insert(state, naive.moves.len());
            naive.movers.push(state.1);
            naive.moves.push(Vec::new());
            states.extend(after_plays(graph, suicide, ko, state));
            states.extend(after_pass(state));
        }
        for (&state, &number) in &naive.numbers {
            let mut moves: Vec<After> = after_plays(graph, suicide, ko, state)
                .into_iter()
                .map(|after| After::State(naive.numbers[&after]))
                .collect();
            moves.push(match after_pass(state) {
                Some(after) => After::State(naive.numbers[&after]),
                None => After::End(score(graph, &state.0)),
            });
            naive.moves[number] = moves;
        }
        naive
    }

    /// Finds the states from which Black can force `threshold` or more, by number.
    fn at_least(&self, threshold: Score, endless_counts: bool) -> Vec<bool> {
        // Iteration from below gives the least solution, where only games that end count; iteration from above gives
        // the greatest.
        let mut holds = vec![endless_counts; self.moves.len()];
        loop {
            let before = holds.clone();
            for (number, moves) in self.moves.iter().enumerate() {
                let good = |after: &After| match *after {
                    After::State(number) => before[number],
                    After::End(score) => score >= threshold,
                };
                holds[number] = if self.movers[number] == Player::BLACK {
                    moves.iter().any(good)
                } else {
                    moves.iter().all(good)
                };
            }
            if holds == before {
                return holds;
            }
        }
    }
}

fn after_pass((coloring, player, passes, _): State) -> Option<State> {
    (passes == 0).then(|| (coloring, player.next(2), 1, None))
}

fn after_plays(
    graph: &Graph<1>,
    suicide: Suicide,
    ko: KoRule,
    (from, player, _, forbidden): State,
) -> Vec<State> {
    let plays = from.empty(graph).into_iter().map(|point| {
        let play = from.play_by_definition(graph, player, point);
        (play.coloring, play.captured.len(), play.suicide.is_empty())
    });
    plays
        .filter(|&(to, _, survives)| {
            to != from && Some(to) != forbidden && (survives || suicide == Suicide::Allow)
        })
        .map(|(to, captured, _)| {
            let forbids = ko == KoRule::Basic && captured == 1;
            (to, player.next(2), 0, forbids.then_some(from))
        })
        .collect()
}

fn score(graph: &Graph<1>, coloring: &Coloring<1, 2>) -> Score {
    let [black, white] = Player::BOTH.map(|player| coloring.area(graph, player) as Score);
    black - white
}

/// Compares all states of a graph under every rule for cycles; returns the number of states.
fn compare(graph: &Graph<1>, suicide: Suicide, ko: KoRule) -> usize {
    let naive = Naive::new(graph, suicide, ko);
    let (threads, unlimited) = (Some(NonZeroUsize::MIN), Budget::UNLIMITED);
    let fast = Retrograde::new(graph, suicide, ko, threads, unlimited, &Nobody);
    let fast = fast.expect("nobody stops it");
    let points = naive.points;
    let thresholds = 1 - points..=points;
    let holds: HashMap<(Score, bool), Vec<bool>> = thresholds
        .clone()
        .flat_map(|threshold| [(threshold, false), (threshold, true)])
        .map(|(threshold, counts)| ((threshold, counts), naive.at_least(threshold, counts)))
        .collect();
    let rules = [Repetition::BlackLoses, Repetition::WhiteLoses];
    let scores = (-points..=points).map(Repetition::Score);
    for rule in rules.into_iter().chain(scores) {
        let endless_counts = |threshold| match rule {
            Repetition::BlackLoses => false,
            Repetition::WhiteLoses => true,
            Repetition::Score(score) => score >= threshold,
        };
        for (&(coloring, player, passes, forbidden), &number) in &naive.numbers {
            if forbidden.is_some() {
                continue;
            }
            let forced =
                |&threshold: &Score| holds[&(threshold, endless_counts(threshold))][number];
            let value = thresholds.clone().filter(forced).max().unwrap_or(-points);
            let bracket = fast.bracket(&coloring, player, passes);
            assert_eq!(
                bracket.map(|bracket| rule.value(bracket)),
                Some(value),
                "{graph:?}, suicide {suicide}, ko {ko:?}, {rule}: {coloring:?}, {player} to move, {passes} passes"
            );
        }
    }
    naive.numbers.len()
}

#[test]
fn slow_and_fast_analysis_agree_on_every_graph_of_up_to_four_points() {
    for board in all_graphs(4) {
        let graph = Graph::new(&board).expect("a small board");
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            let plain = compare(&graph, suicide, KoRule::None);
            let basic = compare(&graph, suicide, KoRule::Basic);
            assert!(plain <= basic, "a ban makes a state of its own");
        }
    }
}

/// On the path of eight points, basic ko can forbid one of two retakes that are not images of each other: `.OXO.XO.`.
#[test]
fn slow_and_fast_analysis_agree_where_basic_ko_matters() {
    for name in ["path:5", "path:8", "star:5", "2x3"] {
        let board: Board = name.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            compare(&graph, suicide, KoRule::Basic);
        }
    }
}
