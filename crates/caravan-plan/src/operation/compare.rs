//! Truth, equality, order, identity and membership.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use caravan_label::Label;
use caravan_pylib::error::ExcKind;
use caravan_pylib::int::{self, Integer};

use super::Comparison;
use super::decimals::exact;
use crate::cx::Cx;
use crate::dict::{Dict, Entry};
use crate::heap::{ClassKind, DictPart, Heap, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Ref, Value};
use crate::work::MOVED_IN_A_STEP;

/// What part of a plan's steps one operation may take to look at pairs of values: shared structure can make a small
/// object a huge tree.
const PART: u64 = 8;

/// A walk over values that may be nested, within bounds.
pub(super) struct Walk<'a> {
    pub(super) heap: &'a Heap,
    deepest: usize,
    left: Cell<u64>,
}

#[cold]
fn too_far(deep: bool, doing: &str) -> Box<Raise> {
    if deep {
        Raise::new(ExcKind::RecursionError, format!("maximum recursion depth exceeded{doing}"))
    } else {
        Raise::limit("steps", "one operation looked at too many values")
    }
}

/// A member of a set or view.
struct Member {
    hash: u64,
    content: Content,
}

#[derive(Clone, Copy)]
enum Content {
    One(Value),
    /// Of a view of items: a pair that is no object.
    Pair(Value, Value),
}

impl Member {
    fn key(entry: &Entry) -> Member {
        Member { hash: entry.hash, content: Content::One(entry.key.value) }
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(heap: &'a Heap, deepest: usize, pairs: u64) -> Walk<'a> {
        Walk { heap, deepest, left: Cell::new(pairs) }
    }

    /// Counts one step down to `depth`.
    pub(super) fn step(&self, depth: usize, doing: &str) -> Outcome<()> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        self.heap.work.add(1);
        if depth <= self.deepest && left > 0 { Ok(()) } else { Err(too_far(depth > self.deepest, doing)) }
    }

    /// Whether two elements count as the same in a container: identical or equal.
    #[inline]
    pub(super) fn same_or_equal(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        if same(a, b) { Ok(true) } else { self.equal(a, b, depth) }
    }

    /// `a == b`.
    #[inline]
    pub(super) fn equal(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Float(a), Value::Float(b)) => Ok(a == b),
            (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
            (Value::Int(a), Value::Float(b)) | (Value::Float(b), Value::Int(a)) => {
                Ok(int::compare_float(&Integer::Small(a), b) == Some(Ordering::Equal))
            }
            (Value::Bool(a), Value::Int(b)) | (Value::Int(b), Value::Bool(a)) => Ok(i64::from(a) == b),
            (Value::Bool(a), Value::Float(b)) | (Value::Float(b), Value::Bool(a)) => {
                Ok(f64::from(u8::from(a)) == b)
            }
            (Value::Object(place), other) => self.equal_object(place, other, depth),
            (other, Value::Object(place)) => self.equal_object(place, other, depth),
            _ => Ok(same(a, b)),
        }
    }

    fn equal_object(&self, place: Ref, other: Value, depth: usize) -> Outcome<bool> {
        let a = Value::Object(place);
        let (Some(left), right) = (self.heap.get(place), self.heap.object(other)) else { return Ok(false) };
        if let (Object::Str(left), Some(Object::Str(right))) = (left, right) {
            return Ok(left.as_str() == right.as_str());
        }
        self.step(depth, " in comparison")?;
        if let (Object::Instance(_) | Object::Exception(_), _)
        | (_, Some(Object::Instance(_) | Object::Exception(_))) = (left, right)
        {
            return self.equal_instance(a, other, depth);
        }
        if let Some(equal) = self.equal_numbers(a, other) {
            return Ok(equal);
        }
        let Some(right) = right else { return Ok(false) };
        if same(a, other) {
            return Ok(true);
        }
        match (left, right) {
            (Object::List(left), Object::List(right)) | (Object::Tuple(left), Object::Tuple(right)) => {
                self.equal_items(&left.items, &right.items, depth)
            }
            (Object::Deque(left), Object::Deque(right)) => {
                self.equal_items(&left.0.items, &right.0.items, depth)
            }
            (Object::Dict(left), Object::Dict(right)) => self.equal_dicts(left, right, depth),
            (Object::Alias(left), Object::Alias(right)) => {
                Ok(self.equal(left.0.value, right.0.value, depth + 1)?
                    && self.equal_items(&left.1, &right.1, depth)?)
            }
            _ => self.equal_others(a, other, depth),
        }
    }

