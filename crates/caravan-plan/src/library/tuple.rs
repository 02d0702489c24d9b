//! `tuple`: its constructor and methods.

use caravan_label::Label;

use super::list::{count_of, index_of};
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::Outcome;
use crate::value::{BuiltinType, Labelled};

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [source] = args.unpack(0, "tuple", 0)?;
    match source {
        None => cx.make_tuple(Vec::new(), Label::NONE),
        // A tuple cannot change, so it is its own copy.
        Some(source) if matches!(cx.heap.object(source.value), Some(Object::Tuple(_))) => Ok(source),
        Some(source) => {
            let collected = cx.collect(source)?;
            cx.make_tuple(collected.items, collected.structure)
        }
    }
}

fn index(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    index_of(cx, args, "tuple.index", |_, _| Ok("tuple.index(x): x not in tuple".to_owned()))
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    count_of(cx, args, "tuple.count")
}

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(BuiltinType::Tuple, "tuple", Run::Labelled(construct)),
    Native::method(BuiltinType::Tuple, "index", Run::Labelled(index)),
    Native::method(BuiltinType::Tuple, "count", Run::Labelled(count)),
];
