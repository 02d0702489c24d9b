//! What an agent says of its answer beside the value, and what its caller may make of that.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

mod stage;

use caravan_core::gate::{DenialReason, Part};
use caravan_core::label::Bits;
use caravan_core::outcome::Status;
use caravan_core::plan::Strictness;
use serde_json::json;
use stage::{Played, Stage, fenced, tools};

/// `boss` runs this plan, `reader` that one.
fn stage(root: &str, reader: &str) -> Stage {
    Stage::with_plans(&[root]).plan_of("reader", reader)
}

fn answer(played: &Played) -> String {
    let answer = played.outcome.answer.as_ref().unwrap_or_else(|| panic!("no answer: {}", played.error()));
    answer.to_text()
}

fn given(root: &str, reader: &str) -> String {
    answer(&stage(root, reader).play())
}

const ASK: &str = "x = reader(message='Read.', output_schema=Any)\n";

#[test]
fn an_answer_is_done_unless_its_plan_says_something_else() {
    let both = format!("{ASK}return [x, status_of(x), scope_of(x)]");
    assert_eq!(given(&both, "return 3"), "[3, 'done', {}]");
    assert_eq!(given(&both, "return answer(3)"), "[3, 'done', {}]");
    assert_eq!(
        given(
            &both,
            "from datetime import date\nreturn answer(3, status='partial', scope={'asset': 'Chiller 6', 'from': date(2026, 5, 1), 'n': None})"
        ),
        "[3, 'partial', {'asset': 'Chiller 6', 'from': datetime.date(2026, 5, 1), 'n': None}]"
    );
    for value in ["None", "'text'", "True", "1.5", "[1, 2]", "{'a': 1}"] {
        let said = given(
            &format!("{ASK}return [x, status_of(x)]"),
            &format!("return answer({value}, status='failed')"),
        );
        assert_eq!(said, format!("[{value}, 'failed']"), "{value}");
    }
}

#[test]
fn it_goes_with_the_value_through_variables_functions_containers_and_agents() {
    let reader = "return answer('a', status='partial')";
    for how in [
        "y = x\nreturn status_of(y)",
        "def f(v):\n    w = v\n    return status_of(w)\nreturn f(x)",
        "return [status_of(v) for v in [x]][0]",
        "d = {'k': x}\nreturn status_of(d['k'])",
        "return status_of((x,)[0])",
        "if clock():\n    y = x\nelse:\n    y = 1\nreturn status_of(y)",
        "if flag():\n    y = x\nelse:\n    y = reader(message='Read.', output_schema=Any)\nreturn status_of(y)",
    ] {
        assert_eq!(given(&format!("{ASK}{how}"), reader), "partial", "{how}");
    }
    // Handed down, and handed up as it is.
    let down = format!("{ASK}return sender(message='Judge.', variables={{'x': x}})");
    let played = stage(&down, reader).plan_of("sender", "return status_of(get_variable('x'))").play();
    assert_eq!(answer(&played), "partial");
    let up = "y = sender(message='Judge.', output_schema=Any)\nreturn status_of(y)";
    let mut stage = stage(up, reader).plan_of("sender", "return reader(message='Read.', output_schema=Any)");
    stage.system.agents[2].children.push("reader".into());
    stage.plans.insert("sender/reader".into(), vec![fenced(reader)]);
    assert_eq!(answer(&stage.play()), "partial");
}

#[test]
fn what_was_computed_from_something_else_too_is_no_answer() {
    for how in [
        "status_of(1)",
        "scope_of('a')",
        "status_of(x + 1)",
        "status_of([x, 1])",
        "status_of(x + x)",
        "status_of(read())",
    ] {
        let played = stage(&format!("{ASK}y = {how}\nreturn y"), "return 3").play();
        // Twice the same answer is computed from nothing else.
        if how == "status_of(x + x)" {
            continue;
        }
        assert_eq!(played.status(), Status::PlanFailed, "{how}");
        assert!(
            played.error().contains("asks about what the call of an agent gave"),
            "{how}: {}",
            played.error()
        );
    }
}

#[test]
fn a_status_or_scope_of_another_form_is_an_error_of_the_child() {
    for (plan, error) in [
        (
            "answer(1, status='nearly')",
            "answer() argument 'status' must be one of 'done', 'partial', 'failed'",
        ),
        ("answer(1, status=2)", "must be one of"),
        ("answer(1, scope=[1])", "answer() argument 'scope' must be a dict of names and plain values"),
        ("answer(1, scope={1: 2})", "must be a dict"),
        ("answer(1, scope={'a': [1]})", "must be a dict"),
        ("answer()", "answer() missing"),
    ] {
        let mut stage = stage(&format!("{ASK}return x"), &format!("return {plan}"));
        stage.settings.max_repairs = 0;
        let played = stage.play();
        assert_eq!(played.status(), Status::PlanFailed, "{plan}");
        assert!(played.error().contains(error), "{plan}: {}", played.error());
    }
}

