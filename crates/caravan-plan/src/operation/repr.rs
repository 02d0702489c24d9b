//! `repr` and `str`.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;
use caravan_pylib::int::Integer;
use caravan_pylib::int::text::to_text;
use caravan_pylib::regex::{Match, Subject};
use caravan_pylib::text::{ascii_repr, repr_str};
use caravan_pylib::{bytes, float};

use super::compare::Walk;
use crate::cx::Cx;
use crate::dict::Dict;
use crate::heap::{Class, ClassKind, DictPart, Exception, Heap, Instance, Object, Partial};
use crate::library::native;
use crate::library::pydantic::{EXTRA, computed_fields};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Ref, Value};

const TOO_DEEP: &str = " while getting the repr of an object";

/// The text of a group of a match: none if there is no such group, `Some(None)` if it took no part.
pub(crate) fn group_text<'t>(found: &Match, text: &'t str, group: usize) -> Option<Option<&'t str>> {
    if group > found.groups() {
        return None;
    }
    Some(found.text(group, &Subject::new(text)))
}

/// A text form that grows, within the limit on texts.
struct Writer<'a> {
    walk: Walk<'a>,
    out: String,
    /// The containers that are being written: one of them within itself is abbreviated.
    open: Vec<Ref>,
    limit: usize,
    /// What is written as its class would have it by itself, whatever method the plan has written.
    base_of: Option<Value>,
}

impl<'a> Writer<'a> {
    /// What the value's own method gives, if the plan has written one that is asked here.
    fn own(&mut self, value: Value, method: &str) -> Outcome<Option<Value>> {
        if self.base_of == Some(value) {
            self.base_of = None;
            return Ok(None);
        }
        self.heap().ask_method(value, method, &[])
    }

