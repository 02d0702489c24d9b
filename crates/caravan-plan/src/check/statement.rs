//! Statements: how what is known changes from line to line.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    ExceptHandler, Expr, ExprContext, Operator, Pattern, Stmt, StmtFor, StmtIf, StmtMatch, StmtTry, StmtWhile,
};

use super::decided::Decided;
use super::known::{Known, Trail, Ty};
use super::{Checker, Leads, Scope};

impl<'a> Checker<'a> {
    pub(super) fn block(&mut self, body: &'a [Stmt]) -> Leads {
        for stmt in body {
            if self.statement(stmt) == Leads::Away {
                return Leads::Away;
            }
        }
        Leads::On
    }

    fn statement(&mut self, stmt: &'a Stmt) -> Leads {
        match stmt {
            Stmt::Expr(stmt) => {
                self.expression(&stmt.value);
            }
            Stmt::Assign(assign) => {
                let value = self.expression(&assign.value);
                assign.targets.iter().for_each(|target| self.assign(target, value.clone()));
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.expression(value);
                    self.assign(&assign.target, value);
                }
            }
            Stmt::AugAssign(assign) => {
                let value = self.expression(&assign.value);
                let before = self.read_target(&assign.target);
                // A list takes whatever can be gone through.
                let extends = before.ty.arms().iter().any(|ty| matches!(ty, Ty::List(_)));
                let result = if extends && assign.op == Operator::Add {
                    self.changed_in_place(&assign.target, &value);
                    self.read_target(&assign.target)
                } else {
                    self.binary(assign.op, &before, &value, assign.range)
                };
                if let Expr::Name(name) = &*assign.target {
                    let line = self.line(assign);
                    self.bind(name.id.as_str(), result.named(name.id.as_str(), line));
                } else {
                    self.changed_in_place(&assign.target, &value);
                }
            }
            Stmt::If(stmt) => return self.if_statement(stmt),
            Stmt::For(stmt) => return self.for_loop(stmt),
            Stmt::While(stmt) => return self.while_loop(stmt),
            Stmt::Try(stmt) => return self.try_statement(stmt),
            Stmt::Match(stmt) => return self.match_statement(stmt),
            Stmt::Return(stmt) => {
                let value = stmt.value.as_ref().map_or(Known::of(Ty::None), |value| self.expression(value));
                self.returned.push(value);
                return Leads::Away;
            }
            Stmt::Raise(stmt) => {
                for part in stmt.exc.iter().chain(&stmt.cause) {
                    self.expression(part);
                }
                return Leads::Away;
            }
            Stmt::Break(_) | Stmt::Continue(_) => return Leads::Away,
            Stmt::Assert(stmt) => {
                self.tested(&stmt.test);
                if let Some(message) = &stmt.msg {
                    self.expression(message);
                }
            }
            Stmt::Delete(stmt) => {
                for target in &stmt.targets {
                    match target {
                        Expr::Name(name) => self.bind(name.id.as_str(), Known::any()),
                        part => self.forget_parts(part),
                    }
                }
            }
            Stmt::FunctionDef(function) => self.function_statement(function),
            Stmt::ClassDef(class) => self.class_statement(class),
            Stmt::Import(import) => self.import(import),
            Stmt::ImportFrom(import) => self.import_from(import),
            Stmt::TypeAlias(alias) => {
                if let Expr::Name(name) = &*alias.name {
                    self.bind(name.id.as_str(), Known::any());
                }
            }
            Stmt::Pass(_)
            | Stmt::Global(_)
            | Stmt::Nonlocal(_)
            | Stmt::With(_)
            | Stmt::IpyEscapeCommand(_) => {}
        }
        Leads::On
    }

    /// Gives a value to a target.
    pub(super) fn assign(&mut self, target: &'a Expr, value: Known) {
        match target {
            Expr::Name(name) => {
                let line = self.line(target);
                self.bind(name.id.as_str(), value.named(name.id.as_str(), line));
            }
            Expr::Tuple(tuple) => self.unpack(&tuple.elts, value),
            Expr::List(list) => self.unpack(&list.elts, value),
            Expr::Starred(starred) => {
                let item = self.item_of(&value);
                self.assign(&starred.value, value.shaped(Ty::list(item)));
            }
            Expr::Subscript(subscript) => {
                self.expression(&subscript.value);
                self.expression(&subscript.slice);
                self.changed_in_place(&subscript.value, &value);
            }
            Expr::Attribute(attribute) => {
                self.expression(&attribute.value);
            }
            _ => {}
        }
    }

    fn unpack(&mut self, targets: &'a [Expr], value: Known) {
        let exact = match &value.ty {
            Ty::Tuple(items)
                if items.len() == targets.len()
                    && !targets.iter().any(|target| matches!(target, Expr::Starred(_))) =>
            {
                Some(items.to_vec())
            }
            _ => None,
        };
        match exact {
            Some(items) => {
                targets.iter().zip(items).for_each(|(target, item)| self.assign(target, item));
            }
            None => {
                let item = self.item_of(&value);
                for target in targets {
                    match target {
                        Expr::Starred(starred) => {
                            let rest = value.shaped(Ty::list(item.clone()));
                            self.assign(&starred.value, rest);
                        }
                        target => self.assign(target, item.clone()),
                    }
                }
            }
        }
    }

    fn read_target(&mut self, target: &'a Expr) -> Known {
        match target {
            Expr::Name(name) => self.lookup(name.id.as_str()).cloned().unwrap_or_default(),
            other => self.expression(other),
        }
    }

    /// Something was put into the container that `target` names.
    pub(super) fn changed_in_place(&mut self, target: &Expr, value: &Known) {
        let Expr::Name(name) = target else { return self.forget_parts(target) };
        let Some(slot) = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name.id.as_str()))
        else {
            return;
        };
        let put = |item: &Known| item.clone().and_element(value.shaped(Ty::Any));
        slot.ty = match &slot.ty {
            Ty::List(item) => Ty::list(put(item)),
            Ty::Set(item) => Ty::Set(put(item).into()),
            Ty::Dict(entry) => Ty::dict(entry.0.clone().shaped(Ty::Any), put(&entry.1)),
            _ => Ty::Any,
        };
        slot.put(value);
    }

    /// The value of the variable that a part is reached through is not known any more.
    pub(super) fn forget_parts(&mut self, part: &Expr) {
        let mut here = part;
        loop {
            match here {
                Expr::Attribute(attribute) => here = &attribute.value,
                Expr::Subscript(subscript) => here = &subscript.value,
                Expr::Name(name) => {
                    let slot = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name.id.as_str()));
                    if let Some(slot) = slot {
                        *slot = Known::any();
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    // -- where control parts and meets

    fn scope(&self) -> Scope<'a> {
        self.scopes.last().cloned().unwrap_or_default()
    }

    fn set_scope(&mut self, scope: Scope<'a>) {
        if let Some(last) = self.scopes.last_mut() {
            *last = scope;
        }
    }

    fn if_statement(&mut self, stmt: &'a StmtIf) -> Leads {
        let tested = self.tested(&stmt.test);
        let decided = self.decision(&tested, &*stmt.test);
        let mut ends = Vec::new();
        let before = self.scope();
        if self.block(&stmt.body) == Leads::On {
            ends.push(self.scope());
        }
        self.set_scope(before);
        let mut falls_through = true;
        for clause in &stmt.elif_else_clauses {
            if let Some(test) = &clause.test {
                self.tested(test);
            } else {
                falls_through = false;
            }
            let before = self.scope();
            if self.block(&clause.body) == Leads::On {
                ends.push(self.scope());
            }
            self.set_scope(before);
        }
        if falls_through {
            ends.push(self.scope());
        }
        let branches = 1 + stmt.elif_else_clauses.len() + usize::from(falls_through);
        let all_meet = ends.len() == branches;
        let leads = self.meet(ends);
        if all_meet {
            let mut written = Written::default();
            written.visit_body(&stmt.body);
            stmt.elif_else_clauses.iter().for_each(|clause| written.visit_body(&clause.body));
            if let Some(scope) = self.scopes.last_mut() {
                written.decide(scope, &decided);
            }
        }
        leads
    }

    /// Control meets again from these ends.
    fn meet(&mut self, ends: Vec<Scope<'a>>) -> Leads {
        match ends.into_iter().reduce(|a, b| met(a, &b)) {
            Some(scope) => {
                self.set_scope(scope);
                Leads::On
            }
            None => Leads::Away,
        }
    }

    fn for_loop(&mut self, stmt: &'a StmtFor) -> Leads {
        let iterable = self.expression(&stmt.iter);
        let item = self.iterated(&iterable, &stmt.iter);
        let rounds = iterable.data.clone().or_else(|| iterable.choice.clone());
        self.rounds(rounds, &stmt.body, |checker| checker.assign(&stmt.target, item.clone()));
        self.block(&stmt.orelse)
    }

    fn while_loop(&mut self, stmt: &'a StmtWhile) -> Leads {
        // What the test is decides how often the body runs, in whatever round.
        let first = self.quietly(|checker| checker.tested(&stmt.test));
        let rounds = first.deep_data().or_else(|| first.deep_choice());
        self.rounds(rounds, &stmt.body, |checker| {
            checker.tested(&stmt.test);
        });
        let forever = matches!(&*stmt.test, Expr::BooleanLiteral(literal) if literal.value);
        if forever && !breaks(&stmt.body) {
            return Leads::Away;
        }
        self.block(&stmt.orelse)
    }

    /// A loop's body, until what is known before and after a round is the same.
    fn rounds(&mut self, decided: Option<Trail>, body: &'a [Stmt], mut begin: impl FnMut(&mut Self)) {
        self.loops += 1;
        let mut written = Written::default();
        written.visit_body(body);
        let mut known = self.scope();
        // Within loops a second look is enough; what is not settled then is not known. Within many loops every look
        // more would double the work: of what is written there nothing is known.
        let looks: &[bool] = match self.loops {
            0..=2 => &[false, true],
            3..=4 => &[true],
            _ => {
                written.forget(&mut known);
                &[]
            }
        };
        for last in looks {
            self.set_scope(known.clone());
            self.quietly(|checker| {
                begin(checker);
                checker.block(body);
            });
            let after = self.scope();
            let grown = grown(&known, &after);
            known = if *last { settled(&known, grown) } else { grown };
        }
        written.mark(&mut known, decided.as_ref());
        self.set_scope(known.clone());
        begin(self);
        self.block(body);
        let after = self.scope();
        let mut after = grown(&known, &after);
        written.mark(&mut after, decided.as_ref());
        self.set_scope(after);
        self.loops -= 1;
    }

    fn try_statement(&mut self, stmt: &'a StmtTry) -> Leads {
        let before = self.scope();
        let body = self.catching(!stmt.handlers.is_empty(), |checker| checker.block(&stmt.body));
        let inside = self.scope();
        let mut ends = Vec::new();
        if body == Leads::On && self.block(&stmt.orelse) == Leads::On {
            ends.push(self.scope());
        }
        // A handler starts from any place in the body.
        let broken = broken(&before, &inside);
        for handler in &stmt.handlers {
            let ExceptHandler::ExceptHandler(handler) = handler;
            self.set_scope(broken.clone());
            if let Some(name) = &handler.name {
                self.bind(name.as_str(), Known::any());
            }
            if self.block(&handler.body) == Leads::On {
                ends.push(self.scope());
            }
        }
        let leads = self.meet(ends);
        if leads == Leads::Away {
            self.set_scope(broken);
        }
        match self.block(&stmt.finalbody) {
            Leads::Away => Leads::Away,
            Leads::On => leads,
        }
    }

    fn match_statement(&mut self, stmt: &'a StmtMatch) -> Leads {
        let subject = self.expression(&stmt.subject);
        let mut ends = Vec::new();
        let mut falls_through = true;
        for case in &stmt.cases {
            let before = self.scope();
            self.capture(&case.pattern, &subject);
            if let Some(guard) = &case.guard {
                self.tested(guard);
            } else if case.pattern.is_irrefutable() {
                falls_through = false;
            }
            if self.block(&case.body) == Leads::On {
                ends.push(self.scope());
            }
            self.set_scope(before);
        }
        if falls_through {
            ends.push(self.scope());
        }
        self.meet(ends)
    }

    /// Binds what a pattern captures: a part of the subject, of which no type is known.
    fn capture(&mut self, pattern: &'a Pattern, subject: &Known) {
        let part = Known::with(Ty::Any, None, None);
        match pattern {
            Pattern::MatchAs(capture) => {
                if let Some(inner) = &capture.pattern {
                    self.capture(inner, subject);
                }
                if let Some(name) = &capture.name {
                    let whole = if capture.pattern.is_none() { subject.clone() } else { part };
                    self.bind(name.as_str(), whole);
                }
            }
            Pattern::MatchSequence(sequence) => {
                sequence.patterns.iter().for_each(|pattern| self.capture(pattern, &Known::any()));
            }
            Pattern::MatchStar(star) => {
                if let Some(name) = &star.name {
                    self.bind(name.as_str(), Known::any());
                }
            }
            Pattern::MatchMapping(mapping) => {
                mapping.patterns.iter().for_each(|pattern| self.capture(pattern, &Known::any()));
                if let Some(name) = &mapping.rest {
                    self.bind(name.as_str(), Known::any());
                }
            }
            Pattern::MatchClass(class) => {
                class.arguments.patterns.iter().for_each(|pattern| self.capture(pattern, &Known::any()));
                let keywords = class.arguments.keywords.iter();
                keywords.for_each(|keyword| self.capture(&keyword.pattern, &Known::any()));
            }
            Pattern::MatchOr(or) => {
                or.patterns.iter().for_each(|pattern| self.capture(pattern, &Known::any()));
            }
            Pattern::MatchValue(value) => {
                self.expression(&value.value);
            }
            Pattern::MatchSingleton(_) => {}
        }
    }
}

/// What is certain where two ends meet.
fn met<'a>(a: Scope<'a>, b: &Scope<'a>) -> Scope<'a> {
    let mut both = a;
    both.retain(|_, value| *value != Known::nothing());
    for (name, value) in &mut both {
        *value = b.get(name).map_or(Known::any(), |other| value.either(other));
    }
    for name in b.keys() {
        both.entry(name).or_default();
    }
    both
}

/// What is known after a round that found `known`.
fn grown<'a>(known: &Scope<'a>, after: &Scope<'a>) -> Scope<'a> {
    let merged = |(name, after): (&&'a str, &Known)| {
        (*name, known.get(name).map_or_else(|| after.clone(), |before| before.looped(after)))
    };
    after.iter().map(merged).collect()
}

/// Of what still changes from round to round nothing is known.
fn settled<'a>(known: &Scope<'a>, grown: Scope<'a>) -> Scope<'a> {
    let settle = |(name, value): (&'a str, Known)| match known.get(name) {
        Some(before) if before.ty != value.ty => (name, Known { ty: Ty::Any, ..value }),
        _ => (name, value),
    };
    grown.into_iter().map(settle).collect()
}

/// What is known where a `try` was left at any of its places.
fn broken<'a>(before: &Scope<'a>, inside: &Scope<'a>) -> Scope<'a> {
    let same = |(name, value): (&&'a str, &Known)| {
        (*name, if before.get(name) == Some(value) { value.clone() } else { Known::any() })
    };
    inside.iter().map(same).collect()
}

/// The variables that some statements give a value.
#[derive(Default)]
struct Written<'a>(Vec<&'a str>);

