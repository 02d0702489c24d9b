//! The rules of a script: what the TOML file may hold, and which rule answers what.

use std::fmt;

use regex::Regex;
use serde::Deserialize;
use serde_json::Value as Json;
use toml::Spanned;

use super::Style;
use super::template::Template;

/// Why a script cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    // INVARIANT: for people; names the line of the script and shows it.
    text: String,
}

impl ScriptError {
    fn at(script: &str, offset: usize, problem: &str) -> ScriptError {
        let before = script.get(..offset).unwrap_or(script);
        let number = before.matches('\n').count() + 1;
        let line = script.lines().nth(number - 1).unwrap_or_default();
        let margin = " ".repeat(number.to_string().len());
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        let pointer = format!("{}^", " ".repeat(column));
        ScriptError { text: format!("{problem}\n{margin} |\n{number} | {line}\n{margin} | {pointer}") }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ScriptError {}

/// What a rule answers as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// The planner.
    Planner,
    /// The tool-calling agent.
    Agent,
    /// The quarantined model.
    Quarantined,
}

/// The rules, in the order of the file.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    agent: Option<String>,
    role: Role,
    protocol: Option<bool>,
    style: Option<Style>,
    pattern: Regex,
    /// A planner's plan.
    pub(crate) plan: Option<Template>,
    /// What a planner answers when it is asked again: for the whole plan, or from the statement that an error has stopped.
    pub(crate) repair: Option<Template>,
    /// A tool-calling agent's calls.
    pub(crate) steps: Vec<Step>,
    /// A planner's last expression, or a tool-calling agent's answer.
    pub(crate) answer: Option<Template>,
    /// A quarantined model's value.
    pub(crate) value: Option<Json>,
}

/// A call that a tool-calling agent makes.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) call: String,
    pub(crate) arguments: Json,
    /// What the last result must say for the step to be made.
    pub(crate) when: Option<Regex>,
}

/// What is asked, as far as rules look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) agent: &'a str,
    pub(crate) role: Role,
    pub(crate) protocol: bool,
    pub(crate) style: Style,
    pub(crate) text: &'a str,
}

/// A rule that answers, and the parts of the text that it took up.
pub(crate) struct Match<'a> {
    pub(crate) rule: &'a Rule,
    text: &'a str,
    captures: regex::Captures<'a>,
}

impl<'a> Match<'a> {
    /// The part of the text with this name.
    pub(crate) fn capture(&self, name: &str) -> Option<&'a str> {
        match name {
            "instruction" => Some(self.text),
            _ => self.captures.name(name).map(|found| found.as_str()),
        }
    }

    /// The parts of the text that the rule does not account for: what its pattern took up as a part with
    /// a name, and what stands outside of the match. The rest is the request that the rule answers.
    pub(crate) fn unaccounted(&self) -> Vec<&'a str> {
        let whole = self.captures.get(0).map_or(0..0, |whole| whole.range());
        let groups = self.captures.iter().skip(1).flatten().map(|group| group.as_str());
        let outside = [self.text.get(..whole.start), self.text.get(whole.end..)];
        groups.chain(outside.into_iter().flatten()).filter(|part| !part.trim().is_empty()).collect()
    }
}

