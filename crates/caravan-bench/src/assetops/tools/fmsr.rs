//! Failure modes of assets, and which sensors tell of them.
//!
//! Whether a sensor tells of a failure mode is for a model to say. In AssetOpsBench the server asks one; here the caller asks
//! its quarantined model, and hands the answers in.

use serde_json::{Map, Value as Json, json};

use super::arguments::Arguments;
use super::schema::{list, object, optional, text, texts, tool};
use super::{Environment, ErrorKind, Role, ToolError, ToolSpec};

pub(super) fn specs() -> Vec<ToolSpec> {
    let a_text = || json!({"type": "string"});
    let map = || optional(json!({"type": "object", "additionalProperties": list(json!({"type": "string"}))}));
    let pair = object([
        ("failure_mode", a_text()),
        ("sensor", a_text()),
        ("question", a_text()),
        ("relevant", optional(json!({"type": "boolean"}))),
    ]);
    vec![
        tool(
            "get_failure_modes",
            "Lists the failure modes of an asset, for the kinds of assets that the table has (chiller, AHU).",
            [("asset_name", text("The asset or its kind, such as Chiller 6 or chiller"), true)],
            object([("asset_name", a_text()), ("failure_modes", list(a_text()))]),
        ),
        tool(
            "get_failure_mode_sensor_mapping",
            "Tells which sensors tell of which failure modes, in two steps. Without `relevant` it gives a question for \
             each pair in `full_relevancy`. Ask the quarantined model each question for a bool, and call again with the \
             answers as `relevant`, in the same order: then `fm2sensor` and `sensor2fm` are filled.",
            [
                ("asset_name", text("The asset, such as Chiller 6"), true),
                ("failure_modes", texts("The failure modes"), true),
                ("sensors", texts("The sensors"), true),
                (
                    "relevant",
                    json!({
                        "type": "array",
                        "items": {"type": "boolean"},
                        "description": "The answers to the questions, in their order",
                    }),
                    false,
                ),
            ],
            object([
                (
                    "metadata",
                    object([
                        ("asset_name", a_text()),
                        ("failure_modes", list(a_text())),
                        ("sensors", list(a_text())),
                    ]),
                ),
                ("fm2sensor", map()),
                ("sensor2fm", map()),
                ("full_relevancy", list(pair)),
            ]),
        ),
    ]
}

pub(super) fn call(
    environment: &Environment,
    tool: &str,
    arguments: &Arguments<'_>,
) -> Result<Json, ToolError> {
    match tool {
        "get_failure_modes" => failure_modes(environment, &arguments.text("asset_name")?),
        "get_failure_mode_sensor_mapping" => mapping(arguments),
        _ => Err(ToolError::unknown_tool(Role::Fmsr, tool)),
    }
}

fn failure_modes(environment: &Environment, asset: &str) -> Result<Json, ToolError> {
    let table = &environment.data.failure_modes;
    let asked = asset.to_lowercase();
    let kind = asked.split(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let one = word.strip_suffix('s').unwrap_or(word);
        table.get(word).or_else(|| table.get(one))
    });
    let Some(modes) = table.get(asked.trim()).or(kind) else {
        let known = table.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let message = format!("there are no failure modes of `{asset}` in the table; it has {known}");
        return Err(ToolError::new(ErrorKind::UnknownAsset, asset, message));
    };
    Ok(json!({"asset_name": asset, "failure_modes": modes}))
}

fn mapping(arguments: &Arguments<'_>) -> Result<Json, ToolError> {
    let asset = arguments.text("asset_name")?;
    let (modes, sensors) = (arguments.texts("failure_modes")?, arguments.texts("sensors")?);
    let relevant = arguments.optional_bools("relevant")?;
    let pairs = modes.iter().flat_map(|mode| sensors.iter().map(move |sensor| (mode, sensor)));
    let number = modes.len() * sensors.len();
    if let Some(relevant) = &relevant
        && relevant.len() != number
    {
        let message = format!(
            "`relevant` has {} answers, and {} failure modes with {} sensors make {number} questions",
            relevant.len(),
            modes.len(),
            sensors.len()
        );
        return Err(ToolError::new(ErrorKind::BadArgument, "relevant", message));
    }
    let answers: Vec<Option<bool>> = match &relevant {
        Some(relevant) => relevant.iter().copied().map(Some).collect(),
        None => vec![None; number],
    };
    let mut of_modes: Map<String, Json> = modes.iter().map(|mode| (mode.clone(), json!([]))).collect();
    let mut of_sensors: Map<String, Json> =
        sensors.iter().map(|sensor| (sensor.clone(), json!([]))).collect();
    let mut full = Vec::new();
    for ((mode, sensor), answer) in pairs.zip(answers) {
        if answer == Some(true) {
            for (map, key, value) in [(&mut of_modes, mode, sensor), (&mut of_sensors, sensor, mode)] {
                if let Some(Json::Array(list)) = map.get_mut(key) {
                    list.push(json!(value));
                }
            }
        }
        let question = format!(
            "For the asset {asset}: can the failure mode `{mode}` be detected or predicted from what the sensor \
             `{sensor}` measures?"
        );
        full.push(json!({"failure_mode": mode, "sensor": sensor, "question": question, "relevant": answer}));
    }
    let filled = |map: Map<String, Json>| relevant.as_ref().map(|_| map);
    Ok(json!({
        "metadata": {"asset_name": asset, "failure_modes": modes, "sensors": sensors},
        "fm2sensor": filled(of_modes),
        "sensor2fm": filled(of_sensors),
        "full_relevancy": full,
    }))
}
