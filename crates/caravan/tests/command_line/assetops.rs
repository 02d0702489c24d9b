//! `caravan bench assetops --list-impossible`.

use serde_json::{Value as Json, json};

use crate::{caravan, outcome};

#[path = "../../../caravan-bench/tests/assetops/sample.rs"]
mod sample;

fn listed(folder: &str) -> Json {
    let command = caravan(&["bench", "assetops", "--assetops", folder, "--list-impossible", "--json"]);
    let (code, out, err) = outcome(command);
    assert_eq!((code, &*err), (0, ""));
    serde_json::from_str(&out).unwrap()
}

#[test]
fn tasks_whose_telemetry_is_not_there_are_listed_with_their_reasons() {
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let folder = folder.path().display().to_string();
    let told = listed(&folder);
    assert_eq!(told["total"], 31);
    assert_eq!(
        told["impossible"][0],
        json!({
            "id": 8,
            "asset": "Chiller 6",
            "start": "2020-12-25",
            "end": "2021-01-01",
            "records": 0,
            "reason": "no record of Chiller 6 at any time; there are records of Chiller 2",
        })
    );
    let (code, out, _) = outcome(caravan(&["bench", "assetops", "--assetops", &folder, "--list-impossible"]));
    assert_eq!(code, 0);
    assert!(out.ends_with("\n31 impossible tasks\n"), "{out}");
}

#[test]
fn with_the_real_data_they_are_29() {
    let Ok(folder) = std::env::var("CARAVAN_ASSETOPS") else { return };
    let told = listed(&folder);
    let ids: Vec<u64> =
        told["impossible"].as_array().unwrap().iter().map(|one| one["id"].as_u64().unwrap()).collect();
    let expected: Vec<u64> = [8, 10, 11, 41, 42, 43, 45, 46, 48].into_iter().chain(501..=520).collect();
    assert_eq!((ids, &told["total"]), (expected, &json!(29)));
}

#[test]
fn data_that_is_cut_is_refused_with_its_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let alerts = folder.path().join("wo/alert_events.csv");
    let text = std::fs::read_to_string(&alerts).unwrap();
    std::fs::write(&alerts, text.rsplit_once(',').unwrap().0).unwrap();
    let folder = folder.path().display().to_string();
    let (code, out, err) =
        outcome(caravan(&["bench", "assetops", "--assetops", &folder, "--list-impossible"]));
    assert_eq!((code, &*out), (2, ""));
    assert!(err.contains("wo/alert_events.csv:4: the row has 4 fields and should have 5"), "{err}");
}
