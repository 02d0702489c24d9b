//! A set of sources and the readers that are left.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Source, SourceId};
use crate::trace::{Trace, TraceId};

/// Who may read a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Readers {
    /// No restriction.
    #[default]
    Everybody,
    /// These principals alone.
    Only(BTreeSet<Box<str>>),
}

impl Readers {
    /// Those who may read both of two values.
    pub fn intersect(&self, other: &Readers) -> Readers {
        match (self, other) {
            (Readers::Everybody, readers) | (readers, Readers::Everybody) => readers.clone(),
            (Readers::Only(a), Readers::Only(b)) => Readers::Only(a.intersection(b).cloned().collect()),
        }
    }

    /// Whether `principal` may read.
    pub fn admit(&self, principal: &str) -> bool {
        match self {
            Readers::Everybody => true,
            Readers::Only(readers) => readers.contains(principal),
        }
    }
}

/// Sources and readers, as a small id into a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taint(pub(crate) u32);

impl Taint {
    /// No source, everybody reads: the least taint.
    pub const NONE: Taint = Taint(0);
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct TaintData {
    sources: Box<[SourceId]>,
    readers: Readers,
    /// Where the sources have been; empty unless a run is traced.
    traces: Box<[TraceId]>,
}

/// The interned sources and taints of a lattice.
#[derive(Debug)]
pub(crate) struct Taints {
    sources: Vec<Source>,
    source_ids: BTreeMap<Source, SourceId>,
    taints: Vec<TaintData>,
    trusted: Vec<bool>,
    ids: BTreeMap<TaintData, Taint>,
    /// None unless a run is traced.
    pub(crate) trace: Option<Box<Trace>>,
}

impl Taints {
    pub(crate) fn new() -> Taints {
        let none = TaintData::default();
        Taints {
            sources: Vec::new(),
            source_ids: BTreeMap::new(),
            taints: vec![none.clone()],
            trusted: vec![true],
            ids: BTreeMap::from([(none, Taint::NONE)]),
            trace: None,
        }
    }

    pub(crate) fn source(&mut self, source: Source) -> SourceId {
        if let Some(id) = self.source_ids.get(&source) {
            return *id;
        }
        let id = SourceId(self.sources.len() as u32);
        self.sources.push(source.clone());
        self.source_ids.insert(source, id);
        id
    }

    pub(crate) fn of(&mut self, sources: &[Source], readers: Readers) -> Taint {
        let mut ids: Vec<SourceId> = sources.iter().map(|source| self.source(source.clone())).collect();
        ids.sort_unstable();
        ids.dedup();
        let traces = self.traces_of_sources(&ids);
        self.intern(TaintData { sources: ids.into_boxed_slice(), readers, traces })
    }

    fn traces_of_sources(&mut self, ids: &[SourceId]) -> Box<[TraceId]> {
        let Some(trace) = &mut self.trace else { return Box::default() };
        let known = ids.iter().filter_map(|id| Some((*id, self.sources.get(id.0 as usize)?)));
        let mut traces: Vec<TraceId> = known.map(|(id, source)| trace.of_source(id, source)).collect();
        traces.sort_unstable();
        traces.into_boxed_slice()
    }

    /// The same taint, of which nothing is told but that it has passed a place, as a value's data or as its control.
    pub(crate) fn passed(&mut self, taint: Taint, place: u32, control: bool) -> Taint {
        let Some(data) = self.taints.get(taint.0 as usize).filter(|data| !data.traces.is_empty()) else {
            return taint;
        };
        let from = data.traces.clone();
        let Some(id) = self.trace.as_mut().and_then(|trace| trace.passed(place, control, from)) else {
            return taint;
        };
        let (sources, readers) = (data.sources.clone(), data.readers.clone());
        self.intern(TaintData { sources, readers, traces: Box::new([id]) })
    }

    /// Where the sources of a taint have been.
    pub(crate) fn traces(&self, taint: Taint) -> &[TraceId] {
        self.taints.get(taint.0 as usize).map_or(&[], |data| &data.traces)
    }

    /// Whether two taints are the same but for where they have been.
    pub(crate) fn are_alike(&self, a: Taint, b: Taint) -> bool {
        let parts =
            |taint: Taint| self.taints.get(taint.0 as usize).map(|data| (&data.sources, &data.readers));
        a == b || self.trace.is_some() && parts(a) == parts(b)
    }

    pub(crate) fn join(&mut self, a: Taint, b: Taint) -> Taint {
        if a == b || b == Taint::NONE {
            return a;
        }
        if a == Taint::NONE {
            return b;
        }
        let (Some(left), Some(right)) = (self.taints.get(a.0 as usize), self.taints.get(b.0 as usize)) else {
            return a; // Ids come from this lattice alone; there is no third case.
        };
        let sources: BTreeSet<SourceId> = left.sources.iter().chain(&right.sources).copied().collect();
        let readers = left.readers.intersect(&right.readers);
        let traces: BTreeSet<TraceId> = left.traces.iter().chain(&right.traces).copied().collect();
        let traces = traces.into_iter().collect();
        self.intern(TaintData { sources: sources.into_iter().collect(), readers, traces })
    }

    pub(crate) fn is_trusted(&self, taint: Taint) -> bool {
        self.trusted.get(taint.0 as usize).copied().unwrap_or(false)
    }

    pub(crate) fn readers(&self, taint: Taint) -> &Readers {
        self.taints.get(taint.0 as usize).map_or(&Readers::Everybody, |taint| &taint.readers)
    }

    pub(crate) fn sources(&self, taint: Taint) -> impl Iterator<Item = &Source> {
        let ids = self.taints.get(taint.0 as usize).map_or(&[][..], |taint| &taint.sources);
        ids.iter().filter_map(|id| self.sources.get(id.0 as usize))
    }

    fn intern(&mut self, data: TaintData) -> Taint {
        if let Some(id) = self.ids.get(&data) {
            return *id;
        }
        let id = Taint(self.taints.len() as u32);
        let trusted = data
            .sources
            .iter()
            .all(|source| self.sources.get(source.0 as usize).is_some_and(Source::is_trusted));
        self.trusted.push(trusted);
        self.taints.push(data.clone());
        self.ids.insert(data, id);
        id
    }
}
