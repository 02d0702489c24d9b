//! What a plan defines anywhere, found in one walk before anything is emitted.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};

use super::scope::Scopes;
use super::symbol::{Set, Symbol, Symbols};
use super::{effects, site, statement};

/// Whether a decorator may be one of pydantic's that mark a function: all but those that the language itself has.
fn is_mark(decorator: &ruff_python_ast::Decorator) -> bool {
    !matches!(
        &decorator.expression,
        Expr::Name(name) if matches!(name.id.as_str(), "property" | "staticmethod" | "classmethod")
    )
}

/// Whether a decorator of pydantic makes models run the function that it stands above.
fn marks_functions(decorator: &str) -> bool {
    matches!(decorator, "computed_field" | "field_validator" | "model_validator" | "validator")
}

/// Everything that a plan defines anywhere.
pub(super) struct Inventory<'a, 's> {
    scopes: &'s Scopes,
    pub(super) bound: Set<Symbol>,
    pub(super) globals: Set<Symbol>,
    pub(super) functions: Set<Symbol>,
    pub(super) plain_classes: Set<Symbol>,
    pub(super) methods: Set<Symbol>,
    pub(super) operators: bool,
    pub(super) bodies: Vec<&'a [Stmt]>,
    /// The bodies of special methods, but for constructors.
    pub(super) specials: Vec<&'a [Stmt]>,
    /// Variables of functions and lambdas.
    pub(super) locals: Set<Symbol>,
    pub(super) lambdas: Vec<&'a Expr>,
    pub(super) generators: bool,
    pub(super) classes: Set<Symbol>,
    pub(super) loose_mutators: bool,
    pub(super) loose_functions: bool,
    pub(super) caches: bool,
    /// Variables whose text a statement may make longer.
    pub(super) grown: Set<Symbol>,
    /// Names that are used other than by being called.
    pub(super) values: Set<Symbol>,
}

impl<'s> Inventory<'_, 's> {
    pub(super) fn new(scopes: &'s Scopes) -> Self {
        Inventory {
            scopes,
            bound: Set::default(),
            globals: Set::default(),
            functions: Set::default(),
            plain_classes: Set::default(),
            methods: Set::default(),
            operators: false,
            bodies: Vec::new(),
            specials: Vec::new(),
            locals: Set::default(),
            lambdas: Vec::new(),
            generators: false,
            classes: Set::default(),
            loose_mutators: false,
            loose_functions: false,
            caches: false,
            grown: Set::default(),
            values: Set::default(),
        }
    }

    fn symbols(&self) -> &'s Symbols {
        &self.scopes.symbols
    }
}

