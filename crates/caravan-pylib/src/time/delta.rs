//! `datetime.timedelta`.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::{MICROS_PER_DAY, MICROS_PER_SECOND};
use crate::error::{PyError, PyResult};
use crate::number::{Number, div_half_even, float_ratio, ratio_to_f64};

const MAX_DAYS: i64 = 999_999_999;

/// A duration of whole microseconds, at most 999999999 days either way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeDelta {
    days: i32,
    seconds: u32,
    microseconds: u32,
}

/// The arguments of `timedelta(...)`; those left out are 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeltaParts {
    /// Days.
    pub days: Option<Number>,
    /// Seconds.
    pub seconds: Option<Number>,
    /// Microseconds.
    pub microseconds: Option<Number>,
    /// Milliseconds.
    pub milliseconds: Option<Number>,
    /// Minutes.
    pub minutes: Option<Number>,
    /// Hours.
    pub hours: Option<Number>,
    /// Weeks.
    pub weeks: Option<Number>,
}

impl TimeDelta {
    /// No time at all.
    pub const ZERO: TimeDelta = TimeDelta { days: 0, seconds: 0, microseconds: 0 };
    /// `timedelta.min`.
    pub const MIN: TimeDelta = TimeDelta { days: -999_999_999, seconds: 0, microseconds: 0 };
    /// `timedelta.max`.
    pub const MAX: TimeDelta = TimeDelta { days: 999_999_999, seconds: 86_399, microseconds: 999_999 };
    /// `timedelta.resolution`.
    pub const RESOLUTION: TimeDelta = TimeDelta { days: 0, seconds: 0, microseconds: 1 };

    /// `timedelta(...)`: the sum of the parts, fractions of a microsecond rounded half to even at the end.
    /// `OverflowError` beyond 999999999 days or for an infinity, `ValueError` for a NaN.
    pub fn new(parts: &DeltaParts) -> PyResult<Self> {
        let terms = [
            (&parts.microseconds, 1),
            (&parts.milliseconds, 1000),
            (&parts.seconds, MICROS_PER_SECOND),
            (&parts.minutes, 60 * MICROS_PER_SECOND),
            (&parts.hours, 3600 * MICROS_PER_SECOND),
            (&parts.days, MICROS_PER_DAY),
            (&parts.weeks, 7 * MICROS_PER_DAY),
        ];
        let mut total = BigInt::zero();
        let mut leftover = 0.0;
        for (part, unit) in terms {
            match part {
                None => {}
                Some(Number::Int(int)) => total += int * unit,
                Some(Number::Float(float)) => {
                    // Whole units exactly, then the fraction's whole microseconds; only the rest is summed as a float.
                    total += whole(float.trunc())? * unit;
                    let micros = float.fract() * unit as f64;
                    total += whole(micros.trunc())?;
                    leftover += micros.fract();
                }
            }
        }
        if leftover != 0.0 {
            let mut rounded = leftover.round();
            if (rounded - leftover).abs() == 0.5 {
                // Halfway, and it is the sum that has to come out even.
                let odd = f64::from(u8::from(total.is_odd()));
                rounded = 2.0 * ((leftover + odd) * 0.5).round() - odd;
            }
            total += whole(rounded)?;
        }
        Self::from_big_micros(&total)
    }

    /// The duration of so many microseconds. `OverflowError` beyond 999999999 days.
    pub fn from_micros(micros: i128) -> PyResult<Self> {
        let days = micros.div_euclid(i128::from(MICROS_PER_DAY));
        let Ok(days) = i32::try_from(days) else {
            return Err(PyError::overflow_error("Python int too large to convert to C int"));
        };
        if i64::from(days).abs() > MAX_DAYS {
            return Err(PyError::overflow_error(format!("days={days}; must have magnitude <= {MAX_DAYS}")));
        }
        let rest = micros.rem_euclid(i128::from(MICROS_PER_DAY)) as i64;
        Ok(TimeDelta {
            days,
            seconds: (rest / MICROS_PER_SECOND) as u32,
            microseconds: (rest % MICROS_PER_SECOND) as u32,
        })
    }

    fn from_big_micros(micros: &BigInt) -> PyResult<Self> {
        match micros.to_i128() {
            Some(micros) => Self::from_micros(micros),
            None => Err(PyError::overflow_error("Python int too large to convert to C int")),
        }
    }

    /// `.days`: negative for a negative duration.
    pub fn days(self) -> i64 {
        self.days.into()
    }

    /// `.seconds`, 0 to 86399.
    pub fn seconds(self) -> i64 {
        self.seconds.into()
    }

    /// `.microseconds`, 0 to 999999.
    pub fn microseconds(self) -> i64 {
        self.microseconds.into()
    }

    /// The whole duration in microseconds.
    pub fn total_micros(self) -> i128 {
        i128::from(self.days) * i128::from(MICROS_PER_DAY)
            + i128::from(self.seconds) * i128::from(MICROS_PER_SECOND)
            + i128::from(self.microseconds)
    }

    fn big_micros(self) -> BigInt {
        BigInt::from(self.total_micros())
    }

    /// `total_seconds()`: the nearest float.
    pub fn total_seconds(self) -> f64 {
        ratio_to_f64(&self.big_micros(), &BigInt::from(MICROS_PER_SECOND)).unwrap_or(0.0)
    }