    #[inline(never)]
    fn equal_numbers(&self, a: Value, b: Value) -> Option<bool> {
        Some(exact(self.heap, a)?.order(&exact(self.heap, b)?) == Some(Ordering::Equal))
    }

    /// Kept apart from [`Walk::equal_object`], whose frame is on the stack once for every level of nesting.
    #[inline(never)]
    fn equal_others(&self, a: Value, other: Value, depth: usize) -> Outcome<bool> {
        let (Some(left), Some(right)) = (self.heap.object(a), self.heap.object(other)) else {
            return Ok(false);
        };
        match (left, right) {
            (Object::Bytes(left), Object::Bytes(right)) => Ok(left == right),
            (Object::Set(left) | Object::FrozenSet(left), Object::Set(right) | Object::FrozenSet(right)) => {
                Ok(left.len() == right.len() && self.is_subset(left, right, depth)?)
            }
            (
                Object::Range { start, stop, step },
                Object::Range { start: other_start, stop: other_stop, step: other_step },
            ) => {
                let length = range_length(*start, *stop, *step);
                Ok(length == range_length(*other_start, *other_stop, *other_step)
                    && (length == 0 || start == other_start && (length == 1 || step == other_step)))
            }
            (Object::Slice(left), Object::Slice(right)) => self.equal_items(&left[..], &right[..], depth),
            (Object::Date(left), Object::Date(right)) => Ok(left == right),
            (Object::Time(left), Object::Time(right)) => Ok(left == right),
            (Object::DateTime(left), Object::DateTime(right)) => Ok(left == right),
            (Object::TimeDelta(left), Object::TimeDelta(right)) => Ok(left == right),
            (Object::TimeZone(left), Object::TimeZone(right)) => Ok(left == right),
            (Object::Method(left), Object::Method(right)) => {
                Ok(same(left.0.value, right.0.value) && same(left.1.value, right.1.value))
            }
            (Object::NativeMethod(left, left_of), Object::NativeMethod(right, right_of)) => {
                Ok(left == right && same(left_of.value, right_of.value))
            }
            (Object::Opaque(left), Object::Opaque(right)) => Ok(left == right),
            (Object::View { .. }, _) | (_, Object::View { .. }) => {
                match (self.members(a, depth)?, self.members(other, depth)?) {
                    (Some(left), Some(right)) => {
                        Ok(left.len() == right.len() && self.all_among(&left, &right, depth)?)
                    }
                    _ => Ok(false),
                }
            }
            _ => Ok(false),
        }
    }

    fn equal_instance(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        if let Some(answer) = self.asked_equal(a, b)? {
            return Ok(answer);
        }
        if same(a, b) {
            return Ok(true);
        }
        let (plain_a, plain_b) = (self.heap.plain(a), self.heap.plain(b));
        if !same(plain_a, a) || !same(plain_b, b) {
            return self.equal(plain_a, plain_b, depth + 1);
        }
        match self.compared_contents(a, b) {
            Some((left, right)) => self.equal_items(&left, &right, depth),
            None => Ok(false),
        }
    }

