//! What a server answered, as the value that its tool declares.
//!
//! A server may break its word in many ways: declare a schema and send text, or the wrong shape, or an error in the shape of
//! a success. Each is taken for what it is. Whether a value is of the declared type, the plan's own border finds out.

use caravan_core::effect::{Restriction, ToolAnswer, ToolFailure};
use serde_json::Value as Json;

use super::err::cut;
use super::opaque::{Content, Store, media_type};
use super::{meta, schema};

/// How many blocks an answer may have: each can cost a hundred times its text.
const MOST_BLOCKS: usize = 10_000;

/// How much of an error's text is kept.
const ERROR_TEXT: usize = 2000;

/// What a tool's results are to the plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Returns {
    /// A value of this schema; `unwrap` if it is the field `result` of what the server declares.
    Value {
        /// The schema of the value.
        schema: Json,
        /// Whether the server wraps it.
        unwrap: bool,
    },
    /// Text.
    Text,
    /// Whatever JSON the text is.
    Json,
    /// The blocks of the answer: a list of texts and opaque values.
    Blocks,
}

/// How results without a declared schema are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Results {
    /// As text.
    #[default]
    Text,
    /// As JSON in text.
    Json,
    /// As a list of texts and opaque values.
    Blocks,
}

impl Returns {
    /// What a tool with this output schema returns.
    pub(super) fn of(output: Option<&Json>, results: Results) -> Returns {
        match (output, results) {
            (Some(declared), _) => match schema::unwrapped(declared) {
                Some(schema) => Returns::Value { schema, unwrap: true },
                None => Returns::Value { schema: declared.clone(), unwrap: false },
            },
            (None, Results::Text) => Returns::Text,
            (None, Results::Json) => Returns::Json,
            (None, Results::Blocks) => Returns::Blocks,
        }
    }
}

/// An answer to `tools/call`, as it came.
#[derive(Clone, Debug, Default)]
pub(super) struct Raw {
    pub(super) content: Vec<Json>,
    pub(super) structured: Option<Json>,
    pub(super) is_error: bool,
    pub(super) meta: Option<Json>,
}

impl Raw {
    /// Reads an answer that is not of the protocol's shape as far as it can be read.
    pub(super) fn read(answer: Json) -> Result<Raw, String> {
        let Json::Object(mut answer) = answer else { return Err("answered with no object".to_owned()) };
        let content = match answer.remove("content") {
            None | Some(Json::Null) => Vec::new(),
            Some(Json::Array(content)) => content,
            Some(_) => return Err("answered with a content that is no list".to_owned()),
        };
        let is_error = match answer.remove("isError") {
            None | Some(Json::Null) => false,
            Some(Json::Bool(is_error)) => is_error,
            // Whatever it means, it does not say that all is well.
            Some(_) => true,
        };
        let structured = answer.remove("structuredContent");
        if content.is_empty() && structured.is_none() && !is_error {
            return Err("answered with neither content nor an error".to_owned());
        }
        Ok(Raw { content, structured, is_error, meta: answer.remove("_meta") })
    }

    /// What it says of its own label.
    fn restriction(&self) -> Restriction {
        let blocks = self.content.iter().filter_map(|block| block.get("_meta"));
        meta::restriction(self.meta.iter().chain(blocks))
    }
}

/// The value of an answer; `shown` is the most that may be handed out where a model reads it, in bytes.
pub(super) fn value(
    raw: Raw,
    returns: &Returns,
    store: &Store,
    shown: Option<usize>,
) -> Result<ToolAnswer, ToolFailure> {
    let restriction = raw.restriction();
    let taken = read(raw, returns, store).and_then(|value| match shown {
        Some(most) => shown_to_model(value, store, most),
        None => Ok(value),
    });
    match taken {
        Ok(value) => Ok(ToolAnswer { value, restriction }),
        Err(message) => Err(ToolFailure::failed(message).restricted(restriction)),
    }
}

fn read(raw: Raw, returns: &Returns, store: &Store) -> Result<Json, String> {
    if raw.content.len() > MOST_BLOCKS {
        return Err(format!(
            "answered with {} blocks of content, and {MOST_BLOCKS} is the most that is taken",
            raw.content.len()
        ));
    }
    if raw.is_error {
        return Err(error_text(&raw));
    }
    match returns {
        Returns::Value { schema, unwrap } => {
            let is_wrapped = |value: &Json| {
                *unwrap
                    && value
                        .as_object()
                        .is_some_and(|object| object.len() == 1 && object.contains_key("result"))
            };
            let taken_out = |mut value: Json| match value.get_mut("result") {
                Some(inner) => inner.take(),
                None => value,
            };
            let value = match raw.structured {
                Some(value) => value,
                None => declared_in_text(&raw.content, schema)?,
            };
            Ok(if is_wrapped(&value) { taken_out(value) } else { value })
        }
        Returns::Text => match (raw.content.as_slice(), raw.structured) {
            ([], Some(Json::String(text))) => Ok(Json::String(text)),
            ([], Some(value)) => Ok(Json::String(value.to_string())),
            ([only], _) if text(only).is_none() => opaque(only, store),
            (blocks, _) => Ok(Json::String(written(blocks))),
        },
        Returns::Json => match raw.structured {
            Some(value) => Ok(value),
            None => {
                let text = texts_alone(&raw.content)
                    .ok_or("answered with something else than text, and not with JSON")?;
                serde_json::from_str(&text).map_err(|_| "answered with text that is no JSON".to_owned())
            }
        },
        Returns::Blocks => {
            let blocks = raw.content.iter().map(|block| match text(block) {
                Some(text) => Ok(Json::String(text.to_owned())),
                None => opaque(block, store),
            });
            blocks.collect::<Result<_, _>>().map(Json::Array)
        }
    }
}

