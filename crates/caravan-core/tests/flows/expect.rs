//! What was expected of a flow against what came of it.

use caravan_core::gate::{Charge, Denial, DenialReason, Part};
use caravan_core::label::{Bits, Label};
use caravan_core::plan::{Datum, Strictness, Tree};
use caravan_core::settings::strictness_name;

use super::header::{Bounds, Call, Expectation, Flow, Subject, What};
use super::world::{Crossed, Ended, Observed, ToolCall};

/// Rounding of bits is to a unit of 2^-16 for each of some decisions; half a hundredth covers it.
const TOLERANCE: f64 = 0.005;

/// How many of a flow's expectations a lost label would break, and how many a label too many.
pub fn judged(flow: &Flow) -> (usize, usize) {
    let strict = |what: &What| match what {
        What::Gate { allow, bounds, .. } => !allow || bounds.least.is_some(),
        What::Tool { allow, .. } => !allow,
        What::Label { bounds, .. } => {
            bounds.data == Some(false) || bounds.control == Some(false) || bounds.least.is_some()
        }
        What::Ends(how) => how == "refused" || how == "findings",
        What::Error { trusted, .. } => !trusted,
        What::Message { .. } | What::Calls { .. } | What::Value { .. } => false,
    };
    let lenient = |what: &What| match what {
        What::Gate { allow, .. } | What::Tool { allow, .. } => *allow,
        What::Label { bounds, .. } => {
            bounds.data == Some(true) || bounds.control == Some(true) || bounds.most.is_some()
        }
        What::Error { trusted, .. } => *trusted,
        What::Message { .. } | What::Calls { .. } | What::Value { .. } | What::Ends(_) => false,
    };
    let count = |test: &dyn Fn(&What) -> bool| {
        flow.expectations.iter().filter(|expectation| test(&expectation.what)).count()
    };
    (count(&strict), count(&lenient))
}

/// What of a flow's expectations under a strictness, in one of its worlds, did not come about.
pub fn complaints(
    flow: &Flow,
    strictness: Strictness,
    alternative: usize,
    observed: &mut Observed,
) -> Vec<String> {
    let applies = |expectation: &&Expectation| {
        expectation.levels.contains(&strictness)
            && expectation.alternative.is_none_or(|only| only == alternative)
    };
    let mut complaints: Vec<String> = flow
        .expectations
        .iter()
        .filter(applies)
        .filter_map(|expectation| {
            let found = complaint(&expectation.what, observed)?;
            let world =
                if flow.alternatives > 1 { format!(" (world {})", alternative + 1) } else { String::new() };
            Some(format!(
                "{}{world}: expected `{}`, but {found}",
                strictness_name(strictness),
                expectation.text
            ))
        })
        .collect();
    if let Ended::Broken(problem) = &observed.ended {
        complaints.push(format!("the flow is broken: {problem}"));
    }
    complaints
}

