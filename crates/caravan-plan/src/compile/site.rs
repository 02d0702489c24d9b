//! What the gate has to know of the place of an agent call (DESIGN section 3, the gate).

use hashbrown::HashMap;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Arguments, Expr, Stmt};

use super::effects::{Definitions, Effects, NameUses, simple_assignment};
use super::symbol::{Set, Symbol, Symbols};
use super::{Block, Compiler};
use crate::code::{CallSite, Slot};

impl<'a> Compiler<'a> {
    /// The site of a call of the child `name` with these arguments.
    pub(super) fn site(&mut self, name: Symbol, arguments: &'a Arguments) -> u32 {
        let argument = |place: usize, keyword: &str| {
            arguments
                .args
                .get(place)
                .or_else(|| arguments.find_keyword(keyword).map(|keyword| &keyword.value))
        };
        let message = argument(0, "message");
        let schema = argument(2, "output_schema");
        // Of the variables the child's planner sees the names.
        let names: Option<Vec<&'a Expr>> = match argument(1, "variables") {
            None => Some(Vec::new()),
            Some(Expr::Dict(dict)) if dict.items.iter().all(|item| item.key.is_some()) => {
                Some(dict.items.iter().filter_map(|item| item.key.as_ref()).collect())
            }
            Some(_) => None,
        };
        let rebound = self.resolve(name).is_some();
        let literal = !rebound
            && message.is_none_or(is_literal_text)
            && names.as_ref().is_some_and(|names| names.iter().all(|name| is_literal_text(name)))
            && schema.is_none_or(|schema| self.is_literal_schema(schema));
        let mut seen: Vec<&Expr> = message.into_iter().chain(schema).collect();
        match names {
            Some(names) => seen.extend(names),
            None => seen.extend(argument(1, "variables")),
        }
        let scopes = self.definitions.scopes.clone();
        let mut uses = NameUses::new(&scopes.symbols);
        let mut calls = Calls::new(&scopes.symbols);
        for expression in seen {
            uses.visit_expr(expression);
            calls.visit_expr(expression);
        }
        let mut uses = uses.names;
        let shared = self.are_shared(&uses);
        let computed = calls.compute(&self.definitions);
        let mut loops = Vec::new();
        let mut carried = Vec::new();
        let mut changing_loops = Vec::new();
        let mut behind = Vec::new();
        for block in self.contexts.last().map_or(&[][..], |context| &context.blocks) {
            let Block::Loop { region, effects, targets, made, .. } = block else { continue };
            if shared || computed || uses.iter().any(|name| effects.change(*name)) {
                loops.push(*region);
                let is_new = |name: &Symbol| targets.contains(*name) || made.contains_key(name);
                if shared || computed || uses.iter().any(|name| effects.change(*name) && !is_new(name)) {
                    carried.push(*region);
                }
            }
            // Objects behind what the text was made of count as if they stood in the call.
            behind.extend(uses.iter().filter_map(|name| made.get(name)).flatten().copied());
            if effects.anything || !effects.receivers.is_empty() || !effects.deep_receivers.is_empty() {
                changing_loops.push(*region);
            }
        }
        uses.append(&mut behind);
        let uses = uses.iter().filter_map(|name| self.resolve(*name)).collect();
        let sites = &mut self.context().code.sites;
        sites.push(CallSite { literal, loops, carried, changing_loops, uses });
        (sites.len() - 1) as u32
    }

    /// Whether some of these variables may be changed by functions that are called.
    fn are_shared(&mut self, names: &[Symbol]) -> bool {
        let inside = self.contexts.len() > 1;
        names.iter().any(|name| match self.resolve(*name) {
            Some(Slot::Cell(_)) => true,
            Some(Slot::Global(_)) => inside,
            _ => false,
        })
    }

    /// After a statement of the loop's own body: if it gives a variable a new value in each round, made of nothing that
    /// earlier rounds have left, then the variable is as good as one of the loop's own from here on. `changes` tells of
    /// the loop's statements.
    pub(super) fn note_made(&mut self, stmt: &'a Stmt, changes: &Changes) {
        let Some((name, value)) = simple_assignment(stmt) else { return };
        let scopes = self.definitions.scopes.clone();
        let name = scopes.symbols.of_name(name);
        let (mut uses, mut calls) = (NameUses::new(&scopes.symbols), Calls::new(&scopes.symbols));
        uses.visit_expr(value);
        calls.visit_expr(value);
        let mut uses = uses.names;
        if calls.compute(&self.definitions) || self.are_shared(&uses) || self.are_shared(&[name]) {
            return;
        }
        let Some(Block::Loop { effects, targets, made, .. }) =
            self.contexts.last_mut().and_then(|context| context.blocks.last_mut())
        else {
            return;
        };
        let is_new =
            |name: &Symbol| targets.contains(*name) || made.contains_key(name) || !effects.change(*name);
        if effects.anything || targets.contains(name) || !uses.iter().all(is_new) {
            return;
        }
        // What asks most comes last.
        if changes.elsewhere(name, stmt, &self.definitions) {
            return;
        }
        let behind: Vec<Symbol> = uses.iter().filter_map(|name| made.get(name)).flatten().copied().collect();
        uses.extend(behind);
        made.insert(name, uses);
    }

    /// Whether a schema is written out: built-in types alone.
    fn is_literal_schema(&mut self, schema: &Expr) -> bool {
        match schema {
            Expr::Name(name) => {
                matches!(name.id.as_str(), "str" | "int" | "float" | "bool" | "list" | "dict")
                    && self.resolve(self.definitions.symbol(name)).is_none()
            }
            Expr::NoneLiteral(_) => true,
            Expr::Subscript(subscript) => {
                self.is_literal_schema(&subscript.value)
                    && match &*subscript.slice {
                        Expr::Tuple(parts) => parts.elts.iter().all(|part| self.is_literal_schema(part)),
                        part => self.is_literal_schema(part),
                    }
            }
            _ => false,
        }
    }
}

