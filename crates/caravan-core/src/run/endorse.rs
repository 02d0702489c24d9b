//! Messages that the gate would refuse, put to a person.

use caravan_label::AgentPath;
use serde_json::json;

use super::child::Call;
use super::episode::{Awaited, AwaitedMessage};
use super::{Next, Run};
use crate::approval::{Approval, ApprovalRequest, Subject};
use crate::effect::EffectKind;
use crate::gate::endorse::Shown;
use crate::gate::{Crossing, Denial};
use crate::outcome::{RunError, Status};
use crate::policy::{Decision, Verdict};
use crate::report;

impl Run {
    /// Whether a person may be asked about a message at this place. To ask is an effect: `noninterference` wants trusted
    /// control for it.
    pub(super) fn may_ask_about(&mut self, crossing: &Crossing<'_>) -> bool {
        let decided = self.world.lattice.join(crossing.pc, crossing.site.callee);
        self.settings.ask_about_messages
            && (self.settings.strictness != caravan_plan::Strictness::Noninterference
                || self.world.lattice.is_trusted(decided))
    }

    /// Puts everything that the child's planner would read to a person.
    pub(super) fn ask_about_message(
        &mut self,
        call: Call,
        path: AgentPath,
        shown: Shown,
        denial: Box<Denial>,
    ) -> Next {
        let caller = self.here();
        let id = self.record_child(&caller, &call, Decision::ask("gate", denial.title()));
        let ruling = self.settings.ruling();
        let lattice = &self.world.lattice;
        let arguments = shown
            .texts()
            .map(|(name, text)| {
                let label = report::label_json(lattice, text.label, ruling);
                (name.to_owned(), json!({"value": text.text, "label": label}))
            })
            .collect();
        let request = ApprovalRequest {
            subject: Subject::Message,
            agent: caller.as_str().to_owned(),
            tool: call.child.to_string(),
            server: String::new(),
            call: id,
            line: call.span.line,
            arguments,
            policy: "gate".to_owned(),
            reason: denial.title(),
        };
        let awaited = AwaitedMessage { id, call, path, shown, denial };
        Next::Ask(EffectKind::Approve(request), Awaited::Message(Box::new(awaited)))
    }

    /// Takes what the person said: begins the child's episode with the texts that were shown, or ends the run.
    pub(super) fn message_approved(&mut self, awaited: AwaitedMessage, approval: Approval) -> Next {
        let AwaitedMessage { id, call, path, shown, denial } = awaited;
        let passed = shown.endorsed(approval, &mut self.world);
        let Some(record) = self.record.call_mut(id) else { return super::planning::lost() };
        match passed {
            Some(passed) => {
                record.decision.effect = Verdict::Allow;
                let reason = &record.decision.reason;
                record.decision.reason = format!("a person approved the message, although {reason}");
                record.decision.endorsed_by = Some(approval.endorser());
                record.carried_out = true;
                self.begin_child(id, call, path, passed)
            }
            None => {
                record.decision.effect = Verdict::Deny;
                if approval == Approval::No {
                    let reason = &record.decision.reason;
                    record.decision.reason = format!("a person did not approve the message: {reason}");
                }
                Next::Stop(Status::Denied, RunError::from_denial(denial))
            }
        }
    }
}
