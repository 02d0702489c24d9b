//! Python's `decimal.Decimal`, with the arithmetic and the signals of its C implementation.
//!
//! The signals that Python traps by default (`InvalidOperation`, `DivisionByZero`, `Overflow`) are errors; the others
//! are passed over. A number may have more digits than the context: only results are rounded to it.

mod arithmetic;
mod format;
mod functions;
mod integral;
mod text;

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

use crate::error::{ExcKind, PyError, PyResult};
use crate::number::{Number, float_ratio};

pub use text::parse;

/// The largest exponent of any number, whatever the context.
const MAX_EXPONENT: i64 = 999_999_999_999_999_999;
/// The least exponent of a number's last digit.
const MIN_TINY: i64 = -1_999_999_999_999_999_997;

/// A decimal number, an infinity or a NaN.
#[derive(Clone, Debug)]
pub struct Decimal {
    negative: bool,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    /// `digits * 10**exponent`.
    Finite {
        digits: BigUint,
        exponent: i64,
    },
    Infinite,
    /// Not a number, with what its payload says.
    Nan {
        signaling: bool,
        payload: BigUint,
    },
}

/// How a result is rounded; the names are Python's without `ROUND_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
    /// To the nearest, halves away from zero.
    HalfUp,
    /// To the nearest, halves towards zero.
    HalfDown,
    /// To the nearest, halves to an even digit.
    HalfEven,
    /// Away from zero if the last digit would be 0 or 5, else towards it.
    ZeroFiveUp,
}

impl Rounding {
    /// The rounding of a constant's value such as `ROUND_HALF_UP`. `TypeError` for any other text.
    pub fn from_name(name: &str) -> PyResult<Self> {
        Ok(match name {
            "ROUND_CEILING" => Rounding::Ceiling,
            "ROUND_FLOOR" => Rounding::Floor,
            "ROUND_UP" => Rounding::Up,
            "ROUND_DOWN" => Rounding::Down,
            "ROUND_HALF_UP" => Rounding::HalfUp,
            "ROUND_HALF_DOWN" => Rounding::HalfDown,
            "ROUND_HALF_EVEN" => Rounding::HalfEven,
            "ROUND_05UP" => Rounding::ZeroFiveUp,
            _ => {
                return Err(PyError::type_error(
                    "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   \
                     ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]",
                ));
            }
        })
    }
}

/// The precision and rounding of results, and the exponents that they may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The number of digits; the time of a division or a logarithm grows with its square.
    pub precision: u32,
    /// The rounding.
    pub rounding: Rounding,
    /// The largest exponent of a result's first digit.
    pub max_exponent: i64,
    /// The least exponent of a normal result's first digit.
    pub min_exponent: i64,
}

impl Default for Context {
    /// Python's default context: 28 digits, halves to even.
    fn default() -> Self {
        Context { precision: 28, rounding: Rounding::HalfEven, max_exponent: 999_999, min_exponent: -999_999 }
    }
}

impl Context {
    fn digits(&self) -> i64 {
        self.precision.max(1).into()
    }

    /// The least exponent of a result's last digit.
    fn tiny(&self) -> i64 {
        self.min_exponent - self.digits() + 1
    }
}

/// `InvalidOperation`, raised for that condition.
fn invalid(condition: &str) -> PyError {
    PyError::new(ExcKind::InvalidOperation, format!("[<class 'decimal.{condition}'>]"))
}

fn overflow() -> PyError {
    PyError::new(ExcKind::DecimalOverflow, "[<class 'decimal.Overflow'>]")
}

fn division_by_zero() -> PyError {
    PyError::new(ExcKind::DivisionByZero, "[<class 'decimal.DivisionByZero'>]")
}

/// `10**exponent`, for exponents that the caller has bounded.
fn power_of_ten(exponent: i64) -> BigUint {
    BigUint::from(10_u32).pow(u32::try_from(exponent.max(0)).unwrap_or(u32::MAX))
}

/// The number of decimal digits; 1 for zero.
fn count_digits(digits: &BigUint) -> i64 {
    if let Some(small) = digits.to_u128() {
        return small.checked_ilog10().map_or(1, |log| i64::from(log) + 1);
    }
    // The logarithm from the bits is too low by less than 1, so one comparison settles it.
    let low = ((digits.bits() - 1) as f64 * std::f64::consts::LOG10_2).floor() as i64;
    let low = low - i64::from(*digits < power_of_ten(low));
    low + 1 + i64::from(*digits >= power_of_ten(low + 1))
}

