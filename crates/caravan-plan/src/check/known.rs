//! What can be known of a value without running anything: its type, and whether untrusted data is certainly in it.

use std::rc::Rc;
use std::sync::Arc;

use serde_json::Value as Json;

use super::decided::Decided;
use crate::types::{RecordType, Type};
use crate::value::{BuiltinType, Module};

/// How untrusted data came to a value: the last step first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trail(Rc<Step>);

#[derive(Debug, PartialEq)]
struct Step {
    /// Whether what comes from there is untrusted for certain.
    certain: bool,
    line: u32,
    what: Box<str>,
    before: Option<Trail>,
}

impl Trail {
    /// The source itself, such as a tool's name.
    pub(super) fn source(what: &str, line: u32) -> Trail {
        Trail(Rc::new(Step { certain: true, line, what: what.into(), before: None }))
    }

    /// A source that is only likely to be untrusted: a child's answer.
    pub(super) fn likely(what: &str, line: u32) -> Trail {
        Trail(Rc::new(Step { certain: false, line, what: what.into(), before: None }))
    }

    pub(super) fn is_certain(&self) -> bool {
        self.0.certain
    }

    /// The value was given a name.
    pub(super) fn through(self, name: &str, line: u32) -> Trail {
        // A line speaks for itself, and a loop names the same value again and again.
        let mut here = Some(&self);
        let mut length = 0;
        while let Some(Trail(step)) = here {
            length += 1;
            if step.line == line || length > 8 {
                return self;
            }
            here = step.before.as_ref();
        }
        let certain = self.is_certain();
        Trail(Rc::new(Step { certain, line, what: name.into(), before: Some(self) }))
    }

    /// Source and names, the source first: "`search_emails` on line 3, by way of `subject` on line 5".
    pub(super) fn text(&self) -> String {
        let mut steps = Vec::new();
        let mut here = Some(self);
        while let Some(Trail(step)) = here {
            steps.push(format!("`{}` on line {}", step.what, step.line));
            here = step.before.as_ref();
        }
        let source = steps.pop().unwrap_or_default();
        steps.reverse();
        match steps.as_slice() {
            [] => source,
            ways => format!("{source}, by way of {}", ways.join(", ")),
        }
    }
}

/// What is known of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) ty: Ty,
    /// Untrusted data is certainly in the value itself; for a container, in its length or keys.
    pub(super) data: Option<Trail>,
    /// How many values it can be is certainly decided by untrusted data, without a bound.
    pub(super) choice: Option<Trail>,
    /// Which decisions of untrusted data certainly stand behind it, each with a bound.
    pub(super) decided: Decided,
    /// The same two of something that a container holds, whichever element it is.
    pub(super) holds_data: Option<Trail>,
    pub(super) holds_choice: Option<Trail>,
}

/// A type as far as it is known. What is not known is [`Ty::Any`], of which nothing is ever said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Ty {
    #[default]
    Any,
    None,
    Bool,
    Int,
    Float,
    Str,
    Bytes,
    Date,
    Time,
    DateTime,
    TimeDelta,
    /// One of the constants that a schema spells out.
    Member(Arc<[Json]>),
    List(Rc<Known>),
    Set(Rc<Known>),
    Tuple(Rc<[Known]>),
    /// Keys and values.
    Dict(Rc<(Known, Known)>),
    /// A record that a tool or model answered; `data` speaks of all its fields.
    Record(Arc<RecordType>),
    /// A class of the plan, by its place in the survey.
    Class(usize),
    /// An instance of one.
    Instance(usize),
    /// A function of the plan, by its place in the survey.
    Function(usize),
    Tool(usize),
    Child(usize),
    /// A builtin function.
    Builtin(Box<str>),
    Type(BuiltinType),
    Module(Module),
    /// One of these.
    Union(Rc<[Ty]>),
}

impl Known {
    /// A value of this type without anything untrusted.
    pub(super) fn of(ty: Ty) -> Known {
        Known { ty, ..Known::default() }
    }

    /// Nothing is known of the type, and of what is in it this.
    pub(super) fn with(ty: Ty, data: Option<Trail>, choice: Option<Trail>) -> Known {
        Known { ty, data, choice, ..Known::default() }
    }

    /// A container of this type whose length and keys are those of `self`.
    pub(super) fn shaped(&self, ty: Ty) -> Known {
        Known { ty, ..self.clone() }
    }

    /// Nothing is known.
    pub(super) fn any() -> Known {
        Known::default()
    }

    /// What an answer of this type is, whose text is untrusted if there is a trail.
    pub(super) fn answered(ty: &Type, trail: Option<&Trail>) -> Known {
        // The constant that a schema spells out is trusted data, whoever chose it.
        let spelled = match ty {
            Type::None | Type::Bool | Type::Enum(_) => true,
            Type::Union(parts) => {
                parts.iter().all(|part| matches!(part, Type::None | Type::Bool | Type::Enum(_)))
            }
            _ => false,
        };
        let data = if spelled { None } else { trail.cloned() };
        Known::with(Ty::answered(ty, trail), data, None)
    }

