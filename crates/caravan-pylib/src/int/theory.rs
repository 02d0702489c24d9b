//! What `math` and the three-argument `pow` compute on integers.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::{Integer, check_bits};
use crate::error::{PyError, PyResult};

/// The word multiplications that a modular power may cost; some seconds.
const POWER_WORK: u64 = 1 << 32;

/// `math.gcd(a, b)`.
pub fn gcd(a: &Integer, b: &Integer) -> Integer {
    match (a, b) {
        (Integer::Small(x), Integer::Small(y)) => Integer::from(x.unsigned_abs().gcd(&y.unsigned_abs())),
        _ => {
            let (a, b) = (a.to_big(), b.to_big());
            let (large, small) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
            if small.is_zero() {
                return Integer::from(large.abs());
            }
            // What follows takes a step for each bit of the larger number.
            Integer::from((large.as_ref() % small.as_ref()).gcd(small.as_ref()))
        }
    }
}

/// `math.lcm(a, b)`; a limit error beyond `limit` bytes.
pub fn lcm(a: &Integer, b: &Integer, limit: usize) -> PyResult<Integer> {
    if a.is_zero() || b.is_zero() {
        return Ok(Integer::ZERO);
    }
    let quotient = super::floor_div(a, &gcd(a, b))?;
    Ok(super::abs(&super::mul(&quotient, b, limit)?))
}

/// `math.isqrt(a)`; `ValueError` for a negative number.
pub fn isqrt(a: &Integer) -> PyResult<Integer> {
    if a.is_negative() {
        return Err(PyError::value_error("isqrt() argument must be nonnegative"));
    }
    Ok(match a {
        Integer::Small(small) => Integer::Small(small.isqrt()),
        Integer::Big(big) => Integer::from(big.sqrt()),
    })
}

/// `pow(a, b, m)`: the inverse's power where `b` is negative. `ValueError` for `m` 0 or without an inverse, a limit
/// error where it would take too long.
pub fn pow_mod(a: &Integer, b: &Integer, m: &Integer) -> PyResult<Integer> {
    if m.is_zero() {
        return Err(PyError::value_error("pow() 3rd argument cannot be 0"));
    }
    let words = m.bit_length().div_ceil(64);
    if b.bit_length().saturating_mul(words.saturating_mul(words)) > POWER_WORK {
        return Err(PyError::limit("digits", "a modular power of numbers this large"));
    }
    let modulus = m.to_big();
    let magnitude = modulus.abs();
    let mut base = a.to_big().mod_floor(&magnitude);
    let mut exponent = b.to_big().into_owned();
    if exponent.is_negative() {
        exponent = -exponent;
        if !magnitude.is_one() {
            base = base
                .modinv(&magnitude)
                .ok_or_else(|| PyError::value_error("base is not invertible for the given modulus"))?;
        }
    }
    let power = base.modpow(&exponent, &magnitude);
    // The result has the sign of the modulus.
    let power = if modulus.is_negative() && !power.is_zero() { power + modulus.as_ref() } else { power };
    Ok(Integer::from(power))
}

/// `math.factorial(n)`; `ValueError` for a negative number, `OverflowError` beyond 64 bits, a limit error beyond
/// `limit` bytes.
pub fn factorial(n: &Integer, limit: usize) -> PyResult<Integer> {
    if n.is_negative() {
        return Err(PyError::value_error("factorial() not defined for negative values"));
    }
    let Some(n) = n.to_i64() else {
        return Err(PyError::overflow_error("factorial() argument should not exceed 9223372036854775807"));
    };
    let n = n.unsigned_abs();
    // n! > (n / e)**n.
    check_size(n as f64 * (n as f64 / std::f64::consts::E).log2(), limit)?;
    let product = product_of_range(&BigUint::one(), n);
    check_bits(product.bits(), limit)?;
    Ok(Integer::from(product))
}

/// `math.comb(n, k)`; errors as `math.comb` has them, and a limit error beyond `limit` bytes.
pub fn comb(n: &Integer, k: &Integer, limit: usize) -> PyResult<Integer> {
    check_non_negative(n, k)?;
    if k > n {
        return Ok(Integer::ZERO);
    }
    let other = super::sub(n, k);
    let chosen = k.min(&other);
    let Some(chosen) = chosen.to_i64() else {
        return Err(PyError::overflow_error("min(n - k, k) must not exceed 9223372036854775807"));
    };
    let (n, chosen) = (n.to_big().magnitude().clone(), chosen.unsigned_abs());
    // comb(n, k) >= (n / k)**k.
    check_size(chosen as f64 * (log2(&n) - (chosen.max(1) as f64).log2()), limit)?;
    let value = choose(&n, chosen);
    check_bits(value.bits(), limit)?;
    Ok(Integer::from(value))
}

/// `math.perm(n, k)`; errors as `math.perm` has them, and a limit error beyond `limit` bytes.
pub fn perm(n: &Integer, k: &Integer, limit: usize) -> PyResult<Integer> {
    check_non_negative(n, k)?;
    if k > n {
        return Ok(Integer::ZERO);
    }
    let Some(count) = k.to_i64() else {
        return Err(PyError::overflow_error("k must not exceed 9223372036854775807"));
    };
    let count = count.unsigned_abs();
    let lowest = super::add(&super::sub(n, k), &Integer::Small(1)).into_big();
    // The first half of the factors are at least n - k/2.
    let middle = lowest.magnitude() + BigUint::from(count / 2);
    check_size((count / 2) as f64 * log2(&middle), limit)?;
    let product = product_of_range(lowest.magnitude(), count);
    check_bits(product.bits(), limit)?;
    Ok(Integer::from(product))
}

fn check_non_negative(n: &Integer, k: &Integer) -> PyResult<()> {
    if n.is_negative() {
        return Err(PyError::value_error("n must be a non-negative integer"));
    }
    if k.is_negative() {
        return Err(PyError::value_error("k must be a non-negative integer"));
    }
    Ok(())
}

/// A limit error for a result of at least that many bits.
fn check_size(bits: f64, limit: usize) -> PyResult<()> {
    if bits > 0.0 { check_bits(bits as u64, limit) } else { Ok(()) }
}

/// The logarithm of a magnitude, rounded.
fn log2(magnitude: &BigUint) -> f64 {
    let bits = magnitude.bits();
    let shift = bits.saturating_sub(64);
    let leading = (magnitude >> shift).to_u64().unwrap_or(1).max(1);
    (leading as f64).log2() + shift as f64
}

/// The product of `count` successive numbers, halves first, so that factors of like size meet. The depth of the
/// recursion is the logarithm of `count`.
fn product_of_range(first: &BigUint, count: u64) -> BigUint {
    if count <= 8 {
        return (0..count).fold(BigUint::one(), |product, offset| product * (first + offset));
    }
    let half = count / 2;
    product_of_range(first, half) * product_of_range(&(first + half), count - half)
}

/// `comb(n, k)` for `k <= n`, by `comb(n, k) = comb(n, j) * comb(n - j, k - j) / comb(k, j)`, which keeps the numbers
/// of the size of the result. The depth of the recursion is the logarithm of `k`.
fn choose(n: &BigUint, k: u64) -> BigUint {
    if k <= 16 {
        let mut result = BigUint::one();
        for step in 0..k {
            result = result * (n - step) / (step + 1);
        }
        return result;
    }
    let half = k / 2;
    choose(n, half) * choose(&(n - half), k - half) / choose(&BigUint::from(k), half)
}
