//! Operators, comparisons, iteration.

use ruff_python_ast::{CmpOp, Expr, ExprCompare, Operator};
use ruff_text_size::{Ranged, TextRange};

use super::Checker;
use super::known::{Known, Ty};

/// What kinds of values operators tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    None,
    /// A date, a time or a date-time.
    Moment,
    Container,
    /// A type of its own rules, or an unknown one.
    Other,
}

fn kind(ty: &Ty) -> Kind {
    match ty {
        Ty::Bool | Ty::Int | Ty::Float => Kind::Number,
        Ty::Str => Kind::Text,
        Ty::None => Kind::None,
        Ty::Date | Ty::Time | Ty::DateTime => Kind::Moment,
        Ty::List(_) | Ty::Set(_) | Ty::Dict(_) | Ty::Tuple(_) | Ty::Record(_) => Kind::Container,
        _ => Kind::Other,
    }
}

impl<'a> Checker<'a> {
    pub(super) fn binary(&mut self, op: Operator, left: &Known, right: &Known, at: TextRange) -> Known {
        if op == Operator::Add && never(left, right, |a, b| !can_add(a, b)) {
            let (left, right) = (left.ty.name(), right.ty.name());
            let fix = if left == "str" || right == "str" {
                "put it into the text with an f-string"
            } else if left.starts_with("date") {
                "add a `timedelta`"
            } else {
                "bring both to the same type first"
            };
            self.report("P019", at, format!("`{left}` and `{right}` cannot be added"), Some(fix.to_owned()));
        }
        if op == Operator::Sub && never(left, right, |a, b| !can_subtract(a, b)) {
            let (left, right) = (left.ty.name(), right.ty.name());
            self.report(
                "P019",
                at,
                format!("`{right}` cannot be subtracted from `{left}`"),
                Some("bring both to the same type first".to_owned()),
            );
        }
        let ty = result(op, &left.ty, &right.ty);
        if matches!(ty, Ty::List(_)) {
            // The elements of both, each with its own.
            let mut sum = Known::with(ty, left.data.clone().or_else(|| right.data.clone()), None);
            sum.choice = left.choice.clone().or_else(|| right.choice.clone());
            sum.put(left);
            sum.put(right);
            return sum;
        }
        Known::computed(ty, [left, right])
    }

    pub(super) fn compare(&mut self, compare: &'a ExprCompare) -> Known {
        let mut left = self.expression(&compare.left);
        let mut all: Option<Known> = None;
        for (op, right) in compare.ops.iter().zip(&compare.comparators) {
            let right_known = self.expression(right);
            self.comparable(*op, &left, &right_known, compare.range);
            // What follows a comparison that fails is not looked at.
            if all.is_none() {
                all = Some(match op {
                    // Membership tells of keys and elements; identity of the values themselves.
                    CmpOp::Is | CmpOp::IsNot => {
                        Known::with(Ty::Bool, left.data.clone().or_else(|| right_known.data.clone()), None)
                    }
                    _ => Known::computed(Ty::Bool, [&left, &right_known]),
                });
            }
            left = right_known;
        }
        all.unwrap_or_default()
    }

    fn comparable(&mut self, op: CmpOp, left: &Known, right: &Known, at: TextRange) {
        let ordered = matches!(op, CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE);
        if ordered && never(left, right, |a, b| !can_order(a, b)) {
            let (a, b) = (left.ty.name(), right.ty.name());
            let moment = |known: &Known| known.ty.arms().iter().any(|ty| kind(ty) == Kind::Moment);
            let fix = if moment(left) || moment(right) {
                "compare date-times with date-times: datetime.fromisoformat(\"2026-01-31T09:00\"), or `.date()` of both"
            } else {
                "bring both to the same type first"
            };
            self.report("P018", at, format!("`{a}` and `{b}` cannot be compared"), Some(fix.to_owned()));
        }
    }

    /// What a loop over this gives.
    pub(super) fn iterated(&mut self, iterable: &Known, expr: &'a Expr) -> Known {
        let certain = !iterable.ty.arms().is_empty();
        if certain
            && iterable.ty.arms().iter().all(|ty| {
                matches!(
                    ty,
                    Ty::None
                        | Ty::Bool
                        | Ty::Int
                        | Ty::Float
                        | Ty::Date
                        | Ty::Time
                        | Ty::DateTime
                        | Ty::Tool(_)
                        | Ty::Child(_)
                )
            })
        {
            let name = iterable.ty.name();
            let fix = match iterable.ty {
                Ty::Int => "write `range(...)` for a number of rounds",
                Ty::Tool(_) | Ty::Child(_) => "call it first",
                _ => "it is one value: use it as it is",
            };
            let text = format!("`{name}` cannot be gone through in a loop");
            self.report("P019", expr.range(), text, Some(fix.to_owned()));
        }
        self.item_of(iterable)
    }

