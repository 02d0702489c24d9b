//! What policies see of a call, what they decide, and which of them are refused before anything runs.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails may say so loudly"
)]

use std::collections::BTreeSet;

use caravan_core::policy::{Decision, Policy, PolicyCall, Verdict};
use caravan_core::system::{AgentSpec, System, SystemSpec, ToolSpec};
use caravan_label::{AgentPath, Bits, Choice, Label, Readers, Source, Taint};
use caravan_plan::{Datum, Strictness, Tree, World};
use caravan_policy::{Policies, PolicyFile};
use serde_json::{Value as Json, json};

/// An orchestrator, and below it an agent with a mailbox and a bank.
fn system() -> System {
    let tool = |name: &str, server: &str, side_effect: bool, properties: Json, required: Json| ToolSpec {
        name: name.into(),
        server: server.into(),
        side_effect,
        parameters: json!({"type": "object", "properties": properties, "required": required}),
        ..ToolSpec::default()
    };
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let optional_texts = json!({"anyOf": [texts, {"type": "null"}], "default": null});
    let files = json!({"type": "array", "items": {
        "type": "object", "properties": {"name": text, "size": {"type": "integer"}}, "required": ["name", "size"],
        "additionalProperties": false,
    }});
    System::build(SystemSpec {
        root: "office".into(),
        agents: vec![
            AgentSpec { name: "office".into(), children: vec!["clerk".into()], ..AgentSpec::default() },
            AgentSpec {
                name: "clerk".into(),
                tools: ["send_email", "search", "pay", "book"].map(Into::into).into(),
                ..AgentSpec::default()
            },
        ],
        tools: vec![
            tool(
                "send_email",
                "mail",
                true,
                json!({"recipients": texts, "body": text, "cc": optional_texts, "files": files, "pc": text}),
                json!(["recipients", "body"]),
            ),
            tool("search", "mail", false, json!({"words": text}), json!(["words"])),
            tool(
                "pay",
                "bank",
                true,
                json!({"to": text, "amount": {"type": "number"}, "times": {"type": "integer"}}),
                json!(["to", "amount"]),
            ),
            tool(
                "book",
                "bank",
                true,
                json!({"start": {"type": "string", "format": "date-time"}, "limits": {"type": "object",
                    "additionalProperties": {"type": "integer"}}}),
                json!([]),
            ),
        ],
        ..SystemSpec::default()
    })
    .expect("a system")
}

fn load(text: &str) -> Result<Policies, String> {
    let file = PolicyFile { name: "office.cedar".into(), text: text.into() };
    Policies::load(&[file], &system())
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// Where an argument comes from.
#[derive(Clone, Copy)]
enum From<'a> {
    User,
    /// A search, readable by these; by everybody without.
    Search(&'a [&'a str]),
    /// The plan, chosen among two by untrusted data.
    Chosen,
}

fn label(from: From<'_>, world: &mut World) -> Label {
    let search = Source::Tool {
        agent: AgentPath::root().child("clerk"),
        tool: "search".into(),
        inner: None,
        trusted: false,
    };
    match from {
        From::User => world.lattice.data_from(&[Source::User]),
        From::Search(readers) => {
            let names: BTreeSet<Box<str>> = readers.iter().map(|name| (*name).into()).collect();
            let readers = if names.is_empty() { Readers::Everybody } else { Readers::Only(names) };
            let taint = world.lattice.taint(&[search], readers);
            world.lattice.label(taint, Taint::NONE, Choice::NONE)
        }
        From::Chosen => {
            let guard = world.lattice.data_from(&[search]);
            let guard = world.lattice.guard(guard, Bits::ONE);
            let plan = world.lattice.data_from(&[Source::Plan(AgentPath::root())]);
            world.lattice.join(plan, guard)
        }
    }
}

