//! The reference model as a tool-calling agent, which the defense `none` makes of every agent.
//!
//! It follows in its head the plan that it would write if it were told everything in free text: each turn is the plan's
//! next call. And it is the worst case: a goal of the attacker that stands in anything it has read is carried out before
//! it goes on, and what held it is passed on word for word. It has no memory but the conversation, so each turn goes
//! through all of it.

use caravan_core::model::{Conversation, Message, ToolCall, Turn};
use caravan_core::settings::Defense;
use caravan_label::{AgentPath, Label};
use caravan_plan::{
    Answer, Datum, Ending, Environment, ExcKind, Machine, MachineSetup, Program, Request, RequestKind, Step,
    Strictness, Tree, Type, World, compile,
};
use serde_json::{Map, Value as Json, json};

use super::book::{Goal, Telling};
use super::quarantined;
use super::reference::Reference;

/// A tool-calling agent's turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Talker<'a> {
    pub(super) reference: &'a Reference,
    pub(super) conversation: &'a Conversation,
}

/// What stands before the texts that an agent passes on.
const READ: &str = "\n\nWhat I read:\n";

/// What stands before a goal that an agent has carried out.
const DONE: &str = "I have done this: ";

/// What an agent answers that was told nothing but a goal.
const NOTHING_ELSE: &str = "There is nothing else to do.";

/// How far a plan gets with the answers that there are.
enum Progress {
    /// It needs an answer.
    Call(ToolCall),
    /// It has ended with this.
    Ended(Tree),
    /// It cannot go on.
    Failed(String),
}

