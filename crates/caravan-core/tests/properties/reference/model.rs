//! The reference model: programs of the core, run with labels by the rules of DESIGN section 3 as they are written there,
//! slowly and with nothing shared with the machine.
//!
//! Where DESIGN gives a rule that asks for less under some condition (decisions in loops, operations that could raise), the
//! model charges the least that any of the rules allows.

mod expression;

use std::collections::BTreeMap;

use super::core::{Core, Expr, Stmt};
use super::label::Label;
use super::may::{self, May};
use crate::inputs::Inputs;
use crate::play::Tools;

/// A value of the core.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    None,
    Number(i64),
    Truth(bool),
    Text(String),
    /// A list or table, by its place in the heap.
    Object(usize),
}

#[derive(Clone, Debug)]
pub struct Labelled {
    value: Value,
    label: Label,
}

/// A list, or a table whose keys are texts.
#[derive(Clone, Debug)]
struct Object {
    keys: Option<Vec<String>>,
    items: Vec<Labelled>,
    structure: Label,
}

/// A call that left a plan, as the model sees it.
#[derive(Clone, Debug)]
pub struct Seen {
    pub callee: &'static str,
    /// The message, or the text that a tool was told.
    pub text: String,
    /// The label of that, then those of the variables in their order.
    pub labels: Vec<Label>,
    pub pc: Label,
    /// What the message costs, its position included; none of a call of a tool.
    pub cost: Option<f64>,
    pub allowed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Episode,
    Body,
    Guard,
    Loop,
    Try,
}

/// A region that control stands in.
#[derive(Clone, Debug)]
struct Region {
    kind: Kind,
    frame: usize,
    label: Label,
    /// Of a loop: what its rounds may write.
    writes: May,
    /// Of a loop: how many rounds it has, if that is known beforehand and trusted.
    length: Option<usize>,
    /// Of a `while`: rounds begun.
    rounds: Option<usize>,
    unbounded: bool,
    /// Of a loop: the guards under which a round may have been left for the next.
    cut_short: Label,
}

#[derive(Clone, Debug)]
struct Slot {
    value: Option<Value>,
    label: Label,
}

#[derive(Debug, Default)]
struct Frame {
    slots: BTreeMap<String, Slot>,
    /// The guards that stood open where it was called.
    called_under: Label,
}

/// One invocation of an agent.
struct Episode {
    agent: &'static str,
    /// What its literals carry.
    literal: Label,
    variables: Vec<(&'static str, Labelled)>,
    functions: BTreeMap<String, (Vec<String>, Vec<Stmt>)>,
    frames: Vec<Frame>,
    regions: Vec<Region>,
    /// Whether a plan above goes on if this one fails.
    caught: bool,
}

/// How a statement was left.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Labelled),
}

/// Why there is no value.
pub enum Exit {
    /// An exception, with what decided it.
    Raise(Label),
    /// The gate refused: the run is over.
    Denied,
    /// Something that the core does not say; only a program of which a part was taken out comes here.
    Nonsense,
}

type Outcome<T> = Result<T, Exit>;

/// A run of the model.
pub struct Model<'p> {
    core: &'p Core,
    tools: Tools<'p>,
    budget: f64,
    heap: Vec<Object>,
    decisions: u32,
    /// The label of the state that `note` writes and `recall` reads.
    pad: Label,
    episodes: Vec<Episode>,
    pub seen: Vec<Seen>,
}

