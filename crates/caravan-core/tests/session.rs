//! What a client whose own model writes the plans is told, and what it is not.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use caravan_core::effect::{EffectKind, Outcome, ToolFailure, ToolRequest};
use caravan_core::label::Bits;
use caravan_core::run::{Progress, Run};
use caravan_core::session::{Refusal, Reply, Session};
use caravan_core::settings::Settings;
use caravan_core::state::States;
use caravan_core::system::{System, SystemSpec};
use caravan_plan::Strictness;
use serde_json::{Value as Json, json};
use stage::{MARKER, ToolAnswer, fenced, hierarchy, reply, tools};

/// A client's session, and everything that planners below it were told.
struct Client {
    session: Session,
    states: States,
    told: Vec<String>,
    asked: Vec<ToolRequest>,
    plans: BTreeMap<String, String>,
    tools: Box<dyn FnMut(&ToolRequest) -> ToolAnswer>,
}

impl Client {
    fn new(settings: Settings) -> Client {
        Client::of(hierarchy(), settings)
    }

    fn of(spec: SystemSpec, settings: Settings) -> Client {
        let system = Arc::new(System::build(spec).expect("a system"));
        Client {
            session: Session::new(system, Settings { check: false, ..settings }),
            states: States::default(),
            told: Vec::new(),
            asked: Vec::new(),
            plans: BTreeMap::from([
                ("reader".into(), "return get_variable('it')".into()),
                ("sender".into(), "return 'done'".into()),
            ]),
            tools: Box::new(tools),
        }
    }

    fn strict(strictness: Strictness) -> Client {
        Client::new(Settings { strictness, ..Settings::default() })
    }

    fn with_budget(bits: u32) -> Client {
        Client::new(Settings { budget: Bits::whole(bits), ..Settings::default() })
    }

    /// Goes on with a run until it ends, or until it has asked for so many effects.
    fn carry_on(&mut self, run: &mut Run, most: usize) -> Option<caravan_core::outcome::RunOutcome> {
        let mut outcome = None;
        for _ in 0..most {
            let effects = match run.step(outcome.take()).expect("a step") {
                Progress::Done(outcome) => return Some(*outcome),
                Progress::Effects(effects) => effects,
            };
            let effect = &effects[0];
            let result = match &effect.kind {
                EffectKind::Plan(request) => {
                    self.told.push(request.user());
                    Outcome::Plan(Ok(reply(fenced(&self.plans[request.agent().as_str()]))))
                }
                EffectKind::Tool(request) => {
                    self.asked.push(request.clone());
                    Outcome::Tool((self.tools)(request).map(Into::into))
                }
                other => panic!("no plan asks for {other:?}"),
            };
            outcome = Some((effect.id, result));
        }
        None
    }

    fn plan(&mut self, plan: &str) -> Reply {
        let mut run = self.session.begin(plan, &self.states).unwrap_or_else(|refusal| panic!("{refusal}"));
        let outcome = self.carry_on(&mut run, 1000).expect("an end");
        let reply = self.session.end(outcome, &mut self.states);
        let json = reply.to_json().to_string();
        assert!(!json.contains(MARKER), "the client was told untrusted text: {json}");
        reply
    }

    fn result(&mut self, plan: &str) -> Option<Json> {
        let reply = self.plan(plan);
        assert!(reply.error.is_none(), "{plan}: {:?}", reply.error);
        reply.result
    }

    fn error(&mut self, plan: &str) -> String {
        let error = self.plan(plan).error.expect("an error");
        format!("{}: {}", error.kind, error.message)
    }
}

#[test]
fn what_is_made_of_trusted_things_is_told() {
    let mut client = Client::new(Settings::default());
    assert_eq!(client.result("return 1 + 1"), Some(json!(2)));
    assert_eq!(client.result("return ['at', clock()]"), Some(json!(["at", "noon"])));
    assert_eq!(client.result("read()\nreturn 'done'"), Some(json!("done")));
    assert_eq!(client.result("send_it = 1\nreturn {'a': None}"), Some(json!({"a": null})));
}

