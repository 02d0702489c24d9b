//! How the methods that CPython writes in C read their arguments, with the texts that it has for wrong ones.

use super::Args;
use crate::cx::Cx;
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// The parameters of a function that takes them by position or name.
pub(crate) struct Signature<const N: usize> {
    function: &'static str,
    names: [&'static str; N],
    /// How many, from the first, have no name.
    positional_only: usize,
    /// How many, from the first, may be given by position.
    positional: usize,
    required: usize,
}

impl<const N: usize> Signature<N> {
    /// Parameters that are all optional, and all given by position or by name. A function without a name is one whose
    /// error texts do not tell it.
    pub(crate) const fn new(function: &'static str, names: [&'static str; N]) -> Signature<N> {
        Signature { function, names, positional_only: 0, positional: N, required: 0 }
    }

    /// The first `count` must be given.
    pub(crate) const fn requires(self, count: usize) -> Signature<N> {
        Signature { required: count, ..self }
    }

    /// The first `count` have no name.
    pub(crate) const fn nameless(self, count: usize) -> Signature<N> {
        Signature { positional_only: count, ..self }
    }

    /// All but the first `count` are given by name alone.
    pub(crate) const fn by_position(self, count: usize) -> Signature<N> {
        Signature { positional: count, ..self }
    }

    /// The arguments by parameter; the first `skip` are none.
    ///
    /// # Errors
    ///
    /// `TypeError` for too many, missing, unknown or repeated arguments.
    pub(crate) fn read(&self, args: Args<'_>, skip: usize) -> Outcome<[Option<Labelled>; N]> {
        let (function, this) = match self.function {
            "" => ("function".to_owned(), "this function".to_owned()),
            name => (format!("{name}()"), format!("{name}()")),
        };
        let given = args.positional.get(skip..).unwrap_or(&[]);
        let total = given.len() + args.keyword.len();
        if total > N {
            let bound = if self.required == N && !self.function.is_empty() { "exactly" } else { "at most" };
            let keyword = if given.is_empty() { "keyword " } else { "" };
            return Err(Raise::type_error(format!(
                "{function} takes {bound} {N} {keyword}argument{} ({total} given)",
                plural(N)
            )));
        }
        let least = self.required.min(self.positional_only);
        if given.len() > self.positional || given.len() < least {
            let (bound, count) = match given.len() < least {
                true if least == self.positional => ("exactly", least),
                true => ("at least", least),
                false if self.required == self.positional => ("exactly", self.positional),
                false => ("at most", self.positional),
            };
            return Err(Raise::type_error(format!(
                "{function} takes {bound} {count} positional argument{} ({} given)",
                plural(count),
                given.len()
            )));
        }
        let mut read = [None; N];
        for (slot, value) in read.iter_mut().zip(given) {
            *slot = Some(*value);
        }
        for (name, value) in args.keyword {
            let place = self.names.iter().position(|known| *known == &**name);
            let slot =
                place.filter(|place| *place >= self.positional_only).and_then(|place| read.get_mut(place));
            match (slot, place) {
                (Some(slot @ None), _) => *slot = Some(*value),
                (Some(Some(_)), Some(place)) => {
                    return Err(Raise::type_error(format!(
                        "argument for {function} given by name ('{name}') and position ({})",
                        place + 1
                    )));
                }
                _ => {
                    return Err(Raise::type_error(format!(
                        "'{name}' is an invalid keyword argument for {this}"
                    )));
                }
            }
        }
        for (place, (slot, name)) in read.iter().zip(self.names).enumerate().take(self.required) {
            if slot.is_none() {
                return Err(Raise::type_error(format!(
                    "{function} missing required argument '{name}' (pos {})",
                    place + 1
                )));
            }
        }
        Ok(read)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The method's name without that of its type.
pub(crate) fn bare_name(method: &str) -> &str {
    method.rsplit('.').next().unwrap_or(method)
}

/// The receiver of `method` (`str.upper`), a method of this type.
///
/// # Errors
///
/// `TypeError` if there is none, or one of another type, since a method may be called on its type.
pub(crate) fn receiver(cx: &Cx<'_>, args: Args<'_>, of: BuiltinType, method: &str) -> Outcome<Value> {
    let Some(receiver) = args.get(0) else {
        return Err(Raise::type_error(format!("unbound method {method}() needs an argument")));
    };
    let value = cx.heap.plain(receiver.value);
    if cx.heap.is_of_type(value, of) {
        return Ok(value);
    }
    Err(Raise::type_error(format!(
        "descriptor '{}' for '{}' objects doesn't apply to a '{}' object",
        bare_name(method),
        of.qualified_name(),
        cx.type_name(receiver.value)
    )))
}

/// The arguments of `find` and its like: what is looked for, and the bounds.
///
/// # Errors
///
/// `TypeError` for too many or missing arguments, and for a bound that is no integer.
pub(crate) fn search_arguments(
    cx: &Cx<'_>,
    args: Args<'_>,
    method: &str,
) -> Outcome<(Value, Option<i64>, Option<i64>)> {
    args.no_keywords(method)?;
    let name = bare_name(method);
    let bound = |bound: Option<&Labelled>| match bound.map(|bound| bound.value) {
        None | Some(Value::None) => Ok(None),
        Some(bound) => match cx.integer(bound) {
            Some(integer) => Ok(Some(integer.clamp_to_i64())),
            None => {
                Err(Raise::type_error("slice indices must be integers or None or have an __index__ method"))
            }
        },
    };
    match args.positional.get(1..).unwrap_or(&[]) {
        [] => Err(Raise::type_error(format!("{name}() takes at least 1 argument (0 given)"))),
        [wanted, bounds @ ..] if bounds.len() <= 2 => {
            Ok((wanted.value, bound(bounds.first())?, bound(bounds.get(1))?))
        }
        given => {
            Err(Raise::type_error(format!("{name}() takes at most 3 arguments ({} given)", given.len())))
        }
    }
}

/// A type's name as these functions give it in their error texts.
pub(crate) fn argument_type(cx: &Cx<'_>, value: Value) -> String {
    if value == Value::None { "None".to_owned() } else { cx.type_name(value) }
}

/// A string argument; `what` names it in the error text: `replace() argument 1`.
///
/// # Errors
///
/// `TypeError` if it is no string.
pub(crate) fn text_argument<'c>(cx: &'c Cx<'_>, value: Value, what: &str) -> Outcome<&'c str> {
    match cx.heap.str(cx.heap.plain(value)) {
        Some(text) => Ok(text),
        None => Err(Raise::type_error(format!("{what} must be str, not {}", argument_type(cx, value)))),
    }
}

/// The argument called `name` of `function`: the name of an encoding, of an error handler, of a byte order.
///
/// # Errors
///
/// `TypeError` if it is no string.
pub(crate) fn named_text(
    cx: &Cx<'_>,
    value: Option<Labelled>,
    function: &str,
    name: &str,
    otherwise: &str,
) -> Outcome<String> {
    match value {
        None => Ok(otherwise.to_owned()),
        Some(value) => {
            text_argument(cx, value.value, &format!("{function}() argument '{name}'")).map(ToOwned::to_owned)
        }
    }
}

impl Cx<'_> {
    /// The bytes that a text made now may have.
    pub(crate) fn text_room(&self) -> usize {
        self.limits.string.min(self.heap.room())
    }

    /// The objects that there is room for.
    pub(crate) fn object_room(&self) -> usize {
        /// What an object takes at least, with its place in the container that holds it.
        const OBJECT: usize = 48 + super::making::ELEMENT;
        self.heap.room() / OBJECT
    }
}
