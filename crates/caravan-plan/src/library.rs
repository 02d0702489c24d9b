//! What plans can call without asking anybody: Python's builtins, the methods of its types, and the
//! modules that plans may import.
//!
//! Each is an entry of a table, so that the language page, the planner's prompt and "did you mean" read
//! the same source. A native that need not know of labels is [`Run::Pure`]: the machine joins the labels of
//! its arguments, deeply, and gives the join to all of what it made. One whose result is more precise than
//! that is [`Run::Labelled`] and answers for its labels itself, by the rules in `rules`.

use std::sync::OnceLock;

use caravan_label::Label;
use hashbrown::HashMap;

use crate::cx::Cx;
use crate::heap::Name;
use crate::machine::clock::Reading;
use crate::raise::{Outcome, Raise};
use crate::selection::Selection;
use crate::value::{BuiltinType, Labelled, Module, NativeId, Value};

mod answering;
pub(crate) mod builtins;
pub(crate) mod bytes;
pub(crate) mod collections;
pub(crate) mod copy;
pub(crate) mod dataclasses;
pub(crate) mod decimal;
pub(crate) mod dict;
mod entry;
pub(crate) mod functools;
pub(crate) mod itertools;
pub(crate) mod json;
pub(crate) mod list;
mod making;
pub(crate) mod math;
pub(crate) mod modules;
pub(crate) mod number;
pub(crate) mod operator;
mod parameters;
pub(crate) mod plan;
mod pulling;
pub(crate) mod pydantic;
pub(crate) mod range;
pub(crate) mod regex;
pub(crate) mod set;
mod signature;
pub(crate) mod sorting;
pub(crate) mod statistics;
pub(crate) mod string;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod textwrap;
pub(crate) mod time;
pub(crate) mod tuple;
pub(crate) mod typing;
mod work;

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args<'a> {
    /// Positional arguments; for a method, the receiver first.
    pub(crate) positional: &'a [Labelled],
    /// Keyword arguments, in order.
    pub(crate) keyword: &'a [(Name, Labelled)],
}

/// How a native runs.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// A pure function of raw values. What it makes is fresh and carries no labels yet; its failure too.
    /// It never returns an object that existed before, and never changes one.
    Pure(fn(&mut Cx<'_>, Args<'_>) -> Outcome<Value>),
    /// Keeps labels itself.
    Labelled(fn(&mut Cx<'_>, Args<'_>) -> Outcome<Labelled>),
    /// Calls functions of the plan: gives a task that the machine drives.
    Task(fn(&mut Cx<'_>, Args<'_>) -> Outcome<Task>),
    /// Needs the machine itself: written out in `machine::call`.
    Machine(MachineNative),
}

/// The natives that the machine itself carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MachineNative {
    Print,
    GetVariable,
    QueryQuarantined,
    /// `datetime.now()` and its like.
    Clock(Reading),
    /// `answer(value, status, scope)`.
    Answer,
    StatusOf,
    ScopeOf,
    Next,
    Super,
    Str,
    Repr,
    Getattr,
    Setattr,
    Delattr,
    /// `super().__init__` where the class itself, not the plan, says what it does.
    BaseInit,
    /// `Model.model_validate`.
    ModelValidate,
    /// `Model.model_validate_json`.
    ModelValidateJson,
    /// `dataclasses.replace`, and `model_copy(update=...)` of a dataclass.
    Replace,
    Hasattr,
}

/// An entry of the library.
#[derive(Clone, Copy)]
pub(crate) struct Native {
    /// Where it is found.
    pub(crate) home: Home,
    pub(crate) name: &'static str,
    pub(crate) run: Run,
    /// Whether it changes its first argument.
    pub(crate) mutates: bool,
}

/// Where a native is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Home {
    /// Among the builtins.
    Builtin,
    /// A method of a type.
    Method(BuiltinType),
    /// A function of a type, called on the type itself: `datetime.fromisoformat`, `dict.fromkeys`.
    Static(BuiltinType),
    /// What calling the type does.
    Constructor(BuiltinType),
    /// An attribute of a type's values that is computed: `date.year`.
    Attribute(BuiltinType),
    /// A function of a module.
    Module(Module),
}

