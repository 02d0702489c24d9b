//! Statements.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use ruff_python_ast::{
    ExceptHandler, Expr, Stmt, StmtAugAssign, StmtFor, StmtIf, StmtImport, StmtImportFrom, StmtTry, StmtWhile,
};
use ruff_text_size::{Ranged, TextRange};

use super::effects::{Effects, always_leaves};
use super::expression::binary;
use super::site::{Changes, target_names};
use super::symbol::{Set, Symbol};
use super::written::{self, importable};
use super::{Block, Compiler, given, refused};
use crate::code::{Constant, Given, Op, Slot};
use crate::diagnostic::nearest;
use crate::value::{BuiltinType, Module, Value};

/// Whether the statement may make a text longer.
pub(super) fn may_grow(assign: &StmtAugAssign) -> bool {
    assign.op == ruff_python_ast::Operator::Add && !assign.value.is_number_literal_expr()
}

impl<'a> Compiler<'a> {
    pub(super) fn block(&mut self, body: &'a [Stmt]) {
        body.iter().for_each(|stmt| self.statement(stmt));
    }

    pub(super) fn statement(&mut self, stmt: &'a Stmt) {
        let before = self.at(stmt);
        match stmt {
            Stmt::Expr(stmt) => {
                self.expression(&stmt.value);
                self.emit(Op::Pop);
            }
            Stmt::Assign(assign) => {
                self.expression(&assign.value);
                if let Some((last, others)) = assign.targets.split_last() {
                    for target in others {
                        self.emit(Op::Duplicate);
                        self.assign(target);
                    }
                    self.assign(last);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.expression(value);
                    self.assign(&assign.target);
                }
            }
            Stmt::AugAssign(assign) => self.augmented(assign),
            Stmt::TypeAlias(alias) => {
                if let Expr::Name(name) = &*alias.name {
                    self.annotation(&alias.value);
                    self.store(self.definitions.symbol(name));
                }
            }
            Stmt::If(stmt) => self.if_statement(stmt),
            Stmt::While(stmt) => self.while_loop(stmt),
            Stmt::For(stmt) if stmt.is_async => self.unsupported(stmt.range, refused::ASYNC_FOR),
            Stmt::For(stmt) => self.for_loop(stmt),
            Stmt::Break(stmt) => self.break_or_continue(stmt.range, true),
            Stmt::Continue(stmt) => self.break_or_continue(stmt.range, false),
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            Stmt::FunctionDef(function) => self.function_statement(function),
            Stmt::ClassDef(class) => self.class_statement(class),
            Stmt::Return(stmt) => {
                match &stmt.value {
                    Some(value) => self.expression(value),
                    None => {
                        self.emit(Op::Constant(0));
                    }
                }
                self.leave_blocks(0);
                self.emit(Op::Return);
            }
            Stmt::Raise(stmt) => match (&stmt.exc, &stmt.cause) {
                (None, _) => {
                    self.emit(Op::Reraise);
                }
                (Some(exception), cause) => {
                    self.expression(exception);
                    if let Some(cause) = cause {
                        self.expression(cause);
                    }
                    self.emit(Op::Raise { cause: cause.is_some() });
                }
            },
            Stmt::Try(stmt) if stmt.is_star => {
                self.unsupported(stmt.range, refused::EXCEPT_STAR);
            }
            Stmt::Try(stmt) => self.try_statement(stmt),
            Stmt::Assert(stmt) => {
                let effects =
                    self.expression_effects(&stmt.msg.iter().map(|message| &**message).collect::<Vec<_>>());
                let region = self.region(&Effects { may_raise: true, ..effects });
                let caught = self.is_caught();
                if let Some(region) = self.context().code.regions.get_mut(region as usize) {
                    region.exits = !caught;
                }
                self.expression(&stmt.test);
                self.truth();
                let holds = self.emit(Op::BranchIf { region, otherwise: 0 });
                if let Some(message) = &stmt.msg {
                    self.expression(message);
                }
                self.emit(Op::AssertionFailed { message: stmt.msg.is_some() });
                self.patch(holds);
                self.emit(Op::EndRegion(region));
            }
            Stmt::Delete(stmt) => stmt.targets.iter().for_each(|target| self.delete_target(target)),
            Stmt::Match(stmt) => self.match_statement(stmt),
            Stmt::Import(stmt) => self.import(stmt),
            Stmt::ImportFrom(stmt) => self.import_from(stmt),
            Stmt::With(stmt) => self.unsupported(stmt.range, refused::WITH),
            Stmt::IpyEscapeCommand(stmt) => self.unsupported(stmt.range, refused::SHELL),
        }
        self.context().range = before;
    }