/// Runs a program. Gives what left its plans, and whether the root came to its end.
pub fn run(core: &Core, inputs: &Inputs, budget: u32) -> Option<(Vec<Seen>, bool)> {
    let mut model = Model {
        core,
        tools: Tools::new(inputs),
        budget: f64::from(budget),
        heap: Vec::new(),
        decisions: 0,
        pad: Label::default(),
        episodes: Vec::new(),
        seen: Vec::new(),
    };
    let untrusted = Label { data: true, ..Label::default() };
    let mut variables = Vec::new();
    for (name, json) in &inputs.data {
        let name = ["u", "v", "n", "xs", "ws"].into_iter().find(|known| known == name)?;
        let text = |json: &serde_json::Value| json.as_str().map(|text| Value::Text(text.to_owned()));
        let number = |json: &serde_json::Value| json.as_i64().map(Value::Number);
        let scalar = |json| text(json).or_else(|| number(json));
        let value = match json.as_array() {
            None => scalar(json)?,
            Some(items) => {
                let items = items
                    .iter()
                    .map(|item| Some(Labelled { value: scalar(item)?, label: untrusted.clone() }));
                let items = items.collect::<Option<Vec<_>>>()?;
                model.object(None, items, untrusted.clone())
            }
        };
        variables.push((name, Labelled { value, label: untrusted.clone() }));
    }
    match model.episode("", Label::default(), Label::default(), variables) {
        Ok(_) => Some((model.seen, true)),
        Err(Exit::Raise(_) | Exit::Denied) => Some((model.seen, false)),
        Err(Exit::Nonsense) => None,
    }
}

