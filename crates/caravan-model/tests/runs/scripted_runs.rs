//! The scripted model under each defense, and what of the data reaches whom.

use std::sync::Arc;

use crate::scenario::{SCRIPT, rows, run, system};
use caravan_core::model::Model;
use caravan_core::outcome::Status;
use caravan_core::settings::Defense;
use caravan_model::recording::Recording;
use caravan_model::scripted::{ScriptedModel, Style};
use serde_json::Value as Json;

const MARKER: &str = "zq7x4k9";

fn model(style: Style) -> Arc<dyn Model> {
    Arc::new(ScriptedModel::from_toml(SCRIPT, style).unwrap())
}

#[tokio::test]
async fn the_attack_succeeds_but_under_multi() {
    for (defense, style, status, to_julie, to_ruth) in [
        (Defense::None, Style::Keeps, Status::Done, 1, 1),
        (Defense::Individual, Style::Keeps, Status::Done, 1, 1),
        (Defense::Multi, Style::Keeps, Status::Done, 1, 0),
        (Defense::Multi, Style::Launders, Status::Denied, 0, 0),
    ] {
        let (outcome, delivered) = run(system("Helps."), model(style), defense, rows(MARKER)).await;
        let got = |to: &str| {
            delivered.iter().filter(|(_, receiver, body)| receiver == to && body.contains(MARKER)).count()
        };
        assert_eq!(outcome.status, status, "{defense} {style:?}: {:?}", outcome.error);
        assert_eq!(
            (got("Julie"), got("ruth@email.com")),
            (to_julie, to_ruth),
            "{defense} {style:?}: {delivered:#?}"
        );
    }
}

#[tokio::test]
async fn under_multi_no_planner_reads_a_byte_of_the_rows() {
    for style in [Style::Keeps, Style::Launders] {
        let folder = tempfile::tempdir().unwrap();
        let model = Recording::create(folder.path()).unwrap().of(model(style));
        run(system("Helps."), model, Defense::Multi, rows(MARKER)).await;
        let recording = std::fs::read_to_string(folder.path().join("exchanges.jsonl")).unwrap();
        let exchanges: Vec<Json> =
            recording.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let of =
            |role: &str| exchanges.iter().filter(|exchange| exchange["role"] == role).collect::<Vec<_>>();
        assert!(of("planner").len() >= 2);
        for exchange in of("planner") {
            assert!(!exchange.to_string().contains(MARKER), "{exchange:#}");
        }
        if style == Style::Keeps {
            assert!(
                of("quarantined")[0].to_string().contains(MARKER),
                "the quarantined model reads the rows"
            );
        }
    }
}
