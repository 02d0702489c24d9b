//! How the entries of the library's tables are written, and how natives read their arguments.

use caravan_pylib::int::Integer;

use super::{Args, Home, Native, Run, Task, TaskState, TaskStep};
use crate::cx::Cx;
use crate::heap::Object;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Value};
use caravan_label::Label;
use caravan_pylib::error::ExcKind;

impl Native {
    /// A builtin.
    pub(crate) const fn builtin(name: &'static str, run: Run) -> Native {
        Native { home: Home::Builtin, name, run, mutates: false }
    }

    /// A method that changes nothing.
    pub(crate) const fn method(of: BuiltinType, name: &'static str, run: Run) -> Native {
        Native { home: Home::Method(of), name, run, mutates: false }
    }

    /// A method that changes its receiver.
    pub(crate) const fn mutator(of: BuiltinType, name: &'static str, run: Run) -> Native {
        Native { home: Home::Method(of), name, run, mutates: true }
    }

    /// A computed attribute.
    pub(crate) const fn attribute(of: BuiltinType, name: &'static str, run: Run) -> Native {
        Native { home: Home::Attribute(of), name, run, mutates: false }
    }

    /// What calling a type does; `name` is the type's.
    pub(crate) const fn constructor(of: BuiltinType, name: &'static str, run: Run) -> Native {
        Native { home: Home::Constructor(of), name, run, mutates: false }
    }

    /// A function that is called on a type.
    pub(crate) const fn of_type(of: BuiltinType, name: &'static str, run: Run) -> Native {
        Native { home: Home::Static(of), name, run, mutates: false }
    }

    /// A function of a module.
    pub(crate) const fn function(of: Module, name: &'static str, run: Run) -> Native {
        Native { home: Home::Module(of), name, run, mutates: false }
    }
}

impl Task {
    /// A task that has ended already.
    pub(crate) fn done(value: Labelled) -> Task {
        fn give(_: &mut Cx<'_>, state: &mut TaskState, _: Option<Labelled>) -> Outcome<TaskStep> {
            Ok(TaskStep::Done(state.function))
        }
        Task { step: give, state: TaskState::new(value, Vec::new(), Label::NONE) }
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Args<'_> {
    /// That there are no keyword arguments.
    pub(crate) fn no_keywords(&self, function: &str) -> Outcome<()> {
        if self.keyword.is_empty() {
            return Ok(());
        }
        Err(Raise::type_error(format!("{function}() takes no keyword arguments")))
    }

    /// That there are no arguments, the first `skip` aside.
    pub(crate) fn none(&self, skip: usize, function: &str) -> Outcome<()> {
        self.no_keywords(function)?;
        match self.positional.len().saturating_sub(skip) {
            0 => Ok(()),
            given => Err(Raise::type_error(format!("{function}() takes no arguments ({given} given)"))),
        }
    }

    /// The only argument, the first `skip` aside.
    pub(crate) fn one(&self, skip: usize, function: &str) -> Outcome<Labelled> {
        self.no_keywords(function)?;
        match self.positional.get(skip..) {
            Some([only]) => Ok(*only),
            given => Err(Raise::type_error(format!(
                "{function}() takes exactly one argument ({} given)",
                given.map_or(0, <[_]>::len)
            ))),
        }
    }

    /// At least `least` and at most `N` positional arguments, the first `skip` aside. `function` is the
    /// qualified name, `list.pop`.
    pub(crate) fn unpack<const N: usize>(
        &self,
        skip: usize,
        function: &str,
        least: usize,
    ) -> Outcome<[Option<Labelled>; N]> {
        self.no_keywords(function)?;
        self.unpack_positional(skip, function, least)
    }

    /// As [`Args::unpack`], for functions that take keyword arguments as well.
    pub(crate) fn unpack_positional<const N: usize>(
        &self,
        skip: usize,
        function: &str,
        least: usize,
    ) -> Outcome<[Option<Labelled>; N]> {
        let given = self.positional.get(skip..).unwrap_or(&[]);
        if given.len() < least || given.len() > N {
            let name = function.rsplit('.').next().unwrap_or(function);
            let (bound, count) = match given.len() < least {
                _ if least == N => ("", N),
                true => ("at least ", least),
                false => ("at most ", N),
            };
            return Err(Raise::type_error(format!(
                "{name} expected {bound}{count} argument{}, got {}",
                plural(count),
                given.len()
            )));
        }
        let mut taken = [None; N];
        for (slot, value) in taken.iter_mut().zip(given) {
            *slot = Some(*value);
        }
        Ok(taken)
    }

    /// The keyword arguments, none of which may have another name.
    pub(crate) fn keywords<const N: usize>(
        &self,
        function: &str,
        names: [&str; N],
    ) -> Outcome<[Option<Labelled>; N]> {
        let mut taken = [None; N];
        for (name, value) in self.keyword {
            let place = names.iter().position(|known| *known == &**name);
            match place.and_then(|place| taken.get_mut(place)) {
                Some(slot) => *slot = Some(*value),
                None => {
                    return Err(Raise::type_error(format!(
                        "'{name}' is an invalid keyword argument for {function}()"
                    )));
                }
            }
        }
        Ok(taken)
    }
}

impl Cx<'_> {
    /// An integer argument.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is none.
    pub(crate) fn index(&self, value: Value) -> Outcome<Integer> {
        match self.integer(value) {
            Some(integer) => Ok(integer),
            None => Err(Raise::type_error(format!(
                "'{}' object cannot be interpreted as an integer",
                self.type_name(value)
            ))),
        }
    }