    /// What is known of each element.
    pub(super) fn item_of(&self, container: &Known) -> Known {
        match &container.ty {
            Ty::List(item) | Ty::Set(item) => (**item).clone(),
            Ty::Tuple(items) => items.iter().cloned().reduce(|a, b| a.either(&b)).unwrap_or_else(Known::any),
            Ty::Dict(entry) => entry.0.clone(),
            Ty::Str => container.clone(),
            _ => Known::any(),
        }
        .or_any()
    }
}

impl Known {
    /// An element of a container of which only the empty one has been seen.
    fn or_any(self) -> Known {
        if self == Known::nothing() { Known::any() } else { self }
    }
}

/// Whether the operation fails for each of the types that the operands may have.
fn never(left: &Known, right: &Known, fails: impl Fn(&Ty, &Ty) -> bool) -> bool {
    let (left, right) = (left.ty.arms(), right.ty.arms());
    !left.is_empty()
        && !right.is_empty()
        && left.iter().all(|left| right.iter().all(|right| fails(left, right)))
}

fn can_add(left: &Ty, right: &Ty) -> bool {
    match (left, right) {
        (Ty::List(_), Ty::List(_)) | (Ty::Tuple(_), Ty::Tuple(_)) => return true,
        (Ty::Record(_), _) | (_, Ty::Record(_)) => {
            return kind(left) == Kind::Other || kind(right) == Kind::Other;
        }
        _ => {}
    }
    match (kind(left), kind(right)) {
        (Kind::Other, _) | (_, Kind::Other) => {
            // A span of time can be added to moments alone.
            let span = *left == Ty::TimeDelta || *right == Ty::TimeDelta;
            let other = if *left == Ty::TimeDelta { kind(right) } else { kind(left) };
            !span || matches!(other, Kind::Moment | Kind::Other)
        }
        (Kind::Number, Kind::Number) | (Kind::Text, Kind::Text) => true,
        _ => false,
    }
}

fn can_subtract(left: &Ty, right: &Ty) -> bool {
    let (left, right) = (kind(left), kind(right));
    left == Kind::Other
        || right == Kind::Other
        || (left == right && matches!(left, Kind::Container | Kind::Number | Kind::Moment))
}

fn can_order(left: &Ty, right: &Ty) -> bool {
    match (kind(left), kind(right)) {
        (Kind::Other, _) | (_, Kind::Other) => true,
        (Kind::Moment, Kind::Moment) => left == right,
        (Kind::Container, Kind::Container) => true,
        (a, b) => a == b && a != Kind::None,
    }
}

fn result(op: Operator, left: &Ty, right: &Ty) -> Ty {
    let number = |ty: &Ty| matches!(ty, Ty::Int | Ty::Float | Ty::Bool);
    match (op, left, right) {
        (Operator::Add, Ty::Str, Ty::Str) => Ty::Str,
        (Operator::Mod, Ty::Str, _) => Ty::Str,
        (Operator::Mult, Ty::Str, Ty::Int) | (Operator::Mult, Ty::Int, Ty::Str) => Ty::Str,
        (Operator::Add | Operator::Sub, Ty::DateTime, Ty::TimeDelta) => Ty::DateTime,
        (Operator::Add | Operator::Sub, Ty::Date, Ty::TimeDelta) => Ty::Date,
        (Operator::Sub, Ty::DateTime, Ty::DateTime) | (Operator::Sub, Ty::Date, Ty::Date) => Ty::TimeDelta,
        (Operator::Div, a, b) if number(a) && number(b) => Ty::Float,
        (Operator::Add | Operator::Sub | Operator::Mult, Ty::Int, Ty::Int) => Ty::Int,
        (Operator::Add | Operator::Sub | Operator::Mult, a, b)
            if number(a) && number(b) && (*a == Ty::Float || *b == Ty::Float) =>
        {
            Ty::Float
        }
        (Operator::Add, Ty::List(a), Ty::List(b)) => Ty::list((**a).clone().and_element((**b).clone())),
        _ => Ty::Any,
    }
}
