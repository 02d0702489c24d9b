//! `collections.Counter`. What it shares with `dict` is in `library::dict`, its operators in `operation`.

use caravan_label::{Bits, Label};

use super::is_dict;
use crate::cx::Cx;
use crate::library::dict::keyword_pairs;
use crate::library::making::ELEMENT;
use crate::library::pulling::settled;
use crate::library::sorting::{arrange, order_of};
use crate::library::{Args, Native, Run};
use crate::operation::{Binary, Comparison};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};
use caravan_pylib::error::ExcKind;

/// What is to be counted: keys with how often each is to be added.
struct Tally {
    pairs: Vec<(Labelled, Labelled)>,
    /// What decided which keys there are, and the counts of an iterable's elements.
    revealed: Label,
    structure: Label,
}

fn tally(cx: &mut Cx<'_>, args: Args<'_>, source: Option<Labelled>) -> Outcome<Tally> {
    let mut tally = Tally { pairs: Vec::new(), revealed: Label::NONE, structure: Label::NONE };
    match source {
        Some(source) if is_dict(cx, source.value) => {
            tally.structure = cx.structure_of(source);
            let entries = cx.heap.dict(source.value);
            tally.pairs.extend(
                entries.into_iter().flat_map(|dict| dict.iter().map(|entry| (entry.key, entry.value))),
            );
        }
        Some(source) if source.value != Value::None => {
            let collected = cx.collect(source)?;
            tally.structure = collected.structure;
            // How often an element occurs is computed from all of them.
            let all = cx.deep_all(&collected.items);
            let label = cx.join(all, tally.structure);
            let one = Labelled::new(Value::Int(1), label);
            tally.pairs.extend(collected.items.into_iter().map(|item| (item, one)));
        }
        _ => {}
    }
    tally.pairs.extend(keyword_pairs(cx, args)?);
    let keys: Vec<Labelled> = tally.pairs.iter().map(|(key, _)| *key).collect();
    tally.revealed = cx.deep_all(&keys);
    Ok(tally)
}

/// Adds what was counted to a counter, or takes it away.
fn count_in(cx: &mut Cx<'_>, counter: Labelled, tally: &Tally, sign: Binary) -> Outcome<()> {
    let keyed = cx.chosen_by(tally.revealed, Bits::UNBOUNDED);
    let by = cx.join(keyed, tally.structure);
    let own = cx.structure_of(counter);
    let revealed = cx.join(tally.revealed, tally.structure);
    // Counted on the side first, so that a failure leaves the counter as it was.
    let sums = cx.make_dict(BuiltinType::Dict, Label::NONE)?;
    for (key, amount) in &tally.pairs {
        let so_far = match cx.dict_get(sums.value, key.value) {
            Ok(None) => cx.dict_get(counter.value, key.value),
            found => found,
        };
        let so_far = cx.reveal(so_far, revealed)?;
        let sum = match (so_far, sign) {
            (None, Binary::Add) => *amount,
            (so_far, _) => {
                let so_far = so_far.unwrap_or(Labelled::new(Value::Int(0), cx.literal));
                let (left, right) = if sign == Binary::Add { (*amount, so_far) } else { (so_far, *amount) };
                let sum = cx.binary(sign, left, right);
                cx.reveal(sum, revealed)?
            }
        };
        // Which amounts come together depends on which keys are equal.
        let label = cx.join(sum.label, keyed);
        let label = cx.pick(label, own, Label::NONE, tally.pairs.len());
        cx.dict_insert(sums.value, *key, Labelled::new(sum.value, label))?;
    }
    let sums: Vec<_> =
        cx.heap.dict(sums.value).map(|dict| dict.iter().copied().collect()).unwrap_or_default();
    cx.mutate(counter, by);
    for entry in sums {
        cx.dict_insert(counter.value, entry.key, entry.value)?;
    }
    Ok(())
}

fn one_source(args: Args<'_>, skip: usize, method: &str) -> Outcome<Option<Labelled>> {
    let given = args.positional.get(skip..).unwrap_or(&[]);
    match given {
        [] => Ok(None),
        [source] => Ok(Some(*source)),
        several => Err(Raise::type_error(format!(
            "Counter.{method}() takes from 1 to 2 positional arguments but {} were given",
            several.len() + 1
        ))),
    }
}

