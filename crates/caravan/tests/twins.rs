//! Plans written to leak: each runs twice, with two answers of an untrusted tool, and no agent may be told
//! two different things at one place. `twins/programs.txt` holds them, a block each.
//!
//! The budget of choice is 0, so nothing untrusted may choose anything that a planner reads. At
//! `noninterference` two runs that end normally also make the same calls in the same order.

// A test may fail loudly.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;

use caravan::core::gate::Ruling;
use caravan::plan::{Limits, Strictness};
use caravan::try_plan::{Stub, StubKind, Stubs, Trial};
use serde_json::{Value as Json, json};

/// One allowed agent call: where it stands, and all that the child's planner reads.
type Told = (u64, String);

struct Run {
    told: Vec<Told>,
    ended: bool,
}

fn run(program: &str, answer: &str, strictness: Strictness) -> Run {
    let stub = |name: &str, kind: StubKind, value: Json| Stub { name: name.to_owned(), kind, value };
    let stubs = Stubs::new(vec![
        stub("fetch", StubKind::Tool, json!(answer)),
        stub("note", StubKind::Tool, json!("n")),
        stub("cal", StubKind::TrustedTool, json!("x")),
        stub("days", StubKind::TrustedTool, json!(["mon", "tue"])),
        stub("billing", StubKind::Agent, json!("done")),
        stub("other", StubKind::Agent, json!("done")),
    ])
    .expect("stubs");
    let ruling = Ruling { strictness, budget: caravan::label::Bits::ZERO };
    let limits = Limits { steps: 200_000, memory: 64 << 20, ..Limits::default() };
    let mut trial = Trial::run(program, &stubs, ruling, limits);
    let trial = trial.to_json();
    let calls = trial["calls"].as_array().expect("calls");
    let told = calls
        .iter()
        .filter(|call| call["kind"] == "agent" && call["decision"]["effect"] == "allow")
        .map(|call| {
            let arguments = &call["arguments"];
            let names: Vec<&String> = arguments["variables"]["value"]
                .as_object()
                .map(|names| names.keys().collect())
                .unwrap_or_default();
            let read = format!(
                "{} {} {names:?} {}",
                call["name"], arguments["message"]["value"], arguments["output_schema"]["value"]
            );
            (call["line"].as_u64().unwrap_or_default(), read)
        })
        .collect();
    Run { told, ended: trial["error"].is_null() }
}

fn programs() -> Vec<(String, String)> {
    let text = include_str!("twins/programs.txt");
    let blocks = text.split("### ").skip(1);
    blocks
        .map(|block| {
            let (name, program) = block.split_once('\n').unwrap_or((block, ""));
            (name.to_owned(), program.to_owned())
        })
        .collect()
}

/// What two runs told their agents at one line, where they differ.
fn difference(one: &Run, other: &Run) -> Option<String> {
    let by_line = |run: &Run| {
        let mut lines: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        run.told.iter().for_each(|(line, read)| lines.entry(*line).or_default().push(read.clone()));
        lines
    };
    let (one, other) = (by_line(one), by_line(other));
    one.iter().find_map(|(line, told)| {
        let others = other.get(line)?;
        let (a, b) = told.iter().zip(others).find(|(a, b)| a != b)?;
        Some(format!("line {line}: {a} or {b}"))
    })
}

#[test]
fn no_agent_is_told_two_things_at_one_place_whatever_a_tool_answers() {
    let programs = programs();
    assert!(programs.len() >= 400, "only {} programs", programs.len());
    let (mut failures, mut reached) = (Vec::new(), 0);
    for (name, program) in &programs {
        for strictness in [Strictness::Cfi, Strictness::Noninterference] {
            let [one, other] = ["1", "2"].map(|answer| run(program, answer, strictness));
            reached += usize::from(!one.told.is_empty() || !other.told.is_empty());
            if let Some(difference) = difference(&one, &other) {
                failures.push(format!("{name} ({strictness:?}): {difference}"));
            } else if strictness == Strictness::Noninterference
                && one.ended
                && other.ended
                && one.told != other.told
            {
                failures.push(format!("{name} (noninterference): {:?} or {:?}", one.told, other.told));
            }
        }
    }
    assert!(failures.is_empty(), "{} leaks\n{}", failures.len(), failures.join("\n"));
    // The programs that reach an agent at all show that the test could see a leak.
    assert!(reached >= 50, "only {reached} runs reached an agent");
}
