//! The plan of a system as a file: made by `caravan plan`, reviewed and kept like any text, and run as it stands.
//!
//! It is TOML, an entry for each request to a planner with the plan that answers it. [`PlanFile::planner`] gives these
//! answers and no others, so that no model writes a plan of a run that was reviewed.

use std::fmt::Write;
use std::ops::Range;

use caravan_core::forecast::{PlannedEpisode, SystemPlan};
use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};
use caravan_core::settings::{Defense, SettingError, Settings, strictness_from_name};
use caravan_plan::Strictness;
use serde::Deserialize;
use toml::Spanned;

use crate::config::{ConfigError, reading};
use crate::hidden::is_hidden_at;

/// The version of the form that is written, and the only one that is read.
const VERSION: u32 = 1;

/// A reviewed plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    /// The user's instruction.
    pub instruction: String,
    /// The defense that it was made for.
    pub defense: Defense,
    /// The strictness that it was made for.
    pub strictness: Strictness,
    /// The budget of choice that it was made for, in bits.
    pub choice_budget: u32,
    /// The names of the variables that the root's plan is given, sorted.
    pub data: Vec<String>,
    /// What planners are asked, and their answers; the root's first.
    pub plans: Vec<Planned>,
}

/// One request to a planner, and the plan that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The agent's path; empty for the root.
    pub agent: String,
    /// What it is told.
    pub message: String,
    /// The names of the variables that it is given, sorted.
    pub variables: Vec<String>,
    /// The schema of the value that it has to answer with, as JSON text.
    pub schema: Option<String>,
    /// Its plan.
    pub plan: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: Spanned<u32>,
    instruction: String,
    defense: Spanned<String>,
    strictness: Spanned<String>,
    choice_budget: u32,
    #[serde(default)]
    data: Vec<String>,
    plan: Vec<Spanned<WrittenPlan>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlan {
    agent: String,
    message: String,
    #[serde(default)]
    variables: Vec<String>,
    schema: Option<String>,
    plan: String,
}

impl PlanFile {
    /// The file for the plan of a system, made under these settings; `data` are the names of the root's variables. None if a
    /// planner gave no valid plan.
    pub fn of(
        plan: &SystemPlan,
        settings: &Settings,
        choice_budget: u32,
        data: &[String],
    ) -> Option<PlanFile> {
        let planned = plan.episodes.iter().map(|episode| {
            let asked = Planned::asked(&episode.request);
            Some(Planned { plan: episode.plan.clone()?, ..asked })
        });
        let plans = planned.collect::<Option<Vec<_>>>()?;
        let mut data = data.to_vec();
        data.sort();
        Some(PlanFile {
            instruction: plans.first()?.message.clone(),
            defense: settings.defense,
            strictness: settings.strictness,
            choice_budget,
            data,
            plans,
        })
    }

    /// Reads a file; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// It is not of this form or of another version, the first entry is not the root's, or two answer one request.
    pub fn parse(text: &str, file: &str) -> Result<PlanFile, ConfigError> {
        let written: Written =
            toml::from_str(text).map_err(|error| reading::in_words(&error).in_file(file, text))?;
        let wrong = |message: String, range: Range<usize>| ConfigError::new(file, message).at(text, range);
        if *written.version.get_ref() != VERSION {
            let message = format!("this is a plan file of version {}", written.version.get_ref());
            return Err(wrong(message, written.version.span())
                .with_help(format!("this caravan reads version {VERSION}: plan again with `caravan plan`")));
        }
        let setting = |name: &Spanned<String>, error: SettingError| wrong(error.to_string(), name.span());
        let defense = &written.defense;
        let strictness = &written.strictness;
        let mut plans: Vec<Planned> = Vec::new();
        for entry in written.plan {
            let range = entry.span();
            let WrittenPlan { agent, message, variables, schema, plan } = entry.into_inner();
            let planned = Planned { agent, message, variables, schema, plan };
            let is_first = plans.is_empty();
            if is_first && (!planned.agent.is_empty() || planned.message != written.instruction) {
                return Err(wrong("the first plan is not the root's for this instruction".into(), range)
                    .with_help("its `agent` is \"\", and its `message` the `instruction`"));
            }
            if plans.iter().any(|other| other.asks_the_same(&planned)) {
                let message = format!("{} has a plan for this message already", planned.named());
                return Err(wrong(message, range).with_help("take one of the two out"));
            }
            plans.push(planned);
        }
        if plans.is_empty() {
            return Err(ConfigError::new(file, "there is no plan in it"));
        }
        Ok(PlanFile {
            instruction: written.instruction,
            defense: defense.get_ref().parse().map_err(|error| setting(defense, error))?,
            strictness: strictness_from_name(strictness.get_ref())
                .map_err(|error| setting(strictness, error))?,
            choice_budget: written.choice_budget,
            data: written.data,
            plans,
        })
    }

