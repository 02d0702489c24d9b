//! `caravan try`: one plan without any model, against stub tools and stub children.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;

use caravan::config::{DEFAULT_CHOICE_BUDGET, read_text};
use caravan::core::gate::Ruling;
use caravan::core::policy::Verdict;
use caravan::label::Bits;
use caravan::plan::{LIMITS, Limits, Tree};
use caravan::try_plan::{Stub, StubKind, Stubs, Trial, TrialError};
use clap::Args;
use serde_json::Value as Json;

use crate::command::options::{self, Clock, Judgement};
use crate::command::path;
use crate::failure::{Exit, Failure, Place, Problem};
use crate::terminal::{self, for_stdout};

/// Run a plan of your own, with stubs for tools and children and no model at all
///
/// Plans are restricted Python (docs/language.md). What the plan prints goes to standard output; its calls and its value
/// are told on standard error, each with whether it is trusted. With --json every variable and every call is shown with
/// its whole label.
#[derive(Debug, Args)]
#[command(
    name = "try",
    after_help = "\
Examples:
  echo 'print(sum(range(10)))' | caravan try
  caravan try plan.py --tool 'search={\"title\": \"A\"}' --json | jq .variables
  echo 'billing(search(\"x\"))' | caravan try --tool search='\"y\"' --agent billing='\"done\"'
                       denied: an untrusted text in a message
  echo 'billing(\"Pay it.\", variables={\"what\": search(\"x\")})' | \\
    caravan try --tool search='\"y\"' --agent billing='\"done\"'
                       allowed: the text goes down as data
  echo 'len(get_variable(\"letter\"))' | caravan try --data letter=@letter.txt

Stubs: NAME=JSON; whatever is passed, the call gives the value. A JSON object is a record.
  --tool          the value is untrusted, like any tool's output
  --trusted-tool  the value is trusted
  --agent         a child: its call passes the gate, its answer is untrusted
  --quarantined   what query_ai_assistant answers; untrusted
  --data          what get_variable gives; untrusted

Exit codes: 0 it ran, 1 the plan failed, 2 wrong arguments, 3 denied, 130 interrupted."
)]
pub struct Arguments {
    /// The plan's file; standard input if it is `-` or left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// A tool that takes anything and answers with this untrusted value
    #[arg(long, value_name = "NAME=JSON")]
    tool: Vec<String>,

    /// A tool that takes anything and answers with this trusted value
    #[arg(long, value_name = "NAME=JSON")]
    trusted_tool: Vec<String>,

    /// A child agent that answers with this value
    #[arg(long, value_name = "NAME=JSON")]
    agent: Vec<String>,

    /// A variable for get_variable: JSON, or else a text; or the text of a file
    #[arg(long, value_name = "NAME=VALUE|@FILE")]
    data: Vec<String>,

    /// A quarantined model that answers every question with this value
    #[arg(long, value_name = "JSON")]
    quarantined: Option<String>,

    #[command(flatten)]
    clock: Clock,

    #[command(flatten)]
    judgement: Judgement,

    /// What the plan may consume: steps, memory, call_depth, data_depth, digits, string, output, regex
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,