    fn heap(&self) -> &'a Heap {
        self.walk.heap
    }

    fn push(&mut self, text: &str) -> Outcome<()> {
        if self.out.len().saturating_add(text.len()) > self.limit {
            return Err(Raise::limit("text", format!("a text of more than {} bytes", self.limit)));
        }
        self.out.push_str(text);
        Ok(())
    }

    /// A value that is no object.
    #[inline(never)]
    fn small(&mut self, value: Value) -> Outcome<()> {
        match value {
            Value::Int(int) => self.push(&int.to_string()),
            Value::Float(float) => self.push(&float::repr(float)),
            Value::Unbound | Value::None => self.push("None"),
            Value::Ellipsis => self.push("Ellipsis"),
            Value::NotImplemented => self.push("NotImplemented"),
            Value::Bool(true) => self.push("True"),
            Value::Bool(false) => self.push("False"),
            Value::Native(id) => {
                let name = native(id).map_or("function", |native| native.name);
                self.push(&format!("<built-in function {name}>"))
            }
            // The forms of `typing` are no classes.
            Value::Type(class) if class.qualified_name().starts_with("typing.") => {
                self.push(class.qualified_name())
            }
            Value::Type(BuiltinType::Enum | BuiltinType::StrEnum | BuiltinType::IntEnum) => {
                self.push(&format!("<enum '{}'>", self.heap().class_name(value)))
            }
            Value::Type(_) | Value::ExcType(_) => {
                self.push(&format!("<class '{}'>", self.heap().class_name(value)))
            }
            Value::Module(module) => self.push(&format!("<module '{}'>", module.name())),
            Value::Tool(_) => self.push("<tool>"),
            Value::Child(_) => self.push("<agent>"),
            Value::Object(_) => self.value(value),
        }
    }

    fn value(&mut self, value: Value) -> Outcome<()> {
        let Value::Object(place) = value else { return self.small(value) };
        let Some(object) = self.heap().get(place) else { return self.push("None") };
        if let Object::Str(text) = object {
            return self.push(&repr_str(text.as_str()));
        }
        if self.open.contains(&place) {
            return self.push(match object {
                Object::Dict(_) | Object::Set(_) | Object::FrozenSet(_) => "{...}",
                Object::Tuple(_) => "(...)",
                Object::List(_) | Object::Deque(_) => "[...]",
                _ => "...",
            });
        }
        self.walk.step(self.open.len(), TOO_DEEP)?;
        self.open.push(place);
        self.object(value, object)?;
        self.open.pop();
        Ok(())
    }

    fn object(&mut self, value: Value, object: &'a Object) -> Outcome<()> {
        match object {
            Object::List(list) => self.row("[", &list.items, "]"),
            Object::Tuple(tuple) => self.tuple(&tuple.items),
            Object::Dict(dict) => self.dict(dict),
            Object::Instance(instance) => self.instance(value, instance),
            Object::Exception(exception) => self.exception(value, exception),
            Object::Deque(deque) => self.deque(&deque.0.items, deque.1),
            Object::Set(set) if set.len() > 0 => {
                self.values("{", set.iter().map(|entry| entry.key.value), "}")
            }
            Object::FrozenSet(set) if set.len() > 0 => {
                self.values("frozenset({", set.iter().map(|entry| entry.key.value), "})")
            }
            Object::Slice(parts) => self.row("slice(", &parts[..], ")"),
            Object::Partial(partial) => self.partial(partial),
            Object::View { of, what } => self.view(*of, *what),
            Object::Alias(alias) => self.alias(alias.0, &alias.1),
            _ => self.others(value, object),
        }
    }

    /// Kept apart from [`Writer::object`], whose frame is on the stack once for every level of nesting.
    #[inline(never)]
    fn others(&mut self, value: Value, object: &'a Object) -> Outcome<()> {
        match object {
            Object::Str(text) => self.push(&repr_str(text.as_str())),
            Object::BigInt(big) => self.push(&to_text(&Integer::Big(big.clone()))?),
            Object::Bytes(bytes) => self.push(&bytes::repr(bytes)),
            Object::Set(set) if set.len() == 0 => self.push("set()"),
            Object::FrozenSet(set) if set.len() == 0 => self.push("frozenset()"),
            Object::Range { start, stop, step: 1 } => self.push(&format!("range({start}, {stop})")),
            Object::Range { start, stop, step } => self.push(&format!("range({start}, {stop}, {step})")),
            Object::Date(date) => self.push(&date.repr()),
            Object::Time(time) => self.push(&time.repr()),
            Object::DateTime(moment) => self.push(&moment.repr()),
            Object::TimeDelta(delta) => self.push(&delta.repr()),
            Object::TimeZone(zone) => self.push(&zone.repr()),
            Object::Decimal(decimal) => self.push(&format!("Decimal('{decimal}')")),
            Object::Pattern(pattern) => self.push(&pattern.repr()),
            Object::Match(found) => {
                let text = self.heap().text_at(found.text).as_str();
                self.push(&found.found.repr(&Subject::new(text)))
            }
            Object::Function(_) => self.push("<function>"),
            Object::Cell(_) => self.push("<cell>"),
            Object::Method(_) => self.push("<bound method>"),
            Object::NativeMethod(id, receiver) => {
                let name = native(*id).map_or("method", |native| native.name);
                let of = self.heap().type_name(receiver.value);
                self.push(&format!("<built-in method {name} of {of} object>"))
            }
            Object::Class(class) if class.kind.is_enum() => self.push(&format!("<enum '{}'>", class.name)),
            Object::Class(_) => self.push(&format!("<class '{}'>", self.heap().class_name(value))),
            Object::Iterator(iter) => self.push(&format!("<{} object>", self.heap().iterator_name(iter))),
            Object::Wrapped(kind, _) => self.push(&format!("<{} object>", kind.name())),
            Object::FieldSpec(_) => self.push("<field>"),
            Object::Opaque(opaque) => self.push(&format!("<{}>", opaque.kind)),
            // What `object` has written already.
            _ => Ok(()),
        }
    }

    fn deque(&mut self, items: &[Labelled], longest: Option<usize>) -> Outcome<()> {
        self.row("deque([", items, "]")?;
        match longest {
            Some(longest) => self.push(&format!(", maxlen={longest})")),
            None => self.push(")"),
        }
    }

    fn partial(&mut self, partial: &'a Partial) -> Outcome<()> {
        self.push("functools.partial(")?;
        self.value(partial.function.value)?;
        for argument in &partial.positional {
            self.push(", ")?;
            self.value(argument.value)?;
        }
        for (name, argument) in &partial.keyword {
            self.push(&format!(", {name}="))?;
            self.value(argument.value)?;
        }
        self.push(")")
    }

    fn values(&mut self, before: &str, values: impl Iterator<Item = Value>, after: &str) -> Outcome<()> {
        self.push(before)?;
        for (place, value) in values.enumerate() {
            if place > 0 {
                self.push(", ")?;
            }
            self.value(value)?;
        }
        self.push(after)
    }

    fn row(&mut self, before: &str, items: &[Labelled], after: &str) -> Outcome<()> {
        self.values(before, items.iter().map(|item| item.value), after)
    }

    fn tuple(&mut self, items: &[Labelled]) -> Outcome<()> {
        self.row("(", items, if items.len() == 1 { ",)" } else { ")" })
    }

    fn entries(&mut self, entries: impl Iterator<Item = (Value, Value)>) -> Outcome<()> {
        self.push("{")?;
        for (place, (key, value)) in entries.enumerate() {
            if place > 0 {
                self.push(", ")?;
            }
            self.value(key)?;
            self.push(": ")?;
            self.value(value)?;
        }
        self.push("}")
    }

    fn pairs(&mut self, entries: impl Iterator<Item = (Value, Value)>) -> Outcome<()> {
        self.push("[")?;
        for (place, (key, value)) in entries.enumerate() {
            self.push(if place > 0 { ", (" } else { "(" })?;
            self.value(key)?;
            self.push(", ")?;
            self.value(value)?;
            self.push(")")?;
        }
        self.push("]")
    }

    fn dict(&mut self, dict: &Dict) -> Outcome<()> {
        let entries = dict.iter().map(|entry| (entry.key.value, entry.value.value));
        match dict.kind {
            BuiltinType::Counter if dict.len() == 0 => self.push("Counter()"),
            BuiltinType::Counter => {
                let ordered = self.most_common(dict);
                self.push("Counter(")?;
                self.entries(ordered.into_iter())?;
                self.push(")")
            }
            BuiltinType::OrderedDict if dict.len() == 0 => self.push("OrderedDict()"),
            BuiltinType::OrderedDict => {
                self.push("OrderedDict(")?;
                self.pairs(entries)?;
                self.push(")")
            }
            BuiltinType::DefaultDict => {
                self.push("defaultdict(")?;
                self.value(dict.factory.value)?;
                self.push(", ")?;
                self.entries(entries)?;
                self.push(")")
            }
            _ => self.entries(entries),
        }
    }

    /// A counter's entries, the largest counts first, if they can be ordered.
    fn most_common(&self, dict: &Dict) -> Vec<(Value, Value)> {
        let mut entries: Vec<_> = dict.iter().map(|entry| (entry.key.value, entry.value.value)).collect();
        let less = |a, b| self.walk.order(super::Comparison::Lt, a, b, 0);
        let comparable = entries.windows(2).all(|pair| match pair {
            [(_, a), (_, b)] => less(*a, *b).is_ok(),
            _ => true,
        });
        if comparable {
            entries.sort_by(|(_, a), (_, b)| match (less(*b, *a), less(*a, *b)) {
                (Ok(true), _) => std::cmp::Ordering::Less,
                (_, Ok(true)) => std::cmp::Ordering::Greater,
                _ => std::cmp::Ordering::Equal,
            });
        }
        entries
    }

    fn view(&mut self, of: Ref, what: DictPart) -> Outcome<()> {
        let Some(dict) = self.walk.heap.dict(Value::Object(of)) else { return self.push("dict_keys([])") };
        self.push(what.view_name())?;
        match what {
            DictPart::Keys => self.values("([", dict.iter().map(|entry| entry.key.value), "])"),
            DictPart::Values => self.values("([", dict.iter().map(|entry| entry.value.value), "])"),
            DictPart::Items => {
                self.push("(")?;
                self.pairs(dict.iter().map(|entry| (entry.key.value, entry.value.value)))?;
                self.push(")")
            }
        }
    }

    fn instance(&mut self, value: Value, instance: &'a Instance) -> Outcome<()> {
        if let Some(answer) = self.own(value, "__repr__")? {
            return self.answer(answer, "__repr__");
        }
        let name = self.heap().type_name(value);
        let class = instance.class.and_then(|place| self.heap().class(place));
        match class.map_or(ClassKind::BaseModel, |class| class.kind) {
            ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum => {
                let member = self.member_name(instance);
                self.push(&format!("<{name}.{member}: "))?;
                self.value(instance.field("value").map_or(Value::None, |value| value.value))?;
                self.push(">")
            }
            ClassKind::Dataclass { .. } | ClassKind::BaseModel | ClassKind::NamedTuple => {
                self.push(&name)?;
                self.push("(")?;
                self.fields(value, instance, class, ", ")?;
                self.push(")")
            }
            _ => self.push(&format!("<{name} object>")),
        }
    }

    fn member_name(&self, member: &Instance) -> String {
        let name = member.field("name").and_then(|name| self.heap().str(name.value));
        name.unwrap_or_default().to_owned()
    }

    fn fields(
        &mut self,
        this: Value,
        instance: &'a Instance,
        class: Option<&Class>,
        separator: &str,
    ) -> Outcome<()> {
        let mut first = true;
        for (name, value) in &instance.fields {
            if let Some(class) = class
                && matches!(class.kind, ClassKind::Dataclass { .. } | ClassKind::BaseModel)
            {
                let declared = class.fields.iter().find(|field| field.name == *name);
                let extra = declared.is_none() && instance.unset & EXTRA != 0;
                if !extra && !declared.is_some_and(|field| self.heap().field_flag(field.constraints, "repr"))
                {
                    continue;
                }
            }
            if !first {
                self.push(separator)?;
            }
            first = false;
            self.push(name)?;
            self.push("=")?;
            self.value(value.value)?;
        }
        let model = instance.class.filter(|_| class.is_some_and(|class| class.kind == ClassKind::BaseModel));
        let computed = model.map(|class| computed_fields(self.heap(), class)).unwrap_or_default();
        for (name, getter) in computed {
            let value = self.heap().ask(getter, vec![Labelled::new(this, Label::NONE)])?;
            if !first {
                self.push(separator)?;
            }
            first = false;
            self.push(&name)?;
            self.push("=")?;
            self.value(value.value)?;
        }
        Ok(())
    }

    fn exception(&mut self, value: Value, exception: &'a Exception) -> Outcome<()> {
        if let Some(answer) = self.own(value, "__repr__")? {
            return self.answer(answer, "__repr__");
        }
        let name = self.heap().type_name(value);
        self.push(&name)?;
        self.row("(", &exception.arguments, ")")
    }

    /// What a method of the plan has given as the text.
    fn answer(&mut self, answer: Value, method: &str) -> Outcome<()> {
        match self.heap().str(self.heap().plain(answer)) {
            Some(text) => self.push(text),
            None => Err(Raise::type_error(format!(
                "{method} returned non-string (type {})",
                self.heap().type_name(answer)
            ))),
        }
    }

    fn alias(&mut self, form: Labelled, arguments: &'a [Labelled]) -> Outcome<()> {
        let is_union = form.value == Value::Type(BuiltinType::Union);
        let separator = if is_union { " | " } else { ", " };
        if !is_union {
            self.argument(form.value)?;
            self.push("[")?;
        }
        for (place, argument) in arguments.iter().enumerate() {
            if place > 0 {
                self.push(separator)?;
            }
            self.argument(argument.value)?;
        }
        if is_union { Ok(()) } else { self.push("]") }
    }

    /// A type within another: without the `<class '...'>`.
    fn argument(&mut self, value: Value) -> Outcome<()> {
        match value {
            Value::Type(_) | Value::ExcType(_) => self.push(&self.heap().class_name(value)),
            Value::Ellipsis => self.push("..."),
            Value::Object(_) => match self.heap().object(value) {
                Some(Object::Class(_)) => self.push(&self.heap().class_name(value)),
                _ => self.value(value),
            },
            _ => self.value(value),
        }
    }

    fn str_of(&mut self, value: Value) -> Outcome<()> {
        let object = match self.heap().object(value) {
            Some(object) => object,
            None => return self.value(value),
        };
        match object {
            Object::Str(text) => self.push(text.as_str()),
            Object::Date(date) => self.push(&date.to_string()),
            Object::Time(time) => self.push(&time.to_string()),
            Object::DateTime(moment) => self.push(&moment.to_string()),
            Object::TimeDelta(delta) => self.push(&delta.to_string()),
            Object::TimeZone(zone) => self.push(&zone.to_string()),
            Object::Decimal(decimal) => self.push(&decimal.to_string()),
            Object::Exception(exception) => {
                if let Some(answer) = self.own(value, "__str__")? {
                    return self.answer(answer, "__str__");
                }
                match exception.arguments.as_slice() {
                    [] => Ok(()),
                    [only] if exception.kind.is_a(ExcKind::KeyError) => self.value(only.value),
                    [only] => self.nested_str(value, only.value),
                    several => self.tuple(several),
                }
            }
            Object::Instance(instance) => {
                if let Some(answer) = self.own(value, "__str__")? {
                    return self.answer(answer, "__str__");
                }
                // Members of enums and models have a text of their own beside it.
                let kind = self.heap().instance(value).map(|(_, kind)| kind);
                let apart = kind.is_some_and(|kind| kind.is_enum() || kind == ClassKind::BaseModel);
                if !apart && self.heap().plan_method(value, "__repr__").is_some() {
                    return self.value(value);
                }
                match self.heap().instance(value) {
                    Some((_, ClassKind::StrEnum | ClassKind::IntEnum))
                        if !self.heap().is_mixed_member(value) =>
                    {
                        self.nested_str(value, self.heap().plain(value))
                    }
                    Some((_, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum)) => {
                        let (name, member) = (self.heap().type_name(value), self.member_name(instance));
                        self.push(&format!("{name}.{member}"))
                    }
                    Some((_, ClassKind::BaseModel)) => {
                        if let Value::Object(place) = value {
                            self.open.push(place);
                        }
                        let class = instance.class.and_then(|place| self.heap().class(place));
                        self.fields(value, instance, class, " ")
                    }
                    _ => self.value(value),
                }
            }
            _ => self.value(value),
        }
    }

    /// The `str` of something within another.
    fn nested_str(&mut self, outer: Value, inner: Value) -> Outcome<()> {
        self.walk.step(self.open.len(), TOO_DEEP)?;
        if let Value::Object(place) = outer {
            if self.open.contains(&place) {
                return self.push("...");
            }
            self.open.push(place);
        }
        if inner == outer {
            return self.value(inner);
        }
        self.str_of(inner)
    }
}