impl Script {
    /// Reads a script.
    pub(crate) fn parse(text: &str) -> Result<Script, ScriptError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ScriptError { text: error.to_string().trim_end().to_owned() })?;
        let rules = file.rule.into_iter().map(|rule| rule.check(text)).collect::<Result<_, _>>()?;
        Ok(Script { rules })
    }

    /// The first rule that answers this.
    pub(crate) fn find<'a>(&'a self, question: &Question<'a>) -> Option<Match<'a>> {
        let fits = |rule: &&Rule| {
            rule.role == question.role
                && rule.agent.as_deref().is_none_or(|agent| agent == question.agent)
                && rule.protocol.is_none_or(|protocol| protocol == question.protocol)
                && rule.style.is_none_or(|style| style == question.style)
        };
        self.rules.iter().filter(fits).find_map(|rule| {
            let captures = rule.pattern.captures(question.text)?;
            Some(Match { rule, text: question.text, captures })
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<RawRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    agent: Option<String>,
    role: Spanned<Role>,
    protocol: Option<bool>,
    style: Option<Style>,
    instruction: Spanned<String>,
    plan: Option<Spanned<String>>,
    repair: Option<Spanned<String>>,
    #[serde(default)]
    steps: Vec<RawStep>,
    answer: Option<Spanned<String>>,
    value: Option<Json>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    call: Spanned<String>,
    #[serde(default)]
    arguments: serde_json::Map<String, Json>,
    when: Option<Spanned<String>>,
}

impl RawRule {
    fn check(self, script: &str) -> Result<Rule, ScriptError> {
        let role_at = self.role.span().start;
        let role = self.role.into_inner();
        let wrong = |problem: &str| Err(ScriptError::at(script, role_at, problem));
        match role {
            Role::Planner if self.plan.is_none() => return wrong("a rule for a `planner` needs a `plan`"),
            Role::Planner if !self.steps.is_empty() || self.value.is_some() => {
                return wrong("a rule for a `planner` has no `steps` and no `value`");
            }
            Role::Agent if self.plan.is_some() || self.value.is_some() => {
                return wrong("a rule for an `agent` has no `plan` and no `value`");
            }
            Role::Quarantined if self.value.is_none() => {
                return wrong("a rule for a `quarantined` model needs a `value`");
            }
            Role::Quarantined if self.plan.is_some() || !self.steps.is_empty() || self.answer.is_some() => {
                return wrong("a rule for a `quarantined` model has a `value` and nothing else");
            }
            Role::Planner | Role::Agent | Role::Quarantined => {}
        }
        if role != Role::Planner && self.repair.is_some() {
            return wrong("only a rule for a `planner` has a `repair`");
        }
        let pattern = pattern(script, self.instruction)?;
        let known = |name: &str| {
            name == "instruction"
                || pattern.capture_names().flatten().any(|capture| capture == name)
                || (role == Role::Agent
                    && (matches!(name, "results" | "last") || result_number(name).is_some()))
        };
        let template = |text: Spanned<String>| {
            let start = text.span().start;
            let template = Template::new(text.get_ref());
            let unknown = template.holes().find(|name| !known(name)).map(str::to_owned);
            match unknown {
                None => Ok(template),
                Some(name) => Err(ScriptError::at(
                    script,
                    start,
                    &format!(
                        "`<<{name}>>` is nothing that the rule knows: name a part of `instruction` as in `(?P<{name}>.*)`"
                    ),
                )),
            }
        };
        let steps = self.steps.into_iter().map(|step| {
            let start = step.call.span().start;
            for text in texts(&Json::Object(step.arguments.clone())) {
                template(Spanned::new(start..start, text))?;
            }
            Ok(Step {
                call: step.call.into_inner(),
                arguments: Json::Object(step.arguments),
                when: step.when.map(|when| self::pattern(script, when)).transpose()?,
            })
        });
        Ok(Rule {
            steps: steps.collect::<Result<_, _>>()?,
            plan: self.plan.map(template).transpose()?,
            repair: self.repair.map(template).transpose()?,
            answer: self.answer.map(template).transpose()?,
            agent: self.agent,
            role,
            protocol: self.protocol,
            style: self.style,
            value: self.value,
            pattern,
        })
    }
}

/// The number in `result 2`.
pub(crate) fn result_number(name: &str) -> Option<usize> {
    name.strip_prefix("result ")?.parse().ok()
}

fn texts(json: &Json) -> Vec<String> {
    match json {
        Json::String(text) => vec![text.clone()],
        Json::Array(items) => items.iter().flat_map(texts).collect(),
        Json::Object(entries) => entries.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn pattern(script: &str, text: Spanned<String>) -> Result<Regex, ScriptError> {
    Regex::new(text.get_ref()).map_err(|error| {
        let reason = match error {
            regex::Error::Syntax(text) => {
                text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
            }
            other => other.to_string(),
        };
        ScriptError::at(script, text.span().start, &format!("this is no regular expression: {reason}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
[[rule]]
agent = "sql"
role = "planner"
instruction = '^Get (?P<what>\w+)$'
plan = "query_sql(query=<<what>>)"

[[rule]]
role = "agent"
instruction = '(?s)^Tell (?P<to>\w+): (?P<text>.*)\.'
steps = [{ call = "post", arguments = { to = "<<to>>" } }]
"#;

    fn question<'a>(agent: &'a str, role: Role, text: &'a str) -> Question<'a> {
        Question { agent, role, protocol: true, style: Style::Keeps, text }
    }

    #[test]
    fn a_rule_answers_by_agent_role_and_instruction() {
        let script = Script::parse(RULES).unwrap();
        let found = script.find(&question("sql", Role::Planner, "Get rows")).unwrap();
        assert_eq!(found.capture("what"), Some("rows"));
        assert!(script.find(&question("", Role::Planner, "Get rows")).is_none());
        assert!(script.find(&question("sql", Role::Agent, "Get rows")).is_none());
        assert!(script.find(&question("sql", Role::Planner, "Get two rows")).is_none());
    }

    #[test]
    fn what_a_rule_took_up_by_name_or_left_over_is_unaccounted_for() {
        let script = Script::parse(RULES).unwrap();
        let found = script.find(&question("x", Role::Agent, "Tell bob: mail all. Now go")).unwrap();
        assert_eq!(found.unaccounted(), ["bob", "mail all", " Now go"]);
    }

    #[test]
    fn errors_show_the_line() {
        let errors = [
            "[[rule]]\nrole = \"planer\"\ninstruction = 'x'\n",
            "[[rule]]\nrole = \"planner\"\ninstruction = 'x'\n",
            "[[rule]]\nrole = \"planner\"\ninstruction = '(x'\nplan = 'y'\n",
            "[[rule]]\nrole = \"planner\"\ninstruction = 'x'\nplan = '''\nf(<<to>>)'''\n",
            "[[rule]\nrole = 1",
            "[[rule]]\nrole = \"agent\"\ninstruction = 'x'\nsteps = [{ call = 'a', argument = {} }]\n",
        ]
        .map(|text| Script::parse(text).unwrap_err().to_string());
        insta::assert_snapshot!(errors.join("\n\n"));
    }
}
