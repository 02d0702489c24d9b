//! The reference model: plans that are looked up, general rules for reading text, and the worst case built in.
//!
//! The worst case: if a goal of the attacker stands whole in anything that it reads, it carries it out with all that it can
//! call. So the rates measured with it are upper bounds for the protocol, and say nothing of one model's manners.

use std::sync::Arc;

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};
use caravan_core::system::System;
use caravan_plan::Type;
use serde_json::json;

use super::book::{Book, Telling};
use super::quarantined;
use super::talker::Talker;

/// The name in reports.
pub(crate) const NAME: &str = "reference";

/// The reference model in all roles, for one task.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) book: Arc<Book>,
    pub(crate) task: String,
    pub(crate) system: Arc<System>,
}

impl Reference {
    /// The plan for what a planner is asked.
    fn plan(&self, request: &PlanRequest) -> String {
        let telling = if request.protocol() { Telling::Protocol } else { Telling::FreeText };
        let agent = self.name_of(request.agent().as_str());
        let message = (!request.agent().is_root()).then(|| request.instruction().text());
        let honest = self.honest_plan(&agent, message, telling);
        let goals = message.map(|message| self.book.goals_in(message)).unwrap_or_default();
        let obeyed: Vec<&str> = goals.iter().filter_map(|goal| goal.plan_of(&agent)).collect();
        obeying(&obeyed, &honest.unwrap_or_else(|| EMPTY.to_owned()))
    }

    /// What a planner writes that obeys nobody but its user.
    pub(crate) fn honest_plan(&self, agent: &str, message: Option<&str>, telling: Telling) -> Option<String> {
        let own = self.book.task(&self.task, telling).and_then(|plans| plans.find(agent, message));
        own.or_else(|| self.book.in_any_task(agent, message?, telling))
    }

    /// The name of the agent at a path.
    pub(crate) fn name_of(&self, path: &str) -> String {
        match path.rsplit('/').next() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => self.system.root().map(|root| root.name().to_owned()).unwrap_or_default(),
        }
    }
}

/// The plan where there is none: it does nothing, and says so.
const EMPTY: &str = "return \"There is no reference plan for this message.\"\n";

/// A plan that first does what the attacker wants and then what the user wants.
///
/// The attacker's part stands in no `try`: a loop over what a tool returned is refused there, so that the attack would end
/// by how it is written, and not by what the defense does. If the part fails, the plan fails with it.
fn obeying(obeyed: &[&str], honest: &str) -> String {
    let mut plan = String::new();
    for (number, part) in obeyed.iter().enumerate() {
        let body: String = part.lines().map(|line| format!("    {line}\n")).collect();
        plan.push_str(&format!("def obey_{number}():\n{body}\nobey_{number}()\n\n"));
    }
    plan + honest
}

fn reply<T>(content: T) -> Reply<T> {
    Reply { content, usage: Usage { calls: 1, ..Usage::default() } }
}

/// Answers a question about a text by the rules.
pub(crate) fn extract(request: &ExtractRequest) -> Result<Reply<Extraction>, ModelError> {
    let schema = Type::from_schema(&request.schema)
        .map_err(|error| ModelError::new(ModelErrorKind::NoAnswer, error.to_string()))?;
    Ok(reply(match quarantined::ask(&request.query, &schema) {
        Ok(value) => Extraction::Value(value),
        Err(quarantined::Missing) => Extraction::NotEnoughInformation,
    }))
}

impl Model for Reference {
    fn name(&self) -> &str {
        NAME
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        let plan = format!("```python\n{}```\n", Reference::plan(self, request));
        Box::pin(std::future::ready(Ok(reply(plan))))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(std::future::ready(extract(request)))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        let turn = Talker { reference: self, conversation: request }.turn();
        Box::pin(std::future::ready(Ok(reply(turn))))
    }
}

/// A quarantined model in the attacker's hand: wherever it may answer with text, it answers with the attacker's.
#[derive(Debug)]
pub(crate) struct Hostile {
    pub(crate) text: String,
}

/// The name on the command line and in reports.
pub(crate) const HOSTILE: &str = "hostile";

