//! Expressions.

use ruff_python_ast::{
    BoolOp, CmpOp, ConversionFlag, Expr, ExprBinOp, ExprBoolOp, ExprCall, ExprCompare, ExprFString, ExprIf,
    ExprName, FStringPart, InterpolatedStringElement, Number, Operator, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange};

use super::effects::{ADDERS, Effects, Lone};
use super::symbol::Symbol;
use super::{Compiler, refused};
use crate::code::{Constant, NO_KEYWORDS, Op, Slot};
use crate::heap::Name;
use crate::operation::{Binary, Comparison, Unary};
use crate::value::Value;

impl<'a> Compiler<'a> {
    pub(super) fn expression(&mut self, expr: &'a Expr) {
        let before = self.at(expr);
        self.expression_at(expr);
        self.context().range = before;
    }

    fn expression_at(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => self.load(self.definitions.symbol(name)),
            Expr::StringLiteral(literal) => self.load_str(literal.value.to_str()),
            Expr::BytesLiteral(literal) => {
                let bytes: Vec<u8> = literal.value.bytes().collect();
                self.load_constant(Constant::Bytes(bytes.into_boxed_slice()));
            }
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(int) => {
                    match int.as_i64() {
                        Some(int) => self.load_constant(Constant::Value(Value::Int(int))),
                        None => match super::statement::integer(&int.to_string()) {
                            Some(constant) => self.load_constant(constant),
                            None => self.finding(
                                "P001",
                                literal.range,
                                "an integer is written with too many digits",
                                Some("compute it, as in `10**5000`"),
                            ),
                        },
                    };
                }
                Number::Float(float) => self.load_constant(Constant::Value(Value::Float(*float))),
                Number::Complex { .. } => {
                    self.unsupported(literal.range, refused::COMPLEX);
                }
            },
            Expr::BooleanLiteral(literal) => self.load_constant(Constant::Value(Value::Bool(literal.value))),
            Expr::NoneLiteral(_) => {
                self.emit(Op::Constant(0));
            }
            Expr::EllipsisLiteral(_) => self.load_constant(Constant::Value(Value::Ellipsis)),
            Expr::FString(fstring) => self.f_string(fstring),
            Expr::TString(literal) => self.unsupported(literal.range, refused::TEMPLATE_STRING),
            Expr::BoolOp(op) => self.bool_op(op),
            Expr::Named(named) => {
                self.expression(&named.value);
                self.emit(Op::Duplicate);
                self.assign(&named.target);
            }
            Expr::BinOp(op) => self.bin_op(op),
            Expr::UnaryOp(op) if op.op == UnaryOp::USub && negated(&op.operand).is_some() => {
                negated(&op.operand).into_iter().for_each(|number| {
                    self.load_constant(Constant::Value(number));
                });
            }
            Expr::UnaryOp(op) => {
                self.expression(&op.operand);
                if op.op == UnaryOp::Not {
                    self.truth();
                }
                self.emit(match op.op {
                    UnaryOp::Not => Op::Not,
                    UnaryOp::USub => Op::Unary(Unary::Neg),
                    UnaryOp::UAdd => Op::Unary(Unary::Pos),
                    UnaryOp::Invert => Op::Unary(Unary::Invert),
                });
            }
            Expr::Compare(compare) => self.compare(compare),
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Lambda(lambda) => self.lambda(lambda),
            Expr::List(list) => self.display(&list.elts, Op::BuildList(0)),
            Expr::Tuple(tuple) => self.display(&tuple.elts, Op::BuildTuple(0)),
            Expr::Set(set) => self.display(&set.elts, Op::BuildSet(0)),
            Expr::Dict(dict) => self.dict(&dict.items),
            Expr::ListComp(comp) => self.list_comprehension(&comp.elt, &comp.generators),
            Expr::SetComp(comp) => self.set_comprehension(&comp.elt, &comp.generators),
            Expr::DictComp(comp) => match &comp.key {
                Some(key) => self.dict_comprehension(key, &comp.value, &comp.generators),
                None => self.unsupported(comp.range, refused::SPREAD_COMPREHENSION),
            },
            Expr::Generator(comp) => {
                // Evaluated at once: DESIGN section 3, *may-write*.
                self.list_comprehension(&comp.elt, &comp.generators);
                self.emit(Op::ListToGenerator);
            }
            Expr::Call(call) => self.call(call),
            Expr::Attribute(attribute) => {
                self.expression(&attribute.value);
                if self.refuse_dunder(attribute.attr.as_str(), attribute.attr.range()) {
                    let name = self.name(attribute.attr.as_str());
                    self.emit(Op::Attribute(name));
                }
            }
            Expr::Subscript(subscript) => {
                self.expression(&subscript.value);
                self.expression(&subscript.slice);
                self.emit(Op::Subscript);
            }
            Expr::Slice(slice) => {
                for part in [&slice.lower, &slice.upper, &slice.step] {
                    match part {
                        Some(part) => self.expression(part),
                        None => {
                            self.emit(Op::Constant(0));
                        }
                    }
                }
                self.emit(Op::BuildSlice);
            }
            Expr::Starred(starred) => {
                self.finding("P001", starred.range, "a starred expression cannot stand here", None);
            }
            Expr::Await(wait) => {
                self.unsupported(wait.range, refused::AWAIT);
            }
            Expr::Yield(value) => {
                if self.contexts.len() < 2 {
                    self.finding("P001", value.range, "`yield` outside a function", None);
                    return;
                }
                match &value.value {
                    Some(value) => self.expression(value),
                    None => {
                        self.emit(Op::Constant(0));
                    }
                }
                self.emit(Op::Yield);
            }
            Expr::YieldFrom(value) => {
                if self.contexts.len() < 2 {
                    self.finding("P001", value.range, "`yield from` outside a function", None);
                    return;
                }
                self.expression(&value.value);
                self.emit(Op::GetIterator);
                self.emit(Op::YieldFrom);
            }
            Expr::IpyEscapeCommand(command) => self.unsupported(command.range, refused::SHELL),
        }
    }

    /// Asks the value on top for its truth, if a class of the plan says what that is.
    pub(super) fn truth(&mut self) {
        if self.asks_truth() {
            self.emit(Op::Truth);
        }
    }

    /// Whether a class of the plan says what counts as true.
    fn asks_truth(&self) -> bool {
        self.definitions.truths
    }

    /// Whether the attribute may be used; says so if not.
    pub(super) fn refuse_dunder(&mut self, name: &str, range: TextRange) -> bool {
        let dunder = name.starts_with("__") && name.ends_with("__") && name.len() > 4;
        if dunder && !refused::DUNDERS.contains(&name) {
            self.left_out(range, &format!("access to `{name}`"), refused::DUNDER.instead);
            return false;
        }
        true
    }

    fn bin_op(&mut self, op: &'a ExprBinOp) {
        // A sum of a thousand terms nests a thousand deep to the left: followed in a loop.
        let mut spine = vec![op];
        let mut left = &*op.left;
        while let Expr::BinOp(inner) = left {
            spine.push(inner);
            left = &inner.left;
        }
        let mut spine: Vec<_> = spine.into_iter().rev().collect();
        match spine.first().and_then(|op| folded(&op.left, op.op, &op.right)) {
            Some(constant) => {
                self.load_constant(constant);
                spine.remove(0);
            }
            None => self.expression(left),
        }
        for op in spine {
            self.expression(&op.right);
            let before = self.at(op);
            self.emit(Op::Binary(binary(op.op)));
            self.context().range = before;
        }
    }

    fn bool_op(&mut self, op: &'a ExprBoolOp) {
        let mut ends = Vec::new();
        let last = op.values.len().saturating_sub(1);
        for (place, value) in op.values.iter().enumerate() {
            self.expression(value);
            if place < last {
                let rest: Vec<&Expr> = op.values.iter().skip(place + 1).collect();
                let region = self.value_region(&rest);
                let otherwise = 0;
                if self.asks_truth() {
                    // The value stays below what its class says of its truth.
                    self.emit(Op::Duplicate);
                    self.emit(Op::Truth);
                    if op.op == BoolOp::Or {
                        self.emit(Op::Not);
                    }
                    ends.push((self.emit(Op::Branch { region, otherwise }), region));
                    self.emit(Op::Pop);
                    continue;
                }
                ends.push((
                    self.emit(match op.op {
                        BoolOp::And => Op::BranchAnd { region, otherwise },
                        BoolOp::Or => Op::BranchOr { region, otherwise },
                    }),
                    region,
                ));
            }
        }
        for (end, region) in ends.into_iter().rev() {
            self.patch(end);
            self.emit(Op::EndRegion(region));
        }
    }

    /// A region of expressions whose value is on top of the stack when it ends.
    fn value_region(&mut self, expressions: &[&Expr]) -> u32 {
        let effects = Effects::of_arms(&[], expressions, &self.definitions);
        let region = self.region(&effects);
        if let Some(region) = self.context().code.regions.get_mut(region as usize) {
            region.has_value = true;
        }
        region
    }

    fn conditional(&mut self, conditional: &'a ExprIf) {
        let region = self.value_region(&[&conditional.body, &conditional.orelse]);
        self.expression(&conditional.test);
        self.truth();
        let otherwise = self.emit(Op::Branch { region, otherwise: 0 });
        self.expression(&conditional.body);
        let end = self.emit(Op::Jump(0));
        self.patch(otherwise);
        self.expression(&conditional.orelse);
        self.patch(end);
        self.emit(Op::EndRegion(region));
    }

    fn compare(&mut self, compare: &'a ExprCompare) {
        self.expression(&compare.left);
        let last = compare.ops.len().saturating_sub(1);
        let mut failures = Vec::new();
        for (place, (op, right)) in compare.ops.iter().zip(&compare.comparators).enumerate() {
            self.expression(right);
            if place < last {
                // The middle operand is evaluated once and compared twice.
                self.emit(Op::Duplicate);
                self.emit(Op::Bury(2));
            }
            self.emit(comparison(*op));
            if place < last {
                let rest: Vec<&Expr> = compare.comparators.iter().skip(place + 1).collect();
                let region = self.value_region(&rest);
                failures.push((self.emit(Op::BranchAnd { region, otherwise: 0 }), region));
            }
        }
        if failures.is_empty() {
            return;
        }
        let end = self.emit(Op::Jump(0));
        for (failure, _) in &failures {
            self.patch(*failure);
        }
        self.emit(Op::Swap);
        self.emit(Op::Pop);
        self.patch(end);
        for (_, region) in failures.into_iter().rev() {
            self.emit(Op::EndRegion(region));
        }
    }

    // -- displays

    fn display(&mut self, elements: &'a [Expr], build: Op) {
        let Some(star) = elements.iter().position(Expr::is_starred_expr) else {
            elements.iter().for_each(|element| self.expression(element));
            let count = elements.len() as u32;
            self.emit(match build {
                Op::BuildTuple(_) => Op::BuildTuple(count),
                Op::BuildSet(_) => Op::BuildSet(count),
                _ => Op::BuildList(count),
            });
            return;
        };
        let (before, after) = elements.split_at(star);
        before.iter().for_each(|element| self.expression(element));
        let set = matches!(build, Op::BuildSet(_));
        self.emit(if set { Op::BuildSet(star as u32) } else { Op::BuildList(star as u32) });
        for element in after {
            match element {
                Expr::Starred(starred) => {
                    self.expression(&starred.value);
                    self.emit(Op::ExtendList);
                }
                element => {
                    self.expression(element);
                    self.emit(if set { Op::AddTo(1) } else { Op::AppendTo(1) });
                }
            }
        }
        if matches!(build, Op::BuildTuple(_)) {
            self.emit(Op::ListToTuple);
        }
    }

    fn dict(&mut self, items: &'a [ruff_python_ast::DictItem]) {
        if items.iter().all(|item| item.key.is_some()) {
            for item in items {
                if let Some(key) = &item.key {
                    self.expression(key);
                }
                self.expression(&item.value);
            }
            self.emit(Op::BuildDict(items.len() as u32));
            return;
        }
        self.emit(Op::BuildDict(0));
        for item in items {
            match &item.key {
                Some(key) => {
                    self.expression(key);
                    self.expression(&item.value);
                    self.emit(Op::InsertInto(1));
                }
                None => {
                    self.expression(&item.value);
                    self.emit(Op::MergeDict { call: false });
                }
            }
        }
    }

    // -- text

    fn f_string(&mut self, fstring: &'a ExprFString) {
        let mut pieces = 0;
        for part in fstring.value.iter() {
            match part {
                FStringPart::Literal(literal) => {
                    if !literal.value.is_empty() {
                        self.load_str(&literal.value);
                        pieces += 1;
                    }
                }
                FStringPart::FString(part) => pieces += self.f_string_elements(part.elements.iter()),
            }
        }
        self.emit(Op::BuildString(pieces));
    }

    fn f_string_elements(&mut self, elements: impl Iterator<Item = &'a InterpolatedStringElement>) -> u32 {
        let mut pieces = 0;
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    self.load_str(&literal.value);
                    pieces += 1;
                }
                InterpolatedStringElement::Interpolation(field) => {
                    let mut conversion = match field.conversion {
                        ConversionFlag::None => 0,
                        ConversionFlag::Str => b's',
                        ConversionFlag::Repr => b'r',
                        ConversionFlag::Ascii => b'a',
                    };
                    if let Some(debug) = &field.debug_text {
                        let inner = field.expression.range();
                        let text = self.lines.text(inner.start().to_u32(), inner.end().to_u32()).to_owned();
                        self.load_str(&format!("{}{text}{}", debug.leading(), debug.trailing()));
                        pieces += 1;
                        if conversion == 0 && field.format_spec.is_none() {
                            conversion = b'r';
                        }
                    }
                    self.expression(&field.expression);
                    let spec = match &field.format_spec {
                        Some(spec) => {
                            let parts = self.f_string_elements(spec.elements.iter());
                            self.emit(Op::BuildString(parts));
                            true
                        }
                        None => false,
                    };
                    self.emit(Op::Format { conversion, spec });
                    pieces += 1;
                }
            }
        }
        pieces
    }

    // -- calls

    /// Evaluates what is called or added to, which shows nothing of what it holds.
    fn addressed(&mut self, expression: &'a Expr, wanted: Lone) {
        match expression {
            Expr::Name(name) => match self.lone(self.definitions.symbol(name), wanted) {
                Some(slot) => drop(self.emit(Op::LoadLone(slot))),
                None => self.expression(expression),
            },
            _ => self.expression(expression),
        }
    }

    /// The place of a variable of the top level that only one statement there binds, as seen from a function.
    fn lone(&mut self, name: Symbol, wanted: Lone) -> Option<u16> {
        let inside = self.contexts.len() > 1;
        let doubtful = self.contexts.first().is_some_and(|context| context.names.doubtful.contains(name));
        match self.resolve(name) {
            Some(Slot::Global(slot))
                if inside && !doubtful && self.definitions.lone.get(&name) == Some(&wanted) =>
            {
                Some(slot)
            }
            _ => None,
        }
    }

    fn call(&mut self, call: &'a ExprCall) {
        let arguments = &call.arguments;
        if self.is_gather(call) {
            return self.gather(call);
        }
        if let Expr::Name(name) = &*call.func
            && self.refuse_builtin(name)
        {
            return;
        }
        let spread = arguments.args.iter().any(Expr::is_starred_expr)
            || arguments.keywords.iter().any(|keyword| keyword.arg.is_none());
        if spread {
            self.expression(&call.func);
            self.display(&arguments.args, Op::BuildList(0));
            self.emit(Op::BuildDict(0));
            for keyword in &arguments.keywords {
                match &keyword.arg {
                    Some(name) => {
                        self.load_str(name.as_str());
                        self.expression(&keyword.value);
                        self.emit(Op::InsertInto(1));
                    }
                    None => {
                        self.expression(&keyword.value);
                        self.emit(Op::MergeDict { call: true });
                    }
                }
            }
            self.emit(Op::CallSpread);
            return;
        }
        let method = match &*call.func {
            Expr::Attribute(attribute) => {
                let adds = ADDERS.contains(&attribute.attr.as_str());
                if adds {
                    self.addressed(&attribute.value, Lone::Row);
                } else {
                    self.expression(&attribute.value);
                }
                if !self.refuse_dunder(attribute.attr.as_str(), attribute.attr.range()) {
                    return;
                }
                Some(self.name(attribute.attr.as_str()))
            }
            callee => {
                self.addressed(callee, Lone::Function);
                None
            }
        };
        arguments.args.iter().for_each(|argument| self.expression(argument));
        arguments.keywords.iter().for_each(|keyword| self.expression(&keyword.value));
        let names: Vec<Name> = arguments
            .keywords
            .iter()
            .filter_map(|keyword| keyword.arg.as_ref())
            .map(|name| name.as_str().into())
            .collect();
        let repeated = names
            .iter()
            .enumerate()
            .find(|(place, name)| names.iter().take(*place).any(|other| other == *name));
        if let Some((_, name)) = repeated {
            self.finding("P001", call.range(), format!("keyword argument repeated: {name}"), None);
        }
        let keywords =
            if names.is_empty() { NO_KEYWORDS } else { self.constant(Constant::Keywords(names.into())) };
        let positional = arguments.args.len() as u16;
        if let Expr::Name(name) = &*call.func
            && self.definitions.children.contains_key(&self.definitions.symbol(name))
        {
            let site = self.site(self.definitions.symbol(name), arguments);
            self.emit(Op::Site(site));
        }
        if let Some(place) = self.gathered.iter().position(|range| *range == call.range()) {
            self.gathered.swap_remove(place);
            self.emit(Op::Defer);
        }
        self.emit(match method {
            Some(name) => Op::CallMethod { name, positional, keywords },
            None => Op::Call { positional, keywords },
        });
    }

    /// Says why a builtin of Python's is not there, if the name means one.
    fn refuse_builtin(&mut self, name: &ExprName) -> bool {
        let Some(reason) = refused::builtin(name.id.as_str()) else { return false };
        if self.resolve(self.definitions.symbol(name)).is_some() {
            return false;
        }
        self.left_out(name.range, &format!("`{}`", name.id), reason);
        true
    }
}

