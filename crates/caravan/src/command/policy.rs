//! `caravan policy`: policies checked, and decisions explained.

use std::io::{Read, Write};
use std::path::PathBuf;

use caravan::assembly::checked_policies;
use caravan::config::{Config, read_text};
use caravan::policy::{Explained, Explanation, Policies};
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};

use crate::failure::{Exit, Failure, Problem};
use crate::terminal::for_stdout;

/// Check the policies of a configuration, or explain what they decide
///
/// Policies are written in Cedar, in the files that `[policy]` names. Who calls is the principal, the tool is the action,
/// and the context holds every argument with its value, its sources and its readers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  caravan policy check                       are they right, and which tools does none ever permit
  caravan policy check --schema              what policies can name: agents, tools, arguments
  caravan run --json \"...\" > run.json; caravan policy explain run.json c3
  caravan run --json \"...\" | caravan policy explain -

Exit codes: 0 they are right, 2 they are not, or wrong arguments.")]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Check the policies against the tools, and list the tools that no policy ever permits
    Check(Check),
    /// Say why calls of a run were allowed or denied, and what the present policies say of them
    Explain(Explain),
}

#[derive(Debug, Args)]
struct Check {
    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print the schema that policies are checked against
    #[arg(long)]
    schema: bool,

    /// Print JSON
    #[arg(long, conflicts_with = "schema")]
    json: bool,
}

#[derive(Debug, Args)]
struct Explain {
    /// What `caravan run --json` printed: a file, or `-`
    #[arg(value_name = "RUN")]
    run: String,

    /// The call, as `c3`; all calls of tools unless given
    #[arg(value_name = "CALL")]
    call: Option<String>,

    /// The configuration; the nearest caravan.toml from here upward unless given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Checks or explains.
    ///
    /// # Errors
    ///
    /// The configuration, the policies or the run cannot be used.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.action {
            Action::Check(check) => check.run(),
            Action::Explain(explain) => explain.run(),
        }
    }
}

/// The policies of a configuration; without files, none.
fn load(config: &Config) -> Result<Policies, Failure> {
    checked_policies(config)?.map_err(|errors| {
        let problems: Vec<Problem> =
            errors.into_iter().flat_map(|error| Failure::from(error).into_problems()).collect();
        Failure::several(Exit::Usage, problems)
    })
}

