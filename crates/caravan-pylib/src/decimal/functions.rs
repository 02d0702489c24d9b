//! Roots, powers, exponentials and logarithms, rounded correctly.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::{Context, Decimal, Rounding, count_digits, invalid, overflow, power_of_ten};
use crate::error::PyResult;

impl Decimal {
    /// `sqrt()`. `InvalidOperation` for a negative number.
    pub fn sqrt(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        if self.negative && !self.is_zero() {
            return Err(invalid("InvalidOperation"));
        }
        let Some((digits, exponent)) = self.parts() else { return Ok(self.clone()) };
        let half = exponent.div_euclid(2);
        if digits.is_zero() {
            return context.fix(self.negative, BigUint::zero(), half);
        }
        // An even exponent, and digits enough for the root to have one more than the context.
        let (digits, length) = if exponent.rem_euclid(2) == 1 {
            (digits * 10_u32, count_digits(digits) / 2 + 1)
        } else {
            (digits.clone(), (count_digits(digits) + 1) / 2)
        };
        let shift = context.digits() + 1 - length;
        let (mut square, mut exact) = (digits, true);
        if shift >= 0 {
            square *= power_of_ten(2 * shift);
        } else {
            let (shorter, rest) = square.div_rem(&power_of_ten(-2 * shift));
            (square, exact) = (shorter, rest.is_zero());
        }
        let mut root = square.sqrt();
        exact = exact && &root * &root == square;
        let mut place = half - shift;
        if exact {
            if shift >= 0 {
                root /= power_of_ten(shift);
            } else {
                root *= power_of_ten(-shift);
            }
            place = half;
        } else if (&root % 5_u32).is_zero() {
            root += 1_u32;
        }
        let nearest = Context { rounding: Rounding::HalfEven, ..*context };
        nearest.fix(false, root, place)
    }

