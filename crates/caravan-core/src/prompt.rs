//! What a planner reads: the guide, which is the same for every agent under one defense, and the agent's own card.
//!
//! Nothing here depends on a value: a prompt is made of the configuration and of instructions alone, so that what planners
//! read can be listed before anything runs.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use caravan_plan::{Environment, RecordType, Tool, Type};

use crate::model::PlanRequest;
use crate::settings::Defense;
use crate::system::Agent;

/// The part of a planner's prompt that is the same for all agents under one defense. Empty for `none`, which has no
/// planner.
pub fn guide(defense: Defense) -> &'static str {
    match defense {
        Defense::None => "",
        Defense::Individual => &INDIVIDUAL,
        Defense::Multi => &MULTI,
    }
}

static INDIVIDUAL: LazyLock<String> = LazyLock::new(|| with_language(include_str!("prompt/individual.txt")));
static MULTI: LazyLock<String> = LazyLock::new(|| with_language(include_str!("prompt/multi.txt")));

/// The template with what the plan language has and leaves out, as the language itself tells it.
fn with_language(template: &str) -> String {
    template.replacen("{language}", &caravan_plan::guide::planner(), 1)
}

/// The part that is the agent's own: what it is, what it can call, and the classes of what comes back.
pub(crate) fn card(agent: &Agent, environment: &Environment) -> String {
    let mut text = format!("You plan for the agent `{}`.", agent.name());
    if !agent.description().is_empty() {
        let _ = write!(text, " {}", agent.description().trim());
    }
    let records = records(environment);
    if !records.is_empty() {
        text.push_str("\n\nClasses of what tools take and return:");
        for record in &records {
            let _ = write!(text, "\n\n{}", record.python());
        }
    }
    let tools: Vec<String> = environment.tools.iter().map(Tool::python).collect();
    section(&mut text, "Tools:", "There are no tools.", &tools);
    let children: Vec<String> =
        environment.children.iter().map(|child| child.python(environment.protocol)).collect();
    section(&mut text, "Agents:", "There are no other agents.", &children);
    if environment.quarantined_model {
        section(&mut text, "The quarantined model:", "", &[QUARANTINED.to_owned()]);
    }
    text.push('\n');
    text
}

const QUARANTINED: &str = "def query_ai_assistant(query: str, output_schema: type = str) -> Any:
    \"\"\"Reads the text in `query` and answers with a value of `output_schema`. It sees nothing but `query`, so put \
the data into it. Raises ValueError if the text does not hold what is asked for.\"\"\"";

fn section(text: &mut String, title: &str, none: &str, signatures: &[String]) {
    if signatures.is_empty() {
        let _ = write!(text, "\n\n{none}");
        return;
    }
    let _ = write!(text, "\n\n{title}");
    for signature in signatures {
        let _ = write!(text, "\n\n{signature}");
    }
}

/// The classes of records that the agent's tools take and return, each once.
fn records(environment: &Environment) -> Vec<Arc<RecordType>> {
    let mut records: Vec<Arc<RecordType>> = Vec::new();
    for tool in &environment.tools {
        let types = tool.parameters.iter().map(|parameter| &parameter.ty).chain([&tool.returns]);
        for record in types.flat_map(Type::records) {
            if !records.iter().any(|known| known.name == record.name) {
                records.push(record);
            }
        }
    }
    records
}

impl PlanRequest {
    /// The system turn of the planner's conversation.
    pub fn system(&self) -> String {
        format!("{}\n\n{}", self.guide.trim_end(), self.card)
    }

    /// The first user turn: the instruction, the names of the variables, and the schema to return. Each attempt follows
    /// it as the planner's answer and, as a user turn, what was wrong with that.
    pub fn user(&self) -> String {
        let mut text = self.instruction.text().to_owned();
        if !self.variables.is_empty() {
            let names: Vec<String> = self.variables.iter().map(|name| format!("`{}`", name.text())).collect();
            let _ = write!(text, "\n\nVariables to read with `get_variable`: {}", names.join(", "));
        }
        if let Some(schema) = &self.schema {
            let _ = write!(text, "\n\nReturn a value of this JSON schema: {}", schema.text());
        }
        text
    }
}
