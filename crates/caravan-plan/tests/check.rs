//! The check before a run: each broken plan is found, and no valid plan is rejected.
//!
//! `check/broken.txt` and `check/valid.txt` hold plans, each under a line `### NAME` (broken ones with the code that is
//! to be found and a word of its message, and under a line `## KIND` with what is wrong). They are written for the agent
//! of [`office`]. That a run ends with them before it has done anything is tested in `caravan-core/tests/checked.rs`.

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use caravan_label::Bits;
use caravan_plan::{
    CheckSetup, Child, Ending, Environment, Machine, MachineSetup, Parameter, Step, Strictness, Tool, Type,
    World, check, compile,
};
use serde_json::Value as Json;

/// An agent with the tools of `check/office.json` (mail, a calendar, a bank and files) and two children.
fn office() -> Environment {
    let text = std::fs::read_to_string(folder().join("office.json")).expect("the tools");
    let tools: Vec<Json> = serde_json::from_str(&text).expect("a list of tools");
    let child = |name: &str| Child {
        name: name.into(),
        description: "".into(),
        reads: Vec::new(),
        writes: Vec::new(),
        reads_untrusted: true,
    };
    Environment {
        tools: tools.iter().map(tool).collect(),
        children: vec![child("billing"), child("travel")],
        variables: vec!["invoice".into(), "trip".into()],
        protocol: true,
        quarantined_model: true,
        ..Environment::default()
    }
}

fn tool(declared: &Json) -> Tool {
    let schema = |schema: &Json| Type::from_schema(schema).expect("a schema");
    let required = declared["parameters"]["required"].as_array().expect("a list");
    let parameters = declared["parameters"]["properties"].as_object().expect("parameters");
    let parameter = |(name, ty): (&String, &Json)| Parameter {
        name: name.as_str().into(),
        ty: schema(ty),
        required: required.iter().any(|required| required == name),
        description: "".into(),
    };
    Tool {
        name: declared["name"].as_str().expect("a name").into(),
        description: "".into(),
        parameters: parameters.iter().map(parameter).collect(),
        returns: schema(&declared["returns"]),
        trusted: declared["trusted"] == true,
        reads: Vec::new(),
        writes: Vec::new(),
        accepts_anything: false,
    }
}

/// Where the configuration trusts parts of what a tool answers, nothing is said of its fields.
#[test]
fn a_field_of_a_partly_trusted_result_raises_no_alarm() {
    let setup = CheckSetup { partly_trusted: vec!["search_emails".into()], ..setup() };
    let plan = "mails = search_emails('x')\nreturn billing(message=mails[0].subject)";
    let codes = |setup: &CheckSetup| {
        check(plan, &office(), setup).iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&setup), [""; 0]);
    assert_eq!(codes(&CheckSetup::default()), ["P030"]);
}

fn setup() -> CheckSetup {
    CheckSetup {
        strictness: Strictness::Cfi,
        budget: Some(Bits::whole(2)),
        elsewhere: vec!["archivist".into()],
        ..CheckSetup::default()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check")
}

/// A plan of a file.
struct Plan {
    /// What is wrong with it; nothing in `valid.txt`.
    kind: String,
    heading: String,
    text: String,
}

/// The plans of a file.
fn plans(file: &str) -> Vec<Plan> {
    let text = std::fs::read_to_string(folder().join(file)).expect("a file of plans");
    let (mut plans, mut kind): (Vec<Plan>, &str) = (Vec::new(), "");
    for line in text.lines() {
        if let Some(next) = line.strip_prefix("## ") {
            kind = next;
        } else if let Some(heading) = line.strip_prefix("### ") {
            plans.push(Plan { kind: kind.to_owned(), heading: heading.to_owned(), text: String::new() });
        } else if let Some(plan) = plans.last_mut() {
            plan.text.push_str(line);
            plan.text.push('\n');
        }
    }
    plans
}

/// What may be wrong with a plan, of each of which `broken.txt` has three or more.
const KINDS: [&str; 20] = [
    "agent out of reach",
    "choice beyond the budget",
    "date-time compared with text",
    "laundering direct",
    "laundering likely",
    "laundering through a container",
    "laundering through a function",
    "laundering through a name",
    "missing argument",
    "misuse of variables",
    "text tool used as a record",
    "unknown argument",
    "unknown name",
    "unknown tool or agent",
    "unlike things compared",
    "wrong attribute",
    "wrong key",
    "wrong operand",
    "wrong type",
    "wrong variable name in `get_variable`",
];

#[test]
fn the_plans_are_as_many_and_as_different_as_they_have_to_be() {
    let broken = plans("broken.txt");
    let valid = plans("valid.txt");
    assert!(broken.len() >= 100 && broken.len() + valid.len() >= 200, "{} and {}", broken.len(), valid.len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for plan in &broken {
        *kinds.entry(&plan.kind).or_default() += 1;
    }
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), KINDS);
    assert!(kinds.values().all(|count| *count >= 3), "{kinds:?}");
    let texts: BTreeSet<&str> = broken.iter().chain(&valid).map(|plan| plan.text.as_str()).collect();
    assert_eq!(texts.len(), broken.len() + valid.len(), "a plan stands there twice");
}

