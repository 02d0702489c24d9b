//! How fast the machine runs plans of one kind of work each, and how fast plans compile. `cargo xtask bench-plan`
//! compares the same plans with CPython.

// A bench may fail loudly.
#![allow(clippy::expect_used, clippy::panic, missing_docs)]

use std::fmt::Write as _;
use std::path::Path;

use caravan_plan::{Ending, Environment, Machine, MachineSetup, Step, Strictness, World, compile};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// How much work a plan of `programs/` does.
const N: u64 = 2_000;

fn programs(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    paths.sort();
    let mut group = criterion.benchmark_group("run");
    group.throughput(Throughput::Elements(N));
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let program = compile(&format!("N = {N}\n{text}"), &Environment::default()).expect("it compiles");
        group.bench_function(&name, |bencher| {
            bencher.iter(|| {
                let mut world = World::new(Strictness::Cfi);
                let mut machine = Machine::new(&program, MachineSetup::default(), &mut world);
                let step = machine.resume(&mut world, None);
                assert!(matches!(step, Step::Finished(Ending::Value(_))), "{step:?}");
            });
        });
    }
}

fn compiling(criterion: &mut Criterion) {
    let mut text = String::new();
    for i in 0..833 {
        let _ = writeln!(text, "a{i} = {i} + {i}\nb{i} = [a{i}, a{i} * 2]\nif a{i} > {i}:");
        let _ = writeln!(text, "    c{i} = str(a{i})\nelse:\n    c{i} = 'no'");
    }
    let lines = text.lines().count() as u64;
    let mut group = criterion.benchmark_group("compile");
    group.throughput(Throughput::Elements(lines)).sample_size(20);
    group.bench_function("long plan", |bencher| {
        bencher.iter(|| compile(&text, &Environment::default()).expect("it compiles"));
    });
}

criterion_group!(benches, programs, compiling);
criterion_main!(benches);
