//! Measures the plan machine without the start of a process, for `cargo xtask bench-plan`:
//!
//! - `measure run FILE N REPEATS`: the plan, with `N` as a variable of its own;
//! - `measure compile FILE REPEATS`: compiling it;
//! - `measure check FILE REPEATS`: checking a plan that calls tools before it runs;
//! - `measure small FILE REPEATS`: compiling a plan that calls tools, and running it with answers at hand;
//! - `measure list N`: the bytes that one element of a list of small integers takes;
//! - `measure question N`: what a policy asks about the last of so many values, each made of the one before.
//!
//! Prints the nanoseconds of the fastest repeat (or the bytes), then what the plan printed.

// A program at a terminal may fail loudly.
#![allow(clippy::expect_used, clippy::panic)]

use std::hint::black_box;
use std::time::Instant;

use caravan_label::{AgentPath, Label, Source};
use caravan_plan::{
    Answer, CheckSetup, Datum, Ending, Environment, Limits, Machine, MachineSetup, Program, RequestKind,
    Step, Strictness, Tool, Tree, Type, World, check, compile,
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["run", file, n, repeats] => run(&format!("N = {n}\n{}", read(file)), number(repeats)),
        ["compile", file, repeats] => compiling(&read(file), number(repeats)),
        ["check", file, repeats] => checking(&read(file), number(repeats)),
        ["small", file, repeats] => small(&read(file), number(repeats)),
        ["list", n] => list(number(n)),
        ["question", n] => question(number(n)),
        _ => panic!("measure run|compile|check|small|list|question ..."),
    }
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file).expect("a readable file")
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn machine(program: &Program, world: &mut World) -> Machine {
    let limits = Limits { steps: u64::MAX, memory: usize::MAX / 4, ..Limits::default() };
    Machine::new(program, MachineSetup { limits, ..MachineSetup::default() }, world)
}

fn ended(step: &Step) {
    assert!(matches!(step, Step::Finished(Ending::Value(_))), "{step:?}");
}

fn printed(machine: &mut Machine) -> String {
    machine.take_output().into_iter().map(|printed| printed.text).collect()
}

fn run(source: &str, repeats: u64) {
    let program = compile(source, &Environment::default()).expect("a plan that compiles");
    let mut best = u128::MAX;
    let mut output = String::new();
    for _ in 0..repeats {
        let mut world = World::new(Strictness::Cfi);
        let begun = Instant::now();
        let mut machine = machine(&program, &mut world);
        let step = machine.resume(&mut world, None);
        best = best.min(begun.elapsed().as_nanos());
        ended(&step);
        output = printed(&mut machine);
    }
    println!("{best}");
    print!("{output}");
}

fn compiling(source: &str, repeats: u64) {
    let environment = Environment::default();
    let mut best = u128::MAX;
    for _ in 0..repeats {
        let begun = Instant::now();
        let program = compile(source, &environment);
        best = best.min(begun.elapsed().as_nanos());
        black_box(program.expect("a plan that compiles"));
    }
    println!("{best}");
}

/// The tools that the small plan calls, each with its answer.
fn tools(label: Label) -> Vec<(&'static str, Datum)> {
    let datum = |value| Datum { value, label };
    let text = |text: &str| datum(Tree::Str(text.into()));
    let record = |fields: &[(&str, Tree)]| {
        let fields = fields.iter().map(|(name, value)| (text(name), datum(value.clone())));
        datum(Tree::Dict(fields.collect()))
    };
    let bill = |number: i64| {
        record(&[
            ("number", Tree::Int(number)),
            ("vendor", Tree::Str(format!("vendor {}", number % 3).into())),
            ("amount", Tree::Int(40 + number)),
            ("status", Tree::Str("open".into())),
        ])
    };
    let contact = |number: i64| {
        record(&[
            ("name", Tree::Str(format!("vendor {number}").into())),
            ("email", Tree::Str(format!("vendor{number}@example.org").into())),
        ])
    };
    let list = |items: Vec<Datum>| datum(Tree::List(items));
    vec![
        ("search_emails", list(vec![text("an invoice"), text("another")])),
        ("list_bills", list((1..=5).map(bill).collect())),
        ("get_balance", datum(Tree::Int(1000))),
        ("pay_bill", datum(Tree::None)),
        ("notify", datum(Tree::None)),
        ("list_contacts", list((0..2).map(contact).collect())),
        ("send_email", datum(Tree::None)),
        ("list_events", list(vec![text("a meeting")])),
        ("add_event", datum(Tree::None)),
        ("write_note", datum(Tree::Int(7))),
    ]
}

