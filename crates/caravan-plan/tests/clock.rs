//! What plans read from the clock, as CPython has it on a host that is set to UTC.

// A test may fail loudly.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use caravan_label::{Label, Source};
use caravan_plan::{
    Answer, Datum, Ending, Environment, Machine, MachineSetup, RequestKind, Step, Strictness, World, compile,
};

/// 2026-03-01T23:30:15.000042 in UTC.
const MOMENT: i64 = 1_772_407_815_000_042;

/// Runs a plan to its end: how it ended, and how often it asked.
fn ended(source: &str) -> (Result<Datum, String>, usize, World) {
    let program = compile(source, &Environment::default()).unwrap_or_else(|found| panic!("{found:?}"));
    let mut world = World::new(Strictness::Cfi);
    let system = world.lattice.data_from(&[Source::System]);
    let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
    let (mut answer, mut asked) = (None, 0);
    loop {
        match machine.resume(&mut world, answer.take()) {
            Step::Request(request) => {
                let tell = || Answer::Value(Datum::utc(MOMENT, system).expect("a moment"));
                asked += 1;
                answer = Some(match request.kind {
                    RequestKind::Clock => tell(),
                    RequestKind::Gather { calls } => Answer::Gathered(calls.iter().map(|_| tell()).collect()),
                    other => panic!("{other:?}"),
                });
            }
            Step::Finished(Ending::Value(value)) => return (Ok(value), asked, world),
            Step::Finished(Ending::Error(error)) => {
                return (Err(format!("{}: {}", error.kind, error.message)), asked, world);
            }
        }
    }
}

#[test]
fn each_function_gives_its_part_of_the_moment() {
    for (call, repr) in [
        ("datetime.now()", "datetime.datetime(2026, 3, 1, 23, 30, 15, 42)"),
        ("datetime.utcnow()", "datetime.datetime(2026, 3, 1, 23, 30, 15, 42)"),
        ("datetime.today()", "datetime.datetime(2026, 3, 1, 23, 30, 15, 42)"),
        ("datetime.now(None)", "datetime.datetime(2026, 3, 1, 23, 30, 15, 42)"),
        ("date.today()", "datetime.date(2026, 3, 1)"),
        ("datetime.now(tz=ZoneInfo('Asia/Tokyo')).isoformat()", "'2026-03-02T08:30:15.000042+09:00'"),
        ("datetime.now(timezone.utc).isoformat()", "'2026-03-01T23:30:15.000042+00:00'"),
        ("[f() for f in [date.today]][0]", "datetime.date(2026, 3, 1)"),
        ("list(map(lambda _: date.today(), [1]))[0]", "datetime.date(2026, 3, 1)"),
        ("datetime.now() - datetime.now() == timedelta(0)", "True"),
    ] {
        let source = format!(
            "from datetime import date, datetime, timedelta, timezone\nfrom zoneinfo import ZoneInfo\nreturn {call}"
        );
        let (value, asked, mut world) = ended(&source);
        let value = value.unwrap_or_else(|error| panic!("{call}: {error}"));
        assert_eq!(value.repr(), repr, "{call}");
        assert!(asked > 0);
        let label = value.deep_label(&mut world.lattice);
        assert!(world.lattice.is_trusted(label), "{call}");
        assert_eq!(world.lattice.choice_bits(label), world.lattice.choice_bits(Label::NONE), "{call}");
    }
}

#[test]
fn what_is_no_zone_or_too_much_is_told_as_python_tells_it() {
    for (call, error) in [
        (
            "datetime.now('UTC')",
            "TypeError: tzinfo argument must be None or of a tzinfo subclass, not type 'str'",
        ),
        ("datetime.now(None, 1)", "TypeError: now() takes at most 1 argument (2 given)"),
        ("date.today(1)", "TypeError: date.today() takes no arguments (1 given)"),
        ("datetime.utcnow(1)", "TypeError: datetime.utcnow() takes no arguments (1 given)"),
    ] {
        let (value, asked, _) = ended(&format!("from datetime import date, datetime\nreturn {call}"));
        assert_eq!(value.map(|value| value.repr()), Err(error.to_owned()), "{call}");
        assert_eq!(asked, 0, "{call}");
    }
}

#[test]
fn a_field_may_be_filled_with_the_time_at_which_its_object_was_made() {
    let source = "from dataclasses import dataclass, field\n\
                  from datetime import datetime\n\
                  @dataclass\n\
                  class Note:\n    at: datetime = field(default_factory=datetime.now)\n\
                  return Note().at.hour";
    assert_eq!(ended(source).0.map(|value| value.repr()), Ok("23".to_owned()));
}