#[test]
fn what_untrusted_data_is_in_becomes_a_reference_that_later_plans_read() {
    let mut client = Client::new(Settings::default());
    let first = client.plan("return [read(), read()]");
    assert_eq!(first.result, None);
    assert_eq!(first.references[0].to_string(), "$1: list[str], from read");
    assert_eq!(
        first.to_json(),
        json!({
            "result": null,
            "references": [{"name": "$1", "type": "list[str]", "source": "read"}],
            "calls": [
                {"kind": "tool", "name": "read", "line": 1},
                {"kind": "tool", "name": "read", "line": 1},
            ],
            "error": null,
        })
    );
    assert_eq!(client.plan("return get_variable('$1')[0].upper()").references[0].name(), "$2");
    let answer = client.plan("return reader(message='Give `it` back.', variables={'it': get_variable('$1')}, output_schema=list[str])");
    assert_eq!((answer.result, answer.references[0].name()), (None, "$3"));
    assert_eq!(
        client.result("sender(message='Send `it`.', variables={'it': get_variable('$1')})\nreturn 'ok'"),
        Some(json!("ok"))
    );
    assert!(client.told.iter().all(|told| !told.contains(MARKER)), "{:?}", client.told);
}

#[test]
fn a_reference_keeps_its_label() {
    let mut client = Client::new(Settings::default());
    client.plan("return read()");
    let error = client.error("return reader(message=get_variable('$1'))");
    assert_eq!(
        error,
        "Denied: line 1: the message to `reader` was made or chosen by untrusted data; write the message in the plan and pass the \
         data in `variables`, where the child's plan reads it with `get_variable`"
    );
    assert!(client.told.is_empty());
}

#[test]
fn an_error_made_of_untrusted_data_is_told_by_kind_and_place_alone() {
    let mut client = Client::new(Settings::default());
    let error = client.error("x = 1\nreturn fails()");
    assert_eq!(
        error,
        "RuntimeError: the plan failed with RuntimeError on line 2; what it says is withheld, since untrusted data had a \
         part in it"
    );
    let bare = "Failed: the plan failed; what and where is withheld, since untrusted data had a part in it";
    assert_eq!(client.error("return fails()"), bare);
    // There is less left now than a third failure costs: it ends the session.
    assert_eq!(client.result("read()\nreturn 'still here'"), Some(json!("still here")));
    let over = client.plan("return int(read())");
    assert!(over.session_over && over.calls.is_empty(), "{over:?}");
    assert_eq!(client.session.begin("return 1", &client.states).expect_err("over"), Refusal::Over);
}

#[test]
fn a_failure_of_the_plans_own_is_told_in_full() {
    let mut client = Client::new(Settings::default());
    for _ in 0..100 {
        assert_eq!(
            client.error("raise ValueError('the year is missing')"),
            "ValueError: line 1: ValueError: the year is missing"
        );
    }
    read_some(&mut client);
    assert_eq!(client.error("x = 1\nraise ValueError('no')"), "ValueError: line 2: ValueError: no");
}

/// Makes the client be told something that untrusted data decided.
fn read_some(client: &mut Client) {
    assert_eq!(client.result("return 'yes' if flag() else 'no'"), Some(json!("yes")));
}

#[test]
fn what_untrusted_data_chose_is_told_until_the_budget_is_used_up() {
    let mut client = Client::new(Settings::default());
    let mut told = 0;
    for round in 0..40 {
        let reply = client.plan("return 'yes' if flag() else 'no'");
        assert!(reply.error.is_none(), "{round}: {:?}", reply.error);
        told += usize::from(reply.result.is_some());
    }
    assert_eq!(told, 3);
    // And nothing is lost for what nobody else chose.
    assert_eq!(client.result("return 'trusted'"), Some(json!("trusted")));
}

