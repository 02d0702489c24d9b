//! What happens in a run, as it happens, for those who look on: the view of its progress, logs, traces, metrics.
//!
//! A [`Watched`] stands before a run's journal. What it tells is taken from the effects that the run asks for and from its
//! record. A watcher changes nothing: it cannot refuse an effect, and what it does with what it sees is its own.

mod events;
mod log;
mod words;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use caravan_core::effect::{Effect, EffectId, EffectKind, Outcome};
use caravan_core::journal::{Journal, JournalError};
use caravan_core::outcome::{RunOutcome, Status};
use caravan_core::policy::Verdict;
use caravan_core::record::{CallId, CallKind, CallRecord, EpisodeRecord, Record};

pub use events::event;
pub use log::Log;
pub use words::{agent_in_words, agent_of, error_kind, outcome_in_words, step_in_words, usage_of};

/// One thing that happens in a run.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'a> {
    /// An agent has been given an instruction.
    AgentBegins {
        /// The place of its episode in the run's record.
        episode: usize,
        /// The call that it answers; none for the root and for peers.
        call: Option<&'a CallRecord>,
        /// The episode.
        begun: &'a EpisodeRecord,
    },
    /// An agent has given its answer, or failed, or the run has ended round it.
    AgentEnds {
        /// The place of its episode in the run's record.
        episode: usize,
        /// Whether it gave an answer.
        well: bool,
        /// The kind of the error that ended the run, if that is why.
        error: Option<&'a str>,
    },
    /// A model, a tool or a person is asked.
    StepBegins(&'a Step<'a>),
    /// It has answered.
    StepEnds(&'a Step<'a>, &'a Outcome, Duration),
    /// The gate, a policy or a cap has refused a call.
    Denied(&'a CallRecord),
    /// The run has ended.
    RunEnds(&'a End<'a>),
}

/// A model, a tool or a person that is asked.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The number of the effect.
    pub id: EffectId,
    /// What is asked.
    pub kind: &'a EffectKind,
    /// The place in the run's record of the episode that asks.
    pub episode: usize,
    /// The line of its plan, where there is one.
    pub line: Option<u32>,
    /// The call that it is asked for, where there is one.
    pub call: Option<CallId>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// `done`, `denied` and so on, as in reports; `suspended`, `cancelled`, `interrupted`.
    pub status: &'a str,
    /// The kind of the error, if there was one.
    pub error: Option<&'a str>,
}

impl<'a> End<'a> {
    /// How a run came out that has an outcome.
    pub fn of(outcome: &'a RunOutcome) -> End<'a> {
        End { status: outcome.status.as_str(), error: outcome.error.as_ref().map(|error| error.kind()) }
    }

    /// Whether it ended with an answer.
    pub fn is_well(&self) -> bool {
        self.status == Status::Done.as_str()
    }
}

/// Looks on.
pub trait Watcher: Send {
    /// This has happened.
    fn see(&mut self, happening: &Happening<'_>);
}

/// A journal, and those who look on.
pub struct Watched<'a> {
    journal: &'a mut dyn Journal,
    watchers: Vec<&'a mut dyn Watcher>,
    /// The episodes that have not ended, the outer ones first, each with the call that it answers.
    open: Vec<(usize, Option<CallId>)>,
    episodes: usize,
    calls: usize,
    /// For each effect that may be asked for now: the line and the call.
    places: BTreeMap<usize, Vec<Place>>,
    under_way: BTreeMap<EffectId, (Effect, Option<u32>, Option<CallId>, Instant)>,
    has_ended: bool,
}

/// A call under way in an episode.
#[derive(Clone, Copy, Debug)]
struct Place {
    call: CallId,
    line: u32,
    kind: CallKind,
}

impl<'a> Watched<'a> {
    /// Writes into this journal, and tells these.
    pub fn new(journal: &'a mut dyn Journal, watchers: Vec<&'a mut dyn Watcher>) -> Watched<'a> {
        Watched {
            journal,
            watchers,
            open: Vec::new(),
            episodes: 0,
            calls: 0,
            places: BTreeMap::new(),
            under_way: BTreeMap::new(),
            has_ended: false,
        }
    }

