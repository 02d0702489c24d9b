//! `template % arguments`.

use caravan_label::Label;
use caravan_pylib::int::{self, Integer};
use caravan_pylib::percent::{self, Conversion, Kind, Piece};

use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

/// The arguments, as far as they are not used up.
struct Arguments {
    items: Vec<Value>,
    next: usize,
    /// What keys in the template refer to.
    mapping: Option<Value>,
    /// Whether there may be arguments left at the end.
    may_remain: bool,
}

impl Arguments {
    fn take(&mut self) -> Outcome<Value> {
        let item = self.items.get(self.next).copied().ok_or_else(percent::not_enough_arguments)?;
        self.next += 1;
        Ok(item)
    }
}

impl Cx<'_> {
    /// The text or bytes that the template gives for these arguments; a pure function that sees no label.
    pub(super) fn percent(&mut self, template: Value, arguments: Value) -> Outcome<Value> {
        if let Some(Object::Bytes(bytes)) = self.heap.object(template) {
            let template: String = bytes.iter().copied().map(char::from).collect();
            let filled = self.fill(&template, arguments, true)?;
            let filled: Vec<u8> = filled.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
            return self.heap.value(Object::Bytes(filled.into()));
        }
        let template: Box<str> = self.heap.str(template).unwrap_or_default().into();
        let filled = self.fill(&template, arguments, false)?;
        self.heap.text(filled)
    }

    /// Fills a template; one of bytes has a character for each.
    fn fill(&mut self, template: &str, arguments: Value, binary: bool) -> Outcome<String> {
        let mut arguments = match self.heap.tuple_items(arguments) {
            Some(items) => Arguments {
                items: items.iter().map(|item| item.value).collect(),
                next: 0,
                mapping: None,
                may_remain: false,
            },
            None => {
                let is_mapping = matches!(
                    self.heap.object(arguments),
                    Some(Object::Dict(_) | Object::List(_) | Object::Instance(_))
                );
                Arguments {
                    items: vec![arguments],
                    next: 0,
                    mapping: is_mapping.then_some(arguments),
                    may_remain: is_mapping,
                }
            }
        };
        let mut out = String::new();
        for piece in percent::pieces(template) {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Conversion(conversion) => {
                    let text = self.convert(conversion, &mut arguments, binary)?;
                    out.push_str(&text);
                }
            }
            if out.len() > self.limits.string {
                return Err(Raise::limit(
                    "text",
                    format!("a text of more than {} bytes", self.limits.string),
                ));
            }
            self.heap.room_for(out.len())?;
        }
        if arguments.next < arguments.items.len() && !arguments.may_remain {
            let mut error = percent::not_all_converted();
            if binary {
                error.message = "not all arguments converted during bytes formatting".to_owned();
            }
            return Err(error.into());
        }
        Ok(out)
    }

    fn convert(
        &mut self,
        mut conversion: Conversion<'_>,
        arguments: &mut Arguments,
        binary: bool,
    ) -> Outcome<String> {
        let keyed = match conversion.key.clone() {
            None => None,
            Some(key) => {
                let mapping = arguments.mapping.ok_or_else(percent::requires_mapping)?;
                let key = self.heap.text(key?)?;
                let plain = |value| Labelled::new(value, Label::NONE);
                Some(self.get_item(plain(mapping), plain(key))?.value)
            }
        };
        if conversion.needs_width() {
            let width = self.star(arguments)?;
            conversion.set_width(&width)?;
        }
        if conversion.needs_precision() {
            let precision = self.star(arguments)?;
            conversion.set_precision(&precision)?;
        }
        conversion.check()?;
        let value = match keyed {
            Some(value) => value,
            None => arguments.take()?,
        };
        let limit = self.limits.string;
        let text = match conversion.kind()? {
            Kind::Str if binary => percent::format_text(&conversion, &self.bytes_as_text(value)?, limit)?,
            Kind::Repr if binary => percent::format_text(&conversion, &self.ascii(value)?, limit)?,
            Kind::Str => percent::format_text(&conversion, &self.str_of(value)?, limit)?,
            Kind::Repr => percent::format_text(&conversion, &self.repr(value)?, limit)?,
            Kind::Ascii => percent::format_text(&conversion, &self.ascii(value)?, limit)?,
            Kind::Char => {
                let shown = match (self.heap.integer(value), self.heap.str(value)) {
                    (Some(code), _) => percent::character(&code)?.to_string(),
                    (None, Some(text)) if text.chars().count() == 1 => text.to_owned(),
                    _ => return Err(conversion.wrong_type(&self.type_name(value)).into()),
                };
                percent::format_text(&conversion, &shown, limit)?
            }
            Kind::Decimal => {
                let integer = match (self.heap.integer(value), value) {
                    (Some(integer), _) => integer,
                    (None, Value::Float(float)) => int::from_float(float)?,
                    _ => match super::decimals::truncated(self.heap, value, self.limits.digits)? {
                        Some(integer) => integer,
                        None => return Err(conversion.wrong_type(&self.type_name(value)).into()),
                    },
                };
                percent::format_integer(&conversion, &integer, limit)?
            }
            Kind::Radix => match self.heap.integer(value) {
                Some(integer) => percent::format_integer(&conversion, &integer, limit)?,
                None => return Err(conversion.wrong_type(&self.type_name(value)).into()),
            },
            Kind::Float => match super::decimals::as_float(self.heap, value)? {
                Some(float) => percent::format_float(&conversion, float, limit)?,
                None => return Err(conversion.wrong_type(&self.type_name(value)).into()),
            },
        };
        Ok(text)
    }

    fn bytes_as_text(&self, value: Value) -> Outcome<String> {
        match self.heap.object(value) {
            Some(Object::Bytes(bytes)) => Ok(bytes.iter().copied().map(char::from).collect()),
            _ => Err(Raise::type_error(format!(
                "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
                self.type_name(value)
            ))),
        }
    }

    fn star(&self, arguments: &mut Arguments) -> Outcome<Integer> {
        let value = arguments.take()?;
        self.heap.integer(value).ok_or_else(|| percent::star_wants_int().into())
    }
}
