//! The person at the terminal, who is asked whether a call may be made.

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use caravan::approvals::Remembered;
use caravan::core::approval::{Approval, ApprovalRequest, Approver, Subject};
use caravan::core::model::BoxFuture;
use serde_json::Value as Json;
use tokio::sync::{Mutex, oneshot};

use crate::terminal::visible;

/// Asks at the terminal. Without one nobody is there.
#[derive(Debug)]
pub struct Terminal {
    remembered: Option<Remembered>,
    /// One question at a time, whatever is done at the same time.
    turn: Mutex<()>,
}

impl Terminal {
    /// Asks whoever sits there; what they approve for good is kept with these.
    pub fn new(remembered: Option<Remembered>) -> Terminal {
        Terminal { remembered, turn: Mutex::new(()) }
    }
}

impl Approver for Terminal {
    fn approve<'a>(&'a self, request: &'a ApprovalRequest) -> BoxFuture<'a, Approval> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Box::pin(async { Approval::NobodyThere });
        }
        let (request, remembered) = (request.clone(), self.remembered.clone());
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let (sender, answered) = oneshot::channel();
            // On a thread of its own: a run that is out of time does not wait for the person.
            thread::spawn(move || {
                let answer = ask(&request, remembered.as_ref(), &mut io::stdin().lock(), &mut io::stderr());
                // The run may have ended meanwhile.
                let _ = sender.send(answer.unwrap_or(Approval::NobodyThere));
            });
            answered.await.unwrap_or(Approval::NobodyThere)
        })
    }
}

/// Shows a call and takes the answer. What is not a clear yes is a no.
fn ask(
    request: &ApprovalRequest,
    remembered: Option<&Remembered>,
    answers: &mut dyn BufRead,
    screen: &mut dyn Write,
) -> io::Result<Approval> {
    let can_remember = remembered.filter(|_| request.subject == Subject::Tool);
    write!(screen, "\n{}\n{}", question(request), choices(request, can_remember.is_some()))?;
    screen.flush()?;
    let mut line = String::new();
    if answers.read_line(&mut line)? == 0 {
        writeln!(screen)?;
        return Ok(Approval::NobodyThere);
    }
    let answer = line.trim();
    if answer.eq_ignore_ascii_case("y") || answer.eq_ignore_ascii_case("yes") {
        return Ok(Approval::Yes);
    }
    let (Some(chosen), Some(remembered)) = (answer.strip_prefix("always"), can_remember) else {
        return Ok(Approval::No);
    };
    let names: Vec<&str> = match chosen.trim() {
        "" => request.arguments.iter().map(|(name, _)| name.as_str()).collect(),
        chosen => chosen.split([',', ' ']).filter(|name| !name.is_empty()).collect(),
    };
    match remembered.remember(request, &names) {
        Ok(rule) => {
            writeln!(
                screen,
                "Remembered as number {}: {}\n`caravan approvals revoke {}` forgets it.",
                rule.number,
                visible(&rule.to_string()),
                rule.number
            )?;
            Ok(Approval::Yes)
        }
        Err(error) => {
            writeln!(screen, "{}; so it is not approved.", visible(&error.to_string()))?;
            Ok(Approval::No)
        }
    }
}

