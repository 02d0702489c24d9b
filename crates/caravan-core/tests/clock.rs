//! The clock of a run: asked once, the same for every plan, trusted, and recorded.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::sync::Arc;

use caravan_core::effect::{EffectKind, Moment, Outcome};
use caravan_core::instruction::Instruction;
use caravan_core::outcome::Status;
use caravan_core::run::{Progress, Run};
use caravan_core::settings::Settings;
use caravan_core::system::System;
use caravan_label::Bits;
use caravan_plan::Strictness;
use serde_json::json;
use stage::{Played, Stage, fenced, hierarchy, reply};

const DAY: i64 = 86_400_000_000;

/// A run whose runtime says another day with every question.
fn told(plans: &[&str]) -> Stage {
    let mut stage = Stage::with_plans(plans);
    let mut day = 0;
    stage.clock = Box::new(move || {
        day += 1;
        Some(Moment::from_micros(day * DAY))
    });
    stage
}

fn answer(played: &Played) -> String {
    let answer = played.outcome.answer.as_ref();
    answer.unwrap_or_else(|| panic!("no answer: {}", played.error())).to_text().to_string()
}

fn asked(played: &Played) -> usize {
    played.effects.iter().filter(|effect| effect.ends_with("clock")).count()
}

#[test]
fn every_plan_of_a_run_is_told_the_same_moment_and_the_runtime_is_asked_once() {
    let plan = "from datetime import datetime, date\n\
                first = datetime.now()\n\
                read()\n\
                below = sender(message='When is it?')\n\
                return f'{first} {below} {date.today()} {datetime.utcnow() == first}'";
    let played =
        told(&[plan]).plan_of("sender", "import datetime\nreturn datetime.date.today().isoformat()").play();
    assert_eq!(answer(&played), "1970-01-02 00:00:00 1970-01-02 1970-01-02 True");
    assert_eq!(asked(&played), 1, "{:?}", played.effects);
}

#[test]
fn gathered_calls_that_ask_at_the_same_time_are_told_the_same() {
    let plan = "return gather([reader(message='When is it?'), sender(message='And for you?')])";
    let child = "from datetime import date\nreturn date.today().isoformat()";
    for first in [0, 1] {
        let mut stage = told(&[plan]).plan_of("reader", child).plan_of("sender", child);
        stage.first = Box::new(move |count| first.min(count - 1));
        let played = stage.play();
        let answer = played.outcome.answer.as_ref().expect("an answer").to_json();
        assert_eq!(answer[0], answer[1], "{answer} {:?}", played.effects);
    }
}

#[test]
fn the_time_may_stand_in_a_message_and_is_chosen_by_nobody() {
    let plan = "from datetime import datetime\n\
                t = read()\n\
                return sender(message=f'It is {datetime.now().year}.', variables={'t': t})";
    for strictness in [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference] {
        let mut stage = told(&[plan]);
        (stage.settings.strictness, stage.settings.budget, stage.settings.check) =
            (strictness, Bits::whole(0), true);
        let played = stage.play();
        assert_eq!(played.status(), Status::Done, "{}", played.error());
        assert_eq!(played.messages(), ["It is 1970."]);
    }
}

#[test]
fn a_time_that_untrusted_data_picked_is_as_untrusted_as_its_choice() {
    let zone = "from datetime import datetime\n\
                from zoneinfo import ZoneInfo\n\
                return sender(message=str(datetime.now(ZoneInfo(read()))))";
    let function = "from datetime import datetime, date\n\
                    ask = datetime.now if flag() else date.today\n\
                    return sender(message=str(ask()))";
    let branch = "from datetime import datetime\n\
                  text = 'never'\n\
                  if flag():\n    text = str(datetime.now())\n\
                  return sender(message=text)";
    for plan in [zone, function, branch] {
        let mut stage = told(&[plan]);
        stage.settings.budget = Bits::whole(0);
        stage.tools = Box::new(|request| match &*request.tool {
            "read" => Ok(json!("Asia/Tokyo")),
            _ => Ok(json!(true)),
        });
        let played = stage.play();
        assert_eq!(played.status(), Status::Denied, "{plan}: {}", played.error());
    }
}

#[test]
fn without_a_clock_a_plan_is_told_whom_to_ask_and_may_handle_that() {
    let ends = Stage::with_plans(&["from datetime import date\nreturn date.today()"]).play();
    assert!(ends.error().contains("ask a tool for the date"), "{}", ends.error());
    let caught = "from datetime import date\n\
                  try:\n    day = date.today()\n\
                  except RuntimeError:\n    day = clock()\n\
                  return day";
    assert_eq!(answer(&Stage::with_plans(&[caught]).play()), "noon");
}

#[test]
fn a_mended_plan_is_told_the_time_that_the_first_was_told() {
    let broken = "from datetime import datetime\nnow = str(datetime.now())\nx = 1 / 0";
    let played = told(&[broken, "x = 2\nreturn now"]).play();
    assert_eq!(answer(&played), "1970-01-02 00:00:00");
    assert_eq!(asked(&played), 1, "{:?}", played.effects);
}

#[test]
fn the_arguments_of_a_gathered_call_may_tell_the_time() {
    let plan = "from datetime import datetime\n\
                return gather([sender(message=f'It is {datetime.now().year}.') for n in range(2)])";
    let played = told(&[plan]).play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(played.messages(), ["It is 1970."; 2]);
}

#[test]
fn a_plan_that_asks_only_what_is_answered_at_once_lets_others_have_their_turn() {
    let clock = "from datetime import datetime\nwhile True:\n    datetime.now()";
    let memory = "while True:\n    memory.put('k', 1)";
    for plan in [clock, memory] {
        let mut spec = hierarchy();
        spec.agents[0].memory = true;
        let system = Arc::new(System::build(spec).expect("a system"));
        let mut run = Run::new(system, Settings::default(), Instruction::from_user("Wait."), Vec::new());
        let (mut outcome, mut pauses) = (None, 0);
        while pauses < 5 {
            match run.advance(outcome.take(), 10_000).expect("a step") {
                None => pauses += 1,
                Some(Progress::Effects(effects)) => {
                    let result = match &effects[0].kind {
                        EffectKind::Plan(_) => Outcome::Plan(Ok(reply(fenced(plan)))),
                        EffectKind::Clock => Outcome::Clock(Some(Moment::from_micros(0))),
                        other => panic!("{other:?}"),
                    };
                    outcome = Some((effects[0].id, result));
                }
                Some(Progress::Done(outcome)) => panic!("{:?}", outcome.error),
            }
        }
    }
}