    /// `self ** other`. `InvalidOperation` for `0**0` and fractional powers of negative numbers, `Overflow`.
    pub fn power(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self, other])? {
            return Ok(nan);
        }
        if other.is_zero() {
            return if self.is_zero() { Err(invalid("InvalidOperation")) } else { Ok(Decimal::one(false)) };
        }
        let whole = other.is_whole();
        let negative = self.negative && whole && other.is_odd();
        if self.negative && !whole && (!self.is_zero() || other.is_infinite()) && !self.is_zero() {
            return Err(invalid("InvalidOperation"));
        }
        if self.is_zero() {
            return Ok(if other.negative { Decimal::infinite(negative) } else { Decimal::zero(negative, 0) });
        }
        if self.is_infinite() {
            return Ok(if other.negative { Decimal::zero(negative, 0) } else { Decimal::infinite(negative) });
        }
        let magnitude = self.copy_abs().order(&Decimal::one(false));
        if other.is_infinite() {
            return Ok(match (magnitude, other.negative) {
                (Ordering::Equal, _) => padded_one(false, context),
                (Ordering::Greater, false) | (Ordering::Less, true) => Decimal::infinite(false),
                _ => Decimal::zero(false, 0),
            });
        }
        if magnitude == Ordering::Equal {
            return Ok(self.power_of_one(other, whole, negative, context));
        }
        // Far beyond every exponent, where reckoning it out would take for ever.
        if self.power_size(other) > i64::from(context.max_exponent.max(-context.tiny()).ilog10()) + 3 {
            let grows = (magnitude == Ordering::Greater) != other.negative;
            return if grows { Err(overflow()) } else { Ok(Decimal::zero(negative, context.tiny())) };
        }
        if whole { self.whole_power(other, negative, context) } else { self.real_power(other, context) }
    }

    /// A power of 1, with as many zeros as the power would have.
    fn power_of_one(&self, other: &Decimal, whole: bool, negative: bool, context: &Context) -> Decimal {
        let Some((_, exponent)) = self.parts() else { return Decimal::one(negative) };
        if !whole {
            return padded_one(negative, context);
        }
        if other.negative {
            return Decimal::one(negative);
        }
        let most = context.digits() - 1;
        let zeros = match other.small() {
            Some(times) => exponent.saturating_neg().saturating_mul(times),
            None if exponent == 0 => 0,
            None => most,
        };
        let zeros = zeros.clamp(0, most);
        Decimal::finite(negative, power_of_ten(zeros), -zeros)
    }

    /// The number of digits, one too few at most, of the number of places by which a power moves the point.
    fn power_size(&self, other: &Decimal) -> i64 {
        let own = match self.adjusted() {
            // Near 1 the first digit says too little.
            -1 | 0 => -self.nearness_to_one() - 1,
            places => places.abs().ilog10().into(),
        };
        own + other.adjusted()
    }

    /// A power with a whole exponent, by squaring, with digits to spare.
    fn whole_power(&self, other: &Decimal, negative: bool, context: &Context) -> PyResult<Decimal> {
        let exponent_digits = u32::try_from(other.adjusted().max(0) + 1).unwrap_or(20);
        let mut working = Context {
            precision: context.precision.saturating_add(exponent_digits + 2),
            rounding: Rounding::HalfEven,
            ..*context
        };
        let mut base = self.copy_abs();
        if other.negative {
            working.precision += 1;
            base = Decimal::one(false).quotient(&base, &working)?;
        }
        let Some(times) = other.small().map(i64::unsigned_abs) else {
            // A base so near to 1 that so large a power is in bounds.
            return self.real_power_of(&other.copy_abs(), other.negative, negative, context);
        };
        let mut result = base.clone();
        for bit in (0..63 - times.leading_zeros()).rev() {
            result = result.product(&result, &working)?;
            if times >> bit & 1 == 1 {
                result = result.product(&base, &working)?;
            }
        }
        result.negative = negative;
        context.fix_decimal(result)
    }

    fn real_power_of(
        &self,
        exponent: &Decimal,
        inverse: bool,
        negative: bool,
        context: &Context,
    ) -> PyResult<Decimal> {
        let mut exponent = exponent.clone();
        exponent.negative = inverse;
        let mut result = self.copy_abs().real_power(&exponent, context)?;
        result.negative = negative;
        Ok(result)
    }

    /// `exp(other * ln(self))` of a positive number.
    fn real_power(&self, other: &Decimal, context: &Context) -> PyResult<Decimal> {
        let (Some((a, e)), Some((b, f))) = (self.parts(), other.parts()) else { return Ok(self.clone()) };
        if other.adjusted() < -context.digits() - 30 {
            // The logarithm of no number is so large that this shows.
            return Ok(padded_one(false, context));
        }
        rounded(context, |digits| {
            // The product's whole part costs digits, at most as many as an exponent has.
            let digits = digits + 20;
            let logarithm = ln_fixed(a, e, digits + other.adjusted().max(0));
            let places = digits + other.adjusted().max(0);
            let mut product = logarithm * BigInt::from(b.clone());
            if other.negative {
                product = -product;
            }
            // Now scaled by 10**places, times 10**f.
            let shift = places - digits - f;
            let scaled = if shift >= 0 {
                product.div_floor(&BigInt::from(power_of_ten(shift)))
            } else {
                product * BigInt::from(power_of_ten(-shift))
            };
            exp_fixed(&scaled, digits)
        })
    }

    /// `exp()`. `Overflow`.
    pub fn exp(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        let Some((digits, exponent)) = self.parts() else {
            return Ok(if self.negative { Decimal::zero(false, 0) } else { self.clone() });
        };
        if digits.is_zero() {
            return Ok(Decimal::one(false));
        }
        if self.adjusted() > 12 {
            return if self.negative { Ok(Decimal::zero(false, context.tiny())) } else { Err(overflow()) };
        }
        if self.adjusted() < -context.digits() - 2 {
            // 1 and something that is not seen, but by a directed rounding, which Python does not apply here.
            return Ok(padded_one(false, context));
        }
        rounded(context, |places| {
            let shift = places + exponent;
            let magnitude =
                if shift >= 0 { digits * power_of_ten(shift) } else { digits / power_of_ten(-shift) };
            let sign = if self.negative { Sign::Minus } else { Sign::Plus };
            exp_fixed(&BigInt::from_biguint(sign, magnitude), places)
        })
    }

    /// `ln()`. `InvalidOperation` for a negative number; negative infinity for zero.
    pub fn ln(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(special) = self.logarithm_of_special()? {
            return Ok(special);
        }
        let Some((digits, exponent)) = self.parts() else { return Ok(self.clone()) };
        if self.order(&Decimal::one(false)) == Ordering::Equal {
            return Ok(Decimal::zero(false, 0));
        }
        rounded(context, |places| {
            let places = places + self.nearness_to_one();
            (ln_fixed(digits, exponent, places), -places)
        })
    }

    /// `log10()`. `InvalidOperation` for a negative number; negative infinity for zero.
    pub fn log10(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(special) = self.logarithm_of_special()? {
            return Ok(special);
        }
        let Some((digits, exponent)) = self.parts() else { return Ok(self.clone()) };
        let zeros = count_digits(digits) - 1;
        if *digits == power_of_ten(zeros) {
            let power = exponent + zeros;
            return context.fix(power < 0, BigUint::from(power.unsigned_abs()), 0);
        }
        rounded(context, |places| {
            let places = places + self.nearness_to_one();
            let logarithm = ln_fixed(digits, exponent, places) * BigInt::from(power_of_ten(places));
            (logarithm.div_floor(&ln10_fixed(places)), -places)
        })
    }

    fn logarithm_of_special(&self) -> PyResult<Option<Decimal>> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(Some(nan));
        }
        if self.is_zero() {
            return Ok(Some(Decimal::infinite(true)));
        }
        if self.negative {
            return Err(invalid("InvalidOperation"));
        }
        Ok(self.is_infinite().then(|| self.clone()))
    }

    /// How many zeros follow the point in the logarithm at most, because the number is near 1.
    fn nearness_to_one(&self) -> i64 {
        match self.parts() {
            Some((digits, exponent)) if matches!(self.adjusted(), -1 | 0) => {
                let one = power_of_ten(-exponent);
                let distance = if *digits > one { digits - one } else { one - digits };
                -exponent - count_digits(&distance) + 1
            }
            _ => 0,
        }
    }
}

