//! The same plans for agents that tell each other everything in free text, as they do under `individual` and `none`.
//!
//! A parent writes each value below its message, as `` `name`: VALUE ``, where the protocol has `variables`; a child reads it
//! from there, and it stands in its plan as a literal. A child answers with JSON where the protocol has `output_schema`, and
//! the parent has its quarantined model read that. Nothing else changes: what a plan asks for, extracts and passes on is
//! what it does under the protocol, so that the defenses are compared and not the plans.

use std::collections::BTreeMap;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};
use serde_json::json;

use super::book::{Plans, Section};
use super::template::Template;

/// What a child is sent besides its message.
#[derive(Clone, Debug, Default)]
struct Sent {
    variables: Vec<String>,
    has_schema: bool,
}

/// A part of a plan's text, and what stands there instead.
type Change = (TextRange, String);

/// Makes of a value what JSON can say.
const AS_JSON: &str = "\
import json
from datetime import datetime

def as_json(value):
    if isinstance(value, list):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, BaseModel):
        return as_json(value.model_dump())
    if isinstance(value, datetime):
        return value.isoformat()
    return value

";

/// Keeps what children answered, for whoever is told something later.
const KEEPS: &str = "\
heard = []

def keep(answer):
    heard.append(answer)
    return answer

";

/// What stands before all that was heard.
const HEARD: &str = "\n\nWhat I have heard so far:\n";

/// The plans of a task, told in free text. If parents paste all, each message ends with every answer that came before it.
pub(super) fn retold(plans: &Plans, pastes_all: bool) -> Result<Plans, String> {
    let mut sent: BTreeMap<(String, String), Sent> = BTreeMap::new();
    let mut retold = Plans { sections: Vec::new(), obeys: plans.obeys };
    for section in plans.sections.iter().filter(|section| section.message.is_none()) {
        let mut calls = Calls { text: &section.text, sent: &mut sent, changes: Vec::new(), pastes_all };
        let module = parse(&section.text)?;
        calls.visit_body(&module.body);
        let mut text = changed(&section.text, calls.changes);
        if pastes_all {
            text.insert_str(0, KEEPS);
        }
        retold.sections.push(Section { text, ..section.clone() });
    }
    for section in &plans.sections {
        let Some(message) = &section.message else { continue };
        let sent = sent.get(&(section.agent.clone(), message.text())).cloned().unwrap_or_default();
        retold.sections.push(child(section, message, &sent, pastes_all)?);
    }
    Ok(retold)
}

/// A child's plan, which reads its values from the message and answers with text.
fn child(section: &Section, message: &Template, sent: &Sent, pastes_all: bool) -> Result<Section, String> {
    let mut reads = Reads { has_schema: sent.has_schema, changes: Vec::new() };
    let module = parse(&section.text)?;
    reads.visit_body(&module.body);
    let mut text = changed(&section.text, reads.changes);
    if sent.has_schema {
        text.insert_str(0, AS_JSON);
    }
    let mut template = message.clone();
    for (place, name) in sent.variables.iter().enumerate() {
        template.push(&lead(place, name));
        template.push_hole(&given(name));
    }
    if pastes_all {
        template.push(HEARD);
        template.push_hole("heard");
    }
    Ok(Section { agent: section.agent.clone(), message: Some(template), text })
}

/// What stands before a value in a message.
fn lead(place: usize, name: &str) -> String {
    let gap = if place == 0 { "\n\n" } else { "\n" };
    format!("{gap}`{name}`: ")
}

/// The name of a value that a message gave.
fn given(name: &str) -> String {
    format!("given_{name}")
}

/// A value in a message as a planner writes it into its plan.
pub(super) fn literal(value: &str) -> String {
    let is_number = value.split_once('.').is_some_and(|(whole, part)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(part)
    });
    if value == "None" || is_number || is_list_of_texts(value) {
        return value.to_owned();
    }
    match value.parse::<jiff::civil::DateTime>() {
        Ok(_) if value.contains(':') => {
            format!("datetime.fromisoformat({})", json!(value))
        }
        _ => json!(value).to_string(),
    }
}

fn is_list_of_texts(value: &str) -> bool {
    value.starts_with('[')
        && ruff_python_parser::parse_expression(value).is_ok_and(|parsed| match parsed.expr() {
            Expr::List(list) => list.elts.iter().all(|item| matches!(item, Expr::StringLiteral(_))),
            _ => false,
        })
}

fn parse(text: &str) -> Result<ruff_python_ast::ModModule, String> {
    // A plan is a function's body: `return` may stand in it.
    let parsed = ruff_python_parser::parse_unchecked(
        text,
        ruff_python_parser::ParseOptions::from(ruff_python_parser::Mode::Module),
    );
    if let Some(error) = parsed.errors().first() {
        return Err(error.to_string());
    }
    match parsed.into_syntax() {
        ruff_python_ast::Mod::Module(module) => Ok(module),
        ruff_python_ast::Mod::Expression(_) => Err("it is no module".to_owned()),
    }
}

fn part(text: &str, range: TextRange) -> &str {
    text.get(range.start().to_usize()..range.end().to_usize()).unwrap_or_default()
}

fn changed(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|(range, _)| std::cmp::Reverse(range.start()));
    let mut text = text.to_owned();
    for (range, with) in changes {
        text.replace_range(range.start().to_usize()..range.end().to_usize(), &with);
    }
    text
}

