//! Several episodes under way at the same time: what `gather` asks for.
//!
//! A strand is a stack of episodes. The run begins with one; each call of a `gather` gets one of its own, at whose bottom
//! stands a place for the caller, which waits below all of them. One strand is at work at a time, so that nothing here
//! runs in parallel: the effects that they wait for do.
//!
//! Outcomes are taken in the order in which they were asked for, whichever comes first. So the numbers of effects and
//! calls, and which refusal ends the run, do not depend on how long anything takes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use caravan_plan::{Answer, Request, RequestKind};

use super::episode::{Awaited, Episode, Mind};
use super::{Next, Run, planning};
use crate::effect::{EffectId, Outcome};
use crate::outcome::{RunError, Status};

/// The number of a strand within its run.
pub(super) type StrandId = u64;

/// What is to be done next, by strand.
pub(super) type Ready = VecDeque<(StrandId, Next)>;

/// The strands of a run.
#[derive(Debug)]
pub(super) struct Strands {
    /// The one at work.
    current: StrandId,
    all: BTreeMap<StrandId, Strand>,
    next: StrandId,
    /// The effects that are waited for.
    waiting: BTreeMap<EffectId, (StrandId, Awaited)>,
    /// The outcomes of those that came before their turn.
    arrived: BTreeMap<EffectId, Outcome>,
    /// The effects that nothing waits for any more.
    dropped: BTreeSet<EffectId>,
}

#[derive(Debug, Default)]
struct Strand {
    /// Its episodes while it is not at work.
    episodes: Vec<Episode>,
    /// The strand whose plan has called, and the place of the call in its `gather`.
    caller: Option<(StrandId, usize)>,
    /// How many episodes there are above its own.
    above: usize,
    /// What has come of the calls that its plan waits for.
    gathering: Vec<Gathered>,
}

/// What has come of one call of a `gather`.
#[derive(Debug)]
enum Gathered {
    Open,
    Answered(Answer),
    /// It ends the run.
    Stopped(Status, Box<RunError>),
    /// One before it ends the run.
    Dropped,
}

impl Default for Strands {
    fn default() -> Strands {
        Strands {
            current: 0,
            all: BTreeMap::from([(0, Strand::default())]),
            next: 1,
            waiting: BTreeMap::new(),
            arrived: BTreeMap::new(),
            dropped: BTreeSet::new(),
        }
    }
}

impl Strands {
    /// Takes the outcome of an effect, to be looked at in its turn. False if it is not waited for, or of another kind.
    pub(super) fn take_in(&mut self, id: EffectId, outcome: Outcome) -> bool {
        match self.waiting.get(&id) {
            Some((_, awaited)) if awaited.is_of(&outcome) && !self.arrived.contains_key(&id) => {
                self.arrived.insert(id, outcome);
                true
            }
            Some(_) => false,
            None => self.dropped.remove(&id),
        }
    }

    /// The strand at work waits for an effect.
    pub(super) fn wait(&mut self, id: EffectId, awaited: Awaited) {
        self.waiting.insert(id, (self.current, awaited));
    }

    pub(super) fn current(&self) -> StrandId {
        self.current
    }

    /// Whether a strand has not ended.
    pub(super) fn is_there(&self, id: StrandId) -> bool {
        self.all.contains_key(&id)
    }

    /// How many episodes there are above those of the strand at work.
    pub(super) fn above(&self) -> usize {
        self.all.get(&self.current).map_or(0, |strand| strand.above)
    }

    /// The episodes of the strands that are not at work.
    pub(super) fn take_episodes(&mut self) -> Vec<Episode> {
        self.all.values_mut().flat_map(|strand| std::mem::take(&mut strand.episodes)).collect()
    }

    /// Forgets a strand and all that its plans have called.
    fn drop_strand(&mut self, id: StrandId) {
        self.all.remove(&id);
        let unwanted = self.waiting.iter().filter(|(_, (strand, _))| *strand == id);
        for effect in unwanted.map(|(effect, _)| *effect).collect::<Vec<_>>() {
            self.waiting.remove(&effect);
            if self.arrived.remove(&effect).is_none() {
                self.dropped.insert(effect);
            }
        }
        let below =
            self.all.iter().filter(|(_, strand)| strand.caller.is_some_and(|(caller, _)| caller == id));
        for strand in below.map(|(strand, _)| *strand).collect::<Vec<_>>() {
            self.drop_strand(strand);
        }
    }
}

impl Run {
    /// Lets another strand go on.
    pub(super) fn switch_to(&mut self, strand: StrandId) {
        let strands = &mut self.strands;
        if strands.current == strand {
            return;
        }
        let episodes = std::mem::take(&mut self.episodes);
        if let Some(before) = strands.all.get_mut(&strands.current) {
            before.episodes = episodes;
        }
        strands.current = strand;
        if let Some(strand) = strands.all.get_mut(&strand) {
            self.episodes = std::mem::take(&mut strand.episodes);
        }
    }

