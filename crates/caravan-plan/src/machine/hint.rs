//! What to do about an error that ended a plan.
//!
//! A hint is made of the error's class and text, the plan's own text, and what the library and the agent's tools are
//! called: it shows names of these alone, and so tells nothing that the error does not.

use super::Program;
use crate::compile::{BUILTIN_TYPES, refused};
use crate::diagnostic::nearest;
use crate::library::{self, Home, base_type, modules};
use crate::types::Type;
use crate::value::{BuiltinType, Module};

/// The advice for an uncaught error, where there is some.
pub(super) fn hint(program: &Program, kind: &str, message: &str) -> Option<String> {
    let quoted: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
    match (kind, quoted.as_slice()) {
        ("NameError", [name, ..]) if message.contains("variable") => variable_hint(program, name),
        ("NameError", [name, ..]) => Some(name_hint(program, name)),
        ("UnboundLocalError", [_, ..]) => Some(
            "a name that a function assigns is its own: give it a value first, or take it as a parameter"
                .to_owned(),
        ),
        ("AttributeError", [owner, name, ..]) => attribute_hint(program, message, owner, name),
        ("ImportError", [name, module, ..]) => import_hint(name, module),
        ("TypeError", _) => type_hint(program, message, &quoted),
        ("IndexError", _) => {
            Some("it may be empty or shorter than expected: look at its length first".to_owned())
        }
        ("KeyError", [key]) => Some(key_hint(program, key)),
        ("KeyError", _) => Some("use `.get(key)` where a key may be missing".to_owned()),
        ("StopIteration", _) => Some("give `next` a default: `next(..., None)`".to_owned()),
        ("json.decoder.JSONDecodeError", _) => {
            Some("the text is no JSON: ask `query_ai_assistant` for what is in it".to_owned())
        }
        _ => None,
    }
}

/// The known name that is nearest to a mistaken one, if one is near. Longer names than any that a person writes are
/// compared with nothing.
fn near<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let known = known.into_iter().filter(|known| !known.starts_with("_prelude_"));
    if name.len() > 64 { None } else { nearest(name, known) }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().take(20).map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Of a variable that was not handed over.
fn variable_hint(program: &Program, name: &str) -> Option<String> {
    let known = program.0.compiled.environment.variables.iter().map(|known| &**known);
    near(name, known).map(did_you_mean)
}

/// The key may be a slip for a field that tools' records have.
fn key_hint(program: &Program, key: &str) -> String {
    let tools = program.0.compiled.environment.tools.iter();
    let records: Vec<_> = tools.flat_map(|tool| tool.returns.records()).collect();
    let fields = records.iter().flat_map(|record| record.fields.iter().map(|field| &*field.name));
    match near(key, fields) {
        Some(near) => did_you_mean(near),
        None => "use `.get(key)` where a key may be missing".to_owned(),
    }
}

fn name_hint(program: &Program, name: &str) -> String {
    let compiled = &program.0.compiled;
    match name {
        "null" | "nil" | "undefined" => return "write `None`".to_owned(),
        "true" => return "write `True`".to_owned(),
        "false" => return "write `False`".to_owned(),
        "datetime" | "time" => {
            return format!("write `from datetime import {name}` first");
        }
        _ => {}
    }
    if Module::from_name(name).is_some() {
        return format!("write `import {name}` first");
    }
    if let Some(reason) = refused::builtin(name) {
        return reason.to_owned();
    }
    let home = Module::ALL.iter().find(|(_, module)| modules::names(*module).contains(name));
    if let Some((module, _)) = home {
        return format!("write `from {module} import {name}` first");
    }
    let environment = &compiled.environment;
    let names = compiled
        .globals
        .iter()
        .chain(compiled.codes.iter().flat_map(|code| &code.locals))
        .map(|name| &**name)
        .chain(environment.tools.iter().map(|tool| &*tool.name))
        .chain(environment.children.iter().map(|child| &*child.name))
        .chain(
            library::natives().iter().filter(|native| native.home == Home::Builtin).map(|native| native.name),
        )
        .chain(BUILTIN_TYPES.iter().map(|(name, _)| *name));
    if let Some(near) = near(name, names) {
        return did_you_mean(near);
    }
    if environment.variables.iter().any(|variable| **variable == *name) {
        return format!("it was handed over as a variable: `{name} = get_variable(\"{name}\")`");
    }
    let callable: Vec<&str> = environment
        .tools
        .iter()
        .map(|tool| &*tool.name)
        .chain(environment.children.iter().map(|child| &*child.name))
        .collect();
    if callable.is_empty() {
        "give it a value before this line".to_owned()
    } else {
        format!("give it a value before this line; the tools and agents are {}", listed(callable))
    }
}