#[test]
fn nothing_is_told_of_what_untrusted_data_chose_without_a_budget() {
    for mut client in [Client::with_budget(0), Client::strict(Strictness::Noninterference)] {
        assert_eq!(client.result("return 'yes' if flag() else 'no'"), None);
        assert_eq!(client.result("read()\nreturn 'done'"), Some(json!("done")));
        assert_eq!(client.error("raise ValueError('mine')"), "ValueError: line 1: ValueError: mine");
        assert!(client.plan("fails()").session_over);
    }
}

#[test]
fn explicit_counts_data_alone() {
    let mut client = Client::strict(Strictness::Explicit);
    for _ in 0..30 {
        assert_eq!(client.result("return 'yes' if flag() else 'no'"), Some(json!("yes")));
        assert!(client.error("fails()").starts_with("RuntimeError: "));
        assert_eq!(client.result("return read()"), None);
    }
}

#[test]
fn what_the_client_was_told_is_in_what_its_next_plan_says() {
    let mut client = Client::with_budget(6);
    read_some(&mut client);
    // The client's model might have written either, and that is four bits and a fraction already.
    assert_eq!(client.result("sender(message='Yes it is.')\nreturn 'ok'"), Some(json!("ok")));
    let error = client
        .error("m = ('a' if flag() else 'b') + ('c' if flag() else 'd')\nsender(message=m)\nreturn 'ok'");
    assert!(error.starts_with("SessionOver") || error.starts_with("Denied"), "{error}");
    assert_eq!(client.told, ["Yes it is.\n\nReturn a value of this JSON schema: {\"type\":\"string\"}"]);
}

#[test]
fn what_the_client_was_told_is_in_what_its_plans_write() {
    let mut spec = hierarchy();
    // `clock` is trusted, and reads what `send` writes.
    spec.tools[3].server = "send_server".into();
    spec.agents[0].tools.push("send".into());
    let mut client = Client::of(spec.clone(), Settings { budget: Bits::whole(6), ..Settings::default() });
    read_some(&mut client);
    // Another session under `noninterference`, with the same tools: what is there may be what the first was told.
    let mut other =
        Client::of(spec, Settings { strictness: Strictness::Noninterference, ..Settings::default() });
    assert_eq!(other.result("return clock()"), Some(json!("noon")));
    other.states = client.states.clone();
    assert_eq!(other.result("return clock()"), None);
}

#[test]
fn what_one_session_writes_is_as_untrusted_in_another() {
    let mut spec = hierarchy();
    spec.tools[3].server = "send_server".into();
    spec.agents[0].tools.push("send".into());
    let mut writer = Client::of(spec.clone(), Settings::default());
    let mut reader = Client::of(spec, Settings::default());
    assert_eq!(reader.result("return clock()"), Some(json!("noon")));
    assert_eq!(writer.result("send(to='me', body=read())\nreturn 'ok'"), Some(json!("ok")));
    reader.states = writer.states.clone();
    assert_eq!(reader.result("return clock()"), None);
    assert!(reader.error("sender(message=clock())").starts_with("Denied"));
}

#[test]
fn a_run_that_is_given_up_leaves_what_it_wrote_and_tells_nothing() {
    let mut spec = hierarchy();
    spec.tools[3].server = "send_server".into();
    spec.agents[0].tools.push("send".into());
    let mut client = Client::of(spec, Settings::default());
    client.plan("return read()");
    let states = client.states.clone();
    let plan = "send(to='me', body=get_variable('$1'))\nreturn 'ok'";
    let mut run = client.session.begin(plan, &states).expect("a run");
    assert_eq!(client.session.begin(plan, &states).expect_err("one at a time"), Refusal::Busy);
    assert!(client.carry_on(&mut run, 1).is_none());
    let mut states = states;
    client.session.abandon(run, &mut states);
    client.states = states;
    assert_eq!(client.result("return clock()"), None);
    assert_eq!(client.plan("return get_variable('$1')").result, None);
}

