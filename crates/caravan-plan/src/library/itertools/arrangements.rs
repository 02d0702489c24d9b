//! `product`, `permutations`, `combinations` and `combinations_with_replacement`: how many there will be
//! is compared with the memory that is left before any is made.

use caravan_label::Label;

use crate::cx::Cx;
use crate::library::making::ELEMENT;
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Module};

/// Bytes of a tuple beside its elements.
const TUPLE: usize = 64;

/// Rows of elements of pools: `first` names the places in the pools that make the first row, `advance`
/// turns the places of a row into those of the next one, if there is one.
fn arrange(
    cx: &mut Cx<'_>,
    pools: &[&[Labelled]],
    first: Option<Vec<usize>>,
    count: u128,
    structure: Label,
    name: &'static str,
    advance: impl Fn(&mut [usize]) -> bool,
) -> Outcome<Labelled> {
    let width = first.as_ref().map_or(0, Vec::len);
    let row_size = width.saturating_mul(ELEMENT).saturating_add(TUPLE + ELEMENT);
    cx.heap.room_for(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(row_size))?;
    let mut rows = Vec::new();
    let mut places = first;
    while let Some(row) = &mut places {
        let items = row.iter().enumerate().filter_map(|(column, place)| {
            let pool = if pools.len() == 1 { pools.first() } else { pools.get(column) };
            pool.and_then(|pool| pool.get(*place)).copied()
        });
        let items = items.collect();
        rows.push(cx.make_tuple(items, structure)?);
        if !advance(row) {
            break;
        }
    }
    cx.make_iterator(rows, structure, name)
}

fn product(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [repeat] = args.keywords("product", ["repeat"])?;
    let times = match repeat {
        None => 1,
        Some(repeat) => {
            let times = cx.size(repeat.value)?;
            usize::try_from(times).map_err(|_| Raise::value_error("repeat argument cannot be negative"))?
        }
    };
    let mut structure = repeat.map_or(Label::NONE, |repeat| repeat.label);
    let mut given = Vec::with_capacity(args.positional.len());
    for iterable in args.positional {
        let collected = cx.collect(*iterable)?;
        structure = cx.join(structure, collected.structure);
        given.push(collected.items);
    }
    let width = given.len().saturating_mul(times);
    cx.heap.room_for(width.saturating_mul(ELEMENT))?;
    let pools: Vec<&[Labelled]> = std::iter::repeat_n(&given, times).flatten().map(Vec::as_slice).collect();
    let lengths: Vec<usize> = pools.iter().map(|pool| pool.len()).collect();
    let count = lengths.iter().fold(1_u128, |count, length| count.saturating_mul(*length as u128));
    let first = (count > 0).then(|| vec![0; width]);
    arrange(cx, &pools, first, count, structure, "itertools.product", |row| {
        for (place, length) in row.iter_mut().zip(&lengths).rev() {
            *place += 1;
            if *place < *length {
                return true;
            }
            *place = 0;
        }
        false
    })
}

/// The pool and the width of the rows of the other functions.
fn pool_and_width(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: &str,
    required: usize,
) -> Outcome<(Vec<Labelled>, usize, Label)> {
    let [iterable, width] = args.bind(name, 0, ["iterable", "r"], 0, required)?;
    let iterable = iterable.ok_or_else(|| Raise::internal("a pool that is not there"))?;
    let collected = cx.collect(iterable)?;
    let mut structure = collected.structure;
    let width = match width {
        Some(width) if width.value != crate::value::Value::None || required == 2 => {
            structure = cx.join(structure, width.label);
            if required == 1 && cx.integer(width.value).is_none() {
                return Err(Raise::type_error("Expected int as r"));
            }
            let width = cx.size(width.value)?;
            usize::try_from(width).map_err(|_| Raise::value_error("r must be non-negative"))?
        }
        _ => collected.items.len(),
    };
    Ok((collected.items, width, structure))
}

/// `n` over `k`, or the largest number if it is beyond that.
fn binomial(n: usize, k: usize) -> u128 {
    let mut count: u128 = 1;
    for i in 0..k.min(n.saturating_sub(k)) {
        match count.checked_mul((n - i) as u128) {
            Some(product) => count = product / (i as u128 + 1),
            None => return u128::MAX,
        }
    }
    if k > n { 0 } else { count }
}

fn permutations(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (pool, width, structure) = pool_and_width(cx, args, "permutations", 1)?;
    let n = pool.len();
    let count = (0..width).fold(1_u128, |count, i| count.saturating_mul(n.saturating_sub(i) as u128));
    let first = (width <= n).then(|| (0..width).collect());
    arrange(cx, &[&pool], first, count, structure, "itertools.permutations", |row| next_permutation(row, n))
}

/// The next row of different places in order.
fn next_permutation(row: &mut [usize], n: usize) -> bool {
    for column in (0..row.len()).rev() {
        let (before, rest) = row.split_at_mut(column);
        let Some((current, after)) = rest.split_first_mut() else { continue };
        let Some(next) = (*current + 1..n).find(|place| !before.contains(place)) else { continue };
        *current = next;
        let mut free = (0..n).filter(|place| !before.contains(place) && *place != next);
        for place in after {
            *place = free.next().unwrap_or(0);
        }
        return true;
    }
    false
}

fn combinations(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (pool, width, structure) = pool_and_width(cx, args, "combinations", 2)?;
    let n = pool.len();
    let first = (width <= n).then(|| (0..width).collect());
    arrange(cx, &[&pool], first, binomial(n, width), structure, "itertools.combinations", |row| {
        let width = row.len();
        let movable = row.iter().enumerate().rev().find(|(column, place)| **place < n - width + *column);
        let Some((column, place)) = movable.map(|(column, place)| (column, *place)) else { return false };
        for (offset, place_after) in row.iter_mut().skip(column).enumerate() {
            *place_after = place + 1 + offset;
        }
        true
    })
}

fn combinations_with_replacement(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (pool, width, structure) = pool_and_width(cx, args, "combinations_with_replacement", 2)?;
    let n = pool.len();
    let first = (n > 0 || width == 0).then(|| vec![0; width]);
    let count = binomial((n + width).saturating_sub(1), width);
    let name = "itertools.combinations_with_replacement";
    arrange(cx, &[&pool], first, count, structure, name, |row| {
        let movable = row.iter().enumerate().rev().find(|(_, place)| **place + 1 < n);
        let Some((column, place)) = movable.map(|(column, place)| (column, *place)) else { return false };
        row.iter_mut().skip(column).for_each(|after| *after = place + 1);
        true
    })
}

const ITERTOOLS: Module = Module::Itertools;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(ITERTOOLS, "product", Run::Labelled(product)),
    Native::function(ITERTOOLS, "permutations", Run::Labelled(permutations)),
    Native::function(ITERTOOLS, "combinations", Run::Labelled(combinations)),
    Native::function(
        ITERTOOLS,
        "combinations_with_replacement",
        Run::Labelled(combinations_with_replacement),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_come_in_the_order_of_their_places() {
        let mut row = vec![0, 1];
        let mut rows = vec![row.clone()];
        while next_permutation(&mut row, 3) {
            rows.push(row.clone());
        }
        assert_eq!(rows, [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
    }

    #[test]
    fn binomials_are_exact_and_saturate() {
        assert_eq!(binomial(5, 2), 10);
        assert_eq!(binomial(5, 0), 1);
        assert_eq!(binomial(2, 5), 0);
        assert_eq!(binomial(10_000, 5_000), u128::MAX);
    }
}
