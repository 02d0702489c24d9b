//! Models: what calling a class derived from `BaseModel` does, and what it says of values that do not fit.
//!
//! A value that is taken as it is, or converted, keeps its own label. That it did fit is known only where control
//! goes on, so all that was looked at counts as what could have raised; that it did not is told by an exception that
//! carries the labels of everything that was given.

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

use super::Machine;
use super::call::Keywords;
use super::class::is_required;
use super::execute::Flow;
use super::frame::Then;
use crate::compile::prelude;
use crate::heap::{ClassField, ClassKind, Exception, Instance, Name, Object};
use crate::library::pydantic::{EXTRA, alias};
use crate::library::{self, Args, Home, Run};
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, Ref, Value};
use crate::world::World;

/// One step of the way to a value inside what was given.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Name(Name),
    Index(usize),
}

/// Something that does not fit.
pub(super) struct Problem {
    at: Vec<Step>,
    pub(super) kind: &'static str,
    pub(super) message: String,
    input: Value,
}

/// A check under way.
#[derive(Default)]
pub(super) struct Check {
    /// What validators of the plan have revealed.
    pub(super) revealed: Label,
    /// Whether texts are stripped of white space at both ends.
    pub(super) strip: bool,
    pub(super) at: Vec<Step>,
    pub(super) problems: Vec<Problem>,
    /// Whether values have to be of the type already: the first try at a union.
    pub(super) strict: bool,
}

impl Check {
    /// Notes a problem with a value.
    pub(super) fn fails(
        &mut self,
        kind: &'static str,
        message: impl Into<String>,
        input: Value,
    ) -> Option<Labelled> {
        self.problems.push(Problem { at: self.at.clone(), kind, message: message.into(), input });
        None
    }
}

/// What a decorator of pydantic has marked.
struct Validator {
    function: Labelled,
    fields: Vec<Name>,
    before: bool,
}

impl Validator {
    /// Whether it is one of this field.
    fn covers(&self, field: &str) -> bool {
        self.fields.iter().any(|name| &**name == field || &**name == "*")
    }
}

impl Machine {
    /// Calls a model's class.
    pub(super) fn instantiate_model(
        &mut self,
        class: Ref,
        label: Label,
        positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        if !positional.is_empty() {
            return Err(Raise::type_error(format!(
                "BaseModel.__init__() takes 1 positional argument but {} were given",
                positional.len() + 1
            )));
        }
        let inputs: Vec<Labelled> = keyword.iter().map(|(_, value)| *value).collect();
        let instance = self.checked_model(class, label, keyword, &inputs, world)?;
        self.initialised(class, instance, then, world)
    }

    /// `model_post_init`, if the class has one; the instance is the value of the call.
    fn initialised(
        &mut self,
        class: Ref,
        instance: Labelled,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        match self.class_attribute(class, "model_post_init") {
            Some(post) => {
                let context = Labelled::new(Value::None, self.literal);
                self.construct(post, vec![instance, context], Vec::new(), instance, then, world)
            }
            None => self.deliver(instance, then, world),
        }
    }

    fn checked_model(
        &mut self,
        class: Ref,
        label: Label,
        given: Keywords,
        inputs: &[Labelled],
        world: &mut World,
    ) -> Outcome<Labelled> {
        let looked_at = self.cx(world).deep_all(inputs);
        let looked_at = world.lattice.join(looked_at, label);
        let mut check = Check::default();
        let made = self.model(class, given, label, label, &mut check, 0, world);
        let made = made.map_err(|raise| raise.labelled(looked_at, &mut world.lattice))?;
        let looked_at = world.lattice.join(looked_at, check.revealed);
        match made {
            Some(instance) if check.problems.is_empty() => {
                self.could_raise(looked_at, world);
                Ok(instance)
            }
            _ => Err(self.invalid(class, check, looked_at, world)),
        }
    }