#[test]
fn what_is_wrong_with_a_plan_is_told_before_anything_of_it_runs() {
    let system = Arc::new(System::build(hierarchy()).expect("a system"));
    let mut session = Session::new(system, Settings::default());
    let states = States::default();
    let refused = |refusal: Refusal| match refusal {
        Refusal::Findings(findings) => findings[0].to_string(),
        other => other.to_string(),
    };
    assert!(refused(session.begin("return raed()", &states).expect_err("no tool")).contains("`raed`"));
    let laundering = "m = read()\nreader(message=m)";
    let refusal = refused(session.begin(laundering, &states).expect_err("laundering"));
    assert!(refusal.contains("the message to `reader` depends on `read`"), "{refusal}");
    assert!(refused(session.begin(" ", &states).expect_err("nothing")).contains("there is no plan"));
    assert!(session.begin("```python\nreturn 1\n```", &states).is_ok());
}

#[test]
fn a_plan_can_read_no_reference_of_another_session() {
    let mut first = Client::new(Settings::default());
    let mut second = Client::new(Settings::default());
    first.plan("return read()");
    let error = second.error("return get_variable('$1')");
    assert!(error.contains("$1"), "{error}");
}

#[test]
fn a_session_that_was_closed_takes_no_plan() {
    let mut client = Client::new(Settings::default());
    let run = client.session.begin("return read()", &client.states).expect("a run");
    client.session.abandon(run, &mut client.states);
    client.session.close();
    assert!(client.session.is_over());
    assert_eq!(client.session.begin("return 1", &client.states).expect_err("over"), Refusal::Over);
}

#[test]
fn old_references_are_forgotten() {
    let mut client = Client::new(Settings::default());
    for _ in 0..70 {
        client.plan("return read()");
    }
    let names: Vec<&str> = client.session.references().map(|reference| reference.name()).collect();
    assert_eq!((names.len(), names[0], names[63]), (64, "$7", "$70"));
}

/// Everything that a client is told in a session of these plans, until its end, if untrusted data says this.
fn course(plans: &[&str], settings: Settings, answers: &[bool]) -> Option<Vec<Json>> {
    let mut client = Client::new(settings);
    let mut next = answers.to_vec();
    client.tools = Box::new(move |request| {
        let answer = if next.is_empty() { false } else { next.remove(0) };
        match &*request.tool {
            "flag" => Ok(json!(answer)),
            "read" => Ok(json!(if answer { MARKER } else { "12" })),
            "fails" if answer => Err(ToolFailure::failed(MARKER)),
            "fails" => Ok(json!("fine")),
            _ => tools(request),
        }
    });
    let mut told = Vec::new();
    for plan in plans {
        let reply = client.plan(plan);
        if reply.session_over {
            return None;
        }
        told.push(reply.to_json());
    }
    Some(told)
}

const TELLING: [&str; 10] = [
    "return 'yes' if flag() else 'no'",
    "return fails() and 'ok'",
    "return int(read())",
    "x = read() if flag() else 'mine'\nreturn x",
    "if flag():\n    clock()\nreturn 'done'",
    "try:\n    int(read())\n    return 'number'\nexcept ValueError:\n    return 'text'",
    "if flag():\n    reader(message=read())\nreturn 'done'",
    "m = read() if flag() else 'mine'\nreader(message=m, variables={'it': 1})\nreturn 'done'",
    "xs = [1]\nif flag():\n    xs.append('x')\nreturn xs",
    "return get_variable('$1') if flag() else 1",
];

fn worlds(bits: u32) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << bits).map(move |world| (0..bits).map(|bit| world >> bit & 1 == 1).collect())
}

