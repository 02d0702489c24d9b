//! What the journal costs, for `docs/journal.md`: `cargo run --release -p caravan-store --example measure [EFFECTS]`.
//!
//! A plan calls a tool so many times that answers at once. Prints what the journal adds to each call, before and after it
//! together, without and with `survives_power_loss`; and how long it takes to open the journal and bring a run of so many
//! effects to where it stood. Where the system tells it, the processor's own work is told beside: other things that the
//! machine has to do do not count there, nor does the disk.

// A program at a terminal may fail loudly.
#![allow(clippy::unwrap_used)]

#[path = "../tests/stage/mod.rs"]
mod stage;

use std::time::{Duration, Instant};

use caravan_core::approval::NobodyThere;
use caravan_core::effect::{Effect, EffectId, Outcome, ToolAnswer, ToolFailure, ToolRequest};
use caravan_core::journal::{Journal, JournalError, NoJournal};
use caravan_core::model::BoxFuture;
use caravan_core::toolbox::Toolbox;
use caravan_store::{Options, Store};
use serde_json::json;

/// Answers at once.
struct Quick;

impl Toolbox for Quick {
    fn call<'a>(&'a self, _: &'a ToolRequest) -> BoxFuture<'a, Result<ToolAnswer, ToolFailure>> {
        Box::pin(async { Ok(json!("a line of text that a tool has given").into()) })
    }
}

/// Another journal until so many effects have been begun: then the process dies.
struct Dying<'a>(&'a mut dyn Journal, u64);

impl Journal for Dying<'_> {
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        self.0.recall(effect)
    }

    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        match effect.id.number() > self.1 {
            true => Err(JournalError::new("the process dies here")),
            false => self.0.before(effect),
        }
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        self.0.after(id, outcome)
    }
}

/// What the processor has worked for this thread, where the system tells: on a machine that has other things to do, the time
/// that passes says less.
fn worked() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// How long something took: the processor's work, where the system tells, and by the clock on the wall.
#[derive(Clone, Copy)]
struct Took {
    worked: Duration,
    wall: Duration,
}

fn took(what: impl FnOnce()) -> Took {
    let (clock, began) = (Instant::now(), worked());
    what();
    let wall = clock.elapsed();
    let worked = worked().zip(began).map_or(wall, |(now, began)| now.saturating_sub(began));
    Took { worked, wall }
}

/// Runs the plan with this journal.
fn run(calls: u64, journal: &mut dyn Journal, dies: bool) {
    let plan = format!("for number in range({calls}):\n    append(text=f'line {{number}}')\nreturn number");
    let (mut run, models) = stage::run(&plan, Box::new(|_| {}));
    let ended = stage::carry(&mut run, &models, &Quick, &NobodyThere, journal);
    assert_eq!(ended.is_err(), dies);
}

/// The fastest of several.
fn fastest(mut measure: impl FnMut() -> Took) -> Took {
    (0..5).map(|_| measure()).min_by_key(|took| took.wall).unwrap()
}

fn main() {
    let effects: u64 = std::env::args().nth(1).map_or(10_000, |effects| effects.parse().unwrap());
    let each = |with: Duration, without: Duration| {
        with.saturating_sub(without).as_secs_f64() * 1e6 / u32::try_from(effects).map_or(1.0, f64::from)
    };
    let without = fastest(|| took(|| run(effects - 1, &mut NoJournal, false)));
    println!("{effects} effects without a journal: {:.1?}", without.wall);
    let journal = |survives_power_loss: bool| {
        let with = fastest(|| {
            let (_folder, path) = stage::folder();
            let options = Options { survives_power_loss, ..Options::default() };
            let mut journal = stage::begin(&path, options, true);
            took(|| run(effects - 1, &mut journal, false))
        });
        println!(
            "the journal, survives_power_loss = {survives_power_loss}: {:.1} us an effect, of which the processor works {:.1}",
            each(with.wall, without.wall),
            each(with.worked, without.worked)
        );
    };
    journal(false);
    let resumed = fastest(|| {
        let (_folder, path) = stage::folder();
        let mut journal = stage::begin(&path, Options::default(), true);
        let id = journal.run().to_owned();
        run(effects, &mut Dying(&mut journal, effects), true);
        drop(journal);
        took(|| {
            let store = Store::open_existing(&path, Options::default()).unwrap();
            let (_, mut journal) = store.resume(&id).unwrap();
            run(effects, &mut Dying(&mut journal, effects), true);
        })
    });
    println!("a run of {effects} effects is resumed in {:.1?}", resumed.wall);
    journal(true);
}
