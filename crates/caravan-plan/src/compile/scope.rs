//! Which names a piece of a plan binds, uses, and shares with the functions inside it.

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, ExprContext, ExprLambda, Parameters, Pattern, Stmt, StmtClassDef,
    StmtFunctionDef,
};

use super::symbol::{Set, Symbol, Symbols};

/// The names of one function body, lambda, comprehension or of the top level.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Bound here, in the order of first binding.
    pub(super) bound: Vec<Symbol>,
    /// Bound by what stands here, variables of other functions included.
    pub(super) known: Set<Symbol>,
    /// Used here, not counting what nested functions use.
    pub(super) used: Set<Symbol>,
    /// What nested functions use and do not bind.
    pub(super) nested_free: Set<Symbol>,
    pub(super) global: Set<Symbol>,
    pub(super) nonlocal: Set<Symbol>,
    /// Names that the body may bind under some decision before it binds them for certain, or unbind: what decided
    /// shows when one is read. A name whose first binding is a statement of the body itself, and that nothing
    /// deletes, is bound or not by the place alone.
    pub(super) doubtful: Set<Symbol>,
    /// For the top level: which of its statements bind a name, by place, in their order.
    pub(super) binders: Vec<(Symbol, usize)>,
    pub(super) has_yield: bool,
}

impl Names {
    /// What the function uses of the scopes around it.
    pub(super) fn free(&self) -> Set<Symbol> {
        let mut free = self.used.clone();
        free.unite(&self.nested_free);
        free.unite(&self.nonlocal);
        free.subtract(&self.global);
        self.bound.iter().for_each(|name| free.remove(*name));
        free
    }

    /// Whether a name bound here is shared with a function inside.
    pub(super) fn captures(&self, name: Symbol) -> bool {
        self.nested_free.contains(name)
    }
}

/// The names of every scope of a plan, each found once.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    pub(super) symbols: Symbols,
    /// By where the function, lambda or comprehension lies in the syntax tree.
    found: RefCell<HashMap<usize, Rc<Names>>>,
}