    /// `super().__init__(...)`, where no class of the plan says what it does: with the receiver and the class.
    pub(super) fn base_init(
        &mut self,
        mut positional: Vec<Labelled>,
        keyword: Keywords,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let rest = positional.split_off(positional.len().min(2));
        let [receiver, class] = positional.as_slice() else { return Err(Raise::internal("no receiver")) };
        let (receiver, class) = (*receiver, *class);
        let none = Labelled::new(Value::None, self.literal);
        self.cx(world).mutate(receiver, Label::NONE);
        let Value::Object(class) = class.value else {
            match self.heap.object_mut(receiver.value) {
                Some(Object::Exception(exception)) if keyword.is_empty() => exception.arguments = rest,
                Some(Object::Exception(exception)) => {
                    let text = format!("{}() takes no keyword arguments", exception.kind.name());
                    return Err(Raise::type_error(text));
                }
                _ if rest.is_empty() && keyword.is_empty() => {}
                _ => {
                    return Err(Raise::type_error(
                        "object.__init__() takes exactly one argument (the instance to initialize)",
                    ));
                }
            }
            return self.deliver(none, then, world);
        };
        if self.class_kind(class) == ClassKind::BaseModel {
            let inputs: Vec<Labelled> = keyword.iter().map(|(_, value)| *value).collect();
            let made = self.checked_model(class, receiver.label, keyword, &inputs, world)?;
            let (fields, unset) = match self.heap.object(made.value) {
                Some(Object::Instance(made)) => (made.fields.clone(), made.unset),
                _ => return Err(Raise::internal("no model")),
            };
            if let Some(Object::Instance(instance)) = self.heap.object_mut(receiver.value) {
                instance.fields = fields;
                instance.unset = unset;
            }
            return match self.class_attribute(class, "model_post_init") {
                Some(post) => self.construct(post, vec![receiver, none], Vec::new(), none, then, world),
                None => self.deliver(none, then, world),
            };
        }
        let kind = self.class_kind(class);
        self.fill_instance(class, kind, receiver, rest, keyword, then, world)
    }

    /// `Model.model_validate(value)`: the class and the value.
    pub(super) fn model_validate(&mut self, args: Args<'_>, then: Then, world: &mut World) -> Outcome<Flow> {
        let class = self.model_class(args.receiver()?)?;
        let [value] = args.bind("model_validate", 1, ["obj"], 0, 1)?;
        let value = value.ok_or_else(|| Raise::internal("bound"))?;
        self.validate_value(class, value, then, world)
    }

    /// `Model.model_validate_json(text)`: the class and the text.
    pub(super) fn model_validate_json(
        &mut self,
        args: Args<'_>,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let class = self.model_class(args.receiver()?)?;
        let [text] = args.bind("model_validate_json", 1, ["json_data"], 0, 1)?;
        let text = text.ok_or_else(|| Raise::internal("bound"))?;
        let loads = library::find(Home::Module(Module::Json), "loads").and_then(library::native);
        let loads = loads.ok_or_else(|| Raise::internal("the library has no json.loads"))?;
        let label = self.cx(world).deep(text);
        let positional = [text];
        let args = Args { positional: &positional, keyword: &[] };
        let read = match loads.run {
            Run::Pure(run) => {
                let mut cx = self.cx(world);
                run(&mut cx, args).map(|value| cx.stamp(value, label))
            }
            Run::Labelled(run) => run(&mut self.cx(world), args),
            _ => return Err(Raise::internal("json.loads is no function")),
        };
        match read {
            Ok(value) => self.validate_value(class, value, then, world),
            Err(raise) => {
                let problem = match &raise.cause {
                    Cause::Python(error) if error.exception() == Some(ExcKind::JSONDecodeError) => {
                        Some(error.message.clone())
                    }
                    Cause::Object(exception) => match self.heap.object(exception.value) {
                        Some(Object::Exception(error)) if error.kind == ExcKind::JSONDecodeError => {
                            Some(self.cx(world).str_of(exception.value)?)
                        }
                        _ => None,
                    },
                    _ => None,
                };
                let Some(problem) = problem else { return Err(raise.labelled(label, &mut world.lattice)) };
                let mut check = Check::default();
                check.fails("json_invalid", format!("Invalid JSON: {problem}"), text.value);
                Err(self.invalid(class, check, label, world))
            }
        }
    }

