//! What models have taken: calls, tokens and money, by agent and role; and budgets that end a run.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};
use serde::{Deserialize, Serialize};

use crate::open::OpenError;

/// What a million tokens cost, in US dollars, by the model's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prices {
    models: BTreeMap<String, Price>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    input: f64,
    /// Tokens that a cache held; as much as others if it is not said.
    cached: Option<f64>,
    output: f64,
}

impl Prices {
    /// Reads a price table: for each model a table with `input`, `output` and perhaps `cached`, in US
    /// dollars for a million tokens.
    ///
    /// ```
    /// use caravan_model::Prices;
    ///
    /// let prices = Prices::from_toml("[\"openai:gpt-x\"]\ninput = 1.25\ncached = 0.125\noutput = 10.0\n");
    /// assert!(prices.is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no such table; the error shows the line.
    pub fn from_toml(text: &str) -> Result<Prices, OpenError> {
        let models = toml::from_str(text)
            .map_err(|error| OpenError::new(format!("the price table: {}", error.to_string().trim_end())))?;
        Ok(Prices { models })
    }

    /// Whether the model has a price.
    pub fn has(&self, model: &str) -> bool {
        self.models.contains_key(model)
    }

    /// What this use of the model costs in US dollars, if its price is known. Nothing costs nothing.
    pub fn cost(&self, model: &str, usage: &Usage) -> Option<f64> {
        if usage.input_tokens == 0 && usage.output_tokens == 0 {
            return Some(0.0);
        }
        let price = self.models.get(model)?;
        let fresh = usage.input_tokens.saturating_sub(usage.cached_tokens);
        let cached = usage.cached_tokens as f64 * price.cached.unwrap_or(price.input);
        Some((fresh as f64 * price.input + cached + usage.output_tokens as f64 * price.output) / 1_000_000.0)
    }
}

/// What a run may take; what is not set has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// US dollars. Models without a price count nothing.
    pub usd: Option<f64>,
    /// Tokens read and written.
    pub tokens: Option<u64>,
    /// Requests.
    pub calls: Option<u64>,
}

/// What a model is asked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedAs {
    /// The planner.
    Planner,
    /// The quarantined model.
    Quarantined,
    /// The tool-calling agent.
    Agent,
}

impl fmt::Display for AskedAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AskedAs::Planner => "planner",
            AskedAs::Quarantined => "quarantined",
            AskedAs::Agent => "agent",
        })
    }
}

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The agent's path; empty for the root.
    pub agent: String,
    /// As what the model was asked.
    pub role: AskedAs,
    /// The model's name.
    pub model: String,
    /// What it took.
    pub usage: Usage,
    /// What that costs in US dollars, if the price is known.
    pub usd: Option<f64>,
}

/// What an agent took, with every agent below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Total {
    /// The agent's path; empty for the root.
    pub agent: String,
    /// What was taken.
    pub usage: Usage,
    /// What that costs in US dollars, if all prices are known.
    pub usd: Option<f64>,
}

/// The agent's path, the role and the model's name.
type Line = (String, AskedAs, String);

/// Counts what models take, and stops them when a budget is used up.
#[derive(Clone, Debug)]
pub struct Ledger {
    prices: Arc<Prices>,
    budget: Budget,
    lines: Arc<Mutex<BTreeMap<Line, Usage>>>,
}

impl Ledger {
    /// An empty ledger.
    pub fn new(prices: Prices, budget: Budget) -> Ledger {
        Ledger { prices: Arc::new(prices), budget, lines: Arc::default() }
    }

    /// The same model, counted from now on. Requests that come when the budget is used up are not sent:
    /// they fail with [`ModelErrorKind::BudgetUsedUp`].
    pub fn of(&self, model: Arc<dyn Model>) -> Arc<dyn Model> {
        Arc::new(Metered { model, ledger: self.clone() })
    }

    /// The lines, by agent and role.
    pub fn entries(&self) -> Vec<Entry> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = |((agent, role, model), usage): (&Line, &Usage)| Entry {
            agent: agent.clone(),
            role: *role,
            model: model.clone(),
            usage: *usage,
            usd: self.prices.cost(model, usage),
        };
        lines.iter().map(entry).collect()
    }

    /// What each agent took, its children included, the root first.
    pub fn totals(&self) -> Vec<Total> {
        let entries = self.entries();
        let mut agents: Vec<&str> = entries.iter().map(|entry| entry.agent.as_str()).chain([""]).collect();
        agents.sort_unstable();
        agents.dedup();
        let total = |agent: &str| {
            let is_below = |path: &str| {
                agent.is_empty()
                    || path.strip_prefix(agent).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let mut total = Total { agent: agent.to_owned(), usage: Usage::default(), usd: Some(0.0) };
            for entry in entries.iter().filter(|entry| is_below(&entry.agent)) {
                total.usage += entry.usage;
                total.usd = total.usd.zip(entry.usd).map(|(sum, usd)| sum + usd);
            }
            total
        };
        agents.into_iter().map(total).collect()
    }

    fn check(&self) -> Result<(), ModelError> {
        let entries = self.entries();
        let mut total = Usage::default();
        entries.iter().for_each(|entry| total += entry.usage);
        let usd: f64 = entries.iter().filter_map(|entry| entry.usd).sum();
        let tokens = total.input_tokens + total.output_tokens;
        let used_up = match self.budget {
            Budget { calls: Some(most), .. } if total.calls >= most => format!("{most} calls"),
            Budget { tokens: Some(most), .. } if tokens >= most => {
                format!("{most} tokens ({tokens} were used)")
            }
            Budget { usd: Some(most), .. } if usd >= most => {
                format!("{most} US dollars ({usd:.4} were used)")
            }
            _ => return Ok(()),
        };
        Err(ModelError::new(ModelErrorKind::BudgetUsedUp, format!("the budget of {used_up} is used up")))
    }

    fn count(&self, agent: &str, role: AskedAs, model: &str, usage: Usage) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        *lines.entry((agent.to_owned(), role, model.to_owned())).or_default() += usage;
    }
}

