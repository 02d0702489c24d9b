//! Values against the schema that was asked for.

use jsonschema::PatternOptions;
use serde_json::Value as Json;

use crate::http::ask::one_line;

/// How many things that are wrong are told at once.
const MOST_PROBLEMS: usize = 3;

/// A schema that values are checked against.
#[derive(Debug)]
pub(crate) struct Validator(jsonschema::Validator);

impl Validator {
    /// A validator of this schema; nothing if it is no schema that values can be checked against here, and
    /// whoever asked has to check alone.
    pub(crate) fn of(schema: &Json) -> Option<Validator> {
        // Patterns are matched in linear time: who wrote the text that they are matched against is a
        // stranger. Formats say what a text means, not what it is.
        jsonschema::options()
            .should_validate_formats(false)
            .with_pattern_options(PatternOptions::regex())
            .build(schema)
            .ok()
            .map(Validator)
    }

    /// What is wrong with the value, on one line; nothing if it fits.
    pub(crate) fn problem(&self, value: &Json) -> Option<String> {
        let problems: Vec<String> = self
            .0
            .iter_errors(value)
            .take(MOST_PROBLEMS)
            .map(|error| match error.instance_path().as_str() {
                "" => error.to_string(),
                place => format!("{error} at `{place}`"),
            })
            .collect();
        (!problems.is_empty()).then(|| one_line(&problems.join("; ")))
    }
}