#[test]
fn untrusted_data_chooses_among_no_more_courses_than_the_budget_allows() {
    for budget in [3, 5, 6] {
        for first in (0..TELLING.len()).step_by(2) {
            let plans: Vec<&str> = (0..6).map(|step| TELLING[(first + step * 3) % TELLING.len()]).collect();
            let settings = Settings { budget: Bits::whole(budget), ..Settings::default() };
            let courses: BTreeSet<String> = worlds(7)
                .filter_map(|answers| course(&plans, settings.clone(), &answers))
                .map(|told| json!(told).to_string())
                .collect();
            assert!(courses.len() <= 1 << budget, "{budget} bits, from {first}: {courses:#?}");
        }
    }
}

#[test]
fn a_client_learns_nothing_of_untrusted_data_under_noninterference() {
    for first in 0..TELLING.len() {
        let plans: Vec<&str> = (0..5).map(|step| TELLING[(first + step) % TELLING.len()]).collect();
        let settings = Settings { strictness: Strictness::Noninterference, ..Settings::default() };
        let courses: BTreeSet<String> = worlds(5)
            .filter_map(|answers| course(&plans, settings.clone(), &answers))
            .map(|told| json!(told).to_string())
            .collect();
        assert!(courses.len() <= 1, "from {first}: {courses:#?}");
    }
}

/// The hierarchy with a root that sends by itself.
fn sending() -> SystemSpec {
    let mut spec = hierarchy();
    spec.agents[0].tools.push("send".into());
    spec
}

#[test]
fn whether_untrusted_arguments_fit_is_not_told_by_the_calls() {
    let plan = "v = 'x' if flag() else 5\ntry:\n    send(to='me', body=v)\nexcept Exception:\n    pass\nreturn 'done'";
    let seen = [true, false].map(|flag| {
        let mut client = Client::of(sending(), Settings::default());
        client.tools = Box::new(move |request| match &*request.tool {
            "flag" => Ok(json!(flag)),
            _ => tools(request),
        });
        let reply = client.plan(plan).to_json();
        (client.asked.iter().filter(|call| call.tool == "send").count(), reply)
    });
    let [(fits, told), (misfits, told_otherwise)] = seen;
    assert_eq!((fits, misfits), (1, 0));
    assert_eq!(told, told_otherwise);
}

#[test]
fn under_noninterference_no_handler_catches_untrusted_arguments_that_do_not_fit() {
    let settings = Settings { strictness: Strictness::Noninterference, ..Settings::default() };
    let mut client = Client::of(sending(), settings);
    client.tools = Box::new(|request| match &*request.tool {
        "read" => Ok(json!("7")),
        _ => tools(request),
    });
    let plan = "try:\n    send(to='me', body=int(read()))\nexcept Exception:\n    pass\nreturn 'done'";
    assert!(client.error(plan).starts_with("SessionOver"));
    assert!(client.session.is_over());
}

#[test]
fn a_limit_that_is_met_after_untrusted_data_came_in_is_no_trusted_error() {
    let mut client = Client::new(Settings { limits: small_output(), ..Settings::default() });
    let reply = client.plan("print(read())\nfor i in range(900):\n    print('a')\nreturn 1");
    assert!(!reply.error.expect("the limit").trusted);
    let reply = client.plan("for i in range(900):\n    print('a')\nreturn 1");
    assert!(reply.error.expect("the limit").trusted);
    // What came in as a variable, or as the text of a failure, counts as well.
    let mut client = Client::new(Settings { limits: small_output(), ..Settings::default() });
    client.plan("return read()");
    let reply = client.plan("get_variable('$1')\nfor i in range(900):\n    print('a')\nreturn 1");
    assert!(!reply.error.expect("the limit").trusted);
    let failing =
        "try:\n    fails()\nexcept RuntimeError:\n    pass\nfor i in range(900):\n    print('a')\nreturn 1";
    let reply = Client::new(Settings { limits: small_output(), ..Settings::default() }).plan(failing);
    assert!(!reply.error.expect("the limit").trusted);
}

