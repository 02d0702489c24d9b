//! What agents share while a run lasts: the memory and the mailboxes. Values go in and come out with their labels; no
//! planner ever reads any of them.
//!
//! Which keys there are, how many messages, in which order: that is what the state's label is for, which the machine keeps
//! (DESIGN section 3, *state*). What is read takes it into its control, as an element takes its container's structure.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_label::{Label, Source};
use caravan_plan::{Answer, Datum, ExcKind, Shared, Span, Strictness, Tree};

use super::episode::Failure;
use super::{Next, Run};
use crate::outcome::{RunError, Status};
use crate::policy::Decision;
use crate::record::{CallKind, CallRecord};
use crate::system::MESSAGE;

/// What is in the memory and in the mailboxes.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// Key and value, by key.
    memory: BTreeMap<Box<str>, (Datum, Datum)>,
    /// The messages that were not read yet, by recipient, the oldest first.
    mailboxes: BTreeMap<Box<str>, Vec<Datum>>,
    /// How large all of it is.
    bytes: usize,
}

impl Store {
    fn put(&mut self, key: Datum, value: Datum) {
        self.bytes = self.bytes.saturating_add(key.size()).saturating_add(value.size());
        if let Some((key, value)) = self.memory.insert(key.to_text().into(), (key, value)) {
            self.bytes = self.bytes.saturating_sub(key.size()).saturating_sub(value.size());
        }
    }

    fn send(&mut self, to: Box<str>, message: Datum) {
        self.bytes = self.bytes.saturating_add(message.size());
        self.mailboxes.entry(to).or_default().push(message);
    }

    fn take(&mut self, recipient: &str) -> Vec<Datum> {
        let messages = self.mailboxes.remove(recipient).unwrap_or_default();
        self.bytes = messages.iter().map(Datum::size).fold(self.bytes, usize::saturating_sub);
        messages
    }

    fn values(&self) -> impl Iterator<Item = &Datum> {
        let kept = self.memory.values().flat_map(|(key, value)| [key, value]);
        kept.chain(self.mailboxes.values().flatten())
    }
}

/// A call of something that is shared.
pub(super) struct SharedCall {
    pub(super) what: Shared,
    pub(super) arguments: Vec<(Box<str>, Datum)>,
    pub(super) callee: Label,
    /// What the states that it reads held.
    pub(super) state: Label,
    pub(super) span: Span,
    pub(super) pc: Label,
}

impl Run {
    pub(super) fn call_shared(&mut self, call: SharedCall) -> Next {
        let SharedCall { what, arguments, callee, state, span, pc } = call;
        let decided = self.world.lattice.join(pc, callee);
        let given = self.deep_label(arguments.iter().map(|(_, datum)| datum), callee);
        let id = self.record_call(CallRecord {
            id: self.record.next_call(),
            episode: self.episode(),
            agent: self.here(),
            kind: CallKind::Tool,
            name: what.name().into(),
            line: span.line,
            pc_trusted: self.world.lattice.is_trusted(decided),
            decided,
            arguments: arguments.clone(),
            carried_out: true,
            decision: Decision::allow(
                "shared",
                "what agents share keeps its labels, and no planner reads it",
            ),
            result: None,
            failure: None,
        });
        if what.changes_something() {
            self.acts();
        }
        match self.carry_out_shared(what, arguments, callee, state) {
            Err((kind, message)) => self.fail_call(id, kind, message, given),
            Ok(_) if self.store.bytes > self.settings.limits.memory => self.store_is_full(span),
            Ok(result) => {
                if let Some(record) = self.record.call_mut(id) {
                    record.result = Some(result.clone());
                }
                Next::Resume(Some(Answer::Value(result)))
            }
        }
    }

