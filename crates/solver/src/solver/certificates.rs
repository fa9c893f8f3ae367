//! Certificates of values.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use koproof_rules::{Board, Game, Player};
use koproof_tables::Table;
use koproof_verify::{
    self as verify, Bound, Checked, Form, Header, MAX_STATED_SCORE, OnProgress, Part, Position,
    State, StatedBound, Statement,
};

use super::{CertifyError, Solver};
use crate::bracket::{Bracket, Score, narrow};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::watch::Watch;
use crate::certificates::journal::Journal;
use crate::certificates::{Thesis, Written, write};
use crate::claims::certified::{self, LearnError};
use crate::claims::origin::{Ground, Origin};
use crate::search::valuer::Valuer;
use crate::state::Root;
use crate::state::slot::Slot;

impl Solver {
    /// Writes a certificate of a bracket that [`Solver::solve`] has found, or of a bound: an end of [`Bracket::ANY`] is
    /// not stated, and an end beyond [`Bound::largest`] is stated as the score up to which checkers accept bounds.
    ///
    /// It looks up the proofs, and finds dropped proofs again. Unlike [`Solver::solve`], it keeps all colorings that it meets,
    /// because the proofs name them. So it ends with [`Stopped::Memory`](crate::Stopped::Memory) or
    /// [`Stopped::Names`](crate::Stopped::Names) where `solve` would drop some and go on.
    ///
    /// # Errors
    /// If the solver does not keep proofs, the game is over or was disputed, no end is stated, the value is outside the
    /// bracket, the value or the prisoners of the game so far exceed [`MAX_STATED_SCORE`], a budget runs out, or the output
    /// fails.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn certify<W: Write + Send>(
        &self,
        game: &Game<'_, 1, 2>,
        value: Bracket,
        output: W,
        form: Form,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let _lease = self.shared.leases.take();
        let (statement, theses) = self.theses(game, value, budget, observer)?;
        self.run(|| self.write(statement, &theses, (output, form), observer))
    }

    /// Writes a certificate, from the archive if there is one.
    fn write<W: Write>(
        &self,
        statement: Statement,
        theses: &[Thesis],
        output: (W, Form),
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let (board, shared) = (&self.board, &self.shared);
        match &self.archive {
            Some(archive) => archive.write(board, shared, statement, theses, output, observer),
            None => write(board, shared, statement, theses, output, observer),
        }
    }

    /// Proves the ends of a bracket; an end of [`Bracket::ANY`] needs no proof.
    fn theses(
        &self,
        game: &Game<'_, 1, 2>,
        value: Bracket,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(Statement, Vec<Thesis>), CertifyError> {
        if game.is_disputed() {
            return Err(CertifyError::Disputed);
        }
        if value == Bracket::ANY {
            return Err(CertifyError::NothingStated);
        }
        // The prisoners of the moves so far have the same limit as the score.
        let stones = self.shared.toll.stones(game.coloring());
        let gained = stated(self.shared.before(game) + Score::from(stones))?;
        let (least, most) = self.possible(gained);
        let at_least = (value.lo > Bracket::ANY.lo).then(|| stated(value.lo));
        let at_most = (value.hi < Bracket::ANY.hi).then(|| stated(value.hi));
        let at_least = at_least.transpose()?.map(|score| score.max(least));
        let at_most = at_most.transpose()?.map(|score| score.min(most));
        let (start, to_move) = game.start();
        let position = Position {
            start: *start,
            to_move,
            moves: game.moves().collect(),
            at_least,
            at_most,
        };
        let watch = self.watch(budget, observer, 1);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let root = self.shared.root(game).ok_or(CertifyError::Over)?;
            let before = self.shared.before(game);
            let theses = (position.bounds())
                .map(|bound| self.thesis(&root, bound, before, None, &mut valuer))
                .collect::<Result<Vec<_>, _>>()?;
            Ok((Statement::Position(position), theses))
        })
    }

    /// Writes a certificate of every value of a table that [`Solver::table`] has found: both bounds for each
    /// representative and each player to move.
    ///
    /// # Errors
    /// If the solver does not keep proofs, one of the table's values is false, a budget runs out, or the output fails.
    ///
    /// # Panics
    /// If the table is of another board or other rules than the solver.
    pub fn certify_table<W: Write + Send>(
        &self,
        table: &Table,
        output: W,
        form: Form,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let boards = [table.board(), &self.board].map(Board::to_graph6);
        assert_eq!(boards[0], boards[1], "the table is of another board");
        let rules = self.shared.orbits.rules.of_values();
        assert_eq!(table.rules(), rules, "the table is of other rules");
        let mut starts = Vec::new();
        for coloring in table.representatives().iter() {
            for to_move in Player::BOTH {
                let value = table
                    .value(&coloring, to_move)
                    .expect("representatives are legal colorings");
                let value = stated(value)?;
                let state = State {
                    coloring,
                    to_move,
                    passes: 0,
                };
                let bounds = [Bound::AtLeast(value), Bound::AtMost(value)];
                starts.extend(bounds.map(|bound| StatedBound { state, bound }));
            }
        }
        self.certify_starts(&starts, output, form, budget, observer)
    }

    /// Writes a certificate of bounds on the values of games that start at the given states, without a pass before. As
    /// [`Solver::certify`], it keeps all colorings that it meets.
    ///
    /// # Errors
    /// If the solver does not keep proofs, one of the bounds is false, a budget runs out, or the output fails.
    ///
    /// # Panics
    /// If a coloring is not legal on the solver's board, or a state has a pass before it.
    pub fn certify_starts<W: Write + Send>(
        &self,
        starts: &[StatedBound],
        output: W,
        form: Form,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(W, Written), CertifyError> {
        let _lease = self.shared.leases.take();
        let watch = self.watch(budget, observer, starts.len() as u64);
        self.run(|| {
            let mut valuer = self.certifier(&watch)?;
            let mut theses = Vec::with_capacity(starts.len());
            let (least, most) = self.possible(0);
            for StatedBound { state, bound } in starts {
                let bound = match *bound {
                    Bound::AtLeast(score) => Bound::AtLeast(score.max(least)),
                    Bound::AtMost(score) => Bound::AtMost(score.min(most)),
                };
                assert!(
                    state.coloring.is_legal(self.graph()),
                    "a coloring is not legal"
                );
                assert_eq!(state.passes, 0, "a game starts without a pass before");
                let root = self.shared.start(state.coloring, state.to_move);
                let before = -Score::from(self.shared.toll.stones(&state.coloring));
                let place = self.place(&root, bound);
                let kept = self.shared.proved().get(&place).cloned();
                theses.push(self.thesis(&root, bound, before, kept, &mut valuer)?);
                watch.done(&self.shared);
            }
            let roots = theses.len() as u64;
            let statement = Statement::Table { roots };
            self.write(statement, &theses, (output, form), observer)
        })
    }

    /// Checks a certificate for this board and these rules, and adds its claims as if the solver had proved them: for
    /// every position under every history that meets their conditions, and in the certificates that it writes. Returns
    /// what was checked, and the number of claims that the solver did not have yet. Calls `progress` with the number of
    /// checked steps as [`koproof_verify::check`] does.
    ///
    /// # Errors
    /// If the certificate is refused, or is for another board or other rules, or if the steps in use at once hold more
    /// than `most_records` records, or if `progress` stops the check. Nothing is added then.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Player, Ruleset};
    /// use koproof_solver::{Bracket, Budget, Nobody, Options, Proofs, Solver};
    /// use koproof_verify::{Form, MAX_RECORDS, never_stop};
    ///
    /// let board: Board = "2x2".parse()?;
    /// let options = Options { proofs: Proofs::Keep, ..Options::default() };
    /// let solver = || Solver::new(&board, Ruleset::TROMP_TAYLOR, options);
    /// let (first, second) = (solver()?, solver()?);
    /// let game = first.game(Coloring::EMPTY, Player::BLACK)?;
    /// let value = Bracket::exactly(1);
    /// let (file, _) = first.certify(&game, value, Vec::new(), Form::Text, Budget::UNLIMITED, &Nobody)?;
    ///
    /// second.learn(file.as_slice(), MAX_RECORDS, &mut never_stop)?;
    /// let solution = second.solve(&game, Budget::UNLIMITED, &Nobody);
    /// assert_eq!((solution.value, solution.stats.expansions), (value, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn learn(
        &self,
        mut certificate: impl Read,
        most_records: u64,
        progress: OnProgress<'_>,
    ) -> Result<(Checked, u64), LearnError> {
        let _lease = self.shared.leases.take();
        let (board, shared) = (&self.board, &self.shared);
        let learnt = certified::learn(board, shared, &mut certificate, most_records, progress)?;
        self.has_loaded.store(true, Ordering::Relaxed);
        Ok(learnt)
    }

    /// Begins a journal of what the solver proves from now on and has proved so far.
    ///
    /// # Errors
    /// If the solver does not keep proofs, or has an archive.
    pub fn journal(&self) -> Result<Journal<'_>, CertifyError> {
        if self.archive.is_some() {
            return Err(CertifyError::Archived);
        }
        match self.shared.keeps_proofs() {
            true => Ok(Journal::new(&self.board, &self.shared)),
            false => Err(CertifyError::Forgotten),
        }
    }

    /// Continues a log by a proof of an exact value that the solver has found. Returns the part of the journal, the
    /// roots that state the value, and the header of a certificate that consists of what they rest on.
    ///
    /// # Errors
    /// As those of [`Solver::certify`].
    pub fn certify_on(
        &self,
        journal: &mut Journal<'_>,
        worker: &str,
        game: &Game<'_, 1, 2>,
        value: Score,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(Part, Vec<verify::Root>, Header), CertifyError> {
        let (statement, theses) = self.theses(game, Bracket::exactly(value), budget, observer)?;
        let (part, roots) = journal.prove(worker, &theses);
        let header = Header {
            statement,
            ..journal.header().clone()
        };
        Ok((part, roots, header))
    }

    /// Prepares for questions whose proofs can be written.
    fn certifier<'s>(&'s self, watch: &'s Watch<'s>) -> Result<Valuer<'s>, CertifyError> {
        match self.shared.keeps_proofs() {
            true => Ok(self.valuer(watch)),
            false => Err(CertifyError::Forgotten),
        }
    }

    /// Keeps the proofs of a value at the start of a game for the certificate of its table, if proofs are kept.
    pub(super) fn keep_proofs(
        &self,
        root: &Root,
        value: Score,
        before: Score,
        valuer: &mut Valuer<'_>,
    ) {
        if !self.shared.keeps_proofs() {
            return;
        }
        let value = stated(value).expect("no score exceeds the number of points");
        for bound in [Bound::AtLeast(value), Bound::AtMost(value)] {
            // A proof that was dropped since is searched for again, within the budget of the table. If that ends before, it is
            // searched for when the certificate is written.
            if let Ok(thesis) = self.thesis(root, bound, before, None, valuer) {
                self.shared
                    .proved()
                    .insert(self.place(root, bound), thesis.origin);
            }
        }
    }

    /// Returns the least and the largest score that checkers accept in a bound, after moves that gained so many prisoners. A
    /// weaker bound is stated with these.
    fn possible(&self, gained: i16) -> (i16, i16) {
        let largest = Bound::largest(self.shared.orbits.rules.scoring);
        (
            gained.saturating_sub(largest),
            gained.saturating_add(largest),
        )
    }

    /// Returns the slot of a root in the proof table, and a bound there in the representative's frame.
    fn place(&self, root: &Root, bound: Bound) -> (Slot, Bound) {
        let framed = self.shared.framed(root.state, bound);
        (self.shared.slot(root.state), framed)
    }

    /// Proves a bound at the root, if need be by a proof that was kept; `before` is the value minus the tolled value.
    fn thesis(
        &self,
        root: &Root,
        bound: Bound,
        before: Score,
        kept: Option<Ground<Arc<Origin>>>,
        valuer: &mut Valuer<'_>,
    ) -> Result<Thesis, CertifyError> {
        let to_come = self.shared.to_come(bound.score().into(), before);
        let (to_come, target) = match bound {
            Bound::AtLeast(_) => (Bound::AtLeast(to_come), to_come),
            Bound::AtMost(_) => (Bound::AtMost(to_come), to_come + 1),
        };
        let state = root.state;
        let thesis = |origin| Thesis {
            state,
            bound,
            origin,
        };
        let known = valuer.try_once(root, target, 0).ok();
        let (shown, proof) = match (known, kept) {
            (Some(known), _) => known,
            (None, Some(kept)) => return Ok(thesis(kept)),
            (None, None) => (valuer.decide(root, target))
                .ok_or_else(|| CertifyError::Stopped(valuer.stopped()))?,
        };
        if !shown.implies(to_come) {
            return Err(CertifyError::Refuted {
                stated: bound,
                shown: shown.shifted(narrow(before)),
            });
        }
        Ok(thesis(proof.origin()))
    }
}

/// Converts a score or a number of prisoners for a certificate.
fn stated(score: Score) -> Result<i16, CertifyError> {
    i16::try_from(score)
        .ok()
        .filter(|score| (-MAX_STATED_SCORE..=MAX_STATED_SCORE).contains(score))
        .ok_or(CertifyError::Score(score))
}
