//! Certificates of values.

use std::io::Write;

use koproof_rules::{Coloring, Game, Player};
use koproof_verify::{Bound, Form, MAX_STATED_SCORE, Statement};

use super::{CertifyError, Solver};
use crate::bracket::{Bracket, Score};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::watch::Watch;
use crate::certificates::{Thesis, Written, write};
use crate::options::Proofs;
use crate::search::valuer::Valuer;
use crate::state::Root;
use crate::tables::table::Table;

impl Solver {
    /// Writes a certificate of a bracket that [`Solver::solve`] has found.
    ///
    /// The proofs are looked up; proofs that have been dropped are found again.
    ///
    /// # Errors
    /// If the solver does not keep proofs, the game is over, the value is outside the bracket, the value or the prisoners of
    /// the game so far exceed [`MAX_STATED_SCORE`], a budget runs out, or the output fails.
    pub fn certify<W: Write + Send>(
        &self,
        game: &Game<'_, 1, 2>,
        value: Bracket,
        output: W,
        form: Form,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        // The prisoners of the moves so far have the same limit as the score.
        let stones = self.shared.toll.stones(game.coloring());
        stated(self.shared.before(game) + Score::from(stones))?;
        let (start, to_move) = game.start();
        let statement = Statement::Position {
            start: *start,
            to_move,
            moves: game.moves().collect(),
            at_least: Some(stated(value.lo)?),
            at_most: Some(stated(value.hi)?),
        };
        let watch = self.watch(budget, observer, 1);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let root = self.shared.root(game).ok_or(CertifyError::Over)?;
            let before = self.shared.before(game);
            let theses = self.theses(&root, value, before, &mut valuer)?;
            Ok(write(
                &self.board,
                &self.shared,
                statement,
                &theses,
                output,
                form,
            )?)
        })
    }

    /// Writes a certificate of every value of a table that [`Solver::table`] has found: for each representative and
    /// each side to move both bounds.
    ///
    /// # Errors
    /// If the solver does not keep proofs, the table is of other rules, a budget runs out, or the output fails.
    pub fn certify_table<W: Write + Send>(
        &self,
        table: &Table,
        output: W,
        form: Form,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let colorings: Vec<Coloring<1, 2>> = table.representatives().iter().collect();
        let watch = self.watch(budget, observer, 2 * colorings.len() as u64);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let mut theses = Vec::with_capacity(4 * colorings.len());
            for coloring in colorings {
                for to_move in [Player::BLACK, Player::WHITE] {
                    let value = table
                        .value(&coloring, to_move)
                        .expect("representatives are legal colorings");
                    let root = self.shared.start(coloring, to_move);
                    let value = Bracket::exactly(value);
                    let before = -Score::from(self.shared.toll.stones(&coloring));
                    theses.extend(self.theses(&root, value, before, &mut valuer)?);
                    watch.done(&self.shared);
                }
            }
            let roots = theses.len() as u64;
            Ok(write(
                &self.board,
                &self.shared,
                Statement::Table { roots },
                &theses,
                output,
                form,
            )?)
        })
    }

    /// Prepares for questions whose proofs can be written down.
    fn certifier<'s>(&'s self, watch: &'s Watch<'s>) -> Result<Valuer<'s>, CertifyError> {
        match self.options.proofs {
            Proofs::Keep => Ok(self.valuer(watch)),
            Proofs::Forget => Err(CertifyError::Forgotten),
        }
    }

    /// Proves both ends of a bracket at the root, `before` being what the value has more than the tolled one.
    fn theses(
        &self,
        root: &Root,
        value: Bracket,
        before: Score,
        valuer: &mut Valuer<'_>,
    ) -> Result<[Thesis; 2], CertifyError> {
        let orbits = &self.shared.orbits;
        let state = root.state;
        let coloring = orbits.coloring(state.orbit, state.element);
        let to_move = orbits.symmetry.player(state.element, state.player);
        let mut prove = |bound: fn(i16) -> Bound, score: Score| {
            let to_come = bound(self.shared.to_come(score, before));
            let target = match to_come {
                Bound::AtLeast(least) => least,
                Bound::AtMost(most) => most + 1,
            };
            let (shown, proof) = valuer
                .decide(root, target)
                .ok_or_else(|| CertifyError::Stopped(valuer.stopped()))?;
            let bound = bound(stated(score)?);
            if !shown.implies(to_come) {
                return Err(CertifyError::Refuted {
                    stated: bound,
                    shown: shown.shifted(bound.score() - to_come.score()),
                });
            }
            Ok(Thesis {
                state,
                coloring,
                to_move,
                bound,
                proof,
            })
        };
        Ok([
            prove(Bound::AtLeast, value.lo)?,
            prove(Bound::AtMost, value.hi)?,
        ])
    }
}

/// A score, or a number of prisoners, as a certificate states it.
fn stated(score: Score) -> Result<i16, CertifyError> {
    i16::try_from(score)
        .ok()
        .filter(|score| (-MAX_STATED_SCORE..=MAX_STATED_SCORE).contains(score))
        .ok_or(CertifyError::Score(score))
}