    /// Assigns the value on top of the stack.
    pub(super) fn assign(&mut self, target: &'a Expr) {
        let before = self.at(target);
        match target {
            Expr::Name(name) => {
                let name = self.definitions.symbol(name);
                let in_loop = self.context().blocks.iter().any(|block| matches!(block, Block::Loop { .. }));
                if in_loop
                    && let Some(slot) = self.resolve(name)
                    && self
                        .context()
                        .blocks
                        .iter()
                        .any(|block| matches!(block, Block::Loop { given, .. } if given.contains(&slot)))
                {
                    self.emit(Op::Give(slot));
                }
                self.store(name);
            }
            Expr::Attribute(attribute) => {
                self.expression(&attribute.value);
                if self.refuse_dunder(attribute.attr.as_str(), attribute.attr.range()) {
                    let name = self.name(attribute.attr.as_str());
                    self.emit(Op::StoreAttribute(name));
                }
            }
            Expr::Subscript(subscript) => {
                self.expression(&subscript.value);
                self.expression(&subscript.slice);
                self.emit(Op::StoreSubscript);
            }
            Expr::Tuple(tuple) => self.unpack(&tuple.elts, tuple.range),
            Expr::List(list) => self.unpack(&list.elts, list.range),
            Expr::Starred(starred) => self.assign(&starred.value),
            other => self.finding("P001", other.range(), "this cannot be assigned to", None),
        }
        self.context().range = before;
    }

    fn unpack(&mut self, targets: &'a [Expr], range: TextRange) {
        let stars = targets.iter().filter(|target| target.is_starred_expr()).count();
        match targets.iter().position(Expr::is_starred_expr) {
            None => {
                self.emit(Op::Unpack(targets.len() as u16));
            }
            Some(_) if stars > 1 => {
                self.finding("P001", range, "multiple starred expressions in assignment", None);
                return;
            }
            Some(star) => {
                self.emit(Op::UnpackStar(star as u16, (targets.len() - star - 1) as u16));
            }
        }
        targets.iter().for_each(|target| self.assign(target));
    }

    fn augmented(&mut self, assign: &'a StmtAugAssign) {
        let op = Op::InPlace(binary(assign.op));
        match &*assign.target {
            Expr::Name(name) => {
                let name = self.definitions.symbol(name);
                let own = !self.is_outer(name)
                    && matches!(self.resolve(name), Some(Slot::Local(_) | Slot::Global(_)));
                if own && may_grow(assign) {
                    self.load_alone(name);
                    self.expression(&assign.value);
                    self.emit(Op::Grow);
                } else {
                    self.load(name);
                    self.expression(&assign.value);
                    self.emit(op);
                }
                self.store(name);
            }
            Expr::Attribute(attribute) => {
                if !self.refuse_dunder(attribute.attr.as_str(), attribute.attr.range()) {
                    return;
                }
                self.expression(&attribute.value);
                self.emit(Op::Duplicate);
                let name = self.name(attribute.attr.as_str());
                self.emit(Op::Attribute(name));
                self.expression(&assign.value);
                self.emit(op);
                self.emit(Op::Swap);
                self.emit(Op::StoreAttribute(name));
            }
            Expr::Subscript(subscript) => {
                self.expression(&subscript.value);
                self.expression(&subscript.slice);
                self.emit(Op::DuplicateTwo);
                self.emit(Op::Subscript);
                self.expression(&assign.value);
                self.emit(op);
                // container key value -> value container key
                self.emit(Op::Bury(2));
                self.emit(Op::StoreSubscript);
            }
            other => self.finding("P001", other.range(), "this cannot be assigned to", None),
        }
    }

