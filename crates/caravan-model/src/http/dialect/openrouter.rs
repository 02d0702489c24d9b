//! OpenRouter: chat completions that go on to whoever serves the model. `require_parameters` keeps them from
//! those who would drop a part of the request without a word.

use serde_json::Value as Json;

use super::chat_completions::{self, Effort, Manner};
use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Problem};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct OpenRouter;

const MANNER: Manner =
    Manner { instructor: "system", limit: "max_tokens", effort: Effort::Object, require_parameters: true };

impl Dialect for OpenRouter {
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
        &schema::CLOSED
    }

    fn ways(&self) -> &'static [Way] {
        &[Way::Schema, Way::Call, Way::Words]
    }

    fn features(&self) -> &'static str {
        "tools, seed, effort; only at providers that take every part of a request"
    }
}
