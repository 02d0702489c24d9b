//! What a browser shows that runs no scripts: the calls of a run, one below the other.

use std::fmt::Write;

use super::page::escaped;
use crate::story::{CallPart, Story};

/// Values are cut here; the data in the page has them whole.
const LONGEST: usize = 400;

/// The run as markup.
pub fn run(story: &Story) -> String {
    let mut out = format!(
        "<main class=\"plain\"><h1>{}</h1><p>{}, {} under {}</p>",
        escaped(&story.run),
        escaped(&story.status),
        escaped(&story.defense),
        escaped(&story.strictness)
    );
    if let Some(instruction) = &story.instruction {
        let _ = write!(out, "<p>{}</p>", escaped(&cut(instruction)));
    }
    out.push_str("<ol>");
    for call in &story.calls {
        let _ = write!(out, "<li data-call=\"{}\">{}</li>", escaped(&call.id), told(call, story));
    }
    out.push_str("</ol>");
    if let Some(error) = &story.error {
        let _ = write!(out, "<p class=\"bad\">{}: {}</p>", escaped(&error.kind), escaped(&error.message));
    }
    out.push_str("</main>");
    out
}

fn told(call: &CallPart, story: &Story) -> String {
    let mut out = format!(
        "<code>{}</code> {} calls <code>{}</code>",
        escaped(&call.id),
        escaped(story.name_of(&call.agent)),
        escaped(&call.name)
    );
    if call.decision.effect != "allow" {
        let decision = &call.decision;
        let _ = write!(
            out,
            ": <strong class=\"bad\">{}</strong> {}",
            escaped(&decision.effect),
            escaped(&decision.reason)
        );
    }
    out.push_str("<dl>");
    let gave = call.result.as_ref().map(|value| ("gave", value));
    let failed = call.failure.as_ref().map(|value| ("failed", value));
    let arguments = call.arguments.iter().map(|(name, value)| (name.as_str(), value));
    for (name, value) in arguments.chain(gave).chain(failed) {
        let trusted = if value.label.trusted { "" } else { " (untrusted)" };
        let text = value.value.as_str().map_or_else(|| value.value.to_string(), str::to_owned);
        let _ = write!(out, "<dt>{}{trusted}</dt><dd>{}</dd>", escaped(name), escaped(&cut(&text)));
    }
    out.push_str("</dl>");
    out
}

/// The rows of a report as markup.
#[cfg(feature = "bench")]
pub fn rows(rows: &serde_json::Value) -> String {
    let mut out = String::from("<main class=\"plain\"><h1>Benchmark results</h1><table><tr>");
    for name in ["model", "defense", "strictness", "attack", "suite", "solved", "attacks"] {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr>");
    for row in rows.as_array().into_iter().flatten() {
        out.push_str("<tr>");
        for name in ["model", "defense", "strictness", "attack", "suite"] {
            let text = row.get(name).and_then(serde_json::Value::as_str).unwrap_or("none");
            let _ = write!(out, "<td>{}</td>", escaped(text));
        }
        for name in ["utility", "asr"] {
            let number =
                |part| row.get(name).and_then(|share| share.get(part)).and_then(serde_json::Value::as_u64);
            let text = match (number("k"), number("n")) {
                (Some(k), Some(n)) => format!("{k} of {n}"),
                _ => String::new(),
            };
            let _ = write!(out, "<td>{text}</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</table></main>");
    out
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
