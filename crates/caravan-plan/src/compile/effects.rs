//! May-write sets: what a stretch of a plan may change, whichever way control goes through it
//! (DESIGN section 3, *may-write*).
//!
//! Everything here errs on the side of more. What a text cannot tell apart counts as `anything`: the
//! machine then raises the structure of every container when the region was under untrusted control.

use std::collections::BTreeSet;
use std::rc::Rc;

use hashbrown::HashMap;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, ExprAttribute, ExprCall, ExprContext, ExprName, Identifier, Pattern,
    Stmt,
};

use super::scope::Scopes;
use super::symbol::{Set, Symbol, Symbols};

/// What the only statement does that gives a variable of the top level a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lone {
    /// It defines a function as it stands.
    Function,
    /// It gives it a new list or set.
    Row,
}

/// The methods of lists and sets that only add to their receiver: they answer nothing, and what it holds does not decide
/// whether they fail.
pub(super) const ADDERS: &[&str] = &["add", "append"];

/// Methods that may run what classes of the plan say about them: properties, validators, factories.
const RUNNERS: &[&str] =
    &["format", "format_map", "model_construct", "model_copy", "model_validate", "model_validate_json"];

/// Functions of `operator` that change their first argument.
const OPERATORS_IN_PLACE: &[&str] =
    &["delitem", "iadd", "iand", "iconcat", "ilshift", "imul", "ior", "irshift", "isub", "ixor", "setitem"];

/// Whether a function of `operator` of this name changes its first argument.
pub(super) fn is_operator_in_place(name: &str) -> bool {
    OPERATORS_IN_PLACE.contains(&name)
}

/// Whether a method of this name of a built-in type changes its receiver.
pub(super) fn is_mutator(name: &str) -> bool {
    matches!(
        name,
        "add"
            | "append"
            | "appendleft"
            | "clear"
            | "difference_update"
            | "discard"
            | "extend"
            | "extendleft"
            | "insert"
            | "intersection_update"
            | "move_to_end"
            | "pop"
            | "popitem"
            | "popleft"
            | "remove"
            | "reverse"
            | "rotate"
            | "setdefault"
            | "sort"
            | "subtract"
            | "symmetric_difference_update"
            | "update"
            | "__setitem__"
    )
}

/// What the whole plan defines, as far as effects need to know.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    pub(super) scopes: Rc<Scopes>,
    /// Names of functions, classes and everything else that a plan binds; a call of one may run plan code.
    pub(super) bound: Set<Symbol>,
    /// Names of classes.
    pub(super) classes: Set<Symbol>,
    /// Variables of the top level that some function declares `global`.
    pub(super) shared: Set<Symbol>,
    /// Whether a method that changes its receiver may be kept under a name, or be looked up by one.
    pub(super) loose_mutators: bool,
    /// Whether functions are used as values: a call of anything may call one.
    pub(super) loose_functions: bool,
    /// Tools and children that are used as values, by place.
    pub(super) loose_tools: Set<u16>,
    pub(super) loose_children: Set<u16>,
    /// Names that may stand for a function of the plan: those of `def`, and those a lambda is assigned to.
    pub(super) function_names: Set<Symbol>,
    /// Classes of the plan without methods of their own: calling one runs no plan code.
    pub(super) plain_classes: Set<Symbol>,
    /// Names of methods and properties that classes of the plan define.
    pub(super) methods: Set<Symbol>,
    /// Whether a class says when its objects count as true: `__bool__`, `__len__`.
    pub(super) truths: bool,
    /// Whether a class defines what operators call (`__eq__`, `__add__`).
    pub(super) operators: bool,
    /// Whether functions of the plan are generators: going through anything may run them on.
    pub(super) generators: bool,
    /// What all functions, methods and lambdas of the plan may do, taken together.
    pub(super) functions: Box<Effects>,
    /// What the special methods of classes may do, which run without being called by name.
    pub(super) specials: Box<Effects>,
    /// Variables of the top level that one statement of it gives a value, outside any arm, and nothing else.
    pub(super) lone: HashMap<Symbol, Lone>,
    /// Variables that only ever hold texts, numbers and truth values.
    pub(super) unchangeable: Set<Symbol>,
    /// Names of modules that the plan imports.
    pub(super) modules: Set<Symbol>,
    /// Names that may stand for built-in types: imported ones, and other names for them.
    pub(super) type_names: Set<Symbol>,
    /// Names of fields and attributes that a plan gives values, which may be functions.
    pub(super) stored: BTreeSet<String>,
    /// Whether there are dictionaries that make entries for missing keys.
    pub(super) defaultdicts: bool,
    /// Whether code of the plan may make those entries.
    pub(super) factories: bool,
    /// Whether a class says what its objects hold under a key: `__getitem__`.
    pub(super) items: bool,
    /// Variables of functions, methods and lambdas. What a function changes under another name is the top level's.
    pub(super) locals: Set<Symbol>,
    /// The plan's names for tools and children.
    pub(super) tools: HashMap<Symbol, u16>,
    pub(super) children: HashMap<Symbol, u16>,
}