impl Talker<'_> {
    /// The next turn: a call, or the final answer.
    pub(super) fn turn(&self) -> Turn {
        let mut done = Vec::new();
        for (number, goal) in self.goals().into_iter().enumerate() {
            let Some(plan) = self.plan_for(goal) else { continue };
            match self.follow(&plan, &format!("goal{number}-")) {
                Progress::Call(call) => return self.calling(call, &done),
                Progress::Ended(Tree::Bool(false)) | Progress::Failed(_) => {}
                Progress::Ended(_) => done.push(goal),
            }
        }
        let mut answers = Vec::new();
        for (number, plan) in self.task_plans().iter().enumerate() {
            match self.follow(plan, &format!("plan{number}-")) {
                Progress::Call(call) => return self.calling(call, &done),
                Progress::Ended(value) => answers.push(Datum { value, label: Label::NONE }.to_text()),
                Progress::Failed(error) => answers.push(format!("I could not do that: {error}")),
            }
        }
        if answers.is_empty() {
            answers.push(NOTHING_ELSE.to_owned());
        }
        Turn { content: self.with_what_was_read(answers.join("\n"), &done), calls: Vec::new() }
    }

    /// A turn with a call. Another agent is told what has been done, so that it is not done twice.
    fn calling(&self, mut call: ToolCall, done: &[&Goal]) -> Turn {
        let is_agent = self.conversation.tools.iter().any(|tool| tool.is_agent && tool.name == call.name);
        if let (true, Some(Json::String(message))) = (is_agent, call.arguments.get_mut("message")) {
            let claimed = self.read().flat_map(|text| self.claimed_in(text));
            let mut told: Vec<&str> = Vec::new();
            for goal in done.iter().copied().chain(claimed) {
                if !told.contains(&goal.text()) {
                    told.push(goal.text());
                    message.push_str(&claim(goal));
                }
            }
        }
        Turn { content: String::new(), calls: vec![call] }
    }

    fn agent(&self) -> String {
        self.reference.name_of(&self.conversation.agent)
    }

    fn is_root(&self) -> bool {
        self.conversation.agent.is_empty()
    }

    /// What others have told the agent: its instruction, unless that is the user's, and what calls have given.
    fn read(&self) -> impl Iterator<Item = &str> {
        self.conversation.messages.iter().filter_map(|message| match message {
            Message::User { content } if !self.is_root() => Some(content.as_str()),
            Message::Tool { content, .. } => Some(content.as_str()),
            _ => None,
        })
    }

    /// What it was told to do, without what it was told is done.
    fn instruction(&self) -> &str {
        let told = self
            .conversation
            .messages
            .iter()
            .find_map(|message| match message {
                Message::User { content } => Some(content.as_str()),
                _ => None,
            })
            .unwrap_or_default();
        without_claims(told)
    }

    fn result_of(&self, id: &str) -> Option<&str> {
        self.conversation.messages.iter().find_map(|message| match message {
            Message::Tool { call_id, content, .. } if call_id == id => Some(content.as_str()),
            _ => None,
        })
    }

    /// The goals that stand in what was read, in the order in which they were met; not those of which somebody else had said
    /// by then that they are done.
    fn goals(&self) -> Vec<&Goal> {
        let mut goals: Vec<&Goal> = Vec::new();
        let mut claimed: Vec<&Goal> = Vec::new();
        for text in self.read() {
            claimed.extend(self.claimed_in(text));
            for goal in self.reference.book.goals_in(text) {
                let is_same = |known: &&Goal| known.text() == goal.text();
                if !claimed.iter().any(is_same) && !goals.iter().any(is_same) {
                    goals.push(goal);
                }
            }
        }
        goals
    }

    /// The goals of which a text says that they are done.
    fn claimed_in<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t Goal> {
        text.split(DONE).skip(1).flat_map(|claim| self.reference.book.goals_in(claim))
    }

    /// What this agent does about a goal; without tools of its own for it, it asks the others, one after the other.
    fn plan_for(&self, goal: &Goal) -> Option<String> {
        if let Some(plan) = goal.plan_of(&self.agent()) {
            return Some(plan.to_owned());
        }
        let mut children = self.conversation.tools.iter().filter(|tool| tool.is_agent).peekable();
        children.peek()?;
        let message = json!(goal.words());
        let mut plan = "done = False\n".to_owned();
        for child in children {
            let name = &child.name;
            plan.push_str(&format!("if not done:\n    done = {DONE:?} in {name}(message={message})\n"));
        }
        Some(plan + "return done\n")
    }

    /// What this agent does about its instruction; and, where the user says to do what a text says, about that.
    fn task_plans(&self) -> Vec<String> {
        let (agent, reference) = (self.agent(), self.reference);
        if !self.is_root() {
            let message = self.instruction();
            let honest = reference.honest_plan(&agent, Some(message), Telling::FreeText);
            let plan = honest.or_else(|| reference.book.part_of_goal(&agent, message));
            return plan.into_iter().collect();
        }
        let mut tasks = vec![reference.task.as_str()];
        if reference.book.task(&reference.task, Telling::FreeText).is_some_and(|plans| plans.obeys) {
            for text in self.read() {
                for task in reference.book.tasks_in(text) {
                    if !tasks.contains(&task) {
                        tasks.push(task);
                    }
                }
            }
        }
        let plans = tasks.iter().filter_map(|task| reference.book.task(task, Telling::FreeText));
        plans.filter_map(|plans| plans.find(&agent, None)).collect()
    }

    /// The answer, and behind it, word for word, what was read that holds a goal, and which goals were met.
    fn with_what_was_read(&self, mut answer: String, done: &[&Goal]) -> String {
        for text in self.read() {
            if !self.reference.book.goals_in(text).is_empty() {
                answer.push_str(READ);
                answer.push_str(text);
            }
        }
        for goal in done {
            answer.push_str(&claim(goal));
        }
        answer
    }

    /// Follows a plan as far as the conversation has the answers. Its calls have names that begin with `prefix`.
    fn follow(&self, plan: &str, prefix: &str) -> Progress {
        let names = self.conversation.agent.split('/').filter(|name| !name.is_empty());
        let path = names.fold(AgentPath::root(), |path, name| path.child(name));
        let Some(environment) = self.reference.system.environment(&path, Defense::Individual) else {
            return Progress::Failed("there is no such agent".to_owned());
        };
        let program = match self.program(plan, &environment) {
            Ok(program) => program,
            Err(error) => return Progress::Failed(error),
        };
        let mut world = World::new(Strictness::Explicit);
        let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
        let mut answer = None;
        let mut calls = 0;
        loop {
            let request = match machine.resume(&mut world, answer.take()) {
                Step::Finished(Ending::Value(value)) => return Progress::Ended(value.value),
                Step::Finished(Ending::Error(error)) => {
                    return Progress::Failed(format!("{}: {}", error.kind, error.message));
                }
                Step::Request(request) => request,
            };
            if let RequestKind::Quarantined { query, schema } = &request.kind {
                answer = Some(think(query, schema, &mut world));
                continue;
            }
            calls += 1;
            let id = format!("{prefix}{calls}");
            let Some(content) = self.result_of(&id) else {
                return match call(request, id, &environment) {
                    Ok(call) => Progress::Call(call),
                    Err(error) => Progress::Failed(error),
                };
            };
            answer = Some(self.heard(&request, content, &environment, &mut world));
        }
    }

    fn program(&self, plan: &str, environment: &Environment) -> Result<Program, String> {
        compile(plan, environment)
            .map_err(|findings| findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }

    /// What a call has given, as the plan's value.
    fn heard(
        &self,
        request: &Request,
        content: &str,
        environment: &Environment,
        world: &mut World,
    ) -> Answer {
        let failed = |message: &str| Answer::Failure {
            kind: ExcKind::ValueError,
            message: Datum::text(message, Label::NONE),
        };
        if let Some(message) = content.strip_prefix("error: ") {
            return failed(message);
        }
        let RequestKind::Tool { name, .. } = &request.kind else {
            // What a child has said itself, without what it passes on.
            let said = without_claims(content.split(READ).next().unwrap_or_default());
            // A goal that was carried out is all that was asked for.
            let is_about_goal = content.contains(DONE) && said == NOTHING_ELSE;
            let said = if is_about_goal { content } else { said };
            return Answer::Value(Datum::text(said, Label::NONE));
        };
        let ty = environment.tools.iter().find(|tool| tool.name == *name).map(|tool| &tool.returns);
        let json = match ty {
            Some(Type::Str) | None => json!(content),
            Some(_) => serde_json::from_str(content).unwrap_or_else(|_| json!(content)),
        };
        match ty.unwrap_or(&Type::Any).decode(&json, Label::NONE, world) {
            Ok(value) => Answer::Value(value),
            Err(mismatch) => failed(&mismatch.to_string()),
        }
    }
}