    /// Print one JSON object with output, result, variables, calls and error
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Runs the plan and prints what it prints.
    ///
    /// # Errors
    ///
    /// The arguments are wrong, or the plan was refused, failed or was denied something.
    pub fn run(self) -> Result<Exit, Failure> {
        let stubs = self.stubs()?;
        let limits = self.limits()?;
        let ruling = Ruling {
            strictness: self.judgement.strictness.unwrap_or_default(),
            budget: Bits::whole(self.judgement.choice_budget.unwrap_or(DEFAULT_CHOICE_BUDGET)),
        };
        let (name, source) = self.source()?;
        let mut trial = Trial::run(&source, &stubs, ruling, limits);
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", trial.to_json())?;
        } else {
            out.write_all(for_stdout(&trial.stdout).as_bytes())?;
        }
        out.flush()?;
        if !self.json {
            // Standard error may be closed; what the plan printed is out.
            let _ = std::io::stderr().write_all(told(&mut trial).as_bytes());
        }
        match &trial.error {
            None => Ok(Exit::Ran),
            Some(error) => Err(failure(error, &name, &source)),
        }
    }

    /// The plan's name for messages, and its text.
    fn source(&self) -> Result<(String, String), Failure> {
        match self.file.as_deref().filter(|file| *file != "-") {
            Some(file) => Ok((file.display().to_string(), read_text(file)?)),
            None => {
                let mut input = std::io::stdin().lock();
                if input.is_terminal() {
                    eprintln!("reading the plan from the terminal; end it with Ctrl-D");
                }
                let mut bytes = Vec::new();
                input.read_to_end(&mut bytes).map_err(|error| {
                    Failure::usage(
                        format!("standard input cannot be read ({error})"),
                        "name a file, or pipe the plan in",
                    )
                })?;
                let text = String::from_utf8(bytes).map_err(|_| {
                    Failure::usage("the plan on standard input is not UTF-8 text", "convert it to UTF-8")
                })?;
                Ok(("<stdin>".to_owned(), text))
            }
        }
    }

    fn stubs(&self) -> Result<Stubs, Failure> {
        let given = [
            ("--tool", StubKind::Tool, &self.tool),
            ("--trusted-tool", StubKind::TrustedTool, &self.trusted_tool),
            ("--agent", StubKind::Agent, &self.agent),
        ];
        let stubs = given
            .into_iter()
            .flat_map(|(option, kind, given)| given.iter().map(move |text| stub(option, kind, text)))
            .collect::<Result<Vec<Stub>, Failure>>()?;
        let named = stubs.into_iter().map(|stub| (stub.name.clone(), stub)).collect();
        let stubs: Vec<Stub> =
            options::unrepeated("the stub", named)?.into_iter().map(|(_, stub)| stub).collect();
        let stubs =
            Stubs::new(stubs).map_err(|error| Failure::new(Exit::Usage, Problem::new(error.to_string())))?;
        let data = options::unrepeated(
            "the variable",
            self.data.iter().map(|given| data(given)).collect::<Result<_, _>>()?,
        )?;
        let quarantined = match &self.quarantined {
            Some(text) => {
                Some(json_value("--quarantined", text, "write it as in `--quarantined '\"Monday\"'`")?)
            }
            None => None,
        };
        let now = self.clock.now()?.or_else(caravan::clock::now);
        Ok(stubs.with_variables(data).with_quarantined(quarantined).at(now))
    }

    fn limits(&self) -> Result<Limits, Failure> {
        let mut limits = Limits::default();
        for given in &self.limit {
            let names: Vec<&str> = LIMITS.iter().map(|limit| limit.name).collect();
            let help = || format!("limits are whole numbers by name: {}", names.join(", "));
            let (name, value) = given.split_once('=').ok_or_else(|| {
                Failure::usage(format!("`--limit {given}` is not of the form NAME=VALUE"), help())
            })?;
            let value = value
                .replace('_', "")
                .parse()
                .map_err(|_| Failure::usage(format!("the limit `{name}` cannot be `{value}`"), help()))?;
            if !limits.set(name, value) {
                return Err(Failure::usage(format!("there is no limit `{name}`"), help()));
            }
        }
        Ok(limits)
    }
}

/// Reads one `NAME=JSON`.
fn stub(option: &str, kind: StubKind, text: &str) -> Result<Stub, Failure> {
    let example = format!("write it as in `{option} search='{{\"title\": \"A\"}}'`");
    let Some((name, json)) = text.split_once('=') else {
        return Err(Failure::usage(format!("`{option} {text}` is not of the form NAME=JSON"), example));
    };
    let value = json_value(&format!("{option} {name}"), json, &example)?;
    Ok(Stub { name: name.to_owned(), kind, value })
}

