//! Carries out what a run asks for, with models, a toolbox and a journal. Needs no particular async runtime.
//!
//! The future waits for effects, and now and then while a plan computes. Dropping it stops the run: what the journal holds is complete but for the outcome of the effect that was under
//! way.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use crate::approval::{Approval, Approver, NobodyThere};
use crate::effect::{EffectId, EffectKind, Moment, Outcome};
use crate::journal::{Journal, JournalError};
use crate::model::Model;
use crate::outcome::RunOutcome;
use crate::run::{Progress, Run, StepError};
use crate::toolbox::Toolbox;

/// How many steps of a plan are done at a time, before others have their turn.
const SLICE: u64 = 500_000;

/// The models of a system, by role.
#[derive(Clone)]
pub struct Models {
    /// Writes plans.
    pub planner: Arc<dyn Model>,
    /// Reads untrusted text.
    pub quarantined: Arc<dyn Model>,
    /// Is every agent under the defense `none`.
    pub tool_calling: Arc<dyn Model>,
}

impl Models {
    /// One model in all roles.
    pub fn all(model: Arc<dyn Model>) -> Models {
        Models { planner: Arc::clone(&model), quarantined: Arc::clone(&model), tool_calling: model }
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models")
            .field("planner", &self.planner.name())
            .field("quarantined", &self.quarantined.name())
            .field("tool_calling", &self.tool_calling.name())
            .finish()
    }
}

/// What a run is carried out with.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Its models.
    pub models: &'a Models,
    /// Its tools.
    pub toolbox: &'a dyn Toolbox,
    /// The person to ask.
    pub approver: &'a dyn Approver,
}

impl fmt::Debug for Means<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Means").field("models", self.models).finish_non_exhaustive()
    }
}

/// Carries a run to its end. Nobody is there to approve calls.
///
/// # Errors
///
/// The journal could not be written. What models and tools fail at is part of the outcome.
pub async fn drive(
    mut run: Run,
    models: &Models,
    toolbox: &dyn Toolbox,
    journal: &mut dyn Journal,
) -> Result<RunOutcome, DriveError> {
    carry_on(&mut run, Means { models, toolbox, approver: &NobodyThere }, journal).await
}

/// Carries a run to its end, and leaves it to its owner if the future is dropped before.
///
/// What the journal [recalls](Journal::recall) is not done again. If it [keeps questions](Journal::keeps_questions) that
/// nobody is there to answer, everything else goes on, and the run is suspended when nothing is left but they.
///
/// # Errors
///
/// As [`drive`]; or the run [is suspended](DriveError::is_suspended).
pub async fn carry_on(
    run: &mut Run,
    means: Means<'_>,
    journal: &mut dyn Journal,
) -> Result<RunOutcome, DriveError> {
    // Before anything that untrusted data could delay.
    let mut began = means.toolbox.now();
    let (mut recalled, mut needed) = (VecDeque::new(), VecDeque::new());
    let mut under_way: Vec<UnderWay<'_>> = Vec::new();
    let mut is_suspended = false;
    let mut outcome = None;
    loop {
        match run.advance(outcome.take(), SLICE)? {
            Some(Progress::Done(outcome)) => {
                journal.gone_on(&outcome.record);
                return Ok(*outcome);
            }
            Some(Progress::Effects(effects)) => {
                journal.gone_on(run.record());
                for effect in effects {
                    match journal.recall(&effect)? {
                        Some(outcome) => {
                            // One moment for the whole run, whenever it goes on.
                            if let Outcome::Clock(then) = outcome {
                                began = then;
                            }
                            recalled.push_back((effect.id, outcome));
                        }
                        None => needed.push_back(effect),
                    }
                }
            }
            None => {
                let_others().await;
                continue;
            }
        }
        outcome = recalled.pop_front();
        while outcome.is_none() {
            while under_way.len() < AT_ONCE
                && let Some(effect) = needed.pop_front()
            {
                journal.before(&effect)?;
                under_way
                    .push(Box::pin(async move { (effect.id, carry_out(&effect.kind, means, began).await) }));
            }
            if under_way.is_empty() {
                return Err(if is_suspended { DriveError::suspended() } else { StepError::stuck().into() });
            }
            let (id, result) = first_of(&mut under_way).await;
            if result == Outcome::Approve(Approval::NobodyThere) && journal.keeps_questions() {
                is_suspended = true;
                continue;
            }
            journal.after(id, &result)?;
            outcome = Some((id, result));
        }
    }
}

/// Lets whoever polls this look after others, and end the run.
async fn let_others() {
    let mut has_waited = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut has_waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// How many effects are carried out at the same time.
const AT_ONCE: usize = 16;

type UnderWay<'a> = Pin<Box<dyn Future<Output = (EffectId, Outcome)> + Send + 'a>>;

/// The outcome that comes first.
async fn first_of(under_way: &mut Vec<UnderWay<'_>>) -> (EffectId, Outcome) {
    std::future::poll_fn(|context| {
        for place in 0..under_way.len() {
            if let Some(future) = under_way.get_mut(place)
                && let Poll::Ready(outcome) = future.as_mut().poll(context)
            {
                drop(under_way.swap_remove(place));
                return Poll::Ready(outcome);
            }
        }
        Poll::Pending
    })
    .await
}

async fn carry_out(effect: &EffectKind, means: Means<'_>, began: Option<Moment>) -> Outcome {
    let Means { models, toolbox, approver } = means;
    match effect {
        EffectKind::Plan(request) => Outcome::Plan(models.planner.plan(request).await),
        EffectKind::Extract(request) => Outcome::Extract(models.quarantined.extract(request).await),
        EffectKind::Converse(request) => Outcome::Converse(models.tool_calling.converse(request).await),
        EffectKind::Tool(request) => Outcome::Tool(toolbox.call(request).await),
        EffectKind::Approve(request) => Outcome::Approve(approver.approve(request).await),
        EffectKind::Clock => Outcome::Clock(began),
    }
}

/// A run that could not be carried to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriveError {
    message: String,
    is_suspended: bool,
}

impl DriveError {
    fn new(message: String) -> DriveError {
        DriveError { message, is_suspended: false }
    }

    fn suspended() -> DriveError {
        DriveError { message: "the run waits for a person's answer".to_owned(), is_suspended: true }
    }

    /// Whether nothing is wrong: the run waits for a person, and its journal holds all that it takes to go on.
    pub fn is_suspended(&self) -> bool {
        self.is_suspended
    }
}

impl From<JournalError> for DriveError {
    fn from(error: JournalError) -> DriveError {
        DriveError::new(error.to_string())
    }
}

impl From<StepError> for DriveError {
    fn from(error: StepError) -> DriveError {
        DriveError::new(error.to_string())
    }
}

impl fmt::Display for DriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DriveError {}