fn complaint(what: &What, observed: &mut Observed) -> Option<String> {
    let ending = ending(observed);
    match what {
        What::Gate { call, allow, because, part, bounds } => {
            let calls = crossings(observed, call);
            if calls.is_empty() {
                return Some(format!("there was no such call; {ending}"));
            }
            calls
                .into_iter()
                .find_map(|crossed| gate(crossed, *allow, because.as_deref(), part.as_deref(), bounds))
        }
        What::Message { call, text } => match crossings(observed, call).as_slice() {
            [] => Some(format!("there was no such call; {ending}")),
            calls => calls
                .iter()
                .find(|crossed| crossed.message != *text)
                .map(|crossed| format!("it was {:?}", crossed.message)),
        },
        What::Calls { callee, count } => {
            let agents = observed.crossings.iter().filter(|crossed| crossed.path == *callee).count();
            let tools = observed.tools.iter().filter(|tool| *tool.name == **callee).count();
            (agents + tools != *count).then(|| format!("there were {}; {ending}", agents + tools))
        }
        What::Tool { call, allow } => match tool_calls(observed, call).as_slice() {
            [] => Some(format!("there was no such call; {ending}")),
            calls => calls
                .iter()
                .any(|tool| tool.allowed != *allow)
                .then(|| format!("it was {}", if *allow { "denied" } else { "allowed" })),
        },
        What::Label { subject, bounds } => {
            let labels = labels(subject, observed);
            if labels.is_empty() {
                return Some(format!("there is nothing of that name; {ending}"));
            }
            labels
                .into_iter()
                .find_map(|label| outside(bounds, label, observed))
                .map(|found| format!("{found}; {ending}"))
        }
        What::Value { path, json } => match select(&observed.variables, path) {
            Some(datum) if datum.to_json() == *json => None,
            Some(datum) => Some(format!("it is {}; {ending}", datum.to_json())),
            None => Some(format!("there is nothing of that name; {ending}")),
        },
        What::Ends(how) => {
            let found = match &observed.ended {
                Ended::Value(_) => "value",
                Ended::Error(_) => "error",
                Ended::Refused(_) => "refused",
                Ended::Findings(_) => "findings",
                Ended::Broken(_) => "broken",
            };
            (found != how).then_some(ending)
        }
        What::Error { trusted, kind } => match &observed.ended {
            Ended::Error(error) => {
                let is_trusted = observed.world.lattice.is_trusted(error.label);
                let as_expected =
                    is_trusted == *trusted && kind.as_ref().is_none_or(|kind| **kind == *error.kind);
                let word = if is_trusted { "trusted" } else { "untrusted" };
                (!as_expected).then(|| format!("it was {word}; {ending}"))
            }
            _ => Some(ending),
        },
    }
}

fn ending(observed: &Observed) -> String {
    match &observed.ended {
        Ended::Value(datum) => format!("the run ended with {}", datum.repr()),
        Ended::Error(error) => {
            format!("the run failed on line {} with {}: {}", error.span.line, error.kind, error.message)
        }
        Ended::Refused(reason) => format!("the run was refused: {reason}"),
        Ended::Findings(findings) => format!("the plan was refused: {findings}"),
        Ended::Broken(problem) => format!("the flow is broken: {problem}"),
    }
}

fn crossings<'o>(observed: &'o Observed, call: &Call) -> Vec<&'o Crossed> {
    nth(observed.crossings.iter().filter(|crossed| crossed.path == call.callee), call.nth)
}

fn tool_calls<'o>(observed: &'o Observed, call: &Call) -> Vec<&'o ToolCall> {
    nth(observed.tools.iter().filter(|tool| *tool.name == *call.callee), call.nth)
}

fn nth<T>(mut all: impl Iterator<Item = T>, nth: Option<usize>) -> Vec<T> {
    match nth {
        Some(nth) => all.nth(nth).into_iter().collect(),
        None => all.collect(),
    }
}

fn gate(
    crossed: &Crossed,
    allow: bool,
    because: Option<&str>,
    part: Option<&str>,
    bounds: &Bounds,
) -> Option<String> {
    let (cost, found) = match &crossed.verdict {
        Ok(Charge { cost, .. }) => (*cost, format!("it was allowed for {cost} bits")),
        Err(denial) => (denial.cost(), format!("it was denied: {denial}")),
    };
    let matches = match &crossed.verdict {
        Ok(_) => allow,
        Err(denial) => {
            !allow
                && because.is_none_or(|because| because == reason_name(denial))
                && part.is_none_or(|part| part == part_name(denial))
        }
    };
    (!matches || !within(cost, bounds)).then_some(found)
}

fn reason_name(denial: &Denial) -> &'static str {
    match denial.reason() {
        DenialReason::UntrustedData => "data",
        DenialReason::OverBudget => "budget",
        DenialReason::UntrustedControl => "control",
    }
}

fn part_name(denial: &Denial) -> &'static str {
    match denial.part() {
        Part::Message => "message",
        Part::VariableName(_) => "name",
        Part::Schema => "schema",
        Part::Callee => "callee",
        Part::Position => "position",
    }
}

