//! The door between a plan and the world: calls of tools and of the quarantined model. Here arguments are encoded, policies
//! decide, and what comes back gets its label.

use caravan_label::{Label, Source};
use caravan_plan::{Answer, Datum, ExcKind, Request, RequestKind, Shared, Span, Strictness, Type};
use serde_json::{Map, Value as Json};

use super::episode::{Awaited, AwaitedApproval, AwaitedValue, Labelling};
use super::shared::SharedCall;
use super::{Failure, Next, Run, labels};
use crate::approval::{Approval, ApprovalRequest, Subject};
use crate::effect::{EffectKind, ToolAnswer, ToolFailure, ToolRequest};
use crate::model::{ExtractRequest, Extraction, ModelError, ModelErrorKind, Reply};
use crate::outcome::{RunError, Status};
use crate::policy::{self, Decision, PolicyCall, Verdict};
use crate::record::{CallId, CallKind, CallRecord};
use crate::report;
use crate::system::Tool;

/// The name under which plans ask the quarantined model.
const QUARANTINED: &str = "query_ai_assistant";

impl Run {
    pub(super) fn call_tool(&mut self, request: Request) -> Next {
        let RequestKind::Tool { name, arguments, callee, state } = request.kind else {
            return super::planning::lost();
        };
        if let Some(what) = Shared::from_name(&name) {
            let (span, pc) = (request.span, request.pc);
            return self.call_shared(SharedCall { what, arguments, callee, state, span, pc });
        }
        let path = self.here();
        let system = std::sync::Arc::clone(&self.system);
        let Some(tool) = system.agent(&path).and_then(|agent| system.tool(agent, &name)) else {
            return self.raise(ExcKind::NameError, format!("name '{name}' is not defined"), callee);
        };
        let given = self.deep_label(arguments.iter().map(|(_, datum)| datum), callee);
        let encoded = match encode(tool, &arguments) {
            Ok(encoded) => encoded,
            Err(message) => return self.misfit(message, given, &request.span),
        };
        let call = PolicyCall { agent: &path, tool, arguments: &arguments, pc: request.pc, callee };
        let decision = policy::decide(&*self.settings.policy, &call, &mut self.world);
        let decision = self.within_caps(decision, tool, &arguments);
        let decided = self.world.lattice.join(request.pc, callee);
        let id = self.record_call(CallRecord {
            id: self.record.next_call(),
            episode: self.episode(),
            agent: path.clone(),
            kind: CallKind::Tool,
            name: name.clone(),
            line: request.span.line,
            pc_trusted: self.world.lattice.is_trusted(decided),
            decided,
            arguments,
            carried_out: decision.effect == Verdict::Allow,
            decision: decision.clone(),
            result: None,
            failure: None,
        });
        if decision.effect == Verdict::Deny {
            return Next::Stop(Status::Denied, refusal(&name, &decision, &path).at(request.span));
        }
        if tool.has_side_effect() || !tool.signature().writes.is_empty() || decision.effect == Verdict::Ask {
            self.acts();
        }
        let lattice = &mut self.world.lattice;
        let own = lattice.data_from(&[tool.source(&path)]);
        let given = [given, state].into_iter().fold(Label::NONE, |label, part| lattice.join(label, part));
        let label = lattice.join(own, given);
        let labelling = Some(Labelling { source: tool.source(&path), given, rules: tool.label_rules() });
        let awaited = AwaitedValue { call: id, name, ty: tool.returns().clone(), label, labelling };
        let tool_request = ToolRequest::new(&path, tool, id, encoded);
        match decision.effect {
            Verdict::Ask => {
                self.ask_person(AwaitedApproval { request: tool_request, value: awaited, span: request.span })
            }
            _ => Next::Ask(EffectKind::Tool(tool_request), Awaited::Tool(awaited)),
        }
    }

