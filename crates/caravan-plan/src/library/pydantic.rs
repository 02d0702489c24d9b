//! The module `pydantic`: what instances of models are asked for, and the decorators of validators. Making and
//! checking models is the machine's (`machine::model`).

use caravan_label::Label;

use super::{Args, Home, MachineNative, Native, Run, copy, dataclasses, find};
use crate::cx::Cx;
use crate::heap::{ClassKind, FieldSpec, Heap, Instance, Name, Object, Partial};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Ref, Value};

/// What `model_dump` was asked to do.
struct Dump {
    json: bool,
    by_alias: bool,
    exclude_none: bool,
    exclude_unset: bool,
    exclude_defaults: bool,
    include: Option<Vec<Name>>,
    exclude: Vec<Name>,
    /// The labels of the options.
    label: Label,
}

impl Dump {
    fn of(cx: &mut Cx<'_>, args: Args<'_>, json: bool) -> Outcome<Dump> {
        let mut label = Label::NONE;
        for (name, value) in args.keyword {
            if !OPTIONS.contains(&&**name) {
                return Err(Raise::type_error(format!(
                    "BaseModel.model_dump() got an unexpected keyword argument '{name}'"
                )));
            }
            let own = cx.deep(*value);
            label = cx.join(label, own);
        }
        let flag = |name: &str| args.named(name).is_some_and(|flag| cx.heap.truth(flag.value));
        let as_json = args.named("mode").and_then(|mode| cx.heap.str(mode.value)) == Some("json");
        let include = args.named("include").filter(|names| names.value != Value::None);
        Ok(Dump {
            json: json || as_json,
            by_alias: flag("by_alias"),
            exclude_none: flag("exclude_none"),
            exclude_unset: flag("exclude_unset"),
            exclude_defaults: flag("exclude_defaults"),
            include: include.map(|names| field_names(cx, names.value)),
            exclude: args.named("exclude").map(|names| field_names(cx, names.value)).unwrap_or_default(),
            label,
        })
    }

    /// The options for what is inside the model: `include` and `exclude` name fields of the model itself.
    fn inner(&self) -> Dump {
        Dump { include: None, exclude: Vec::new(), ..*self }
    }
}

const OPTIONS: &[&str] = &[
    "mode",
    "include",
    "exclude",
    "by_alias",
    "exclude_none",
    "exclude_unset",
    "exclude_defaults",
    "indent",
    "round_trip",
    "warnings",
];

/// The names in a set, list, tuple or dictionary.
fn field_names(cx: &Cx<'_>, names: Value) -> Vec<Name> {
    let text = |value: Value| cx.heap.str(value).map(Name::from);
    match (cx.heap.dict(names), cx.heap.sequence(names)) {
        (Some(dict), _) => dict.iter().filter_map(|entry| text(entry.key.value)).collect(),
        (None, Some(items)) => items.items.iter().filter_map(|item| text(item.value)).collect(),
        _ => Vec::new(),
    }
}

