//! The module `itertools`. What ends is computed at once; `count`, `cycle` and `repeat` without a number
//! never end, and are read only as far as somebody asks.

pub(crate) mod arrangements;
pub(crate) mod lazy;
pub(crate) mod runs;

use caravan_label::Label;
use caravan_pylib::int::Integer;

use super::making::ELEMENT;
use super::pulling::side_by_side;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::heap::{Iter, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module, Value};

fn chained(cx: &mut Cx<'_>, iterables: &[Labelled], mut structure: Label) -> Outcome<Labelled> {
    let mut items = Vec::new();
    for iterable in iterables {
        let collected = cx.collect(*iterable);
        let collected = cx.reveal(collected, structure)?;
        structure = cx.join(structure, collected.structure);
        cx.heap.room_for(items.len().saturating_add(collected.items.len()).saturating_mul(ELEMENT))?;
        items.extend(collected.items);
    }
    cx.make_iterator(items, structure, "itertools.chain")
}

fn chain(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("chain")?;
    chained(cx, args.positional, Label::NONE)
}

fn chain_from_iterable(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let source = args.one(0, "itertools.chain.from_iterable")?;
    let collected = cx.collect(source)?;
    chained(cx, &collected.items, collected.structure)
}

fn count(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let given = args.positional.len() + args.keyword.len();
    if given > 2 {
        return Err(Raise::type_error(format!("count() takes at most 2 arguments ({given} given)")));
    }
    let [start, step] = args.unpack_positional(0, "count", 0)?;
    let [named_start, named_step] = args.keywords("count", ["start", "step"])?;
    let next = start.or(named_start).unwrap_or(Labelled::new(Value::Int(0), cx.literal));
    let step = step.or(named_step).unwrap_or(Labelled::new(Value::Int(1), cx.literal));
    // Counting by one, CPython counts with machine integers from the first on.
    let (mut next, step) = (next, step);
    if let (Value::Bool(start), Value::Int(1) | Value::Bool(true)) = (next.value, step.value) {
        next.value = Value::Int(i64::from(start));
    }
    for number in [next, step] {
        let is_number = matches!(number.value, Value::Float(_))
            || cx.integer(number.value).is_some()
            || matches!(cx.heap.object(number.value), Some(Object::Decimal(_)));
        if !is_number {
            return Err(Raise::type_error("a number is required"));
        }
    }
    Ok(Labelled::new(cx.heap.value(Object::Iterator(Box::new(Iter::Count { next, step })))?, cx.literal))
}

fn endless(cx: &mut Cx<'_>, items: Vec<Labelled>, structure: Label) -> Outcome<Labelled> {
    let structure = cx.join(structure, cx.literal);
    let iter = Iter::Cycle { items, next: 0, structure };
    Ok(Labelled::new(cx.heap.value(Object::Iterator(Box::new(iter)))?, cx.literal))
}

fn cycle(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("cycle")?;
    let [source] = args.unpack(0, "cycle", 1)?;
    let source = source.ok_or_else(|| Raise::internal("cycle without an argument"))?;
    let collected = cx.collect(source)?;
    endless(cx, collected.items, collected.structure)
}

fn repeat(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [object, times] = args.bind("repeat", 0, ["object", "times"], 0, 1)?;
    let object = object.ok_or_else(|| Raise::internal("repeat without an argument"))?;
    match times {
        None => endless(cx, vec![object], Label::NONE),
        Some(times) => {
            let count = usize::try_from(cx.size(times.value)?).unwrap_or(0);
            cx.heap.room_for(count.saturating_mul(ELEMENT))?;
            cx.make_iterator(vec![object; count], times.label, "itertools.repeat")
        }
    }
}

fn zip_longest(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    if args.keyword.iter().any(|(name, _)| &**name != "fillvalue") {
        return Err(Raise::type_error("zip_longest() got an unexpected keyword argument"));
    }
    let fill = args.named("fillvalue").unwrap_or(cx.none(cx.literal));
    let mut columns = Vec::with_capacity(args.positional.len());
    let mut structure = Label::NONE;
    for iterable in args.positional {
        let collected = cx.collect(*iterable)?;
        structure = cx.join(structure, collected.structure);
        columns.push(collected.items);
    }
    let length = columns.iter().map(Vec::len).max().unwrap_or(0);
    // Whether a place is filled or holds an element is decided by the lengths.
    let fill_label = cx.pick(fill.label, structure, Label::NONE, length);
    let fill = Labelled::new(fill.value, fill_label);
    let mut rows = Vec::new();
    for place in 0..length {
        let row = columns.iter().map(|column| column.get(place).copied().unwrap_or(fill)).collect();
        rows.push(cx.make_tuple(row, Label::NONE)?);
    }
    cx.make_iterator(rows, structure, "itertools.zip_longest")
}