/// A number that is written with a minus before it.
fn negated(operand: &Expr) -> Option<Value> {
    match operand {
        Expr::NumberLiteral(literal) => match &literal.value {
            Number::Int(int) => Some(Value::Int(int.as_i64()?.checked_neg()?)),
            Number::Float(float) => Some(Value::Float(-float)),
            Number::Complex { .. } => None,
        },
        _ => None,
    }
}

/// The most bytes of a text that is made before the plan runs.
const FOLDED: usize = 4096;

/// What an operator on two literals gives, where that is a small number or text.
fn folded(left: &Expr, op: Operator, right: &Expr) -> Option<Constant> {
    let int = |expr: &Expr| match expr {
        Expr::NumberLiteral(literal) => match &literal.value {
            Number::Int(int) => int.as_i64(),
            _ => None,
        },
        _ => None,
    };
    if let (Expr::StringLiteral(text), Operator::Mult, Some(times)) = (left, op, int(right)) {
        let text = text.value.to_str();
        let times = usize::try_from(times).ok()?;
        let fits = text.len().checked_mul(times).is_some_and(|bytes| bytes <= FOLDED);
        return fits.then(|| Constant::Str(text.repeat(times).into()));
    }
    let (a, b) = (int(left)?, int(right)?);
    let result = match op {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mult => a.checked_mul(b),
        _ => None,
    };
    result.map(|result| Constant::Value(Value::Int(result)))
}

