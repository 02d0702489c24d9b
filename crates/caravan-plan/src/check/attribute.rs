//! Attributes, elements, and what the methods of built-in types give.

use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::{Ranged, TextRange};

use super::Checker;
use super::class::member;
use super::known::{Known, Ty};
use crate::diagnostic::nearest;
use crate::library::{self, Home};
use crate::value::BuiltinType;

impl<'a> Checker<'a> {
    /// What is known of an attribute's value.
    pub(super) fn attribute(&mut self, of: &Known, object: &'a Expr, name: &'a str, at: TextRange) -> Known {
        let mut found: Option<Known> = None;
        for arm in of.ty.arms() {
            if let Some(known) = self.attribute_of(arm, of, name) {
                found = Some(match found {
                    Some(before) => before.either(&known),
                    None => known,
                });
            }
        }
        if found.is_none() && !of.ty.arms().is_empty() && !name.starts_with("__") {
            self.no_attribute(of, object, name, at);
        }
        found.unwrap_or_default()
    }

    /// Nothing, if values of this type have no such attribute.
    fn attribute_of(&self, ty: &Ty, of: &Known, name: &str) -> Option<Known> {
        match ty {
            Ty::Record(record) => {
                if self.survey.stored_attributes.contains(name) {
                    return Some(Known::any());
                }
                if let Some(field) = record.fields.iter().find(|field| *field.name == *name) {
                    let known = Known::answered(&field.ty, of.data.as_ref());
                    if field.required {
                        return Some(known);
                    }
                    return Some(Known { ty: known.ty.either(&Ty::None), ..known });
                }
                if record.open {
                    return Some(Known::any());
                }
                let reads = ["copy", "get", "items", "keys", "values"].contains(&name);
                (record.open || reads || has(&[BuiltinType::BaseModel], name)).then(Known::any)
            }
            Ty::Instance(place) => self.model_field(*place, name).map(|known| match &of.data {
                // What is spelled out by the annotation is trusted whoever chose it.
                Some(trail)
                    if matches!(known.ty, Ty::Str | Ty::Int | Ty::Float | Ty::DateTime | Ty::Date) =>
                {
                    Known { data: Some(trail.clone()), ..known }
                }
                _ => known,
            }),
            Ty::Class(place) => match self.members(*place) {
                Some(members) if !members.contains(&name) && !has(&[BuiltinType::Enum], name) => None,
                _ => Some(Known::any()),
            },
            Ty::Module(module) => Some(Known::of(member(*module, name))),
            Ty::None => None,
            other => match builtin(other) {
                Some(types) => has(types, name).then(|| attribute_value(other, of, name)),
                None => Some(Known::any()),
            },
        }
    }

