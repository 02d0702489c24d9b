//! `answer`, `status_of`, `scope_of`: what an agent says of its answer, and what its caller makes of that.

use caravan_label::Label;

use super::Machine;
use crate::datum::{Datum, Tree};
use crate::library::Args;
use crate::raise::{Outcome, Raise};
use crate::said::{Said, Status};
use crate::value::{Labelled, Value};
use crate::world::World;

impl Machine {
    /// The value, of which this is said.
    pub(super) fn answer(&mut self, args: Args<'_>, world: &mut World) -> Outcome<Labelled> {
        let [value, status, scope] = args.bind("answer", 0, ["value", "status", "scope"], 0, 1)?;
        let value = value.ok_or_else(|| Raise::internal("bound"))?;
        let mut label = self.literal;
        let status = match status {
            None => Status::Done,
            Some(status) => {
                label = world.lattice.join(label, status.label);
                let name = self.heap.str(self.heap.plain(status.value));
                name.and_then(Status::from_name).ok_or_else(|| {
                    let known = Status::ALL.map(|status| format!("'{}'", status.as_str())).join(", ");
                    Raise::value_error(format!("answer() argument 'status' must be one of {known}"))
                        .labelled(status.label, &mut world.lattice)
                })?
            }
        };
        let scope = match scope {
            None => Datum { value: Tree::Dict(Vec::new()), label: self.literal },
            Some(scope) => {
                let own = self.cx(world).deep(scope);
                let datum = self.export(scope, world)?;
                if !is_scope(&datum) {
                    let message = "answer() argument 'scope' must be a dict of names and plain values: texts, numbers, truth values, \
                                   dates, None";
                    return Err(Raise::type_error(message).labelled(own, &mut world.lattice));
                }
                self.could_raise(own, world);
                datum
            }
        };
        self.could_raise(label, world);
        let mark = world.keep_said(Said { status, label: label.marked(0), scope });
        // The value is its own; it is only known from now on what is said of it.
        Ok(Labelled::new(value.value, world.lattice.join(value.label.marked(0), self.literal).marked(mark)))
    }

    /// How far an answer is what was asked for.
    pub(super) fn status_of(&mut self, args: Args<'_>, world: &mut World) -> Outcome<Labelled> {
        let [value] = args.bind("status_of", 0, ["value"], 1, 1)?;
        let value = value.ok_or_else(|| Raise::internal("bound"))?;
        let said = self.said("status_of", value, world)?;
        let label = world.status_label(said.label, value.label, self.literal);
        self.could_raise(label, world);
        Ok(Labelled::new(self.heap.text(said.status.as_str())?, label))
    }

    /// What an answer was really given for.
    pub(super) fn scope_of(&mut self, args: Args<'_>, world: &mut World) -> Outcome<Labelled> {
        let [value] = args.bind("scope_of", 0, ["value"], 1, 1)?;
        let value = value.ok_or_else(|| Raise::internal("bound"))?;
        let said = self.said("scope_of", value, world)?;
        let label = world.lattice.join(said.label, value.label.marked(0));
        let label = world.lattice.join(label, self.literal);
        let mut scope = said.scope;
        scope.taint_deeply(label, &mut world.lattice);
        self.could_raise(label, world);
        self.import(scope, world)
    }

    fn said(&mut self, function: &str, value: Labelled, world: &mut World) -> Outcome<Said> {
        let unknown = |label: Label, world: &mut World| {
            let message = format!(
                "{function}() asks about what the call of an agent gave: keep that in a variable, and ask before you compute with it"
            );
            Raise::value_error(message).labelled(label, &mut world.lattice)
        };
        match world.said_of(value.label) {
            Some(said) if !matches!(value.value, Value::Unbound) => Ok(said.clone()),
            _ => Err(unknown(value.label, world)),
        }
    }
}

/// Whether a value is a dictionary of names and plain values.
fn is_scope(datum: &Datum) -> bool {
    let is_plain = |value: &Tree| {
        matches!(
            value,
            Tree::None
                | Tree::Bool(_)
                | Tree::Int(_)
                | Tree::BigInt(_)
                | Tree::Float(_)
                | Tree::Str(_)
                | Tree::Date(_)
                | Tree::Time(_)
                | Tree::DateTime(_)
                | Tree::TimeDelta(_)
        )
    };
    let Tree::Dict(entries) = &datum.value else { return false };
    entries.iter().all(|(name, value)| matches!(name.value, Tree::Str(_)) && is_plain(&value.value))
}
