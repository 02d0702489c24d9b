//! `collections.namedtuple`, and the methods of named tuples.

use std::sync::Arc;

use caravan_label::Label;
use caravan_pylib::text;

use crate::cx::Cx;
use crate::heap::{Class, ClassField, ClassKind, Instance, Object};
use crate::library::{Args, Native, Run, Task, TaskState, TaskStep};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The names of the fields: a text of names apart by spaces or commas, or an iterable of names.
fn field_names(cx: &mut Cx<'_>, source: Labelled) -> Outcome<Vec<String>> {
    if let Some(text) = cx.heap.str(source.value) {
        let names = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty());
        return Ok(names.map(str::to_owned).collect());
    }
    let collected = cx.collect(source)?;
    collected.items.iter().map(|item| cx.str_of(item.value)).collect()
}

/// What is wrong with a name, if something is.
fn fault(name: &str) -> Option<String> {
    if !text::predicate::is_identifier(name) {
        return Some(format!("Type names and field names must be valid identifiers: '{name}'"));
    }
    KEYWORDS.contains(&name).then(|| format!("Type names and field names cannot be a keyword: '{name}'"))
}

fn named_tuple(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [name, fields] = [args.get(0).or(args.named("typename")), args.get(1).or(args.named("field_names"))];
    let (name, fields) = match (name, fields) {
        (Some(name), Some(fields)) => (name, fields),
        (Some(_), None) => {
            return Err(Raise::type_error(
                "namedtuple() missing 1 required positional argument: 'field_names'",
            ));
        }
        (None, Some(_)) => {
            return Err(Raise::type_error("namedtuple() missing 1 required positional argument: 'typename'"));
        }
        (None, None) => {
            return Err(Raise::type_error(
                "namedtuple() missing 2 required positional arguments: 'typename' and 'field_names'",
            ));
        }
    };
    if args.positional.len() > 2 {
        return Err(Raise::type_error(format!(
            "namedtuple() takes 2 positional arguments but {} were given",
            args.positional.len()
        )));
    }
    for (keyword, _) in args.keyword {
        if !["typename", "field_names", "rename", "defaults", "module"].contains(&&**keyword) {
            return Err(Raise::type_error(format!(
                "namedtuple() got an unexpected keyword argument '{keyword}'"
            )));
        }
    }
    let rename = args.named("rename");
    let label =
        [Some(name), Some(fields), rename].into_iter().flatten().fold(cx.literal, |label, argument| {
            let own = cx.deep(argument);
            cx.join(label, own)
        });
    let made = class_from(cx, args, name, fields, rename, label);
    let mut class = cx.reveal(made, label)?;
    describe_fields(cx, &mut class)?;
    Ok(Labelled::new(cx.heap.value(Object::Class(Box::new(class)))?, cx.literal))
}

fn class_from(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: Labelled,
    fields: Labelled,
    rename: Option<Labelled>,
    label: Label,
) -> Outcome<Class> {
    let name = cx.str_of(name.value)?;
    let mut names = field_names(cx, fields)?;
    if rename.is_some_and(|rename| cx.truth(rename.value)) {
        for place in 0..names.len() {
            let (before, rest) = names.split_at(place);
            let Some(field) = rest.first() else { break };
            if fault(field).is_some() || field.starts_with('_') || before.contains(field) {
                let new = format!("_{place}");
                if let Some(field) = names.get_mut(place) {
                    *field = new;
                }
            }
        }
    } else {
        if let Some(fault) = std::iter::once(&name).chain(&names).find_map(|name| fault(name)) {
            return Err(Raise::value_error(fault));
        }
        for (place, field) in names.iter().enumerate() {
            if field.starts_with('_') {
                return Err(Raise::value_error(format!(
                    "Field names cannot start with an underscore: '{field}'"
                )));
            }
            if names.iter().take(place).any(|before| before == field) {
                return Err(Raise::value_error(format!("Encountered duplicate field name: '{field}'")));
            }
        }
    }
    let mut defaults = Vec::new();
    if let Some(given) = args.named("defaults").filter(|given| given.value != Value::None) {
        let collected = cx.collect(given)?;
        if collected.items.len() > names.len() {
            let failed = Err(Raise::type_error("Got more default values than field names"));
            return cx.reveal(failed, collected.structure);
        }
        for item in collected.items {
            let label = cx.pick(item.label, collected.structure, Label::NONE, names.len());
            defaults.push(Labelled::new(item.value, label));
        }
    }
    let unbound = Labelled::new(Value::Unbound, label);
    let required = names.len() - defaults.len();
    let defaults = std::iter::repeat_n(unbound, required).chain(defaults);
    let fields = names.iter().zip(defaults).map(|(name, default)| ClassField {
        name: name.as_str().into(),
        annotation: Labelled::new(Value::Type(BuiltinType::Any), label),
        default,
        factory: unbound,
        description: None,
        constraints: None,
        keyword_only: false,
        init_only: false,
    });
    Ok(Class {
        fields: Arc::new(fields.collect()),
        name: name.into(),
        kind: ClassKind::NamedTuple,
        ancestors: Vec::new(),
        attributes: Vec::new(),
        members: Vec::new(),
        label,
        doc: None,
        mixed: false,
        generates: false,
    })
}