pub(super) fn binary(op: Operator) -> Binary {
    match op {
        Operator::Add => Binary::Add,
        Operator::Sub => Binary::Sub,
        Operator::Mult => Binary::Mul,
        Operator::MatMult => Binary::MatMul,
        Operator::Div => Binary::Div,
        Operator::Mod => Binary::Mod,
        Operator::Pow => Binary::Pow,
        Operator::LShift => Binary::LeftShift,
        Operator::RShift => Binary::RightShift,
        Operator::BitOr => Binary::Or,
        Operator::BitXor => Binary::Xor,
        Operator::BitAnd => Binary::And,
        Operator::FloorDiv => Binary::FloorDiv,
    }
}

fn comparison(op: CmpOp) -> Op {
    match op {
        CmpOp::Eq => Op::Compare(Comparison::Eq),
        CmpOp::NotEq => Op::Compare(Comparison::Ne),
        CmpOp::Lt => Op::Compare(Comparison::Lt),
        CmpOp::LtE => Op::Compare(Comparison::Le),
        CmpOp::Gt => Op::Compare(Comparison::Gt),
        CmpOp::GtE => Op::Compare(Comparison::Ge),
        CmpOp::Is => Op::Is(true),
        CmpOp::IsNot => Op::Is(false),
        CmpOp::In => Op::In(true),
        CmpOp::NotIn => Op::In(false),
    }
}
