//! `caravan bench assetops`.

use std::fs;
use std::path::Path;

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
    let text = fs::read_to_string(&alerts).unwrap();
    fs::write(&alerts, text.rsplit_once(',').unwrap().0).unwrap();
    let folder = folder.path().display().to_string();
    let (code, out, err) =
        outcome(caravan(&["bench", "assetops", "--assetops", &folder, "--list-impossible"]));
    assert_eq!((code, &*out), (2, ""));
    assert!(err.contains("wo/alert_events.csv:4: the row has 4 fields and should have 5"), "{err}");
}

/// What a run of all tasks that have a check solves: how many of how many, under one defense.
fn solved(folder: &str, defense: &str, out: &Path) -> (u64, u64) {
    let out = out.display().to_string();
    let (code, told, err) = outcome(caravan(&[
        "bench",
        "assetops",
        "--assetops",
        folder,
        "--defense",
        defense,
        "--jobs",
        "2",
        "--out",
        &out,
        "--json",
    ]));
    assert_eq!(code, 0, "{err}");
    let told: Json = serde_json::from_str(&told).unwrap();
    let rows = told["rows"].as_array().unwrap();
    let all = rows.iter().find(|row| row["suite"] == "all").unwrap();
    (all["utility"]["k"].as_u64().unwrap(), all["utility"]["n"].as_u64().unwrap())
}

/// The answer of a task in a run.
fn answer(out: &Path, of: &str) -> String {
    let trace: Json = serde_json::from_str(&fs::read_to_string(out.join(of)).unwrap()).unwrap();
    trace["answer"]["value"].as_str().unwrap().to_owned()
}

/// Copies a folder; in what is no task, two pieces of equipment have each other's name, and so on.
fn exchanged(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            exchanged(&path, &to.join(name));
            continue;
        }
        let mut text = fs::read_to_string(&path).unwrap();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            for (one, other) in [("CWC04013", "CWC04009"), ("MT010", "MT001"), ("Tonnage", "Schedule")] {
                text = text.replace(one, "\u{1}").replace(other, one).replace('\u{1}', other);
            }
            text = text.replace("Purge Unit", "Drain Unit");
        }
        fs::write(to.join(name), text).unwrap();
    }
}

#[test]
fn reference_plans_solve_every_task_that_has_a_check_also_where_the_data_is_another() {
    let Ok(folder) = std::env::var("CARAVAN_ASSETOPS") else { return };
    let outs = tempfile::tempdir().unwrap();
    let [real, other] = ["real", "other"].map(|name| outs.path().join(name));
    assert_eq!(solved(&folder, "multi", &real), (40, 40));
    let data = outs.path().join("data");
    exchanged(Path::new(&folder), &data);
    assert_eq!(solved(&data.display().to_string(), "multi", &other), (40, 40));
    // The check is no formality: these answers are others.
    for task in ["wo/400", "wo/401", "wo/402", "wo/404", "wo/405", "wo/407", "fmsr/101"] {
        let of = format!("traces/{task}/multi.json");
        assert_ne!(answer(&real, &of), answer(&other, &of), "{task}");
    }
}

/// A judge that finds everything in order, but for answers about the sites.
const JUDGE: &str = r##"
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    good = "sites" not in asked["query"].split("# Task")[1].split("# A right answer")[0]
    form = {name: good for name in asked["schema"]["required"]}
    form.update(hallucinations=False, suggestions="none")
    print(json.dumps({"id": asked["id"], "value": form}), flush=True)
"##;

#[test]
fn a_judge_is_asked_and_held_against_the_check() {
    let Ok(folder) = std::env::var("CARAVAN_ASSETOPS") else { return };
    let outs = tempfile::tempdir().unwrap();
    let program = outs.path().join("judge.py");
    fs::write(&program, JUDGE).unwrap();
    let judge = format!("exec:python3 {}", program.display());
    let out = outs.path().join("out").display().to_string();
    let run = |more: &[&str]| {
        let usual =
            ["bench", "assetops", "--assetops", &folder, "--task", "1", "--task", "3", "--defense", "multi"];
        outcome(caravan(&[&usual[..], &["--out", &out, "--json"], more].concat()))
    };
    let judged: &[&str] = &["--judge-model", &judge, "--judge-runs", "3"];
    let (code, told, err) = run(judged);
    assert_eq!(code, 0, "{err}");
    let told: Json = serde_json::from_str(&told).unwrap();
    assert_eq!(told["rows"][0]["utility"]["k"], 1, "{told}");
    assert!(
        err.contains("agree on 1 of 2 runs (both yes 1, both no 0; the check alone 1, the judge alone 0)"),
        "{err}"
    );
    let (code, _, err) = run(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("`judge` was "), "{err}");
    let (code, _, err) = run(&[judged, &["--model", &judge]].concat());
    assert_eq!(code, 2);
    assert!(err.contains("would judge itself"), "{err}");
}
