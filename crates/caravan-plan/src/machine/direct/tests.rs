//! Carried out directly or the general way, in one piece or in slices, a plan comes to the same values with the same
//! labels.

use std::fmt::Write as _;
use std::path::Path;

use caravan_label::{AgentPath, Label, Lattice, Source};

use crate::datum::{Datum, Tree};
use crate::{Ending, Environment, Machine, MachineSetup, Program, Step, Strictness, World, compile};

/// Which constants of a plan are untrusted: every so many, from this one on.
#[derive(Clone, Copy)]
struct Taint {
    every: usize,
    from: usize,
}

/// How a plan is carried out.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Direct,
    General,
    /// As directly, but never more than a few steps at a time.
    InSlices,
}

/// A label as it can be compared between two worlds, whose decisions have different numbers.
fn told(label: Label, lattice: &Lattice) -> String {
    let sources = |taint| {
        let mut sources: Vec<String> = lattice.sources(taint).map(ToString::to_string).collect();
        sources.sort();
        sources.join(" ")
    };
    format!(
        "data {} control {} choice {}",
        sources(lattice.data(label)),
        sources(lattice.control(label)),
        lattice.choice_bits(label)
    )
}

fn tell(datum: &Datum, lattice: &Lattice, text: &mut String) {
    let _ = write!(text, "[{}] ", told(datum.label, lattice));
    match &datum.value {
        Tree::List(items) | Tree::Tuple(items) | Tree::Set(items) => {
            items.iter().for_each(|item| tell(item, lattice, text));
        }
        Tree::Dict(entries) => entries.iter().for_each(|(key, value)| {
            tell(key, lattice, text);
            tell(value, lattice, text);
        }),
        Tree::Record(name, fields) => {
            text.push_str(name);
            fields.iter().for_each(|(name, value)| {
                text.push_str(name);
                tell(value, lattice, text);
            });
        }
        other => {
            let _ = write!(text, "{other:?} ");
        }
    }
}

/// All that a run shows: what it printed, how it ended, its variables unless it was refused.
fn observe(program: &Program, taint: Taint, strictness: Strictness, caught: bool, way: Way) -> String {
    let mut world = World::new(strictness);
    let mail = Source::Tool { agent: AgentPath::root(), tool: "mail".into(), inner: None, trusted: false };
    let untrusted = world.lattice.data_from(&[mail]);
    let setup = MachineSetup { caught, ..MachineSetup::default() };
    let mut machine = Machine::new(program, setup, &mut world);
    machine.general = way == Way::General;
    machine.tainted = Some((untrusted, taint.every, taint.from));
    let step = match way {
        Way::InSlices => loop {
            if let Some(step) = machine.resume_for(3, &mut world, None) {
                break step;
            }
        },
        Way::Direct | Way::General => machine.resume(&mut world, None),
    };
    let mut text = String::new();
    for printed in machine.take_output() {
        let _ = writeln!(text, "{:?} [{}]", printed.text, told(printed.label, &world.lattice));
    }
    match step {
        Step::Finished(Ending::Value(value)) => tell(&value, &world.lattice, &mut text),
        // A change that nobody has foreseen is noticed at the next instruction that goes the general way.
        Step::Finished(Ending::Error(error)) if &*error.kind == "Refused" => {
            let _ = write!(text, "{}", error.message);
            return text;
        }
        Step::Finished(Ending::Error(error)) => {
            let _ = write!(
                text,
                "{} {} {:?} [{}]",
                error.kind,
                error.message,
                error.span,
                told(error.label, &world.lattice)
            );
        }
        Step::Request(request) => {
            let _ = write!(text, "{:?}", request.kind);
        }
    }
    for (name, value) in machine.variables(&mut world) {
        let _ = write!(text, "\n{name}: ");
        tell(&value, &world.lattice, &mut text);
    }
    text
}

#[test]
fn the_corpus_has_the_same_values_and_labels_whichever_way_it_is_carried_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut differ = Vec::new();
    let mut compared = 0;
    for (number, path) in paths.iter().enumerate() {
        if path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let source = std::fs::read_to_string(path).unwrap();
        let Ok(program) = compile(&source, &Environment::default()) else { continue };
        let strictness = match number % 5 {
            0 => Strictness::Explicit,
            1 => Strictness::Noninterference,
            _ => Strictness::Cfi,
        };
        // Few constants untrusted and many, where the end is the run's and where a plan above sees it.
        for (taint, caught) in
            [(Taint { every: 7, from: number % 7 }, number % 2 == 0), (Taint { every: 2, from: 1 }, false)]
        {
            compared += 1;
            let direct = observe(&program, taint, strictness, caught, Way::Direct);
            for (way, name) in [(Way::General, "general"), (Way::InSlices, "in slices")] {
                let other = observe(&program, taint, strictness, caught, way);
                if direct != other {
                    let at = direct.lines().zip(other.lines()).find(|(a, b)| a != b).unwrap_or_default();
                    differ.push(format!("{}\n direct: {}\n {name}: {}", path.display(), at.0, at.1));
                }
            }
        }
    }
    assert!(compared > 1000, "{compared}");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