fn denied(root: &str, reader: &str, budget: u32, strictness: Strictness) -> (DenialReason, Part) {
    let mut stage = stage(&format!("{ASK}{root}"), reader);
    stage.settings.budget = Bits::whole(budget);
    stage.settings.strictness = strictness;
    let played = stage.play();
    assert_eq!(played.status(), Status::Denied, "{root}\n{}", played.error());
    played.assert_no_leak();
    let denial = played.outcome.error.as_ref().and_then(|error| error.denial()).expect("a denial");
    (denial.reason(), denial.part())
}

/// The child's `note` answers untrusted text.
const DECIDED: [&str; 5] = [
    "u = note()\nreturn answer(u, status='partial' if 'abc' in u else 'done')",
    "u = note()\nif 'abc' in u:\n    return answer('a', status='partial')\nreturn answer('a')",
    "u = note()\nif 'abc' in u:\n    return answer('a', status='partial')\nreturn 'a'",
    "u = note()\na = [answer('a', status='partial'), answer('a', status='failed')]\nreturn a[int('abc' in u)]",
    "u = note()\na = answer('a', status='partial')\nif 'abc' in u:\n    a = answer('a')\nreturn a",
];

#[test]
fn a_status_that_untrusted_data_decided_costs_what_one_of_three_costs() {
    for reader in DECIDED {
        let message = "sender(message=status_of(x))\nreturn 1";
        assert_eq!(denied(message, reader, 0, Strictness::Cfi).0, DenialReason::OverBudget, "{reader}");
        assert_eq!(
            denied(message, reader, 16, Strictness::Noninterference).0,
            DenialReason::UntrustedControl,
            "{reader}"
        );
        let branch = "m = 'a'\nif status_of(x) == 'partial':\n    m = 'b'\nsender(message=m)\nreturn 1";
        assert_eq!(denied(branch, reader, 0, Strictness::Cfi).0, DenialReason::OverBudget, "{reader}");
        assert_eq!(denied(branch, reader, 16, Strictness::Noninterference).0, DenialReason::UntrustedControl);
    }
    // An untrusted answer has a status as untrusted as itself, though nothing has chosen it.
    assert_eq!(
        denied("sender(message=status_of(x))\nreturn 1", "return note()", 1, Strictness::Cfi).0,
        DenialReason::OverBudget
    );
    assert_eq!(
        denied("sender(message=status_of(x))\nreturn 1", "return note()", 16, Strictness::Explicit).0,
        DenialReason::UntrustedData
    );
    // Two bits pay for one of three.
    let mut paid = stage(&format!("{ASK}sender(message=status_of(x))\nreturn 1"), "return note()");
    paid.settings.budget = Bits::whole(2);
    assert_eq!(paid.play().status(), Status::Done);
}

#[test]
fn whether_something_was_said_at_all_is_told_by_an_error_and_is_as_untrusted() {
    // The call may give an answer or a plain value; a handler learns which.
    let root = "y = x if flag() else 1\nm = 'a'\ntry:\n    status_of(y)\nexcept ValueError:\n    m = 'b'\nsender(message=m)\nreturn 1";
    assert_eq!(denied(root, "return 1", 0, Strictness::Cfi).0, DenialReason::OverBudget);
    let root = "d = {'a': x, 'b': 1}\nm = 'a'\ntry:\n    status_of(d['a' if flag() else 'b'])\nexcept ValueError:\n    m = 'b'\nsender(message=m)\nreturn 1";
    assert_eq!(denied(root, "return 1", 0, Strictness::Cfi).0, DenialReason::OverBudget);
}

#[test]
fn a_scope_is_data_of_the_answer_its_names_too() {
    for root in [
        "sender(message=scope_of(x)['asset'])\nreturn 1",
        "sender(message=list(scope_of(x))[0])\nreturn 1",
        "sender(message='Do it.', variables=scope_of(x))\nreturn 1",
    ] {
        for reader in [
            "return answer(1, scope={'asset': note()})",
            "return answer(note(), scope={'asset': 'Chiller 6'})",
            "u = note()\nreturn answer(u, scope={'asset': 'Chiller 6'})",
        ] {
            // A name that was written down is known, whatever stands under it.
            if reader.contains("note()})") && root.contains("list(")
                || reader.contains("note()})") && root.contains("variables")
            {
                continue;
            }
            let (reason, _) = denied(root, reader, 16, Strictness::Cfi);
            assert_eq!(reason, DenialReason::UntrustedData, "{root}\n{reader}");
        }
    }
    // Under a name that untrusted data chose.
    let reader = "return answer(1, scope={note(): 1})";
    assert_eq!(
        denied("sender(message=list(scope_of(x))[0])\nreturn 1", reader, 16, Strictness::Cfi).0,
        DenialReason::UntrustedData
    );
}

