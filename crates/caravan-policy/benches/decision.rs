//! How long a decision takes about a call with ten labelled arguments.

#![allow(clippy::expect_used, reason = "a benchmark that fails may say so loudly")]

use std::hint::black_box;

use caravan_core::policy::{Policy, PolicyCall};
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use caravan_label::{AgentPath, Choice, Label, Readers, Source, Taint};
use caravan_plan::{Datum, Strictness, World};
use caravan_policy::{Policies, PolicyFile};
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;

const NAMES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

fn ten_arguments(criterion: &mut Criterion) {
    let properties: serde_json::Map<_, _> =
        NAMES.iter().map(|name| ((*name).to_owned(), json!({"type": "string"}))).collect();
    let tool = ToolSpec {
        name: "send".into(),
        server: "mail".into(),
        side_effect: true,
        parameters: json!({"type": "object", "properties": properties, "required": NAMES}),
        ..ToolSpec::default()
    };
    let agent = AgentSpec { name: "clerk".into(), tools: vec!["send".into()], ..AgentSpec::default() };
    let spec =
        SystemSpec { root: "clerk".into(), agents: vec![agent], tools: vec![tool], ..SystemSpec::default() };
    let system = System::build(spec).expect("a system");
    let every: String = NAMES
        .iter()
        .map(|name| {
            format!(
                "permit(principal, action == Action::\"send\", resource) when {{ context.{name}.trusted && \
                 (context.{name}.readers.everybody || context.{name}.readers.names.contains(context.a.value)) }};\n\
                 forbid(principal, action == Action::\"send\", resource) when {{ context.{name}.value == \"never\" }};\n"
            )
        })
        .collect();
    let trusted: Vec<String> = NAMES.iter().map(|name| format!("context.{name}.trusted")).collect();
    let two = format!(
        "permit(principal, action == Action::\"send\", resource) when {{ {} }};\n\
         permit(principal, action == Action::\"send\", resource) when {{ context.a.trusted && \
         (context.b.readers.everybody || context.b.readers.names.contains(context.a.value)) }};\n",
        trusted.join(" && ")
    );
    let load = |text: String| {
        Policies::load(&[PolicyFile { name: "bench.cedar".into(), text }], &system).expect("good policies")
    };
    let policies = [("twenty policies, two about each", load(every)), ("two policies", load(two))];
    let mut world = World::new(Strictness::Cfi);
    let arguments: Vec<(Box<str>, Datum)> = NAMES
        .iter()
        .map(|name| {
            let source = Source::Tool {
                agent: AgentPath::root(),
                tool: (*name).into(),
                inner: Some(format!("{name}@example.com").into()),
                trusted: false,
            };
            let readers = Readers::Only([Box::from(*name), "me".into(), "you".into()].into());
            let taint = world.lattice.taint(&[Source::User, source], readers);
            let label = world.lattice.label(taint, Taint::NONE, Choice::NONE);
            ((*name).into(), Datum::text(format!("the text of {name}"), label))
        })
        .collect();
    let path = AgentPath::root();
    let tool = system.root().and_then(|root| system.tool(root, "send")).expect("a tool");
    let call = PolicyCall { agent: &path, tool, arguments: &arguments, pc: Label::NONE, callee: Label::NONE };
    for (name, policies) in &policies {
        criterion.bench_function(&format!("ten labelled arguments, {name}"), |bencher| {
            bencher.iter(|| black_box(policies.decide(black_box(&call), &mut world)));
        });
    }
}

criterion_group!(benches, ten_arguments);
criterion_main!(benches);
