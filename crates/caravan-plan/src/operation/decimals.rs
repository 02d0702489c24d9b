//! Numbers of all types side by side, and the operators of `Decimal`.

use std::cmp::Ordering;

use caravan_pylib::decimal::{Context, Decimal, Rounding};
use caravan_pylib::int::{self, Integer};

use super::Binary;
use super::hash::PRIME;
use crate::heap::{Heap, Object};
use crate::raise::Outcome;
use crate::value::Value;

/// A number, exactly.
pub(super) enum Exact {
    Int(Integer),
    Float(f64),
    Decimal(Decimal),
}

/// The number that a value is, if it is one.
pub(super) fn exact(heap: &Heap, value: Value) -> Option<Exact> {
    match value {
        Value::Float(float) => Some(Exact::Float(float)),
        Value::Object(_) => match heap.object(value)? {
            Object::Decimal(decimal) => Some(Exact::Decimal(Decimal::clone(decimal))),
            Object::BigInt(_) | Object::Instance(_) => heap.integer(value).map(Exact::Int),
            _ => None,
        },
        _ => heap.integer(value).map(Exact::Int),
    }
}

impl Exact {
    /// How two numbers stand to each other; none if one is a NaN.
    pub(super) fn order(&self, other: &Exact) -> Option<Ordering> {
        match (self, other) {
            (Exact::Int(a), Exact::Int(b)) => Some(a.cmp(b)),
            (Exact::Float(a), Exact::Float(b)) => a.partial_cmp(b),
            (Exact::Int(a), Exact::Float(b)) => int::compare_float(a, *b),
            (Exact::Float(a), Exact::Int(b)) => int::compare_float(b, *a).map(Ordering::reverse),
            (Exact::Decimal(a), b) => a.compare(&b.to_decimal()).ok().flatten(),
            (a, Exact::Decimal(b)) => a.to_decimal().compare(b).ok().flatten(),
        }
    }

    fn to_decimal(&self) -> Decimal {
        match self {
            Exact::Int(int) => Decimal::from_int(&int.to_big()),
            Exact::Float(float) => Decimal::from_float(*float),
            Exact::Decimal(decimal) => decimal.clone(),
        }
    }

    /// Whether ordering the two is an invalid operation: a decimal NaN is among them.
    pub(super) fn is_signalling_with(&self, other: &Exact) -> bool {
        let is_decimal = |number: &Exact| matches!(number, Exact::Decimal(_));
        let is_nan = |number: &Exact| match number {
            Exact::Int(_) => false,
            Exact::Float(float) => float.is_nan(),
            Exact::Decimal(decimal) => decimal.is_nan(),
        };
        (is_decimal(self) || is_decimal(other)) && (is_nan(self) || is_nan(other))
    }

    /// The number as a 64-bit integer, if it is one.
    pub(super) fn to_i64(&self) -> Option<i64> {
        match self {
            Exact::Int(int) => int.to_i64(),
            Exact::Float(float) if float.trunc() == *float => int::from_float(*float).ok()?.to_i64(),
            Exact::Float(_) => None,
            Exact::Decimal(decimal) => {
                let whole = decimal.to_int(Rounding::Down, INDEX_DIGITS).ok()?;
                let is_whole = Decimal::from_int(&whole).compare(decimal) == Ok(Some(Ordering::Equal));
                if is_whole { Integer::from(whole).to_i64() } else { None }
            }
        }
    }
}

/// More digits than any 64-bit integer has.
const INDEX_DIGITS: usize = 20;

/// Whether a value is a `Decimal`.
pub(super) fn is_decimal(heap: &Heap, value: Value) -> bool {
    matches!(heap.object(value), Some(Object::Decimal(_)))
}

/// A `Decimal`, or an int as one; none for what `Decimal` does not compute with, floats among it.
fn operand(heap: &Heap, value: Value) -> Option<Decimal> {
    match heap.object(value) {
        Some(Object::Decimal(decimal)) => Some(Decimal::clone(decimal)),
        _ => heap.integer(value).map(|int| Decimal::from_int(&int.to_big())),
    }
}