    /// The result; or an error that tells of the arguments and nothing else.
    fn carry_out_shared(
        &mut self,
        what: Shared,
        arguments: Vec<(Box<str>, Datum)>,
        callee: Label,
        state: Label,
    ) -> Result<Datum, (ExcKind, String)> {
        let (mut value, mut name) = (Datum { value: Tree::None, label: Label::NONE }, None);
        for (parameter, datum) in arguments {
            match &*parameter {
                "key" | "to" => name = Some(datum),
                _ => value = datum,
            }
        }
        if value.holds_foreign() {
            let message = format!("{}() keeps data: no functions, classes or iterators", what.name());
            return Err((ExcKind::TypeError, message));
        }
        if let Some(name) = name.as_ref().filter(|name| !matches!(name.value, Tree::Str(_))) {
            let message =
                format!("{}() takes a text as its first argument, not {}", what.name(), name.repr());
            return Err((ExcKind::TypeError, message));
        }
        let name = name.unwrap_or(Datum::text("", Label::NONE));
        let nothing = Datum { value: Tree::None, label: callee };
        let held = self.world.lattice.join(state, callee);
        Ok(match what {
            Shared::MemoryPut => {
                self.store.put(name, value);
                nothing
            }
            Shared::MemoryGet => {
                let held = self.world.lattice.join(held, name.label);
                let found = self.store.memory.get(&*name.to_text()).map(|(_, value)| value.clone());
                self.picked_by(held, found.unwrap_or(value))
            }
            Shared::MemoryKeys => {
                let keys: Vec<Datum> = self.store.memory.values().map(|(key, _)| key.clone()).collect();
                self.all_of(held, keys)
            }
            Shared::MailboxSend => {
                let system = Arc::clone(&self.system);
                let agent = system.agent(&self.here());
                let (to, sender) = (name.to_text(), agent.map(|agent| agent.name()).unwrap_or_default());
                let known: Vec<&str> =
                    agent.map(|agent| system.recipients(agent).collect()).unwrap_or_default();
                if !known.contains(&&*to) {
                    let message = format!(
                        "mailbox.send() cannot send to {}: {sender} sends to {}",
                        name.repr(),
                        known.join(", ")
                    );
                    return Err((ExcKind::ValueError, message));
                }
                let own = self.world.lattice.data_from(&[Source::System]);
                let parts = vec![("sender".into(), Datum::text(sender, own)), ("value".into(), value)];
                self.store.send(to.into(), Datum { value: Tree::Record(MESSAGE.into(), parts), label: own });
                nothing
            }
            Shared::MailboxRead => {
                let system = Arc::clone(&self.system);
                let recipient = system.agent(&self.here()).map(|agent| agent.name()).unwrap_or_default();
                let messages = self.store.take(recipient);
                self.all_of(held, messages)
            }
        })
    }

    /// Something that was kept, as it is read where `held` decided which it is.
    fn picked_by(&mut self, held: Label, mut kept: Datum) -> Datum {
        let lattice = &mut self.world.lattice;
        let by = match self.settings.strictness {
            // At `explicit`, keys and structures that picked an element count as data.
            Strictness::Explicit => held,
            Strictness::Cfi | Strictness::Noninterference => lattice.guard_unbounded(held),
        };
        kept.taint_deeply(by, lattice);
        kept
    }

    /// Everything that was kept in one place, as it is read where `held` decided what is there.
    fn all_of(&mut self, held: Label, kept: Vec<Datum>) -> Datum {
        let kept = kept.into_iter().map(|kept| self.picked_by(held, kept)).collect();
        Datum { value: Tree::List(kept), label: held }
    }

    /// Ends the run. No handler catches that: how large all of it is, is told by everything in it.
    fn store_is_full(&mut self, span: Span) -> Next {
        let mut label = self
            .world
            .states
            .values()
            .copied()
            .fold(Label::NONE, |label, held| self.world.lattice.join(label, held));
        for value in self.store.values() {
            let own = value.deep_label(&mut self.world.lattice);
            label = self.world.lattice.join(label, own);
        }
        let limit = self.settings.limits.memory;
        let failure = Failure {
            kind: "LimitReached".into(),
            message: format!(
                "the memory and the mailboxes of the run hold more than the limit `memory`, {limit} bytes"
            ),
            span: Some(span),
            label,
            notes: Vec::new(),
            help: None,
        };
        Next::Stop(Status::PlanFailed, RunError::from_failure(failure, &self.here(), false))
    }
}
