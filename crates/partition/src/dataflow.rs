//! The messages between the processes, as dataflows.
//!
//! A turn belongs to the process that a hash of its coloring's code names. Each process enumerates a share of the
//! representatives and sends each one to its owner ([`gather`]). Then there is one dataflow for each score
//! ([`attract`]): a loop that sends news of turns to their owners, and the consequences to the owners of the
//! predecessors. It is finished when no news is in transit and no process has anything to send; timely's progress
//! tracking detects this. Within one score the order of the news does not matter, because values only become known
//! and plays only close. Nevertheless there are rounds in which a process sends a bounded amount of news, so that
//! messages in transit never take much memory.
//!
//! A dataflow does not receive messages for the next one before that exists. So at the end of a dataflow no other
//! process accesses a process's part, and the process can save it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use koproof_rules::Player;
use koproof_solver::{Observer, Progress};
use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::probe::Handle;
use timely::dataflow::operators::{ConnectLoop, Feedback, Input, Probe};
use timely::dataflow::{InputHandleVec, Stream};
use timely::worker::Worker;

use crate::checkpoint::Level;
use crate::error::PartitionError;
use crate::game::{Game, Turn};
use crate::part::{Attracted, News, Part, Prover};

/// News of a turn: 0 for [`News::Choice`], otherwise the number of closed plays.
type Message = (Turn, u8);

/// The output of a dataflow without results.
type Nothing = CapacityContainerBuilder<Vec<()>>;

/// The number of turns a process sends news of before it checks for messages.
const BITE: usize = 1024;

/// The amount of news a process sends before it waits until all processes have received everything. Otherwise the
/// news for a slow process would fill the memory.
const ROUND: usize = 1 << 14;

/// The time that an idle process sleeps before it checks whether to stop.
const NAP: Duration = Duration::from_millis(50);

/// Passes progress to an observer.
pub(crate) struct Watch<'a> {
    pub(crate) observer: &'a dyn Observer,
    /// Whether another thread of this process has failed.
    pub(crate) is_lost: &'a AtomicBool,
    pub(crate) values: u64,
}

impl Watch<'_> {
    /// Reports the number of values known so far, and returns an error if the observer stops the run or another thread
    /// has failed.
    pub(crate) fn report(&self, settled: u64) -> Result<(), PartitionError> {
        self.observer.on_progress(&Progress {
            // Turns, each of which has four values.
            expansions: self.values / 4,
            done: settled,
            total: self.values,
            ..Progress::default()
        });
        if self.is_lost.load(Ordering::Acquire) {
            return Err(PartitionError::Lost);
        }
        match self.observer.should_stop() {
            true => Err(PartitionError::Stopped),
            false => Ok(()),
        }
    }
}

/// Returns the process that owns the coloring with this code: every bit of the code matters (splitmix64).
fn owner(code: u64, peers: usize) -> u64 {
    let mut hash = code.wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash ^ (hash >> 31)) % peers as u64
}

/// The number of colorings of a walk between two reports.
const BETWEEN_REPORTS: usize = 1 << 12;

/// Iterates over the representatives, together with the other processes, and returns the keys of those that belong to
/// this one.
pub(crate) fn gather(
    worker: &mut Worker,
    game: &Game,
    watch: &Watch<'_>,
) -> Result<Vec<u64>, PartitionError> {
    let peers = worker.peers();
    let keys = Rc::new(RefCell::new(Vec::new()));
    let owned = Rc::clone(&keys);
    let to_owner = move |key: &u64| owner(key / 2, peers);
    let (mut input, probe) = exchange(worker, to_owner, move |keys| {
        owned.borrow_mut().append(keys)
    });
    let parts = game.parts();
    for walk in parts.walks().skip(worker.index()).step_by(peers) {
        for (number, coloring) in walk.enumerate() {
            input.send(game.name(coloring, Player::BLACK).key());
            // A walk can take minutes.
            if number % BETWEEN_REPORTS == BETWEEN_REPORTS - 1 {
                worker.step();
                watch.report(0)?;
            }
        }
        worker.step();
        watch.report(0)?;
    }
    input.close();
    finish(worker, || probe.done(), || watch.report(0))?;
    Ok(keys.take())
}

/// Finds all turns from which the prover can force a score, together with the other processes.
pub(crate) fn attract(
    worker: &mut Worker,
    game: &Arc<Game>,
    part: &Rc<RefCell<Part>>,
    target: i8,
    watch: &Watch<'_>,
) -> Result<(), PartitionError> {
    let peers = worker.peers();
    let here = worker.index() as u64;
    part.borrow_mut().begin(target);
    let probe = worker.dataflow::<u64, _, _>(|scope| {
        let (handle, told) = scope.feedback::<Vec<Message>>(1);
        let to_owner = Exchange::new(move |&(turn, _): &Message| owner(turn / 2, peers));
        let (game, part) = (Arc::clone(game), Rc::clone(part));
        let news: Stream<_, Vec<Message>> =
            told.unary_frontier(to_owner, "attract", move |capability, info| {
                let activator = scope.activator_for(info.address);
                // The capability to send in a round, kept while there is something to send.
                let mut right = Some(capability);
                move |(input, frontier), output| {
                    let mut part = part.borrow_mut();
                    input.for_each(|time, messages| {
                        for (turn, news) in messages.drain(..) {
                            part.hear(turn, read(news));
                        }
                        // The oldest capability is enough, because the round of a message does not matter.
                        if right.is_none() {
                            right = Some(time.retain(output.output_index()));
                        }
                    });
                    let Some(capability) = &mut right else {
                        return;
                    };
                    let round = *capability.time();
                    if frontier.less_equal(&round) {
                        return;
                    }
                    let mut session = output.session(capability);
                    let is_here = |turn| owner(turn / 2, peers) == here;
                    let sent = tell_some(&game, &mut part, is_here, |told| session.give(told));
                    drop(session);
                    match sent {
                        None => right = None,
                        Some(0) => activator.activate(),
                        Some(_) => capability.downgrade(&(round + 1)),
                    }
                }
            });
        let (probe, news) = news.probe();
        news.connect_loop(handle);
        probe
    });
    let report = || watch.report(part.borrow().settled);
    finish(worker, || probe.done(), report)
}