/// The fields of a named tuple.
fn fields_of<'a>(cx: &'a Cx<'_>, tuple: Labelled) -> Outcome<&'a Instance> {
    match cx.heap.object(tuple.value) {
        Some(Object::Instance(instance)) => Ok(instance),
        _ => Err(Raise::internal("a method of a named tuple on something else")),
    }
}

fn as_dict(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "_asdict")?;
    let tuple = args.receiver()?;
    let structure = cx.structure_of(tuple);
    let fields: Vec<_> = fields_of(cx, tuple)?.fields.clone();
    let dict = cx.make_dict(BuiltinType::Dict, structure)?;
    for (name, value) in fields {
        let key = cx.text(&*name, structure)?;
        cx.dict_insert(dict.value, key, value)?;
    }
    Ok(dict)
}

fn replace(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.positional.len() > 1 {
        return Err(Raise::type_error(format!(
            "_replace() takes 1 positional argument but {} were given",
            args.positional.len()
        )));
    }
    let tuple = args.receiver()?;
    let structure = cx.structure_of(tuple);
    let mut copy = fields_of(cx, tuple)?.clone();
    let mut unexpected = Vec::new();
    for (name, value) in args.keyword {
        match copy.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, field)) => *field = *value,
            None => unexpected.push(format!("'{name}'")),
        }
    }
    if !unexpected.is_empty() {
        let failed =
            Err(Raise::value_error(format!("Got unexpected field names: [{}]", unexpected.join(", "))));
        return cx.reveal(failed, structure);
    }
    copy.structure = structure;
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(copy)))?, cx.literal))
}

/// The class behind a value.
fn class_of<'a>(cx: &'a Cx<'_>, value: Labelled) -> Outcome<&'a Class> {
    match cx.heap.object(value.value) {
        Some(Object::Class(class)) => Ok(class),
        _ => Err(Raise::internal("a function of a class of named tuples on something else")),
    }
}

/// `Row._make(values)`: calls the class.
fn make(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let values = args.one(1, "_make")?;
    let class = args.receiver()?;
    let collected = cx.collect(values)?;
    let (wanted, label) = class_of(cx, class).map(|class| (class.fields.len(), class.label))?;
    if collected.items.len() != wanted {
        let label = cx.join(label, collected.structure);
        let failed =
            Err(Raise::type_error(format!("Expected {wanted} arguments, got {}", collected.items.len())));
        return cx.reveal(failed, label);
    }
    let items = collected
        .items
        .iter()
        .map(|item| Labelled::new(item.value, cx.pick(item.label, collected.structure, Label::NONE, wanted)))
        .collect();
    Ok(Task { step: make_step, state: TaskState::new(class, items, collected.structure) })
}

fn make_step(_: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    Ok(match answer {
        Some(made) => TaskStep::Done(made),
        None => TaskStep::Call(state.function, state.items.clone()),
    })
}

/// Gives a class of named tuples the attributes `_fields` and `_field_defaults`.
pub(crate) fn describe_fields(cx: &mut Cx<'_>, class: &mut Class) -> Outcome<()> {
    let label = class.label;
    let mut names = Vec::with_capacity(class.fields.len());
    let defaults = cx.make_dict(BuiltinType::Dict, label)?;
    for field in class.fields.iter() {
        let name = cx.text(&*field.name, label)?;
        names.push(name);
        if field.default.value != Value::Unbound {
            cx.dict_insert(defaults.value, name, field.default)?;
        }
    }
    let names = cx.make_tuple(names, label)?;
    class.attributes.push(("_fields".into(), names));
    class.attributes.push(("_field_defaults".into(), defaults));
    Ok(())
}

/// The values of a named tuple in order.
fn values(cx: &mut Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(Vec<Labelled>, Labelled, Label)> {
    let wanted = args.one(1, name)?;
    let tuple = args.receiver()?;
    let revealed = cx.deep_all(&[tuple, wanted]);
    let values = fields_of(cx, tuple)?.fields.iter().map(|(_, value)| *value).collect();
    Ok((values, wanted, revealed))
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (values, wanted, revealed) = values(cx, args, "tuple.index")?;
    for (place, value) in values.iter().enumerate() {
        let matches = cx.matches(value.value, wanted.value);
        if cx.reveal(matches, revealed)? {
            return Ok(Labelled::new(cx.count(place), revealed));
        }
    }
    let failed = Err(Raise::value_error("tuple.index(x): x not in tuple"));
    cx.reveal(failed, revealed)
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (values, wanted, revealed) = values(cx, args, "tuple.count")?;
    let mut count = 0;
    for value in values {
        let matches = cx.matches(value.value, wanted.value);
        count += usize::from(cx.reveal(matches, revealed)?);
    }
    Ok(Labelled::new(cx.count(count), revealed))
}

const NAMED_TUPLE: BuiltinType = BuiltinType::NamedTuple;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Collections, "namedtuple", Run::Labelled(named_tuple)),
    Native::method(NAMED_TUPLE, "_asdict", Run::Labelled(as_dict)),
    Native::method(NAMED_TUPLE, "_replace", Run::Labelled(replace)),
    Native::of_type(NAMED_TUPLE, "_make", Run::Task(make)),
    Native::method(NAMED_TUPLE, "index", Run::Labelled(index)),
    Native::method(NAMED_TUPLE, "count", Run::Labelled(count)),
];
