//! The check of a plan before it runs (DESIGN section 4): names, arguments, types, and laundering that the text shows.
//!
//! It follows what is known of each value through the text ([`known`]), and speaks of what is certain to go wrong where
//! it is reached: of what is not known it says nothing. The one exception is told apart: an answer of a child that can
//! read untrusted data is likely to be untrusted. It can refuse a plan and nothing else; what may
//! reach a planner is for the gate to say.
//!
//! Of loops it assumes that they run at least once, of a `try` with handlers that its author knows what may fail in it.

mod attribute;
mod call;
mod class;
mod decided;
mod expression;
mod known;
mod operation;
mod outside;
mod result;
mod statement;
pub(crate) mod survey;

use std::collections::{BTreeSet, HashMap};

use caravan_label::Bits;
use ruff_text_size::{Ranged, TextRange};

use crate::code::Lines;
use crate::compile::DEEPEST;
use crate::diagnostic::Finding;
use crate::environment::Environment;
use crate::stack::with_room;
use crate::world::Strictness;
use decided::{Decided, Decision};
use known::{Known, Trail};
pub use result::type_of_result;
use survey::Survey;

/// What the check knows beside the text and the environment.
#[derive(Clone, Debug, Default)]
pub struct CheckSetup {
    /// How much flow the gate counts.
    pub strictness: Strictness,
    /// How many bits untrusted data may choose of what a planner reads; nothing is said of choice within a bound if there
    /// is none.
    pub budget: Option<Bits>,
    /// Agents of the system that this one cannot call.
    pub elsewhere: Vec<Box<str>>,
    /// Tools of whose results the configuration trusts parts, although it does not trust the tools.
    pub partly_trusted: Vec<Box<str>>,
}

/// Checks a plan that [`compile`](crate::compile) has taken.
///
/// Gives what is certain to fail where it is reached, and what is likely to, in the order of the text; nothing for a text
/// that cannot be parsed. Its time is proportional to the text, calls of the plan's functions followed up to a bound.
pub fn check(source: &str, environment: &Environment, setup: &CheckSetup) -> Vec<Finding> {
    with_room(DEEPEST, || check_with_room(source, environment, setup))
}

fn check_with_room(source: &str, environment: &Environment, setup: &CheckSetup) -> Vec<Finding> {
    let Some(module) = crate::compile::parsed(source, environment) else { return Vec::new() };
    let lines = Lines::new(source);
    let survey = Survey::of(&module.body);
    let mut checker = Checker::new(&lines, environment, setup, &survey);
    checker.block(&module.body);
    checker.findings.sort_by_key(|finding| finding.span);
    checker.findings
}

/// How many expressions are looked at before the check stops saying anything new.
const FUEL: u32 = 50_000;

/// What the gate would refuse.
const REFUSED: &[&str] = &["P030", "P031", LIKELY];

/// What the gate would refuse unless a child's answer is made of nothing untrusted.
const LIKELY: &str = "P032";

/// How deep calls of the plan's functions are followed.
const MOST_CALLS: usize = 4;

/// Where statements lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    /// To the next.
    On,
    /// Away: by `return`, `raise`, `break` or `continue`.
    Away,
}

type Scope<'a> = HashMap<&'a str, Known>;

struct Checker<'a> {
    lines: &'a Lines,
    environment: &'a Environment,
    setup: &'a CheckSetup,
    survey: &'a Survey<'a>,
    /// The variables of the top level, of the function at hand, of comprehensions, innermost last.
    scopes: Vec<Scope<'a>>,
    /// What the function at hand may return.
    returned: Vec<Known>,
    findings: Vec<Finding>,
    reported: BTreeSet<(&'static str, u32)>,
    /// Findings are not told: a first pass over a loop.
    quiet: usize,
    /// What fails here may be caught, as its author expects.
    caught: usize,
    /// How many loops are around this place.
    loops: usize,
    /// The functions being followed.
    calls: Vec<usize>,
    fuel: u32,
}

impl<'a> Checker<'a> {
    fn new(
        lines: &'a Lines,
        environment: &'a Environment,
        setup: &'a CheckSetup,
        survey: &'a Survey<'a>,
    ) -> Checker<'a> {
        Checker {
            lines,
            environment,
            setup,
            survey,
            scopes: vec![HashMap::new()],
            returned: Vec::new(),
            findings: Vec::new(),
            reported: BTreeSet::new(),
            quiet: 0,
            caught: 0,
            loops: 0,
            calls: Vec::new(),
            fuel: FUEL,
        }
    }

    fn report(&mut self, code: &'static str, at: TextRange, message: String, fix: Option<String>) {
        // No handler catches what the gate refuses.
        let caught = self.caught > 0 && !REFUSED.contains(&code);
        if caught || self.quiet > 0 || self.fuel == 0 || !self.reported.insert((code, at.start().to_u32())) {
            return;
        }
        let span = self.lines.span(at.start().to_u32(), at.len().to_u32().max(1));
        self.findings.push(Finding { code, span, message, fix, certain: code != LIKELY });
    }

    fn line(&self, at: impl Ranged) -> u32 {
        self.lines.span(at.start().to_u32(), 1).line
    }

    /// What untrusted data decides at a place by being `tested`, if it certainly does.
    fn decision(&self, tested: &Known, at: impl Ranged) -> Decided {
        if !tested.data.as_ref().is_some_and(Trail::is_certain) {
            return Decided::default();
        }
        let place = at.range().start().to_u32();
        Decided::one(Decision { place, line: self.line(at), bits: Bits::ONE })
    }

    /// A place from which untrusted data comes.
    fn source(&self, what: &str, at: impl Ranged) -> Trail {
        Trail::source(what, self.line(at))
    }

    /// Carries out `look` without telling what it finds.
    fn quietly<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += 1;
        let result = look(self);
        self.quiet -= 1;
        result
    }

    /// Carries out `look` at text whose failing is expected if `expected`.
    fn catching<T>(&mut self, expected: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        self.caught += usize::from(expected);
        let result = look(self);
        self.caught -= usize::from(expected);
        result
    }

    fn lookup(&self, name: &str) -> Option<&Known> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn bind(&mut self, name: &'a str, value: Known) {
        let value = if self.survey.shared.contains(name) {
            Known::any()
        } else if self.survey.changed.contains(name) {
            value.changeable()
        } else {
            value
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, value);
        }
    }
}
