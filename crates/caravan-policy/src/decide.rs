//! The decision about a call.

use std::collections::BTreeMap;
use std::sync::Arc;

use caravan_core::policy::{Decision, Policy, PolicyCall};
use caravan_plan::World;
use cedar_policy::{
    Authorizer, Context, Decision as Answer, PolicySet, Request, Response, RestrictedExpression,
};

use crate::entities::Cast;
use crate::facts::{ArgumentFacts, CallFacts, Facts};
use crate::load::Statement;
use crate::named::Named;
use crate::schema::{ALL, Action, PC};
use crate::value::{count, record, value};

/// Policies that have been checked against a system's tools.
#[derive(Clone, Debug)]
pub struct Policies {
    pub(crate) schema: String,
    pub(crate) statements: BTreeMap<String, Statement>,
    /// Those that are about a tool, by the tool.
    pub(crate) about: BTreeMap<Box<str>, Arc<Applicable>>,
    pub(crate) cast: Cast,
    pub(crate) actions: BTreeMap<Box<str>, Action>,
    pub(crate) authorizer: Authorizer,
}

/// The policies that can have a say about a tool: no other's scope admits its action.
#[derive(Clone, Debug)]
pub(crate) struct Applicable {
    /// All of them.
    pub(crate) whole: PolicySet,
    /// Those that do not forbid for a person to allow.
    pub(crate) decided: PolicySet,
    /// What of the context they look at.
    pub(crate) named: Named,
}

/// What decides where no policy permits a call.
pub const DEFAULT: &str = "default";

impl Policy for Policies {
    fn name(&self) -> &str {
        "cedar"
    }

    fn decide(&self, call: &PolicyCall<'_>, world: &mut World) -> Decision {
        self.weigh(&CallFacts::of(call, world)).decision
    }
}

/// A decision and the policies that it is due to.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub(crate) decision: Decision,
    pub(crate) due_to: Vec<String>,
    /// Those that could not be evaluated.
    pub(crate) failed: Vec<String>,
}

impl Policies {
    /// The schema that they were checked against, as Cedar writes one.
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The tools that no policy is about that could permit their call.
    pub fn never_permitted(&self) -> Vec<&str> {
        let permits = |name: &str| {
            self.statements.values().any(|statement| {
                statement.permits && statement.covers.iter().any(|covered| **covered == *name)
            })
        };
        self.actions.keys().map(AsRef::as_ref).filter(|name| !permits(name)).collect()
    }

    /// How many policies there are.
    pub fn count(&self) -> usize {
        self.statements.len()
    }

    pub(crate) fn weigh(&self, call: &CallFacts) -> Weighed {
        let about = self.about.get(call.tool.as_str());
        let Some((about, request)) = about.and_then(|about| Some((about, self.request(call, &about.named)?)))
        else {
            let reason = format!("the policies know no agent `{}` with a tool `{}`", call.agent, call.tool);
            return Weighed {
                decision: Decision::deny(DEFAULT, reason),
                due_to: Vec::new(),
                failed: Vec::new(),
            };
        };
        let response = self.authorizer.is_authorized(&request, &about.whole, &self.cast.entities);
        let failed: Vec<String> = sorted(response.diagnostics().errors().map(|error| match error {
            cedar_policy::AuthorizationError::PolicyEvaluationError(error) => error.policy_id().to_string(),
        }));
        let due_to = reasons(&response);
        // A prohibition that cannot be evaluated might have held.
        if let Some(id) = failed.iter().find(|id| !self.permits(id)) {
            let reason = format!("policy `{id}` could not be evaluated{}", unread(call));
            return Weighed { decision: Decision::deny(id, reason), due_to, failed };
        }
        let is_plain = |id: &&String| self.asks(id).is_none();
        let decision = match response.decision() {
            Answer::Allow => match (due_to.iter().find(is_plain), due_to.first()) {
                (Some(id), _) => Decision::allow(id, self.reason(id, "it permits the call")),
                (None, Some(id)) => self.ask(id),
                (None, None) => self.denied_by_default(call, &failed),
            },
            Answer::Deny => match (due_to.iter().find(is_plain), due_to.first()) {
                (Some(id), _) => self.forbidden(id),
                (None, Some(id)) => {
                    let response =
                        self.authorizer.is_authorized(&request, &about.decided, &self.cast.entities);
                    match response.decision() {
                        Answer::Allow => self.ask(id),
                        Answer::Deny => self.denied_by_default(call, &failed),
                    }
                }
                (None, None) => self.denied_by_default(call, &failed),
            },
        };
        Weighed { decision, due_to, failed }
    }