/// A native that calls functions of the plan, between two calls.
pub(crate) struct Task {
    /// Goes on with the result of the last call (none at first): calls again, or ends.
    pub(crate) step: fn(&mut Cx<'_>, &mut TaskState, Option<Labelled>) -> Outcome<TaskStep>,
    pub(crate) state: TaskState,
}

/// What a task remembers. All of it is visible to the sweeper.
#[derive(Debug)]
pub(crate) struct TaskState {
    pub(crate) function: Labelled,
    /// What is still to be done, or all of it.
    pub(crate) items: Vec<Labelled>,
    /// What came of it.
    pub(crate) results: Vec<Labelled>,
    pub(crate) next: usize,
    /// The structure label of what `items` came from.
    pub(crate) structure: Label,
    /// What decides whether a call is made at all: the calls stand under it as under the guard of a loop.
    pub(crate) guard: Label,
    /// Whether it calls its function for each item, whatever the items are.
    pub(crate) every: bool,
    /// What else the native needs to remember.
    pub(crate) extra: Vec<Labelled>,
    /// A sort that is under way.
    pub(crate) sorter: Option<Box<sorting::Sorter>>,
    /// What is known of the row that `items` came from, if untrusted data has chosen it.
    pub(crate) selection: Option<Selection>,
}

impl TaskState {
    /// The same for a native that calls its function for each item, whatever the items are.
    pub(crate) fn for_each(function: Labelled, items: Vec<Labelled>, structure: Label) -> TaskState {
        TaskState { every: true, ..TaskState::new(function, items, structure) }
    }

    /// A task that will call `function` for `items` that came from a container of this structure.
    pub(crate) fn new(function: Labelled, items: Vec<Labelled>, structure: Label) -> TaskState {
        let (results, extra) = (Vec::new(), Vec::new());
        TaskState {
            function,
            items,
            results,
            next: 0,
            structure,
            guard: structure,
            every: false,
            extra,
            sorter: None,
            selection: None,
        }
    }
}

/// What a task does next.
pub(crate) enum TaskStep {
    /// Call this with these arguments.
    Call(Labelled, Vec<Labelled>),
    /// Done.
    Done(Labelled),
}

impl<'a> Args<'a> {
    /// The positional argument at a place.
    pub(crate) fn get(&self, place: usize) -> Option<Labelled> {
        self.positional.get(place).copied()
    }

    /// The receiver of a method.
    pub(crate) fn receiver(&self) -> Outcome<Labelled> {
        self.get(0).ok_or_else(|| Raise::internal("a method without a receiver"))
    }

    /// The keyword argument called `name`.
    pub(crate) fn named(&self, name: &str) -> Option<Labelled> {
        self.keyword.iter().find(|(known, _)| &**known == name).map(|(_, value)| *value)
    }

    /// The arguments of a function by parameter, as Python binds them: `names` in order, the first
    /// `positional_only` of them by position alone, the first `required` of them required. A method's
    /// receiver is skipped with `skip = 1`.
    ///
    /// # Errors
    ///
    /// `TypeError` for too many, missing, unknown or repeated arguments.
    pub(crate) fn bind<const N: usize>(
        &self,
        function: &str,
        skip: usize,
        names: [&str; N],
        positional_only: usize,
        required: usize,
    ) -> Outcome<[Option<Labelled>; N]> {
        let given = self.positional.get(skip..).unwrap_or(&[]);
        if given.len() > N {
            let (what, s) =
                (if required == N { "exactly" } else { "at most" }, if N == 1 { "" } else { "s" });
            return Err(Raise::type_error(format!(
                "{function}() takes {what} {N} argument{s} ({} given)",
                given.len()
            )));
        }
        let mut bound = [None; N];
        for (slot, value) in bound.iter_mut().zip(given) {
            *slot = Some(*value);
        }
        for (name, value) in self.keyword {
            let place =
                names.iter().position(|known| *known == &**name).filter(|place| *place >= positional_only);
            match place.and_then(|place| bound.get_mut(place)) {
                Some(slot @ None) => *slot = Some(*value),
                Some(Some(_)) => {
                    return Err(Raise::type_error(format!(
                        "argument for {function}() given by name ('{name}') and position"
                    )));
                }
                None if positional_only == N => {
                    return Err(Raise::type_error(format!("{function}() takes no keyword arguments")));
                }
                None => {
                    return Err(Raise::type_error(format!(
                        "{function}() got an unexpected keyword argument '{name}'"
                    )));
                }
            }
        }
        for (place, slot) in bound.iter().enumerate().take(required) {
            if slot.is_none() {
                let name = names.get(place).copied().unwrap_or_default();
                let text = if positional_only == N {
                    let (s, count) = (if required == 1 { "" } else { "s" }, given.len());
                    format!(
                        "{function} expected {} {required} argument{s}, got {count}",
                        if required == N { "exactly" } else { "at least" }
                    )
                } else {
                    format!("{function}() missing required argument '{name}' (pos {})", place + 1)
                };
                return Err(Raise::type_error(text));
            }
        }
        Ok(bound)
    }
}

/// All natives; a [`NativeId`] is a place in it.
pub(crate) fn natives() -> &'static [Native] {
    static NATIVES: OnceLock<Vec<Native>> = OnceLock::new();
    NATIVES.get_or_init(|| table::SECTIONS.iter().flat_map(|section| section.iter().copied()).collect())
}