/// 1 with all the digits of the context.
fn padded_one(negative: bool, context: &Context) -> Decimal {
    let zeros = context.digits() - 1;
    Decimal::finite(negative, power_of_ten(zeros), -zeros)
}

/// The result of `approximate`, which takes a number of digits and gives a number that is right to a few units in its
/// last place and that place: with more digits each time until rounding it cannot go wrong.
fn rounded(context: &Context, approximate: impl Fn(i64) -> (BigInt, i64)) -> PyResult<Decimal> {
    let nearest = Context { rounding: Rounding::HalfEven, ..*context };
    let mut extra = 10;
    loop {
        let (value, place) = approximate(context.digits() + extra);
        let error = BigInt::from(1_000_u32);
        let fix = |value: BigInt| nearest.fix(value.is_negative(), value.magnitude().clone(), place);
        let (low, high) = (fix(&value - &error)?, fix(&value + &error)?);
        let same = match (low.parts(), high.parts()) {
            (Some(low), Some(high)) => low == high,
            _ => true,
        };
        // A result that sits on a boundary exactly, such as a root that is a whole number, never settles.
        if same || extra > 200 {
            return fix(value);
        }
        extra *= 2;
    }
}

/// `atanh(1/n)` scaled by `10**places`.
fn atanh_inverse(n: u32, places: i64) -> BigInt {
    let square = BigInt::from(n) * n;
    let mut term = BigInt::from(power_of_ten(places)) / n;
    let mut sum = term.clone();
    let mut k = 3_u32;
    while !term.is_zero() {
        term /= &square;
        sum += &term / k;
        k += 2;
    }
    sum
}

/// `ln(10)` scaled by `10**places`.
fn ln10_fixed(places: i64) -> BigInt {
    let guard = places + 10;
    let sum: BigInt =
        atanh_inverse(31, guard) * 46 + atanh_inverse(49, guard) * 34 + atanh_inverse(161, guard) * 20;
    sum.div_floor(&BigInt::from(power_of_ten(10)))
}

