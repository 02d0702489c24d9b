//! From a plan's text to instructions: parse, resolve names, find the may-write sets, emit.

mod effects;
mod endless;
mod expression;
mod function;
pub(crate) mod gather;
mod given;
mod inventory;
mod nesting;
mod pattern;
pub(crate) mod prelude;
pub(crate) mod refused;
mod scope;
mod shared;
mod site;
mod slip;
mod statement;
mod symbol;
mod unchangeable;
pub(crate) mod written;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use ruff_python_ast::visitor::Visitor;
use ruff_python_ast::{Expr, Identifier, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::code::{Code, Compiled, Constant, Lines, Op, Region, Slot};
use crate::diagnostic::Finding;
use crate::environment::Environment;
use crate::library;
use crate::stack::with_room;
use crate::value::{BuiltinType, Value};
use caravan_pylib::error::ExcKind;

use effects::{Definitions, Effects, Lone};
use inventory::Inventory;
pub(crate) use nesting::DEEPEST;
use refused::Construct;
pub(crate) use scope::has_yield;
use scope::{Names, Scopes};
use symbol::{Map, Set, Symbol};

/// Variables of a plan, or of one function.
const VARIABLES: usize = 20_000;

/// Compiles a plan.
///
/// # Errors
///
/// Findings in the order of the text: syntax errors, and constructs that the language leaves out.
pub(crate) fn compile(
    source: &str,
    environment: Arc<Environment>,
) -> Result<(Compiled, Lines), Vec<Finding>> {
    with_room(DEEPEST, || compile_with_room(source, environment))
}

fn compile_with_room(source: &str, environment: Arc<Environment>) -> Result<(Compiled, Lines), Vec<Finding>> {
    let lines = Lines::new(source);
    if let Err((offset, message)) = nesting::check(source) {
        return Err(vec![Finding {
            code: "P001",
            span: lines.span(offset, 1),
            message,
            fix: Some("split the expression or block into smaller ones".to_owned()),
            certain: true,
        }]);
    }
    let parsed = parse(source);
    if let Some(error) = parsed.errors().first() {
        let (range, message) = (error.location, syntax_message(&error.error.to_string()));
        nesting::discard(parsed, source);
        // What the parser stumbles over stands further down than the bracket that is missing its other half.
        let in_text = message.contains("string");
        if let Some((offset, bracket)) = nesting::never_closed(source).filter(|_| !in_text) {
            return Err(vec![Finding {
                code: "P001",
                span: lines.span(offset, 1),
                message: format!("invalid syntax: `{bracket}` was never closed"),
                fix: None,
                certain: true,
            }]);
        }
        // What ends too early is shown where the text ends, not on the empty line after it.
        let last = source.trim_end().len().saturating_sub(1) as u32;
        let fix = slip::remedy(source, range.start().to_usize().min(last as usize));
        return Err(vec![Finding {
            code: "P001",
            span: lines.span(range.start().to_u32().min(last), range.len().to_u32().max(1)),
            message,
            fix: fix.map(str::to_owned),
            certain: true,
        }]);
    }
    let ruff_python_ast::Mod::Module(mut module) = parsed.into_syntax() else {
        return Err(Vec::new());
    };
    shared::rewrite(&environment, &mut module);
    let written = written::rewrite(source, &mut module);
    let endless = endless::rewrite(source, &mut module);
    let prelude = prelude::of(source, &module, &endless, &written);
    let prelude: &[Stmt] = prelude.as_ref().map_or(&[], |prelude| prelude.body.as_slice());
    let scopes = Rc::new(Scopes::default());
    let names = [&module.body, prelude].map(|body| Rc::new(scopes.of_top_level(body)));
    let mut compiler = Compiler::new(&lines, &environment, prelude, &module.body, scopes, &names);
    if compiler.global_names.len() > VARIABLES {
        return Err(vec![too_many_variables(&lines)]);
    }
    compiler.top_level(prelude, &module.body, names);
    // Slots are numbered with 16 bits.
    if compiler.codes.iter().flatten().any(|code| code.locals.len() > VARIABLES) {
        return Err(vec![too_many_variables(&lines)]);
    }
    if !compiler.findings.is_empty() {
        compiler.findings.sort_by_key(|finding| finding.span);
        return Err(compiler.findings);
    }
    let definitions = &compiler.definitions;
    let spelling = |name: &Symbol| definitions.scopes.symbols.spelling(*name).as_str().into();
    let globals: Vec<Box<str>> = compiler.global_names.iter().map(spelling).collect();
    let compiled = Compiled {
        keeps_functions: definitions.loose_functions
            || definitions.loose_mutators
            || !definitions.classes.is_empty(),
        codes: compiler.codes.into_iter().flatten().collect(),
        global_initial: globals.iter().map(|name| initial(name, &environment)).collect(),
        globals,
        certain_classes: certain_classes(&module.body, &compiler.classes),
        classes: compiler.classes,
        environment,
    };
    Ok((compiled, lines))
}

/// The statements of a text without syntax errors that nests no deeper than a walk over it can bear.
///
/// The walk needs the room of [`DEEPEST`] levels.
pub(crate) fn parsed(source: &str, environment: &Environment) -> Option<ruff_python_ast::ModModule> {
    nesting::check(source).ok()?;
    let parsed = parse(source);
    if !parsed.errors().is_empty() {
        nesting::discard(parsed, source);
        return None;
    }
    let mut module = parsed.into_syntax().module()?;
    shared::rewrite(environment, &mut module);
    Some(module)
}

fn parse(source: &str) -> ruff_python_parser::Parsed<ruff_python_ast::Mod> {
    ruff_python_parser::parse_unchecked(
        source,
        ruff_python_parser::ParseOptions::from(ruff_python_parser::Mode::Module),
    )
}

fn too_many_variables(lines: &Lines) -> Finding {
    Finding {
        code: "P001",
        span: lines.span(0, 1),
        message: format!("more than {VARIABLES} variables in one place"),
        fix: Some("keep the values in a list or dictionary".to_owned()),
        certain: true,
    }
}

fn syntax_message(message: &str) -> String {
    format!("invalid syntax: {}", lower_first(message))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// What a name stands for before the plan assigns it.
pub(crate) fn initial(name: &str, environment: &Environment) -> Value {
    // Natives whose names begin with an underscore serve other natives.
    if name.starts_with('_') {
        return Value::Unbound;
    }
    if let Some(place) = environment.tools.iter().position(|tool| &*tool.name == name) {
        return Value::Tool(place as u16);
    }
    if let Some(place) = environment.children.iter().position(|child| &*child.name == name) {
        return Value::Child(place as u16);
    }
    if name == "query_ai_assistant" && !environment.quarantined_model {
        return Value::Unbound;
    }
    builtin(name).unwrap_or(Value::Unbound)
}

/// What Python itself, or the plan language, calls by a name.
fn builtin(name: &str) -> Option<Value> {
    static BUILTINS: OnceLock<HashMap<&'static str, Value>> = OnceLock::new();
    let builtins = BUILTINS.get_or_init(|| {
        let mut known: HashMap<&'static str, Value> = HashMap::new();
        let exceptions = ExcKind::ALL.iter().filter(|kind| kind.module() == "builtins");
        known.extend(exceptions.map(|kind| (kind.name(), Value::ExcType(*kind))));
        known.extend(["IOError", "EnvironmentError"].map(|name| (name, Value::ExcType(ExcKind::OSError))));
        known.insert("NotImplemented", Value::NotImplemented);
        known.extend(BUILTIN_TYPES.iter().map(|(name, ty)| (*name, Value::Type(*ty))));
        known.extend(library::builtins().map(|(name, id)| (name, Value::Native(id))));
        known
    });
    builtins.get(name).copied()
}

/// The classes that need no import; the typing forms and `BaseModel` are there for planners that forget to
/// import them.
pub(crate) const BUILTIN_TYPES: &[(&str, BuiltinType)] = &[
    ("bool", BuiltinType::Bool),
    ("int", BuiltinType::Int),
    ("float", BuiltinType::Float),
    ("str", BuiltinType::Str),
    ("bytes", BuiltinType::Bytes),
    ("list", BuiltinType::List),
    ("tuple", BuiltinType::Tuple),
    ("dict", BuiltinType::Dict),
    ("set", BuiltinType::Set),
    ("frozenset", BuiltinType::FrozenSet),
    ("range", BuiltinType::Range),
    ("slice", BuiltinType::Slice),
    ("object", BuiltinType::Object),
    ("type", BuiltinType::Type),
    ("property", BuiltinType::Property),
    ("staticmethod", BuiltinType::StaticMethod),
    ("classmethod", BuiltinType::ClassMethod),
    ("BaseModel", BuiltinType::BaseModel),
    ("Any", BuiltinType::Any),
    ("Optional", BuiltinType::Optional),
    ("Union", BuiltinType::Union),
    ("Literal", BuiltinType::Literal),
];

/// The state of a compilation.
struct Compiler<'a> {
    lines: &'a Lines,
    environment: &'a Environment,
    definitions: Definitions,
    /// Variables whose text a statement may make longer.
    grown: Set<Symbol>,
    global_names: Vec<Symbol>,
    global_places: Map<u16>,
    codes: Vec<Option<Code>>,
    classes: Vec<crate::code::ClassPlan>,
    /// The names of the classes around this place, innermost last.
    class_names: Vec<String>,
    findings: Vec<Finding>,
    contexts: Vec<Context<'a>>,
    scratch: Context<'a>,
    /// The calls that a `gather` makes.
    gathered: Vec<TextRange>,
    /// Whether what is compiled stands in the prelude, not in the plan's text.
    in_prelude: bool,
    /// Whether classes are named before they are there: `from __future__ import annotations`.
    late_annotations: bool,
}

/// The code being emitted for one function, or the top level.
#[derive(Default)]
struct Context<'a> {
    code: Code,
    names: Rc<Names>,
    vars: HashMap<Symbol, Slot>,
    /// The places of the code's names and constants.
    name_places: HashTable<u32>,
    text_places: HashTable<u32>,
    constant_places: HashMap<ConstantKey, u32>,
    hasher: DefaultHashBuilder,
    /// Variables of the comprehensions around this place, innermost last.
    overlays: Vec<Vec<(Symbol, Slot)>>,
    free: Vec<(Symbol, u16)>,
    /// What has to be tidied up by a jump out, innermost last.
    blocks: Vec<Block<'a>>,
    range: TextRange,
    qualified: String,
}