fn attribute_hint(program: &Program, message: &str, owner: &str, name: &str) -> Option<String> {
    if message.starts_with("module") {
        let module = Module::from_name(owner)?;
        if module == Module::Datetime {
            if ["now", "today", "utcnow"].contains(&name) {
                let class = if name == "today" { "date" } else { "datetime" };
                return Some(did_you_mean(&format!("datetime.{class}.{name}")));
            }
            let of_moments = [Home::Static(BuiltinType::DateTime), Home::Method(BuiltinType::DateTime)];
            if library::natives()
                .iter()
                .any(|native| native.name == name && of_moments.contains(&native.home))
            {
                return Some(did_you_mean(&format!("datetime.datetime.{name}")));
            }
        }
        let near = near(name, modules::names(module));
        return near.map(did_you_mean).or_else(|| elsewhere(name, Some(module)));
    }
    if owner == "datetime.datetime" && name == "datetime" {
        return Some("`datetime` is the class here: write `datetime(...)`".to_owned());
    }
    if owner == "NoneType" {
        let of_lists = library::natives()
            .iter()
            .any(|native| native.name == name && native.home == Home::Method(BuiltinType::List));
        if of_lists {
            return Some(
                "`sort`, `append` and the like change their list and give None: write each on a line of its own"
                    .to_owned(),
            );
        }
        return Some("the value is None here: check it before, or find out why nothing was found".to_owned());
    }
    match (owner, name) {
        ("list", "add" | "push") => return Some(did_you_mean("append")),
        ("set", "append") => return Some(did_you_mean("add")),
        _ => {}
    }
    let mut names: Vec<&str> = Vec::new();
    if let Some(ty) = type_called(owner) {
        let mut at = Some(ty);
        while let Some(ty) = at {
            let own = library::natives().iter().filter(|native| {
                [Home::Method(ty), Home::Attribute(ty), Home::Static(ty)].contains(&native.home)
            });
            names.extend(own.map(|native| native.name).filter(|name| !name.starts_with('_')));
            at = base_type(ty);
        }
        if let Some(near) = near(name, names.iter().copied()) {
            return Some(did_you_mean(near));
        }
        return match ty {
            BuiltinType::Dict => Some("a dictionary is read by key, as in `row[\"name\"]`".to_owned()),
            BuiltinType::List => {
                Some("a list has no fields: read one element, or loop over all of them".to_owned())
            }
            BuiltinType::Str => Some(
                "the value is a text: ask `query_ai_assistant` for its parts, or read it with `json.loads` if it is \
                 JSON"
                    .to_owned(),
            ),
            _ => None,
        };
    }
    let compiled = &program.0.compiled;
    for class in compiled.classes.iter().filter(|class| *class.name == *owner) {
        names.extend(class.members.iter().map(|member| match member {
            crate::code::ClassMember::Field { name, .. } | crate::code::ClassMember::Attribute(name) => {
                &**name
            }
        }));
    }
    let records: Vec<_> = compiled
        .environment
        .tools
        .iter()
        .flat_map(|tool| tool.parameters.iter().map(|parameter| &parameter.ty).chain([&tool.returns]))
        .flat_map(Type::records)
        .filter(|record| *record.name == *owner)
        .collect();
    names.extend(records.iter().flat_map(|record| record.fields.iter().map(|field| &*field.name)));
    names.retain(|name| !name.starts_with("__"));
    names.sort_unstable();
    names.dedup();
    match near(name, names.iter().copied()) {
        Some(near) => Some(did_you_mean(near)),
        None if names.is_empty() => None,
        None => Some(format!("there are {}", listed(names))),
    }
}

