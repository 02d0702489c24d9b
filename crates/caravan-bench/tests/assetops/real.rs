//! Over AssetOpsBench's own data: what its rubrics count, and which tasks cannot be done.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use caravan_bench::assetops::data::Data;
use caravan_bench::assetops::impossible;
use caravan_bench::assetops::tools::Role;
use serde_json::{Value as Json, json};

use crate::Stage;

/// The tools over the real data, if it is there.
fn stage() -> Option<Stage> {
    let folder = std::env::var_os("CARAVAN_ASSETOPS")?;
    Some(Stage::new(Data::load(Path::new(&folder)).unwrap()))
}

fn wo(stage: &Stage, tool: &str, equipment: &str, start: &str, end: &str) -> Json {
    stage.ok(Role::Wo, tool, &json!({"equipment_id": equipment, "start_date": start, "end_date": end}))
}

/// How many events there are of each group.
fn groups(events: &Json) -> BTreeMap<&str, usize> {
    let mut groups = BTreeMap::new();
    for event in events["events"].as_array().unwrap() {
        *groups.entry(event["event_group"].as_str().unwrap()).or_default() += 1;
    }
    groups
}

/// On how many days there are events of these groups.
fn days(events: &Json, of: &[&str]) -> usize {
    let events = events["events"].as_array().unwrap().iter();
    let meant = events.filter(|event| of.contains(&event["event_group"].as_str().unwrap()));
    meant.map(|event| event["event_time"].as_str().unwrap().split('T').next()).collect::<BTreeSet<_>>().len()
}

#[test]
fn work_orders_and_events_count_as_the_rubrics_say() {
    let Some(stage) = stage() else { return };
    let year = |tool: &str| wo(&stage, tool, "CWC04013", "2017-01-01", "2017-12-31")["total"].clone();
    assert_eq!(year("get_work_orders"), 33);
    assert_eq!(year("get_preventive_work_orders"), 31);
    assert_eq!(year("get_corrective_work_orders"), 2);
    let events = |start: &str, end: &str| wo(&stage, "get_events", "CWC04009", start, end);
    assert_eq!(groups(&events("2019-01-01", "2019-12-31")), BTreeMap::from([("WORK_ORDER", 14)]));
    assert_eq!(
        groups(&events("2020-06-01", "2020-06-30")),
        BTreeMap::from([("ALERT", 30), ("ANOMALY", 30), ("WORK_ORDER", 3)])
    );
    assert_eq!(groups(&events("2020-06-01", "2020-06-07")), BTreeMap::from([("ALERT", 6)]));
    assert_eq!(days(&events("2021-01-01", "2021-12-31"), &["ALERT", "ANOMALY"]), 82);
    let may = events("2020-05-01", "2020-05-31");
    assert_eq!(days(&may, &["ALERT", "ANOMALY"]), 26);
    assert_eq!(days(&may, &["ALERT", "ANOMALY", "WORK_ORDER"]), 26);
}

#[test]
fn the_distribution_has_what_the_rubric_has_and_the_rest_of_the_data() {
    let Some(stage) = stage() else { return };
    let told = wo(&stage, "get_work_order_distribution", "CWC04013", "2017-01-01", "2017-12-31");
    let shares = told["distribution"].as_array().unwrap();
    let counts: Vec<_> = shares
        .iter()
        .map(|one| (one["primary_code"].as_str().unwrap(), one["count"].as_u64().unwrap()))
        .collect();
    assert_eq!(counts, [("MT001", 28), ("MT010", 3), ("MT002", 1), ("MT013", 1)]);
}

#[test]
fn the_next_work_order_is_a_forward_chain_where_the_rubric_transposes_it() {
    let Some(stage) = stage() else { return };
    let told = wo(&stage, "predict_next_work_order", "CWC04009", "2017-01-01", "2018-01-02");
    assert_eq!(told["last_work_order_type"], "MT012");
    let of: BTreeMap<_, _> = told["predictions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["primary_code"].as_str().unwrap(), one["probability"].as_f64().unwrap()))
        .collect();
    assert_eq!((of["MT012"], of["M013"], of["MT008"]), (0.2, 0.2, 0.1));
    assert!((of.values().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn the_telemetry_is_june_of_2020_every_15_minutes() {
    let Some(stage) = stage() else { return };
    let data = &stage.environment.data;
    assert_eq!((data.telemetry.len(), data.assets()), (2896, vec!["Chiller 6"]));
    let ends = (data.telemetry[0].time.to_string(), data.telemetry[2895].time.to_string());
    assert_eq!(ends, ("2020-06-01T00:00:00".to_owned(), "2020-06-30T23:45:00".to_owned()));
    let steps = data.telemetry.windows(2).map(|pair| pair[1].time.duration_since(pair[0].time).as_secs());
    let mut usual: Vec<i64> = steps.collect();
    usual.sort_unstable();
    assert_eq!(usual[usual.len() / 2], 15 * 60);
    let mut start = json!("2020-06-01");
    let mut read = Vec::new();
    loop {
        let arguments =
            json!({"site_name": "MAIN", "asset_id": "Chiller 6", "start": start, "final": "2020-07-01"});
        let told = stage.ok(Role::Iot, "history", &arguments);
        read.push(told["total_observations"].as_u64().unwrap());
        match told["message"].as_str().unwrap().split_once("`start` ") {
            Some((_, next)) => start = json!(next),
            None => break,
        }
    }
    assert_eq!(read, [1000, 1000, 896]);
    let sensors = stage.ok(Role::Iot, "sensors", &json!({"site_name": "MAIN", "asset_id": "Chiller 6"}));
    assert_eq!(sensors["total_sensors"], 11);
}

#[test]
fn the_29_tasks_without_a_record_are_found_in_the_data() {
    let Some(stage) = stage() else { return };
    let found: Vec<u32> = impossible::list(&stage.environment.data).iter().map(|one| one.id).collect();
    let expected: Vec<u32> = [8, 10, 11, 41, 42, 43, 45, 46, 48].into_iter().chain(501..=520).collect();
    assert_eq!(found, expected);
    assert_eq!(impossible::json(&stage.environment.data)["total"], 29);
}

#[test]
fn every_sensor_of_a_week_can_be_forecast_and_searched_for_anomalies() {
    let Some(stage) = stage() else { return };
    let history =
        json!({"site_name": "MAIN", "asset_id": "Chiller 6", "start": "2020-06-01", "final": "2020-06-08"});
    let file = stage.ok(Role::Iot, "history", &history)["file"].clone();
    let columns = ["Chiller 6 Tonnage", "Chiller 6 Condenser Water Flow", "Chiller 6 Power Input"];
    let arguments = json!({"dataset_path": file, "timestamp_column": "timestamp", "target_columns": columns});
    let told = stage.ok(Role::Tsfm, "run_integrated_tsad", &arguments);
    let (total, found) = (told["total_records"].as_u64().unwrap(), told["anomaly_count"].as_u64().unwrap());
    assert!(total > 1000 && found < total / 4, "{found} of {total}");
}