fn within(bits: Bits, bounds: &Bounds) -> bool {
    let bits = bits.as_f64();
    bounds.least.is_none_or(|least| bits >= least - TOLERANCE)
        && bounds.most.is_none_or(|most| bits <= most + TOLERANCE)
}

fn outside(bounds: &Bounds, label: Label, observed: &Observed) -> Option<String> {
    let lattice = &observed.world.lattice;
    let (data, control) = (lattice.data_is_trusted(label), lattice.control_is_trusted(label));
    let bits = lattice.choice_bits(label);
    let matches = bounds.data.is_none_or(|expected| expected == data)
        && bounds.control.is_none_or(|expected| expected == control)
        && within(bits, bounds);
    let word = |trusted: bool| if trusted { "trusted" } else { "untrusted" };
    (!matches).then(|| format!("it has data={} control={} bits={bits}", word(data), word(control)))
}

fn labels(subject: &Subject, observed: &mut Observed) -> Vec<Label> {
    let lattice = &mut observed.world.lattice;
    match subject {
        Subject::Deep(path) => {
            select(&observed.variables, path).map(|datum| datum.deep_label(lattice)).into_iter().collect()
        }
        Subject::Structure(path) => {
            select(&observed.variables, path).map(|datum| datum.label).into_iter().collect()
        }
        Subject::Answer => match &observed.ended {
            Ended::Value(datum) => vec![datum.deep_label(lattice)],
            _ => Vec::new(),
        },
        Subject::Printed => {
            let joined =
                observed.printed.iter().map(|printed| printed.label).reduce(|a, b| lattice.join(a, b));
            joined.into_iter().collect()
        }
        Subject::Argument(call, name) => {
            let calls = nth(observed.tools.iter().filter(|tool| *tool.name == *call.callee), call.nth);
            calls
                .into_iter()
                .filter_map(|tool| tool.arguments.iter().find(|(argument, _)| **argument == **name))
                .map(|(_, datum)| datum.deep_label(lattice))
                .collect()
        }
        Subject::Pc(call) => {
            let tools = observed.tools.iter().filter(|tool| *tool.name == *call.callee).map(|tool| tool.pc);
            let agents = observed.crossings.iter().filter(|crossed| crossed.path == call.callee);
            nth(tools.chain(agents.map(|crossed| crossed.pc)), call.nth)
        }
    }
}

/// A variable, or what is in it: `x`, `x[0]`, `x.field`, `x{0}` for the key of an entry.
fn select<'d>(variables: &'d [(Box<str>, Datum)], path: &str) -> Option<&'d Datum> {
    let end = path.find(['[', '.', '{']).unwrap_or(path.len());
    let (name, mut rest) = path.split_at_checked(end)?;
    let mut datum = &variables.iter().find(|(known, _)| **known == *name)?.1;
    while !rest.is_empty() {
        let (step, after) = match rest.chars().next()? {
            '.' => {
                let rest = rest.strip_prefix('.')?;
                let end = rest.find(['[', '.', '{']).unwrap_or(rest.len());
                rest.split_at_checked(end)?
            }
            '[' => rest.strip_prefix('[')?.split_once(']')?,
            _ => {
                let (place, after) = rest.strip_prefix('{')?.split_once('}')?;
                let Tree::Dict(entries) = &datum.value else { return None };
                datum = &entries.get(place.parse::<usize>().ok()?)?.0;
                rest = after;
                continue;
            }
        };
        datum = member(datum, step)?;
        rest = after;
    }
    Some(datum)
}

fn member<'d>(datum: &'d Datum, step: &str) -> Option<&'d Datum> {
    match &datum.value {
        Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => items.get(step.parse::<usize>().ok()?),
        Tree::Dict(entries) => entries.iter().find(|(key, _)| key.to_text() == step).map(|(_, value)| value),
        Tree::Record(_, fields) => fields.iter().find(|(name, _)| **name == *step).map(|(_, value)| value),
        _ => None,
    }
}
