//! From files to policies that can decide: read, checked against the schema, refused if anything is wrong with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use caravan_core::system::System;
use cedar_policy::{
    ActionConstraint, Authorizer, Effect, EntityUid, Policy, PolicyId, PolicySet, Schema, ValidationError,
    ValidationMode, Validator,
};
use miette::Diagnostic;

use crate::decide::Policies;
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
        let decided = set(read
            .values()
            .filter(|(_, statement, _)| statement.permits || statement.asks.is_none())
            .map(|(policy, ..)| policy));
        let statements = read.into_iter().map(|(id, (_, statement, _))| (id, statement)).collect();
        Ok(Policies {
            schema: text,
            statements,
            named: Named::by(&whole),
            whole,
            decided,
            cast,
            actions,
            authorizer: Authorizer::new(),
        })
    }
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
