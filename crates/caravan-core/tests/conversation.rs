//! What the planner of a conversation is told of the turns before, and what it is not.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::sync::Arc;

use caravan_core::effect::{EffectKind, Outcome, ToolFailure, ToolRequest};
use caravan_core::instruction::Instruction;
use caravan_core::label::Bits;
use caravan_core::model::{ModelError, ModelErrorKind, PlanRequest};
use caravan_core::run::{Progress, Run};
use caravan_core::session::{Reply, Session};
use caravan_core::settings::Settings;
use caravan_core::state::States;
use caravan_core::system::System;
use caravan_plan::Strictness;
use serde_json::{Value as Json, json};
use stage::{MARKER, ToolAnswers, fenced, hierarchy, reply, tools};

/// A conversation, and everything that its planners read.
struct Chat {
    session: Session,
    states: States,
    prompts: Vec<String>,
    /// What the root's planner was asked last.
    asked: Option<PlanRequest>,
    tools: ToolAnswers,
    calls: Vec<ToolRequest>,
}

impl Chat {
    fn new(settings: Settings) -> Chat {
        let system = Arc::new(System::build(hierarchy()).expect("a system"));
        Chat {
            session: Session::new(system, Settings { check: false, ..settings }),
            states: States::default(),
            prompts: Vec::new(),
            asked: None,
            tools: Box::new(tools),
            calls: Vec::new(),
        }
    }