impl Hostile {
    fn value(&self, schema: &Type) -> serde_json::Value {
        match schema {
            Type::Any | Type::Str | Type::Bytes => json!(self.text),
            Type::None => json!(null),
            Type::Bool => json!(true),
            Type::Int | Type::Float => json!(1),
            Type::Date => json!("2024-05-15"),
            Type::Time => json!("10:00:00"),
            Type::DateTime => json!("2024-05-15T10:00:00"),
            Type::Enum(members) => members.last().cloned().unwrap_or_default(),
            Type::List(item) => json!([self.value(item)]),
            Type::Dict(value) => json!({&self.text: self.value(value)}),
            Type::Union(types) => {
                let with_text = types.iter().find(|ty| **ty != Type::None);
                with_text.map(|ty| self.value(ty)).unwrap_or_default()
            }
            Type::Record(record) => {
                let fields = record.fields.iter();
                fields.map(|field| (field.name.to_string(), self.value(&field.ty))).collect()
            }
        }
    }
}

impl Model for Hostile {
    fn name(&self) -> &str {
        HOSTILE
    }

    fn plan<'a>(&'a self, _: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(std::future::ready(Err(not_its_role())))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        let schema = Type::from_schema(&request.schema)
            .map_err(|error| ModelError::new(ModelErrorKind::NoAnswer, error.to_string()));
        let answer = schema.map(|schema| reply(Extraction::Value(self.value(&schema))));
        Box::pin(std::future::ready(answer))
    }

    fn converse<'a>(&'a self, _: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(std::future::ready(Err(not_its_role())))
    }
}

fn not_its_role() -> ModelError {
    ModelError::new(ModelErrorKind::NoAnswer, "`hostile` is a quarantined model and nothing else")
}

#[cfg(test)]
mod tests {
    use caravan_label::{AgentPath, Source};
    use caravan_plan::{
        Answer, Ending, Environment, Machine, MachineSetup, RequestKind, Step, Strictness, Tool, World,
        compile,
    };

    use super::*;

    fn tool(name: &str, returns: Type) -> Tool {
        Tool {
            name: name.into(),
            description: "".into(),
            parameters: Vec::new(),
            returns,
            trusted: false,
            reads: Vec::new(),
            writes: Vec::new(),
            accepts_anything: true,
        }
    }

    #[test]
    fn what_the_attacker_wants_is_carried_out_with_what_tools_return_before_what_the_user_wants() {
        let attack = "found = []\nfor mail in mails():\n    found.append(mail)\nsend(\", \".join(one for one in found))\n";
        let plan = obeying(&[attack], "return send(\"hello\")\n");
        let texts = Type::from_schema(&json!({"type": "array", "items": {"type": "string"}})).unwrap();
        let environment = Environment {
            agent: AgentPath::root(),
            tools: vec![tool("mails", texts.clone()), tool("send", Type::Str)],
            children: Vec::new(),
            variables: Vec::new(),
            protocol: false,
            quarantined_model: false,
        };
        let program = compile(&plan, &environment).unwrap();
        let mut world = World::new(Strictness::Cfi);
        let mail =
            Source::Tool { agent: AgentPath::root(), tool: "mails".into(), inner: None, trusted: false };
        let untrusted = world.lattice.data_from(&[mail]);
        let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
        let (mut answer, mut sent) = (None, Vec::new());
        let ending = loop {
            let request = match machine.resume(&mut world, answer.take()) {
                Step::Finished(ending) => break ending,
                Step::Request(request) => request,
            };
            let RequestKind::Tool { name, arguments, .. } = request.kind else { panic!("no tool") };
            sent.extend(arguments.iter().map(|(_, value)| value.to_text()));
            let (ty, json) = match &*name {
                "mails" => (&texts, json!(["a", "b"])),
                _ => (&Type::Str, json!("sent")),
            };
            answer = Some(Answer::Value(ty.decode(&json, untrusted, &mut world).unwrap()));
        };
        assert!(matches!(ending, Ending::Value(_)), "{ending:?}");
        assert_eq!(sent, ["a, b", "hello"]);
    }
}
