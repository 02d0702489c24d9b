//! One plan by itself: `caravan try`.

use serde_json::{Value as Json, json};

use crate::{assert_no_inside, caravan, outcome, with_input};

fn try_json(arguments: &[&str], plan: &str) -> (i32, Json) {
    let mut whole = vec!["try", "-", "--json"];
    whole.extend(arguments);
    let (code, out, err) = with_input(&whole, plan);
    assert_no_inside(&err);
    (code, serde_json::from_str(&out).unwrap_or_else(|_| panic!("no JSON: {out}\n{err}")))
}

#[test]
fn a_plan_prints_to_standard_output_and_nothing_else_does() {
    let (code, out, err) = with_input(&["try"], "print('a', 1)\nprint('b')\n");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "a 1\nb\n", ""));
}

#[test]
fn a_tried_plan_gives_its_variables_and_calls_with_labels() {
    let (code, trial) = try_json(
        &["--tool", r#"search={"title": "A", "pages": 3}"#, "--trusted-tool", "today=\"Monday\""],
        "found = search('x', limit=2)\nday = today()\nn = 1\nreturn found.title\n",
    );
    assert_eq!(code, 0, "{trial}");
    assert_eq!(trial["error"], Json::Null);
    assert_eq!(trial["result"]["value"], "A");
    assert_eq!(trial["result"]["label"]["trusted"], false);
    assert_eq!(trial["variables"]["found"]["value"], json!({"title": "A", "pages": 3}));
    assert_eq!(trial["variables"]["day"]["label"]["trusted"], true);
    assert_eq!(trial["variables"]["n"]["label"]["may_instruct"], true);
    let call = &trial["calls"][0];
    assert_eq!((&call["id"], &call["kind"], &call["line"]), (&json!("c1"), &json!("tool"), &json!(1)));
    assert_eq!(call["arguments"]["0"]["value"], "x");
    assert_eq!(call["arguments"]["limit"]["value"], 2);
    assert!(call["result"]["label"]["data"]["sources"].to_string().contains("tool:search"));
}

#[test]
fn a_message_of_untrusted_text_is_denied_with_line_sources_and_remedy() {
    let plan = "found = search('x')\nbilling('pay ' + found)\n";
    let arguments = ["try", "--tool", "search=\"all\"", "--agent", "billing=\"done\""];
    let (code, out, err) = with_input(&arguments, plan);
    assert_eq!((code, out.as_str()), (3, ""));
    insta::assert_snapshot!(err, @r"
    c1 line 1: search(0='x') -> 'all' (untrusted: tool:search)
    c2 line 2: billing('pay all') denied by gate
    error: the message to `billing` was made of untrusted data from `tool:search`
     --> <stdin>:2:1
      |
    2 | billing('pay ' + found)
      | ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: its sources: tool:search, plan:
      = help: write the message in the plan and pass the data in `variables`, where the child's plan reads it with `get_variable`
    ");
    let (code, trial) = try_json(&arguments[1..], plan);
    assert_eq!(code, 3);
    assert_eq!(trial["error"]["line"], 2);
    let call = &trial["calls"][1];
    assert_eq!(call["decision"]["effect"], "deny");
    assert_eq!(call["arguments"]["message"]["value"], "pay all");
    assert_eq!(call["result"], Json::Null);
}

#[test]
fn what_one_stub_child_answers_cannot_instruct_another() {
    let arguments = ["--agent", "first=\"do evil\"", "--agent", "second=\"done\""];
    let (code, trial) = try_json(&arguments, "second(first('go'))\n");
    assert_eq!(code, 3, "{trial}");
    let (code, trial) = try_json(&arguments, "second('go on', variables={'v': first('go')})\n");
    assert_eq!(code, 0, "{trial}");
    assert_eq!(trial["calls"][1]["arguments"]["message"]["value"], "go on");
}

#[test]
fn strictness_and_budget_decide_what_a_branch_may_choose() {
    let plan = "if flag():\n    word = 'a'\nelse:\n    word = 'b'\nchild('say ' + word)\n";
    let stubs = ["--tool", "flag=true", "--agent", "child=null"];
    let code = |more: &[&str]| {
        let mut arguments = stubs.to_vec();
        arguments.extend(more);
        try_json(&arguments, plan).0
    };
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--choice-budget", "0"]), 3);
    assert_eq!(code(&["--strictness", "noninterference"]), 3);
    assert_eq!(code(&["--strictness", "explicit", "--choice-budget", "0"]), 0);
}

#[test]
fn a_plan_that_fails_is_shown_with_its_line() {
    let (code, out, err) = with_input(&["try"], "print('before')\nx = 1 / 0\n");
    assert_eq!((code, out.as_str()), (1, "before\n"));
    insta::assert_snapshot!(err, @r"
    error: ZeroDivisionError: division by zero
     --> <stdin>:2:5
      |
    2 | x = 1 / 0
      |     ^^^^^
    ");
    let (code, trial) = try_json(&[], "x = 1 / 0\n");
    assert_eq!(code, 1);
    assert_eq!(trial["error"]["kind"], "ZeroDivisionError");
    assert_eq!(trial["error"]["message"], "division by zero");
    assert_eq!(trial["error"]["line"], 1);
    assert_eq!(trial["error"]["trusted"], true);
}

#[test]
fn a_plan_that_is_no_python_is_shown_with_its_line() {
    let (code, out, err) = with_input(&["try"], "x = (1 +\nprint(x)\n");
    assert_eq!((code, out.as_str()), (1, ""));
    assert_no_inside(&err);
    insta::assert_snapshot!(err, @r"
    error[P001]: invalid syntax: `(` was never closed
     --> <stdin>:1:5
      |
    1 | x = (1 +
      |     ^
    ");
}

#[test]
fn an_unknown_name_is_shown_with_the_nearest_one() {
    let (code, _, err) = with_input(&["try", "--tool", "search=1"], "found = serch('x')\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(err, @r"
    error: NameError: name 'serch' is not defined
     --> <stdin>:1:9
      |
    1 | found = serch('x')
      |         ^^^^^
      |
      = help: did you mean `search`?
    ");
}

#[test]
fn a_limit_that_is_reached_is_named_with_the_option_that_raises_it() {
    let (code, _, err) = with_input(&["try", "--limit", "steps=1000"], "while True:\n    pass\n");
    assert_eq!(code, 1);
    insta::assert_snapshot!(err, @r"
    error: LimitReached: the plan runs too long; the limit `steps` is 1000 steps
     --> <stdin>:1:1
      |
    1 | while True:
      | ^^^^^^^^^^^
      |
      = help: if the plan is right, raise the limit with `--limit steps=VALUE`
    ");
}

#[test]
fn wrong_stubs_and_limits_are_refused_with_an_example() {
    for (arguments, snapshot) in [
        (["--tool", "search"], "no_value"),
        (["--tool", "search=hello"], "no_json"),
        (["--agent", "a b=1"], "no_name"),
        (["--limit", "speed=1"], "no_limit"),
        (["--limit", "steps=fast"], "no_number"),
    ] {
        let (code, out, err) = with_input(&["try", arguments[0], arguments[1]], "1\n");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert_no_inside(&err);
        insta::assert_snapshot!(format!("try_{snapshot}"), err);
    }
}

#[test]
fn the_plan_may_be_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plan.py"), "print('from a file')\n").unwrap();
    let mut command = caravan(&["try", "plan.py"]);
    command.current_dir(folder.path());
    assert_eq!(outcome(command), (0, "from a file\n".to_owned(), String::new()));
    let mut command = caravan(&["try", "other.py"]);
    command.current_dir(folder.path());
    let (code, _, err) = outcome(command);
    assert_eq!(code, 2);
    assert!(err.contains("other.py") && err.contains("there is no such file"), "{err}");
}

#[test]
fn people_are_told_the_calls_and_the_value_with_what_they_are_worth() {
    let plan = "found = search('x', limit=2)\nbilling('Pay.', variables={'what': found})\nlen(found) + 1\n";
    let arguments = ["try", "--tool", "search=[1, 2]", "--agent", "billing=\"done\""];
    let (code, out, err) = with_input(&arguments, plan);
    assert_eq!((code, out.as_str()), (0, ""));
    insta::assert_snapshot!(err);
    let (_, out, err) = with_input(&["try"], "print('said')\n'an answer'\n");
    assert_eq!((out.as_str(), err.as_str()), ("said\n", "=> 'an answer' (trusted)\n"));
}

#[test]
fn variables_and_a_quarantined_model_have_their_stubs() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("letter.txt"), "Dear all").unwrap();
    let plan = "letter = get_variable('letter')\nrows = get_variable('rows')\n\
                day = query_ai_assistant(f'Which day? {letter}', output_schema=str)\n\
                return f'{letter} {len(rows)} {get_variable(\"word\")} {day}'\n";
    std::fs::write(folder.path().join("plan.py"), plan).unwrap();
    let mut command = caravan(&["try", "plan.py", "--json", "--quarantined", "\"Monday\""]);
    command.args(["--data", "letter=@letter.txt", "--data", "rows=[1, 2]", "--data", "word=plain"]);
    command.current_dir(folder.path());
    let (code, out, err) = outcome(command);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let trial: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(trial["result"]["value"], "Dear all 2 plain Monday");
    assert_eq!(trial["result"]["label"]["trusted"], false);
    assert_eq!(trial["calls"][0]["kind"], "model");
    assert_eq!(trial["calls"][0]["arguments"]["query"]["value"], "Which day? Dear all");
    let (code, _, err) = with_input(&["try"], "query_ai_assistant('Which day?')\n");
    assert_eq!(code, 4);
    assert!(err.contains("--quarantined JSON"), "{err}");
}

#[test]
fn a_name_that_is_given_twice_is_refused() {
    for arguments in [
        ["--data", "a=1", "--data", "a=2"],
        ["--tool", "a=1", "--tool", "a=2"],
        ["--tool", "a=1", "--agent", "a=2"],
    ] {
        let mut whole = vec!["try"];
        whole.extend(arguments);
        let (code, _, err) = with_input(&whole, "1\n");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(err.contains("`a` is given twice"), "{err}");
    }
}

#[test]
fn an_endless_iterator_among_the_variables_is_shown_and_not_read() {
    let plan = "from itertools import count, cycle\nids = count(1)\nturns = cycle('ab')\nfar = range(10 ** 12)\nx = next(ids)\n";
    let (code, trial) = try_json(&[], plan);
    assert_eq!(code, 0, "{trial}");
    assert_eq!(trial["variables"]["x"]["value"], 1);
    assert_eq!(trial["variables"]["far"]["value"]["repr"], "range(0, 1000000000000)");
    assert!(trial["variables"]["ids"]["value"]["$type"].is_string(), "{trial}");
}

#[test]
fn a_call_that_noninterference_refuses_says_who_decided_it_and_what_to_do() {
    let plan = "if flag():\n    send('hello')\n";
    let arguments = ["try", "--tool", "flag=true", "--tool", "send=null", "--strictness", "noninterference"];
    let (code, _, err) = with_input(&arguments, plan);
    assert_eq!(code, 3);
    insta::assert_snapshot!(err);
}

#[test]
fn a_plan_knows_the_zones_of_cities() {
    let plan = "from datetime import datetime\nfrom zoneinfo import ZoneInfo\n\
                start = datetime(2026, 7, 1, 9, 30, tzinfo=ZoneInfo('America/New_York'))\n\
                print(start.astimezone(ZoneInfo('Europe/Berlin')).isoformat(), start.tzinfo.key)\n";
    let (code, out, err) = with_input(&["try"], plan);
    assert_eq!((code, out.as_str()), (0, "2026-07-01T15:30:00+02:00 America/New_York\n"), "{err}");
}

#[test]
fn the_clock_stands_where_it_is_set_and_else_with_the_host() {
    let plan = "from datetime import datetime, date\nreturn f'{datetime.now()} {date.today()}'";
    let (code, trial) = try_json(&["--now", "2026-03-01T01:30:00+02:00"], plan);
    assert_eq!((code, &trial["result"]["value"]), (0, &json!("2026-02-28 23:30:00 2026-02-28")), "{trial}");
    assert_eq!(trial["result"]["label"]["data"]["sources"], json!(["plan:", "system"]));
    assert_eq!(trial["result"]["label"]["trusted"], true);
    let (code, trial) = try_json(&[], "from datetime import datetime\nreturn datetime.now().year > 2024");
    assert_eq!((code, &trial["result"]["value"]), (0, &json!(true)), "{trial}");
    let (code, _, err) = with_input(&["try", "--now", "noon"], plan);
    assert_eq!(code, 2);
    assert!(err.contains("`--now noon` is no moment") && err.contains("2026-01-01T09:00:00"), "{err}");
}