fn dumped(cx: &mut Cx<'_>, value: Labelled, options: &Dump, depth: usize) -> Outcome<Labelled> {
    if depth > cx.limits.data_depth {
        return Err(Raise::value_error("Circular reference detected (depth exceeded)"));
    }
    let label = cx.structure_of(value);
    let structure = cx.join(label, options.label);
    let kind = cx.heap.instance(value.value).map(|(_, kind)| kind);
    match kind {
        Some(ClassKind::BaseModel) => return dumped_model(cx, value, options, structure, depth),
        Some(ClassKind::Dataclass { .. }) => {
            let fields = dataclasses::read_fields(cx, value).unwrap_or_default();
            let dict = cx.make_dict(BuiltinType::Dict, structure)?;
            for (name, field) in fields {
                let field = dumped(cx, field, &options.inner(), depth + 1)?;
                let name = cx.text(&*name, cx.literal)?;
                cx.dict_insert(dict.value, name, field)?;
            }
            return Ok(dict);
        }
        Some(kind) if kind.is_enum() && options.json => {
            let Some((held, _)) = cx.heap.enum_value(value.value) else { return Ok(value) };
            let label = cx.pick(held.label, value.label, Label::NONE, 1);
            return Ok(Labelled::new(held.value, label));
        }
        _ => {}
    }
    match cx.heap.object(value.value) {
        Some(Object::List(list)) => {
            let items = list.items.clone();
            let items = each(cx, items, options, depth)?;
            cx.make_list(items, structure)
        }
        Some(Object::Tuple(tuple)) => {
            let items = tuple.items.clone();
            let items = each(cx, items, options, depth)?;
            if options.json { cx.make_list(items, structure) } else { cx.make_tuple(items, structure) }
        }
        Some(Object::Set(set) | Object::FrozenSet(set)) => {
            let items: Vec<Labelled> = set.iter().map(|entry| entry.key).collect();
            if options.json {
                let items = each(cx, items, options, depth)?;
                return cx.make_list(items, structure);
            }
            cx.make_set(BuiltinType::Set, &items, structure)
        }
        Some(Object::Dict(dict)) => {
            let entries: Vec<_> = dict.iter().map(|entry| (entry.key, entry.value)).collect();
            let copy = cx.make_dict(BuiltinType::Dict, structure)?;
            for (key, item) in entries {
                let key = if options.json { dumped(cx, key, &options.inner(), depth + 1)? } else { key };
                let item = dumped(cx, item, &options.inner(), depth + 1)?;
                cx.dict_insert(copy.value, key, item)?;
            }
            Ok(copy)
        }
        _ if options.json => as_json(cx, value),
        _ => Ok(value),
    }
}

fn each(cx: &mut Cx<'_>, items: Vec<Labelled>, options: &Dump, depth: usize) -> Outcome<Vec<Labelled>> {
    items.into_iter().map(|item| dumped(cx, item, &options.inner(), depth + 1)).collect()
}

