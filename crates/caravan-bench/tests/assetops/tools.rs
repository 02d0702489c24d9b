//! The tools over the small tables: what they give, and how they say what is not there.

use caravan_bench::assetops::impossible;
use caravan_bench::assetops::server::InProcess;
use caravan_bench::assetops::tools::{ErrorKind, Role, specs};
use serde_json::{Value as Json, json};

use crate::Stage;

/// Whether a value is of the shape that a schema declares, as far as the schemas here go.
fn fits(value: &Json, schema: &Json) -> Result<(), String> {
    if let Some(any) = schema.get("anyOf").and_then(Json::as_array) {
        return any
            .iter()
            .find_map(|one| fits(value, one).ok())
            .ok_or(format!("{value} fits none of {schema}"));
    }
    let good = match schema.get("type").and_then(Json::as_str) {
        None => return Ok(()),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => {
            let items = value.as_array().ok_or(format!("{value} is no list"))?;
            return items.iter().try_for_each(|item| fits(item, &schema["items"]));
        }
        Some("object") => {
            let map = value.as_object().ok_or(format!("{value} is no object"))?;
            for name in schema.get("required").and_then(Json::as_array).into_iter().flatten() {
                map.get(name.as_str().unwrap()).ok_or(format!("{name} is missing in {value}"))?;
            }
            return map.iter().try_for_each(|(name, value)| {
                match schema.get("properties").and_then(|all| all.get(name)) {
                    Some(schema) => fits(value, schema),
                    None if schema["additionalProperties"].is_object() => {
                        fits(value, &schema["additionalProperties"])
                    }
                    None => Err(format!("`{name}` is not declared")),
                }
            });
        }
        Some(other) => panic!("{other}"),
    };
    if good { Ok(()) } else { Err(format!("{value} is not of {schema}")) }
}

const TABLE: &str = "history_Chiller_2_2021-03-01T00_00_00_end.json";