    fn permits(&self, id: &str) -> bool {
        self.statements.get(id).is_some_and(|statement| statement.permits)
    }

    fn asks(&self, id: &str) -> Option<&str> {
        self.statements.get(id)?.asks.as_deref()
    }

    fn reason(&self, id: &str, otherwise: &str) -> String {
        let reason = self.statements.get(id).and_then(|statement| statement.reason.clone());
        reason.unwrap_or_else(|| otherwise.to_owned())
    }

    fn ask(&self, id: &str) -> Decision {
        let why = self.asks(id).filter(|why| !why.is_empty()).map(str::to_owned);
        Decision::ask(id, why.unwrap_or_else(|| self.reason(id, "it wants a person to say")))
    }

    fn forbidden(&self, id: &str) -> Decision {
        let decision = Decision::deny(id, self.reason(id, "it forbids the call"));
        match self.statements.get(id) {
            Some(statement) => decision
                .with_remedy(format!("what it forbids stands at {}:{}", statement.file, statement.line)),
            None => decision,
        }
    }

    fn denied_by_default(&self, call: &CallFacts, failed: &[String]) -> Decision {
        let tool = &call.tool;
        let is_about = |statement: &Statement| statement.covers.iter().any(|name| **name == **tool);
        let mut permitting: Vec<(&String, &Statement)> = self
            .statements
            .iter()
            .filter(|(_, statement)| statement.permits && is_about(statement))
            .collect();
        permitting.sort_by_key(|(_, statement)| (&statement.file, statement.line));
        let permitting: Vec<String> = permitting
            .into_iter()
            .map(|(id, statement)| match &statement.reason {
                Some(reason) => format!("{reason} (policy `{id}`)"),
                None => format!("policy `{id}` holds, at {}:{}", statement.file, statement.line),
            })
            .collect();
        if permitting.is_empty() {
            let remedy = format!(
                "if it may be called, say so: permit(principal, action == Action::{}, resource);",
                crate::shape::quoted(tool)
            );
            return Decision::deny(DEFAULT, format!("no policy ever permits `{tool}`")).with_remedy(remedy);
        }
        let mut because = suspicious(call);
        if !failed.is_empty() {
            because.push_str(&unread(call));
        }
        let reason = format!("no policy permits `{tool}` with these arguments{because}");
        let remedy = format!("`{tool}` may be called where {}", permitting.join(", or where "));
        Decision::deny(DEFAULT, reason).with_remedy(remedy)
    }

    fn request(&self, call: &CallFacts, named: &Named) -> Option<Request> {
        let agent = self.cast.agents.get(call.agent.as_str())?;
        let (action, tool) = self.cast.tools.get(call.tool.as_str())?;
        let known = self.actions.get(call.tool.as_str())?;
        let told = Context::from_pairs(pairs(known, call, named, |_| true)?);
        let context = match told {
            Ok(context) => context,
            // Some value has the form that Cedar wants and is none all the same, as a date that no calendar has.
            Err(_) => Context::from_pairs(pairs(known, call, named, can_be_held)?).ok()?,
        };
        Request::new(agent.clone(), action.clone(), tool.clone(), context, None).ok()
    }
}