/// The result of an operator of which one side is a `Decimal`; none if it is not defined for the other.
pub(super) fn combine(heap: &Heap, op: Binary, a: Value, b: Value) -> Outcome<Option<Decimal>> {
    let (Some(a), Some(b)) = (operand(heap, a), operand(heap, b)) else { return Ok(None) };
    let context = Context::default();
    Ok(Some(match op {
        Binary::Add => a.sum(&b, &context)?,
        Binary::Sub => a.difference(&b, &context)?,
        Binary::Mul => a.product(&b, &context)?,
        Binary::Div => a.quotient(&b, &context)?,
        Binary::FloorDiv => a.whole(&b, &context)?,
        Binary::Mod => a.rest(&b, &context)?,
        Binary::Pow => a.power(&b, &context)?,
        _ => return Ok(None),
    }))
}

/// `+decimal` or `-decimal`.
pub(super) fn signed(decimal: &Decimal, negated: bool) -> Outcome<Decimal> {
    let context = Context::default();
    Ok(if negated { decimal.negate(&context)? } else { decimal.plus(&context)? })
}

/// `int(decimal)`, of at most so many digits; none if the value is no decimal.
pub(super) fn truncated(heap: &Heap, value: Value, digits: usize) -> Outcome<Option<Integer>> {
    match heap.object(value) {
        Some(Object::Decimal(decimal)) => Ok(Some(Integer::from(decimal.to_int(Rounding::Down, digits)?))),
        _ => Ok(None),
    }
}

/// `float(number)`; none if the value is no number.
pub(super) fn as_float(heap: &Heap, value: Value) -> Outcome<Option<f64>> {
    Ok(match exact(heap, value) {
        Some(Exact::Int(int)) => Some(int.to_f64()?),
        Some(Exact::Float(float)) => Some(float),
        Some(Exact::Decimal(decimal)) => Some(decimal.to_f64()?),
        None => None,
    })
}

/// `format(decimal, spec)`.
pub(super) fn formatted(decimal: &Decimal, spec: &str, limit: usize) -> Outcome<String> {
    Ok(decimal.format(spec, &Context::default(), limit)?)
}

/// What decides the hash of a finite decimal: its residue by [`PRIME`], and whether it is negative; none for
/// infinities and NaNs.
pub(super) fn decimal_residue(decimal: &Decimal) -> Option<(u64, bool)> {
    let (negative, digits, exponent) = decimal.as_tuple();
    let exponent = exponent.ok()?;
    let residue =
        digits.into_iter().fold(0, |residue, digit| (times(residue, 10) + u64::from(digit)) % PRIME);
    // Dividing by ten is multiplying by its inverse, which is a power of it by Fermat.
    let base = if exponent < 0 { power(10, PRIME - 2) } else { 10 };
    Some((times(residue, power(base, exponent.unsigned_abs())), negative))
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::super::compare::Walk;
    use super::*;

    #[test]
    fn a_decimal_hashes_like_the_equal_int() {
        for int in [0, 1, -7, 1 << 61, i64::MAX] {
            let decimal = Decimal::from_int(&Integer::Small(int).into_big());
            assert_eq!(decimal_residue(&decimal), Some((int.unsigned_abs() % PRIME, int < 0)));
        }
    }

    #[test]
    fn a_decimal_hashes_like_the_equal_float() {
        let heap = Heap::new(1 << 20, 1000);
        let walk = Walk::new(&heap, 10, 1000);
        for float in [0.5, -0.1, 1e300, 123.456, 5e-324] {
            let mut heap = Heap::new(1 << 20, 1000);
            let decimal = heap.value(Object::Decimal(Box::new(Decimal::from_float(float)))).unwrap();
            let of_decimal = Walk::new(&heap, 10, 1000).hash(decimal, 0).unwrap();
            assert_eq!(of_decimal, walk.hash(Value::Float(float), 0).unwrap());
        }
    }
}
