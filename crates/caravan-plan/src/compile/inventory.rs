//! What a plan defines anywhere, found in one walk before anything is emitted.

use std::collections::BTreeSet;

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
    pub(super) modules: Set<Symbol>,
    pub(super) type_names: Set<Symbol>,
    pub(super) stored: BTreeSet<String>,
    /// Names of attributes that are read other than by being called.
    pub(super) read_attributes: Set<Symbol>,
    pub(super) defaultdicts: bool,
    pub(super) factories: bool,
    /// Whether functions of the plan say how objects compare that they are no methods of.
    pub(super) compares: bool,
    /// Whether attributes are looked up by name.
    pub(super) looks_up: bool,
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
            modules: Set::default(),
            type_names: Set::default(),
            stored: BTreeSet::new(),
            read_attributes: Set::default(),
            defaultdicts: false,
            factories: false,
            compares: false,
            looks_up: false,
            grown: Set::default(),
            values: Set::default(),
        }
    }

    fn symbols(&self) -> &'s Symbols {
        &self.scopes.symbols
    }

    /// A call that may make a dictionary with a factory for missing entries.
    fn note_factory(&mut self, name: &str, call: &ruff_python_ast::ExprCall) {
        if name != "defaultdict" {
            return;
        }
        self.defaultdicts = true;
        let plain = match call.arguments.args.first() {
            None => call.arguments.keywords.is_empty(),
            Some(Expr::Name(name)) => {
                super::BUILTIN_TYPES.iter().any(|(known, _)| *known == name.id.as_str())
            }
            Some(Expr::Lambda(lambda)) => match &*lambda.body {
                Expr::List(list) => list.elts.is_empty(),
                Expr::Dict(dict) => dict.items.is_empty(),
                body => body.is_literal_expr(),
            },
            Some(other) => other.is_none_literal_expr(),
        };
        self.factories |= !plain;
    }
}

impl<'a> Visitor<'a> for Inventory<'a, '_> {
    fn visit_pattern(&mut self, pattern: &'a ruff_python_ast::Pattern) {
        if let ruff_python_ast::Pattern::MatchClass(class) = pattern {
            let symbols = self.symbols();
            let read = class.arguments.keywords.iter().map(|keyword| symbols.of_identifier(&keyword.attr));
            self.read_attributes.extend(read);
        }
        visitor::walk_pattern(self, pattern);
    }

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
                        let special = name.starts_with("__") && name != "__init__";
                        if special || name == "model_post_init" {
                            self.operators = true;
                            self.specials.push(&method.body);
                        }
                    }
                }
                // A field's `default_factory` may be a function of the plan.
                plain &= !class.body.iter().any(|member| match member {
                    Stmt::AnnAssign(field) => {
                        matches!(field.value.as_deref(), Some(Expr::Call(_) | Expr::Name(_)))
                    }
                    _ => false,
                });
                for member in class.body.iter().filter(|member| !member.is_function_def_stmt()) {
                    let symbols = self.symbols();
                    let names = self.scopes.of_statement(member).bound;
                    self.stored.extend(names.iter().map(|name| symbols.spelling(*name).to_string()));
                }
                if plain && class.arguments.is_none() {
                    self.plain_classes.insert(name);
                }
            }
            Stmt::ImportFrom(import) => {
                let module = import.module.as_ref().map_or("", |module| module.as_str());
                // Making, writing out or assigning to a model may run functions that its class has marked.
                self.operators |= import.names.iter().any(|alias| marks_functions(alias.name.as_str()));
                self.loose_mutators |= module == "operator";
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.defaultdicts |= alias.name.as_str() == "defaultdict";
                    self.factories |= alias.name.as_str() == "defaultdict" && alias.asname.is_some();
                    self.compares |= alias.name.as_str() == "cmp_to_key";
                    self.type_names.insert(self.symbols().of_text(name.as_str()));
                }
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
                // Another name for a type.
                if let (Expr::Name(_) | Expr::Attribute(_), [Expr::Name(name)]) =
                    (&*assign.value, assign.targets.as_slice())
                {
                    self.type_names.insert(self.symbols().of_name(name));
                }
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.modules.insert(self.symbols().of_text(name.as_str()));
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
                        self.looks_up |= name.id.as_str() == "getattr";
                        self.note_factory(name.id.as_str(), call);
                    }
                    Expr::Attribute(attribute) => {
                        self.operators |= marks_functions(attribute.attr.as_str());
                        self.compares |= attribute.attr.as_str() == "cmp_to_key";
                        self.note_factory(attribute.attr.as_str(), call);
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
                if matches!(attribute.ctx, ruff_python_ast::ExprContext::Load) {
                    self.read_attributes.insert(self.symbols().of_identifier(&attribute.attr));
                } else {
                    self.stored.insert(name.to_owned());
                }
                // A kind of dictionary that is handed on may be made with any factory.
                self.factories |= name == "defaultdict";
                self.defaultdicts |= name == "defaultdict";
                self.compares |= name == "cmp_to_key";
                self.loose_mutators |= effects::is_operator_in_place(name);
            }
            Expr::Name(name) if matches!(name.ctx, ruff_python_ast::ExprContext::Load) => {
                self.loose_mutators |= matches!(name.id.as_str(), "delattr" | "getattr" | "next" | "setattr");
                self.looks_up |= name.id.as_str() == "getattr";
                self.factories |= name.id.as_str() == "defaultdict";
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
