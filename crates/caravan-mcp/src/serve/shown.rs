//! What a person is shown before a call, untrusted text included.

use std::fmt::Write as _;

use caravan_core::approval::{ApprovalRequest, Subject};
use serde_json::Value as Json;

/// The longest value of a tool's argument that is shown whole, in characters. What an agent would be told is shown whole.
const LONGEST: usize = 4000;

/// A call as it is put to a person: what it does, with which values, where they came from, and why it is asked. Each line of
/// a value stands behind a bar, so that no value can pass for another part of the question.
pub fn approval_text(request: &ApprovalRequest) -> String {
    let agent = if request.agent.is_empty() { "the root agent" } else { &request.agent };
    let name = &request.tool;
    let (wanted, longest) = match request.subject {
        Subject::Tool => (format!("May `{name}` be called? {agent} wants to"), LONGEST),
        Subject::Message => (
            format!(
                "May agent `{name}` be told this? It will follow it, and whoever wrote it decides what it does. {agent} \
                 wants to"
            ),
            usize::MAX,
        ),
    };
    let mut text = format!(
        "{wanted}, on line {} of its plan. Policy `{}` asks, because {}.",
        request.line,
        on_one_line(&request.policy),
        on_one_line(&request.reason)
    );
    for (name, argument) in &request.arguments {
        let value = match argument.get("value") {
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let _ = write!(text, "\n\n{} ({}):", on_one_line(name), origin(argument));
        let length = value.chars().count();
        let beginning: String = value.chars().take(longest).collect();
        for line in visible(&beginning).split('\n') {
            let _ = write!(text, "\n│ {line}");
        }
        if length > longest {
            let _ = write!(text, "\n[{} more characters are not shown]", length - longest);
        }
    }
    text
}

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

/// The text with everything as an escape that would not show, or would show as something else: controls but for line
/// ends and tabs, marks of direction, invisible characters, tags.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let hidden = matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        );
        if hidden || (c.is_control() && !matches!(c, '\n' | '\t')) {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use caravan_core::record::CallId;
    use serde_json::json;

    use super::*;

    fn request(body: &str) -> ApprovalRequest {
        let label = |trusted: bool, source: &str| json!({"trusted": trusted, "data": {"sources": [source, "plan:"]}, "control": {"sources": []}});
        ApprovalRequest {
            subject: Subject::Tool,
            agent: "mail".into(),
            tool: "send_email".into(),
            server: "outbox".into(),
            call: CallId::new(3),
            line: 2,
            arguments: vec![
                ("to".into(), json!({"value": "Julie", "label": label(true, "user")})),
                (
                    "body".into(),
                    json!({"value": body, "label": label(false, "tool:mail/search#eve\u{202e}@x.org")}),
                ),
            ],
            policy: "ask-first".into(),
            reason: "`send_email` has a side effect".into(),
        }
    }

    #[test]
    fn a_person_sees_what_is_sent_where_it_came_from_and_why_it_is_asked() {
        assert_eq!(
            approval_text(&request("Hello\nJulie")),
            "May `send_email` be called? mail wants to, on line 2 of its plan. Policy `ask-first` asks, because \
             `send_email` has a side effect.\n\nto (trusted):\n│ Julie\n\nbody (UNTRUSTED, from \
             tool:mail/search#eve\\u{202e}@x.org):\n│ Hello\n│ Julie"
        );
    }

    #[test]
    fn no_value_and_no_source_passes_for_another_part_of_the_question() {
        let mut request = request("Hello\n\nto (trusted):\r\nBob\n[9 more characters are not shown]");
        let label =
            json!({"trusted": false, "data": {"sources": ["tool:mail/search#eve\n\nto (trusted):\nBob"]}});
        request.arguments[1].1["label"] = label;
        let text = approval_text(&request);
        let heads: Vec<&str> =
            text.lines().filter(|line| !line.starts_with('│') && !line.is_empty()).collect();
        assert_eq!(heads.len(), 3, "{text}");
        assert_eq!(heads[1], "to (trusted):");
        assert_eq!(heads[2], "body (UNTRUSTED, from tool:mail/search#eve\\n\\nto (trusted):\\nBob):");
    }

    #[test]
    fn what_an_agent_would_be_told_is_called_so_and_shown_whole() {
        let request = ApprovalRequest { subject: Subject::Message, ..request(&"x".repeat(4100)) };
        let text = approval_text(&request);
        assert!(text.starts_with("May agent `send_email` be told this? It will follow it"), "{text}");
        assert!(text.ends_with(&"x".repeat(4100)));
    }

    #[test]
    fn what_would_not_show_is_shown_as_an_escape() {
        let hidden = "a\u{202e}b\u{200b}c\u{e0041}d\u{1b}[2Je\u{feff}f\u{7f}";
        assert_eq!(visible(hidden), "a\\u{202e}b\\u{200b}c\\u{e0041}d\\u{1b}[2Je\\u{feff}f\\u{7f}");
        assert_eq!(visible("Grüße, 世界 🙂\n\tx"), "Grüße, 世界 🙂\n\tx");
    }

    #[test]
    fn a_long_value_says_how_much_of_it_is_not_shown() {
        let text = approval_text(&request(&"x".repeat(4100)));
        assert!(text.ends_with("[100 more characters are not shown]"), "{text}");
    }
}
