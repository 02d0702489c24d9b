//! Models over HTTP: OpenAI, OpenRouter, Anthropic, Gemini, Ollama, vLLM, and any endpoint for chat
//! completions.
//!
//! The planner is asked for plain text. The quarantined model is asked for an answer of a JSON schema: held
//! to it by the provider where it can be, else as the arguments of a call, else in words; either way the
//! answer is checked against the schema that was asked for, and asked for again, with what was wrong, a
//! bounded number of times. The tool-calling agent of the defense `none` gets its tools and children as
//! functions.
//!
//! What goes over the wire is written field by field, one file a dialect: a request holds what its body
//! shows, nothing is added. A key is sent to its provider and nowhere else: redirects are not followed, and
//! no error, log, recording or `Debug` output shows it. Requests end in bounded time, answers are read up to
//! a bounded size, and every failure is one [`ModelError`] with one clear line.

mod ask;
mod conversation;
mod delay;
mod dialect;
mod extraction;
mod key;
mod limits;
mod pace;
mod provider;
mod schema;
mod transport;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};
use serde_json::Value as Json;

use self::ask::{Answer, Ask, Form, Part, Said, one_line};
use self::dialect::{Way, with_extra};
pub use self::limits::Limits;
pub use self::pace::Rates;
pub(crate) use self::provider::Provider;
pub use self::provider::{About, Providers, Variable};
use self::schema::Validator;
pub use self::transport::client;
use self::transport::{Failure, Note, Parcel};
use crate::open::OpenError;
use crate::recording::Recording;
use crate::request::RequestOptions;

/// How often a quarantined model is asked for one value.
const EXTRACT_ATTEMPTS: usize = 3;

/// The most tokens of a quarantined model's answer where nobody says more: an answer that goes in a circle
/// has to end.
const EXTRACT_TOKENS: u32 = 16_384;

/// A model at a provider.
#[derive(Debug)]
pub(crate) struct HttpModel {
    name: String,
    model: String,
    options: RequestOptions,
    provider: Arc<Provider>,
    recording: Option<Recording>,
    /// How many of the provider's ways of asking for a schema it has turned down for this model.
    refused_ways: AtomicUsize,
}

impl HttpModel {
    /// The model that the provider calls `model`. Nothing is sent yet.
    pub(crate) fn new(
        model: &str,
        provider: Arc<Provider>,
        options: RequestOptions,
        recording: Option<Recording>,
    ) -> Result<HttpModel, OpenError> {
        let name = format!("{}:{model}", provider.name);
        if let Some(option) = provider.dialect.lacks(&options) {
            return Err(OpenError::new(format!(
                "the model `{name}`: `{option}` is set, and {} has no such option",
                provider.name
            )));
        }
        if model.chars().any(|c| c.is_whitespace() || matches!(c, '?' | '#' | '%')) || model.contains("..") {
            return Err(OpenError::new(format!("`{model}` is no name of a model")));
        }
        let model = model.to_owned();
        let refused_ways = AtomicUsize::new(0);
        Ok(HttpModel { name, model, options, provider, recording, refused_ways })
    }

    /// Asks once. What it took is added to `usage`, also where the answer is no use.
    async fn ask(
        &self,
        (agent, role): (&str, &str),
        way: Option<Way>,
        ask: &Ask,
        usage: &mut Usage,
    ) -> Result<Answer, Failure> {
        let dialect = self.provider.dialect;
        let capped;
        let options = match way {
            Some(_) if self.options.max_tokens.is_none() => {
                capped = RequestOptions { max_tokens: Some(EXTRACT_TOKENS), ..self.options.clone() };
                &capped
            }
            _ => &self.options,
        };
        let body = dialect.body(&self.model, ask, options).map_err(|error| {
            let problem = format!("cannot be asked: the request is no JSON ({error})");
            Failure::Error(self.error(ModelErrorKind::Provider, &problem))
        })?;
        let body = with_extra(body, &options.extra);
        let parcel = Parcel {
            name: &self.name,
            path: dialect.path(&self.model),
            body: &body,
            recording: self.recording.as_ref(),
            note: Note { agent, role, way: way.map(Way::name), provider: &self.provider.name },
        };
        let json = self.provider.transport.post(&parcel).await?;
        match dialect.read(json) {
            Ok(answer) => {
                *usage += answer.usage;
                let tokens = answer.usage.input_tokens + answer.usage.output_tokens;
                self.provider.transport.took(&body, tokens);
                Ok(answer)
            }
            Err(problem) => {
                usage.calls += 1;
                Err(Failure::Error(self.error(problem.kind, &problem.text)))
            }
        }
    }