    fn delete_target(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => self.delete(self.definitions.symbol(name)),
            Expr::Attribute(attribute) => {
                self.expression(&attribute.value);
                if self.refuse_dunder(attribute.attr.as_str(), attribute.attr.range()) {
                    let name = self.name(attribute.attr.as_str());
                    self.emit(Op::DeleteAttribute(name));
                }
            }
            Expr::Subscript(subscript) => {
                self.expression(&subscript.value);
                self.expression(&subscript.slice);
                self.emit(Op::DeleteSubscript);
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.delete_target(target)),
            other => self.finding("P001", other.range(), "this cannot be deleted", None),
        }
    }

    /// Whether a `try` stands between this place and the loop around it: what leaves may then stay.
    fn is_caught(&mut self) -> bool {
        let inner =
            self.context().blocks.iter().rev().take_while(|block| !matches!(block, Block::Loop { .. }));
        inner.into_iter().any(|block| !matches!(block, Block::Loop { .. }))
    }

    // -- branches

    fn if_statement(&mut self, stmt: &'a StmtIf) {
        let mut arms: Vec<&'a [Stmt]> = vec![&stmt.body];
        arms.extend(stmt.elif_else_clauses.iter().map(|clause| &*clause.body));
        let tests: Vec<&'a Expr> = std::iter::once(&*stmt.test)
            .chain(stmt.elif_else_clauses.iter().filter_map(|clause| clause.test.as_ref()))
            .collect();
        let mut ends = Vec::new();
        // The region of a test covers its own arm and all that follow.
        let chain = Effects::of_chain(&arms, &tests, &self.definitions);
        for (place, (test, effects)) in tests.iter().zip(chain).enumerate() {
            let region = self.region(&effects);
            let caught = self.is_caught();
            let leaves = |block: &[Stmt]| always_leaves(block, caught);
            if let Some(region) = self.context().code.regions.get_mut(region as usize) {
                let own = arms.get(place).copied().unwrap_or_default();
                let other = if place + 1 == tests.len() && arms.len() > tests.len() {
                    arms.last().copied()
                } else {
                    None
                };
                region.exits = leaves(own) || other.is_some_and(leaves);
            }
            self.expression(test);
            self.truth();
            let otherwise = self.emit(Op::Branch { region, otherwise: 0 });
            self.block(arms.get(place).copied().unwrap_or_default());
            ends.push((self.emit(Op::Jump(0)), region));
            self.patch(otherwise);
        }
        if arms.len() > tests.len() {
            self.block(arms.last().copied().unwrap_or_default());
        }
        for (end, region) in ends.into_iter().rev() {
            self.patch(end);
            self.emit(Op::EndRegion(region));
        }
    }

    // -- loops

    fn while_loop(&mut self, stmt: &'a StmtWhile) {
        let mut effects = Effects::of_arms(&[&stmt.body, &stmt.orelse], &[&stmt.test], &self.definitions);
        // A `break` of this loop stays inside it; one in the `else` leaves the loop around it.
        let after = Effects::of_arms(&[&stmt.orelse], &[], &self.definitions);
        let continues = effects.continues;
        (effects.leaves_loop, effects.continues) = (after.leaves_loop, after.continues);
        let region = self.region(&effects);
        self.note_rest(region, &stmt.body, continues);
        let given = self.given(region, stmt.range, None, [&stmt.body, &stmt.orelse]);
        self.emit(Op::EnterWhile(region));
        let start = self.here();
        self.context().blocks.push(Block::Loop {
            region,
            start,
            breaks: Vec::new(),
            iterator: false,
            effects: Box::new(effects),
            given,
            targets: Set::default(),
            made: HashMap::new(),
        });
        self.expression(&stmt.test);
        self.truth();
        let otherwise = self.emit(Op::LoopTest { region, otherwise: 0 });
        self.block(&stmt.body);
        self.emit(Op::JumpBack(start));
        self.finish_loop(region, otherwise, &stmt.orelse);
    }

    fn for_loop(&mut self, stmt: &'a StmtFor) {
        let written = Effects::of_arms(&[&stmt.body, &stmt.orelse], &[], &self.definitions);
        let mut effects = written.and_of(&stmt.target, &self.definitions);
        let after = Effects::of_arms(&[&stmt.orelse], &[], &self.definitions);
        (effects.leaves_loop, effects.continues) = (after.leaves_loop, after.continues);
        let region = self.region(&effects);
        self.note_rest(region, &stmt.body, written.continues);
        let given = self.given(region, stmt.range, Some(&stmt.target), [&stmt.body, &stmt.orelse]);
        let targets = target_names(&stmt.target, Some(&written), &self.definitions.scopes.symbols);
        self.expression(&stmt.iter);
        self.emit(Op::GetIterator);
        self.emit(Op::EnterLoop(region));
        let start = self.here();
        self.context().blocks.push(Block::Loop {
            region,
            start,
            breaks: Vec::new(),
            iterator: true,
            effects: Box::new(effects),
            given,
            targets,
            made: HashMap::new(),
        });
        let otherwise = self.emit(Op::ForNext { region, otherwise: 0 });
        self.assign(&stmt.target);
        // Only the sites of agent calls ask what a round has made.
        let changes = (!self.definitions.children.is_empty())
            .then(|| Changes::of([&stmt.body, &stmt.orelse], &self.definitions));
        for inner in &stmt.body {
            self.statement(inner);
            if let Some(changes) = &changes {
                self.note_made(inner, changes);
            }
        }
        self.emit(Op::JumpBack(start));
        self.finish_loop(region, otherwise, &stmt.orelse);
    }

    /// Notes in a loop's region what a `continue` leaves out of a round.
    fn note_rest(&mut self, region: u32, body: &'a [Stmt], continues: bool) {
        if !continues {
            return;
        }
        let Some(effects) = Effects::after_continue(body, &self.definitions) else { return };
        let rest = self.region_of(&effects);
        if let Some(region) = self.context().code.regions.get_mut(region as usize) {
            region.rest = Some(Box::new(rest));
        }
    }

    /// Notes in a loop's region which variables it only ever gives values.
    fn given(
        &mut self,
        region: u32,
        range: TextRange,
        target: Option<&'a Expr>,
        [body, orelse]: [&'a [Stmt]; 2],
    ) -> BTreeSet<Slot> {
        let start = range.start().to_u32();
        let at_top = self.contexts.len() == 1;
        let mut all = BTreeSet::new();
        let mut given = Vec::new();
        for group in given::groups(start, target, [body, orelse], &self.definitions) {
            let symbols = group.names.iter().filter_map(|name| self.definitions.scopes.symbols.find(name));
            let symbols: Vec<Symbol> = symbols.collect();
            let slots = symbols.into_iter().filter_map(|name| match self.resolve(name)? {
                slot @ Slot::Local(_) => Some(slot),
                slot @ Slot::Global(_) if at_top && !self.definitions.shared.contains(name) => Some(slot),
                _ => None,
            });
            let slots: Vec<Slot> = slots.collect();
            all.extend(slots.iter().copied());
            given.push(Given { slots, writes: group.writes });
        }
        if let Some(region) = self.context().code.regions.get_mut(region as usize) {
            (region.start, region.given) = (start, given);
        }
        all
    }

    fn finish_loop(&mut self, region: u32, otherwise: usize, orelse: &'a [Stmt]) {
        let block = self.context().blocks.pop();
        self.patch(otherwise);
        self.block(orelse);
        if let Some(Block::Loop { breaks, iterator, .. }) = block {
            if iterator && !breaks.is_empty() {
                // `break` leaves the iterator, which an ended loop has taken away.
                let past = self.emit(Op::Jump(0));
                breaks.into_iter().for_each(|place| self.patch(place));
                self.emit(Op::Pop);
                self.patch(past);
            } else {
                breaks.into_iter().for_each(|place| self.patch(place));
            }
        }
        self.emit(Op::EndLoop(region));
    }

    fn break_or_continue(&mut self, range: TextRange, is_break: bool) {
        let depth = self.context().blocks.iter().rposition(|block| matches!(block, Block::Loop { .. }));
        let Some(depth) = depth else {
            let word = if is_break { "break" } else { "continue" };
            self.finding("P001", range, format!("`{word}` outside a loop"), None);
            return;
        };
        self.leave_blocks(depth + 1);
        let (region, start) = match self.context().blocks.get(depth) {
            Some(Block::Loop { region, start, .. }) => (*region, *start),
            _ => return,
        };
        self.emit(Op::Unwind(region));
        if is_break {
            let jump = self.emit(Op::Jump(0));
            if let Some(Block::Loop { breaks, .. }) = self.context().blocks.get_mut(depth) {
                breaks.push(jump);
            }
        } else {
            self.emit(Op::JumpBack(start));
        }
    }

    /// Tidies up the blocks from the innermost down to `depth`, on the way out of them.
    fn leave_blocks(&mut self, depth: usize) {
        let mut set_aside = Vec::new();
        while self.context().blocks.len() > depth {
            let Some(block) = self.context().blocks.pop() else { break };
            match &block {
                Block::Loop { .. } => {}
                Block::Try => {
                    self.emit(Op::PopHandler);
                }
                Block::Finally { region, body } => {
                    let (region, body) = (*region, *body);
                    self.emit(Op::UnwindTry(region));
                    self.emit(Op::PopHandler);
                    self.block(body);
                }
                Block::Handling => {
                    self.emit(Op::LeaveHandler);
                }
            }
            set_aside.push(block);
        }
        self.context().blocks.extend(set_aside.into_iter().rev());
    }

    // -- exceptions

    fn try_statement(&mut self, stmt: &'a StmtTry) {
        if stmt.finalbody.is_empty() {
            self.try_except(stmt);
            return;
        }
        let mut arms: Vec<&'a [Stmt]> = vec![&stmt.body, &stmt.orelse, &stmt.finalbody];
        let handlers: Vec<&'a [Stmt]> = stmt.handlers.iter().map(handler_body).collect();
        arms.extend(handlers);
        let mut effects = Effects::of_arms(&arms, &[], &self.definitions);
        self.handler_names(&stmt.handlers, &mut effects);
        let region = self.region(&effects);
        let handler = self.emit(Op::EnterTry { region, handler: 0 });
        self.context().blocks.push(Block::Finally { region, body: &stmt.finalbody });
        if stmt.handlers.is_empty() {
            self.block(&stmt.body);
        } else {
            self.try_except(stmt);
        }
        self.context().blocks.pop();
        self.emit(Op::UnwindTry(region));
        self.emit(Op::PopHandler);
        self.block(&stmt.finalbody);
        let end = self.emit(Op::Jump(0));
        self.patch(handler);
        self.emit(Op::EnterHandler);
        self.context().blocks.push(Block::Handling);
        self.block(&stmt.finalbody);
        self.context().blocks.pop();
        self.emit(Op::Reraise);
        self.patch(end);
        self.emit(Op::EndRegion(region));
    }

    fn try_except(&mut self, stmt: &'a StmtTry) {
        let mut arms: Vec<&'a [Stmt]> = vec![&stmt.body, &stmt.orelse];
        arms.extend(stmt.handlers.iter().map(handler_body));
        let classes: Vec<&'a Expr> = stmt.handlers.iter().filter_map(handler_class).collect();
        let mut effects = Effects::of_arms(&arms, &classes, &self.definitions);
        self.handler_names(&stmt.handlers, &mut effects);
        let region = self.region(&effects);
        let handler = self.emit(Op::EnterTry { region, handler: 0 });
        self.context().blocks.push(Block::Try);
        self.block(&stmt.body);
        self.context().blocks.pop();
        self.emit(Op::PopHandler);
        self.block(&stmt.orelse);
        let mut ends = vec![self.emit(Op::Jump(0))];
        self.patch(handler);
        for except in &stmt.handlers {
            let ExceptHandler::ExceptHandler(except) = except;
            let before = self.at(except);
            let next = match &except.type_ {
                Some(class) => {
                    self.expression(class);
                    self.emit(Op::MatchException);
                    Some(self.emit(Op::JumpIfFalse(0)))
                }
                None => None,
            };
            if let Some(name) = &except.name {
                self.emit(Op::Duplicate);
                self.store(self.identifier(name));
            }
            self.emit(Op::EnterHandler);
            self.context().blocks.push(Block::Handling);
            self.block(&except.body);
            self.context().blocks.pop();
            self.emit(Op::LeaveHandler);
            if let Some(name) = &except.name {
                // The name ends with the handler.
                self.emit(Op::Constant(0));
                let name = self.identifier(name);
                self.store(name);
                self.delete(name);
            }
            ends.push(self.emit(Op::Jump(0)));
            match next {
                Some(next) => self.patch(next),
                None => {
                    self.context().range = before;
                    break;
                }
            }
            self.context().range = before;
        }
        // No handler matched; after a bare `except` this is never reached.
        self.emit(Op::RaiseAgain);
        ends.into_iter().for_each(|end| self.patch(end));
        self.emit(Op::EndRegion(region));
    }

    // -- imports

    fn import(&mut self, stmt: &'a StmtImport) {
        for alias in &stmt.names {
            let name = alias.name.as_str();
            let Some(module) = Module::from_name(name) else {
                self.no_module(alias.range, name);
                continue;
            };
            self.emit(Op::Import(module));
            let bound =
                alias.asname.as_ref().map_or(name.split('.').next().unwrap_or(name), |name| name.as_str());
            self.store(self.definitions.scopes.symbols.of_text(bound));
        }
    }

    fn import_from(&mut self, stmt: &'a StmtImportFrom) {
        let module_name = stmt.module.as_ref().map_or("", |module| module.as_str());
        if module_name == "__future__" {
            // Nothing of it changes how a plan runs.
            for alias in &stmt.names {
                self.plain(Value::None);
                self.store(self.identifier(&alias.name));
            }
            return;
        }
        let Some(module) = Module::from_name(module_name).filter(|_| stmt.level == 0) else {
            self.no_module(stmt.range, module_name);
            return;
        };
        for alias in &stmt.names {
            let name = alias.name.as_str();
            if name == "*" {
                self.unsupported(alias.range, refused::IMPORT_STAR);
                continue;
            }
            match typing_form(module, name) {
                Some(ty) => self.plain(Value::Type(ty)),
                None => {
                    let place = self.name(name);
                    self.emit(Op::ImportFrom { module, name: place })
                }
            };
            self.store(self.identifier(alias.asname.as_ref().unwrap_or(&alias.name)));
        }
    }

    fn no_module(&mut self, range: TextRange, name: &str) {
        let modules = importable();
        let of_it = written::members(name).map(|members| {
            let members: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
            format!("a plan has {} of it, and no other use of its name", members.join(", "))
        });
        let reason = of_it.unwrap_or_else(|| refused::module(name).to_owned());
        let near = nearest(name, modules.iter().copied());
        let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        self.finding(
            "P003",
            range,
            format!("there is no module `{name}`: {reason}"),
            Some(&format!("{near}what can be imported: {}", modules.join(", "))),
        );
    }

    /// The names that handlers bind belong to the region too.
    fn handler_names(&self, handlers: &[ExceptHandler], effects: &mut Effects) {
        for handler in handlers {
            let ExceptHandler::ExceptHandler(handler) = handler;
            if let Some(name) = &handler.name {
                effects.writes.insert(self.identifier(name));
                effects.rebound.insert(self.identifier(name));
            }
        }
    }

    fn expression_effects(&self, expressions: &[&Expr]) -> Effects {
        Effects::of_arms(&[], expressions, &self.definitions)
    }
}

