//! `str.format` and `str.format_map`: filling the fields of a template.

use caravan_label::Label;
use caravan_pylib::format::fields::{
    Access, Argument, Conversion, Field, MAX_NESTING, Numbering, Piece, nested_too_deeply, no_such_position,
    pieces,
};
use caravan_pylib::format::{Spec, format_str};

use crate::cx::Cx;
use crate::heap::{Name, Object};
use crate::library::{Args, Home, Run, find, native};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// What the fields of a template refer to.
pub(super) enum Arguments<'a> {
    /// The arguments of `format`.
    Call { positional: &'a [Labelled], keyword: &'a [(Name, Labelled)] },
    /// The argument of `format_map`.
    Mapping(Value),
}

/// The template with its fields filled.
///
/// # Errors
///
/// `ValueError` for a malformed template, `IndexError` and `KeyError` for arguments that are missing, what reading an
/// attribute or item raises, what formatting raises, the limit on texts.
pub(super) fn fill(cx: &mut Cx<'_>, template: Labelled, arguments: Arguments<'_>) -> Outcome<String> {
    let text = cx.heap.str(cx.heap.plain(template.value)).unwrap_or_default().to_owned();
    let mut filling = Filling { arguments, names: template.label, numbering: Numbering::default() };
    filling.fill(cx, &text, 0)
}

struct Filling<'a> {
    arguments: Arguments<'a>,
    /// The label of the names and keys in the template, which an error may show.
    names: Label,
    numbering: Numbering,
}

impl Filling<'_> {
    fn fill(&mut self, cx: &mut Cx<'_>, template: &str, depth: usize) -> Outcome<String> {
        if depth >= MAX_NESTING {
            return Err(nested_too_deeply().into());
        }
        let mut out = String::new();
        for piece in pieces(template) {
            match piece? {
                Piece::Literal(text) => out.push_str(text),
                Piece::Field(field) => {
                    let value = self.value(cx, &field)?;
                    let conversion = field.conversion()?;
                    let converted = match conversion {
                        None => None,
                        Some(Conversion::Str) => Some(cx.str_of(value)?),
                        Some(Conversion::Repr) => Some(cx.repr(value)?),
                        Some(Conversion::Ascii) => Some(cx.ascii(value)?),
                    };
                    let expanded;
                    let spec = if field.nested {
                        expanded = self.fill(cx, field.spec, depth + 1)?;
                        &expanded
                    } else {
                        field.spec
                    };
                    let text = match converted {
                        Some(text) if spec.is_empty() => text,
                        Some(text) => format_str(&text, &Spec::parse(spec, "str")?, cx.limits.string)?,
                        None => cx.format(value, spec)?,
                    };
                    out.push_str(&text);
                }
            }
            if out.len() > cx.limits.string {
                return Err(Raise::limit("text", format!("a text of more than {} bytes", cx.limits.string)));
            }
            cx.heap.room_for(out.len())?;
        }
        Ok(out)
    }

    /// The value that a field shows.
    fn value(&mut self, cx: &mut Cx<'_>, field: &Field<'_>) -> Outcome<Value> {
        let mut value = match (field.argument(&mut self.numbering)?, &self.arguments) {
            (Argument::Position(position), Arguments::Call { positional, .. }) => {
                positional.get(position).ok_or_else(|| no_such_position(position))?.value
            }
            (Argument::Position(_), Arguments::Mapping(_)) => {
                return Err(Raise::value_error("Format string contains positional fields"));
            }
            (Argument::Keyword(name), Arguments::Call { keyword, .. }) => {
                match keyword.iter().find(|(known, _)| &**known == name) {
                    Some((_, value)) => value.value,
                    None => {
                        let key = cx.heap.text(name)?;
                        return Err(Raise::key_error(Labelled::new(key, self.names)));
                    }
                }
            }
            (Argument::Keyword(name), Arguments::Mapping(mapping)) => {
                let key = cx.heap.text(name)?;
                item(cx, *mapping, Labelled::new(key, self.names))?
            }
        };
        for step in field.path() {
            value = match step? {
                Access::Attribute(name) => attribute(cx, value, name)?,
                Access::Index(index) => {
                    let index = Value::Int(i64::try_from(index).unwrap_or(i64::MAX));
                    item(cx, value, Labelled::new(index, self.names))?
                }
                Access::Key(key) => {
                    let key = cx.heap.text(key)?;
                    item(cx, value, Labelled::new(key, self.names))?
                }
            };
        }
        Ok(value)
    }
}

fn item(cx: &mut Cx<'_>, container: Value, key: Labelled) -> Outcome<Value> {
    Ok(cx.get_item(Labelled::new(container, Label::NONE), key)?.value)
}

/// An attribute of a value: a field at once, anything else as `getattr` finds it.
fn attribute(cx: &mut Cx<'_>, value: Value, name: &str) -> Outcome<Value> {
    let class_attribute = cx.heap.class_of(value).and_then(|class| cx.heap.class_attribute(class, name));
    if let Some(attribute) = class_attribute
        && let Some(Object::Wrapped(BuiltinType::Property, getter)) = cx.heap.object(attribute.value)
    {
        let receiver = Labelled::new(value, Label::NONE);
        return Ok(cx.heap.ask(getter.0, vec![receiver])?.value);
    }
    if let Some(Object::Instance(instance)) = cx.heap.object(value)
        && let Some(field) = instance.field(name)
    {
        return Ok(field.value);
    }
    let receiver = Labelled::new(value, Label::NONE);
    if let Some(compute) = computed(cx.heap.type_of(value), name) {
        return compute(cx, Args { positional: &[receiver], keyword: &[] });
    }
    let getattr = find(Home::Builtin, "getattr").ok_or_else(|| Raise::internal("no builtin `getattr`"))?;
    let name = Labelled::new(cx.heap.text(name)?, cx.literal);
    let getattr = Labelled::new(Value::Native(getattr), Label::NONE);
    Ok(cx.heap.ask(getattr, vec![receiver, name])?.value)
}

/// The function that computes an attribute of a type's values.
fn computed(of: BuiltinType, name: &str) -> Option<fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>> {
    let base = match of {
        BuiltinType::Bool => BuiltinType::Int,
        BuiltinType::DateTime => BuiltinType::Date,
        other => other,
    };
    let id = find(Home::Attribute(of), name).or_else(|| find(Home::Attribute(base), name))?;
    match native(id)?.run {
        Run::Pure(run) => Some(run),
        _ => None,
    }
}
