//! A folder that is damaged, cut or not whole is refused with the file and the line.

use std::fs;
use std::path::Path;

use caravan_bench::assetops::data::Data;

use crate::sample;

/// What loading says of the sample after `damage` to a file of it; the folder's own name is left out.
fn refused(file: &str, damage: impl Fn(String) -> Option<String>) -> String {
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let path = folder.path().join(file);
    match damage(fs::read_to_string(&path).unwrap()) {
        Some(text) => fs::write(&path, text).unwrap(),
        None => fs::remove_file(&path).unwrap(),
    }
    let error = Data::load(folder.path()).unwrap_err();
    assert!(error.help().is_some());
    error.to_string().replace(&folder.path().display().to_string(), "DATA")
}

fn without_end(characters: usize) -> impl Fn(String) -> Option<String> {
    move |text| text.get(..text.len() - characters).map(str::to_owned)
}

fn with(from: &'static str, to: &'static str) -> impl Fn(String) -> Option<String> {
    move |text| {
        assert!(text.contains(from), "{from}");
        Some(text.replacen(from, to, 1))
    }
}

const TELEMETRY: &str = "iot/chiller2_sensordata_couchdb.json";
const ORDERS: &str = "wo/all_wo_with_code_component_events.csv";
const EVENTS: &str = "wo/event.csv";

#[test]
fn the_sample_itself_is_read() {
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let data = Data::load(folder.path()).unwrap();
    assert_eq!(data.telemetry.len(), 3 * 96 + 1);
    assert!(data.telemetry.is_sorted_by_key(|one| one.time));
    assert_eq!((data.work_orders.len(), data.events.len(), data.alerts.len()), (7, 11, 3));
    assert_eq!(data.failure_codes[0].category, "Routine Checks");
    assert_eq!(data.failure_modes["chiller"], ["Fouling", "Motor: worn out"]);
}

#[test]
fn a_cut_file_is_refused_with_its_line() {
    assert!(
        refused(TELEMETRY, without_end(30))
            .starts_with("DATA/iot/chiller2_sensordata_couchdb.json:1733: is no whole JSON array")
    );
    assert_eq!(
        refused(ORDERS, without_end(8)),
        "DATA/wo/all_wo_with_code_component_events.csv:8: the row has 13 fields and should have 14: it is cut or damaged"
    );
    assert_eq!(
        refused(ORDERS, without_end(1)),
        "DATA/wo/all_wo_with_code_component_events.csv:8: `actual_labor_hours` is `1:0`, which is no duration such as `3:00`"
    );
    assert!(refused("fmsr/failure_modes.yaml", without_end(3)).starts_with("DATA/fmsr/failure_modes.yaml:"));
}

#[test]
fn a_file_that_ends_between_two_rows_is_refused() {
    let without_last_row = |text: String| Some(text.rsplit_once('\n').unwrap().0.to_owned());
    assert_eq!(
        refused(ORDERS, without_last_row),
        "DATA/wo/all_wo_with_code_component_events.csv:7: ends with 6 rows of WORK_ORDER, and DATA/wo/event.csv has 7: it is cut"
    );
    assert_eq!(
        refused("wo/alert_events.csv", without_last_row),
        "DATA/wo/alert_events.csv:3: ends with 2 rows of ALERT, and DATA/wo/event.csv has 3: it is cut"
    );
    assert_eq!(
        refused(EVENTS, without_last_row),
        "DATA/wo/event.csv:11: ends with 0 rows of ANOMALY, and DATA/wo/anomaly_events.csv has 1: it is cut"
    );
    assert_eq!(
        refused("wo/failure_codes.csv", without_last_row),
        "DATA/wo/failure_codes.csv:3: ends without the code `MT013` of DATA/wo/primary_failure_codes.csv: it is cut"
    );
    assert_eq!(
        refused("wo/primary_failure_codes.csv", without_last_row),
        "DATA/wo/primary_failure_codes.csv:3: ends without the code `MT013` of DATA/wo/failure_codes.csv: it is cut"
    );
}

