//! One run's part of the file, as it is carried on.

use caravan_core::effect::{Effect, EffectId, EffectKind, Outcome, ToolAnswer};
use caravan_core::journal::{Journal, JournalError};
use caravan_core::state::States;
use rusqlite::{OptionalExtension, TransactionBehavior};
use serde_json::{Value as Json, json};

use crate::asked::{call, kind_name, names, request_json};
use crate::error::{StoreError, StoreErrorKind};
use crate::held::Held;
use crate::store::{self, Store, now};
use crate::{coding, content};

/// The journal of one run.
#[derive(Debug)]
pub struct RunJournal {
    store: Store,
    run: String,
    held: Option<Held>,
    has_content: bool,
    /// The number of the last effect that was begun before this process.
    known: u64,
}

/// A call that was begun and has no outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct InDoubt {
    /// The effect's number.
    pub number: u64,
    /// The call in the run's record.
    pub call: Option<u32>,
    /// The path of the agent.
    pub agent: String,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The arguments.
    pub arguments: Json,
    /// How often it was begun.
    pub times: u32,
}

/// What is said of a call in doubt.
#[derive(Clone, Debug, PartialEq)]
pub enum Settlement {
    /// It may be made again.
    Repeat,
    /// It has happened, and this is what it gave.
    Done(ToolAnswer),
}

impl RunJournal {
    pub(crate) fn new(
        store: Store,
        run: String,
        held: Option<Held>,
        has_content: bool,
        known: u64,
    ) -> RunJournal {
        RunJournal { store, run, held, has_content, known }
    }

