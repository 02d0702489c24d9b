//! `format(value, spec)`.

use caravan_pylib::format::{Spec, format_float, format_int, format_str};
use caravan_pylib::int::Integer;

use super::decimals;
use crate::cx::Cx;
use crate::heap::{ClassKind, Object};
use crate::raise::{Outcome, Raise};
use crate::value::Value;

impl Cx<'_> {
    /// `format(value, spec)`; the labels are the caller's to join, deeply.
    ///
    /// # Errors
    ///
    /// `ValueError` for what the type does not allow, `TypeError` for a type that takes no specification, the limit
    /// on texts, `Cause::Call` to ask a `__format__` or `__str__` of the plan.
    pub(crate) fn format(&mut self, value: Value, spec: &str) -> Outcome<String> {
        if self.heap.plan_method(value, "__format__").is_some() {
            let spec = self.heap.text(spec)?;
            if let Some(answer) = self.heap.ask_method(value, "__format__", &[spec])? {
                return match self.heap.str(answer) {
                    Some(text) => Ok(text.to_owned()),
                    None => Err(Raise::type_error(format!(
                        "__format__ must return a str, not {}",
                        self.type_name(answer)
                    ))),
                };
            }
        }
        if spec.is_empty() {
            return self.str_of(value);
        }
        let limit = self.limits.string;
        match value {
            Value::Float(float) => return Ok(format_float(float, &Spec::parse(spec, "float")?, limit)?),
            Value::Int(_) => return self.format_integer(value, spec, "int"),
            Value::Bool(_) => return self.format_integer(value, spec, "bool"),
            _ => {}
        }
        match self.heap.object(value) {
            Some(Object::Str(text)) => Ok(format_str(text.as_str(), &Spec::parse(spec, "str")?, limit)?),
            Some(Object::BigInt(_)) => self.format_integer(value, spec, "int"),
            Some(Object::Date(date)) => Ok(date.strftime(spec, limit)?),
            Some(Object::DateTime(moment)) => Ok(moment.strftime(spec, limit)?),
            Some(Object::Time(time)) => Ok(time.strftime(spec, limit)?),
            Some(Object::Decimal(decimal)) => decimals::formatted(decimal, spec, limit),
            Some(Object::Instance(_)) => match self.heap.enum_value(value) {
                Some((_, ClassKind::IntEnum)) if !self.heap.is_mixed_member(value) => {
                    self.format_integer(value, spec, "int")
                }
                Some(_) => {
                    let text = self.str_of(value)?;
                    Ok(format_str(&text, &Spec::parse(spec, "str")?, limit)?)
                }
                None => Err(self.no_specification(value)),
            },
            _ => Err(self.no_specification(value)),
        }
    }

    /// `format(value, spec)` of a text or small number; none for other values, and where nothing is specified.
    pub(crate) fn format_plain(&self, value: Value, spec: &str) -> Option<Outcome<String>> {
        if spec.is_empty() {
            return None;
        }
        let limit = self.limits.string;
        let made = match value {
            Value::Int(int) => Spec::parse(spec, "int")
                .and_then(|spec| format_int(&Integer::Small(int), &spec, "int", limit)),
            Value::Float(float) => {
                Spec::parse(spec, "float").and_then(|spec| format_float(float, &spec, limit))
            }
            _ => {
                let text = self.heap.str(value)?;
                Spec::parse(spec, "str").and_then(|spec| format_str(text, &spec, limit))
            }
        };
        Some(made.map_err(Box::from))
    }

    fn no_specification(&self, value: Value) -> Box<Raise> {
        let name = self.type_name(value);
        Raise::type_error(format!("unsupported format string passed to {name}.__format__"))
    }

    fn format_integer(&self, value: Value, spec: &str, type_name: &str) -> Outcome<String> {
        let integer = self.heap.integer(value).unwrap_or(Integer::ZERO);
        Ok(format_int(&integer, &Spec::parse(spec, type_name)?, type_name, self.limits.string)?)
    }
}