impl Heap {
    /// The name of a class as its `repr` shows it.
    pub(crate) fn class_name(&self, class: Value) -> String {
        match class {
            Value::Type(class) => class.qualified_name().to_owned(),
            Value::ExcType(class) => class.qualified_name(),
            _ => match self.object(class) {
                Some(Object::Class(class)) => format!("__main__.{}", class.name),
                _ => self.type_name(class),
            },
        }
    }
}

impl Cx<'_> {
    fn writer(&self) -> Writer<'_> {
        // Texts count against the memory too.
        let limit = self.limits.string.min(self.heap.room());
        Writer { walk: self.walk(), out: String::new(), open: Vec::new(), limit, base_of: None }
    }

    /// `repr(value)`; the labels are the caller's to join, deeply.
    ///
    /// # Errors
    ///
    /// `RecursionError` for values nested too deeply, `ValueError` for integers of too many digits, the limits on
    /// texts and memory, `Cause::Call` to ask a `__repr__` of the plan.
    pub(crate) fn repr(&self, value: Value) -> Outcome<String> {
        let mut writer = self.writer();
        writer.value(value)?;
        Ok(writer.out)
    }

    /// The `repr` that an instance's class has by itself.
    pub(crate) fn base_repr(&self, value: Value) -> Outcome<String> {
        let mut writer = Writer { base_of: Some(value), ..self.writer() };
        writer.value(value)?;
        Ok(writer.out)
    }

    /// The `str` that an instance's class has by itself.
    pub(crate) fn base_str(&self, value: Value) -> Outcome<String> {
        let mut writer = Writer { base_of: Some(value), ..self.writer() };
        writer.str_of(value)?;
        Ok(writer.out)
    }

    /// `str(value)`; as [`Cx::repr`].
    pub(crate) fn str_of(&self, value: Value) -> Outcome<String> {
        if let Some(text) = self.heap.str(value) {
            return Ok(text.to_owned());
        }
        let mut writer = self.writer();
        writer.str_of(value)?;
        Ok(writer.out)
    }

    /// `ascii(value)`; as [`Cx::repr`].
    pub(crate) fn ascii(&self, value: Value) -> Outcome<String> {
        if let Some(text) = self.heap.str(value) {
            return Ok(ascii_repr(text));
        }
        let repr = self.repr(value)?;
        if repr.is_ascii() {
            return Ok(repr);
        }
        // What a repr shows without an escape is escaped as in a text, but for the quotes and backslashes.
        let mut out = String::with_capacity(repr.len());
        for c in repr.chars() {
            if c.is_ascii() {
                out.push(c);
            } else {
                let escaped = ascii_repr(c.encode_utf8(&mut [0; 4]));
                out.push_str(escaped.trim_matches('\''));
            }
        }
        Ok(out)
    }
}