#[test]
fn a_failure_whose_text_is_too_large_is_no_trusted_error() {
    let limits = caravan_plan::Limits { memory: 50_000, ..caravan_plan::Limits::default() };
    let mut client = Client::new(Settings { limits, ..Settings::default() });
    client.tools = Box::new(|_| Err(ToolFailure::failed("x".repeat(100_000))));
    let error = client.plan("fails()").error.expect("the limit");
    assert!(!error.trusted, "{}", error.message);
    let error = client.plan("x = 'x' * 100_000").error.expect("the limit");
    assert!(error.trusted, "{}", error.message);
}

fn small_output() -> caravan_plan::Limits {
    caravan_plan::Limits { output: 1000, ..caravan_plan::Limits::default() }
}

#[test]
fn what_a_person_refuses_for_its_untrusted_values_is_a_failure_as_any_other() {
    let policy = Arc::new(caravan_core::policy::AskFirst);
    let refused = |plan: &str| {
        let settings = Settings { policy: policy.clone(), ..Settings::default() };
        let mut client = Client::of(sending(), settings);
        let mut run = client.session.begin(plan, &client.states).expect("a run");
        let mut outcome = None;
        let ended = loop {
            let effects = match run.step(outcome.take()).expect("a step") {
                Progress::Done(outcome) => break *outcome,
                Progress::Effects(effects) => effects,
            };
            let result = match &effects[0].kind {
                EffectKind::Tool(request) => Outcome::Tool(tools(request).map(Into::into)),
                EffectKind::Approve(_) => Outcome::Approve(caravan_core::approval::Approval::No),
                other => panic!("no plan asks for {other:?}"),
            };
            outcome = Some((effects[0].id, result));
        };
        client.session.end(ended, &mut client.states).error.expect("a denial")
    };
    assert!(!refused("send(to='me', body=read())").trusted);
    assert!(refused("send(to='me', body='hello')").trusted);
}

#[test]
fn plans_that_are_given_up_are_charged_and_end_the_session_at_last() {
    let given_up = |strictness: Strictness| {
        let mut client = Client::strict(strictness);
        for round in 0.. {
            let states = client.states.clone();
            let Ok(mut run) = client.session.begin("read()\nreturn read()", &states) else { return round };
            assert!(client.carry_on(&mut run, 2).is_none());
            client.session.abandon(run, &mut client.states);
        }
        unreachable!("there is always another round")
    };
    assert_eq!(given_up(Strictness::Cfi), 4 + 1);
    assert_eq!(given_up(Strictness::Noninterference), 1);
}

#[test]
fn a_state_does_not_tell_how_far_a_plan_came_that_was_given_up() {
    let mut spec = sending();
    // What the clock shows, sending may have set.
    spec.tools[3].reads = Some(vec!["desk".into()]);
    spec.tools[5].writes = Some(vec!["desk".into()]);
    let mut client = Client::of(spec, Settings::default());
    let states = client.states.clone();
    let mut run = client.session.begin("read()\nsend(to='me', body='x')\nreturn 1", &states).expect("a run");
    assert!(client.carry_on(&mut run, 1).is_none());
    client.session.abandon(run, &mut client.states);
    assert_eq!(client.result("return clock()"), None);
}

#[test]
fn a_name_that_is_spelled_with_other_letters_is_the_same_name() {
    let mut client = Client::new(Settings::default());
    client.plan("return read()");
    let plain = client.plan("x = get_variable('$1')\nreturn x[0]");
    let wide = client.plan("x = \u{ff47}et_variable('$1')\nreturn x[0]");
    assert_eq!(plain.references[0].source(), "get_variable");
    assert!(wide.references[0].source().contains("get_variable"));
    // As many ends as the budget pays for, however the name is spelled.
    let ends = |name: &str| {
        let mut client = Client::with_budget(5);
        client.plan("return read()");
        (0..50)
            .take_while(|_| {
                client.plan(&format!("{name}('$1')\nraise ValueError() if False else None")).error.is_some()
            })
            .count()
    };
    assert_eq!(ends("get_variable"), ends("\u{ff47}et_variable"));
}
