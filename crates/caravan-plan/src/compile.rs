//! From a plan's text to instructions: parse, resolve names, find the may-write sets, emit.

mod effects;
mod endless;
mod expression;
mod function;
mod given;
mod nesting;
mod pattern;
pub(crate) mod prelude;
pub(crate) mod refused;
mod scope;
mod site;
mod statement;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::code::{Code, Compiled, Constant, Lines, Op, Region, Slot};
use crate::diagnostic::Finding;
use crate::environment::Environment;
use crate::library::{self, Home};
use crate::value::{BuiltinType, Value};
use caravan_pylib::error::ExcKind;

use effects::{Definitions, Effects};
use refused::Construct;
use scope::Names;

/// Compiles a plan.
///
/// # Errors
///
/// Findings in the order of the text: syntax errors, and constructs that the language leaves out.
pub(crate) fn compile(
    source: &str,
    environment: Arc<Environment>,
) -> Result<(Compiled, Lines), Vec<Finding>> {
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
    let parsed = ruff_python_parser::parse_unchecked(
        source,
        ruff_python_parser::ParseOptions::from(ruff_python_parser::Mode::Module),
    );
    if let Some(error) = parsed.errors().first() {
        // What the parser stumbles over stands further down than the bracket that is missing its other half.
        let message = syntax_message(&error.error.to_string());
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
        let range = error.location;
        // What ends too early is shown where the text ends, not on the empty line after it.
        let last = source.trim_end().len().saturating_sub(1) as u32;
        return Err(vec![Finding {
            code: "P001",
            span: lines.span(range.start().to_u32().min(last), range.len().to_u32().max(1)),
            message,
            fix: None,
            certain: true,
        }]);
    }
    let ruff_python_ast::Mod::Module(mut module) = parsed.into_syntax() else {
        return Err(Vec::new());
    };
    let endless = endless::rewrite(source, &mut module);
    let prelude = prelude::of(source, &module, &endless);
    let prelude: &[Stmt] = prelude.as_ref().map_or(&[], |prelude| prelude.body.as_slice());
    let names = Names::of_body(None, &module.body);
    let mut compiler = Compiler::new(&lines, &environment, prelude, &module.body, &names);
    compiler.top_level(prelude, &module.body, names);
    if !compiler.findings.is_empty() {
        compiler.findings.sort_by_key(|finding| finding.span);
        return Err(compiler.findings);
    }
    let definitions = &compiler.definitions;
    let compiled = Compiled {
        keeps_functions: definitions.loose_functions
            || definitions.loose_mutators
            || !definitions.classes.is_empty(),
        codes: compiler.codes.into_iter().flatten().collect(),
        global_initial: compiler.global_names.iter().map(|name| initial(name, &environment)).collect(),
        globals: compiler.global_names.iter().map(|name| name.as_str().into()).collect(),
        certain_classes: certain_classes(&module.body, &compiler.classes),
        classes: compiler.classes,
        environment,
    };
    Ok((compiled, lines))
}

/// Whether a text nests deeper than parsing it could bear.
pub(crate) fn nests_too_deeply(source: &str) -> bool {
    nesting::check(source).is_err()
}