    /// The same decision, unless the call would meet a cap.
    pub(super) fn within_caps(
        &mut self,
        decision: Decision,
        tool: &Tool,
        arguments: &[(Box<str>, Datum)],
    ) -> Decision {
        match decision.effect {
            Verdict::Deny => decision,
            _ => self.spent.count(&self.settings.caps, tool, arguments).err().unwrap_or(decision),
        }
    }

    /// Arguments do not fit. Under `noninterference` no handler catches that where untrusted data may have caused it: in
    /// another run they fit, and the tool is called.
    fn misfit(&mut self, message: String, given: Label, span: &Span) -> Next {
        let is_strict = self.settings.strictness == Strictness::Noninterference;
        if is_strict && !self.world.lattice.is_trusted(given) {
            let failure = Failure {
                kind: "TypeError".into(),
                message,
                span: Some(*span),
                label: given,
                notes: Vec::new(),
                help: None,
            };
            return Next::Stop(Status::PlanFailed, RunError::from_failure(failure, &self.here(), false));
        }
        self.raise(ExcKind::TypeError, message, given)
    }

    /// Puts a call to a person.
    fn ask_person(&mut self, awaited: AwaitedApproval) -> Next {
        let Some(record) = self.record.call(awaited.value.call).cloned() else {
            return super::planning::lost();
        };
        let ruling = self.settings.ruling();
        let arguments = record
            .arguments
            .iter()
            .map(|(name, datum)| (name.to_string(), report::value_json(datum, &mut self.world, ruling)))
            .collect();
        let ToolRequest { agent, tool, server, call, .. } = awaited.request.clone();
        let Decision { reason, policy, .. } = record.decision;
        let subject = Subject::Tool;
        let request = ApprovalRequest {
            subject,
            agent,
            tool,
            server,
            call,
            line: record.line,
            arguments,
            policy,
            reason,
        };
        Next::Ask(EffectKind::Approve(request), Awaited::Approval(Box::new(awaited)))
    }

    /// Takes what the person said: makes the call, or ends the run.
    pub(super) fn approved(&mut self, awaited: AwaitedApproval, approval: Approval) -> Next {
        let AwaitedApproval { request, value, span } = awaited;
        let path = self.here();
        let Some(record) = self.record.call_mut(value.call) else { return super::planning::lost() };
        let decision = &mut record.decision;
        match approval {
            Approval::Yes | Approval::Remembered(_) => {
                decision.effect = Verdict::Allow;
                decision.endorsed_by = Some(approval.endorser());
                decision.reason = format!("a person approved the call: {}", decision.reason);
                record.carried_out = true;
                Next::Ask(EffectKind::Tool(request), Awaited::Tool(value))
            }
            Approval::No => {
                decision.effect = Verdict::Deny;
                decision.reason = format!("a person did not approve the call: {}", decision.reason);
                let error = refusal(&value.name, decision, &path).at(span);
                Next::Stop(Status::Denied, error)
            }
            Approval::NobodyThere => {
                let error = refusal(&value.name, decision, &path).at(span);
                Next::Stop(Status::Denied, error)
            }
        }
    }

    pub(super) fn tool_answered(
        &mut self,
        mut awaited: AwaitedValue,
        result: Result<ToolAnswer, ToolFailure>,
    ) -> Next {
        let said = match &result {
            Ok(answer) => &answer.restriction,
            Err(failure) => failure.restriction(),
        };
        if let (Some(labelling), false) = (&mut awaited.labelling, said.is_none()) {
            let label = labels::restriction(said, &labelling.source, &mut self.world.lattice);
            awaited.label = self.world.lattice.join(awaited.label, label);
            labelling.given = self.world.lattice.join(labelling.given, label);
        }
        match result {
            Ok(answer) => self.answer_with(awaited, &answer.value),
            Err(failure) if failure.is_unavailable() => {
                let path = self.here();
                let title = format!("tool `{}` cannot be reached: {failure}", awaited.name);
                Next::Stop(Status::ToolFailed, RunError::new("ToolFailure", title, &path).untrusted())
            }
            Err(failure) => {
                self.fail_call(awaited.call, ExcKind::RuntimeError, failure.to_string(), awaited.label)
            }
        }
    }