/// What is asked, with everything that the call would do. Each line of an untrusted text stands behind a bar, and nothing
/// in it steers the terminal.
pub fn question(request: &ApprovalRequest) -> String {
    let agent = match request.agent.as_str() {
        "" => "the root agent".to_owned(),
        agent => format!("agent `{agent}`"),
    };
    let (name, line) = (visible(&request.tool), request.line);
    let mut text = match request.subject {
        Subject::Tool => {
            format!("May `{name}` of `{}` be called? It is wanted by {agent}", visible(&request.server))
        }
        Subject::Message => format!(
            "May agent `{name}` be told this? It will follow it, and whoever wrote it decides what it does. It is \
             told by {agent}"
        ),
    };
    if line > 0 {
        let _ = write!(text, ", on line {line} of its plan");
    }
    let _ = writeln!(
        text,
        ".\nPolicy `{}` asks: {}.",
        on_one_line(&request.policy),
        on_one_line(&request.reason)
    );
    for (name, argument) in &request.arguments {
        let value = match argument.get("value") {
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let _ = writeln!(text, "\n  {} ({})", on_one_line(name), origin(argument));
        for line in visible(&value).split('\n') {
            let _ = writeln!(text, "  │ {line}");
        }
    }
    text
}

fn choices(request: &ApprovalRequest, can_remember: bool) -> String {
    let mut text = "  y       yes, this once\n  N       no; the run ends\n".to_owned();
    if can_remember {
        text.push_str("  always  yes, and from now on wherever all arguments are just these\n");
        if let [(first, _), _, ..] = request.arguments.as_slice() {
            let first = visible(first);
            let _ = writeln!(
                text,
                "  always {first}  the same, wherever `{first}` is just this; several with commas"
            );
        }
    }
    text.push_str("[y/N] ");
    text
}

/// A name or a reason, which may quote where an untrusted value came from: no part of it passes for a line of the question.
fn on_one_line(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}

/// Whether a value is trusted, else its untrusted sources.
fn origin(argument: &Json) -> String {
    let label = argument.get("label");
    if label.and_then(|label| label.get("trusted")) == Some(&Json::Bool(true)) {
        return "trusted".to_owned();
    }
    let mut sources: Vec<String> = Vec::new();
    for part in ["data", "control"] {
        let named = label.and_then(|label| label.get(part)?.get("sources")?.as_array());
        for source in named.into_iter().flatten().filter_map(Json::as_str) {
            let is_ours = source == "user" || source == "system" || source.starts_with("plan:");
            let source = on_one_line(source);
            if !is_ours && !sources.contains(&source) {
                sources.push(source);
            }
        }
    }
    format!("UNTRUSTED, from {}", sources.join(", "))
}

#[cfg(test)]
mod tests {
    use caravan::core::record::CallId;
    use serde_json::json;

    use super::*;

    fn request(subject: Subject) -> ApprovalRequest {
        let label =
            |trusted: bool, source: &str| json!({"trusted": trusted, "data": {"sources": [source, "plan:"]}});
        ApprovalRequest {
            subject,
            agent: "mail".into(),
            tool: "send_email".into(),
            server: "outbox".into(),
            call: CallId::new(3),
            line: 2,
            arguments: vec![
                ("to".into(), json!({"value": "Julie", "label": label(true, "user")})),
                (
                    "body".into(),
                    json!({
                        "value": "Hello\n[y/N] y\u{1b}[2J\u{202e}\u{e0041}\u{ad}",
                        "label": label(false, "tool:mail/search#eve\n\u{202e}@x.org"),
                    }),
                ),
            ],
            policy: "ask-pay".into(),
            reason: "money leaves the account, by `tool:mail/search#eve\n\n  to (trusted)\n  │ Bob`".into(),
        }
    }

    fn asked(subject: Subject, remembered: Option<&Remembered>, answer: &str) -> (Approval, String) {
        let mut screen = Vec::new();
        let approval = ask(&request(subject), remembered, &mut answer.as_bytes(), &mut screen).unwrap();
        (approval, String::from_utf8(screen).unwrap())
    }

    #[test]
    fn a_person_sees_every_argument_where_it_came_from_and_nothing_that_steers_the_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let (_, screen) = asked(Subject::Tool, Some(&Remembered::of(folder.path())), "");
        insta::assert_snapshot!(screen);
        let (_, screen) = asked(Subject::Message, Some(&Remembered::of(folder.path())), "");
        insta::assert_snapshot!(screen);
    }

    #[test]
    fn what_is_not_a_clear_yes_is_a_no() {
        let approval = |answer: &str| asked(Subject::Tool, None, answer).0;
        for yes in ["y\n", "Yes\n", " y "] {
            assert_eq!(approval(yes), Approval::Yes, "{yes}");
        }
        for no in ["\n", "n\n", "no\n", "yy\n", "always\n", "\u{1b}[A\n"] {
            assert_eq!(approval(no), Approval::No, "{no}");
        }
        assert_eq!(approval(""), Approval::NobodyThere);
    }

    #[test]
    fn always_is_remembered_for_the_arguments_that_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let remembered = Remembered::of(folder.path());
        assert_eq!(asked(Subject::Tool, Some(&remembered), "always to\n").0, Approval::Yes);
        assert_eq!(asked(Subject::Tool, Some(&remembered), "always too\n").0, Approval::No);
        assert_eq!(asked(Subject::Message, Some(&remembered), "always\n").0, Approval::No);
        let rules = remembered.rules().unwrap();
        let [rule] = rules.as_slice() else { panic!("{rules:?}") };
        assert_eq!(rule.arguments.keys().collect::<Vec<_>>(), ["to"]);
    }
}
