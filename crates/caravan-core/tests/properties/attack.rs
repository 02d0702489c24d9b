//! Tries a property on the programs of many seeds, with all threads that it is given.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::counts::Counts;
use super::player::Player;
use super::property::{Case, Property};
use super::shrink::{Failing, shrink};

/// Where the programs of every run of the tests begin.
const FIRST: u64 = 1;

/// How long the programs that no run has tried before are looked at, at most.
const FRESH: Duration = Duration::from_secs(3);

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Tries the programs of the seeds that every run tries, then some that no run has tried; or, as `cargo xtask soak` asks
/// for them by `PROPERTIES_SEED` and `PROPERTIES_PROGRAMS`, others.
pub fn attack(property: Property, programs: u64, fresh: u64) -> Counts {
    let started = Instant::now();
    let counts = if let Some(seed) = number("PROPERTIES_SEED") {
        let programs = number("PROPERTIES_PROGRAMS").unwrap_or(1);
        let threads = number("PROPERTIES_THREADS").unwrap_or(1);
        try_seeds(property, seed..seed.saturating_add(programs), None, threads)
    } else {
        let mut counts = try_seeds(property, FIRST..FIRST + programs, None, 1);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time since 1970");
        let seed = now.as_nanos() as u64 >> 10;
        println!("{}: fresh seeds from {seed}", property.name());
        counts += try_seeds(property, seed..seed + fresh, Some(FRESH), 1);
        counts
    };
    println!("{} in {:.1} s\n{counts}", property.name(), started.elapsed().as_secs_f64());
    counts
}

fn try_seeds(property: Property, seeds: Range<u64>, most: Option<Duration>, threads: u64) -> Counts {
    let player = Player::new();
    let next = AtomicU64::new(seeds.start);
    let over = AtomicBool::new(false);
    let found: Mutex<Option<(u64, Failing)>> = Mutex::new(None);
    let until = most.map(|most| Instant::now() + most);
    let work = || {
        let mut counts = Counts::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end
                || over.load(Ordering::Relaxed)
                || until.is_some_and(|until| Instant::now() > until)
            {
                return counts;
            }
            let case = property.draw(seed);
            if let Some(violation) = property.check(&player, &case, &mut counts) {
                over.store(true, Ordering::Relaxed);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                if found.as_ref().is_none_or(|(known, _)| seed < *known) {
                    *found = Some((seed, Failing { case, violation }));
                }
            }
        }
    };
    let mut counts = Counts::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            counts += worker.join().expect("a worker ends");
        }
    });
    if let Some((seed, failing)) = found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let mut again = |case: &Case| property.check(&player, case, &mut Counts::default());
        let Failing { case, violation } = shrink(failing, &mut again);
        panic!(
            "{0} is broken ({1}) by the program of seed {seed}\n{2}{3}\n\
             again: cargo xtask soak --property {0} --seed {seed} --programs 1",
            property.name(),
            violation.kind,
            case.program.show(),
            violation.told
        );
    }
    counts
}