/// What a stretch may do.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Names assigned.
    pub(super) writes: Set<Symbol>,
    /// Those of them that are bound to something else, not updated in place alone (`x += ...`).
    pub(super) rebound: Set<Symbol>,
    /// Names whose object may be changed.
    pub(super) receivers: Set<Symbol>,
    /// Names whose object may be changed that was made in the stretch itself.
    pub(super) fresh: Set<Symbol>,
    /// Names from which objects are reached that may be changed.
    pub(super) deep_receivers: Set<Symbol>,
    /// Names whose object, if it is an iterator or holds one, may be used up.
    pub(super) consumed: Set<Symbol>,
    /// Names whose object, if it makes entries for missing keys, may get one.
    pub(super) defaulted: Set<Symbol>,
    pub(super) anything: bool,
    pub(super) runs_functions: bool,
    pub(super) tools: Set<u16>,
    pub(super) children: Set<u16>,
    pub(super) leaves_loop: bool,
    pub(super) continues: bool,
    pub(super) leaves_function: bool,
    pub(super) may_raise: bool,
    /// How many branches have an arm that always ends by leaving.
    pub(super) exit_guards: u16,
}

/// Whether a block always ends by leaving the loop around it for good. Where a `try` stands in between,
/// nothing is said to.
pub(super) fn always_leaves(block: &[Stmt], caught: bool) -> bool {
    !caught && matches!(block.last(), Some(Stmt::Break(_) | Stmt::Return(_) | Stmt::Raise(_)))
}

impl Effects {
    /// The effects of the arms of a region. Arms are alternatives or follow each other; either way each is
    /// taken for itself.
    pub(super) fn of_arms(arms: &[&[Stmt]], expressions: &[&Expr], definitions: &Definitions) -> Effects {
        let mut all = Effects::default();
        for arm in arms {
            all.merge(&Effects::of_block(arm, definitions));
        }
        for expression in expressions {
            all.merge(&Effects::of_expression(expression, definitions));
        }
        all.settle(definitions);
        all
    }

    /// The effects of each arm of an `if` together with all that follow, in one pass from the last arm on.
    pub(super) fn of_chain(arms: &[&[Stmt]], tests: &[&Expr], definitions: &Definitions) -> Vec<Effects> {
        let mut behind = Effects::default();
        for arm in arms.get(tests.len()..).unwrap_or_default() {
            behind.merge(&Effects::of_block(arm, definitions));
        }
        let mut chain: Vec<Effects> = Vec::with_capacity(tests.len());
        for (arm, test) in arms.iter().zip(tests).rev() {
            behind.merge(&Effects::of_block(arm, definitions));
            let mut own = behind.clone();
            own.settle(definitions);
            chain.push(own);
            behind.merge(&Effects::of_expression(test, definitions));
        }
        chain.reverse();
        chain
    }

    /// These effects and those of an expression.
    pub(super) fn and_of(&self, expression: &Expr, definitions: &Definitions) -> Effects {
        let mut all = self.clone();
        all.merge(&Effects::of_expression(expression, definitions));
        all.settle(definitions);
        all
    }