/// Whether a function of this body is a generator.
pub(crate) fn has_yield(parameters: &ruff_python_ast::Parameters, body: &[Stmt]) -> bool {
    Names::of_body(Some(parameters), body).has_yield
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
    if let Some(id) = library::find(Home::Builtin, name) {
        let hidden = name == "query_ai_assistant" && !environment.quarantined_model;
        return if hidden { Value::Unbound } else { Value::Native(id) };
    }
    if let Some(ty) = builtin_type(name) {
        return Value::Type(ty);
    }
    if name == "NotImplemented" {
        return Value::NotImplemented;
    }
    ExcKind::from_name(name).filter(|kind| kind.module() == "builtins").map_or(Value::Unbound, Value::ExcType)
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

fn builtin_type(name: &str) -> Option<BuiltinType> {
    BUILTIN_TYPES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}

/// The state of a compilation.
struct Compiler<'a> {
    lines: &'a Lines,
    environment: &'a Environment,
    definitions: Definitions,
    /// Variables whose text a statement may make longer.
    grown: BTreeSet<String>,
    global_names: Vec<String>,
    global_places: HashMap<String, u16>,
    codes: Vec<Option<Code>>,
    classes: Vec<crate::code::ClassPlan>,
    /// The names of the classes around this place, innermost last.
    class_names: Vec<String>,
    findings: Vec<Finding>,
    contexts: Vec<Context<'a>>,
    scratch: Context<'a>,
    /// Whether what is compiled stands in the prelude, not in the plan's text.
    in_prelude: bool,
    /// Whether classes are named before they are there: `from __future__ import annotations`.
    late_annotations: bool,
}