/// What makes two constants the same: 0.0 and -0.0, 1 and 1.0 and `True` are equal and not the same.
#[derive(PartialEq, Eq, Hash)]
enum ConstantKey {
    Bool(bool),
    Int(i64),
    Float(u64),
    BigInt(num_bigint::BigInt),
    Bytes(Box<[u8]>),
    /// `None` and the like, by what they are shown as.
    Other(String),
}

/// Something that a jump out of it has to tidy up.
enum Block<'a> {
    Loop {
        region: u32,
        /// Where `continue` goes.
        start: u32,
        /// Jumps of `break`, to be patched to the end.
        breaks: Vec<usize>,
        /// Whether an iterator lies on the stack.
        iterator: bool,
        /// What the loop writes, for the sites of agent calls.
        effects: Box<Effects>,
        /// Variables that it only ever gives values.
        given: BTreeSet<Slot>,
        /// Its own variables, which its body does not write.
        targets: Set<Symbol>,
        /// Variables that each round has made anew of those by now, with the names that they were made of.
        made: HashMap<Symbol, Vec<Symbol>>,
    },
    /// An active handler.
    Try,
    /// An active handler, and a `finally` to be run.
    Finally { region: u32, body: &'a [Stmt] },
    /// An exception is being handled.
    Handling,
}

