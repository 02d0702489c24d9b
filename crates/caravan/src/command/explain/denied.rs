//! Why a run was denied something: the call, who decided and by what rule, what was at fault, and what would do.

use std::fmt::Write;

use caravan::story::{CallPart, Derived, Explained, LabelPart, Story};
use serde::Serialize;

use super::derived::tree;
use super::telling::{in_words, shown, written};
use crate::failure::Failure;
use crate::terminal::{Paint, excerpt, visible};

/// What was denied.
#[derive(Debug, Serialize)]
pub struct Denied {
    /// The run.
    run: String,
    /// The call; none if none was made.
    call: Option<CallPart>,
    /// Why the run ended.
    error: Option<String>,
    /// What had a part in the denial, with its derivation.
    at_fault: Vec<AtFault>,
    /// What would be allowed instead, where that is known.
    remedy: Option<String>,
}

/// A part of a call that had a part in its denial.
#[derive(Debug, Serialize)]
struct AtFault {
    /// The argument; none for what decided that the call is made.
    argument: Option<String>,
    /// Its label.
    label: Option<LabelPart>,
    /// Where it comes from; none where the run cannot be done again.
    derivation: Option<Derived>,
}

/// What a run was denied.
///
/// # Errors
///
/// It was denied nothing.
pub fn of(run: &mut Explained) -> Result<Denied, Failure> {
    let Explained { story, replayed, .. } = run;
    let refused = |call: &&CallPart| call.decision.effect == "deny";
    let asked = |call: &&CallPart| call.decision.effect == "ask";
    let calls = story.calls.iter().rev();
    let call = calls.clone().find(refused).or_else(|| calls.clone().find(asked)).cloned();
    let error = story.error.as_ref().filter(|error| story.status == "denied" || error.kind == "Denied");
    if call.is_none() && error.is_none() {
        return Err(Failure::usage(
            format!("the run {} was denied nothing (`{}`)", story.run, story.status),
            "`caravan explain` tells its story",
        ));
    }
    let mut at_fault = Vec::new();
    if let Some(call) = &call {
        for (name, argument) in &call.arguments {
            let is_at_fault = match call.kind.as_str() {
                "agent" => name != "variables" && !argument.label.may_instruct,
                _ => !argument.label.trusted || argument.label.data.readers != "everybody",
            };
            if is_at_fault {
                let value = format!("{}.{name}", call.id);
                let derivation = replayed.as_mut().and_then(|run| run.value(story, &value).ok());
                let label = Some(argument.label.clone());
                at_fault.push(AtFault { argument: Some(name.clone()), label, derivation });
            }
        }
        if !call.pc_trusted {
            let derivation = replayed.as_ref().and_then(|run| run.decided(story, &call.id));
            at_fault.push(AtFault { argument: None, label: None, derivation });
        }
    }
    let message = error.map(|error| error.message.clone());
    let remedy = replayed.as_ref().and_then(caravan::story::replay::Replayed::remedy);
    let remedy = remedy.or_else(|| message.as_deref()?.split_once("; ").map(|(_, help)| help.to_owned()));
    Ok(Denied { run: story.run.clone(), call, error: message, at_fault, remedy })
}

/// The same as people read it.
pub fn tell(denied: &Denied, story: &Story, paint: Paint) -> String {
    let mut text = String::new();
    if let Some(call) = &denied.call {
        let agent = if call.agent.is_empty() { &story.root } else { &call.agent };
        let waits = call.decision.effect == "ask";
        let what = if waits { "waits for a person" } else { "denied" };
        let _ = writeln!(text, "{}: {}  {}", paint.bad(what), call.id, excerpt(&written(call), 200));
        let _ = writeln!(text, "  called by {}, on line {} of its plan", visible(agent), call.line);
        let by = format!("`{}`: {}", visible(&call.decision.policy), excerpt(&call.decision.reason, 400));
        let _ = writeln!(text, "  by {by}");
    }
    if let Some(error) = &denied.error {
        let _ = writeln!(text, "  {}", excerpt(error, 600));
    }
    for part in &denied.at_fault {
        let name = match &part.argument {
            Some(name) => format!("its {}", visible(name)),
            None => "what decided that it is called".to_owned(),
        };
        let value = part.argument.as_ref().and_then(|name| denied.call.as_ref()?.arguments.get(name));
        let value = value.map(|value| format!(" = {}", shown(&value.value, 120))).unwrap_or_default();
        let _ = writeln!(text, "\n{}{value}", paint.bold(name));
        if let Some(label) = &part.label {
            let _ = writeln!(text, "{}", paint.dim(in_words(label)));
        }
        if let Some(derived) = &part.derivation {
            text.push_str(&tree(derived, story, paint));
        }
    }
    if let Some(remedy) = &denied.remedy {
        let _ = writeln!(text, "\n{} {}", paint.good("what would do:"), visible(remedy));
    }
    text
}
