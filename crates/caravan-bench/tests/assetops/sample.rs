//! A small folder of data in the shape of AssetOpsBench's, made up for these tests.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Three days of a chiller's telemetry every 15 minutes, with a peak at noon of the third day and one record between the steps.
pub fn telemetry() -> String {
    let mut rows = Vec::new();
    for at in 0..3 * 96 {
        let (day, minutes) = (1 + at / 96, at % 96 * 15);
        let angle = f64::from(minutes) / 1440.0 * std::f64::consts::TAU;
        let wobble = f64::from((at * 7919) % 13) / 13.0;
        let peak = if at == 2 * 96 + 48 { 500.0 } else { 0.0 };
        let load = 300.0 + 100.0 * angle.sin() + wobble + peak;
        rows.push(format!(
            "  {{\n    \"asset_id\": \"Chiller 2\",\n    \"timestamp\": \"2021-03-{day:02}T{:02}:{:02}:00\",\n    \"Chiller 2 Tonnage\": {load},\n    \"Chiller 2 Flow\": {}\n  }}",
            minutes / 60,
            minutes % 60,
            1000.0 + wobble
        ));
    }
    rows.push(
        "  {\n    \"asset_id\": \"Chiller 2\",\n    \"timestamp\": \"2021-03-02T04:05:06\",\n    \"Chiller 2 Run Status\": 1.0\n  }"
            .to_owned(),
    );
    format!("[\n{}\n]", rows.join(",\n"))
}

/// Finished work orders: number, code, equipment, whether preventive, day in March of 2021.
const ORDERS: [(&str, &str, &str, bool, u32); 7] = [
    ("WO1", "MT001", "CWC2", true, 1),
    ("WO2", "MT009", "CWC2", false, 2),
    ("WO3", "MT001", "CWC2", true, 5),
    ("WO4", "MT009", "CWC2", false, 9),
    ("WO5", "MT001", "CWC2", true, 12),
    ("WO6", "MT013", "CWC2", true, 20),
    ("WO7", "MT001", "CWC2", true, 31),
];

fn description(code: &str) -> &'static str {
    match code {
        "MT001" => "Routine Maintenance",
        "MT009" => "Refrigerant Transfer",
        _ => "Vibration Analysis",
    }
}

/// Writes the folder.
pub fn write(folder: &Path) {
    let mut orders = "wo_id,wo_description,collection,primary_code,primary_code_description,secondary_code,\
        secondary_code_description,equipment_id,equipment_name,preventive,work_priority,actual_finish,duration,\
        actual_labor_hours"
        .to_owned();
    let mut events =
        "event_id,event_group,event_category,event_type,description,equipment_id,equipment_name,event_time,note"
            .to_owned();
    for (id, code, equipment, preventive, day) in ORDERS {
        let about = description(code);
        let (yes, kind) = if preventive { ("TRUE", "PM") } else { ("FALSE", "CM") };
        write!(
            orders,
            "\n{id},{about},compressor,{code},{about},{code}a,{about} a,{equipment},Chiller 2,{yes},5,3/{day}/21 14:00,3:00,1:00"
        )
        .unwrap();
        write!(
            events,
            "\n{id},WORK_ORDER,{kind},{code},{about},{equipment},Chiller 2,2021-03-{day:02} 14:00:00,"
        )
        .unwrap();
    }
    let mut alerts = "equipment_id,equipment_name,rule_id,start_time,end_time".to_owned();
    for (at, day) in [(1, 8), (2, 9), (3, 19)] {
        write!(alerts, "\nCWC2,Chiller 2,RUL7,3/{day}/21 12:00,3/{day}/21 13:00").unwrap();
        write!(events, "\nal_{at},ALERT,ALERT,RUL7,Load low,CWC2,Chiller 2,2021-03-{day:02} 12:00:00,")
            .unwrap();
    }
    events.push_str(
        "\nan_1,ANOMALY,ANOMALY,KPI Load above upper bound,\"Load, high\",CWC2,Chiller 2,2021-03-03 12:00:00,",
    );
    let mut codes =
        "\u{feff}category,primary_code,primary_code_description,secondary_code,secondary_code_description"
            .to_owned();
    for code in ["MT001", "MT009", "MT013"] {
        let about = description(code);
        write!(codes, "\nRoutine Checks,{code},{about},{code}a,{about} a").unwrap();
    }
    let mut primary = "category,primary_code,primary_code_description".to_owned();
    for code in ["MT001", "MT009", "MT013"] {
        write!(primary, "\nRoutine Checks,{code},{}", description(code)).unwrap();
    }
    for (name, text) in [
        ("iot/chiller2_sensordata_couchdb.json", telemetry()),
        ("wo/all_wo_with_code_component_events.csv", orders),
        ("wo/event.csv", events),
        ("wo/alert_events.csv", alerts),
        (
            "wo/anomaly_events.csv",
            "timestamp,KPI,asset_name,value,upper_bound,lower_bound,anomaly_score\n3/3/21 12:00,Load,chiller 2,800,500,100,0.99"
                .to_owned(),
        ),
        ("wo/failure_codes.csv", codes),
        ("wo/primary_failure_codes.csv", primary),
        (
            "fmsr/failure_modes.yaml",
            "chiller:\n  - \"Fouling\"\n  - \"Motor: worn out\"\n\nahu:\n  - \"Belt wear\"\n".to_owned(),
        ),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