    /// The effects of a comprehension.
    pub(super) fn of_comprehension(
        generators: &[Comprehension],
        elements: &[&Expr],
        definitions: &Definitions,
    ) -> Effects {
        let mut walk = Walk::new(definitions);
        for generator in generators {
            walk.visit_expr(&generator.target);
            walk.visit_expr(&generator.iter);
            generator.ifs.iter().for_each(|test| walk.visit_expr(test));
        }
        elements.iter().for_each(|element| walk.visit_expr(element));
        let mut effects = walk.effects;
        effects.settle(definitions);
        effects
    }

    /// What all of some functions of a plan may do together, to begin with.
    pub(super) fn of_functions(bodies: &[&[Stmt]], lambdas: &[&Expr], definitions: &Definitions) -> Effects {
        let mut all = Effects::default();
        for body in bodies {
            all.merge(&Effects::of_block(body, definitions).of_call(definitions));
        }
        for lambda in lambdas {
            all.merge(&Effects::of_expression(lambda, definitions).of_call(definitions));
        }
        all
    }

    /// What of the effects of a function's body is seen from outside. Whose variable it changes the object of depends
    /// on the call, unless the object was made in the call itself, or the variable is one of the top level that stays
    /// the same.
    fn of_call(mut self, definitions: &Definitions) -> Effects {
        if !definitions.defaultdicts {
            self.defaulted.clear();
        }
        for changed in [&mut self.receivers, &mut self.deep_receivers, &mut self.defaulted] {
            for inner in [&definitions.locals, &definitions.shared, &self.writes] {
                self.anything |= changed.meets(inner);
                changed.subtract(inner);
            }
        }
        self.writes.clear();
        self.rebound.clear();
        self.fresh.clear();
        self
    }

    /// The effects of one statement, functions that it may call left out.
    pub(super) fn of_statement(stmt: &Stmt, definitions: &Definitions) -> Effects {
        let mut walk = Walk::new(definitions);
        walk.visit_stmt(stmt);
        walk.effects
    }

    fn of_block(block: &[Stmt], definitions: &Definitions) -> Effects {
        let mut walk = Walk::new(definitions);
        walk.visit_body(block);
        walk.effects
    }

    /// What the rest of a loop's body does once a `continue` of the loop may have cut it short.
    pub(super) fn after_continue(body: &[Stmt], definitions: &Definitions) -> Option<Effects> {
        let continues = |stmt: &Stmt| {
            let mut walk = Walk::new(definitions);
            walk.visit_stmt(stmt);
            walk.effects.continues
        };
        let first = body.iter().position(continues)?;
        Some(Effects::of_arms(&[body.get(first..)?], &[], definitions))
    }

    fn of_expression(expression: &Expr, definitions: &Definitions) -> Effects {
        let mut walk = Walk::new(definitions);
        walk.visit_expr(expression);
        walk.effects
    }

    /// Unites with what happens beside or after.
    pub(super) fn merge(&mut self, other: &Effects) {
        self.writes.unite(&other.writes);
        self.rebound.unite(&other.rebound);
        self.receivers.unite(&other.receivers);
        self.fresh.unite(&other.fresh);
        self.deep_receivers.unite(&other.deep_receivers);
        self.consumed.unite(&other.consumed);
        self.defaulted.unite(&other.defaulted);
        self.anything |= other.anything;
        self.runs_functions |= other.runs_functions;
        self.tools.unite(&other.tools);
        self.children.unite(&other.children);
        self.leaves_loop |= other.leaves_loop;
        self.continues |= other.continues;
        self.leaves_function |= other.leaves_function;
        self.may_raise |= other.may_raise;
        self.exit_guards = self.exit_guards.saturating_add(other.exit_guards);
    }

