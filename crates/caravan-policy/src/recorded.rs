//! Calls as the record of a run tells them, so that policies can judge them again.

use serde_json::Value as Json;

use crate::decide::Policies;
use crate::facts::{ArgumentFacts, CallFacts, Facts};

impl Policies {
    /// What the record of a run, as `caravan run --json` prints it, tells of a call of a tool. None if it is no call of a
    /// tool. Of what decided that a call was made, a record tells only whether it was trusted.
    pub fn recorded(&self, call: &Json) -> Option<CallFacts> {
        if call.get("kind")?.as_str()? != "tool" {
            return None;
        }
        let mut arguments = Vec::new();
        for (name, argument) in call.get("arguments")?.as_object()? {
            let facts = self.facts(argument.get("label")?)?;
            arguments.push(ArgumentFacts {
                name: name.clone(),
                value: argument.get("value").cloned(),
                facts,
            });
        }
        let pc_trusted = call.get("pc_trusted")?.as_bool()?;
        let all = arguments.iter().map(|argument| &argument.facts).fold(nothing(true), joined);
        Some(CallFacts {
            agent: call.get("agent")?.as_str()?.to_owned(),
            tool: call.get("name")?.as_str()?.to_owned(),
            arguments,
            all,
            pc: nothing(pc_trusted),
        })
    }

    fn facts(&self, label: &Json) -> Option<Facts> {
        let taint = |name: &str| {
            let taint = label.get(name)?;
            let sources = texts(taint.get("sources")?)?;
            let readers = match taint.get("readers")? {
                Json::String(_) => None,
                names => Some(texts(names)?),
            };
            Some((sources, readers))
        };
        let (data, may_read) = taint("data")?;
        let (control, may_read_control) = taint("control")?;
        let data_trusted = data.iter().all(|source| self.is_trusted(source));
        let mut sources: Vec<String> = data.into_iter().chain(control).collect();
        sources.sort();
        sources.dedup();
        // It was rounded up where it was written.
        let choice_bits = label.get("choice_bits")?.as_f64().map(|bits| bits.ceil() as i64);
        let trusted = label.get("trusted")?.as_bool()?;
        let readers = both(may_read, may_read_control.as_ref());
        Some(Facts { trusted, data_trusted: trusted || data_trusted, sources, readers, choice_bits })
    }

    /// Whether a source of this name is trusted in the system as it is now.
    fn is_trusted(&self, source: &str) -> bool {
        match source.split_once(':') {
            Some(("tool", path)) => {
                let path = path.split_once('#').map_or(path, |(path, _)| path);
                let name = path.rsplit('/').next().unwrap_or(path);
                self.actions.get(name).is_some_and(|action| action.is_trusted)
            }
            Some(("quarantined", _)) => false,
            _ => true,
        }
    }
}

fn nothing(trusted: bool) -> Facts {
    let choice_bits = trusted.then_some(0);
    Facts { trusted, data_trusted: trusted, sources: Vec::new(), readers: None, choice_bits }
}

fn joined(all: Facts, one: &Facts) -> Facts {
    let mut sources = all.sources;
    sources.extend(one.sources.iter().cloned());
    sources.sort();
    sources.dedup();
    Facts {
        trusted: all.trusted && one.trusted,
        data_trusted: all.data_trusted && one.data_trusted,
        sources,
        readers: both(all.readers, one.readers.as_ref()),
        choice_bits: all.choice_bits.zip(one.choice_bits).map(|(a, b)| a.saturating_add(b)),
    }
}

/// Who may read something that both of these have a part in.
fn both(some: Option<Vec<String>>, others: Option<&Vec<String>>) -> Option<Vec<String>> {
    match (some, others) {
        (None, others) => others.cloned(),
        (some, None) => some,
        (Some(some), Some(others)) => Some(some.into_iter().filter(|name| others.contains(name)).collect()),
    }
}

fn texts(json: &Json) -> Option<Vec<String>> {
    json.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}
