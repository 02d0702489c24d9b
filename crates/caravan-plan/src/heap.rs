//! The objects of a machine, found by [`Ref`], counted against the memory limit, swept when unreachable.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_label::{Label, Lattice};
use caravan_pylib::error::ExcKind;
use caravan_pylib::{decimal, regex, time};
use compact_str::CompactString;
use num_bigint::BigInt;

use crate::datum::Opaque;
use crate::diagnostic::Span;
use crate::dict::Dict;
use crate::foreseen::Watched;
use crate::raise::{Outcome, Raise};
use crate::selection::Selection;
use crate::value::{BuiltinType, Labelled, NativeId, Ref, Value};
use crate::work::{BYTES_OF_A_STEP, MOVED_IN_A_STEP, Work};

/// The name of a class, field or attribute, which many objects share.
pub(crate) type Name = Arc<str>;

/// A string. Plans index by characters; text that is all ASCII is indexed by bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    text: CompactString,
    ascii: bool,
}

impl Text {
    pub(crate) fn new(text: impl Into<CompactString>) -> Text {
        let text = text.into();
        let ascii = text.is_ascii();
        Text { text, ascii }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The bytes that it takes beside its place in the heap.
    fn size(&self) -> usize {
        if self.text.is_heap_allocated() { self.text.capacity() } else { 0 }
    }

    /// The number of characters.
    pub(crate) fn chars(&self) -> usize {
        if self.ascii { self.text.len() } else { self.text.chars().count() }
    }
}

/// A list, tuple or deque: elements with their labels, and the label of the structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequence {
    pub(crate) items: Vec<Labelled>,
    pub(crate) structure: Label,
}

/// An object of the heap.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Str(Text),
    BigInt(BigInt),
    Bytes(Box<[u8]>),
    List(Sequence),
    Tuple(Sequence),
    /// `deque`, with its `maxlen`.
    Deque(Box<(Sequence, Option<usize>)>),
    Dict(Box<Dict>),
    Set(Box<Dict>),
    FrozenSet(Box<Dict>),
    Range {
        start: i64,
        stop: i64,
        step: i64,
    },
    Slice(Box<[Labelled; 3]>),
    Date(time::Date),
    Time(Box<time::Time>),
    DateTime(Box<time::DateTime>),
    TimeDelta(time::TimeDelta),
    TimeZone(Box<time::TimeZone>),
    Decimal(Box<decimal::Decimal>),
    Pattern(Box<regex::Pattern>),
    /// A match: the pattern, the text, and the fields that `library::regex` reads.
    Match(Box<MatchObject>),
    Function(Box<Function>),
    /// A variable that a closure shares.
    Cell(Labelled),
    /// A function of a plan with its receiver.
    Method(Box<(Labelled, Labelled)>),
    /// A native method with its receiver.
    NativeMethod(NativeId, Labelled),
    Partial(Box<Partial>),
    Class(Box<Class>),
    Instance(Box<Instance>),
    Exception(Box<Exception>),
    Iterator(Box<Iter>),
    /// `d.keys()`, `d.values()`, `d.items()`: follows its dictionary.
    View {
        of: Ref,
        what: DictPart,
    },
    /// `list[int]`, `Literal["a"]`: a form with its arguments.
    Alias(Box<(Labelled, Vec<Labelled>)>),
    /// `property`, `staticmethod`, `classmethod` around a function; `super` with class and receiver.
    Wrapped(BuiltinType, Box<(Labelled, Labelled)>),
    /// A field declared with `Field(...)` or `field(...)`.
    FieldSpec(Box<FieldSpec>),
    Opaque(Box<Opaque>),
}

/// A match of a regular expression.
#[derive(Clone, Debug)]
pub(crate) struct MatchObject {
    pub(crate) pattern: Ref,
    pub(crate) text: Ref,
    pub(crate) found: regex::Match,
    /// The part of the text that was searched: from the first character to before the second.
    pub(crate) bounds: (usize, usize),
}