    pub(super) fn ask_quarantined(&mut self, request: Request) -> Next {
        let RequestKind::Quarantined { query, schema } = request.kind else { return super::planning::lost() };
        let path = self.here();
        let asked = self.deep_label([&query, &schema].into_iter(), Label::NONE);
        let read = serde_json::from_str::<Json>(&schema.to_text())
            .map_err(|error| error.to_string())
            .and_then(|json| Ok((Type::from_schema(&json).map_err(|error| error.to_string())?, json)));
        let (ty, json) = match read {
            Ok(read) => read,
            Err(message) => {
                return self.raise(ExcKind::TypeError, format!("output_schema: {message}"), asked);
            }
        };
        let text = query.to_text();
        let most = self.settings.max_query_bytes;
        if text.len() > most {
            let message = format!(
                "the query has {} bytes, and a model is asked about {most} at most: take out of the text what matters, with the plan's own \
                 code, or ask about one part after another",
                text.len()
            );
            return self.raise(ExcKind::ValueError, message, asked);
        }
        let id = self.record_call(CallRecord {
            id: self.record.next_call(),
            episode: self.episode(),
            agent: path.clone(),
            kind: CallKind::Model,
            name: QUARANTINED.into(),
            line: request.span.line,
            pc_trusted: self.world.lattice.is_trusted(request.pc),
            decided: request.pc,
            arguments: vec![("query".into(), query), ("output_schema".into(), schema)],
            decision: Decision::allow("quarantine", "the quarantined model has no tools and no memory"),
            result: None,
            failure: None,
            carried_out: true,
        });
        let source = self.world.lattice.data_from(&[Source::Quarantined(path.clone())]);
        let label = self.world.lattice.join(source, asked);
        let awaited = AwaitedValue { call: id, name: QUARANTINED.into(), ty, label, labelling: None };
        let request = ExtractRequest { agent: path.to_string(), query: text, schema: json };
        Next::Ask(EffectKind::Extract(request), Awaited::Extraction(awaited))
    }

    pub(super) fn extracted(
        &mut self,
        awaited: AwaitedValue,
        reply: Result<Reply<Extraction>, ModelError>,
    ) -> Next {
        let content = match reply {
            Ok(reply) => {
                self.usage += reply.usage;
                Ok(reply.content)
            }
            // What the model makes of the text that it read is that text's doing, and the plan's to handle.
            Err(error)
                if matches!(
                    error.kind(),
                    ModelErrorKind::Refused
                        | ModelErrorKind::Filtered
                        | ModelErrorKind::Malformed
                        | ModelErrorKind::Incomplete
                ) =>
            {
                self.usage += error.usage();
                Err(error.to_string())
            }
            Err(error) => return self.model_failed(&error, "quarantined model"),
        };
        let (call, label) = (awaited.call, awaited.label);
        match content {
            Ok(Extraction::Value(json)) => self.answer_with(awaited, &json),
            Ok(Extraction::NotEnoughInformation) => {
                let message = "the text does not hold what was asked for".to_owned();
                self.fail_call(call, ExcKind::ValueError, message, label)
            }
            Ok(Extraction::Refused) => {
                self.fail_call(call, ExcKind::RuntimeError, "the model would not answer".to_owned(), label)
            }
            Ok(Extraction::Filtered) => {
                let message = "the provider's content filter stopped the answer".to_owned();
                self.fail_call(call, ExcKind::RuntimeError, message, label)
            }
            Err(message) => self.fail_call(call, ExcKind::RuntimeError, message, label),
        }
    }

    /// Ends the run for want of a model's answer.
    pub(super) fn model_failed(&mut self, error: &ModelError, role: &str) -> Next {
        self.usage += error.usage();
        let status = match error.kind() {
            ModelErrorKind::BudgetUsedUp => Status::BudgetUsedUp,
            ModelErrorKind::NotReviewed => Status::Denied,
            _ => Status::ModelFailed,
        };
        Next::Stop(status, RunError::from_model(error, role, &self.here()))
    }

