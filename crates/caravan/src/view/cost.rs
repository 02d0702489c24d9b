//! What models cost in a run, by the prices that its configuration has now.

use std::collections::BTreeMap;

use caravan_core::model::Usage;
use caravan_model::Budget;

use crate::config::Config;
use crate::journal::Opening;
use crate::models::{Books, Role};
use crate::store::RunRow;
use crate::story::Story;

/// US dollars by the number of the effect, for each answer of a model whose price is known. Empty where nothing is known: a
/// price table that was named on the command line is not kept in the journal.
pub fn costs(row: &RunRow, story: &Story) -> BTreeMap<u64, f64> {
    by_price(row, story).unwrap_or_default()
}

fn by_price(row: &RunRow, story: &Story) -> Option<BTreeMap<u64, f64>> {
    let opening: Opening = serde_json::from_value(row.opening.clone()).ok()?;
    let config = Config::load(&opening.config).ok()?;
    let books = Books::open(None, None, Budget::default(), Some(&config)).ok()?;
    let names = opening.models.names();
    let costs = story.effects.iter().filter_map(|effect| {
        let role = match effect.kind.as_str() {
            "plan" => Role::Planner,
            "extract" => Role::Quarantined,
            "converse" => Role::ToolCalling,
            _ => return None,
        };
        let usage: Usage = serde_json::from_value(effect.usage.clone()?).ok()?;
        let (choice, _) = names.choice(role, &config)?;
        Some((effect.number, books.prices().cost(&choice.model, &usage)?))
    });
    Some(costs.collect())
}