impl<'a> Visitor<'a> for Inventory<'a, '_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                let name = self.symbols().of_identifier(&function.name);
                self.functions.insert(name);
                self.bound.insert(name);
                self.bodies.push(&function.body);
                let names = self.scopes.of_function(function);
                self.locals.extend(names.bound.iter().copied());
                self.bound.unite(&names.known);
            }
            Stmt::ClassDef(class) => {
                let name = self.symbols().of_identifier(&class.name);
                self.bound.insert(name);
                self.classes.insert(name);
                for member in &class.body {
                    self.bound.unite(&self.scopes.of_statement(member).known);
                }
                // The default of a field may call a factory.
                let mut plain = !class.body.iter().any(|member| {
                    matches!(member, Stmt::AnnAssign(field) if field.value.as_ref().is_some_and(|value| value.is_call_expr()))
                });
                for member in &class.body {
                    if let Stmt::FunctionDef(method) = member {
                        // Functions that a decorator has marked run without being called, too.
                        if method.decorator_list.iter().any(is_mark) {
                            self.specials.push(&method.body);
                        }
                        self.methods.insert(self.symbols().of_identifier(&method.name));
                        plain &= !matches!(method.name.as_str(), "__init__" | "__post_init__" | "__new__");
                        let name = method.name.as_str();
                        if name.starts_with("__") && !matches!(name, "__init__" | "__post_init__") {
                            self.operators = true;
                            self.specials.push(&method.body);
                        }
                    }
                }
                // A field's `default_factory` may be a function of the plan.
                plain &= !class.body.iter().any(|member| match member {
                    Stmt::AnnAssign(field) => matches!(field.value.as_deref(), Some(Expr::Call(_))),
                    _ => false,
                });
                if plain && class.arguments.is_none() {
                    self.plain_classes.insert(name);
                }
            }
            Stmt::ImportFrom(import) => {
                let module = import.module.as_ref().map_or("", |module| module.as_str());
                // Making, writing out or assigning to a model may run functions that its class has marked.
                self.operators |= import.names.iter().any(|alias| marks_functions(alias.name.as_str()));
                self.loose_mutators |= module == "operator";
                self.caches |= import
                    .names
                    .iter()
                    .any(|alias| matches!(alias.name.as_str(), "cache" | "lru_cache" | "cached_property"));
            }
            Stmt::AugAssign(assign) if statement::may_grow(assign) => {
                if let Expr::Name(name) = &*assign.target {
                    self.grown.insert(self.symbols().of_name(name));
                }
            }
            Stmt::Global(global) => {
                let symbols = self.symbols();
                self.globals.extend(global.names.iter().map(|name| symbols.of_identifier(name)));
            }
            Stmt::Assign(assign) => {
                if let (Expr::Lambda(_), [Expr::Name(name)]) = (&*assign.value, assign.targets.as_slice()) {
                    self.functions.insert(self.symbols().of_name(name));
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Lambda(lambda) => {
                self.lambdas.push(&lambda.body);
                let names = self.scopes.of_lambda(lambda);
                self.locals.extend(names.bound.iter().copied());
                self.bound.unite(&names.known);
                self.loose_functions = true;
            }
            Expr::ListComp(ruff_python_ast::ExprListComp { generators, .. })
            | Expr::SetComp(ruff_python_ast::ExprSetComp { generators, .. })
            | Expr::DictComp(ruff_python_ast::ExprDictComp { generators, .. })
            | Expr::Generator(ruff_python_ast::ExprGenerator { generators, .. }) => {
                let targets = generators.iter().map(|generator| &generator.target);
                targets.for_each(|target| {
                    self.locals.unite(&site::target_names(target, None, &self.scopes.symbols));
                });
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => self.generators = true,
            Expr::Call(call) => {
                // What is called is no value: `f` in `f(x)`, `append` in `xs.append(x)`.
                match &*call.func {
                    Expr::Name(name) => {
                        let names_no_mutator = match call.arguments.args.get(1) {
                            Some(Expr::StringLiteral(name)) => !effects::is_mutator(name.value.to_str()),
                            _ => false,
                        };
                        self.loose_mutators |= name.id.as_str() == "getattr" && !names_no_mutator;
                    }
                    Expr::Attribute(attribute) => {
                        self.loose_mutators |= attribute.attr.as_str() == "methodcaller";
                        self.caches |= matches!(attribute.attr.as_str(), "cache" | "lru_cache");
                        self.visit_expr(&attribute.value);
                    }
                    other => self.visit_expr(other),
                }
                call.arguments.args.iter().for_each(|argument| self.visit_expr(argument));
                call.arguments.keywords.iter().for_each(|keyword| self.visit_expr(&keyword.value));
                return;
            }
            Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                self.loose_mutators |= effects::is_mutator(name) || name == "methodcaller";
                self.caches |= matches!(name, "cache" | "lru_cache" | "cached_property");
                self.operators |= marks_functions(name);
                // A method of the plan that is kept is a function that is.
                self.loose_functions |= !self.methods.is_empty()
                    && self.methods.contains(self.symbols().of_identifier(&attribute.attr));
            }
            Expr::Name(name) if matches!(name.ctx, ruff_python_ast::ExprContext::Load) => {
                self.loose_mutators |= name.id.as_str() == "getattr";
                self.values.insert(self.symbols().of_name(name));
            }
            Expr::Name(name) => {
                self.bound.insert(self.symbols().of_name(name));
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
