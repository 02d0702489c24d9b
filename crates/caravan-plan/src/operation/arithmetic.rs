//! The operators on numbers and date-times, and the way to those on containers.

use caravan_label::Label;
use caravan_pylib::int::{self, Integer, Power};
use caravan_pylib::number::Number;
use caravan_pylib::time::TimeDelta;
use caravan_pylib::{bytes, float, text};

use super::decimals;
use super::{Binary, Unary};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

impl Binary {
    /// The methods by which the plan's classes define the operator: plain, reflected, in place.
    fn methods(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Binary::Add => ("__add__", "__radd__", "__iadd__"),
            Binary::Sub => ("__sub__", "__rsub__", "__isub__"),
            Binary::Mul => ("__mul__", "__rmul__", "__imul__"),
            Binary::Div => ("__truediv__", "__rtruediv__", "__itruediv__"),
            Binary::FloorDiv => ("__floordiv__", "__rfloordiv__", "__ifloordiv__"),
            Binary::Mod => ("__mod__", "__rmod__", "__imod__"),
            Binary::Pow => ("__pow__", "__rpow__", "__ipow__"),
            Binary::MatMul => ("__matmul__", "__rmatmul__", "__imatmul__"),
            Binary::LeftShift => ("__lshift__", "__rlshift__", "__ilshift__"),
            Binary::RightShift => ("__rshift__", "__rrshift__", "__irshift__"),
            Binary::And => ("__and__", "__rand__", "__iand__"),
            Binary::Or => ("__or__", "__ror__", "__ior__"),
            Binary::Xor => ("__xor__", "__rxor__", "__ixor__"),
        }
    }

    /// The operator as error texts name its form in place.
    fn symbol_in_place(self) -> String {
        match self {
            Binary::Pow => "**=".to_owned(),
            other => format!("{}=", other.symbol()),
        }
    }
}

/// A number, as the operators take it.
#[derive(Clone, Debug)]
enum Operand {
    Int(Integer),
    Float(f64),
}