/// A function of the plan.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Which code of the program.
    pub(crate) code: u32,
    /// Default values of the last positional parameters.
    pub(crate) defaults: Vec<Labelled>,
    /// Default values of keyword-only parameters; `Value::Unbound` where there is none.
    pub(crate) keyword_defaults: Vec<Labelled>,
    /// The cells of the enclosing functions that it uses.
    pub(crate) cells: Vec<Ref>,
    /// The class whose body it was defined in, for `super()`.
    pub(crate) class: Option<Ref>,
    /// Answers that `functools.cache` remembers, if it is wrapped so.
    pub(crate) cache: Option<Ref>,
}

/// `functools.partial`.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    pub(crate) function: Labelled,
    pub(crate) positional: Vec<Labelled>,
    pub(crate) keyword: Vec<(Name, Labelled)>,
}

/// What kind of class a `class` statement made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    Plain,
    /// `@dataclass` with its options.
    Dataclass {
        frozen: bool,
        order: bool,
        eq: bool,
    },
    BaseModel,
    Enum,
    StrEnum,
    IntEnum,
    TypedDict,
    NamedTuple,
    /// Derived from an exception class.
    Exception(ExcKind),
}

/// A class of the plan.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    pub(crate) kind: ClassKind,
    /// Its bases that are classes of the plan, nearest first, and theirs: the method resolution order
    /// without the class itself.
    pub(crate) ancestors: Vec<Ref>,
    /// Methods and class attributes, in order of definition.
    pub(crate) attributes: Vec<(Name, Labelled)>,
    /// Declared fields, those of the bases first.
    pub(crate) fields: Arc<Vec<ClassField>>,
    /// Members of an enum.
    pub(crate) members: Vec<(Name, Labelled)>,
    /// An enum mixed with `str` or `int`, as in `class Color(str, Enum)`: its members equal their values, but their
    /// text is that of a member.
    pub(crate) mixed: bool,
    /// Decorated with `@dataclass`: it has methods of its own that nobody wrote, which hide those of its bases.
    pub(crate) generates: bool,
    /// What the class's text was made of: enters the label of a schema that uses it.
    pub(crate) label: Label,
    /// The doc string.
    pub(crate) doc: Option<Box<str>>,
}

impl Class {
    /// Whether `@dataclass` makes a method of that name.
    pub(crate) fn is_generated(&self, name: &str) -> bool {
        let (ordered, equal) = match self.kind {
            ClassKind::Dataclass { order, eq, .. } => (order, eq),
            _ => (false, false),
        };
        match name {
            "__init__" | "__repr__" => true,
            "__eq__" => equal,
            "__lt__" | "__le__" | "__gt__" | "__ge__" => ordered,
            _ => false,
        }
    }
}

/// A field that a class declares.
#[derive(Clone, Debug)]
pub(crate) struct ClassField {
    pub(crate) name: Name,
    /// The value of the annotation.
    pub(crate) annotation: Labelled,
    /// `Value::Unbound` if there is none.
    pub(crate) default: Labelled,
    /// A `default_factory`; `Value::Unbound` if there is none.
    pub(crate) factory: Labelled,
    /// What `Field(description=...)` says.
    pub(crate) description: Option<Box<str>>,
    pub(crate) constraints: Option<Ref>,
    /// Whether the generated constructor takes it by name alone.
    pub(crate) keyword_only: bool,
    /// Whether it is handed to `__post_init__` instead of being kept: `InitVar`.
    pub(crate) init_only: bool,
}

/// `Field(...)` or `field(...)` before a class takes it in: its keyword arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldSpec {
    pub(crate) arguments: Vec<(Name, Labelled)>,
}

/// An instance of a class of the plan, or a record that a tool returned.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Its class; none for a record whose class the plan did not write.
    pub(crate) class: Option<Ref>,
    /// The class's name, for records without one.
    pub(crate) class_name: Name,
    pub(crate) fields: Vec<(Name, Labelled)>,
    /// Which fields there are.
    pub(crate) structure: Label,
    /// Of a model: one bit for each of the first 64 fields that was left to its default.
    pub(crate) unset: u64,
}

