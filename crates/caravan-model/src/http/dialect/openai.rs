//! OpenAI: chat completions with the `developer` role and `max_completion_tokens`.

use serde_json::Value as Json;

use super::chat_completions::{self, Effort, Manner};
use super::{Dialect, Way};
use crate::http::ask::{Answer, Ask, Problem};
use crate::http::schema::{self, Terms};
use crate::request::RequestOptions;

#[derive(Debug)]
pub(crate) struct OpenAi;

const MANNER: Manner = Manner {
    instructor: "developer",
    limit: "max_completion_tokens",
    effort: Effort::Field,
    require_parameters: false,
};

impl Dialect for OpenAi {
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
        "tools, seed, effort; caches prefixes by itself"
    }
}
