//! The defense `none`: every agent is a tool-calling loop over the same tools and children, and reads everything.
//!
//! Nothing is protected here; labels only record what each conversation has read, so that the damage can be explained.

use std::collections::VecDeque;
use std::sync::Arc;

use caravan_label::{AgentPath, Label};
use caravan_plan::Datum;
use serde_json::Value as Json;

use crate::effect::{EffectKind, ToolAnswer, ToolFailure, ToolRequest};
use crate::model::{Conversation, Message, ModelError, Reply, ToolCall, Turn};
use crate::outcome::{RunError, Status};
use crate::policy::{Decision, PolicyCall, Verdict};
use crate::record::{CallId, CallKind, CallRecord, EpisodeRecord};
use crate::settings::Defense;
use crate::system::Agent;

use super::door::refusal;
use super::episode::{Awaited, AwaitedReply, End, Episode, Mind};
use super::planning::lost;
use super::{Next, Run, labels};

/// A tool-calling agent's episode.
#[derive(Debug)]
pub(crate) struct Talk {
    pub(crate) conversation: Conversation,
    /// Everything that the model has read.
    pub(crate) label: Label,
    turns: usize,
    /// The calls of its last turn that were not made yet.
    pending: VecDeque<ToolCall>,
    /// The call that a child is at work on, by the model's own name for it.
    under_way: Option<ToolCall>,
}

/// The root's first message: the instruction, and the data that the user handed in.
pub(crate) fn first_message(instruction: &str, data: &[(String, Json)]) -> String {
    data.iter()
        .fold(instruction.to_owned(), |text, (name, json)| format!("{text}\n\n{name}:\n{}", as_text(json)))
}

fn system_prompt(agent: &Agent) -> String {
    format!(
        "You are the agent `{}`. {}\nDo what the user asks with the tools that you have; some of them are other agents, which \
         you ask in plain words. When you are done, answer the user.",
        agent.name(),
        agent.description().trim()
    )
}

impl Run {
    /// Puts a tool-calling episode on the stack.
    pub(crate) fn begin_talk(
        &mut self,
        path: AgentPath,
        call: Option<CallId>,
        text: String,
        label: Label,
    ) -> Next {
        let system = Arc::clone(&self.system);
        let Some(agent) = system.agent(&path) else {
            return Next::Return(End::failed("NameError", format!("there is no agent `{path}`"), label));
        };
        let conversation = Conversation {
            agent: path.to_string(),
            system: system_prompt(agent),
            messages: vec![Message::User { content: text.clone() }],
            tools: system.callables(agent, Defense::None),
        };
        let index = self.record.episodes.len();
        self.record.episodes.push(EpisodeRecord {
            agent: path.clone(),
            call,
            instruction: text,
            plan: None,
            refused: Vec::new(),
            repaired: Vec::new(),
        });
        let talk = Talk { conversation, label, turns: 0, pending: VecDeque::new(), under_way: None };
        self.episodes.push(Episode { path, index, call, mind: Mind::Talking(Box::new(talk)) });
        Next::Talk
    }

    /// Makes the next call of the model's last turn, or asks for its next turn.
    pub(crate) fn talk(&mut self) -> Next {
        let most = self.settings.max_turns;
        let Some(talk) = self.talking() else { return lost() };
        match talk.pending.pop_front() {
            Some(call) => self.talk_call(call),
            None if talk.turns >= most => {
                let message = format!("the conversation took more than {most} turns");
                Next::Return(End::failed("TurnLimit", message, talk.label))
            }
            None => Next::Ask(EffectKind::Converse(talk.conversation.clone()), Awaited::Turn),
        }
    }