    fn model_class(&self, class: Labelled) -> Outcome<Ref> {
        match class.value {
            Value::Object(place) if self.class_kind(place) == ClassKind::BaseModel => Ok(place),
            _ => Err(Raise::type_error("this method is called on a class derived from BaseModel")),
        }
    }

    fn validate_value(
        &mut self,
        class: Ref,
        value: Labelled,
        then: Then,
        world: &mut World,
    ) -> Outcome<Flow> {
        let looked_at = self.cx(world).deep(value);
        let mut check = Check::default();
        let made = self.valid(Value::Object(class), value, &mut check, 0, world);
        let made = made.map_err(|raise| raise.labelled(looked_at, &mut world.lattice))?;
        let looked_at = world.lattice.join(looked_at, check.revealed);
        match made {
            Some(instance) if check.problems.is_empty() => {
                self.could_raise(looked_at, world);
                if instance.value == value.value {
                    return self.deliver(instance, then, world);
                }
                self.initialised(class, instance, then, world)
            }
            _ => Err(self.invalid(class, check, looked_at, world)),
        }
    }

    // -- making one

    /// A model of these values, by name or alias. `names` is what decided which are given.
    #[expect(clippy::too_many_arguments, reason = "what is made, of what, and where problems go")]
    pub(super) fn model(
        &mut self,
        class: Ref,
        given: Keywords,
        names: Label,
        label: Label,
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let fields = self.declared_fields(class);
        let validators = self.validators(class);
        let by_name = self.model_option(class, "populate_by_name") == Some(true);
        let mut given = given;
        let this = Labelled::new(Value::Object(class), self.literal);
        for validator in validators.iter().filter(|validator| validator.fields.is_empty() && validator.before)
        {
            let data = self.given_dict(&given, names, world)?;
            let answer = self.validated(validator.function, vec![this, data], data.value, check, world)?;
            let Some(answer) = answer else { return Ok(None) };
            given = match self.heap.object(answer.value) {
                Some(Object::Dict(dict)) => dict
                    .iter()
                    .map(|entry| {
                        (Name::from(self.heap.str(entry.key.value).unwrap_or_default()), entry.value)
                    })
                    .collect(),
                _ => given,
            };
        }
        let outer = (check.strict, check.strip);
        check.strict |= self.model_option(class, "strict") == Some(true);
        check.strip = self.model_option(class, "str_strip_whitespace") == Some(true);
        let mut filled: Vec<(Name, Labelled)> = Vec::with_capacity(fields.len());
        let mut used = vec![false; given.len()];
        let mut unset = 0_u64;
        let before = check.problems.len();
        for (place, field) in fields.iter().enumerate() {
            let alias = alias(&self.cx(world), field.constraints);
            let key = alias.clone().unwrap_or_else(|| field.name.clone());
            let found = given
                .iter()
                .position(|(name, _)| *name == key)
                .or_else(|| given.iter().position(|(name, _)| by_name && *name == field.name));
            let Some((at, value)) = found.and_then(|at| given.get(at).map(|(_, value)| (at, *value))) else {
                if place < 63 {
                    unset |= 1 << place;
                }
                if is_required(field) {
                    let data = self.given_dict(&given, names, world)?;
                    check.at.push(Step::Name(key));
                    check.fails("missing", "Field required", data.value);
                    check.at.pop();
                    continue;
                }
                let default = self.default_of(field, world)?;
                filled.push((field.name.clone(), default));
                continue;
            };
            if let Some(used) = used.get_mut(at) {
                *used = true;
            }
            check.at.push(Step::Name(key));
            if let Some(value) = self.field(field, value, &validators, this, &filled, check, depth, world)? {
                filled.push((field.name.clone(), value));
            }
            check.at.pop();
        }
        (check.strict, check.strip) = outer;
        match self.model_extra(class).as_deref() {
            Some("forbid") => {
                for ((name, value), used) in given.iter().zip(&used) {
                    if !used {
                        check.at.push(Step::Name(name.clone()));
                        check.fails("extra_forbidden", "Extra inputs are not permitted", value.value);
                        check.at.pop();
                    }
                }
            }
            Some("allow") => {
                unset |= EXTRA;
                let extra = given.iter().zip(&used).filter(|(_, used)| !**used);
                filled.extend(extra.map(|(pair, _)| pair.clone()));
            }
            _ => {}
        }
        if check.problems.len() > before {
            return Ok(None);
        }
        let structure = world.lattice.join(self.literal, names);
        let class_name = self.class_name(class).into();
        let instance = Instance { class: Some(class), class_name, fields: filled, structure, unset };
        let mut instance = Labelled::new(self.heap.value(Object::Instance(Box::new(instance)))?, label);
        for validator in
            validators.iter().filter(|validator| validator.fields.is_empty() && !validator.before)
        {
            let data = self.given_dict(&given, names, world)?;
            let answer = self.validated(validator.function, vec![instance], data.value, check, world)?;
            let Some(answer) = answer else { return Ok(None) };
            instance = answer;
        }
        Ok(Some(instance))
    }

