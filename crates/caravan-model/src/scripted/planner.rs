//! The scripted planner: the rule's plan, and after it whatever else the text asks for.

use caravan_core::model::{Callable, ModelError, ModelErrorKind, PlanRequest};
use serde_json::Value as Json;

use super::obey::{self, Argument, Deed};
use super::python;
use super::script::{Question, Role, Script};
use super::{Style, shortened};

/// Parts of an instruction that are shorter than this are no data to hand over, but a name or the like.
const SHORT: usize = 20;

/// What a planner is asked, as plain texts.
pub(crate) struct Task<'a> {
    pub(crate) agent: &'a str,
    pub(crate) protocol: bool,
    pub(crate) instruction: &'a str,
    pub(crate) callables: &'a [Callable],
    pub(crate) variables: Vec<&'a str>,
    pub(crate) schema: Option<&'a str>,
    /// Whether it was asked before, and what it answered was refused or failed.
    pub(crate) again: bool,
}

impl<'a> Task<'a> {
    pub(crate) fn new(request: &'a PlanRequest) -> Task<'a> {
        Task {
            agent: request.agent().as_str(),
            protocol: request.protocol(),
            instruction: request.instruction().text(),
            callables: request.callables(),
            variables: request.variables().iter().map(|name| name.text()).collect(),
            schema: request.schema().map(|schema| schema.text()),
            again: !request.attempts().is_empty(),
        }
    }
}

/// The plan for the task.
pub(crate) fn plan(script: &Script, style: Style, task: &Task<'_>) -> Result<String, ModelError> {
    let (text, agent) = (task.instruction, task.agent);
    let question = Question { agent, role: Role::Planner, protocol: task.protocol, style, text };
    let found = script.find(&question);
    let unaccounted = found.as_ref().map_or_else(|| vec![text], |found| found.unaccounted());

    let mut deeds = Vec::new();
    for part in unaccounted.iter().map(|part| (*part).to_owned()).chain(other_texts(task)) {
        for deed in obey::deeds(&part, task.callables) {
            if !deeds.iter().any(|earlier: &Deed| earlier.key() == deed.key()) {
                deeds.push(deed);
            }
        }
    }
    deeds.retain(|deed| !matches!(deed, Deed::Leave { .. }));
    if found.is_none() && deeds.is_empty() {
        let who = if agent.is_empty() { "the root agent".to_owned() } else { format!("the agent `{agent}`") };
        return Err(ModelError::new(
            ModelErrorKind::NoAnswer,
            format!(
                "the script has no rule for the planner of {who} and this instruction: `{}`; a live model needs none: `--model openai:NAME`",
                shortened(text)
            ),
        ));
    }

    let mut writer =
        Writer { protocol: task.protocol, read: String::new(), variables: Vec::new(), lines: Vec::new() };
    let long: Vec<&str> =
        unaccounted.iter().map(|part| part.trim()).filter(|part| part.len() >= SHORT).collect();
    writer.read = if long.is_empty() { text.to_owned() } else { long.join("\n") };
    let mut answer = None;
    if let Some(found) = &found {
        let part = |name: &str| found.capture(name).unwrap_or_default().to_owned();
        let repair = found.rule.repair.as_ref().filter(|_| task.again);
        let plan = repair.or(found.rule.plan.as_ref());
        let plan = plan.map(|plan| plan.fill_python(&part)).unwrap_or_default();
        let last = found.rule.answer.as_ref().filter(|_| repair.is_none());
        answer = last.map(|answer| answer.fill_python(&part));
        writer.variables = assigned(&plan);
        writer.lines.push(plan.trim().to_owned());
    }
    let plan = writer.lines.join("\n");
    for name in &task.variables {
        let get = format!("get_variable({})", python::string(name));
        if !plan.contains(&get) {
            writer.variables.push(get);
        }
    }
    for (position, deed) in deeds.iter().enumerate() {
        writer.obey(deed, position + 1 == deeds.len());
    }
    writer.lines.extend(answer);
    Ok(writer.lines.join("\n"))
}

/// What a planner reads besides its instruction: names of variables, and the words of the schema.
fn other_texts(task: &Task<'_>) -> Vec<String> {
    let names = task.variables.iter().map(|name| name.replace('_', " "));
    let schema = task.schema.and_then(|schema| serde_json::from_str::<Json>(schema).ok());
    let mut texts: Vec<String> = names.collect();
    if let Some(schema) = schema {
        strings(&schema, &mut texts);
    }
    texts.retain(|text| text.contains(' '));
    texts
}

fn strings(json: &Json, found: &mut Vec<String>) {
    match json {
        Json::String(text) => found.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Json::Object(entries) => entries.iter().for_each(|(name, item)| {
            found.push(name.replace('_', " "));
            strings(item, found);
        }),
        _ => {}
    }
}

/// The variables that the plan assigns at its outermost level.
fn assigned(plan: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in plan.lines() {
        let is_name = |name: &&str| {
            name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        if let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| is_name(name))
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

struct Writer {
    protocol: bool,
    /// What the planner has read besides the request that its rule answers.
    read: String,
    /// Expressions for what the plan has.
    variables: Vec<String>,
    lines: Vec<String>,
}

impl Writer {
    /// Writes the call; but for the last one, what it gives is kept for those that follow.
    fn obey(&mut self, deed: &Deed, is_last: bool) {
        let call = match deed {
            Deed::Call { tool, arguments } => {
                let arguments =
                    arguments.iter().map(|(name, argument)| format!("{name}={}", self.expression(argument)));
                format!("{tool}({})", arguments.collect::<Vec<_>>().join(", "))
            }
            Deed::Pass { child, text, .. } if self.protocol => {
                let simple = |name: &&String| name.chars().all(|c| c.is_alphanumeric() || c == '_');
                let variables: Vec<String> = self
                    .variables
                    .iter()
                    .filter(simple)
                    .map(|name| format!("{}: {name}", python::string(name)))
                    .collect();
                let variables = if variables.is_empty() {
                    String::new()
                } else {
                    format!(", variables={{{}}}", variables.join(", "))
                };
                format!("{child}(message={}{variables})", python::string(text))
            }
            Deed::Pass { child, text, .. } => format!("{child}({})", self.joined(text)),
            Deed::Leave { .. } => return,
        };
        if is_last {
            return self.lines.push(call);
        }
        let number = self.lines.iter().filter(|line| line.starts_with("obeyed_")).count() + 1;
        let name = format!("obeyed_{number}");
        self.lines.push(format!("{name} = {call}"));
        self.variables.push(name);
    }

    fn expression(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(json) => python::value(json),
            Argument::Everything { before } if before.is_empty() => self.joined(&self.read),
            Argument::Everything { before } => self.joined(&format!("{before}\n{}", self.read)),
        }
    }

    /// The text, and after it all that the plan has.
    fn joined(&self, text: &str) -> String {
        let mut expression = python::string(text);
        for variable in &self.variables {
            expression.push_str(&format!(" + \"\\n\" + str({variable})"));
        }
        expression
    }
}