    /// The run has ended, or is not carried on. Tells that all that was open has ended with it.
    pub fn end(mut self, end: &End<'_>) {
        self.close(end);
    }

    fn close(&mut self, end: &End<'_>) {
        self.has_ended = true;
        while let Some((episode, _)) = self.open.pop() {
            self.tell(&Happening::AgentEnds { episode, well: end.is_well(), error: end.error });
        }
        self.tell(&Happening::RunEnds(end));
    }

    fn tell(&mut self, happening: &Happening<'_>) {
        for watcher in &mut self.watchers {
            watcher.see(happening);
        }
    }

    /// The line and the call that an effect is asked for.
    fn place(&self, effect: &Effect) -> (Option<u32>, Option<CallId>) {
        let open = self.places.get(&effect.episode).map(Vec::as_slice).unwrap_or_default();
        let place = match &effect.kind {
            EffectKind::Tool(request) => open.iter().find(|place| place.call == request.call),
            EffectKind::Approve(request) => open.iter().find(|place| place.call == request.call),
            // The last one that is open is the one that has just been made.
            EffectKind::Extract(_) => open.iter().rfind(|place| place.kind == CallKind::Model),
            EffectKind::Plan(_) | EffectKind::Converse(_) | EffectKind::Clock => None,
        };
        let line = match &effect.kind {
            EffectKind::Approve(request) => Some(request.line),
            _ => place.map(|place| place.line),
        };
        (line.filter(|line| *line > 0), place.map(|place| place.call))
    }
}

/// Who gives up a run drops what carries it on.
impl Drop for Watched<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.close(&End { status: "cancelled", error: None });
        }
    }
}

/// The call of that number: calls are numbered in the order of the record.
fn call_of(record: &Record, id: CallId) -> Option<&CallRecord> {
    let place = usize::try_from(id.number()).ok()?.checked_sub(1)?;
    record.calls.get(place)
}

impl Journal for Watched<'_> {
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        self.journal.recall(effect)
    }

    fn gone_on(&mut self, record: &Record) {
        self.journal.gone_on(record);
        let is_open = |call: Option<CallId>| {
            let call = call.and_then(|call| call_of(record, call));
            call.is_none_or(|call| call.result.is_none() && call.failure.is_none())
        };
        let mut ended = Vec::new();
        self.open.retain(|(episode, call)| {
            let stays = is_open(*call);
            if !stays {
                let call = call.and_then(|call| call_of(record, call));
                ended.push((*episode, call.is_some_and(|call| call.result.is_some())));
            }
            stays
        });
        for (episode, well) in ended.into_iter().rev() {
            self.tell(&Happening::AgentEnds { episode, well, error: None });
        }
        for call in record.calls.get(self.calls..).unwrap_or_default() {
            if call.decision.effect == Verdict::Deny {
                self.tell(&Happening::Denied(call));
            } else {
                let place = Place { call: call.id, line: call.line, kind: call.kind };
                self.places.entry(call.episode).or_default().push(place);
            }
        }
        self.calls = record.calls.len();
        for places in self.places.values_mut() {
            places.retain(|place| is_open(Some(place.call)));
        }
        self.places.retain(|_, places| !places.is_empty());
        while let Some(begun) = record.episodes.get(self.episodes) {
            let episode = self.episodes;
            self.episodes += 1;
            self.open.push((episode, begun.call));
            let call = begun.call.and_then(|call| call_of(record, call));
            self.tell(&Happening::AgentBegins { episode, call, begun });
        }
    }

    fn keeps_questions(&self) -> bool {
        self.journal.keeps_questions()
    }

    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        self.journal.before(effect)?;
        let (line, call) = self.place(effect);
        let step = Step { id: effect.id, kind: &effect.kind, episode: effect.episode, line, call };
        self.tell(&Happening::StepBegins(&step));
        self.under_way.insert(effect.id, (effect.clone(), line, call, Instant::now()));
        Ok(())
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        if let Some((effect, line, call, began)) = self.under_way.remove(&id) {
            let step = Step { id, kind: &effect.kind, episode: effect.episode, line, call };
            self.tell(&Happening::StepEnds(&step, outcome, began.elapsed()));
        }
        self.journal.after(id, outcome)
    }
}
