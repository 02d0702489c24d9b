//! A client for chat completions: OpenAI, and any endpoint that speaks the same dialect.
//!
//! The planner is asked for plain text. The quarantined model is asked for an answer of a JSON schema,
//! with strict structured output where the endpoint takes the schema, by words and parsing where it does
//! not. The tool-calling agent of the defense `none` gets its tools and children as functions.
//!
//! What goes over the wire is written here field by field: a request holds what its body shows, nothing is
//! added. A key is sent to the endpoint and nowhere else: redirects are not followed, and no error, log or
//! `Debug` output shows it. Requests end in bounded time, answers are read up to a bounded size, and every
//! failure is one [`ModelError`] with one clear line.

mod conversation;
mod delay;
mod endpoint;
mod extraction;
mod strict;
mod transport;
mod wire;

use std::sync::atomic::{AtomicBool, Ordering};

use caravan_core::model::{
    BoxFuture, Conversation, ExtractRequest, Extraction, Model, ModelError, ModelErrorKind, PlanRequest,
    Reply, Turn, Usage,
};

pub use self::endpoint::{Endpoint, Limits, RequestOptions};
use self::transport::{Failure, Transport};
use self::wire::{Answer, Body, Message, ResponseFormat};

/// A model behind a chat-completions endpoint.
#[derive(Debug)]
pub struct ChatModel {
    name: String,
    model: String,
    options: RequestOptions,
    transport: Transport,
    /// Whether the endpoint has turned down a schema before, so that it is not tried again.
    refuses_schemas: AtomicBool,
}

impl ChatModel {
    /// The model that the endpoint calls `model`. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// The endpoint's address is no `http` or `https` URL, its key cannot stand in a header, or the
    /// system's certificates cannot be read.
    pub fn new(
        model: &str,
        endpoint: Endpoint,
        options: RequestOptions,
        limits: Limits,
    ) -> Result<ChatModel, ModelError> {
        let name = format!("openai:{model}");
        let transport = Transport::new(&name, endpoint, limits)?;
        Ok(ChatModel {
            name,
            model: model.to_owned(),
            options,
            transport,
            refuses_schemas: AtomicBool::new(false),
        })
    }

    fn body<'a>(&'a self, messages: Vec<Message>) -> Body<'a> {
        Body::new(&self.model, messages, &self.options, self.transport.is_public())
    }

    async fn ask(&self, body: &Body<'_>) -> Result<(Answer, Usage), Failure> {
        let bytes = self.transport.post(body).await?;
        wire::read(&bytes).map_err(|problem| Failure::Error(self.error(problem.0, &problem.1)))
    }

    fn error(&self, kind: ModelErrorKind, problem: &str) -> ModelError {
        ModelError::new(kind, format!("{} {problem}", self.name))
    }

    /// The answer's text; refusals, cut answers and empty ones are errors.
    fn text(&self, answer: Answer) -> Result<String, ModelError> {
        if let Some(words) = answer.refusal {
            return Err(self
                .error(ModelErrorKind::Refused, &format!("refuses to answer: {}", wire::one_line(&words))));
        }
        if answer.is_filtered {
            return Err(self
                .error(ModelErrorKind::Refused, "gave no answer: the provider's content filter stopped it"));
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

    async fn planned(
        &self,
        system: String,
        user: String,
        attempts: Vec<(String, String)>,
    ) -> Result<Reply<String>, ModelError> {
        let mut messages = vec![Message::system(system), Message::user(user)];
        for (answer, problem) in attempts {
            messages.push(Message::assistant(answer));
            messages.push(Message::user(problem));
        }
        let (answer, usage) = self.ask(&self.body(messages)).await.map_err(Failure::into_error)?;
        Ok(Reply { content: self.text(answer)?, usage })
    }

    async fn extracted(&self, request: &ExtractRequest) -> Result<Reply<Extraction>, ModelError> {
        if !self.refuses_schemas.load(Ordering::Relaxed)
            && let Some(strict) = strict::rewrite(&request.schema)
        {
            let mut body = self.body(extraction::messages(&request.query, None));
            body.response_format = Some(ResponseFormat::strict(extraction::envelope(strict.schema())));
            match self.ask(&body).await {
                Ok((answer, usage)) => return self.extraction(answer, usage, &|value| strict.restore(value)),
                Err(Failure::SchemaRefused(_)) => self.refuses_schemas.store(true, Ordering::Relaxed),
                Err(failure) => return Err(failure.into_error()),
            }
        }
        let body = self.body(extraction::messages(&request.query, Some(&request.schema)));
        let (answer, usage) = self.ask(&body).await.map_err(Failure::into_error)?;
        self.extraction(answer, usage, &|value| value)
    }

    fn extraction(
        &self,
        answer: Answer,
        usage: Usage,
        restore: &dyn Fn(serde_json::Value) -> serde_json::Value,
    ) -> Result<Reply<Extraction>, ModelError> {
        if answer.refusal.is_some() || answer.is_filtered {
            return Ok(Reply { content: Extraction::Refused, usage });
        }
        let text = self.text(answer)?;
        let Some(answer) = extraction::read(&text) else {
            let problem = format!("answered without JSON: `{}`", wire::one_line(&text));
            return Err(self.error(ModelErrorKind::Malformed, &problem));
        };
        let content = match extraction::unwrap(answer) {
            Extraction::Value(value) => Extraction::Value(restore(value)),
            other => other,
        };
        Ok(Reply { content, usage })
    }

    async fn conversed(&self, request: &Conversation) -> Result<Reply<Turn>, ModelError> {
        let names = conversation::Names::new(&request.tools);
        let mut body = self.body(conversation::messages(request, &names));
        body.tools = conversation::tools(&request.tools, &names);
        let (mut answer, usage) = self.ask(&body).await.map_err(Failure::into_error)?;
        let calls = std::mem::take(&mut answer.calls);
        if calls.is_empty() || answer.is_cut || answer.is_filtered || answer.refusal.is_some() {
            return Ok(Reply { content: Turn { content: self.text(answer)?, calls: Vec::new() }, usage });
        }
        let calls = conversation::calls(calls, &names)
            .map_err(|problem| self.error(ModelErrorKind::Malformed, &problem))?;
        Ok(Reply { content: Turn { content: answer.text, calls }, usage })
    }
}

impl Model for ChatModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn plan<'a>(&'a self, request: &'a PlanRequest) -> BoxFuture<'a, Result<Reply<String>, ModelError>> {
        let attempts = request
            .attempts()
            .iter()
            .map(|attempt| (attempt.answer().to_owned(), attempt.problem().text().to_owned()));
        Box::pin(self.planned(request.system(), request.user(), attempts.collect()))
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