impl Scopes {
    /// The names of a function or of the top level.
    fn of_body(&self, parameters: Option<&Parameters>, body: &[Stmt], is_top_level: bool) -> Names {
        let mut walk = Walk::new(self);
        walk.bind_parameters(parameters);
        for (place, stmt) in body.iter().enumerate() {
            walk.statement = is_top_level.then_some(place);
            walk.certain = matches!(
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
            walk.visit_stmt(stmt);
        }
        let mut deleted = Deleted(&self.symbols, &mut walk.names.doubtful);
        deleted.visit_body(body);
        let mut names = walk.names;
        names.bound.retain(|name| !names.global.contains(*name) && !names.nonlocal.contains(*name));
        names
    }

    pub(super) fn of_top_level(&self, body: &[Stmt]) -> Names {
        self.of_body(None, body, true)
    }

    /// What a single statement binds.
    pub(super) fn of_statement(&self, stmt: &Stmt) -> Names {
        let mut walk = Walk::new(self);
        walk.visit_stmt(stmt);
        walk.names
    }

    /// What a pattern binds.
    pub(super) fn of_pattern(&self, pattern: &Pattern) -> Names {
        let mut walk = Walk::new(self);
        walk.visit_pattern(pattern);
        walk.names
    }

    pub(super) fn of_function(&self, function: &StmtFunctionDef) -> Rc<Names> {
        self.once(std::ptr::from_ref(function).addr(), || {
            self.of_body(Some(&function.parameters), &function.body, false)
        })
    }

    pub(super) fn of_lambda(&self, lambda: &ExprLambda) -> Rc<Names> {
        self.once(std::ptr::from_ref(lambda).addr(), || {
            let mut walk = Walk::new(self);
            walk.bind_parameters(lambda.parameters.as_deref());
            walk.visit_expr(&lambda.body);
            // A lambda binds nothing but parameters under any decision.
            walk.names.doubtful.clear();
            walk.names
        })
    }

    /// The names of a comprehension, its targets bound; what `:=` in it binds is bound around it.
    pub(super) fn of_comprehension(&self, generators: &[Comprehension], elements: &[&Expr]) -> Rc<Names> {
        self.once(generators.as_ptr().addr(), || {
            let mut names = Names::default();
            for generator in generators {
                let mut targets = Walk::new(self);
                targets.visit_expr(&generator.target);
                for name in targets.names.bound {
                    if names.known.insert(name) {
                        names.bound.push(name);
                    }
                }
            }
            let mut inside = Walk::new(self);
            for generator in generators {
                inside.visit_expr(&generator.iter);
                generator.ifs.iter().for_each(|test| inside.visit_expr(test));
            }
            elements.iter().for_each(|element| inside.visit_expr(element));
            names.used = inside.names.used;
            names.nested_free = inside.names.nested_free;
            names
        })
    }

    fn once(&self, place: usize, find: impl FnOnce() -> Names) -> Rc<Names> {
        if let Some(known) = self.found.borrow().get(&place) {
            return known.clone();
        }
        let names = Rc::new(find());
        self.found.borrow_mut().insert(place, names.clone());
        names
    }
}

/// Whether a function of this body is a generator.
pub(crate) fn has_yield(body: &[Stmt]) -> bool {
    let mut found = Yields(false);
    found.visit_body(body);
    found.0
}

/// Whether there is a `yield` in an expression.
pub(super) fn yields(expression: &Expr) -> bool {
    let mut found = Yields(false);
    found.visit_expr(expression);
    found.0
}

/// Finds `yield` outside of the functions and classes inside.
struct Yields(bool);

impl<'a> Visitor<'a> for Yields {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if !matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            visitor::walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.0 = true,
            Expr::Lambda(_) => {}
            _ => visitor::walk_expr(self, expr),
        }
    }
}

struct Walk<'s> {
    scopes: &'s Scopes,
    names: Names,
    /// Whether the statement of the body that is being walked binds for certain what it binds.
    certain: bool,
    bound_for_certain: Set<Symbol>,
    /// The place of the top level's statement that is being walked.
    statement: Option<usize>,
}

