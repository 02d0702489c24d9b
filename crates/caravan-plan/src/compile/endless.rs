//! Iterators that never end, where the text shows them: `(n * n for n in count())`, `map(f, cycle(xs))`,
//! `next(i for i in count(1) if i not in taken)`.
//!
//! Generator expressions, `map`, `filter`, `zip` and `enumerate` are computed at once, which an endless iterator does
//! not allow. So what is made of one is rewritten, before it is compiled, to calls of generator functions of the prelude:
//! plain code of the language, by the rules for plain code.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Arguments, AtomicNodeIndex, BoolOp, Comprehension, Expr, ExprBoolOp, ExprCall, ExprContext,
    ExprGenerator, ExprLambda, ExprName, ExprStarred, Identifier, ModModule, Parameter, ParameterWithDefault,
    Parameters, Stmt, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};

use super::prelude;

/// Rewrites what is made of endless iterators, and says which functions of the prelude that takes.
pub(super) fn rewrite(source: &str, module: &mut ModModule) -> BTreeSet<&'static str> {
    // Most plans have nothing endless; they are not walked.
    let may_last = source.contains("itertools") || (source.contains("yield") && source.contains("while"));
    if !may_last {
        return BTreeSet::new();
    }
    let mut names = EndlessNames::default();
    names.visit_body(&module.body);
    // A name that is given an endless iterator, and nothing else, stands for one; one name may lead to another.
    for _ in 0..4 {
        let found: Vec<String> = names
            .assigned
            .iter()
            .filter(|(name, (endless, count))| {
                *count == names.bound.get(*name).copied().unwrap_or(0)
                    && endless.iter().all(|value| names.is_endless(value))
            })
            .map(|(name, _)| name.clone())
            .collect();
        let before = names.names.len();
        names.names.extend(found);
        if names.names.len() == before {
            break;
        }
    }
    names.assigned.clear();
    let rewriter = Rewriter { names, used: RefCell::default() };
    module.body.iter_mut().for_each(|stmt| rewriter.visit_stmt(stmt));
    rewriter.used.into_inner()
}

/// What the names of a plan say of endless iterators.
#[derive(Default)]
struct EndlessNames {
    /// Names of functions of `itertools` by what the plan calls them.
    functions: BTreeMap<String, String>,
    /// What the plan calls the module `itertools`.
    modules: BTreeSet<String>,
    /// Generator functions that never return.
    generators: BTreeSet<String>,
    /// Variables that stand for an endless iterator.
    names: BTreeSet<String>,
    /// How often each name is bound.
    bound: BTreeMap<String, usize>,
    /// The values that plain assignments give to each name, and how many there are.
    assigned: BTreeMap<String, (Vec<Expr>, usize)>,
}

impl EndlessNames {
    fn bind(&mut self, name: &str) {
        *self.bound.entry(name.to_owned()).or_insert(0) += 1;
    }

