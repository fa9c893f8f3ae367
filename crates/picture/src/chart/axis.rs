//! The numbers along the sides of a chart.

/// The most numbers beside an axis.
const MAX_TICKS: usize = 9;
/// The least length of an axis, as a part of its numbers: those closer together can hardly be told apart.
const FINEST: f64 = 1e-9;
/// Larger numbers beside an axis are written with a power of ten.
const MAX_WRITTEN: f64 = 1e15;

/// Returns the least step of an axis: a whole number if its numbers are whole.
pub(super) fn whole_steps(mut numbers: impl Iterator<Item = f64>) -> f64 {
    let whole = numbers.all(|number| number.fract() == 0.0);
    if whole { 1.0 } else { 0.0 }
}

/// The numbers along one side of a chart.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) step: f64,
    pub(super) ticks: Vec<f64>,
    /// Digits after the point.
    pub(super) digits: usize,
}

impl Axis {
    /// Makes an axis for these numbers, with `room` before and after them, in steps of at least `least`.
    pub(super) fn new(numbers: impl Iterator<Item = f64>, room: f64, least: f64) -> Self {
        let (low, high) = numbers
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            });
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let finest = FINEST * low.abs().max(high.abs());
        let step = step((high - low) / MAX_TICKS as f64, least.max(finest));
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        let ticks = match last < first {
            // Numbers closer together than the step may have no multiple of it between them.
            true => vec![low],
            false => (0..=(last - first) as usize)
                .map(|index| (first + index as f64) * step)
                .collect(),
        };
        // Nothing is drawn on the edge, and an axis of one number has a length.
        let edge = if room > 0.0 {
            room.max(finest)
        } else {
            0.08 * (high - low).max(step)
        };
        Self {
            low: if room == 0.0 && low == 0.0 {
                low
            } else {
                low - edge
            },
            high: high + edge,
            step,
            ticks,
            digits: (-step.log10().floor()).clamp(0.0, 6.0) as usize,
        }
    }

    /// Returns the place of a number on the axis, from 0 to 1.
    pub(super) fn share(&self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }

    pub(super) fn label(&self, tick: f64) -> String {
        if tick.abs() < MAX_WRITTEN {
            return format!("{tick:.0$}", self.digits);
        }
        // Only the digits in which neighbouring numbers differ, without zeros at the end.
        let digits = tick.abs().log10().floor() - self.step.log10().floor();
        let rounded: f64 = format!("{tick:.0$e}", digits.max(0.0) as usize)
            .parse()
            .unwrap_or(tick);
        format!("{rounded:e}")
    }
}

/// Returns the smallest of 1, 2, 5, 10, … (or tenths of them) that is not below either number.
fn step(needed: f64, least: f64) -> f64 {
    let needed = needed.max(least).max(1e-6);
    let power = 10f64.powf(needed.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|&step| step >= needed * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}