fn json_value(what: &str, json: &str, example: &str) -> Result<Json, Failure> {
    serde_json::from_str(json).map_err(|error| {
        Failure::usage(
            format!("the value of `{what}` is not JSON ({error})"),
            format!("{example}; a text needs its double quotes"),
        )
    })
}

/// Reads one `NAME=VALUE` or `NAME=@FILE`. What is no JSON is a text.
fn data(given: &str) -> Result<(String, Json), Failure> {
    match given.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            let value = match value.strip_prefix('@') {
                Some(file) => Json::String(read_text(file.as_ref())?),
                None => serde_json::from_str(value).unwrap_or_else(|_| Json::String(value.to_owned())),
            };
            Ok((name.to_owned(), value))
        }
        _ => Err(Failure::usage(
            format!("`--data {given}` is not of the form NAME=VALUE or NAME=@FILE"),
            "name the variable, as in `--data rows='[1, 2]'` or `--data letter=@letter.txt`",
        )),
    }
}

/// What people are told of a trial: its calls, and its value as a REPL shows it.
fn told(trial: &mut Trial) -> String {
    let mut text = String::new();
    for call in trial.calls.clone() {
        let denied = call.decision.effect != Verdict::Allow;
        let answer = match &call.result {
            Some(result) => {
                format!(" -> {} ({})", terminal::excerpt(&result.repr(), 60), trial.label_in_words(result))
            }
            None if denied => format!(" denied by {}", call.decision.policy),
            None => String::new(),
        };
        let written = terminal::visible(&path::written(&call)).into_owned();
        let _ = writeln!(text, "{} line {}: {written}{answer}", call.id, call.line);
    }
    if let Some(result) = trial.result.clone().filter(|result| result.value != Tree::None) {
        let label = trial.label_in_words(&result);
        let _ = writeln!(text, "=> {} ({label})", terminal::visible(&result.repr()));
    }
    text
}

/// What was wrong with the plan, shown in its text.
fn failure(error: &TrialError, name: &str, source: &str) -> Failure {
    let place = |span| Place::of(span, name, source);
    match error {
        TrialError::Findings(findings) => {
            let problems = findings.iter().map(|finding| Problem {
                code: Some(finding.code.to_owned()),
                place: place(finding.span),
                help: finding.fix.clone(),
                ..Problem::new(&finding.message)
            });
            Failure::several(Exit::PlanFailed, problems.collect())
        }
        TrialError::Plan(error) => {
            let title = match &*error.message {
                "" => error.kind.to_string(),
                message => format!("{}: {message}", error.kind),
            };
            let raise = |limit| format!("if the plan is right, raise the limit with `--limit {limit}=VALUE`");
            let help = error.limit.map(raise).or_else(|| error.hint.as_deref().map(str::to_owned));
            Failure::new(Exit::PlanFailed, Problem { place: place(error.span), help, ..Problem::new(title) })
        }
        TrialError::Gate(denial) => {
            let problem = Problem {
                place: place(denial.span()),
                notes: vec![format!("its sources: {}", denial.sources().join(", "))],
                help: Some(denial.remedy().to_owned()),
                ..Problem::new(denial.title())
            };
            Failure::new(Exit::Denied, problem)
        }
        TrialError::Policy(decision, span) => {
            let help = decision.remedy.clone();
            Failure::new(
                Exit::Denied,
                Problem { place: place(*span), help, ..Problem::new(&decision.reason) },
            )
        }
        TrialError::NoClock(span) => {
            let problem = Problem {
                place: place(*span),
                help: Some("say what time it is with `--now MOMENT`".to_owned()),
                ..Problem::new("there is no clock here")
            };
            Failure::new(Exit::Outside, problem)
        }
        TrialError::NoModel(span) => {
            let problem = Problem {
                place: place(*span),
                help: Some("say what it answers with `--quarantined JSON`".to_owned()),
                ..Problem::new("there is no quarantined model here")
            };
            Failure::new(Exit::Outside, problem)
        }
    }
}