    /// The trail of untrusted data in the value or in anything that it holds.
    pub(super) fn deep_data(&self) -> Option<Trail> {
        let inside = || match &self.ty {
            Ty::List(item) | Ty::Set(item) => item.deep_data(),
            Ty::Tuple(items) => items.iter().find_map(Known::deep_data),
            Ty::Dict(entry) => entry.0.deep_data().or_else(|| entry.1.deep_data()),
            _ => None,
        };
        self.data.clone().or_else(|| self.holds_data.clone()).or_else(inside)
    }

    pub(super) fn deep_choice(&self) -> Option<Trail> {
        let inside = || match &self.ty {
            Ty::List(item) | Ty::Set(item) => item.deep_choice(),
            Ty::Tuple(items) => items.iter().find_map(Known::deep_choice),
            Ty::Dict(entry) => entry.0.deep_choice().or_else(|| entry.1.deep_choice()),
            _ => None,
        };
        self.choice.clone().or_else(|| self.holds_choice.clone()).or_else(inside)
    }

    /// The decisions behind the value and behind what it holds for certain.
    pub(super) fn deep_decided(&self) -> Decided {
        match &self.ty {
            Ty::Tuple(items) => {
                items.iter().fold(self.decided.clone(), |decided, item| decided.and(&item.deep_decided()))
            }
            _ => self.decided.clone(),
        }
    }

    /// The container after `value` was put into it, as one that may hold it anywhere.
    pub(super) fn put(&mut self, value: &Known) {
        self.holds_data = self.holds_data.take().or_else(|| value.deep_data());
        self.holds_choice = self.holds_choice.take().or_else(|| value.deep_choice());
    }

    /// What is certain of every element, `self` being what is certain of those before.
    pub(super) fn and_element(self, element: Known) -> Known {
        if self == Known::nothing() { element } else { self.either(&element) }
    }

    /// A value of type `ty` that was computed from all of these.
    pub(super) fn computed<'k>(ty: Ty, from: impl IntoIterator<Item = &'k Known>) -> Known {
        let mut made = Known::of(ty);
        for part in from {
            let certain = made.data.as_ref().is_some_and(Trail::is_certain);
            if !certain {
                made.data = part.deep_data().or(made.data);
            }
            made.choice = made.choice.or_else(|| part.deep_choice());
            made.decided = made.decided.and(&part.deep_decided());
        }
        made
    }

    /// The value under a new name.
    pub(super) fn named(mut self, name: &str, line: u32) -> Known {
        self.data = self.data.map(|trail| trail.through(name, line));
        self
    }

    /// What is certain where control comes from two places.
    pub(super) fn either(&self, other: &Known) -> Known {
        let both = |a: &Option<Trail>, b: &Option<Trail>| if b.is_some() { a.clone() } else { None };
        Known {
            ty: self.ty.either(&other.ty),
            data: both(&self.data, &other.data),
            choice: both(&self.choice, &other.choice),
            decided: self.decided.either(&other.decided),
            holds_data: both(&self.holds_data, &other.holds_data),
            holds_choice: both(&self.holds_choice, &other.holds_choice),
        }
    }

    /// What is known after a loop that found `self` and leaves `after`: it counts as run.
    pub(super) fn looped(&self, after: &Known) -> Known {
        Known { ty: self.ty.grown(&after.ty), ..after.clone() }
    }
}

/// How many arms a union may have before it says nothing.
const MOST_ARMS: usize = 6;

impl Ty {
    pub(super) fn list(item: Known) -> Ty {
        Ty::List(Rc::new(item))
    }

    pub(super) fn dict(key: Known, value: Known) -> Ty {
        Ty::Dict(Rc::new((key, value)))
    }

    pub(super) fn tuple(items: Vec<Known>) -> Ty {
        Ty::Tuple(items.into())
    }

    fn answered(ty: &Type, trail: Option<&Trail>) -> Ty {
        match ty {
            Type::Any => Ty::Any,
            Type::None => Ty::None,
            Type::Bool => Ty::Bool,
            Type::Int => Ty::Int,
            Type::Float => Ty::Float,
            Type::Str => Ty::Str,
            Type::Bytes => Ty::Bytes,
            Type::Date => Ty::Date,
            Type::Time => Ty::Time,
            Type::DateTime => Ty::DateTime,
            Type::Enum(members) => Ty::Member(members.clone()),
            Type::List(item) => Ty::list(Known::answered(item, trail)),
            Type::Dict(item) => {
                Ty::dict(Known::with(Ty::Str, trail.cloned(), None), Known::answered(item, trail))
            }
            Type::Record(record) => Ty::Record(record.clone()),
            Type::Union(parts) => parts
                .iter()
                .map(|part| Ty::answered(part, trail))
                .reduce(|a, b| a.either(&b))
                .unwrap_or_default(),
        }
    }

