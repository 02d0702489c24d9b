//! What a run would ask of a child's planner where the text of the plan fixes it.

use caravan_label::AgentPath;
use caravan_plan::{
    Datum, Fixed, Machine, MachineSetup, OutlinedCall, RequestKind, Step, Tree, World, compile,
};

use crate::gate::{self, Crossing};
use crate::model::PlanRequest;
use crate::settings::{Defense, Settings};
use crate::system::System;

/// Makes the call with this message, in a plan that holds nothing else but what the type of the answer is written with,
/// and takes what it asks for through the gate. None if the call does not come to that.
pub(super) fn of_call(
    system: &System,
    settings: &Settings,
    caller: &AgentPath,
    call: &OutlinedCall,
    fixed: &Fixed,
    message: &str,
) -> Option<PlanRequest> {
    let environment = system.environment(caller, settings.defense)?;
    let program = compile(&plan(call, fixed, message, settings.defense), &environment).ok()?;
    let mut world = World::new(settings.strictness);
    let setup = MachineSetup { limits: settings.limits.clone(), ..MachineSetup::default() };
    let step = Machine::new(&program, setup, &mut world).resume(&mut world, None);
    let Step::Request(request) = step else { return None };
    let RequestKind::Agent { name, message, variables, schema, site } = request.kind else { return None };
    if name != call.name {
        return None;
    }
    let path = caller.child(&name);
    if settings.defense == Defense::Individual {
        let instruction = gate::paste(settings.defense, &message)?;
        return system.plan_request(&path, settings.defense, instruction, Vec::new(), None);
    }
    let names: Vec<&Datum> = variables.iter().map(|(name, _)| name).collect();
    if [&message].into_iter().chain(names.iter().copied()).any(|part| !matches!(part.value, Tree::Str(_))) {
        return None;
    }
    let crossing = Crossing {
        caller,
        callee: &name,
        message: &message,
        names: &names,
        schema: &schema,
        site: &site,
        pc: request.pc,
        span: request.span,
    };
    let passed = gate::pass(&mut world, settings.ruling(), &crossing).ok()?;
    system.plan_request(&path, settings.defense, passed.message, passed.names, Some(passed.schema))
}

/// The call alone. Values of variables are nothing: no planner reads them.
fn plan(call: &OutlinedCall, fixed: &Fixed, message: &str, defense: Defense) -> String {
    let literal = |text: &str| Datum::text(text, caravan_label::Label::NONE).repr();
    let Fixed { names, schema, definitions } = fixed;
    if defense == Defense::Individual {
        return format!("{}({})\n", call.name, literal(message));
    }
    let names: Vec<String> = names.iter().map(|name| format!("{}: None", literal(name))).collect();
    let schema = schema.as_deref().map(|schema| format!(", output_schema={schema}")).unwrap_or_default();
    format!("{definitions}{}({}, variables={{{}}}{schema})\n", call.name, literal(message), names.join(", "))
}