/// An exception object.
#[derive(Clone, Debug)]
pub(crate) struct Exception {
    pub(crate) kind: ExcKind,
    /// The class of the plan that it is an instance of, if any.
    pub(crate) class: Option<Ref>,
    pub(crate) arguments: Vec<Labelled>,
    /// Other attributes that an `__init__` has set.
    pub(crate) fields: Vec<(Name, Labelled)>,
    /// Which attributes there are.
    pub(crate) structure: Label,
    pub(crate) cause: Option<Labelled>,
    pub(crate) context: Option<Labelled>,
    /// Where it was raised first.
    pub(crate) span: Span,
    /// The limit that was reached, if it stands for one; no handler catches it then.
    pub(crate) limit: Option<&'static str>,
}

/// An iterator, advanced by the machine.
#[derive(Clone, Debug)]
pub(crate) enum Iter {
    /// Over a list, tuple or deque that may change meanwhile.
    Sequence {
        of: Ref,
        next: usize,
    },
    /// Over a deque, which may not grow or shrink meanwhile.
    Deque {
        of: Ref,
        next: usize,
        size: usize,
    },
    /// Backwards over a list or tuple.
    Reversed {
        of: Ref,
        next: usize,
    },
    /// Over the characters of a string: the byte position of the next.
    Str {
        of: Ref,
        next: usize,
    },
    Bytes {
        of: Ref,
        next: usize,
    },
    Range {
        next: i64,
        stop: i64,
        step: i64,
    },
    /// Over a dictionary's keys, values or items, or a set: the entry's place, and the size when it began.
    Dict {
        of: Ref,
        next: usize,
        size: usize,
        what: DictPart,
    },
    /// Over elements that were computed at once: `zip`, `map`, `enumerate`, generator expressions.
    Buffer {
        items: Vec<Labelled>,
        next: usize,
        structure: Label,
        name: &'static str,
    },
    /// `itertools.count`.
    Count {
        next: Labelled,
        step: Labelled,
    },
    /// `itertools.cycle`, `itertools.repeat` without an end.
    Cycle {
        items: Vec<Labelled>,
        next: usize,
        structure: Label,
    },
    /// A generator function's suspended frame; `None` while it runs and after it has ended.
    Generator {
        frame: Option<Box<crate::machine::frame::Suspended>>,
        function: Ref,
    },
    /// One that has ended.
    Done,
}

/// What an iteration over a dictionary gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DictPart {
    Keys,
    Values,
    Items,
}

/// Bytes that an object is charged for beside what it holds.
const OBJECT_OVERHEAD: usize = 48;

/// The heap.
#[derive(Debug)]
pub(crate) struct Heap {
    objects: Vec<Option<Object>>,
    free: Vec<Ref>,
    held: usize,
    limit: usize,
    /// What has been done to the objects.
    pub(crate) work: Work,
    /// Held bytes at which it is time to sweep.
    sweep_at: usize,
    /// Joined to the structure of every mutable object that is read: what untrusted decisions may have
    /// changed in objects that could not be told apart (see `machine::region`).
    floors: Vec<(u32, Label)>,
    /// How often the floor was raised.
    clock: u32,
    /// The clock when each object was made.
    births: Vec<u32>,
    /// The clock when each object was changed last, or made.
    changed: Vec<u32>,
    /// What may be changed under the untrusted guards that are open.
    pub(crate) watched: Watched,
    /// What functions of the plan have answered to the operation that is being carried out.
    pub(crate) asked: Asked,
    /// The functions of the prelude that the plan needs, by name (see `compile::prelude`).
    pub(crate) prelude: Vec<(Box<str>, Labelled)>,
    /// What decided how far iterators over containers have come, where anything did.
    pub(crate) positions: BTreeMap<Ref, Label>,
    /// What is known of rows that untrusted data has chosen out of trusted candidates.
    pub(crate) selections: BTreeMap<Ref, Selection>,
    /// The texts of one ASCII character that were made already; what indexing a text mostly gives.
    characters: Vec<Option<Ref>>,
    empty: Text,
}