impl Decimal {
    fn finite(negative: bool, digits: BigUint, exponent: i64) -> Self {
        Decimal { negative, value: Value::Finite { digits, exponent } }
    }

    fn infinite(negative: bool) -> Self {
        Decimal { negative, value: Value::Infinite }
    }

    fn zero(negative: bool, exponent: i64) -> Self {
        Self::finite(negative, BigUint::zero(), exponent)
    }

    fn one(negative: bool) -> Self {
        Self::finite(negative, BigUint::one(), 0)
    }

    /// `Decimal(int)`.
    pub fn from_int(int: &BigInt) -> Self {
        Self::finite(int.sign() == Sign::Minus, int.magnitude().clone(), 0)
    }

    /// `Decimal(float)`: the float's exact value.
    pub fn from_float(float: f64) -> Self {
        let negative = float.is_sign_negative();
        if float.is_nan() {
            let value = Value::Nan { signaling: false, payload: BigUint::zero() };
            return Decimal { negative, value };
        }
        let Some((numerator, denominator)) = float_ratio(float) else { return Self::infinite(negative) };
        // The denominator is a power of 2, so that a power of 5 makes it one of 10.
        let twos = i64::try_from(denominator.bits()).unwrap_or(1) - 1;
        let digits = numerator.magnitude() * BigUint::from(5_u32).pow(twos as u32);
        Self::finite(negative, digits, -twos)
    }

    /// `Decimal((sign, digits, exponent))` for a finite number. `InvalidOperation` beyond every exponent.
    pub fn from_parts(negative: bool, digits: BigUint, exponent: i64) -> PyResult<Self> {
        let fits = (MIN_TINY..=MAX_EXPONENT).contains(&exponent)
            && exponent + count_digits(&digits) - 1 <= MAX_EXPONENT;
        if fits { Ok(Self::finite(negative, digits, exponent)) } else { Err(invalid("InvalidOperation")) }
    }

    /// The sign, the digits and the exponent: `as_tuple()`. The exponent is `F`, `n` or `N` for an infinity, a NaN, a
    /// signaling NaN.
    pub fn as_tuple(&self) -> (bool, Vec<u8>, Result<i64, char>) {
        let list = |digits: &BigUint| digits.to_string().bytes().map(|byte| byte - b'0').collect();
        match &self.value {
            Value::Finite { digits, exponent } => (self.negative, list(digits), Ok(*exponent)),
            Value::Infinite => (self.negative, vec![0], Err('F')),
            Value::Nan { signaling, payload } => {
                let digits = if payload.is_zero() { Vec::new() } else { list(payload) };
                (self.negative, digits, Err(if *signaling { 'N' } else { 'n' }))
            }
        }
    }

    /// `is_signed()`: whether the sign is negative, also that of a zero.
    pub fn is_signed(&self) -> bool {
        self.negative
    }

    /// `is_zero()`; `bool(self)` is its opposite.
    pub fn is_zero(&self) -> bool {
        matches!(&self.value, Value::Finite { digits, .. } if digits.is_zero())
    }

    /// `is_finite()`.
    pub fn is_finite(&self) -> bool {
        matches!(self.value, Value::Finite { .. })
    }

    /// `is_infinite()`.
    pub fn is_infinite(&self) -> bool {
        matches!(self.value, Value::Infinite)
    }

    /// `is_nan()`.
    pub fn is_nan(&self) -> bool {
        matches!(self.value, Value::Nan { .. })
    }

    fn is_signaling(&self) -> bool {
        matches!(self.value, Value::Nan { signaling: true, .. })
    }

    /// `adjusted()`: the exponent of the first digit; 0 for what is not finite.
    pub fn adjusted(&self) -> i64 {
        match &self.value {
            Value::Finite { digits, exponent } => exponent + count_digits(digits) - 1,
            _ => 0,
        }
    }

    /// `copy_abs()`: without the sign, and without rounding.
    pub fn copy_abs(&self) -> Self {
        Decimal { negative: false, value: self.value.clone() }
    }

    /// `copy_negate()`: with the other sign, and without rounding.
    pub fn copy_negate(&self) -> Self {
        Decimal { negative: !self.negative, value: self.value.clone() }
    }

