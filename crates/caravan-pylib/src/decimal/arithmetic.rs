//! Rounding, and the four operations.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::{
    Context, Decimal, Rounding, Value, count_digits, division_by_zero, invalid, overflow, power_of_ten,
};
use crate::error::{ExcKind, PyError, PyResult};

/// `digits` without the last `drop` ones, rounded.
pub(super) fn round_off(digits: &BigUint, drop: i64, rounding: Rounding, negative: bool) -> BigUint {
    if drop <= 0 || digits.is_zero() {
        return digits.clone();
    }
    let (kept, rest, half) = if drop > count_digits(digits) {
        // All goes, and it is less than half: no power of ten so large need be made.
        (BigUint::zero(), Ordering::Less, Ordering::Greater)
    } else {
        let unit = power_of_ten(drop);
        let (kept, rest) = digits.div_rem(&unit);
        let half = (&rest * 2_u32).cmp(&unit);
        (kept, if rest.is_zero() { Ordering::Equal } else { Ordering::Less }, half.reverse())
    };
    let inexact = rest == Ordering::Less;
    // `half` says how a half compares with what is dropped.
    let up = match rounding {
        Rounding::Up => inexact,
        Rounding::Down => false,
        Rounding::Ceiling => inexact && !negative,
        Rounding::Floor => inexact && negative,
        Rounding::HalfUp => half != Ordering::Greater,
        Rounding::HalfDown => half == Ordering::Less,
        Rounding::HalfEven => half == Ordering::Less || (half == Ordering::Equal && kept.is_odd()),
        Rounding::ZeroFiveUp => inexact && (&kept % 5_u32).is_zero(),
    };
    if up { kept + 1_u32 } else { kept }
}

impl Context {
    /// A result rounded to the context. `Overflow` beyond its exponents.
    pub(super) fn fix(&self, negative: bool, digits: BigUint, exponent: i64) -> PyResult<Decimal> {
        let (tiny, precision) = (self.tiny(), self.digits());
        if digits.is_zero() {
            return Ok(Decimal::zero(negative, exponent.clamp(tiny, self.max_exponent)));
        }
        let least = (exponent + count_digits(&digits) - precision).max(tiny);
        if exponent + count_digits(&digits) - 1 > self.max_exponent {
            return Err(overflow());
        }
        if exponent >= least {
            return Ok(Decimal::finite(negative, digits, exponent));
        }
        let mut digits = round_off(&digits, least - exponent, self.rounding, negative);
        let mut exponent = least;
        if count_digits(&digits) > precision {
            digits /= 10_u32;
            exponent += 1;
        }
        if !digits.is_zero() && exponent + count_digits(&digits) - 1 > self.max_exponent {
            return Err(overflow());
        }
        Ok(Decimal::finite(negative, digits, exponent))
    }

    /// A number rounded to the context.
    pub(super) fn fix_decimal(&self, number: Decimal) -> PyResult<Decimal> {
        match number.value {
            Value::Finite { digits, exponent } => self.fix(number.negative, digits, exponent),
            _ => Ok(number),
        }
    }
}

impl Decimal {
    /// The NaN that an operation with one gives: quiet. `InvalidOperation` for a signaling one; none without one.
    pub(super) fn nan_of(numbers: &[&Decimal]) -> PyResult<Option<Decimal>> {
        if numbers.iter().any(|number| number.is_signaling()) {
            return Err(invalid("InvalidOperation"));
        }
        Ok(numbers.iter().find(|number| number.is_nan()).map(|number| (*number).clone()))
    }

    /// The digits and the exponent of a finite number.
    pub(super) fn parts(&self) -> Option<(&BigUint, i64)> {
        match &self.value {
            Value::Finite { digits, exponent } => Some((digits, *exponent)),
            _ => None,
        }
    }

    /// `+self`: rounded; a negative zero becomes a positive one. `InvalidOperation`, `Overflow`.
    pub fn plus(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        let mut number = self.clone();
        if self.is_zero() && context.rounding != Rounding::Floor {
            number.negative = false;
        }
        context.fix_decimal(number)
    }

    /// `-self`, rounded. `InvalidOperation`, `Overflow`.
    pub fn negate(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        let mut number = self.copy_negate();
        if self.is_zero() {
            number.negative = context.rounding == Rounding::Floor;
        }
        context.fix_decimal(number)
    }

