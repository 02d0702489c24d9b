//! `caravan assetops-server`, with Caravan's own client.

use std::fmt::Write;

use crate::Stage;

#[path = "../../../caravan-bench/tests/assetops/sample.rs"]
mod sample;

/// An agent with all servers, over the small tables.
fn stage(plan: &str) -> Stage {
    let mut config = "root = \"boss\"\n[agents.boss]\ndescription = \"Does things.\"\n\
        tools = [\"iot/*\", \"fmsr/*\", \"tsfm/*\", \"wo/*\", \"utilities/*\"]\n"
        .to_owned();
    for role in ["iot", "fmsr", "tsfm", "wo", "utilities"] {
        let caravan = env!("CARGO_BIN_EXE_caravan");
        let args = ["assetops-server", role, "--data", "data", "--work", "files", "--now", "2021-04-01"];
        write!(
            config,
            "[servers.{role}]\ndescriptions = \"trusted\"\ncommand = {caravan:?}\nargs = {args:?}\n"
        )
        .unwrap();
    }
    let stage = Stage::new(&config, plan);
    sample::write(&stage.path().join("data"));
    stage
}

#[test]
fn a_plan_uses_all_five_servers_and_files_flow_between_them() {
    let plan = r#"
print(sites().sites, current_date_time().currentDateTime)
h = history(site_name="MAIN", asset_id="Chiller 2", start="2021-03-01")
print(h.total_observations, h.final, h.observations[0]["timestamp"], h.file)
f = run_tsfm_forecasting(dataset_path=h.file, timestamp_column="timestamp", target_columns=["Chiller 2 Tonnage"])
print(f.status, f.dataquality_summary)
a = run_tsad(dataset_path=h.file, tsfm_output_json=f.results_file, timestamp_column="timestamp",
             target_columns=["Chiller 2 Tonnage"])
print(a.anomaly_count > 0, a.columns[0])
print(json_reader(file_name=f.results_file).content["forecast_horizon"])
print(get_work_orders(equipment_id="CWC2", start_date="2021-03-01", end_date="2021-03-09").total)
modes = get_failure_modes(asset_name="Chiller 2").failure_modes
asked = get_failure_mode_sensor_mapping(asset_name="Chiller 2", failure_modes=modes, sensors=["Flow"])
print(len(asked.full_relevancy), asked.fm2sensor)
told = get_failure_mode_sensor_mapping(asset_name="Chiller 2", failure_modes=modes, sensors=["Flow"], relevant=[True, False])
print(told.sensor2fm["Flow"])
try:
    history(site_name="MAIN", asset_id="Chiller 9", start="2021-03-01")
except Exception as e:
    print("failed:", e)
return "done"
"#;
    let stage = stage(plan);
    let ran = stage.run(&[]);
    assert_eq!(
        ran.lines(),
        [
            "['MAIN'] 2021-04-01T00:00:00",
            "289 None 2021-03-01T00:00:00 history_Chiller_2_2021-03-01T00_00_00_end.json",
            "success None",
            "True timestamp",
            "28",
            "4",
            "2 None",
            "['Fouling']",
            "failed: there is no asset `Chiller 9` at site MAIN; there is Chiller 2",
            "done",
        ],
        "{}",
        ran.err
    );
}

#[test]
fn damaged_data_is_refused_before_anything_is_served() {
    let stage = stage("return 1");
    let events = stage.path().join("data/wo/event.csv");
    let text = std::fs::read_to_string(&events).unwrap();
    std::fs::write(&events, text.replace("2021-03-09 14:00:00", "2021-03-09 14:00")).unwrap();
    let ran = stage.outcome(stage.command(&["assetops-server", "wo", "--data", "data"]));
    assert_eq!((ran.exit, &*ran.out), (2, ""));
    assert!(ran.err.contains("data/wo/event.csv:5: `event_time` is `2021-03-09 14:00`"), "{}", ran.err);
    assert!(ran.err.contains("fetch AssetOpsBench's data anew"), "{}", ran.err);
    let ran = stage.outcome(stage.command(&["assetops-server", "wo", "--data", "nowhere"]));
    assert_eq!(ran.exit, 2);
    assert!(ran.err.contains("nowhere: the folder cannot be read"), "{}", ran.err);
    let ran = stage.outcome(stage.command(&["assetops-server", "wo", "--data", "data", "--now", "soon"]));
    assert!(ran.err.contains("`soon` is no time"), "{}", ran.err);
}
