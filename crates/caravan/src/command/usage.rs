//! What models took, as people and programs read it.

use std::fmt::Write as _;
use std::io::Write as _;

use caravan::core::model::Usage;
use caravan::model::{Ledger, Total};
use serde_json::{Value as Json, json};

/// The run's JSON with what its models took: in all, by agent with the agents below it, and by role.
pub fn with_accounts(mut run: Json, ledger: &Ledger) -> Json {
    if let Some(usage) = run.get_mut("usage").and_then(Json::as_object_mut) {
        let totals = ledger.totals();
        usage.insert("usd".to_owned(), json!(totals.first().and_then(|total| total.usd)));
        usage.insert("by_agent".to_owned(), json!(totals));
        usage.insert("by_role".to_owned(), json!(ledger.entries()));
    }
    run
}

/// Tells people on standard error, unless nothing was taken, as by the scripted model. `all` is what the sum
/// is called.
pub fn tell(ledger: &Ledger, all: &str) {
    if let Some(text) = table(ledger, all) {
        // Standard error may be closed; the answer has been given.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

fn table(ledger: &Ledger, all: &str) -> Option<String> {
    let (entries, totals) = (ledger.entries(), ledger.totals());
    let taken = totals.first().map(|total| total.usage).unwrap_or_default();
    if taken.input_tokens == 0 && taken.output_tokens == 0 {
        return None;
    }
    let label = |total: &Total| match total.agent.as_str() {
        "" => all.to_owned(),
        agent => agent.to_owned(),
    };
    let mut rows: Vec<(String, Usage, Option<f64>)> = Vec::new();
    for total in &totals {
        rows.push((label(total), total.usage, total.usd));
        for entry in entries.iter().filter(|entry| entry.agent == total.agent) {
            rows.push((format!("  {}, {}", entry.role, entry.model), entry.usage, entry.usd));
        }
    }
    let width = rows.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "\n{:width$}  {:>6} {:>10} {:>10} {:>10} {:>10} {:>10}\n",
        "models", "calls", "read", "cached", "written", "thought", "USD"
    );
    for (label, usage, usd) in rows {
        let usd = usd.map_or_else(|| "?".to_owned(), |usd| format!("{usd:.4}"));
        let _ = writeln!(
            text,
            "{label:width$}  {:>6} {:>10} {:>10} {:>10} {:>10} {usd:>10}",
            usage.calls, usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.reasoning_tokens,
        );
    }
    Some(text)
}