/// A scalar that JSON has no form for, as a text.
fn as_json(cx: &mut Cx<'_>, value: Labelled) -> Outcome<Labelled> {
    let text = match cx.heap.object(value.value) {
        Some(Object::Date(date)) => date.to_string(),
        Some(Object::Time(time)) => time.to_string(),
        Some(Object::DateTime(moment)) => {
            let text = moment.to_string().replacen(' ', "T", 1);
            match text.strip_suffix("+00:00") {
                Some(utc) => format!("{utc}Z"),
                None => text,
            }
        }
        Some(Object::TimeDelta(delta)) => iso_duration(*delta),
        Some(Object::Decimal(decimal)) => decimal.to_string(),
        Some(Object::Bytes(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        _ => return Ok(value),
    };
    cx.text(text, value.label)
}

fn dumped_model(
    cx: &mut Cx<'_>,
    value: Labelled,
    options: &Dump,
    structure: Label,
    depth: usize,
) -> Outcome<Labelled> {
    let Some(Object::Instance(instance)) = cx.heap.object(value.value) else { return Ok(value) };
    let instance = instance.clone();
    let declared = instance.class.and_then(|place| cx.heap.class(place)).map(|class| class.fields.clone());
    let declared = declared.unwrap_or_default();
    let mut kept = Vec::with_capacity(instance.fields.len());
    let mut structure = structure;
    for (name, field) in &instance.fields {
        let place = declared.iter().position(|known| known.name == *name);
        // What has been set beside the fields (a cached property) is not the model's.
        if place.is_none() && instance.class.is_some() && instance.unset & EXTRA == 0 {
            continue;
        }
        let spec = place.and_then(|place| declared.get(place));
        if options.exclude.contains(name) || options.include.as_ref().is_some_and(|only| !only.contains(name))
        {
            continue;
        }
        if spec.is_some_and(|field| left_out(cx, field.constraints)) {
            continue;
        }
        let unset = place.is_some_and(|place| place < 63 && instance.unset >> place & 1 == 1);
        if options.exclude_unset && unset {
            continue;
        }
        // Whether a field is left out is decided by its value.
        if options.exclude_none {
            structure = cx.join(structure, field.label);
            if field.value == Value::None {
                continue;
            }
        }
        if options.exclude_defaults
            && let Some(spec) = spec
        {
            let own = cx.deep(*field);
            structure = cx.join(structure, own);
            let same = match (spec.default.value, spec.factory.value) {
                (Value::Unbound, Value::Unbound) => false,
                (Value::Unbound, _) => unset,
                (default, _) => cx.equal(default, field.value)?,
            };
            if same {
                continue;
            }
        }
        let alias = spec.filter(|_| options.by_alias).and_then(|field| written_alias(cx, field.constraints));
        kept.push((alias.unwrap_or_else(|| name.clone()), *field));
    }
    let computed = instance.class.map(|class| computed_fields(cx.heap, class)).unwrap_or_default();
    for (name, getter) in computed {
        let wanted = options.include.as_ref().is_none_or(|only| only.contains(&name));
        if wanted && !options.exclude.contains(&name) {
            let field = cx.heap.ask(getter, vec![value])?;
            if options.exclude_none {
                structure = cx.join(structure, field.label);
            }
            if !(options.exclude_none && field.value == Value::None) {
                kept.push((name, field));
            }
        }
    }
    let dict = cx.make_dict(BuiltinType::Dict, structure)?;
    let own = cx.structure_of(value);
    for (name, field) in kept {
        let label = cx.pick(field.label, own, Label::NONE, 1);
        let field = dumped(cx, Labelled::new(field.value, label), &options.inner(), depth + 1)?;
        let name = cx.text(&*name, cx.literal)?;
        cx.dict_insert(dict.value, name, field)?;
    }
    Ok(dict)
}

/// The properties of a model that `@computed_field` has marked, those of the bases first.
pub(crate) fn computed_fields(heap: &Heap, class: Ref) -> Vec<(Name, Labelled)> {
    let mut found: Vec<(Name, Labelled)> = Vec::new();
    let Some(own) = heap.class(class) else { return found };
    for place in own.ancestors.iter().rev().chain(std::iter::once(&class)) {
        let Some(class) = heap.class(*place) else { continue };
        for (name, attribute) in &class.attributes {
            if let Some(Object::Wrapped(BuiltinType::Property, pair)) = heap.object(attribute.value)
                && pair.1.value == Value::Ellipsis
            {
                found.retain(|(known, _)| known != name);
                found.push((name.clone(), pair.0));
            }
        }
    }
    found
}

/// `Model.model_fields`, `Model.model_computed_fields`: records of the declared fields by name.
pub(crate) fn described_fields(cx: &mut Cx<'_>, class: Ref, name: &str, label: Label) -> Outcome<Labelled> {
    let dict = cx.make_dict(BuiltinType::Dict, label)?;
    type Fields = Vec<(Name, Labelled)>;
    let mut described: Vec<(Name, &str, Fields)> = Vec::new();
    if name == "model_fields" {
        let fields = cx.heap.class(class).map(|class| class.fields.clone()).unwrap_or_default();
        for field in fields.iter().cloned() {
            let none = cx.none(cx.literal);
            let description = match field.description {
                Some(text) => cx.text(text, cx.literal)?,
                None => none,
            };
            let default = if field.default.value == Value::Unbound { none } else { field.default };
            let parts = vec![
                ("annotation".into(), field.annotation),
                ("default".into(), default),
                ("description".into(), description),
            ];
            described.push((field.name, "FieldInfo", parts));
        }
    } else {
        let computed = computed_fields(cx.heap, class);
        described.extend(computed.into_iter().map(|(name, _)| (name, "ComputedFieldInfo", Vec::new())));
    }
    for (name, class_name, fields) in described {
        let record =
            Instance { class: None, class_name: class_name.into(), fields, structure: label, unset: 0 };
        let record = cx.heap.value(Object::Instance(Box::new(record)))?;
        let name = cx.text(&*name, cx.literal)?;
        cx.dict_insert(dict.value, name, Labelled::new(record, cx.literal))?;
    }
    Ok(dict)
}

/// `model.model_fields_set`: the names of the fields that were given; `model.model_extra`: what else was.
pub(crate) fn kept_fields(cx: &mut Cx<'_>, model: Labelled, name: &str) -> Outcome<Labelled> {
    let Some(Object::Instance(instance)) = cx.heap.object(model.value) else {
        return Err(Raise::internal("the fields of no model"));
    };
    let instance = instance.clone();
    let declared = instance.class.and_then(|class| cx.heap.class(class)).map(|class| class.fields.clone());
    let declared = declared.unwrap_or_default();
    let structure = cx.structure_of(model);
    let place = |name: &str| declared.iter().position(|field| *field.name == *name);
    if name == "model_extra" {
        if instance.unset & EXTRA == 0 {
            return Ok(cx.none(structure));
        }
        let dict = cx.make_dict(BuiltinType::Dict, structure)?;
        for (name, value) in instance.fields.iter().filter(|(name, _)| place(name).is_none()) {
            let name = cx.text(&**name, cx.literal)?;
            cx.dict_insert(dict.value, name, *value)?;
        }
        return Ok(dict);
    }
    let mut names = Vec::new();
    for (name, _) in &instance.fields {
        let given = match place(name) {
            Some(place) => place >= 63 || instance.unset >> place & 1 == 0,
            None => instance.unset & EXTRA != 0,
        };
        if given {
            names.push(cx.text(&**name, cx.literal)?);
        }
    }
    cx.make_set(BuiltinType::Set, &names, structure)
}

/// A duration as ISO 8601 writes it.
fn iso_duration(delta: caravan_pylib::time::TimeDelta) -> String {
    let micros = delta.total_micros();
    let sign = if micros < 0 { "-" } else { "" };
    let micros = micros.unsigned_abs();
    let (seconds, fraction) = (micros / 1_000_000, micros % 1_000_000);
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hours, minutes, seconds) = (rest / 3600, rest / 60 % 60, rest % 60);
    let mut text = format!("{sign}P");
    if days > 0 {
        text.push_str(&format!("{days}D"));
    }
    if rest > 0 || fraction > 0 || days == 0 {
        text.push('T');
    }
    if hours > 0 {
        text.push_str(&format!("{hours}H"));
    }
    if minutes > 0 {
        text.push_str(&format!("{minutes}M"));
    }
    if fraction > 0 {
        let fraction = format!("{fraction:06}");
        text.push_str(&format!("{seconds}.{}S", fraction.trim_end_matches('0')));
    } else if seconds > 0 || micros == 0 {
        text.push_str(&format!("{seconds}S"));
    }
    text
}

/// `@computed_field`: marks a property as one that is written out with the fields.
fn computed_field(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let Some(function) = args.get(0) else {
        // With options: the decorator itself.
        let this = find(Home::Module(Module::Pydantic), "computed_field");
        let this = this.ok_or_else(|| Raise::internal("no computed_field"))?;
        return Ok(Labelled::new(Value::Native(this), cx.literal));
    };
    let getter = match cx.heap.object(function.value) {
        Some(Object::Wrapped(BuiltinType::Property | BuiltinType::CachedProperty, pair)) => pair.0,
        _ => function,
    };
    let mark = Labelled::new(Value::Ellipsis, cx.literal);
    let marked = Object::Wrapped(BuiltinType::Property, Box::new((getter, mark)));
    Ok(Labelled::new(cx.heap.value(marked)?, cx.literal))
}

/// The bit of `Instance::unset` that says that a model keeps fields beyond the declared ones.
pub(crate) const EXTRA: u64 = 1 << 63;

/// Whether `Field(exclude=True)` says so.
fn left_out(cx: &Cx<'_>, constraints: Option<Ref>) -> bool {
    let Some(Object::FieldSpec(spec)) = constraints.and_then(|place| cx.heap.get(place)) else {
        return false;
    };
    spec.arguments.iter().any(|(name, value)| &**name == "exclude" && cx.heap.truth(value.value))
}

/// The alias that `Field(alias=...)` gives.
pub(crate) fn alias(cx: &Cx<'_>, constraints: Option<Ref>) -> Option<Name> {
    let Some(Object::FieldSpec(spec)) = constraints.and_then(|place| cx.heap.get(place)) else { return None };
    let find =
        |name: &str| spec.arguments.iter().find(|(known, _)| &**known == name).map(|(_, value)| value.value);
    let alias = find("alias").or_else(|| find("validation_alias"))?;
    cx.heap.str(alias).map(Name::from)
}

/// The alias under which a field is written out.
fn written_alias(cx: &Cx<'_>, constraints: Option<Ref>) -> Option<Name> {
    let find = |name: &str| cx.heap.field_option(constraints, name);
    let alias = find("serialization_alias").or_else(|| find("alias"))?;
    cx.heap.str(alias).map(Name::from)
}

fn no_positional(args: Args<'_>, function: &str) -> Outcome<()> {
    match args.positional.len() {
        0 | 1 => Ok(()),
        given => Err(Raise::type_error(format!(
            "BaseModel.{function}() takes 1 positional argument but {given} were given"
        ))),
    }
}

fn model_dump(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    no_positional(args, "model_dump")?;
    let options = Dump::of(cx, args, false)?;
    dumped(cx, args.receiver()?, &options, 0)
}

/// A text made of the whole model.
fn model_dump_json(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    no_positional(args, "model_dump_json")?;
    let options = Dump::of(cx, args, true)?;
    let dict = dumped(cx, args.receiver()?, &options, 0)?;
    let dumps = find(Home::Module(Module::Json), "dumps").and_then(super::native);
    let Some(Native { run: Run::Pure(dumps), .. }) = dumps else {
        return Err(Raise::internal("the library has no json.dumps"));
    };
    let bare = |value: Value| Labelled::new(value, Label::NONE);
    let mut keyword: Vec<(Name, Labelled)> = vec![("ensure_ascii".into(), bare(Value::Bool(false)))];
    match args.named("indent").filter(|indent| indent.value != Value::None) {
        Some(indent) => keyword.push(("indent".into(), indent)),
        None => {
            let pair = vec![bare(cx.heap.text(",")?), bare(cx.heap.text(":")?)];
            let pair = cx.heap.tuple(pair, Label::NONE)?;
            keyword.push(("separators".into(), bare(pair)));
        }
    }
    dumps(cx, Args { positional: &[dict], keyword: &keyword })
}

fn model_copy(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    no_positional(args, "model_copy")?;
    let model = args.receiver()?;
    let deep = args.named("deep").is_some_and(|deep| cx.heap.truth(deep.value));
    let of = if deep { copy::deep(cx, model)? } else { model };
    let Some(Object::Instance(instance)) = cx.heap.object(of.value) else {
        return Err(Raise::internal("model_copy of no model"));
    };
    let mut copy = (**instance).clone();
    copy.structure = cx.structure_of(model);
    if let Some(update) = args.named("update").filter(|update| update.value != Value::None) {
        let by = cx.deep_keys(update);
        copy.structure = cx.join(copy.structure, by);
        let entries: Vec<(Labelled, Labelled)> = match cx.heap.object(update.value) {
            Some(Object::Dict(dict)) => dict.iter().map(|entry| (entry.key, entry.value)).collect(),
            _ => return Err(Raise::type_error("update must be a dictionary")),
        };
        for (key, value) in entries {
            let name: Name = cx.heap.str(key.value).unwrap_or_default().into();
            match copy.fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, field)) => *field = value,
                None => copy.fields.push((name, value)),
            }
        }
    }
    Ok(Labelled::new(cx.heap.value(Object::Instance(Box::new(copy)))?, cx.literal))
}

