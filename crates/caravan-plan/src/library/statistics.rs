//! The module `statistics`.

mod exact;

use caravan_label::Label;
use caravan_pylib::error::{ExcKind, PyResult};
use caravan_pylib::number::Number;
use caravan_pylib::statistics;

use self::exact::Data;
use super::math::real;
use super::parameters::Parameters;
use super::pulling::settled;
use super::sorting::{arrange, order_of};
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::operation::Binary;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};

fn error(message: impl Into<String>) -> Box<Raise> {
    Raise::new(ExcKind::StatisticsError, message)
}

/// The elements of an argument that the function requires.
fn items(cx: &mut Cx<'_>, data: Option<Labelled>) -> Outcome<Vec<Value>> {
    let data = data.ok_or_else(|| Raise::internal("statistics without data"))?;
    Ok(cx.collect(data)?.items.iter().map(|item| item.value).collect())
}

/// A number argument as it is computed with, decimals as floats; `wrong` is what is raised for anything else.
fn number(cx: &Cx<'_>, value: Value, wrong: fn(&Cx<'_>, Value) -> Box<Raise>) -> Outcome<Number> {
    match value {
        Value::Float(float) => Ok(Number::Float(float)),
        _ => match cx.integer(value) {
            Some(integer) => Ok(Number::Int(integer.into_big())),
            None => real(cx, value).map(Number::Float).map_err(|_| wrong(cx, value)),
        },
    }
}

fn no_number(cx: &Cx<'_>, value: Value) -> Box<Raise> {
    Raise::type_error(format!("must be real number, not {}", cx.type_name(value)))
}

fn no_order(cx: &Cx<'_>, value: Value) -> Box<Raise> {
    Raise::type_error(format!("'<' not supported between instances of '{}' and 'int'", cx.type_name(value)))
}