/// The code being emitted for one function, or the top level.
#[derive(Default)]
struct Context<'a> {
    code: Code,
    names: Names,
    vars: HashMap<String, Slot>,
    /// Variables that may be unbound at some place where it matters what decided so.
    doubtful: BTreeSet<String>,
    /// The places of the code's names and texts.
    name_places: HashMap<String, u32>,
    text_places: HashMap<Box<str>, u32>,
    /// Variables of the comprehensions around this place, innermost last.
    overlays: Vec<HashMap<String, Slot>>,
    free: Vec<(String, u16)>,
    /// What has to be tidied up by a jump out, innermost last.
    blocks: Vec<Block<'a>>,
    range: TextRange,
    qualified: String,
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
        targets: BTreeSet<String>,
        /// Variables that each round has made anew of those by now, with the names that they were made of.
        made: BTreeMap<String, Vec<String>>,
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
        names: &Names,
    ) -> Compiler<'a> {
        let mut all = Inventory::default();
        all.visit_body(prelude);
        all.visit_body(body);
        let mut global_names = names.bound.clone();
        global_names.extend(Names::of_body(None, prelude).bound);
        let mut global_places: HashMap<String, u16> =
            global_names.iter().enumerate().map(|(place, name)| (name.clone(), place as u16)).collect();
        for name in &all.globals {
            if !global_places.contains_key(name) {
                global_places.insert(name.clone(), global_names.len() as u16);
                global_names.push(name.clone());
            }
        }
        let mut definitions = Definitions {
            bound: all.bound.clone(),
            plain_classes: all.plain_classes,
            methods: all.methods,
            operators: all.operators,
            generators: all.generators,
            classes: all.classes,
            loose_mutators: all.loose_mutators,
            loose_functions: all.loose_functions,
            shared: all.globals.clone(),
            locals: all.locals,
            function_names: all.functions,
            tools: places(environment.tools.iter().map(|tool| &*tool.name), &global_names),
            children: places(environment.children.iter().map(|child| &*child.name), &global_names),
            ..Definitions::default()
        };
        // A tool whose name the plan rebinds may still be meant before that.
        for (place, tool) in environment.tools.iter().enumerate() {
            definitions.tools.insert(tool.name.to_string(), place as u16);
        }
        for name in &all.values {
            definitions.loose_functions |= definitions.function_names.contains(name);
            definitions.loose_tools.extend(definitions.tools.get(name));
            definitions.loose_children.extend(definitions.children.get(name));
        }
        definitions.functions = Box::new(Effects::of_functions(&all.bodies, &all.lambdas, &definitions));
        let specials = Effects::of_functions(&all.specials, &[], &definitions);
        definitions.specials =
            if specials.runs_functions { definitions.functions.clone() } else { Box::new(specials) };
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
            in_prelude: false,
            late_annotations: body.iter().any(is_future_import),
        }
    }

    fn top_level(&mut self, prelude: &'a [Stmt], body: &'a [Stmt], names: Names) {
        let of_prelude = Names::of_body(None, prelude).bound;
        let vars = names
            .bound
            .iter()
            .chain(&of_prelude)
            .filter_map(|name| self.global(name).map(|slot| (name.clone(), slot)))
            .collect::<HashMap<_, _>>();
        let index = self.begin("<plan>", "<plan>", names, vars);
        self.context().doubtful = scope::doubtful(body);
        self.in_prelude = true;
        self.block(prelude);
        self.in_prelude = false;
        for name in &of_prelude {
            self.load(name);
            let place = self.name(name);
            self.emit(Op::Prelude(place));
        }
        if let Some((last, before)) = body.split_last() {
            self.block(before);
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

    fn begin(&mut self, name: &str, qualified: &str, names: Names, vars: HashMap<String, Slot>) -> usize {
        let index = self.codes.len();
        self.codes.push(None);
        let mut code = Code { name: name.into(), qualified: qualified.into(), ..Code::default() };
        // Constant 0 is `None` everywhere.
        code.constants.push(Constant::Value(Value::None));
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
        if let Constant::Str(text) = &constant {
            let context = self.context();
            if let Some(place) = context.text_places.get(text) {
                return *place;
            }
            let place = context.code.constants.len() as u32;
            context.text_places.insert(text.clone(), place);
            context.code.constants.push(constant);
            return place;
        }
        let constants = &mut self.context().code.constants;
        let same = |known: &Constant| match (known, &constant) {
            // 0.0 and -0.0, 1 and 1.0 are equal and not the same.
            (Constant::Value(Value::Float(a)), Constant::Value(Value::Float(b))) => {
                a.to_bits() == b.to_bits()
            }
            (a, b) => a == b,
        };
        match constants.iter().position(same) {
            Some(place) => place as u32,
            None => {
                constants.push(constant);
                (constants.len() - 1) as u32
            }
        }
    }

    fn load_constant(&mut self, constant: Constant) {
        let place = self.constant(constant);
        self.emit(Op::Constant(place));
    }

    fn load_str(&mut self, text: &str) {
        self.load_constant(Constant::Str(text.into()));
    }

    /// A name as the class around this place has it: `__name` becomes `_Class__name`.
    fn mangled(&self, name: &str) -> String {
        match self.class_names.last().map(|class| class.trim_start_matches('_')) {
            Some(class) if name.starts_with("__") && !name.ends_with("__") && !class.is_empty() => {
                format!("_{class}{name}")
            }
            _ => name.to_owned(),
        }
    }

    fn name(&mut self, name: &str) -> u32 {
        let mangled = self.mangled(name);
        let name = mangled.as_str();
        let context = self.context();
        if let Some(place) = context.name_places.get(name) {
            return *place;
        }
        let place = context.code.names.len() as u32;
        context.code.names.push(name.into());
        context.code.methods.push(library::methods(name));
        context.name_places.insert(mangled, place);
        place
    }

    // -- variables

    fn global(&self, name: &str) -> Option<Slot> {
        self.global_places.get(name).map(|place| Slot::Global(*place))
    }

    /// A local slot of its own.
    fn new_local(&mut self, name: &str) -> u16 {
        let locals = &mut self.context().code.locals;
        locals.push(name.into());
        (locals.len() - 1) as u16
    }

    /// The slot of a name as it is seen from the code at hand.
    fn resolve(&mut self, name: &str) -> Option<Slot> {
        self.resolve_at(self.contexts.len(), name).or_else(|| self.global(name))
    }

    fn resolve_at(&mut self, depth: usize, name: &str) -> Option<Slot> {
        let context = self.contexts.get(depth.checked_sub(1)?)?;
        if let Some(slot) = context.overlays.iter().rev().find_map(|overlay| overlay.get(name)) {
            return Some(*slot);
        }
        if context.names.global.contains(name) {
            return None;
        }
        if let Some(slot) = context.vars.get(name) {
            return Some(*slot);
        }
        if let Some((_, slot)) = context.free.iter().find(|(known, _)| known == name) {
            return Some(Slot::Cell(*slot));
        }
        // A variable of an enclosing function: it is a cell there, and becomes one here.
        let Some(Slot::Cell(outer)) = self.resolve_at(depth - 1, name) else { return None };
        let context = self.contexts.get_mut(depth - 1)?;
        context.code.locals.push(name.into());
        let slot = (context.code.locals.len() - 1) as u16;
        context.code.free_cells.push(slot);
        context.code.captured_from.push(outer);
        context.free.push((name.to_owned(), slot));
        Some(Slot::Cell(slot))
    }

    fn load(&mut self, name: &str) {
        self.load_alone(name);
        if self.grown.contains(name) {
            self.emit(Op::Share);
        }
    }

    /// Reads a variable for an instruction that uses its value up.
    fn load_alone(&mut self, name: &str) {
        match self.resolve(name) {
            Some(Slot::Local(slot)) => self.emit(Op::LoadLocal(slot)),
            Some(Slot::Cell(slot)) => self.emit(Op::LoadCell(slot)),
            Some(Slot::Global(slot)) => self.emit(Op::LoadGlobal(slot)),
            None => match initial(name, self.environment) {
                Value::Unbound => {
                    let name = self.name(name);
                    self.emit(Op::Unknown(name))
                }
                value => self.emit(Op::Plain(value)),
            },
        };
        let doubtful = self.contexts.last().is_some_and(|context| context.doubtful.contains(name))
            || (self.contexts.len() > 1
                && self.contexts.first().is_some_and(|context| context.doubtful.contains(name)));
        if doubtful {
            self.emit(Op::WasBound);
        }
    }

    fn store(&mut self, name: &str) {
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

    fn delete(&mut self, name: &str) {
        let outer = self.is_outer(name);
        match self.resolve(name) {
            Some(Slot::Local(slot)) => self.emit(Op::DeleteLocal(slot)),
            Some(Slot::Cell(slot)) if outer => self.emit(Op::DeleteOuterCell(slot)),
            Some(Slot::Cell(slot)) => self.emit(Op::DeleteCell(slot)),
            Some(Slot::Global(slot)) if outer => self.emit(Op::DeleteOuterGlobal(slot)),
            Some(Slot::Global(slot)) => self.emit(Op::DeleteGlobal(slot)),
            None => {
                let name = self.name(name);
                self.emit(Op::Unknown(name))
            }
        };
    }

    /// Whether assigning a name here assigns a variable of a function or level around this one.
    fn is_outer(&self, name: &str) -> bool {
        let Some(context) = self.contexts.last() else { return false };
        if context.overlays.iter().any(|overlay| overlay.contains_key(name)) {
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

    fn region_of(&mut self, effects: &Effects) -> Region {
        let slots = |compiler: &mut Compiler<'a>, names: &mut dyn Iterator<Item = &String>| -> Vec<Slot> {
            names.filter_map(|name| compiler.resolve(name)).collect::<BTreeSet<_>>().into_iter().collect()
        };
        Region {
            writes: slots(self, &mut effects.writes.keys()),
            receivers: slots(self, &mut effects.receivers.iter()),
            deep_receivers: slots(self, &mut effects.deep_receivers.iter()),
            consumed: slots(self, &mut effects.consumed.iter()),
            defaulted: slots(self, &mut effects.defaulted.iter()),
            anything: effects.anything,
            tools: effects.tools.iter().copied().collect(),
            children: effects.children.iter().copied().collect(),
            leaves_loop: effects.leaves_loop,
            continues: effects.continues,
            leaves_function: effects.leaves_function,
            may_raise: effects.may_raise,
            exits: false,
            exit_guards: effects.exit_guards,
            start: 0,
            given: Vec::new(),
            has_value: false,
            selects: false,
            fills: None,
        }
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

/// The places of names, but for those that the plan rebinds.
fn places<'n>(names: impl Iterator<Item = &'n str>, rebound: &[String]) -> BTreeMap<String, u16> {
    names
        .enumerate()
        .filter(|(_, name)| !rebound.iter().any(|known| known == name))
        .map(|(place, name)| (name.to_owned(), place as u16))
        .collect()
}

fn is_future_import(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::ImportFrom(import) if import.module.as_ref().is_some_and(|name| name.as_str() == "__future__"))
}

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
#[derive(Default)]
struct Inventory<'a> {
    bound: BTreeSet<String>,
    globals: BTreeSet<String>,
    functions: BTreeSet<String>,
    plain_classes: BTreeSet<String>,
    methods: BTreeSet<String>,
    operators: bool,
    bodies: Vec<&'a [Stmt]>,
    /// The bodies of special methods, but for constructors.
    specials: Vec<&'a [Stmt]>,
    /// Variables of functions and lambdas.
    locals: BTreeSet<String>,
    lambdas: Vec<&'a Expr>,
    generators: bool,
    classes: BTreeSet<String>,
    loose_mutators: bool,
    loose_functions: bool,
    caches: bool,
    /// Whether the statement at hand stands in another that is no definition.
    inside: bool,
    /// Variables whose text a statement may make longer.
    grown: BTreeSet<String>,
    /// Names that are used other than by being called.
    values: BTreeSet<String>,
}

impl<'a> Visitor<'a> for Inventory<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let (inside, definition) = (self.inside, matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)));
        match stmt {
            Stmt::FunctionDef(function) => {
                self.functions.insert(function.name.to_string());
                self.bound.insert(function.name.to_string());
                self.bodies.push(&function.body);
                self.locals.extend(Names::of_body(Some(&function.parameters), &function.body).bound);
                for parameter in function.parameters.iter() {
                    self.bound.insert(parameter.name().to_string());
                }
            }
            Stmt::ClassDef(class) => {
                self.bound.insert(class.name.to_string());
                self.classes.insert(class.name.to_string());
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
                        self.methods.insert(method.name.to_string());
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
                    self.plain_classes.insert(class.name.to_string());
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
                    self.grown.insert(name.id.to_string());
                }
            }
            Stmt::Global(global) => self.globals.extend(global.names.iter().map(|name| name.to_string())),
            Stmt::Assign(assign) => {
                if let (Expr::Lambda(_), [Expr::Name(name)]) = (&*assign.value, assign.targets.as_slice()) {
                    self.functions.insert(name.id.to_string());
                }
            }
            _ => {}
        }
        // What a statement binds, it tells for the statements in it too.
        if !inside && !definition {
            let mut names = Names::default();
            names.visit_stmt(stmt);
            self.bound.extend(names.bound);
        }
        self.inside = !definition;
        visitor::walk_stmt(self, stmt);
        self.inside = inside;
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Lambda(lambda) => {
                self.lambdas.push(&lambda.body);
                self.locals.extend(Names::of_lambda(lambda.parameters.as_deref(), &lambda.body).bound);
                for parameter in lambda.parameters.iter().flat_map(|parameters| parameters.iter()) {
                    self.bound.insert(parameter.name().to_string());
                }
                self.loose_functions = true;
            }
            Expr::ListComp(ruff_python_ast::ExprListComp { generators, .. })
            | Expr::SetComp(ruff_python_ast::ExprSetComp { generators, .. })
            | Expr::DictComp(ruff_python_ast::ExprDictComp { generators, .. })
            | Expr::Generator(ruff_python_ast::ExprGenerator { generators, .. }) => {
                let targets = generators.iter().map(|generator| &generator.target);
                targets.for_each(|target| self.locals.extend(site::target_names(target, None)));
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
                self.loose_functions |= self.methods.contains(name);
            }
            Expr::Name(name) if matches!(name.ctx, ruff_python_ast::ExprContext::Load) => {
                self.loose_mutators |= name.id.as_str() == "getattr";
                if !self.values.contains(name.id.as_str()) {
                    self.values.insert(name.id.to_string());
                }
            }
            Expr::Name(name) if !self.bound.contains(name.id.as_str()) => {
                self.bound.insert(name.id.to_string());
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
