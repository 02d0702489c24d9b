//! What a person is shown before a call, untrusted text included.

use std::fmt::Write as _;

use caravan_core::approval::ApprovalRequest;
use serde_json::Value as Json;

/// The longest value that is shown whole, in characters.
const LONGEST: usize = 4000;

/// A call as it is put to a person: what it does, with which values, where they came from, and why it is asked.
pub fn approval_text(request: &ApprovalRequest) -> String {
    let agent = if request.agent.is_empty() { "the root agent" } else { &request.agent };
    let mut text = format!(
        "May `{}` be called? {agent} wants to, on line {} of its plan. Policy `{}` asks, because {}.",
        request.tool,
        request.line,
        visible(&request.policy),
        visible(&request.reason)
    );
    for (name, argument) in &request.arguments {
        let value = match argument.get("value") {
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        };
        let _ = write!(text, "\n\n{} ({}):\n{}", visible(name), origin(argument), excerpt(&value));
    }
    text
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
            let source = visible(source);
            if !is_ours && !sources.contains(&source) {
                sources.push(source);
            }
        }
    }
    format!("UNTRUSTED, from {}", sources.join(", "))
}

/// The value, or its beginning with how much is left out.
fn excerpt(value: &str) -> String {
    let length = value.chars().count();
    if length <= LONGEST {
        return visible(value);
    }
    let beginning: String = value.chars().take(LONGEST).collect();
    format!("{}\n[{} more characters are not shown]", visible(&beginning), length - LONGEST)
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
    use caravan_core::approval::Subject;
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
             `send_email` has a side effect.\n\nto (trusted):\nJulie\n\nbody (UNTRUSTED, from \
             tool:mail/search#eve\\u{202e}@x.org):\nHello\nJulie"
        );
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
