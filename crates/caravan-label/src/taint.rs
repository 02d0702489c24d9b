//! A set of sources and the readers that are left.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Source, SourceId};

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
}

/// The interned sources and taints of a lattice.
#[derive(Debug)]
pub(crate) struct Taints {
    sources: Vec<Source>,
    source_ids: BTreeMap<Source, SourceId>,
    taints: Vec<TaintData>,
    trusted: Vec<bool>,
    ids: BTreeMap<TaintData, Taint>,
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
        self.intern(TaintData { sources: ids.into_boxed_slice(), readers })
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
        self.intern(TaintData { sources: sources.into_iter().collect(), readers })
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