fn numbers(
    cx: &mut Cx<'_>,
    data: Option<Labelled>,
    wrong: fn(&Cx<'_>, Value) -> Box<Raise>,
) -> Outcome<Vec<Number>> {
    items(cx, data)?.into_iter().map(|value| number(cx, value, wrong)).collect()
}

/// The numbers of an argument that may be left out or `None`.
fn optional_numbers(
    cx: &mut Cx<'_>,
    data: Option<Labelled>,
    wrong: fn(&Cx<'_>, Value) -> Box<Raise>,
) -> Outcome<Option<Vec<Number>>> {
    match data {
        Some(data) if data.value != Value::None => numbers(cx, Some(data), wrong).map(Some),
        _ => Ok(None),
    }
}

fn number_value(cx: &mut Cx<'_>, number: Number) -> Outcome<Value> {
    match number {
        Number::Int(int) => cx.int(int.into()),
        Number::Float(float) => Ok(Value::Float(float)),
    }
}

// Means.

fn mean(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [data] = Parameters::new("mean", ["data"], 1).read(args)?;
    match Data::read(cx, data)? {
        Data::Numbers(numbers) => number_value(cx, statistics::mean(&numbers)?),
        Data::Decimals(decimals) => exact::mean(cx, &decimals),
    }
}

fn fmean(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [data, weights] = Parameters::new("fmean", ["data", "weights"], 1).read(args)?;
    let data = numbers(cx, data, no_number)?;
    let weights = optional_numbers(cx, weights, no_number)?;
    Ok(Value::Float(statistics::fmean(&data, weights.as_deref())?))
}

fn geometric_mean(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [data] = Parameters::new("geometric_mean", ["data"], 1).read(args)?;
    let data = numbers(cx, data, no_number)?;
    Ok(Value::Float(statistics::geometric_mean(&data)?))
}

fn harmonic_mean(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [data, weights] = Parameters::new("harmonic_mean", ["data", "weights"], 1).read(args)?;
    let data = numbers(cx, data, no_order)?;
    let weights = optional_numbers(cx, weights, no_order)?;
    number_value(cx, statistics::harmonic_mean(&data, weights.as_deref())?)
}

// The middle of data that have an order, of whatever type.

/// Which of the two middle elements of an even number of data is wanted.
#[derive(Clone, Copy)]
enum Middle {
    Low,
    High,
    Between,
}

fn middle(cx: &mut Cx<'_>, args: Args<'_>, function: &'static str, which: Middle) -> Outcome<Labelled> {
    let [data] = Parameters::new(function, ["data"], 1).read(args)?;
    let data = data.ok_or_else(|| Raise::internal("a median without data"))?;
    let label = cx.deep(data);
    let found = middle_of(cx, data, which);
    // All data take part in it, so their labels join as those of an operator's operands do.
    let label = cx.join(label, cx.literal);
    cx.reveal(found, label).map(|value| Labelled::new(value, label))
}

fn middle_of(cx: &mut Cx<'_>, data: Labelled, which: Middle) -> Outcome<Value> {
    let items = cx.collect(data)?.items;
    let order = order_of(cx, &items, false)?;
    let sorted = arrange(&items, &order);
    let half = sorted.len() / 2;
    let is_odd = sorted.len() % 2 == 1;
    let low = half.checked_sub(1).and_then(|place| sorted.get(place));
    let Some(high) = sorted.get(half) else { return Err(error("no median for empty data")) };
    match (which, low) {
        (Middle::Low, Some(low)) if !is_odd => Ok(low.value),
        (Middle::Between, Some(low)) if !is_odd => {
            let bare = |value| Labelled::new(value, Label::NONE);
            let sum = cx.binary(Binary::Add, bare(low.value), bare(high.value))?;
            Ok(cx.binary(Binary::Div, sum, bare(Value::Int(2)))?.value)
        }
        _ => Ok(high.value),
    }
}

fn median(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    middle(cx, args, "median", Middle::Between)
}

fn median_low(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    middle(cx, args, "median_low", Middle::Low)
}

fn median_high(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    middle(cx, args, "median_high", Middle::High)
}

// The most common of data that can be keys, of whatever type.

/// The first of each of the most common elements, and what deciding it has looked at.
fn most_common(cx: &mut Cx<'_>, data: Labelled) -> Outcome<(Vec<Labelled>, usize, Label)> {
    let collected = cx.collect(data)?;
    let keys = cx.deep_all(&collected.items);
    let seen = cx.make_dict(BuiltinType::Dict, Label::NONE)?.value;
    let mut firsts: Vec<(Labelled, usize)> = Vec::new();
    for item in &collected.items {
        let known = cx.dict_get(seen, item.value);
        match cx.reveal(known, keys)?.map(|known| known.value) {
            Some(Value::Int(place)) => {
                if let Some((_, count)) = usize::try_from(place).ok().and_then(|place| firsts.get_mut(place))
                {
                    *count += 1;
                }
            }
            _ => {
                let place = Labelled::new(cx.count(firsts.len()), Label::NONE);
                let inserted = cx.dict_insert(seen, *item, place);
                cx.reveal(inserted, keys)?;
                firsts.push((*item, 1));
            }
        }
    }
    let most = firsts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let common = firsts.into_iter().filter(|(_, count)| *count == most).map(|(item, _)| item).collect();
    Ok((common, collected.items.len(), collected.structure))
}

fn mode(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [data] = Parameters::new("mode", ["data"], 1).read(args)?;
    let data = data.ok_or_else(|| Raise::internal("mode without data"))?;
    let keys = cx.deep(data);
    let (common, count, structure) = most_common(cx, data)?;
    let Some(first) = common.first() else {
        return cx.reveal(Err(error("no mode for empty data")), structure);
    };
    let by = cx.one_chosen_by(keys, structure, count);
    let label = cx.pick(first.label, structure, Label::NONE, count);
    Ok(Labelled::new(first.value, cx.join(label, by)))
}

fn multimode(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let [data] = Parameters::new("multimode", ["data"], 1).read(args)?;
    let data = data.ok_or_else(|| Raise::internal("multimode without data"))?;
    let keys = cx.deep(data);
    let (common, count, structure) = most_common(cx, data)?;
    let by = cx.kept_by(keys, structure, count);
    let structure = cx.join(structure, by);
    cx.make_list(common, structure)
}

// Spread.

type Spread = fn(&[Number], Option<&Number>) -> PyResult<Number>;

fn spread(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    (function, centre): (&'static str, &'static str),
    of_numbers: Spread,
    of_decimals: exact::Spread,
) -> Outcome<Value> {
    let [data, centre] = Parameters::new(function, ["data", centre], 1).read(args)?;
    let centre = centre.map(|centre| centre.value).filter(|centre| *centre != Value::None);
    match Data::read(cx, data)? {
        Data::Decimals(decimals) if centre.is_none() => exact::spread(cx, &decimals, function, of_decimals),
        data => {
            let data = data.into_numbers()?;
            let centre = centre.map(|centre| number(cx, centre, exact::no_ratio)).transpose()?;
            number_value(cx, of_numbers(&data, centre.as_ref())?)
        }
    }
}

fn variance(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let kind = exact::Spread { sample: true, root: false };
    spread(cx, args, ("variance", "xbar"), statistics::variance, kind)
}

fn pvariance(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let kind = exact::Spread { sample: false, root: false };
    spread(cx, args, ("pvariance", "mu"), statistics::pvariance, kind)
}

fn stdev(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let kind = exact::Spread { sample: true, root: true };
    let of_numbers: Spread = |data, centre| statistics::stdev(data, centre).map(Number::Float);
    spread(cx, args, ("stdev", "xbar"), of_numbers, kind)
}

fn pstdev(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let kind = exact::Spread { sample: false, root: true };
    let of_numbers: Spread = |data, centre| statistics::pstdev(data, centre).map(Number::Float);
    spread(cx, args, ("pstdev", "mu"), of_numbers, kind)
}

fn quantiles(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [data, n, method] =
        Parameters::new("quantiles", ["data", "n", "method"], 1).by_position(1).read(args)?;
    let n = n.map_or(Ok(4), |n| cx.size(n.value))?;
    let method = match method {
        Some(method) => match cx.heap.str(method.value) {
            Some(method) => method.to_owned(),
            None => {
                return Err(Raise::value_error(format!("Unknown method: {}", cx.repr(method.value)?)));
            }
        },
        None => "exclusive".to_owned(),
    };
    let data = numbers(cx, data, no_order)?;
    let cuts = statistics::quantiles(&data, n, &method, cx.object_room())?;
    let cuts = cuts.into_iter().map(|cut| number_value(cx, cut)).collect::<Outcome<Vec<_>>>()?;
    cx.bare_list(cuts)
}

// Two rows of data.

fn rows(cx: &mut Cx<'_>, x: Option<Labelled>, y: Option<Labelled>) -> Outcome<(Vec<Number>, Vec<Number>)> {
    for row in [x, y].into_iter().flatten() {
        cx.length(row)?;
    }
    Ok((numbers(cx, x, no_number)?, numbers(cx, y, no_number)?))
}

fn correlation(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [x, y] = Parameters::new("correlation", ["x", "y"], 2).read(args)?;
    let (x, y) = rows(cx, x, y)?;
    Ok(Value::Float(statistics::correlation(&x, &y)?))
}

fn covariance(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [x, y] = Parameters::new("covariance", ["x", "y"], 2).read(args)?;
    let (x, y) = rows(cx, x, y)?;
    Ok(Value::Float(statistics::covariance(&x, &y)?))
}

fn linear_regression(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [x, y, proportional] =
        Parameters::new("linear_regression", ["x", "y", "proportional"], 2).by_position(2).read(args)?;
    let (x, y) = rows(cx, x, y)?;
    let proportional = proportional.is_some_and(|proportional| cx.truth(proportional.value));
    let (slope, intercept) = statistics::linear_regression(&x, &y, proportional)?;
    cx.named_tuple(
        "LinearRegression",
        [("slope", Value::Float(slope)), ("intercept", Value::Float(intercept))],
    )
}

// What orders or compares data may ask the plan's own classes.
settled! {
    settled_median = median;
    settled_median_high = median_high;
    settled_median_low = median_low;
    settled_mode = mode;
    settled_multimode = multimode;
}

const STATISTICS: Module = Module::Statistics;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(STATISTICS, "correlation", Run::Pure(correlation)),
    Native::function(STATISTICS, "covariance", Run::Pure(covariance)),
    Native::function(STATISTICS, "fmean", Run::Pure(fmean)),
    Native::function(STATISTICS, "geometric_mean", Run::Pure(geometric_mean)),
    Native::function(STATISTICS, "harmonic_mean", Run::Pure(harmonic_mean)),
    Native::function(STATISTICS, "linear_regression", Run::Pure(linear_regression)),
    Native::function(STATISTICS, "mean", Run::Pure(mean)),
    Native::function(STATISTICS, "median", Run::Task(settled_median)),
    Native::function(STATISTICS, "median_high", Run::Task(settled_median_high)),
    Native::function(STATISTICS, "median_low", Run::Task(settled_median_low)),
    Native::function(STATISTICS, "mode", Run::Task(settled_mode)),
    Native::function(STATISTICS, "multimode", Run::Task(settled_multimode)),
    Native::function(STATISTICS, "pstdev", Run::Pure(pstdev)),
    Native::function(STATISTICS, "pvariance", Run::Pure(pvariance)),
    Native::function(STATISTICS, "quantiles", Run::Pure(quantiles)),
    Native::function(STATISTICS, "stdev", Run::Pure(stdev)),
    Native::function(STATISTICS, "variance", Run::Pure(variance)),
];