    /// The file's text; `about` are lines for people, which stand at its top as comments.
    pub fn text(&self, about: &[String]) -> String {
        let mut text = String::from(
            "# The plan of a system, reviewed before it runs. `caravan run --plan FILE` runs exactly this: no model\n\
             # writes a plan, and what would ask a planner anything else is refused.\n",
        );
        for line in about {
            let _ =
                writeln!(text, "#{}{}", if line.is_empty() { "" } else { " " }, crate::hidden::visible(line));
        }
        let _ = writeln!(text, "\nversion = {VERSION}\ninstruction = {}", quoted(&self.instruction));
        let strictness = caravan_core::settings::strictness_name(self.strictness);
        let _ = writeln!(text, "defense = \"{}\"\nstrictness = \"{strictness}\"", self.defense.as_str());
        let _ = writeln!(text, "choice_budget = {}", self.choice_budget);
        if !self.data.is_empty() {
            let _ = writeln!(text, "data = {}", list(&self.data));
        }
        for planned in &self.plans {
            let _ = writeln!(text, "\n[[plan]]\nagent = {}", quoted(&planned.agent));
            let _ = writeln!(text, "message = {}", quoted(&planned.message));
            if !planned.variables.is_empty() {
                let _ = writeln!(text, "variables = {}", list(&planned.variables));
            }
            if let Some(schema) = &planned.schema {
                let _ = writeln!(text, "schema = {}", quoted(schema));
            }
            let _ = writeln!(text, "plan = {}", block(&planned.plan));
        }
        text
    }

    /// A planner that gives the answers of the file, and none to what is not in it.
    pub fn planner(&self) -> Reviewed {
        Reviewed { plans: self.plans.clone() }
    }

    /// The plan that the file has for what an episode's planner is asked.
    pub fn answer_to(&self, episode: &PlannedEpisode) -> Option<&str> {
        let asked = Planned::asked(&episode.request);
        self.plans.iter().find(|planned| planned.asks_the_same(&asked)).map(|planned| planned.plan.as_str())
    }

    /// The entries that the plans of a system do not come to: nothing calls them.
    pub fn unused<'f>(&'f self, plan: &SystemPlan) -> Vec<&'f Planned> {
        let asked: Vec<Planned> =
            plan.episodes.iter().map(|episode| Planned::asked(&episode.request)).collect();
        self.plans.iter().filter(|planned| !asked.iter().any(|asked| asked.asks_the_same(planned))).collect()
    }
}

impl Planned {
    /// A request, with no plan yet.
    fn asked(request: &PlanRequest) -> Planned {
        Planned {
            agent: request.agent().as_str().to_owned(),
            message: request.instruction().text().to_owned(),
            variables: request.variables().iter().map(|name| name.text().to_owned()).collect(),
            schema: request.schema().map(|schema| schema.text().to_owned()),
            plan: String::new(),
        }
    }

    fn asks_the_same(&self, other: &Planned) -> bool {
        self.agent == other.agent
            && self.message == other.message
            && self.variables == other.variables
            && self.schema == other.schema
    }

    /// The agent in a sentence.
    pub fn named(&self) -> String {
        if self.agent.is_empty() { "the root agent".to_owned() } else { format!("`{}`", self.agent) }
    }
}

/// The planner of a reviewed plan.
#[derive(Clone, Debug)]
pub struct Reviewed {
    plans: Vec<Planned>,
}

impl Reviewed {
    fn answer(&self, request: &PlanRequest) -> Result<Reply<String>, ModelError> {
        let refused = |message: String| Err(ModelError::new(ModelErrorKind::NotReviewed, message));
        let asked = Planned::asked(request);
        let who = asked.named();
        if !request.attempts().is_empty() || !request.earlier().is_empty() {
            return refused(format!("the reviewed plan of {who} cannot be mended by a model"));
        }
        if let Some(planned) = self.plans.iter().find(|planned| planned.asks_the_same(&asked)) {
            return Ok(Reply { content: fenced(&planned.plan), usage: Usage::default() });
        }
        if let Some(planned) =
            self.plans.iter().find(|planned| planned.agent == asked.agent && planned.message == asked.message)
        {
            let what = if planned.variables == asked.variables {
                "asked for a value of another schema"
            } else {
                "given other variables"
            };
            return refused(format!("{who} is {what} than was reviewed with this message"));
        }
        let told: String = asked.message.chars().take(80).collect();
        let more = if asked.message.chars().nth(80).is_some() { "…" } else { "" };
        refused(format!("{who} is told `{told}{more}`, which was not reviewed"))
    }
}