/// The answers of functions of the plan (`__eq__`, `__hash__`, `__repr__`) that an operation has met. The operation
/// is started again after each; it asks in the same order, so it takes the answers by their place.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) answers: Vec<Labelled>,
    /// The place of the answer to the operation's next question.
    pub(crate) next: Cell<usize>,
    /// Iterators as they stood before the operation at hand advanced them: it reads them from there again when it
    /// starts again with an answer. None while no operation is at hand that could.
    pub(crate) kept: Option<BTreeMap<Ref, Iter>>,
}

impl Asked {
    /// Forgets the answers: the operation has ended.
    pub(crate) fn clear(&mut self) {
        self.answers.clear();
        self.next.set(0);
    }
}

/// Objects that a small plan makes.
const EXPECTED: usize = 64;
/// The least number of bytes at which sweeping begins.
const SWEEP_FLOOR: usize = 8 << 20;

/// How many objects are looked at for iterators below them.
const ITERATORS_BELOW: usize = 1 << 14;

impl Heap {
    /// An empty heap that may hold `limit` bytes, for operations that may take `steps`.
    pub(crate) fn new(limit: usize, steps: u64) -> Heap {
        Heap {
            work: Work::new(steps),
            objects: Vec::with_capacity(EXPECTED),
            free: Vec::new(),
            held: 0,
            limit,
            sweep_at: SWEEP_FLOOR.min(limit / 2 + 1),
            floors: Vec::new(),
            clock: 0,
            births: Vec::with_capacity(EXPECTED),
            changed: Vec::with_capacity(EXPECTED),
            watched: Watched::default(),
            asked: Asked::default(),
            prelude: Vec::new(),
            positions: BTreeMap::new(),
            selections: BTreeMap::new(),
            characters: vec![None; 128],
            empty: Text::new(""),
        }
    }

    /// Puts an object into the heap.
    ///
    /// # Errors
    ///
    /// The limit `memory` is reached.
    pub(crate) fn alloc(&mut self, object: Object) -> Outcome<Ref> {
        self.charge(OBJECT_OVERHEAD + object.size())?;
        match self.free.pop() {
            Some(place) => {
                if let Some(slot) = self.objects.get_mut(place.0 as usize) {
                    *slot = Some(object);
                }
                for times in [&mut self.births, &mut self.changed] {
                    if let Some(time) = times.get_mut(place.0 as usize) {
                        *time = self.clock;
                    }
                }
                Ok(place)
            }
            None => {
                let place = Ref(u32::try_from(self.objects.len()).map_err(|_| memory_limit())?);
                self.objects.push(Some(object));
                self.births.push(self.clock);
                self.changed.push(self.clock);
                Ok(place)
            }
        }
    }

    /// Raises the structure of every object that exists.
    pub(crate) fn raise_floor(&mut self, label: Label, lattice: &mut Lattice) {
        for (_, floor) in &mut self.floors {
            *floor = lattice.join(*floor, label);
        }
        // What was made before an earlier raise has at least what was made after it; of two raises that came
        // to the same, the later stands for both.
        if let Some((last, floor)) = self.floors.last_mut()
            && *floor == label
        {
            *last = self.clock;
        } else {
            self.floors.push((self.clock, label));
        }
        self.clock = self.clock.saturating_add(1);
        self.floors.dedup_by(|later, earlier| {
            let same = later.1 == earlier.1;
            if same {
                earlier.0 = later.0;
            }
            same
        });
    }

    /// The clock now; what is made from here on is younger.
    pub(crate) fn tick(&mut self) -> u32 {
        let now = self.clock;
        self.clock = self.clock.saturating_add(1);
        now
    }

    /// The clock when an object was made.
    pub(crate) fn birth(&self, object: Ref) -> u32 {
        self.births.get(object.0 as usize).copied().unwrap_or(0)
    }

    /// Whether an object was changed or made after a time.
    pub(crate) fn changed_since(&self, object: Ref, time: u32) -> bool {
        // At the end of time nothing can be told apart any more.
        time == u32::MAX || self.changed.get(object.0 as usize).is_none_or(|changed| *changed > time)
    }

    /// A container, instance or class is changed.
    #[inline]
    pub(crate) fn changes(&mut self, object: Ref) {
        if let Some(changed) = self.changed.get_mut(object.0 as usize) {
            *changed = self.clock;
        }
        self.moves(object);
    }