    /// Takes in what functions of the plan do if they are called, and gives up on receivers that are bound
    /// anew within the region.
    fn settle(&mut self, definitions: &Definitions) {
        // Where classes say what operators, texts and truth are, anything may run such a method.
        let run = if self.runs_functions { &definitions.functions } else { &definitions.specials };
        if self.runs_functions || definitions.operators {
            self.consumed.unite(&run.consumed);
            self.receivers.unite(&run.receivers);
            self.defaulted.unite(&run.defaulted);
            self.deep_receivers.unite(&run.deep_receivers);
            self.anything |= run.anything;
            self.tools.unite(&run.tools);
            self.children.unite(&run.children);
            self.may_raise = true;
        }
        self.anything |= self.receivers.meets(&self.rebound) || self.deep_receivers.meets(&self.rebound);
        self.anything |= definitions.defaultdicts && self.defaulted.meets(&self.rebound);
    }
}

/// `name = value`, if the statement is that.
pub(super) fn simple_assignment(stmt: &Stmt) -> Option<(&ExprName, &Expr)> {
    match stmt {
        Stmt::Assign(assign) => match assign.targets.as_slice() {
            [Expr::Name(name)] => Some((name, &assign.value)),
            _ => None,
        },
        Stmt::AnnAssign(assign) => match (&*assign.target, &assign.value) {
            (Expr::Name(name), Some(value)) => Some((name, value)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression always makes a new object.
fn is_fresh(value: &Expr) -> bool {
    matches!(
        value,
        Expr::List(_)
            | Expr::Dict(_)
            | Expr::Set(_)
            | Expr::ListComp(_)
            | Expr::DictComp(_)
            | Expr::SetComp(_)
            | Expr::FString(_)
            | Expr::StringLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
    )
}

/// Where the object of an expression is found: under a name, below one, or nowhere that the text tells.
enum Root {
    Name(Symbol),
    Below(Vec<Symbol>),
    Unknown,
}

fn root(expr: &Expr, definitions: &Definitions) -> Root {
    match expr {
        Expr::Name(name) => Root::Name(definitions.symbol(name)),
        // A property may give anything.
        Expr::Attribute(attribute) if definitions.is_method(&attribute.attr) => Root::Unknown,
        Expr::Attribute(attribute) => below(root(&attribute.value, definitions)),
        // So may a `__getitem__`, and the factory of a default.
        Expr::Subscript(_) if definitions.factories || definitions.items => Root::Unknown,
        Expr::Subscript(subscript) => below(root(&subscript.value, definitions)),
        // New, but what it holds is not.
        Expr::List(_) | Expr::Tuple(_) | Expr::Dict(_) | Expr::Set(_) => {
            let mut walk = NameUses::new(&definitions.scopes.symbols);
            walk.visit_expr(expr);
            Root::Below(walk.names)
        }
        Expr::ListComp(_) | Expr::DictComp(_) => Root::Unknown,
        Expr::Call(call) => match &*call.func {
            // `d.get(k)`, `d.setdefault(k, [])`: something in `d`, or an argument, or new.
            Expr::Attribute(attribute) if definitions.gives_what_it_holds(attribute) => {
                let mut names = match root(&attribute.value, definitions) {
                    Root::Name(name) => vec![name],
                    Root::Below(names) => names,
                    Root::Unknown => return Root::Unknown,
                };
                let mut walk = NameUses::new(&definitions.scopes.symbols);
                call.arguments.args.iter().for_each(|argument| walk.visit_expr(argument));
                call.arguments.keywords.iter().for_each(|keyword| walk.visit_expr(&keyword.value));
                names.extend(walk.names);
                Root::Below(names)
            }
            _ => Root::Unknown,
        },
        _ => Root::Unknown,
    }
}

fn below(root: Root) -> Root {
    match root {
        Root::Name(name) => Root::Below(vec![name]),
        other => other,
    }
}

/// Every name that an expression reads.
pub(super) struct NameUses<'s> {
    symbols: &'s Symbols,
    pub(super) names: Vec<Symbol>,
}

impl NameUses<'_> {
    pub(super) fn new(symbols: &Symbols) -> NameUses<'_> {
        NameUses { symbols, names: Vec::new() }
    }
}

impl<'a> Visitor<'a> for NameUses<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr {
            self.names.push(self.symbols.of_name(name));
        }
        visitor::walk_expr(self, expr);
    }
}

