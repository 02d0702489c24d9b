//! Python's `int`: integers of any size, with the operators' semantics.
//!
//! An [`Integer`] is an `i64` as long as it fits and a big integer otherwise. Operators whose result can be much
//! larger than their operands take `limit`, the number of bytes that the result may have.
//!
//! [`text`] reads and writes integers, [`theory`] holds what `math` offers on them, [`packed`] the conversions from
//! and to bytes.

pub mod packed;
pub mod text;
pub mod theory;

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{FromPrimitive as _, Signed as _, ToPrimitive as _, Zero as _};

use crate::error::{PyError, PyResult};

/// An integer of any size.
///
/// INVARIANT: `Big` never holds what fits into an `i64`, so equality and hashing are those of the number. The
/// conversions `From` keep it; build a `Big` through them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// One that fits into 64 bits.
    Small(i64),
    /// One that does not.
    Big(BigInt),
}

/// What `a ** b` gives: an integer, or a float where `b` is negative.
#[derive(Clone, Debug, PartialEq)]
pub enum Power {
    /// The power of a non-negative exponent.
    Int(Integer),
    /// The power of a negative exponent.
    Float(f64),
}

macro_rules! from_small {
    ($($small:ty),*) => {
        $(
            impl From<$small> for Integer {
                fn from(value: $small) -> Self {
                    Integer::Small(i64::from(value))
                }
            }
        )*
    };
}

macro_rules! from_wide {
    ($($wide:ty),*) => {
        $(
            impl From<$wide> for Integer {
                fn from(value: $wide) -> Self {
                    match i64::try_from(value) {
                        Ok(small) => Integer::Small(small),
                        Err(_) => Integer::Big(BigInt::from(value)),
                    }
                }
            }
        )*
    };
}

from_small!(bool, u8, i32, u32, i64);
from_wide!(u64, usize, i128, u128);

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Integer::Small(small),
            None => Integer::Big(value),
        }
    }
}

impl From<BigUint> for Integer {
    fn from(value: BigUint) -> Self {
        Integer::from(BigInt::from(value))
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            (Integer::Big(a), Integer::Big(b)) => a.cmp(b),
            // A big one is beyond every small one, on the side that its sign says.
            (Integer::Big(a), Integer::Small(_)) => sign_order(a.sign()),
            (Integer::Small(_), Integer::Big(b)) => sign_order(b.sign()).reverse(),
        }
    }
}

fn sign_order(sign: Sign) -> Ordering {
    match sign {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    }
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer::Small(0);

    /// The number as a big integer; copies nothing if it is one.
    pub fn to_big(&self) -> Cow<'_, BigInt> {
        match self {
            Integer::Small(small) => Cow::Owned(BigInt::from(*small)),
            Integer::Big(big) => Cow::Borrowed(big),
        }
    }

    /// The number as a big integer.
    pub fn into_big(self) -> BigInt {
        match self {
            Integer::Small(small) => BigInt::from(small),
            Integer::Big(big) => big,
        }
    }

    /// The number, if it fits into 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Integer::Small(small) => Some(*small),
            Integer::Big(_) => None,
        }
    }

    /// The number, or the nearest that fits into 64 bits: what Python does to the bounds of a slice or a search.
    pub fn clamp_to_i64(&self) -> i64 {
        match self {
            Integer::Small(small) => *small,
            Integer::Big(big) if big.is_negative() => i64::MIN,
            Integer::Big(_) => i64::MAX,
        }
    }

    /// How often something is to be repeated: never, below 0.
    ///
    /// # Errors
    ///
    /// `OverflowError` beyond every index, as in CPython.
    pub fn repetitions(&self) -> PyResult<usize> {
        match self {
            Integer::Small(small) => Ok(usize::try_from(*small).unwrap_or(0)),
            Integer::Big(_) => Err(PyError::overflow_error("cannot fit 'int' into an index-sized integer")),
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Integer::Small(0))
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(small) => *small < 0,
            Integer::Big(big) => big.is_negative(),
        }
    }

    /// `int.bit_length()`: the bits of the magnitude.
    pub fn bit_length(&self) -> u64 {
        match self {
            Integer::Small(small) => u64::from(u64::BITS - small.unsigned_abs().leading_zeros()),
            Integer::Big(big) => big.bits(),
        }
    }

    /// `int.bit_count()`: the ones in the magnitude.
    pub fn bit_count(&self) -> u64 {
        match self {
            Integer::Small(small) => u64::from(small.unsigned_abs().count_ones()),
            Integer::Big(big) => big.magnitude().count_ones(),
        }
    }

    /// The nearest float, ties to even; `OverflowError` beyond the floats' range.
    pub fn to_f64(&self) -> PyResult<f64> {
        match self {
            Integer::Small(small) => Ok(*small as f64),
            Integer::Big(big) => match big.to_f64() {
                Some(float) if float.is_finite() => Ok(float),
                _ => Err(PyError::overflow_error("int too large to convert to float")),
            },
        }
    }
}