impl Cx<'_> {
    /// The bytes that an integer may have.
    pub(crate) fn integer_bytes(&self) -> usize {
        // log2(10) / 8 is a little less than 5 / 12.
        self.limits.digits.saturating_mul(5) / 12 + 1
    }

    fn operand(&self, value: Value) -> Option<Operand> {
        match value {
            Value::Float(float) => Some(Operand::Float(float)),
            _ => self.heap.integer(value).map(Operand::Int),
        }
    }

    /// `a op b`.
    ///
    /// # Errors
    ///
    /// `TypeError` and the arithmetic errors with CPython's texts; the limits on digits, texts and memory;
    /// `Cause::Call` to ask a method of the plan.
    #[inline]
    pub(crate) fn binary(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        if let (Value::Float(x), Value::Float(y)) = (a.value, b.value)
            && let Some(result) = match op {
                Binary::Add => Some(x + y),
                Binary::Sub => Some(x - y),
                Binary::Mul => Some(x * y),
                _ => None,
            }
        {
            return Ok(Labelled::new(Value::Float(result), self.join(a.label, b.label)));
        }
        if let (Value::Int(x), Value::Int(y)) = (a.value, b.value)
            && let Some(result) = match op {
                Binary::Add => x.checked_add(y),
                Binary::Sub => x.checked_sub(y),
                Binary::Mul => x.checked_mul(y),
                _ => None,
            }
        {
            return Ok(Labelled::new(Value::Int(result), self.join(a.label, b.label)));
        }
        match self.combined(op, a, b)? {
            Some(result) => Ok(result),
            None => Err(self.unsupported(op, a.value, b.value, op.symbol())),
        }
    }

    /// `a op= b`: the new value of `a`, which is `a` itself where it is changed in place.
    ///
    /// # Errors
    ///
    /// Those of [`Cx::binary`].
    pub(crate) fn in_place(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        if let (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) = (a.value, b.value) {
            return self.binary(op, a, b);
        }
        if let Some(Object::Instance(_)) = self.heap.object(a.value)
            && let Some(answer) = self.ask_labelled(a, op.methods().2, &[b])?
        {
            return Ok(answer);
        }
        if let Some(result) = self.changed_in_place(op, a, b)? {
            return Ok(result);
        }
        match self.combined(op, a, b)? {
            Some(result) => Ok(result),
            None => Err(self.unsupported(op, a.value, b.value, &op.symbol_in_place())),
        }
    }

    /// The result of an operator; none if it is not defined for these operands.
    fn combined(&mut self, op: Binary, a: Labelled, b: Labelled) -> Outcome<Option<Labelled>> {
        let asks = |cx: &Self, value| matches!(cx.heap.object(value), Some(Object::Instance(_)));
        if asks(self, a.value) || asks(self, b.value) {
            let (method, reflected, _) = op.methods();
            for (one, method, other) in [(a, method, b), (b, reflected, a)] {
                if asks(self, one.value)
                    && let Some(answer) = self.ask_labelled(one, method, &[other])?
                {
                    let label = self.join(answer.label, other.label);
                    return Ok(Some(Labelled::new(answer.value, label)));
                }
            }
        }
        if let (Some(x), Some(y)) = (self.operand(a.value), self.operand(b.value)) {
            let both_bools = matches!((a.value, b.value), (Value::Bool(_), Value::Bool(_)));
            let label = self.join(a.label, b.label);
            let result = self.numbers(op, x, y, both_bools)?;
            return Ok(result.map(|result| Labelled::new(result, label)));
        }
        let plain_a = Labelled::new(self.heap.plain(a.value), a.label);
        let plain_b = Labelled::new(self.heap.plain(b.value), b.label);
        if let Some(result) = self.scalars(op, plain_a.value, plain_b.value)? {
            let label = self.join(a.label, b.label);
            return Ok(Some(Labelled::new(result, label)));
        }
        if op == Binary::Mod
            && let Some(Object::Str(_) | Object::Bytes(_)) = self.heap.object(plain_a.value)
        {
            let label = self.deep_all(&[plain_a, b]);
            return match self.percent(plain_a.value, b.value) {
                Ok(filled) => {
                    let asked = self.asked_label();
                    Ok(Some(Labelled::new(filled, self.join(label, asked))))
                }
                Err(raise) => Err(raise.labelled(label, self.lattice)),
            };
        }
        self.containers(op, plain_a, plain_b)
    }

    fn unsupported(&self, op: Binary, a: Value, b: Value, symbol: &str) -> Box<Raise> {
        use BuiltinType as T;
        let (plain_a, plain_b) = (self.heap.plain(a), self.heap.plain(b));
        let (left, right) = (self.heap.type_name(a), self.heap.type_name(b));
        let is_row = |class| matches!(class, T::Str | T::Bytes | T::List | T::Tuple | T::Deque);
        let (class_a, class_b) = (self.type_of(plain_a), self.type_of(plain_b));
        let text = match (op, class_a) {
            (Binary::Add, T::Bytes) => format!("can't concat {right} to bytes"),
            (Binary::Add, T::Str | T::List | T::Tuple | T::Deque) => {
                let name = class_a.name();
                format!("can only concatenate {name} (not \"{right}\") to {name}")
            }
            (Binary::Mul, class) if is_row(class) => {
                format!("can't multiply sequence by non-int of type '{right}'")
            }
            (Binary::Mul, _) if is_row(class_b) => {
                format!("can't multiply sequence by non-int of type '{left}'")
            }
            _ => format!("unsupported operand type(s) for {symbol}: '{left}' and '{right}'"),
        };
        Raise::type_error(text)
    }

    fn numbers(&mut self, op: Binary, a: Operand, b: Operand, both_bools: bool) -> Outcome<Option<Value>> {
        let (a, b) = match (a, b) {
            (Operand::Int(a), Operand::Int(b)) => return self.integers(op, &a, &b, both_bools),
            (Operand::Float(a), Operand::Float(b)) => (a, b),
            (Operand::Int(a), Operand::Float(b)) => (a.to_f64()?, b),
            (Operand::Float(a), Operand::Int(b)) => (a, b.to_f64()?),
        };
        let result = match op {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => float::true_div(a, b)?,
            Binary::FloorDiv => float::floor_div(a, b)?,
            Binary::Mod => float::modulo(a, b)?,
            Binary::Pow => float::pow(a, b)?,
            _ => return Ok(None),
        };
        Ok(Some(Value::Float(result)))
    }

    fn integers(&mut self, op: Binary, a: &Integer, b: &Integer, both_bools: bool) -> Outcome<Option<Value>> {
        let limit = self.integer_bytes();
        let result = match op {
            Binary::Add => int::add(a, b),
            Binary::Sub => int::sub(a, b),
            Binary::Mul => int::mul(a, b, limit)?,
            Binary::Div => return Ok(Some(Value::Float(int::true_div(a, b)?))),
            Binary::FloorDiv => int::floor_div(a, b)?,
            Binary::Mod => int::modulo(a, b)?,
            Binary::Pow => match int::pow(a, b, limit)? {
                Power::Int(power) => power,
                Power::Float(power) => return Ok(Some(Value::Float(power))),
            },
            Binary::LeftShift => int::shl(a, b, limit)?,
            Binary::RightShift => int::shr(a, b)?,
            Binary::And => int::and(a, b),
            Binary::Or => int::or(a, b),
            Binary::Xor => int::xor(a, b),
            Binary::MatMul => return Ok(None),
        };
        if both_bools && matches!(op, Binary::And | Binary::Or | Binary::Xor) {
            return Ok(Some(Value::Bool(!result.is_zero())));
        }
        self.int(result).map(Some)
    }

    /// Operators on values that are no containers: texts, bytes, date-times, decimals.
    fn scalars(&mut self, op: Binary, a: Value, b: Value) -> Outcome<Option<Value>> {
        if decimals::is_decimal(self.heap, a) || decimals::is_decimal(self.heap, b) {
            return match decimals::combine(self.heap, op, a, b)? {
                Some(result) => self.heap.value(Object::Decimal(Box::new(result))).map(Some),
                None => Ok(None),
            };
        }
        let limit = self.limits.string;
        let count = |cx: &Self, value| (op == Binary::Mul).then(|| cx.heap.integer(value)).flatten();
        let made = match (self.heap.object(a), self.heap.object(b)) {
            (Some(Object::Str(left)), Some(Object::Str(right))) if op == Binary::Add => {
                self.heap.room_for(left.as_str().len() + right.as_str().len())?;
                let joined = text::concat(left.as_str(), right.as_str(), limit)?;
                return self.heap.text(joined).map(Some);
            }
            (Some(Object::Bytes(left)), Some(Object::Bytes(right))) if op == Binary::Add => {
                Some(Object::Bytes(bytes::concat(left, right, limit)?.into()))
            }
            (Some(Object::Str(left)), _) if op == Binary::Mul => {
                let Some(times) = count(self, b) else { return Ok(None) };
                return self.repeat_text(a, left.as_str().len(), &times);
            }
            (_, Some(Object::Str(right))) if op == Binary::Mul => {
                let Some(times) = count(self, a) else { return Ok(None) };
                return self.repeat_text(b, right.as_str().len(), &times);
            }
            (Some(Object::Bytes(whole)), _) if op == Binary::Mul => {
                let Some(times) = count(self, b) else { return Ok(None) };
                let room = self.text_room_for(whole.len(), &times)?;
                Some(Object::Bytes(bytes::repeat(whole, &times, room)?.into()))
            }
            (_, Some(Object::Bytes(whole))) if op == Binary::Mul => {
                let Some(times) = count(self, a) else { return Ok(None) };
                let room = self.text_room_for(whole.len(), &times)?;
                Some(Object::Bytes(bytes::repeat(whole, &times, room)?.into()))
            }
            (left, right) => return self.times_and_spans(op, a, b, left.is_some() || right.is_some()),
        };
        made.map(|object| self.heap.value(object)).transpose()
    }

    fn repeat_text(&mut self, whole: Value, length: usize, times: &Integer) -> Outcome<Option<Value>> {
        let room = self.text_room_for(length, times)?;
        let repeated = text::repeat(self.heap.str(whole).unwrap_or_default(), times, room)?;
        self.heap.text(repeated).map(Some)
    }

    /// The limit of a text's length, where there is room for so many times as many bytes or the limit is met first.
    fn text_room_for(&self, bytes: usize, times: &Integer) -> Outcome<usize> {
        let limit = self.limits.string;
        if bytes.saturating_mul(times.repetitions()?) <= limit {
            self.room_for_times(bytes, times)?;
        }
        Ok(limit)
    }

    /// Whether there is room for so many times as many bytes.
    pub(super) fn room_for_times(&self, bytes: usize, times: &Integer) -> Outcome<()> {
        self.heap.room_for(bytes.saturating_mul(times.repetitions()?))
    }

    /// Operators on dates, times and durations.
    fn times_and_spans(
        &mut self,
        op: Binary,
        a: Value,
        b: Value,
        any_object: bool,
    ) -> Outcome<Option<Value>> {
        if !any_object {
            return Ok(None);
        }
        use Binary::{Add, Div, FloorDiv, Mod, Mul, Sub};
        let number = |cx: &Self, value| match cx.operand(value) {
            Some(Operand::Int(int)) => Some(Number::Int(int.into_big())),
            Some(Operand::Float(float)) => Some(Number::Float(float)),
            None => None,
        };
        let made = match (self.heap.object(a), self.heap.object(b), op) {
            (Some(Object::Date(date)), Some(Object::TimeDelta(delta)), Add)
            | (Some(Object::TimeDelta(delta)), Some(Object::Date(date)), Add) => {
                Object::Date(date.plus(*delta)?)
            }
            (Some(Object::Date(date)), Some(Object::TimeDelta(delta)), Sub) => {
                Object::Date(date.minus(*delta)?)
            }
            (Some(Object::Date(date)), Some(Object::Date(other)), Sub) => {
                Object::TimeDelta(date.since(*other))
            }
            (Some(Object::DateTime(moment)), Some(Object::TimeDelta(delta)), Add)
            | (Some(Object::TimeDelta(delta)), Some(Object::DateTime(moment)), Add) => {
                Object::DateTime(Box::new(moment.plus(*delta)?))
            }
            (Some(Object::DateTime(moment)), Some(Object::TimeDelta(delta)), Sub) => {
                Object::DateTime(Box::new(moment.minus(*delta)?))
            }
            (Some(Object::DateTime(moment)), Some(Object::DateTime(other)), Sub) => {
                Object::TimeDelta(moment.since(other)?)
            }
            (Some(Object::TimeDelta(left)), Some(Object::TimeDelta(right)), op) => {
                let (left, right): (TimeDelta, TimeDelta) = (*left, *right);
                match op {
                    Add => Object::TimeDelta(left.plus(right)?),
                    Sub => Object::TimeDelta(left.minus(right)?),
                    Mod => Object::TimeDelta(left.modulo(right)?),
                    Div => return Ok(Some(Value::Float(left.ratio(right)?))),
                    FloorDiv => {
                        let quotient = Integer::from(left.floor_ratio(right)?);
                        return self.int(quotient).map(Some);
                    }
                    _ => return Ok(None),
                }
            }
            (Some(Object::TimeDelta(delta)), _, Mul | Div | FloorDiv) => {
                let delta = *delta;
                match (op, number(self, b)) {
                    (Mul, Some(factor)) => Object::TimeDelta(delta.times(&factor)?),
                    (Div, Some(divisor)) => Object::TimeDelta(delta.divide(&divisor)?),
                    (FloorDiv, Some(Number::Int(divisor))) => {
                        Object::TimeDelta(delta.floor_divide(&divisor)?)
                    }
                    _ => return Ok(None),
                }
            }
            (_, Some(Object::TimeDelta(delta)), Mul) => {
                let delta = *delta;
                match number(self, a) {
                    Some(factor) => Object::TimeDelta(delta.times(&factor)?),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        self.heap.value(made).map(Some)
    }

    /// `-a`, `+a`, `~a`.
    ///
    /// # Errors
    ///
    /// `TypeError` for what has no such operator.
    pub(crate) fn unary(&mut self, op: Unary, a: Labelled) -> Outcome<Labelled> {
        let result = match (op, a.value) {
            (Unary::Neg, Value::Float(float)) => Value::Float(-float),
            (Unary::Pos, Value::Float(_)) => a.value,
            _ => match self.heap.integer(a.value) {
                Some(integer) => {
                    let result = match op {
                        Unary::Neg => int::neg(&integer),
                        Unary::Pos => integer,
                        Unary::Invert => int::invert(&integer),
                    };
                    self.int(result)?
                }
                None => return self.unary_object(op, a),
            },
        };
        Ok(Labelled::new(result, a.label))
    }

    fn unary_object(&mut self, op: Unary, a: Labelled) -> Outcome<Labelled> {
        let (symbol, method) = match op {
            Unary::Neg => ("-", "__neg__"),
            Unary::Pos => ("+", "__pos__"),
            Unary::Invert => ("~", "__invert__"),
        };
        let made = match (self.heap.object(a.value), op) {
            (Some(Object::TimeDelta(delta)), Unary::Neg) => Some(Object::TimeDelta(delta.negate()?)),
            (Some(Object::TimeDelta(delta)), Unary::Pos) => Some(Object::TimeDelta(*delta)),
            (Some(Object::Decimal(decimal)), Unary::Neg | Unary::Pos) => {
                Some(Object::Decimal(Box::new(decimals::signed(decimal, op == Unary::Neg)?)))
            }
            (Some(Object::Dict(dict)), Unary::Neg | Unary::Pos) if dict.kind == BuiltinType::Counter => {
                return self.signed_counter(op, a);
            }
            (Some(Object::Instance(_)), _) => {
                if let Some(answer) = self.ask_labelled(a, method, &[])? {
                    return Ok(answer);
                }
                None
            }
            _ => None,
        };
        match made {
            Some(object) => Ok(Labelled::new(self.heap.value(object)?, a.label)),
            None => Err(Raise::type_error(format!(
                "bad operand type for unary {symbol}: '{}'",
                self.type_name(a.value)
            ))),
        }
    }

    /// Whether a value can stand in a union of types: `int | None`.
    pub(super) fn is_union_member(&self, value: Value) -> bool {
        matches!(value, Value::Type(_) | Value::ExcType(_))
            || matches!(self.heap.object(value), Some(Object::Class(_) | Object::Alias(_)))
    }

    /// `int | None`.
    pub(super) fn union(&mut self, a: Labelled, b: Labelled) -> Outcome<Labelled> {
        let mut members: Vec<Labelled> = Vec::new();
        for side in [a, b] {
            let parts = match self.heap.object(side.value) {
                Some(Object::Alias(alias)) if alias.0.value == Value::Type(BuiltinType::Union) => {
                    alias.1.clone()
                }
                _ => vec![side],
            };
            for part in parts {
                if !members.iter().any(|known| known.value == part.value) {
                    members.push(part);
                }
            }
        }
        let form = Labelled::new(Value::Type(BuiltinType::Union), Label::NONE);
        let label = self.join(a.label, b.label);
        Ok(Labelled::new(self.heap.value(Object::Alias(Box::new((form, members))))?, label))
    }
}
