//! A run as the page takes it: its story, in which each label stands once, and the values whose derivation can be asked for.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use crate::story::{Explained, Story};

/// How many bytes of derivations go into a file. What is beyond it, `caravan explain` tells.
const MOST_DERIVATIONS: usize = 6 << 20;

/// `{story, labels, variables}`: in the story, the label of a value is its place among the labels, and an effect whose cost is
/// known has it as `usd`.
pub fn run(story: &Story, variables: &[String], costs: &BTreeMap<u64, f64>) -> Json {
    let mut told = json!(story);
    let mut labels = Labels::default();
    if let Some(calls) = told.get_mut("calls").and_then(Json::as_array_mut) {
        for call in calls {
            if let Some(arguments) = call.get_mut("arguments").and_then(Json::as_object_mut) {
                arguments.values_mut().for_each(|argument| labels.take(argument));
            }
            for part in ["result", "failure"] {
                call.get_mut(part).into_iter().for_each(|value| labels.take(value));
            }
        }
    }
    told.get_mut("answer").into_iter().for_each(|answer| labels.take(answer));
    if let Some(effects) = told.get_mut("effects").and_then(Json::as_array_mut) {
        for (effect, of) in effects.iter_mut().zip(&story.effects) {
            if let (Json::Object(fields), Some(usd)) = (effect, costs.get(&of.number)) {
                fields.insert("usd".to_owned(), json!(usd));
            }
        }
    }
    json!({"story": told, "labels": labels.all, "variables": variables})
}

/// Labels in the order in which they are met.
#[derive(Default)]
struct Labels {
    all: Vec<Json>,
    places: BTreeMap<String, usize>,
}

impl Labels {
    /// Puts the place of a value's label in place of it.
    fn take(&mut self, value: &mut Json) {
        let Some(label) = value.get_mut("label") else { return };
        let told = label.take();
        let place = *self.places.entry(told.to_string()).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(told);
        }
        *label = json!(place);
    }
}

/// The names of the variables of a run that has been done again, each once.
pub fn variables(explained: &Explained) -> Vec<String> {
    let names = explained.replayed.as_ref().map(|replayed| replayed.names()).unwrap_or_default();
    let mut known = BTreeSet::new();
    names.into_iter().filter(|name| known.insert(name.clone())).collect()
}

/// `{values: {NAME: derivation}, all: bool}` for what a file has room for: what was refused first, then variables, then the
/// rest in the order of the calls.
pub fn derivations(explained: &mut Explained) -> Json {
    let names = names(explained);
    let Explained { story, replayed, .. } = explained;
    let Some(replayed) = replayed else { return json!({"values": {}, "all": false}) };
    let (mut values, mut bytes, mut all) = (Map::new(), 0, true);
    for name in names {
        if values.contains_key(&name) {
            continue;
        }
        // What a call has not given has no derivation.
        let Ok(mut derived) = replayed.value(story, &name) else { continue };
        if name.starts_with('c') && name.contains('.') || story.call(&name).is_some() {
            // It stands in the story.
            derived.value = Json::Null;
        }
        let derived = json!(derived);
        bytes += derived.to_string().len();
        if bytes > MOST_DERIVATIONS {
            all = false;
            break;
        }
        values.insert(name, derived);
    }
    json!({"values": values, "all": all})
}

fn names(explained: &Explained) -> Vec<String> {
    let of = |call: &crate::story::CallPart| -> Vec<String> {
        let arguments = call.arguments.keys().filter(|name| *name != "output_schema");
        let mut names: Vec<String> = arguments.map(|name| format!("{}.{name}", call.id)).collect();
        names.push(call.id.clone());
        names
    };
    let calls = &explained.story.calls;
    let refused = calls.iter().filter(|call| call.decision.effect != "allow").flat_map(of);
    let answer = std::iter::once("answer".to_owned());
    refused.chain(answer).chain(variables(explained)).chain(calls.iter().flat_map(of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{CallPart, LabelPart, ValuePart};

    #[test]
    fn a_label_is_told_once() {
        let value = |trusted| ValuePart {
            label: LabelPart { trusted, ..LabelPart::default() },
            ..ValuePart::default()
        };
        let call = CallPart {
            arguments: [("a".to_owned(), value(true)), ("b".to_owned(), value(false))].into(),
            result: Some(value(true)),
            ..CallPart::default()
        };
        let story = Story { calls: vec![call.clone(), call], ..Story::default() };
        let told = run(&story, &[], &BTreeMap::new());
        assert_eq!(told["labels"].as_array().map(Vec::len), Some(2));
        assert_eq!(told["story"]["calls"][1]["arguments"]["b"]["label"], 1);
        assert_eq!(told["story"]["calls"][1]["result"]["label"], 0);
        assert_eq!(told["story"]["calls"][1]["failure"], Json::Null);
    }
}