    fn no_attribute(&mut self, of: &Known, object: &'a Expr, name: &'a str, at: TextRange) {
        if self.survey.tries_attributes || self.survey.sets_any_attribute {
            return;
        }
        let text = self.lines.text(object.start().to_u32(), object.end().to_u32());
        let shown =
            if text.len() > 40 || text.contains('\n') { "this".to_owned() } else { format!("`{text}`") };
        let (message, fix) = match &of.ty {
            Ty::Record(record) => {
                let fields: Vec<&str> = record.fields.iter().map(|field| &*field.name).collect();
                (
                    format!("`{}` has no field `{name}`", record.name),
                    match nearest(name, fields.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("its fields are {}", listed(&fields)),
                    },
                )
            }
            Ty::Instance(place) => {
                let declared = self.declared(*place);
                let class = self.survey.classes.get(*place).map_or("", |class| class.name.as_str());
                (
                    format!("`{class}` has no field `{name}`"),
                    match nearest(name, declared.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("it has {}", listed(&declared)),
                    },
                )
            }
            Ty::Class(place) => {
                let members = self.members(*place).unwrap_or_default();
                let class = self.survey.classes.get(*place).map_or("", |class| class.name.as_str());
                (format!("`{class}` has no member `{name}`"), format!("its members are {}", listed(&members)))
            }
            Ty::List(item) if matches!(&item.ty, Ty::Record(record) if record.fields.iter().any(|field| *field.name == *name)) => {
                (
                    format!("{shown} is a list: it has no field `{name}`, its elements have"),
                    "go through it in a loop, or take one element".to_owned(),
                )
            }
            Ty::Str | Ty::Member(_) => (
                format!("{shown} is text: it has no `{name}`"),
                match near_attribute(&of.ty, name) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "ask query_ai_assistant for a value with the fields that you need".to_owned(),
                },
            ),
            Ty::None => (
                format!("{shown} is None: it has no `{name}`"),
                "test it with `is not None` first".to_owned(),
            ),
            ty => (
                format!("{shown} is `{}`: it has no `{name}`", ty.name()),
                match near_attribute(ty, name) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "look up what its type has".to_owned(),
                },
            ),
        };
        self.report("P016", at, message, Some(fix));
    }

    pub(super) fn subscript(&mut self, subscript: &'a ExprSubscript) -> Known {
        let of = self.expression(&subscript.value);
        if matches!(of.ty, Ty::Type(_) | Ty::Class(_) | Ty::Any) {
            // A generic type, or nothing known.
            self.expression(&subscript.slice);
            return Known::any();
        }
        let slice = matches!(&*subscript.slice, Expr::Slice(_));
        let key = self.expression(&subscript.slice);
        if slice {
            return match &of.ty {
                Ty::List(_) | Ty::Str | Ty::Bytes => Known::computed(of.ty.clone(), [&key]).holding(&of),
                _ => Known::any(),
            };
        }
        let literal = match &*subscript.slice {
            Expr::StringLiteral(literal) => Some(literal.value.to_str()),
            _ => None,
        };
        let mut found: Option<Known> = None;
        for arm in of.ty.arms() {
            if let Some(known) = self.element(arm, &of, &key, literal) {
                found = Some(match found {
                    Some(before) => before.either(&known),
                    None => known,
                });
            }
        }
        if found.is_none() && !of.ty.arms().is_empty() {
            self.no_element(&of, &key, literal, subscript.slice.range());
        }
        found.unwrap_or_default()
    }

    /// Nothing, if a value of this type cannot have such an element.
    fn element(&self, ty: &Ty, of: &Known, key: &Known, literal: Option<&str>) -> Option<Known> {
        let text = key.ty == Ty::Str;
        match ty {
            Ty::Record(record) => match literal {
                Some(name) => {
                    let Some(field) = record.fields.iter().find(|field| *field.name == *name) else {
                        return record.open.then(Known::any);
                    };
                    let known = Known::answered(&field.ty, of.data.as_ref());
                    Some(if field.required {
                        known
                    } else {
                        Known { ty: known.ty.either(&Ty::None), ..known }
                    })
                }
                None if matches!(key.ty, Ty::Int | Ty::Float | Ty::None) => None,
                None => Some(Known::any()),
            },
            Ty::List(item) => {
                let fits = !(text || matches!(key.ty, Ty::Float | Ty::None | Ty::List(_) | Ty::Record(_)));
                fits.then(|| (**item).clone().seen())
            }
            Ty::Tuple(_) => (!text).then(Known::any),
            Ty::Str => (!text && key.ty != Ty::None).then(|| Known::computed(Ty::Str, [of, key])),
            Ty::Dict(entry) => Some(entry.1.clone().seen()),
            Ty::None | Ty::Bool | Ty::Int | Ty::Float | Ty::Set(_) | Ty::DateTime | Ty::Date => None,
            Ty::Tool(_) | Ty::Child(_) => None,
            _ => Some(Known::any()),
        }
    }

    fn no_element(&mut self, of: &Known, key: &Known, literal: Option<&str>, at: TextRange) {
        let (message, fix) = match (&of.ty, literal) {
            (Ty::Record(record), Some(name)) => {
                let fields: Vec<&str> = record.fields.iter().map(|field| &*field.name).collect();
                (
                    format!("`{}` has no field `{name}`", record.name),
                    match nearest(name, fields.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("its fields are {}", listed(&fields)),
                    },
                )
            }
            (Ty::Str, Some(name)) => (
                format!("text has no element `{name}`"),
                "ask query_ai_assistant for a value with the fields that you need".to_owned(),
            ),
            (Ty::List(_), Some(name)) => (
                format!("a list has no element `{name}`: its elements have numbers"),
                "go through it in a loop, or take one element first".to_owned(),
            ),
            (Ty::Tool(_) | Ty::Child(_), _) => {
                (format!("{} has no elements", of.ty.name()), "call it first".to_owned())
            }
            (ty, _) => (
                format!("`{}` has no element under `{}`", ty.name(), key.ty.name()),
                "look up what its type has".to_owned(),
            ),
        };
        self.report("P017", at, message, Some(fix));
    }
}

impl Known {
    /// A part of `of`, or a copy: what is in it is in this.
    fn holding(self, of: &Known) -> Known {
        // Of a part it is not certain that it holds what the whole does.
        Known { data: of.data.clone().or(self.data), choice: of.choice.clone().or(self.choice), ..self }
    }

    /// An element of a container of which only the empty one has been seen.
    fn seen(self) -> Known {
        if self == Known::nothing() { Known::any() } else { self }
    }
}

