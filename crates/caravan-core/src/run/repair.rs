//! Repair at run time: a plan that an error has stopped goes on with another text from the statement that failed.
//!
//! A planner hears of an error only if its whole label is trusted, and everything that decided that it happened: data,
//! control, the control that the episode stands under, and no choice. Then every run with the same trusted inputs that
//! comes this far fails in this way, and what the planner reads is decided without a byte of untrusted data.
//!
//! The whole of the new plan is the text before the statement that failed, as it stands, and what the planner writes
//! after it. It is compiled and checked as one plan, and a new machine runs it from its beginning: each request of the
//! statements that have run is given the answer that it got before, so that nothing is asked for twice, and what they
//! printed is not printed again. A machine is deterministic given its answers: where the new text begins, its variables
//! are what they were. The labels are those of a plan that was written so from the beginning, since what the text may
//! write and which functions it has is looked at as a whole. The statement that failed counts as not begun; if it had
//! acted outside, the plan is not mended.

use caravan_plan::{Answer, Datum, Request, RequestKind, Span, Stopped};

use super::episode::{Awaited, Failure};
use super::{Next, Run};
use crate::effect::EffectKind;
use crate::gate;
use crate::model::Attempt;

/// What an episode's plan has asked for so far, and how often it may be mended.
#[derive(Debug, Default)]
pub(crate) struct Past {
    /// How many repairs are left.
    left: usize,
    /// The plan at work.
    plan: String,
    /// What it has asked for, in order, and what came of it.
    given: Vec<Given>,
    /// How many requests the machine at work has made.
    asked: usize,
    /// How many texts it will print that are printed already.
    printed: usize,
    /// How much of its text has run before this machine, in bytes.
    kept: usize,
    /// The steps that machines before it have taken.
    spent: u64,
    /// The repair under way.
    repair: Option<Repair>,
}

/// A plan whose planner is asked to mend it.
#[derive(Debug)]
struct Repair {
    /// What stays of the plan.
    kept: String,
    /// The line on which what comes after it begins.
    line: u32,
    /// How the episode ends if nothing comes of it.
    failure: Failure,
}

/// A request and what came of it.
#[derive(Debug)]
struct Given {
    span: Span,
    name: Box<str>,
    /// Whether something outside may have been changed by it.
    acted: bool,
    answer: Option<Answer>,
}

/// Whether a request was made before.
pub(crate) enum Asked {
    /// It was not.
    Anew,
    /// It was, and this was the answer.
    Before(Answer),
    /// Another was made at this place: the machine is not the one that it was taken for.
    Otherwise,
}

impl Past {
    /// That of a plan which may be mended so often.
    pub(crate) fn new(repairs: usize) -> Past {
        Past { left: repairs, ..Past::default() }
    }

    /// That of a plan whose author is not asked.
    pub(crate) fn never_repaired() -> Past {
        Past::default()
    }

    /// The machine has asked for something.
    pub(crate) fn asked(&mut self, request: &Request) -> Asked {
        let name = name_of(&request.kind);
        if let Some(given) = self.given.get(self.asked) {
            self.asked += 1;
            return match &given.answer {
                Some(answer) if given.span == request.span && *given.name == *name => {
                    Asked::Before(answer.clone())
                }
                _ => Asked::Otherwise,
            };
        }
        if self.left > 0 {
            self.asked += 1;
            self.given.push(Given { span: request.span, name: name.into(), acted: false, answer: None });
        }
        Asked::Anew
    }

    /// What the machine asked for last is answered so.
    pub(crate) fn note(&mut self, answer: Option<&Answer>) {
        if let Some(given) = self.given.last_mut().filter(|given| given.answer.is_none()) {
            given.answer = answer.cloned();
        }
    }

    /// Whether the text that the machine prints next was printed already.
    pub(crate) fn has_printed_it(&mut self) -> bool {
        let again = self.printed > 0;
        self.printed = self.printed.saturating_sub(1);
        again
    }

    /// The whole plan of which a planner has written this, or the part from the failed statement on.
    pub(crate) fn whole(&self, text: String) -> String {
        let Some(Repair { kept, .. }) = &self.repair else { return text };
        // A planner that writes down again what has run means what comes after it.
        let begun = kept.trim();
        let after = text.trim_start().strip_prefix(begun).filter(|_| !begun.is_empty()).unwrap_or(&text);
        let end = if kept.is_empty() || kept.ends_with('\n') { "" } else { "\n" };
        format!("{kept}{end}{}", after.trim_start_matches('\n'))
    }

