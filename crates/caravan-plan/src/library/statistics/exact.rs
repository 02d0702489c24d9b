//! Statistics of data among which there is a `Decimal`: computed as fractions, and rounded once at the end.

use caravan_pylib::decimal::{Context, Decimal};
use caravan_pylib::int::{Integer, theory::gcd};
use caravan_pylib::number::Number;
use num_bigint::BigInt;

use super::error;
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

/// Numbers of one kind.
pub(super) enum Data {
    /// Ints and floats.
    Numbers(Vec<Number>),
    /// Decimals, and ints as such.
    Decimals(Vec<Fraction>),
}

/// An exact number, not always in lowest terms.
#[derive(Clone)]
pub(super) struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

/// Which measure of spread is wanted.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// Whether the data are a sample, not all there is.
    pub(super) sample: bool,
    /// Whether it is a deviation, the root of the variance.
    pub(super) root: bool,
}

/// What is raised for an element that is no number.
pub(super) fn no_ratio(cx: &Cx<'_>, value: Value) -> Box<Raise> {
    let name = cx.type_name(value);
    let name = name.rsplit('.').next().unwrap_or(&name);
    Raise::type_error(format!("can't convert type '{name}' to numerator/denominator"))
}

impl Data {
    /// The elements of an argument that the function requires.
    ///
    /// # Errors
    ///
    /// `TypeError` for what is no number, and for decimals beside floats.
    pub(super) fn read(cx: &mut Cx<'_>, data: Option<Labelled>) -> Outcome<Data> {
        let items = super::items(cx, data)?;
        let is_decimal = |value: &Value| matches!(cx.heap.object(*value), Some(Object::Decimal(_)));
        if !items.iter().any(is_decimal) {
            let numbers =
                items.into_iter().map(|value| super::number(cx, value, no_ratio)).collect::<Outcome<_>>();
            return numbers.map(Data::Numbers);
        }
        let mut fractions = Vec::with_capacity(items.len());
        for value in items {
            if let Value::Float(_) = value {
                return Err(Raise::type_error("don't know how to coerce Decimal and float"));
            }
            let (numerator, denominator) = match cx.heap.object(value) {
                Some(Object::Decimal(decimal)) => decimal.as_integer_ratio(cx.limits.digits)?,
                _ => {
                    let integer = cx.integer(value).ok_or_else(|| no_ratio(cx, value))?;
                    (integer.into_big(), BigInt::from(1))
                }
            };
            fractions.push(Fraction { numerator, denominator });
        }
        Ok(Data::Decimals(fractions))
    }

    /// The data as ints and floats.
    pub(super) fn into_numbers(self) -> Outcome<Vec<Number>> {
        match self {
            Data::Numbers(numbers) => Ok(numbers),
            Data::Decimals(fractions) => fractions
                .into_iter()
                .map(|fraction| Ok(Number::Float(fraction.rounded(&Context::default())?.to_f64()?)))
                .collect(),
        }
    }
}

impl Fraction {
    fn plus(&self, other: &Fraction) -> Fraction {
        let integer = |big: &BigInt| Integer::from(big.clone());
        let common = gcd(&integer(&self.denominator), &integer(&other.denominator)).into_big();
        let denominator = &self.denominator / common * &other.denominator;
        let numerator = &self.numerator * (&denominator / &self.denominator)
            + &other.numerator * (&denominator / &other.denominator);
        Fraction { numerator, denominator }
    }

    fn squared(&self) -> Fraction {
        Fraction {
            numerator: &self.numerator * &self.numerator,
            denominator: &self.denominator * &self.denominator,
        }
    }

    fn over(self, count: usize) -> Fraction {
        Fraction { denominator: self.denominator * BigInt::from(count), ..self }
    }

    fn negated(self) -> Fraction {
        Fraction { numerator: -self.numerator, ..self }
    }

    fn rounded(&self, context: &Context) -> Outcome<Decimal> {
        Ok(Decimal::from_int(&self.numerator).quotient(&Decimal::from_int(&self.denominator), context)?)
    }
}

fn sum<'a>(fractions: impl IntoIterator<Item = &'a Fraction>) -> Fraction {
    let zero = Fraction { numerator: BigInt::from(0), denominator: BigInt::from(1) };
    fractions.into_iter().fold(zero, |sum, fraction| sum.plus(fraction))
}

fn value(cx: &mut Cx<'_>, decimal: Decimal) -> Outcome<Value> {
    cx.heap.value(Object::Decimal(Box::new(decimal)))
}

/// `mean(data)`; there is at least one datum.
pub(super) fn mean(cx: &mut Cx<'_>, data: &[Fraction]) -> Outcome<Value> {
    let mean = sum(data).over(data.len()).rounded(&Context::default())?;
    value(cx, mean)
}

/// A measure of spread; there is at least one datum.
///
/// # Errors
///
/// `StatisticsError` for a sample of one.
pub(super) fn spread(cx: &mut Cx<'_>, data: &[Fraction], function: &str, kind: Spread) -> Outcome<Value> {
    let count = if kind.sample { data.len() - 1 } else { data.len() };
    if count == 0 {
        return Err(error(format!("{function} requires at least two data points")));
    }
    let squares: Vec<Fraction> = data.iter().map(Fraction::squared).collect();
    let common = sum(data).squared().over(data.len()).negated();
    let variance = sum(&squares).plus(&common).over(count);
    let context = Context::default();
    if !kind.root {
        return variance.rounded(&context).and_then(|variance| value(cx, variance));
    }
    // The root of more digits than are wanted, rounded to those.
    let precise = Context { precision: 2 * context.precision + 4, ..context };
    let root = variance.rounded(&precise)?.sqrt(&precise)?.plus(&context)?;
    value(cx, root)
}
