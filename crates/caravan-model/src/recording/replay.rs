//! Answers from a recording, and from nowhere else.

use std::future::ready;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn,
};
use serde_json::Value as Json;

use super::{Exchange, FILE, text};
use crate::exchange::{self, Answer};
use crate::ledger::AskedAs;
use crate::open::OpenError;

/// A model that answers what a recording answers.
///
/// Each recorded exchange is used once, equal ones in their order.
#[derive(Debug)]
pub struct ReplayModel {
    name: String,
    exchanges: Vec<Exchange>,
    used: Mutex<Vec<bool>>,
}

impl ReplayModel {
    /// The recording in this folder, to answer in this role. It has the name of the model that answered in
    /// it when it was made, so that the accounts of both runs are the same.
    ///
    /// # Errors
    ///
    /// There is none, or a line of it is no exchange.
    pub fn open(folder: &Path, role: AskedAs) -> Result<ReplayModel, OpenError> {
        let path = folder.join(FILE);
        let lines = std::fs::read_to_string(&path).map_err(|error| {
            OpenError::new(format!("there is no recording at `{}`: {error}", path.display()))
        })?;
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| {
                OpenError::new(format!(
                    "`{}`, line {}: this is no exchange: {error}",
                    path.display(),
                    number + 1
                ))
            })
        };
        let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let exchanges: Vec<Exchange> = lines.map(read).collect::<Result<_, _>>()?;
        let used = Mutex::new(vec![false; exchanges.len()]);
        let role = role.to_string();
        let mut names =
            exchanges.iter().filter(|exchange| exchange.role == role).map(|exchange| &exchange.model);
        let name = match names.next() {
            Some(first) if names.all(|name| name == first) => first.clone(),
            _ => format!("replay:{}", folder.display()),
        };
        Ok(ReplayModel { name, exchanges, used })
    }

    fn answer<T: Answer>(&self, request: &Json) -> Result<Reply<T>, ModelError> {
        let exchange = self.take(request)?;
        match (&exchange.answer, &exchange.error) {
            (Some(answer), _) => {
                let content = T::read(answer).map_err(|problem| {
                    ModelError::new(ModelErrorKind::Malformed, format!("the recording is wrong: {problem}"))
                })?;
                let usage = serde_json::from_value(exchange.usage.clone())
                    .unwrap_or_else(|_| exchange::usage(answer));
                Ok(Reply { content, usage })
            }
            (None, Some(error)) => Err(error.clone()),
            (None, None) => Err(ModelError::new(
                ModelErrorKind::Malformed,
                "the recording is wrong: neither an answer nor an error",
            )),
        }
    }

    /// The first exchange for this request that was not used.
    fn take(&self, request: &Json) -> Result<&Exchange, ModelError> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut matching = 0;
        for (exchange, used) in self.exchanges.iter().zip(used.iter_mut()) {
            if exchange.answers(request) {
                matching += 1;
                if !*used {
                    *used = true;
                    return Ok(exchange);
                }
            }
        }
        let who = asked(request);
        let problem = match matching {
            0 => self.miss(request, &who),
            1 => format!("the recording answers this request of {who} once, but it was made again"),
            times => format!(
                "the recording answers this request of {who} {times} times, but it was made more often"
            ),
        };
        Err(ModelError::new(ModelErrorKind::NoAnswer, problem))
    }

    fn miss(&self, request: &Json, who: &str) -> String {
        let same = |exchange: &&Exchange| {
            exchange.role == text(request, "role") && exchange.agent == text(request, "agent")
        };
        let nearest =
            self.exchanges.iter().filter(same).rev().max_by_key(|exchange| exchange.likeness(request));
        let Some((nearest, part)) = nearest.and_then(|nearest| Some((nearest, nearest.difference(request)?)))
        else {
            return format!("the recording holds no request of {who}");
        };
        let (recorded, asked) = (nearest.part(&part), as_text(request.get(&part)));
        let (recorded, asked) = around_difference(&recorded, &asked);
        format!(
            "the recording does not hold this request of {who}; the nearest one differs in `{part}`:\n  recorded: {recorded}\n  asked:    {asked}"
        )
    }
}

impl Exchange {
    fn answers(&self, request: &Json) -> bool {
        self.role == text(request, "role")
            && self.agent == text(request, "agent")
            && self.matters.iter().all(|part| self.request.get(part) == request.get(part))
    }

    fn part(&self, part: &str) -> String {
        as_text(self.request.get(part))
    }

    /// The first part that matters and differs.
    fn difference(&self, request: &Json) -> Option<String> {
        self.matters.iter().find(|part| self.request.get(part) != request.get(part)).cloned()
    }

    /// How much of what matters is the same: the length of the common start and end of each part.
    fn likeness(&self, request: &Json) -> usize {
        let shared = |part: &String| {
            let (recorded, asked) = (self.part(part), as_text(request.get(part)));
            let start = recorded.chars().zip(asked.chars()).take_while(|(a, b)| a == b).count();
            let end = recorded.chars().rev().zip(asked.chars().rev()).take_while(|(a, b)| a == b).count();
            (start + end).min(recorded.chars().count())
        };
        self.matters.iter().map(shared).sum()
    }
}

