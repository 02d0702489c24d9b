//! Integers packed into bytes: `int.to_bytes` and `int.from_bytes`.

use num_bigint::{BigInt, Sign};

use super::Integer;
use crate::error::{PyError, PyResult};

/// `a.to_bytes(length, byteorder, signed=signed)`; errors as CPython has them, and a limit error where `length` is
/// above `limit`.
pub fn to_bytes(a: &Integer, length: i64, byteorder: &str, signed: bool, limit: usize) -> PyResult<Vec<u8>> {
    let little = is_little(byteorder)?;
    let Ok(length) = usize::try_from(length) else {
        return Err(PyError::value_error("length argument must be non-negative"));
    };
    if a.is_negative() && !signed {
        return Err(PyError::overflow_error("can't convert negative int to unsigned"));
    }
    if length > limit {
        return Err(PyError::limit("text", format!("bytes of more than {limit}")));
    }
    let too_big = || PyError::overflow_error("int too big to convert");
    // CPython takes -1 for the sign alone, which no byte holds as well as any.
    let (mut bytes, filler) = if a.is_zero() || (length == 0 && *a == Integer::Small(-1)) {
        (Vec::new(), 0)
    } else if signed {
        (a.to_big().to_signed_bytes_le(), if a.is_negative() { 0xff } else { 0 })
    } else {
        (a.to_big().magnitude().to_bytes_le(), 0)
    };
    if bytes.len() > length {
        return Err(too_big());
    }
    bytes.resize(length, filler);
    if !little {
        bytes.reverse();
    }
    Ok(bytes)
}

/// `int.from_bytes(bytes, byteorder, signed=signed)`; `ValueError` for a byte order that is none.
pub fn from_bytes(bytes: &[u8], byteorder: &str, signed: bool) -> PyResult<Integer> {
    let little = is_little(byteorder)?;
    Ok(Integer::from(match (little, signed) {
        (true, true) => BigInt::from_signed_bytes_le(bytes),
        (false, true) => BigInt::from_signed_bytes_be(bytes),
        (true, false) => BigInt::from_bytes_le(Sign::Plus, bytes),
        (false, false) => BigInt::from_bytes_be(Sign::Plus, bytes),
    }))
}

fn is_little(byteorder: &str) -> PyResult<bool> {
    match byteorder {
        "little" => Ok(true),
        "big" => Ok(false),
        _ => Err(PyError::value_error("byteorder must be either 'little' or 'big'")),
    }
}
