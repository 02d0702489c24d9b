//! Calls from agent to agent: the gate on the way down, labels on the way down and up.

use caravan_label::{AgentPath, Label};
use caravan_plan::{Answer, Datum, ExcKind, Mismatch, Request, RequestKind, Site, Span, Tree, Type};
use serde_json::Value as Json;

use super::episode::{End, Episode, Failure, Mind, Planning};
use super::repair::Past;
use super::{Next, Run};
use crate::gate::endorse::Shown;
use crate::gate::{self, Crossing, Passed};
use crate::outcome::{RunError, Status, agent_name};
use crate::policy::Decision;
use crate::record::{CallId, CallKind, CallRecord};
use crate::settings::Defense;

/// A call of a child, taken apart.
#[derive(Debug)]
pub(crate) struct Call {
    pub(super) child: Box<str>,
    message: Datum,
    variables: Vec<(Datum, Datum)>,
    schema: Datum,
    site: Site,
    pub(super) span: Span,
    pc: Label,
    /// Whether a plan above goes on if the child fails.
    caught: bool,
}

impl Run {
    pub(super) fn call_child(&mut self, request: Request) -> Next {
        let (span, pc, caught) = (request.span, request.pc, request.caught);
        let RequestKind::Agent { name, message, variables, schema, site } = request.kind else {
            return super::planning::lost();
        };
        let call = Call { child: name, message, variables, schema, site, span, pc, caught };
        let (caller, callee) = (self.here(), call.site.callee);
        let path = caller.child(&call.child);
        if self.system.agent(&path).is_none() {
            return self.raise(ExcKind::NameError, format!("name '{}' is not defined", call.child), callee);
        }
        if let Some(bound) = self.system.depth_bound()
            && self.depth() >= bound
        {
            let message = format!("agents call each other more than {bound} deep");
            return self.raise(ExcKind::RecursionError, message, callee);
        }
        if self.settings.defense == Defense::Individual {
            return self.paste(call, path);
        }
        self.pass(call, path)
    }

    /// The protocol of multi-CaMeL.
    fn pass(&mut self, call: Call, path: AgentPath) -> Next {
        let caller = self.here();
        let names: Vec<&Datum> = call.variables.iter().map(|(name, _)| name).collect();
        let parts = [&call.message, &call.schema].into_iter().chain(names.iter().copied());
        let told = self.deep_label(parts, call.site.callee);
        if let Some(part) = not_text(&call.message, &names) {
            return self.raise(ExcKind::TypeError, format!("{}() {part} must be str", call.child), told);
        }
        if let Err(message) = read_schema(&call.schema) {
            return self.raise(ExcKind::TypeError, format!("output_schema: {message}"), told);
        }
        let crossing = Crossing {
            caller: &caller,
            callee: &call.child,
            message: &call.message,
            names: &names,
            schema: &call.schema,
            site: &call.site,
            pc: call.pc,
            span: call.span,
        };
        let ruling = self.settings.ruling();
        let passed = match gate::pass(&mut self.world, ruling, &crossing) {
            Ok(passed) => passed,
            Err(denial) if self.may_ask_about(&crossing) => {
                let shown = Shown::of(&crossing, &mut self.world);
                return self.ask_about_message(call, path, shown, denial);
            }
            Err(denial) => {
                self.record_child(&caller, &call, Decision::deny("gate", denial.title()));
                return Next::Stop(Status::Denied, RunError::from_denial(denial));
            }
        };
        let reason = format!("charged {} bits of {}", passed.charge.cost, ruling.budget);
        let id = self.record_child(&caller, &call, Decision::allow("gate", reason));
        self.begin_child(id, call, path, passed)
    }

    /// Begins a child's episode with what has passed the gate.
    pub(super) fn begin_child(&mut self, id: CallId, call: Call, path: AgentPath, passed: Passed) -> Next {
        let schema = match read_schema(&call.schema) {
            Ok(schema) => schema,
            Err(_) => return super::planning::lost(),
        };
        let base = passed.charge.base;
        let defense = self.settings.defense;
        let names = passed.names.clone();
        let request =
            self.system.plan_request(&path, defense, passed.message, passed.names, Some(passed.schema));
        let Some(request) = request else { return super::planning::lost() };
        let variables = names
            .iter()
            .zip(call.variables)
            .map(|(name, (_, mut value))| {
                // Passing a value on is a way out of the guards that are open at the call.
                value.taint_deeply(call.pc, &mut self.world.lattice);
                (name.text().into(), value)
            })
            .collect();
        let planning = Planning {
            request,
            variables,
            schema,
            base,
            pc: call.pc,
            caught: call.caught,
            origin: base,
            machine: None,
            past: Past::new(self.settings.max_repairs),
        };
        self.begin_plan(Episode::planning(Some(id), planning))
    }

