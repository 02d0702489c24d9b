//! The file: its runs, what is known of each, and the labels that outlive them.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use caravan_core::effect::Outcome;
use caravan_core::state::States;
use rusqlite::{Connection, OptionalExtension, Row};
use serde_json::Value as Json;

use crate::error::{StoreError, StoreErrorKind};
use crate::held::{self, Held};
use crate::journal::RunJournal;
use crate::secrets::Secrets;
use crate::{coding, schema};

/// How a journal is written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether every entry is on the disk before its effect is begun, and not with the operating system alone: entries then
    /// outlive a loss of power too, and cost what the disk takes.
    pub survives_power_loss: bool,
    /// What may not get into it.
    pub secrets: Secrets,
}

/// What is written down of a run before anything of it happens.
#[derive(Clone, Debug)]
pub struct NewRun<'a> {
    /// What the user said.
    pub instruction: &'a str,
    /// All that it takes to begin the same run again.
    pub opening: Json,
    /// What the tools' states hold.
    pub states: &'a States,
    /// The version of this program.
    pub version: &'a str,
    /// Whether texts and values are kept. Without them the run cannot be resumed.
    pub has_content: bool,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// A process carries it on.
    Running,
    /// The process that carried it on has died.
    Interrupted,
    /// It waits for a person.
    Suspended,
    /// It has ended, as this says.
    Ended(String),
}

impl RunStatus {
    /// Its name in lists.
    pub fn as_str(&self) -> &str {
        match self {
            RunStatus::Running => "running",
            RunStatus::Interrupted => "interrupted",
            RunStatus::Suspended => "suspended",
            RunStatus::Ended(status) => status,
        }
    }

    /// Whether `caravan resume` can carry it on.
    pub fn is_open(&self) -> bool {
        matches!(self, RunStatus::Interrupted | RunStatus::Suspended)
    }
}

/// What is known of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    /// Its name.
    pub id: String,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// How far it is.
    pub status: RunStatus,
    /// Of the program that began it.
    pub version: String,
    /// Whether its texts and values are kept.
    pub has_content: bool,
    /// What the user said, if that is kept.
    pub instruction: Option<String>,
    /// What it was begun with.
    pub opening: Json,
    /// What the tools' states held then.
    pub states: States,
    /// What came of it.
    pub outcome: Option<Json>,
    /// How many effects were begun.
    pub effects: u64,
}

/// An effect as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Its number within its run.
    pub number: u64,
    /// `plan`, `extract`, `converse`, `tool` or `approve`.
    pub kind: String,
    /// The path of the agent.
    pub agent: String,
    /// The tool, or the role of the model.
    pub name: String,
    /// The server of a tool.
    pub server: String,
    /// The call in the run's record.
    pub call: Option<u32>,
    /// What was asked, if that is kept.
    pub request: Option<Json>,
    /// When it was begun the last time, in milliseconds since 1970.
    pub began: u64,
    /// How often it was begun.
    pub times: u32,
    /// When it ended.
    pub ended: Option<u64>,
    /// What came of it, if that is kept.
    pub outcome: Option<Outcome>,
    /// What was said of it when it was in doubt.
    pub settled: Option<String>,
}

/// A journal's file.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) options: Options,
}

const RUN: &str =
    "SELECT id, began, ended, status, version, has_content, instruction, opening, states, outcome,
    (SELECT count(*) FROM effect WHERE effect.run = run.id) FROM run";

const EFFECT: &str =
    "SELECT number, kind, agent, name, server, call, request, began, times, ended, outcome, settled
    FROM effect WHERE run = ?1";

impl Store {
    /// Opens a journal, and makes one if there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be used; it is as it was.
    pub fn open(path: &Path, options: Options) -> Result<Store, StoreError> {
        let connection = schema::open(path, &options, true)?;
        Ok(Store { connection, path: path.to_path_buf(), options })
    }

    /// Opens a journal that is there.
    ///
    /// # Errors
    ///
    /// As [`Store::open`]; or there is none.
    pub fn open_existing(path: &Path, options: Options) -> Result<Store, StoreError> {
        let connection = schema::open(path, &options, false)?;
        Ok(Store { connection, path: path.to_path_buf(), options })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn error(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::of_sqlite(&self.path, error)
    }

    /// Writes down that a run begins, under a name that no other has.
    ///
    /// # Errors
    ///
    /// It could not be written.
    pub fn begin(self, run: &NewRun<'_>) -> Result<RunJournal, StoreError> {
        let id = new_id();
        let secrets = &self.options.secrets;
        // The mark comes first: a run that is written down and not held has died.
        let held = Held::take(&self.path, &id)?;
        let instruction = run.has_content.then(|| secrets.out_of(run.instruction.to_owned()));
        self.connection
            .execute(
                "INSERT INTO run (id, began, status, version, has_content, instruction, opening, states)
                VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?6, ?7)",
                (
                    &id,
                    now(),
                    run.version,
                    run.has_content,
                    instruction,
                    secrets.text_without(run.opening.clone()),
                    run.states.to_json().to_string(),
                ),
            )
            .map_err(|error| self.error(&error))?;
        Ok(RunJournal::new(self, id, held, run.has_content, 0))
    }