impl<'a> Written<'a> {
    /// Nothing is known of what a loop's body gives a value.
    fn forget(&self, scope: &mut Scope<'a>) {
        for name in &self.0 {
            scope.insert(name, Known::any());
        }
    }

    /// What branches give a value was decided by what chose the branch.
    fn decide(&self, scope: &mut Scope<'a>, decided: &Decided) {
        for name in &self.0 {
            if let Some(value) = scope.get_mut(name) {
                value.decided = value.decided.and(decided);
            }
        }
    }

    /// What a loop of untrusted length writes was decided by its rounds, without a bound.
    fn mark(&self, scope: &mut Scope<'a>, decided: Option<&Trail>) {
        let Some(decided) = decided else { return };
        for name in &self.0 {
            if let Some(value) = scope.get_mut(name) {
                value.choice.get_or_insert_with(|| decided.clone());
            }
        }
    }
}

impl<'a> Visitor<'a> for Written<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if !matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            visitor::walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.ctx == ExprContext::Store
        {
            self.0.push(name.id.as_str());
        }
        visitor::walk_expr(self, expr);
    }
}

/// Whether a loop's body has a `break` of its own.
fn breaks(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Break(_) => true,
        Stmt::If(stmt) => {
            breaks(&stmt.body) || stmt.elif_else_clauses.iter().any(|clause| breaks(&clause.body))
        }
        Stmt::Try(stmt) => {
            let handlers = stmt.handlers.iter().any(|handler| {
                let ExceptHandler::ExceptHandler(handler) = handler;
                breaks(&handler.body)
            });
            handlers || breaks(&stmt.body) || breaks(&stmt.orelse) || breaks(&stmt.finalbody)
        }
        Stmt::Match(stmt) => stmt.cases.iter().any(|case| breaks(&case.body)),
        // The `else` of an inner loop belongs to the loop around it.
        Stmt::For(stmt) => breaks(&stmt.orelse),
        Stmt::While(stmt) => breaks(&stmt.orelse),
        _ => false,
    })
}
