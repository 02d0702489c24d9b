//! Operators on instances whose classes define what they do: `__add__`, `__radd__`, `__iadd__`, `__eq__`, `__contains__`.

use caravan_label::Label;

use super::Machine;
use super::execute::Flow;
use super::frame::Then;
use crate::cx::Cx;
use crate::library::{Task, TaskState, TaskStep};
use crate::operation::{Binary, Comparison};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};
use crate::world::World;

/// The special methods of an operator: for the left operand, for the right one.
pub(super) type OperatorMethods = (&'static str, &'static str);

impl Binary {
    /// The methods by which instances take part in the operator.
    pub(super) fn method(self) -> OperatorMethods {
        use crate::operation::Binary as B;
        match self {
            B::Add => ("__add__", "__radd__"),
            B::Sub => ("__sub__", "__rsub__"),
            B::Mul => ("__mul__", "__rmul__"),
            B::Div => ("__truediv__", "__rtruediv__"),
            B::FloorDiv => ("__floordiv__", "__rfloordiv__"),
            B::Mod => ("__mod__", "__rmod__"),
            B::Pow => ("__pow__", "__rpow__"),
            B::MatMul => ("__matmul__", "__rmatmul__"),
            B::LeftShift => ("__lshift__", "__rlshift__"),
            B::RightShift => ("__rshift__", "__rrshift__"),
            B::And => ("__and__", "__rand__"),
            B::Or => ("__or__", "__ror__"),
            B::Xor => ("__xor__", "__rxor__"),
        }
    }

    /// The method by which an instance is changed in place.
    fn in_place_method(self) -> &'static str {
        use crate::operation::Binary as B;
        match self {
            B::Add => "__iadd__",
            B::Sub => "__isub__",
            B::Mul => "__imul__",
            B::Div => "__itruediv__",
            B::FloorDiv => "__ifloordiv__",
            B::Mod => "__imod__",
            B::Pow => "__ipow__",
            B::MatMul => "__imatmul__",
            B::LeftShift => "__ilshift__",
            B::RightShift => "__irshift__",
            B::And => "__iand__",
            B::Or => "__ior__",
            B::Xor => "__ixor__",
        }
    }
}

impl Comparison {
    /// The methods by which instances take part in the comparison.
    pub(super) fn method(self) -> OperatorMethods {
        use crate::operation::Comparison as C;
        match self {
            C::Eq => ("__eq__", "__eq__"),
            C::Ne => ("__ne__", "__ne__"),
            C::Lt => ("__lt__", "__gt__"),
            C::Le => ("__le__", "__ge__"),
            C::Gt => ("__gt__", "__lt__"),
            C::Ge => ("__ge__", "__le__"),
        }
    }
}

/// An operator that instances may take part in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Binary(Binary),
    InPlace(Binary),
    Compare(Comparison),
}

/// All operators, so that a task can remember one by its place.
const OPERATORS: &[Operator] = {
    use crate::operation::Binary as B;
    use crate::operation::Comparison as C;
    use Operator as O;
    &[
        O::Binary(B::Add),
        O::Binary(B::Sub),
        O::Binary(B::Mul),
        O::Binary(B::Div),
        O::Binary(B::FloorDiv),
        O::Binary(B::Mod),
        O::Binary(B::Pow),
        O::Binary(B::MatMul),
        O::Binary(B::LeftShift),
        O::Binary(B::RightShift),
        O::Binary(B::And),
        O::Binary(B::Or),
        O::Binary(B::Xor),
        O::InPlace(B::Add),
        O::InPlace(B::Sub),
        O::InPlace(B::Mul),
        O::InPlace(B::Div),
        O::InPlace(B::FloorDiv),
        O::InPlace(B::Mod),
        O::InPlace(B::Pow),
        O::InPlace(B::MatMul),
        O::InPlace(B::LeftShift),
        O::InPlace(B::RightShift),
        O::InPlace(B::And),
        O::InPlace(B::Or),
        O::InPlace(B::Xor),
        O::Compare(C::Eq),
        O::Compare(C::Ne),
        O::Compare(C::Lt),
        O::Compare(C::Le),
        O::Compare(C::Gt),
        O::Compare(C::Ge),
    ]
};

impl Operator {
    fn methods(self) -> OperatorMethods {
        match self {
            Operator::Binary(op) | Operator::InPlace(op) => op.method(),
            Operator::Compare(op) => op.method(),
        }
    }

    fn code(self) -> i64 {
        OPERATORS.iter().position(|known| *known == self).map_or(-1, |place| place as i64)
    }
}

