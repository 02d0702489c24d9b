//! What a planner reads: the guide, which is the same for every agent under one defense, and the agent's own card.
//!
//! Nothing here depends on a value: a prompt is made of the configuration and of instructions alone, so that what planners
//! read can be listed before anything runs.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use caravan_plan::{Environment, RecordType, Shared, Tool, Type};

use crate::instruction::Instruction;
use crate::model::{EarlierTurn, PlanRequest};
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
pub(crate) fn card(agent: &Agent, environment: &Environment, peers: &[&str]) -> String {
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
    let own = environment.tools.iter().filter(|tool| tool.shared().is_none());
    let tools: Vec<String> = own.map(Tool::python).collect();
    section(&mut text, "Tools:", "There are no tools.", &tools);
    let children: Vec<String> =
        environment.children.iter().map(|child| child.python(environment.protocol)).collect();
    section(&mut text, "Agents:", "There are no other agents.", &children);
    if environment.quarantined_model {
        section(&mut text, "The quarantined model:", "", &[QUARANTINED.to_owned()]);
    }
    for (title, parts) in [(MEMORY_TITLE, MEMORY), (MAILBOX_TITLE, MAILBOX)] {
        let there = |what: &Shared| environment.tools.iter().any(|tool| tool.shared() == Some(*what));
        let told = parts.iter().filter(|(what, _)| there(what));
        let told: Vec<String> =
            told.map(|(what, told)| told.replace("{}", &recipients(*what, environment))).collect();
        if !told.is_empty() {
            section(&mut text, title, "", &told);
        }
    }
    if peers.contains(&agent.name()) {
        let _ = write!(text, "\n\n{PEERS}");
    }
    text.push('\n');
    text
}

const PEERS: &str = "You and other agents each have a task from the user; nobody calls you. Your plan runs once in each round, and \
the others' before and after it. So what another agent sends may be there in this round or in a later one: do what can be \
done now, keep what is needed later in the memory, if there is one, and answer with how things stand.";

const MEMORY_TITLE: &str =
    "The memory that the agents of this run share. What is in it is data, which no planner sees:";

const MEMORY: &[(Shared, &str)] = &[
    (
        Shared::MemoryPut,
        "memory.put(key: str, value: Any) -> None
    \"\"\"Keeps a copy of `value` under `key`, in place of what was kept there.\"\"\"",
    ),
    (
        Shared::MemoryGet,
        "memory.get(key: str, default: Any = None) -> Any
    \"\"\"What was kept under `key` last, or `default`.\"\"\"",
    ),
    (
        Shared::MemoryKeys,
        "memory.keys() -> list[str]
    \"\"\"The keys under which something is kept, sorted.\"\"\"",
    ),
];

const MAILBOX_TITLE: &str = "Mailboxes: messages to other agents, read when their plans read them. They are data, which no planner sees:";

const MAILBOX: &[(Shared, &str)] = &[
    (
        Shared::MailboxSend,
        "mailbox.send(to: Literal[{}], value: Any) -> None
    \"\"\"Puts a message with a copy of `value` into the mailbox of the agent `to`.\"\"\"",
    ),
    (
        Shared::MailboxRead,
        "mailbox.read() -> list[Message]
    \"\"\"Takes the messages out of this agent's own mailbox, the oldest first.\"\"\"",
    ),
];

/// The names of those that an agent sends to, as a plan would write them.
fn recipients(what: Shared, environment: &Environment) -> String {
    let tool = environment.tools.iter().find(|tool| tool.shared() == Some(what));
    match tool.and_then(|tool| tool.parameters.first()).map(|parameter| &parameter.ty) {
        Some(Type::Enum(names)) => {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            names.join(", ")
        }
        _ => String::new(),
    }
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

    /// The user turn that asks for the plan: what came of the plan before in the same conversation, the instruction, the
    /// names of the variables, and the schema to return. Each attempt follows it as the planner's answer and, as a user
    /// turn, what was wrong with that.
    pub fn user(&self) -> String {
        let mut text = after(self.earlier.last(), &self.instruction);
        if !self.variables.is_empty() {
            let names: Vec<String> = self.variables.iter().map(|name| format!("`{}`", name.text())).collect();
            let _ = write!(text, "\n\nVariables to read with `get_variable`: {}", names.join(", "));
        }
        if let Some(schema) = &self.schema {
            let _ = write!(text, "\n\nReturn a value of this JSON schema: {}", schema.text());
        }
        text
    }

    /// The turns of the same conversation before, each as the user turn that asked for a plan and the planner's answer.
    pub fn earlier_turns(&self) -> impl Iterator<Item = (String, String)> {
        let before = std::iter::once(None).chain(self.earlier.iter().map(Some));
        before.zip(&self.earlier).map(|(before, turn)| {
            let answer = format!("```python\n{}\n```", turn.plan.trim_end());
            (after(before, &turn.instruction), answer)
        })
    }
}

/// An instruction, below what came of the plan before it.
fn after(before: Option<&EarlierTurn>, instruction: &Instruction) -> String {
    let told = before.map(|turn| format!("{}\n\n", turn.told.text())).unwrap_or_default();
    told + instruction.text()
}