impl Check {
    fn run(self) -> Result<Exit, Failure> {
        let config = Config::load_or_find(self.config.as_deref())?;
        let policies = load(&config)?;
        let never = policies.never_permitted();
        let mut out = std::io::stdout().lock();
        if self.schema {
            write!(out, "{}", policies.schema())?;
        } else if self.json {
            let told = json!({"policies": policies.count(), "never_permitted": never});
            writeln!(out, "{told}")?;
        } else if config.policy.files.is_empty() {
            writeln!(out, "The configuration names no files of policies under `[policy]`.")?;
        } else {
            let s = if policies.count() == 1 { "policy is" } else { "policies are" };
            writeln!(out, "{} {s} right.", policies.count())?;
            if !never.is_empty() {
                writeln!(out, "No policy ever permits: {}.", never.join(", "))?;
            }
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

impl Explain {
    fn run(self) -> Result<Exit, Failure> {
        let text = match self.run.as_str() {
            "-" => {
                let mut text = String::new();
                std::io::stdin().lock().read_to_string(&mut text)?;
                text
            }
            file => read_text(file.as_ref())?,
        };
        let not_a_run = |what: String| {
            Failure::usage(
                what,
                "give what `caravan run --json` has printed: a file, or `-` for standard input",
            )
        };
        let run: Json = serde_json::from_str(&text)
            .map_err(|error| not_a_run(format!("`{}` is not JSON: {error}", self.run)))?;
        let calls = run.get("calls").and_then(Json::as_array);
        let calls = calls.ok_or_else(|| not_a_run(format!("`{}` is no record of a run", self.run)))?;
        let config = Config::load_or_find(self.config.as_deref())?;
        let policies = load(&config)?;
        let id = |call: &Json| call.get("id").and_then(Json::as_str).unwrap_or_default().to_owned();
        let wanted = |call: &&Json| self.call.as_ref().is_none_or(|wanted| *wanted == id(call));
        let mut told = Vec::new();
        for call in calls.iter().filter(wanted) {
            if let Some(facts) = policies.recorded(call) {
                told.push((call, policies.explain(&facts)));
            }
        }
        if let (Some(wanted), true) = (&self.call, told.is_empty()) {
            return Err(Failure::usage(
                format!("the run has no call `{wanted}` of a tool"),
                "policies decide about calls of tools; those of agents are decided by the gate",
            ));
        }
        let has_policies = !config.policy.files.is_empty();
        let mut out = std::io::stdout().lock();
        if self.json {
            let calls: Vec<Json> = told.iter().map(|(call, now)| as_json(call, now, has_policies)).collect();
            writeln!(out, "{}", json!({"calls": calls}))?;
        } else {
            for (call, now) in &told {
                write!(out, "{}", for_stdout(&as_text(call, now, has_policies)))?;
            }
        }
        out.flush()?;
        Ok(Exit::Ran)
    }
}

fn came(explained: Explained) -> &'static str {
    match explained {
        Explained::Decides => "decides",
        Explained::DoesNotDecide => "does not decide",
        Explained::Fails => "cannot be evaluated",
    }
}

fn as_json(call: &Json, now: &Explanation, has_policies: bool) -> Json {
    let about: Vec<Json> = now
        .policies
        .iter()
        .map(|(policy, explained)| {
            json!({
                "id": policy.id,
                "file": policy.file,
                "line": policy.line,
                "permits": policy.permits,
                "came_of_it": came(*explained),
            })
        })
        .collect();
    let decision = json!({
        "effect": now.decision.effect,
        "reason": now.decision.reason,
        "policy": now.decision.policy,
        "remedy": now.decision.remedy,
    });
    json!({
        "id": call.get("id"),
        "agent": call.get("agent"),
        "name": call.get("name"),
        "then": call.get("decision"),
        "now": has_policies.then_some(decision),
        "policies": about,
        "arguments": call.get("arguments"),
    })
}

fn as_text(call: &Json, now: &Explanation, has_policies: bool) -> String {
    use std::fmt::Write as _;
    let text = |json: Option<&Json>| json.and_then(Json::as_str).unwrap_or_default().to_owned();
    let then = call.get("decision");
    let of_then = |key: &str| text(then.and_then(|then| then.get(key)));
    let mut told = format!("{} {}\n", text(call.get("id")), text(call.get("name")));
    let _ = writeln!(told, "  then: {} by `{}`: {}", of_then("effect"), of_then("policy"), of_then("reason"));
    if !of_then("endorsed_by").is_empty() {
        let _ = writeln!(told, "        endorsed by {}", of_then("endorsed_by"));
    }
    if has_policies {
        let decision = &now.decision;
        let effect = json!(decision.effect);
        let _ =
            writeln!(told, "  now:  {} by `{}`: {}", text(Some(&effect)), decision.policy, decision.reason);
        if let Some(remedy) = &decision.remedy {
            let _ = writeln!(told, "        {remedy}");
        }
        for (policy, explained) in &now.policies {
            let kind = if policy.permits { "permits" } else { "forbids" };
            let _ = writeln!(
                told,
                "  policy `{}` ({}:{}, {kind}): {}",
                policy.id,
                policy.file,
                policy.line,
                came(*explained)
            );
        }
    }
    for (name, argument) in call.get("arguments").and_then(Json::as_object).into_iter().flatten() {
        let label = argument.get("label");
        let is_trusted = label.and_then(|label| label.get("trusted")) == Some(&Json::Bool(true));
        let part = |name: &str, key: &str| label.and_then(|label| label.get(name)?.get(key).cloned());
        let sources = part("data", "sources").unwrap_or_default();
        let readers = part("data", "readers").unwrap_or_default();
        let trust = if is_trusted { "trusted" } else { "untrusted" };
        let _ = writeln!(told, "  {name}: {trust}, from {sources}, readable by {readers}");
    }
    told
}
