//! A conversation with a system of agents: one instruction after another, with what came of them before at hand.

use std::fmt;
use std::sync::Arc;

use caravan_core::approval::Approver;
use caravan_core::drive::{DriveError, Means, Models, carry_on};
use caravan_core::instruction::Instruction;
use caravan_core::journal::NoJournal;
use caravan_core::outcome::RunOutcome;
use caravan_core::run::Run;
use caravan_core::session::{Refusal, Reply, Session};
use caravan_core::settings::Settings;
use caravan_core::state::States;
use caravan_core::system::System;
use caravan_core::toolbox::Toolbox;
use serde_json::Value as Json;

/// A person's conversation. It is always under the protocol.
///
/// Of earlier turns the root's planner is told the person's words, its plans, and results that nothing untrusted is in; the
/// rest are variables that later plans can read. See [`Session`].
pub struct Conversation<'a> {
    toolbox: &'a dyn Toolbox,
    models: &'a Models,
    session: Session,
    states: States,
}

impl fmt::Debug for Conversation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").field("session", &self.session).finish_non_exhaustive()
    }
}

/// A turn that has ended.
#[derive(Debug)]
pub struct Turn {
    /// What the planner of the next turn is told of it.
    pub told: Reply,
    /// The planner has been told what it may be told: from the next turn on it remembers nothing, and the values of this
    /// conversation are gone.
    pub begins_anew: bool,
}

/// Why a turn did not come to its end.
#[derive(Debug)]
pub enum TurnError {
    /// It was not begun.
    Refused(Refusal),
    /// It could not be carried on.
    Drive(DriveError),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Refused(refusal) => refusal.fmt(f),
            TurnError::Drive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TurnError {}

impl<'a> Conversation<'a> {
    /// A conversation in which nothing was said yet.
    pub fn new(
        system: &Arc<System>,
        toolbox: &'a dyn Toolbox,
        models: &'a Models,
        settings: Settings,
    ) -> Conversation<'a> {
        let session = Session::new(Arc::clone(system), settings);
        Conversation { toolbox, models, session, states: States::default() }
    }

    /// Hands over data: an opaque, untrusted variable of all later plans.
    pub fn attach(&mut self, name: &str, value: Json) {
        self.session.attach(name, &value);
    }

    /// What was said, and which values there are.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Forgets what was said and what came of it. What was handed over as data stays.
    pub fn begin_anew(&mut self) {
        self.session.begin_anew();
    }

    /// Gives an instruction. `seen` gets the outcome, with everything that the person may see. Dropping the future ends the
    /// turn where it stands.
    ///
    /// # Errors
    ///
    /// The turn was not begun or could not be carried on; what goes wrong inside it is part of its outcome.
    pub async fn ask(
        &mut self,
        instruction: &str,
        approver: &dyn Approver,
        seen: impl FnOnce(&mut RunOutcome),
    ) -> Result<Turn, TurnError> {
        let asked = self.session.ask(Instruction::from_user(instruction), &self.states);
        let asked = asked.map_err(TurnError::Refused)?;
        let means = Means { models: self.models, toolbox: self.toolbox, approver };
        let mut begun = Begun { conversation: self, run: None };
        let run = begun.run.insert(asked);
        let mut outcome = carry_on(run, means, &mut NoJournal).await.map_err(TurnError::Drive)?;
        begun.run = None;
        drop(begun);
        seen(&mut outcome);
        let told = self.session.end(outcome, &mut self.states);
        Ok(Turn { told, begins_anew: self.is_over_and_begins_anew() })
    }

    fn is_over_and_begins_anew(&mut self) -> bool {
        let is_over = self.session.is_over();
        if is_over {
            self.begin_anew();
        }
        is_over
    }
}

/// A turn under way. If it is cut short, the session takes its run back.
struct Begun<'c, 'a> {
    conversation: &'c mut Conversation<'a>,
    run: Option<Run>,
}

impl Drop for Begun<'_, '_> {
    fn drop(&mut self) {
        if let Some(run) = self.run.take() {
            let Conversation { session, states, .. } = &mut *self.conversation;
            session.abandon(run, states);
            self.conversation.is_over_and_begins_anew();
        }
    }
}
