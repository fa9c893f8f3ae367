//! States by name.

pub(crate) mod bounds;
pub(crate) mod contest;
pub(crate) mod evaluation;
pub(crate) mod index;
pub(crate) mod kept_numbers;
pub(crate) mod leases;
mod moves;
pub(crate) mod orbits;
pub(crate) mod path;
pub(crate) mod plays;
pub(crate) mod records;
pub(crate) mod side;
pub(crate) mod slot;
pub(crate) mod sweep;
pub(crate) mod toll;

use std::sync::{Arc, Mutex, MutexGuard};

use koproof_rules::{
    Board, ColorSwap, Coloring, Element, Game, Graph, GraphError, Player, Point, Record, Ruleset,
    Suicide, Superko, Symmetry,
};
use koproof_verify::Bound;

use crate::bracket::Score;
use crate::claims::origin::Origins;
use crate::claims::proof_table::ProofTable;
use crate::options::{Options, Proofs, Switch};
use contest::{Contest, Duel};
use evaluation::has_rim;
use index::OrbitId;
use kept_numbers::NumbersToKeep;
use leases::{BeforeSweep, Leases};
use orbits::{Orbit, Orbits};
use records::RecordId;
use side::Side;
use slot::Slot;
use toll::Toll;

const FOREIGN: &str = "the game is of another board or other rules than the solver";

/// A state of the line being searched, in its actual frame: the element carries the orbit's representative to
/// the coloring on the board. The name is normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) orbit: OrbitId,
    /// Who is to move, in the representative's frame.
    pub(crate) player: Player,
    pub(crate) element: Element,
    pub(crate) passes: u8,
}

/// The root of a question: a state and the history that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) state: State,
    /// All records made so far, including those of the state itself.
    pub(crate) records: Vec<RecordId>,
}

/// The data that all threads share.
#[derive(Debug)]
pub(crate) struct Shared<C = Duel, const N: usize = 2> {
    pub(crate) orbits: Orbits<C, N>,
    pub(crate) table: ProofTable,
    /// The proofs of a table's values, if proofs are kept. The proof table may drop their claims.
    proved: Mutex<Origins>,
    /// The proof numbers for checkpoints.
    pub(crate) numbers_to_keep: NumbersToKeep,
    pub(crate) leases: Leases,
    pub(crate) before_sweep: Option<Arc<dyn BeforeSweep<Self>>>,
    /// The cost of a play. Values, targets and claims all include it.
    pub(crate) toll: Toll,
    pub(crate) options: Options,
    /// Whether claims may hold for any number of passes.
    pub(crate) any_passes: bool,
    /// Whether some points have fewer than three neighbours.
    pub(crate) has_rim: bool,
}