/// An agent with these tools, which take anything and give anything.
fn agent(answers: &[(&'static str, Datum)]) -> Environment {
    let tool = |name: &str| Tool {
        name: name.into(),
        description: "".into(),
        parameters: Vec::new(),
        returns: Type::Any,
        trusted: true,
        reads: Vec::new(),
        writes: Vec::new(),
        accepts_anything: true,
    };
    let tools = answers.iter().map(|(name, _)| tool(name)).collect();
    Environment { tools, ..Environment::default() }
}

fn checking(source: &str, repeats: u64) {
    let environment = agent(&tools(Label::NONE));
    let setup = CheckSetup::default();
    let mut best = u128::MAX;
    for _ in 0..repeats {
        let begun = Instant::now();
        let findings = check(source, &environment, &setup);
        best = best.min(begun.elapsed().as_nanos());
        assert!(findings.is_empty(), "{findings:?}");
    }
    println!("{best}");
}

fn small(source: &str, repeats: u64) {
    let answers = tools(Label::NONE);
    let environment = agent(&answers);
    let mut best = u128::MAX;
    let (mut calls, mut output) = (0, String::new());
    for _ in 0..repeats {
        let mut world = World::new(Strictness::Cfi);
        let begun = Instant::now();
        let program = compile(source, &environment).expect("a plan that compiles");
        let mut machine = machine(&program, &mut world);
        let mut step = machine.resume(&mut world, None);
        calls = 0;
        while let Step::Request(request) = step {
            let RequestKind::Tool { name, .. } = request.kind else { panic!("calls tools alone") };
            let answer = answers.iter().find(|(known, _)| *known == &*name).map(|(_, answer)| answer);
            calls += 1;
            step = machine.resume(&mut world, Some(Answer::Value(answer.expect("a known tool").clone())));
        }
        best = best.min(begun.elapsed().as_nanos());
        ended(&step);
        output = printed(&mut machine);
    }
    println!("{best}");
    println!("{calls} calls");
    print!("{output}");
}

/// The memory of this process that lies in pages, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn list(n: u64) {
    let program = compile(&format!("xs = [i for i in range({n})]\n"), &Environment::default());
    let program = program.expect("a plan that compiles");
    let mut world = World::new(Strictness::Cfi);
    let mut machine = machine(&program, &mut world);
    let before = resident();
    ended(&machine.resume(&mut world, None));
    let after = resident();
    match before.zip(after) {
        Some((before, after)) => println!("{}", after.saturating_sub(before).div_ceil(n.max(1))),
        None => println!("unknown"),
    }
    black_box(machine);
}

fn question(n: u64) {
    let source = format!("x = get_variable('x')\nfor i in range({n}):\n    x = x + 1\nreturn x\n");
    let environment = Environment { variables: vec!["x".into()], ..Environment::default() };
    let program = compile(&source, &environment).expect("a plan that compiles");
    let mut world = World::new(Strictness::Cfi);
    let mail = Source::Tool { agent: AgentPath::root(), tool: "mail".into(), inner: None, trusted: false };
    let label = world.lattice.data_from(&[mail]);
    let x = Datum { value: Tree::Int(1), label };
    let setup = MachineSetup { variables: vec![("x".into(), x)], ..MachineSetup::default() };
    let mut machine = Machine::new(&program, setup, &mut world);
    let Step::Finished(Ending::Value(last)) = machine.resume(&mut world, None) else { panic!("no value") };
    let mut best = u128::MAX;
    for _ in 0..1000 {
        let begun = Instant::now();
        let label = black_box(last.deep_label(&mut world.lattice));
        black_box(world.lattice.is_trusted(label));
        black_box(world.lattice.choice_bits(label));
        black_box(world.lattice.readers(world.lattice.data(label)));
        black_box(world.lattice.sources(world.lattice.data(label)).count());
        best = best.min(begun.elapsed().as_nanos());
    }
    println!("{best}");
}
