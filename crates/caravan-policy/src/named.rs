//! What of the context policies name: a call is told to Cedar as far as some policy looks at it, and no further, since to
//! make values of all of it takes longer than to decide.

use std::collections::{BTreeMap, BTreeSet};

use cedar_policy::PolicySet;
use serde_json::Value as Json;

/// The attributes of the context that some policy looks at, and of each the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// Some policy looks at the context as a whole.
    everything: bool,
    attributes: BTreeMap<String, Fields>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fields {
    /// Some policy looks at all of it at once, as where two are compared.
    whole: bool,
    named: BTreeSet<String>,
}

impl Named {
    /// What these policies look at; everything where that cannot be told.
    pub(crate) fn by(policies: &PolicySet) -> Named {
        let mut named = Named::default();
        for policy in policies.policies() {
            let json = policy.to_json().ok();
            match json.as_ref().and_then(|json| json.get("conditions")) {
                Some(conditions) => named.look(conditions, false),
                None => named.everything = true,
            }
        }
        named
    }

    /// Whether some policy looks at an attribute of the context.
    pub(crate) fn attribute(&self, attribute: &str) -> bool {
        self.everything || self.attributes.contains_key(attribute)
    }

    /// Whether some policy looks at a field of it.
    pub(crate) fn field(&self, attribute: &str, field: &str) -> bool {
        let fields = self.attributes.get(attribute);
        self.everything || fields.is_some_and(|fields| fields.whole || fields.named.contains(field))
    }

    /// Takes in an expression; `accessed` if what stands around it asks for one of its attributes alone.
    fn look(&mut self, expression: &Json, accessed: bool) {
        if is_context(expression) {
            self.everything |= !accessed;
            return;
        }
        match access(expression) {
            Some((left, name, is_value)) => {
                if is_context(left) {
                    let fields = self.attributes.entry(name.to_owned()).or_default();
                    fields.whole |= is_value && !accessed;
                } else if let Some((context, attribute, true)) = access(left)
                    && is_context(context)
                {
                    let fields = self.attributes.entry(attribute.to_owned()).or_default();
                    fields.named.insert(name.to_owned());
                } else {
                    self.look(left, true);
                }
            }
            None => match expression {
                Json::Array(parts) => parts.iter().for_each(|part| self.look(part, false)),
                Json::Object(parts) => parts.values().for_each(|part| self.look(part, false)),
                _ => {}
            },
        }
    }
}

fn is_context(expression: &Json) -> bool {
    expression.get("Var").and_then(Json::as_str) == Some("context")
}

/// `left.name`, or `left has name`; and whether it is the former.
fn access(expression: &Json) -> Option<(&Json, &str, bool)> {
    let parts = expression.as_object().filter(|parts| parts.len() == 1)?;
    let (operator, parts) = parts.iter().next()?;
    let is_value = match operator.as_str() {
        "." => true,
        "has" => false,
        _ => return None,
    };
    Some((parts.get("left")?, parts.get("attr")?.as_str()?, is_value))
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    fn named(condition: &str) -> Named {
        let text = format!("permit(principal, action, resource) when {{ {condition} }};");
        Named::by(&PolicySet::from_str(&text).expect("a policy"))
    }

    #[test]
    fn the_fields_that_a_policy_looks_at_are_named_and_no_others() {
        let found = named(
            "context.to.trusted && (context has cc && context.cc.readers.names.contains(context.to.value))",
        );
        for (attribute, field) in [("to", "trusted"), ("to", "value"), ("cc", "readers")] {
            assert!(found.field(attribute, field), "{attribute}.{field}");
        }
        for (attribute, field) in [("to", "sources"), ("cc", "value"), ("cc", "trusted"), ("all", "trusted")]
        {
            assert!(!found.field(attribute, field), "{attribute}.{field}");
        }
        assert!(found.attribute("cc") && !found.attribute("pc"));
        assert!(named("context has pc").attribute("pc") && !named("context has pc").field("pc", "trusted"));
        assert!(named("context.to has value").field("to", "value"));
        assert!(named("context[\"to\"][\"sources\"].isEmpty()").field("to", "sources"));
        assert!(
            named("if context.a.trusted then true else context.b.data_trusted").field("b", "data_trusted")
        );
    }

    #[test]
    fn what_is_looked_at_as_a_whole_is_told_whole() {
        let compared = named("context.a == context.b");
        assert!(compared.field("a", "sources") && compared.field("b", "sources") && !compared.attribute("c"));
        assert!(named("[context.a].contains(context.a)").field("a", "readers"));
        assert!(named("context == {a: 1}").field("anything", "trusted"));
        assert!(named("{a: context}.a has b").attribute("anything"));
    }
}