impl Shared {
    /// Prepares for searches on a board between two players.
    ///
    /// # Errors
    /// If the board has more than 64 points.
    pub(crate) fn of_board(
        board: &Board,
        rules: Ruleset,
        options: Options,
    ) -> Result<Self, GraphError> {
        let graph = Graph::new(board)?;
        let symmetry = match options.symmetry {
            Switch::On => Symmetry::new(&graph, ColorSwap::Included),
            Switch::Off => Symmetry::trivial(&graph),
        };
        Ok(Self::new(&graph, rules, Duel, symmetry, options))
    }
}

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Prepares for searches.
    pub(crate) fn new(
        graph: &Graph<1>,
        rules: Ruleset,
        contest: C,
        symmetry: Symmetry<1>,
        options: Options,
    ) -> Self {
        // A slot of the proof table tells an orbit and a player to move, in four bytes.
        let most = u32::MAX as usize / contest.players();
        let proofs = options.proofs;
        Self {
            orbits: Orbits::new(graph.clone(), rules, contest, symmetry, most, proofs),
            table: ProofTable::default(),
            proved: Mutex::default(),
            numbers_to_keep: NumbersToKeep::default(),
            leases: Leases::default(),
            before_sweep: None,
            toll: Toll::of(rules.scoring),
            options,
            any_passes: options.any_passes == Switch::On && rules.superko == Superko::Positional,
            has_rim: has_rim(graph),
        }
    }

    /// Tells whether claims remember how they were proved.
    pub(crate) fn keeps_proofs(&self) -> bool {
        self.options.proofs == Proofs::Keep
    }

    /// Names a state.
    pub(crate) fn state(&self, coloring: Coloring<1, N>, to_move: Player, passes: u8) -> State {
        self.named(self.orbits.name(coloring), to_move, passes)
    }

    /// Names a state whose coloring has a name.
    pub(crate) fn named(
        &self,
        (orbit, element): (OrbitId, Element),
        to_move: Player,
        passes: u8,
    ) -> State {
        let player = self.orbits.symmetry.player(element, to_move);
        let (player, element) = self.orbits.normal_with_player(orbit, player, element);
        State {
            orbit,
            player,
            element,
            passes,
        }
    }

    /// Names the state of a game.
    pub(crate) fn state_of(&self, game: &Game<'_, 1, N>) -> State {
        self.state(*game.coloring(), game.to_move(), game.passes() as u8)
    }

    /// Refuses a game of another board or other rules, whose records have other names.
    ///
    /// # Panics
    /// For such a game.
    pub(crate) fn must_have(&self, game: &Game<'_, 1, N>) {
        let own = self.orbits.rules.of_values();
        let is_own = game.rules().of_values() == own && game.graph() == &self.orbits.graph;
        assert!(is_own, "{FOREIGN}");
    }

    /// Names the state of a game and its history; `None` if the game is over.
    ///
    /// # Panics
    /// As [`Self::must_have`], and if the game has a handicap.
    pub(crate) fn root(&self, game: &Game<'_, 1, N>) -> Option<Root> {
        self.must_have(game);
        assert!(game.rules().handicap <= 1, "{FOREIGN}");
        if game.is_over() {
            return None;
        }
        // Names decide ties in the search, so they are given in the same order in every run.
        let mut history: Vec<_> = game.history().iter().collect();
        history.sort_unstable();
        let records = history.into_iter().map(|record| self.record(record));
        let records = records.collect();
        let state = self.state_of(game);
        Some(Root { state, records })
    }

    /// Names a state as the start of a game of its own.
    pub(crate) fn start(&self, coloring: Coloring<1, N>, to_move: Player) -> Root {
        let state = self.state(coloring, to_move, 0);
        let records = self.known(state, state.element);
        Root { state, records }
    }

    /// Returns the value of a game minus the tolled value of its state.
    pub(crate) fn before(&self, game: &Game<'_, 1, N>) -> Score {
        self.orbits.contest.before(self.toll, game)
    }

    /// Converts a score of the whole game to a tolled value, where `before` is their difference. An impossible score
    /// becomes an impossible value.
    pub(crate) fn to_come(&self, score: Score, before: Score) -> i16 {
        let most = self.orbits.graph.points() as Score + 1;
        score.saturating_sub(before).clamp(-most, most) as i16
    }

    /// Returns the approximate size of the shared tables in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let claims = self.table.bytes() + self.table.derivations();
        let orbits = self.orbits.bytes() + self.orbits.plays.bytes();
        claims + orbits + self.numbers_to_keep.bytes()
    }

    /// Returns whether the numbers for orbits, which must fit one word, are almost used up.
    pub(crate) fn names_run_out(&self) -> bool {
        // An eighth is more than the threads of any usual machine meet between two checks. If it is not enough,
        // `Orbits::name` panics.
        self.orbits.slots.in_use() > self.orbits.slots.most() / 8 * 7
    }

    /// Returns whether three quarters of these numbers are in use.
    pub(crate) fn names_run_short(&self) -> bool {
        self.orbits.slots.in_use() > self.orbits.slots.most() / 4 * 3
    }

    /// Locks the proofs of a table's values.
    pub(crate) fn proved(&self) -> MutexGuard<'_, Origins> {
        self.proved
            .lock()
            .expect("no thread panics while it holds the lock")
    }

    /// Names a record.
    pub(crate) fn record(&self, record: &Record<Coloring<1, N>>) -> RecordId {
        let (orbit, element) = self.orbits.name(record.coloring);
        let player = record
            .player
            .map(|player| self.orbits.symmetry.player(element, player));
        let name = self.packed(orbit, player, element);
        self.orbits.normal_name(name)
    }

    /// Packs a name of a record, which may not be normal.
    #[inline]
    fn packed(&self, orbit: OrbitId, player: Option<Player>, element: Element) -> RecordId {
        let asymmetric = self.orbits.get(orbit).is_asymmetric();
        self.orbits.packing.pack(orbit, asymmetric, player, element)
    }

    /// Carries a record from the actual frame to the frame of a state's representative.
    pub(crate) fn local(&self, state: State, record: RecordId) -> RecordId {
        let symmetry = &self.orbits.symmetry;
        let home = symmetry.products_of(symmetry.inverse(state.element));
        self.orbits.carried(record, home)
    }

    /// Returns the symmetry that carries the frame of a state after a move to that of the state before it.
    pub(crate) fn between(&self, before: State, after: Element) -> Element {
        let symmetry = &self.orbits.symmetry;
        symmetry.product(symmetry.inverse(before.element), after)
    }

    /// Returns the lowest point where a play of the player does not change an orbit's representative, if suicide is
    /// legal and there is one.
    pub(crate) fn standstill(&self, orbit: OrbitId, player: Player) -> Option<Point> {
        let Orbits { graph, rules, .. } = &self.orbits;
        let from = self.orbits.get(orbit).representative();
        let stays = |&point: &Point| from.play(graph, player, point).coloring == from;
        let found = from.empty(graph).into_iter().find(stays);
        found.filter(|_| rules.suicide == Suicide::Allow)
    }

    /// Returns the bracket of a state's value without claims, in the actual frame.
    pub(crate) fn bracket(&self, state: State) -> (i16, i16) {
        let (lo, hi) = self.least_and_most(self.orbits.get(state.orbit));
        if self.orbits.symmetry.swaps_colors(state.element) {
            (-hi, -lo)
        } else {
            (lo, hi)
        }
    }

    /// Returns the bracket of the value at an orbit's representative without claims: the pass-forever bounds or, if
    /// these are switched off, the points of the board.
    #[inline]
    pub(crate) fn least_and_most(&self, orbit: &Orbit<N>) -> (i16, i16) {
        match self.options.pass_forever {
            Switch::On => (orbit.floor(), orbit.ceiling()),
            Switch::Off => self.orbits.contest.range(self.orbits.graph.points()),
        }
    }

    /// Returns the player to move on the actual board.
    pub(crate) fn mover(&self, state: State) -> Player {
        self.orbits.symmetry.player(state.element, state.player)
    }

    /// Returns the number of players.
    #[inline]
    pub(crate) fn players(&self) -> usize {
        self.orbits.contest.players()
    }

    /// Returns the slot of the claims about a state.
    #[inline]
    pub(crate) fn slot(&self, state: State) -> Slot {
        Slot::new(state.orbit, state.player, self.players())
    }

    /// Returns the orbit of a slot, and the player to move.
    pub(crate) fn of_slot(&self, slot: Slot) -> (OrbitId, Player) {
        slot.parts(self.players())
    }

    /// Returns the side whose turn it is on the actual board.
    #[inline]
    pub(crate) fn side(&self, state: State) -> Side {
        self.orbits.contest.side(self.mover(state))
    }

    /// Returns whether the next pass ends the game.
    #[inline]
    pub(crate) fn pass_ends(&self, state: State) -> bool {
        usize::from(state.passes) + 1 == self.players()
    }

    /// Converts a bound between the actual frame and that of the state's representative.
    pub(crate) fn framed(&self, state: State, bound: Bound) -> Bound {
        self.carried_bound(state.element, bound)
    }

    /// Carries a bound by a symmetry.
    pub(crate) fn carried_bound(&self, element: Element, bound: Bound) -> Bound {
        if self.orbits.symmetry.swaps_colors(element) {
            bound.swapped()
        } else {
            bound
        }
    }

    /// Returns `K(p, t, k)` under `element`: for the state itself with its own element, for the state in its
    /// representative's frame with the identity.
    pub(crate) fn known(&self, state: State, element: Element) -> Vec<RecordId> {
        let superko = self.orbits.rules.superko;
        superko
            .known((), state.player, state.passes.into(), self.players())
            .map(|record| self.packed(state.orbit, record.player, element))
            .map(|name| self.orbits.normal_name(name))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::Move;

    use super::*;

    /// A history is a hash table, and the order in it differs from game to game.
    #[test]
    fn the_records_of_a_game_have_the_same_names_in_every_run() {
        let board: Board = "path:8".parse().expect("a board");
        let rules = Ruleset::NSTT;
        let names = || {
            let shared = Shared::of_board(&board, rules, Options::default()).expect("it is small");
            let graph = &shared.orbits.graph;
            let start = Game::new(graph, rules, Coloring::EMPTY, Player::BLACK);
            let mut game = start.expect("the empty board is legal");
            for point in [1, 3, 6, 4, 7] {
                game.play(Move::Play(Point::new(point))).expect("legal");
            }
            shared.root(&game).expect("it is not over").records
        };
        let first = names();
        for _ in 0..10 {
            assert_eq!(names(), first);
        }
    }
}