    /// The free text of individual CaMeL: whatever the message holds becomes the child's instruction.
    fn paste(&mut self, call: Call, path: AgentPath) -> Next {
        let caller = self.here();
        let Some(instruction) = gate::paste(self.settings.defense, &call.message) else {
            return super::planning::lost();
        };
        let decision = Decision::allow("individual", "free text between agents is not checked");
        let id = self.record_child(&caller, &call, decision);
        let said = self.deep_label([&call.message].into_iter(), call.site.callee);
        let request = self.system.plan_request(&path, self.settings.defense, instruction, Vec::new(), None);
        let Some(request) = request else { return super::planning::lost() };
        let planning = Planning {
            request,
            variables: Vec::new(),
            schema: Type::Str,
            // The child takes the message for its user's own words.
            base: Label::NONE,
            pc: Label::NONE,
            caught: call.caught,
            origin: said,
            machine: None,
            past: Past::new(self.settings.max_repairs),
        };
        self.begin_plan(Episode::planning(Some(id), planning))
    }

    pub(super) fn record_child(&mut self, caller: &AgentPath, call: &Call, decision: Decision) -> CallId {
        self.acts();
        let mut arguments = vec![("message".into(), call.message.clone())];
        if self.settings.defense == Defense::Multi {
            let entries = call.variables.clone();
            arguments
                .push(("variables".into(), Datum { value: Tree::Dict(entries), label: call.site.callee }));
            arguments.push(("output_schema".into(), call.schema.clone()));
        }
        let decided = self.world.lattice.join(call.pc, call.site.callee);
        let record = CallRecord {
            id: self.record.next_call(),
            episode: self.episode(),
            agent: caller.clone(),
            kind: CallKind::Agent,
            name: call.child.clone(),
            line: call.span.line,
            arguments,
            pc_trusted: self.world.lattice.is_trusted(decided),
            decided,
            carried_out: decision.effect == crate::policy::Verdict::Allow,
            decision,
            result: None,
            failure: None,
        };
        self.record_call(record)
    }

    /// Hands the end of a child's episode to its parent, which is on top of the stack now.
    pub(super) fn hand_up(&mut self, ended: Episode, end: End) -> Next {
        let Some(call) = ended.call else { return super::planning::lost() };
        match ended.mind {
            Mind::Planning(planning) => self.answer_parent(&ended.path, call, &planning, end),
            Mind::Talking(_) => self.talk_child_ended(call, end),
            Mind::Gathering => super::planning::lost(),
        }
    }

    fn answer_parent(&mut self, path: &AgentPath, call: CallId, planning: &Planning, end: End) -> Next {
        let failure = match end {
            End::Value(mut answer) => {
                self.world.answered(&mut answer);
                self.world.note_answer(&mut answer, call.number());
                if let Some(record) = self.record.call_mut(call) {
                    record.result = Some(answer.clone());
                }
                return Next::Resume(Some(Answer::Value(answer)));
            }
            End::Failed(failure) => failure,
        };
        let lattice = &mut self.world.lattice;
        let own = lattice.data_from(&[caravan_label::Source::System]);
        let label =
            [failure.label, planning.origin].into_iter().fold(own, |label, part| lattice.join(label, part));
        let place =
            failure.span.map(|span| format!(" on line {} of its plan", span.line)).unwrap_or_default();
        let what = if lattice.is_trusted(label) {
            format!(": {}", failure.message)
        } else {
            "; what it says is withheld, since untrusted data had a part in it".to_owned()
        };
        let message = format!("{} failed with {}{place}{what}", agent_name(path), failure.kind);
        self.fail_call(call, ExcKind::RuntimeError, message, label)
    }
}

/// A child's answer as its parent gets it: labelled with what decided which plan it comes from, and of the type that was
/// asked for.
pub(super) fn fit(
    mut answer: Datum,
    planning: &Planning,
    lattice: &mut caravan_label::Lattice,
) -> Result<Datum, Failure> {
    // Which value the plan returns, was decided by what its planner read.
    answer.taint_deeply(planning.origin, lattice);
    let label = answer.deep_label(lattice);
    planning.schema.coerce(answer, lattice).map_err(|Mismatch { pointer, message, .. }| {
        let place = if pointer.is_empty() { String::new() } else { format!(" at `{pointer}`") };
        Failure {
            kind: "TypeError".into(),
            message: format!("its plan returned something else than was asked for: {message}{place}"),
            span: None,
            label,
            notes: Vec::new(),
            help: None,
        }
    })
}

/// The part of a call that ought to be text and is not.
fn not_text(message: &Datum, names: &[&Datum]) -> Option<&'static str> {
    if !matches!(message.value, Tree::Str(_)) {
        Some("message")
    } else if names.iter().any(|name| !matches!(name.value, Tree::Str(_))) {
        Some("names of variables")
    } else {
        None
    }
}

fn read_schema(schema: &Datum) -> Result<Type, String> {
    let json: Json = serde_json::from_str(&schema.to_text()).map_err(|error| error.to_string())?;
    Type::from_schema(&json).map_err(|error| error.to_string())
}
