//! The story of a run as people read it. Texts of models and tools stand on one line, cut, and cannot steer the terminal.

use std::fmt::Write;

use caravan::story::{AgentPart, CallPart, LabelPart, Story, ValuePart};
use serde_json::Value as Json;

use crate::terminal::{Paint, excerpt, visible};

/// How wide the text is meant to be.
const WIDTH: usize = 100;

/// The whole story.
pub fn tell(story: &Story, paint: Paint) -> String {
    let mut telling = Telling { story, paint, text: String::new() };
    telling.opening();
    for agent in story.agents.iter().filter(|agent| agent.parent.is_none()) {
        telling.agent(agent, "");
    }
    telling.ending();
    telling.text
}

struct Telling<'a> {
    story: &'a Story,
    paint: Paint,
    text: String,
}

impl Telling<'_> {
    fn line(&mut self, indent: &str, line: &str) {
        let _ = writeln!(self.text, "{}", format!("{indent}{line}").trim_end());
    }

    fn opening(&mut self) {
        let story = self.story;
        let took = story.ended.map(|ended| format!(", took {}", duration(ended.saturating_sub(story.began))));
        let heading = format!("run {}", story.run);
        let status = match story.status.as_str() {
            "done" => self.paint.good(&*story.status).to_string(),
            status => self.paint.bad(status).to_string(),
        };
        let line = format!("{}: {status}{}", self.paint.bold(heading), took.unwrap_or_default());
        self.line("", &line);
        if !story.defense.is_empty() {
            let line = format!(
                "defense {}, strictness {}, {} bits of choice",
                story.defense, story.strictness, story.choice_budget
            );
            let line = self.paint.dim(line).to_string();
            self.line("", &line);
        }
        if let Some(why) = &story.not_replayed {
            let line =
                format!("It is told from the journal alone, without the lines that ran: {}.", visible(why));
            let line = self.paint.dim(line).to_string();
            self.line("", &line);
        }
        self.line("", "");
        match &story.instruction {
            Some(instruction) => self.line("", &format!("the user asks: {}", excerpt(instruction, 400))),
            None => self.line("", "what the user asked is not kept"),
        }
        if story.agents.is_empty() && !story.effects.is_empty() {
            self.line("", "");
            for effect in &story.effects {
                let what = format!(
                    "e{}  {} {} {}",
                    effect.number,
                    effect.kind,
                    visible(&effect.name),
                    visible(&effect.agent)
                );
                self.line("", &what);
            }
        }
    }

    fn agent(&mut self, agent: &AgentPart, indent: &str) {
        let name = match agent.agent.as_str() {
            "" => format!("{} (the root agent)", visible(&agent.name)),
            path => visible(path).into_owned(),
        };
        self.line(indent, "");
        let heading = self.paint.bold(name).to_string();
        self.line(indent, &heading);
        let inner = format!("{indent}  ");
        if agent.parent.is_some() {
            self.line(&inner, &format!("is told: {}", excerpt(&agent.instruction, 300)));
        }
        for refused in &agent.refused {
            self.line(
                &inner,
                &format!("an answer of its planner was refused: {}", excerpt(&refused.problem, 200)),
            );
        }
        for repaired in &agent.repaired {
            self.line(
                &inner,
                &format!("a plan was stopped by an error, and mended: {}", excerpt(&repaired.told, 200)),
            );
        }
        match &agent.plan {
            Some(plan) => self.plan(plan, agent.lines_run.as_deref(), &inner),
            None if self.story.defense == "none" => {}
            None => self.line(&inner, "has no plan"),
        }
        let story = self.story;
        for call in story.calls.iter().filter(|call| call.episode == agent.id) {
            self.call(call, &inner);
            if let Some(begun) = call.began_episode.and_then(|place| story.agents.get(place)) {
                self.agent(begun, &format!("{inner}    "));
            }
        }
        for printed in story.printed.iter().filter(|printed| printed.agent == agent.agent) {
            self.line(&inner, &format!("prints: {}", excerpt(&printed.text, 120)));
        }
    }

    fn plan(&mut self, plan: &str, ran: Option<&[u32]>, indent: &str) {
        let what = if ran.is_some() { "plan (> marks the lines that ran)" } else { "plan" };
        let what = self.paint.dim(what).to_string();
        self.line(indent, &what);
        let plan = visible(plan);
        let room = WIDTH.saturating_sub(indent.len() + 7).max(40);
        for (number, line) in (1_u32..).zip(plan.trim_end().lines()) {
            let has_run = ran.is_none_or(|ran| ran.contains(&number));
            let mark = if ran.is_some() && has_run { '>' } else { ' ' };
            let line = format!("{mark} {number:>3}  {}", cut(line, room));
            let line = if has_run { line } else { self.paint.dim(line).to_string() };
            self.line(indent, &line);
        }
    }

    fn call(&mut self, call: &CallPart, indent: &str) {
        let place = if call.line > 0 { format!(", line {}", call.line) } else { String::new() };
        let effect = call.effect.and_then(|number| self.story.effect(number));
        let took = effect.and_then(|effect| Some(duration(effect.ended?.saturating_sub(effect.began))));
        let took = took.map(|took| format!(", {took}")).unwrap_or_default();
        let room = WIDTH.saturating_sub(indent.len() + call.id.len() + 2);
        let written = excerpt(&written(call), room);
        let line = format!("{}  {written}", self.paint.bold(&*call.id));
        self.line(indent, &line);
        let inner = format!("{indent}    ");
        let decision = self.decision(call);
        self.line(&inner, &format!("{decision}{}", self.paint.dim(format!("{place}{took}"))));
        for (name, argument) in &call.arguments {
            if is_remarkable(&argument.label) {
                self.line(&inner, &format!("{}: {}", visible(name), in_words(&argument.label)));
            }
        }
        if !call.pc_trusted {
            self.line(&inner, "untrusted data has decided that it is made");
        }
        if call.in_doubt {
            let line = self.paint.bad("in doubt: nobody knows whether it has happened").to_string();
            self.line(&inner, &line);
        }
        if let Some(effect) = effect {
            if let Some(settled) = &effect.settled {
                self.line(
                    &inner,
                    &format!("was in doubt, and a person or the configuration said: {settled}"),
                );
            }
            if effect.times > 1 {
                self.line(&inner, &format!("was begun {} times", effect.times));
            }
        }
        match (&call.result, &call.failure) {
            (Some(result), _) => self.gave("gave", result, &inner),
            (None, Some(failure)) => {
                let what = self.paint.bad("failed").to_string();
                self.gave(&what, failure, &inner);
            }
            (None, None) => {}
        }
    }

    fn decision(&self, call: &CallPart) -> String {
        let decision = &call.decision;
        let by = format!("`{}`: {}", visible(&decision.policy), excerpt(&decision.reason, 160));
        let endorsed = decision.endorsed_by.as_ref();
        match (decision.effect.as_str(), endorsed) {
            ("allow", Some(by_whom)) => {
                format!("{} by {}; {by}", self.paint.good("endorsed"), visible(by_whom))
            }
            ("allow", None) => format!("allowed by {by}"),
            ("ask", _) => format!("{} by {by}", self.paint.bad("waits for a person,")),
            _ => format!("{} by {by}", self.paint.bad("denied")),
        }
    }

    fn gave(&mut self, what: &str, value: &ValuePart, indent: &str) {
        let room = WIDTH.saturating_sub(indent.len() + 6);
        self.line(indent, &format!("{what} {}", shown(&value.value, room)));
        let label = self.paint.dim(in_words(&value.label)).to_string();
        self.line(indent, &format!("  {label}"));
    }

    fn ending(&mut self) {
        let story = self.story;
        self.line("", "");
        for waiting in &story.waits_for {
            let tool = waiting.get("tool").and_then(Json::as_str).unwrap_or_default();
            let reason = waiting.get("reason").and_then(Json::as_str).unwrap_or_default();
            let line =
                format!("waits for a person: may `{}` be called? ({})", visible(tool), excerpt(reason, 160));
            let line = self.paint.bad(line).to_string();
            self.line("", &line);
        }
        if let Some(answer) = &story.answer {
            self.gave("answer:", answer, "");
        }
        if let Some(error) = &story.error {
            let agent = if error.agent.is_empty() { &story.root } else { &error.agent };
            let what = format!("{} in the plan of {}: ", self.paint.bad("ended"), visible(agent));
            self.line("", &format!("{what}{}", excerpt(&error.message, 600)));
        }
        let count = |name: &str| story.usage.get(name).and_then(Json::as_u64).unwrap_or_default();
        if count("calls") > 0 {
            let line = format!(
                "models answered {} times, read {} tokens and wrote {}",
                count("calls"),
                count("input_tokens"),
                count("output_tokens")
            );
            let line = self.paint.dim(line).to_string();
            self.line("", &line);
        }
        match story.status.as_str() {
            "suspended" | "interrupted" => {
                self.line("", &format!("`caravan resume {}` goes on", story.run));
            }
            "denied" => self.line("", &format!("`caravan explain {} --why-denied` tells more", story.run)),
            _ => {}
        }
    }
}