impl Model<'_> {
    fn here(&mut self) -> &mut Episode {
        self.episodes.last_mut().expect("an episode")
    }

    fn literal(&mut self, value: Value) -> Labelled {
        Labelled { value, label: self.here().literal.clone() }
    }

    fn object(&mut self, keys: Option<Vec<String>>, items: Vec<Labelled>, structure: Label) -> Value {
        self.heap.push(Object { keys, items, structure });
        Value::Object(self.heap.len() - 1)
    }

    /// An agent's plan from its start to its end. The label of the value is that of the answer.
    fn episode(
        &mut self,
        agent: &'static str,
        base: Label,
        pc: Label,
        variables: Vec<(&'static str, Labelled)>,
    ) -> Outcome<Labelled> {
        let caught = self
            .episodes
            .last()
            .is_some_and(|above| above.caught || above.regions.iter().any(|region| region.kind == Kind::Try));
        let around = Region::new(Kind::Episode, 0, pc);
        self.episodes.push(Episode {
            agent,
            literal: base.clone(),
            variables,
            functions: BTreeMap::new(),
            frames: vec![Frame::default()],
            regions: vec![
                around,
                Region::new(Kind::Episode, 0, Label::default()),
                Region::new(Kind::Body, 0, Label::default()),
            ],
            caught,
        });
        let core = self.core;
        let plan = core.plans.get(agent).map_or(&[][..], Vec::as_slice);
        let flow = self.block(plan);
        let episode = self.episodes.pop().expect("the episode");
        let [_, end, body] = &episode.regions[..] else { return Err(Exit::Nonsense) };
        let mut end = end.label.clone();
        if caught && end.control {
            // Whatever untrusted could end a child decides its answer and its failure alike: for one bit, or less where
            // calls in a `try` are one decision.
            let bits = if end.bits().is_finite() { 0.0 } else { f64::INFINITY };
            end = self.decision(bits, true);
        }
        match flow {
            Ok(flow) => {
                let mut answer = match flow {
                    Flow::Return(answer) => answer,
                    _ => Labelled { value: Value::None, label: base.clone() },
                };
                for part in [&body.label, &end, &base] {
                    answer.label.take(part);
                }
                Ok(answer)
            }
            Err(Exit::Raise(label)) => Err(Exit::Raise(
                [&body.label, &end, &base].into_iter().fold(label, |label, part| label.join(part)),
            )),
            Err(exit) => Err(exit),
        }
    }

    // -- labels

    /// The control at this point.
    fn pc(&mut self) -> Label {
        self.here().regions.iter().fold(Label::default(), |pc, region| pc.join(&region.label))
    }

    fn decision(&mut self, bits: f64, control: bool) -> Label {
        self.decisions += 1;
        let choice = if bits > 0.0 { BTreeMap::from([(self.decisions, bits)]) } else { BTreeMap::new() };
        Label { data: false, control, choice }
    }

    /// What a decision by a value of this label adds to what it decides.
    fn decided(&mut self, label: &Label, bits: f64) -> Label {
        if label.data { self.decision(bits, true) } else { label.as_control() }
    }

    /// The least that a decision of so many bits may be charged here: in loops, what they write in the end may be told by
    /// less than what each round decides.
    fn price(&mut self, bits: f64) -> f64 {
        let loops = self.here().regions.iter().filter(|region| region.kind == Kind::Loop);
        let loops: Vec<bool> = loops.map(|region| region.unbounded).collect();
        match loops.as_slice() {
            [] => bits,
            loops if loops.contains(&true) => f64::INFINITY,
            _ => 0.0,
        }
    }

    /// A value decides where control goes: the guard that then stands open, if it is more than trusted.
    fn guard(&mut self, by: &Label) -> Option<Label> {
        if by.is_trusted() && by.choice.is_empty() {
            return None;
        }
        let bits = self.price(1.0);
        let mut guard = self.decided(by, bits);
        if bits == 0.0 {
            // A variable that loops give written values needs no more than the number of writes tells, whatever decided.
            guard.choice.clear();
        }
        Some(guard)
    }

    /// The structure of a container as it is read, with what the value that refers to it carries.
    fn structure(&self, container: &Labelled) -> Label {
        match container.value {
            Value::Object(place) => self.heap[place].structure.join(&container.label),
            _ => container.label.clone(),
        }
    }

    /// A value's label with those of everything in it.
    fn deep(&self, value: &Labelled) -> Label {
        match value.value {
            Value::Object(place) => self.heap[place]
                .items
                .iter()
                .fold(self.structure(value), |label, item| label.join(&item.label)),
            _ => value.label.clone(),
        }
    }

    // -- regions

    fn open(&mut self, kind: Kind, label: Label) {
        let frame = self.here().frames.len();
        self.here().regions.push(Region::new(kind, frame, label));
    }

    /// Leaves the innermost region: what it may have written, and what leaves it by a jump, takes its guards.
    fn close(&mut self, may: &May, flow: Outcome<Flow>) -> Outcome<Flow> {
        let region = self.here().regions.pop().expect("an open region");
        let label = region.label;
        self.apply(may, &label);
        let frame = self.here().frames.len();
        let own = |region: &Region, kind: Kind| region.frame == frame && region.kind == kind;
        if may.leaves_loop {
            self.raise(|region| own(region, Kind::Loop), &label);
        }
        if may.continues
            && let Some(region) = self.here().regions.iter_mut().rfind(|region| own(region, Kind::Loop))
        {
            region.cut_short.take(&label);
        }
        if may.leaves_function {
            self.raise(|region| own(region, Kind::Body), &label);
        }
        if may.may_raise {
            self.raise_catcher(&label);
        }
        match flow {
            Ok(Flow::Return(mut value)) => {
                value.label.take(&label);
                Ok(Flow::Return(value))
            }
            Err(Exit::Raise(raised)) => Err(Exit::Raise(raised.join(&label))),
            flow => flow,
        }
    }

    fn raise(&mut self, is_it: impl Fn(&Region) -> bool, label: &Label) {
        if let Some(region) = self.here().regions.iter_mut().rfind(|region| is_it(region)) {
            region.label.take(label);
        }
    }

    /// What would catch an exception stands under this from here on: the innermost `try`, or a child's whole episode.
    fn raise_catcher(&mut self, label: &Label) {
        let caught = self.here().caught;
        let regions = &mut self.here().regions;
        match regions.iter().rposition(|region| region.kind == Kind::Try) {
            Some(place) => regions[place].label.take(label),
            // The first region holds the caller's guards; the second is the episode's own.
            None if caught => regions[1].label.take(label),
            None => {}
        }
    }

    /// An operation that could raise, on operands of this label.
    fn could_raise(&mut self, label: &Label) {
        let guard = self.may_have_raised(label);
        self.raise_catcher(&guard);
    }

    /// What it tells that an operation on operands of this label raised, or did not. Many such operations are one decision,
    /// so each alone may be charged nothing.
    fn may_have_raised(&mut self, label: &Label) -> Label {
        let bits = self.price(0.0);
        let mut guard = self.decided(label, bits);
        if guard.bits().is_finite() {
            guard.choice.clear();
        }
        guard
    }

    /// Everything that may have been written takes the guard into its control.
    fn apply(&mut self, may: &May, guard: &Label) {
        for name in &may.names {
            if let Some(slot) = self.here().frames.last_mut().and_then(|frame| frame.slots.get_mut(name)) {
                slot.label.take(guard);
            } else {
                let frame = self.here().frames.last_mut().expect("a frame");
                frame.slots.insert(name.clone(), Slot { value: None, label: guard.clone() });
            }
        }
        for name in &may.receivers {
            if let Some(Value::Object(place)) = self.slot(name).and_then(|slot| slot.value) {
                self.heap[place].structure.take(guard);
            }
        }
        if may.state {
            self.pad.take(guard);
        }
    }

    fn may(&mut self, arms: &[&[Stmt]]) -> May {
        may::of(arms, &self.here().functions)
    }

    // -- names

    /// What a name stands for, as the function at work reads it.
    fn slot(&mut self, name: &str) -> Option<Slot> {
        let frames = &self.here().frames;
        let frame = frames.last()?;
        if let Some(slot) = frame.slots.get(name) {
            return Some(slot.clone());
        }
        let mut slot = frames.first()?.slots.get(name)?.clone();
        slot.label.take(&frame.called_under);
        Some(slot)
    }

    fn assign(&mut self, name: &str, value: Labelled) {
        let frame = self.here().frames.last_mut().expect("a frame");
        frame.slots.insert(name.to_owned(), Slot { value: Some(value.value), label: value.label });
    }

    // -- statements

    fn block(&mut self, stmts: &[Stmt]) -> Outcome<Flow> {
        for stmt in stmts {
            match self.stmt(stmt)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Outcome<Flow> {
        match stmt {
            Stmt::Assign(name, value) => {
                let value = self.expr(value)?;
                self.assign(name, value);
            }
            Stmt::Append(name, value) => {
                let container = self.expr(&Expr::Name(name.clone()))?;
                let value = self.expr(value)?;
                let Value::Object(place) = container.value else { return Err(Exit::Nonsense) };
                self.heap[place].items.push(value);
                self.heap[place].structure.take(&container.label);
            }
            Stmt::Put(name, key, value) => {
                let value = self.expr(value)?;
                let container = self.expr(&Expr::Name(name.clone()))?;
                let Value::Object(place) = container.value else { return Err(Exit::Nonsense) };
                let by = self.here().literal.join(&container.label);
                let object = &mut self.heap[place];
                let keys = object.keys.as_mut().ok_or(Exit::Nonsense)?;
                match keys.iter().position(|known| known == key) {
                    Some(at) => object.items[at] = value,
                    None => {
                        keys.push((*key).to_owned());
                        object.items.push(value);
                    }
                }
                object.structure.take(&by);
            }
            Stmt::Tell(tool, text) => {
                let value = self.expr(text)?;
                let Value::Text(text) = &value.value else { return Err(Exit::Nonsense) };
                let pc = self.pc();
                if *tool == "note" {
                    self.pad.take(&value.label.join(&pc));
                }
                self.seen.push(Seen {
                    callee: tool,
                    text: text.clone(),
                    labels: vec![value.label.clone()],
                    pc,
                    cost: None,
                    allowed: true,
                });
                let _ = self.tools.answer(tool, text);
                self.could_raise(&value.label);
            }
            Stmt::If(guard, then, other) => {
                let guard = self.expr(guard)?;
                let arm = if self.is_true(&guard)? { then } else { other };
                let may = self.may(&[then, other]);
                match self.guard(&guard.label) {
                    None => return self.block(arm),
                    Some(label) => {
                        self.open(Kind::Guard, label);
                        let flow = self.block(arm);
                        return self.close(&may, flow);
                    }
                }
            }
            Stmt::For(name, list, body) => return self.for_loop(name, list, body),
            Stmt::While(guard, body) => return self.while_loop(guard, body),
            Stmt::Break => return Ok(Flow::Break),
            Stmt::Continue => return Ok(Flow::Continue),
            Stmt::Return(value) => return Ok(Flow::Return(self.expr(value)?)),
            Stmt::Raise => {
                let literal = self.here().literal.clone();
                return Err(Exit::Raise(literal));
            }
            Stmt::Try(body, handler) => {
                let may = self.may(&[body, handler]);
                self.open(Kind::Try, Label::default());
                let mut flow = self.block(body);
                if let Err(Exit::Raise(raised)) = flow {
                    let guard = self.may_have_raised(&raised);
                    self.here().regions.last_mut().expect("the try").label.take(&guard);
                    // Control comes to the handler from more than one place of the body.
                    let pc = self.pc();
                    self.apply(&may, &pc);
                    // What is raised in the handler is not caught here.
                    let region = self.here().regions.last_mut().expect("the try");
                    region.kind = Kind::Guard;
                    flow = self.block(handler);
                }
                return self.close(&may, flow);
            }
            Stmt::Def(name, parameters, body) => {
                self.here().functions.insert(name.clone(), (parameters.clone(), body.clone()));
            }
        }
        Ok(Flow::Next)
    }

    fn for_loop(&mut self, name: &str, list: &Expr, body: &[Stmt]) -> Outcome<Flow> {
        let list = self.expr(list)?;
        let Value::Object(place) = list.value else { return Err(Exit::Nonsense) };
        let structure = self.structure(&list);
        let items: Vec<Labelled> = self.heap[place].items.iter().take(4).cloned().collect();
        let mut may = self.may(&[body]);
        may.names.insert(name.to_owned());
        self.open(Kind::Loop, Label::default());
        let decided = self.decided(&structure, f64::INFINITY);
        let region = self.here().regions.last_mut().expect("the loop");
        region.writes = may.clone();
        region.length = structure.is_trusted().then_some(items.len());
        self.loop_guard(&structure);
        let mut left = Ok(Flow::Next);
        for mut item in items {
            item.label.take(&decided);
            self.assign(name, item);
            match self.block(body) {
                Ok(Flow::Next | Flow::Continue) => self.next_round(body),
                Ok(Flow::Break) => break,
                flow => {
                    left = flow;
                    break;
                }
            }
        }
        self.close(&may.of_loop(), left)
    }

    fn while_loop(&mut self, guard: &Expr, body: &[Stmt]) -> Outcome<Flow> {
        let may = self.may(&[body]);
        self.open(Kind::Loop, Label::default());
        let region = self.here().regions.last_mut().expect("the loop");
        region.writes = may.clone();
        region.rounds = Some(0);
        let mut left = Ok(Flow::Next);
        for round in 1.. {
            if round > 50 {
                return Err(Exit::Nonsense);
            }
            let again = match self.expr(guard) {
                Ok(again) => again,
                Err(exit) => {
                    left = Err(exit);
                    break;
                }
            };
            self.loop_guard(&again.label);
            if !self.is_true(&again)? {
                break;
            }
            self.here().regions.last_mut().expect("the loop").rounds = Some(round);
            match self.block(body) {
                Ok(Flow::Next | Flow::Continue) => self.next_round(body),
                Ok(Flow::Break) => break,
                flow => {
                    left = flow;
                    break;
                }
            }
        }
        self.close(&may.of_loop(), left)
    }

    /// The ways through a round meet: a `continue` is the other arm of what it leaves out.
    fn next_round(&mut self, body: &[Stmt]) {
        let Some(rest) = may::rest(body) else { return };
        let may = self.may(&[rest]);
        let cut_short = self.here().regions.last().expect("the loop").cut_short.clone();
        self.apply(&may, &cut_short);
    }

    /// A value decides whether the innermost loop has another round.
    fn loop_guard(&mut self, by: &Label) {
        let guard = self.decided(by, f64::INFINITY);
        let region = self.here().regions.last_mut().expect("the loop");
        region.unbounded |= !guard.bits().is_finite();
        if guard.control {
            region.length = None;
        }
        region.label.take(&guard);
    }

    fn is_true(&self, value: &Labelled) -> Outcome<bool> {
        match value.value {
            Value::Truth(truth) => Ok(truth),
            _ => Err(Exit::Nonsense),
        }
    }
}

impl Region {
    fn new(kind: Kind, frame: usize, label: Label) -> Region {
        Region {
            kind,
            frame,
            label,
            writes: May::default(),
            length: None,
            rounds: None,
            unbounded: false,
            cut_short: Label::default(),
        }
    }
}
