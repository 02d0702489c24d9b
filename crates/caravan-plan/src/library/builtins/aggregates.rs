//! `len` and `sum`.

use crate::cx::Cx;
use crate::heap::Object;
use crate::library::pulling::settled;
use crate::library::{Args, Native, Run};
use crate::operation::Binary;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

fn len(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let value = args.one(0, "len")?;
    cx.length(value)
}

fn sum(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let given = args.positional.len();
    if given == 0 {
        return Err(Raise::type_error("sum() takes at least 1 positional argument (0 given)"));
    }
    if given + args.keyword.len() > 2 {
        return Err(Raise::type_error(format!(
            "sum() takes at most 2 arguments ({} given)",
            given + args.keyword.len()
        )));
    }
    let [iterable, start] = args.unpack_positional(0, "sum", 1)?;
    let [named] = args.keywords("sum", ["start"])?;
    let iterable = iterable.ok_or_else(|| Raise::internal("sum without an argument"))?;
    let start = start.or(named).unwrap_or(Labelled::new(Value::Int(0), cx.literal));
    match cx.heap.object(start.value) {
        Some(Object::Str(_)) => {
            return Err(Raise::type_error("sum() can't sum strings [use ''.join(seq) instead]"));
        }
        Some(Object::Bytes(_)) => {
            return Err(Raise::type_error("sum() can't sum bytes [use b''.join(seq) instead]"));
        }
        _ => {}
    }
    let collected = cx.collect(iterable)?;
    let mut total = start;
    for item in &collected.items {
        total = match (total.value, item.value) {
            (Value::Int(a), Value::Int(b)) if a.checked_add(b).is_some() => {
                Labelled::new(Value::Int(a.wrapping_add(b)), cx.join(total.label, item.label))
            }
            (Value::Float(a), Value::Float(b)) => {
                Labelled::new(Value::Float(a + b), cx.join(total.label, item.label))
            }
            _ => {
                let sum = cx.binary(Binary::Add, total, *item);
                cx.reveal(sum, collected.structure)?
            }
        };
    }
    // Where nothing was added, the total is the object that was given, and its structure is not this sum's.
    let fresh_container = !collected.items.is_empty() && cx.heap.sequence(total.value).is_some();
    if fresh_container {
        cx.raise_structure(total.value, collected.structure);
    } else {
        total.label = cx.join(total.label, collected.structure);
    }
    Ok(total)
}

settled! {
    settled_sum = sum;
}

pub(crate) const NATIVES: &[Native] =
    &[Native::builtin("len", Run::Labelled(len)), Native::builtin("sum", Run::Task(settled_sum))];