    /// Takes a turn of the model: calls to make, or its answer.
    pub(crate) fn turned(&mut self, reply: Result<Reply<Turn>, ModelError>) -> Next {
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => return self.model_failed(&error, "model"),
        };
        self.usage += reply.usage;
        let Some(talk) = self.talking() else { return lost() };
        let turn = reply.content;
        talk.turns += 1;
        if turn.calls.is_empty() {
            return Next::Return(End::Value(Datum::text(turn.content, talk.label)));
        }
        talk.pending = turn.calls.iter().cloned().collect();
        talk.conversation.messages.push(Message::Assistant(turn));
        Next::Talk
    }

    fn talk_call(&mut self, call: ToolCall) -> Next {
        let path = self.here();
        let system = Arc::clone(&self.system);
        let Some(agent) = system.agent(&path) else { return lost() };
        let label = self.talking().map(|talk| talk.label).unwrap_or_default();
        if let Some(tool) = system.tool(agent, &call.name) {
            let arguments = labelled_arguments(&call.arguments, label);
            let pc = self.world.lattice.guard_unbounded(label);
            let policy = Arc::clone(&self.settings.policy);
            let policy_call =
                PolicyCall { agent: &path, tool, arguments: &arguments, pc, callee: Label::NONE };
            let decision = policy.decide(&policy_call, &mut self.world);
            let decision = self.within_caps(decision, tool, &arguments);
            let id =
                self.record_talk_call(&path, CallKind::Tool, &call.name, arguments, label, decision.clone());
            if decision.effect != Verdict::Allow {
                return Next::Stop(Status::Denied, refusal(&call.name, &decision, &path));
            }
            let lattice = &mut self.world.lattice;
            let source = tool.source(&path);
            let own = lattice.data_from(std::slice::from_ref(&source));
            let label = lattice.join(own, label);
            let request = ToolRequest::new(&path, tool, id, call.arguments);
            let awaited = AwaitedReply { call: id, turn_call: call.id, name: call.name, label, source };
            return Next::Ask(EffectKind::Tool(request), Awaited::TalkTool(awaited));
        }
        if system.children(agent).any(|child| child.name() == call.name) {
            if let Some(bound) = system.depth_bound()
                && self.depth() >= bound
            {
                let text = format!("error: agents call each other more than {bound} deep");
                return self.reply(call.id, call.name, text, label);
            }
            let arguments = labelled_arguments(&call.arguments, label);
            let decision = Decision::allow("none", "nothing is checked between agents");
            let id = self.record_talk_call(&path, CallKind::Agent, &call.name, arguments, label, decision);
            let text = call.arguments.get("message").map_or_else(|| as_text(&call.arguments), as_text);
            let child = path.child(&call.name);
            if let Some(talk) = self.talking() {
                talk.under_way = Some(call);
            }
            return self.begin_talk(child, Some(id), text, label);
        }
        let text = format!("error: there is no tool `{}`", call.name);
        self.reply(call.id, call.name, text, label)
    }

    fn record_talk_call(
        &mut self,
        path: &AgentPath,
        kind: CallKind,
        name: &str,
        arguments: Vec<(Box<str>, Datum)>,
        label: Label,
        decision: Decision,
    ) -> CallId {
        let call = CallRecord {
            id: self.record.next_call(),
            episode: self.episode(),
            agent: path.clone(),
            kind,
            name: name.into(),
            line: 0,
            arguments,
            // What the model has read decided what it calls.
            pc_trusted: self.world.lattice.is_trusted(label),
            decided: label,
            carried_out: decision.effect == Verdict::Allow,
            decision,
            result: None,
            failure: None,
        };
        self.record_call(call)
    }

    /// Takes a tool's result.
    pub(crate) fn talk_tool_answered(
        &mut self,
        awaited: AwaitedReply,
        result: Result<ToolAnswer, ToolFailure>,
    ) -> Next {
        let AwaitedReply { call, turn_call, name, label, source } = awaited;
        let said = match &result {
            Ok(answer) => &answer.restriction,
            Err(failure) => failure.restriction(),
        };
        let said = labels::restriction(said, &source, &mut self.world.lattice);
        let label = self.world.lattice.join(label, said);
        let text = match result {
            Ok(answer) => {
                self.note_result(call, Ok(Datum::from_json(&answer.value, label)));
                as_text(&answer.value)
            }
            Err(failure) if failure.is_unavailable() => {
                let path = self.here();
                let title = format!("tool `{name}` cannot be reached: {failure}");
                return Next::Stop(
                    Status::ToolFailed,
                    RunError::new("ToolFailure", title, &path).untrusted(),
                );
            }
            Err(failure) => {
                self.note_result(call, Err(Datum::text(failure.to_string(), label)));
                format!("error: {failure}")
            }
        };
        self.reply(turn_call, name, text, label)
    }

    /// Takes the end of a child's episode.
    pub(crate) fn talk_child_ended(&mut self, call: CallId, end: End) -> Next {
        let Some(asked) = self.talking().and_then(|talk| talk.under_way.take()) else { return lost() };
        let (text, label) = match end {
            End::Value(answer) => {
                let (text, label) = (answer.to_text(), answer.label);
                self.note_result(call, Ok(answer));
                (text, label)
            }
            End::Failed(failure) => {
                self.note_result(call, Err(Datum::text(failure.message.as_str(), failure.label)));
                (format!("error: {}", failure.message), failure.label)
            }
        };
        self.reply(asked.id, asked.name, text, label)
    }

    /// Adds the result of a call to the conversation.
    fn reply(&mut self, call_id: String, name: String, content: String, label: Label) -> Next {
        let known = self.talking().map(|talk| talk.label).unwrap_or_default();
        let label = self.world.lattice.join(known, label);
        let Some(talk) = self.talking() else { return lost() };
        talk.label = label;
        talk.conversation.messages.push(Message::Tool { call_id, name, content });
        Next::Talk
    }

    fn note_result(&mut self, call: CallId, result: Result<Datum, Datum>) {
        if let Some(record) = self.record.call_mut(call) {
            match result {
                Ok(value) => record.result = Some(value),
                Err(failure) => record.failure = Some(failure),
            }
        }
    }

    fn talking(&mut self) -> Option<&mut Talk> {
        match self.top().map(|episode| &mut episode.mind) {
            Some(Mind::Talking(talk)) => Some(talk),
            _ => None,
        }
    }
}

fn labelled_arguments(arguments: &Json, label: Label) -> Vec<(Box<str>, Datum)> {
    match arguments {
        Json::Object(arguments) => arguments
            .iter()
            .map(|(name, json)| (name.as_str().into(), Datum::from_json(json, label)))
            .collect(),
        other => vec![("0".into(), Datum::from_json(other, label))],
    }
}

/// A JSON value as a model reads it: a text as it stands.
fn as_text(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
