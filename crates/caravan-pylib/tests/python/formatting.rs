//! `format`, `str.format` and the `%` operator, with the walks over arguments that a machine would do.

use caravan_pylib::error::{PyError, PyResult};
use caravan_pylib::format::fields::{self, Access, Argument, Conversion, Numbering};
use caravan_pylib::format::{self, Spec};
use caravan_pylib::percent::{self, Kind};
use caravan_pylib::{float, int, text};

use crate::value::Value;
use crate::{LIMIT, Outcome};

pub fn run(name: &str, args: &[Value]) -> Outcome {
    Ok(match name {
        "format" => format_value(&args[0], args[1].str())?.into(),
        "str.format" => {
            let Value::Dict(keywords) = &args[2] else { panic!("no keywords") };
            let mut filler = Filler { positional: args[1].list(), keywords, numbering: Numbering::default() };
            filler.fill(args[0].str(), fields::MAX_NESTING)?.into()
        }
        "percent" => fill_percent(args[0].str(), &args[1])?.into(),
        _ => panic!("no such function: {name}"),
    })
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::None => "NoneType",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Float(_) => "float",
        Value::Str(_) => "str",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Dict(_) => "dict",
    }
}

fn format_value(value: &Value, spec: &str) -> PyResult<String> {
    if spec.is_empty() {
        return str_of(value);
    }
    let parsed = || Spec::parse(spec, type_name(value));
    match value {
        Value::Int(int) => format::format_int(int, &parsed()?, "int", LIMIT),
        Value::Bool(bool) => format::format_int(&int::Integer::from(*bool), &parsed()?, "bool", LIMIT),
        Value::Float(float) => format::format_float(*float, &parsed()?, LIMIT),
        Value::Str(text) => format::format_str(text, &parsed()?, LIMIT),
        other => Err(PyError::type_error(format!(
            "unsupported format string passed to {}.__format__",
            type_name(other)
        ))),
    }
}

fn str_of(value: &Value) -> PyResult<String> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        other => repr_of(other),
    }
}

fn repr_of(value: &Value) -> PyResult<String> {
    Ok(match value {
        Value::None => "None".to_owned(),
        Value::Bool(bool) => if *bool { "True" } else { "False" }.to_owned(),
        Value::Int(int) => int::text::to_text(int)?,
        Value::Float(float) => float::repr(*float),
        Value::Str(text) => text::repr_str(text),
        Value::Bytes(bytes) => caravan_pylib::bytes::repr(bytes),
        Value::List(items) => {
            format!("[{}]", items.iter().map(repr_of).collect::<PyResult<Vec<_>>>()?.join(", "))
        }
        Value::Dict(pairs) => {
            let pair = |(key, value): &(Value, Value)| Ok(format!("{}: {}", repr_of(key)?, repr_of(value)?));
            format!("{{{}}}", pairs.iter().map(pair).collect::<PyResult<Vec<_>>>()?.join(", "))
        }
    })
}

struct Filler<'a> {
    positional: &'a [Value],
    keywords: &'a [(Value, Value)],
    numbering: Numbering,
}

impl<'a> Filler<'a> {
    fn fill(&mut self, template: &str, depth: usize) -> PyResult<String> {
        if depth == 0 {
            return Err(fields::nested_too_deeply());
        }
        let mut out = String::new();
        for piece in fields::pieces(template) {
            let field = match piece? {
                fields::Piece::Literal(literal) => {
                    out.push_str(literal);
                    continue;
                }
                fields::Piece::Field(field) => field,
            };
            let mut value = match field.argument(&mut self.numbering)? {
                Argument::Position(position) => {
                    self.positional.get(position).ok_or_else(|| fields::no_such_position(position))?
                }
                Argument::Keyword(name) => item(self.keywords, &Value::from(name))?,
            };
            for step in field.path() {
                value = take_step(value, step?)?;
            }
            let converted = match field.conversion()? {
                None => value.clone(),
                Some(Conversion::Str) => str_of(value)?.into(),
                Some(Conversion::Repr) => repr_of(value)?.into(),
                Some(Conversion::Ascii) => text::escape_non_ascii(&repr_of(value)?).into(),
            };
            let spec = if field.nested { self.fill(field.spec, depth - 1)? } else { field.spec.to_owned() };
            out.push_str(&format_value(&converted, &spec)?);
        }
        Ok(out)
    }
}