    fn error(&self, kind: ModelErrorKind, problem: &str) -> ModelError {
        ModelError::new(kind, self.provider.transport.redacted(&format!("{} {problem}", self.name)))
    }

    /// The answer's text; refusals, cut answers and empty ones are errors.
    fn text(&self, answer: Answer) -> Result<String, ModelError> {
        if let Some(words) = answer.refusal {
            return Err(
                self.error(ModelErrorKind::Refused, &format!("refuses to answer: {}", one_line(&words)))
            );
        }
        if answer.is_filtered {
            return Err(self.error(
                ModelErrorKind::Filtered,
                "gave no answer: the provider's content filter stopped it",
            ));
        }
        if answer.is_cut {
            return Err(self.error(
                ModelErrorKind::Incomplete,
                "was cut off: the answer is longer than the limit on its tokens",
            ));
        }
        if answer.text.trim().is_empty() {
            return Err(self.error(ModelErrorKind::Incomplete, "answered with an empty message"));
        }
        Ok(answer.text)
    }

    async fn planned(&self, request: &PlanRequest) -> Result<Reply<String>, ModelError> {
        let mut said = Vec::new();
        for (user, answer) in request.earlier_turns() {
            said.push(Said::User(user));
            said.push(Said::Assistant { text: answer, calls: Vec::new() });
        }
        said.push(Said::User(request.user()));
        for attempt in request.attempts() {
            said.push(Said::Assistant { text: attempt.answer().to_owned(), calls: Vec::new() });
            said.push(Said::User(attempt.problem().text().to_owned()));
        }
        let system = vec![
            Part { text: request.guide().trim_end().to_owned(), is_fixed: true },
            Part { text: request.card().to_owned(), is_fixed: false },
        ];
        let ask = Ask { system, said, functions: Vec::new(), form: Form::Free };
        let mut usage = Usage::default();
        let answer = self.ask((request.agent().as_str(), "planner"), None, &ask, &mut usage).await;
        let content = answer.map_err(Failure::into_error).and_then(|mut answer| {
            if answer.text.trim().is_empty()
                && let Some(plan) = plan_in_call(&answer)
            {
                answer.text = plan;
            }
            self.text(answer)
        });
        content.map(|content| Reply { content, usage }).map_err(|error| error.with_usage(usage))
    }

    async fn extracted(&self, request: &ExtractRequest) -> Result<Reply<Extraction>, ModelError> {
        let mut usage = Usage::default();
        let content = self.extraction(request, &mut usage).await;
        content.map(|content| Reply { content, usage }).map_err(|error| error.with_usage(usage))
    }

    /// Asks for the value in each of the provider's ways until it takes one.
    async fn extraction(
        &self,
        request: &ExtractRequest,
        usage: &mut Usage,
    ) -> Result<Extraction, ModelError> {
        let schema = schema::normal(&request.schema);
        let validator = Validator::of(&schema);
        let ways = self.provider.dialect.ways();
        for (index, way) in ways.iter().enumerate().skip(self.refused_ways.load(Ordering::Relaxed)) {
            let is_last = index + 1 == ways.len();
            match self.extraction_by(*way, request, &schema, validator.as_ref(), usage).await {
                Ok(Some(extraction)) => return Ok(extraction),
                // It ignored the schema this once.
                Ok(None) => {}
                Err(Failure::WayRefused(_)) if !is_last => {
                    self.refused_ways.fetch_max(index + 1, Ordering::Relaxed);
                }
                Err(failure) => return Err(failure.into_error()),
            }
        }
        Err(self.error(ModelErrorKind::Malformed, "gave no JSON for a value"))
    }