#[test]
fn each_broken_plan_is_found_with_its_code_its_line_and_a_remedy() {
    let office = office();
    let mut wrong = Vec::new();
    let plans = plans("broken.txt");
    for Plan { heading, text: plan, .. } in &plans {
        let (code, word) = heading.split_once(' ').expect("a code and a word of the message");
        let findings = match compile(plan, &office) {
            Err(findings) => findings,
            Ok(_) => check(plan, &office, &setup()),
        };
        // The line is that which the plan marks, or its last.
        let marked = plan.lines().position(|line| line.contains("# here"));
        let line = marked.unwrap_or(plan.trim_end().lines().count() - 1) as u32 + 1;
        let [finding] = findings.as_slice() else {
            wrong.push(format!("{heading}: {} findings\n{plan}{findings:#?}", findings.len()));
            continue;
        };
        let told = format!("{finding}");
        if finding.code != code || finding.span.line != line || !told.contains(word) {
            wrong.push(format!("{heading}: expected on line {line}, told `{told}`\n{plan}"));
        }
        if finding.fix.is_none() {
            wrong.push(format!("{heading}: no remedy in `{told}`"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), plans.len(), wrong.join("\n"));
}

#[test]
fn no_valid_plan_is_rejected() {
    let office = office();
    let plans = plans("valid.txt");
    let mut wrong = Vec::new();
    for Plan { heading, text: plan, .. } in &plans {
        let findings = match compile(plan, &office) {
            Err(findings) => findings,
            Ok(_) => check(plan, &office, &setup()),
        };
        if !findings.is_empty() {
            wrong.push(format!("{heading}:\n{plan}{findings:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), plans.len(), wrong.join("\n"));
}

/// Whether a program runs to its end, without anything from outside.
fn runs(source: &str) -> bool {
    let Ok(program) = compile(source, &Environment::default()) else { return false };
    let mut world = World::new(Strictness::Cfi);
    let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
    matches!(machine.resume(&mut world, None), Step::Finished(Ending::Value(_)))
}

#[test]
fn no_program_of_the_corpus_that_runs_is_rejected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let (mut tried, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("a folder entry").path();
        if path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a program");
        let findings = check(&source, &Environment::default(), &setup());
        // Only what is told has to be run.
        tried += 1;
        if !findings.is_empty() && runs(&source) {
            let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
            wrong.push(format!("{}:\n{}", path.display(), told.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried >= 600);
}

#[test]
fn a_plan_of_fifty_lines_is_checked_in_a_few_milliseconds_even_without_optimisation() {
    let office = office();
    let valid: String = plans("valid.txt").iter().map(|plan| plan.text.as_str()).collect();
    let plan: String = valid
        .lines()
        .filter(|line| !line.starts_with("return"))
        .take(50)
        .fold(String::new(), |plan, line| plan + line + "\n");
    let begun = Instant::now();
    for _ in 0..10 {
        check(&plan, &office, &setup());
    }
    let each = begun.elapsed() / 10;
    assert!(each < Duration::from_millis(20), "{each:?}");
}