/// An error of the limit on integers if `bits` bits are more than `limit` bytes hold.
pub(crate) fn check_bits(bits: u64, limit: usize) -> PyResult<()> {
    if bits.div_ceil(8) > limit as u64 {
        return Err(PyError::limit("digits", "an integer of too many digits"));
    }
    Ok(())
}

/// `a + b`.
pub fn add(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => match x.checked_add(*y) {
            Some(sum) => Integer::Small(sum),
            None => Integer::from(i128::from(*x) + i128::from(*y)),
        },
        _ => Integer::from(a.to_big().as_ref() + b.to_big().as_ref()),
    }
}

/// `a - b`.
pub fn sub(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => match x.checked_sub(*y) {
            Some(difference) => Integer::Small(difference),
            None => Integer::from(i128::from(*x) - i128::from(*y)),
        },
        _ => Integer::from(a.to_big().as_ref() - b.to_big().as_ref()),
    }
}

/// `a * b`; a limit error if the product may have more than `limit` bytes.
pub fn mul(a: &Integer, b: &Integer, limit: usize) -> PyResult<Integer> {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => Ok(match x.checked_mul(*y) {
            Some(product) => Integer::Small(product),
            None => Integer::from(i128::from(*x) * i128::from(*y)),
        }),
        _ => {
            // The product has this many bits, or one fewer.
            check_bits((a.bit_length() + b.bit_length()).saturating_sub(1), limit)?;
            Ok(Integer::from(a.to_big().as_ref() * b.to_big().as_ref()))
        }
    }
}

/// `-a`.
pub fn neg(a: &Integer) -> Integer {
    match a {
        Integer::Small(small) => match small.checked_neg() {
            Some(negated) => Integer::Small(negated),
            None => Integer::from(-i128::from(*small)),
        },
        Integer::Big(big) => Integer::from(-big),
    }
}

/// `abs(a)`.
pub fn abs(a: &Integer) -> Integer {
    if a.is_negative() { neg(a) } else { a.clone() }
}

/// `a // b` and `a % b` together; `ZeroDivisionError` with the text that `divmod` gives.
pub fn divmod(a: &Integer, b: &Integer) -> PyResult<(Integer, Integer)> {
    if b.is_zero() {
        return Err(PyError::zero_division("integer division or modulo by zero"));
    }
    if let (Integer::Small(x), Integer::Small(y)) = (a, b)
        && let (Some(quotient), Some(remainder)) = (x.checked_div(*y), x.checked_rem(*y))
    {
        let adjust = remainder != 0 && (remainder < 0) != (*y < 0);
        return Ok(if adjust {
            (Integer::Small(quotient - 1), Integer::Small(remainder + y))
        } else {
            (Integer::Small(quotient), Integer::Small(remainder))
        });
    }
    let (quotient, remainder) = a.to_big().div_mod_floor(b.to_big().as_ref());
    Ok((Integer::from(quotient), Integer::from(remainder)))
}

/// `a // b`, rounded down; `ZeroDivisionError`.
pub fn floor_div(a: &Integer, b: &Integer) -> PyResult<Integer> {
    divmod(a, b).map(|(quotient, _)| quotient)
}

/// `a % b`, with the sign of `b`; `ZeroDivisionError`.
pub fn modulo(a: &Integer, b: &Integer) -> PyResult<Integer> {
    if b.is_zero() {
        return Err(PyError::zero_division("integer modulo by zero"));
    }
    divmod(a, b).map(|(_, remainder)| remainder)
}

