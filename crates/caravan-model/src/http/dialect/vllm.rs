//! vLLM: chat completions whose schemas become a grammar, so that they may say more than OpenAI's.

use serde_json::Value as Json;

use super::chat_completions;
use super::compatible::MANNER;
use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Problem};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct Vllm;

impl Dialect for Vllm {
    fn path(&self, _model: &str) -> String {
        chat_completions::PATH.to_owned()
    }

    fn body(&self, model: &str, ask: &Ask, options: &RequestOptions) -> Result<Json, serde_json::Error> {
        chat_completions::body(model, ask, options, &MANNER)
    }

    fn read(&self, answer: Json) -> Result<Answer, Problem> {
        chat_completions::read(answer)
    }

    fn terms(&self) -> &'static Terms {
        &schema::GRAMMAR
    }

    fn ways(&self) -> &'static [Way] {
        &[Way::Schema, Way::Call, Way::Words]
    }

    fn features(&self) -> &'static str {
        "tools (if served with a tool parser), seed, effort; caches prefixes by itself"
    }
}
