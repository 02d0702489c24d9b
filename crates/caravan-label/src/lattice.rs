//! Labels, and the lattice that interns and joins them.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::choice::{Choice, Choices};
use crate::source::Source;
use crate::taint::{Readers, Taint, Taints};
use crate::trace::{TraceId, TraceNode};

/// The label of a value: data, control and choice (DESIGN section 3), as a small id into a [`Lattice`].
///
/// As wide as a machine word, because it lies beside values that are copied all the time: what is written in one
/// piece can be read in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u64);

impl Label {
    /// Computed from nothing, decided by nothing: joining it changes nothing.
    pub const NONE: Label = Label(0);

    /// The same label with a mark, which says of which answer the value is. No rule of the labels looks at it: a marked
    /// label holds what the same label without a mark does. 0 is none.
    ///
    /// Joining keeps a mark as long as nothing but control and choice is added, and loses it with the first data: what was
    /// computed from something else too is not that answer any more.
    #[must_use]
    pub fn marked(self, mark: u32) -> Label {
        Label(u64::from(mark) << 32 | self.0 & u64::from(u32::MAX))
    }

    /// The mark; 0 is none.
    pub fn mark(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Its place in the lattice.
    #[inline]
    fn place(self) -> usize {
        (self.0 & u64::from(u32::MAX)) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LabelData {
    data: Taint,
    control: Taint,
    choice: Choice,
}

/// How many pairs the table in front of the maps remembers. A power of two.
const REMEMBERED: usize = 1024;

/// Interns labels and joins them. One lattice serves a whole run, so that labels keep their meaning
/// when values cross from one agent to another.
#[derive(Debug)]
pub struct Lattice {
    taints: Taints,
    choices: Choices,
    labels: Vec<LabelData>,
    inert: Vec<bool>,
    ids: BTreeMap<LabelData, Label>,
    joined: BTreeMap<(Label, Label), Label>,
    recent: Box<[(Label, Label, Label)]>,
}

impl Default for Lattice {
    fn default() -> Lattice {
        Lattice::new()
    }
}

impl Lattice {
    /// A lattice that knows [`Label::NONE`] alone.
    pub fn new() -> Lattice {
        let none = LabelData { data: Taint::NONE, control: Taint::NONE, choice: Choice::NONE };
        Lattice {
            taints: Taints::new(),
            choices: Choices::new(),
            labels: vec![none],
            inert: vec![true],
            ids: BTreeMap::from([(none, Label::NONE)]),
            joined: BTreeMap::new(),
            recent: vec![(Label::NONE, Label::NONE, Label::NONE); REMEMBERED].into_boxed_slice(),
        }
    }

    /// A lattice that knows where values have been: for a run that is done again to be explained. Nothing else about it is
    /// different, and it grows with every place that a value passes.
    pub fn traced() -> Lattice {
        let mut lattice = Lattice::new();
        lattice.taints.trace = Some(Box::default());
        lattice
    }

    /// The label of a value that has passed a place: the same label, and what it had been at before is found there. The
    /// same label as it is where nothing is traced.
    pub fn passed(&mut self, label: Label, place: u32) -> Label {
        let LabelData { data, control, choice } = self.parts(label);
        let data = self.taints.passed(data, place, false);
        let control = self.taints.passed(control, place, true);
        self.label(data, control, choice).marked(label.mark())
    }

    /// Where the sources of a taint have been last; empty where nothing is traced.
    pub fn traces(&self, taint: Taint) -> &[TraceId] {
        self.taints.traces(taint)
    }

    /// What a node of a trace stands for.
    pub fn trace_node(&self, id: TraceId) -> Option<&TraceNode> {
        self.taints.trace.as_ref()?.node(id)
    }

    /// Whether two labels are the same but for where their values have been.
    #[inline]
    pub fn are_alike(&self, a: Label, b: Label) -> bool {
        a == b || self.taints.trace.is_some() && self.are_alike_but_for_traces(a, b)
    }

    fn are_alike_but_for_traces(&self, a: Label, b: Label) -> bool {
        let (left, right) = (self.parts(a), self.parts(b));
        a.mark() == b.mark()
            && left.choice == right.choice
            && self.taints.are_alike(left.data, right.data)
            && self.taints.are_alike(left.control, right.control)
    }

    /// The taint of these sources and readers.
    pub fn taint(&mut self, sources: &[Source], readers: Readers) -> Taint {
        self.taints.of(sources, readers)
    }

    /// The label with these parts.
    pub fn label(&mut self, data: Taint, control: Taint, choice: Choice) -> Label {
        let data = LabelData { data, control, choice };
        if let Some(id) = self.ids.get(&data) {
            return *id;
        }
        let id = Label(self.labels.len() as u64);
        self.labels.push(data);
        self.inert.push(self.is_inert_data(data));
        self.ids.insert(data, id);
        id
    }

    /// The label of data from these sources that everybody may read and nothing decided.
    pub fn data_from(&mut self, sources: &[Source]) -> Label {
        let data = self.taint(sources, Readers::Everybody);
        self.label(data, Taint::NONE, Choice::NONE)
    }

    /// The least label that holds both: sources unite, readers intersect, decisions unite.
    #[inline]
    pub fn join(&mut self, a: Label, b: Label) -> Label {
        if a == b || b == Label::NONE {
            return a;
        }
        if a == Label::NONE {
            return b;
        }
        if (a.0 | b.0) >> 32 != 0 {
            return self.join_marked(a, b);
        }
        self.join_distinct(a, b)
    }

    fn join_marked(&mut self, a: Label, b: Label) -> Label {
        let (left, right) = (a.marked(0), b.marked(0));
        let joined = self.join(left, right);
        let has_no_data = |label: Label| self.parts(label).data == Taint::NONE;
        let mark = match (a.mark(), b.mark()) {
            (mark, other) if mark == other => mark,
            (mark, 0) if has_no_data(right) => mark,
            (0, mark) if has_no_data(left) => mark,
            _ => 0,
        };
        joined.marked(mark)
    }

    fn join_distinct(&mut self, a: Label, b: Label) -> Label {
        let slot = ((a.0 as u32).wrapping_mul(0x9E37_79B1) ^ (b.0 as u32).wrapping_mul(0x85EB_CA77)) as usize
            % REMEMBERED;
        if let Some(&(left, right, joined)) = self.recent.get(slot)
            && left == a
            && right == b
        {
            return joined;
        }
        let joined = match self.joined.get(&(a, b)) {
            Some(joined) => *joined,
            None => self.join_anew(a, b),
        };
        if let Some(entry) = self.recent.get_mut(slot) {
            *entry = (a, b, joined);
        }
        joined
    }

    fn join_anew(&mut self, a: Label, b: Label) -> Label {
        let (left, right) = (self.parts(a), self.parts(b));
        let data = self.taints.join(left.data, right.data);
        let control = self.taints.join(left.control, right.control);
        let choice = self.choices.union(left.choice, right.choice);
        let joined = self.label(data, control, choice);
        self.joined.insert((a, b), joined);
        joined
    }

    /// What a decision by a value of this label adds to everything that it decides: the value's data and
    /// control, as control.
    ///
    /// If the value's data is untrusted, the outcome is one new decision of `outcome` bits. If only its
    /// control is, the outcome was settled by the decisions behind it, and those are what it costs.
    pub fn guard(&mut self, label: Label, outcome: Bits) -> Label {
        let parts = self.parts(label);
        let control = self.taints.join(parts.data, parts.control);
        let choice = if self.taints.is_trusted(parts.data) {
            parts.choice
        } else if outcome.is_bounded() {
            self.choices.decide(outcome)
        } else {
            Choice::UNBOUNDED
        };
        self.label(Taint::NONE, control, choice)
    }

    /// What a whole value of this label adds as control when nothing bounds what it may have said.
    pub fn guard_unbounded(&mut self, label: Label) -> Label {
        self.guard(label, Bits::UNBOUNDED)
    }

    /// A label of no data and no control that charges one new decision of `bits`.
    pub fn decision(&mut self, bits: Bits) -> Label {
        let choice = if bits.is_bounded() { self.choices.decide(bits) } else { Choice::UNBOUNDED };
        self.label(Taint::NONE, Taint::NONE, choice)
    }

    /// The same control and choice without the data: what picking among trusted things by this adds.
    pub fn without_data(&mut self, label: Label) -> Label {
        let parts = self.parts(label);
        self.label(Taint::NONE, parts.control, parts.choice)
    }

    /// The same label with its choice replaced. For the rules that know a tighter bound than the sum of
    /// the decisions behind a value; nothing else may call it.
    pub fn with_choice_of(&mut self, label: Label, charge: Label) -> Label {
        let (parts, charge) = (self.parts(label), self.parts(charge));
        self.label(parts.data, parts.control, charge.choice)
    }

    /// The same label with control counted as data: for `explicit`, where keys and structures that pick
    /// an element count as data.
    pub fn control_as_data(&mut self, label: Label) -> Label {
        let parts = self.parts(label);
        let data = self.taints.join(parts.data, parts.control);
        self.label(data, parts.control, parts.choice)
    }

    /// Whether `b` adds nothing to `a`.
    pub fn holds(&mut self, a: Label, b: Label) -> bool {
        let joined = self.join(a, b).marked(0);
        self.are_alike(joined, a.marked(0))
    }

    /// Whether a decision by a value of this label changes nothing that anybody could ask about: trusted
    /// sources only, everybody may read, no choice.
    #[inline]
    pub fn is_inert(&self, label: Label) -> bool {
        self.inert.get(label.place()).copied().unwrap_or(false)
    }

    fn is_inert_data(&self, parts: LabelData) -> bool {
        parts.choice == Choice::NONE
            && [parts.data, parts.control].iter().all(|&taint| {
                self.taints.is_trusted(taint) && *self.taints.readers(taint) == Readers::Everybody
            })
    }

    /// Whether every source of the value's data is trusted.
    pub fn data_is_trusted(&self, label: Label) -> bool {
        self.taints.is_trusted(self.parts(label).data)
    }

    /// Whether everything that decided the value is trusted.
    pub fn control_is_trusted(&self, label: Label) -> bool {
        self.taints.is_trusted(self.parts(label).control)
    }

    /// Whether data and control are both trusted.
    pub fn is_trusted(&self, label: Label) -> bool {
        self.data_is_trusted(label) && self.control_is_trusted(label)
    }

    /// What the untrusted decisions behind the value cost together.
    pub fn choice_bits(&self, label: Label) -> Bits {
        self.choices.bits(self.parts(label).choice)
    }

    /// The taint of the value's data.
    pub fn data(&self, label: Label) -> Taint {
        self.parts(label).data
    }

    /// The taint of what decided the value.
    pub fn control(&self, label: Label) -> Taint {
        self.parts(label).control
    }

    /// The decisions behind the value.
    pub fn choice(&self, label: Label) -> Choice {
        self.parts(label).choice
    }

    /// The sources of a taint, in the order in which the lattice met them.
    pub fn sources(&self, taint: Taint) -> impl Iterator<Item = &Source> {
        self.taints.sources(taint)
    }

    /// Whether every source of a taint is trusted.
    pub fn taint_is_trusted(&self, taint: Taint) -> bool {
        self.taints.is_trusted(taint)
    }

    /// The readers of a taint.
    pub fn readers(&self, taint: Taint) -> &Readers {
        self.taints.readers(taint)
    }

    fn parts(&self, label: Label) -> LabelData {
        // Ids come from this lattice alone. Should one ever not, it is read as the most restrictive label
        // that exists without sources: unbounded choice.
        self.labels.get(label.place()).copied().unwrap_or(LabelData {
            data: Taint::NONE,
            control: Taint::NONE,
            choice: Choice::UNBOUNDED,
        })
    }
}
