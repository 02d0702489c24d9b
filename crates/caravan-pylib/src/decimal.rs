//! In work. PLACEHOLDER by the founder so that the plan machine compiles: the owner replaces this whole file,
//! keeping these names (LIB-A's operation/decimals.rs calls them).

use crate::error::{PyError, PyResult};
use crate::int::Integer;
use std::cmp::Ordering;

/// Placeholder.
#[derive(Clone, Debug, PartialEq)]
pub struct Decimal(Integer);

impl Decimal {
    /// Placeholder.
    pub fn from_integer(int: &Integer) -> Decimal { Decimal(int.clone()) }
    /// Placeholder.
    pub fn from_float(float: f64) -> Decimal { Decimal(crate::int::from_float(float).unwrap_or(Integer::Small(0))) }
    /// Placeholder.
    pub fn compare(&self, other: &Decimal) -> Option<Ordering> { Some(self.0.cmp(&other.0)) }
    /// Placeholder.
    pub fn is_nan(&self) -> bool { false }
    /// Placeholder.
    pub fn is_zero(&self) -> bool { self.0 == Integer::Small(0) }
    /// Placeholder.
    pub fn to_integer(&self) -> PyResult<Integer> { Ok(self.0.clone()) }
    /// Placeholder.
    pub fn to_f64(&self) -> f64 { self.0.to_f64().unwrap_or(0.0) }
    /// Placeholder.
    pub fn add(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn sub(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn mul(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn div(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn floor_div(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn modulo(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn pow(&self, _: &Decimal) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn neg(&self) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn pos(&self) -> PyResult<Decimal> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn format(&self, _: &str, _: usize) -> PyResult<String> { Err(PyError::type_error("decimal is in work")) }
    /// Placeholder.
    pub fn round_to_integer(&self) -> PyResult<Integer> { Ok(self.0.clone()) }
    /// Placeholder.
    pub fn round(&self, _: i64) -> PyResult<Decimal> { Ok(self.clone()) }
}
impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("decimal") }
}
