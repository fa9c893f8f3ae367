//! Questions about games: adds the prisoners so far, and serves duels and coalitions.

use koproof_rules::{Game, Move};
use koproof_verify::Bound;

use super::Valuer;
use crate::bracket::{Bracket, Score};
use crate::state::contest::Contest;
use crate::state::side::Side;

impl<C: Contest<N>, const N: usize> Valuer<'_, C, N> {
    /// Narrows the bracket of a game's value, from a known bracket if there is one.
    pub(crate) fn bracket_of_game(
        &mut self,
        game: &Game<'_, 1, N>,
        known: Option<Bracket>,
    ) -> Bracket {
        match self.shared.root(game) {
            Some(root) => {
                let before = self.shared.before(game);
                let known = known.map(|known| Bracket {
                    lo: self.shared.to_come(known.lo, before).into(),
                    hi: self.shared.to_come(known.hi, before).into(),
                });
                let tolled = self.bracket_within(&root, known);
                tolled.shifted(before)
            }
            None => Bracket::exactly(self.shared.orbits.contest.final_score(game)),
        }
    }

    /// Narrows a bracket of a game's value by the claims that are known, without search.
    pub(crate) fn claimed_of_game(&mut self, game: &Game<'_, 1, N>, known: Bracket) -> Bracket {
        let Some(root) = self.shared.root(game) else {
            return known;
        };
        let before = self.shared.before(game);
        let mut bracket = known;
        for target in known.lo + 1..=known.hi {
            let target = self.shared.to_come(target, before);
            if let Some((shown, _)) = self.search.decide(&root, target, 0) {
                bracket = bracket.narrowed(Bracket::after(before, shown));
            }
        }
        bracket
    }

    /// Decides whether the value of a game is at least `target`. Returns a bracket that decides it, or `None` if a limit
    /// stopped the search.
    pub(crate) fn decide_game(&mut self, game: &Game<'_, 1, N>, target: Score) -> Option<Bracket> {
        let Some(root) = self.shared.root(game) else {
            let score = self.shared.orbits.contest.final_score(game);
            return Some(Bracket::exactly(score));
        };
        let before = self.shared.before(game);
        let target = self.shared.to_come(target, before);
        let (shown, _) = self.decide(&root, target)?;
        Some(Bracket::after(before, shown))
    }

    /// Tells whether a legal move keeps the value of the game; `None` if a limit stopped the search.
    pub(crate) fn keeps(
        &mut self,
        game: &Game<'_, 1, N>,
        taken: Move,
        value: Score,
    ) -> Option<bool> {
        let after = game.after(taken).expect("only legal moves are asked about");
        let Some(root) = self.shared.root(&after) else {
            return Some(self.shared.orbits.contest.final_score(&after) == value);
        };
        let value = self.shared.to_come(value, self.shared.before(&after));
        // No move gains, so it is enough to show that the move does not lose.
        let (kept, target) = match self.shared.orbits.contest.side(game.to_move()) {
            Side::Prover => (Bound::AtLeast(value), value),
            Side::Refuter => (Bound::AtMost(value), value + 1),
        };
        Some(self.decide(&root, target)?.0.implies(kept))
    }

    /// Extends a line of best play from a game with this value, with the first of several best moves. Returns whether
    /// the line reaches the end of the game; a limit can cut it short.
    pub(crate) fn line(
        &mut self,
        game: &Game<'_, 1, N>,
        value: Score,
        line: &mut Vec<Move>,
    ) -> bool {
        let mut game = game.clone();
        for &taken in &*line {
            game.play(taken).expect("the line is legal");
        }
        while !game.is_over() {
            let best = game
                .legal_moves()
                .map(|taken| (taken, self.keeps(&game, taken, value)))
                .find(|(_, keeps)| *keeps != Some(false));
            let Some((taken, Some(true))) = best else {
                return false;
            };
            game.play(taken).expect("only legal moves are looked at");
            line.push(taken);
        }
        true
    }
}
