//! How the functions that CPython writes in Python read their arguments, with the texts that it has for wrong ones.

use super::Args;
use crate::raise::{Outcome, Raise};
use crate::value::Labelled;

/// The parameters of a function.
pub(crate) struct Parameters<const N: usize> {
    function: &'static str,
    names: [&'static str; N],
    /// How many, from the first, may be given by position; the others are given by name alone.
    positional: usize,
    /// How many, from the first, must be given.
    required: usize,
}

impl<const N: usize> Parameters<N> {
    /// Parameters of which the first `required` must be given, all by position or by name.
    pub(crate) const fn new(
        function: &'static str,
        names: [&'static str; N],
        required: usize,
    ) -> Parameters<N> {
        Parameters { function, names, positional: N, required }
    }

    /// All but the first `count` are given by name alone.
    pub(crate) const fn by_position(self, count: usize) -> Parameters<N> {
        Parameters { positional: count, ..self }
    }

    /// The arguments by parameter.
    ///
    /// # Errors
    ///
    /// `TypeError` for too many, missing, unknown or repeated arguments.
    pub(crate) fn read(&self, args: Args<'_>) -> Outcome<[Option<Labelled>; N]> {
        let function = self.function;
        let mut read = [None; N];
        for (slot, value) in read.iter_mut().zip(args.positional).take(self.positional) {
            *slot = Some(*value);
        }
        for (name, value) in args.keyword {
            let place = self.names.iter().position(|known| *known == &**name);
            match place.and_then(|place| read.get_mut(place)) {
                Some(slot @ None) => *slot = Some(*value),
                Some(Some(_)) => {
                    return Err(Raise::type_error(format!(
                        "{function}() got multiple values for argument '{name}'"
                    )));
                }
                None => {
                    return Err(Raise::type_error(format!(
                        "{function}() got an unexpected keyword argument '{name}'"
                    )));
                }
            }
        }
        if args.positional.len() > self.positional {
            return Err(self.too_many(args.positional.len()));
        }
        let missing: Vec<&str> = read
            .iter()
            .zip(self.names)
            .take(self.required)
            .filter(|(slot, _)| slot.is_none())
            .map(|(_, name)| name)
            .collect();
        if missing.is_empty() { Ok(read) } else { Err(self.missing(&missing)) }
    }

    fn too_many(&self, given: usize) -> Box<Raise> {
        let (least, most) = (self.required.min(self.positional), self.positional);
        let bound = if least < most { format!("from {least} to {most}") } else { most.to_string() };
        let arguments = if bound == "1" { "argument" } else { "arguments" };
        let were = if given == 1 { "was" } else { "were" };
        Raise::type_error(format!(
            "{}() takes {bound} positional {arguments} but {given} {were} given",
            self.function
        ))
    }

    fn missing(&self, names: &[&str]) -> Box<Raise> {
        let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        let listed = match quoted.as_slice() {
            [first, last] => format!("{first} and {last}"),
            [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
            _ => quoted.concat(),
        };
        let s = if names.len() == 1 { "" } else { "s" };
        Raise::type_error(format!(
            "{}() missing {} required positional argument{s}: {listed}",
            self.function,
            names.len()
        ))
    }
}
