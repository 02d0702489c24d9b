//! Whether values fit the annotations of a model's fields, and what they are converted to.

use caravan_label::Label;
use caravan_pylib::address;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::model::{Check, Step};
use crate::heap::{ClassKind, Name, Object};
use crate::library::{self, Args, Home, Run};
use crate::operation::{Binary, Comparison};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Ref, Value};
use crate::world::World;

/// How deep values may nest.
const DEPTH: usize = 64;

/// The outcome of a conversion: a value, or which error it is and what it says.
type Converted = Result<Value, (&'static str, String)>;

fn wrong(kind: &'static str, message: &str) -> Outcome<Converted> {
    Ok(Err((kind, message.to_owned())))
}

impl Machine {
    /// A value as an annotation asks for it; none if it does not fit, which the check then knows.
    pub(super) fn valid(
        &mut self,
        annotation: Value,
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        if depth > DEPTH {
            return Ok(check.fails("recursion_loop", "the value nests too deeply", Value::None));
        }
        match annotation {
            Value::None => Ok(match value.value {
                Value::None => Some(value),
                other => check.fails("none_required", "Input should be None", other),
            }),
            Value::Type(ty) => self.valid_type(ty, &[], value, check, depth, world),
            Value::Object(place) => match self.heap.get(place) {
                Some(Object::Class(_)) => self.valid_class(place, value, check, depth, world),
                Some(Object::Alias(alias)) => {
                    let (origin, arguments) = (**alias).clone();
                    match origin.value {
                        Value::Type(ty) => self.valid_type(ty, &arguments, value, check, depth, world),
                        other => self.valid(other, value, check, depth + 1, world),
                    }
                }
                // A name in quotes: a class defined later, or itself.
                Some(Object::Str(name)) => {
                    let name = name.as_str();
                    match self
                        .classes
                        .iter()
                        .rev()
                        .find(|(known, _)| &**known == name)
                        .map(|(_, class)| *class)
                    {
                        Some(class) => self.valid_class(class, value, check, depth, world),
                        None => Ok(Some(value)),
                    }
                }
                _ => Ok(Some(value)),
            },
            _ => Ok(Some(value)),
        }
    }

    fn valid_type(
        &mut self,
        ty: BuiltinType,
        arguments: &[Labelled],
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        use BuiltinType as T;
        let first = arguments.first().map_or(Value::Type(T::Any), |argument| argument.value);
        match ty {
            T::Annotated => {
                let strict = arguments.iter().skip(1).any(|part| match part.value {
                    Value::Object(spec) => {
                        self.heap.field_option(Some(spec), "strict") == Some(Value::Bool(true))
                    }
                    _ => false,
                });
                let outer = check.strict;
                check.strict |= strict;
                let fits = self.valid(first, value, check, depth + 1, world);
                check.strict = outer;
                let Some(mut fits) = fits? else { return Ok(None) };
                for constraint in arguments.iter().skip(1) {
                    if let (Value::Object(spec), Some(Object::FieldSpec(_))) =
                        (constraint.value, self.heap.object(constraint.value))
                    {
                        match self.constrained(fits, spec, check, world)? {
                            Some(value) => fits = value,
                            None => return Ok(None),
                        }
                    }
                }
                Ok(Some(fits))
            }
            T::Optional => match value.value {
                Value::None => Ok(Some(value)),
                _ => self.valid(first, value, check, depth + 1, world),
            },
            T::Union => self.valid_union(arguments, value, check, depth, world),
            T::Literal => self.valid_literal(arguments, value, check, world),
            T::List | T::Sequence | T::Iterable => {
                let message = "Input should be a valid list";
                let Some((items, structure)) = self.items_for(ty, value, check.strict, world)? else {
                    return Ok(check.fails("list_type", message, value.value));
                };
                let Some(items) = self.valid_items(&[first], items, check, depth, world)? else {
                    return Ok(None);
                };
                let list = self.heap.list(items, structure)?;
                Ok(Some(Labelled::new(list, value.label)))
            }
            T::Set | T::FrozenSet => {
                let Some((items, structure)) = self.items_for(ty, value, check.strict, world)? else {
                    let (kind, what) =
                        if ty == T::Set { ("set_type", "set") } else { ("frozen_set_type", "frozenset") };
                    return Ok(check.fails(kind, format!("Input should be a valid {what}"), value.value));
                };
                let Some(items) = self.valid_items(&[first], items, check, depth, world)? else {
                    return Ok(None);
                };
                let set = self.cx(world).make_set(ty, &items, structure)?;
                Ok(Some(Labelled::new(set.value, world.lattice.join(set.label, value.label))))
            }
            T::Tuple => self.valid_tuple(arguments, value, check, depth, world),
            T::Dict | T::Mapping | T::DefaultDict | T::OrderedDict | T::Counter => {
                let second = arguments.get(1).map_or(Value::Type(T::Any), |argument| argument.value);
                self.valid_dict(first, second, value, check, depth, world)
            }
            T::Any | T::Object | T::Callable | T::Type | T::InitVar | T::ClassVar => Ok(Some(value)),
            scalar => {
                let converted = self.converted(scalar, value, check.strict, world)?;
                Ok(match converted {
                    Ok(made) if check.strip && scalar == T::Str => {
                        let stripped = self.heap.str(made).unwrap_or_default().trim().to_owned();
                        Some(Labelled::new(self.heap.text(stripped)?, value.label))
                    }
                    Ok(made) => Some(Labelled::new(made, value.label)),
                    Err((kind, message)) => check.fails(kind, message, value.value),
                })
            }
        }
    }

    // -- containers

    /// The elements of a container that may become one of this type, as they are read, and its structure.
    fn items_for(
        &mut self,
        ty: BuiltinType,
        value: Labelled,
        strict: bool,
        world: &mut World,
    ) -> Outcome<Option<(Vec<Labelled>, Label)>> {
        use BuiltinType as T;
        let own = self.cx(world).type_of(value.value);
        let fits = match ty {
            T::List | T::Sequence | T::Iterable if strict => own == T::List,
            T::Tuple if strict => own == T::Tuple,
            T::Set | T::FrozenSet if strict => own == ty,
            _ => {
                matches!(own, T::List | T::Tuple | T::Set | T::FrozenSet | T::Deque | T::Iterator | T::Range)
                    || matches!(self.heap.object(value.value), Some(Object::View { .. }))
            }
        };
        if !fits {
            return Ok(None);
        }
        let collected = self.cx(world).collect(value)?;
        let structure = world.lattice.join(collected.structure, self.literal);
        Ok(Some((collected.items, structure)))
    }

    /// The elements, each as its annotation asks for it; the last annotation stands for all that follow.
    fn valid_items(
        &mut self,
        annotations: &[Value],
        items: Vec<Labelled>,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Vec<Labelled>>> {
        let mut made = Vec::with_capacity(items.len());
        let count = items.len();
        for (place, item) in items.into_iter().enumerate() {
            let annotation = annotations
                .get(place)
                .or(annotations.last())
                .copied()
                .unwrap_or(Value::Type(BuiltinType::Any));
            check.at.push(Step::Index(place));
            made.extend(self.valid(annotation, item, check, depth + 1, world)?);
            check.at.pop();
        }
        self.heap.charge(count * size_of::<Labelled>())?;
        Ok((made.len() == count).then_some(made))
    }

    fn valid_tuple(
        &mut self,
        arguments: &[Labelled],
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let Some((items, structure)) = self.items_for(BuiltinType::Tuple, value, check.strict, world)? else {
            return Ok(check.fails("tuple_type", "Input should be a valid tuple", value.value));
        };
        let mut annotations: Vec<Value> = arguments.iter().map(|argument| argument.value).collect();
        let open = annotations.is_empty() || annotations.last() == Some(&Value::Ellipsis);
        if open {
            annotations.truncate(1);
        } else if items.len() > annotations.len() {
            let (most, s) = (annotations.len(), if annotations.len() == 1 { "" } else { "s" });
            let message =
                format!("Tuple should have at most {most} item{s} after validation, not {}", items.len());
            return Ok(check.fails("too_long", message, value.value));
        }
        let given = items.len();
        let made = self.valid_items(&annotations, items, check, depth, world)?;
        if !open && given < annotations.len() {
            for place in given..annotations.len() {
                check.at.push(Step::Index(place));
                check.fails("missing", "Field required", value.value);
                check.at.pop();
            }
            return Ok(None);
        }
        let Some(made) = made else { return Ok(None) };
        let tuple = self.heap.tuple(made, structure)?;
        Ok(Some(Labelled::new(tuple, value.label)))
    }

    fn valid_dict(
        &mut self,
        of_keys: Value,
        of_values: Value,
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let entries: Vec<(Labelled, Labelled)> = match self.heap.object(value.value) {
            Some(Object::Dict(dict)) => dict.iter().map(|entry| (entry.key, entry.value)).collect(),
            _ => return Ok(check.fails("dict_type", "Input should be a valid dictionary", value.value)),
        };
        let structure = self.cx(world).structure_of(value);
        let mut made = Vec::with_capacity(entries.len());
        let count = entries.len();
        for (key, item) in entries {
            let name = match self.heap.str(key.value) {
                Some(name) => name.to_owned(),
                None => self.cx(world).repr(key.value)?,
            };
            check.at.push(Step::Name(name.into()));
            check.at.push(Step::Name("[key]".into()));
            let key = self.valid(of_keys, key, check, depth + 1, world)?;
            check.at.pop();
            let item = self.valid(of_values, item, check, depth + 1, world)?;
            check.at.pop();
            made.extend(key.zip(item));
        }
        if made.len() < count {
            return Ok(None);
        }
        // Keys that have become equal decide how many there are.
        let keys: Vec<Labelled> = made.iter().map(|(key, _)| *key).collect();
        let mut cx = self.cx(world);
        let by = cx.deep_all(&keys);
        let structure = cx.join(structure, by);
        let dict = cx.make_dict(BuiltinType::Dict, structure)?;
        for (key, item) in made {
            cx.dict_insert(dict.value, key, item)?;
        }
        Ok(Some(Labelled::new(dict.value, cx.join(dict.label, value.label))))
    }

    // -- choices

    /// One of several types: the first whose own value it is, else the first that it can be converted to. Which of
    /// them it is, is decided by all of the value.
    fn valid_union(
        &mut self,
        arguments: &[Labelled],
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let members: Vec<Value> =
            arguments.iter().map(|argument| argument.value).filter(|m| *m != Value::None).collect();
        let optional = members.len() < arguments.len();
        if optional && value.value == Value::None {
            return Ok(Some(value));
        }
        if let ([only], true) = (members.as_slice(), optional) {
            return self.valid(*only, value, check, depth + 1, world);
        }
        let strict = check.strict;
        let mut failures = Vec::new();
        for own_value in [true, false] {
            if strict && !own_value {
                break;
            }
            failures.clear();
            for member in &members {
                let mut trial =
                    Check { at: check.at.clone(), strict: own_value, strip: check.strip, ..Check::default() };
                let tag = match self.tag(*member, world)? {
                    tag if tag.is_empty() => "union".to_owned(),
                    tag => tag,
                };
                trial.at.push(Step::Name(tag.into()));
                let made = self.valid(*member, value, &mut trial, depth + 1, world)?;
                check.revealed = world.lattice.join(check.revealed, trial.revealed);
                if let Some(made) = made
                    && trial.problems.is_empty()
                {
                    let by = self.cx(world).deep(value);
                    let by = self.cx(world).chosen_by(by, caravan_label::Bits::UNBOUNDED);
                    return Ok(Some(Labelled::new(made.value, world.lattice.join(made.label, by))));
                }
                failures.append(&mut trial.problems);
            }
        }
        check.problems.append(&mut failures);
        Ok(None)
    }

    /// The name under which a member of a union is shown in the place of an error.
    fn tag(&mut self, member: Value, world: &mut World) -> Outcome<String> {
        match member {
            Value::Type(ty) => Ok(ty.name().to_owned()),
            Value::Object(place) if matches!(self.heap.get(place), Some(Object::Class(_))) => {
                Ok(self.class_name(place))
            }
            other => self.cx(world).repr(other),
        }
    }

    fn valid_literal(
        &mut self,
        arguments: &[Labelled],
        value: Labelled,
        check: &mut Check,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let own = self.cx(world).type_of(value.value);
        for argument in arguments {
            let cx = self.cx(world);
            if cx.type_of(argument.value) == own && cx.equal(argument.value, value.value)? {
                return Ok(Some(value));
            }
        }
        let mut shown = Vec::with_capacity(arguments.len());
        for argument in arguments {
            shown.push(self.cx(world).repr(argument.value)?);
        }
        Ok(check.fails("literal_error", format!("Input should be {}", alternatives(&shown)), value.value))
    }

    fn valid_class(
        &mut self,
        class: Ref,
        value: Labelled,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let kind = self.class_kind(class);
        if kind.is_enum() {
            return self.valid_member(class, value, check, world);
        }
        if self.cx(world).is_instance(value.value, Value::Object(class))? {
            return Ok(Some(value));
        }
        let name = self.class_name(class);
        if kind == ClassKind::BaseModel {
            let structure = self.cx(world).deep_keys(value);
            let mut entries = Vec::new();
            match self.heap.object(value.value) {
                Some(Object::Dict(dict)) if !check.strict || dict.kind == BuiltinType::Dict => {
                    for entry in dict.iter() {
                        let Some(name) = self.heap.str(entry.key.value) else { continue };
                        entries.push((Name::from(name), entry.value));
                    }
                }
                // A record that a tool has returned.
                Some(Object::Instance(instance)) if instance.class.is_none() => {
                    entries = instance.fields.clone()
                }
                _ => {
                    let message = format!("Input should be a valid dictionary or instance of {name}");
                    return Ok(check.fails("model_type", message, value.value));
                }
            }
            let count = entries.len();
            let structure = world.lattice.join(structure, value.label);
            let mut cx = self.cx(world);
            for (_, item) in &mut entries {
                item.label = cx.pick(item.label, structure, Label::NONE, count);
            }
            return self.model(class, entries, structure, value.label, check, depth + 1, world);
        }
        let is_dict = matches!(self.heap.object(value.value), Some(Object::Dict(_)));
        if kind == ClassKind::TypedDict && is_dict {
            return Ok(Some(value));
        }
        let message = format!("Input should be an instance of {name}");
        Ok(check.fails("is_instance_of", message, value.value))
    }

    /// A member of an enum, or the value of one.
    fn valid_member(
        &mut self,
        class: Ref,
        value: Labelled,
        check: &mut Check,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let members: Vec<Labelled> = match self.heap.get(class) {
            Some(Object::Class(class)) => class.members.iter().map(|(_, member)| *member).collect(),
            _ => Vec::new(),
        };
        let mut shown = Vec::with_capacity(members.len());
        for member in &members {
            if member.value == value.value {
                return Ok(Some(value));
            }
            let Some((held, _)) = self.heap.enum_value(member.value) else { continue };
            let mut cx = self.cx(world);
            if !check.strict && cx.equal(held.value, value.value)? {
                let key = cx.deep(value);
                let label = cx.pick(member.label, Label::NONE, key, members.len());
                return Ok(Some(Labelled::new(member.value, label)));
            }
            shown.push(cx.repr(held.value)?);
        }
        Ok(check.fails("enum", format!("Input should be {}", alternatives(&shown)), value.value))
    }

    // -- scalars

    fn converted(
        &mut self,
        ty: BuiltinType,
        value: Labelled,
        strict: bool,
        world: &mut World,
    ) -> Outcome<Converted> {
        use BuiltinType as T;
        let own = self.cx(world).type_of(value.value);
        let plain = self.heap.plain(value.value);
        let is = |wanted: T| own == wanted;
        if is(ty) {
            return Ok(Ok(value.value));
        }
        if strict && !(ty == T::Float && is(T::Int)) {
            return match ty {
                T::Int => wrong("int_type", "Input should be a valid integer"),
                T::Float => wrong("float_type", "Input should be a valid number"),
                T::Str => wrong("string_type", "Input should be a valid string"),
                T::EmailStr if is(T::Str) => self.converted(ty, value, false, world),
                T::EmailStr => wrong("string_type", "Input should be a valid string"),
                T::Bool => wrong("bool_type", "Input should be a valid boolean"),
                T::Bytes => wrong("bytes_type", "Input should be a valid bytes"),
                T::Date => wrong("date_type", "Input should be a valid date"),
                T::DateTime => wrong("datetime_type", "Input should be a valid datetime"),
                T::Time => wrong("time_type", "Input should be a valid time"),
                T::TimeDelta => wrong("time_delta_type", "Input should be a valid timedelta"),
                other => wrong("is_instance_of", &format!("Input should be an instance of {}", other.name())),
            };
        }
        let of = self.cx(world).type_of(plain);
        match ty {
            T::Int => match (of, plain) {
                (T::Int, _) => Ok(Ok(plain)),
                (T::Bool, Value::Bool(value)) => Ok(Ok(Value::Int(i64::from(value)))),
                (T::Float, Value::Float(float)) if !float.is_finite() => {
                    wrong("finite_number", "Input should be a finite number")
                }
                (T::Float, Value::Float(float)) if float.fract() != 0.0 => wrong(
                    "int_from_float",
                    "Input should be a valid integer, got a number with a fractional part",
                ),
                (T::Str, _) => {
                    let message = "Input should be a valid integer, unable to parse string as an integer";
                    let text = self.heap.str(plain).unwrap_or_default().trim().to_owned();
                    // "3.0" is an integer that is written with its fraction.
                    let whole = match text.split_once('.') {
                        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => {
                            whole.to_owned()
                        }
                        _ => text,
                    };
                    let whole = self.heap.text(whole)?;
                    self.by_constructor(ty, whole, "int_parsing", message, world)
                }
                (T::Float | T::Decimal, _) => {
                    let message = "Input should be a valid integer, got a number with a fractional part";
                    let made = self.by_constructor(ty, plain, "int_from_float", message, world)?;
                    Ok(match made {
                        Ok(made) if !self.cx(world).equal(made, plain)? => {
                            Err(("int_from_float", message.to_owned()))
                        }
                        made => made,
                    })
                }
                _ => wrong("int_type", "Input should be a valid integer"),
            },
            T::Float => match of {
                T::Int | T::Bool | T::Decimal => {
                    self.by_constructor(ty, plain, "float_type", "Input should be a valid number", world)
                }
                T::Str => {
                    let message = "Input should be a valid number, unable to parse string as a number";
                    self.by_constructor(ty, plain, "float_parsing", message, world)
                }
                _ => wrong("float_type", "Input should be a valid number"),
            },
            T::Bool => {
                let unclear = "Input should be a valid boolean, unable to interpret input";
                match plain {
                    Value::Int(value @ (0 | 1)) => Ok(Ok(Value::Bool(value == 1))),
                    Value::Float(value) if value == 0.0 || value == 1.0 => Ok(Ok(Value::Bool(value == 1.0))),
                    Value::Int(_) => wrong("bool_parsing", unclear),
                    _ => match self.heap.str(plain).map(str::to_lowercase).as_deref() {
                        Some("0" | "off" | "f" | "false" | "n" | "no") => Ok(Ok(Value::Bool(false))),
                        Some("1" | "on" | "t" | "true" | "y" | "yes") => Ok(Ok(Value::Bool(true))),
                        Some(_) => wrong("bool_parsing", unclear),
                        None => wrong("bool_type", "Input should be a valid boolean"),
                    },
                }
            }
            T::Str => match self.heap.object(plain) {
                Some(Object::Str(_)) => Ok(Ok(plain)),
                Some(Object::Bytes(bytes)) => match String::from_utf8(bytes.to_vec()) {
                    Ok(text) => Ok(Ok(self.heap.text(text)?)),
                    Err(_) => wrong(
                        "string_unicode",
                        "Input should be a valid string, unable to parse raw data as a unicode string",
                    ),
                },
                _ => wrong("string_type", "Input should be a valid string"),
            },
            T::EmailStr => {
                let text = match self.heap.str(plain) {
                    Some(text) => address::read(text),
                    None => return wrong("string_type", "Input should be a valid string"),
                };
                match text {
                    Ok(address) => Ok(Ok(self.heap.text(address)?)),
                    Err(reason) => {
                        wrong("value_error", &format!("value is not a valid email address: {reason}"))
                    }
                }
            }
            T::Bytes => match self.heap.str(plain).map(|text| text.as_bytes().into()) {
                Some(bytes) => Ok(Ok(self.heap.value(Object::Bytes(bytes))?)),
                None => wrong("bytes_type", "Input should be a valid bytes"),
            },
            T::NoneType => match plain {
                Value::None => Ok(Ok(plain)),
                _ => wrong("none_required", "Input should be None"),
            },
            T::Decimal => match of {
                T::Int => self.by_constructor(
                    ty,
                    plain,
                    "decimal_parsing",
                    "Input should be a valid decimal",
                    world,
                ),
                // By its shortest text: `Decimal("0.1")`, not what the nearest float is.
                T::Float => {
                    let text = self.cx(world).repr(plain)?;
                    let text = self.heap.text(text)?;
                    self.by_constructor(ty, text, "decimal_parsing", "Input should be a valid decimal", world)
                }
                T::Str => self.by_constructor(
                    ty,
                    plain,
                    "decimal_parsing",
                    "Input should be a valid decimal",
                    world,
                ),
                _ => wrong(
                    "decimal_type",
                    "Decimal input should be an integer, float, string or Decimal object",
                ),
            },
            T::Date => self.as_date(plain, world),
            T::DateTime => self.as_moment(plain, world),
            T::Time => match self.heap.str(plain) {
                Some(_) => {
                    self.read_iso(ty, plain, "time_parsing", "Input should be in a valid time format", world)
                }
                None => wrong("time_type", "Input should be a valid time"),
            },
            T::TimeDelta => match plain {
                Value::Int(_) | Value::Float(_) => {
                    let id = library::find(Home::Constructor(ty), ty.name());
                    let zero = Value::Int(0);
                    self.by_native(
                        id,
                        &[zero, plain],
                        ("time_delta_type", "Input should be a valid timedelta"),
                        world,
                    )
                }
                _ => wrong("time_delta_type", "Input should be a valid timedelta"),
            },
            other => {
                if self.heap.is_of_type(value.value, other) {
                    return Ok(Ok(value.value));
                }
                wrong("is_instance_of", &format!("Input should be an instance of {}", other.name()))
            }
        }
    }

    fn as_date(&mut self, plain: Value, world: &mut World) -> Outcome<Converted> {
        match self.heap.object(plain) {
            Some(Object::DateTime(moment)) => {
                let text = moment.to_string();
                let Some((date, clock)) = text.split_once(' ') else {
                    return wrong("date_type", "Input should be a valid date");
                };
                if !clock.starts_with("00:00:00") || clock.starts_with("00:00:00.") {
                    let message = "Datetimes provided to dates should have zero time - e.g. be exact dates";
                    return wrong("date_from_datetime_inexact", message);
                }
                let date = self.heap.text(date)?;
                self.read_iso(BuiltinType::Date, date, "date_type", "Input should be a valid date", world)
            }
            Some(Object::Str(text)) => {
                let text = text.as_str();
                let date = match text.split_once(['T', ' ']) {
                    Some((date, clock))
                        if clock.trim_end_matches('Z').chars().all(|c| matches!(c, '0' | ':' | '.')) =>
                    {
                        date.to_owned()
                    }
                    _ => text.to_owned(),
                };
                let message = format!("Input should be a valid date or datetime, {}", no_date(&date));
                let date = self.heap.text(date)?;
                self.read_iso(BuiltinType::Date, date, "date_from_datetime_parsing", &message, world)
            }
            _ => wrong("date_type", "Input should be a valid date"),
        }
    }

    fn as_moment(&mut self, plain: Value, world: &mut World) -> Outcome<Converted> {
        // Seconds since 1970, or milliseconds where that many seconds would be too far away.
        let seconds = match plain {
            Value::Int(number) => Some(number as f64),
            Value::Float(number) if number.is_finite() => Some(number),
            _ => None,
        };
        if let Some(seconds) = seconds {
            let seconds = if seconds.abs() > 2e10 { seconds / 1000.0 } else { seconds };
            let zone = self.heap.value(Object::TimeZone(Box::new(caravan_pylib::time::TimeZone::UTC)))?;
            let id = library::find(Home::Static(BuiltinType::DateTime), "fromtimestamp");
            let wrong = ("datetime_type", "Input should be a valid datetime");
            return self.by_native(id, &[Value::Float(seconds), zone], wrong, world);
        }
        let text = match self.heap.object(plain) {
            Some(Object::Date(date)) => date.to_string(),
            Some(Object::Str(text)) => text.as_str().to_owned(),
            _ => return wrong("datetime_type", "Input should be a valid datetime"),
        };
        let message = format!("Input should be a valid datetime or date, {}", no_date(&text));
        let text = self.heap.text(text)?;
        self.read_iso(BuiltinType::DateTime, text, "datetime_from_date_parsing", &message, world)
    }

    fn read_iso(
        &mut self,
        ty: BuiltinType,
        text: Value,
        kind: &'static str,
        message: &str,
        world: &mut World,
    ) -> Outcome<Converted> {
        let id = library::find(Home::Static(ty), "fromisoformat");
        self.by_native(id, &[text], (kind, message), world)
    }

    fn by_constructor(
        &mut self,
        ty: BuiltinType,
        value: Value,
        kind: &'static str,
        message: &str,
        world: &mut World,
    ) -> Outcome<Converted> {
        let id = library::find(Home::Constructor(ty), ty.name());
        self.by_native(id, &[value], (kind, message), world)
    }

    /// What a native makes of bare values; the label is the caller's to give.
    fn by_native(
        &mut self,
        id: Option<crate::value::NativeId>,
        values: &[Value],
        (kind, message): (&'static str, &str),
        world: &mut World,
    ) -> Outcome<Converted> {
        let native =
            id.and_then(library::native).ok_or_else(|| Raise::internal("a constructor is missing"))?;
        let positional: Vec<Labelled> =
            values.iter().map(|value| Labelled::new(*value, Label::NONE)).collect();
        // `fromisoformat` is called on its type.
        let args = Args { positional: &positional, keyword: &[] };
        let mut cx = self.cx(world);
        let made = match native.run {
            Run::Pure(run) => run(&mut cx, args),
            Run::Labelled(run) => run(&mut cx, args).map(|made| made.value),
            _ => return Err(Raise::internal("a constructor that calls the plan")),
        };
        match made {
            Ok(made) => Ok(Ok(made)),
            Err(raise) => match &raise.cause {
                Cause::Python(error)
                    if error.exception().is_some() && error.exception() != Some(ExcKind::MemoryError) =>
                {
                    Ok(Err((kind, message.to_owned())))
                }
                _ => Err(raise),
            },
        }
    }

    // -- constraints

    /// A value that fits its annotation, if it keeps to what `Field(...)` says as well.
    /// What `Field(max_digits=..., decimal_places=...)` says against a decimal number.
    fn too_many_digits(&self, value: Value, constraints: Ref) -> Option<(&'static str, String)> {
        let Some(Object::Decimal(decimal)) = self.heap.object(value) else { return None };
        let option = |name: &str| match self.heap.field_option(Some(constraints), name) {
            Some(Value::Int(bound)) => Some(bound),
            _ => None,
        };
        let (most, places) = (option("max_digits"), option("decimal_places"));
        let (_, digits, Ok(exponent)) = decimal.as_tuple() else { return None };
        // Zeros at the end of a fraction count for nothing, if it is too long with them.
        let zeros = digits.iter().rev().take_while(|digit| **digit == 0).count() as i64;
        let trimmed = if exponent < 0 { zeros.min(-exponent) } else { 0 };
        let measure = |digits: i64, exponent: i64| match exponent {
            0.. => (digits.saturating_add(exponent), 0),
            _ => (digits.max(-exponent), -exponent),
        };
        let (full, full_places) = measure(digits.len() as i64, exponent);
        let (short, short_places) = measure(digits.len() as i64 - trimmed, exponent + trimmed);
        let s = |count: i64| if count == 1 { "" } else { "s" };
        if let Some(most) = most.filter(|most| full > *most && short > *most) {
            let message = format!("Decimal input should have no more than {most} digit{} in total", s(most));
            return Some(("decimal_max_digits", message));
        }
        let places = places?;
        if full_places > places && short_places > places {
            let message =
                format!("Decimal input should have no more than {places} decimal place{}", s(places));
            return Some(("decimal_max_places", message));
        }
        let whole = most?.saturating_sub(places);
        if full - full_places > whole && short - short_places > whole {
            let message = format!(
                "Decimal input should have no more than {whole} digit{} before the decimal point",
                s(whole)
            );
            return Some(("decimal_whole_digits", message));
        }
        None
    }

    pub(super) fn constrained(
        &mut self,
        value: Labelled,
        constraints: Ref,
        check: &mut Check,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let Some(Object::FieldSpec(spec)) = self.heap.get(constraints) else { return Ok(Some(value)) };
        let arguments = spec.arguments.clone();
        if value.value == Value::None {
            return Ok(Some(value));
        }
        if let Some((kind, message)) = self.too_many_digits(value.value, constraints) {
            return Ok(check.fails(kind, message, value.value));
        }
        for (name, bound) in arguments {
            let order = match &*name {
                "gt" => Some((Comparison::Gt, "greater_than", "greater than")),
                "ge" => Some((Comparison::Ge, "greater_than_equal", "greater than or equal to")),
                "lt" => Some((Comparison::Lt, "less_than", "less than")),
                "le" => Some((Comparison::Le, "less_than_equal", "less than or equal to")),
                _ => None,
            };
            let mut cx = self.cx(world);
            if let Some((comparison, kind, words)) = order {
                if !cx.order(comparison, value.value, bound.value)? {
                    let bound = cx.str_of(bound.value)?;
                    return Ok(check.fails(kind, format!("Input should be {words} {bound}"), value.value));
                }
                continue;
            }
            match &*name {
                "multiple_of" => {
                    let bare = |value: Value| Labelled::new(value, Label::NONE);
                    let rest = cx.binary(Binary::Mod, bare(value.value), bare(bound.value))?;
                    if cx.truth(rest.value) {
                        let bound = cx.str_of(bound.value)?;
                        let message = format!("Input should be a multiple of {bound}");
                        return Ok(check.fails("multiple_of", message, value.value));
                    }
                }
                "min_length" | "max_length" => {
                    let length = cx.length(Labelled::new(value.value, Label::NONE))?;
                    let (Value::Int(length), Value::Int(bound)) = (length.value, bound.value) else {
                        continue;
                    };
                    let least = &*name == "min_length";
                    if (least && length >= bound) || (!least && length <= bound) {
                        continue;
                    }
                    let (most, short) = if least { ("at least", "short") } else { ("at most", "long") };
                    let is_text = cx.heap.str(value.value).is_some();
                    let s = if bound == 1 { "" } else { "s" };
                    let what = match cx.type_of(value.value) {
                        BuiltinType::Dict => "Dictionary",
                        BuiltinType::Tuple => "Tuple",
                        BuiltinType::Set => "Set",
                        BuiltinType::FrozenSet => "Frozenset",
                        _ => "List",
                    };
                    let (kind, message) = match (is_text, short) {
                        (true, "short") => {
                            ("string_too_short", format!("String should have {most} {bound} character{s}"))
                        }
                        (true, _) => {
                            ("string_too_long", format!("String should have {most} {bound} character{s}"))
                        }
                        (false, short) => (
                            if short == "short" { "too_short" } else { "too_long" },
                            format!(
                                "{what} should have {most} {bound} item{s} after validation, not {length}"
                            ),
                        ),
                    };
                    return Ok(check.fails(kind, message, value.value));
                }
                "pattern" | "regex" => {
                    let search = library::find(Home::Module(crate::value::Module::Re), "search")
                        .and_then(library::native);
                    let Some(library::Native { run: Run::Pure(search), .. }) = search else {
                        return Err(Raise::internal("the library has no re.search"));
                    };
                    let positional = [bound, Labelled::new(value.value, Label::NONE)];
                    let found = search(&mut cx, Args { positional: &positional, keyword: &[] })?;
                    if found == Value::None {
                        let pattern = cx.heap.str(bound.value).unwrap_or_default().to_owned();
                        let message = format!("String should match pattern '{pattern}'");
                        return Ok(check.fails("string_pattern_mismatch", message, value.value));
                    }
                }
                _ => {}
            }
        }
        Ok(Some(value))
    }
}

/// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
fn alternatives(shown: &[String]) -> String {
    match shown {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// Why a text that is no date is none.
fn no_date(text: &str) -> &'static str {
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u32>().ok());
    match (number(0, 4), number(5, 7), number(8, 10)) {
        _ if text.len() < 10 => "input is too short",
        (None, _, _) => "invalid character in year",
        (_, None, _) => "invalid character in month",
        (_, _, None) => "invalid character in day",
        (_, Some(month), _) if month == 0 || month > 12 => "month value is outside expected range of 1-12",
        _ => "day value is outside expected range",
    }
}
