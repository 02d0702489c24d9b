//! Amounts of choice: fixed-point bits, rounded up, saturating to unbounded.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// An amount of choice in bits: how many texts could have come of untrusted decisions, as a logarithm.
///
/// Fixed point with 16 fractional bits. Every operation rounds up, and whatever exceeds
/// [`Bits::LARGEST_FINITE`] is [`Bits::UNBOUNDED`]: charging more is always allowed, charging less never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits(u32);

const ONE: u32 = 1 << 16;

impl Bits {
    /// No choice at all.
    pub const ZERO: Bits = Bits(0);
    /// The outcome of one yes-or-no decision.
    pub const ONE: Bits = Bits(ONE);
    /// The largest amount that is still counted: 255 bits. No sensible budget comes near it.
    pub const LARGEST_FINITE: Bits = Bits(255 * ONE);
    /// No bound is known.
    pub const UNBOUNDED: Bits = Bits(u32::MAX);

    /// A whole number of bits.
    pub fn whole(bits: u32) -> Bits {
        Bits(bits.saturating_mul(ONE)).saturated()
    }

    /// The logarithm to base two of a number of outcomes, rounded up. Zero outcomes and one outcome
    /// are no choice.
    pub fn log2(outcomes: u64) -> Bits {
        if outcomes <= 1 {
            return Bits::ZERO;
        }
        if outcomes.is_power_of_two() {
            return Bits::whole(outcomes.trailing_zeros());
        }
        Bits::log2_rounded_up(outcomes as f64)
    }

    /// The logarithm to base two of `outcomes / of`, rounded up: what an outcome costs to which a code gives `of` of
    /// its `outcomes` words. Unbounded if it gives none.
    pub fn log2_ratio(outcomes: u64, of: u64) -> Bits {
        if of == 0 {
            return Bits::UNBOUNDED;
        }
        if outcomes <= of {
            return Bits::ZERO;
        }
        Bits::log2_rounded_up(outcomes as f64 / of as f64)
    }

    fn log2_rounded_up(outcomes: f64) -> Bits {
        // The unit added covers what floating point may have rounded down, in here and on the way here.
        let exact = outcomes.log2() * f64::from(ONE);
        Bits(exact.ceil() as u32 + 1).saturated()
    }

    /// The logarithm of `n` factorial: the number of orders of `n` things, rounded up.
    pub fn log2_factorial(n: u64) -> Bits {
        if n > 64 {
            return Bits::UNBOUNDED; // log2(64!) is past `LARGEST_FINITE` already.
        }
        (2..=n).map(Bits::log2).sum()
    }

    /// The same amount `times` over.
    pub fn times(self, times: u64) -> Bits {
        match u32::try_from(times).ok().and_then(|times| self.0.checked_mul(times)) {
            Some(bits) => Bits(bits).saturated(),
            None => Bits::UNBOUNDED,
        }
    }

    /// Whether a bound is known.
    pub fn is_bounded(self) -> bool {
        self != Bits::UNBOUNDED
    }

    /// The amount as a floating-point number of bits; infinite if unbounded.
    pub fn as_f64(self) -> f64 {
        if self.is_bounded() { f64::from(self.0) / f64::from(ONE) } else { f64::INFINITY }
    }

    /// The amount as an integer, to be kept: what [`Bits::of_raw`] reads.
    pub fn raw(self) -> u32 {
        self.0
    }

    /// The amount that was kept. What is larger than any that is counted is unbounded.
    pub fn of_raw(raw: u32) -> Bits {
        Bits(raw).saturated()
    }

    fn saturated(self) -> Bits {
        if self > Bits::LARGEST_FINITE { Bits::UNBOUNDED } else { self }
    }
}

impl Add for Bits {
    type Output = Bits;

    fn add(self, other: Bits) -> Bits {
        Bits(self.0.saturating_add(other.0)).saturated()
    }
}

impl Sum for Bits {
    fn sum<I: Iterator<Item = Bits>>(iter: I) -> Bits {
        iter.fold(Bits::ZERO, Add::add)
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_bounded() {
            return f.write_str("unbounded");
        }
        let rounded_up = (self.as_f64() * 100.0).ceil() / 100.0;
        write!(f, "{rounded_up}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_round_up_and_are_exact_for_powers_of_two() {
        assert_eq!(Bits::log2(0), Bits::ZERO);
        assert_eq!(Bits::log2(1), Bits::ZERO);
        assert_eq!(Bits::log2(2), Bits::ONE);
        assert_eq!(Bits::log2(1 << 20), Bits::whole(20));
        for n in 3..5000_u64 {
            let bits = Bits::log2(n).as_f64();
            assert!(bits >= (n as f64).log2() && bits < (n as f64).log2() + 0.001, "{n}");
        }
    }

    #[test]
    fn the_words_of_a_code_never_cost_less_than_they_are_worth() {
        for outcomes in 1..200_u64 {
            for of in 1..=outcomes {
                let bits = Bits::log2_ratio(outcomes, of).as_f64();
                let worth = (outcomes as f64 / of as f64).log2();
                assert!(bits >= worth && bits < worth + 0.001, "{of} of {outcomes}: {bits}");
            }
        }
        assert_eq!(Bits::log2_ratio(8, 8), Bits::ZERO);
        assert_eq!(Bits::log2_ratio(8, 0), Bits::UNBOUNDED);
    }

    #[test]
    fn sums_saturate_to_unbounded_and_stay_there() {
        assert_eq!(Bits::whole(200) + Bits::whole(56), Bits::UNBOUNDED);
        assert_eq!(Bits::UNBOUNDED + Bits::ONE, Bits::UNBOUNDED);
        assert_eq!(Bits::whole(u32::MAX), Bits::UNBOUNDED);
        assert_eq!(Bits::ONE.times(u64::MAX), Bits::UNBOUNDED);
        assert_eq!(Bits::log2_factorial(1_000_000), Bits::UNBOUNDED);
    }

    #[test]
    fn factorials_bound_the_number_of_orders() {
        assert_eq!(Bits::log2_factorial(1), Bits::ZERO);
        assert!(Bits::log2_factorial(4).as_f64() >= 24_f64.log2());
        assert!(Bits::log2_factorial(4).as_f64() < 24_f64.log2() + 0.001);
    }
}