    /// Takes the outcome whose turn it is, if it is there.
    pub(super) fn take_next_outcome(&mut self) -> Option<(StrandId, Next)> {
        let (&id, _) = self.strands.waiting.first_key_value()?;
        let outcome = self.strands.arrived.remove(&id)?;
        let (strand, awaited) = self.strands.waiting.remove(&id)?;
        self.switch_to(strand);
        Some((strand, self.receive(awaited, outcome)))
    }

    /// Whether the answer that is there now is that of a gathered call.
    pub(super) fn is_gathered(&self) -> bool {
        matches!(self.episodes.last(), Some(Episode { mind: Mind::Gathering, .. }))
    }

    /// Begins the calls of a `gather`, each on a strand of its own.
    pub(super) fn gather(&mut self, calls: Vec<Request>, ready: &mut Ready) {
        // Any of them may change something outside.
        self.acts();
        let (caller, above) = (self.strands.current, self.depth().saturating_sub(1));
        let Some(owner) = self.episodes.last() else { return };
        let (path, index, call) = (owner.path.clone(), owner.index, owner.call);
        let strands = &mut self.strands;
        if let Some(strand) = strands.all.get_mut(&caller) {
            strand.gathering = calls.iter().map(|_| Gathered::Open).collect();
        }
        for (place, request) in calls.into_iter().enumerate() {
            let id = strands.next;
            strands.next += 1;
            let bottom = Episode { path: path.clone(), index, call, mind: Mind::Gathering };
            let caller = Some((caller, place));
            strands.all.insert(id, Strand { episodes: vec![bottom], caller, above, gathering: Vec::new() });
            ready.push_back((id, Next::Call(Box::new(request))));
        }
    }

    /// Makes a gathered call.
    pub(super) fn call(&mut self, request: Request) -> Next {
        match &request.kind {
            RequestKind::Tool { .. } => self.call_tool(request),
            RequestKind::Agent { .. } => self.call_child(request),
            RequestKind::Quarantined { .. } => self.ask_quarantined(request),
            RequestKind::Clock => self.ask_clock(),
            RequestKind::Gather { .. } => planning::lost(),
        }
    }

    /// The strand at work has its answer.
    pub(super) fn answer_gathered(&mut self, answer: Answer, ready: &mut Ready) {
        self.end_strand(Gathered::Answered(answer), ready);
    }

    /// The strand at work has come upon what ends the run. The run ends with the first of these in the order of the calls,
    /// once those before it have come to their end: which of them is told does not depend on how far each has come.
    ///
    /// Gives both back if the strand at work is the run's own: the run ends now.
    pub(super) fn stop_gathered(
        &mut self,
        status: Status,
        error: RunError,
        ready: &mut Ready,
    ) -> Option<(Status, RunError)> {
        if self.strands.all.get(&self.strands.current).is_none_or(|strand| strand.caller.is_none()) {
            return Some((status, error));
        }
        self.end_strand(Gathered::Stopped(status, Box::new(error)), ready);
        None
    }

    fn end_strand(&mut self, gathered: Gathered, ready: &mut Ready) {
        let id = self.strands.current;
        self.episodes.clear();
        let strands = &mut self.strands;
        let caller = strands.all.get(&id).and_then(|strand| strand.caller);
        strands.drop_strand(id);
        let Some((caller, place)) = caller else { return };
        if matches!(gathered, Gathered::Stopped(..)) {
            let later = strands
                .all
                .iter()
                .filter(|(_, strand)| strand.caller.is_some_and(|(other, at)| other == caller && at > place));
            for strand in later.map(|(strand, _)| *strand).collect::<Vec<_>>() {
                strands.drop_strand(strand);
            }
        }
        let Some(owner) = strands.all.get_mut(&caller) else { return };
        let is_stop = matches!(gathered, Gathered::Stopped(..));
        for (at, known) in owner.gathering.iter_mut().enumerate() {
            if is_stop && at > place {
                *known = Gathered::Dropped;
            }
        }
        if let Some(known) = owner.gathering.get_mut(place) {
            *known = gathered;
        }
        if owner.gathering.iter().any(|known| matches!(known, Gathered::Open)) {
            return;
        }
        let mut answers = Vec::new();
        for gathered in std::mem::take(&mut owner.gathering) {
            match gathered {
                Gathered::Answered(answer) => answers.push(answer),
                Gathered::Stopped(status, error) => {
                    ready.push_back((caller, Next::Stop(status, *error)));
                    return;
                }
                Gathered::Open | Gathered::Dropped => {}
            }
        }
        ready.push_back((caller, Next::Resume(Some(Answer::Gathered(answers)))));
    }

    /// How many agents deep the episode at work is.
    pub(super) fn depth(&self) -> usize {
        self.strands.above().saturating_add(self.episodes.len())
    }
}
