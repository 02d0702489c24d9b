//! The module `operator`.

use caravan_label::Label;

use super::functools::bound_native;
use super::pulling::settled;
use super::{Args, Home, MachineNative, Native, Run, Task, TaskState, TaskStep, natives};
use crate::cx::Cx;
use crate::heap::{Object, Partial};
use crate::operation::{Binary, Comparison, Unary};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, NativeId, Value};

const OPERATOR: Module = Module::Operator;

fn operands(args: Args<'_>, name: &str) -> Outcome<(Labelled, Labelled)> {
    args.no_keywords(name)?;
    match args.unpack(0, name, 2)? {
        [Some(a), Some(b)] => Ok((a, b)),
        _ => Err(Raise::internal("an operator without operands")),
    }
}

macro_rules! binary_operators {
    ($($name:ident: $text:literal, $operator:ident;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
                let (a, b) = operands(args, $text)?;
                cx.binary(Binary::$operator, a, b)
            }
        )*
    };
}

binary_operators! {
    add: "add", Add;
    sub: "sub", Sub;
    mul: "mul", Mul;
    true_div: "truediv", Div;
    floor_div: "floordiv", FloorDiv;
    modulo: "mod", Mod;
    pow: "pow", Pow;
    left_shift: "lshift", LeftShift;
    right_shift: "rshift", RightShift;
    and: "and_", And;
    or: "or_", Or;
    xor: "xor", Xor;
    mat_mul: "matmul", MatMul;
}

macro_rules! comparisons {
    ($($name:ident: $text:literal, $comparison:ident;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
                let (a, b) = operands(args, $text)?;
                cx.order(Comparison::$comparison, a.value, b.value).map(Value::Bool)
            }
        )*
    };
}

comparisons! {
    eq: "eq", Eq;
    ne: "ne", Ne;
    lt: "lt", Lt;
    le: "le", Le;
    gt: "gt", Gt;
    ge: "ge", Ge;
}

macro_rules! unary_operators {
    ($($name:ident: $text:literal, $operator:ident;)*) => {
        $(
            fn $name(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
                let a = args.one(0, concat!("_operator.", $text))?;
                cx.unary(Unary::$operator, a)
            }
        )*
    };
}

unary_operators! {
    neg: "neg", Neg;
    pos: "pos", Pos;
    invert: "invert", Invert;
}

fn truth(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let value = args.one(0, "_operator.truth")?;
    let label = cx.structure_of(value);
    Ok(Labelled::new(Value::Bool(cx.asked_truth(value.value)?), label))
}

fn not(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let value = args.one(0, "_operator.not_")?;
    let label = cx.structure_of(value);
    Ok(Labelled::new(Value::Bool(!cx.asked_truth(value.value)?), label))
}

fn is(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (a, b) = operands(args, "is_")?;
    Ok(Labelled::new(Value::Bool(cx.same(a.value, b.value)), cx.join(a.label, b.label)))
}

fn is_not(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (a, b) = operands(args, "is_not")?;
    Ok(Labelled::new(Value::Bool(!cx.same(a.value, b.value)), cx.join(a.label, b.label)))
}

fn abs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    super::builtins::numbers::abs(cx, args)
}

fn concat(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (a, b) = operands(args, "concat")?;
    let is_sequence = cx.heap.sequence(a.value).is_some()
        || matches!(cx.heap.object(a.value), Some(Object::Str(_) | Object::Bytes(_)));
    if !is_sequence {
        return Err(Raise::type_error(format!("'{}' object can't be concatenated", cx.type_name(a.value))));
    }
    cx.binary(Binary::Add, a, b)
}

fn contains(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (container, item) = operands(args, "contains")?;
    let label = cx.deep_all(&[container, item]);
    let found = cx.contains(item.value, container.value);
    let found = cx.reveal(found, label)?;
    Ok(Labelled::new(Value::Bool(found), label))
}

