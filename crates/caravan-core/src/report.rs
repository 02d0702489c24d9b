//! Values, labels and calls in the JSON forms that programs rely on.

use caravan_label::{Label, Lattice, Readers, Taint};
use caravan_plan::{Datum, World};
use serde_json::{Value as Json, json};

use crate::gate::Ruling;
use crate::policy::Decision;
use crate::record::{CallRecord, EpisodeRecord, Record};

/// `{trusted, may_instruct, data, control, choice_bits}`.
pub fn label_json(lattice: &Lattice, label: Label, ruling: Ruling) -> Json {
    let bits = lattice.choice_bits(label);
    let bits = if !bits.is_bounded() {
        json!("unbounded")
    } else if bits.as_f64().fract() == 0.0 {
        json!(bits.as_f64() as u64)
    } else {
        json!(bits.as_f64())
    };
    json!({
        "trusted": ruling.is_trusted(lattice, label),
        "may_instruct": ruling.may_instruct(lattice, label),
        "data": taint_json(lattice, lattice.data(label)),
        "control": taint_json(lattice, lattice.control(label)),
        "choice_bits": bits,
    })
}

fn taint_json(lattice: &Lattice, taint: Taint) -> Json {
    let mut sources: Vec<String> = lattice.sources(taint).map(ToString::to_string).collect();
    sources.sort();
    sources.dedup();
    let readers = match lattice.readers(taint) {
        Readers::Everybody => json!("everybody"),
        Readers::Only(readers) => json!(readers),
    };
    json!({"sources": sources, "readers": readers})
}

/// `{value, label}`, the label being that of the value and everything in it.
pub fn value_json(datum: &Datum, world: &mut World, ruling: Ruling) -> Json {
    let label = datum.deep_label(&mut world.lattice);
    json!({"value": datum.to_json(), "label": label_json(&world.lattice, label, ruling)})
}

/// `{effect, reason, policy}`, and `endorsed_by` where a person has allowed it.
pub fn decision_json(decision: &Decision) -> Json {
    let mut told = json!({"effect": decision.effect, "reason": decision.reason, "policy": decision.policy});
    if let (Json::Object(told), Some(endorser)) = (&mut told, &decision.endorsed_by) {
        told.insert("endorsed_by".to_owned(), json!(endorser));
    }
    told
}

/// `{id, agent, kind, name, line, arguments, pc_trusted, decision, result}`, and `in_doubt` where nobody knows whether the
/// tool has acted.
pub fn call_json(call: &CallRecord, world: &mut World, ruling: Ruling) -> Json {
    let arguments = call
        .arguments
        .iter()
        .map(|(name, datum)| (name.to_string(), value_json(datum, world, ruling)))
        .collect();
    let mut told = json!({
        "id": call.id.to_string(),
        "agent": call.agent.as_str(),
        "kind": call.kind.as_str(),
        "name": call.name,
        "line": call.line,
        "arguments": Json::Object(arguments),
        "pc_trusted": call.pc_trusted,
        "decision": decision_json(&call.decision),
        "result": call.result.as_ref().map(|datum| value_json(datum, world, ruling)),
    });
    if let (Json::Object(told), true) = (&mut told, call.is_in_doubt()) {
        told.insert("in_doubt".to_owned(), Json::Bool(true));
    }
    told
}

/// `{agent, call, instruction, plan, refused: [{answer, problem}], repaired: [{plan, told}]}`.
pub fn episode_json(episode: &EpisodeRecord) -> Json {
    let refused =
        episode.refused.iter().map(|(answer, problem)| json!({"answer": answer, "problem": problem}));
    let repaired = episode.repaired.iter().map(|(plan, told)| json!({"plan": plan, "told": told}));
    json!({
        "agent": episode.agent.as_str(),
        "call": episode.call.map(|call| call.to_string()),
        "instruction": episode.instruction,
        "plan": episode.plan,
        "refused": refused.collect::<Vec<_>>(),
        "repaired": repaired.collect::<Vec<_>>(),
    })
}

/// `{agents, calls}` of what has happened so far, each call with `episode`, the place of the calling one among the agents.
pub fn record_json(record: &Record, world: &mut World, ruling: Ruling) -> Json {
    let calls = record.calls.iter().map(|call| {
        let mut told = call_json(call, world, ruling);
        if let Json::Object(told) = &mut told {
            told.insert("episode".to_owned(), json!(call.episode));
            told.insert("carried_out".to_owned(), Json::Bool(call.carried_out));
            let failure = call.failure.as_ref().map(|datum| value_json(datum, world, ruling));
            told.insert("failure".to_owned(), json!(failure));
        }
        told
    });
    let calls: Vec<Json> = calls.collect();
    json!({"agents": record.episodes.iter().map(episode_json).collect::<Vec<_>>(), "calls": calls})
}