    fn begin(&mut self, instruction: &str) -> Run {
        let run = self.session.ask(Instruction::from_user(instruction), &self.states);
        run.unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// Carries a run on, the root's planner answering with these plans one after another.
    fn carry_on(
        &mut self,
        run: &mut Run,
        plans: &[&str],
        most: usize,
    ) -> Option<caravan_core::outcome::RunOutcome> {
        let mut plans = plans.iter();
        let mut outcome = None;
        for _ in 0..most {
            let effects = match run.step(outcome.take()).expect("a step") {
                Progress::Done(outcome) => return Some(*outcome),
                Progress::Effects(effects) => effects,
            };
            let effect = &effects[0];
            let result = match &effect.kind {
                EffectKind::Plan(request) => {
                    self.prompts.push(everything(request));
                    let plan = match request.agent().as_str() {
                        "" => {
                            self.asked = Some(request.clone());
                            plans.next().copied()
                        }
                        _ => Some("return get_variable('it')"),
                    };
                    Outcome::Plan(match plan {
                        Some(plan) => Ok(reply(fenced(plan))),
                        None => Err(ModelError::new(ModelErrorKind::Unreachable, "nothing answers")),
                    })
                }
                EffectKind::Tool(request) => {
                    self.calls.push(request.clone());
                    Outcome::Tool((self.tools)(request).map(Into::into))
                }
                other => panic!("no plan asks for {other:?}"),
            };
            outcome = Some((effect.id, result));
        }
        None
    }

    fn turn(&mut self, instruction: &str, plan: &str) -> Reply {
        let mut run = self.begin(instruction);
        let outcome = self.carry_on(&mut run, &[plan], 1000).expect("an end");
        let reply = self.session.end(outcome, &mut self.states);
        for prompt in &self.prompts {
            assert!(!prompt.contains(MARKER), "a planner has read untrusted text: {prompt}");
        }
        reply
    }

    fn asked(&self) -> &PlanRequest {
        self.asked.as_ref().expect("the root's planner was asked")
    }
}

/// All that a planner reads.
fn everything(request: &PlanRequest) -> String {
    let earlier: Vec<String> =
        request.earlier_turns().map(|(user, answer)| format!("{user}\n{answer}")).collect();
    let attempts: Vec<&str> = request.attempts().iter().map(|attempt| attempt.problem().text()).collect();
    format!("{}\n{}\n{}\n{}", request.system(), earlier.join("\n"), request.user(), attempts.join("\n"))
}

#[test]
fn a_planner_is_told_the_users_words_its_plans_and_trusted_results() {
    let mut chat = Chat::new(Settings::default());
    chat.turn("What is 1 + 1?", "return 1 + 1");
    chat.turn("And the time?", "return clock()");
    chat.turn("Thanks.", "return None");
    let earlier: Vec<(String, String)> = chat.asked().earlier_turns().collect();
    assert_eq!(
        earlier,
        [
            ("What is 1 + 1?".to_owned(), "```python\nreturn 1 + 1\n```".to_owned()),
            (
                "[That plan ended. Its value is the variable `$1: int`: 2]\n\nAnd the time?".to_owned(),
                "```python\nreturn clock()\n```".to_owned()
            ),
        ]
    );
    assert_eq!(
        chat.asked().user(),
        "[That plan ended. Its value is the variable `$2: str`: \"noon\"]\n\nThanks.\n\n\
         Variables to read with `get_variable`: `$1`, `$2`"
    );
}

#[test]
fn an_untrusted_answer_is_told_as_a_typed_name_and_read_by_later_plans() {
    let mut chat = Chat::new(Settings::default());
    let first = chat.turn("Read it.", "return [read()]");
    assert_eq!((first.result.as_ref(), first.references[0].name()), (None, "$1"));
    let second = chat.turn("How long is it?", "return len(get_variable('$1')[0])");
    assert_eq!((second.result.as_ref(), second.references[0].name()), (None, "$2"));
    assert!(
        chat.asked().user().starts_with(
            "[That plan ended. Its value is the variable `$1: list[str]`, from read; what it is you cannot see, but a plan can \
             read it.]\n\nHow long is it?"
        ),
        "{}",
        chat.asked().user()
    );
    let third = chat.turn("Tell the reader.", "return reader(message='It is ' + get_variable('$1')[0])");
    assert!(third.error.is_some_and(|error| error.kind == "Denied"));
}

#[test]
fn what_a_person_attaches_is_data_of_every_later_turn() {
    let mut chat = Chat::new(Settings::default());
    chat.session.attach("letter", &json!(format!("Dear {MARKER}")));
    let reply = chat.turn("Answer the letter.", "return get_variable('letter')");
    assert_eq!((reply.result.as_ref(), reply.references[0].source()), (None, "data"));
    assert!(chat.asked().user().ends_with("Variables to read with `get_variable`: `letter`"));
    chat.session.attach("letter", &json!("Shorter"));
    let reply = chat.turn("Again.", "return len(get_variable('letter')) == 7");
    assert_eq!(reply.references[0].name(), "$2");
    let denied = chat.turn("Hand it down.", "return reader(message=get_variable('letter'))");
    assert!(denied.error.is_some_and(|error| error.kind == "Denied"));
    chat.session.begin_anew();
    let attached: Vec<(&str, Json)> =
        chat.session.attached().map(|(name, value)| (name, value.to_json())).collect();
    assert_eq!(attached, [("letter", json!("Shorter"))]);
    let denied = chat.turn("Hand it down.", "return reader(message=get_variable('letter'))");
    assert!(denied.error.is_some_and(|error| error.kind == "Denied"));
    assert!(chat.asked().earlier().is_empty() && chat.asked().variables().len() == 1);
}

#[test]
fn a_failure_that_untrusted_data_may_have_caused_is_told_without_its_text() {
    let mut chat = Chat::new(Settings { budget: Bits::whole(16), ..Settings::default() });
    chat.turn("Read it.", "x = read()\nreturn int(x)");
    chat.turn("Try again.", "return 1");
    let told = chat.asked().user();
    assert!(
        told.starts_with(
            "[That plan did not end well: the plan failed with ValueError on line 2; what it says is withheld"
        ),
        "{told}"
    );
    let trusted = chat.turn("Divide.", "return 1 / 0");
    assert!(trusted.error.is_some_and(|error| error.trusted));
    chat.turn("Go on.", "return 1");
    assert!(chat.asked().user().contains("line 1: ZeroDivisionError"), "{}", chat.asked().user());
}

#[test]
fn a_conversation_tells_no_more_than_its_budget_and_then_ends() {
    let mut chat = Chat::new(Settings { budget: Bits::whole(8), ..Settings::default() });
    let mut told = 0;
    let mut turns = 0;
    while !chat.session.is_over() {
        turns += 1;
        let reply = chat.turn("Is it?", "return 'yes' if flag() else 'no'");
        told += usize::from(reply.result.is_some());
        if turns > 3 {
            chat.turn("Fail.", "return int(read())");
        }
        assert!(turns < 20, "it never ends");
    }
    assert_eq!(told, 1);
    let refused = chat.session.ask(Instruction::from_user("More."), &chat.states);
    assert!(refused.is_err_and(|refusal| refusal.to_string().contains("session has ended")));
}

#[test]
fn nothing_that_untrusted_data_decided_is_told_under_noninterference() {
    let mut prompts = Vec::new();
    for flag in [true, false] {
        let mut chat = Chat::new(Settings { strictness: Strictness::Noninterference, ..Settings::default() });
        chat.tools = Box::new(move |request| match &*request.tool {
            "flag" => Ok(json!(flag)),
            _ => tools(request),
        });
        chat.turn("Is it?", "return 'yes' if flag() else 'no'");
        chat.turn("And?", "x = flag()\nif x:\n    y = 1\nelse:\n    y = 'a'\nreturn y");
        chat.turn("Well?", "return 1");
        prompts.push(chat.prompts.join("\n"));
    }
    assert_eq!(prompts[0], prompts[1]);
}

#[test]
fn what_a_planner_was_told_decides_what_its_next_plans_write() {
    // Untrusted data has reached the planner, by the bits that this was charged: its next message to a child carries them.
    let is_reached = |next: &str| {
        let mut chat = Chat::new(Settings { budget: Bits::whole(5), ..Settings::default() });
        assert!(chat.turn("Is it?", "return 'yes' if flag() else 'no'").result.is_some());
        chat.turn("Tell the reader.", next);
        chat.prompts.iter().any(|prompt| prompt.contains("It is so."))
    };
    assert!(is_reached("return reader(message='It is so.', variables={'it': 1})"));
    let more = "return reader(message='It is so.' if flag() else 'It is not.', variables={'it': 1})";
    assert!(!is_reached(more), "two decisions are more than the budget");
}

#[test]
fn a_planner_that_gives_no_plan_changes_nothing() {
    let mut chat = Chat::new(Settings::default());
    chat.turn("Read it.", "return read()");
    let mut run = chat.begin("Nobody answers this.");
    let outcome = chat.carry_on(&mut run, &[], 10).expect("an end");
    let reply = chat.session.end(outcome, &mut chat.states);
    assert!(reply.error.is_some_and(|error| error.message.contains("nothing answers")));
    assert_eq!(chat.session.turns().len(), 1);
    let refused = ["import os", "retrn 1", "x ="];
    let mut run = chat.begin("Only nonsense.");
    let outcome = chat.carry_on(&mut run, &refused, 10).expect("an end");
    let reply = chat.session.end(outcome, &mut chat.states);
    assert!(reply.error.is_some_and(|error| error.kind == "NoPlan"));
    assert!(!chat.session.is_over());
    chat.turn("Once more.", "return get_variable('$1')");
    assert_eq!(chat.asked().earlier().len(), 1);
}

#[test]
fn a_turn_that_is_cut_short_is_charged_and_not_told() {
    let mut chat = Chat::new(Settings { budget: Bits::whole(16), ..Settings::default() });
    let mut run = chat.begin("Read for ever.");
    assert!(chat.carry_on(&mut run, &["while True:\n    read()"], 5).is_none());
    chat.session.abandon(run, &mut chat.states);
    assert!(!chat.session.is_over());
    let mut run = chat.begin("Again.");
    assert!(chat.carry_on(&mut run, &["while True:\n    read()"], 5).is_none());
    assert!(chat.asked().earlier().is_empty(), "a plan that did not end is no part of what is told");
    chat.session.abandon(run, &mut chat.states);
    // Four bits each: what is left pays for two more.
    for _ in 0..3 {
        if chat.session.is_over() {
            break;
        }
        let mut run = chat.begin("Again.");
        assert!(chat.carry_on(&mut run, &["while True:\n    read()"], 5).is_none());
        chat.session.abandon(run, &mut chat.states);
    }
    assert!(chat.session.is_over());
}

#[test]
fn tools_that_fail_in_one_turn_leak_nothing_into_the_next() {
    let mut chat = Chat::new(Settings::default());
    chat.tools = Box::new(|_| Err(ToolFailure::failed(format!("{MARKER}: no such thing"))));
    chat.turn("Read it.", "try:\n    x = read()\nexcept Exception as error:\n    x = str(error)\nreturn x");
    chat.turn("Read it again.", "return read()");
    chat.turn("Well?", "return 1");
    assert_eq!(chat.asked().earlier().len(), 2);
}

#[test]
fn values_of_old_turns_are_kept_and_a_long_one_is_shown_in_part() {
    let mut chat = Chat::new(Settings::default());
    let reply = chat.turn("A long one.", "return 'ab' * 5000");
    assert_eq!(reply.result.as_ref().and_then(Json::as_str).map(str::len), Some(10_000));
    chat.turn("Well?", "return len(get_variable('$1'))");
    let user = chat.asked().user();
    assert!(user.contains("(there is more)") && user.len() < 4_500, "{}", user.len());
}