struct Walk<'d> {
    definitions: &'d Definitions,
    effects: Effects,
    /// How many loops around this place lie inside the stretch: a `break` in one stays inside.
    loops: usize,
}

impl<'d> Walk<'d> {
    fn new(definitions: &'d Definitions) -> Walk<'d> {
        Walk { definitions, effects: Effects::default(), loops: 0 }
    }

    fn symbols(&self) -> &'d Symbols {
        &self.definitions.scopes.symbols
    }

    /// Whether a name stands for nothing: neither the plan nor the language binds it.
    fn is_unknown(&self, name: Symbol) -> bool {
        let definitions = self.definitions;
        let spelling = self.symbols().spelling(name);
        !definitions.bound.contains(name)
            && !definitions.tools.contains_key(&name)
            && !definitions.children.contains_key(&name)
            && (spelling.starts_with('_') || super::builtin(&spelling).is_none())
    }

    fn write(&mut self, name: Symbol, in_place: bool) {
        self.effects.writes.insert(name);
        if !in_place {
            self.effects.rebound.insert(name);
        }
    }

    /// The object of an expression may be changed.
    fn change(&mut self, receiver: &Expr) {
        match root(receiver, self.definitions) {
            Root::Name(name) => {
                self.effects.receivers.insert(name);
            }
            Root::Below(names) => self.effects.deep_receivers.extend(names),
            Root::Unknown => self.effects.anything = true,
        }
    }

    fn call(&mut self, call: &ExprCall) {
        let definitions = self.definitions;
        match &*call.func {
            Expr::Name(name) => {
                let name = definitions.symbol(name);
                if definitions.function_names.contains(name) {
                    self.effects.runs_functions = true;
                } else if definitions.classes.contains(name) {
                    self.effects.runs_functions |= !definitions.plain_classes.contains(name);
                } else if definitions.bound.contains(name) {
                    self.call_unknown();
                }
            }
            Expr::Attribute(attribute) => {
                let method = attribute.attr.as_str();
                if definitions.is_method(&attribute.attr) {
                    self.effects.runs_functions = true;
                } else if OPERATORS_IN_PLACE.contains(&method) {
                    self.effects.anything = true;
                } else if !crate::library::is_known(method) || definitions.stored.contains(method) {
                    self.call_unknown();
                }
                // `list.append(xs, x)`: the receiver is the first argument.
                if is_mutator(method)
                    && let Some(first) = call.arguments.args.first()
                    && definitions.may_be_a_type(&attribute.value)
                {
                    self.change(first);
                }
                if RUNNERS.contains(&method) || method == "replace" && definitions.is_module(&attribute.value)
                {
                    self.effects.runs_functions |= !definitions.classes.is_empty();
                }
            }
            _ => self.call_unknown(),
        }
        let constant = |argument: &Expr| argument.is_literal_expr();
        let mut arguments =
            call.arguments.args.iter().chain(call.arguments.keywords.iter().map(|k| &k.value));
        // What is handed to a builtin may be called by it.
        let hands_on = arguments.any(|argument| !constant(argument));
        self.effects.runs_functions |= definitions.loose_functions && hands_on;
        self.effects.anything |= definitions.loose_mutators && hands_on;
    }

    /// A call of something that the text does not name.
    fn call_unknown(&mut self) {
        self.effects.runs_functions = true;
        self.effects.anything |= self.definitions.loose_mutators;
        self.effects.tools.unite(&self.definitions.loose_tools);
        self.effects.children.unite(&self.definitions.loose_children);
    }
}