/// The built-in types, the most special first, whose attributes values of this type have.
fn builtin(ty: &Ty) -> Option<&'static [BuiltinType]> {
    Some(match ty {
        Ty::Str => &[BuiltinType::Str],
        Ty::Bytes => &[BuiltinType::Bytes],
        Ty::Bool | Ty::Int => &[BuiltinType::Int],
        Ty::Float => &[BuiltinType::Float],
        Ty::List(_) => &[BuiltinType::List],
        Ty::Tuple(_) => &[BuiltinType::Tuple],
        Ty::Dict(_) => &[BuiltinType::Dict],
        Ty::Date => &[BuiltinType::Date],
        Ty::Time => &[BuiltinType::Time],
        Ty::DateTime => &[BuiltinType::DateTime, BuiltinType::Date],
        Ty::TimeDelta => &[BuiltinType::TimeDelta],
        _ => return None,
    })
}

fn has(types: &[BuiltinType], name: &str) -> bool {
    types.iter().any(|ty| {
        [Home::Method(*ty), Home::Attribute(*ty), Home::Static(*ty)]
            .into_iter()
            .any(|home| library::find(home, name).is_some())
    })
}

fn near_attribute(ty: &Ty, name: &str) -> Option<&'static str> {
    let types = builtin(ty)?;
    let homes: Vec<Home> = types.iter().flat_map(|ty| [Home::Method(*ty), Home::Attribute(*ty)]).collect();
    let names = library::natives().iter().filter(|native| homes.contains(&native.home));
    nearest(name, names.map(|native| native.name).filter(|name| !name.starts_with('_')))
}

/// A field of a moment; a method is looked up again where it is called.
fn attribute_value(ty: &Ty, of: &Known, name: &str) -> Known {
    let number = matches!(
        (ty, name),
        (Ty::Date | Ty::DateTime, "year" | "month" | "day")
            | (Ty::Time | Ty::DateTime, "hour" | "minute" | "second" | "microsecond")
            | (Ty::TimeDelta, "days" | "seconds" | "microseconds")
    );
    if number { Known::computed(Ty::Int, [of]) } else { Known::any() }
}

/// What a method of a built-in type gives; nothing is known of the rest.
pub(super) fn method_result(of: &Known, name: &str, arguments: &[Known]) -> Known {
    let all = || std::iter::once(of).chain(arguments);
    match (&of.ty, name) {
        (Ty::Str, "split" | "rsplit" | "splitlines") => {
            let item = Known::computed(Ty::Str, all());
            Known::with(Ty::list(item.clone()), item.data, item.choice)
        }
        (
            Ty::Str,
            "upper" | "lower" | "strip" | "lstrip" | "rstrip" | "title" | "capitalize" | "replace" | "format"
            | "join" | "center" | "ljust" | "rjust" | "zfill" | "casefold" | "swapcase" | "removeprefix"
            | "removesuffix" | "expandtabs" | "translate",
        ) => Known::computed(Ty::Str, all()),
        (Ty::Str, "find" | "rfind" | "index" | "rindex" | "count") => Known::computed(Ty::Int, all()),
        (Ty::Str, _) if name.starts_with("is") || matches!(name, "startswith" | "endswith") => {
            Known::computed(Ty::Bool, all())
        }
        (Ty::Str, "encode") => Known::computed(Ty::Bytes, all()),
        (Ty::Date | Ty::Time | Ty::DateTime, "isoformat" | "strftime" | "ctime") => {
            Known::computed(Ty::Str, all())
        }
        (Ty::DateTime, "date") => Known::computed(Ty::Date, all()),
        (Ty::DateTime, "time") => Known::computed(Ty::Time, all()),
        (Ty::DateTime, "replace" | "astimezone") => Known::computed(Ty::DateTime, all()),
        (Ty::Date, "replace") => Known::computed(Ty::Date, all()),
        (Ty::Date | Ty::DateTime, "weekday" | "isoweekday") => Known::computed(Ty::Int, all()),
        (Ty::TimeDelta, "total_seconds") => Known::computed(Ty::Float, all()),
        (Ty::List(_), "copy") => of.clone(),
        (Ty::Dict(entry), "items") => {
            of.shaped(Ty::list(Known::of(Ty::tuple(vec![entry.0.clone().seen(), entry.1.clone().seen()]))))
        }
        (Ty::Dict(entry), "keys") => {
            Known::with(Ty::list(entry.0.clone().seen()), of.data.clone(), of.choice.clone())
        }
        (Ty::Dict(entry), "values") => of.shaped(Ty::list(entry.1.clone().seen())),
        _ => Known::any(),
    }
}

/// "`a`, `b` and `c`"
pub(super) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