fn over(columns: &[&str], more: Json) -> Json {
    let mut arguments =
        json!({"dataset_path": TABLE, "timestamp_column": "timestamp", "target_columns": columns});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[test]
fn every_tool_gives_what_its_output_schema_declares() {
    let stage = Stage::sample();
    let chiller = json!({"site_name": "MAIN", "asset_id": "Chiller 2"});
    let history = json!({"site_name": "MAIN", "asset_id": "Chiller 2", "start": "2021-03-01"});
    let equipment = json!({"equipment_id": "CWC2"});
    let load = ["Chiller 2 Tonnage"];
    let forecast = "forecast_history_Chiller_2_2021-03-01T00_00_00_end_Chiller_2_Tonnage_ttm_96_28_28.json";
    let calls = [
        (Role::Iot, "sites", json!({})),
        (Role::Iot, "assets", json!({"site_name": "MAIN"})),
        (Role::Iot, "sensors", chiller),
        (Role::Iot, "history", history),
        (Role::Fmsr, "get_failure_modes", json!({"asset_name": "Chiller 2"})),
        (
            Role::Fmsr,
            "get_failure_mode_sensor_mapping",
            json!({"asset_name": "Chiller 2", "failure_modes": ["Fouling"], "sensors": ["a", "b"], "relevant": [true, false]}),
        ),
        (Role::Tsfm, "get_ai_tasks", json!({})),
        (Role::Tsfm, "get_tsfm_models", json!({})),
        (Role::Tsfm, "run_tsfm_forecasting", over(&load, json!({"include_dataquality_summary": true}))),
        (Role::Tsfm, "run_tsfm_finetuning", over(&load, json!({"save_model_dir": "tuned"}))),
        (Role::Tsfm, "run_tsad", over(&load, json!({"tsfm_output_json": forecast}))),
        (Role::Tsfm, "run_integrated_tsad", over(&load, json!({}))),
        (Role::Wo, "get_work_orders", equipment.clone()),
        (Role::Wo, "get_preventive_work_orders", equipment.clone()),
        (Role::Wo, "get_corrective_work_orders", equipment.clone()),
        (Role::Wo, "get_events", equipment.clone()),
        (Role::Wo, "get_failure_codes", json!({})),
        (Role::Wo, "get_work_order_distribution", equipment.clone()),
        (Role::Wo, "predict_next_work_order", equipment),
        (Role::Wo, "analyze_alert_to_failure", json!({"equipment_id": "CWC2", "rule_id": "RUL7"})),
        (Role::Utilities, "json_reader", json!({"file_name": TABLE})),
        (Role::Utilities, "current_date_time", json!({})),
        (Role::Utilities, "current_time_english", json!({})),
    ];
    let mut called = Vec::new();
    for (role, tool, arguments) in &calls {
        let result = stage.ok(*role, tool, arguments);
        let spec = specs(*role).into_iter().find(|spec| spec.name == *tool).unwrap();
        fits(&result, &spec.output).unwrap_or_else(|what| panic!("{tool}: {what}"));
        called.push(spec.name);
    }
    let declared: Vec<&str> = Role::ALL.into_iter().flat_map(specs).map(|spec| spec.name).collect();
    assert_eq!(called, declared);
}

#[test]
fn history_is_half_open_and_goes_on_where_it_ended() {
    let stage = Stage::sample();
    let ask = |start: &str, end: Option<&str>| {
        let arguments = json!({"site_name": "MAIN", "asset_id": "Chiller 2", "start": start, "final": end});
        stage.ok(Role::Iot, "history", &arguments)
    };
    let hour = ask("2021-03-01T01:00:00", Some("2021-03-01T02:00:00"));
    assert_eq!(hour["total_observations"], 4);
    assert_eq!(hour["observations"][0]["timestamp"], "2021-03-01T01:00:00");
    assert_eq!(hour["observations"][3]["timestamp"], "2021-03-01T01:45:00");
    assert_eq!(ask("2021-03-03", None)["total_observations"], 96);
    assert_eq!(ask("2021-03-02", Some("2021-03-03"))["total_observations"], 97);
    let file = hour["file"].as_str().unwrap();
    let rows: Json = serde_json::from_slice(&std::fs::read(stage.work.path().join(file)).unwrap()).unwrap();
    assert_eq!(rows, hour["observations"]);
}

#[test]
fn what_is_not_there_is_a_typed_error_that_names_it() {
    let stage = Stage::sample();
    let asset = |asset: &str| json!({"site_name": "MAIN", "asset_id": asset, "start": "2021-03-01"});
    stage.ok(Role::Iot, "history", &asset("Chiller 2"));
    let window = |start: &str, end: &str| json!({"site_name": "MAIN", "asset_id": "Chiller 2", "start": start, "final": end});
    let orders = |equipment: &str, start: &str, end: &str| json!({"equipment_id": equipment, "start_date": start, "end_date": end});
    let cases = [
        (Role::Iot, "assets", json!({"site_name": "SOUTH"}), ErrorKind::UnknownSite, "SOUTH"),
        (
            Role::Iot,
            "sensors",
            json!({"site_name": "MAIN", "asset_id": "Fan 1"}),
            ErrorKind::UnknownAsset,
            "Fan 1",
        ),
        (Role::Iot, "history", asset("Chiller 9"), ErrorKind::UnknownAsset, "Chiller 9"),
        (
            Role::Iot,
            "history",
            window("2020-01-01", "2020-02-01"),
            ErrorKind::EmptyWindow,
            "2020-01-01T00:00:00 until before 2020-02-01T00:00:00",
        ),
        (
            Role::Iot,
            "history",
            window("2021-03-02", "2021-03-02"),
            ErrorKind::BadWindow,
            "2021-03-02T00:00:00 until before 2021-03-02T00:00:00",
        ),
        (Role::Iot, "history", window("March", "April"), ErrorKind::BadWindow, "March"),
        (
            Role::Iot,
            "history",
            json!({"site_name": "MAIN", "asset_id": "Chiller 2"}),
            ErrorKind::BadArgument,
            "start",
        ),
        (Role::Iot, "sites", json!({"all": true}), ErrorKind::BadArgument, "all"),
        (Role::Iot, "humidity", json!({}), ErrorKind::UnknownTool, "humidity"),
        (
            Role::Fmsr,
            "get_failure_modes",
            json!({"asset_name": "Wind turbine 4"}),
            ErrorKind::UnknownAsset,
            "Wind turbine 4",
        ),
        (
            Role::Fmsr,
            "get_failure_mode_sensor_mapping",
            json!({"asset_name": "a", "failure_modes": ["b"], "sensors": ["c"], "relevant": [true, true]}),
            ErrorKind::BadArgument,
            "relevant",
        ),
        (
            Role::Wo,
            "get_work_orders",
            orders("CWC9", "2021-01-01", "2021-12-31"),
            ErrorKind::UnknownEquipment,
            "CWC9",
        ),
        (
            Role::Wo,
            "get_events",
            orders("CWC2", "2020-01-01", "2020-12-31"),
            ErrorKind::EmptyWindow,
            "from 2020-01-01 to 2020-12-31",
        ),
        (
            Role::Wo,
            "get_corrective_work_orders",
            orders("CWC2", "2021-03-10", "2021-03-31"),
            ErrorKind::EmptyWindow,
            "from 2021-03-10 to 2021-03-31",
        ),
        (
            Role::Wo,
            "get_work_orders",
            orders("CWC2", "2021-03-31", "2021-03-01"),
            ErrorKind::BadWindow,
            "2021-03-31T00:00:00 to 2021-03-01T23:59:59.999999999",
        ),
        (
            Role::Wo,
            "analyze_alert_to_failure",
            json!({"equipment_id": "CWC2", "rule_id": "RUL9"}),
            ErrorKind::UnknownRule,
            "RUL9",
        ),
        (
            Role::Wo,
            "predict_next_work_order",
            orders("CWC2", "2021-03-01", "2021-03-20"),
            ErrorKind::TooFewRows,
            "MT013",
        ),
        (
            Role::Tsfm,
            "run_tsfm_forecasting",
            over(&["Chiller 2 Noise"], json!({})),
            ErrorKind::UnknownColumn,
            "Chiller 2 Noise",
        ),
        (
            Role::Tsfm,
            "run_tsfm_forecasting",
            over(&["Chiller 2 Flow"], json!({"model_checkpoint": "lstm"})),
            ErrorKind::UnknownModel,
            "lstm",
        ),
        (
            Role::Tsfm,
            "run_tsfm_forecasting",
            over(&["Chiller 2 Flow"], json!({"model_checkpoint": "ttm_512_96"})),
            ErrorKind::TooFewRows,
            "Chiller 2 Flow",
        ),
        (
            Role::Tsfm,
            "run_tsfm_forecasting",
            over(&["Chiller 2 Flow"], json!({"dataset_path": "none.csv"})),
            ErrorKind::UnknownFile,
            "none.csv",
        ),
        (
            Role::Tsfm,
            "run_tsad",
            over(&["Chiller 2 Flow"], json!({"tsfm_output_json": TABLE})),
            ErrorKind::BadFile,
            TABLE,
        ),
        (
            Role::Utilities,
            "json_reader",
            json!({"file_name": "../../etc/passwd"}),
            ErrorKind::UnknownFile,
            "../../etc/passwd",
        ),
        (
            Role::Utilities,
            "json_reader",
            json!({"file_name": "/etc/passwd"}),
            ErrorKind::UnknownFile,
            "/etc/passwd",
        ),
    ];
    for (role, tool, arguments, kind, subject) in cases {
        let error = stage.call(role, tool, &arguments).unwrap_err();
        assert_eq!((error.kind(), error.subject()), (kind, subject), "{tool}: {error}");
        assert_eq!(error.json()["kind"], kind.as_str());
        let named = subject.split([' ', 'T']).next().unwrap();
        assert!(error.to_string().contains(named), "{error}");
    }
    let none = caravan_bench::assetops::tools::Environment { work: None, ..stage.environment.clone() };
    let error = caravan_bench::assetops::tools::call(
        &none,
        Role::Utilities,
        "json_reader",
        &json!({"file_name": "a"}),
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NoFolder);
}

#[test]
fn work_orders_are_counted_within_days_that_are_both_in() {
    let stage = Stage::sample();
    let total = |tool: &str, start: &str, end: &str| {
        let arguments = json!({"equipment_id": "CWC2", "start_date": start, "end_date": end});
        stage.ok(Role::Wo, tool, &arguments)["total"].as_u64().unwrap()
    };
    assert_eq!(total("get_work_orders", "2021-03-01", "2021-03-31"), 7);
    assert_eq!(total("get_work_orders", "2021-03-02", "2021-03-02"), 1);
    assert_eq!(total("get_work_orders", "2021-03-01T15:00:00", "2021-03-31T13:00:00"), 5);
    assert_eq!(total("get_preventive_work_orders", "2021-03-01", "2021-03-31"), 5);
    assert_eq!(total("get_corrective_work_orders", "2021-03-01", "2021-03-31"), 2);
    assert_eq!(total("get_events", "2021-03-09", "2021-03-09"), 2);
    let order = &stage.ok(Role::Wo, "get_work_orders", &json!({"equipment_id": "CWC2"}))["work_orders"][0];
    assert_eq!(order.as_object().unwrap().len(), 14);
    let shares = stage.ok(Role::Wo, "get_work_order_distribution", &json!({"equipment_id": "CWC2"}));
    let counts: Vec<_> = shares["distribution"].as_array().unwrap().iter().map(|one| &one["count"]).collect();
    assert_eq!(counts, [4, 2, 1]);
}

#[test]
fn the_next_work_order_follows_what_followed_its_kind() {
    let stage = Stage::sample();
    let next = stage.ok(Role::Wo, "predict_next_work_order", &json!({"equipment_id": "CWC2"}));
    assert_eq!(next["last_work_order_type"], "MT001");
    let predicted: Vec<_> = next["predictions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["primary_code"].as_str().unwrap(), one["probability"].as_f64().unwrap()))
        .collect();
    assert_eq!(predicted, [("MT009", 2.0 / 3.0), ("MT013", 1.0 / 3.0)]);
}

#[test]
fn after_an_alert_the_first_work_order_is_counted() {
    let stage = Stage::sample();
    let arguments = json!({"equipment_id": "CWC2", "rule_id": "RUL7"});
    let told = stage.ok(Role::Wo, "analyze_alert_to_failure", &arguments);
    assert_eq!(told["total_alerts_analyzed"], 3);
    let first = &told["transitions"][0];
    assert_eq!((&first["transition"], &first["count"]), (&json!("RUL7 -> MT009"), &json!(2)));
    // 26 hours and 2 hours.
    assert_eq!(first["average_hours_to_maintenance"], 14.0);
}

#[test]
fn the_mapping_asks_first_and_is_filled_by_the_answers() {
    let stage = Stage::sample();
    let mut arguments = json!({"asset_name": "Chiller 2", "failure_modes": ["Fouling", "Wear"], "sensors": ["Flow", "Power"]});
    let asked = stage.ok(Role::Fmsr, "get_failure_mode_sensor_mapping", &arguments);
    assert_eq!((&asked["fm2sensor"], &asked["sensor2fm"]), (&Json::Null, &Json::Null));
    let pairs = asked["full_relevancy"].as_array().unwrap();
    assert_eq!(pairs.len(), 4);
    assert!(pairs[1]["question"].as_str().unwrap().contains("Power"));
    arguments["relevant"] = json!([true, false, true, true]);
    let told = stage.ok(Role::Fmsr, "get_failure_mode_sensor_mapping", &arguments);
    assert_eq!(told["fm2sensor"], json!({"Fouling": ["Flow"], "Wear": ["Flow", "Power"]}));
    assert_eq!(told["sensor2fm"], json!({"Flow": ["Fouling", "Wear"], "Power": ["Wear"]}));
}

#[test]
fn files_flow_from_the_history_to_a_forecast_to_the_anomalies() {
    let stage = Stage::sample();
    let history = json!({"site_name": "MAIN", "asset_id": "Chiller 2", "start": "2021-03-01"});
    assert_eq!(stage.ok(Role::Iot, "history", &history)["file"], TABLE);
    let load = ["Chiller 2 Tonnage"];
    let arguments = over(&load, json!({"forecast_horizon": 4, "include_dataquality_summary": true}));
    let forecast = stage.ok(Role::Tsfm, "run_tsfm_forecasting", &arguments);
    assert_eq!(
        forecast["dataquality_summary"],
        json!({"rows": 289, "step_seconds": 900, "missing": {"Chiller 2 Tonnage": 1}})
    );
    let file = &forecast["results_file"];
    let read = stage.ok(Role::Utilities, "json_reader", &json!({"file_name": file}));
    let column = &read["content"]["columns"]["Chiller 2 Tonnage"];
    assert!(column["forecaster"].as_str().unwrap().starts_with("Holt-Winters"), "{column}");
    let steps = column["forecast"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[0][0]), (4, &json!("2021-03-04T00:00:00")));
    assert!((steps[0][1].as_f64().unwrap() - 300.0).abs() < 25.0, "{steps:?}");
    let found = stage.ok(Role::Tsfm, "run_tsad", &over(&load, json!({"tsfm_output_json": file})));
    let csv =
        std::fs::read_to_string(stage.work.path().join(found["results_file"].as_str().unwrap())).unwrap();
    let alarm = |time: &str| csv.lines().find(|line| line.starts_with(time)).unwrap().ends_with(",true");
    assert!(alarm("2021-03-03T12:00:00"));
    let flagged = csv.lines().filter(|line| line.ends_with(",true")).count();
    assert_eq!(found["anomaly_count"], flagged);
    assert_eq!(found["total_records"], csv.lines().count() - 1);
    let at_once = stage.ok(Role::Tsfm, "run_integrated_tsad", &over(&load, json!({})));
    assert_eq!(at_once["anomaly_count"], flagged);
}

#[test]
fn a_finetuned_model_forecasts_what_it_was_tuned_for() {
    let stage = Stage::sample();
    let history = json!({"site_name": "MAIN", "asset_id": "Chiller 2", "start": "2021-03-01"});
    stage.ok(Role::Iot, "history", &history);
    let tuned = stage.ok(
        Role::Tsfm,
        "run_tsfm_finetuning",
        &over(&["Chiller 2 Tonnage"], json!({"save_model_dir": "models/mine", "n_finetune": 0.5})),
    );
    let model = &tuned["model_checkpoint"];
    assert_eq!(model, "models/mine");
    stage.ok(
        Role::Tsfm,
        "run_tsfm_forecasting",
        &over(&["Chiller 2 Tonnage"], json!({"model_checkpoint": model})),
    );
    let arguments = over(&["Chiller 2 Flow"], json!({"model_checkpoint": model}));
    let error = stage.call(Role::Tsfm, "run_tsfm_forecasting", &arguments).unwrap_err();
    assert_eq!((error.kind(), error.subject()), (ErrorKind::UnknownColumn, "Chiller 2 Flow"));
    let outside = over(&["Chiller 2 Tonnage"], json!({"save_model_dir": "../mine"}));
    let error = stage.call(Role::Tsfm, "run_tsfm_finetuning", &outside).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownFile);
    let alien = over(&["Chiller 2 Tonnage"], json!({"model_checkpoint": "models/other"}));
    let error = stage.call(Role::Tsfm, "run_tsfm_forecasting", &alien).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownModel);
}

