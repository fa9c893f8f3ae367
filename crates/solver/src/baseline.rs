//! The baseline: an exact solver without claims. It serves only to measure [`Solver`](crate::Solver) against it.
//!
//! Without conditions, a transposition table is correct under superko only if its keys contain the whole history: a
//! *state* is coloring, player to move, passes, and the set of all records made. This is the method of N. Weninger
//! and R. Hayward, *Exploring positional linear Go* (2017), the published solver of linear boards: alpha-beta with
//! windows of one point (MTD(f)) over such states. Their theorems on linear boards are left out, as are symmetry and
//! bounds, so the method works on every board and under every superko rule. Almost every history is new, so the table
//! seldom helps.
//!
//! It needs *iterative deepening*. Without it the search follows fights of hundreds of moves, and 1x6 is not solved
//! after 90 million expansions; with it, 1x6 takes about ten thousand. The order of the plays, by point or by the score
//! after them, then makes little difference, so the pass comes first and plays are ordered by point.

use fixedbitset::FixedBitSet;
use koproof_rules::{Coloring, Game, Graph, Move, Player, Record, Ruleset, Scoring};
use rustc_hash::FxHashMap;

use crate::bracket::{Bracket, Score};
use crate::budget::Budget;
use crate::budget::clock::Counter;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use crate::pool::on_a_deep_stack;
use crate::solver::Solution;
use crate::stats::Stats;

/// The approximate size of an entry without the words of its key, in bytes, including free slots and allocation.
const ENTRY_BYTES: u64 = 72;

/// The reason why the baseline does not support a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// Prisoners count.
    #[error("the baseline does not count prisoners: choose area or Taylor's scoring")]
    Scoring,
    /// A handicap gives several turns in a row.
    #[error(
        "the baseline requires alternating turns: set the {0} handicap stones up in the position, with White to move"
    )]
    Handicap(usize),
    /// The thread of the search cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::ErrorKind),
}

/// Finds the value of a game in progress, scored by area, with a transposition table over whole histories, on one
/// thread: the published method, against which [`Solver`](crate::Solver) is measured.
///
/// When the table has filled the memory budget, it gets no new entries, and the search continues. The claims of the
/// solution's [`Stats`] are the entries of the table.
///
/// # Errors
/// If the game has a handicap or territory scoring, or no thread can be started.
///
/// # Complexity
/// Grows with the number of histories: 2x2 takes milliseconds, 1x7 seconds, 1x8 more than a minute.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
/// use koproof_solver::{Budget, Nobody, baseline};
///
/// let graph = Graph::new(&"2x2".parse::<Board>()?)?;
/// let game = Game::new(&graph, Ruleset::TROMP_TAYLOR, Coloring::EMPTY, Player::BLACK)?;
/// let solution = baseline(&game, Budget::UNLIMITED, &Nobody)?;
/// assert_eq!(solution.value.exact(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn baseline(
    game: &Game<'_, 1, 2>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Solution, BaselineError> {
    let rules = game.rules();
    match rules.scoring {
        Scoring::Territory => return Err(BaselineError::Scoring),
        _ if rules.handicap > 1 => return Err(BaselineError::Handicap(rules.handicap)),
        Scoring::Area | Scoring::Taylor => {}
    }
    on_a_deep_stack(|| Search::new(game, budget, observer).mtd(game)).map_err(BaselineError::Thread)
}

/// A state without its history.
#[derive(Clone, Copy)]
struct Node {
    coloring: Coloring<1, 2>,
    to_move: Player,
    passes: usize,
}

/// The table's entry for a state.
struct Known {
    value: Bracket,
    /// A threshold that is not decided within this number of moves.
    open_at: Score,
    open_within: u32,
}