impl<'a> Compiler<'a> {
    fn new(
        lines: &'a Lines,
        environment: &'a Environment,
        prelude: &'a [Stmt],
        body: &'a [Stmt],
        scopes: Rc<Scopes>,
        [own, of_prelude]: &[Rc<Names>; 2],
    ) -> Compiler<'a> {
        let mut all = Inventory::new(&scopes);
        all.visit_body(prelude);
        all.visit_body(body);
        all.bound.unite(&own.known);
        all.bound.unite(&of_prelude.known);
        let mut global_names: Vec<Symbol> = own.bound.iter().chain(&of_prelude.bound).copied().collect();
        let mut global_places = Map::default();
        for (place, name) in global_names.iter().enumerate() {
            global_places.insert(*name, place as u16);
        }
        let mut declared: Vec<Symbol> = all.globals.iter().collect();
        declared.sort_by_key(|name| scopes.symbols.spelling(*name));
        for name in declared {
            if global_places.get(name).is_none() {
                global_places.insert(name, global_names.len() as u16);
                global_names.push(name);
            }
        }
        let symbols = &scopes.symbols;
        let truths = ["__bool__", "__len__"];
        let children = environment.children.iter().enumerate();
        let children = children.map(|(place, child)| (symbols.of_text(&child.name), place as u16));
        // A tool whose name the plan rebinds may still be meant before that.
        let tools = environment.tools.iter().enumerate();
        let tools = tools.map(|(place, tool)| (symbols.of_text(&tool.name), place as u16));
        let items = symbols.find("__getitem__").is_some_and(|name| all.methods.contains(name));
        let mut definitions = Definitions {
            truths: truths
                .iter()
                .any(|name| symbols.find(name).is_some_and(|name| all.methods.contains(name))),
            tools: tools.collect(),
            children: children.filter(|(name, _)| global_places.get(*name).is_none()).collect(),
            bound: all.bound,
            plain_classes: all.plain_classes,
            methods: all.methods,
            operators: all.operators || all.compares,
            lone: lone_variables(body, own, &all.globals),
            unchangeable: unchangeable::unchangeable([prelude, body], symbols, all.operators || all.compares),
            modules: all.modules,
            type_names: all.type_names,
            stored: all.stored,
            defaultdicts: all.defaultdicts,
            factories: all.factories,
            items,
            generators: all.generators,
            classes: all.classes,
            loose_mutators: all.loose_mutators,
            loose_functions: all.loose_functions,
            shared: all.globals,
            locals: all.locals,
            function_names: all.functions,
            scopes: scopes.clone(),
            ..Definitions::default()
        };
        definitions.loose_functions |= definitions.function_names.meets(&all.values)
            || definitions.methods.meets(&all.read_attributes)
            || all.looks_up && !definitions.methods.is_empty()
            || all.values.iter().any(|name| definitions.runs_when_called(name));
        for (named, loose) in [
            (&definitions.tools, &mut definitions.loose_tools),
            (&definitions.children, &mut definitions.loose_children),
        ] {
            let values = named.iter().filter(|(name, _)| all.values.contains(**name));
            loose.extend(values.map(|(_, place)| *place));
        }
        definitions.functions = Box::new(Effects::of_functions(&all.bodies, &all.lambdas, &definitions));
        let specials = Effects::of_functions(&all.specials, &[], &definitions);
        definitions.specials = if specials.runs_functions || all.compares {
            definitions.functions.clone()
        } else {
            Box::new(specials)
        };
        // A cached function's calls fill its cache, which later calls read.
        definitions.functions.anything |= all.caches;
        Compiler {
            lines,
            environment,
            definitions,
            grown: all.grown,
            global_names,
            global_places,
            codes: Vec::new(),
            classes: Vec::new(),
            class_names: Vec::new(),
            findings: Vec::new(),
            contexts: Vec::new(),
            scratch: Context::default(),
            gathered: Vec::new(),
            in_prelude: false,
            late_annotations: body.iter().any(is_future_import),
        }
    }

    fn top_level(&mut self, prelude: &'a [Stmt], body: &'a [Stmt], [own, of_prelude]: [Rc<Names>; 2]) {
        // The variables of the top level are the global ones.
        let index = self.begin("<plan>", "<plan>", own, HashMap::new());
        self.in_prelude = true;
        self.block(prelude);
        self.in_prelude = false;
        for name in &of_prelude.bound {
            self.load(*name);
            let place = self.name_of(*name);
            self.emit(Op::Prelude(place));
        }
        if let Some((last, before)) = body.split_last() {
            for stmt in before {
                self.begins(stmt);
                self.statement(stmt);
            }
            self.begins(last);
            if let Stmt::Expr(expression) = last {
                self.expression(&expression.value);
                self.emit(Op::Keep);
            } else {
                self.statement(last);
            }
        }
        self.emit(Op::Constant(0));
        self.end(index, Region::default());
    }

    /// A statement of the top level comes next.
    fn begins(&mut self, stmt: &Stmt) {
        self.emit(Op::Statement(stmt.range().start().to_u32()));
    }

    fn begin(&mut self, name: &str, qualified: &str, names: Rc<Names>, vars: HashMap<Symbol, Slot>) -> usize {
        let index = self.codes.len();
        self.codes.push(None);
        // Room for the instructions: growing again and again costs more than what is left over.
        let expected = if index == 0 { self.lines.bytes() / 5 } else { 24 };
        let mut code = Code { name: name.into(), qualified: qualified.into(), ..Code::default() };
        // Constant 0 is `None` everywhere.
        code.constants.push(Constant::Value(Value::None));
        code.ops.reserve(expected);
        code.places.reserve(expected);
        self.contexts.push(Context {
            code,
            names,
            vars,
            qualified: qualified.to_owned(),
            ..Context::default()
        });
        index
    }

    /// Ends the code at hand; `Op::Return` takes what is on the stack.
    fn end(&mut self, index: usize, body: Region) {
        self.emit(Op::Return);
        if let Some(mut context) = self.contexts.pop() {
            context.code.body = body;
            if let Some(place) = self.codes.get_mut(index) {
                *place = Some(context.code);
            }
        }
    }

    fn context(&mut self) -> &mut Context<'a> {
        // The top level is open from `begin` to `end`; the scratch one keeps the compiler total.
        match self.contexts.last_mut() {
            Some(context) => context,
            None => &mut self.scratch,
        }
    }

    // -- findings

    fn finding(
        &mut self,
        code: &'static str,
        range: TextRange,
        message: impl Into<String>,
        fix: Option<&str>,
    ) {
        let span = self.lines.span(range.start().to_u32(), range.len().to_u32().max(1));
        let fix = fix.map(ToOwned::to_owned);
        self.findings.push(Finding { code, span, message: message.into(), fix, certain: true });
    }

    /// A construct that the language leaves out.
    fn unsupported(&mut self, range: TextRange, construct: Construct) {
        self.left_out(range, construct.name, construct.instead);
    }

    fn left_out(&mut self, range: TextRange, what: &str, instead: &str) {
        self.finding("P002", range, format!("{what} is not part of the plan language"), Some(instead));
    }

    // -- emission

    fn emit(&mut self, op: Op) -> usize {
        let in_prelude = self.in_prelude;
        let context = self.context();
        context.code.ops.push(op);
        let place = (context.range.start().to_u32(), context.range.len().to_u32());
        context.code.places.push(if in_prelude { Lines::NOWHERE } else { place });
        context.code.ops.len() - 1
    }

    fn at(&mut self, node: &impl Ranged) -> TextRange {
        std::mem::replace(&mut self.context().range, node.range())
    }

    fn here(&mut self) -> u32 {
        self.context().code.ops.len() as u32
    }

    /// Lets the jump at `place` go to the next instruction.
    fn patch(&mut self, place: usize) {
        let here = self.here();
        if let Some(
            Op::Jump(target)
            | Op::JumpIfFalse(target)
            | Op::Branch { otherwise: target, .. }
            | Op::BranchIf { otherwise: target, .. }
            | Op::BranchAnd { otherwise: target, .. }
            | Op::BranchOr { otherwise: target, .. }
            | Op::LoopTest { otherwise: target, .. }
            | Op::ForNext { otherwise: target, .. }
            | Op::EnterTry { handler: target, .. },
        ) = self.context().code.ops.get_mut(place)
        {
            *target = here;
        }
    }

    fn constant(&mut self, constant: Constant) -> u32 {
        let key = match &constant {
            Constant::Str(text) => return self.text(text),
            // Two calls seldom name the same, and looking for one that does takes longer than having both.
            Constant::Keywords(_) => {
                let constants = &mut self.context().code.constants;
                constants.push(constant);
                return (constants.len() - 1) as u32;
            }
            Constant::BigInt(int) => ConstantKey::BigInt(int.clone()),
            Constant::Bytes(bytes) => ConstantKey::Bytes(bytes.clone()),
            Constant::Value(Value::Bool(bool)) => ConstantKey::Bool(*bool),
            Constant::Value(Value::Int(int)) => ConstantKey::Int(*int),
            Constant::Value(Value::Float(float)) => ConstantKey::Float(float.to_bits()),
            Constant::Value(value) => ConstantKey::Other(format!("{value:?}")),
        };
        let context = self.context();
        let constants = &mut context.code.constants;
        let next = constants.len() as u32;
        let place = *context.constant_places.entry(key).or_insert(next);
        if place == next {
            constants.push(constant);
        }
        place
    }

    /// The place of a text among the constants.
    fn text(&mut self, text: &str) -> u32 {
        let Context { code: Code { constants, .. }, text_places, hasher, .. } = self.context();
        let known = |place: u32| match constants.get(place as usize) {
            Some(Constant::Str(known)) => known,
            _ => "",
        };
        let hash = hasher.hash_one(text);
        if let Some(place) = text_places.find(hash, |place| known(*place) == text) {
            return *place;
        }
        let place = constants.len() as u32;
        text_places.insert_unique(hash, place, |place| hasher.hash_one(known(*place)));
        constants.push(Constant::Str(text.into()));
        place
    }

    fn load_constant(&mut self, constant: Constant) {
        let place = self.constant(constant);
        self.emit(Op::Constant(place));
    }

    /// Loads a value that needs no heap. There are as many of them as the library and the environment have names.
    fn plain(&mut self, value: Value) -> usize {
        let plains = &mut self.context().code.plains;
        let place = plains.iter().position(|known| *known == value).unwrap_or_else(|| {
            plains.push(value);
            plains.len() - 1
        });
        self.emit(Op::Plain(place as u32))
    }

    fn load_str(&mut self, text: &str) {
        let place = self.text(text);
        self.emit(Op::Constant(place));
    }

    /// A name as the class around this place has it: `__name` becomes `_Class__name`.
    fn mangled<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.class_names.last().map(|class| class.trim_start_matches('_')) {
            Some(class) if name.starts_with("__") && !name.ends_with("__") && !class.is_empty() => {
                Cow::Owned(format!("_{class}{name}"))
            }
            _ => Cow::Borrowed(name),
        }
    }

    fn name(&mut self, name: &str) -> u32 {
        let mangled = self.mangled(name);
        let name: &str = &mangled;
        let Context { code: Code { names, methods, .. }, name_places, hasher, .. } = self.context();
        let known = |place: u32| names.get(place as usize).map_or("", |name| &**name);
        let hash = hasher.hash_one(name);
        if let Some(place) = name_places.find(hash, |place| known(*place) == name) {
            return *place;
        }
        let place = names.len() as u32;
        name_places.insert_unique(hash, place, |place| hasher.hash_one(known(*place)));
        names.push(name.into());
        methods.push(library::methods(name));
        place
    }

    fn name_of(&mut self, name: Symbol) -> u32 {
        let spelling = self.definitions.scopes.symbols.spelling(name);
        self.name(spelling.as_str())
    }

    fn identifier(&self, identifier: &Identifier) -> Symbol {
        self.definitions.scopes.symbols.of_identifier(identifier)
    }

    // -- variables

    fn global(&self, name: Symbol) -> Option<Slot> {
        self.global_places.get(name).map(Slot::Global)
    }

    /// A local slot of its own.
    fn new_local(&mut self, name: Symbol) -> u16 {
        let spelling = self.definitions.scopes.symbols.spelling(name);
        self.new_local_called(spelling.as_str())
    }

    fn new_local_called(&mut self, name: &str) -> u16 {
        let locals = &mut self.context().code.locals;
        locals.push(name.into());
        (locals.len() - 1) as u16
    }

    /// The slot of a name as it is seen from the code at hand.
    fn resolve(&mut self, name: Symbol) -> Option<Slot> {
        self.resolve_at(self.contexts.len(), name).or_else(|| self.global(name))
    }

    fn resolve_at(&mut self, depth: usize, name: Symbol) -> Option<Slot> {
        let context = self.contexts.get(depth.checked_sub(1)?)?;
        let mut overlaid = context.overlays.iter().rev().flat_map(|overlay| overlay.iter().rev());
        if let Some((_, slot)) = overlaid.find(|(known, _)| *known == name) {
            return Some(*slot);
        }
        if context.names.global.contains(name) {
            return None;
        }
        if let Some(slot) = context.vars.get(&name) {
            return Some(*slot);
        }
        if let Some((_, slot)) = context.free.iter().find(|(known, _)| *known == name) {
            return Some(Slot::Cell(*slot));
        }
        // A variable of an enclosing function: it is a cell there, and becomes one here.
        let Some(Slot::Cell(outer)) = self.resolve_at(depth - 1, name) else { return None };
        let spelling = self.definitions.scopes.symbols.spelling(name);
        let context = self.contexts.get_mut(depth - 1)?;
        context.code.locals.push(spelling.as_str().into());
        let slot = (context.code.locals.len() - 1) as u16;
        context.code.free_cells.push(slot);
        context.code.captured_from.push(outer);
        context.free.push((name, slot));
        Some(Slot::Cell(slot))
    }

    fn load(&mut self, name: Symbol) {
        self.load_alone(name);
        if self.grown.contains(name) {
            self.emit(Op::Share);
        }
    }

    /// Reads a variable for an instruction that uses its value up.
    fn load_alone(&mut self, name: Symbol) {
        match self.resolve(name) {
            Some(Slot::Local(slot)) => self.emit(Op::LoadLocal(slot)),
            Some(Slot::Cell(slot)) => self.emit(Op::LoadCell(slot)),
            Some(Slot::Global(slot)) => self.emit(Op::LoadGlobal(slot)),
            None => match initial(&self.definitions.scopes.symbols.spelling(name), self.environment) {
                // A plan is what runs, no module that another imports.
                Value::Unbound if &*self.definitions.scopes.symbols.spelling(name) == "__name__" => {
                    self.load_str("__main__");
                    0
                }
                Value::Unbound => {
                    let name = self.name_of(name);
                    self.emit(Op::Unknown(name))
                }
                value => self.plain(value),
            },
        };
        let doubtful = self.contexts.last().is_some_and(|context| context.names.doubtful.contains(name))
            || (self.contexts.len() > 1
                && self.contexts.first().is_some_and(|context| context.names.doubtful.contains(name)));
        if doubtful {
            self.emit(Op::WasBound);
        }
    }

    fn store(&mut self, name: Symbol) {
        let outer = self.is_outer(name);
        match self.resolve(name) {
            Some(Slot::Local(slot)) => self.emit(Op::StoreLocal(slot)),
            Some(Slot::Cell(slot)) if outer => self.emit(Op::StoreOuterCell(slot)),
            Some(Slot::Cell(slot)) => self.emit(Op::StoreCell(slot)),
            Some(Slot::Global(slot)) if outer => self.emit(Op::StoreOuterGlobal(slot)),
            Some(Slot::Global(slot)) => self.emit(Op::StoreGlobal(slot)),
            None => self.emit(Op::Pop),
        };
    }

    fn delete(&mut self, name: Symbol) {
        let outer = self.is_outer(name);
        match self.resolve(name) {
            Some(Slot::Local(slot)) => self.emit(Op::DeleteLocal(slot)),
            Some(Slot::Cell(slot)) if outer => self.emit(Op::DeleteOuterCell(slot)),
            Some(Slot::Cell(slot)) => self.emit(Op::DeleteCell(slot)),
            Some(Slot::Global(slot)) if outer => self.emit(Op::DeleteOuterGlobal(slot)),
            Some(Slot::Global(slot)) => self.emit(Op::DeleteGlobal(slot)),
            None => {
                let name = self.name_of(name);
                self.emit(Op::Unknown(name))
            }
        };
    }

    /// Whether assigning a name here assigns a variable of a function or level around this one.
    fn is_outer(&self, name: Symbol) -> bool {
        let Some(context) = self.contexts.last() else { return false };
        if context.overlays.iter().flatten().any(|(known, _)| *known == name) {
            return false;
        }
        self.contexts.len() > 1
            && (context.names.global.contains(name) || context.names.nonlocal.contains(name))
    }

    // -- regions

    /// Adds a region with these effects to the code at hand.
    fn region(&mut self, effects: &Effects) -> u32 {
        let region = self.region_of(effects);
        let regions = &mut self.context().code.regions;
        regions.push(region);
        (regions.len() - 1) as u32
    }

    /// The slots of variables, in their order.
    fn slots_of(&mut self, names: &Set<Symbol>) -> Vec<Slot> {
        if names.is_empty() {
            return Vec::new();
        }
        let mut slots: Vec<Slot> = names.iter().filter_map(|name| self.resolve(name)).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn region_of(&mut self, effects: &Effects) -> Region {
        // A function may use up a variable of the top level that has the name of one here.
        let mut consumed = self.slots_of(&effects.consumed);
        consumed.extend(effects.consumed.iter().filter_map(|name| self.global(name)));
        consumed.sort_unstable();
        consumed.dedup();
        Region {
            writes: self.slots_of(&effects.writes),
            receivers: self.slots_of(&effects.receivers),
            fresh: self.slots_of(&effects.fresh),
            deep_receivers: self.slots_of(&effects.deep_receivers),
            consumed,
            defaulted: self.slots_of(&effects.defaulted),
            anything: effects.anything,
            tools: effects.tools.iter().collect(),
            children: effects.children.iter().collect(),
            leaves_loop: effects.leaves_loop,
            continues: effects.continues,
            leaves_function: effects.leaves_function,
            may_raise: effects.may_raise,
            exits: false,
            exit_guards: effects.exit_guards,
            rest: None,
            start: 0,
            given: Vec::new(),
            has_value: false,
            selects: false,
            fills: None,
        }
    }
}