/// `a / b`, the correctly rounded quotient; `ZeroDivisionError`, or `OverflowError` beyond the floats' range.
pub fn true_div(a: &Integer, b: &Integer) -> PyResult<f64> {
    const EXACT: u64 = 1 << 53;
    if b.is_zero() {
        return Err(PyError::zero_division("division by zero"));
    }
    if let (Integer::Small(x), Integer::Small(y)) = (a, b)
        && x.unsigned_abs() <= EXACT
        && y.unsigned_abs() <= EXACT
    {
        return Ok(*x as f64 / *y as f64);
    }
    let negative = a.is_negative() != b.is_negative();
    let magnitude = divide_magnitudes(a.to_big().magnitude(), b.to_big().magnitude())?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// The nearest float to `a / b`, ties to even. `b` is not 0.
fn divide_magnitudes(a: &BigUint, b: &BigUint) -> PyResult<f64> {
    let overflow = || PyError::overflow_error("integer division result too large for a float");
    if a.is_zero() {
        return Ok(0.0);
    }
    // The quotient lies between 2^(distance - 1) and 2^(distance + 1).
    let distance = a.bits() as i64 - b.bits() as i64;
    if distance > 1024 {
        return Err(overflow());
    }
    if distance < -1076 {
        return Ok(0.0);
    }
    // Scaled so that the integer quotient has the 53 bits of a float and two more at least; fewer where the result
    // is subnormal. The bits below it only matter as one: whether any is set.
    let shift = distance.max(-1021) - 55;
    let (scaled, mut inexact) = if shift <= 0 {
        (a << shift.unsigned_abs(), false)
    } else {
        (a >> shift.unsigned_abs(), a.trailing_zeros().is_some_and(|zeros| zeros < shift.unsigned_abs()))
    };
    let (quotient, remainder) = scaled.div_rem(b);
    inexact |= !remainder.is_zero();
    let mut bits = quotient.to_u64().unwrap_or(u64::MAX);
    let length = i64::from(u64::BITS - bits.leading_zeros());
    let extra = length.max(-1021 - shift) - 53;
    // Between 2 and 3, by the choice of `shift`.
    let half = 1_u64 << (extra - 1).clamp(0, 62);
    if bits & half != 0 && (inexact || bits & (3 * half - 1) & !half != 0) {
        bits += half;
    }
    bits &= !(2 * half - 1);
    let result = scale(bits as f64, shift);
    if result.is_finite() { Ok(result) } else { Err(overflow()) }
}

/// `x * 2**exponent` for an exponent down to -1076, where the result is exact or too large.
fn scale(x: f64, exponent: i64) -> f64 {
    let half = exponent / 2;
    x * power_of_two(half) * power_of_two(exponent - half)
}

/// `2.0**exponent` for an exponent of a normal float.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023).clamp(1, 2046) as u64) << 52)
}

/// `a ** b`; a float where `b` is negative. `ZeroDivisionError` for a negative power of 0, `OverflowError` where a
/// float is too small for it, and a limit error if the power has more than `limit` bytes.
pub fn pow(a: &Integer, b: &Integer, limit: usize) -> PyResult<Power> {
    if b.is_negative() {
        return crate::float::pow(a.to_f64()?, b.to_f64()?).map(Power::Float);
    }
    if let Integer::Small(base @ -1..=1) = a {
        let odd = match b {
            Integer::Small(exponent) => exponent & 1 == 1,
            Integer::Big(exponent) => exponent.bit(0),
        };
        let power = match base {
            _ if b.is_zero() => 1,
            -1 if !odd => 1,
            _ => *base,
        };
        return Ok(Power::Int(Integer::Small(power)));
    }
    let too_large = || PyError::limit("digits", "an integer of too many digits");
    let exponent = b.to_i64().and_then(|small| u32::try_from(small).ok()).ok_or_else(too_large)?;
    if let Integer::Small(base) = a
        && let Some(power) = base.checked_pow(exponent)
    {
        return Ok(Power::Int(Integer::Small(power)));
    }
    check_bits((a.bit_length() - 1).saturating_mul(u64::from(exponent)), limit)?;
    let power = a.to_big().pow(exponent);
    check_bits(power.bits(), limit)?;
    Ok(Power::Int(Integer::from(power)))
}

