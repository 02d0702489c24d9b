//! Labels of what tools answer: what the configuration says of parts, and what the server says of the whole.
//!
//! A rule of the configuration may call a part trusted. What a server says can only restrict.

use std::collections::BTreeSet;

use caravan_label::{Choice, Label, Lattice, Readers, Source, Taint};
use caravan_plan::{Datum, Tree};

use super::episode::Labelling;
use crate::effect::Restriction;
use crate::system::{LabelRule, PartStep};

/// What a server's own words add to the label of its result.
pub(super) fn restriction(said: &Restriction, source: &Source, lattice: &mut Lattice) -> Label {
    let mut label = Label::NONE;
    if said.untrusted {
        label = lattice.data_from(&[trusting(source, None, false)]);
    }
    if let Some(readers) = &said.readers {
        let readers = readable_by(readers.iter().map(String::as_str), lattice);
        label = lattice.join(label, readers);
    }
    label
}

/// Labels the parts of a result as the rules say.
pub(super) fn apply(datum: &mut Datum, labelling: &Labelling, lattice: &mut Lattice) {
    for rule in &*labelling.rules {
        walk(datum, &[], rule.part.steps(), &Applied { rule, labelling }, lattice);
    }
}

struct Applied<'a> {
    rule: &'a LabelRule,
    labelling: &'a Labelling,
}

/// The fields that a rule refers to, by name.
type Fields<'a> = [(&'a str, Datum)];

/// Goes on to the parts that the steps lead to. `around` holds of the record that `datum` is a field of what the rule refers
/// to, as it was.
fn walk(
    datum: &mut Datum,
    around: &Fields<'_>,
    steps: &[PartStep],
    applied: &Applied<'_>,
    lattice: &mut Lattice,
) {
    let Some((step, rest)) = steps.split_first() else {
        return applied.to(datum, around, lattice);
    };
    match step {
        PartStep::Each => match &mut datum.value {
            Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => {
                items.iter_mut().for_each(|item| walk(item, &[], rest, applied, lattice));
            }
            Tree::Dict(entries) => {
                entries.iter_mut().for_each(|(_, value)| walk(value, &[], rest, applied, lattice));
            }
            _ => {}
        },
        PartStep::Field(name) => {
            let around = if rest.is_empty() { applied.fields(datum) } else { Vec::new() };
            let part = match &mut datum.value {
                Tree::Record(_, fields) => {
                    fields.iter_mut().find(|(known, _)| known == name).map(|(_, part)| part)
                }
                Tree::Dict(entries) => entries
                    .iter_mut()
                    .find(|(key, _)| matches!(&key.value, Tree::Str(text) if text == name))
                    .map(|(_, part)| part),
                _ => None,
            };
            if let Some(part) = part {
                walk(part, &around, rest, applied, lattice);
            }
        }
    }
}

impl Applied<'_> {
    /// The fields of a record that the rule refers to.
    fn fields(&self, record: &Datum) -> Vec<(&str, Datum)> {
        let names = self.rule.readers_from.iter().chain(&self.rule.source_from);
        names.filter_map(|name| Some((name.as_str(), field(record, name)?.clone()))).collect()
    }

    fn to(&self, datum: &mut Datum, around: &Fields<'_>, lattice: &mut Lattice) {
        let Applied { rule, labelling } = self;
        let outside = |name: &str| around.iter().find(|(known, _)| *known == name).map(|(_, field)| field);
        let referred = |name: &str| field(datum, name).or_else(|| outside(name));
        let mut label = Label::NONE;
        let mut readers = rule.readers.as_ref().map(|names| names.iter().map(String::as_str).collect());
        for name in &rule.readers_from {
            let names: &mut Vec<&str> = readers.get_or_insert_default();
            // Where nothing says who may read it, nobody may.
            let Some(value) = referred(name) else { continue };
            names.extend(texts(value));
            let known = value.deep_label(lattice);
            label = lattice.join(label, known);
        }
        if let Some(names) = readers {
            let readable = readable_by(names.into_iter(), lattice);
            label = lattice.join(label, readable);
        }
        let source = rule.source_from.as_deref().and_then(referred);
        let inner = source.and_then(|value| texts(value).next().map(Box::from));
        if let Some(value) = source {
            let known = value.deep_label(lattice);
            label = lattice.join(label, known);
        }
        if rule.trusted {
            let own = lattice.data_from(&[trusting(&labelling.source, inner, true)]);
            let own = lattice.join(own, labelling.given);
            relabel(datum, own);
        } else if inner.is_some() {
            let own = lattice.data_from(&[inside(&labelling.source, inner)]);
            label = lattice.join(label, own);
        }
        if label != Label::NONE {
            datum.taint_deeply(label, lattice);
        }
    }
}

fn field<'d>(datum: &'d Datum, name: &str) -> Option<&'d Datum> {
    match &datum.value {
        Tree::Record(_, fields) => fields.iter().find(|(known, _)| **known == *name).map(|(_, value)| value),
        Tree::Dict(entries) => entries
            .iter()
            .find(|(key, _)| matches!(&key.value, Tree::Str(text) if **text == *name))
            .map(|(_, value)| value),
        _ => None,
    }
}

/// The texts that a value is, or is a list of.
fn texts(datum: &Datum) -> impl Iterator<Item = &str> {
    let items: &[Datum] = match &datum.value {
        Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => items,
        _ => std::slice::from_ref(datum),
    };
    items.iter().filter_map(|item| match &item.value {
        Tree::Str(text) => Some(&**text),
        _ => None,
    })
}

fn readable_by<'a>(names: impl Iterator<Item = &'a str>, lattice: &mut Lattice) -> Label {
    let names: BTreeSet<Box<str>> = names.map(Box::from).collect();
    let taint = lattice.taint(&[], Readers::Only(names));
    lattice.label(taint, Taint::NONE, Choice::NONE)
}

fn inside(source: &Source, within: Option<Box<str>>) -> Source {
    trusting(source, within, source.is_trusted())
}

/// The tool as a source, trusted or not, with what within it is meant.
fn trusting(source: &Source, within: Option<Box<str>>, trust: bool) -> Source {
    match source {
        Source::Tool { agent, tool, .. } => {
            Source::Tool { agent: agent.clone(), tool: tool.clone(), inner: within, trusted: trust }
        }
        other => other.clone(),
    }
}

/// Gives the value and everything in it this label.
fn relabel(datum: &mut Datum, label: Label) {
    let mut pending = vec![datum];
    while let Some(datum) = pending.pop() {
        datum.label = label;
        match &mut datum.value {
            Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
            Tree::Dict(entries) => {
                pending.extend(entries.iter_mut().flat_map(|(key, value)| [key, value]));
            }
            Tree::Record(_, fields) => pending.extend(fields.iter_mut().map(|(_, value)| value)),
            _ => {}
        }
    }
}