/// What policies decide about a call of the clerk's.
fn decide(policies: &Policies, tool: &str, arguments: &[(&str, Json, From<'_>)]) -> Decision {
    decide_at(policies, Strictness::Cfi, tool, arguments)
}

fn decide_at(
    policies: &Policies,
    strictness: Strictness,
    tool: &str,
    arguments: &[(&str, Json, From<'_>)],
) -> Decision {
    let mut world = World::new(strictness);
    let arguments: Vec<(Box<str>, Datum)> = arguments
        .iter()
        .map(|(name, json, from)| {
            let label = label(*from, &mut world);
            ((*name).into(), Datum::from_json(json, label))
        })
        .collect();
    call(policies, &mut world, tool, &arguments)
}

fn call(policies: &Policies, world: &mut World, tool: &str, arguments: &[(Box<str>, Datum)]) -> Decision {
    let system = system();
    let agent = AgentPath::root().child("clerk");
    let tool = system.tool(system.agent(&agent).expect("the clerk"), tool).expect("a tool");
    let call = PolicyCall { agent: &agent, tool, arguments, pc: Label::NONE, callee: Label::NONE };
    policies.decide(&call, world)
}

const MAIL: &str = r#"
// Mail goes to whom the user names, or to those who may read what is in it.
@id("mail-to-the-named")
@reason("the user, or a plan, has named the recipients")
permit(principal, action == Action::"send_email", resource)
when { context.recipients.trusted };

@id("mail-to-readers")
@reason("every recipient may read the body")
permit(principal, action == Action::"send_email", resource)
when {
    context.body.readers.everybody ||
    context.body.readers.names.containsAll(context.recipients.value)
};

permit(principal, action in Action::"no-side-effects", resource);
"#;

#[test]
fn a_mail_goes_to_whom_the_user_names_or_who_may_read_it() {
    let policies = load(MAIL).expect("good policies");
    let mail = |to: From<'_>, body: From<'_>| {
        decide(&policies, "send_email", &[("recipients", json!(["ann"]), to), ("body", json!("hi"), body)])
    };
    let decision = mail(From::User, From::Search(&["bob"]));
    assert_eq!((decision.effect, decision.policy.as_str()), (Verdict::Allow, "mail-to-the-named"));
    let decision = mail(From::Search(&[]), From::Search(&["ann", "bob"]));
    assert_eq!((decision.effect, decision.policy.as_str()), (Verdict::Allow, "mail-to-readers"));
    let decision = mail(From::Search(&[]), From::Search(&["bob"]));
    assert_eq!((decision.effect, decision.policy.as_str()), (Verdict::Deny, "default"));
}

#[test]
fn a_denial_says_which_argument_is_to_blame_and_what_would_be_allowed() {
    let policies = load(MAIL).expect("good policies");
    let arguments =
        [("recipients", json!(["eve"]), From::Search(&[])), ("body", json!("hi"), From::Search(&["bob"]))];
    let decision = decide(&policies, "send_email", &arguments);
    assert_eq!(
        decision.reason,
        "no policy permits `send_email` with these arguments: `recipients` is untrusted, from `tool:clerk/search`; \
         `body` is untrusted, from `tool:clerk/search`; `body` may be read by `bob` alone"
    );
    assert_eq!(
        decision.remedy.as_deref(),
        Some(
            "`send_email` may be called where the user, or a plan, has named the recipients (policy \
             `mail-to-the-named`), or where every recipient may read the body (policy `mail-to-readers`)"
        )
    );
    let decision =
        decide(&policies, "pay", &[("to", json!("ann"), From::User), ("amount", json!(1), From::User)]);
    assert_eq!(decision.reason, "no policy ever permits `pay`");
    assert_eq!(
        decision.remedy.as_deref(),
        Some("if it may be called, say so: permit(principal, action == Action::\"pay\", resource);")
    );
}

#[test]
fn a_policy_sees_as_much_flow_as_the_strictness_counts() {
    let policies = load(
        "permit(principal, action == Action::\"search\", resource) when { context.words.trusted };
         permit(principal, action == Action::\"pay\", resource)
         when { context.to.data_trusted && context.to.choice_bits <= 1 };",
    )
    .expect("good policies");
    let chosen = |strictness, tool, name| {
        let arguments = [(name, json!("ann"), From::Chosen), ("amount", json!(1), From::User)];
        decide_at(&policies, strictness, tool, &arguments).effect
    };
    assert_eq!(chosen(Strictness::Explicit, "search", "words"), Verdict::Allow);
    assert_eq!(chosen(Strictness::Cfi, "search", "words"), Verdict::Deny);
    assert_eq!(chosen(Strictness::Cfi, "pay", "to"), Verdict::Allow);
    let arguments = [("to", json!("ann"), From::Search(&[])), ("amount", json!(1), From::User)];
    assert_eq!(decide(&policies, "pay", &arguments).effect, Verdict::Deny);
}

#[test]
fn a_policy_sees_what_is_inside_an_argument_and_the_control_at_the_call() {
    let policies = load(
        "permit(principal, action == Action::\"send_email\", resource) when { context.all.trusted && context.pc.trusted };",
    )
    .expect("good policies");
    let mut world = World::new(Strictness::Cfi);
    let (user, found) = (label(From::User, &mut world), label(From::Search(&[]), &mut world));
    let mail = |item: Label| {
        let list = Tree::List(vec![Datum::text("ann", item)]);
        vec![
            ("recipients".into(), Datum { value: list, label: user }),
            ("body".into(), Datum::text("hi", user)),
        ]
    };
    assert_eq!(call(&policies, &mut world, "send_email", &mail(user)).effect, Verdict::Allow);
    assert_eq!(call(&policies, &mut world, "send_email", &mail(found)).effect, Verdict::Deny);

    let system = system();
    let agent = AgentPath::root().child("clerk");
    let tool = system.tool(system.agent(&agent).expect("the clerk"), "send_email").expect("a tool");
    let pc = world.lattice.guard(found, Bits::ONE);
    for (pc, callee) in [(pc, Label::NONE), (Label::NONE, pc)] {
        let arguments = mail(user);
        let call = PolicyCall { agent: &agent, tool, arguments: &arguments, pc, callee };
        assert_eq!(policies.decide(&call, &mut world).effect, Verdict::Deny);
    }
}

#[test]
fn values_are_compared_by_their_types() {
    let policies = load(
        r#"permit(principal, action == Action::"pay", resource)
           when { context.amount.value.lessThanOrEqual(decimal("99.5")) && !(context has times && context.times.value > 2) };
           permit(principal, action == Action::"send_email", resource)
           when { context has files && context.files.count == 1 && context.files.value.contains({name: "a", size: 3}) };
           permit(principal, action == Action::"book", resource)
           when {
               (context has start && context.start.value < datetime("2024-06-01")) ||
               (context has limits && context.limits.value.keys.contains("day"))
           };
           permit(principal, action == Action::"search", resource) when { context.words.value like "*report*" };"#,
    )
    .expect("good policies");
    let pay = |amount: Json, times: Json| {
        let arguments =
            [("to", json!("a"), From::User), ("amount", amount, From::User), ("times", times, From::User)];
        decide(&policies, "pay", &arguments).effect
    };
    assert_eq!(pay(json!(99.5), json!(2)), Verdict::Allow);
    assert_eq!(pay(json!(99), json!(null)), Verdict::Allow);
    assert_eq!(pay(json!(99.6), json!(1)), Verdict::Deny);
    assert_eq!(pay(json!(1), json!(3)), Verdict::Deny);
    let files = |files: Json| {
        let arguments = [
            ("recipients", json!([]), From::User),
            ("body", json!(""), From::User),
            ("files", files, From::User),
        ];
        decide(&policies, "send_email", &arguments).effect
    };
    assert_eq!(files(json!([{"name": "a", "size": 3}])), Verdict::Allow);
    assert_eq!(files(json!([{"name": "b", "size": 3}])), Verdict::Deny);
    assert_eq!(files(json!([{"name": "a", "size": 3}, {"name": "b", "size": 3}])), Verdict::Deny);
    let book = |name, value: Json| decide(&policies, "book", &[(name, value, From::User)]).effect;
    assert_eq!(book("start", json!("2024-05-31T23:00:00")), Verdict::Allow);
    assert_eq!(book("start", json!("2024-06-01T00:00:00")), Verdict::Deny);
    assert_eq!(book("limits", json!({"day": 1})), Verdict::Allow);
    let words = |words| decide(&policies, "search", &[("words", json!(words), From::User)]).effect;
    assert_eq!((words("the reports"), words("letters")), (Verdict::Allow, Verdict::Deny));
}

#[test]
fn a_prohibition_that_cannot_be_evaluated_denies() {
    let policies = load(
        r#"permit(principal, action, resource);
           @id("small") forbid(principal, action == Action::"pay", resource)
           when { context.amount.value.greaterThan(decimal("100.0")) };"#,
    )
    .expect("good policies");
    let pay = |amount: Json| {
        decide(&policies, "pay", &[("to", json!("a"), From::User), ("amount", amount, From::User)])
    };
    assert_eq!(pay(json!(100)).effect, Verdict::Allow);
    assert_eq!(pay(json!(100.5)).effect, Verdict::Deny);
    let decision = pay(json!(0.123_456_789));
    assert_eq!((decision.effect, decision.policy.as_str()), (Verdict::Deny, "small"));
    assert!(decision.reason.contains("could not be evaluated"), "{}", decision.reason);
}

#[test]
fn a_policy_that_asks_has_a_person_say_unless_another_decides() {
    let policies = load(
        r#"@id("ask-pay") @ask("money leaves the account") permit(principal, action == Action::"pay", resource);
           @id("small") permit(principal, action == Action::"pay", resource)
           when { context.amount.value.lessThan(decimal("10.0")) };
           @id("never-eve") forbid(principal, action == Action::"pay", resource) when { context.to.value == "eve" };
           permit(principal, action == Action::"send_email", resource) when { context.recipients.trusted };
           @ask @id("cc") forbid(principal, action == Action::"send_email", resource) when { context has cc };"#,
    )
    .expect("good policies");
    let pay = |to: &str, amount: Json| {
        let decision =
            decide(&policies, "pay", &[("to", json!(to), From::User), ("amount", amount, From::User)]);
        (decision.effect, decision.policy, decision.reason)
    };
    assert_eq!(pay("ann", json!(50)), (Verdict::Ask, "ask-pay".into(), "money leaves the account".into()));
    assert_eq!(pay("ann", json!(5)).0, Verdict::Allow);
    assert_eq!(pay("eve", json!(50)).1, "never-eve");
    let mail = |cc: Json, to: From<'_>| {
        let arguments =
            [("recipients", json!(["ann"]), to), ("body", json!("x"), From::User), ("cc", cc, From::User)];
        let decision = decide(&policies, "send_email", &arguments);
        (decision.effect, decision.policy)
    };
    assert_eq!(mail(json!(null), From::User).0, Verdict::Allow);
    assert_eq!(mail(json!(["bob"]), From::User), (Verdict::Ask, "cc".into()));
    // What nothing permits, no person is asked about.
    assert_eq!(mail(json!(["bob"]), From::Search(&[])), (Verdict::Deny, "default".into()));
}

#[test]
fn policies_name_agents_servers_and_groups_of_tools() {
    let decided = |text: &str| {
        let policies = load(text).unwrap_or_else(|errors| panic!("{errors}"));
        decide(&policies, "search", &[("words", json!("x"), From::User)]).effect
    };
    assert_eq!(decided("permit(principal == Agent::\"clerk\", action, resource);"), Verdict::Allow);
    assert_eq!(decided("permit(principal in Agent::\"/\", action, resource);"), Verdict::Allow);
    assert_eq!(decided("permit(principal == Agent::\"/\", action, resource);"), Verdict::Deny);
    assert_eq!(decided("permit(principal, action in Action::\"mail/*\", resource);"), Verdict::Allow);
    assert_eq!(decided("permit(principal, action in Action::\"bank/*\", resource);"), Verdict::Deny);
    assert_eq!(decided("permit(principal, action in Action::\"side-effects\", resource);"), Verdict::Deny);
    assert_eq!(decided("permit(principal, action, resource in Server::\"mail\");"), Verdict::Allow);
    assert_eq!(decided("permit(principal, action, resource == Tool::\"mail/search\");"), Verdict::Allow);
    let named =
        "permit(principal, action, resource) when { principal.name == \"clerk\" && !resource.side_effect };";
    assert_eq!(decided(named), Verdict::Allow);
}

#[test]
fn an_argument_that_is_called_as_something_of_the_runtimes_has_another_name() {
    let policies = load(
        "permit(principal, action == Action::\"send_email\", resource)
         when { context.pc.trusted && context has pc_ && context.pc_.value == \"x\" };",
    )
    .expect("good policies");
    let arguments = [
        ("recipients", json!([]), From::User),
        ("body", json!(""), From::User),
        ("pc", json!("x"), From::User),
    ];
    assert_eq!(decide(&policies, "send_email", &arguments).effect, Verdict::Allow);
}

#[test]
fn a_policy_that_cannot_be_right_is_refused_with_its_line() {
    let error = |text: &str| load(text).expect_err("a bad policy");
    insta::assert_snapshot!(error("permit(principal, action, resource)\nwhen { context.boddy.trusted };"));
    insta::assert_snapshot!(error(
        "// one\n\npermit(principal, action == Action::\"send_email\", resource)\nwhen { context.bdy.trusted };"
    ));
    insta::assert_snapshot!(error("permit(principal, action == Action::\"sendmail\", resource);"));
    insta::assert_snapshot!(error(
        "permit(principal, action == Action::\"pay\", resource)\nwhen { context.amount.value < 3 };"
    ));
    insta::assert_snapshot!(error(
        "permit(principal, action == Action::\"send_email\", resource) when { context.cc.trusted };"
    ));
    insta::assert_snapshot!(error(
        "permit(principal, action, resource)\n\npermit(principal, action, resource);"
    ));
    insta::assert_snapshot!(error("@aks(\"really?\")\npermit(principal, action, resource);"));
    insta::assert_snapshot!(error("permit(principal == ?principal, action, resource);"));
    insta::assert_snapshot!(error(
        "@id(\"a\") permit(principal, action, resource);\n@id(\"a\") forbid(principal, action, resource);"
    ));
    insta::assert_snapshot!(error(
        "permit(principal, action == Action::\"search\", resource) when { context.words.value == \"a\u{202e}b\" };"
    ));
}

#[test]
fn the_schema_is_made_of_the_tools() {
    insta::assert_snapshot!(load("").expect("no policies").schema());
}

#[test]
fn a_tool_that_no_policy_ever_permits_is_listed() {
    let policies =
        load("permit(principal, action in [Action::\"mail/*\"], resource);").expect("good policies");
    assert_eq!(policies.never_permitted(), ["book", "pay"]);
    let forbidding = load("forbid(principal, action, resource);").expect("good policies");
    assert_eq!(forbidding.never_permitted().len(), 4);
}