    /// A value as a field keeps it, its validators asked; none if it does not fit, which the check then knows.
    #[expect(clippy::too_many_arguments, reason = "what is checked, by what, and where problems go")]
    fn field(
        &mut self,
        field: &ClassField,
        value: Labelled,
        validators: &[Validator],
        class: Labelled,
        filled: &[(Name, Labelled)],
        check: &mut Check,
        depth: usize,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let given = value.value;
        let mut value = value;
        let own = |before: bool| {
            validators
                .iter()
                .filter(move |validator| validator.before == before && validator.covers(&field.name))
        };
        // Those before are asked the last one first, as pydantic wraps one in the other.
        let before: Vec<&Validator> = own(true).collect();
        for validator in before.into_iter().rev() {
            let answer =
                self.ask_validator(validator, class, &field.name, value, given, filled, check, world)?;
            let Some(answer) = answer else { return Ok(None) };
            value = answer;
        }
        let outer = check.strict;
        check.strict |= self.heap.field_option(field.constraints, "strict") == Some(Value::Bool(true));
        let valid = self.valid(field.annotation.value, value, check, depth + 1, world);
        check.strict = outer;
        let Some(mut value) = valid? else { return Ok(None) };
        if let Some(constraints) = field.constraints {
            match self.constrained(value, constraints, check, world)? {
                Some(fits) => value = fits,
                None => return Ok(None),
            }
        }
        for validator in own(false) {
            let answer =
                self.ask_validator(validator, class, &field.name, value, given, filled, check, world)?;
            let Some(answer) = answer else { return Ok(None) };
            value = answer;
        }
        Ok(Some(value))
    }

    /// A value that is assigned to a field of a model which checks assignments.
    pub(super) fn valid_assignment(
        &mut self,
        class: Ref,
        name: &str,
        value: Labelled,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let field = match self.heap.get(class) {
            Some(Object::Class(class)) => class.fields.iter().find(|field| &*field.name == name).cloned(),
            _ => None,
        };
        let Some(field) = field else { return Ok(value) };
        let validators = self.validators(class);
        let this = Labelled::new(Value::Object(class), self.literal);
        let mut check = Check { at: vec![Step::Name(name.into())], ..Check::default() };
        check.strict = self.model_option(class, "strict") == Some(true);
        check.strip = self.model_option(class, "str_strip_whitespace") == Some(true);
        let looked_at = self.cx(world).deep(value);
        let made = self.field(&field, value, &validators, this, &[], &mut check, 0, world);
        let made = made.map_err(|raise| raise.labelled(looked_at, &mut world.lattice))?;
        let looked_at = world.lattice.join(looked_at, check.revealed);
        match made {
            Some(value) => {
                self.could_raise(looked_at, world);
                Ok(value)
            }
            None => Err(self.invalid(class, check, looked_at, world)),
        }
    }