/// A value that its server declared, and then sent as text.
fn declared_in_text(content: &[Json], schema: &Json) -> Result<Json, String> {
    let Some(text) = texts_alone(content) else {
        return Err("declares a schema for its results, and answered with something else than a value of it"
            .to_owned());
    };
    let is_text = schema.get("type").is_some_and(|kind| kind == "string");
    match serde_json::from_str::<Json>(&text) {
        Ok(value) if !is_text || value.is_string() || value.get("result").is_some() => Ok(value),
        _ if is_text => Ok(Json::String(text)),
        _ => Err("declares a schema for its results, and answered with text alone".to_owned()),
    }
}

fn text(block: &Json) -> Option<&str> {
    if block.get("type")? != "text" {
        return None;
    }
    block.get("text")?.as_str()
}

/// The text of an answer that holds text alone.
fn texts_alone(content: &[Json]) -> Option<String> {
    let texts: Vec<&str> = content.iter().map(text).collect::<Option<_>>()?;
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// The blocks as one text, in which what is not for reading is only named.
fn written(content: &[Json]) -> String {
    let parts: Vec<String> = content
        .iter()
        .map(|block| match text(block) {
            Some(text) => text.to_owned(),
            None => format!("<{}>", media_type(block)),
        })
        .collect();
    parts.join("\n")
}

fn opaque(block: &Json, store: &Store) -> Result<Json, String> {
    store.keep(&media_type(block), Content::Block(block.clone()))
}

fn error_text(raw: &Raw) -> String {
    let text = written(&raw.content);
    let text = match (&raw.structured, text.trim()) {
        (Some(structured), "") => structured.to_string(),
        (_, text) => text.to_owned(),
    };
    if text.trim().is_empty() {
        "the tool failed and does not say why".to_owned()
    } else {
        cut(&text, ERROR_TEXT)
    }
}

/// The value, or a handle where it is too large for a model to be shown.
fn shown_to_model(value: Json, store: &Store, most: usize) -> Result<Json, String> {
    let (size, kind) = match &value {
        Json::String(text) => (text.len(), "text/plain"),
        other => (other.to_string().len(), "application/json"),
    };
    if size <= most { Ok(value) } else { store.keep(kind, Content::Value(value)) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(answer: Json, returns: &Returns) -> Result<Json, String> {
        let raw = Raw::read(answer)?;
        value(raw, returns, &Store::default(), None)
            .map(|answer| answer.value)
            .map_err(|failure| failure.to_string())
    }

    fn text_block(text: &str) -> Json {
        json!({"type": "text", "text": text})
    }

    fn declared(schema: Json) -> Returns {
        Returns::of(Some(&schema), Results::Text)
    }

    fn person() -> Returns {
        declared(json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}))
    }

    #[test]
    fn structured_content_is_the_value() {
        let answer = json!({"content": [text_block("lies")], "structuredContent": {"name": "Ann"}});
        assert_eq!(taken(answer, &person()), Ok(json!({"name": "Ann"})));
        let null = json!({"content": [], "structuredContent": null});
        assert_eq!(taken(null, &declared(json!({"type": "null"}))), Ok(Json::Null));
    }

    #[test]
    fn a_declared_value_in_text_is_read_and_text_that_is_none_is_a_failure() {
        let answer = |text: &str| json!({"content": [text_block(text)]});
        assert_eq!(taken(answer("{\"name\": \"Ann\"}"), &person()), Ok(json!({"name": "Ann"})));
        assert!(taken(answer("Ann"), &person()).unwrap_err().contains("text alone"));
        let image = json!({"content": [{"type": "image", "data": "", "mimeType": "image/png"}]});
        assert!(taken(image, &person()).unwrap_err().contains("something else than a value"));
        assert!(taken(json!({"content": [], "_meta": {}}), &person()).is_err());
    }

    #[test]
    fn a_wrapped_value_is_taken_out_however_it_comes() {
        let wrapped = declared(json!({
            "type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"],
        }));
        assert_eq!(taken(json!({"content": [], "structuredContent": {"result": 3}}), &wrapped), Ok(json!(3)));
        assert_eq!(taken(json!({"content": [], "structuredContent": 3}), &wrapped), Ok(json!(3)));
        assert_eq!(taken(json!({"content": [text_block("{\"result\": 3}")]}), &wrapped), Ok(json!(3)));
        assert_eq!(taken(json!({"content": [text_block("3")]}), &wrapped), Ok(json!(3)));
        let texts = declared(json!({
            "type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"],
        }));
        assert_eq!(taken(json!({"content": [text_block("3")]}), &texts), Ok(json!("3")));
        assert_eq!(taken(json!({"content": [text_block("{\"result\": \"x\"}")]}), &texts), Ok(json!("x")));
    }

    #[test]
    fn an_error_is_a_failure_whatever_shape_it_has() {
        for answer in [
            json!({"content": [text_block("no such person")], "isError": true}),
            json!({"content": [text_block("no such person")], "structuredContent": {"name": "Ann"}, "isError": true}),
        ] {
            assert_eq!(taken(answer, &person()), Err("no such person".to_owned()));
        }
        assert!(
            taken(json!({"content": [], "isError": true}), &person())
                .unwrap_err()
                .contains("does not say why")
        );
        assert!(taken(json!({"content": [text_block("x")], "isError": "no"}), &Returns::Text).is_err());
        let long = json!({"content": [text_block(&"x".repeat(100_000))], "isError": true});
        assert!(taken(long, &Returns::Text).unwrap_err().len() < 3000);
    }

    #[test]
    fn without_a_schema_a_result_is_its_text_or_the_json_in_it_if_that_is_asked_for() {
        let answer = json!({"content": [text_block("[1,"), text_block("2]")]});
        assert_eq!(taken(answer.clone(), &Returns::Text), Ok(json!("[1,\n2]")));
        assert_eq!(taken(answer, &Returns::Json), Ok(json!([1, 2])));
        let prose = json!({"content": [text_block("hello")]});
        assert_eq!(taken(prose, &Returns::Json), Err("answered with text that is no JSON".to_owned()));
        let unasked = json!({"content": [], "structuredContent": {"a": 1}});
        assert_eq!(taken(unasked.clone(), &Returns::Text), Ok(json!("{\"a\":1}")));
        assert_eq!(taken(unasked, &Returns::Json), Ok(json!({"a": 1})));
    }

    #[test]
    fn what_is_not_for_reading_becomes_an_opaque_value() {
        let image = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
        let alone = taken(json!({"content": [image]}), &Returns::Text).unwrap();
        assert_eq!(alone["$type"], "image/png");
        let mixed = json!({"content": [text_block("see"), image, {"type": "hologram"}]});
        assert_eq!(taken(mixed.clone(), &Returns::Text), Ok(json!("see\n<image/png>\n<hologram>")));
        let blocks = taken(mixed, &Returns::Blocks).unwrap();
        assert_eq!(
            (&blocks[0], &blocks[1]["$type"], &blocks[2]["$type"]),
            (&json!("see"), &json!("image/png"), &json!("hologram"))
        );
    }

    #[test]
    fn a_result_too_large_for_a_model_becomes_a_handle_and_is_not_cut() {
        let store = Store::default();
        let raw = || Raw { content: vec![text_block(&"x".repeat(1000))], ..Raw::default() };
        let whole = value(raw(), &Returns::Text, &store, None).unwrap().value;
        assert_eq!(whole.as_str().unwrap().len(), 1000);
        let handle = value(raw(), &Returns::Text, &store, Some(999)).unwrap().value;
        assert_eq!(handle["$type"], "text/plain");
        let opaque = caravan_plan::Opaque::from_json(&handle).unwrap();
        assert_eq!(store.content(&opaque).unwrap().as_text().len(), 1000);
        assert_eq!(value(raw(), &Returns::Text, &store, Some(1000)).unwrap().value, whole);
    }

    #[test]
    fn an_answer_of_too_many_blocks_is_a_failure_whatever_it_is_to_be() {
        for count in [10_000, 10_001] {
            let answer = json!({"content": vec![json!({"type": "x"}); count]});
            for returns in [Returns::Text, Returns::Blocks] {
                assert_eq!(taken(answer.clone(), &returns).is_ok(), count == 10_000, "{returns:?}");
            }
            let failed = json!({"content": vec![text_block(""); count], "isError": true});
            let told = taken(failed, &Returns::Text).unwrap_err();
            assert_eq!(told.contains("10001 blocks"), count == 10_001, "{told}");
        }
    }

    #[test]
    fn an_answer_of_another_shape_is_read_as_far_as_it_can_be() {
        assert!(Raw::read(json!([])).is_err());
        assert!(Raw::read(json!({})).is_err());
        assert!(Raw::read(json!({"content": "text"})).is_err());
        let odd =
            json!({"content": [{"type": "text"}, 7, "x", {"type": "text", "text": 7}, text_block("y")]});
        assert!(taken(odd, &Returns::Text).unwrap().as_str().unwrap().ends_with('y'));
    }
}