impl<'s> Walk<'s> {
    fn new(scopes: &'s Scopes) -> Walk<'s> {
        Walk {
            scopes,
            names: Names::default(),
            certain: false,
            bound_for_certain: Set::default(),
            statement: None,
        }
    }

    fn bind(&mut self, name: Symbol) {
        if self.certain {
            self.bound_for_certain.insert(name);
        } else if !self.bound_for_certain.contains(name) {
            self.names.doubtful.insert(name);
        }
        if let Some(place) = self.statement {
            self.names.binders.push((name, place));
        }
        self.declare(name);
    }

    fn declare(&mut self, name: Symbol) {
        if self.names.known.insert(name) {
            self.names.bound.push(name);
        }
    }

    fn bind_parameters(&mut self, parameters: Option<&Parameters>) {
        let Some(parameters) = parameters else { return };
        for parameter in parameters.iter() {
            self.declare(self.scopes.symbols.of_identifier(parameter.name()));
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
        self.names.nested_free.unite(&inner.free());
    }

    fn visit_comprehension_parts(&mut self, generators: &[Comprehension], elements: &[&Expr]) {
        let inner = self.scopes.of_comprehension(generators, elements);
        let outside = |set: &Set<Symbol>| {
            let mut set = set.clone();
            set.subtract(&inner.known);
            set
        };
        self.names.used.unite(&outside(&inner.used));
        self.names.nested_free.unite(&outside(&inner.nested_free));
        // `:=` inside binds here.
        let mut walrus = WalrusTargets(&self.scopes.symbols, Vec::new());
        elements.iter().for_each(|element| walrus.visit_expr(element));
        for generator in generators {
            walrus.visit_expr(&generator.iter);
            generator.ifs.iter().for_each(|test| walrus.visit_expr(test));
        }
        walrus.1.into_iter().for_each(|name| self.bind(name));
    }

    fn visit_class(&mut self, class: &StmtClassDef) {
        self.bind(self.scopes.symbols.of_identifier(&class.name));
        class.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
        if let Some(arguments) = &class.arguments {
            arguments.args.iter().for_each(|base| self.visit_expr(base));
            arguments.keywords.iter().for_each(|keyword| self.visit_expr(&keyword.value));
        }
        // What the body binds belongs to the class; what it uses is used here.
        let mut inner = Walk::new(self.scopes);
        inner.visit_body(&class.body);
        self.names.used.unite(&inner.names.used);
        self.names.nested_free.unite(&inner.names.nested_free);
    }
}

impl<'a> Visitor<'a> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.bind(self.scopes.symbols.of_identifier(&function.name));
                function.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
                self.visit_defaults(Some(&function.parameters));
                self.nest(&self.scopes.of_function(function));
            }
            Stmt::ClassDef(class) => self.visit_class(class),
            Stmt::Global(global) => {
                let symbols = &self.scopes.symbols;
                self.names.global.extend(global.names.iter().map(|name| symbols.of_identifier(name)));
            }
            Stmt::Nonlocal(nonlocal) => {
                let symbols = &self.scopes.symbols;
                self.names.nonlocal.extend(nonlocal.names.iter().map(|name| symbols.of_identifier(name)));
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    let name = name.as_str().split('.').next().unwrap_or_default();
                    self.bind(self.scopes.symbols.of_text(name));
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(self.scopes.symbols.of_identifier(name));
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
                    self.bind(self.scopes.symbols.of_name(name));
                }
                self.visit_expr(&alias.value);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.bind(self.scopes.symbols.of_identifier(name));
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::MatchAs(capture) => {
                if let Some(name) = &capture.name {
                    self.bind(self.scopes.symbols.of_identifier(name));
                }
            }
            Pattern::MatchStar(capture) => {
                if let Some(name) = &capture.name {
                    self.bind(self.scopes.symbols.of_identifier(name));
                }
            }
            Pattern::MatchMapping(mapping) => {
                if let Some(name) = &mapping.rest {
                    self.bind(self.scopes.symbols.of_identifier(name));
                }
            }
            _ => {}
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                let symbol = self.scopes.symbols.of_name(name);
                if matches!(name.ctx, ExprContext::Load) {
                    self.names.used.insert(symbol);
                } else {
                    self.bind(symbol);
                }
            }
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.bind(self.scopes.symbols.of_name(name));
                }
                self.visit_expr(&named.value);
            }
            Expr::Lambda(lambda) => {
                self.visit_defaults(lambda.parameters.as_deref());
                self.nest(&self.scopes.of_lambda(lambda));
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
                self.names.has_yield = true;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// The names that `:=` binds in an expression, comprehensions included, lambdas not.
struct WalrusTargets<'s>(&'s Symbols, Vec<Symbol>);

impl<'a> Visitor<'a> for WalrusTargets<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.1.push(self.0.of_name(name));
                }
                self.visit_expr(&named.value);
            }
            Expr::Lambda(_) => {}
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// Finds names that `del` or the end of a handler unbinds.
struct Deleted<'s>(&'s Symbols, &'s mut Set<Symbol>);

impl<'a> Visitor<'a> for Deleted<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Delete(delete) = stmt {
            self.1.extend(delete.targets.iter().filter_map(|target| match target {
                Expr::Name(name) => Some(self.0.of_name(name)),
                _ => None,
            }));
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        self.1.extend(inner.name.iter().map(|name| self.0.of_identifier(name)));
        visitor::walk_except_handler(self, handler);
    }

    // No expression holds a statement.
    fn visit_expr(&mut self, _: &'a Expr) {}
}
