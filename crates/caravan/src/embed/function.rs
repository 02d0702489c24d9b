//! A function of the program as a tool.

use std::fmt;
use std::future::ready;
use std::sync::Arc;

use caravan_core::effect::{ToolAnswer, ToolFailure};
use caravan_core::model::BoxFuture;
use caravan_core::system::{LabelRule, ToolSpec};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// An asynchronous function of the program that agents can call.
///
/// Unless it is declared [trusted](Function::trusted), whatever it returns is untrusted, its errors included. Declare what
/// changes anything outside with [`Function::with_side_effect`]: policies and approvals go by it.
///
/// ```
/// use caravan::core::effect::ToolFailure;
/// use caravan::embed::Function;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Payment {
///     /// The account to pay to.
///     iban: String,
///     amount: f64,
/// }
///
/// let pay = Function::new("pay", "Pays a bill.", async |payment: Payment| {
///     if payment.amount <= 0.0 {
///         return Err(ToolFailure::failed("the amount has to be more than zero"));
///     }
///     Ok(format!("paid {} to {}", payment.amount, payment.iban))
/// })
/// .with_side_effect();
/// ```
#[derive(Clone)]
pub struct Function {
    spec: ToolSpec,
    call: Arc<dyn Fn(Json) -> BoxFuture<'static, Result<ToolAnswer, ToolFailure>> + Send + Sync>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Function {
    /// A tool of this name and description, both of which planners read. The fields of `A` are its arguments: optional ones
    /// may be left out, and the descriptions of fields are read too. `R` becomes the type that plans get; a `String` is a
    /// text.
    ///
    /// Arguments that do not fit `A` are an error in the plan that the function never sees.
    pub fn new<A, R, F, Fut>(name: impl Into<String>, description: impl Into<String>, function: F) -> Function
    where
        A: DeserializeOwned + JsonSchema,
        R: Serialize + JsonSchema,
        F: Fn(A) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, ToolFailure>> + Send + 'static,
    {
        let parameters = schema::<A>(true);
        // `()` takes nothing: no arguments are its null.
        let takes_nothing = parameters.get("type").and_then(Json::as_str) == Some("null");
        let call = move |arguments: Json| -> BoxFuture<'static, Result<ToolAnswer, ToolFailure>> {
            let arguments = if takes_nothing { Json::Null } else { arguments };
            match serde_json::from_value(arguments) {
                Ok(arguments) => {
                    let answer = function(arguments);
                    Box::pin(async move { answered(answer.await?) })
                }
                Err(error) => Box::pin(ready(Err(ToolFailure::failed(error.to_string())))),
            }
        };
        let name = name.into();
        let returns = schema::<R>(false);
        let is_text = returns.get("type").and_then(Json::as_str) == Some("string")
            && returns.get("enum").is_none()
            && returns.get("format").is_none();
        Function {
            spec: ToolSpec {
                server: "functions".to_owned(),
                name,
                description: description.into(),
                parameters: if takes_nothing {
                    json!({"type": "object", "properties": {}})
                } else {
                    parameters
                },
                returns: (!is_text).then_some(returns),
                ..ToolSpec::default()
            },
            call: Arc::new(call),
        }
    }

    /// What it returns is as trusted as what it was given, and what its state holds: a clock, the user's own settings.
    #[must_use]
    pub fn trusted(mut self) -> Function {
        self.spec.trusted = true;
        self
    }

    /// It changes something outside.
    #[must_use]
    pub fn with_side_effect(mut self) -> Function {
        self.spec.side_effect = true;
        self
    }

    /// Parts of what it returns have labels of their own: who may read them, where they came from.
    ///
    /// ```
    /// # fn example(search: caravan::embed::Function) -> Result<caravan::embed::Function, String> {
    /// use caravan::core::system::LabelRule;
    ///
    /// // The body of each letter may be read by its recipients, and comes from its sender.
    /// let body = LabelRule {
    ///     part: "*.body".parse()?,
    ///     readers_from: vec!["recipients".into()],
    ///     source_from: Some("sender".into()),
    ///     ..LabelRule::default()
    /// };
    /// Ok(search.labelled(body))
    /// # }
    /// ```
    #[must_use]
    pub fn labelled(mut self, rule: LabelRule) -> Function {
        self.spec.labels.push(rule);
        self
    }

    /// It reads, and with a side effect writes, the state of this name. Unless it is said otherwise, all functions share one:
    /// what one has written, another may return, so that what it returns is no more trusted than that.
    #[must_use]
    pub fn state(mut self, state: impl Into<String>) -> Function {
        self.spec.server = state.into();
        self
    }

    /// The tool as a system knows it.
    pub(super) fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    /// Calls it with a JSON object of arguments.
    pub(super) fn call(&self, arguments: Json) -> BoxFuture<'static, Result<ToolAnswer, ToolFailure>> {
        (self.call)(arguments)
    }
}

fn answered<R: Serialize>(value: R) -> Result<ToolAnswer, ToolFailure> {
    let value = serde_json::to_value(value);
    value
        .map(ToolAnswer::from)
        .map_err(|error| ToolFailure::failed(format!("its result is no JSON: {error}")))
}

fn schema<T: JsonSchema>(is_argument: bool) -> Json {
    let settings = SchemaSettings::draft2020_12();
    let settings = if is_argument { settings.for_deserialize() } else { settings.for_serialize() };
    SchemaGenerator::new(settings).into_root_schema_for::<T>().to_value()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    struct Wanted {
        words: String,
        #[serde(default)]
        most: Option<u32>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Found {
        words: Vec<String>,
    }

    fn search() -> Function {
        Function::new("search", "Searches.", async |wanted: Wanted| {
            let words = wanted.words.split(' ').take(wanted.most.unwrap_or(9) as usize);
            Ok(Found { words: words.map(str::to_owned).collect() })
        })
    }

    fn now<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn schemas_come_from_the_types() {
        let spec = search().spec;
        assert_eq!(spec.parameters["required"], json!(["words"]));
        assert_eq!(spec.returns.unwrap()["properties"]["words"]["type"], "array");
        let text = Function::new("now", "The time.", async |(): ()| Ok("noon".to_owned()));
        assert_eq!(text.spec.returns, None);
        assert_eq!(text.spec.parameters, json!({"type": "object", "properties": {}}));
    }

    #[test]
    fn arguments_that_do_not_fit_are_an_error_that_the_function_never_sees() {
        let answer = now(search().call(json!({"words": "a b c", "most": 2}))).unwrap();
        assert_eq!(answer.value, json!({"words": ["a", "b"]}));
        let failure = now(search().call(json!({"words": 1}))).unwrap_err();
        assert!(failure.to_string().contains("expected a string"), "{failure}");
    }
}