/// The variables of the top level that a single statement of it binds, and no function.
fn lone_variables(body: &[Stmt], names: &Names, shared: &Set<Symbol>) -> HashMap<Symbol, Lone> {
    let mut bound: HashMap<Symbol, (usize, Option<Lone>)> = HashMap::with_capacity(names.bound.len());
    for (name, place) in &names.binders {
        let Some(stmt) = body.get(*place) else { continue };
        let (first, lone) = bound.entry(*name).or_insert_with(|| (*place, lone(stmt)));
        if first != place {
            *lone = None;
        }
    }
    let lone = bound.into_iter().filter(|(name, _)| !shared.contains(*name));
    lone.filter_map(|(name, (_, lone))| Some((name, lone?))).collect()
}

/// What a statement makes of the variable that it alone binds.
fn lone(stmt: &Stmt) -> Option<Lone> {
    match stmt {
        Stmt::FunctionDef(function) => function.decorator_list.is_empty().then_some(Lone::Function),
        stmt => effects::simple_assignment(stmt).and_then(|(_, value)| {
            let row = matches!(value, Expr::List(_) | Expr::Set(_) | Expr::ListComp(_) | Expr::SetComp(_));
            row.then_some(Lone::Row)
        }),
    }
}

/// The classes that the top level itself defines, each once in the whole plan.
fn certain_classes(body: &[Stmt], all: &[crate::code::ClassPlan]) -> Vec<Box<str>> {
    let own = body.iter().filter_map(|stmt| match stmt {
        Stmt::ClassDef(class) => Some(class.name.as_str()),
        _ => None,
    });
    own.filter(|name| all.iter().filter(|class| &*class.name == *name).count() == 1).map(Box::from).collect()
}

fn is_future_import(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::ImportFrom(import) if import.module.as_ref().is_some_and(|name| name.as_str() == "__future__"))
}