    /// Asks for the value in one way, and again with what was wrong, a bounded number of times. Nothing if
    /// the way does not lead anywhere.
    async fn extraction_by(
        &self,
        way: Way,
        request: &ExtractRequest,
        schema: &Json,
        validator: Option<&Validator>,
        usage: &mut Usage,
    ) -> Result<Option<Extraction>, Failure> {
        let rewritten = match way {
            Way::Schema => match schema::rewrite(schema, self.provider.dialect.terms()) {
                Some(rewritten) => Some(rewritten),
                None => return Ok(None),
            },
            Way::Call | Way::Words => None,
        };
        let mut ask = match (way, &rewritten) {
            (Way::Schema, Some(rewritten)) => extraction::by_schema(&request.query, rewritten.schema()),
            (Way::Call, _) => extraction::by_call(&request.query, schema),
            _ => extraction::by_words(&request.query, schema),
        };
        let mut attempt = 1;
        loop {
            let mut answer = self.ask((&request.agent, "quarantined"), Some(way), &ask, usage).await?;
            if answer.is_filtered {
                return Ok(Some(Extraction::Filtered));
            }
            if answer.refusal.is_some() {
                return Ok(Some(Extraction::Refused));
            }
            let called = match way {
                Way::Call if !answer.calls.is_empty() => Some(answer.calls.swap_remove(0)),
                _ => None,
            };
            let text = match &called {
                Some(call) if !answer.is_cut => {
                    call.arguments.as_str().map_or_else(|| call.arguments.to_string(), str::to_owned)
                }
                _ if way != Way::Words && !answer.is_cut && answer.text.trim().is_empty() => return Ok(None),
                _ => self.text(answer).map_err(Failure::Error)?,
            };
            let problem = match extraction::read(&text) {
                Some(json) if way == Way::Words || extraction::is_envelope(&json) => {
                    let value = match extraction::unwrap(json) {
                        Extraction::Value(value) => value,
                        other => return Ok(Some(other)),
                    };
                    let value = match &rewritten {
                        Some(rewritten) => rewritten.restore(value),
                        None => value,
                    };
                    match validator.and_then(|validator| validator.problem(&value)) {
                        None => return Ok(Some(Extraction::Value(value))),
                        Some(problem) => problem,
                    }
                }
                // Who is held to a schema and says something else is not held to it.
                _ if way != Way::Words => return Ok(None),
                _ => "this is no JSON".to_owned(),
            };
            if attempt == EXTRACT_ATTEMPTS {
                let problem = format!(
                    "gave no value of the schema in {EXTRACT_ATTEMPTS} attempts: {problem}; the last was `{}`",
                    one_line(&text)
                );
                return Err(Failure::Error(self.error(ModelErrorKind::Malformed, &problem)));
            }
            attempt += 1;
            // It stays in the quarantine: what was wrong is said to the model that gave the answer.
            ask.said.push(Said::Assistant { text, calls: Vec::new() });
            ask.said.push(Said::User(format!(
                "That answer does not fit the schema: {problem}. Answer again, with the whole JSON object."
            )));
        }
    }

    async fn conversed(&self, request: &Conversation) -> Result<Reply<Turn>, ModelError> {
        let names = conversation::Names::new(&request.tools);
        let ask = conversation::ask(request, &names);
        let mut usage = Usage::default();
        let answer = self.ask((&request.agent, "agent"), None, &ask, &mut usage).await;
        let turn = answer.map_err(Failure::into_error).and_then(|mut answer| {
            let calls = std::mem::take(&mut answer.calls);
            if calls.is_empty() || answer.is_cut || answer.is_filtered || answer.refusal.is_some() {
                return Ok(Turn { content: self.text(answer)?, calls: Vec::new() });
            }
            let calls = conversation::calls(calls, &names)
                .map_err(|problem| self.error(ModelErrorKind::Malformed, &problem))?;
            Ok(Turn { content: answer.text, calls })
        });
        turn.map(|content| Reply { content, usage }).map_err(|error| error.with_usage(usage))
    }
}

/// The plan of a planner that made a call where it should have written: the one text among the arguments, or
/// the one that is named for code.
fn plan_in_call(answer: &Answer) -> Option<String> {
    let [call] = answer.calls.as_slice() else { return None };
    let arguments = call.object().ok()?;
    let texts: Vec<(&String, &str)> =
        arguments.as_object()?.iter().filter_map(|(name, value)| Some((name, value.as_str()?))).collect();
    let named =
        texts.iter().find(|(name, _)| matches!(name.as_str(), "code" | "plan" | "python" | "program"));
    match (named, texts.as_slice()) {
        (Some((_, text)), _) | (None, [(_, text)]) => Some((*text).to_owned()),
        _ => None,
    }
}

impl Model for HttpModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        Box::pin(self.planned(request))
    }

    fn extract<'a>(
        &'a self,
        request: &'a ExtractRequest,
    ) -> BoxFuture<'a, Result<Reply<Extraction>, ModelError>> {
        Box::pin(self.extracted(request))
    }

    fn converse<'a>(&'a self, request: &'a Conversation) -> BoxFuture<'a, Result<Reply<Turn>, ModelError>> {
        Box::pin(self.conversed(request))
    }
}

#[cfg(test)]
mod tests;
