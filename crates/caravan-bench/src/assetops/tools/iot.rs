//! Sites, assets, sensors and their readings.

use jiff::civil::DateTime;
use serde_json::{Value as Json, json};

use super::arguments::Arguments;
use super::schema::{list, object, optional, text, tool};
use super::{Environment, ErrorKind, Role, ToolError, ToolSpec, files};
use crate::assetops::data::Observation;

/// The one site that AssetOpsBench has; its telemetry names none.
const SITE: &str = "MAIN";

/// The most observations that one call gives.
const MOST: usize = 1000;

pub(super) fn specs() -> Vec<ToolSpec> {
    let site = || ("site_name", text("The site, such as MAIN"), true);
    let asset = || ("asset_id", text("The asset, such as Chiller 6"), true);
    let a_text = || json!({"type": "string"});
    let a_count = || json!({"type": "integer"});
    let texts = || list(a_text());
    let observation = json!({
        "type": "object",
        "additionalProperties": {"anyOf": [{"type": "number"}, {"type": "string"}]},
    });
    vec![
        tool("sites", "Lists the sites that have assets.", [], object([("sites", texts())])),
        tool(
            "assets",
            "Lists the assets at a site.",
            [site()],
            object([
                ("site_name", a_text()),
                ("total_assets", a_count()),
                ("assets", texts()),
                ("message", a_text()),
            ]),
        ),
        tool(
            "sensors",
            "Lists the sensors of an asset.",
            [site(), asset()],
            object([
                ("site_name", a_text()),
                ("asset_id", a_text()),
                ("total_sensors", a_count()),
                ("sensors", texts()),
                ("message", a_text()),
            ]),
        ),
        tool(
            "history",
            "Gives what the sensors of an asset measured from `start` on and before `final`, at most 1,000 observations \
             from the start; each holds `asset_id`, `timestamp` and a number for each sensor that told one. `file` is a \
             file with the same observations, for `dataset_path` of the time-series tools. Where there are more, the \
             message says from when to go on.",
            [
                site(),
                asset(),
                ("start", text("From when, such as 2020-06-01T00:00:00; that moment is in"), true),
                ("final", text("Until when; that moment is out. Without it, to the end"), false),
            ],
            object([
                ("site_name", a_text()),
                ("asset_id", a_text()),
                ("total_observations", a_count()),
                ("start", a_text()),
                ("final", optional(a_text())),
                ("observations", list(observation)),
                ("message", a_text()),
                ("file", optional(a_text())),
            ]),
        )
        .writing(),
    ]
}

pub(super) fn call(
    environment: &Environment,
    tool: &str,
    arguments: &Arguments<'_>,
) -> Result<Json, ToolError> {
    match tool {
        "sites" => Ok(json!({"sites": [SITE]})),
        "assets" => assets(environment, &site(arguments)?),
        "sensors" => sensors(environment, &site(arguments)?, &arguments.text("asset_id")?),
        "history" => history(environment, arguments),
        _ => Err(ToolError::unknown_tool(Role::Iot, tool)),
    }
}

fn site(arguments: &Arguments<'_>) -> Result<String, ToolError> {
    let name = arguments.text("site_name")?;
    if name != SITE {
        let message = format!("there is no site `{name}`; there is {SITE}");
        return Err(ToolError::new(ErrorKind::UnknownSite, name, message));
    }
    Ok(name)
}

fn assets(environment: &Environment, site: &str) -> Result<Json, ToolError> {
    let assets = environment.data.assets();
    let (total, message) = (assets.len(), format!("found {} assets at site {site}", assets.len()));
    Ok(json!({"site_name": site, "total_assets": total, "assets": assets, "message": message}))
}

/// All that was measured at an asset, at least one record.
fn of_asset<'a>(environment: &'a Environment, asset: &str) -> Result<Vec<&'a Observation>, ToolError> {
    let all: Vec<_> = environment.data.telemetry.iter().filter(|one| one.asset == asset).collect();
    if all.is_empty() {
        let known = environment.data.assets().join(", ");
        let message = format!("there is no asset `{asset}` at site {SITE}; there is {known}");
        return Err(ToolError::new(ErrorKind::UnknownAsset, asset, message));
    }
    Ok(all)
}

fn sensors(environment: &Environment, site: &str, asset: &str) -> Result<Json, ToolError> {
    let all = of_asset(environment, asset)?;
    let sensors: Vec<&String> = all
        .first()
        .into_iter()
        .flat_map(|one| one.record.keys())
        .filter(|key| *key != "asset_id" && *key != "timestamp")
        .collect();
    Ok(json!({
        "site_name": site,
        "asset_id": asset,
        "total_sensors": sensors.len(),
        "sensors": sensors,
        "message": format!("found {} sensors of {asset} at site {site}", sensors.len()),
    }))
}

fn history(environment: &Environment, arguments: &Arguments<'_>) -> Result<Json, ToolError> {
    let (site, asset) = (site(arguments)?, arguments.text("asset_id")?);
    let all = of_asset(environment, &asset)?;
    let start = arguments.moment("start")?.unwrap_or(DateTime::MIN);
    let end = arguments.moment("final")?;
    let window = match end {
        Some(end) => format!("{start} until before {end}"),
        None => format!("{start} on"),
    };
    if end.is_some_and(|end| end <= start) {
        let message = format!("the window from {window} holds no time: `final` has to be after `start`");
        return Err(ToolError::new(ErrorKind::BadWindow, window, message));
    }
    let found: Vec<_> =
        all.iter().filter(|one| one.time >= start && end.is_none_or(|end| one.time < end)).collect();
    if found.is_empty() {
        let ends = all.first().zip(all.last());
        let ends = ends.map(|(first, last)| format!("{} to {}", first.time, last.time)).unwrap_or_default();
        let message = format!("there is no record of `{asset}` from {window}; there are records from {ends}");
        return Err(ToolError::new(ErrorKind::EmptyWindow, window, message));
    }
    let observations: Vec<Json> =
        found.iter().take(MOST).map(|one| Json::Object(one.record.clone())).collect();
    let message = match found.get(MOST) {
        Some(next) => format!(
            "found {} observations of {asset}, and give the first {MOST}: go on with `start` {}",
            found.len(),
            next.time
        ),
        None => format!("found {} observations of {asset}", found.len()),
    };
    let name = format!(
        "history_{asset}_{start}_{}.json",
        end.map_or_else(|| "end".to_owned(), |end| end.to_string())
    );
    let rows = Json::Array(observations);
    let file = match environment.work {
        Some(_) => Some(files::write(environment, &files::plain(&name), &rows.to_string())?),
        None => None,
    };
    Ok(json!({
        "site_name": site,
        "asset_id": asset,
        "total_observations": found.len().min(MOST),
        "start": start.to_string(),
        "final": end.map(|end| end.to_string()),
        "observations": rows,
        "message": message,
        "file": file,
    }))
}