fn item<'a>(pairs: &'a [(Value, Value)], key: &Value) -> PyResult<&'a Value> {
    match pairs.iter().find(|(known, _)| known == key) {
        Some((_, value)) => Ok(value),
        None => Err(PyError::key_error(repr_of(key)?)),
    }
}

fn take_step<'a>(value: &'a Value, step: Access<'_>) -> PyResult<&'a Value> {
    match (value, step) {
        (_, Access::Attribute(name)) => {
            Err(PyError::attribute_error(format!("'{}' object has no attribute '{name}'", type_name(value))))
        }
        (Value::List(items), Access::Index(index)) => {
            items.get(index).ok_or_else(|| PyError::index_error("list index out of range"))
        }
        (Value::List(_), Access::Key(_)) => {
            Err(PyError::type_error("list indices must be integers or slices, not str"))
        }
        (Value::Dict(pairs), Access::Key(key)) => item(pairs, &Value::from(key)),
        (Value::Dict(pairs), Access::Index(index)) => item(pairs, &Value::from(index as u64)),
        _ => Err(PyError::type_error(format!("'{}' object is not subscriptable", type_name(value)))),
    }
}

/// `template % values`: a list stands for a tuple.
fn fill_percent(template: &str, values: &Value) -> PyResult<String> {
    let single = std::slice::from_ref(values);
    let mut arguments = if let Value::List(items) = values { items.iter() } else { single.iter() };
    let mapping = if let Value::Dict(pairs) = values { Some(pairs) } else { None };
    let mut used_key = false;
    let mut out = String::new();
    for piece in percent::pieces(template) {
        let mut conversion = match piece {
            percent::Piece::Literal(literal) => {
                out.push_str(literal);
                continue;
            }
            percent::Piece::Conversion(conversion) => conversion,
        };
        let mut keyed = None;
        if let Some(key) = conversion.key.clone() {
            let pairs = mapping.ok_or_else(percent::requires_mapping)?;
            keyed = Some(item(pairs, &Value::from(key?))?);
            // What a key gave is the only argument from here on.
            arguments = [].iter();
            used_key = true;
        }
        let mut next = || keyed.take().or_else(|| arguments.next()).ok_or_else(percent::not_enough_arguments);
        if conversion.needs_width() {
            let Value::Int(width) = next()? else { return Err(percent::star_wants_int()) };
            conversion.set_width(width)?;
        }
        if conversion.needs_precision() {
            let Value::Int(precision) = next()? else { return Err(percent::star_wants_int()) };
            conversion.set_precision(precision)?;
        }
        conversion.check()?;
        let argument = next()?;
        let number = match argument {
            Value::Bool(bool) => Value::from(i64::from(*bool)),
            other => other.clone(),
        };
        let wrong = || conversion.wrong_type(type_name(argument));
        out.push_str(&match conversion.kind()? {
            Kind::Str => percent::format_text(&conversion, &str_of(argument)?, LIMIT)?,
            Kind::Repr => percent::format_text(&conversion, &repr_of(argument)?, LIMIT)?,
            Kind::Ascii => {
                percent::format_text(&conversion, &text::escape_non_ascii(&repr_of(argument)?), LIMIT)?
            }
            Kind::Char => match &number {
                Value::Str(text) if text::len(text) == 1 => percent::format_text(&conversion, text, LIMIT)?,
                Value::Int(code) => {
                    percent::format_text(&conversion, &percent::character(code)?.to_string(), LIMIT)?
                }
                _ => return Err(wrong()),
            },
            Kind::Decimal => match &number {
                Value::Int(int) => percent::format_integer(&conversion, int, LIMIT)?,
                Value::Float(float) => {
                    percent::format_integer(&conversion, &int::from_float(*float)?, LIMIT)?
                }
                _ => return Err(wrong()),
            },
            Kind::Radix => match &number {
                Value::Int(int) => percent::format_integer(&conversion, int, LIMIT)?,
                _ => return Err(wrong()),
            },
            Kind::Float => match &number {
                Value::Int(int) => percent::format_float(&conversion, int.to_f64()?, LIMIT)?,
                Value::Float(float) => percent::format_float(&conversion, *float, LIMIT)?,
                _ => return Err(wrong()),
            },
        });
    }
    if arguments.next().is_some() && !used_key && mapping.is_none() {
        return Err(percent::not_all_converted());
    }
    Ok(out)
}
