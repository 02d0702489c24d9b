//! Where a value comes from, as a tree: the value on top, its sources at the ends.

use std::collections::BTreeSet;
use std::fmt::Write;

use caravan::story::{Derived, DerivedStep, Explained, Story};

use super::telling::{in_words, shown, written};
use crate::failure::Failure;
use crate::terminal::{Paint, excerpt, visible};

/// How many lines of a derivation are told; `--json` has all.
const LINES: usize = 200;

/// The derivation of a value of a run.
///
/// # Errors
///
/// The run cannot be done again, or has no such value.
pub fn value(run: &mut Explained, name: &str) -> Result<Derived, Failure> {
    let Explained { story, replayed, .. } = run;
    let Some(replayed) = replayed else {
        let why = story.not_replayed.clone().unwrap_or_default();
        return Err(Failure::usage(
            format!(
                "where values come from is found by doing the run again, and that is not possible: {why}"
            ),
            "put the configuration back as it was; `caravan explain` without `--value` shows the labels of arguments and results",
        ));
    };
    replayed.value(story, name).map_err(|none| Failure::usage(none.message, none.help))
}

/// The derivation as people read it.
pub fn tell(derived: &Derived, story: &Story, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} = {}", paint.bold(visible(&derived.name)), shown(&derived.value, 300));
    let _ = writeln!(text, "{}", paint.dim(in_words(&derived.label)));
    text.push_str(&tree(derived, story, paint));
    text
}

/// The steps as a tree.
pub fn tree(derived: &Derived, story: &Story, paint: Paint) -> String {
    let mut tree = Tree { derived, story, paint, told: BTreeSet::new(), lines: 0, text: String::new() };
    tree.below(&derived.from, &derived.decided_by, "");
    if tree.lines > LINES {
        let _ = writeln!(tree.text, "... {} steps in all; `--json` has them", derived.derivation.len());
    }
    tree.text
}

struct Tree<'a> {
    derived: &'a Derived,
    story: &'a Story,
    paint: Paint,
    told: BTreeSet<&'a str>,
    lines: usize,
    text: String,
}

impl<'a> Tree<'a> {
    fn below(&mut self, from: &'a [String], decided_by: &'a [String], indent: &str) {
        let decided_by = decided_by.iter().filter(|step| !from.contains(step));
        let steps: Vec<(&'a str, bool)> =
            from.iter().map(|step| (&**step, false)).chain(decided_by.map(|step| (&**step, true))).collect();
        let count = steps.len();
        for (place, (id, decides)) in steps.into_iter().enumerate() {
            self.lines += 1;
            if self.lines > LINES {
                return;
            }
            let Some(step) = self.derived.derivation.iter().find(|step| step.id == *id) else { continue };
            let (branch, further) =
                if place + 1 == count { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let decides = if decides { "decided by: " } else { "" };
            let has_more = !step.from.is_empty() || !step.decided_by.is_empty();
            let is_told = !self.told.insert(&step.id) && has_more;
            let again = if is_told { "  (above)" } else { "" };
            let _ = writeln!(self.text, "{indent}{branch}{decides}{}{again}", self.step(step));
            if !is_told {
                self.below(&step.from, &step.decided_by, &format!("{indent}{further}"));
            }
        }
    }

    fn step(&self, step: &DerivedStep) -> String {
        let agent = step.agent.as_deref().map(|agent| visible(self.story.name_of(agent)).into_owned());
        let agent = agent.unwrap_or_default();
        let line = step.line.unwrap_or_default();
        match step.kind.as_str() {
            "source" => {
                let name = match step.name.as_str() {
                    "plan:" => "a literal of the root's plan".to_owned(),
                    "user" => "the user".to_owned(),
                    "system" => "the runtime".to_owned(),
                    name => match name.strip_prefix("plan:") {
                        Some(path) => format!("a literal of the plan of {}", excerpt(path, 80)),
                        None => excerpt(name, 100),
                    },
                };
                match step.trusted {
                    Some(false) => format!("{name}  {}", self.paint.bad("untrusted")),
                    _ => name,
                }
            }
            "call" => {
                let call = step.call.as_deref().and_then(|call| self.story.call(call));
                let written = call.map(written).unwrap_or_default();
                let id = step.call.as_deref().unwrap_or_default();
                format!("{}  {}", self.paint.bold(id), excerpt(&written, 90))
            }
            "state" => {
                format!("what calls of {agent} have written into the state {}", excerpt(&step.name, 60))
            }
            _ => {
                let text = excerpt(step.text.as_deref().unwrap_or_default(), 80);
                let place = self.paint.dim(format!("{agent}, line {line}:")).to_string();
                format!("{}  {place} {text}", self.paint.bold(visible(&step.name)))
            }
        }
    }
}