    /// What a validator gives; none if it raised a `ValueError`, which is a problem with the value then.
    fn validated(
        &mut self,
        function: Labelled,
        arguments: Vec<Labelled>,
        input: Value,
        check: &mut Check,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let Some(validated) = self.heap.prelude(prelude::VALIDATED) else {
            return self.heap.ask(function, arguments).map(Some);
        };
        let arguments = self.heap.tuple(arguments, Label::NONE)?;
        let arguments = Labelled::new(arguments, Label::NONE);
        let answer = self.heap.ask(validated, vec![function, arguments])?;
        let (fits, value) = match self.heap.sequence(answer.value).map(|pair| pair.items.as_slice()) {
            Some([fits, value]) => (*fits, *value),
            _ => return Err(Raise::internal("a validator without an answer")),
        };
        let by = self.cx(world).deep(answer);
        check.revealed = world.lattice.join(check.revealed, by);
        let decided = self.cx(world).structure_of(answer);
        let decided = world.lattice.join(decided, fits.label);
        if fits.value == Value::Bool(true) {
            let label = self.cx(world).pick(value.label, decided, Label::NONE, 1);
            return Ok(Some(Labelled::new(value.value, label)));
        }
        let text = self.cx(world).str_of(value.value)?;
        let assertion = match self.heap.object(value.value) {
            Some(Object::Exception(error)) => error.kind.is_a(ExcKind::AssertionError),
            _ => false,
        };
        Ok(if assertion {
            check.fails("assertion_error", format!("Assertion failed, {text}"), input)
        } else {
            check.fails("value_error", format!("Value error, {text}"), input)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "what is asked, of whom, and where problems go")]
    fn ask_validator(
        &mut self,
        validator: &Validator,
        class: Labelled,
        name: &str,
        value: Labelled,
        given: Value,
        filled: &[(Name, Labelled)],
        check: &mut Check,
        world: &mut World,
    ) -> Outcome<Option<Labelled>> {
        let wants_more = match self.heap.object(validator.function.value) {
            Some(Object::Function(function)) => {
                self.program.code(function.code).is_some_and(|code| code.parameters.positional > 2)
            }
            _ => false,
        };
        let mut arguments = vec![class, value];
        if wants_more {
            // What is known so far, as `info.data`.
            let literal = self.literal;
            let data = self.given_dict(filled, literal, world)?;
            let name = Labelled::new(self.heap.text(name)?, literal);
            let info = Instance {
                class: None,
                class_name: "ValidationInfo".into(),
                fields: vec![("data".into(), data), ("field_name".into(), name)],
                structure: literal,
                unset: 0,
            };
            let info = self.heap.value(Object::Instance(Box::new(info)))?;
            arguments.push(Labelled::new(info, literal));
        }
        self.validated(validator.function, arguments, given, check, world)
    }

    /// The value of a field that was not given.
    fn default_of(&mut self, field: &ClassField, world: &mut World) -> Outcome<Labelled> {
        use BuiltinType as T;
        let literal = self.literal;
        match field.factory.value {
            Value::Unbound => self.copied_default(field.default, world),
            Value::Type(T::List) => Ok(Labelled::new(self.heap.list(Vec::new(), literal)?, literal)),
            Value::Type(kind @ (T::Dict | T::Set)) => {
                let dict = Box::new(crate::dict::Dict::new(literal));
                let object = if kind == T::Dict { Object::Dict(dict) } else { Object::Set(dict) };
                Ok(Labelled::new(self.heap.value(object)?, literal))
            }
            _ => self.heap.ask(field.factory, Vec::new()),
        }
    }

    fn given_dict(
        &mut self,
        given: &[(Name, Labelled)],
        names: Label,
        world: &mut World,
    ) -> Outcome<Labelled> {
        let mut cx = self.cx(world);
        let dict = cx.make_dict(BuiltinType::Dict, names)?;
        for (name, value) in given {
            let name = cx.text(&**name, cx.literal)?;
            cx.dict_insert(dict.value, name, *value)?;
        }
        Ok(dict)
    }

    /// The functions that pydantic's decorators have marked in a class and its bases, those of the bases first.
    fn validators(&self, class: Ref) -> Vec<Validator> {
        let mut found: Vec<(Name, Validator)> = Vec::new();
        let Some(Object::Class(own)) = self.heap.get(class) else { return Vec::new() };
        for place in own.ancestors.iter().rev().chain(std::iter::once(&class)) {
            let Some(Object::Class(class)) = self.heap.get(*place) else { continue };
            for (name, attribute) in &class.attributes {
                let Some(Object::Wrapped(BuiltinType::ClassMethod, pair)) = self.heap.object(attribute.value)
                else {
                    continue;
                };
                let Some(Object::FieldSpec(spec)) = self.heap.object(pair.1.value) else { continue };
                let argument = |wanted: &str| {
                    spec.arguments.iter().find(|(name, _)| &**name == wanted).map(|(_, value)| value.value)
                };
                let fields = argument("fields").and_then(|fields| self.heap.sequence(fields));
                let fields = fields.map_or(&[][..], |fields| fields.items.as_slice());
                let validator = Validator {
                    function: pair.0,
                    fields: fields
                        .iter()
                        .filter_map(|name| self.heap.str(name.value).map(Name::from))
                        .collect(),
                    before: argument("mode").and_then(|mode| self.heap.str(mode)) == Some("before")
                        || argument("pre") == Some(Value::Bool(true)),
                };
                found.retain(|(known, _)| known != name);
                found.push((name.clone(), validator));
            }
        }
        found.into_iter().map(|(_, validator)| validator).collect()
    }

    /// That the validators of a model's class are about fields that it has.
    pub(super) fn check_validators(&self, class: Ref) -> Outcome<()> {
        if self.class_kind(class) != ClassKind::BaseModel {
            return Ok(());
        }
        let declared = self.declared_fields(class);
        let is_known = |name: &Name| &**name == "*" || declared.iter().any(|field| field.name == *name);
        for validator in self.validators(class) {
            if let Some(unknown) = validator.fields.iter().find(|name| !is_known(name)) {
                return Err(Raise::type_error(format!(
                    "`{}` has no field `{unknown}` for its validator to check",
                    self.class_name(class)
                )));
            }
        }
        Ok(())
    }

    fn config(&self, class: Ref, name: &str) -> Option<Value> {
        let config = self.class_attribute(class, "model_config")?;
        let Some(Object::Dict(dict)) = self.heap.object(config.value) else { return None };
        dict.iter().find(|entry| self.heap.str(entry.key.value) == Some(name)).map(|entry| entry.value.value)
    }

    /// A switch of `model_config`.
    pub(super) fn model_option(&self, class: Ref, name: &str) -> Option<bool> {
        self.config(class, name).map(|value| self.heap.truth(value))
    }

    /// What `model_config` says of fields that are not declared.
    fn model_extra(&self, class: Ref) -> Option<String> {
        self.heap.str(self.config(class, "extra")?).map(ToOwned::to_owned)
    }

    // -- saying what is wrong

    /// Assignment to a field of a frozen model, or to a frozen field.
    pub(super) fn frozen_model(
        &mut self,
        class: Ref,
        name: &str,
        value: Labelled,
        world: &mut World,
    ) -> Outcome<Flow> {
        let mut check = Check { at: vec![Step::Name(name.into())], ..Check::default() };
        let (kind, message) = match self.model_option(class, "frozen") {
            Some(true) => ("frozen_instance", "Instance is frozen"),
            _ => ("frozen_field", "Field is frozen"),
        };
        check.fails(kind, message, value.value);
        let label = self.cx(world).deep(value);
        Err(self.invalid(class, check, label, world))
    }

    /// The `ValidationError` for these problems.
    fn invalid(&mut self, class: Ref, check: Check, label: Label, world: &mut World) -> Box<Raise> {
        match self.validation_error(class, check, label, world) {
            Ok(error) => {
                let exception = Labelled::new(error, label);
                Box::new(Raise { cause: Cause::Object(exception), label })
            }
            Err(raise) => raise.labelled(label, &mut world.lattice),
        }
    }

    fn validation_error(
        &mut self,
        class: Ref,
        check: Check,
        label: Label,
        world: &mut World,
    ) -> Outcome<Value> {
        let count = check.problems.len();
        let s = if count == 1 { "" } else { "s" };
        let mut text = format!("{count} validation error{s} for {}", self.class_name(class));
        let mut errors = Vec::with_capacity(count);
        for problem in check.problems {
            let way: Vec<String> = problem
                .at
                .iter()
                .map(|step| match step {
                    Step::Name(name) => name.to_string(),
                    Step::Index(index) => index.to_string(),
                })
                .collect();
            let cx = self.cx(world);
            let shown = shortened(&cx.repr(problem.input)?);
            let of = cx.type_name(problem.input);
            let of = of.rsplit('.').next().unwrap_or_default().to_owned();
            if !way.is_empty() {
                text.push('\n');
                text.push_str(&way.join("."));
            }
            let kind = problem.kind;
            text.push_str(&format!(
                "\n  {} [type={kind}, input_value={shown}, input_type={of}]",
                problem.message
            ));
            errors.push(self.error_details(problem, label, world)?);
        }
        let mut cx = self.cx(world);
        let text = cx.text(text, label)?;
        let errors = cx.heap.list(errors, label)?;
        let errors = Labelled::new(errors, label);
        let title = Labelled::new(self.heap.text(self.class_name(class))?, label);
        self.heap.value(Object::Exception(Box::new(Exception {
            kind: ExcKind::ValidationError,
            class: None,
            arguments: vec![text],
            fields: vec![("_errors".into(), errors), ("title".into(), title)],
            structure: Label::NONE,
            cause: None,
            context: None,
            span: crate::diagnostic::Span::default(),
            limit: None,
        })))
    }

    /// One of `errors()`. It carries the labels of all that was given.
    fn error_details(&mut self, problem: Problem, label: Label, world: &mut World) -> Outcome<Labelled> {
        let mut cx = self.cx(world);
        let mut way = Vec::with_capacity(problem.at.len());
        for step in problem.at {
            way.push(match step {
                Step::Name(name) => cx.text(&*name, label)?,
                Step::Index(index) => Labelled::new(Value::Int(index as i64), label),
            });
        }
        let way = Labelled::new(cx.heap.tuple(way, label)?, label);
        let dict = cx.make_dict(BuiltinType::Dict, label)?;
        let kind = cx.text(problem.kind, label)?;
        let message = cx.text(problem.message, label)?;
        let input = Labelled::new(problem.input, label);
        for (name, value) in [("type", kind), ("loc", way), ("msg", message), ("input", input)] {
            let name = cx.text(name, cx.literal)?;
            cx.dict_insert(dict.value, name, value)?;
        }
        Ok(dict)
    }
}

/// A `repr` as an error text shows it: its two ends, if it is long.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= 50 {
        return text.to_owned();
    }
    let (start, end): (String, String) =
        (text.chars().take(25).collect(), text.chars().skip(count - 24).collect());
    format!("{start}...{end}")
}