/// What a `ValidationError` keeps: the list of its problems.
fn kept_errors(cx: &Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    match cx.heap.object(args.receiver()?.value) {
        Some(Object::Exception(exception)) => {
            let kept =
                exception.fields.iter().find(|(name, _)| &**name == "_errors").map(|(_, value)| *value);
            kept.ok_or_else(|| Raise::attribute_error("this ValidationError was not raised by a model"))
        }
        _ => Err(Raise::internal("the errors of no exception")),
    }
}

fn errors(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    kept_errors(cx, args)
}

fn error_count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let errors = kept_errors(cx, args)?;
    cx.length(errors)
}

/// `ConfigDict(...)`: the dictionary.
fn config_dict(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let dict = cx.make_dict(BuiltinType::Dict, Label::NONE)?;
    for (name, value) in args.keyword {
        let name = cx.text(&**name, cx.literal)?;
        cx.dict_insert(dict.value, name, *value)?;
    }
    Ok(dict)
}

/// `@field_validator(*fields, mode=...)`, `@model_validator(mode=...)`: a decorator that marks a function of the
/// class, for the machine to find.
fn validator(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    for (name, value) in args.keyword {
        let text = cx.heap.str(value.value);
        let instead = match &**name {
            "mode" if !matches!(text, Some("before" | "after")) => {
                "the mode of a validator is \"before\" or \"after\": write one of each"
            }
            "always" if cx.heap.truth(value.value) => "write the default as the validator would give it",
            "each_item" if cx.heap.truth(value.value) => "write a loop over the items in the validator",
            _ => continue,
        };
        return Err(Raise::type_error(format!(
            "a plan has no validator with {name}={}: {instead}",
            cx.repr(value.value)?
        )));
    }
    let fields = cx.heap.tuple(args.positional.to_vec(), Label::NONE)?;
    let mut arguments = args.keyword.to_vec();
    arguments.push(("fields".into(), Labelled::new(fields, cx.literal)));
    let spec = cx.heap.value(Object::FieldSpec(Box::new(FieldSpec { arguments })))?;
    let mark = find(Home::Module(Module::Pydantic), "_mark").ok_or_else(|| Raise::internal("no mark"))?;
    let partial = Partial {
        function: Labelled::new(Value::Native(mark), cx.literal),
        positional: vec![Labelled::new(spec, cx.literal)],
        keyword: Vec::new(),
    };
    Ok(Labelled::new(cx.heap.value(Object::Partial(Box::new(partial)))?, cx.literal))
}