#[test]
fn a_work_order_with_a_code_that_no_table_has_is_refused() {
    assert_eq!(
        refused(ORDERS, with("MT009,Refrigerant", "MT999,Refrigerant")),
        "DATA/wo/all_wo_with_code_component_events.csv:3: the code `MT999` is not in failure_codes.csv: one of the two is cut"
    );
}

#[test]
fn a_damaged_field_is_refused_with_its_line() {
    assert_eq!(
        refused(ORDERS, with("3/9/21 14:00", "13/9/21 14:00")),
        "DATA/wo/all_wo_with_code_component_events.csv:5: `actual_finish` is `13/9/21 14:00`, which is no time"
    );
    assert_eq!(
        refused(ORDERS, with("TRUE", "YES")),
        "DATA/wo/all_wo_with_code_component_events.csv:2: `preventive` is `YES`, which is no TRUE or FALSE"
    );
    assert_eq!(
        refused(ORDERS, with("preventive,", "planned,")),
        "DATA/wo/all_wo_with_code_component_events.csv:1: there is no column `preventive`"
    );
    assert_eq!(
        refused(EVENTS, with("ALERT,ALERT", "ALARM,ALERT")),
        "DATA/wo/event.csv:9: `event_group` is `ALARM`, which is no WORK_ORDER, ALERT or ANOMALY"
    );
    assert_eq!(
        refused(TELEMETRY, with("\"Chiller 2 Tonnage\": ", "\"Chiller 2 Tonnage\": \"x\", \"other\": ")),
        "DATA/iot/chiller2_sensordata_couchdb.json:2: `Chiller 2 Tonnage` is \"x\" and no number"
    );
    assert_eq!(
        refused(TELEMETRY, with("2021-03-01T00:15:00", "2021-03-01T00:00:00")),
        "DATA/iot/chiller2_sensordata_couchdb.json:8: is a second record of `Chiller 2` at 2021-03-01T00:00:00"
    );
}

#[test]
fn lines_are_counted_right_where_they_end_with_a_carriage_return() {
    let damage = |text: String| Some(text.replace('\n', "\r\n").replacen("3/9/21 14:00", "soon", 1));
    assert_eq!(
        refused(ORDERS, damage),
        "DATA/wo/all_wo_with_code_component_events.csv:5: `actual_finish` is `soon`, which is no time"
    );
    let cut = |text: String| Some(text.replace('\n', "\r\n").rsplit_once(',').unwrap().0.to_owned());
    assert_eq!(
        refused(ORDERS, cut),
        "DATA/wo/all_wo_with_code_component_events.csv:8: the row has 13 fields and should have 14: it is cut or damaged"
    );
}

#[test]
fn a_missing_file_is_named_and_so_is_a_missing_folder() {
    assert_eq!(refused(EVENTS, |_| None), "DATA: there is no file `event.csv` in it");
    assert_eq!(
        refused(TELEMETRY, |_| None),
        "DATA: there is no telemetry in it, a file `*_sensordata_couchdb.json`"
    );
    let error = Data::load(Path::new("no/such/folder")).unwrap_err();
    assert!(error.to_string().starts_with("no/such/folder: the folder cannot be read"), "{error}");
}

#[test]
fn two_files_of_one_name_are_refused_unless_they_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    sample::write(folder.path());
    let copy = folder.path().join("z").join("event.csv");
    fs::create_dir(copy.parent().unwrap()).unwrap();
    fs::copy(folder.path().join(EVENTS), &copy).unwrap();
    Data::load(folder.path()).unwrap();
    fs::write(&copy, "event_id").unwrap();
    let error = Data::load(folder.path()).unwrap_err();
    assert!(error.file().ends_with("z/event.csv"));
    assert!(error.to_string().contains("differs from"), "{error}");
}