/// The native with this id.
pub(crate) fn native(id: NativeId) -> Option<&'static Native> {
    natives().get(id.0 as usize)
}

/// The functions that need no import, by name.
pub(crate) fn builtins() -> impl Iterator<Item = (&'static str, NativeId)> {
    let all = natives().iter().enumerate().filter(|(_, native)| native.home == Home::Builtin);
    all.map(|(place, native)| (native.name, NativeId(place as u16)))
}

/// Whether any type or module of the library has a function, method or attribute of this name.
pub(crate) fn is_known(name: &str) -> bool {
    static NAMES: OnceLock<hashbrown::HashSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| natives().iter().map(|native| native.name).collect()).contains(name)
}

/// What calling a built-in class does, where that is a native.
pub(crate) fn constructor(ty: BuiltinType) -> Option<NativeId> {
    static CONSTRUCTORS: OnceLock<Vec<(BuiltinType, NativeId)>> = OnceLock::new();
    let constructors = CONSTRUCTORS.get_or_init(|| {
        let mut found: Vec<(BuiltinType, NativeId)> = natives()
            .iter()
            .enumerate()
            .filter_map(|(place, native)| match native.home {
                Home::Constructor(ty) if native.name == ty.name() => Some((ty, NativeId(place as u16))),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found
    });
    let place = constructors.binary_search_by_key(&ty, |(known, _)| *known).ok()?;
    constructors.get(place).map(|(_, id)| *id)
}

/// The type whose methods a type has too.
pub(crate) fn base_type(ty: BuiltinType) -> Option<BuiltinType> {
    use BuiltinType as T;
    Some(match ty {
        T::Counter | T::DefaultDict | T::OrderedDict => T::Dict,
        T::Bool => T::Int,
        T::DateTime => T::Date,
        T::Generator => T::Iterator,
        _ => return None,
    })
}

/// The types that have a method called `name`, each with the native that it is.
pub(crate) fn methods(name: &str) -> &'static [(BuiltinType, NativeId)] {
    static METHODS: OnceLock<HashMap<&'static str, Vec<(BuiltinType, NativeId)>>> = OnceLock::new();
    let methods = METHODS.get_or_init(|| {
        use BuiltinType as T;
        let mut methods: HashMap<&'static str, Vec<(BuiltinType, NativeId)>> = HashMap::new();
        for (place, native) in natives().iter().enumerate() {
            if let Home::Method(ty) = native.home {
                methods.entry(native.name).or_default().push((ty, NativeId(place as u16)));
            }
        }
        let heirs = [T::Counter, T::DefaultDict, T::OrderedDict, T::Bool, T::DateTime, T::Generator];
        for found in methods.values_mut() {
            for heir in heirs {
                let of = |ty: BuiltinType| found.iter().find(|(known, _)| *known == ty).map(|(_, id)| *id);
                if of(heir).is_none()
                    && let Some(id) = base_type(heir).and_then(of)
                {
                    found.push((heir, id));
                }
            }
        }
        methods
    });
    methods.get(name).map_or(&[], Vec::as_slice)
}

/// The native called `name` at `home`.
pub(crate) fn find(home: Home, name: &str) -> Option<NativeId> {
    static INDEX: OnceLock<HashMap<(Home, &'static str), NativeId>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        natives()
            .iter()
            .enumerate()
            .map(|(place, native)| ((native.home, native.name), NativeId(place as u16)))
            .collect()
    });
    index.get(&(home, name)).copied()
}
