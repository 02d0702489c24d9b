//! One policy for a whole system: what it knows of a value, it knows wherever the value goes.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

#[path = "../../caravan-core/tests/stage/mod.rs"]
mod stage;

use std::sync::Arc;

use caravan_core::outcome::Status;
use caravan_core::system::{LabelRule, System, SystemSpec};
use caravan_policy::{Policies, PolicyFile};
use serde_json::{Value as Json, json};
use stage::{Played, Stage, hierarchy};

/// The hierarchy of the stage, in which a note says whose it is: they alone may read it.
fn system() -> SystemSpec {
    let mut spec = hierarchy();
    let note = spec.tools.iter_mut().find(|tool| tool.name == "note").expect("a tool");
    let text = json!({"type": "string"});
    note.returns = Some(json!({
        "type": "object",
        "properties": {"text": text, "readers": {"type": "array", "items": text}},
        "required": ["text", "readers"],
    }));
    note.labels = vec![LabelRule {
        part: "text".parse().expect("a path"),
        readers_from: vec!["readers".into()],
        ..LabelRule::default()
    }];
    spec
}

const POLICY: &str = "
@reason(\"whom it goes to may read the body\")
permit(principal, action == Action::\"send\", resource)
when { context.body.readers.everybody || context.body.readers.names.contains(context.to.value) };

permit(principal, action in Action::\"no-side-effects\", resource);
";

/// The root has one agent read a note, and another send it on.
fn send_to(name: &str) -> Played {
    let root = format!(
        "note = reader(message='Read the note.')\n\
         return sender(message='Send the note to {name}.', variables={{'note': note, 'to': '{name}'}})"
    );
    let mut stage = Stage::with_plans(&[&root]);
    stage.system = system();
    let file = PolicyFile { name: "policies/notes.cedar".into(), text: POLICY.into() };
    let system = System::build(stage.system.clone()).expect("a system");
    let policies = Policies::load(&[file], &system).expect("good policies");
    stage.settings.policy = Arc::new(policies);
    stage.tools = Box::new(|request| match &*request.tool {
        "note" => Ok(json!({"text": "the safe is open", "readers": ["ann", "bob"]})),
        _ => Ok(Json::String("sent".into())),
    });
    stage
        .plan_of("reader", "return note().text.upper()")
        .plan_of("sender", "return send(to=get_variable('to'), body='Note: ' + get_variable('note'))")
        .play()
}

#[test]
fn a_childs_call_is_denied_for_a_label_that_a_siblings_tool_has_put_on_the_value() {
    let played = send_to("ann");
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(
        played.tools.last().map(|call| call.arguments["body"].clone()),
        Some(json!("Note: THE SAFE IS OPEN"))
    );

    let played = send_to("eve");
    assert_eq!(played.status(), Status::Denied);
    assert!(played.tools.iter().all(|call| call.tool != "send"), "{:?}", played.tools);
    assert_eq!(
        played.error(),
        "line 1: the call of `send` was refused by policy `default`: no policy permits `send` with these arguments: \
         `body` is untrusted, from `tool:reader/note`; `body` may be read by `ann`, `bob` alone; `send` may be called \
         where whom it goes to may read the body (policy `policies/notes.cedar:2`)"
    );
}