fn compress(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [data, selectors] = args.bind("compress", 0, ["data", "selectors"], 0, 2)?;
    let (Some(data), Some(selectors)) = (data, selectors) else {
        return Err(Raise::internal("compress without arguments"));
    };
    let (rows, structure) = side_by_side(cx, &[data, selectors])?;
    let (mut kept, mut said, mut doubtful) = (Vec::new(), Label::NONE, 0);
    for row in rows {
        let &[item, selector] = &row[..] else { continue };
        let label = cx.structure_of(selector);
        if !cx.lattice.is_inert(label) {
            doubtful += 1;
            said = cx.join(said, label);
        }
        if cx.asked_truth(selector.value)? {
            kept.push(item);
        }
    }
    let told = cx.asked_label();
    let said = cx.join(said, told);
    let by = cx.kept_by(said, structure, doubtful);
    let structure = cx.join(structure, by);
    cx.make_iterator(kept, structure, "itertools.compress")
}

fn tee(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [source, count] = args.unpack(0, "tee", 1)?;
    let source = source.ok_or_else(|| Raise::internal("tee without an argument"))?;
    let copies = match count {
        None => 2,
        Some(count) => {
            let copies = cx.size(count.value)?;
            usize::try_from(copies).map_err(|_| Raise::value_error("n must be >= 0"))?
        }
    };
    let collected = cx.collect(source)?;
    let size = collected.items.len().saturating_add(4).saturating_mul(ELEMENT);
    cx.heap.room_for(size.saturating_mul(copies))?;
    let mut iterators = Vec::with_capacity(copies);
    for _ in 0..copies {
        iterators.push(cx.make_iterator(collected.items.clone(), collected.structure, "itertools._tee")?);
    }
    cx.make_tuple(iterators, count.map_or(Label::NONE, |count| count.label))
}

fn pairwise(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.no_keywords("pairwise")?;
    let [source] = args.unpack(0, "pairwise", 1)?;
    let source = source.ok_or_else(|| Raise::internal("pairwise without an argument"))?;
    let collected = cx.collect(source)?;
    let mut pairs = Vec::with_capacity(collected.items.len());
    for (first, second) in collected.items.iter().zip(collected.items.iter().skip(1)) {
        pairs.push(cx.make_pair(*first, *second)?);
    }
    cx.make_iterator(pairs, collected.structure, "itertools.pairwise")
}

fn batched(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [source, size] = args.bind("batched", 0, ["iterable", "n"], 0, 2)?;
    let (Some(source), Some(size)) = (source, size) else {
        return Err(Raise::internal("batched without arguments"));
    };
    let width = match cx.index(size.value)? {
        Integer::Small(width @ 1..) => usize::try_from(width).unwrap_or(usize::MAX),
        _ => return Err(Raise::value_error("n must be at least one")),
    };
    let collected = cx.collect(source)?;
    // How long the last one is depends on how many there are in all.
    let structure = cx.join(collected.structure, size.label);
    let mut batches = Vec::new();
    for batch in collected.items.chunks(width) {
        batches.push(cx.make_tuple(batch.to_vec(), structure)?);
    }
    cx.make_iterator(batches, structure, "itertools.batched")
}

const ITERTOOLS: Module = Module::Itertools;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(ITERTOOLS, "chain", Run::Labelled(chain)),
    Native::function(ITERTOOLS, "chain.from_iterable", Run::Labelled(chain_from_iterable)),
    Native::function(ITERTOOLS, "count", Run::Labelled(count)),
    Native::function(ITERTOOLS, "cycle", Run::Labelled(cycle)),
    Native::function(ITERTOOLS, "repeat", Run::Labelled(repeat)),
    Native::function(ITERTOOLS, "zip_longest", Run::Labelled(zip_longest)),
    Native::function(ITERTOOLS, "compress", Run::Labelled(compress)),
    Native::function(ITERTOOLS, "tee", Run::Labelled(tee)),
    Native::function(ITERTOOLS, "pairwise", Run::Labelled(pairwise)),
    Native::function(ITERTOOLS, "batched", Run::Labelled(batched)),
];
