//! What was tried: how many programs use each construct, and how far they came. A property of programs that call no agent
//! would be empty.

use std::fmt;
use std::ops::AddAssign;

use caravan_core::gate::DenialReason;
use caravan_core::label::Bits;

use super::play::{AGENTS, Played};

/// What programs are made of, each with the texts by which it shows.
const CONSTRUCTS: [(&str, &[&str]); 20] = [
    ("branch", &["if "]),
    ("conditional expression", &[" if True else ", " else "]),
    ("loop", &["for "]),
    ("while", &["while "]),
    ("early exit", &["break", "continue"]),
    ("exception", &["try:"]),
    ("match", &["match "]),
    ("function", &["def f"]),
    ("nested function", &["nonlocal "]),
    ("recursion", &["def r"]),
    ("closure", &["lambda"]),
    ("generator", &["yield "]),
    ("comprehension", &["[t for ", "{t: ", "[i for ", "[str(i) for "]),
    ("iterator", &["iter("]),
    ("callback", &["map(", "filter(", "key="]),
    ("class", &["class Item"]),
    ("alias", &["][0]\n", "}[\"k\"]\n"]),
    ("bound method", &[".append\n", ".add\n", ".append, "]),
    ("tool state", &["note(", "recall("]),
    ("variables handed down", &["variables="]),
];

/// How far programs came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    pub programs: usize,
    /// Those of which a run called an agent, or tried to.
    pub called: usize,
    /// Those of which the gate ended a run.
    pub denied: usize,
    /// Those of which the gate let a call through and charged for it.
    pub charged: usize,
}

impl Reach {
    const NAMES: [&'static str; 4] = ["programs", "called", "denied", "charged"];

    fn numbers(&self) -> [usize; 4] {
        [self.programs, self.called, self.denied, self.charged]
    }
}

impl AddAssign for Reach {
    fn add_assign(&mut self, other: Reach) {
        self.programs += other.programs;
        self.called += other.called;
        self.denied += other.denied;
        self.charged += other.charged;
    }
}

/// How much was checked, so that a test can tell that it checks something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All programs but misfits.
    pub all: Reach,
    /// The same of those that use a construct in a plan that ran, in the order of [`CONSTRUCTS`].
    constructs: [Reach; CONSTRUCTS.len()],
    /// Programs that called a child of a child.
    pub three_levels: usize,
    /// Programs of which the gate denied a call for untrusted data.
    pub denied_for_data: usize,
    /// Programs of which a plan was refused before it ran.
    pub misfits: usize,
    pub runs: usize,
    pub ended_normally: usize,
    /// Call sites whose texts were counted, and texts told of variables that would have passed the gate.
    pub sites: usize,
    pub left: usize,
    /// Of these, those that more than one text reached.
    pub varied: usize,
    /// Labels that were compared with the reference model's, and those of them that had to be the same.
    pub labels: usize,
    pub same: usize,
}

impl Counts {
    /// Notes what a program was made of and how far its runs came.
    pub fn note_program(&mut self, plans: &[String; AGENTS.len()], runs: &[Played]) {
        let calls = || runs.iter().flat_map(|run| &run.calls);
        let reach = Reach {
            programs: 1,
            called: usize::from(calls().next().is_some()),
            denied: usize::from(runs.iter().any(|run| run.denial.is_some())),
            charged: usize::from(calls().any(|call| call.charged.is_some_and(|bits| bits > Bits::ZERO))),
        };
        self.all += reach;
        self.three_levels += usize::from(calls().any(|call| call.chain.len() > 1));
        let for_data = |run: &Played| run.denial == Some(DenialReason::UntrustedData);
        self.denied_for_data += usize::from(runs.iter().any(for_data));
        // A plan that no run came to shows nothing of what it is made of.
        let text: String = AGENTS
            .iter()
            .zip(plans)
            .filter(|(agent, _)| agent.is_empty() || calls().any(|call| ran(agent, &call.text)))
            .map(|(_, plan)| plan.as_str())
            .collect();
        for ((_, signs), known) in CONSTRUCTS.iter().zip(&mut self.constructs) {
            if signs.iter().any(|sign| text.contains(sign)) {
                *known += reach;
            }
        }
    }

    /// The share of a hundred of the programs.
    pub fn share(&self, part: usize) -> usize {
        100 * part / self.all.programs.max(1)
    }

    /// Each construct's name, and how far the programs came that use it.
    pub fn constructs(&self) -> impl Iterator<Item = (&'static str, Reach)> {
        CONSTRUCTS.iter().map(|(name, _)| *name).zip(self.constructs)
    }

    /// All numbers by name, to be added to those of other runs of the tests.
    pub fn numbers(&self) -> Vec<(String, usize)> {
        let reaches = [("all", self.all)].into_iter().chain(self.constructs());
        let reaches = reaches.flat_map(|(what, reach)| {
            Reach::NAMES
                .into_iter()
                .zip(reach.numbers())
                .map(move |(name, number)| (format!("{what}/{name}"), number))
        });
        let others = [
            ("three levels", self.three_levels),
            ("denied for data", self.denied_for_data),
            ("misfits", self.misfits),
            ("runs", self.runs),
            ("ended normally", self.ended_normally),
            ("sites", self.sites),
            ("left", self.left),
            ("varied", self.varied),
            ("labels", self.labels),
            ("same", self.same),
        ];
        reaches.chain(others.map(|(name, number)| (name.to_owned(), number))).collect()
    }
}

/// Whether a call told of in this text is one of the agent.
fn ran(agent: &str, text: &str) -> bool {
    let name = agent.rsplit('/').next().unwrap_or(agent);
    text.strip_prefix(name).is_some_and(|rest| rest.starts_with('('))
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.all += other.all;
        for (known, more) in self.constructs.iter_mut().zip(other.constructs) {
            *known += more;
        }
        self.three_levels += other.three_levels;
        self.denied_for_data += other.denied_for_data;
        self.misfits += other.misfits;
        self.runs += other.runs;
        self.ended_normally += other.ended_normally;
        self.sites += other.sites;
        self.left += other.left;
        self.varied += other.varied;
        self.labels += other.labels;
        self.same += other.same;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, number) in self.numbers() {
            writeln!(f, "counted {name} {number}")?;
        }
        Ok(())
    }
}