/// `ln(2)` scaled by `10**places`.
fn ln2_fixed(places: i64) -> BigInt {
    let guard = places + 10;
    let sum: BigInt =
        atanh_inverse(26, guard) * 18 - atanh_inverse(4801, guard) * 2 + atanh_inverse(8749, guard) * 8;
    sum.div_floor(&BigInt::from(power_of_ten(10)))
}

/// `ln(digits * 10**exponent)` scaled by `10**places`.
fn ln_fixed(digits: &BigUint, exponent: i64, places: i64) -> BigInt {
    let guard = places + 15;
    let scale = BigInt::from(power_of_ten(guard));
    // A mantissa of 1 to 10, then by halves of 0.7 to 1.4.
    let length = count_digits(digits);
    let shift = guard + 1 - length;
    let mut mantissa = if shift >= 0 {
        BigInt::from(digits * power_of_ten(shift))
    } else {
        BigInt::from(digits / power_of_ten(-shift))
    };
    let mut tens = exponent + length - 1;
    let mut halves = 0_i64;
    // Near 1 from below: no tenfold and its logarithm to cancel out.
    if &mantissa * 10 > &scale * 70 {
        mantissa = if shift > 0 {
            BigInt::from(digits * power_of_ten(shift - 1))
        } else {
            BigInt::from(digits / power_of_ten(1 - shift))
        };
        tens += 1;
    }
    while &mantissa * 10 > &scale * 14 {
        mantissa /= 2;
        halves += 1;
    }
    // ln(m) = 2 atanh((m - 1) / (m + 1)).
    let y = ((&mantissa - &scale) * &scale).div_floor(&(&mantissa + &scale));
    let square = (&y * &y).div_floor(&scale);
    let mut term = y.clone();
    let mut sum = y;
    let mut k = 3_u32;
    while !term.is_zero() && term != BigInt::from(-1) {
        term = (&term * &square).div_floor(&scale);
        sum += &term / k;
        k += 2;
    }
    sum *= 2;
    if tens != 0 {
        sum += ln10_fixed(guard + 20).div_floor(&BigInt::from(power_of_ten(20))) * tens;
    }
    if halves != 0 {
        sum += ln2_fixed(guard) * halves;
    }
    sum.div_floor(&BigInt::from(power_of_ten(15)))
}

/// `exp(x / 10**places)`: digits and the exponent of the last one, with about `places` digits.
fn exp_fixed(x: &BigInt, places: i64) -> (BigInt, i64) {
    let guard = places + 25;
    let scale = BigInt::from(power_of_ten(guard));
    let x = x * BigInt::from(power_of_ten(25));
    let ln10 = ln10_fixed(guard + 15);
    let tens = (&x * BigInt::from(power_of_ten(15))).div_floor(&ln10);
    let rest = x - (&ln10 * &tens).div_floor(&BigInt::from(power_of_ten(15)));
    // exp(r) = exp(r / 2**k) ** (2**k).
    let halvings = 8_u32;
    let small = rest >> halvings;
    let mut term = scale.clone();
    let mut sum = scale.clone();
    let mut k = 1_u32;
    while !term.is_zero() {
        term = (&term * &small).div_floor(&scale) / k;
        sum += &term;
        k += 1;
    }
    for _ in 0..halvings {
        sum = (&sum * &sum).div_floor(&scale);
    }
    let tens = i64::try_from(&tens).unwrap_or(i64::MAX / 4);
    (sum.div_floor(&BigInt::from(power_of_ten(25))), tens - places)
}

impl Decimal {
    /// `logb()`: the exponent of the first digit, as a number. `DivisionByZero` for zero.
    pub fn logb(&self, context: &Context) -> PyResult<Decimal> {
        if let Some(nan) = Self::nan_of(&[self])? {
            return Ok(nan);
        }
        if self.is_infinite() {
            return Ok(Decimal::infinite(false));
        }
        if self.is_zero() {
            return Err(super::division_by_zero());
        }
        let adjusted = self.adjusted();
        context.fix(adjusted < 0, BigUint::from(adjusted.unsigned_abs()), 0)
    }
}