#[test]
fn the_time_is_the_one_that_was_set() {
    let stage = Stage::sample();
    let now = stage.ok(Role::Utilities, "current_date_time", &json!({}));
    assert_eq!(now["currentDateTime"], "2021-04-01T08:30:00");
    let english = stage.ok(Role::Utilities, "current_time_english", &json!({}));
    assert_eq!(english["english"], "Thursday, April 1, 2021, 08:30");
}

#[test]
fn with_telemetry_of_another_chiller_every_request_for_the_history_finds_nothing() {
    let stage = Stage::sample();
    let list = impossible::list(&stage.environment.data);
    // The 29 of the shipped data, and the two that its June of 2020 makes possible.
    assert_eq!(list.len(), 31);
    assert!(list.iter().all(|one| one.records == 0 && one.reason.contains(one.asset)));
    let json = impossible::json(&stage.environment.data);
    assert_eq!((&json["rule"], &json["total"]), (&json!(impossible::RULE), &json!(31)));
    assert!(impossible::table(&stage.environment.data).contains("  46  no record of Chiller 3 at any time"));
}

#[test]
fn within_the_program_a_server_is_named_after_its_role() {
    use std::sync::Arc;
    use std::task::{Context, Poll, Waker};

    use caravan_core::toolbox::Toolbox;

    let stage = Stage::sample();
    let toolbox = InProcess::new(Arc::new(stage.environment.clone()));
    let ask = |server: &str, tool: &str| {
        let request = serde_json::from_value(
            json!({"agent": "", "tool": tool, "server": server, "call": 1, "arguments": {"site_name": "NORTH"}}),
        )
        .unwrap();
        let mut call = toolbox.call(&request);
        match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(told) => told.map(|answer| answer.value).map_err(|failure| failure.to_string()),
            Poll::Pending => panic!("a call does not wait"),
        }
    };
    assert!(ask("iot", "assets").unwrap_err().contains("there is no site `NORTH`; there is MAIN"));
    assert_eq!(toolbox.now().map(|now| now.micros()), Some(1_617_265_800_000_000));
    assert!(ask("mail", "assets").unwrap_err().contains("`mail`"));
}
