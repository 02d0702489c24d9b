//! Files and the time.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde_json::{Value as Json, json};

use super::arguments::Arguments;
use super::schema::{object, record, text, tool};
use super::{Environment, Role, ToolError, ToolSpec, files};

pub(super) fn specs() -> Vec<ToolSpec> {
    let now = || record(["currentDateTime", "currentDateTimeDescription"]);
    vec![
        tool(
            "json_reader",
            "Reads a JSON file of the working folder.",
            [("file_name", text("The file, as a tool named it"), true)],
            object([("file_name", json!({"type": "string"})), ("content", json!({}))]),
        ),
        tool("current_date_time", "Tells the time as ISO 8601, in UTC, and in words.", [], now()),
        tool("current_time_english", "Tells the time in words.", [], record(["english"])),
    ]
}

pub(super) fn call(
    environment: &Environment,
    tool: &str,
    arguments: &Arguments<'_>,
) -> Result<Json, ToolError> {
    match tool {
        "json_reader" => {
            let name = arguments.text("file_name")?;
            let content = files::read_json(environment, &name)?;
            Ok(json!({"file_name": name, "content": content}))
        }
        "current_date_time" => {
            let now = now(environment);
            Ok(json!({
                "currentDateTime": now.to_string(),
                "currentDateTimeDescription": format!("Today's date is {} and time is {}.", now.date(), now.time()),
            }))
        }
        "current_time_english" => {
            let english = now(environment).strftime("%A, %B %-d, %Y, %H:%M").to_string();
            Ok(json!({"english": english}))
        }
        _ => Err(ToolError::unknown_tool(Role::Utilities, tool)),
    }
}

fn now(environment: &Environment) -> DateTime {
    let machine = || {
        let now = Offset::UTC.to_datetime(Timestamp::now());
        now.with().subsec_nanosecond(0).build().unwrap_or(now)
    };
    environment.now.unwrap_or_else(machine)
}