    /// The line from which on the planner was asked for another text, if it was.
    pub(crate) fn beginning(&self) -> Option<u32> {
        self.repair.as_ref().map(|repair| repair.line)
    }

    pub(crate) fn is_under_repair(&self) -> bool {
        self.repair.is_some()
    }

    /// An answer to the request for a repair was refused: that was one of them. The error that ends the episode, if it
    /// was the last.
    pub(crate) fn gives_up(&mut self) -> Option<Failure> {
        self.repair.as_ref()?;
        if self.left == 0 {
            return self.repair.take().map(|repair| repair.failure);
        }
        self.left -= 1;
        None
    }

    /// The variables that the plan is given: kept for another machine, if there may be one.
    pub(crate) fn keep(&self, variables: &mut Vec<(Box<str>, Datum)>) -> Vec<(Box<str>, Datum)> {
        if self.left > 0 { variables.clone() } else { std::mem::take(variables) }
    }

    /// A machine begins with this plan; gives the steps that those before it have taken.
    pub(crate) fn begin_again(&mut self, plan: String) -> u64 {
        self.plan = plan;
        self.asked = 0;
        self.repair = None;
        self.spent
    }
}

/// What a request asks for, by name.
fn name_of(kind: &RequestKind) -> &str {
    match kind {
        RequestKind::Tool { name, .. } | RequestKind::Agent { name, .. } => name,
        RequestKind::Quarantined { .. } => "query_ai_assistant",
        RequestKind::Clock => "datetime.now",
        RequestKind::Gather { .. } => "gather",
    }
}

impl Run {
    /// What the plan at work has asked for is done: it may change something outside.
    pub(super) fn acts(&mut self) {
        if let Some(given) = self.planning().and_then(|planning| planning.past.given.last_mut()) {
            given.acted = true;
        }
    }

    /// Asks the planner to mend a plan that an error has stopped.
    ///
    /// # Errors
    ///
    /// The error again, if it has to end the episode.
    pub(super) fn mend(
        &mut self,
        failure: Failure,
        stopped: Option<Stopped>,
        spent: u64,
    ) -> Result<Next, Failure> {
        let (Some(planning), Some(stopped)) = (self.planning(), stopped) else { return Err(failure) };
        let past = &planning.past;
        let acted = past.given.iter().skip(stopped.answers).any(|given| given.acted);
        let Some(kept) = past.plan.get(..stopped.offset) else { return Err(failure) };
        // What has run before is no part of the plan to be mended: a new text that makes another meaning of it has failed.
        if past.left == 0 || acted || stopped.offset < past.kept {
            return Err(failure);
        }
        let (plan, kept) = (past.plan.clone(), kept.to_owned());
        let problem = problem(&failure, &stopped);
        let (base, pc, origin) = (planning.base, planning.pc, planning.origin);
        // What the planner reads was decided by the error, by what has led to it, and by what the episode stands under.
        let label = [stopped.decided, base, pc, origin]
            .into_iter()
            .fold(failure.label, |label, part| self.world.lattice.join(label, part));
        let Some(problem) = gate::own_words(&self.world.lattice, problem, label) else { return Err(failure) };
        if let Some(record) =
            self.episodes.last().and_then(|episode| self.record.episodes.get_mut(episode.index))
        {
            record.repaired.push((plan.clone(), problem.text().to_owned()));
        }
        let Some(planning) = self.planning() else { return Err(failure) };
        let past = &mut planning.past;
        past.left -= 1;
        past.given.truncate(stopped.answers);
        past.printed = stopped.printed;
        past.spent = spent;
        past.kept = kept.len();
        past.repair = Some(Repair { kept, line: stopped.line, failure });
        planning.request.attempts =
            vec![Attempt { answer: format!("```python\n{}\n```", plan.trim_end()), problem }];
        Ok(Next::Ask(EffectKind::Plan(planning.request.clone()), Awaited::Plan))
    }
}

/// What a planner is told of the error that has stopped its plan.
fn problem(failure: &Failure, stopped: &Stopped) -> String {
    let line = stopped.line;
    let place = failure.span.map(|span| format!(" on line {}", span.line)).unwrap_or_default();
    let what = if failure.message.is_empty() { String::new() } else { format!(": {}", failure.message) };
    let before = match line {
        0 | 1 => "Nothing of the plan counts as run".to_owned(),
        _ => {
            format!("What stands before line {line} has run, will not run again, and its variables are there")
        }
    };
    format!(
        "the plan was stopped by an error{place}: {}{what}\n{before}; the statement on line {line} has done nothing outside and counts \
         as not begun. Answer with what replaces it and all that comes after it, in one ```python block.",
        failure.kind
    )
}