/// Names of `typing` and its like that are classes here.
fn typing_form(module: Module, name: &str) -> Option<BuiltinType> {
    use BuiltinType as T;
    if module != Module::Typing {
        return None;
    }
    Some(match name {
        "Any" => T::Any,
        "Optional" => T::Optional,
        "Union" => T::Union,
        "Literal" => T::Literal,
        "Callable" => T::Callable,
        "Iterable" | "Iterator" | "Generator" => T::Iterable,
        "Sequence" | "Collection" => T::Sequence,
        "Mapping" | "MutableMapping" => T::Mapping,
        "List" => T::List,
        "Dict" => T::Dict,
        "Set" => T::Set,
        "FrozenSet" => T::FrozenSet,
        "Tuple" => T::Tuple,
        "Type" => T::Type,
        "NamedTuple" => T::NamedTuple,
        "TypedDict" => T::TypedDict,
        _ => return None,
    })
}

fn handler_body(handler: &ExceptHandler) -> &[Stmt] {
    let ExceptHandler::ExceptHandler(handler) = handler;
    &handler.body
}

fn handler_class(handler: &ExceptHandler) -> Option<&Expr> {
    let ExceptHandler::ExceptHandler(handler) = handler;
    handler.type_.as_deref()
}

/// Digits of an integer literal in base ten, and in another.
const DECIMAL_DIGITS: usize = 4300;
const DIGITS: usize = 80_000;

/// A constant for an integer literal; none if it has too many digits.
pub(super) fn integer(text: &str) -> Option<Constant> {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let (radix, digits) = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, digits.get(2..)?),
        Some("0o") => (8, digits.get(2..)?),
        Some("0b") => (2, digits.get(2..)?),
        _ => (10, digits.as_str()),
    };
    // As CPython has it: reading a decimal number takes time with the square of its digits.
    if digits.len() > if radix == 10 { DECIMAL_DIGITS } else { DIGITS } {
        return None;
    }
    let int = num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix)?;
    Some(match i64::try_from(&int) {
        Ok(int) => Constant::Value(Value::Int(int)),
        Err(_) => Constant::BigInt(int),
    })
}