/// `a << count`; `ValueError` for a negative count, a limit error beyond `limit` bytes.
pub fn shl(a: &Integer, count: &Integer, limit: usize) -> PyResult<Integer> {
    let count = shift_count(count)?;
    if a.is_zero() {
        return Ok(Integer::ZERO);
    }
    check_bits(a.bit_length().saturating_add(count), limit)?;
    if let Integer::Small(small) = a
        && a.bit_length() + count < 64
    {
        return Ok(Integer::Small(small << count));
    }
    Ok(Integer::from(a.to_big().as_ref() << count))
}

/// `a >> count`, rounded down; `ValueError` for a negative count.
pub fn shr(a: &Integer, count: &Integer) -> PyResult<Integer> {
    let count = shift_count(count)?;
    Ok(match a {
        Integer::Small(small) => Integer::Small(small >> count.min(63)),
        Integer::Big(big) if count > big.bits() => Integer::Small(if big.is_negative() { -1 } else { 0 }),
        Integer::Big(big) => Integer::from(big >> count),
    })
}

/// The count of a shift, the largest `u64` standing for all beyond it.
fn shift_count(count: &Integer) -> PyResult<u64> {
    if count.is_negative() {
        return Err(PyError::value_error("negative shift count"));
    }
    Ok(count.to_i64().map_or(u64::MAX, i64::unsigned_abs))
}

/// `a & b`, on two's complement of any width.
pub fn and(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => Integer::Small(x & y),
        _ => Integer::from(a.to_big().as_ref() & b.to_big().as_ref()),
    }
}

/// `a | b`, on two's complement of any width.
pub fn or(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => Integer::Small(x | y),
        _ => Integer::from(a.to_big().as_ref() | b.to_big().as_ref()),
    }
}

/// `a ^ b`, on two's complement of any width.
pub fn xor(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => Integer::Small(x ^ y),
        _ => Integer::from(a.to_big().as_ref() ^ b.to_big().as_ref()),
    }
}

/// `~a`.
pub fn invert(a: &Integer) -> Integer {
    match a {
        Integer::Small(small) => Integer::Small(!small),
        Integer::Big(big) => Integer::from(!big),
    }
}

/// `round(a, digits)`: unchanged for digits at or after the point, else the nearest multiple of a power of ten,
/// ties to the even one.
pub fn round(a: &Integer, digits: &Integer) -> Integer {
    if !digits.is_negative() {
        return a.clone();
    }
    let places = digits.clamp_to_i64().unsigned_abs();
    // A number of b bits is below 10**(b/3), and a half of that is what rounding could reach.
    if places > a.bit_length() / 3 + 1 {
        return Integer::ZERO;
    }
    let Ok(places) = u32::try_from(places) else { return Integer::ZERO };
    let unit = BigInt::from(10).pow(places);
    let (mut quotient, remainder) = a.to_big().div_mod_floor(&unit);
    match (remainder * 2_u8).cmp(&unit) {
        Ordering::Greater => quotient += 1_u8,
        Ordering::Equal if quotient.is_odd() => quotient += 1_u8,
        _ => {}
    }
    Integer::from(quotient * unit)
}

/// `int(x)`: what is left of a float without its fraction; `OverflowError` for infinities, `ValueError` for NaN.
pub fn from_float(x: f64) -> PyResult<Integer> {
    if x.is_nan() {
        return Err(PyError::value_error("cannot convert float NaN to integer"));
    }
    if x.is_infinite() {
        return Err(PyError::overflow_error("cannot convert float infinity to integer"));
    }
    // Within these bounds the conversion is exact.
    if x.abs() < 9.0e18 {
        return Ok(Integer::Small(x as i64));
    }
    Ok(BigInt::from_f64(x).map_or(Integer::ZERO, Integer::from))
}

/// How an int and a float compare as exact numbers; none if the float is NaN.
pub fn compare_float(a: &Integer, b: f64) -> Option<Ordering> {
    const EXACT: u64 = 1 << 53;
    if b.is_nan() {
        return None;
    }
    if let Integer::Small(small) = a
        && small.unsigned_abs() <= EXACT
    {
        return (*small as f64).partial_cmp(&b);
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = b.trunc();
    let ordering = a.cmp(&from_float(whole).ok()?);
    Some(ordering.then_with(|| {
        if b > whole {
            Ordering::Less
        } else if b < whole {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }))
}