    /// Takes a run up that was left unfinished.
    ///
    /// # Errors
    ///
    /// There is no such run, it has ended, another process carries it on, or its content was not kept.
    pub fn resume(self, id: &str) -> Result<(RunRow, RunJournal), StoreError> {
        let not = |kind, reason: String| StoreError::new(kind, &self.path, reason);
        let held = Held::take(&self.path, id)?
            .ok_or_else(|| not(StoreErrorKind::Busy, format!("another process carries the run {id} on")))?;
        self.check()?;
        // Asked for only now: until it was held, another process could have ended it.
        let row = self
            .find_row(id)?
            .ok_or_else(|| not(StoreErrorKind::NoSuchRun, format!("it has no run {id}")))?;
        if let RunStatus::Ended(status) = &row.status {
            held.let_go_for_good();
            return Err(not(StoreErrorKind::NotResumable, format!("the run {id} has ended (`{status}`)")));
        }
        if !row.has_content {
            let reason = format!("of the run {id} no content was kept, which it takes to go on");
            return Err(not(StoreErrorKind::NotResumable, reason));
        }
        let known = self
            .connection
            .query_row("SELECT coalesce(max(number), 0) FROM effect WHERE run = ?1", [id], |row| {
                whole(row, 0)
            })
            .map_err(|error| self.error(&error))?;
        self.connection
            .execute("UPDATE run SET status = 'running' WHERE id = ?1", [id])
            .map_err(|error| self.error(&error))?;
        let id = id.to_owned();
        Ok((row, RunJournal::new(self, id, Some(held), true, known)))
    }