    /// An operation begins that may start again with an answer.
    pub(crate) fn keep_iterators(&mut self) {
        self.asked.kept = Some(BTreeMap::new());
    }

    /// The operation has ended.
    pub(crate) fn forget_iterators(&mut self) {
        self.asked.kept = None;
    }

    /// The operation will start again: its iterators stand where they stood when it began.
    pub(crate) fn restore_iterators(&mut self) {
        for (place, iterator) in self.asked.kept.take().unwrap_or_default() {
            if let Some(Object::Iterator(moved)) = self.get_mut(place) {
                **moved = iterator;
            }
        }
    }

    /// Keeps an iterator as it stands, if it is not kept yet. A generator runs only when the machine runs it.
    fn keep_iterator(&mut self, place: Ref) {
        let Some(Object::Iterator(iterator)) = self.get(place) else { return };
        if matches!(**iterator, Iter::Generator { .. }) {
            return;
        }
        let known = self.asked.kept.as_ref().is_none_or(|kept| kept.contains_key(&place));
        if known {
            return;
        }
        let iterator = (**iterator).clone();
        if let Some(kept) = &mut self.asked.kept {
            kept.insert(place, iterator);
        }
    }

    /// An iterator is moved on, as an object is changed: see [`Watched`].
    #[inline]
    pub(crate) fn moves(&mut self, object: Ref) {
        if self.asked.kept.is_some() {
            self.keep_iterator(object);
        }
        if !self.watched.is_empty() {
            let birth = self.birth(object);
            self.watched.changes(object, birth);
        }
    }

