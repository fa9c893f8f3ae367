//! Pairs of small numbers, packed in as few bits as necessary.

/// Pairs of numbers, each stored as its difference from the least of all, in as many bits as the largest difference
/// takes.
///
/// Number k takes the bits from k·`bits` on, lowest first. Bit i is in byte i / 8, where its value is 2^(i mod 8). The
/// unused bits of the last byte are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) least: i8,
    /// At most 8.
    pub(crate) bits: u8,
    pub(crate) bytes: Vec<u8>,
}

impl Packed {
    pub(crate) fn new(pairs: &[[i8; 2]]) -> Self {
        let numbers = || pairs.iter().flatten().copied();
        let least = numbers().min().unwrap_or(0);
        let excess = |number: i8| number.abs_diff(least);
        let most = numbers().map(excess).max().unwrap_or(0);
        let bits = (u8::BITS - most.leading_zeros()) as u8;
        let size = Self::size(pairs.len() as u64, bits) as usize;
        let mut bytes = Vec::with_capacity(size);
        let (mut window, mut filled) = (0_u16, 0);
        for number in numbers() {
            window |= u16::from(excess(number)) << filled;
            filled += bits;
            if filled >= 8 {
                bytes.push(window as u8);
                window >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            bytes.push(window as u8);
        }
        Self { least, bits, bytes }
    }

    /// Returns the number of bytes that `pairs` pairs take.
    pub(crate) fn size(pairs: u64, bits: u8) -> u64 {
        (2 * pairs * u64::from(bits)).div_ceil(8)
    }

    /// Returns one number of a pair.
    ///
    /// Numbers that [`Self::new`] did not pack may not fit eight bits.
    #[inline]
    pub(crate) fn get(&self, pair: usize, which: usize) -> i16 {
        let bits = usize::from(self.bits);
        let at = (2 * pair + which) * bits;
        let byte = |index: usize| self.bytes.get(index).copied().unwrap_or(0);
        let window = u16::from_le_bytes([byte(at / 8), byte(at / 8 + 1)]);
        let excess = window >> (at % 8) & ((1 << bits) - 1);
        i16::from(self.least) + excess as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_values_take_three_bits_each() {
        let packed = Packed::new(&[[-2, 2], [0, 1]]);
        // Differences 0, 4, 2, 3, three bits each from the lowest: 000 001 010 110 read from the left.
        let bits = [0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0];
        let byte = |bits: &[u8]| bits.iter().rev().fold(0, |sum, bit| 2 * sum + bit);
        assert_eq!(packed.bytes, [byte(&bits[..8]), byte(&bits[8..])]);
        assert_eq!((packed.least, packed.bits), (-2, 3));
    }

    #[test]
    fn equal_values_take_no_bits() {
        let packed = Packed::new(&[[-3, -3]; 10]);
        assert_eq!((packed.bits, packed.bytes.len()), (0, 0));
        assert_eq!(packed.get(9, 1), -3);
    }

    #[test]
    fn every_width_reads_back() {
        for most in 0..=127_i8 {
            let range = 2 * i16::from(most) + 1;
            let number = |k: i16| ((k * k + 3 * k) % range - i16::from(most)) as i8;
            let pairs: Vec<[i8; 2]> = (0..50)
                .map(|k| [number(2 * k), number(2 * k + 1)])
                .collect();
            let packed = Packed::new(&pairs);
            assert_eq!(packed.bytes.len() as u64, Packed::size(50, packed.bits));
            for (pair, numbers) in pairs.iter().enumerate() {
                for (which, &expected) in numbers.iter().enumerate() {
                    assert_eq!(packed.get(pair, which), i16::from(expected));
                }
            }
        }
    }
}