/// A call as a plan writes it.
pub fn written(call: &CallPart) -> String {
    let arguments = call.arguments.iter().filter(|(name, argument)| {
        let is_schema = call.kind != "tool" && *name == "output_schema";
        let is_empty = *name == "variables" && argument.value == Json::Object(serde_json::Map::new());
        !is_schema && !is_empty
    });
    let arguments = arguments.map(|(name, argument)| format!("{name}={}", shown(&argument.value, 60)));
    format!("{}({})", call.name, arguments.collect::<Vec<_>>().join(", "))
}

/// A value on one line.
pub fn shown(value: &Json, width: usize) -> String {
    excerpt(&as_text(value), width)
}

fn as_text(value: &Json) -> String {
    match value {
        Json::Object(object) => match (object.get("$type"), object.get("repr").and_then(Json::as_str)) {
            (Some(_), Some(repr)) => repr.to_owned(),
            _ => {
                let parts =
                    object.iter().map(|(name, part)| format!("{}: {}", Json::from(&**name), as_text(part)));
                format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
            }
        },
        Json::Array(items) => format!("[{}]", items.iter().map(as_text).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The line as far as `width` reaches; its blanks stay.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Whether there is something to say of a label beside that it is trusted.
fn is_remarkable(label: &LabelPart) -> bool {
    !label.trusted || label.data.readers != "everybody" || label.choice_bits != 0
}

/// A label in words.
pub fn in_words(label: &LabelPart) -> String {
    let trust = if label.trusted { "trusted" } else { "untrusted" };
    let mut words = format!("{trust}, from {}", sources(&label.data.sources));
    let more: Vec<String> =
        label.control.sources.iter().filter(|source| !label.data.sources.contains(source)).cloned().collect();
    if !more.is_empty() {
        let _ = write!(words, "; decided by {}", sources(&more));
    }
    if let Json::Array(readers) = &label.data.readers {
        let readers: Vec<&str> = readers.iter().filter_map(Json::as_str).collect();
        let readers = if readers.is_empty() { "nobody".to_owned() } else { readers.join(", ") };
        let _ = write!(words, "; readable by {}", visible(&readers));
    }
    match &label.choice_bits {
        Json::String(_) => words.push_str("; untrusted data may have made anything of it"),
        Json::Number(bits) if bits.as_f64() != Some(0.0) => {
            let s = if bits.as_f64() == Some(1.0) { "" } else { "s" };
            let _ = write!(words, "; untrusted data has chosen it with {bits} bit{s}");
        }
        _ => {}
    }
    words
}

fn sources(sources: &[String]) -> String {
    if sources.is_empty() {
        return "nothing outside".to_owned();
    }
    let named = sources.iter().map(|source| match source.as_str() {
        "plan:" => "the root's plan".to_owned(),
        "user" => "the user".to_owned(),
        "system" => "the runtime".to_owned(),
        source => excerpt(source, 80),
    });
    named.collect::<Vec<_>>().join(", ")
}

fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1000 => format!("{milliseconds} ms"),
        1000..60_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds % 60_000 / 1000),
    }
}