    /// What the classes of the plan say to whether two values are equal.
    #[inline(never)]
    fn asked_equal(&self, a: Value, b: Value) -> Outcome<Option<bool>> {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(answer) = self.heap.ask_method(one, "__eq__", &[other])?
                && answer != Value::NotImplemented
            {
                return Ok(Some(self.heap.truth(answer)));
            }
        }
        Ok(None)
    }

    /// What two instances are compared by, if they can be equal at all.
    #[inline(never)]
    fn compared_contents(&self, a: Value, b: Value) -> Option<(Vec<Labelled>, Vec<Labelled>)> {
        if let (Some(left), Some(right)) = (self.heap.tuple_items(a), self.heap.tuple_items(b)) {
            return Some((left.into_owned(), right.into_owned()));
        }
        let ((left, kind), (right, _)) = (self.heap.instance(a)?, self.heap.instance(b)?);
        let class = match (left.class, right.class) {
            (None, None) if left.class_name == right.class_name => None,
            (Some(place), Some(other)) if place == other => Some(self.heap.class(place)?),
            _ => return None,
        };
        if !matches!(kind, ClassKind::Dataclass { eq: true, .. } | ClassKind::BaseModel) {
            return None;
        }
        let (left, right) = (self.heap.compared_fields(left, class), self.heap.compared_fields(right, class));
        let same_names = left.iter().map(|(name, _)| name).eq(right.iter().map(|(name, _)| name));
        let values = |fields: Vec<(&str, Value)>| {
            fields.into_iter().map(|(_, value)| Labelled::new(value, Label::NONE)).collect()
        };
        same_names.then(|| (values(left), values(right)))
    }

    fn equal_items(&self, left: &[Labelled], right: &[Labelled], depth: usize) -> Outcome<bool> {
        Ok(left.len() == right.len() && self.first_difference(left, right, depth)?.is_none())
    }

    /// The first place, below the shorter length, at which two sequences differ.
    fn first_difference(
        &self,
        left: &[Labelled],
        right: &[Labelled],
        depth: usize,
    ) -> Outcome<Option<usize>> {
        self.heap.work.add(left.len().min(right.len()) / MOVED_IN_A_STEP);
        for (place, (left, right)) in left.iter().zip(right).enumerate() {
            if !self.same_or_equal(left.value, right.value, depth + 1)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn equal_dicts(&self, left: &Dict, right: &Dict, depth: usize) -> Outcome<bool> {
        let kinds = (left.kind, right.kind);
        if kinds == (BuiltinType::Counter, BuiltinType::Counter) {
            return self.counts_hold(left, right, &|a, b| self.same_or_equal(a, b, depth + 1), depth);
        }
        if left.len() != right.len() {
            return Ok(false);
        }
        if kinds == (BuiltinType::OrderedDict, BuiltinType::OrderedDict) {
            for (left, right) in left.iter().zip(right.iter()) {
                if !self.same_or_equal(left.key.value, right.key.value, depth + 1)? {
                    return Ok(false);
                }
            }
        }
        for entry in left.iter() {
            let Some(place) = self.find(right, entry.hash, entry.key.value, depth + 1)? else {
                return Ok(false);
            };
            let Some(other) = right.entry(place) else { return Ok(false) };
            if !self.same_or_equal(entry.value.value, other.value.value, depth + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether this relation holds between every count of one counter and that of the other, which is 0 where there
    /// is none.
    fn counts_hold(
        &self,
        left: &Dict,
        right: &Dict,
        holds: &dyn Fn(Value, Value) -> Outcome<bool>,
        depth: usize,
    ) -> Outcome<bool> {
        let count = |dict: &Dict, entry: &Entry| -> Outcome<Option<Value>> {
            let place = self.find(dict, entry.hash, entry.key.value, depth + 1)?;
            Ok(place.and_then(|place| dict.entry(place)).map(|entry| entry.value.value))
        };
        for entry in left.iter() {
            if !holds(entry.value.value, count(right, entry)?.unwrap_or(Value::Int(0)))? {
                return Ok(false);
            }
        }
        for entry in right.iter() {
            if count(left, entry)?.is_none() && !holds(Value::Int(0), entry.value.value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn is_subset(&self, left: &Dict, right: &Dict, depth: usize) -> Outcome<bool> {
        if left.len() > right.len() {
            return Ok(false);
        }
        for entry in left.iter() {
            if self.find(right, entry.hash, entry.key.value, depth + 1)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The place of an equal key.
    #[inline]
    pub(super) fn find(&self, dict: &Dict, hash: u64, key: Value, depth: usize) -> Outcome<Option<usize>> {
        let mut failure = None;
        let place = dict.find(hash, |found| {
            failure.is_some()
                || self.same_or_equal(found.value, key, depth).unwrap_or_else(|raise| {
                    failure = Some(raise);
                    true
                })
        });
        match failure {
            Some(raise) => Err(raise),
            None => Ok(place),
        }
    }

    /// The members of a set, or of a view of keys or items; none for anything else.
    fn members(&self, value: Value, depth: usize) -> Outcome<Option<Vec<Member>>> {
        Ok(match self.heap.object(value) {
            Some(Object::Set(set) | Object::FrozenSet(set)) => Some(set.iter().map(Member::key).collect()),
            Some(Object::View { of, what }) => {
                let entries = self.heap.dict(Value::Object(*of)).into_iter().flat_map(Dict::iter);
                match what {
                    DictPart::Keys => Some(entries.map(Member::key).collect()),
                    DictPart::Items => {
                        let mut members = Vec::new();
                        for entry in entries {
                            let (key, value) = (entry.key.value, entry.value.value);
                            let hash = self.hash_items([key, value].into_iter(), depth)?;
                            members.push(Member { hash, content: Content::Pair(key, value) });
                        }
                        Some(members)
                    }
                    DictPart::Values => None,
                }
            }
            _ => None,
        })
    }

    fn all_among(&self, left: &[Member], right: &[Member], depth: usize) -> Outcome<bool> {
        let mut by_hash: BTreeMap<u64, Vec<&Member>> = BTreeMap::new();
        for member in right {
            by_hash.entry(member.hash).or_default().push(member);
        }
        'members: for member in left {
            for other in by_hash.get(&member.hash).into_iter().flatten() {
                if self.same_member(member.content, other.content, depth + 1)? {
                    continue 'members;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    fn same_member(&self, a: Content, b: Content, depth: usize) -> Outcome<bool> {
        match (a, b) {
            (Content::One(a), Content::One(b)) => self.same_or_equal(a, b, depth),
            (Content::Pair(key, value), Content::Pair(other_key, other_value)) => Ok(self
                .same_or_equal(key, other_key, depth)?
                && self.same_or_equal(value, other_value, depth)?),
            (Content::One(tuple), Content::Pair(key, value))
            | (Content::Pair(key, value), Content::One(tuple)) => {
                match self.heap.tuple_items(tuple).as_deref() {
                    Some([first, second]) => Ok(self.same_or_equal(first.value, key, depth)?
                        && self.same_or_equal(second.value, value, depth)?),
                    _ => Ok(false),
                }
            }
        }
    }

    pub(super) fn is_among(&self, item: Value, items: &[Labelled], depth: usize) -> Outcome<bool> {
        for (place, other) in items.iter().enumerate() {
            if self.same_or_equal(other.value, item, depth + 1)? {
                self.heap.work.add(place);
                return Ok(true);
            }
        }
        self.heap.work.add(items.len());
        Ok(false)
    }

    /// `a < b` and its like.
    pub(super) fn order(&self, comparison: Comparison, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => return Ok(holds(comparison, Some(a.cmp(&b)))),
            (Value::Float(a), Value::Float(b)) => return Ok(holds(comparison, a.partial_cmp(&b))),
            _ => {}
        }
        if let (Some(left), Some(right)) = (self.heap.str(a), self.heap.str(b)) {
            return Ok(holds(comparison, Some(left.cmp(right))));
        }
        match comparison {
            Comparison::Eq => return self.equal(a, b, depth),
            Comparison::Ne => return self.differs(a, b, depth),
            _ => {}
        }
        self.step(depth, " in comparison")?;
        if let Some(answer) = self.order_numbers(comparison, a, b)? {
            return Ok(answer);
        }
        if let Some(answer) = self.asked_order(comparison, a, b)? {
            return Ok(answer);
        }
        let (plain_a, plain_b) = (self.heap.plain(a), self.heap.plain(b));
        if !same(plain_a, a) || !same(plain_b, b) {
            return self.order(comparison, plain_a, plain_b, depth + 1);
        }
        if let (Some(left), Some(right)) = (self.heap.tuple_items(a), self.heap.tuple_items(b)) {
            return self.order_items(comparison, &left, &right, depth);
        }
        match (self.heap.object(a), self.heap.object(b)) {
            (Some(Object::List(left)), Some(Object::List(right))) => {
                self.order_items(comparison, &left.items, &right.items, depth)
            }
            _ => self.order_others(comparison, a, b, depth),
        }
    }

    #[inline(never)]
    fn order_numbers(&self, comparison: Comparison, a: Value, b: Value) -> Outcome<Option<bool>> {
        let (Some(left), Some(right)) = (exact(self.heap, a), exact(self.heap, b)) else { return Ok(None) };
        if left.is_signalling_with(&right) {
            return Err(Raise::new(ExcKind::InvalidOperation, "[<class 'decimal.InvalidOperation'>]"));
        }
        Ok(Some(holds(comparison, left.order(&right))))
    }

    /// Kept apart from [`Walk::order`], whose frame is on the stack once for every level of nesting.
    #[inline(never)]
    fn order_others(&self, comparison: Comparison, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        let unsupported = || {
            Raise::type_error(format!(
                "'{}' not supported between instances of '{}' and '{}'",
                comparison.symbol(),
                self.heap.type_name(a),
                self.heap.type_name(b)
            ))
        };
        let (Some(left), Some(right)) = (self.heap.object(a), self.heap.object(b)) else {
            return Err(unsupported());
        };
        match (left, right) {
            (Object::Deque(left), Object::Deque(right)) => {
                self.order_items(comparison, &left.0.items, &right.0.items, depth)
            }
            (Object::Bytes(left), Object::Bytes(right)) => Ok(holds(comparison, Some(left.cmp(right)))),
            (Object::Set(left) | Object::FrozenSet(left), Object::Set(right) | Object::FrozenSet(right)) => {
                let (small, large) = match comparison {
                    Comparison::Lt | Comparison::Le => (left, right),
                    _ => (right, left),
                };
                let proper = matches!(comparison, Comparison::Lt | Comparison::Gt);
                Ok(self.is_subset(small, large, depth)? && !(proper && small.len() == large.len()))
            }
            (Object::View { .. }, _) | (_, Object::View { .. }) => {
                let (Some(left), Some(right)) = (self.members(a, depth)?, self.members(b, depth)?) else {
                    return Err(unsupported());
                };
                let (small, large) = match comparison {
                    Comparison::Lt | Comparison::Le => (left, right),
                    _ => (right, left),
                };
                let proper = matches!(comparison, Comparison::Lt | Comparison::Gt);
                Ok(self.all_among(&small, &large, depth)? && !(proper && small.len() == large.len()))
            }
            (Object::Dict(left), Object::Dict(right))
                if (left.kind, right.kind) == (BuiltinType::Counter, BuiltinType::Counter) =>
            {
                let or_equal = match comparison {
                    Comparison::Lt | Comparison::Le => Comparison::Le,
                    _ => Comparison::Ge,
                };
                let all =
                    self.counts_hold(left, right, &|a, b| self.order(or_equal, a, b, depth + 1), depth)?;
                let strict = matches!(comparison, Comparison::Lt | Comparison::Gt);
                Ok(all && !(strict && self.equal_dicts(left, right, depth)?))
            }
            (Object::Date(left), Object::Date(right)) => Ok(holds(comparison, Some(left.cmp(right)))),
            (Object::DateTime(left), Object::DateTime(right)) => {
                Ok(holds(comparison, Some(left.compare(right)?)))
            }
            (Object::Date(_), Object::DateTime(_)) | (Object::DateTime(_), Object::Date(_)) => {
                Err(Raise::type_error("can't compare datetime.datetime to datetime.date"))
            }
            (Object::Time(left), Object::Time(right)) => Ok(holds(comparison, Some(left.compare(right)?))),
            (Object::TimeDelta(left), Object::TimeDelta(right)) => {
                Ok(holds(comparison, Some(left.cmp(right))))
            }
            (Object::Instance(left), Object::Instance(right)) if left.class == right.class => {
                match left.class.and_then(|place| self.heap.class(place)) {
                    Some(class) if matches!(class.kind, ClassKind::Dataclass { order: true, .. }) => {
                        let values = |instance| -> Vec<Labelled> {
                            let fields = self.heap.compared_fields(instance, Some(class));
                            fields.into_iter().map(|(_, value)| Labelled::new(value, Label::NONE)).collect()
                        };
                        self.order_items(comparison, &values(left), &values(right), depth)
                    }
                    _ => Err(unsupported()),
                }
            }
            _ => Err(unsupported()),
        }
    }

    /// `a != b`, which a class may have written apart from `==`.
    fn differs(&self, a: Value, b: Value, depth: usize) -> Outcome<bool> {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(answer) = self.heap.ask_method(one, "__ne__", &[other])?
                && answer != Value::NotImplemented
            {
                return Ok(self.heap.truth(answer));
            }
        }
        self.equal(a, b, depth).map(|equal| !equal)
    }

    /// What the classes of the plan say to an ordering.
    #[inline(never)]
    fn asked_order(&self, comparison: Comparison, a: Value, b: Value) -> Outcome<Option<bool>> {
        let (method, reflected) = match comparison {
            Comparison::Lt => ("__lt__", "__gt__"),
            Comparison::Le => ("__le__", "__ge__"),
            Comparison::Gt => ("__gt__", "__lt__"),
            Comparison::Ge => ("__ge__", "__le__"),
            Comparison::Eq | Comparison::Ne => return Ok(None),
        };
        for (one, method, other) in [(a, method, b), (b, reflected, a)] {
            if let Some(answer) = self.heap.ask_method(one, method, &[other])?
                && answer != Value::NotImplemented
            {
                return Ok(Some(self.heap.truth(answer)));
            }
        }
        Ok(None)
    }

    fn order_items(
        &self,
        comparison: Comparison,
        left: &[Labelled],
        right: &[Labelled],
        depth: usize,
    ) -> Outcome<bool> {
        let place = self.first_difference(left, right, depth)?;
        match place.and_then(|place| Some((left.get(place)?, right.get(place)?))) {
            Some((left, right)) => self.order(comparison, left.value, right.value, depth + 1),
            None => Ok(holds(comparison, Some(left.len().cmp(&right.len())))),
        }
    }
}

/// Whether a comparison holds for values that stand in this order; none where a NaN is among them.
fn holds(comparison: Comparison, order: Option<Ordering>) -> bool {
    match (comparison, order) {
        (Comparison::Ne, None) => true,
        (_, None) => false,
        (Comparison::Eq, Some(order)) => order.is_eq(),
        (Comparison::Ne, Some(order)) => order.is_ne(),
        (Comparison::Lt, Some(order)) => order.is_lt(),
        (Comparison::Le, Some(order)) => order.is_le(),
        (Comparison::Gt, Some(order)) => order.is_gt(),
        (Comparison::Ge, Some(order)) => order.is_ge(),
    }
}

/// `a is b`: small values by what they are, objects by their place.
#[inline]
pub(crate) fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        _ => a == b,
    }
}

/// The number of elements of a range.
pub(crate) fn range_length(start: i64, stop: i64, step: i64) -> u64 {
    let (low, high) = if step > 0 { (start, stop) } else { (stop, start) };
    if step == 0 || low >= high {
        return 0;
    }
    // The distance of two i64 fits into an u64, and so does every step's size.
    let distance = high.wrapping_sub(low) as u64;
    (distance - 1) / step.unsigned_abs() + 1
}

impl Cx<'_> {
    pub(super) fn walk(&self) -> Walk<'_> {
        Walk::new(self.heap, self.limits.data_depth, self.limits.steps / PART)
    }

    /// `bool(value)`; the methods of instances are the machine's to call.
    #[inline]
    pub(crate) fn truth(&self, value: Value) -> bool {
        self.heap.truth(value)
    }

    /// `a == b`.
    ///
    /// # Errors
    ///
    /// `RecursionError` for values nested too deeply, and `Cause::Call` to ask an `__eq__` of the plan.
    #[inline]
    pub(crate) fn equal(&self, a: Value, b: Value) -> Outcome<bool> {
        self.walk().equal(a, b, 0)
    }

    /// Any of the six comparisons.
    ///
    /// # Errors
    ///
    /// `TypeError` where the values have no order, and those of [`Cx::equal`].
    #[inline]
    pub(crate) fn order(&self, comparison: Comparison, a: Value, b: Value) -> Outcome<bool> {
        self.walk().order(comparison, a, b, 0)
    }

    /// An int, bool or member of an `IntEnum` as an integer.
    pub(crate) fn integer(&self, value: Value) -> Option<Integer> {
        self.heap.integer(value)
    }

    /// `a is b`.
    #[inline]
    pub(crate) fn same(&self, a: Value, b: Value) -> bool {
        same(a, b)
    }
}
