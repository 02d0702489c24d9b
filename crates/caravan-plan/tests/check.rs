//! The check before a run: each broken plan is found, and no valid plan is rejected.
//!
//! `check/broken.txt` and `check/valid.txt` hold plans, each under a line `### NAME` (broken ones with the code that is
//! to be found and a word of its message). They are written for the agent of [`office`].

// A test may fail loudly.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used
)]

use std::path::Path;
use std::time::{Duration, Instant};

use caravan_plan::{
    CheckSetup, Child, Ending, Environment, Machine, MachineSetup, Parameter, Step, Strictness, Tool, Type,
    World, check, compile,
};
use serde_json::{Value as Json, json};

fn tool(name: &str, parameters: &[(&str, Json, bool)], returns: &Json) -> Tool {
    let parameter = |(name, schema, required): &(&str, Json, bool)| Parameter {
        name: (*name).into(),
        ty: Type::from_schema(schema).expect("a schema"),
        required: *required,
        description: "".into(),
    };
    Tool {
        name: name.into(),
        description: "".into(),
        parameters: parameters.iter().map(parameter).collect(),
        returns: Type::from_schema(returns).expect("a schema"),
        trusted: false,
        reads: Vec::new(),
        writes: Vec::new(),
        accepts_anything: false,
    }
}

/// An agent with mail, a calendar, a bank and files, and two children.
fn office() -> Environment {
    let text = json!({"type": "string"});
    let number = json!({"type": "number"});
    let whole = json!({"type": "integer"});
    let moment = json!({"type": "string", "format": "date-time"});
    let texts = json!({"type": "array", "items": text});
    let email = json!({"type": "object", "title": "Email", "properties": {
        "id": text, "sender": text, "recipients": texts, "subject": text, "body": text, "sent": moment,
        "read": {"type": "boolean"}, "folder": {"enum": ["inbox", "archive", "spam"]},
        "reply_to": {"anyOf": [text, {"type": "null"}]},
    }, "required": ["id", "sender", "recipients", "subject", "body", "sent", "read", "folder", "reply_to"],
       "additionalProperties": false});
    let event = json!({"type": "object", "title": "Event", "properties": {
        "id": text, "title": text, "start": moment, "end": moment, "location": text,
        "participants": texts,
    }, "required": ["id", "title", "start", "end", "participants"], "additionalProperties": false});
    let payment = json!({"type": "object", "title": "Transaction", "properties": {
        "id": whole, "recipient": text, "amount": number, "date": {"type": "string", "format": "date"},
        "subject": text, "recurring": {"type": "boolean"},
    }, "required": ["id", "recipient", "amount", "date", "subject", "recurring"], "additionalProperties": false});
    let mut today = tool("today", &[], &json!({"type": "string", "format": "date"}));
    today.trusted = true;
    let child = |name: &str| Child {
        name: name.into(),
        description: "".into(),
        reads: Vec::new(),
        writes: Vec::new(),
        reads_untrusted: true,
    };
    Environment {
        tools: vec![
            tool(
                "search_emails",
                &[("query", text.clone(), true), ("limit", whole.clone(), false)],
                &json!({"type": "array", "items": email}),
            ),
            tool("read_email", &[("email_id", text.clone(), true)], &email),
            tool(
                "send_email",
                &[
                    ("recipients", texts.clone(), true),
                    ("subject", text.clone(), true),
                    ("body", text.clone(), true),
                    ("cc", texts.clone(), false),
                ],
                &json!({"type": "boolean"}),
            ),
            tool(
                "list_events",
                &[("day", json!({"type": "string", "format": "date"}), true)],
                &json!({"type": "array", "items": event}),
            ),
            tool(
                "create_event",
                &[
                    ("title", text.clone(), true),
                    ("start", moment.clone(), true),
                    ("end", moment.clone(), true),
                    ("participants", texts.clone(), false),
                ],
                &event,
            ),
            tool(
                "transactions",
                &[("count", whole.clone(), true)],
                &json!({"type": "array", "items": payment}),
            ),
            tool(
                "pay",
                &[
                    ("recipient", text.clone(), true),
                    ("amount", number.clone(), true),
                    ("subject", text.clone(), false),
                ],
                &payment,
            ),
            tool("balance", &[], &number),
            tool("read_file", &[("path", text.clone(), true)], &text),
            tool("prices", &[], &json!({"type": "object", "additionalProperties": number})),
            tool(
                "set_priority",
                &[
                    ("email_id", text.clone(), true),
                    ("level", json!({"enum": ["low", "normal", "high"]}), true),
                ],
                &json!({"type": "boolean"}),
            ),
            today,
        ],
        children: vec![child("billing"), child("travel")],
        variables: vec!["invoice".into(), "trip".into()],
        protocol: true,
        quarantined_model: true,
        ..Environment::default()
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
    CheckSetup { strictness: Strictness::Cfi, elsewhere: vec!["archivist".into()], ..CheckSetup::default() }
}

/// The plans of a file: heading and text.
fn plans(file: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check").join(file);
    let text = std::fs::read_to_string(path).expect("a file of plans");
    let mut plans: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("### ") {
            Some(heading) => plans.push((heading.to_owned(), String::new())),
            None => {
                if let Some((_, plan)) = plans.last_mut() {
                    plan.push_str(line);
                    plan.push('\n');
                }
            }
        }
    }
    plans
}

#[test]
fn each_broken_plan_is_found_with_its_code_its_line_and_a_remedy() {
    let office = office();
    let mut wrong = Vec::new();
    let plans = plans("broken.txt");
    for (heading, plan) in &plans {
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
    assert!(plans.len() >= 100, "{} broken plans", plans.len());
}

#[test]
fn no_valid_plan_is_rejected() {
    let office = office();
    let plans = plans("valid.txt");
    let mut wrong = Vec::new();
    for (heading, plan) in &plans {
        let findings = match compile(plan, &office) {
            Err(findings) => findings,
            Ok(_) => check(plan, &office, &setup()),
        };
        if !findings.is_empty() {
            wrong.push(format!("{heading}:\n{plan}{findings:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), plans.len(), wrong.join("\n"));
    assert!(plans.len() >= 100, "{} valid plans", plans.len());
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
    let valid: String = plans("valid.txt").iter().map(|(_, plan)| plan.as_str()).collect();
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
