//! Types as planners read them: Python annotations and classes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::Value as Json;

use super::{RecordType, Type};
use crate::datum::Datum;
use crate::environment::{Child, Tool};
use caravan_label::Label;

impl Type {
    /// The annotation: `list[Email]`, `dict[str, Any]`, `Literal["a", "b"]`, `datetime`, `str | None`.
    pub fn python(&self) -> String {
        match self {
            Type::Any => "Any".to_owned(),
            Type::None => "None".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Float => "float".to_owned(),
            Type::Str => "str".to_owned(),
            Type::Bytes => "bytes".to_owned(),
            Type::Date => "date".to_owned(),
            Type::Time => "time".to_owned(),
            Type::DateTime => "datetime".to_owned(),
            Type::Enum(members) => {
                let members: Vec<String> = members.iter().map(constant).collect();
                format!("Literal[{}]", members.join(", "))
            }
            Type::List(item) => format!("list[{}]", item.python()),
            Type::Dict(value) => format!("dict[str, {}]", value.python()),
            Type::Union(types) => types.iter().map(Type::python).collect::<Vec<_>>().join(" | "),
            Type::Record(record) => record.name.to_string(),
        }
    }

    /// The classes of records in the type, each once, a class before those that its fields use.
    pub fn records(&self) -> Vec<Arc<RecordType>> {
        let mut found = Vec::new();
        self.find_records(&mut found);
        found
    }

    /// The same type with its classes of records named as `name` says, given each as it is now.
    pub fn with_records_named(&self, name: &mut dyn FnMut(&RecordType) -> Box<str>) -> Type {
        self.renamed(name, &mut BTreeMap::new())
    }

    /// `done` holds what became of each record by its address: one that stands in many places is renamed once.
    fn renamed(
        &self,
        name: &mut dyn FnMut(&RecordType) -> Box<str>,
        done: &mut BTreeMap<usize, Arc<RecordType>>,
    ) -> Type {
        match self {
            Type::List(item) => Type::List(item.renamed(name, done).into()),
            Type::Dict(value) => Type::Dict(value.renamed(name, done).into()),
            Type::Union(types) => Type::Union(types.iter().map(|ty| ty.renamed(name, done)).collect()),
            Type::Record(record) => {
                let address = Arc::as_ptr(record).addr();
                if let Some(named) = done.get(&address) {
                    return Type::Record(Arc::clone(named));
                }
                let mut named = RecordType { name: name(record), ..RecordType::clone(record) };
                for field in &mut named.fields {
                    field.ty = field.ty.renamed(name, done);
                }
                let named = Arc::new(named);
                done.insert(address, Arc::clone(&named));
                Type::Record(named)
            }
            other => other.clone(),
        }
    }

    fn find_records(&self, found: &mut Vec<Arc<RecordType>>) {
        match self {
            Type::List(item) | Type::Dict(item) => item.find_records(found),
            Type::Union(types) => types.iter().for_each(|ty| ty.find_records(found)),
            Type::Record(record) if !found.iter().any(|known| known.name == record.name) => {
                found.push(Arc::clone(record));
                record.fields.iter().for_each(|field| field.ty.find_records(found));
            }
            _ => {}
        }
    }
}

impl RecordType {
    /// The class as Python text, without a line end after it.
    pub fn python(&self) -> String {
        let mut text = format!("class {}:", self.name);
        if !self.description.is_empty() {
            let _ = write!(text, "\n    {}", docstring(&self.description));
        }
        for field in &self.fields {
            let ty = if field.required || field.default.is_some() {
                field.ty.python()
            } else {
                field.ty.clone().optional().python()
            };
            let _ = write!(text, "\n    {}: {ty}", field.name);
            if let Some(default) = &field.default {
                let _ = write!(text, " = {}", constant(default));
            } else if !field.required {
                text.push_str(" = None");
            }
            if !field.description.is_empty() {
                let _ = write!(text, "  # {}", one_line(&field.description));
            }
        }
        if self.fields.is_empty() {
            text.push_str("\n    pass");
        }
        text
    }
}

impl Tool {
    /// The signature with its docstring, as Python text without a line end after it.
    pub fn python(&self) -> String {
        let mut parameters: Vec<String> = self
            .parameters
            .iter()
            .map(|parameter| {
                if parameter.required {
                    format!("{}: {}", parameter.name, parameter.ty.python())
                } else {
                    format!("{}: {} = None", parameter.name, parameter.ty.clone().optional().python())
                }
            })
            .collect();
        if self.accepts_anything {
            parameters.push("*args, **kwargs".to_owned());
        }
        let mut doc = self.description.trim().to_owned();
        let described: Vec<String> = self
            .parameters
            .iter()
            .filter(|parameter| !parameter.description.is_empty())
            .map(|parameter| format!("{}: {}", parameter.name, one_line(&parameter.description)))
            .collect();
        if !described.is_empty() {
            let gap = if doc.is_empty() { "" } else { "\n\n" };
            let _ = write!(doc, "{gap}{}", described.join("\n"));
        }
        definition(&format!("{}({}) -> {}", self.name, parameters.join(", "), self.returns.python()), &doc)
    }
}

impl Child {
    /// The signature with its docstring, as Python text without a line end after it: by the protocol of multi-CaMeL,
    /// or with a free-text message alone.
    pub fn python(&self, protocol: bool) -> String {
        let signature = if protocol {
            format!(
                "{}(message: str, variables: dict[str, Any] = {{}}, output_schema: type = str) -> Any",
                self.name
            )
        } else {
            format!("{}(message: str) -> str", self.name)
        };
        definition(&signature, &self.description)
    }
}

fn definition(signature: &str, doc: &str) -> String {
    let body = if doc.trim().is_empty() { "...".to_owned() } else { docstring(doc) };
    format!("def {signature}:\n    {body}")
}

/// A JSON value as a Python expression; texts in double quotes, as most Python is written.
fn constant(value: &Json) -> String {
    match value {
        Json::String(text) if !text.contains(['"', '\\']) && !text.contains(char::is_control) => {
            format!("\"{text}\"")
        }
        other => Datum::from_json(other, Label::NONE).repr(),
    }
}

/// A docstring of one line or several, indented by four.
fn docstring(text: &str) -> String {
    let text = text.trim().replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    let mut out = "\"\"\"".to_owned();
    for (index, line) in text.lines().map(str::trim_end).enumerate() {
        if index > 0 {
            out.push_str(if line.is_empty() { "\n" } else { "\n    " });
        }
        out.push_str(line);
    }
    // A quotation mark at the end would run into those that close.
    if text.ends_with('"') {
        out.push(' ');
    }
    out.push_str("\"\"\"");
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