struct Metered {
    model: Arc<dyn Model>,
    ledger: Ledger,
}

impl Metered {
    async fn metered<'a, T>(
        &'a self,
        agent: &'a str,
        role: AskedAs,
        ask: impl FnOnce() -> BoxFuture<'a, Result<Reply<T>, ModelError>>,
    ) -> Result<Reply<T>, ModelError> {
        self.ledger.check()?;
        let reply = ask().await;
        let usage = match &reply {
            Ok(reply) => reply.usage,
            // A request that failed is a call, too, whatever else it took.
            Err(error) => Usage { calls: error.usage().calls.max(1), ..error.usage() },
        };
        self.ledger.count(agent, role, self.model.name(), usage);
        reply
    }
}

impl Model for Metered {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(self.metered(request.agent().as_str(), AskedAs::Planner, || self.model.plan(request)))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(self.metered(&request.agent, AskedAs::Quarantined, || self.model.extract(request)))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(self.metered(&request.agent, AskedAs::Agent, || self.model.converse(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::future::ready;

    struct Fixed;

    impl Model for Fixed {
        fn name(&self) -> &str {
            "openai:gpt-x"
        }

        fn plan<'a>(&'a self, _: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
            Box::pin(ready(Err(ModelError::new(ModelErrorKind::Provider, "no"))))
        }

        fn extract<'a>(
            &'a self,
            _: &'a ExtractRequest,
        ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
            let usage = Usage {
                calls: 1,
                input_tokens: 1000,
                cached_tokens: 400,
                output_tokens: 100,
                reasoning_tokens: 0,
            };
            Box::pin(ready(Ok(Reply { content: Extraction::Refused, usage })))
        }

        fn converse<'a>(&'a self, _: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
            Box::pin(ready(Err(ModelError::new(ModelErrorKind::Provider, "no"))))
        }
    }

    fn prices() -> Prices {
        Prices::from_toml("[\"openai:gpt-x\"]\ninput = 1.0\ncached = 0.1\noutput = 10.0\n").unwrap()
    }

    fn request(agent: &str) -> ExtractRequest {
        ExtractRequest { agent: agent.into(), query: String::new(), schema: json!({}) }
    }

    #[tokio::test]
    async fn what_each_agent_takes_is_counted_and_priced() {
        let ledger = Ledger::new(prices(), Budget::default());
        let model = ledger.of(Arc::new(Fixed));
        for agent in ["", "sql", "sql"] {
            model.extract(&request(agent)).await.unwrap();
        }
        let conversation =
            Conversation { agent: "sql".into(), system: String::new(), messages: vec![], tools: vec![] };
        model.converse(&conversation).await.unwrap_err();
        let lines: Vec<String> = ledger
            .entries()
            .iter()
            .map(|entry| {
                format!(
                    "{}/{}: {} calls, {:.6}",
                    entry.agent,
                    entry.role,
                    entry.usage.calls,
                    entry.usd.unwrap()
                )
            })
            .collect();
        assert_eq!(
            lines,
            [
                "/quarantined: 1 calls, 0.001640",
                "sql/quarantined: 2 calls, 0.003280",
                "sql/agent: 1 calls, 0.000000"
            ]
        );
        let totals: Vec<(String, u64)> =
            ledger.totals().into_iter().map(|total| (total.agent, total.usage.calls)).collect();
        assert_eq!(totals, [(String::new(), 4), ("sql".to_owned(), 3)]);
    }

    #[tokio::test]
    async fn a_total_has_a_price_only_if_all_of_it_has() {
        let ledger = Ledger::new(Prices::default(), Budget::default());
        assert_eq!(ledger.totals()[0].usd, Some(0.0));
        ledger.of(Arc::new(Fixed)).extract(&request("a")).await.unwrap();
        assert_eq!(ledger.totals()[0].usd, None);
    }

    #[tokio::test]
    async fn a_budget_that_is_used_up_stops_the_next_request() {
        for (budget, allowed, problem) in [
            (Budget { calls: Some(2), ..Budget::default() }, 2, "the budget of 2 calls is used up"),
            (
                Budget { tokens: Some(2000), ..Budget::default() },
                2,
                "the budget of 2000 tokens (2200 were used) is used up",
            ),
            (
                Budget { usd: Some(0.004), ..Budget::default() },
                3,
                "the budget of 0.004 US dollars (0.0049 were used) is used up",
            ),
        ] {
            let model = Ledger::new(prices(), budget).of(Arc::new(Fixed));
            for _ in 0..allowed {
                model.extract(&request("")).await.unwrap();
            }
            let error = model.extract(&request("")).await.unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (ModelErrorKind::BudgetUsedUp, problem));
        }
    }

    #[test]
    fn a_wrong_price_table_shows_its_line() {
        let error = Prices::from_toml("[m]\ninput = 1.0\nouput = 2.0\n").unwrap_err().to_string();
        assert!(error.starts_with("the price table: ") && error.contains("3 | ouput = 2.0"), "{error}");
        let usage = Usage { input_tokens: 1, ..Usage::default() };
        assert_eq!(prices().cost("other", &usage), None);
    }
}
