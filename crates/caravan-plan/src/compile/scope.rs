//! Which names a piece of a plan binds, uses, and shares with the functions inside it.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, ExprContext, Parameters, Pattern, Stmt, StmtClassDef,
};

/// The names of one function body, lambda, comprehension or of the top level.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Bound here, in the order of first binding.
    pub(super) bound: Vec<String>,
    known: BTreeSet<String>,
    /// Used here, not counting what nested functions use.
    pub(super) used: BTreeSet<String>,
    /// What nested functions use and do not bind.
    pub(super) nested_free: BTreeSet<String>,
    pub(super) global: BTreeSet<String>,
    pub(super) nonlocal: BTreeSet<String>,
    pub(super) has_yield: bool,
}

impl Names {
    /// The names of a function or of the top level.
    pub(super) fn of_body(parameters: Option<&Parameters>, body: &[Stmt]) -> Names {
        let mut names = Names::default();
        names.bind_parameters(parameters);
        names.visit_body(body);
        names.bound.retain(|name| !names.global.contains(name) && !names.nonlocal.contains(name));
        names
    }

    /// The names of a lambda.
    pub(super) fn of_lambda(parameters: Option<&Parameters>, body: &Expr) -> Names {
        let mut names = Names::default();
        names.bind_parameters(parameters);
        names.visit_expr(body);
        names
    }

    /// The names of a comprehension, its targets bound; what `:=` in it binds is bound around it.
    pub(super) fn of_comprehension(generators: &[Comprehension], elements: &[&Expr]) -> Names {
        let mut names = Names::default();
        for generator in generators {
            let mut targets = Names::default();
            targets.visit_expr(&generator.target);
            targets.bound.into_iter().for_each(|name| names.bind(&name));
        }
        let mut inside = Names::default();
        for generator in generators {
            inside.visit_expr(&generator.iter);
            generator.ifs.iter().for_each(|test| inside.visit_expr(test));
        }
        elements.iter().for_each(|element| inside.visit_expr(element));
        names.used = inside.used;
        names.nested_free = inside.nested_free;
        names
    }

    /// What the function uses of the scopes around it.
    pub(super) fn free(&self) -> BTreeSet<String> {
        let mut free: BTreeSet<String> =
            self.used.iter().chain(&self.nested_free).chain(&self.nonlocal).cloned().collect();
        self.bound.iter().chain(&self.global).for_each(|name| {
            free.remove(name);
        });
        free
    }

    /// Whether a name bound here is shared with a function inside.
    pub(super) fn captures(&self, name: &str) -> bool {
        self.nested_free.contains(name)
    }

    fn bind(&mut self, name: &str) {
        if !self.known.contains(name) {
            self.known.insert(name.to_owned());
            self.bound.push(name.to_owned());
        }
    }

    fn bind_parameters(&mut self, parameters: Option<&Parameters>) {
        let Some(parameters) = parameters else { return };
        for parameter in parameters.iter() {
            self.bind(parameter.name().as_str());
        }
    }

    fn visit_defaults(&mut self, parameters: Option<&Parameters>) {
        let Some(parameters) = parameters else { return };
        for parameter in parameters.iter_non_variadic_params() {
            if let Some(default) = &parameter.default {
                self.visit_expr(default);
            }
        }
    }

    fn nest(&mut self, inner: &Names) {
        self.nested_free.extend(inner.free());
    }

    fn visit_comprehension_parts(&mut self, generators: &[Comprehension], elements: &[&Expr]) {
        let inner = Names::of_comprehension(generators, elements);
        self.used.extend(inner.used.iter().filter(|name| !inner.bound.contains(*name)).cloned());
        self.nested_free
            .extend(inner.nested_free.iter().filter(|name| !inner.bound.contains(*name)).cloned());
        // `:=` inside binds here.
        let mut walrus = WalrusTargets::default();
        elements.iter().for_each(|element| walrus.visit_expr(element));
        for generator in generators {
            walrus.visit_expr(&generator.iter);
            generator.ifs.iter().for_each(|test| walrus.visit_expr(test));
        }
        walrus.0.iter().for_each(|name| self.bind(name));
    }

