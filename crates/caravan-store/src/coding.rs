//! Outcomes as text that is read back as exactly what was written.
//!
//! JSON's numbers are decimal, and whoever reads a long one may be off by its last bit. A plan that computes with it would
//! then do something else than it did. So an outcome that does not come back as it was is written with its numbers as bits.

use caravan_core::effect::Outcome;
use serde_json::{Map, Number, Value as Json};

/// Stands before the text of an outcome with its numbers as bits. No JSON begins with it.
const MARK: char = '#';

/// The outcome as text.
pub(crate) fn written(outcome: &Outcome) -> serde_json::Result<String> {
    let text = serde_json::to_string(outcome)?;
    match serde_json::from_str::<Outcome>(&text) {
        Ok(again) if again == *outcome => Ok(text),
        _ => Ok(format!("{MARK}{}", coded(serde_json::to_value(outcome)?))),
    }
}

/// What was written.
pub(crate) fn read(text: &str) -> serde_json::Result<Outcome> {
    match text.strip_prefix(MARK) {
        Some(text) => serde_json::from_value(decoded(serde_json::from_str(text)?)),
        None => serde_json::from_str(text),
    }
}

/// Each fraction as a text of its bits, and each text marked as one.
fn coded(json: Json) -> Json {
    match json {
        Json::Number(number) if number.is_f64() => {
            Json::String(format!("f{:016x}", number.as_f64().unwrap_or_default().to_bits()))
        }
        Json::String(text) => Json::String(format!("s{text}")),
        Json::Array(items) => items.into_iter().map(coded).collect(),
        Json::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, coded(value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

fn decoded(json: Json) -> Json {
    match json {
        Json::String(text) => match text.strip_prefix('f') {
            Some(bits) => {
                let bits = u64::from_str_radix(bits, 16).ok().map(f64::from_bits);
                bits.and_then(Number::from_f64).map_or(Json::Null, Json::Number)
            }
            None => Json::String(text.strip_prefix('s').unwrap_or_default().to_owned()),
        },
        Json::Array(items) => items.into_iter().map(decoded).collect(),
        Json::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, decoded(value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that fails may say so loudly")]

    use serde_json::json;

    use super::*;

    fn outcome(value: Json) -> Outcome {
        Outcome::Tool(Ok(value.into()))
    }

    #[test]
    fn every_number_comes_back_as_it_was() {
        // Whatever the reader of JSON makes of them: fractions of all sizes, by a small generator.
        let mut bits: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits);
            if !number.is_finite() {
                continue;
            }
            let before = outcome(json!({"n": [number, "f", "s", 1, u64::MAX, -3], "f": null}));
            let text = written(&before).unwrap();
            assert_eq!(read(&text).unwrap(), before, "{text}");
            // Whether one needs it depends on how the reader of JSON was built.
            let bits = format!("{MARK}{}", coded(serde_json::to_value(&before).unwrap()));
            assert_eq!(read(&bits).unwrap(), before, "{bits}");
        }
    }

    #[test]
    fn what_needs_no_code_is_plain_json() {
        assert_eq!(written(&outcome(json!(1.5))).unwrap(), r#"{"tool":{"Ok":{"value":1.5}}}"#);
        let failed = Outcome::Plan(Err(caravan_core::model::ModelError::new(
            caravan_core::model::ModelErrorKind::TimedOut,
            "no answer",
        )));
        assert_eq!(read(&written(&failed).unwrap()).unwrap(), failed);
    }
}