    /// The run's name.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The file.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The calls that nobody knows of whether they happened, and of which nobody has said.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn in_doubt(&self) -> Result<Vec<InDoubt>, StoreError> {
        let effects = self.store.effects(&self.run)?.into_iter();
        let open = effects
            .filter(|effect| effect.kind == "tool" && effect.ended.is_none() && effect.settled.is_none());
        let in_doubt = open.map(|effect| InDoubt {
            number: effect.number,
            call: effect.call,
            agent: effect.agent,
            server: effect.server,
            tool: effect.name,
            arguments: effect
                .request
                .and_then(|request| request.get("arguments").cloned())
                .unwrap_or_default(),
            times: effect.times,
        });
        Ok(in_doubt.collect())
    }

    /// Says what is so of a call in doubt. It is kept before anything is done about it.
    ///
    /// # Errors
    ///
    /// It is not in doubt, or that could not be written.
    pub fn settle(&mut self, number: u64, settlement: &Settlement) -> Result<(), StoreError> {
        let (settled, outcome) = match settlement {
            Settlement::Repeat => ("repeat", None),
            Settlement::Done(answer) => ("done", Some(self.coded(&Outcome::Tool(Ok(answer.clone())))?)),
        };
        let ended = outcome.is_some().then(now);
        let changed = self.store.connection.execute(
            "UPDATE effect SET settled = ?3, outcome = ?4, ended = ?5
            WHERE run = ?1 AND number = ?2 AND kind = 'tool' AND ended IS NULL",
            (&self.run, stored(number), settled, outcome, ended),
        );
        if changed.map_err(|error| self.store.error(&error))? == 0 {
            let reason = format!("effect {number} of the run {} is not in doubt", self.run);
            return Err(StoreError::new(StoreErrorKind::NotResumable, &self.store.path, reason));
        }
        Ok(())
    }

    /// The questions that nobody has answered yet, as they were put.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn questions(&self) -> Result<Vec<(u64, Json)>, StoreError> {
        let effects = self.store.effects(&self.run)?.into_iter();
        let open = effects.filter(|effect| effect.kind == "approve" && effect.ended.is_none());
        Ok(open.map(|effect| (effect.number, effect.request.unwrap_or_default())).collect())
    }

    /// Writes down how the run has ended, and what that changes of the tools' states.
    ///
    /// # Errors
    ///
    /// It could not be written: the run can be resumed, and will end again.
    pub fn finish(
        mut self,
        status: &str,
        outcome: &Json,
        before: &States,
        after: &States,
    ) -> Result<(), StoreError> {
        self.leave(status, outcome, before, after, true)?;
        if let Some(held) = self.held.take() {
            held.let_go_for_good();
        }
        Ok(())
    }

    /// Writes down that the run waits for a person, and what was done until then.
    ///
    /// # Errors
    ///
    /// It could not be written.
    pub fn suspend(mut self, outcome: &Json, before: &States, after: &States) -> Result<(), StoreError> {
        self.leave("suspended", outcome, before, after, false)
    }

    fn leave(
        &mut self,
        status: &str,
        outcome: &Json,
        before: &States,
        after: &States,
        has_ended: bool,
    ) -> Result<(), StoreError> {
        let outcome = match self.has_content {
            true => self.store.options.secrets.text_without(outcome.clone()),
            false => content::left_out(outcome).to_string(),
        };
        let Store { connection, path, .. } = &mut self.store;
        let sqlite = |error: rusqlite::Error| StoreError::of_sqlite(path, &error);
        // Runs of other processes write states too: what they wrote is read and added to in one.
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
        let mut states = store::states(&change, path)?;
        states.update(before, after);
        if let Json::Object(states) = states.to_json() {
            for (name, held) in states {
                change
                    .execute(
                        "INSERT OR REPLACE INTO state (name, held) VALUES (?1, ?2)",
                        (name, held.to_string()),
                    )
                    .map_err(sqlite)?;
            }
        }
        change
            .execute(
                "UPDATE run SET status = ?2, ended = ?3, outcome = ?4 WHERE id = ?1",
                (&self.run, status, has_ended.then(now), outcome),
            )
            .map_err(sqlite)?;
        change.commit().map_err(sqlite)
    }

    fn coded(&self, outcome: &Outcome) -> Result<String, StoreError> {
        let secrets = &self.store.options.secrets;
        let text = match coding::written(outcome) {
            Ok(text) if secrets.are_in_json(&text) => serde_json::to_value(outcome)
                .and_then(|json| serde_json::from_value(secrets.out_of_json(json)))
                .and_then(|outcome| coding::written(&outcome)),
            other => other,
        };
        text.map_err(|error| {
            StoreError::new(
                StoreErrorKind::Other,
                &self.store.path,
                format!("an outcome is no JSON ({error})"),
            )
        })
    }

    fn asked(&self, kind: &EffectKind) -> String {
        self.store.options.secrets.text_without(request_json(kind))
    }

    fn known_of(&self, effect: &Effect) -> Result<Option<Outcome>, StoreError> {
        let sqlite = |error: rusqlite::Error| self.store.error(&error);
        let mut statement = self
            .store
            .connection
            .prepare_cached(
                "SELECT kind, request, ended, outcome, settled FROM effect WHERE run = ?1 AND number = ?2",
            )
            .map_err(sqlite)?;
        let number = effect.id.number();
        let row = statement
            .query_row((&self.run, stored(number)), |row| {
                let (kind, request): (String, Option<String>) = (row.get(0)?, row.get(1)?);
                let (ended, outcome): (Option<i64>, Option<String>) = (row.get(2)?, row.get(3)?);
                Ok((kind, request, ended, outcome, row.get::<_, Option<String>>(4)?))
            })
            .optional()
            .map_err(sqlite)?;
        let Some((kind, request, ended, outcome, settled)) = row else { return Ok(None) };
        let not = |reason: String| StoreError::new(StoreErrorKind::NotResumable, &self.store.path, reason);
        if kind != kind_name(&effect.kind) || request.as_deref() != Some(&self.asked(&effect.kind)) {
            return Err(not(format!(
                "the run {} does something else than it did ({} of {number} effects are as they were): the \
                 configuration has changed since, or the program",
                self.run,
                number.saturating_sub(1),
            )));
        }
        match (ended, outcome) {
            (Some(_), Some(outcome)) => coding::read(&outcome).map(Some).map_err(|_| {
                StoreError::damaged(
                    &self.store.path,
                    format!("the outcome of effect {number} is not readable"),
                )
            }),
            // A model that was asked has changed nothing, and a person is asked again.
            (None, _) if kind != "tool" || settled.as_deref() == Some("repeat") => Ok(None),
            _ => Err(not(format!("effect {number} of the run {} is in doubt", self.run))),
        }
    }

    fn write_before(&mut self, effect: &Effect) -> Result<(), StoreError> {
        let request = self.has_content.then(|| self.asked(&effect.kind));
        let (agent, name, server) = names(&effect.kind);
        let mut statement = self
            .store
            .connection
            .prepare_cached(
                "INSERT INTO effect (run, number, kind, agent, name, server, call, request, began, times)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1)
                ON CONFLICT DO UPDATE SET began = excluded.began, times = times + 1, settled = NULL",
            )
            .map_err(|error| self.store.error(&error))?;
        statement
            .execute((
                &self.run,
                stored(effect.id.number()),
                kind_name(&effect.kind),
                agent,
                name,
                server,
                call(&effect.kind),
                request,
                now(),
            ))
            .map_err(|error| self.store.error(&error))?;
        Ok(())
    }

    fn write_after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), StoreError> {
        let outcome = match self.has_content {
            true => Some(self.coded(outcome)?),
            false => None,
        };
        let mut statement = self
            .store
            .connection
            .prepare_cached("UPDATE effect SET ended = ?3, outcome = ?4 WHERE run = ?1 AND number = ?2")
            .map_err(|error| self.store.error(&error))?;
        statement
            .execute((&self.run, stored(id.number()), now(), outcome))
            .map_err(|error| self.store.error(&error))?;
        Ok(())
    }
}

impl Journal for RunJournal {
    fn recall(&mut self, effect: &Effect) -> Result<Option<Outcome>, JournalError> {
        if effect.id.number() > self.known {
            return Ok(None);
        }
        self.known_of(effect).map_err(|error| JournalError::new(told(&error)))
    }

    fn keeps_questions(&self) -> bool {
        // Without the content nothing could be resumed.
        self.has_content
    }

    fn before(&mut self, effect: &Effect) -> Result<(), JournalError> {
        self.write_before(effect).map_err(|error| JournalError::new(told(&error)))
    }

    fn after(&mut self, id: EffectId, outcome: &Outcome) -> Result<(), JournalError> {
        self.write_after(id, outcome).map_err(|error| JournalError::new(told(&error)))
    }
}

/// A number as SQLite has them.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn told(error: &StoreError) -> String {
    format!("{error}; {}", error.remedy())
}

impl InDoubt {
    /// `{effect, call, agent, server, tool, arguments, times}`.
    pub fn to_json(&self) -> Json {
        json!({
            "effect": self.number,
            "call": self.call.map(|call| format!("c{call}")),
            "agent": self.agent,
            "server": self.server,
            "tool": self.tool,
            "arguments": self.arguments,
            "times": self.times,
        })
    }
}