impl Model for Reviewed {
    fn name(&self) -> &str {
        "reviewed"
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(std::future::ready(self.answer(request)))
    }

    fn extract<'a>(
        &'a self,
        _request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(std::future::ready(Err(only_plans())))
    }

    fn converse<'a>(&'a self, _request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(std::future::ready(Err(only_plans())))
    }
}

/// The plan as a planner answers it, in a fence that it does not hold itself.
fn fenced(plan: &str) -> String {
    let mut fence = "```".to_owned();
    while plan.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}python\n{plan}\n{fence}")
}

fn only_plans() -> ModelError {
    ModelError::new(ModelErrorKind::NoAnswer, "a reviewed plan has plans alone")
}

/// A text on one line, as TOML has it.
fn quoted(text: &str) -> String {
    let hides = text.char_indices().any(|(at, c)| c == '\n' || c == '\t' || is_hidden_at(text, at));
    if text.contains(['"', '\\']) && !text.contains('\'') && !hides {
        return format!("'{text}'");
    }
    let mut out = String::from("\"");
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_hidden_at(text, at) => escaped(&mut out, c),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn escaped(out: &mut String, c: char) {
    let number = u32::from(c);
    let _ = if number > 0xffff { write!(out, "\\U{number:08X}") } else { write!(out, "\\u{number:04X}") };
}

fn list(items: &[String]) -> String {
    format!("[{}]", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
}

/// A text on several lines, as it stands where that is possible.
fn block(text: &str) -> String {
    let is_plain = !text.contains("'''")
        && !text.ends_with('\'')
        && !text.char_indices().any(|(at, _)| is_hidden_at(text, at));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    if is_plain {
        return format!("'''\n{text}{end}'''");
    }
    let mut out = String::from("\"\"\"\n");
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if is_hidden_at(text, at) => escaped(&mut out, c),
            c => out.push(c),
        }
    }
    out.push_str(end);
    out.push_str("\"\"\"");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(plan: &str) -> PlanFile {
        let root = Planned {
            agent: String::new(),
            message: "Do \"it\" \u{202e}now.\n".into(),
            variables: vec!["letter".into()],
            schema: None,
            plan: plan.into(),
        };
        let below = Planned {
            agent: "a/b".into(),
            message: "m".into(),
            variables: Vec::new(),
            schema: Some("{\"type\": \"string\"}".into()),
            plan: "1\n".into(),
        };
        PlanFile {
            instruction: root.message.clone(),
            defense: Defense::Multi,
            strictness: Strictness::Cfi,
            choice_budget: 16,
            data: vec!["letter".into()],
            plans: vec![root, below],
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        for plan in [
            "x = 'a'\n",
            "x = '''a'''\n",
            "x = \"\\n\"\ty\n",
            "# \u{202e}\u{e0041}\n",
            "x = \"\"\"a\\\"\"\"\"\n",
        ] {
            let file = file(plan);
            let text = file.text(&["about".into(), String::new(), "a \u{1b}[2J line".into()]);
            assert_eq!(PlanFile::parse(&text, "p").unwrap(), file, "{text}");
            assert!(!text.chars().any(|c| c == '\u{202e}' || c == '\u{1b}'), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let good = file("1\n").text(&[]);
        for (from, to, message) in [
            ("version = 1", "version = 2", "plan file of version 2"),
            ("defense = \"multi\"", "defense = \"mutli\"", "mutli"),
            ("choice_budget", "budget", "unknown key `budget`"),
            ("agent = \"\"", "agent = \"x\"", "the first plan is not the root's"),
            ("agent = \"a/b\"\nmessage = \"m\"", "agent = \"a/b\"", "`message` is missing"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = PlanFile::parse(&good.replacen(from, to, 1), "file.plan").unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
            assert!(error.place().is_some(), "{error}");
        }
        let twice = format!(
            "{good}\n[[plan]]\nagent = \"a/b\"\nmessage = \"m\"\nschema = '{{\"type\": \"string\"}}'\nplan = \"2\"\n"
        );
        let error = PlanFile::parse(&twice, "file.plan").unwrap_err().to_string();
        assert!(error.contains("`a/b` has a plan for this message already"), "{error}");
    }
}
