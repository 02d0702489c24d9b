//! What `caravan explain --value` says, held against the labels on every scenario.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails may say so loudly"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use caravan::assembly::Assembly;
use caravan::config::Config;
use caravan::core::approval::NobodyThere;
use caravan::core::derivation::{Part, derivation};
use caravan::core::replay::Replay;
use caravan::core::settings::{Defense, Settings};
use caravan::core::state::States;
use caravan::journal::Opening;
use caravan::label::Label;
use caravan::models::{Books, ModelNames};
use caravan::plan::Datum;
use caravan::scenario::{Planner, Scenario};
use caravan::store::{NewRun, Options, Store};
use caravan::story::{Derived, Explained, explained};
use serde_json::json;

/// A scenario that has been run from a folder and written down there.
fn run(name: &str, defense: Defense, planner: Planner) -> (tempfile::TempDir, Explained) {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    let config = Config::load(&folder.path().join("caravan.toml")).unwrap();
    let scenario = Scenario::new(name, config).unwrap();
    let config = &scenario.config;
    let settings = Settings { defense, ..Settings::default() };
    let names = ModelNames::default();
    let models = names.open(config, planner.style(), &Books::default()).unwrap();
    let opening = Opening::of(config, &settings, &names, &Default::default(), &[]).unwrap();
    let assembly = Assembly::new(config, Some(&scenario.planted(true))).unwrap();
    let store = Store::open(&folder.path().join("journal.db"), Options::default()).unwrap();
    let instruction = &scenario.settings().unwrap().instruction;
    let states = States::default();
    let opening = json!(opening);
    let begun = NewRun { instruction, opening, states: &states, version: "0", has_content: true };
    let mut journal = store.begin(&begun).unwrap();
    let mut run = assembly.begin(settings, instruction, Vec::new(), &states);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let carried = assembly.carry_on(&mut run, defense, &models, &NobodyThere, &mut journal);
    let mut outcome = runtime.block_on(carried).unwrap();
    let record = outcome.record_json();
    let mut kept = outcome.to_json();
    kept.as_object_mut().unwrap().extend(record.as_object().unwrap().clone());
    journal.finish(outcome.status.as_str(), &kept, &states, &States::default()).unwrap();
    let store = Store::open_existing(&folder.path().join("journal.db"), Options::default()).unwrap();
    let explained = explained(&store, &store.find(None).unwrap()).unwrap();
    (folder, explained)
}

/// The sources that the steps of a value lead to, as they are told.
fn reached(derived: &Derived) -> BTreeSet<&str> {
    let steps: BTreeMap<&str, _> = derived.derivation.iter().map(|step| (&*step.id, step)).collect();
    let mut pending: Vec<&str> = derived.from.iter().chain(&derived.decided_by).map(|id| &**id).collect();
    let (mut seen, mut sources) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = pending.pop() {
        let step = steps[id];
        if seen.insert(id) {
            sources.extend((step.kind == "source").then_some(&*step.name));
            pending.extend(step.from.iter().chain(&step.decided_by).map(|id| &**id));
        }
    }
    sources
}

/// The labels of all calls' arguments, results and failures, with those of everything in them, and of the plans' variables.
fn labels_of(run: &mut Replay) -> BTreeSet<Label> {
    let calls = run.outcome.record.calls.iter();
    let of_calls = calls.flat_map(|call| {
        call.arguments.iter().map(|(_, datum)| datum).chain(&call.result).chain(&call.failure)
    });
    let of_plans = run.variables.iter().flat_map(|plan| plan.variables.iter().map(|(_, datum)| datum));
    let data: Vec<Datum> = of_calls.chain(of_plans).cloned().collect();
    let lattice = &mut run.outcome.world_mut().lattice;
    let mut labels: BTreeSet<Label> = data.iter().map(|datum| datum.deep_label(lattice)).collect();
    labels.extend(data.iter().map(|datum| datum.label));
    labels.extend(run.outcome.record.calls.iter().map(|call| call.decided));
    labels
}

#[test]
fn every_value_of_every_scenario_is_derived_from_the_sources_of_its_label_and_from_nothing_else() {
    let (mut values, mut of_variables) = (0, 0);
    for name in Scenario::names() {
        for (defense, planner) in [
            (Defense::None, Planner::Obeys),
            (Defense::Individual, Planner::Obeys),
            (Defense::Multi, Planner::Launders),
            (Defense::Multi, Planner::Keeps),
        ] {
            let (_folder, explained) = run(name, defense, planner);
            let Explained { story, replayed, .. } = explained;
            let mut replayed = replayed.unwrap_or_else(|| panic!("{name}: {:?}", story.not_replayed));
            let variables = replayed.names();
            of_variables += variables.len();
            let arguments = story
                .calls
                .iter()
                .flat_map(|call| call.arguments.keys().map(|argument| format!("{}.{argument}", call.id)));
            let results = story.calls.iter().filter(|call| call.result.is_some()).map(|call| call.id.clone());
            for value in arguments.chain(results).chain(variables).collect::<Vec<_>>() {
                let derived = replayed.value(&story, &value).unwrap();
                let label = &derived.label;
                let is_so = label.data.sources.iter().chain(&label.control.sources).map(|name| &**name);
                assert_eq!(reached(&derived), is_so.collect(), "{name} {defense} {planner:?}: {value}");
                values += 1;
            }
            let run = replayed.run();
            for label in labels_of(run) {
                let world = run.outcome.world();
                let derived = derivation(label, world);
                for part in [Part::Data, Part::Control] {
                    let is_so = world.lattice.sources(part.of(&world.lattice, label)).collect();
                    assert_eq!(derived.sources(part), is_so, "{name} {defense} {planner:?}");
                }
            }
        }
    }
    assert!(values > 60 && of_variables > 12, "{values} values, {of_variables} of them variables");
}
