//! The stage on which fuzzed programs run: it keeps up with the language, and a run on it is the same each time.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

#[path = "../fuzz/src/stage.rs"]
mod stage;

/// One of each call that the stage answers.
const PROGRAM: &str = r"
found = search('a')
print(found.title, found.number, found.tags)
send(to=found.title, body=get_variable('letter'))
numbers = [row['n'] for row in get_variable('rows')]
calendar('when?')
kinds = [stub(1, a=numbers)]
try:
    kinds.append(billing('how much?', variables={'mail': found}, output_schema=int))
except RuntimeError:
    kinds.append(query_ai_assistant(f'what is in {found}', str))
try:
    for number in range(9):
        query_ai_assistant('what?', int)
except RuntimeError as error:
    print(error)
for number in range(400):
    stub(number)
";

#[test]
fn a_program_with_every_call_runs_and_does_the_same_again() {
    let environment = stage::environment();
    stage::checked(PROGRAM, &environment);
    let program = stage::compiled(PROGRAM, &environment).expect("a plan");
    let first = stage::run(&program);
    assert_eq!(first, stage::run(&program));
    for call in ["\"search\"", "\"send\"", "\"stub\"", "\"billing\"", "\"calendar\"", "Quarantined"] {
        assert!(first.contains(call), "{call} is missing");
    }
}

#[test]
fn a_text_that_is_no_plan_is_refused_within_its_lines() {
    assert!(stage::compiled("import os\nx = (", &stage::environment()).is_none());
}