fn construct(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let source = one_source(args, 0, "__init__")?;
    let tally = tally(cx, args, source)?;
    let counter = cx.make_dict(BuiltinType::Counter, Label::NONE)?;
    count_in(cx, counter, &tally, Binary::Add)?;
    Ok(counter)
}

fn update(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let source = one_source(args, 1, "update")?;
    let tally = tally(cx, args, source)?;
    count_in(cx, args.receiver()?, &tally, Binary::Add)?;
    Ok(cx.none(cx.literal))
}

fn subtract(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let source = one_source(args, 1, "subtract")?;
    let tally = tally(cx, args, source)?;
    count_in(cx, args.receiver()?, &tally, Binary::Sub)?;
    Ok(cx.none(cx.literal))
}

fn from_keys(_: &mut Cx<'_>, _: Args<'_>) -> Outcome<Labelled> {
    Err(Raise::new(
        ExcKind::NotImplementedError,
        "Counter.fromkeys() is undefined.  Use Counter(iterable) instead.",
    ))
}

/// The keys and counts, each as a list, in order of insertion.
fn columns(cx: &Cx<'_>, counter: Labelled) -> (Vec<Labelled>, Vec<Labelled>) {
    cx.heap
        .dict(counter.value)
        .map(|dict| dict.iter().map(|entry| (entry.key, entry.value)).unzip())
        .unwrap_or_default()
}

fn most_common(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let positional = one_source(args, 1, "most_common")?;
    let [named] = args.keywords("most_common", ["n"])?;
    let counter = args.receiver()?;
    let structure = cx.structure_of(counter);
    let (keys, counts) = columns(cx, counter);
    let revealed = cx.deep_all(&counts);
    let order = order_of(cx, &counts, true);
    let mut order = cx.reveal(order, revealed)?;
    let mut cut = Label::NONE;
    if let Some(n) = positional.or(named).filter(|n| n.value != Value::None) {
        cut = n.label;
        if cx.integer(n.value).is_none() {
            cx.order(Comparison::Ge, n.value, Value::Int(1))?;
        }
        let n = cx.index(n.value)?.clamp_to_i64();
        order.truncate(usize::try_from(n).unwrap_or(0));
    }
    let by = cx.ordered_by(revealed, structure, keys.len());
    let mut pairs = Vec::with_capacity(order.len());
    for (key, count) in arrange(&keys, &order).into_iter().zip(arrange(&counts, &order)) {
        pairs.push(cx.make_pair(key, count)?);
    }
    let structure = cx.join(structure, by);
    let structure = cx.join(structure, cut);
    cx.make_list(pairs, structure)
}

fn elements(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "Counter.elements")?;
    let counter = args.receiver()?;
    let structure = cx.structure_of(counter);
    let (keys, counts) = columns(cx, counter);
    let mut items = Vec::new();
    for (key, count) in keys.iter().zip(&counts) {
        let times = usize::try_from(cx.size(count.value)?).unwrap_or(0);
        cx.heap.room_for(items.len().saturating_add(times).saturating_mul(ELEMENT))?;
        items.extend(std::iter::repeat_n(*key, times));
    }
    // How many there are is computed from the counts.
    let counted = cx.deep_all(&counts);
    let structure = cx.join(structure, counted);
    cx.make_iterator(items, structure, "itertools.chain")
}

fn total(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    args.none(1, "Counter.total")?;
    let counter = args.receiver()?;
    let structure = cx.structure_of(counter);
    let (_, counts) = columns(cx, counter);
    let mut total = Labelled::new(Value::Int(0), cx.join(structure, cx.literal));
    for count in counts {
        let sum = cx.binary(Binary::Add, total, count);
        total = cx.reveal(sum, structure)?;
    }
    Ok(total)
}

settled! {
    settled_construct = construct;
    settled_update = update;
    settled_subtract = subtract;
}

const COUNTER: BuiltinType = BuiltinType::Counter;

pub(crate) const NATIVES: &[Native] = &[
    Native::constructor(COUNTER, "Counter", Run::Task(settled_construct)),
    Native::of_type(COUNTER, "fromkeys", Run::Labelled(from_keys)),
    Native::mutator(COUNTER, "update", Run::Task(settled_update)),
    Native::mutator(COUNTER, "subtract", Run::Task(settled_subtract)),
    Native::method(COUNTER, "most_common", Run::Labelled(most_common)),
    Native::method(COUNTER, "elements", Run::Labelled(elements)),
    Native::method(COUNTER, "total", Run::Labelled(total)),
];
