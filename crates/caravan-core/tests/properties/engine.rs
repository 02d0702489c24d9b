//! A generated program, run by the whole engine from the user's words to its end: slower, and what users run.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_core::effect::{EffectKind, Outcome, ToolFailure};
use caravan_core::instruction::Instruction;
use caravan_core::label::Bits;
use caravan_core::model::PlanRequest;
use caravan_core::outcome::{RunOutcome, Status};
use caravan_core::plan::{Strictness, Tree};
use caravan_core::record::{CallKind, CallRecord};
use caravan_core::run::{Progress, Run};
use caravan_core::settings::Settings;
use caravan_core::system::System;

use super::inputs::Inputs;
use super::play::{AGENTS, AgentCall, Chain, Played, Sent, Tools, limits, shown, told, what_is_left};
use super::program::Program;
use crate::stage::{fenced, reply};

/// The run, and all that planners were told in it but for the root's instruction, one text a request.
pub fn play(
    system: &Arc<System>,
    program: &Program,
    inputs: &Inputs,
    strictness: Strictness,
    budget: u32,
) -> (Played, Vec<String>) {
    let run = run_of(system, inputs, strictness, budget);
    let mut all_told = Vec::new();
    let mut outcomes = outcomes(program, inputs, &mut all_told);
    let ended = carried(run, &mut outcomes);
    drop(outcomes);
    (seen(ended), all_told)
}

/// A run in which nothing has happened yet.
pub fn run_of(system: &Arc<System>, inputs: &Inputs, strictness: Strictness, budget: u32) -> Run {
    let settings = Settings {
        strictness,
        budget: Bits::whole(budget),
        limits: limits(),
        max_plan_attempts: 1,
        max_repairs: 0,
        check: false,
        ..Settings::default()
    };
    let instruction = Instruction::from_user("Do what has to be done.");
    Run::new(Arc::clone(system), settings, instruction, inputs.data.clone())
}

/// What comes of the effects of a program; planners' requests are noted.
pub fn outcomes<'a>(
    program: &'a Program,
    inputs: &'a Inputs,
    all_told: &'a mut Vec<String>,
) -> impl FnMut(&EffectKind) -> Outcome + 'a {
    let mut tools = Tools::new(inputs);
    move |kind| match kind {
        EffectKind::Plan(request) => {
            if !request.agent().is_root() {
                all_told.push(text_of(request));
            }
            Outcome::Plan(Ok(reply(fenced(&program.text(request.agent().as_str())))))
        }
        EffectKind::Tool(request) => {
            let text = request.arguments["text"].as_str().unwrap_or_default();
            Outcome::Tool(tools.answer(&request.tool, text).map(Into::into).map_err(ToolFailure::failed))
        }
        other => panic!("no program asks for {other:?}"),
    }
}

fn carried(mut run: Run, outcomes: &mut dyn FnMut(&EffectKind) -> Outcome) -> RunOutcome {
    let mut outcome = None;
    loop {
        match run.step(outcome.take()).expect("a step") {
            Progress::Done(ended) => return *ended,
            Progress::Effects(effects) => {
                let [effect] = &effects[..] else { panic!("one effect at a time") };
                outcome = Some((effect.id, outcomes(&effect.kind)));
            }
        }
    }
}

fn text_of(request: &PlanRequest) -> String {
    let names: Vec<&str> = request.variables().iter().map(Instruction::text).collect();
    let schema = request.schema().map(Instruction::text).unwrap_or_default();
    let agent = request.agent().as_str();
    let callee = agent.rsplit('/').next().unwrap_or(agent);
    told(callee, request.instruction().text(), &names, schema)
}

fn seen(mut ended: RunOutcome) -> Played {
    let status = ended.status;
    let error = ended.error.as_ref().map(ToString::to_string).unwrap_or_default();
    let denial =
        ended.error.as_ref().and_then(|error| error.denial()).map(caravan_core::gate::Denial::reason);
    let misfit = ended.record.episodes.iter().any(|episode| !episode.refused.is_empty());
    let (mut calls, mut sent) = (Vec::new(), Vec::new());
    let mut chains: BTreeMap<usize, Chain> = BTreeMap::new();
    let records = std::mem::take(&mut ended.record.calls);
    let lattice = &mut ended.world_mut().lattice;
    for call in records {
        let agent = place_of(call.agent.as_str());
        match call.kind {
            CallKind::Agent => {
                let mut chain = chains.get(&agent).cloned().unwrap_or_default();
                chain.push((agent, call.line));
                chains.insert(place_of(call.agent.child(&call.name).as_str()), chain.clone());
                // The record tells of the charge in words alone.
                let charged = call.carried_out.then_some(Bits::ZERO);
                calls.push(AgentCall { chain, text: text_of_call(&call), charged });
            }
            CallKind::Tool if &*call.name == "send" && call.carried_out => {
                let Some((_, datum)) = call.arguments.first() else { continue };
                let label = datum.deep_label(lattice);
                let argument_is_trusted = lattice.is_trusted(label);
                sent.push(Sent { agent, line: call.line, argument: shown(datum), argument_is_trusted });
            }
            _ => {}
        }
    }
    let variables = std::mem::take(&mut ended.variables);
    let left = if status == Status::Done {
        what_is_left(&variables, &mut ended.world_mut().lattice)
    } else {
        Vec::new()
    };
    Played { status, error, calls, sent, watched: Vec::new(), left, misfit, denial }
}

fn place_of(agent: &str) -> usize {
    AGENTS.iter().position(|known| *known == agent).expect("an agent")
}

fn text_of_call(call: &CallRecord) -> String {
    let argument = |name: &str| {
        call.arguments.iter().find(|(known, _)| **known == *name).map(|(_, datum)| datum).expect("it")
    };
    let Tree::Dict(entries) = &argument("variables").value else { panic!("a dictionary of variables") };
    let names: Vec<String> = entries.iter().map(|(name, _)| name.to_text()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    told(&call.name, &argument("message").to_text(), &names, &argument("output_schema").to_text())
}
