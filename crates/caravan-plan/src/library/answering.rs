//! Tuples that natives answer with: plain ones, and those whose elements have names (`isocalendar()`, `as_tuple()`).

use std::sync::Arc;

use caravan_label::Label;

use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Instance, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{Labelled, Value};

fn bare(value: Value) -> Labelled {
    Labelled::new(value, Label::NONE)
}

impl Cx<'_> {
    /// A fresh tuple without labels, for a native that sees none.
    pub(crate) fn bare_tuple(&mut self, items: impl IntoIterator<Item = Value>) -> Outcome<Value> {
        self.heap.tuple(items.into_iter().map(bare).collect(), Label::NONE)
    }

    /// A fresh list without labels, for a native that sees none.
    pub(crate) fn bare_list(&mut self, items: impl IntoIterator<Item = Value>) -> Outcome<Value> {
        self.heap.list(items.into_iter().map(bare).collect(), Label::NONE)
    }

    /// A fresh tuple of named elements, without labels. `class` is the name that its `repr` shows.
    pub(crate) fn named_tuple(
        &mut self,
        class: &'static str,
        fields: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Outcome<Value> {
        let place = self.heap.alloc(Object::Class(Box::new(Class {
            name: class.into(),
            kind: ClassKind::NamedTuple,
            ancestors: Vec::new(),
            attributes: Vec::new(),
            fields: Arc::default(),
            members: Vec::new(),
            label: self.literal,
            doc: None,
            mixed: false,
            generates: false,
        })))?;
        self.heap.value(Object::Instance(Box::new(Instance {
            class: Some(place),
            class_name: class.into(),
            fields: fields.into_iter().map(|(name, value)| (name.into(), bare(value))).collect(),
            structure: Label::NONE,
            unset: 0,
        })))
    }

    /// A text or `None`.
    pub(crate) fn optional_text(
        &mut self,
        text: Option<impl Into<compact_str::CompactString>>,
    ) -> Outcome<Value> {
        match text {
            Some(text) => self.heap.text(text),
            None => Ok(Value::None),
        }
    }
}

/// The argument of a parameter that the signature requires.
pub(crate) fn given(argument: Option<Labelled>) -> Outcome<Value> {
    argument.map(|argument| argument.value).ok_or_else(|| Raise::internal("a required argument that is none"))
}