struct Search<'a> {
    graph: &'a Graph<1>,
    rules: Ruleset,
    memory: Option<u64>,
    counter: Counter<'a>,
    /// The records, numbered in the order in which they were first made.
    numbers: FxHashMap<Record<Coloring<1, 2>>, usize>,
    /// The numbers of the records that have been made on the current line.
    history: FixedBitSet,
    /// The entries by state, including its history.
    table: FxHashMap<Box<[u64]>, Known>,
    bytes: u64,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game<'_, 1, 2>, budget: Budget, observer: &'a dyn Observer) -> Self {
        let mut search = Self {
            graph: game.graph(),
            rules: *game.rules(),
            memory: budget.memory,
            counter: Counter::start(budget, observer),
            numbers: FxHashMap::default(),
            history: FixedBitSet::new(),
            table: FxHashMap::default(),
            bytes: 0,
        };
        for &record in game.history().iter() {
            search.make(record);
        }
        search
    }

    /// Finds the value by a sequence of thresholds, each adjacent to the result before it.
    fn mtd(mut self, game: &Game<'_, 1, 2>) -> Solution {
        let root = Node {
            coloring: *game.coloring(),
            to_move: game.to_move(),
            passes: game.passes(),
        };
        let mut value = Bracket::of_points(self.graph.points());
        let mut guess = 0;
        let mut stopped = None;
        while value.exact().is_none() {
            let threshold = guess.max(value.lo + 1);
            match self.deepen(root, threshold) {
                Ok(found) => {
                    let end = if found >= threshold {
                        &mut value.lo
                    } else {
                        &mut value.hi
                    };
                    *end = found;
                    guess = found;
                }
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        let stats = Stats {
            expansions: self.counter.expansions,
            claims: self.table.len() as u64,
            ..Stats::default()
        };
        Solution {
            value,
            stats,
            stopped,
        }
    }

    /// Searches one move deeper each time until the threshold is decided.
    fn deepen(&mut self, root: Node, threshold: Score) -> Result<Score, Stopped> {
        (1..)
            .find_map(|depth| self.search(root, threshold, depth).transpose())
            .expect("no game is longer than every depth")
    }

    /// Searches `depth` moves deep from a state whose records are all made. An answer of at least `threshold` is a
    /// lower bound of the value, a smaller one is an upper bound; `None` if the threshold is not decided within this
    /// depth.
    fn search(
        &mut self,
        node: Node,
        threshold: Score,
        depth: u32,
    ) -> Result<Option<Score>, Stopped> {
        if node.passes == self.rules.passes_to_end() {
            return Ok(Some(
                node.coloring.balance(self.graph, Scoring::Area).into(),
            ));
        }
        if depth == 0 {
            return Ok(None);
        }
        let key = self.key(node);
        if let Some(known) = self.table.get(&*key) {
            if known.value.lo >= threshold {
                return Ok(Some(known.value.lo));
            }
            if known.value.hi < threshold {
                return Ok(Some(known.value.hi));
            }
            if known.open_at == threshold && known.open_within >= depth {
                return Ok(None);
            }
        }
        self.counter.expand()?;
        let black = node.to_move == Player::BLACK;
        // The pass is always legal, so at least one answer replaces this value.
        let mut best = if black { Score::MIN } else { Score::MAX };
        let mut open = false;
        let plays = node.coloring.empty(self.graph).into_iter().map(Move::Play);
        for taken in std::iter::once(Move::Pass).chain(plays) {
            let Some((after, record)) = self.after(node, taken) else {
                continue;
            };
            let made = record.and_then(|record| self.make(record));
            let answer = self.search(after, threshold, depth - 1);
            if let Some(number) = made {
                self.history.remove(number);
            }
            let Some(score) = answer? else {
                open = true;
                continue;
            };
            best = if black {
                best.max(score)
            } else {
                best.min(score)
            };
            if (score >= threshold) == black {
                open = false;
                break;
            }
        }
        let answer = (!open).then_some(best);
        if let Some(known) = self.entry(key) {
            match answer {
                None => (known.open_at, known.open_within) = (threshold, depth),
                Some(score) if score >= threshold => known.value.lo = score,
                Some(score) => known.value.hi = score,
            }
        }
        Ok(answer)
    }

    /// Returns the state after a move and the record that the move makes; `None` if the move is illegal.
    fn after(&self, node: Node, taken: Move) -> Option<(Node, Option<Record<Coloring<1, 2>>>)> {
        let Node {
            coloring, to_move, ..
        } = node;
        let superko = self.rules.superko;
        let (coloring, passes, record) = match taken {
            Move::Pass => {
                let record = superko.of_pass(coloring, to_move, 2);
                (coloring, node.passes + 1, record)
            }
            Move::Play(point) => {
                let play = coloring.play(self.graph, to_move, point);
                let record = superko.of_play(play.coloring, to_move, 2);
                if !self.rules.suicide.allows(&play) || self.has_made(&record) {
                    return None;
                }
                (play.coloring, 0, Some(record))
            }
        };
        let after = Node {
            coloring,
            to_move: to_move.next(2),
            passes,
        };
        Some((after, record))
    }

    fn has_made(&self, record: &Record<Coloring<1, 2>>) -> bool {
        self.numbers
            .get(record)
            .is_some_and(|&number| self.history.contains(number))
    }

    /// Adds a record to the history and returns its number; `None` if the history already has it.
    fn make(&mut self, record: Record<Coloring<1, 2>>) -> Option<usize> {
        let next = self.numbers.len();
        let number = *self.numbers.entry(record).or_insert(next);
        self.history.grow(next + 1);
        (!self.history.put(number)).then_some(number)
    }

    /// Writes a state with its history as a key.
    fn key(&self, node: Node) -> Vec<u64> {
        let stones = |player| node.coloring.stones(player).words()[0];
        let turn = (2 * node.passes + node.to_move.index()) as u64;
        let used = (self.history.maximum()).map_or(0, |last| last / usize::BITS as usize + 1);
        let history = &self.history.as_slice()[..used];
        let mut key = Vec::with_capacity(3 + history.len());
        key.extend([stones(Player::BLACK), stones(Player::WHITE), turn]);
        key.extend(history.iter().map(|&word| word as u64));
        key
    }

    /// Returns the entry of a state, and creates it if necessary; `None` if the table is full.
    fn entry(&mut self, key: Vec<u64>) -> Option<&mut Known> {
        if !self.table.contains_key(&*key) {
            let bytes = self.bytes + ENTRY_BYTES + 8 * key.len() as u64;
            if self.memory.is_some_and(|memory| bytes > memory) {
                return None;
            }
            self.bytes = bytes;
        }
        Some(self.table.entry(key.into()).or_insert(Known {
            value: Bracket::of_points(self.graph.points()),
            open_at: 0,
            open_within: 0,
        }))
    }
}
