//! Values of moves, the moves that keep a value, and lines of them.

use koproof_rules::{Game, IllegalMove, Move, Player};
use koproof_verify::Bound;

use super::{Solution, Solver, final_score, target};
use crate::bracket::Score;
use crate::budget::observer::Observer;
use crate::search::valuer::Valuer;

impl Solver {
    /// Finds the value of every move: of the game after it.
    ///
    /// The list has the pass first and then every point of the board, with the reason where a play is illegal.
    /// It is empty if the game is over.
    pub fn solve_moves(
        &self,
        game: &Game<'_, 1, 2>,
        observer: &dyn Observer,
    ) -> Vec<(Move, Result<Solution, IllegalMove<1>>)> {
        if game.is_over() {
            return Vec::new();
        }
        let moves: Vec<Move> = std::iter::once(Move::Pass)
            .chain(self.graph.all().into_iter().map(Move::Play))
            .collect();
        let watch = self.watch(observer, moves.len() as u64);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut after = game.clone();
            moves
                .into_iter()
                .map(|taken| {
                    let result = after.play(taken).map(|()| {
                        let value = self.bracket(&after, &mut valuer);
                        after.undo();
                        self.solution(value, &watch)
                    });
                    watch.done(&self.shared);
                    (taken, result)
                })
                .collect()
        })
    }

    /// Finds the moves that keep a value that [`Solver::solve`] has found exact, pass first, then in point order;
    /// `None` if a budget runs out first.
    pub fn best_moves(
        &self,
        game: &Game<'_, 1, 2>,
        value: Score,
        observer: &dyn Observer,
    ) -> Option<Vec<Move>> {
        let watch = self.watch(observer, 1);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut best = Vec::new();
            for taken in legal_moves(game) {
                if self.keeps(game, taken, value, &mut valuer)? {
                    best.push(taken);
                }
            }
            Some(best)
        })
    }

    /// Finds a line of best play to the end of the game, from a position whose exact value
    /// [`Solver::solve`] has found.
    ///
    /// Of several best moves it takes the pass if that is one, else that at the first point. The line is cut short where
    /// a budget runs out.
    pub fn principal_variation(
        &self,
        game: &Game<'_, 1, 2>,
        value: Score,
        observer: &dyn Observer,
    ) -> Vec<Move> {
        let watch = self.watch(observer, 1);
        self.run(|| {
            let mut valuer = self.valuer(&watch);
            let mut game = game.clone();
            let mut line = Vec::new();
            while !game.is_over() {
                let best = legal_moves(&game)
                    .into_iter()
                    .map(|taken| (taken, self.keeps(&game, taken, value, &mut valuer)))
                    .find(|(_, keeps)| *keeps != Some(false));
                match best {
                    Some((taken, Some(true))) => {
                        game.play(taken).expect("only legal moves are looked at");
                        line.push(taken);
                    }
                    // A budget ran out.
                    _ => break,
                }
            }
            line
        })
    }

    /// Returns whether the game has the value still after a move; `None` if a budget ran out.
    fn keeps(
        &self,
        game: &Game<'_, 1, 2>,
        taken: Move,
        value: Score,
        valuer: &mut Valuer<'_>,
    ) -> Option<bool> {
        let mut after = game.clone();
        after.play(taken).expect("only legal moves are looked at");
        let Some(root) = self.shared.root(&after) else {
            return Some(final_score(&after) == value);
        };
        let value = self.to_come(value, self.surplus(&after));
        // A move cannot gain: it is enough to see that it does not lose.
        let kept = match game.to_move() {
            Player::BLACK => Bound::AtLeast(value),
            _ => Bound::AtMost(value),
        };
        Some(valuer.decide(&root, target(kept))?.0.implies(kept))
    }
}

/// The legal moves, the pass first, then in point order.
fn legal_moves(game: &Game<'_, 1, 2>) -> Vec<Move> {
    std::iter::once(Move::Pass)
        .chain(
            game.coloring()
                .empty(game.graph())
                .into_iter()
                .map(Move::Play),
        )
        .filter(|&taken| game.try_move(taken).is_ok())
        .collect()
}
