//! The scripted model: rules instead of a language model, so that everything runs without a key.
//!
//! A script says how the agents of one scenario do their ordinary work: which plan a planner writes for an
//! instruction, which calls a tool-calling agent makes. On top of that stands **the worst case, on
//! purpose**: the scripted model obeys every request that it can read, whoever wrote it. A planner obeys
//! what its instruction says besides the request that the rule answers; a tool-calling agent obeys what
//! any result says; both as far as they have a tool for it, or a child that seems to have one. Real models
//! are fooled some of the time; a defense that holds against this one does not lean on their judgement.
//!
//! # Scripts
//!
//! A script is a TOML file of rules. The first rule that fits answers:
//!
//! ```
//! use caravan_model::scripted::{ScriptedModel, Style};
//!
//! let script = r#"
//! [[rule]]
//! agent = "sql"                                  # the agent's path; "" is the root; left out: any
//! role = "planner"                               # planner, agent (tool-calling) or quarantined
//! instruction = '(?i)^get all job (?P<what>\w+)' # a regular expression
//! plan = 'rows = query_sql(query="SELECT * FROM <<what>>")'
//! answer = "rows"                                # the plan's last expression
//!
//! [[rule]]
//! agent = "sql"
//! role = "agent"
//! instruction = '(?i)^get all job (?P<what>\w+)'
//! steps = [{ call = "query_sql", arguments = { query = "SELECT * FROM <<what>>" } }]
//! answer = "<<results>>"
//! "#;
//! assert!(ScriptedModel::from_toml(script, Style::Keeps).is_ok());
//! ```
//!
//! - `<<name>>` stands for a part of the instruction, `<<instruction>>` for all of it; in a plan it is
//!   a Python string literal, or where it stands inside of one, a part of it. A tool-calling agent has `<<results>>`, `<<last>>` and `<<result 1>>` too.
//! - `protocol` (true or false) limits a rule for a planner to systems whose agents call each other by the
//!   protocol or with free text; `style` (`keeps` or `launders`) to one [`Style`].
//! - A rule for a planner may have `repair`: what the planner answers when it is asked again, for the whole plan that was
//!   refused or for what comes from the statement on that an error has stopped.
//! - A step may have `when`, a regular expression that the last result must match; else it is left out.
//! - What a pattern takes up as a part with a name is read for requests, and so is what it leaves over; the
//!   rest is the request that the rule itself answers.

mod agent;
mod literal;
mod obey;
mod planner;
mod python;
mod quarantined;
mod script;
mod template;

#[cfg(test)]
mod scenario_tests;

use std::future::ready;

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, PlanRequest, Reply, Turn, Usage,
};
use serde::Deserialize;

use self::script::Script;
pub use self::script::ScriptError;

/// How the scripted planners behave where agents call each other by the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// They pass data in `variables`, as the protocol asks.
    #[default]
    Keeps,
    /// They put data into messages, which the gate denies.
    Launders,
}

/// A model that follows a script, and everything else that it reads.
///
/// It keeps nothing between requests: one instance serves any number of runs at a time.
#[derive(Clone, Debug)]
pub struct ScriptedModel {
    script: Script,
    style: Style,
}

impl ScriptedModel {
    /// The model of this script.
    ///
    /// # Errors
    ///
    /// The text is no TOML, a rule lacks what its role needs, a pattern is no regular expression, or a hole
    /// stands for nothing; the error shows the line.
    pub fn from_toml(text: &str, style: Style) -> Result<ScriptedModel, ScriptError> {
        Ok(ScriptedModel { script: Script::parse(text)?, style })
    }
}

impl Model for ScriptedModel {
    fn name(&self) -> &str {
        "scripted"
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        let plan = planner::plan(&self.script, self.style, &planner::Task::new(request));
        answered(plan.map(|plan| format!("```python\n{plan}\n```")))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        answered(Ok(quarantined::extract(&self.script, self.style, request)))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        answered(agent::turn(&self.script, self.style, request))
    }
}

fn answered<'a, T: Send + 'a>(answer: Result<T, ModelError>) -> BoxFuture<'a, Result<Reply<T>, ModelError>> {
    let usage = Usage { calls: 1, ..Usage::default() };
    Box::pin(ready(answer.map(|content| Reply { content, usage })))
}

/// The start of a text, on one line, for errors.
fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST {
        line
    } else {
        format!("{}...", line.chars().take(MOST).collect::<String>())
    }
}
