//! Schemas of tools read as signatures of the plan language.

use std::collections::BTreeMap;

use caravan_plan::{Parameter, RecordType, Type};
use serde_json::{Value as Json, json};

use super::err::{SystemError, SystemErrorKind};
use super::{Tool, ToolSpec, is_shared};
use crate::settings::Defense;

/// Reads a tool's schemas.
pub(super) fn read(spec: ToolSpec) -> Result<Tool, SystemError> {
    let bad = |what: &str, error: &dyn std::fmt::Display| {
        SystemError::new(
            SystemErrorKind::BadSchema,
            format!("the {what} schema of tool `{}`: {error}", spec.name),
        )
    };
    let schema = if spec.parameters.is_null() { json!({"type": "object"}) } else { spec.parameters.clone() };
    let parameters = match Type::from_schema_named(&schema, &spec.name)
        .map_err(|error| bad("input", &error))?
    {
        Type::Record(record) => parameters(&record),
        Type::Dict(_) | Type::Any => Vec::new(),
        other => return Err(bad("input", &format!("it describes `{}` and not an object", other.python()))),
    };
    let returns = match &spec.returns {
        None if spec.accepts_anything => Type::Any,
        None => Type::Str,
        Some(schema) => {
            let name = format!("{}_result", spec.name);
            Type::from_schema_named(schema, &name).map_err(|error| bad("output", &error))?
        }
    };
    if let Some(problem) = spec.labels.iter().find_map(|rule| rule.problem_with(&returns)) {
        return Err(SystemError::new(
            SystemErrorKind::BadLabelRule,
            format!("a label rule of tool `{}`: {problem}", spec.name),
        ));
    }
    let server = if spec.server.is_empty() { &spec.name } else { &spec.server };
    let states = |declared: &Option<Vec<String>>, by_default: bool| -> Vec<Box<str>> {
        match declared {
            Some(names) => names.iter().map(|name| name.as_str().into()).collect(),
            None if by_default => vec![server.as_str().into()],
            None => Vec::new(),
        }
    };
    let (reads, writes) = (states(&spec.reads, true), states(&spec.writes, spec.side_effect));
    if let Some(state) = reads.iter().chain(&writes).find(|state| is_shared(state)) {
        return Err(SystemError::new(
            SystemErrorKind::BadName,
            format!(
                "the tool `{}` has the state `{state}`, and names that begin with `#` are those of what agents share; call \
                 it something else",
                spec.name
            ),
        ));
    }
    Ok(Tool {
        signature: caravan_plan::Tool {
            name: spec.name.as_str().into(),
            description: spec.description.as_str().into(),
            parameters,
            returns,
            trusted: spec.trusted,
            reads,
            writes,
            accepts_anything: spec.accepts_anything,
        },
        declared: spec.name.as_str().into(),
        server: server.as_str().into(),
        side_effect: spec.side_effect,
        labels: spec.labels.as_slice().into(),
        parameters: schema,
    })
}

fn parameters(record: &RecordType) -> Vec<Parameter> {
    // Python wants those without a default first; among themselves they keep their order.
    let mut fields: Vec<_> = record.fields.iter().collect();
    fields.sort_by_key(|field| !field.required);
    fields
        .into_iter()
        .map(|field| Parameter {
            name: field.name.clone(),
            ty: field.ty.clone(),
            required: field.required,
            description: field.description.clone(),
        })
        .collect()
}

/// Gives records of different tools that share a name but not a shape different names, so that a plan that names one
/// means one.
pub(super) fn distinguish_records(tools: &mut [Tool]) {
    let mut shapes: BTreeMap<Box<str>, Vec<Json>> = BTreeMap::new();
    let mut rename = |record: &RecordType| -> Box<str> {
        let known = shapes.entry(record.name.clone()).or_default();
        let shape = Type::Record(record.clone().into()).to_schema();
        let place = known.iter().position(|other| *other == shape).unwrap_or_else(|| {
            known.push(shape);
            known.len() - 1
        });
        if place == 0 { record.name.clone() } else { format!("{}_{}", record.name, place + 1).into() }
    };
    for tool in tools {
        for parameter in &mut tool.signature.parameters {
            parameter.ty = parameter.ty.with_records_named(&mut rename);
        }
        tool.signature.returns = tool.signature.returns.with_records_named(&mut rename);
    }
}

/// The parameters of a child agent, as a schema.
pub(super) fn child_parameters(defense: Defense) -> Json {
    let message = json!({"type": "string", "description": "What the agent is to do."});
    if defense != Defense::Multi {
        return json!({"type": "object", "properties": {"message": message}, "required": ["message"]});
    }
    json!({
        "type": "object",
        "properties": {
            "message": message,
            "variables": {
                "type": "object",
                "description": "Values for the agent's plan; its planner sees their names alone.",
            },
            "output_schema": {"description": "The type of the answer."},
        },
        "required": ["message"],
    })
}