impl<'a> Visitor<'a> for Walk<'_> {
    /// One block: an object that a statement of the block itself makes anew and binds to a name is the
    /// block's own, and changing it changes nothing that was there before.
    fn visit_body(&mut self, block: &'a [Stmt]) {
        let mut fresh: Set<Symbol> = Set::default();
        for stmt in block {
            let writes = std::mem::take(&mut self.effects.writes);
            let receivers = std::mem::take(&mut self.effects.receivers);
            self.visit_stmt(stmt);
            match simple_assignment(stmt) {
                // Its value may bind names to something else before it uses them.
                Some((_, value)) if !fresh.is_empty() => {
                    let mut walk = Walk::new(self.definitions);
                    walk.visit_expr(value);
                    fresh.subtract(&walk.effects.writes);
                }
                Some(_) => {}
                // So may a compound statement.
                None => fresh.subtract(&self.effects.writes),
            }
            let effects = &mut self.effects;
            effects.fresh.extend(effects.receivers.iter().filter(|name| fresh.contains(*name)));
            effects.receivers.subtract(&fresh);
            fresh.subtract(&effects.writes);
            effects.writes.unite(&writes);
            effects.receivers.unite(&receivers);
            if let Some((name, value)) = simple_assignment(stmt)
                && is_fresh(value)
            {
                let name = self.definitions.symbol(name);
                if !self.definitions.shared.contains(name) {
                    fresh.insert(name);
                }
            }
        }
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => {
                self.write(self.symbols().of_identifier(&function.name), false);
                function.decorator_list.iter().for_each(|decorator| {
                    self.visit_expr(&decorator.expression);
                    self.effects.runs_functions = true;
                });
                for parameter in function.parameters.iter_non_variadic_params() {
                    if let Some(default) = &parameter.default {
                        self.visit_expr(default);
                    }
                }
                return;
            }
            Stmt::ClassDef(class) => {
                self.write(self.symbols().of_identifier(&class.name), false);
                self.effects.may_raise = true;
                let mut inner = Walk::new(self.definitions);
                inner.visit_body(&class.body);
                let mut inner = inner.effects;
                inner.writes.clear();
                inner.rebound.clear();
                self.effects.merge(&inner);
                for decorator in &class.decorator_list {
                    self.visit_expr(&decorator.expression);
                    self.effects.runs_functions = true;
                }
                if let Some(arguments) = class.arguments.as_deref() {
                    arguments.args.iter().for_each(|base| self.visit_expr(base));
                    arguments.keywords.iter().for_each(|keyword| self.visit_expr(&keyword.value));
                }
                return;
            }
            Stmt::Assign(assign) => {
                let unpacks = assign.targets.iter().any(|target| !target.is_name_expr());
                self.effects.may_raise |= unpacks;
                self.effects.runs_functions |= unpacks && self.definitions.generators;
            }
            Stmt::Import(_) | Stmt::ImportFrom(_) => {
                self.effects.may_raise = true;
                let names = self.definitions.scopes.of_statement(stmt);
                names.bound.iter().for_each(|name| self.write(*name, false));
                return;
            }
            Stmt::AugAssign(assign) => {
                self.effects.may_raise = true;
                self.effects.runs_functions |= self.definitions.generators;
                match &*assign.target {
                    Expr::Name(name) => {
                        let name = self.definitions.symbol(name);
                        self.write(name, true);
                        if !self.definitions.unchangeable.contains(name) {
                            self.effects.receivers.insert(name);
                        }
                    }
                    Expr::Subscript(target) => {
                        self.change(&target.value);
                        self.change(&assign.target);
                        self.visit_expr(&target.value);
                        self.visit_expr(&target.slice);
                    }
                    Expr::Attribute(target) => {
                        self.change(&target.value);
                        self.change(&assign.target);
                        self.effects.runs_functions |= self.definitions.is_method(&target.attr);
                        self.visit_expr(&target.value);
                    }
                    _ => self.effects.anything = true,
                }
                self.visit_expr(&assign.value);
                return;
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.visit_expr(value);
                    self.visit_expr(&assign.target);
                }
                return;
            }
            Stmt::Return(_) => self.effects.leaves_function = true,
            Stmt::Raise(_) | Stmt::Assert(_) => self.effects.may_raise = true,
            Stmt::Break(_) => self.effects.leaves_loop |= self.loops == 0,
            Stmt::Continue(_) => {
                self.effects.leaves_loop |= self.loops == 0;
                self.effects.continues |= self.loops == 0;
            }
            Stmt::For(stmt) => {
                self.effects.may_raise = true;
                self.effects.runs_functions |= self.definitions.generators;
                // An iterator that is looped over is used up.
                if let Expr::Name(name) = &*stmt.iter {
                    self.effects.consumed.insert(self.definitions.symbol(name));
                }
                self.visit_expr(&stmt.target);
                self.visit_expr(&stmt.iter);
                self.loops += 1;
                self.visit_body(&stmt.body);
                self.loops -= 1;
                self.visit_body(&stmt.orelse);
                return;
            }
            Stmt::While(stmt) => {
                self.visit_expr(&stmt.test);
                self.loops += 1;
                self.visit_body(&stmt.body);
                self.loops -= 1;
                self.visit_body(&stmt.orelse);
                return;
            }
            Stmt::Delete(stmt) => {
                self.effects.may_raise = true;
                stmt.targets.iter().for_each(|target| self.visit_expr(target));
                return;
            }
            Stmt::If(stmt) => {
                let arms = u16::try_from(stmt.elif_else_clauses.len()).unwrap_or(u16::MAX).saturating_add(1);
                self.effects.exit_guards = self.effects.exit_guards.saturating_add(arms);
            }
            Stmt::Match(_) | Stmt::Try(_) => self.effects.may_raise = true,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.write(self.symbols().of_identifier(name), false);
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let names = self.definitions.scopes.of_pattern(pattern);
        names.bound.iter().for_each(|name| self.write(*name, false));
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                let symbol = self.definitions.symbol(name);
                if matches!(name.ctx, ExprContext::Load) {
                    if let Some(tool) = self.definitions.tools.get(&symbol) {
                        self.effects.tools.insert(*tool);
                    }
                    if let Some(child) = self.definitions.children.get(&symbol) {
                        self.effects.children.insert(*child);
                    }
                    self.effects.consumed.insert(symbol);
                    // A name may be unbound, or never be bound at all.
                    self.effects.may_raise |=
                        self.definitions.bound.contains(symbol) || self.is_unknown(symbol);
                } else {
                    self.write(symbol, false);
                }
            }
            Expr::Named(named) => {
                self.visit_expr(&named.target);
                self.visit_expr(&named.value);
            }
            Expr::Attribute(attribute) => {
                self.effects.may_raise = true;
                if !matches!(attribute.ctx, ExprContext::Load) || is_mutator(attribute.attr.as_str()) {
                    self.change(&attribute.value);
                }
                // A property runs a function.
                self.effects.runs_functions |= self.definitions.is_method(&attribute.attr);
                self.visit_expr(&attribute.value);
            }
            Expr::Subscript(subscript) => {
                self.effects.may_raise = true;
                if !matches!(subscript.ctx, ExprContext::Load) {
                    self.change(&subscript.value);
                }
                // Reading a `defaultdict` may make an entry.
                if self.definitions.defaultdicts {
                    match root(&subscript.value, self.definitions) {
                        Root::Name(name) => {
                            self.effects.defaulted.insert(name);
                        }
                        Root::Below(names) => self.effects.deep_receivers.extend(names),
                        Root::Unknown => self.effects.anything = true,
                    }
                    self.effects.runs_functions |= self.definitions.factories;
                }
                // `__getitem__` of the plan, and a slice that takes what a generator gives.
                self.effects.runs_functions |= self.definitions.items
                    || self.definitions.generators && !matches!(subscript.ctx, ExprContext::Load);
                self.visit_expr(&subscript.value);
                self.visit_expr(&subscript.slice);
            }
            Expr::Call(call) => {
                self.effects.may_raise = true;
                self.effects.runs_functions |= self.definitions.generators && !call.arguments.is_empty();
                self.call(call);
                if let Expr::Name(name) = &*call.func
                    && matches!(name.id.as_str(), "setattr" | "next" | "delattr")
                    && let Some(first) = call.arguments.args.first()
                {
                    self.change(first);
                }
                // Whatever takes an iterator may use it up, and a function of the plan that is passed along may
                // be called.
                for argument in
                    call.arguments.args.iter().chain(call.arguments.keywords.iter().map(|k| &k.value))
                {
                    match argument {
                        Expr::Lambda(_) => self.effects.runs_functions = true,
                        Expr::Name(name) => {
                            let name = self.definitions.symbol(name);
                            self.effects.runs_functions |= self.definitions.function_names.contains(name)
                                || self.definitions.runs_when_called(name);
                            self.effects.consumed.insert(name);
                        }
                        _ => {}
                    }
                }
                visitor::walk_expr(self, expr);
            }
            Expr::BinOp(_) | Expr::UnaryOp(_) => {
                self.effects.may_raise = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Compare(_) => {
                self.effects.may_raise = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Lambda(lambda) => {
                // Making it does nothing; what it may do when called counts with all functions.
                if let Some(parameters) = lambda.parameters.as_deref() {
                    for parameter in parameters.iter_non_variadic_params() {
                        if let Some(default) = &parameter.default {
                            self.visit_expr(default);
                        }
                    }
                }
            }
            Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_) => {
                self.effects.may_raise = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Dict(_) | Expr::Set(_) => {
                // A key may be unhashable.
                self.effects.may_raise = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Starred(_) => {
                self.effects.may_raise = true;
                self.effects.runs_functions |= self.definitions.generators;
                visitor::walk_expr(self, expr);
            }
            Expr::FString(_)
            | Expr::ListComp(_)
            | Expr::SetComp(_)
            | Expr::DictComp(_)
            | Expr::Generator(_) => {
                self.effects.may_raise = true;
                self.effects.runs_functions |= self.definitions.generators;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}

impl Definitions {
    pub(super) fn symbol(&self, name: &ExprName) -> Symbol {
        self.scopes.symbols.of_name(name)
    }

    /// Whether a name stands for a class of the plan whose making runs code of the plan.
    pub(super) fn runs_when_called(&self, name: Symbol) -> bool {
        self.classes.contains(name) && !self.plain_classes.contains(name)
    }

    /// Whether a method gives only what its receiver holds, or is given: no function of the plan decides what it is.
    fn gives_what_it_holds(&self, method: &ExprAttribute) -> bool {
        let of_plan = self.is_method(&method.attr) || self.stored.contains(method.attr.as_str());
        let calls = self.loose_functions && self.is_module(&method.value);
        !of_plan && !calls
    }

    fn is_module(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Name(name) if self.modules.contains(self.symbol(name)))
    }

    /// Whether an expression may stand for a built-in type, whose methods take their receiver as an argument.
    fn may_be_a_type(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => {
                let name = self.symbol(name);
                self.type_names.contains(name) || !self.bound.contains(name)
            }
            Expr::Attribute(attribute) => self.is_module(&attribute.value),
            Expr::Subscript(subscript) => self.may_be_a_type(&subscript.value),
            Expr::List(_) | Expr::Tuple(_) | Expr::Dict(_) | Expr::If(_) | Expr::BoolOp(_) => true,
            _ => false,
        }
    }

    /// Whether a class of the plan has a method or property of this name.
    pub(super) fn is_method(&self, name: &Identifier) -> bool {
        !self.methods.is_empty() && self.methods.contains(self.scopes.symbols.of_identifier(name))
    }
}

impl Effects {
    /// The effects of each case of a `match` together with all that follow, in one pass from the last case on.
    pub(super) fn of_cases(cases: &[ruff_python_ast::MatchCase], definitions: &Definitions) -> Vec<Effects> {
        let mut behind = Effects::default();
        let mut chain: Vec<Effects> = Vec::with_capacity(cases.len());
        for case in cases.iter().rev() {
            let mut walk = Walk::new(definitions);
            walk.visit_pattern(&case.pattern);
            if let Some(guard) = &case.guard {
                walk.visit_expr(guard);
            }
            behind.merge(&walk.effects);
            behind.merge(&Effects::of_block(&case.body, definitions));
            let mut own = behind.clone();
            own.settle(definitions);
            chain.push(own);
        }
        chain.reverse();
        chain
    }
}