#[test]
fn a_trusted_answer_may_instruct_with_its_status_and_scope() {
    for strictness in [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference] {
        let root = format!(
            "{ASK}if status_of(x) == 'partial':\n    sender(message=f\"Only {{scope_of(x)['asset']}} was {{status_of(x)}}.\")\nreturn 1"
        );
        let mut stage = stage(&root, "return answer(3, status='partial', scope={'asset': 'Chiller 6'})");
        stage.settings.strictness = strictness;
        stage.settings.budget = Bits::ZERO;
        let played = stage.play();
        assert_eq!(played.status(), Status::Done, "{}", played.error());
        assert_eq!(played.messages()[1], "Only Chiller 6 was partial.");
    }
}

#[test]
fn two_answers_of_one_agent_keep_apart_what_was_said() {
    let root = "a = reader(message='Read.', output_schema=Any)\nb = reader(message='Read.', output_schema=Any)\nc = a\na = b\nreturn [status_of(c), status_of(a), c == a]";
    let mut stage = stage(root, "");
    stage
        .plans
        .insert("reader".into(), vec![fenced("return answer(1, status='partial')"), fenced("return 1")]);
    assert_eq!(answer(&stage.play()), "['partial', 'done', True]");
}

#[test]
fn schemas_hold_for_what_is_answered_and_a_misfit_is_told_to_the_child() {
    let classes = "class Row(BaseModel):\n    name: str\n    size: Optional[int] = None\n    kind: Literal['a', 'b'] = 'a'\n";
    for (schema, value, given) in [
        ("list[Row]", "[{'name': 'x', 'kind': 'b'}]", "[Row(name='x', size=None, kind='b')]"),
        ("Row", "{'name': 'x', 'size': 2}", "Row(name='x', size=2, kind='a')"),
        ("Literal['a', 'b']", "'b'", "'b'"),
        ("Optional[str]", "None", "None"),
        ("dict[str, list[int]]", "{'a': [1]}", "{'a': [1]}"),
        ("str | None", "'t'", "'t'"),
    ] {
        let root = format!("{classes}x = reader(message='Read.', output_schema={schema})\nreturn repr(x)");
        assert_eq!(
            self::given(&root, &format!("return answer({value}, status='partial')")),
            given,
            "{schema}"
        );
    }
    for (schema, value, told) in [
        ("list[Row]", "[{'size': 2}]", "the field is missing"),
        ("Row", "{'name': 3}", "`/name`"),
        ("Literal['a', 'b']", "'c'", "Literal[\"a\", \"b\"]"),
        ("Optional[str]", "3", "str"),
        ("dict[str, list[int]]", "{'a': ['x']}", "`/a/0`"),
    ] {
        let root = format!("{classes}x = reader(message='Read.', output_schema={schema})\nreturn repr(x)");
        let mut stage = stage(&root, "");
        stage.plans.insert("reader".into(), vec![fenced(&format!("return {value}")), fenced("return 1 / 0")]);
        stage.settings.max_repairs = 1;
        let played = stage.play();
        let problem = played.requests[2].attempts()[0].problem().text();
        assert!(problem.contains("something else than was asked for"), "{problem}");
        assert!(problem.contains(told), "{schema}: {problem}");
    }
}

#[test]
fn runs_on_different_untrusted_data_say_the_same_to_planners() {
    for reader in DECIDED {
        for root in [
            format!("{ASK}if status_of(x) == 'partial':\n    sender(message='Go on.')\nreturn 1"),
            format!("{ASK}sender(message=f'It is {{status_of(x)}}.')\nreturn 1"),
        ] {
            let runs = ["abc", "xyz"].map(|text| {
                let mut stage = stage(&root, reader);
                stage.settings.strictness = Strictness::Noninterference;
                stage.tools = Box::new(move |request| match &*request.tool {
                    "note" => Ok(json!(text)),
                    _ => tools(request),
                });
                stage.play()
            });
            if runs.iter().all(|run| run.status() == Status::Done) {
                assert_eq!(runs[0].prompts, runs[1].prompts, "{root}\n{reader}");
            }
        }
    }
}