/// How often, and first where, an element of an iterable matches.
fn occurrences(cx: &mut Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(usize, Option<usize>, Label)> {
    let (container, wanted) = operands(args, name)?;
    let collected = cx.collect(container)?;
    let items = cx.deep_all(&collected.items);
    let wanted_label = cx.deep(wanted);
    let label = cx.join(collected.structure, items);
    let label = cx.join(label, wanted_label);
    let (mut count, mut first) = (0, None);
    for (place, item) in collected.items.iter().enumerate() {
        let matches = cx.matches(item.value, wanted.value);
        if cx.reveal(matches, label)? {
            count += 1;
            first = first.or(Some(place));
        }
    }
    Ok((count, first, label))
}

fn count_of(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (count, _, label) = occurrences(cx, args, "countOf")?;
    Ok(Labelled::new(cx.count(count), label))
}

fn index_of(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    match occurrences(cx, args, "indexOf")? {
        (_, Some(place), label) => Ok(Labelled::new(cx.count(place), label)),
        (_, None, label) => {
            let failed = Err(Raise::value_error("sequence.index(x): x not in sequence"));
            cx.reveal(failed, label)
        }
    }
}

settled! {
    settled_count_of = count_of;
    settled_index_of = index_of;
}

fn get_item(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (container, key) = operands(args, "getitem")?;
    cx.get_item(container, key)
}

fn set_item(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    match args.unpack(0, "setitem", 3)? {
        [Some(container), Some(key), Some(value)] => cx.set_item(container, key, value)?,
        _ => return Err(Raise::internal("setitem without arguments")),
    }
    Ok(cx.none(cx.literal))
}

fn del_item(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (container, key) = operands(args, "delitem")?;
    cx.del_item(container, key)?;
    Ok(cx.none(cx.literal))
}

// `itemgetter`, `attrgetter` and `methodcaller` give natives with a tuple of what to get bound to them.

fn getter(cx: &mut Cx<'_>, args: Args<'_>, name: &str, apply: &str) -> Outcome<Labelled> {
    args.no_keywords(name)?;
    if args.positional.is_empty() {
        return Err(Raise::type_error(format!("{name} expected 1 argument, got 0")));
    }
    let wanted = cx.make_tuple(args.positional.to_vec(), Label::NONE)?;
    bound_native(cx, OPERATOR, apply, vec![wanted])
}

/// What was bound to a getter, and the object that it is applied to.
fn applied(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<(Vec<Labelled>, Labelled)> {
    args.no_keywords(name)?;
    let (wanted, object) = match args.positional {
        [wanted, object] => (*wanted, *object),
        other => {
            return Err(Raise::type_error(format!(
                "{name} expected 1 argument, got {}",
                other.len().saturating_sub(1)
            )));
        }
    };
    let wanted = cx.heap.sequence(wanted.value).map(|sequence| sequence.items.clone());
    Ok((wanted.unwrap_or_default(), object))
}

fn item_getter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    getter(cx, args, "itemgetter", "_get_items")
}

fn get_items(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (keys, object) = applied(cx, args, "itemgetter")?;
    if let &[key] = &keys[..] {
        return cx.get_item(object, key);
    }
    let mut items = Vec::with_capacity(keys.len());
    for key in keys {
        items.push(cx.get_item(object, key)?);
    }
    cx.make_tuple(items, Label::NONE)
}

fn attribute_getter(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.positional.iter().any(|name| cx.heap.str(name.value).is_none()) {
        return Err(Raise::type_error("attribute name must be a string"));
    }
    getter(cx, args, "attrgetter", "_get_attributes")
}

/// The builtin `getattr`, which the machine carries out.
fn getattr(cx: &Cx<'_>) -> Outcome<Labelled> {
    let place =
        natives().iter().position(|native| matches!(native.run, Run::Machine(MachineNative::Getattr)));
    let place = place.and_then(|place| u16::try_from(place).ok());
    let place = place.ok_or_else(|| Raise::internal("no builtin `getattr`"))?;
    Ok(Labelled::new(Value::Native(NativeId(place)), cx.literal))
}

// `attrgetter`. `items`: the dotted names; `extra`: the object; `results`: what the names before have
// given; `next`: how many parts of the current name have been followed.

fn get_attributes(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let (names, object) = applied(cx, args, "attrgetter")?;
    let mut state = TaskState::new(getattr(cx)?, names, Label::NONE);
    state.extra = vec![object];
    Ok(Task { step: get_attributes_step, state })
}

fn get_attributes_step(
    cx: &mut Cx<'_>,
    state: &mut TaskState,
    answer: Option<Labelled>,
) -> Outcome<TaskStep> {
    let object =
        state.extra.first().copied().ok_or_else(|| Raise::internal("attrgetter without an object"))?;
    let mut holder = answer.unwrap_or(object);
    while let Some(name) = state.items.get(state.results.len()).copied() {
        let part =
            cx.heap.str(name.value).and_then(|text| text.split('.').nth(state.next)).map(str::to_owned);
        if let Some(part) = part {
            state.next += 1;
            let part = cx.text(part, name.label)?;
            return Ok(TaskStep::Call(state.function, vec![holder, part]));
        }
        state.results.push(holder);
        state.next = 0;
        holder = object;
    }
    match &state.results[..] {
        &[only] => Ok(TaskStep::Done(only)),
        several => {
            let several = several.to_vec();
            Ok(TaskStep::Done(cx.make_tuple(several, Label::NONE)?))
        }
    }
}

fn method_caller(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let Some(name) = args.get(0) else {
        return Err(Raise::type_error("methodcaller needs at least one argument, the method name"));
    };
    if cx.heap.str(name.value).is_none() {
        return Err(Raise::type_error("method name must be a string"));
    }
    let arguments = cx.make_tuple(args.positional.to_vec(), Label::NONE)?;
    let caller = bound_native(cx, OPERATOR, "_call_method", vec![arguments])?;
    if let Some(Object::Partial(partial)) = cx.heap.object_mut(caller.value) {
        partial.keyword = args.keyword.to_vec();
    }
    Ok(caller)
}

// `methodcaller`. `items`: the method's name, then its arguments; `extra`: the object, then a `partial`
// that has the keyword arguments, if there are any.

fn call_method(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Task> {
    let positional = Args { positional: args.positional, keyword: &[] };
    let (names, object) = applied(cx, positional, "methodcaller")?;
    let mut state = TaskState::new(getattr(cx)?, names, Label::NONE);
    state.extra = vec![object];
    if !args.keyword.is_empty() {
        let held = Partial { function: object, positional: Vec::new(), keyword: args.keyword.to_vec() };
        state.extra.push(Labelled::new(cx.heap.value(Object::Partial(Box::new(held)))?, cx.literal));
    }
    Ok(Task { step: call_method_step, state })
}

fn call_method_step(cx: &mut Cx<'_>, state: &mut TaskState, answer: Option<Labelled>) -> Outcome<TaskStep> {
    let (Some(name), Some(object)) = (state.items.first().copied(), state.extra.first().copied()) else {
        return Err(Raise::internal("methodcaller without a name"));
    };
    let step = state.next;
    state.next += 1;
    match (step, answer) {
        (0, _) => Ok(TaskStep::Call(state.function, vec![object, name])),
        (1, Some(method)) => {
            let arguments = state.items.get(1..).unwrap_or(&[]).to_vec();
            let Some(with_keywords) = state.extra.get(1).copied() else {
                return Ok(TaskStep::Call(method, arguments));
            };
            if let Some(Object::Partial(partial)) = cx.heap.object_mut(with_keywords.value) {
                partial.function = method;
            }
            Ok(TaskStep::Call(with_keywords, arguments))
        }
        (_, Some(result)) => Ok(TaskStep::Done(result)),
        (_, None) => Err(Raise::internal("a call without a result")),
    }
}

const fn labelled(name: &'static str, run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Labelled>) -> Native {
    Native::function(OPERATOR, name, Run::Labelled(run))
}

const fn pure(name: &'static str, run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>) -> Native {
    Native::function(OPERATOR, name, Run::Pure(run))
}

const fn changing(name: &'static str, run: fn(&mut Cx<'_>, Args<'_>) -> Outcome<Labelled>) -> Native {
    Native { home: Home::Module(OPERATOR), name, run: Run::Labelled(run), mutates: true }
}

pub(crate) const NATIVES: &[Native] = &[
    labelled("add", add),
    labelled("sub", sub),
    labelled("mul", mul),
    labelled("truediv", true_div),
    labelled("floordiv", floor_div),
    labelled("mod", modulo),
    labelled("pow", pow),
    labelled("lshift", left_shift),
    labelled("rshift", right_shift),
    labelled("and_", and),
    labelled("or_", or),
    labelled("xor", xor),
    labelled("matmul", mat_mul),
    pure("eq", eq),
    pure("ne", ne),
    pure("lt", lt),
    pure("le", le),
    pure("gt", gt),
    pure("ge", ge),
    labelled("neg", neg),
    labelled("pos", pos),
    labelled("invert", invert),
    labelled("inv", invert),
    pure("abs", abs),
    labelled("truth", truth),
    labelled("not_", not),
    labelled("is_", is),
    labelled("is_not", is_not),
    labelled("concat", concat),
    labelled("contains", contains),
    Native::function(OPERATOR, "countOf", Run::Task(settled_count_of)),
    Native::function(OPERATOR, "indexOf", Run::Task(settled_index_of)),
    labelled("getitem", get_item),
    changing("setitem", set_item),
    changing("delitem", del_item),
    labelled("itemgetter", item_getter),
    labelled("_get_items", get_items),
    labelled("attrgetter", attribute_getter),
    Native::function(OPERATOR, "_get_attributes", Run::Task(get_attributes)),
    labelled("methodcaller", method_caller),
    Native::function(OPERATOR, "_call_method", Run::Task(call_method)),
];
