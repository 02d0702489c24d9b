//! Writes Python: literals and calls for the plans of the scripted planner.

use std::fmt::Write;

use serde_json::Value as Json;

/// The text as a Python string literal on one line.
pub(crate) fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                // Writing to a string cannot fail.
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    // Plans stand in a fence of these.
    literal.replace("```", "\\x60\\x60\\x60")
}

/// The value as a Python literal.
pub(crate) fn value(json: &Json) -> String {
    match json {
        Json::Null => "None".into(),
        Json::Bool(true) => "True".into(),
        Json::Bool(false) => "False".into(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => string(text),
        Json::Array(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, item)| format!("{}: {}", string(key), value(item)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::literal::{Fuel, read_structure};
    use serde_json::json;

    #[test]
    fn a_literal_stays_on_one_line_and_cannot_be_left() {
        assert_eq!(string("say \"hi\"\\\nx\t\u{0}\u{2028}é"), r#""say \"hi\"\\\nx\t\u0000\u2028é""#);
        assert_eq!(string("`a` ```b"), r#""`a` \x60\x60\x60b""#);
    }

    #[test]
    fn json_becomes_python() {
        assert_eq!(value(&json!({"a": [null, true, false, 1.5]})), r#"{"a": [None, True, False, 1.5]}"#);
    }

    proptest::proptest! {
        #[test]
        fn a_literal_means_the_text_that_it_was_made_of(text in "(?s).{0,40}") {
            let list = format!("[{}]", string(&text));
            let (read, length) = read_structure(&list, &Fuel::for_text(list.len())).unwrap();
            proptest::prop_assert_eq!(length, list.len());
            proptest::prop_assert_eq!(read.to_json(), json!([text]));
        }
    }
}