/// The built-in type of that name, as error texts have it.
fn type_called(name: &str) -> Option<BuiltinType> {
    let natives = library::natives().iter();
    let types = natives.filter_map(|native| match native.home {
        Home::Method(ty) | Home::Attribute(ty) => Some(ty),
        _ => None,
    });
    let mut named = types.filter(|ty| ty.qualified_name() == name && *ty != BuiltinType::BaseModel);
    named.next()
}

/// That another module has the name.
fn elsewhere(name: &str, not: Option<Module>) -> Option<String> {
    let found =
        Module::ALL.iter().find(|(_, module)| Some(*module) != not && modules::names(*module).contains(name));
    found.map(|(module, _)| format!("it is in the module `{module}`"))
}

fn import_hint(name: &str, module: &str) -> Option<String> {
    if let Some(instead) = refused::member(module, name) {
        return Some(instead.to_owned());
    }
    let module = Module::from_name(module)?;
    let names = modules::names(module);
    let near = near(name, names.iter().copied()).map(did_you_mean);
    near.or_else(|| elsewhere(name, Some(module)))
        .or_else(|| Some(format!("`{}` has {}", module.name(), listed(names.iter().copied()))))
}

fn type_hint(program: &Program, message: &str, quoted: &[&str]) -> Option<String> {
    let moments = ["datetime.datetime", "datetime.date", "datetime.time"];
    let mixed = quoted.contains(&"str") && quoted.iter().any(|name| moments.contains(name));
    if mixed || (message.starts_with("can't compare") && message.contains("str")) {
        return Some(
            "compare moments with moments: `datetime(2026, 5, 1)`, or `datetime.fromisoformat(text)`"
                .to_owned(),
        );
    }
    if let (true, [form, ..]) = (message.starts_with("cannot create '"), quoted) {
        return Some(format!("write `class NAME({form}):` with a line for each member"));
    }
    if message.contains("offset-naive and offset-aware") {
        return Some("give both a time zone, or take it off with `.replace(tzinfo=None)`".to_owned());
    }
    if message.starts_with("can't compare datetime.datetime to datetime.date") {
        return Some("compare dates with dates: `moment.date()`".to_owned());
    }
    if message.contains("keyword argument") {
        return keyword_hint(program, message, quoted);
    }
    if message.contains("required positional argument") || message.contains("positional arguments but") {
        let function = message.split("()").next().unwrap_or_default();
        return signature(program, function).map(|signature| format!("its signature is `{signature}`"));
    }
    if message.contains("concatenate str") || (message.contains("for +") && quoted.contains(&"str")) {
        return Some("put both into an f-string, or convert one with `str(...)` or `int(...)`".to_owned());
    }
    if message.starts_with("string indices must be integers") {
        return Some(
            "the value is a text, not a dictionary: read JSON with `json.loads(text)` first".to_owned(),
        );
    }
    if message.starts_with("list indices must be integers") {
        return Some("the value is a list: read one element first, or loop over all of them".to_owned());
    }
    if quoted.first() == Some(&"NoneType") && !message.contains("unsupported operand") {
        return Some("the value is None here: check it before, or find out why nothing was found".to_owned());
    }
    None
}

fn keyword_hint(program: &Program, message: &str, quoted: &[&str]) -> Option<String> {
    // `f() got an unexpected keyword argument 'x'`, or `'x' is an invalid keyword argument for f()`.
    let before = message.split("()").next().unwrap_or_default();
    let function = before.rsplit(' ').next().unwrap_or_default();
    let wrong = quoted.first()?;
    let names = parameters(program, function)?;
    match near(wrong, names.iter().map(String::as_str)) {
        Some(near) => Some(did_you_mean(near)),
        None if names.is_empty() => Some("it takes no arguments".to_owned()),
        None => Some(format!("it takes {}", listed(names.iter().map(String::as_str)))),
    }
}