    /// Whether a row can be gone through without a look at anything but the row: nothing is noted of any iterator, any
    /// change or any row's choice.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.positions.is_empty()
            && self.selections.is_empty()
            && self.floors.is_empty()
            && self.watched.is_empty()
            && self.asked.kept.is_none()
    }

    /// Whether undetermined writes under untrusted guards may have changed any object.
    #[inline]
    pub(crate) fn is_floored(&self) -> bool {
        !self.floors.is_empty()
    }

    /// What undetermined writes under untrusted guards may have changed in an object.
    #[inline]
    pub(crate) fn floor(&self, value: Value) -> Label {
        if self.floors.is_empty() {
            return Label::NONE;
        }
        let Value::Object(place) = value else { return Label::NONE };
        let birth = self.births.get(place.0 as usize).copied().unwrap_or(0);
        self.floors.iter().find(|(raised, _)| *raised >= birth).map_or(Label::NONE, |(_, label)| *label)
    }

    /// Puts an object into the heap and gives it as a value.
    pub(crate) fn value(&mut self, object: Object) -> Outcome<Value> {
        self.alloc(object).map(Value::Object)
    }

    /// A string as a value.
    pub(crate) fn text(&mut self, text: impl Into<CompactString>) -> Outcome<Value> {
        self.value(Object::Str(Text::new(text)))
    }

    /// A string of one character as a value.
    pub(crate) fn character(&mut self, c: char) -> Outcome<Value> {
        let known = self.characters.get(c as usize).copied();
        if let Some(Some(place)) = known {
            return Ok(Value::Object(place));
        }
        let place = self.alloc(Object::Str(Text::new(c.encode_utf8(&mut [0; 4]) as &str)))?;
        if let Some(slot) = self.characters.get_mut(c as usize) {
            *slot = Some(place);
        }
        Ok(Value::Object(place))
    }

    /// Two texts, one after the other, as a text.
    ///
    /// # Errors
    ///
    /// The limit `memory` is reached.
    pub(crate) fn concatenated(&mut self, left: Value, right: Value) -> Outcome<Ref> {
        let (left, right) = (self.str(left).unwrap_or_default(), self.str(right).unwrap_or_default());
        let mut text = CompactString::with_capacity(left.len() + right.len());
        text.push_str(left);
        text.push_str(right);
        self.alloc(Object::Str(Text::new(text)))
    }

    /// Makes a text longer where it lies. Only for a text that its holder shares with nobody.
    ///
    /// # Errors
    ///
    /// The limit `memory` is reached.
    pub(crate) fn append(&mut self, text: Ref, more: Ref) -> Outcome<()> {
        let Some(Object::Str(own)) = self.get_mut(text) else { return Ok(()) };
        let mut grown = std::mem::take(&mut own.text);
        let before = grown.capacity();
        let more = self.text_at(more);
        let ascii = more.ascii;
        grown.push_str(&more.text);
        let charged = self.charge(grown.capacity().saturating_sub(before));
        if let Some(Object::Str(own)) = self.get_mut(text) {
            own.text = grown;
            own.ascii &= ascii;
        }
        charged
    }

    /// A list as a value.
    pub(crate) fn list(&mut self, items: Vec<Labelled>, structure: Label) -> Outcome<Value> {
        self.value(Object::List(Sequence { items, structure }))
    }

    /// A tuple as a value.
    pub(crate) fn tuple(&mut self, items: Vec<Labelled>, structure: Label) -> Outcome<Value> {
        self.value(Object::Tuple(Sequence { items, structure }))
    }

    /// Counts bytes that an object grew by.
    ///
    /// # Errors
    ///
    /// The limit `memory` is reached.
    #[inline]
    pub(crate) fn charge(&mut self, bytes: usize) -> Outcome<()> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.limit { Err(memory_limit()) } else { self.work.spend(bytes / BYTES_OF_A_STEP) }
    }

    /// Whether `bytes` more would be too much; asked before making something large.
    pub(crate) fn room_for(&self, bytes: usize) -> Outcome<()> {
        if self.held.saturating_add(bytes) > self.limit { Err(memory_limit()) } else { Ok(()) }
    }

    /// The bytes that are still free under the limit.
    pub(crate) fn room(&self) -> usize {
        self.limit.saturating_sub(self.held)
    }

    #[inline]
    pub(crate) fn get(&self, place: Ref) -> Option<&Object> {
        self.objects.get(place.0 as usize).and_then(Option::as_ref)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, place: Ref) -> Option<&mut Object> {
        if !self.selections.is_empty() {
            self.forget_selection(place);
        }
        self.objects.get_mut(place.0 as usize).and_then(Option::as_mut)
    }

    /// The object behind a value, if it has one.
    #[inline]
    pub(crate) fn object(&self, value: Value) -> Option<&Object> {
        match value {
            Value::Object(place) => self.get(place),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn object_mut(&mut self, value: Value) -> Option<&mut Object> {
        match value {
            Value::Object(place) => self.get_mut(place),
            _ => None,
        }
    }

    /// The text of a string value.
    #[inline]
    pub(crate) fn str(&self, value: Value) -> Option<&str> {
        match self.object(value) {
            Some(Object::Str(text)) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The string at a place; the empty one if there is none.
    pub(crate) fn text_at(&self, place: Ref) -> &Text {
        match self.get(place) {
            Some(Object::Str(text)) => text,
            _ => &self.empty,
        }
    }

    /// The elements of a list, tuple or deque.
    #[inline]
    pub(crate) fn sequence(&self, value: Value) -> Option<&Sequence> {
        match self.object(value)? {
            Object::List(sequence) | Object::Tuple(sequence) => Some(sequence),
            Object::Deque(deque) => Some(&deque.0),
            _ => None,
        }
    }

    pub(crate) fn sequence_mut(&mut self, value: Value) -> Option<&mut Sequence> {
        match self.object_mut(value)? {
            Object::List(sequence) | Object::Tuple(sequence) => Some(sequence),
            Object::Deque(deque) => Some(&mut deque.0),
            _ => None,
        }
    }

    /// The entries of a dictionary or set.
    pub(crate) fn dict(&self, value: Value) -> Option<&Dict> {
        match self.object(value)? {
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => Some(dict),
            _ => None,
        }
    }

    pub(crate) fn dict_mut(&mut self, value: Value) -> Option<&mut Dict> {
        match self.object_mut(value)? {
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => Some(dict),
            _ => None,
        }
    }

    /// Whether it is time to sweep.
    #[inline]
    pub(crate) fn wants_sweep(&self) -> bool {
        self.held > self.sweep_at
    }

    /// Frees what cannot be reached from `roots`.
    pub(crate) fn sweep(&mut self, roots: impl Iterator<Item = Value>) {
        self.work.add(self.objects.len() / MOVED_IN_A_STEP);
        let mut reached = vec![false; self.objects.len()];
        let mut pending: Vec<Ref> = Vec::new();
        let mut reach = |value: Value, pending: &mut Vec<Ref>| {
            if let Value::Object(place) = value
                && let Some(seen) = reached.get_mut(place.0 as usize)
                && !*seen
            {
                *seen = true;
                pending.push(place);
            }
        };
        for root in roots {
            reach(root, &mut pending);
        }
        for answer in self.asked.answers.iter().chain(self.prelude.iter().map(|(_, function)| function)) {
            reach(answer.value, &mut pending);
        }
        for place in self.characters.iter().flatten() {
            reach(Value::Object(*place), &mut pending);
        }
        let mut held = 0;
        while let Some(place) = pending.pop() {
            if let Some(object) = self.objects.get(place.0 as usize).and_then(Option::as_ref) {
                held += OBJECT_OVERHEAD + object.size();
                object.for_each_value(|value| reach(value, &mut pending));
            }
        }
        self.free.clear();
        for (place, (object, reached)) in self.objects.iter_mut().zip(&reached).enumerate() {
            if !reached {
                *object = None;
                self.free.push(Ref(place as u32));
            }
        }
        self.positions.retain(|place, _| reached.get(place.0 as usize).copied().unwrap_or(false));
        self.selections.retain(|place, _| reached.get(place.0 as usize).copied().unwrap_or(false));
        self.held = held;
        self.sweep_at = held.saturating_mul(2).max(SWEEP_FLOOR).min(self.limit / 2 + held / 2 + 1);
    }

    /// The iterators among these values and below them; none if there are more objects than can be looked at.
    pub(crate) fn iterators_below(&self, values: impl Iterator<Item = Value>) -> Option<Vec<Value>> {
        let place_of = |value| match value {
            Value::Object(place) => Some(place),
            _ => None,
        };
        let mut pending: Vec<Ref> = values.filter_map(place_of).collect();
        // A bit for each object, made when the first that holds others is met.
        let (mut seen, mut found): (Vec<u64>, _) = (Vec::new(), Vec::new());
        let mut met = 0;
        while let Some(place) = pending.pop() {
            let Some(object) = self.get(place) else { continue };
            if let Object::Str(_) | Object::BigInt(_) | Object::Bytes(_) = object {
                continue;
            }
            if seen.is_empty() {
                seen.resize(self.births.len() / 64 + 1, 0);
            }
            let bit = 1 << (place.0 % 64);
            let word = seen.get_mut(place.0 as usize / 64)?;
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            met += 1;
            if met > ITERATORS_BELOW {
                return None;
            }
            if let Object::Iterator(_) = object {
                found.push(Value::Object(place));
            }
            object.for_each_value(|value| pending.extend(place_of(value)));
        }
        self.work.add(met / 16);
        Some(found)
    }
}

pub(crate) fn memory_limit() -> Box<Raise> {
    Raise::limit("memory", "the plan holds more memory than it may")
}

const LABELLED: usize = size_of::<Labelled>();

/// What a byte of a pattern's text takes once it is compiled.
pub(crate) const PATTERN_BYTE: usize = 256;

impl Object {
    /// The bytes that the object holds beside its place in the heap.
    fn size(&self) -> usize {
        match self {
            Object::Str(text) => text.size(),
            Object::BigInt(int) => usize::try_from(int.bits() / 8).unwrap_or(usize::MAX),
            Object::Bytes(bytes) => bytes.len(),
            Object::List(items) | Object::Tuple(items) => items.items.len() * LABELLED,
            Object::Deque(deque) => deque.0.items.len() * LABELLED,
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => dict.size(),
            Object::Iterator(iter) => match &**iter {
                Iter::Buffer { items, .. } | Iter::Cycle { items, .. } => items.len() * LABELLED,
                _ => LABELLED,
            },
            Object::Instance(instance) => instance.fields.len() * (LABELLED + 16),
            Object::Opaque(opaque) => opaque.kind.len() + opaque.handle.len(),
            Object::Pattern(pattern) => pattern.source().len() * PATTERN_BYTE,
            Object::Match(found) => LABELLED * 4 + found.found.groups() * size_of::<(u32, u32)>(),
            _ => LABELLED * 4,
        }
    }

    /// Calls `visit` with every value that the object holds.
    pub(crate) fn for_each_value(&self, mut visit: impl FnMut(Value)) {
        let mut each = |items: &[Labelled]| items.iter().for_each(|item| visit(item.value));
        match self {
            Object::Str(_)
            | Object::BigInt(_)
            | Object::Bytes(_)
            | Object::Range { .. }
            | Object::Date(_)
            | Object::Time(_)
            | Object::DateTime(_)
            | Object::TimeDelta(_)
            | Object::TimeZone(_)
            | Object::Decimal(_)
            | Object::Pattern(_)
            | Object::Opaque(_) => {}
            Object::List(sequence) | Object::Tuple(sequence) => each(&sequence.items),
            Object::Deque(deque) => each(&deque.0.items),
            Object::Dict(dict) | Object::Set(dict) | Object::FrozenSet(dict) => {
                dict.for_each(|key, value| each(&[key, value]));
                each(&[dict.factory]);
            }
            Object::Slice(parts) => each(&parts[..]),
            Object::Match(found) => {
                visit(Value::Object(found.pattern));
                visit(Value::Object(found.text));
            }
            Object::Function(function) => {
                each(&function.defaults);
                each(&function.keyword_defaults);
                function.cells.iter().chain(&function.class).chain(&function.cache).for_each(|place| {
                    visit(Value::Object(*place));
                });
            }
            Object::Cell(value) | Object::NativeMethod(_, value) => visit(value.value),
            Object::Method(pair) | Object::Wrapped(_, pair) => each(&[pair.0, pair.1]),
            Object::Partial(partial) => {
                each(&[partial.function]);
                each(&partial.positional);
                partial.keyword.iter().for_each(|(_, value)| visit(value.value));
            }
            Object::Class(class) => {
                class.attributes.iter().chain(&class.members).for_each(|(_, value)| visit(value.value));
                class.ancestors.iter().for_each(|place| visit(Value::Object(*place)));
                for field in class.fields.iter() {
                    visit(field.annotation.value);
                    visit(field.default.value);
                    visit(field.factory.value);
                    field.constraints.iter().for_each(|place| visit(Value::Object(*place)));
                }
            }
            Object::Instance(instance) => {
                instance.class.iter().for_each(|place| visit(Value::Object(*place)));
                instance.fields.iter().for_each(|(_, value)| visit(value.value));
            }
            Object::Exception(exception) => {
                each(&exception.arguments);
                exception.class.iter().for_each(|place| visit(Value::Object(*place)));
                exception.fields.iter().for_each(|(_, value)| visit(value.value));
                exception.cause.iter().chain(&exception.context).for_each(|value| visit(value.value));
            }
            Object::View { of, .. } => visit(Value::Object(*of)),
            Object::Iterator(iter) => match &**iter {
                Iter::Sequence { of, .. }
                | Iter::Deque { of, .. }
                | Iter::Reversed { of, .. }
                | Iter::Str { of, .. }
                | Iter::Bytes { of, .. }
                | Iter::Dict { of, .. } => visit(Value::Object(*of)),
                Iter::Buffer { items, .. } | Iter::Cycle { items, .. } => each(items),
                Iter::Count { next, step } => each(&[*next, *step]),
                Iter::Generator { frame, function } => {
                    visit(Value::Object(*function));
                    frame.iter().for_each(|frame| frame.for_each_value(&mut visit));
                }
                Iter::Range { .. } | Iter::Done => {}
            },
            Object::Alias(alias) => {
                each(&[alias.0]);
                each(&alias.1);
            }
            Object::FieldSpec(spec) => spec.arguments.iter().for_each(|(_, value)| visit(value.value)),
        }
    }
}
