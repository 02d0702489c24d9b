//! Derivations of a generated program's values, held against their labels.

use std::collections::BTreeSet;
use std::sync::Arc;

use caravan_core::derivation::{Part, StepKind, derivation};
use caravan_core::label::{Label, Source};
use caravan_core::plan::{Datum, Passage, Strictness, Tree, World};
use caravan_core::replay::{Replay, replay};
use caravan_core::run::Run;
use caravan_core::system::System;

use super::engine::{outcomes, run_of};
use super::inputs::Inputs;
use super::program::Program;

/// What has been looked at.
#[derive(Debug, Default)]
pub struct Derivations {
    values: usize,
    with_variables: usize,
    with_calls: usize,
    decided: usize,
    lines: usize,
}

impl Derivations {
    /// Does a program twice, once to be explained, and looks at all its values.
    pub fn hold(&mut self, system: &Arc<System>, program: &Program, inputs: &Inputs, strictness: Strictness) {
        let run = || run_of(system, inputs, strictness, 4);
        let mut ordinary = done(run(), program, inputs);
        let mut traced = done(run().traced(), program, inputs);
        assert!(ordinary.outcome.world().trace.is_none(), "an ordinary run is traced");
        assert_eq!(ordinary.outcome.to_json(), traced.outcome.to_json(), "{}", program.show());
        assert_eq!(ordinary.outcome.record_json(), traced.outcome.record_json(), "{}", program.show());
        for episode in 0..traced.outcome.record.episodes.len() {
            self.lines += traced.lines_run(episode).len();
        }
        for label in labels_of(&mut traced) {
            let problem = self.look(label, traced.outcome.world());
            assert_eq!(problem, None, "{}", program.show());
        }
    }

    fn look(&mut self, label: Label, world: &World) -> Option<String> {
        let derived = derivation(label, world);
        self.values += 1;
        let passed = |wanted: fn(&Passage) -> bool| {
            derived.steps.iter().any(|step| matches!(&step.what, StepKind::Passed(at) if wanted(at)))
        };
        self.with_variables += usize::from(passed(|at| matches!(at, Passage::Assigned { .. })));
        self.with_calls += usize::from(passed(|at| matches!(at, Passage::Answered { .. })));
        self.decided += usize::from(!derived.control.is_empty());
        [Part::Data, Part::Control].into_iter().find_map(|part| {
            let expected: BTreeSet<&Source> = world.lattice.sources(part.of(&world.lattice, label)).collect();
            let found = derived.sources(part);
            (found != expected)
                .then(|| format!("{part:?}: {found:?} is derived, {expected:?} is so\n{derived:?}"))
        })
    }

    /// Whether enough has been looked at.
    pub fn are_many(&self) -> bool {
        self.values > 3000
            && self.with_variables > 1000
            && self.with_calls > 500
            && self.decided > 300
            && self.lines > 1000
    }
}

fn done(run: Run, program: &Program, inputs: &Inputs) -> Replay {
    let mut told = Vec::new();
    let mut outcomes = outcomes(program, inputs, &mut told);
    replay(run, |effect| Ok(Some(outcomes(&effect.kind)))).expect("a replay")
}

/// The labels of everything in a run: of whole values, and of what is in them.
fn labels_of(replay: &mut Replay) -> BTreeSet<Label> {
    let record = &replay.outcome.record;
    let of_calls = record.calls.iter().flat_map(|call| {
        call.arguments.iter().map(|(_, datum)| datum).chain(&call.result).chain(&call.failure)
    });
    let of_plans = replay.variables.iter().flat_map(|plan| plan.variables.iter().map(|(_, datum)| datum));
    let data: Vec<Datum> = of_calls.chain(of_plans).chain(&replay.outcome.answer).cloned().collect();
    let decided = record.calls.iter().map(|call| call.decided);
    let mut labels: BTreeSet<Label> = decided.collect();
    let lattice = &mut replay.outcome.world_mut().lattice;
    for datum in &data {
        labels.insert(datum.deep_label(lattice));
        let mut pending = vec![datum];
        while let Some(datum) = pending.pop() {
            labels.insert(datum.label);
            match &datum.value {
                Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => pending.extend(items),
                Tree::Dict(entries) => pending.extend(entries.iter().flat_map(|(key, value)| [key, value])),
                Tree::Record(_, fields) => pending.extend(fields.iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }
    labels
}