    /// Lets the file grow to so many pages of 4 KiB and no more, as a full disk does: for whoever wants less of it.
    ///
    /// # Errors
    ///
    /// The file cannot be used.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        let limited = self.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), (), |_| Ok(()));
        limited.map_err(|error| self.error(&error))
    }

    /// Looks whether the file is sound.
    ///
    /// # Errors
    ///
    /// It is damaged.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
            .map_err(|error| self.error(&error))?;
        match found.as_str() {
            "ok" => Ok(()),
            found => Err(StoreError::damaged(&self.path, found.lines().next().unwrap_or(found))),
        }
    }

    /// The runs, the latest first.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let mut statement = self
            .connection
            .prepare(&format!("{RUN} ORDER BY began DESC, id DESC"))
            .map_err(|error| self.error(&error))?;
        let rows = statement
            .query_map((), |row| Ok(self.run_row(row)))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| self.error(&error))?;
        rows.into_iter().collect()
    }

    /// The run whose name begins with this; without a name the latest.
    ///
    /// # Errors
    ///
    /// There is none, or there are several.
    pub fn find(&self, name: Option<&str>) -> Result<RunRow, StoreError> {
        let not = |reason: String| StoreError::new(StoreErrorKind::NoSuchRun, &self.path, reason);
        let Some(name) = name else {
            return self.runs()?.into_iter().next().ok_or_else(|| not("it has no run yet".to_owned()));
        };
        if let Some(row) = self.find_row(name)? {
            return Ok(row);
        }
        let mut begin = self.runs()?.into_iter().filter(|row| row.id.starts_with(name));
        match (begin.next(), begin.next()) {
            (Some(row), None) => Ok(row),
            (Some(_), Some(_)) => Err(not(format!("the names of several runs begin with `{name}`"))),
            (None, _) => Err(not(format!("it has no run `{name}`"))),
        }
    }

    fn find_row(&self, id: &str) -> Result<Option<RunRow>, StoreError> {
        self.connection
            .query_row(&format!("{RUN} WHERE id = ?1"), [id], |row| Ok(self.run_row(row)))
            .optional()
            .map_err(|error| self.error(&error))?
            .transpose()
    }

    /// The effects of a run in their order.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn effects(&self, run: &str) -> Result<Vec<Effect>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("{EFFECT} ORDER BY number"))
            .map_err(|error| self.error(&error))?;
        let rows = statement
            .query_map([run], |row| Ok(self.effect(row)))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| self.error(&error))?;
        rows.into_iter().collect()
    }

    /// Deletes a run and all that is kept of it. False if there is none.
    ///
    /// # Errors
    ///
    /// A process carries it on, or the file cannot be written.
    pub fn delete(&self, id: &str) -> Result<bool, StoreError> {
        if Held::is_held(&self.path, id) {
            let reason = format!("another process carries the run {id} on");
            return Err(StoreError::new(StoreErrorKind::Busy, &self.path, reason));
        }
        let gone = self.connection.execute("DELETE FROM run WHERE id = ?1", [id]);
        let gone = gone.map_err(|error| self.error(&error))? > 0;
        held::forget(&self.path, id);
        if gone {
            self.shrink()?;
        }
        Ok(gone)
    }

    /// Deletes the runs that ended longer ago than this, however they ended. Those that can be resumed stay. How many there
    /// were.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn delete_older_than(&self, age: Duration) -> Result<usize, StoreError> {
        let last = now().saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
        let gone = self
            .connection
            .execute("DELETE FROM run WHERE ended IS NOT NULL AND ended < ?1", [last])
            .map_err(|error| self.error(&error))?;
        if gone > 0 {
            self.shrink()?;
        }
        Ok(gone)
    }

    /// Gives back the room of what was deleted, which is overwritten: also in what has not been moved into the file yet.
    fn shrink(&self) -> Result<(), StoreError> {
        let done = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))
            .and_then(|()| self.connection.execute_batch("PRAGMA incremental_vacuum"))
            .and_then(|()| self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())));
        done.map_err(|error| self.error(&error))
    }

    /// What the tools' states hold after all runs so far.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn states(&self) -> Result<States, StoreError> {
        states(&self.connection, &self.path)
    }

    /// Takes the label off a state. False if it has none.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn reset_state(&self, name: &str) -> Result<bool, StoreError> {
        let gone = self.connection.execute("DELETE FROM state WHERE name = ?1", [name]);
        Ok(gone.map_err(|error| self.error(&error))? > 0)
    }

    fn run_row(&self, row: &Row<'_>) -> Result<RunRow, StoreError> {
        let sqlite = |error: rusqlite::Error| self.error(&error);
        let id: String = row.get(0).map_err(sqlite)?;
        let damaged =
            |what: &str| StoreError::damaged(&self.path, format!("{what} of the run {id} is not readable"));
        let json = |text: String, what: &str| serde_json::from_str::<Json>(&text).map_err(|_| damaged(what));
        let status: String = row.get(3).map_err(sqlite)?;
        let status = match status.as_str() {
            "running" if Held::is_held(&self.path, &id) => RunStatus::Running,
            "running" => RunStatus::Interrupted,
            "suspended" => RunStatus::Suspended,
            _ => RunStatus::Ended(status),
        };
        let outcome: Option<String> = row.get(9).map_err(sqlite)?;
        let states = json(row.get(8).map_err(sqlite)?, "a state")?;
        Ok(RunRow {
            began: whole(row, 1).map_err(sqlite)?,
            ended: perhaps(row, 2).map_err(sqlite)?,
            status,
            version: row.get(4).map_err(sqlite)?,
            has_content: row.get(5).map_err(sqlite)?,
            instruction: row.get(6).map_err(sqlite)?,
            opening: json(row.get(7).map_err(sqlite)?, "the beginning")?,
            states: States::from_json(&states).ok_or_else(|| damaged("a state"))?,
            outcome: outcome.map(|outcome| json(outcome, "the outcome")).transpose()?,
            effects: whole(row, 10).map_err(sqlite)?,
            id,
        })
    }

    fn effect(&self, row: &Row<'_>) -> Result<Effect, StoreError> {
        let sqlite = |error: rusqlite::Error| self.error(&error);
        let number = whole(row, 0).map_err(sqlite)?;
        let damaged = |what: &str| {
            StoreError::damaged(&self.path, format!("{what} of effect {number} is not readable"))
        };
        let request: Option<String> = row.get(6).map_err(sqlite)?;
        let outcome: Option<String> = row.get(10).map_err(sqlite)?;
        Ok(Effect {
            number,
            kind: row.get(1).map_err(sqlite)?,
            agent: row.get(2).map_err(sqlite)?,
            name: row.get(3).map_err(sqlite)?,
            server: row.get(4).map_err(sqlite)?,
            call: row.get(5).map_err(sqlite)?,
            request: request
                .map(|text| serde_json::from_str(&text).map_err(|_| damaged("the request")))
                .transpose()?,
            began: whole(row, 7).map_err(sqlite)?,
            times: row.get(8).map_err(sqlite)?,
            ended: perhaps(row, 9).map_err(sqlite)?,
            outcome: outcome
                .map(|text| coding::read(&text).map_err(|_| damaged("the outcome")))
                .transpose()?,
            settled: row.get(11).map_err(sqlite)?,
        })
    }
}

/// What the tools' states hold, as one transaction sees it.
pub(crate) fn states(connection: &Connection, path: &Path) -> Result<States, StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::of_sqlite(path, &error);
    let mut statement = connection.prepare_cached("SELECT name, held FROM state").map_err(sqlite)?;
    let rows = statement
        .query_map((), |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(sqlite)?;
    let mut all = serde_json::Map::new();
    for (name, held) in rows {
        let held = serde_json::from_str(&held).map_err(|_| {
            StoreError::damaged(path, format!("the label of the state `{name}` is not readable"))
        })?;
        all.insert(name, held);
    }
    States::from_json(&Json::Object(all))
        .ok_or_else(|| StoreError::damaged(path, "the label of a state is not whole"))
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A number of something.
fn whole(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(|number| number.unsigned_abs())
}

/// A number of something, if there is any.
fn perhaps(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    row.get::<_, Option<i64>>(column).map(|number| number.map(i64::unsigned_abs))
}

/// A name for a run that no other on this machine has.
fn new_id() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("r{:x}-{:x}", since.as_micros(), std::process::id())
}