impl Machine {
    /// Lets an instance take part in an operator: its own method first, then the other operand's, then what the
    /// operator does with instances that know nothing of each other.
    pub(super) fn instance_operator(
        &mut self,
        operator: Operator,
        a: Labelled,
        b: Labelled,
        world: &mut World,
    ) -> Outcome<Option<Flow>> {
        if !matches!((a.value, b.value), (Value::Object(_), _) | (_, Value::Object(_))) {
            return Ok(None);
        }
        let (left, right) = operator.methods();
        let mut attempts = Vec::new();
        if let Operator::InPlace(op) = operator
            && let Some(method) = self.method(a, op.in_place_method(), world)
        {
            attempts.extend([method, a, b]);
        }
        if let Some(method) = self.method(a, left, world) {
            attempts.extend([method, a, b]);
        }
        let mut negated = false;
        if operator == Operator::Compare(Comparison::Ne) && attempts.is_empty() {
            for (x, y) in [(a, b), (b, a)] {
                if let Some(method) = self.method(x, "__eq__", world) {
                    attempts.extend([method, x, y]);
                    negated = true;
                }
            }
        }
        let alike = self
            .class_of_instance(a.value)
            .is_some_and(|class| self.class_of_instance(b.value) == Some(class));
        if let Some(method) = self.method(b, right, world)
            && !(alike && matches!(operator, Operator::Binary(_) | Operator::InPlace(_)))
        {
            attempts.extend([method, b, a]);
        }
        let Some(first) = attempts.first().copied() else { return Ok(None) };
        let mut state = TaskState::for_each(first, attempts, Label::NONE);
        let code = Labelled::new(Value::Int(operator.code()), Label::NONE);
        state.extra = vec![code, a, b, Labelled::new(Value::Bool(negated), Label::NONE)];
        self.begin_task(Task { step: operator_step, state }, Label::NONE, Then::Push, world).map(Some)
    }

    pub(super) fn instance_contains(
        &mut self,
        container: Labelled,
        item: Labelled,
        positive: bool,
        world: &mut World,
    ) -> Outcome<Option<Flow>> {
        let Some(method) = self.method(container, "__contains__", world) else { return Ok(None) };
        let mut state = TaskState::for_each(method, vec![container, item], Label::NONE);
        state.extra = vec![Labelled::new(Value::Bool(positive), Label::NONE)];
        self.begin_task(Task { step: contains_step, state }, Label::NONE, Then::Push, world).map(Some)
    }
}

/// Asks one operand after the other, as long as they decline; then the operator has its own say.
fn operator_step(cx: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    let &[code, a, b, negated] = state.extra.as_slice() else {
        return Err(Raise::internal("an operator without operands"));
    };
    if let Some(answer) = last {
        if answer.value != Value::NotImplemented {
            let value = if negated.value == Value::Bool(true) {
                Value::Bool(!cx.truth(answer.value))
            } else {
                answer.value
            };
            let own = if negated.value == Value::Bool(true) { cx.structure_of(answer) } else { answer.label };
            let label = cx.pick(own, state.guard, Label::NONE, 1);
            return Ok(TaskStep::Done(Labelled::new(value, label)));
        }
        // That one has declined decides that the next is asked.
        state.guard = cx.join(state.guard, answer.label);
    }
    if let Some([method, x, y]) = state.items.get(state.next..state.next + 3) {
        let (method, arguments) = (*method, vec![*x, *y]);
        state.next += 3;
        return Ok(TaskStep::Call(method, arguments));
    }
    let label = cx.join(a.label, b.label);
    let label = cx.join(label, state.guard);
    let operator = match code.value {
        Value::Int(code) => usize::try_from(code).ok().and_then(|code| OPERATORS.get(code)),
        _ => None,
    };
    let value = match operator {
        Some(Operator::Compare(Comparison::Eq)) => Value::Bool(cx.same(a.value, b.value)),
        Some(Operator::Compare(Comparison::Ne)) => Value::Bool(!cx.same(a.value, b.value)),
        Some(operator) => {
            let (left, right) = (cx.type_name(a.value), cx.type_name(b.value));
            let text = match operator {
                Operator::Compare(op) => {
                    format!("'{}' not supported between instances of '{left}' and '{right}'", op.symbol())
                }
                Operator::Binary(op) => {
                    format!("unsupported operand type(s) for {}: '{left}' and '{right}'", op.symbol())
                }
                Operator::InPlace(op) => {
                    format!("unsupported operand type(s) for {}=: '{left}' and '{right}'", op.symbol())
                }
            };
            return Err(Raise::type_error(text).labelled(label, cx.lattice));
        }
        None => return Err(Raise::internal("no such operator")),
    };
    Ok(TaskStep::Done(Labelled::new(value, label)))
}

/// Makes what `__contains__` has given a truth value.
fn contains_step(cx: &mut Cx<'_>, state: &mut TaskState, last: Option<Labelled>) -> Outcome<TaskStep> {
    let Some(answer) = last else { return Ok(TaskStep::Call(state.function, state.items.clone())) };
    let positive = state.extra.first().is_some_and(|positive| positive.value == Value::Bool(true));
    let label = cx.structure_of(answer);
    Ok(TaskStep::Done(Labelled::new(Value::Bool(cx.truth(answer.value) == positive), label)))
}
