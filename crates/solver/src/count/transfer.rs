//! Counts ways layer by layer: the number of ways to all states after each number of steps.

use num_bigint::BigUint;

use super::layer::{Halt, Layer, Transfer};
use super::meter::Meter;
use super::number::Number;
use crate::budget::stopped::Stopped;

/// Returns the number of ways with 0 steps, 1 step, and so on, as long as there are any.
pub(super) fn ways_by_steps<const W: usize>(
    transfer: &impl Transfer<W>,
    meter: &Meter<'_>,
) -> Result<Vec<BigUint>, Stopped> {
    let first = Layer::of(transfer.start(), 1_u64);
    from_layer(transfer, first, Vec::new(), Vec::new(), meter)
}

/// Continues from a layer that was reached in `ways.len()` steps.
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