    /// Whether `bool(self)` is false.
    pub fn is_zero(self) -> bool {
        self == TimeDelta::ZERO
    }

    /// `self + other`. `OverflowError` beyond 999999999 days.
    pub fn plus(self, other: TimeDelta) -> PyResult<TimeDelta> {
        Self::from_micros(self.total_micros() + other.total_micros())
    }

    /// `self - other`. `OverflowError` beyond 999999999 days.
    pub fn minus(self, other: TimeDelta) -> PyResult<TimeDelta> {
        Self::from_micros(self.total_micros() - other.total_micros())
    }

    /// `-self`. `OverflowError` beyond 999999999 days.
    pub fn negate(self) -> PyResult<TimeDelta> {
        Self::from_micros(-self.total_micros())
    }

    /// `abs(self)`. `OverflowError` beyond 999999999 days.
    pub fn abs(self) -> PyResult<TimeDelta> {
        Self::from_micros(self.total_micros().abs())
    }

    /// `self * factor`, rounded half to even. `OverflowError` beyond 999999999 days or for an infinity, `ValueError`
    /// for a NaN.
    pub fn times(self, factor: &Number) -> PyResult<TimeDelta> {
        match factor {
            Number::Int(int) => Self::from_big_micros(&(self.big_micros() * int)),
            Number::Float(float) => {
                let (numerator, denominator) = integer_ratio(*float)?;
                Self::from_big_micros(&div_half_even(&(self.big_micros() * numerator), &denominator))
            }
        }
    }

    /// `self / divisor`, rounded half to even. `ZeroDivisionError`, and the errors of [`TimeDelta::times`].
    pub fn divide(self, divisor: &Number) -> PyResult<TimeDelta> {
        let (numerator, denominator) = match divisor {
            Number::Int(int) => (int.clone(), BigInt::from(1)),
            Number::Float(float) => integer_ratio(*float)?,
        };
        if numerator.is_zero() {
            return Err(PyError::zero_division("integer division or modulo by zero"));
        }
        Self::from_big_micros(&div_half_even(&(self.big_micros() * denominator), &numerator))
    }

    /// `self // divisor` for an int. `ZeroDivisionError`.
    pub fn floor_divide(self, divisor: &BigInt) -> PyResult<TimeDelta> {
        if divisor.is_zero() {
            return Err(PyError::zero_division("integer division or modulo by zero"));
        }
        Self::from_big_micros(&self.big_micros().div_floor(divisor))
    }

    /// `self / other` for two durations: the nearest float. `ZeroDivisionError`.
    pub fn ratio(self, other: TimeDelta) -> PyResult<f64> {
        ratio_to_f64(&self.big_micros(), &other.big_micros())
            .ok_or_else(|| PyError::zero_division("division by zero"))
    }

    /// `self // other` for two durations. `ZeroDivisionError`.
    pub fn floor_ratio(self, other: TimeDelta) -> PyResult<BigInt> {
        if other.is_zero() {
            return Err(PyError::zero_division("integer division or modulo by zero"));
        }
        Ok(self.big_micros().div_floor(&other.big_micros()))
    }

    /// `self % other`. `ZeroDivisionError`.
    pub fn modulo(self, other: TimeDelta) -> PyResult<TimeDelta> {
        if other.is_zero() {
            return Err(PyError::zero_division("integer modulo by zero"));
        }
        Self::from_big_micros(&self.big_micros().mod_floor(&other.big_micros()))
    }

    /// `divmod(self, other)`. `ZeroDivisionError`.
    pub fn divmod(self, other: TimeDelta) -> PyResult<(BigInt, TimeDelta)> {
        Ok((self.floor_ratio(other)?, self.modulo(other)?))
    }

    /// `repr(self)`.
    pub fn repr(self) -> String {
        let parts: Vec<String> =
            [("days", self.days()), ("seconds", self.seconds()), ("microseconds", self.microseconds())]
                .iter()
                .filter(|(_, value)| *value != 0)
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
        if parts.is_empty() {
            "datetime.timedelta(0)".to_owned()
        } else {
            format!("datetime.timedelta({})", parts.join(", "))
        }
    }
}

impl fmt::Display for TimeDelta {
    /// `str(self)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.days != 0 {
            write!(f, "{} day{}, ", self.days, if self.days.abs() == 1 { "" } else { "s" })?;
        }
        write!(f, "{}:{:02}:{:02}", self.seconds / 3600, self.seconds / 60 % 60, self.seconds % 60)?;
        if self.microseconds != 0 {
            write!(f, ".{:06}", self.microseconds)?;
        }
        Ok(())
    }
}

impl fmt::Debug for TimeDelta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}

/// The int of a float without a fraction.
fn whole(float: f64) -> PyResult<BigInt> {
    match float_ratio(float) {
        Some((numerator, _)) => Ok(numerator),
        None if float.is_nan() => Err(PyError::value_error("cannot convert float NaN to integer")),
        None => Err(PyError::overflow_error("cannot convert float infinity to integer")),
    }
}

fn integer_ratio(float: f64) -> PyResult<(BigInt, BigInt)> {
    match float_ratio(float) {
        Some(ratio) => Ok(ratio),
        None if float.is_nan() => Err(PyError::value_error("cannot convert NaN to integer ratio")),
        None => Err(PyError::overflow_error("cannot convert Infinity to integer ratio")),
    }
}