/// The context of a call, as far as some policy looks at it, without the values that cannot be held.
fn pairs(
    known: &Action,
    call: &CallFacts,
    named: &Named,
    can_be_held: impl Fn(&RestrictedExpression) -> bool,
) -> Option<Vec<(String, RestrictedExpression)>> {
    let mut pairs = Vec::with_capacity(known.parameters.len() + 2);
    for parameter in &known.parameters {
        let attribute = &*parameter.attribute;
        if !named.attribute(attribute) {
            continue;
        }
        let given = call.arguments.iter().find(|argument| *argument.name == *parameter.name);
        // An argument that is `None` is one that was left out.
        let Some(given) = given.filter(|given| !given.value.as_ref().is_some_and(serde_json::Value::is_null))
        else {
            continue;
        };
        let mut fields = fields_of(named, attribute, &given.facts);
        let value_named = named.field(attribute, "value");
        let json = given.value.as_ref().filter(|_| value_named);
        let value = json.and_then(|json| value(&parameter.shape, json)).filter(&can_be_held);
        fields.extend(value.map(|value| ("value".to_owned(), value)));
        let counted = parameter.shape.is_counted() && named.field(attribute, "count");
        if let Some(count) = given.value.as_ref().filter(|_| counted).and_then(count) {
            fields.push(("count".to_owned(), RestrictedExpression::new_long(count)));
        }
        pairs.push((parameter.attribute.to_string(), record(fields)?));
    }
    for (attribute, facts) in [(ALL, &call.all), (PC, &call.pc)] {
        if named.attribute(attribute) {
            pairs.push((attribute.to_owned(), record(fields_of(named, attribute, facts))?));
        }
    }
    Some(pairs)
}

fn can_be_held(value: &RestrictedExpression) -> bool {
    Context::from_pairs([("value".to_owned(), value.clone())]).is_ok()
}

/// What the context tells of an attribute's label, as far as some policy looks at it.
fn fields_of(named: &Named, attribute: &str, facts: &Facts) -> Vec<(String, RestrictedExpression)> {
    let mut fields = Vec::with_capacity(6);
    let mut tell = |name: &str, value: &dyn Fn() -> Option<RestrictedExpression>| {
        if named.field(attribute, name) {
            fields.extend(value().map(|value| (name.to_owned(), value)));
        }
    };
    tell("trusted", &|| Some(RestrictedExpression::new_bool(facts.trusted)));
    tell("data_trusted", &|| Some(RestrictedExpression::new_bool(facts.data_trusted)));
    tell("sources", &|| Some(texts(&facts.sources)));
    let bits = facts.choice_bits.unwrap_or(i64::MAX);
    tell("choice_bits", &|| Some(RestrictedExpression::new_long(bits)));
    tell("readers", &|| {
        let names = facts.readers.as_deref().unwrap_or_default();
        let everybody = RestrictedExpression::new_bool(facts.readers.is_none());
        record(vec![("everybody".to_owned(), everybody), ("names".to_owned(), texts(names))])
    });
    fields
}

fn texts(texts: &[String]) -> RestrictedExpression {
    RestrictedExpression::new_set(texts.iter().map(|text| RestrictedExpression::new_string(text.clone())))
}

fn reasons(response: &Response) -> Vec<String> {
    sorted(response.diagnostics().reason().map(ToString::to_string))
}

fn sorted(ids: impl Iterator<Item = String>) -> Vec<String> {
    let mut ids: Vec<String> = ids.collect();
    ids.sort();
    ids
}

/// What of the arguments a policy may have minded: those that are not trusted, and those that not everybody may read.
fn suspicious(call: &CallFacts) -> String {
    let mut told = Vec::new();
    for ArgumentFacts { name, facts, .. } in &call.arguments {
        if !facts.trusted {
            let sources: Vec<String> = facts
                .sources
                .iter()
                .filter(|source| source.starts_with("tool:") || source.starts_with("quarantined:"))
                .map(|source| format!("`{source}`"))
                .collect();
            told.push(format!("`{name}` is untrusted, from {}", sources.join(", ")));
        }
        if let Some(readers) = &facts.readers {
            let readers: Vec<String> = readers.iter().map(|reader| format!("`{reader}`")).collect();
            let readers = if readers.is_empty() { "nobody".to_owned() } else { readers.join(", ") };
            told.push(format!("`{name}` may be read by {readers} alone"));
        }
    }
    if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
}

/// Which arguments have no value that a policy can compare.
fn unread(call: &CallFacts) -> String {
    let names: Vec<String> = call
        .arguments
        .iter()
        .filter(|argument| argument.value.as_ref().is_none_or(|value| !value.is_string()))
        .map(|argument| format!("`{}`", argument.name))
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(", since a value is none that policies can compare, among {}", names.join(", ")),
    }
}
