//! Natives called by hand: the labels that they leave, and what they do to their arguments.

mod choosing;
mod computing;
mod containers;

use caravan_label::{AgentPath, Bits, Label, Lattice, Source};
use caravan_pylib::error::{ExcKind, PyErrorKind};

use super::{Args, Home, Run, TaskStep, find, native};
use crate::cx::Cx;
use crate::heap::{Class, ClassKind, Function, Heap, Instance, Iter, Name, Object};
use crate::machine::Limits;
use crate::raise::{Cause, Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Module, NativeId, Value};
use crate::world::Strictness;

/// Calls natives as the machine does, without functions of a plan.
struct Bench {
    heap: Heap,
    lattice: Lattice,
    limits: Limits,
    strictness: Strictness,
    /// The label of the plan's literals.
    plan: Label,
    /// The label of an untrusted tool's result.
    mail: Label,
}

impl Bench {
    fn new() -> Bench {
        let mut lattice = Lattice::new();
        let plan = lattice.data_from(&[Source::Plan(AgentPath::root())]);
        let tool =
            Source::Tool { agent: AgentPath::root(), tool: "mail".into(), inner: None, trusted: false };
        let mail = lattice.data_from(&[tool]);
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        Bench {
            heap: Heap::new(limits.memory, limits.steps),
            lattice,
            limits,
            strictness: Strictness::Cfi,
            plan,
            mail,
        }
    }

    fn cx(&mut self) -> Cx<'_> {
        Cx {
            heap: &mut self.heap,
            lattice: &mut self.lattice,
            strictness: self.strictness,
            limits: &self.limits,
            literal: self.plan,
            unbounded: false,
        }
    }

    fn int(&self, int: i64) -> Labelled {
        Labelled::new(Value::Int(int), self.plan)
    }

    fn mailed(&self, int: i64) -> Labelled {
        Labelled::new(Value::Int(int), self.mail)
    }

    fn text(&mut self, text: &str) -> Labelled {
        Labelled::new(self.heap.text(text).unwrap(), self.plan)
    }

    fn list(&mut self, items: Vec<Labelled>) -> Labelled {
        Labelled::new(self.heap.list(items, self.plan).unwrap(), self.plan)
    }

    fn texts(&mut self, texts: &[&str]) -> Labelled {
        let items = texts.iter().map(|text| self.text(text)).collect();
        self.list(items)
    }

    /// A dictionary of the plan's: these keys with numbers from the mail.
    fn ratings(&mut self, names: &[&str]) -> Labelled {
        let dict = self.call(Home::Constructor(BuiltinType::Dict), "dict", &[]).unwrap();
        for (place, name) in names.iter().enumerate() {
            let (key, value) = (self.text(name), self.mailed((place * 7 % 5) as i64));
            self.cx().dict_insert(dict.value, key, value).unwrap();
        }
        dict
    }

    fn native(&self, home: Home, name: &str) -> NativeId {
        find(home, name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// `receiver.name` as a value.
    fn bound(&mut self, receiver: Labelled, of: BuiltinType, name: &str) -> Labelled {
        let id = self.native(Home::Method(of), name);
        Labelled::new(self.heap.value(Object::NativeMethod(id, receiver)).unwrap(), self.plan)
    }

    fn call(&mut self, home: Home, name: &str, positional: &[Labelled]) -> Outcome<Labelled> {
        self.call_with(home, name, positional, &[])
    }

    fn call_with(
        &mut self,
        home: Home,
        name: &str,
        positional: &[Labelled],
        keyword: &[(&str, Labelled)],
    ) -> Outcome<Labelled> {
        let id = self.native(home, name);
        self.run(id, positional, keyword)
    }

    fn builtin(&mut self, name: &str, positional: &[Labelled]) -> Labelled {
        self.call(Home::Builtin, name, positional).unwrap()
    }

    fn method(&mut self, of: BuiltinType, name: &str, positional: &[Labelled]) -> Labelled {
        self.call(Home::Method(of), name, positional).unwrap()
    }

    fn run(
        &mut self,
        id: NativeId,
        positional: &[Labelled],
        keyword: &[(&str, Labelled)],
    ) -> Outcome<Labelled> {
        let keyword: Vec<(Name, Labelled)> =
            keyword.iter().map(|(name, value)| ((*name).into(), *value)).collect();
        let args = Args { positional, keyword: &keyword };
        match native(id).unwrap().run {
            Run::Labelled(run) => run(&mut self.cx(), args),
            Run::Pure(run) => {
                let mut cx = self.cx();
                let label = cx.deep_all(positional);
                let value = run(&mut cx, args)?;
                Ok(cx.stamp(value, label))
            }
            Run::Task(run) => {
                let mut task = run(&mut self.cx(), args)?;
                let mut answer = None;
                loop {
                    let step = (task.step)(&mut self.cx(), &mut task.state, answer);
                    if let Err(raise) = &step
                        && let Cause::Call(..) = raise.cause
                    {
                        // Whatever the plan is asked, it says 7.
                        self.heap.asked.answers.push(Labelled::new(Value::Int(7), self.plan));
                        self.heap.asked.next.set(0);
                        continue;
                    }
                    self.heap.asked.clear();
                    match step? {
                        TaskStep::Done(value) => return Ok(value),
                        TaskStep::Call(function, arguments) => {
                            answer = Some(self.call_value(function, arguments)?)
                        }
                    }
                }
            }
            Run::Machine(_) => panic!("only the machine can do this"),
        }
    }

    fn call_value(&mut self, function: Labelled, mut arguments: Vec<Labelled>) -> Outcome<Labelled> {
        match function.value {
            Value::Native(id) => self.run(id, &arguments, &[]),
            _ => match self.heap.object(function.value) {
                Some(Object::NativeMethod(id, receiver)) => {
                    let (id, receiver) = (*id, *receiver);
                    arguments.insert(0, receiver);
                    self.run(id, &arguments, &[])
                }
                Some(Object::Partial(partial)) => {
                    let partial = partial.clone();
                    let all: Vec<_> = partial.positional.into_iter().chain(arguments).collect();
                    self.call_value(partial.function, all)
                }
                other => panic!("cannot call {other:?}"),
            },
        }
    }

    fn items(&self, value: Labelled) -> Vec<Labelled> {
        match self.heap.object(value.value) {
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Buffer { items, .. } => items.clone(),
                other => panic!("{other:?}"),
            },
            Some(Object::Set(set) | Object::Dict(set)) => set.iter().map(|entry| entry.key).collect(),
            _ => self.heap.sequence(value.value).unwrap().items.clone(),
        }
    }

    fn structure(&mut self, value: Labelled) -> Label {
        self.cx().structure_of(value)
    }

    fn repr(&mut self, value: Labelled) -> String {
        self.cx().repr(value.value).unwrap()
    }

    /// Trusted data, untrusted control, and how many bits of choice.
    fn chosen(&self, label: Label) -> Bits {
        assert!(self.lattice.data_is_trusted(label), "the data is untrusted");
        assert!(!self.lattice.control_is_trusted(label), "the control is trusted");
        self.lattice.choice_bits(label)
    }

    fn error(&self, raise: &Raise) -> (ExcKind, String) {
        match &raise.cause {
            Cause::Python(error) => (error.exception().unwrap(), error.message.clone()),
            other => panic!("{other:?}"),
        }
    }
}

const HOTELS: [&str; 5] = ["Astoria", "Bristol", "Carlton", "Dorint", "Excelsior"];
const LIST: BuiltinType = BuiltinType::List;
const DICT: BuiltinType = BuiltinType::Dict;