    /// Hands a JSON answer to the plan as a value of the declared type.
    fn answer_with(&mut self, awaited: AwaitedValue, json: &Json) -> Next {
        match awaited.ty.decode(json, awaited.label, &mut self.world) {
            Ok(mut datum) => {
                if let Some(labelling) = &awaited.labelling {
                    labels::apply(&mut datum, labelling, &mut self.world.lattice);
                }
                self.world.note_answer(&mut datum, awaited.call.number());
                if let Some(record) = self.record.call_mut(awaited.call) {
                    record.result = Some(datum.clone());
                }
                Next::Resume(Some(Answer::Value(datum)))
            }
            Err(mismatch) => {
                let message =
                    format!("`{}` answered with something else than it declares: {mismatch}", awaited.name);
                self.fail_call(awaited.call, ExcKind::ValueError, message, awaited.label)
            }
        }
    }

    /// Notes that a call failed, and raises that in the plan.
    pub(super) fn fail_call(&mut self, call: CallId, kind: ExcKind, message: String, label: Label) -> Next {
        let mut message = Datum::text(message, label);
        self.world.note_answer(&mut message, call.number());
        if let Some(record) = self.record.call_mut(call) {
            record.failure = Some(message.clone());
        }
        Next::Resume(Some(Answer::Failure { kind, message }))
    }

    /// Raises an exception in the plan for a call that was not made.
    pub(super) fn raise(&mut self, kind: ExcKind, message: String, label: Label) -> Next {
        let own = self.world.lattice.data_from(&[Source::System]);
        let label = self.world.lattice.join(own, label);
        Next::Resume(Some(Answer::Failure { kind, message: Datum::text(message, label) }))
    }

    pub(crate) fn record_call(&mut self, call: CallRecord) -> CallId {
        let id = call.id;
        self.record.calls.push(call);
        id
    }

    pub(super) fn deep_label<'d>(&mut self, data: impl Iterator<Item = &'d Datum>, start: Label) -> Label {
        let lattice = &mut self.world.lattice;
        data.fold(start, |label, datum| {
            let deep = datum.deep_label(lattice);
            lattice.join(label, deep)
        })
    }
}

/// The arguments as a JSON object.
fn encode(tool: &Tool, arguments: &[(Box<str>, Datum)]) -> Result<Json, String> {
    let mut object = Map::new();
    for (name, datum) in arguments {
        let encoded = match tool.parameter(name) {
            Some(parameter)
                if datum.value == caravan_plan::Tree::None
                    && !parameter.required
                    && !parameter.ty.admits_none() =>
            {
                continue;
            }
            Some(parameter) => parameter.ty.encode(datum),
            None if tool.signature().accepts_anything => Type::Any.encode(datum),
            None => return Err(format!("{}() got an unexpected keyword argument '{name}'", tool.name())),
        };
        let json = encoded.map_err(|mismatch| {
            let place = if mismatch.pointer.is_empty() {
                String::new()
            } else {
                format!(" at `{}`", mismatch.pointer)
            };
            format!("{}() argument '{name}'{place}: {}", tool.name(), mismatch.message)
        })?;
        object.insert(name.to_string(), json);
    }
    for parameter in &tool.signature().parameters {
        if parameter.required && !object.contains_key(&*parameter.name) {
            return Err(format!("{}() missing required argument: '{}'", tool.name(), parameter.name));
        }
    }
    Ok(Json::Object(object))
}

/// Why the run ends where a policy did not allow a call.
pub(crate) fn refusal(tool: &str, decision: &Decision, agent: &caravan_label::AgentPath) -> RunError {
    let title = match decision.effect {
        Verdict::Ask => format!(
            "the call of `{tool}` needs a person's approval by policy `{}` ({}), and nobody can be asked",
            decision.policy, decision.reason
        ),
        _ => format!("the call of `{tool}` was refused by policy `{}`: {}", decision.policy, decision.reason),
    };
    RunError::new("Denied", title, agent).with_help(decision.remedy.as_deref())
}