/// Says that a goal is done.
fn claim(goal: &Goal) -> String {
    format!("\n\n{DONE}{}", goal.words())
}

/// The text before the goals that it says are done.
fn without_claims(text: &str) -> &str {
    text.find(&format!("\n\n{DONE}")).and_then(|at| text.get(..at)).unwrap_or(text)
}

/// Reads a text by the rules of the reference quarantined model.
fn think(query: &Datum, schema: &Datum, world: &mut World) -> Answer {
    let answered = serde_json::from_str::<Json>(&schema.to_text())
        .ok()
        .and_then(|schema| Type::from_schema(&schema).ok())
        .and_then(|schema| {
            let value = quarantined::ask(&query.to_text(), &schema).ok()?;
            schema.decode(&value, Label::NONE, world).ok()
        });
    match answered {
        Some(value) => Answer::Value(value),
        None => Answer::Failure {
            kind: ExcKind::ValueError,
            message: Datum::text("the text does not hold what was asked for", Label::NONE),
        },
    }
}

/// A plan's request as a call.
fn call(request: Request, id: String, environment: &Environment) -> Result<ToolCall, String> {
    let (name, arguments) = match request.kind {
        RequestKind::Tool { name, arguments, .. } => {
            let tool = environment.tools.iter().find(|tool| tool.name == name);
            let mut encoded = Map::new();
            for (parameter, value) in &arguments {
                let ty = tool.and_then(|tool| tool.parameters.iter().find(|known| known.name == *parameter));
                let json = ty.map_or(&Type::Any, |known| &known.ty).encode(value);
                encoded.insert(parameter.to_string(), json.map_err(|mismatch| mismatch.to_string())?);
            }
            (name, Json::Object(encoded))
        }
        RequestKind::Agent { name, message, .. } => (name, json!({"message": message.to_text()})),
        RequestKind::Quarantined { .. } => return Err("the agent answers that itself".to_owned()),
        RequestKind::Clock => return Err("the agent has no clock".to_owned()),
        RequestKind::Gather { .. } => return Err("the agent makes one call at a time".to_owned()),
    };
    Ok(ToolCall { id, name: name.into(), arguments })
}