/// Passes on what follows from the next attracted turns: to this part, or through `give` to other processes. Returns
/// how much was given; `None` if no attracted turn is left.
fn tell_some(
    game: &Game,
    part: &mut Part,
    is_here: impl Fn(u64) -> bool,
    mut give: impl FnMut(Message),
) -> Option<usize> {
    let mut sent = 0;
    for _ in 0..BITE {
        if sent >= ROUND {
            break;
        }
        let attracted = part.next_attracted()?;
        tell(game, part, attracted, |part, turn, news| {
            if is_here(turn) {
                part.hear(turn, news);
            } else {
                give((turn, write(news)));
                sent += 1;
            }
        });
    }
    Some(sent)
}

/// What all processes have saved.
pub(crate) struct Saved {
    /// The latest level that all of them have finished; `None` if there is none.
    pub(crate) level: Option<Level>,
    /// Whether all of them have their turns.
    pub(crate) turns: bool,
}

/// Finds what all processes have saved.
pub(crate) fn agree(
    worker: &mut Worker,
    finished: &[Level],
    watch: &Watch<'_>,
) -> Result<Saved, PartitionError> {
    let counts = Rc::new(RefCell::new(BTreeMap::<Level, usize>::new()));
    let counted = Rc::clone(&counts);
    let to_each = |&(process, _): &(u64, Level)| process;
    let (mut input, probe) = exchange(worker, to_each, move |levels| {
        for (_, level) in levels.drain(..) {
            *counted.borrow_mut().entry(level).or_default() += 1;
        }
    });
    let processes = worker.peers();
    for process in 0..processes as u64 {
        for &level in finished {
            input.send((process, level));
        }
    }
    input.close();
    finish(worker, || probe.done(), || watch.report(0))?;
    let counts = counts.borrow();
    let mut latest_first = counts.iter().rev();
    let agreed = latest_first.find(|&(_, &count)| count == processes);
    Ok(Saved {
        level: agreed.map(|(&level, _)| level),
        turns: counts.get(&0) == Some(&processes),
    })
}

/// Informs the owners of a turn's predecessors about its news.
fn tell(
    game: &Game,
    part: &mut Part,
    attracted: Attracted,
    mut send: impl FnMut(&mut Part, Turn, News),
) {
    let (after, to_move) = part.turn(attracted.place);
    let player = to_move.next(2);
    let mut before = Vec::new();
    game.take_back(&after, player, |coloring| {
        let named = game.name(coloring, player);
        before.push((named.turn, named.fixed_by));
    });
    before.sort_unstable();
    let fixed_by = usize::from(game.name(after, to_move).fixed_by);
    for same in before.chunk_by(|one, other| one.0 == other.0) {
        let (turn, fixing) = same[0];
        let news = match attracted.prover {
            // The mover there is the other player here.
            Prover::Other => News::Choice,
            Prover::Mover => {
                let plays = same.len() * usize::from(fixing) / fixed_by;
                News::Closed(plays as u8)
            }
        };
        send(part, turn, news);
    }
}

fn write(news: News) -> u8 {
    match news {
        News::Choice => 0,
        News::Closed(plays) => plays,
    }
}

fn read(news: u8) -> News {
    match news {
        0 => News::Choice,
        plays => News::Closed(plays),
    }
}

/// Makes a dataflow that takes messages to the processes `to`; `take` receives those for this one.
fn exchange<M: ExchangeData + Clone>(
    worker: &mut Worker,
    to: impl Fn(&M) -> u64 + 'static,
    take: impl Fn(&mut Vec<M>) + 'static,
) -> (InputHandleVec<u64, M>, Handle<u64>) {
    worker.dataflow(|scope| {
        let (input, messages) = scope.new_input::<Vec<M>>();
        let taken = messages.unary::<Nothing, _, _, _>(Exchange::new(to), "take", |_, _| {
            move |input, _| input.for_each(|_, some| take(some))
        });
        (input, taken.probe().0)
    })
}

/// Works until all processes are done with something.
pub(crate) fn finish(
    worker: &mut Worker,
    mut is_done: impl FnMut() -> bool,
    report: impl Fn() -> Result<(), PartitionError>,
) -> Result<(), PartitionError> {
    while !is_done() {
        worker.step_or_park(Some(NAP));
        report()?;
    }
    Ok(())
}
