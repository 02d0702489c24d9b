//! JSON schemas in each provider's terms, and the way back.
//!
//! A provider that holds answers to a schema takes a part of JSON Schema alone. A schema is rewritten to
//! that part so that every value of the original can still be said; the answer is mapped back and then
//! checked against the original, so whatever the rewriting left out still holds. What cannot be said in a
//! provider's terms at all becomes JSON text inside the answer.

mod merge;
mod normal;
mod restore;
mod rewrite;
mod shape;
mod validate;

use serde_json::Value as Json;

pub(crate) use self::normal::normal;
pub(crate) use self::rewrite::rewrite;
pub(crate) use self::validate::Validator;

/// What a provider's schemas may hold.
#[derive(Debug)]
pub(crate) struct Terms {
    /// Properties may be left out. Otherwise one that may be absent may be null.
    optional: bool,
    /// Objects may have properties that are not named, of one schema. Otherwise they are lists of pairs.
    maps: bool,
    /// Values of any shape. Otherwise they are JSON text.
    any: bool,
    /// A schema may be part of itself. Otherwise the inner one is JSON text.
    recursion: bool,
    /// Lists with a schema for each place. Otherwise they are objects.
    tuples: bool,
    /// Truth values and null in enums, and the empty text. Otherwise the enum is dropped.
    odd_members: bool,
    formats: &'static [&'static str],
    /// Deeper parts are JSON text.
    depth: usize,
}

const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// OpenAI's strict mode, and whoever follows it: every object closed, every property required
/// (<https://platform.openai.com/docs/guides/structured-outputs>: ten levels at most, one of which is the
/// envelope).
pub(crate) const CLOSED: Terms = Terms {
    optional: false,
    maps: false,
    any: false,
    recursion: true,
    tuples: false,
    odd_members: true,
    formats: FORMATS,
    depth: 8,
};

/// Anthropic: closed objects, no schema inside itself
/// (<https://platform.claude.com/docs/en/build-with-claude/structured-outputs>).
pub(crate) const FLAT: Terms = Terms {
    optional: true,
    maps: false,
    any: false,
    recursion: false,
    tuples: false,
    odd_members: true,
    formats: FORMATS,
    depth: 16,
};

/// Gemini's `responseJsonSchema` (<https://ai.google.dev/gemini-api/docs/structured-output>).
pub(crate) const GEMINI: Terms = Terms {
    optional: true,
    maps: true,
    any: false,
    recursion: true,
    tuples: true,
    odd_members: false,
    formats: &["date-time", "date", "time"],
    depth: 16,
};

/// Servers that make a grammar of the schema: Ollama, vLLM.
pub(crate) const GRAMMAR: Terms = Terms {
    optional: true,
    maps: true,
    any: true,
    recursion: true,
    tuples: false,
    odd_members: true,
    formats: &[],
    depth: 16,
};

/// A schema in a provider's terms, and the way back.
#[derive(Debug)]
pub(crate) struct Rewritten {
    schema: Json,
    back: Back,
    definitions: Vec<Definition>,
}

/// A part of the original that others refer to.
#[derive(Debug)]
struct Definition {
    /// Where it stands there, such as `#/$defs/Person`.
    reference: String,
    name: String,
    /// Nothing while it is being rewritten.
    rewritten: Option<(Json, Back)>,
}

/// How a value of a rewritten schema becomes one of the original.
#[derive(Clone, Debug)]
enum Back {
    Same,
    Object {
        properties: Vec<Property>,
        /// The properties that are not named, under this name as a list of pairs, or beside the others.
        rest: Option<(Option<String>, Box<Back>)>,
    },
    List(Box<Back>),
    /// An object with a property for each place.
    Tuple(Vec<Back>),
    /// A list with a schema for each place.
    Places(Vec<Back>),
    /// A list of pairs of key and value.
    Pairs(Box<Back>),
    /// JSON text.
    Text,
    Reference(String),
    /// The first alternative that the value fits.
    Either(Vec<(Json, Back)>),
}

#[derive(Clone, Debug)]
struct Property {
    own: String,
    sent: String,
    /// Null stands for absent.
    null_is_absent: bool,
    back: Back,
}

impl Rewritten {
    /// The schema. All of its references lead to its `$defs`.
    pub(crate) fn schema(&self) -> &Json {
        &self.schema
    }
}

#[cfg(test)]
mod tests;
