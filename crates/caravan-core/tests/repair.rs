//! Plans that an error stops while they run: when their planner is asked to mend them, what it is told, and that nothing
//! is done twice.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use caravan_core::effect::ToolFailure;
use caravan_core::instruction::Instruction;
use caravan_core::outcome::Status;
use caravan_core::plan::Strictness;
use caravan_core::run::{Progress, Run};
use caravan_core::settings::{Defense, Settings};
use caravan_core::system::System;
use serde_json::json;
use stage::{MARKER, Played, Stage, fenced, named, tools};

/// A stage whose root may send.
fn stage(plans: &[&str]) -> Stage {
    let mut stage = Stage::with_plans(plans);
    for tool in ["send", "note"] {
        stage.system.agents[0].tools.push(tool.into());
    }
    stage
}

/// What the planners were told of errors that stopped their plans.
fn told(played: &Played) -> Vec<String> {
    let attempts = played.requests.iter().flat_map(|request| request.attempts().last());
    attempts.map(|attempt| attempt.problem().text().to_owned()).collect()
}

fn answer(played: &Played) -> String {
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("no answer: {}", played.error()));
    answer.to_text()
}

fn sent(played: &Played) -> Vec<String> {
    let sent = played.tools.iter().filter(|request| request.tool == "send");
    sent.map(|request| request.arguments["body"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_plan_goes_on_from_the_statement_that_a_trusted_error_has_stopped() {
    let plan = "at = clock()\nprint('begun')\nsend(to='Ann', body='one')\nrows = [1, 2]\nshare = 10 / (len(rows) - 2)\nreturn share";
    let played = stage(&[plan, "share = 10 / len(rows)\nprint('mended')\nreturn [at, share]"]).play();
    assert_eq!(played.status(), Status::Done, "{}", played.error());
    assert_eq!(answer(&played), "['noon', 5.0]");
    assert_eq!(
        told(&played),
        [
            "the plan was stopped by an error on line 5: ZeroDivisionError: division by zero\nWhat stands before line 5 has run, \
          will not run again, and its variables are there; the statement on line 5 has done nothing outside and counts as not \
          begun. Answer with what replaces it and all that comes after it, in one ```python block."
        ]
    );
    assert_eq!(played.requests[1].attempts()[0].answer(), fenced(plan));
    assert_eq!(played.requests[1].user(), played.requests[0].user(), "its own instruction as before");
    assert_eq!(sent(&played), ["one"]);
    assert_eq!(played.tools.len(), 2, "the clock was asked once");
    let printed: Vec<&str> =
        played.outcome.record.printed.iter().map(|printed| printed.text.as_str()).collect();
    assert_eq!(printed, ["begun\n", "mended\n"]);
    let episode = &played.outcome.record.episodes[0];
    let whole = format!(
        "{}share = 10 / len(rows)\nprint('mended')\nreturn [at, share]",
        plan.split_once("share").expect("it").0
    );
    assert_eq!(episode.plan.as_deref().map(str::trim_end), Some(whole.as_str()));
    assert_eq!(episode.repaired.len(), 1);
    assert_eq!(episode.repaired[0].0.trim_end(), plan);
}

#[test]
fn a_planner_that_writes_down_again_what_has_run_does_it_once() {
    let plan = "send(to='Ann', body='one')\nx = 1 / 0\nreturn x";
    let played = stage(&[plan, "send(to='Ann', body='one')\nx = 2\nreturn x"]).play();
    assert_eq!((answer(&played).as_str(), sent(&played)), ("2", vec!["one".to_owned()]));
}

#[test]
fn functions_classes_and_objects_of_before_are_there() {
    let plan = "class Row(BaseModel):\n    n: int\n\ndef twice(row):\n    return Row(n=row.n * 2)\n\nrows = [Row(n=1)]\nalias = rows\n\
                def numbers():\n    yield 1\n    yield 2\n\ng = numbers()\nnext(g)\nx = rows[3]\nreturn x";
    let played = stage(&[
        plan,
        "alias.append(twice(rows[0]))\nreturn [[r.n for r in rows], next(g), isinstance(rows[1], Row)]",
    ])
    .play();
    assert_eq!(answer(&played), "[[1, 2], 2, True]");
}

#[test]
fn what_the_failed_statement_had_changed_is_as_it_was_before_it() {
    let plan =
        "log = []\nfor n in [1, 2]:\n    log.append(n)\n    at = clock()\n    10 / (n - 2)\nreturn log";
    let played = stage(&[plan, "return log"]).play();
    assert_eq!(answer(&played), "[]");
}

#[test]
fn a_statement_that_has_acted_before_it_failed_is_not_mended() {
    for plan in [
        "for n in [1, 2]:\n    send(to='Ann', body=str(n))\n    10 / (n - 1)\nreturn 1",
        "def work():\n    send(to='Ann', body='1')\n    return 1 / 0\nwork()",
        "x = [reader(message='Read.'), 1 / 0]",
        "x = [sender(message='Send.'), 1 / 0]",
        "x = (send(to='Ann', body='1'), nowhere)",
    ] {
        let played = stage(&[plan, "return 1"]).play();
        assert_eq!(played.status(), Status::PlanFailed, "{plan}");
        assert!(told(&played).is_empty(), "{plan}");
        assert!(sent(&played).len() <= 1);
    }
    // A call that was never made is none that has acted.
    let played = stage(&["x = send(to=1, body='1')\nreturn x", "return send(to='Ann', body='1')"]).play();
    assert_eq!(answer(&played), "sent");
}

/// What agents share is another after it was written, and after a mailbox was read.
#[test]
fn what_is_shared_is_not_written_twice_nor_given_another_meaning() {
    let shared = |plans: &[&str]| {
        let mut stage = stage(plans);
        stage.system.agents[0].memory = true;
        stage.system.agents[0].sends_to = vec!["reader".into()];
        stage.system.agents[1].sends_to = vec!["boss".into()];
        stage.play()
    };
    for (act, acts) in [("memory.put('a', 1)", true), ("mailbox.read()", true), ("memory.get('a')", false)] {
        let played = shared(&[&format!("def work():\n    {act}\n    return 1 / 0\nwork()"), "return 1"]);
        assert_eq!(told(&played).is_empty(), acts, "{act}");
    }
    let plan = "memory.put('a', 1)\nsend(to='Ann', body='one')\nx = 1 / 0";
    let played = shared(&[plan, "return memory.get('a')"]);
    assert_eq!((answer(&played).as_str(), sent(&played).len()), ("1", 1));
    // A name that means something else in the new text means it in all of the plan.
    let played = shared(&[plan, "memory = {}\nreturn memory", "send(to='Ann', body='one')\nreturn 1"]);
    assert_eq!((played.status(), sent(&played).len()), (Status::PlanFailed, 1), "{}", played.error());
    assert_eq!(played.requests.len(), 2);
}

/// A tool that fails has been called, and may have done something.
#[test]
fn a_call_with_a_side_effect_that_failed_counts_as_made() {
    let mut stage = stage(&["send(to='Ann', body='1')", "return 1"]);
    for tool in &mut stage.system.tools {
        tool.trusted = true;
    }
    stage.tools = Box::new(|request| match &*request.tool {
        "send" => Err(ToolFailure::failed("the line went dead")),
        _ => tools(request),
    });
    let played = stage.play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(told(&played).is_empty());
}

#[test]
fn a_trusted_tool_that_fails_for_trusted_reasons_is_told_of() {
    let mut stage = stage(&["x = fails()\nreturn x", "return clock()"]);
    for tool in &mut stage.system.tools {
        tool.trusted |= tool.name == "fails";
    }
    stage.tools = Box::new(|request| match &*request.tool {
        "fails" => Err(ToolFailure::failed("no such file")),
        _ => tools(request),
    });
    let played = stage.play();
    assert_eq!(answer(&played), "noon");
    assert!(told(&played)[0].contains("on line 1: RuntimeError: no such file"), "{:?}", told(&played));
}

/// Programs in which untrusted data decides whether an error happens, which, or where.
const DECIDED: &[&str] = &[
    "if flag():\n    1 / 0\nreturn 1",
    "x = 0\nif flag():\n    x = 1\ny = 1 / (1 - x)\nreturn y",
    "x = 1 if flag() else 0\nreturn 1 / x",
    "flag() and 1 / 0\nreturn 1",
    "rows = [1]\nif flag():\n    rows.append(2)\nreturn rows[1]",
    "class C: pass\nif flag():\n    C.x = 1\nreturn C.x",
    "class C: pass\no = C()\nif flag():\n    C.x = 1\nreturn o.x",
    "class B: pass\nclass C(B): pass\nif flag():\n    B.f = lambda self: 1\nreturn C().f()",
    "class E(Exception): pass\ne = E()\nif flag():\n    E.x = 1\nreturn e.x",
    "table = {'a': 1}\nif flag():\n    table['b'] = 2\nreturn table['b']",
    "if flag():\n    name = 1\nreturn name",
    "name = 1\nif flag():\n    del name\nreturn name",
    "f = (lambda: 1 / 0) if flag() else (lambda: 1)\nreturn f()",
    "for n in range(len(read())):\n    if n == 40:\n        1 / 0\nreturn 1",
    "n = 0\nwhile n < len(read()):\n    n += 1\n    if n == 40:\n        break\nreturn 1 / (40 - n)",
    "def f():\n    if flag():\n        return 0\n    return 1\nreturn 1 / f()",
    "def f():\n    if flag():\n        return 1\n    raise ValueError('a')\nf()\nreturn 2",
    "if flag():\n    raise ValueError('a')\nelse:\n    raise KeyError('b')",
    "try:\n    if flag():\n        raise ValueError('a')\nexcept ValueError:\n    raise KeyError('b')\nreturn 1",
    "try:\n    if flag():\n        raise ValueError('a')\nexcept ValueError:\n    1 / 0\nreturn 1",
    "try:\n    x = int(read())\nexcept ValueError:\n    1 / 0\nreturn 1",
    "try:\n    x = read()[40]\n    z = 1\nexcept IndexError:\n    z = 0\nreturn 1 / z",
    "try:\n    int(read())\nfinally:\n    1 / 0",
    "fails()\nreturn 1",
    "try:\n    fails()\nexcept RuntimeError:\n    1 / 0\nreturn 1",
    "try:\n    fails()\nexcept RuntimeError as e:\n    raise ValueError('a')\nreturn 1",
    "raise ValueError(read())",
    "raise ValueError('a' if flag() else 'b')",
    "assert flag(), 'no'\nreturn 1",
    "assert not flag(), 'no'\nreturn 1",
    "int(read())\nreturn 1",
    "read().nothing\nreturn 1",
    "{'a': 1}[read()]\nreturn 1",
    "[1][int(flag())]\nreturn 1",
    "x = 'a'\nif flag():\n    x = 1\nreturn x.upper()",
    "clock(flag())\nreturn 1",
    "send(to='Ann', body=1 if flag() else 'b')\nreturn 1",
    "send(to=1, body=read())\nreturn 1",
    "query_ai_assistant('Is it so?', output_schema=bool)\nreturn 1",
    "query_ai_assistant(1 if flag() else 'a')\nreturn 1",
    "x = 'a' * (10 ** (9 if flag() else 1))\nreturn x",
    "def f(n):\n    return f(n + 1)\nif flag():\n    f(0)\nreturn 1",
    "match flag():\n    case True:\n        1 / 0\n    case _:\n        pass\nreturn 1",
    "xs = [1 / 0 for x in [1] if flag()]\nreturn 1",
    "xs = sorted([2, 1], key=lambda n: 1 / (n - 1) if flag() else n)\nreturn 1",
    "log = []\ndef add():\n    log.append(1)\nif flag():\n    add()\nreturn log[0]",
    "note() if flag() else 1\nreturn 1 / (0 if note() else 1)",
    "x = get_variable('a' if flag() else 'b')\nreturn x",
    "import json\njson.loads(read())\nreturn 1",
    "reader(message='Read.', output_schema=int)\nreturn 1",
    // What has acted before an error was decided by untrusted data, whatever the error says.
    "def work():\n    if flag():\n        send(to='Ann', body='x')\n    return 1 / 0\nwork()",
    "def work():\n    for n in range(len(read())):\n        clock()\n    return 1 / 0\nwork()",
    "reader(message='Read.', variables={1 if flag() else 'a': 1})\nreturn 1",
    "f = reader if flag() else clock\nf(1)\nreturn 1",
];

#[test]
fn an_error_that_untrusted_data_had_a_part_in_is_told_to_no_planner() {
    for strictness in [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference] {
        for flag in [true, false] {
            for plan in DECIDED {
                let mut stage = stage(&[plan, "return 'repaired'"]);
                stage.settings.strictness = strictness;
                stage.settings.limits.string = 1 << 20;
                stage.tools = Box::new(move |request| match &*request.tool {
                    "flag" => Ok(json!(flag)),
                    _ => tools(request),
                });
                let played = stage.play();
                played.assert_no_leak();
                assert!(told(&played).is_empty(), "{strictness:?} {flag}\n{plan}\n{:?}", told(&played));
            }
        }
    }
}

/// Whether a plan is mended may not depend on untrusted data either: where both of two runs end normally, their planners
/// have read the same.
#[test]
fn runs_that_differ_in_untrusted_data_ask_for_the_same_repairs() {
    let children = [
        // Whether it has acted before it failed was decided by untrusted data.
        ("if get_variable('u'):\n    note()\n    send(to='Ann', body='x')\nreturn 1 / 0", true),
        (
            "def work():\n    if get_variable('u'):\n        send(to='Ann', body='x')\n    return 1 / 0\nwork()",
            true,
        ),
        (
            "def work():\n    [send(to='Ann', body='x') for n in [1] if get_variable('u')]\n    return 1 / 0\nwork()",
            true,
        ),
        ("def work():\n    int('1' if get_variable('u') else 'x')\n    return 1 / 0\nreturn work()", true),
        ("if get_variable('u'):\n    1 / 0\nreturn nowhere", true),
        ("if get_variable('u'):\n    raise ValueError('a')\nreturn 1 / 0", true),
        ("x = 1\nif get_variable('u'):\n    x = 2\nreturn 1 / 0", false),
    ];
    for strictness in [Strictness::Cfi, Strictness::Noninterference] {
        for (child, after_try) in children {
            for root in [
                "u = flag()\nx = sender(message='Go.', variables={'u': u}, output_schema=int)\nreader(message='Read.')\nreturn 1",
                "u = flag()\ntry:\n    x = sender(message='Go.', variables={'u': u}, output_schema=int)\nexcept RuntimeError:\n    x = 0\n\
                 reader(message=f'Read {x}.')\nreturn 1",
                "u = flag()\nx = 0\ntry:\n    x = sender(message='Go.', variables={'u': u}, output_schema=int)\nexcept RuntimeError:\n    pass\n\
                 if x == 5:\n    reader(message='Read.')\nreturn 1",
            ] {
                let runs: Vec<Played> = [true, false]
                    .map(|flag| {
                        let mut stage = stage(&[root, "return 'repaired'"]);
                        stage.system.agents[2].tools.push("note".into());
                        stage.settings.strictness = strictness;
                        stage.plans.insert("sender".into(), vec![fenced(child), fenced("return 5")]);
                        stage.tools = Box::new(move |request| match &*request.tool {
                            "flag" => Ok(json!(flag)),
                            _ => tools(request),
                        });
                        stage.play()
                    })
                    .into();
                let ended = runs.iter().all(|run| run.status() == Status::Done);
                if ended && strictness == Strictness::Noninterference {
                    assert_eq!(runs[0].prompts, runs[1].prompts, "{root}\n\n{child}");
                }
                // Under `cfi` a branch may be steered, but a planner that hears of an error hears the same.
                let heard: Vec<Vec<String>> = runs.iter().map(told).collect();
                if heard.iter().all(|heard| !heard.is_empty()) {
                    assert_eq!(heard[0], heard[1], "{root}\n\n{child}");
                }
                if ended && after_try {
                    assert_eq!(heard[0].len(), heard[1].len(), "{root}\n\n{child}");
                }
            }
        }
    }
}

#[test]
fn a_child_is_mended_and_its_parent_hears_nothing_of_it() {
    let mut stage = stage(&["x = reader(message='Read.', output_schema=int)\nreturn x"]);
    stage.plans.insert("reader".into(), vec![fenced("n = 3\nreturn n / 0"), fenced("return n")]);
    let played = stage.play();
    assert_eq!(answer(&played), "3");
    assert_eq!(played.messages(), ["Read.", "Read."]);
    assert!(told(&played)[0].contains("division by zero"));
}

#[test]
fn an_answer_that_does_not_fit_is_told_to_the_child_that_gave_it() {
    let mut stage = stage(&["x = reader(message='Count.', output_schema=list[int])\nreturn x"]);
    stage.plans.insert("reader".into(), vec![fenced("n = 3\nreturn 'three'"), fenced("return [n]")]);
    let played = stage.play();
    assert_eq!(answer(&played), "[3]");
    let told = told(&played);
    assert!(told[0].contains("returned something else than was asked for"), "{told:?}");
    // What was untrusted in the answer, and whether it fits, is not told.
    let mut stage = self::stage(&["x = reader(message='Count.', output_schema=list[int])\nreturn x"]);
    stage.plans.insert("reader".into(), vec![fenced("return note()"), fenced("return [1]")]);
    let played = stage.play();
    assert_eq!((played.status(), self::told(&played)), (Status::PlanFailed, Vec::new()));
}

/// Under `cfi` a written-out call may stand under an untrusted guard: its planner reads the same whenever it is made. What
/// goes wrong then is not told all the same.
#[test]
fn a_child_that_untrusted_data_has_called_or_chosen_is_not_mended() {
    for root in [
        "if flag():\n    return reader(message='Read.', output_schema=int)\nreturn 1",
        "m = 'Read.'\nif flag():\n    m = 'Count.'\nreturn reader(message=m, output_schema=int)",
        "for n in range(len(read())):\n    reader(message='Read.', output_schema=int)\nreturn 1",
        "return reader(message='Read.', output_schema=int if flag() else float)",
    ] {
        for child in ["return 1 / 0", "return nowhere", "return 'x'", "import nothing_at_all"] {
            let mut stage = stage(&[root]);
            stage.plans.insert("reader".into(), vec![fenced(child), fenced("return 3")]);
            let played = stage.play();
            assert!(told(&played).iter().all(|told| told.contains("refused before")), "{root}\n{child}");
        }
    }
}

#[test]
fn the_childs_failure_is_the_parents_error_if_its_label_is_trusted() {
    // It had called an agent, so it is not mended itself.
    let mut stage = stage(&["x = reader(message='Read.', output_schema=int)\nreturn x", "return 7"]);
    stage.plans.insert("reader".into(), vec![fenced("return 1 / 0")]);
    stage.settings.max_repairs = 1;
    let played = stage.play();
    assert_eq!(played.status(), Status::PlanFailed, "a call of an agent has acted: {}", played.error());
    assert_eq!(told(&played).len(), 1, "the child's");
}

#[test]
fn repairs_are_counted_with_the_answers_that_are_refused() {
    let played = stage(&["a = 1 / 0", "b = 1\nc = [][0]", "d = {}['k']", "return 4"]).play();
    assert_eq!(answer(&played), "4");
    assert_eq!(told(&played).len(), 3);
    assert!(told(&played)[1].contains("on line 2: IndexError"), "{:?}", told(&played));
    assert!(told(&played)[2].contains("on line 2: KeyError: 'k'"), "{:?}", told(&played));

    let played = stage(&["a = 1 / 0", "b = [][0]", "c = {}['k']", "d = nowhere", "return 5"]).play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(played.error().contains("nowhere"), "{}", played.error());
    assert_eq!(played.requests.len(), 4);

    let played = stage(&["a = 1 / 0", "b = (", "", "with x: pass", "return 5"]).play();
    assert_eq!((played.status(), played.requests.len()), (Status::PlanFailed, 4));
    assert!(played.error().contains("division by zero"), "{}", played.error());
    let problem = played.requests[2].attempts()[1].problem().text();
    assert!(
        problem.starts_with("nothing of it was run:\n- line 1: ") && problem.contains("from line 1 on"),
        "{problem}"
    );

    let mut none = stage(&["return 1 / 0", "return 5"]);
    none.settings.max_repairs = 0;
    let played = none.play();
    assert_eq!((played.status(), played.requests.len()), (Status::PlanFailed, 1));
}

#[test]
fn a_mended_plan_that_fails_by_untrusted_data_ends() {
    let played = stage(&["x = 1 / 0", "send(to='Ann', body='one')\nint(read())", "return 5"]).play();
    assert_eq!((played.status(), played.requests.len()), (Status::PlanFailed, 2));
    assert_eq!(sent(&played), ["one"]);
    played.assert_no_leak();
}

#[test]
fn a_limit_is_not_mended_and_goes_on_counting() {
    for plan in ["while True:\n    pass", "x = 'a' * 10 ** 10", "def f():\n    return f()\nf()"] {
        let mut stage = stage(&[plan, "return 1"]);
        stage.settings.limits.steps = 100_000;
        let played = stage.play();
        assert_eq!((played.status(), played.requests.len()), (Status::PlanFailed, 1), "{plan}");
    }
    let count = "for n in range(10000):\n    n + 1\n";
    let mut stage = stage(&[&format!("{count}x = 1 / 0"), "x = 1 / 0", "x = 1 / 0", "return 1"]);
    stage.settings.limits.steps = 100_000;
    let played = stage.play();
    assert_eq!(played.status(), Status::PlanFailed);
    assert!(played.error().contains("`steps`"), "{}", played.error());
}

#[test]
fn the_free_text_between_agents_of_individual_changes_nothing_of_it() {
    for (child, repairs) in [("return 1 / 0", 1), ("int(note())\nreturn 1", 0)] {
        let mut stage = stage(&["x = reader(message='Read.')\nreturn x"]);
        stage.settings.defense = Defense::Individual;
        stage.plans.insert("reader".into(), vec![fenced(child), fenced("return 'mended'")]);
        assert_eq!(told(&stage.play()).len(), repairs, "{child}");
    }
}

#[test]
fn a_run_with_repairs_is_replayed_from_its_outcomes() {
    let mut stage = stage(&[
        "t = read()\nsend(to='Ann', body='one')\nx = 1 / 0\nreturn x",
        "r = reader(message='Go.', variables={'t': t}, output_schema=int)\nreturn r",
    ]);
    stage
        .plans
        .insert("reader".into(), vec![fenced("t = get_variable('t')\nreturn 1 / 0"), fenced("return 8")]);
    let (system, settings) = (stage.system.clone(), stage.settings.clone());
    let played = stage.play();
    assert_eq!(answer(&played), "8");
    let mut run = Run::new(
        Arc::new(System::build(system).expect("a system")),
        Settings { check: false, ..settings },
        Instruction::from_user("Do what has to be done."),
        Vec::new(),
    );
    let (mut outcomes, mut names, mut given) = (played.outcomes.clone().into_iter(), Vec::new(), None);
    loop {
        match run.step(given.take()).expect("a step") {
            Progress::Done(mut again) => {
                let mut first = played.outcome;
                assert_eq!((names, again.to_json()), (played.effects, first.to_json()));
                return;
            }
            Progress::Effects(effects) => {
                names.push(named(&effects[0]));
                given = outcomes.next();
            }
        }
    }
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A statement that does not fail, the `n`-th of a plan.
fn statement(dice: &mut Dice, n: usize) -> String {
    match dice.roll(9) {
        0 => format!("send(to='Ann', body='m{n}')"),
        1 => format!("for k in [1, 2]:\n    send(to='Ann', body=f'm{n}.{{k}}')"),
        2 => format!(
            "def f{n}(x):\n    total.append(x)\n    return send(to='Ann', body=f'm{n}.{{x}}')\nf{n}({n})"
        ),
        3 => format!("total.append({n})"),
        4 => format!("text = read()\nif 'abc' in text:\n    seen = {n}\n    other.append('u{n}')"),
        5 => format!("print('p{n}')"),
        6 => "at = clock(); total.append(at)".to_owned(),
        7 => format!("g = (i for i in range({n}, {n} + 3))\ntotal.append(next(g))"),
        _ => format!(
            "try:\n    total.append(1 / 0)\nexcept ZeroDivisionError:\n    total.append('caught {n}')"
        ),
    }
}

/// A statement that fails for trusted reasons before it has acted.
fn failing(dice: &mut Dice) -> &'static str {
    [
        "x = 1 / 0",
        "if total is not None:\n    total.append(99)\n    total[999]",
        "send(to=clock(), body=nowhere)",
        "for k in [2, 1, 0]:\n    total.append(9 / k)",
        "send(to='Ann', body=7)",
        "while True:\n    total.clear()\n    raise ValueError('stop')",
    ][dice.roll(6) as usize]
}

#[test]
fn over_many_failures_each_effect_happens_once_and_in_order() {
    let mut repairs = 0;
    for seed in 0..120 {
        let mut dice = Dice(seed);
        // Parts of one plan, all but the last of which end with what fails.
        let parts: Vec<Vec<String>> = (0..2 + dice.roll(3))
            .map(|part| (0..dice.roll(5)).map(|n| statement(&mut dice, (part * 10 + n) as usize)).collect())
            .collect();
        let text = |part: &[String]| part.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut answers: Vec<String> = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let first = if place == 0 { "total = []\nother = []\n" } else { "" };
            let last = if place + 1 == parts.len() { "return [total, other]" } else { failing(&mut dice) };
            // What comes after the error is never reached.
            let after = if place + 1 == parts.len() { "" } else { "\nsend(to='Eve', body='never')" };
            answers.push(format!("{first}{}{last}{after}", text(part)));
        }
        let whole = format!(
            "total = []\nother = []\n{}return [total, other]",
            parts.iter().map(|part| text(part)).collect::<String>()
        );
        let times = Rc::new(RefCell::new(0));
        let play = |answers: &[String]| {
            let plans: Vec<&str> = answers.iter().map(String::as_str).collect();
            let mut stage = stage(&plans);
            let times = Rc::clone(&times);
            stage.tools = Box::new(move |request| {
                *times.borrow_mut() += 1;
                tools(request)
            });
            stage.play()
        };
        let (mended, straight) = (play(&answers), play(std::slice::from_ref(&whole)));
        assert_eq!(straight.status(), Status::Done, "{}\n{whole}", straight.error());
        assert_eq!(mended.status(), Status::Done, "{seed}: {}\n{answers:#?}", mended.error());
        assert_eq!(answer(&mended), answer(&straight), "{seed}: {answers:#?}");
        assert_eq!(sent(&mended), sent(&straight), "{seed}: {answers:#?}");
        let printed = |played: &Played| {
            played.outcome.record.printed.iter().map(|printed| printed.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(printed(&mended), printed(&straight), "{seed}: {answers:#?}");
        let label = |played: &Played| played.answer_sources();
        assert_eq!(label(&mended), label(&straight), "{seed}: {answers:#?}");
        assert!(!mended.prompts.iter().any(|prompt| prompt.contains(MARKER)));
        repairs += mended.requests.len() - 1;
    }
    assert!(repairs > 150, "{repairs} repairs");
}