    /// The types it may be.
    pub(super) fn arms(&self) -> &[Ty] {
        match self {
            Ty::Union(arms) => arms,
            one => std::slice::from_ref(one),
        }
    }

    /// The type of a value that was asked whether it is there; of one that is never there nothing is known.
    pub(super) fn there(&self) -> Ty {
        let arms: Vec<Ty> = self.arms().iter().filter(|arm| **arm != Ty::None).cloned().collect();
        match arms.as_slice() {
            [] => Ty::Any,
            [one] => one.clone(),
            _ => Ty::Union(arms.into()),
        }
    }

    /// Whether the value may be of this one of two types.
    pub(super) fn either(&self, other: &Ty) -> Ty {
        self.merged(other, &Known::either)
    }

    fn grown(&self, after: &Ty) -> Ty {
        self.merged(after, &Known::looped)
    }

    fn merged(&self, other: &Ty, inside: &dyn Fn(&Known, &Known) -> Known) -> Ty {
        if self == other {
            return other.clone();
        }
        match (self, other) {
            (Ty::Any, _) | (_, Ty::Any) => Ty::Any,
            (Ty::List(a), Ty::List(b)) => Ty::list(empty_aside(a, b, inside)),
            (Ty::Set(a), Ty::Set(b)) => Ty::Set(Rc::new(empty_aside(a, b, inside))),
            (Ty::Dict(a), Ty::Dict(b)) => {
                Ty::dict(empty_aside(&a.0, &b.0, inside), empty_aside(&a.1, &b.1, inside))
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                Ty::tuple(a.iter().zip(b.iter()).map(|(a, b)| inside(a, b)).collect())
            }
            _ => {
                let mut arms: Vec<Ty> = self.arms().to_vec();
                for arm in other.arms() {
                    if !arms.contains(arm) {
                        arms.push(arm.clone());
                    }
                }
                if arms.len() > MOST_ARMS { Ty::Any } else { Ty::Union(arms.into()) }
            }
        }
    }

    /// The type as a plan's author would name it.
    pub(super) fn name(&self) -> String {
        match self {
            Ty::Any => "anything".to_owned(),
            Ty::None => "None".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Int => "int".to_owned(),
            Ty::Float => "float".to_owned(),
            Ty::Str => "str".to_owned(),
            Ty::Bytes => "bytes".to_owned(),
            Ty::Date => "date".to_owned(),
            Ty::Time => "time".to_owned(),
            Ty::DateTime => "datetime".to_owned(),
            Ty::TimeDelta => "timedelta".to_owned(),
            Ty::Member(members) => Type::Enum(members.clone()).python(),
            Ty::List(_) => "list".to_owned(),
            Ty::Set(_) => "set".to_owned(),
            Ty::Tuple(_) => "tuple".to_owned(),
            Ty::Dict(_) => "dict".to_owned(),
            Ty::Record(record) => record.name.to_string(),
            Ty::Class(_) | Ty::Type(_) => "a class".to_owned(),
            Ty::Instance(_) => "an instance".to_owned(),
            Ty::Function(_) | Ty::Builtin(_) => "a function".to_owned(),
            Ty::Tool(_) => "a tool".to_owned(),
            Ty::Child(_) => "an agent".to_owned(),
            Ty::Module(_) => "a module".to_owned(),
            Ty::Union(arms) => arms.iter().map(Ty::name).collect::<Vec<_>>().join(" | "),
        }
    }
}

/// Merges what two containers hold; an empty one has nothing to say.
fn empty_aside(a: &Known, b: &Known, inside: &dyn Fn(&Known, &Known) -> Known) -> Known {
    let empty = Known::nothing();
    if *a == empty {
        b.clone()
    } else if *b == empty {
        a.clone()
    } else {
        inside(a, b)
    }
}

impl Known {
    /// What an empty container holds.
    pub(super) fn nothing() -> Known {
        Known::of(Ty::Union(Rc::new([])))
    }
}

impl Known {
    /// What stays known of a container that the text changes in place: what kind it is, and what is in it untrusted.
    pub(super) fn changeable(self) -> Known {
        let inner = |item: &Known| item.shaped(Ty::Any);
        let ty = match &self.ty {
            Ty::List(item) => Ty::list(inner(item)),
            Ty::Set(item) => Ty::Set(Rc::new(inner(item))),
            Ty::Dict(entry) => Ty::dict(inner(&entry.0), inner(&entry.1)),
            Ty::Tuple(items) => Ty::tuple(items.iter().map(inner).collect()),
            Ty::Record(_) | Ty::Instance(_) | Ty::Union(_) => Ty::Any,
            _ => self.ty,
        };
        Known { ty, ..self }
    }
}
