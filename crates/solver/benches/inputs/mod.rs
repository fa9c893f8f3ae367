//! The inputs of both kinds of benchmarks: the same positions and questions in every run.

#![allow(
    dead_code,
    reason = "every benchmark is a crate of its own and may use a part of this"
)]

use koproof_rules::{
    Board, ColorSwap, Coloring, Game, Graph, Move, Player, Point, Ruleset, Symmetry,
};
use koproof_solver::{Budget, Detail, Nobody, Options, Solver};

/// Legal plays from games on 4x4, with the symmetries of the board.
pub(crate) struct Plays {
    pub(crate) graph: Graph<1>,
    pub(crate) symmetry: Symmetry<1>,
    pub(crate) plays: Vec<(Coloring<1, 2>, Player, Point)>,
}

/// Collects `number` plays from pseudo-random games, the same in every run.
pub(crate) fn plays(number: usize) -> Plays {
    let board: Board = "4x4".parse().expect("4x4 is a board");
    let graph = Graph::new(&board).expect("4x4 is small");
    let mut plays = Vec::new();
    let mut random = 1_u64;
    while plays.len() < number {
        let mut game: Game<'_, 1, 2> =
            Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK)
                .expect("the empty board is legal");
        for _ in 0..40 {
            // Knuth's linear congruential generator; the high bits are the random ones.
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let point = Point::new((random >> 60) as u16);
            let before = (*game.coloring(), game.to_move(), point);
            let taken = game.play(Move::Play(point));
            if taken.is_ok() {
                plays.push(before);
            }
        }
    }
    plays.truncate(number);
    let symmetry = Symmetry::new(&graph, ColorSwap::Included);
    Plays {
        graph,
        symmetry,
        plays,
    }
}

impl Plays {
    /// Makes every play and counts the stones that it takes.
    pub(crate) fn play(&self) -> usize {
        self.plays
            .iter()
            .map(|(coloring, player, point)| {
                coloring.play(&self.graph, *player, *point).captured.len()
            })
            .sum()
    }

    /// Counts Black's area in every position.
    pub(crate) fn score(&self) -> usize {
        self.plays
            .iter()
            .map(|(coloring, ..)| coloring.area(&self.graph, Player::BLACK))
            .sum()
    }

    /// Brings every position into its canonical form and adds up the numbers of symmetries that do so.
    pub(crate) fn canonical(&self) -> usize {
        self.plays
            .iter()
            .map(|(coloring, ..)| self.symmetry.canonical(*coloring).1.index())
            .sum()
    }
}

/// Prepares a solver for one thread, suicide forbidden.
pub(crate) fn solver(board: &str) -> Solver {
    let board: Board = board.parse().expect("benchmarks name boards that exist");
    Solver::new(&board, Ruleset::NSTT, Options::one_thread()).expect("one thread can be had")
}

/// Prepares a solver that has proved the value of every move on the empty board, so that it answers later questions by
/// look-up.
pub(crate) fn warm(board: &str) -> Solver {
    let solver = solver(board);
    moves(&solver);
    solver
}

/// Finds the value of the empty board, or a lower bound if a limit stops the search.
pub(crate) fn value(solver: &Solver, budget: Budget) -> i32 {
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("the empty board is legal");
    solver.solve(&game, budget, &Nobody).value.lo
}

/// Finds the value of every move on the empty board and counts the moves.
pub(crate) fn moves(solver: &Solver) -> usize {
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("the empty board is legal");
    let analysis = solver.analyse(&game, Detail::Moves, Budget::UNLIMITED, &Nobody);
    analysis.moves().len()
}

/// Finds the best moves on the empty board and counts them.
pub(crate) fn best_moves(solver: &Solver) -> usize {
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("the empty board is legal");
    let analysis = solver.analyse(&game, Detail::Best, Budget::UNLIMITED, &Nobody);
    analysis.best_moves().certain.len()
}

/// Finds the values of all colorings and counts the expansions.
pub(crate) fn table(solver: &Solver) -> u64 {
    solver
        .table(Budget::UNLIMITED, &Nobody)
        .expect("there is no limit")
        .1
        .expansions
}