fn name_of(call: &ExprCall) -> Option<&str> {
    match &*call.func {
        Expr::Name(name) => Some(name.id.as_str()),
        _ => None,
    }
}

fn keyword<'a>(call: &'a ExprCall, name: &str) -> Option<&'a Expr> {
    let mut keywords = call.arguments.keywords.iter();
    keywords.find(|keyword| keyword.arg.as_ref().is_some_and(|arg| arg == name)).map(|keyword| &keyword.value)
}

fn text_of(expression: &Expr) -> Option<String> {
    match expression {
        Expr::StringLiteral(literal) => Some(literal.value.to_str().to_owned()),
        _ => None,
    }
}

/// Finds the calls of children in a root's plan.
struct Calls<'a> {
    text: &'a str,
    sent: &'a mut BTreeMap<(String, String), Sent>,
    changes: Vec<Change>,
    pastes_all: bool,
}

impl Calls<'_> {
    fn call(&mut self, call: &ExprCall) -> Option<()> {
        let (child, message) = (name_of(call)?, keyword(call, "message")?);
        let schema = keyword(call, "output_schema").filter(|schema| part(self.text, schema.range()) != "str");
        let mut sent = Sent { variables: Vec::new(), has_schema: schema.is_some() };
        let mut told = part(self.text, message.range()).to_owned();
        if let Some(Expr::Dict(variables)) = keyword(call, "variables") {
            for (place, item) in variables.items.iter().enumerate() {
                let name = text_of(item.key.as_ref()?)?;
                let value = part(self.text, item.value.range());
                told.push_str(&format!(" + {} + str({value})", json!(lead(place, &name))));
                sent.variables.push(name);
            }
        }
        self.sent.insert((child.to_owned(), text_of(message)?), sent);
        if self.pastes_all {
            told.push_str(&format!(" + {} + \"\\n\".join(heard)", json!(HEARD)));
        }
        let mut retold = format!("{child}(message={told})");
        if self.pastes_all {
            retold = format!("keep({retold})");
        }
        if let Some(schema) = schema {
            let schema = part(self.text, schema.range());
            retold =
                format!("query_ai_assistant(\"Read this answer.\\n\" + {retold}, output_schema={schema})");
        }
        self.changes.push((call.range(), retold));
        Some(())
    }
}

impl<'a> Visitor<'a> for Calls<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && self.call(call).is_some()
        {
            return;
        }
        visitor::walk_expr(self, expression);
    }
}

/// Finds where a child's plan reads its variables, and where it answers.
struct Reads {
    has_schema: bool,
    changes: Vec<Change>,
}

impl<'a> Visitor<'a> for Reads {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            // What a function returns is not the plan's answer.
            Stmt::FunctionDef(_) => {}
            Stmt::Return(answer) => {
                if let (true, Some(value)) = (self.has_schema, &answer.value) {
                    let start = TextRange::empty(value.start());
                    self.changes.push((start, "json.dumps(as_json(".to_owned()));
                    self.changes.push((TextRange::empty(value.end()), "))".to_owned()));
                }
                visitor::walk_stmt(self, statement);
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && name_of(call) == Some("get_variable")
            && let Some(name) = call.arguments.args.first().and_then(text_of)
        {
            self.changes.push((call.range(), given(&name)));
            return;
        }
        visitor::walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::super::book::parse as plans;
    use super::*;

    const PLANS: &str = "\
# %% orchestrator
bill = files(message=\"Read the {bill}.\", output_schema=Bill)
bank(
    message='Pay.',
    variables={\"amount\": bill.total, \"to\": f\"{bill.iban}\"},
)
# %% files: Read the {{bill}}.
if x:
    return [1]
return query_ai_assistant(text, output_schema=Bill)
# %% bank: Pay.
send(get_variable(\"amount\"), get_variable(\"to\"))
";

    #[test]
    fn values_stand_in_the_message_and_in_the_plan_that_reads_it() {
        let retold = retold(&plans(PLANS).unwrap(), false).unwrap();
        assert_eq!(
            retold.find("orchestrator", None).unwrap(),
            "bill = query_ai_assistant(\"Read this answer.\\n\" + files(message=\"Read the {bill}.\"), output_schema=Bill)\n\
             bank(message='Pay.' + \"\\n\\n`amount`: \" + str(bill.total) + \"\\n`to`: \" + str(f\"{bill.iban}\"))\n"
        );
        let bank = retold.find("bank", Some("Pay.\n\n`amount`: 3.5\n`to`: me\nand you")).unwrap();
        assert_eq!(bank, "given_amount = 3.5\ngiven_to = \"me\\nand you\"\nsend(given_amount, given_to)\n");
        let files = retold.find("files", Some("Read the {bill}.")).unwrap();
        assert!(files.ends_with(
            "if x:\n    return json.dumps(as_json([1]))\nreturn json.dumps(as_json(query_ai_assistant(text, output_schema=Bill)))\n"
        ));
    }

    #[test]
    fn a_value_is_read_as_what_it_looks_like() {
        assert_eq!(literal("98.70"), "98.70");
        assert_eq!(literal("None"), "None");
        assert_eq!(literal("['a', \"b\"]"), "['a', \"b\"]");
        assert_eq!(literal("[f()]"), "\"[f()]\"");
        assert_eq!(literal("13"), "\"13\"");
        assert_eq!(literal("2024-05-18 08:00:00"), "datetime.fromisoformat(\"2024-05-18 08:00:00\")");
        assert_eq!(literal("2024-05-18"), "\"2024-05-18\"");
    }
}