/// The parameters of a tool, an agent or a function of the plan.
fn parameters(program: &Program, function: &str) -> Option<Vec<String>> {
    let compiled = &program.0.compiled;
    let environment = &compiled.environment;
    if let Some(tool) = environment.tools.iter().find(|tool| *tool.name == *function) {
        return Some(tool.parameters.iter().map(|parameter| parameter.name.to_string()).collect());
    }
    if environment.children.iter().any(|child| *child.name == *function) {
        let names: &[&str] =
            if environment.protocol { &["message", "variables", "output_schema"] } else { &["message"] };
        return Some(names.iter().map(|name| (*name).to_owned()).collect());
    }
    if let Some(class) = compiled.classes.iter().find(|class| format!("{}.__init__", class.name) == function)
    {
        let fields = class.members.iter().filter_map(|member| match member {
            crate::code::ClassMember::Field { name, .. } => Some(name.to_string()),
            crate::code::ClassMember::Attribute(_) => None,
        });
        let fields: Vec<String> = fields.collect();
        if !fields.is_empty() {
            return Some(fields);
        }
    }
    let code = compiled.codes.iter().find(|code| *code.qualified == *function)?;
    let named = usize::from(code.parameters.positional) + usize::from(code.parameters.keyword_only);
    let names = code.locals.iter().take(named).map(|name| name.to_string());
    Some(names.filter(|name| name != "self" && name != "cls").collect())
}

/// How a tool, an agent or a function of the plan is called.
fn signature(program: &Program, function: &str) -> Option<String> {
    let environment = &program.0.compiled.environment;
    let text = if let Some(tool) = environment.tools.iter().find(|tool| *tool.name == *function) {
        tool.python()
    } else if let Some(child) = environment.children.iter().find(|child| *child.name == *function) {
        child.python(environment.protocol)
    } else {
        let names = parameters(program, function)?;
        return Some(format!("{function}({})", names.join(", ")));
    };
    let line = text.lines().next().unwrap_or_default();
    Some(line.trim_start_matches("def ").trim_end_matches(':').to_owned())
}

#[cfg(test)]
mod tests {
    use super::hint;
    use crate::{Environment, Tool, Type, compile};

    #[test]
    fn an_error_names_what_was_meant() {
        let schema = serde_json::json!({"type": "object", "properties": {"subject": {"type": "string"}}});
        let mail = Tool {
            name: "mail".into(),
            description: "".into(),
            parameters: Vec::new(),
            returns: Type::from_schema(&schema).unwrap(),
            trusted: false,
            reads: Vec::new(),
            writes: Vec::new(),
            accepts_anything: false,
        };
        let environment = Environment {
            tools: vec![mail],
            variables: vec!["row".into(), "total".into()],
            ..Environment::default()
        };
        let program = compile("x = 5", &environment).unwrap();
        let cases = [
            ("KeyError", "'Subjct'", "did you mean `subject`?"),
            ("KeyError", "'amount'", "`.get(key)`"),
            ("NameError", "name 'null' is not defined", "`None`"),
            ("NameError", "name 'true' is not defined", "`True`"),
            ("NameError", "name 'y' is not defined", "give it a value"),
            ("NameError", "name 'datetime' is not defined", "`from datetime import datetime`"),
            ("NameError", "name 'time' is not defined", "`from datetime import time`"),
            ("NameError", "no variable 'totals' was passed to this agent", "did you mean `total`?"),
            ("AttributeError", "module 'datetime' has no attribute 'now'", "`datetime.datetime.now`"),
            ("AttributeError", "module 'datetime' has no attribute 'today'", "`datetime.date.today`"),
            (
                "AttributeError",
                "module 'datetime' has no attribute 'strptime'",
                "`datetime.datetime.strptime`",
            ),
            (
                "AttributeError",
                "type object 'datetime.datetime' has no attribute 'datetime'",
                "`datetime(...)`",
            ),
            ("AttributeError", "'NoneType' object has no attribute 'reverse'", "a line of its own"),
            ("AttributeError", "'NoneType' object has no attribute 'subject'", "None here"),
            ("AttributeError", "'list' object has no attribute 'add'", "`append`"),
        ];
        for (kind, message, told) in cases {
            let hint = hint(&program, kind, message).unwrap_or_default();
            assert!(hint.contains(told), "{message}: {hint}");
        }
    }
}