    fn visit_class(&mut self, class: &StmtClassDef) {
        self.bind(class.name.as_str());
        class.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
        if let Some(arguments) = &class.arguments {
            arguments.args.iter().for_each(|base| self.visit_expr(base));
            arguments.keywords.iter().for_each(|keyword| self.visit_expr(&keyword.value));
        }
        // What the body binds belongs to the class; what it uses is used here.
        let mut inner = Names::default();
        inner.visit_body(&class.body);
        self.used.extend(inner.used);
        self.nested_free.extend(inner.nested_free);
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.bind(function.name.as_str());
                function.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
                self.visit_defaults(Some(&function.parameters));
                self.nest(&Names::of_body(Some(&function.parameters), &function.body));
            }
            Stmt::ClassDef(class) => self.visit_class(class),
            Stmt::Global(global) => self.global.extend(global.names.iter().map(|name| name.to_string())),
            Stmt::Nonlocal(nonlocal) => {
                self.nonlocal.extend(nonlocal.names.iter().map(|name| name.to_string()))
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(name.as_str().split('.').next().unwrap_or_default());
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    self.bind(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
                }
            }
            Stmt::AnnAssign(assign) => {
                // The annotation is not evaluated.
                self.visit_expr(&assign.target);
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                }
            }
            Stmt::TypeAlias(alias) => {
                if let Expr::Name(name) = &*alias.name {
                    self.bind(name.id.as_str());
                }
                self.visit_expr(&alias.value);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.bind(name.as_str());
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::MatchAs(capture) => {
                if let Some(name) = &capture.name {
                    self.bind(name.as_str());
                }
            }
            Pattern::MatchStar(capture) => {
                if let Some(name) = &capture.name {
                    self.bind(name.as_str());
                }
            }
            Pattern::MatchMapping(mapping) => {
                if let Some(name) = &mapping.rest {
                    self.bind(name.as_str());
                }
            }
            _ => {}
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                if matches!(name.ctx, ExprContext::Load) {
                    if !self.used.contains(name.id.as_str()) {
                        self.used.insert(name.id.to_string());
                    }
                } else {
                    self.bind(name.id.as_str());
                }
            }
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.bind(name.id.as_str());
                }
                self.visit_expr(&named.value);
            }
            Expr::Lambda(lambda) => {
                self.visit_defaults(lambda.parameters.as_deref());
                self.nest(&Names::of_lambda(lambda.parameters.as_deref(), &lambda.body));
            }
            Expr::ListComp(comp) => self.visit_comprehension_parts(&comp.generators, &[&comp.elt]),
            Expr::SetComp(comp) => self.visit_comprehension_parts(&comp.generators, &[&comp.elt]),
            Expr::Generator(comp) => self.visit_comprehension_parts(&comp.generators, &[&comp.elt]),
            Expr::DictComp(comp) => {
                let mut elements: Vec<&Expr> = vec![&comp.value];
                elements.extend(comp.key.as_deref());
                self.visit_comprehension_parts(&comp.generators, &elements);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.has_yield = true;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// The names that `:=` binds in an expression, comprehensions included, lambdas not.
#[derive(Default)]
struct WalrusTargets(Vec<String>);

impl<'a> Visitor<'a> for WalrusTargets {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.0.push(name.id.to_string());
                }
                self.visit_expr(&named.value);
            }
            Expr::Lambda(_) => {}
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// Names that a body may bind under some decision before it binds them for certain, or unbind: what decided
/// shows when one is read. A name whose first binding is a statement of the body itself, and that nothing
/// deletes, is bound or not by the place alone.
pub(super) fn doubtful(body: &[Stmt]) -> BTreeSet<String> {
    let mut certain: BTreeSet<String> = BTreeSet::new();
    let mut doubtful: BTreeSet<String> = BTreeSet::new();
    for stmt in body {
        let mut names = Names::default();
        names.visit_stmt(stmt);
        let simple = matches!(
            stmt,
            Stmt::Assign(_)
                | Stmt::AnnAssign(_)
                | Stmt::AugAssign(_)
                | Stmt::Import(_)
                | Stmt::ImportFrom(_)
                | Stmt::FunctionDef(_)
                | Stmt::ClassDef(_)
                | Stmt::TypeAlias(_)
        );
        for name in names.bound {
            if simple {
                certain.insert(name);
            } else if !certain.contains(&name) {
                doubtful.insert(name);
            }
        }
        let mut deleted = Deleted::default();
        deleted.visit_stmt(stmt);
        doubtful.extend(deleted.0);
    }
    doubtful
}

/// Names that `del` or the end of a handler unbinds.
#[derive(Default)]
struct Deleted(Vec<String>);

impl<'a> Visitor<'a> for Deleted {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Delete(delete) = stmt {
            self.0.extend(delete.targets.iter().filter_map(|target| match target {
                Expr::Name(name) => Some(name.id.to_string()),
                _ => None,
            }));
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        self.0.extend(inner.name.iter().map(|name| name.to_string()));
        visitor::walk_except_handler(self, handler);
    }
}