    /// `abs(self)`, rounded. `InvalidOperation`, `Overflow`.
    pub fn abs(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        context.fix_decimal(self.copy_abs())
    }

    /// `self + other`. `InvalidOperation` for infinities of both signs, `Overflow`.
    pub fn sum(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        let (Some((a, e)), Some((b, f))) = (self.parts(), other.parts()) else {
            return match (self.is_infinite(), other.is_infinite()) {
                (true, true) if self.negative != other.negative => Err(invalid("InvalidOperation")),
                (true, _) => Ok(self.clone()),
                _ => Ok(other.clone()),
            };
        };
        let exponent = e.min(f);
        let negative_zero = context.rounding == Rounding::Floor;
        if a.is_zero() && b.is_zero() {
            let negative = if self.negative == other.negative { self.negative } else { negative_zero };
            return context.fix(negative, BigUint::zero(), exponent);
        }
        for (zero, number, digits, own) in [(a, other, b, f), (b, self, a, e)] {
            if zero.is_zero() {
                let exponent = exponent.max(own - context.digits() - 1);
                let (digits, exponent) = if own > exponent {
                    (digits * power_of_ten(own - exponent), exponent)
                } else {
                    (digits.clone(), own)
                };
                return context.fix(number.negative, digits, exponent);
            }
        }
        let ((high, high_exponent, high_negative), (mut low, mut low_exponent, low_negative)) = if e < f {
            ((b, f, other.negative), (a.clone(), e, self.negative))
        } else {
            ((a, e, self.negative), (b.clone(), f, other.negative))
        };
        // A number that is far below the other's last digit counts only as something, at a place that still matters.
        let matters = high_exponent + (-1).min(count_digits(high) - context.digits() - 2);
        if count_digits(&low) + low_exponent - 1 < matters {
            low = BigUint::one();
            low_exponent = matters;
        }
        let high = high * power_of_ten(high_exponent - low_exponent);
        let (negative, digits) = if high_negative == low_negative {
            (high_negative, high + low)
        } else {
            match high.cmp(&low) {
                Ordering::Equal => return context.fix(negative_zero, BigUint::zero(), exponent),
                Ordering::Greater => (high_negative, high - low),
                Ordering::Less => (low_negative, low - high),
            }
        };
        context.fix(negative, digits, low_exponent)
    }

    /// `self - other`. The errors of [`Decimal::sum`].
    pub fn difference(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        self.sum(&other.copy_negate(), context)
    }

    /// `self * other`. `InvalidOperation` for infinity times zero, `Overflow`.
    pub fn product(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        let negative = self.negative != other.negative;
        match (self.parts(), other.parts()) {
            (Some((a, e)), Some((b, f))) => context.fix(negative, a * b, e + f),
            _ if self.is_zero() || other.is_zero() => Err(invalid("InvalidOperation")),
            _ => Ok(Decimal::infinite(negative)),
        }
    }

    /// `self / other`. `DivisionByZero`, `InvalidOperation`, `Overflow`.
    pub fn quotient(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        let negative = self.negative != other.negative;
        let (Some((a, e)), Some((b, f))) = (self.parts(), other.parts()) else {
            return match (self.is_infinite(), other.is_infinite()) {
                (true, true) => Err(invalid("InvalidOperation")),
                (true, false) => Ok(Decimal::infinite(negative)),
                _ => Ok(Decimal::zero(negative, context.tiny())),
            };
        };
        if b.is_zero() {
            return Err(if a.is_zero() { invalid("DivisionUndefined") } else { division_by_zero() });
        }
        if a.is_zero() {
            return context.fix(negative, BigUint::zero(), e - f);
        }
        let shift = count_digits(b) - count_digits(a) + context.digits() + 1;
        let (mut digits, rest) = if shift >= 0 {
            (a * power_of_ten(shift)).div_rem(b)
        } else {
            a.div_rem(&(b * power_of_ten(-shift)))
        };
        let mut exponent = e - f - shift;
        if !rest.is_zero() {
            // Something is left, so that a last digit that could look like an exact half must not.
            if (&digits % 5_u32).is_zero() {
                digits += 1_u32;
            }
        } else {
            while exponent < e - f {
                let (shorter, last) = digits.div_rem(&BigUint::from(10_u32));
                if !last.is_zero() {
                    break;
                }
                digits = shorter;
                exponent += 1;
            }
        }
        context.fix(negative, digits, exponent)
    }