    /// `copy_sign(other)`: with the other's sign, and without rounding.
    pub fn copy_sign(&self, other: &Decimal) -> Self {
        Decimal { negative: other.negative, value: self.value.clone() }
    }

    /// How two numbers compare, exactly; none with a NaN. `InvalidOperation` with a signaling NaN.
    pub fn compare(&self, other: &Decimal) -> PyResult<Option<Ordering>> {
        if self.is_signaling() || other.is_signaling() {
            return Err(invalid("InvalidOperation"));
        }
        if self.is_nan() || other.is_nan() {
            return Ok(None);
        }
        Ok(Some(self.order(other)))
    }

    /// How two numbers compare for `<` and its like. `InvalidOperation` with a NaN.
    pub fn ordering(&self, other: &Decimal) -> PyResult<Ordering> {
        self.compare(other)?.ok_or_else(|| invalid("InvalidOperation"))
    }

    /// How this compares with an int or a float, exactly; none with a NaN. `InvalidOperation` with a signaling NaN.
    pub fn compare_number(&self, other: &Number) -> PyResult<Option<Ordering>> {
        match other {
            Number::Int(int) => self.compare(&Decimal::from_int(int)),
            Number::Float(float) => self.compare(&Decimal::from_float(*float)),
        }
    }

    /// How two numbers that are no NaNs compare.
    fn order(&self, other: &Decimal) -> Ordering {
        let rank = |number: &Decimal| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let by_sign = rank(self).cmp(&rank(other));
        if by_sign != Ordering::Equal || self.is_zero() {
            return by_sign;
        }
        let by_magnitude = match (&self.value, &other.value) {
            (Value::Finite { digits: a, exponent: e }, Value::Finite { digits: b, exponent: f }) => {
                // Only numbers with the same first place are written out to the same last one.
                self.adjusted().cmp(&other.adjusted()).then_with(|| {
                    if e >= f { (a * power_of_ten(e - f)).cmp(b) } else { a.cmp(&(b * power_of_ten(f - e))) }
                })
            }
            (Value::Infinite, Value::Infinite) => Ordering::Equal,
            (Value::Infinite, _) => Ordering::Greater,
            _ => Ordering::Less,
        };
        if self.negative { by_magnitude.reverse() } else { by_magnitude }
    }

    /// `float(self)`. `ValueError` for a signaling NaN.
    pub fn to_f64(&self) -> PyResult<f64> {
        let magnitude = match &self.value {
            Value::Infinite => f64::INFINITY,
            Value::Nan { signaling: true, .. } => {
                return Err(PyError::value_error("cannot convert signaling NaN to float"));
            }
            Value::Nan { .. } => f64::NAN,
            Value::Finite { digits, exponent } => format!("{digits}e{exponent}").parse().unwrap_or(0.0),
        };
        Ok(if self.negative { -magnitude } else { magnitude })
    }

    /// `as_integer_ratio()`. `OverflowError` for an infinity, `ValueError` for a NaN; the limit `digits` where an int
    /// has more than `limit` digits.
    pub fn as_integer_ratio(&self, limit: usize) -> PyResult<(BigInt, BigInt)> {
        let (digits, exponent) = match &self.value {
            Value::Finite { digits, exponent } => (digits, *exponent),
            Value::Infinite => {
                return Err(PyError::overflow_error("cannot convert Infinity to integer ratio"));
            }
            Value::Nan { .. } => return Err(PyError::value_error("cannot convert NaN to integer ratio")),
        };
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        if digits.is_zero() {
            return Ok((BigInt::zero(), BigInt::one()));
        }
        check_digits(count_digits(digits).saturating_add(exponent.saturating_abs()), limit)?;
        if exponent >= 0 {
            let numerator = digits * power_of_ten(exponent);
            return Ok((BigInt::from_biguint(sign, numerator), BigInt::one()));
        }
        let denominator = power_of_ten(-exponent);
        let common = num_integer::Integer::gcd(digits, &denominator);
        Ok((BigInt::from_biguint(sign, digits / &common), BigInt::from(denominator / common)))
    }
}

/// The limit `digits` where a number would have more digits than allowed.
fn check_digits(count: i64, limit: usize) -> PyResult<()> {
    // Beyond what a power of ten is made for here, whatever the caller allows.
    if usize::try_from(count).unwrap_or(0) > limit || count > 1_000_000_000 {
        return Err(PyError::limit("digits", format!("the number has more than {limit} digits")));
    }
    Ok(())
}
