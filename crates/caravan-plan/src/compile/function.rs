//! Functions, lambdas, comprehensions, classes.

use std::collections::BTreeSet;
use std::rc::Rc;

use hashbrown::HashMap;
use ruff_python_ast::{
    Comprehension, Decorator, Expr, ExprLambda, Parameters as Params, Stmt, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::Ranged;

use super::effects::Effects;
use super::scope::Names;
use super::site::target_names;
use super::symbol::Symbol;
use super::{Block, Compiler, refused};
use crate::code::{ClassMember, ClassPlan, Op, Parameters, Region, Slot};
use crate::operation::Binary;
use crate::value::{BuiltinType, Value};

/// The body of a function.
#[derive(Clone, Copy)]
enum Body<'a> {
    Block(&'a [Stmt]),
    Expression(&'a Expr),
}

impl<'a> Compiler<'a> {
    pub(super) fn function_statement(&mut self, function: &'a StmtFunctionDef) {
        self.function_value(function);
        self.store(self.identifier(&function.name));
    }

    /// Leaves the decorated function on the stack.
    fn function_value(&mut self, function: &'a StmtFunctionDef) {
        if function.is_async {
            self.unsupported(function.range, refused::ASYNC_DEF);
        }
        self.decorators(&function.decorator_list);
        let names = self.definitions.scopes.of_function(function);
        self.function(function.name.as_str(), Some(&function.parameters), names, Body::Block(&function.body));
        self.apply_decorators(&function.decorator_list);
    }

    pub(super) fn lambda(&mut self, lambda: &'a ExprLambda) {
        let names = self.definitions.scopes.of_lambda(lambda);
        self.function("<lambda>", lambda.parameters.as_deref(), names, Body::Expression(&lambda.body));
    }

    fn decorators(&mut self, decorators: &'a [Decorator]) {
        decorators.iter().for_each(|decorator| self.expression(&decorator.expression));
    }

    fn apply_decorators(&mut self, decorators: &'a [Decorator]) {
        for _ in decorators {
            self.emit(Op::Call { positional: 1, keywords: crate::code::NO_KEYWORDS });
        }
    }

    fn function(&mut self, name: &str, params: Option<&'a Params>, names: Rc<Names>, body: Body<'a>) {
        let mut defaults = 0;
        let mut keyword_defaults = 0;
        let mut parameters = Parameters::default();
        let mut order: Vec<Symbol> = Vec::new();
        if let Some(params) = params {
            for parameter in params.posonlyargs.iter().chain(&params.args) {
                order.push(self.identifier(&parameter.parameter.name));
                if let Some(default) = &parameter.default {
                    self.expression(default);
                    defaults += 1;
                }
            }
            for parameter in &params.kwonlyargs {
                order.push(self.identifier(&parameter.parameter.name));
                match &parameter.default {
                    Some(default) => self.expression(default),
                    None => {
                        self.plain(Value::Unbound);
                    }
                }
                keyword_defaults += 1;
            }
            let symbols = &self.definitions.scopes.symbols;
            let rest = params.vararg.iter().chain(&params.kwarg);
            order.extend(rest.map(|parameter| symbols.of_identifier(&parameter.name)));
            parameters = Parameters {
                positional_only: params.posonlyargs.len() as u16,
                positional: (params.posonlyargs.len() + params.args.len()) as u16,
                keyword_only: params.kwonlyargs.len() as u16,
                variadic: params.vararg.is_some(),
                keywords: params.kwarg.is_some(),
            };
        }
        let outer = self.context().qualified.clone();
        let qualified = match outer.as_str() {
            "<plan>" => name.to_owned(),
            outer if outer.ends_with('.') => format!("{outer}{name}"),
            outer => format!("{outer}.<locals>.{name}"),
        };
        let has_yield = names.has_yield;
        let code = self.begin(name, &qualified, names.clone(), HashMap::with_capacity(names.bound.len()));
        for name in &order {
            self.new_local(*name);
        }
        for name in &names.bound {
            let captured = names.captures(*name);
            let slot = match order.iter().position(|known| known == name) {
                Some(place) => place as u16,
                None => self.new_local(*name),
            };
            if captured {
                self.context().code.own_cells.push(slot);
            }
            let place = if captured { Slot::Cell(slot) } else { Slot::Local(slot) };
            self.context().vars.insert(*name, place);
        }
        let context = self.context();
        context.code.parameters = parameters;
        context.code.is_generator = has_yield;
        let region = match body {
            Body::Block(block) => {
                self.block(block);
                self.emit(Op::Constant(0));
                self.body_region(&Effects::of_arms(&[block], &[], &self.definitions))
            }
            Body::Expression(expression) => {
                self.expression(expression);
                self.body_region(&Effects::of_arms(&[], &[expression], &self.definitions))
            }
        };
        self.end(code, region);
        self.emit(Op::MakeFunction { code: code as u32, defaults, keyword_defaults });
    }

    /// What outlives the call of a function: shared variables and objects, not its own variables.
    fn body_region(&mut self, effects: &Effects) -> Region {
        let mut region = self.region_of(effects);
        region.writes.retain(|slot| matches!(slot, Slot::Cell(_)));
        region
    }

    // -- comprehensions

    pub(super) fn list_comprehension(&mut self, element: &'a Expr, generators: &'a [Comprehension]) {
        self.emit(Op::BuildList(0));
        self.comprehension(&[element], generators, Op::AppendTo);
    }

    pub(super) fn set_comprehension(&mut self, element: &'a Expr, generators: &'a [Comprehension]) {
        self.emit(Op::BuildSet(0));
        self.comprehension(&[element], generators, Op::AddTo);
    }

    pub(super) fn dict_comprehension(
        &mut self,
        key: &'a Expr,
        value: &'a Expr,
        generators: &'a [Comprehension],
    ) {
        self.emit(Op::BuildDict(0));
        self.comprehension(&[key, value], generators, Op::InsertInto);
    }

    fn comprehension(&mut self, elements: &[&'a Expr], generators: &'a [Comprehension], add: fn(u16) -> Op) {
        if let Some(generator) = generators.iter().find(|generator| generator.is_async) {
            self.unsupported(generator.range, refused::ASYNC_FOR);
        }
        let names = self.definitions.scopes.of_comprehension(generators, elements);
        let mut overlay = Vec::with_capacity(names.bound.len());
        for name in names.bound.iter().copied() {
            let slot = self.new_local(name);
            if names.captures(name) {
                self.emit(Op::NewCell(slot));
                overlay.push((name, Slot::Cell(slot)));
            } else {
                overlay.push((name, Slot::Local(slot)));
            }
        }
        // The first iterable is evaluated outside.
        if let Some(first) = generators.first() {
            self.expression(&first.iter);
        }
        self.context().overlays.push(overlay);
        self.generators(elements, generators, 0, add);
        self.context().overlays.pop();
    }

    /// The loops from `place` on; the iterable of the first lies on the stack already.
    fn generators(
        &mut self,
        elements: &[&'a Expr],
        generators: &'a [Comprehension],
        place: usize,
        add: fn(u16) -> Op,
    ) {
        let Some(generator) = generators.get(place) else {
            elements.iter().for_each(|element| self.expression(element));
            self.emit(add(place as u16 + 1));
            return;
        };
        let rest = generators.get(place..).unwrap_or_default();
        if place > 0 {
            self.expression(&generator.iter);
        }
        let before = self.at(&generator.target);
        self.emit(Op::GetIterator);
        let effects = Effects::of_comprehension(rest, elements, &self.definitions);
        let region = self.filling(&effects, place as u16 + 1);
        let selects = generators.len() == 1 && add(0) == Op::AppendTo(0);
        if let Some(region) = self.context().code.regions.get_mut(region as usize) {
            region.selects = selects;
        }
        self.emit(Op::EnterLoop(region));
        let start = self.here();
        let targets = target_names(&generator.target, None, &self.definitions.scopes.symbols);
        self.context().blocks.push(Block::Loop {
            region,
            start,
            breaks: Vec::new(),
            iterator: true,
            effects: Box::new(effects),
            given: BTreeSet::new(),
            targets,
            made: HashMap::new(),
        });
        let otherwise = self.emit(Op::ForNext { region, otherwise: 0 });
        self.assign(&generator.target);
        let mut filters = Vec::new();
        for test in &generator.ifs {
            let effects = Effects::of_comprehension(rest, elements, &self.definitions);
            let region = self.filling(&effects, place as u16 + 2);
            self.expression(test);
            self.truth();
            filters.push((self.emit(Op::Branch { region, otherwise: 0 }), region));
        }
        self.generators(elements, generators, place + 1, add);
        for (filter, region) in filters.into_iter().rev() {
            self.patch(filter);
            self.emit(Op::EndRegion(region));
        }
        self.emit(Op::JumpBack(start));
        self.patch(otherwise);
        self.context().blocks.pop();
        self.emit(Op::EndLoop(region));
        self.context().range = before;
    }

    /// A region that fills the container of a comprehension.
    fn filling(&mut self, effects: &Effects, depth: u16) -> u32 {
        let region = self.region(effects);
        if let Some(region) = self.context().code.regions.get_mut(region as usize) {
            region.fills = Some(depth);
        }
        region
    }

    // -- classes

    pub(super) fn class_statement(&mut self, class: &'a StmtClassDef) {
        self.class_value(class);
        self.store(self.identifier(&class.name));
    }

    fn class_value(&mut self, class: &'a StmtClassDef) {
        self.decorators(&class.decorator_list);
        let mut bases = 0;
        if let Some(arguments) = &class.arguments {
            for base in &arguments.args {
                match base {
                    Expr::Name(_) => self.expression(base),
                    other => self.annotation(other),
                }
                bases += 1;
            }
        }
        let outer = self.context().qualified.clone();
        let prefix = match outer.as_str() {
            "<plan>" => String::new(),
            outer if outer.ends_with('.') => outer.to_owned(),
            outer => format!("{outer}.<locals>."),
        };
        self.context().qualified = format!("{prefix}{}.", class.name);
        self.context().overlays.push(Vec::new());
        self.class_names.push(class.name.to_string());
        let mut members = Vec::new();
        let mut doc = None;
        for stmt in &class.body {
            let before = self.at(stmt);
            match stmt {
                Stmt::Pass(_) => {}
                Stmt::Expr(expression) => match &*expression.value {
                    Expr::StringLiteral(text) => {
                        doc.get_or_insert_with(|| text.value.to_str().into());
                    }
                    Expr::EllipsisLiteral(_) => {}
                    other => self.unsupported(other.range(), refused::CLASS_EXPRESSION),
                },
                Stmt::AnnAssign(field) => {
                    let Expr::Name(name) = &*field.target else {
                        self.unsupported(field.range, refused::CLASS_FIELD);
                        continue;
                    };
                    self.annotation(&field.annotation);
                    if let Some(value) = &field.value {
                        self.expression(value);
                        self.class_name(self.definitions.symbol(name));
                    }
                    let has_default = field.value.is_some();
                    let name = self.mangled(name.id.as_str()).into();
                    members.push(ClassMember::Field { name, has_default });
                }
                Stmt::Assign(assign) => match assign.targets.as_slice() {
                    [Expr::Name(name)] => {
                        self.expression(&assign.value);
                        self.class_name(self.definitions.symbol(name));
                        members.push(ClassMember::Attribute(self.mangled(name.id.as_str()).into()));
                    }
                    _ => self.unsupported(assign.range, refused::CLASS_ASSIGNMENT),
                },
                Stmt::FunctionDef(method) => {
                    if let Some(instead) = refused::special_method(method.name.as_str()) {
                        let what = format!("the method `{}`", method.name);
                        self.left_out(method.name.range(), &what, instead);
                    }
                    self.function_value(method);
                    self.class_name(self.identifier(&method.name));
                    members.push(ClassMember::Attribute(self.mangled(method.name.as_str()).into()));
                }
                Stmt::ClassDef(inner) => {
                    self.class_value(inner);
                    self.class_name(self.identifier(&inner.name));
                    members.push(ClassMember::Attribute(inner.name.as_str().into()));
                }
                other => self.unsupported(other.range(), refused::CLASS_STATEMENT),
            }
            self.context().range = before;
        }
        self.context().overlays.pop();
        self.class_names.pop();
        self.context().qualified = outer;
        self.classes.push(ClassPlan {
            name: class.name.as_str().into(),
            doc,
            bases,
            decorators: class.decorator_list.len() as u16,
            members,
        });
        let place = (self.classes.len() - 1) as u32;
        self.emit(Op::MakeClass(place));
    }

    /// Lets the rest of the class body see a name that it has bound to the value on top of the stack.
    fn class_name(&mut self, name: Symbol) {
        let slot = self.new_local(name);
        self.emit(Op::Duplicate);
        self.emit(Op::StoreLocal(slot));
        if let Some(overlay) = self.context().overlays.last_mut() {
            overlay.push((name, Slot::Local(slot)));
        }
    }

    /// The value of an annotation. What means nothing here is `Any`: annotations never make a plan fail.
    pub(super) fn annotation(&mut self, expr: &'a Expr) {
        match expr {
            // By its name, as if it stood in quotes: it may be defined further down.
            Expr::Name(name)
                if self.late_annotations
                    && self.definitions.classes.contains(self.definitions.symbol(name)) =>
            {
                self.load_str(name.id.as_str());
            }
            Expr::Name(name) => {
                let symbol = self.definitions.symbol(name);
                let known = self.resolve(symbol).is_some()
                    || super::initial(name.id.as_str(), self.environment) != Value::Unbound;
                if known {
                    self.load(symbol);
                } else {
                    self.plain(Value::Type(BuiltinType::Any));
                }
            }
            Expr::Subscript(subscript) => {
                if let Expr::Name(name) = &*subscript.value
                    && name.id.as_str() == "Annotated"
                {
                    match &*subscript.slice {
                        // What stands beside the type matters to models: `Field(ge=0)`.
                        Expr::Tuple(parts) if self.resolve(self.definitions.symbol(name)).is_some() => {
                            self.load(self.definitions.symbol(name));
                            for (place, part) in parts.elts.iter().enumerate() {
                                match part {
                                    Expr::Call(_) if place > 0 => self.expression(part),
                                    _ => self.annotation(part),
                                }
                            }
                            self.emit(Op::BuildTuple(parts.elts.len() as u32));
                            self.emit(Op::Subscript);
                        }
                        Expr::Tuple(parts) => {
                            parts.elts.iter().take(1).for_each(|part| self.annotation(part))
                        }
                        other => self.annotation(other),
                    }
                    return;
                }
                self.annotation(&subscript.value);
                self.annotation(&subscript.slice);
                self.emit(Op::Subscript);
            }
            Expr::Tuple(tuple) => {
                tuple.elts.iter().for_each(|part| self.annotation(part));
                self.emit(Op::BuildTuple(tuple.elts.len() as u32));
            }
            Expr::List(list) => {
                list.elts.iter().for_each(|part| self.annotation(part));
                self.emit(Op::BuildList(list.elts.len() as u32));
            }
            Expr::BinOp(op) if self.late_annotations => {
                self.plain(Value::Type(BuiltinType::Union));
                self.annotation(&op.left);
                self.annotation(&op.right);
                self.emit(Op::BuildTuple(2));
                self.emit(Op::Subscript);
            }
            Expr::BinOp(op) => {
                self.annotation(&op.left);
                self.annotation(&op.right);
                self.emit(Op::Binary(Binary::Or));
            }
            // A whole annotation in quotes, as in `"Optional[Node]"`; a name alone is looked up when it is needed.
            Expr::StringLiteral(literal) if literal.value.to_str().contains(['[', '|']) => {
                match ruff_python_parser::parse_expression(literal.value.to_str()) {
                    Ok(parsed) => self.quoted(&parsed.into_expr(), 0),
                    Err(_) => self.expression(expr),
                }
            }
            Expr::Attribute(_)
            | Expr::StringLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::UnaryOp(_)
            | Expr::EllipsisLiteral(_)
            | Expr::Call(_) => self.expression(expr),
            _ => {
                self.plain(Value::Type(BuiltinType::Any));
            }
        }
    }

    /// Leaves what an annotation in quotes names; the classes of the plan in it are still to be looked up by name.
    fn quoted(&mut self, expr: &Expr, depth: usize) {
        /// Forms within forms: more than any annotation has.
        const DEEPEST: usize = 32;
        match expr {
            _ if depth > DEEPEST => {
                self.plain(Value::Type(BuiltinType::Any));
            }
            Expr::Name(name) if self.definitions.classes.contains(self.definitions.symbol(name)) => {
                self.load_str(name.id.as_str());
            }
            Expr::Name(name)
                if self.resolve(self.definitions.symbol(name)).is_some()
                    || super::initial(name.id.as_str(), self.environment) != Value::Unbound =>
            {
                self.load(self.definitions.symbol(name));
            }
            Expr::Subscript(subscript) => {
                self.quoted(&subscript.value, depth + 1);
                self.quoted(&subscript.slice, depth + 1);
                self.emit(Op::Subscript);
            }
            Expr::Tuple(tuple) => {
                tuple.elts.iter().for_each(|part| self.quoted(part, depth + 1));
                self.emit(Op::BuildTuple(tuple.elts.len() as u32));
            }
            Expr::BinOp(op) => {
                self.plain(Value::Type(BuiltinType::Union));
                self.quoted(&op.left, depth + 1);
                self.quoted(&op.right, depth + 1);
                self.emit(Op::BuildTuple(2));
                self.emit(Op::Subscript);
            }
            Expr::StringLiteral(literal) => self.load_str(literal.value.to_str()),
            Expr::NoneLiteral(_) => {
                self.emit(Op::Constant(0));
            }
            _ => {
                self.plain(Value::Type(BuiltinType::Any));
            }
        }
    }
}