    /// The whole part of the quotient and what is left, of finite numbers, the divisor not zero. `InvalidOperation`
    /// where the quotient has more digits than the context.
    pub(super) fn whole_quotient(&self, other: &Decimal, context: &Context) -> PyResult<(Decimal, Decimal)> {
        let negative = self.negative != other.negative;
        let (Some((a, e)), Some((b, f))) = (self.parts(), other.parts()) else {
            // A finite number goes into an infinite one no time.
            return Ok((Decimal::zero(negative, 0), self.clone()));
        };
        let exponent = e.min(f);
        let apart = self.adjusted() - other.adjusted();
        if a.is_zero() || apart <= -2 {
            // Written to the last place of the two; that is never further off than the divisor has digits.
            let digits = if a.is_zero() { BigUint::zero() } else { a * power_of_ten(e - exponent) };
            return Ok((Decimal::zero(negative, 0), Decimal::finite(self.negative, digits, exponent)));
        }
        if apart > context.digits() {
            return Err(invalid("DivisionImpossible"));
        }
        let (a, b) =
            if e >= f { (a * power_of_ten(e - f), b.clone()) } else { (a.clone(), b * power_of_ten(f - e)) };
        let (quotient, rest) = a.div_rem(&b);
        if count_digits(&quotient) > context.digits() {
            return Err(invalid("DivisionImpossible"));
        }
        Ok((Decimal::finite(negative, quotient, 0), Decimal::finite(self.negative, rest, exponent)))
    }

    /// `self // other`: towards zero. `DivisionByZero`, `InvalidOperation`.
    pub fn whole(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        if self.is_infinite() {
            return if other.is_infinite() {
                Err(invalid("InvalidOperation"))
            } else {
                Ok(Decimal::infinite(self.negative != other.negative))
            };
        }
        if other.is_zero() {
            return Err(if self.is_zero() { invalid("DivisionUndefined") } else { division_by_zero() });
        }
        self.whole_quotient(other, context).map(|(quotient, _)| quotient)
    }

    /// `self % other`, with the sign of `self`. `InvalidOperation`.
    pub fn rest(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        if self.is_infinite() {
            return Err(invalid("InvalidOperation"));
        }
        if other.is_zero() {
            return Err(invalid(if self.is_zero() { "DivisionUndefined" } else { "InvalidOperation" }));
        }
        let (_, rest) = self.whole_quotient(other, context)?;
        context.fix_decimal(rest)
    }

    /// `divmod(self, other)`. `InvalidOperation`, also for a divisor of zero.
    pub fn divmod(&self, other: &Decimal, context: &Context) -> PyResult<(Decimal, Decimal)> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok((nan.clone(), nan));
        }
        if self.is_infinite() {
            return Err(invalid("InvalidOperation"));
        }
        if other.is_zero() {
            return Err(if self.is_zero() {
                invalid("DivisionUndefined")
            } else {
                PyError::new(
                    ExcKind::InvalidOperation,
                    "[<class 'decimal.InvalidOperation'>, <class 'decimal.DivisionByZero'>]",
                )
            });
        }
        let (quotient, rest) = self.whole_quotient(other, context)?;
        Ok((quotient, context.fix_decimal(rest)?))
    }

    /// Whether this is a whole number.
    pub(super) fn is_whole(&self) -> bool {
        match self.parts() {
            Some((digits, exponent)) => {
                exponent >= 0
                    || digits.is_zero()
                    || (-exponent < count_digits(digits) && (digits % power_of_ten(-exponent)).is_zero())
            }
            None => false,
        }
    }

    /// Whether this whole number is odd.
    pub(super) fn is_odd(&self) -> bool {
        match self.parts() {
            Some((digits, 0)) => digits.is_odd(),
            Some((digits, exponent)) if exponent < 0 && -exponent <= count_digits(digits) => {
                (digits / power_of_ten(-exponent)).is_odd()
            }
            _ => false,
        }
    }

    /// The value of a whole number that is not large.
    pub(super) fn small(&self) -> Option<i64> {
        let (digits, exponent) = self.parts()?;
        let magnitude = if digits.is_zero() {
            0
        } else if exponent >= 0 {
            if exponent > 20 {
                return None;
            }
            (digits * power_of_ten(exponent)).to_i64()?
        } else {
            if -exponent > count_digits(digits) {
                return None;
            }
            (digits / power_of_ten(-exponent)).to_i64()?
        };
        Some(if self.negative { -magnitude } else { magnitude })
    }
}
