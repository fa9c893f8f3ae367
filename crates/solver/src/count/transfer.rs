//! Counting layer by layer: how many ways lead to all states after each number of steps.

use num_bigint::BigUint;

use super::layer::{Halt, Key, Layer};
use super::meter::Meter;
use super::number::Number;
use crate::budget::stopped::Stopped;

/// What follows a state. Ways that meet in one state are counted together from there on.
pub(super) trait Transfer<const W: usize>: Sync {
    /// The state that everything starts from.
    fn start(&self) -> Key<W>;

    /// After how many steps the count is done, if it does not run out of states before.
    fn steps(&self) -> usize;

    /// Calls `found` for every way on from a state that was reached in `step` steps.
    fn successors(&self, step: usize, state: Key<W>, found: &mut impl FnMut(Key<W>));

    /// Guesses how many states there are in the layers still to come, from the sizes of the layers so far, the current
    /// one included.
    fn expected(&self, sizes: &[u64]) -> Option<u64>;
}

/// Returns how many ways there are with 0 steps, 1 step, and so on, as long as there are any.
pub(super) fn ways_by_steps<const W: usize>(
    transfer: &impl Transfer<W>,
    meter: &Meter<'_>,
) -> Result<Vec<BigUint>, Stopped> {
    let first = Layer::of(transfer.start(), 1_u64);
    from_layer(transfer, first, Vec::new(), Vec::new(), meter)
}

/// Goes on from a layer that was reached in as many steps as there are `ways`.
fn from_layer<const W: usize, C: Number>(
    transfer: &impl Transfer<W>,
    mut layer: Layer<W, C>,
    mut ways: Vec<BigUint>,
    mut sizes: Vec<u64>,
    meter: &Meter<'_>,
) -> Result<Vec<BigUint>, Stopped> {
    while layer.len() > 0 {
        let step = ways.len();
        if step < transfer.steps() {
            sizes.push(layer.len() as u64);
            let to_come = transfer.expected(&sizes);
            meter.expect(to_come.map_or(0, |states| meter.units() + layer.len() as u64 + states));
        }
        let sum = layer.ways();
        if step == transfer.steps() {
            ways.push(sum);
            break;
        }
        let (states, units) = (meter.states(), meter.units());
        layer = match layer.next(transfer, step, meter) {
            Ok(next) => next,
            Err(Halt::Stopped(why)) => return Err(why),
            Err(Halt::TooNarrow) => {
                meter.rewind(states, units);
                sizes.pop();
                return from_layer(transfer, layer.widen(), ways, sizes, meter);
            }
        };
        ways.push(sum);
    }
    Ok(ways)
}
