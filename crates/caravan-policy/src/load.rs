//! From files to policies that can decide: read, checked against the schema, refused if anything is wrong with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use caravan_core::system::System;
use cedar_policy::{
    ActionConstraint, Authorizer, Effect, EntityUid, Policy, PolicyId, PolicySet, Schema, ValidationError,
    ValidationMode, Validator,
};
use miette::Diagnostic;

use crate::decide::{Applicable, Policies};
use crate::entities::Cast;
use crate::err::PolicyError;
use crate::named::Named;
use crate::schema::{self, Action, READS, SIDE_EFFECTS};
use crate::statement::statements;

/// A file of policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFile {
    /// What messages call it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// One policy, and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) permits: bool,
    /// Why a person is asked, if that is what it wants.
    pub(crate) asks: Option<String>,
    /// Where it permits, or why it forbids.
    pub(crate) reason: Option<String>,
    /// The tools that it is about.
    pub(crate) covers: Vec<Box<str>>,
}

/// What may be said of a policy.
const ANNOTATIONS: [&str; 3] = ["ask", "id", "reason"];

impl Policies {
    /// Reads files and checks what is in them against the tools of a system.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them, each with its place. None of them can be used then.
    pub fn load(files: &[PolicyFile], system: &System) -> Result<Policies, Vec<PolicyError>> {
        let actions = schema::actions(system);
        let text = schema::text(&actions);
        let no_schema = |error: &dyn Display| {
            vec![PolicyError::new(
                "the tools of the system",
                format!("no schema can be made of them: {error}"),
            )]
        };
        let (schema, _) = Schema::from_cedarschema_str(&text).map_err(|error| no_schema(&error))?;
        let cast = Cast::of(system, &actions, &schema).ok_or_else(|| no_schema(&"they are no entities"))?;

        let mut errors = Vec::new();
        let mut read: ReadPolicies<'_> = BTreeMap::new();
        for file in files {
            match read_file(file, &actions) {
                Ok(statements) => {
                    for (id, policy, statement, range) in statements {
                        if let Some((_, earlier, ..)) = read.get(&id) {
                            let message =
                                format!("a policy `{id}` stands at {}:{} too", earlier.file, earlier.line);
                            errors.push(PolicyError::new(&file.name, message).at(&file.text, range));
                        } else {
                            read.insert(id, (policy, statement, file));
                        }
                    }
                }
                Err(found) => errors.extend(found),
            }
        }
        let whole = set(read.values().map(|(policy, ..)| policy));
        errors.extend(validated(schema, &whole, &read));
        if !errors.is_empty() {
            return Err(errors);
        }
        let about = by_tool(&read, &actions);
        let statements = read.into_iter().map(|(id, (_, statement, _))| (id, statement)).collect();
        Ok(Policies { schema: text, statements, about, cast, actions, authorizer: Authorizer::new() })
    }
}

/// For each tool the policies that are about it. Tools that the same policies are about share them.
fn by_tool(
    read: &ReadPolicies<'_>,
    actions: &BTreeMap<Box<str>, Action>,
) -> BTreeMap<Box<str>, Arc<Applicable>> {
    let mut made: BTreeMap<Vec<&str>, Arc<Applicable>> = BTreeMap::new();
    let mut by_tool = BTreeMap::new();
    for tool in actions.keys() {
        let about: Vec<_> =
            read.iter().filter(|(_, (_, statement, _))| statement.covers.contains(tool)).collect();
        let ids = about.iter().map(|(id, _)| id.as_str()).collect();
        let applicable = made.entry(ids).or_insert_with(|| {
            let whole = set(about.iter().map(|(_, (policy, ..))| policy));
            let decided = about.iter().map(|(_, read)| *read);
            let decided = decided.filter(|(_, statement, _)| statement.permits || statement.asks.is_none());
            let decided = set(decided.map(|(policy, ..)| policy));
            Arc::new(Applicable { named: Named::by(&whole), whole, decided })
        });
        by_tool.insert(tool.clone(), applicable.clone());
    }
    by_tool
}

type ReadPolicies<'f> = BTreeMap<String, (Policy, Statement, &'f PolicyFile)>;

fn set<'p>(policies: impl Iterator<Item = &'p Policy>) -> PolicySet {
    let mut set = PolicySet::new();
    for policy in policies {
        // Their names differ, and none is a template.
        let _ = set.add(policy.clone());
    }
    set
}

/// A policy by its name, and where it stands.
type Placed = (String, Policy, Statement, Range<usize>);

