//! Numbers to a given place: `quantize`, `round`, whole numbers; and what is left of zeros.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::arithmetic::round_off;
use super::{Context, Decimal, Rounding, Value, check_digits, count_digits, invalid, power_of_ten};
use crate::error::{PyError, PyResult};

/// Digits written to another last place.
pub(super) fn rescale(
    digits: &BigUint,
    exponent: i64,
    to: i64,
    rounding: Rounding,
    negative: bool,
) -> BigUint {
    if exponent >= to {
        if digits.is_zero() { BigUint::zero() } else { digits * power_of_ten(exponent - to) }
    } else {
        round_off(digits, to - exponent, rounding, negative)
    }
}

impl Decimal {
    /// `quantize(other, rounding)`: to the place of the other's last digit. `InvalidOperation` where the result has
    /// more digits than the context.
    pub fn quantize(
        &self,
        other: &Decimal,
        rounding: Option<Rounding>,
        context: &Context,
    ) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        match (self.is_infinite(), &other.value) {
            (true, Value::Infinite) => Ok(self.clone()),
            (false, Value::Finite { exponent, .. }) => self.to_place(*exponent, rounding, context),
            _ => Err(invalid("InvalidOperation")),
        }
    }

    fn to_place(&self, place: i64, rounding: Option<Rounding>, context: &Context) -> PyResult<Decimal> {
        let Some((digits, exponent)) = self.parts() else { return Err(invalid("InvalidOperation")) };
        if !(context.tiny()..=context.max_exponent).contains(&place) {
            return Err(invalid("InvalidOperation"));
        }
        if digits.is_zero() {
            return Ok(Decimal::zero(self.negative, place));
        }
        let adjusted = self.adjusted();
        if adjusted > context.max_exponent || adjusted - place + 1 > context.digits() {
            return Err(invalid("InvalidOperation"));
        }
        let rounding = rounding.unwrap_or(context.rounding);
        let digits = rescale(digits, exponent, place, rounding, self.negative);
        let result = Decimal::finite(self.negative, digits, place);
        if !result.is_zero()
            && (result.adjusted() > context.max_exponent || result.digit_count() > context.digits())
        {
            return Err(invalid("InvalidOperation"));
        }
        Ok(result)
    }

    fn digit_count(&self) -> i64 {
        self.parts().map_or(1, |(digits, _)| count_digits(digits))
    }

    /// `round(self, places)`, by the context's rounding. The errors of [`Decimal::quantize`].
    pub fn round_to(&self, places: i64, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        self.to_place(places.checked_neg().unwrap_or(i64::MAX), None, context)
    }

    /// The whole number by a rounding: `round(self)` with halves to even, `int(self)` and `math.trunc` downwards,
    /// `math.floor`, `math.ceil`. `ValueError` for a NaN, `OverflowError` for an infinity; the limit `digits` where it
    /// has more than `limit` digits.
    pub fn to_int(&self, rounding: Rounding, limit: usize) -> PyResult<BigInt> {
        match &self.value {
            Value::Nan { .. } => Err(PyError::value_error("cannot convert NaN to integer")),
            Value::Infinite => Err(PyError::overflow_error("cannot convert Infinity to integer")),
            Value::Finite { digits, exponent } => {
                if !digits.is_zero() {
                    check_digits(exponent.saturating_add(count_digits(digits)), limit)?;
                }
                let magnitude = rescale(digits, *exponent, 0, rounding, self.negative);
                let sign = if self.negative { Sign::Minus } else { Sign::Plus };
                Ok(BigInt::from_biguint(sign, magnitude))
            }
        }
    }

    /// `to_integral_value(rounding)`: whole, of whatever number of digits. `InvalidOperation` for a signaling NaN.
    pub fn to_integral_value(&self, rounding: Option<Rounding>, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        match self.parts() {
            Some((digits, exponent)) if exponent < 0 => {
                let rounding = rounding.unwrap_or(context.rounding);
                Ok(Decimal::finite(self.negative, rescale(digits, exponent, 0, rounding, self.negative), 0))
            }
            _ => Ok(self.clone()),
        }
    }

    /// `normalize()`: rounded, without zeros at the end. `InvalidOperation`, `Overflow`.
    pub fn normalize(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        let fixed = context.fix_decimal(self.clone())?;
        let Some((digits, exponent)) = fixed.parts() else { return Ok(fixed) };
        if digits.is_zero() {
            return Ok(Decimal::zero(fixed.negative, 0));
        }
        let (mut digits, mut exponent) = (digits.clone(), exponent);
        while exponent < context.max_exponent {
            let (shorter, last) = digits.div_rem(&BigUint::from(10_u32));
            if !last.is_zero() {
                break;
            }
            digits = shorter;
            exponent += 1;
        }
        Ok(Decimal::finite(fixed.negative, digits, exponent))
    }

    /// `max(other)`: a number rather than a quiet NaN. `InvalidOperation` for a signaling NaN, `Overflow`.
    pub fn max(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        self.extreme(other, Ordering::Greater, context)
    }

    /// `min(other)`: a number rather than a quiet NaN. `InvalidOperation` for a signaling NaN, `Overflow`.
    pub fn min(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        self.extreme(other, Ordering::Less, context)
    }

    fn extreme(&self, other: &Decimal, wanted: Ordering, context: &Context) -> PyResult<Decimal> {
        if self.is_signaling() || other.is_signaling() {
            return Err(invalid("InvalidOperation"));
        }
        let chosen = match (self.is_nan(), other.is_nan()) {
            (true, false) => other,
            (false, true) | (true, true) => self,
            (false, false) => {
                // Equal numbers are told apart by their signs and exponents.
                let order = self.order(other).then_with(|| {
                    let by_sign = other.negative.cmp(&self.negative);
                    let by_exponent = match (self.parts(), other.parts()) {
                        (Some((_, e)), Some((_, f))) => e.cmp(&f),
                        _ => Ordering::Equal,
                    };
                    by_sign.then(if self.negative { by_exponent.reverse() } else { by_exponent })
                });
                if order == wanted || order == Ordering::Equal { self } else { other }
            }
        };
        context.fix_decimal(chosen.clone())
    }

    /// `scaleb(places)`: times a power of ten. `InvalidOperation`, `Overflow`.
    pub fn scale_by(&self, places: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, places])? {
            return Ok(nan);
        }
        let most = 2 * (context.max_exponent + context.digits());
        let by = match places.parts() {
            Some((digits, 0)) => digits.to_i64().filter(|by| *by <= most),
            _ => None,
        };
        let Some(by) = by else { return Err(invalid("InvalidOperation")) };
        match self.parts() {
            Some((digits, exponent)) => {
                let by = if places.negative { -by } else { by };
                context.fix(self.negative, digits.clone(), exponent + by)
            }
            None => Ok(self.clone()),
        }
    }

    /// `fma(factor, addend)`: the product and sum, rounded once. `InvalidOperation`, `Overflow`.
    pub fn multiply_add(&self, factor: &Decimal, addend: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let (Some((a, e)), Some((b, f))) = (self.parts(), factor.parts()) {
            if let Some(nan) = Self::nan_of(&[addend])? {
                return Ok(nan);
            }
            let exact = Decimal::finite(self.negative != factor.negative, a * b, e + f);
            return exact.sum(addend, context);
        }
        self.product(factor, context)?.sum(addend, context)
    }

    /// `remainder_near(other)`: what is left of the nearest multiple, halves to an even one. `InvalidOperation`.
    pub fn rest_near(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        // The rest rounded is what this gives where there is none to be had, or the nearest multiple is the last one.
        let rounded = self.rest(other, context)?;
        if !self.is_finite() || !other.is_finite() {
            return Ok(rounded);
        }
        let (quotient, rest) = self.whole_quotient(other, context)?;
        let (Some((digits, exponent)), Some((divisor, place))) = (rest.parts(), other.parts()) else {
            return Ok(rounded);
        };
        if rest.adjusted() < other.adjusted() - 1 {
            return Ok(rounded);
        }
        let last = exponent.min(place);
        let digits = digits * power_of_ten(exponent - last);
        let divisor = divisor * power_of_ten(place - last);
        let doubled = &digits * 2_u32;
        let odd = quotient.parts().is_some_and(|(digits, _)| digits.is_odd());
        if doubled > divisor || (doubled == divisor && odd) {
            if quotient.digit_count() == context.digits()
                && quotient
                    .parts()
                    .is_some_and(|(digits, _)| digits + BigUint::one() == power_of_ten(context.digits()))
            {
                return Err(invalid("DivisionImpossible"));
            }
            return context.fix(!rest.negative, divisor - digits, last);
        }
        Ok(rounded)
    }
}