    /// An integer argument that counts or indexes.
    ///
    /// # Errors
    ///
    /// `TypeError` if the value is no integer, `OverflowError` if it is beyond every index.
    pub(crate) fn size(&self, value: Value) -> Outcome<i64> {
        self.index(value)?
            .to_i64()
            .ok_or_else(|| Raise::new(ExcKind::OverflowError, "Python int too large to convert to C ssize_t"))
    }

    /// A bound of a search, as `index` takes it.
    pub(crate) fn search_bound(&self, value: Option<Labelled>, missing: i64) -> Outcome<i64> {
        match value {
            None => Ok(missing),
            Some(bound) => match self.integer(bound.value) {
                Some(integer) => Ok(integer.clamp_to_i64()),
                None => Err(Raise::type_error("slice indices must be integers or have an __index__ method")),
            },
        }
    }

    /// An integer as a value.
    pub(crate) fn int(&mut self, integer: Integer) -> Outcome<Value> {
        match integer {
            Integer::Small(small) => Ok(Value::Int(small)),
            Integer::Big(big) => self.heap.value(Object::BigInt(big)),
        }
    }

    /// Whether a value counts as true; of an instance, its class may say so.
    ///
    /// # Errors
    ///
    /// `Cause::Call` to ask the plan.
    pub(crate) fn asked_truth(&self, value: Value) -> Outcome<bool> {
        if matches!(self.heap.object(value), Some(Object::Instance(_))) {
            for name in ["__bool__", "__len__"] {
                if let Some(answer) = self.heap.ask_method(value, name, &[])? {
                    return Ok(self.truth(answer));
                }
            }
        }
        Ok(self.truth(value))
    }

    /// A count as a value.
    pub(crate) fn count(&self, count: usize) -> Value {
        Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// The text of a string argument.
    ///
    /// # Errors
    ///
    /// `TypeError` with the message that `otherwise` makes of the type's name.
    pub(crate) fn str_argument(
        &self,
        value: Value,
        otherwise: impl FnOnce(&str) -> String,
    ) -> Outcome<String> {
        match self.heap.str(value) {
            Some(text) => Ok(text.to_owned()),
            None => Err(Raise::type_error(otherwise(&self.type_name(value)))),
        }
    }
}

/// Where a bound that may count from the end stands in a sequence of `length`.
pub(crate) fn clamp(bound: i64, length: usize) -> usize {
    let length_signed = i64::try_from(length).unwrap_or(i64::MAX);
    let from_start = if bound < 0 { bound.saturating_add(length_signed).max(0) } else { bound };
    usize::try_from(from_start).unwrap_or(usize::MAX).min(length)
}