/// The policies of a file.
fn read_file(
    file: &PolicyFile,
    actions: &BTreeMap<Box<str>, Action>,
) -> Result<Vec<Placed>, Vec<PolicyError>> {
    let parsed = PolicySet::from_str(&file.text)
        .map_err(|errors| errors.iter().map(|error| told(file, error)).collect::<Vec<_>>())?;
    let places = statements(&file.text);
    let mut policies: Vec<(usize, &Policy)> = parsed
        .policies()
        .filter_map(|policy| Some((policy.id().to_string().strip_prefix("policy")?.parse().ok()?, policy)))
        .collect();
    policies.sort_by_key(|(number, _)| *number);
    if parsed.templates().next().is_some() || policies.len() != places.len() {
        let message = "a policy with `?principal` or `?resource` is a template, which nobody would fill in";
        return Err(vec![PolicyError::new(&file.name, message)]);
    }
    let mut errors = Vec::new();
    let mut read = Vec::new();
    for ((_, policy), place) in policies.into_iter().zip(places) {
        for (name, _) in policy.annotations() {
            if !ANNOTATIONS.contains(&name) {
                let message = format!("a policy has no annotation `@{name}`");
                let help = "there are `@ask(\"why a person is asked\")`, `@reason(\"where it permits, or why it \
                            forbids\")` and `@id(\"its name\")`";
                let error = PolicyError::new(&file.name, message).at(&file.text, place.clone());
                errors.push(error.with_help(Some(help.to_owned())));
            }
        }
        errors.extend(unknown_actions(policy, actions, file, &place));
        let before = file.text.get(..place.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let annotation = |name: &str| policy.annotation(name).map(str::to_owned);
        let id =
            annotation("id").filter(|id| !id.is_empty()).unwrap_or_else(|| format!("{}:{line}", file.name));
        let statement = Statement {
            file: file.name.clone(),
            line,
            text: file.text.get(place.clone()).unwrap_or_default().to_owned(),
            permits: policy.effect() == Effect::Permit,
            asks: annotation("ask"),
            reason: annotation("reason").filter(|reason| !reason.is_empty()),
            covers: covered(policy, actions),
        };
        read.push((id.clone(), policy.new_id(PolicyId::new(id)), statement, place));
    }
    if errors.is_empty() { Ok(read) } else { Err(errors) }
}

/// Actions that a policy names and the system does not have, each with the nearest that it has.
fn unknown_actions(
    policy: &Policy,
    actions: &BTreeMap<Box<str>, Action>,
    file: &PolicyFile,
    place: &Range<usize>,
) -> Vec<PolicyError> {
    let named = match policy.action_constraint() {
        ActionConstraint::Any => Vec::new(),
        ActionConstraint::Eq(uid) => vec![uid],
        ActionConstraint::In(uids) => uids,
    };
    let mut known: BTreeSet<String> = [SIDE_EFFECTS.to_owned(), READS.to_owned()].into();
    for action in actions.values() {
        known.extend([action.name.to_string(), schema::group_of(&action.server)]);
    }
    let is_action = |uid: &EntityUid| uid.type_name().to_string() == "Action";
    let mut errors = Vec::new();
    for uid in named.iter().filter(|uid| is_action(uid)) {
        let id: &str = uid.id().as_ref();
        if known.contains(id) {
            continue;
        }
        let nearest = known.iter().min_by_key(|known| strsim::damerau_levenshtein(id, known));
        let help = nearest.map(|nearest| format!("did you mean `Action::\"{nearest}\"`?"));
        let written = format!("\"{id}\"");
        let at = file.text.get(place.clone()).and_then(|text| text.find(&written));
        let range = at.map_or(place.clone(), |at| place.start + at..place.start + at + written.len());
        let message = format!("unrecognized action `{uid}`");
        errors.push(PolicyError::new(&file.name, message).at(&file.text, range).with_help(help));
    }
    errors
}

/// The tools that a policy is about.
fn covered(policy: &Policy, actions: &BTreeMap<Box<str>, Action>) -> Vec<Box<str>> {
    let is_about = |action: &Action, uid: &EntityUid| {
        let id: &str = uid.id().as_ref();
        let effect = if action.has_side_effect { SIDE_EFFECTS } else { READS };
        *action.name == *id || schema::group_of(&action.server) == id || effect == id
    };
    let about: Vec<&Action> = match policy.action_constraint() {
        ActionConstraint::Any => actions.values().collect(),
        ActionConstraint::Eq(uid) => {
            actions.values().filter(|action| *action.name == *AsRef::<str>::as_ref(uid.id())).collect()
        }
        ActionConstraint::In(uids) => {
            actions.values().filter(|action| uids.iter().any(|uid| is_about(action, uid))).collect()
        }
    };
    about.into_iter().map(|action| action.name.clone()).collect()
}

/// What is wrong with policies by the schema; what Cedar only warns of would never be what somebody meant. Of what follows
/// from another error nothing is told.
fn validated(schema: Schema, whole: &PolicySet, read: &ReadPolicies<'_>) -> Vec<PolicyError> {
    let result = Validator::new(schema).validate(whole, ValidationMode::Strict);
    let errors = result.validation_errors().map(|error| {
        let follows = matches!(error, ValidationError::InvalidActionApplication(_));
        (error.policy_id(), u8::from(follows), error as &dyn Diagnostic)
    });
    let warnings =
        result.validation_warnings().map(|warning| (warning.policy_id(), 2, warning as &dyn Diagnostic));
    let all: Vec<_> = errors.chain(warnings).collect();
    let is_first =
        |id: &PolicyId, rank: u8| all.iter().all(|(other, lower, _)| *other != id || *lower >= rank);
    let mut found: Vec<PolicyError> = all
        .iter()
        .filter(|(id, rank, _)| is_first(id, *rank))
        .map(|(id, _, error)| match read.get(&id.to_string()) {
            Some((_, _, file)) => told(file, *error),
            None => PolicyError::new("policies", error.to_string()),
        })
        .collect();
    let place = |error: &PolicyError| error.range().map(|range| range.start);
    found.sort_by_key(|error| (error.file().to_owned(), place(error), error.message().to_owned()));
    found.dedup();
    found
}

/// What Cedar says of a place in a file.
fn told(file: &PolicyFile, error: &dyn Diagnostic) -> PolicyError {
    let message = error.to_string();
    // The file and the place are told in our own way.
    let message = message
        .strip_prefix("for policy `")
        .and_then(|rest| rest.split_once("`, "))
        .map_or(message.as_str(), |(_, rest)| rest);
    let label = error.labels().and_then(|mut labels| labels.next());
    let mut told = PolicyError::new(&file.name, message);
    let mut help = error.help().map(|help| help.to_string());
    if let Some(label) = label {
        let range = label.offset()..label.offset() + label.len();
        if let (None, Some(word)) = (&help, label.label()) {
            help = Some(word.to_owned());
        }
        told = told.at(&file.text, range);
    }
    told.with_help(help)
}

#[cfg(test)]
mod tests {
    use caravan_core::policy::Verdict;
    use caravan_core::system::{AgentSpec, SystemSpec, ToolSpec};
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::facts::{ArgumentFacts, CallFacts, Facts};

    const TOOLS: [(&str, &str, bool); 4] = [
        ("send", "mail", true),
        ("search", "mail", false),
        ("pay", "bank", true),
        ("balance", "bank", false),
    ];

    fn system() -> System {
        let tools = TOOLS.map(|(name, server, side_effect)| ToolSpec {
            name: name.into(),
            server: server.into(),
            side_effect,
            parameters: json!({"type": "object", "properties": {
                "to": {"type": "string"},
                "amount": {"type": "number"},
                "day": {"type": "string", "format": "date"},
            }, "required": ["to", "amount", "day"]}),
            ..ToolSpec::default()
        });
        let agent = |name: &str, children: &[&str]| AgentSpec {
            name: name.into(),
            tools: TOOLS.map(|(name, ..)| name.into()).into(),
            children: children.iter().map(|child| (*child).into()).collect(),
            ..AgentSpec::default()
        };
        System::build(SystemSpec {
            root: "office".into(),
            agents: vec![agent("office", &["clerk"]), agent("clerk", &[])],
            tools: tools.into(),
            ..SystemSpec::default()
        })
        .expect("a system")
    }

    /// The same policies, all of them asked about every tool.
    fn asked_about_all(policies: &Policies, file: &PolicyFile) -> Policies {
        let read = read_file(file, &policies.actions).expect("good policies");
        let whole = set(read.iter().map(|(_, policy, ..)| policy));
        let decided =
            read.iter().filter(|(_, _, statement, _)| statement.permits || statement.asks.is_none());
        let decided = set(decided.map(|(_, policy, ..)| policy));
        let all = Arc::new(Applicable { named: Named::by(&whole), whole, decided });
        let about = policies.actions.keys().map(|tool| (tool.clone(), all.clone())).collect();
        Policies { about, ..policies.clone() }
    }

    fn call(agent: &str, tool: &str, trusted: bool, pc_trusted: bool, amount: Json, day: &str) -> CallFacts {
        let facts = |trusted: bool| Facts {
            trusted,
            data_trusted: trusted,
            sources: vec![if trusted { "user".into() } else { "tool:search".into() }],
            readers: Some(vec!["ann".into()]).filter(|_| !trusted),
            choice_bits: Some(0).filter(|_| trusted),
        };
        let argument = |name: &str, value| ArgumentFacts {
            name: name.into(),
            value: Some(value),
            facts: facts(trusted),
        };
        CallFacts {
            agent: agent.into(),
            tool: tool.into(),
            arguments: vec![
                argument("to", json!("ann")),
                argument("amount", amount),
                argument("day", json!(day)),
            ],
            all: facts(trusted),
            pc: facts(pc_trusted),
        }
    }

    #[test]
    fn policies_that_are_about_other_tools_change_no_decision() {
        let actions = [
            "action",
            "action == Action::\"pay\"",
            "action == Action::\"search\"",
            "action in Action::\"mail/*\"",
            "action in [Action::\"balance\", Action::\"mail/*\"]",
            "action in Action::\"side-effects\"",
            "action in Action::\"no-side-effects\"",
        ];
        let conditions = [
            "context.all.trusted",
            "context.pc.trusted",
            "context.amount.value.lessThan(decimal(\"10.0\"))",
            "context.to.readers.names.contains(context.to.value)",
            "context.to.sources.contains(\"user\")",
        ];
        let principals = ["principal", "principal == Agent::\"clerk\"", "principal in Agent::\"/\""];
        let mut seed = 11_u64;
        let mut pick = |many: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from((seed >> 33) % many).expect("a small number")
        };
        let system = system();
        let (mut effects, mut smaller) = (BTreeSet::new(), 0);
        for _ in 0..60 {
            let mut text = String::new();
            for _ in 0..8 {
                let effect = ["permit", "permit", "forbid"][pick(3)];
                let ask = ["", "@ask(\"why\") "][pick(2)];
                let (principal, action, condition) =
                    (principals[pick(3)], actions[pick(7)], conditions[pick(5)]);
                text += &format!("{ask}{effect}({principal}, {action}, resource) when {{ {condition} }};\n");
            }
            let file = PolicyFile { name: "some.cedar".into(), text };
            let policies = Policies::load(std::slice::from_ref(&file), &system).expect("good policies");
            let all = asked_about_all(&policies, &file);
            smaller += usize::from(policies.about.values().any(|about| about.whole.policies().count() < 8));
            for (tool, ..) in TOOLS {
                for (place, amount) in [json!(5), json!(50), json!(0.123_456_789)].into_iter().enumerate() {
                    for bits in 0..4 {
                        let agent = ["", "clerk"][(place + bits) % 2];
                        let (trusted, pc_trusted) = (bits % 2 == 0, bits < 2);
                        let call = call(agent, tool, trusted, pc_trusted, amount.clone(), "2024-05-01");
                        let [one, other] = [policies.weigh(&call), all.weigh(&call)];
                        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{call:?}\n{}", file.text);
                        effects.insert(format!("{:?}", one.decision.effect));
                    }
                }
            }
        }
        assert!(smaller >= 50, "only {smaller} sets of policies leave any out");
        let every = [Verdict::Allow, Verdict::Ask, Verdict::Deny].map(|effect| format!("{effect:?}"));
        assert_eq!(effects, BTreeSet::from(every), "not every decision was met");
    }

    #[test]
    fn a_day_that_no_calendar_has_is_no_value_and_the_other_arguments_are_judged() {
        let text = "@id(\"early\") permit(principal, action == Action::\"search\", resource)\n\
                    when { context.day.value < datetime(\"2024-06-01\") };\n\
                    permit(principal, action == Action::\"pay\", resource)\n\
                    when { context.to.trusted || context.day.value < datetime(\"2024-06-01\") };";
        let file = PolicyFile { name: "some.cedar".into(), text: text.into() };
        let policies = Policies::load(&[file], &system()).expect("good policies");
        let odd = |tool: &str| policies.weigh(&call("", tool, true, true, json!(1), "2024-02-31")).decision;
        assert_eq!(odd("pay").effect, Verdict::Allow);
        let denied = odd("search");
        assert_eq!(denied.effect, Verdict::Deny);
        assert!(denied.reason.contains("a value is none that policies can compare"), "{}", denied.reason);
    }
}