fn asked(request: &Json) -> String {
    let role = match text(request, "role") {
        "planner" => "the planner",
        "quarantined" => "the quarantined model",
        _ => "the tool-calling model",
    };
    match text(request, "agent") {
        "" => format!("{role} of the root agent"),
        agent => format!("{role} of the agent `{agent}`"),
    }
}

fn as_text(json: Option<&Json>) -> String {
    match json {
        None => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// A piece of each text around the first place where they differ, on one line.
fn around_difference(one: &str, other: &str) -> (String, String) {
    const BEFORE: usize = 40;
    const MOST: usize = 120;
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let start = shared.saturating_sub(BEFORE);
    let piece = |text: &str| {
        let lead = if start > 0 { "..." } else { "" };
        let piece: String = text.chars().skip(start).take(MOST).collect();
        let rest = if text.chars().count() > start + MOST { "..." } else { "" };
        format!("{lead}{}{rest}", piece.replace('\n', "\\n"))
    };
    (piece(one), piece(other))
}

impl Model for ReplayModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(ready(self.answer(&exchange::plan_request(request))))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(ready(self.answer(&exchange::extract_request(request))))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(ready(self.answer(&exchange::conversation(request))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn exchange(query: &str, answer: i64) -> String {
        json!({
            "role": "quarantined", "agent": "sql", "model": "m", "matters": ["query"],
            "request": {"role": "quarantined", "agent": "sql", "query": query, "schema": {}},
            "answer": {"value": answer}, "usage": {"calls": 1, "input_tokens": 5, "cached_tokens": 0, "output_tokens": 2, "reasoning_tokens": 0},
        })
        .to_string()
    }

    fn replay(lines: &[String]) -> ReplayModel {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), lines.join("\n")).unwrap();
        ReplayModel::open(folder.path(), AskedAs::Quarantined).unwrap()
    }

    fn ask(model: &ReplayModel, query: &str) -> Result<Reply<Extraction>, ModelError> {
        model.answer(&json!({"role": "quarantined", "agent": "sql", "query": query, "schema": {"other": 1}}))
    }

    #[test]
    fn equal_requests_get_their_answers_in_order_and_no_more() {
        let model = replay(&[exchange("a", 1), exchange("b", 2), exchange("a", 3)]);
        let value = |query| ask(&model, query).unwrap().content;
        assert_eq!(value("a"), Extraction::Value(json!(1)));
        assert_eq!(value("a"), Extraction::Value(json!(3)));
        let error = ask(&model, "a").unwrap_err();
        assert_eq!(error.kind(), ModelErrorKind::NoAnswer);
        assert_eq!(
            error.to_string(),
            "the recording answers this request of the quarantined model of the agent `sql` 2 times, but it was made more often"
        );
        assert_eq!(ask(&model, "b").unwrap().usage.input_tokens, 5);
    }

    #[test]
    fn a_miss_shows_the_nearest_request_and_the_difference() {
        let model = replay(&[exchange("zzz", 1), exchange("How many\nseats has Oslo?", 2)]);
        assert_eq!(
            ask(&model, "How many\nseats has Bergen?").unwrap_err().to_string(),
            "the recording does not hold this request of the quarantined model of the agent `sql`; the nearest one differs in `query`:\n  recorded: How many\\nseats has Oslo?\n  asked:    How many\\nseats has Bergen?"
        );
        let error = model.answer::<String>(&json!({"role": "planner", "agent": ""})).unwrap_err();
        assert_eq!(error.to_string(), "the recording holds no request of the planner of the root agent");
    }

    #[test]
    fn the_nearest_request_shares_its_end_as_well_as_its_start() {
        let model = replay(&[exchange("What is the town? It is Oslo.", 1), exchange("What else?", 2)]);
        let error = ask(&model, "Which is the town? It is Oslo.").unwrap_err().to_string();
        assert!(error.contains("recorded: What is the town?"), "{error}");
    }

    #[test]
    fn a_recording_has_the_name_of_the_model_that_answered_in_the_role() {
        let model = replay(&[exchange("a", 1)]);
        assert_eq!(model.name(), "m");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), exchange("a", 1)).unwrap();
        let planner = ReplayModel::open(folder.path(), AskedAs::Planner).unwrap();
        assert_eq!(planner.name(), format!("replay:{}", folder.path().display()));
    }

    #[test]
    fn a_line_that_is_no_exchange_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            ReplayModel::open(folder.path(), AskedAs::Quarantined)
                .unwrap_err()
                .to_string()
                .starts_with("there is no recording at `")
        );
        std::fs::write(folder.path().join(FILE), format!("{}\n{{}}\n", exchange("a", 1))).unwrap();
        let error = ReplayModel::open(folder.path(), AskedAs::Quarantined).unwrap_err().to_string();
        assert!(error.contains("line 2: this is no exchange: missing field `role`"), "{error}");
    }
}