/// The variables of a loop that nothing else in it writes or changes.
pub(super) fn target_names(target: &Expr, written: Option<&Effects>, symbols: &Symbols) -> Set<Symbol> {
    let mut uses = NameUses::new(symbols);
    uses.visit_expr(target);
    let changed = |name: &Symbol| written.is_some_and(|written| written.anything || written.change(*name));
    uses.names.into_iter().filter(|name| !changed(name)).collect()
}

fn is_literal_text(expr: &Expr) -> bool {
    match expr {
        Expr::StringLiteral(_) => true,
        Expr::FString(text) => text.value.elements().all(|element| element.is_literal()),
        _ => false,
    }
}

/// The names that are called in an expression.
struct Calls<'s> {
    symbols: &'s Symbols,
    names: Vec<Symbol>,
    /// Something that gives another value each time whatever the plan defines.
    changing: bool,
}

impl<'a> Visitor<'a> for Calls<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            match &*call.func {
                Expr::Name(name) => {
                    self.changing |= name.id.as_str() == "next";
                    self.names.push(self.symbols.of_name(name));
                }
                Expr::Attribute(attribute) => {
                    self.changing |= attribute.attr.as_str() == "next";
                    self.names.push(self.symbols.of_identifier(&attribute.attr));
                }
                _ => self.changing = true,
            }
        }
        if let Expr::Lambda(_) | Expr::Named(_) = expr {
            self.changing = true;
        }
        visitor::walk_expr(self, expr);
    }
}

impl Calls<'_> {
    fn new(symbols: &Symbols) -> Calls<'_> {
        Calls { symbols, names: Vec::new(), changing: false }
    }

    /// Whether something is called that may give another value each time.
    fn compute(&self, definitions: &Definitions) -> bool {
        self.changing
            || self.names.iter().any(|name| {
                definitions.bound.contains(*name)
                    || definitions.tools.contains_key(name)
                    || definitions.children.contains_key(name)
            })
    }
}

/// What the statements of a loop change, counted once: which of them is asked about is told by leaving it out.
pub(super) struct Changes {
    /// How many statements change a variable.
    counts: HashMap<Symbol, usize>,
    /// How many of them may run functions of the plan.
    running: usize,
}

impl Changes {
    pub(super) fn of(blocks: [&[Stmt]; 2], definitions: &Definitions) -> Changes {
        let mut all = Changes { counts: HashMap::new(), running: 0 };
        for stmt in blocks.into_iter().flatten() {
            let effects = Effects::of_statement(stmt, definitions);
            let mut changed = effects.writes;
            changed.unite(&effects.receivers);
            changed.unite(&effects.deep_receivers);
            for name in changed.iter() {
                *all.counts.entry(name).or_insert(0) += 1;
            }
            all.running += usize::from(effects.runs_functions);
        }
        all
    }

    /// Whether another statement than this one changes a variable, or may run a function that does.
    fn elsewhere(&self, name: Symbol, stmt: &Stmt, definitions: &Definitions) -> bool {
        let own = Effects::of_statement(stmt, definitions);
        let count = self.counts.get(&name).copied().unwrap_or(0);
        let runs = self.running > usize::from(own.runs_functions);
        let run = if runs { &definitions.functions } else { &definitions.specials };
        count > usize::from(own.change(name)) || (runs || definitions.operators) && run.change(name)
    }
}

impl Effects {
    /// Whether a variable is written, or its object may be changed under its name.
    fn change(&self, name: Symbol) -> bool {
        self.writes.contains(name) || self.receivers.contains(name) || self.deep_receivers.contains(name)
    }
}