fn mark(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [spec, function] = args.unpack(0, "validator", 2)?;
    let (Some(spec), Some(function)) = (spec, function) else {
        return Err(Raise::internal("a mark on nothing"));
    };
    let function = match cx.heap.object(function.value) {
        Some(Object::Wrapped(BuiltinType::ClassMethod | BuiltinType::StaticMethod, pair)) => pair.0,
        _ => function,
    };
    let marked = Object::Wrapped(BuiltinType::ClassMethod, Box::new((function, spec)));
    Ok(Labelled::new(cx.heap.value(marked)?, cx.literal))
}

const fn on_class(name: &'static str, which: MachineNative) -> Native {
    Native { home: Home::Static(BuiltinType::BaseModel), name, run: Run::Machine(which), mutates: false }
}

pub(crate) const NATIVES: &[Native] = &[
    Native::function(Module::Pydantic, "Field", Run::Labelled(dataclasses::field)),
    Native::function(Module::Pydantic, "ConfigDict", Run::Labelled(config_dict)),
    Native::function(Module::Pydantic, "field_validator", Run::Labelled(validator)),
    Native::function(Module::Pydantic, "model_validator", Run::Labelled(validator)),
    // By their names of pydantic 1, which planners still write.
    Native::function(Module::Pydantic, "validator", Run::Labelled(validator)),
    Native::method(BuiltinType::BaseModel, "dict", Run::Labelled(model_dump)),
    Native::method(BuiltinType::BaseModel, "json", Run::Pure(model_dump_json)),
    on_class("parse_obj", MachineNative::ModelValidate),
    Native::function(Module::Pydantic, "computed_field", Run::Labelled(computed_field)),
    Native::function(Module::Pydantic, "_mark", Run::Labelled(mark)),
    Native::method(BuiltinType::BaseModel, "model_dump", Run::Labelled(model_dump)),
    Native::method(BuiltinType::BaseModel, "model_dump_json", Run::Pure(model_dump_json)),
    Native::method(BuiltinType::BaseModel, "model_copy", Run::Labelled(model_copy)),
    Native::method(BuiltinType::BaseModel, "_errors", Run::Labelled(errors)),
    Native::method(BuiltinType::BaseModel, "_error_count", Run::Labelled(error_count)),
    on_class("model_validate", MachineNative::ModelValidate),
    on_class("model_validate_json", MachineNative::ModelValidateJson),
];