    /// What an expression calls of `itertools`.
    fn itertools<'e>(&'e self, callee: &'e Expr) -> Option<&'e str> {
        match callee {
            Expr::Name(name) => self.functions.get(name.id.as_str()).map(String::as_str),
            Expr::Attribute(attribute) => match &*attribute.value {
                Expr::Name(module) if self.modules.contains(module.id.as_str()) => {
                    Some(attribute.attr.as_str())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The builtin that an expression calls.
    fn builtin<'e>(&self, callee: &'e Expr) -> Option<&'e str> {
        match callee {
            Expr::Name(name) if !self.bound.contains_key(name.id.as_str()) => Some(name.id.as_str()),
            _ => None,
        }
    }

    /// Whether an expression gives an iterator that the text shows to be endless.
    fn is_endless(&self, value: &Expr) -> bool {
        match value {
            Expr::Name(name) => self.names.contains(name.id.as_str()),
            Expr::Generator(generator) => {
                generator.generators.len() == 1
                    && generator.generators.first().is_some_and(|first| self.is_endless(&first.iter))
            }
            Expr::Call(call) => {
                let args = &call.arguments.args;
                let all = |args: &[Expr]| !args.is_empty() && args.iter().all(|value| self.is_endless(value));
                if let Expr::Name(name) = &*call.func
                    && self.generators.contains(name.id.as_str())
                {
                    return true;
                }
                match (self.itertools(&call.func), self.builtin(&call.func)) {
                    (Some("count" | "cycle"), _) => true,
                    (Some("repeat"), _) => args.len() == 1 && call.arguments.keywords.is_empty(),
                    (Some("accumulate"), _) => args.first().is_some_and(|value| self.is_endless(value)),
                    (Some("chain"), _) => args.iter().any(|value| self.is_endless(value)),
                    (_, Some("zip" | "iter")) => all(args),
                    (_, Some("map")) => all(args.get(1..).unwrap_or_default()),
                    (_, Some("filter")) => args.get(1).is_some_and(|value| self.is_endless(value)),
                    (_, Some("enumerate")) => args.first().is_some_and(|value| self.is_endless(value)),
                    (_, Some(name)) => name.starts_with("_prelude_"),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

impl<'a> Visitor<'a> for EndlessNames {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::ImportFrom(import)
                if import.module.as_ref().is_some_and(|name| name.as_str() == "itertools") =>
            {
                for alias in &import.names {
                    let bound = alias.asname.as_ref().unwrap_or(&alias.name).to_string();
                    self.functions.insert(bound, alias.name.to_string());
                }
                return;
            }
            Stmt::Import(import) => {
                for alias in import.names.iter().filter(|alias| alias.name.as_str() == "itertools") {
                    self.modules.insert(alias.asname.as_ref().unwrap_or(&alias.name).to_string());
                }
            }
            Stmt::FunctionDef(function) => {
                self.bind(function.name.as_str());
                for parameter in function.parameters.iter() {
                    self.bind(parameter.name().as_str());
                }
                if never_returns(function) {
                    self.generators.insert(function.name.to_string());
                }
            }
            Stmt::ClassDef(class) => self.bind(class.name.as_str()),
            Stmt::Assign(assign) => {
                if let [Expr::Name(name)] = assign.targets.as_slice() {
                    let (values, count) = self.assigned.entry(name.id.to_string()).or_default();
                    values.push((*assign.value).clone());
                    *count += 1;
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if !matches!(name.ctx, ExprContext::Load) => self.bind(name.id.as_str()),
            Expr::Lambda(lambda) => {
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    self.bind(parameter.name().as_str());
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// Whether a function is a generator with a `while True` at its own level that nothing leaves.
fn never_returns(function: &StmtFunctionDef) -> bool {
    let endless = function.body.iter().any(|stmt| match stmt {
        Stmt::While(stmt) => {
            let always = match &*stmt.test {
                Expr::BooleanLiteral(literal) => literal.value,
                Expr::NumberLiteral(literal) => literal.value.as_int().is_some_and(|int| *int != 0),
                _ => false,
            };
            let mut ways = WaysOut::default();
            ways.visit_body(&stmt.body);
            always && ways.yields && !ways.leaves
        }
        _ => false,
    });
    let mut ways = WaysOut::default();
    ways.visit_body(&function.body);
    endless && !ways.leaves
}

/// Whether code yields, and whether it may leave the function or a loop around it.
#[derive(Default)]
struct WaysOut {
    yields: bool,
    leaves: bool,
}

impl<'a> Visitor<'a> for WaysOut {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Return(_) | Stmt::Break(_) | Stmt::Raise(_) => self.leaves = true,
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yields = true,
            Expr::Lambda(_) => return,
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

struct Rewriter {
    names: EndlessNames,
    used: RefCell<BTreeSet<&'static str>>,
}

impl Transformer for Rewriter {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && self.names.builtin(&call.func) == Some("next")
            && let Some(Expr::Generator(generator)) = call.arguments.args.first()
            && let Some(first) = self.first(generator)
        {
            // An endless search has no use for a default.
            *expr = first;
        } else if let Expr::Generator(generator) = expr
            && let Some(lazy) = self.generator(generator)
        {
            *expr = lazy;
        }
        transformer::walk_expr(self, expr);
        if let Expr::Call(call) = expr {
            if let Some(rows) = self.mapped_rows(call) {
                *expr = rows;
            } else {
                self.call(call);
            }
        }
    }
}

impl Rewriter {
    fn function(&self, name: &'static str, range: TextRange) -> Expr {
        self.used.borrow_mut().insert(name);
        Expr::Name(ExprName {
            node_index: AtomicNodeIndex::NONE,
            range,
            id: name.into(),
            ctx: ExprContext::Load,
        })
    }

    fn calling(&self, name: &'static str, args: Vec<Expr>, range: TextRange) -> Expr {
        let func = self.function(name, range);
        call_of(func, args, range)
    }

    /// `map`, `filter`, `zip`, `enumerate` and `chain` of endless iterators.
    fn call(&self, call: &mut ExprCall) {
        if !call.arguments.keywords.iter().all(|keyword| keyword.arg.is_some()) {
            return;
        }
        let args = &call.arguments.args;
        let endless = |value: &Expr| self.names.is_endless(value);
        let rest = args.get(1..).unwrap_or_default();
        let name = match (self.names.itertools(&call.func), self.names.builtin(&call.func)) {
            (Some("chain"), _) if args.iter().any(endless) => prelude::CHAIN,
            (Some("starmap"), _) if rest.first().is_some_and(endless) => prelude::STARMAP,
            (Some("accumulate"), _) if args.first().is_some_and(endless) => prelude::ACCUMULATE,
            (_, Some("map")) if rest.len() == 1 && rest.iter().all(endless) => prelude::MAP,
            (_, Some("map")) if rest.len() > 1 && rest.iter().all(endless) => {
                let range = call.func.range();
                let columns = call.arguments.args.to_vec();
                let mut columns = columns.into_iter();
                if let Some(function) = columns.next() {
                    let rows = self.calling(prelude::ZIP, columns.collect(), range);
                    call.arguments.args = vec![function, rows].into_boxed_slice();
                    *call.func = self.function(prelude::STARMAP, range);
                }
                return;
            }
            (_, Some("filter")) if args.len() == 2 && rest.iter().all(endless) => {
                if matches!(args.first(), Some(Expr::NoneLiteral(_))) {
                    return;
                }
                prelude::FILTER
            }
            (_, Some("zip")) if !args.is_empty() && args.iter().all(endless) => {
                call.arguments.keywords.clear();
                prelude::ZIP
            }
            (_, Some("enumerate")) if args.first().is_some_and(endless) => prelude::ENUMERATE,
            _ => return,
        };
        *call.func = self.function(name, call.func.range());
    }

    /// `map(function, ENDLESS, finite)`: it ends, and is computed at once as `(function(*row) for row in zip(...))`.
    fn mapped_rows(&self, call: &ExprCall) -> Option<Expr> {
        const ROW: &str = "_prelude_row";
        let (function, columns) = call.arguments.args.split_first()?;
        let endless = columns.iter().filter(|column| self.names.is_endless(column)).count();
        let constant = matches!(function, Expr::Name(_) | Expr::Lambda(_));
        if self.names.builtin(&call.func) != Some("map")
            || endless == 0
            || endless == columns.len()
            || !constant
        {
            return None;
        }
        let range = call.func.range();
        let name = |id: &str, ctx| {
            Expr::Name(ExprName { node_index: AtomicNodeIndex::NONE, range, id: id.into(), ctx })
        };
        let rows = call_of(name("zip", ExprContext::Load), columns.to_vec(), range);
        let row = starred(name(ROW, ExprContext::Load), range);
        Some(Expr::Generator(ExprGenerator {
            node_index: AtomicNodeIndex::NONE,
            range,
            elt: Box::new(call_of(function.clone(), vec![row], range)),
            generators: vec![Comprehension {
                range,
                node_index: AtomicNodeIndex::NONE,
                target: name(ROW, ExprContext::Store),
                iter: rows,
                ifs: Vec::new(),
                is_async: false,
            }],
            parenthesized: true,
        }))
    }

    /// `(element for target in ENDLESS if tests)` as calls; none if it is another one.
    fn generator(&self, generator: &ExprGenerator) -> Option<Expr> {
        let parts = self.parts(generator)?;
        let range = generator.range;
        let mut made = parts.source.clone();
        if let Some(test) = parts.test {
            let name = if parts.spread { prelude::STARFILTER } else { prelude::FILTER };
            made = self.calling(name, vec![lambda(&parts.names, test, range), made], range);
        }
        let same = matches!((&*generator.elt, parts.names.as_slice()),
            (Expr::Name(name), [only]) if !parts.spread && name.id.as_str() == only);
        if same {
            return Some(if generator.generators.iter().any(|part| !part.ifs.is_empty()) {
                made
            } else {
                self.calling(prelude::CHAIN, vec![made], range)
            });
        }
        let name = if parts.spread { prelude::STARMAP } else { prelude::MAP };
        let element = lambda(&parts.names, (*generator.elt).clone(), range);
        Some(self.calling(name, vec![element, made], range))
    }

    /// `next(element for target in ENDLESS if tests)` as a search.
    fn first(&self, generator: &ExprGenerator) -> Option<Expr> {
        let parts = self.parts(generator)?;
        let range = generator.range;
        let test = parts.test?;
        let name = if parts.spread { prelude::STARFIRST } else { prelude::FIRST };
        let found = self.calling(name, vec![lambda(&parts.names, test, range), parts.source], range);
        let found = if parts.spread { starred(found, range) } else { found };
        let element = lambda(&parts.names, (*generator.elt).clone(), range);
        Some(call_of(element, vec![found], range))
    }

    fn parts(&self, generator: &ExprGenerator) -> Option<Parts> {
        let [only] = generator.generators.as_slice() else { return None };
        if only.is_async || !self.names.is_endless(&only.iter) {
            return None;
        }
        let mut bindings = Bindings(false);
        bindings.visit_expr(&generator.elt);
        only.ifs.iter().for_each(|test| bindings.visit_expr(test));
        if bindings.0 {
            return None;
        }
        let (names, spread) = match &only.target {
            Expr::Name(name) => (vec![name.id.to_string()], false),
            Expr::Tuple(tuple) => {
                let names = tuple.elts.iter().map(|element| match element {
                    Expr::Name(name) => Some(name.id.to_string()),
                    _ => None,
                });
                (names.collect::<Option<Vec<_>>>()?, true)
            }
            _ => return None,
        };
        let test = match only.ifs.as_slice() {
            [] => None,
            [test] => Some(test.clone()),
            tests => Some(Expr::BoolOp(ExprBoolOp {
                node_index: AtomicNodeIndex::NONE,
                range: generator.range,
                op: BoolOp::And,
                values: tests.to_vec(),
            })),
        };
        Some(Parts { names, spread, source: only.iter.clone(), test })
    }
}

/// A generator expression over an endless iterator, taken apart.
struct Parts {
    names: Vec<String>,
    /// Whether each element is taken apart into the names.
    spread: bool,
    source: Expr,
    test: Option<Expr>,
}

/// Whether an expression binds or yields, which a lambda in its place would do somewhere else.
struct Bindings(bool);

impl<'a> Visitor<'a> for Bindings {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0 |= matches!(expr, Expr::Named(_) | Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_));
        visitor::walk_expr(self, expr);
    }
}

fn call_of(func: Expr, args: Vec<Expr>, range: TextRange) -> Expr {
    let arguments = Arguments {
        range,
        node_index: AtomicNodeIndex::NONE,
        args: args.into_boxed_slice(),
        keywords: Default::default(),
    };
    Expr::Call(ExprCall {
        node_index: AtomicNodeIndex::NONE,
        range_start: range.start(),
        func: Box::new(func),
        arguments,
    })
}

fn starred(value: Expr, range: TextRange) -> Expr {
    Expr::Starred(ExprStarred {
        node_index: AtomicNodeIndex::NONE,
        range,
        value: Box::new(value),
        ctx: ExprContext::Load,
    })
}

fn lambda(names: &[String], body: Expr, range: TextRange) -> Expr {
    let parameter = |name: &String| ParameterWithDefault {
        range,
        node_index: AtomicNodeIndex::NONE,
        parameter: Parameter {
            range,
            node_index: AtomicNodeIndex::NONE,
            name: Identifier::new(name.as_str(), range),
            annotation: None,
        },
        default: None,
    };
    let parameters =
        Parameters { range, args: names.iter().map(parameter).collect(), ..Parameters::default() };
    Expr::Lambda(ExprLambda {
        node_index: AtomicNodeIndex::NONE,
        range,
        parameters: Some(Box::new(parameters)),
        body: Box::new(body),
    })
}
